//! `cardwright print`: the cards of a pack as pages for a printer, and as pictures.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `cardwright print`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("written").required(true).multiple(true).args(["out", "png"]))]
pub struct Arguments {
    /// The pack; of a pack that extends a game, only its own cards
    pub pack: String,
    /// The PDF to write
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A folder for one PNG a card
    #[arg(long, value_name = "DIR")]
    pub png: Option<PathBuf>,
    /// Print this deck, each card as often as it has it; several are printed one after another [default: one of each card]
    #[arg(long, value_name = "DECK")]
    pub deck: Vec<String>,
    /// Print only cards whose names contain this
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub cards: String,
    /// Print everything so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub copies: u16,
    /// The paper
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    pub paper: PaperName,
    /// The size of a card in millimetres
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "63x88", value_parser = sides)]
    pub size: (u16, u16),
    /// How much is printed around each card to be cut off, in millimetres: 0 to 5
    #[arg(long, value_name = "MM", default_value_t = 0.0)]
    pub bleed: f32,
    /// Leave the cut marks out
    #[arg(long)]
    pub no_marks: bool,
    /// Dots per inch of the PNGs
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(36..=1200))]
    pub dpi: u32,
}

/// Paper, by name.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum PaperName {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
    /// A page for each card, as large as the card with its bleed
    Card,
}

/// Reads `63x88`.
fn sides(said: &str) -> Result<(u16, u16), String> {
    let sides = said.split_once(['x', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    sides.ok_or_else(|| "write the width and the height in millimetres: 63x88".into())
}
