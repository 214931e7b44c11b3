//! `cardwright pack build`: writes the archive of a pack.

use super::gather::gather;
use super::{described, judge};
use crate::commands::check;
use crate::out::Out;
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_rulings::archive::{self, Archive, ENDING};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright pack build`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack
    pack: String,
    /// The file to write, or a folder for `<pack>-<version>.cardpack`
    #[arg(long, value_name = "PATH", default_value = ".")]
    out: PathBuf,
    /// Build it even if something is wrong with it
    #[arg(long)]
    unchecked: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let name = &arguments.pack;
    packs.check_name(name)?;
    if !archive::is_name(name) {
        return Err(CommandError::usage(format!("`{name}` cannot be the name of an archive's pack"))
            .help("use lower-case letters, digits, `-` and `_`, with a letter first"));
    }
    if !arguments.unchecked {
        let own = |path: &str| cardwright_content::pack_of(path) == Some(name);
        let all = check::concerning(packs, check::check(packs, own), own).into_iter();
        let (warnings, problems): (Vec<Problem>, Vec<Problem>) = all.partition(|problem| problem.is_warning);
        let (warnings, problems): (Problems, Problems) =
            (warnings.into_iter().collect(), problems.into_iter().collect());
        out.rendered(warnings.render(&packs.files, out.colour()));
        judge::no_problems(packs, &problems, "the archive is not written")?;
    }
    let info = packs.infos().into_iter().find(|info| info.name == *name).unwrap_or_default();
    let gathered = gather(packs, name)?;
    let archive = Archive::new(name, &info.version, gathered.files);
    let bytes = archive.build().map_err(CommandError::broken)?;
    // What is written can be read, here and everywhere, and is what was checked.
    let written =
        archive::read(&bytes).map_err(|why| CommandError::broken(format!("the archive was not written: {why}")))?;
    judge::same_files(packs, &written, &gathered.left_out)?;
    for (path, why) in &gathered.left_out {
        out.line(format_args!("left out `{path}`: {why}"));
    }
    let path = match arguments.out.is_dir() {
        true => arguments.out.join(format!("{name}-{}.{ENDING}", info.version)),
        false => arguments.out.clone(),
    };
    disk::write(&path, &bytes).map_err(|error| CommandError::unwritable(&path, &error))?;
    out.line(format_args!("wrote {}", path.display()));
    out.line(described(&archive));
    if info.licence.is_empty() {
        out.line("note: `pack.toml` has no `licence`, so nobody knows what they may do with the pack");
    }
    Ok(Verdict::Fine)
}
