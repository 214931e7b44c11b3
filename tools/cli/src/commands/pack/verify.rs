//! `cardwright pack verify`: looks whether an archive is sound, and its pack fits the packs in sight.

use super::{described, judge, open};
use crate::out::Out;
use cardwright_rulings::command_error::{Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright pack verify`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The archive
    file: PathBuf,
    /// Refuse the archive unless it has this hash
    #[arg(long)]
    hash: Option<String>,
    /// Check only the archive, not the pack in it
    #[arg(long)]
    unchecked: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let archive = open(&arguments.file, arguments.hash.as_deref())?;
    judge::same_version(&archive)?;
    out.line(described(&archive));
    if arguments.unchecked {
        return Ok(Verdict::Fine);
    }
    let with = judge::with(packs, &archive);
    let problems = judge::new_problems(packs, &with, &archive.manifest.name);
    judge::no_problems(&with, &problems, "the pack does not fit")?;
    let (held, wrong) = judge::rulings(&with, &archive)?;
    for wrong in &wrong {
        out.line(wrong);
    }
    out.line(format_args!("no problems; {held} of {} rulings hold", held + wrong.len()));
    Ok(crate::fine_if(wrong.is_empty()))
}
