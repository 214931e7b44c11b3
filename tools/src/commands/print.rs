//! `cardwright print`: the cards of a pack as pages for a printer, and as pictures.

use crate::counted;
use crate::disk;
use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use cardwright_face::{
    CardSize, Easel, Gallery, Imposition, NoPrint, NotPressed, Paper, Press, PrintOrder, PrintRun, impose,
};
use clap::{Args, ValueEnum};
use std::ffi::OsStr;
use std::panic;
use std::path::{Path, PathBuf};

/// Arguments of `cardwright print`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("written").required(true).multiple(true).args(["out", "png"]))]
pub struct Arguments {
    /// The pack; of a pack that extends a game, only its own cards
    pack: String,
    /// The PDF to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A folder for one PNG a card
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,
    /// Print this deck, each card as often as it has it; several are printed one after another [default: one of each card]
    #[arg(long, value_name = "DECK")]
    deck: Vec<String>,
    /// Print only cards whose names contain this
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    cards: String,
    /// Print everything so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    copies: u16,
    /// The paper
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
    /// The size of a card in millimetres
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "63x88", value_parser = card_size)]
    size: CardSize,
    /// How much is printed around each card to be cut off, in millimetres: 0 to 5
    #[arg(long, value_name = "MM", default_value_t = 0.0)]
    bleed: f32,
    /// Leave the cut marks out
    #[arg(long)]
    no_marks: bool,
    /// Dots per inch of the PNGs
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(36..=1200))]
    dpi: u32,
}

/// Paper, by name.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum PaperName {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
    /// A page for each card, as large as the card with its bleed
    Card,
}

/// Reads `63x88`.
fn card_size(said: &str) -> Result<CardSize, String> {
    let sides = said.split_once(['x', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    let size = sides.and_then(|(width, height)| CardSize::of_millimetres(width, height));
    let (least, most) = CardSize::SIDES;
    size.ok_or_else(|| format!("write the width and the height in millimetres, each from {least} to {most}: 63x88"))
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
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
    let run = gallery.printed(&order, &mut Easel::new(arguments.size)).map_err(|none| refused(none, &gallery))?;
    let press = Press::new();
    if let Some(file) = &arguments.out {
        let title = format!("{} {}", info.title, info.version);
        let sheets = impose(&run.faces, arguments.imposition()?, title.trim());
        let pdf = quietly(|| press.pdf(&sheets, title.trim())).map_err(not_pressed)?;
        write(file, &pdf)?;
        let (cards, pages) = (counted(run.faces.len(), "card"), counted(sheets.len(), "page"));
        out.line(format_args!("wrote {}: {cards} on {pages}", file.display()));
    }
    if let Some(folder) = &arguments.png {
        arguments.write_pictures(&run, &press, folder)?;
        out.line(format_args!("wrote {} pictures: {}", run.once.len(), folder.display()));
    }
    tell_what_is_long(&run, out);
    Ok(Verdict::Fine)
}

impl Arguments {
    fn imposition(&self) -> Result<Imposition, Failure> {
        let paper = match self.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
            PaperName::Card => Paper::Card,
        };
        self.check_bleed()?;
        Imposition::new(paper, self.size, self.bleed, !self.no_marks)
            .ok_or_else(|| Failure::usage("a card of this size does not fit on the paper").help("try `--paper card`"))
    }

    fn check_bleed(&self) -> Result<(), Failure> {
        let most = Imposition::MOST_BLEED;
        match (0.0..=most).contains(&self.bleed) {
            true => Ok(()),
            false => Err(Failure::usage(format!("`--bleed` must be from 0 to {most}"))),
        }
    }

    /// Writes one PNG a face. All of them are drawn before the first is written.
    fn write_pictures(&self, run: &PrintRun, press: &Press, folder: &Path) -> Result<(), Failure> {
        self.check_bleed()?;
        let drawn = run.once.iter().enumerate().map(|(at, face)| {
            let name = format!("{:03}-{}.png", at + 1, file_name(&face.name));
            Ok((name, quietly(|| press.png(face, self.bleed, self.dpi)).map_err(not_pressed)?))
        });
        for (name, png) in drawn.collect::<Result<Vec<_>, Failure>>()? {
            disk::write_inside(folder, &name, png).map_err(|error| Failure::unwritable(&folder.join(&name), &error))?;
        }
        Ok(())
    }
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
fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = file.file_name().and_then(OsStr::to_str);
    let name = name.ok_or_else(|| Failure::usage(format!("`{}` is not the name of a file", file.display())))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    disk::write_inside(folder, name, bytes).map_err(|error| Failure::unwritable(file, &error))
}

/// The name of a card as part of the name of a file: lower-case letters, digits and `-`.
fn file_name(name: &str) -> String {
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let parts: Vec<String> =
        letters.collect::<String>().split('-').filter(|part| !part.is_empty()).map(Into::into).collect();
    parts.join("-").chars().take(60).collect()
}

fn refused(none: NoPrint, gallery: &Gallery) -> Failure {
    match none {
        NoPrint::Deck(deck) => Failure::unknown("deck", &deck, gallery.decks()),
        NoPrint::Nothing => {
            Failure::broken("there is no such card").help("`cardwright list cards --pack PACK` shows all")
        }
        NoPrint::TooMany(most) => Failure::usage(format!("these are more than {most} cards"))
            .help("print fewer copies, or one deck after another"),
    }
}

fn not_pressed(why: NotPressed) -> Failure {
    Failure::broken(format!("it cannot be printed: {why}"))
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
