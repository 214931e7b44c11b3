//! `cardwright run`: runs one ruling and prints its trace.

use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use crate::rulings::{Comparison, RulingFile};
use crate::runner::{Finding, Heard, RulingRunner, shown};
use cardwright::model::ids::Seat;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright run`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The ruling: its file, or any part of its name that is unique
    ruling: String,
    /// Print the trace as JSON lines
    #[arg(long)]
    json: bool,
    /// Show where each reason for a refusal is written: the file and line of the rule, card or script
    #[arg(long)]
    places: bool,
    /// Print only what this seat may read of the trace
    #[arg(long, value_name = "SEAT")]
    seat: Option<char>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let file = find(&mut packs, &arguments.ruling)?;
    match RulingRunner::new(&packs).hear(&file)? {
        Finding::Unreadable(problems) => {
            out.text(problems.render(&file.source(), out.colour()));
            Ok(Verdict::Found)
        }
        Finding::Heard(heard) => arguments.print(&file, &heard, out),
    }
}

impl Arguments {
    fn print(&self, file: &RulingFile, heard: &Heard, out: &mut Out) -> Outcome {
        let Heard { ruleset, run, comparison, .. } = heard;
        let reader = self.seat.map(|letter| seat(letter, run.game.state().people())).transpose()?;
        let reporter = ruleset.reporter(&run.game, reader);
        let reporter = if self.places { reporter.with_places() } else { reporter };
        if self.json {
            // A fingerprint tells who has one whether a guess about hidden cards is right.
            let fingerprints: &[(u32, u64)] = if reader.is_none() { &run.fingerprints } else { &[] };
            out.text(reporter.json_lines(&run.facts, fingerprints));
            return Ok(crate::fine_if(run.failures.is_empty()));
        }
        out.text(reporter.trace(&run.facts));
        if !run.failures.is_empty() {
            out.text(format_args!("\n{}", shown(file, &run.failures, out.colour())));
            return Ok(Verdict::Found);
        }
        match comparison {
            Comparison::Same => Ok(Verdict::Fine),
            Comparison::Missing => {
                out.line(format_args!("\nno snapshot yet: `cardwright accept {}` accepts this trace", file.name()));
                Ok(Verdict::Fine)
            }
            Comparison::Differs(diff) => {
                out.line(format_args!("\nthe snapshot differs:\n\n{diff}"));
                Ok(Verdict::Found)
            }
        }
    }
}

/// The seat with this letter.
fn seat(letter: char, players: usize) -> Result<Seat, Failure> {
    let seats = (0..players as u8).map(Seat);
    seats.into_iter().find(|seat| seat.letter() == letter.to_ascii_uppercase()).ok_or_else(|| {
        let last = Seat(players.saturating_sub(1) as u8).letter();
        Failure::usage(format!("there is no seat `{letter}`; seats are A to {last}"))
    })
}

/// The ruling with this path, this name, or the only one whose name contains the word.
fn find(packs: &mut Packs, word: &str) -> Result<RulingFile, Failure> {
    let path = Path::new(word).canonicalize().ok().filter(|path| path.is_file());
    if let Some(path) = &path {
        packs.bring_in(path)?;
    }
    let all = packs.rulings("");
    let meant = |file: &&RulingFile| {
        file.name() == word || *file.path == *word || path.is_some() && file.file().canonicalize().ok() == path
    };
    if let Some(file) = all.iter().find(meant) {
        return Ok(file.clone());
    }
    let matching: Vec<&RulingFile> = all.iter().filter(|file| file.name().contains(word)).collect();
    match matching[..] {
        [file] => Ok(file.clone()),
        [] => Err(Failure::unknown("ruling", word, all.iter().flat_map(|file| names(file.name())))),
        _ => {
            let failure = Failure::usage(format!("`{word}` matches {} rulings", matching.len()));
            Err(failure.help(cardwright::base::list(matching.iter().map(|file| file.name()))))
        }
    }
}

/// The names by which people call a ruling: whole, without its pack, and its claim alone.
fn names(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| Some(name.split_once('/')?.1))
}
