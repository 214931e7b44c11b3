//! `cardwright run`: runs one ruling and prints its trace.

use crate::out::Out;
use cardwright_game::RulesetInside;
use cardwright_kernel::ids::Seat;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{Comparison, RulingFile};
use cardwright_rulings::runner::{Judgement, PlayedRuling, Rulesets, RulingRunner, shown};
use cardwright_rulings::selection::selected_one;
use clap::Args;

/// Arguments of `cardwright run`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The ruling: its file, or the beginning or a part of its name that no other has
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
    let file = selected_one(&mut packs, &arguments.ruling)?;
    match RulingRunner::new(&Rulesets::new(&packs)).judge(&file)? {
        Judgement::Unreadable(problems) => {
            out.rendered(problems.render(&file.source(), out.colour()));
            Ok(Verdict::Found)
        }
        Judgement::Played(played) => arguments.print(&file, &played, out),
    }
}

impl Arguments {
    fn print(&self, file: &RulingFile, played: &PlayedRuling, out: &mut Out) -> Outcome {
        let PlayedRuling { ruleset, run, comparison, .. } = played;
        let reader = self.seat.map(|letter| seat(letter, run.game.state().people())).transpose()?;
        let reporter = ruleset.reporter(&run.game, reader);
        let reporter = if self.places { reporter.with_places() } else { reporter };
        if self.json {
            // A fingerprint tells whoever has one whether a guess about hidden cards is right.
            let fingerprints: &[(u32, u64)] = if reader.is_none() { &run.fingerprints } else { &[] };
            out.json(&reporter.json_lines(&run.facts, fingerprints));
            return Ok(crate::fine_if(run.failures.is_empty()));
        }
        out.text(reporter.trace(&run.facts));
        if reader.is_some() {
            return Ok(print_verdict(played, out));
        }
        let logged = reporter.logged(run.game.logged_lines());
        if !logged.is_empty() {
            out.text(format!("\nlogged:\n{logged}"));
        }
        if !run.failures.is_empty() {
            out.rendered(format_args!("\n{}", shown(file, &run.failures, out.colour())));
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

/// Prints how the ruling went and nothing more: problems and snapshots show what a seat may not read.
fn print_verdict(played: &PlayedRuling, out: &mut Out) -> Verdict {
    let why = match played.comparison {
        _ if !played.run.failures.is_empty() => "the ruling fails",
        Comparison::Differs(_) => "the snapshot differs",
        Comparison::Same | Comparison::Missing => return Verdict::Fine,
    };
    out.line(format_args!("\n{why}: run it without `--seat` to see how"));
    Verdict::Found
}

/// The seat with this letter.
fn seat(letter: char, players: usize) -> Result<Seat, CommandError> {
    let seats = (0..players as u8).map(Seat);
    seats.into_iter().find(|seat| seat.letter() == letter.to_ascii_uppercase()).ok_or_else(|| {
        let last = Seat(players.saturating_sub(1) as u8).letter();
        CommandError::usage(format!("there is no seat `{letter}`; seats are A to {last}"))
    })
}
