//! `cardwright docs`: writes the reference as a static site that can be searched.

use crate::faces::Faces;
use cardwright_cli::commands::DocsArguments;
use cardwright_cli::out::Out;
use cardwright_cli::site::{self, CardDrawer};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;

/// Runs the command.
pub fn run(arguments: &DocsArguments, packs: &Packs, out: &mut Out) -> Outcome {
    let drawn: CardDrawer<'_> = &|packs, game| {
        let mut faces = Faces::new(packs, game);
        Box::new(move |name| faces.of(name))
    };
    let pages = site::pages(packs, drawn);
    let files = site::files(&pages);
    for (name, bytes) in &files {
        let written = disk::write_inside(&arguments.out, name, bytes);
        written.map_err(|error| CommandError::unwritable(&arguments.out.join(name), &error))?;
    }
    let entries: usize = pages.iter().map(|page| page.entries.len()).sum();
    let index = arguments.out.join("index.html");
    out.line(format_args!("wrote {} pages with {entries} entries: {}", pages.len(), index.display()));
    Ok(Verdict::Fine)
}
