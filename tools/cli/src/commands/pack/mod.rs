//! `cardwright pack`: passes packs on: one archive of a pack, and back.

mod build;
mod gather;
mod install;
mod judge;
mod verify;

pub use judge::new_problems;

use crate::out::Out;
use cardwright_rulings::archive::{self, Archive};
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use clap::{Args, Subcommand};
use std::path::Path;

/// Arguments of `cardwright pack`.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: PackCommand,
}

/// What can be done with packs.
#[derive(Subcommand, Debug)]
enum PackCommand {
    /// Write the archive of a pack
    Build(build::Arguments),
    /// Check that an archive is sound and that its pack works with the other packs
    Verify(verify::Arguments),
    /// Install the pack of an archive into a folder of packs
    Install(install::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, out: &mut Out) -> Outcome {
    match &arguments.what {
        PackCommand::Build(arguments) => build::run(arguments, &packs, out),
        PackCommand::Verify(arguments) => verify::run(arguments, &packs, out),
        PackCommand::Install(arguments) => install::run(arguments, packs, out),
    }
}

/// The largest archive that is looked at, in bytes.
const LARGEST: u64 = 32 << 20;

/// Reads an archive, and refuses it if it is not sound or not the one that was meant.
fn open(path: &Path, hash: Option<&str>) -> Result<Archive, CommandError> {
    let shown = path.display();
    let bytes = disk::read_up_to(path, LARGEST).map_err(|error| CommandError::unreadable(path, &error))?;
    let archive = archive::read(&bytes).map_err(|why| {
        CommandError::broken(format!("`{shown}` is refused: {why}"))
            .help("nothing was written to disk; ask for an archive built by `cardwright pack build`")
    })?;
    match hash {
        Some(hash) if !archive.hash().eq_ignore_ascii_case(hash.trim()) => {
            let message = format!("`{shown}` is refused: its hash is {}", archive.hash());
            Err(CommandError::broken(message).help(format!("`--hash` asks for {hash}")))
        }
        _ => Ok(archive),
    }
}

/// What an archive holds, on a line.
fn described(archive: &Archive) -> String {
    let manifest = &archive.manifest;
    format!("{} {}: {} files, hash {}", manifest.name, manifest.version, manifest.files.len(), archive.hash())
}
