//! `cardwright pack install`: puts the pack of an archive into a folder of packs, whole or not at all.

use super::{described, judge, open};
use crate::commands::new::root;
use crate::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::install::{FOLDERS, install};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright pack install`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The archive
    file: PathBuf,
    /// The folder of packs to install into [default: `--packs`, or where you are]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Refuse the archive unless it has this hash
    #[arg(long)]
    hash: Option<String>,
    /// Replace the installed pack of the same name
    #[arg(long)]
    replace: bool,
    /// Install it even if it does not work with the other packs
    #[arg(long)]
    unchecked: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let archive = open(&arguments.file, arguments.hash.as_deref())?;
    judge::same_version(&archive)?;
    let root = root(arguments.dir.clone(), &mut packs)?;
    let name = &archive.manifest.name;
    let there = FOLDERS.iter().map(|folder| root.join(folder).join(name)).find(|path| path.symlink_metadata().is_ok());

    if let (Some(path), false) = (there, arguments.replace) {
        return Err(CommandError::usage(format!("`{}` already exists", path.display())).help("`--replace` replaces it"));
    }
    if !arguments.unchecked {
        let with = judge::with(&packs, &archive);
        let problems = judge::new_problems(&packs, &with, name);
        judge::no_problems(&with, &problems, "nothing is installed")?;
    }
    install(&archive, &root).map_err(|error| CommandError::broken(format!("nothing was installed: {error}")))?;
    out.line(described(&archive));
    out.line(format_args!("installed into {}", root.display()));
    Ok(Verdict::Fine)
}
