//! `cardwright why`: shows a card or a table as it is, and where each line of it comes from.

use crate::out::Out;
use cardwright_content::{CardLine, Why};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_script::syntax::outline;
use clap::Args;
use serde_json::json;

/// Arguments of `cardwright why`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The card or the table: its name, or its id such as `toy:boons/warm-tea` or `toy:tables/midgame`
    card: String,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// The widest first column; longer entries get a line of their own.
const WIDEST: usize = 60;

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let found = cardwright_content::games(&packs.files).into_iter().find_map(|game| {
        let why = cardwright_content::why(&packs.files, game, &arguments.card, outline)?;
        Some((game, why))
    });
    let Some((game, why)) = found else { return Err(unknown(packs, &arguments.card)) };
    if arguments.json {
        out.json(&as_json(game, &why).to_string());
        return Ok(Verdict::Fine);
    }
    out.line(format_args!("{}: {}, {} of {game}\n", why.id, why.name, why.kind));
    let width = why.lines.iter().map(|line| line.text.chars().count()).filter(|width| *width <= WIDEST).max();
    for line in &why.lines {
        out.line(shown(line, width.unwrap_or_default()));
    }
    Ok(Verdict::Fine)
}

fn shown(line: &CardLine, width: usize) -> String {
    let from = format!("{}:{}", line.path, line.line);
    let note = if line.note.is_empty() { String::new() } else { format!("  ({})", line.note) };
    match line.text.chars().count() > width {
        true => format!("{}\n{:width$}  {from}{note}", line.text, ""),
        false => format!("{:width$}  {from}{note}", line.text),
    }
}

fn as_json(game: &str, why: &Why) -> serde_json::Value {
    let lines = why
        .lines
        .iter()
        .map(|line| json!({ "text": line.text, "file": line.path, "line": line.line, "note": line.note }));
    json!({ "name": why.name, "id": why.id, "kind": why.kind, "game": game, "lines": lines.collect::<Vec<_>>() })
}

fn unknown(packs: &Packs, card: &str) -> CommandError {
    let names: Vec<String> = names(packs);
    CommandError::unknown("card or table", card, names.iter().map(String::as_str))
}

/// The printed names and the ids of all cards, and those of all tables.
fn names(packs: &Packs) -> Vec<String> {
    let mut names = Vec::new();
    for game in cardwright_content::games(&packs.files) {
        let rules = cardwright_content::load(&packs.files, game, outline).rules;
        for (name, definition) in &rules.definitions {
            names.extend([name.to_string(), definition.id.to_string()]);
        }
        for name in rules.tables.keys() {
            names.extend([name.to_string(), format!("{game}:tables/{name}")]);
        }
    }
    names
}
