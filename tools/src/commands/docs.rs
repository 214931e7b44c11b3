//! `cardwright docs`: writes the reference as a static site that can be searched.

use crate::disk;
use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use crate::site;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright docs`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let pages = site::pages(packs);
    let files = site::files(&pages);
    for (name, bytes) in &files {
        let written = disk::write_inside(&arguments.out, name, bytes);
        written.map_err(|error| Failure::unwritable(&arguments.out.join(name), &error))?;
    }
    let entries: usize = pages.iter().map(|page| page.entries.len()).sum();
    let index = arguments.out.join("index.html");
    out.line(format_args!("wrote {} pages with {entries} entries: {}", pages.len(), index.display()));
    Ok(Verdict::Fine)
}
