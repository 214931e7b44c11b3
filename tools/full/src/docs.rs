//! `cardwright docs`: writes the reference as a static site that can be searched.

use crate::faces::Faces;
use cardwright_cli::commands::DocsArguments;
use cardwright_cli::out::Out;
use cardwright_cli::site::sheet::{SheetPart, TOLD};
use cardwright_cli::site::{self, CardDrawer};
use cardwright_face::{LeafletPart, Press, PressError, leaflet};
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
    let mut files = site::files(&pages);
    files.push(("sheet.pdf".into(), sheet().map_err(|why| CommandError::broken(format!("the cheat sheet: {why}")))?));
    for (name, bytes) in &files {
        let written = disk::write_inside(&arguments.out, name, bytes);
        written.map_err(|error| CommandError::unwritable(&arguments.out.join(name), &error))?;
    }
    let entries: usize = pages.iter().map(|page| page.entries.len()).sum();
    let index = arguments.out.join("index.html");
    out.line(format_args!("wrote {} pages with {entries} entries: {}", pages.len(), index.display()));
    Ok(Verdict::Fine)
}

/// The cheat sheet as two pages for a printer.
fn sheet() -> Result<Vec<u8>, PressError> {
    let plain = |text: String| text.replace('`', "");
    let part = |(title, lines): SheetPart| LeafletPart {
        title: title.into(),
        lines: lines.into_iter().map(|(name, rest)| (name, plain(rest))).collect(),
    };
    let parts: Vec<LeafletPart> = site::sheet::parts().into_iter().map(part).collect();
    let pages = leaflet("Cardwright", TOLD, &parts, 2)?;
    Press::new().pdf(&pages, "Cardwright: the whole language", || ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_fits_on_two_sides_of_paper() {
        let pdf = sheet().expect("it is set");
        assert_eq!(String::from_utf8_lossy(&pdf).matches("/Type/Page/").count(), 2);
    }
}
