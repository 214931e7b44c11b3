//! `cardwright print`: the cards of a pack as pages for a printer, and as pictures.

use cardwright_cli::commands::{PaperName, PrintArguments};
use cardwright_cli::counted;
use cardwright_cli::out::Out;
use cardwright_face::{
    CardSize, DrawnFace, Easel, Gallery, Imposition, NoPrint, Paper, Press, PressError, PrintOrder, PrintRun, impose,
};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use indicatif::{ProgressBar, ProgressStyle};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::panic;
use std::path::Path;

/// Runs the command.
pub fn run(arguments: &PrintArguments, packs: &Packs, out: &mut Out) -> Outcome {
    let commission = Commission { arguments, size: size(arguments.size)? };
    let ruleset = packs.ruleset(&arguments.pack)?;
    let info = packs.infos().into_iter().find(|info| info.name == arguments.pack).unwrap_or_default();
    let gallery = Gallery::new(&ruleset, &packs.files);
    let game = packs.game_of(&arguments.pack)?;
    let order = PrintOrder {
        decks: arguments.deck.clone(),
        pack: (game != arguments.pack).then(|| arguments.pack.clone()),
        name: arguments.cards.clone(),
        copies: usize::from(arguments.copies),
    };
    let run = gallery.printed(&order, &mut Easel::new(commission.size)).map_err(|none| refused(none, &gallery))?;
    let press = Press::new();
    if let Some(file) = &arguments.out {
        let title = format!("{} {}", info.title, info.version);
        let sheets = impose(&run.faces, commission.imposition()?, title.trim());
        let bar = bar(sheets.len(), "pages");
        let pdf = quietly(|| press.pdf(&sheets, title.trim(), || bar.inc(1))).map_err(not_pressed);
        bar.finish_and_clear();
        let pdf = pdf?;
        write(file, &pdf)?;
        let (cards, pages) = (counted(run.faces.len(), "card"), counted(sheets.len(), "page"));
        out.line(format_args!("wrote {}: {cards} on {pages}", file.display()));
    }
    if let Some(folder) = &arguments.png {
        commission.write_pictures(&run, &press, folder)?;
        out.line(format_args!("wrote {} pictures: {}", run.once.len(), folder.display()));
    }
    tell_what_is_long(&run, out);
    Ok(Verdict::Fine)
}

/// The size of a card with sides in millimetres.
fn size((width, height): (u16, u16)) -> Result<CardSize, CommandError> {
    let (least, most) = CardSize::SIDES;
    CardSize::of_millimetres(width.into(), height.into()).ok_or_else(|| {
        CommandError::usage(format!("a card of {width} by {height} millimetres cannot be printed"))
            .help(format!("each side has from {least} to {most}: `--size 63x88`"))
    })
}

/// The sheets and pictures that are asked for.
struct Commission<'a> {
    arguments: &'a PrintArguments,
    size: CardSize,
}

impl Commission<'_> {
    fn imposition(&self) -> Result<Imposition, CommandError> {
        let paper = match self.arguments.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
            PaperName::Card => Paper::Card,
        };
        self.check_bleed()?;
        Imposition::new(paper, self.size, self.arguments.bleed, !self.arguments.no_marks).ok_or_else(|| {
            CommandError::usage("a card of this size does not fit on the paper").help("try `--paper card`")
        })
    }

    fn check_bleed(&self) -> Result<(), CommandError> {
        let most = Imposition::MOST_BLEED;
        match (0.0..=most).contains(&self.arguments.bleed) {
            true => Ok(()),
            false => Err(CommandError::usage(format!("`--bleed` must be from 0 to {most}"))),
        }
    }

    /// Writes one PNG a face. All of them are drawn before the first is written; until then they lie in a folder of their own,
    /// so that no more than one is in memory.
    fn write_pictures(&self, run: &PrintRun, press: &Press, folder: &Path) -> Result<(), CommandError> {
        self.check_bleed()?;
        let aside = tempfile::tempdir().map_err(|error| CommandError::unwritable(&env::temp_dir(), &error))?;
        let name = |at: usize, face: &DrawnFace| format!("{:03}-{}.png", at + 1, file_name(&face.name));
        let names: Vec<String> = run.once.iter().enumerate().map(|(at, face)| name(at, face)).collect();
        let bar = bar(names.len(), "cards");
        for (face, name) in run.once.iter().zip(&names) {
            let png = quietly(|| press.png(face, self.arguments.bleed, self.arguments.dpi)).map_err(not_pressed);
            let png = png.inspect_err(|_| bar.finish_and_clear())?;
            let drawn = aside.path().join(name);
            fs::write(&drawn, png).map_err(|error| CommandError::unwritable(&drawn, &error))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        for name in &names {
            let written = fs::read(aside.path().join(name)).and_then(|png| disk::write_inside(folder, name, png));
            written.map_err(|error| CommandError::unwritable(&folder.join(name), &error))?;
        }
        Ok(())
    }
}

/// How far it has come, on a terminal only.
fn bar(most: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(most as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left")) {
        bar.set_style(style);
    }
    bar.tick();
    bar
}

/// Draws something. If it goes wrong in the renderer itself, only the error of the press tells it.
fn quietly<T>(draw: impl FnOnce() -> T) -> T {
    let loud = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let drawn = draw();
    panic::set_hook(loud);
    drawn
}

/// Writes a file whole or not at all, and never through a link.
fn write(file: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let name = file.file_name().and_then(OsStr::to_str);
    let name = name.ok_or_else(|| CommandError::usage(format!("`{}` is not the name of a file", file.display())))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    disk::write_inside(folder, name, bytes).map_err(|error| CommandError::unwritable(file, &error))
}

/// The name of a card as part of the name of a file: lower-case letters, digits and `-`.
fn file_name(name: &str) -> String {
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let parts: Vec<String> =
        letters.collect::<String>().split('-').filter(|part| !part.is_empty()).map(Into::into).collect();
    parts.join("-").chars().take(60).collect()
}

fn refused(none: NoPrint, gallery: &Gallery) -> CommandError {
    match none {
        NoPrint::Deck(deck) => CommandError::unknown("deck", &deck, gallery.decks()),
        NoPrint::Nothing => {
            CommandError::broken("there is no such card").help("`cardwright list cards --pack PACK` shows all")
        }
        NoPrint::TooMany(most) => CommandError::usage(format!("these are more than {most} cards"))
            .help("print fewer copies, or one deck after another"),
    }
}

fn not_pressed(why: PressError) -> CommandError {
    CommandError::broken(format!("it cannot be printed: {why}"))
}

/// Says which texts were set smaller, or go on on another card.
fn tell_what_is_long(run: &PrintRun, out: &mut Out) {
    let smaller = run.smaller();
    if let Some((name, points)) = smaller.iter().min_by(|one, other| one.1.total_cmp(&other.1)) {
        let texts = if smaller.len() == 1 { "1 text is" } else { &*format!("{} texts are", smaller.len()) };
        out.line(format_args!("{texts} set smaller to fit; the smallest, {name}, has {points:.1} points"));
    }
    for name in run.continued() {
        out.line(format_args!("the text of {name} continues on another card"));
    }
}
