//! `cardwright docs`: writes the reference as a static site that can be searched.

use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use crate::site;
use clap::Args;
use std::fs;
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
    for (name, text) in &files {
        let file = arguments.out.join(name);
        let folder = file.parent().unwrap_or(&arguments.out);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
        written.map_err(|error| Failure::unwritable(&file, &error))?;
    }
    let entries: usize = pages.iter().map(|page| page.entries.len()).sum();
    let index = arguments.out.join("index.html");
    out.line(format_args!("wrote {} pages with {entries} entries: {}", pages.len(), index.display()));
    Ok(Verdict::Fine)
}
