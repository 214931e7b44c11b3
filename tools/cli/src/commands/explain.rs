//! `cardwright explain`: why a line of a trace is there, and why something else did not happen.

use super::record::replay;
use crate::explain::{self, Cause};
use crate::out::Out;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Colour, Problem};
use cardwright_kernel::state::Game;
use cardwright_kernel::trace::{Fact, FactKind};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, Ruling, RulingFile};
use cardwright_rulings::selection::selected_one;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright explain`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The ruling, as `run` takes it, or the record of a game
    file: String,
    /// The line of the trace, counted from 1 [default: the last]
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// What a seat might have done at that line instead, as a step writes it: the first reason against it
    #[arg(long, value_name = "STEP", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    why_not: Option<String>,
    /// A value as a claim names it, to show how it comes about at the end, or before that line: `Calm: level`
    #[arg(long, value_name = "VALUE", conflicts_with = "why_not", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    value: Option<String>,
}

/// A ruling or a game as it was played.
struct Played {
    ruleset: Ruleset,
    game: Game,
    facts: Vec<Fact>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    if is_record(&arguments.file) {
        if arguments.why_not.is_some() || arguments.value.is_some() {
            return Err(CommandError::usage("`--why-not` and `--value` need a ruling")
                .help("`cardwright new ruling NAME --from RECORD` makes one of a position of a recorded game"));
        }
        let record = replay::read(Path::new(&arguments.file))?;
        let ruleset = packs.ruleset(&record.game)?;
        let begin = record.begin(&ruleset).map_err(CommandError::broken)?;
        let game = ruleset.replay(&ruleset.host(), begin, &record.log);
        return arguments.print(&Played { facts: game.trace().to_vec(), ruleset, game }, out);
    }
    let file = selected_one(&mut packs, &arguments.file)?;
    let ruleset = packs.ruleset_of_rulings(file.pack())?;
    let played = play(&read(&file, &ruleset)?, &ruleset)
        .map_err(|problem| CommandError::broken(problem.render(&file.source(), Colour::Plain)))?;
    if let Some(value) = &arguments.value {
        let played = if arguments.line.is_some() { arguments.up_to_line(&file, &played, None)? } else { played };
        return print_value(&played, value, out);
    }
    let Some(step) = &arguments.why_not else { return arguments.print(&played, out) };
    let refused = arguments.refused(&file, &played, step)?;
    let last = Arguments { line: None, why_not: None, value: None, file: arguments.file.clone() };
    last.print(&refused, out)
}

/// Whether a word means the record of a game.
pub(super) fn is_record(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|ending| ending == "json")
}

/// Reads a ruling.
pub(super) fn read(file: &RulingFile, ruleset: &Ruleset) -> Result<Ruling, CommandError> {
    rulings::read(file, ruleset)
        .map_err(|problems| CommandError::broken(problems.render(&file.source(), Colour::Plain)))
}

/// Plays a ruling; what is wrong if it fails.
fn play(ruling: &Ruling, ruleset: &Ruleset) -> Result<Played, Box<Problem>> {
    let run = rulings::run(ruling, ruleset, &ruleset.host());
    // What is asked after the last step does not matter here.
    match run.failures.iter().find(|problem| problem.code != "question-open") {
        Some(problem) => Err(Box::new(problem.clone())),
        None => Ok(Played { ruleset: ruleset.clone(), game: run.game, facts: run.facts }),
    }
}

impl Arguments {
    fn print(&self, played: &Played, out: &mut Out) -> Outcome {
        let reporter = played.ruleset.reporter(&played.game, None);
        let lines = reporter.lines(&played.facts);
        let number = self.line.unwrap_or(lines.len());
        let at = number.checked_sub(1).and_then(|at| lines.get(at)).map(|(at, _)| *at).ok_or_else(|| {
            CommandError::usage(format!("the trace has {} lines, and none with the number {number}", lines.len()))
        })?;
        print_chain(&explain::causes(&reporter, &played.facts, at), out);
        if let Some(against) = explain::causes_against(&reporter, &played.facts, at) {
            out.line("\nbecause:");
            print_chain(&against, out);
        }
        Ok(Verdict::Fine)
    }

    /// The ruling up to the line, with a claim that the step cannot be done then.
    fn refused(&self, file: &RulingFile, played: &Played, step: &str) -> Result<Played, CommandError> {
        let played = self.up_to_line(file, played, Some(step))?;
        let is_refused = |fact: &Fact| matches!(fact.what, FactKind::Refused { .. } | FactKind::RefusedChoice { .. });
        let last = played.facts.iter().rposition(is_refused);
        let last = last.ok_or_else(|| CommandError::usage(format!("`{step}` is nothing that could be refused")))?;
        Ok(Played { facts: played.facts[..=last].to_vec(), ..played })
    }

    /// The ruling up to the line, and then perhaps with a claim that a step cannot be done.
    fn up_to_line(&self, file: &RulingFile, played: &Played, step: Option<&str>) -> Result<Played, CommandError> {
        let reporter = played.ruleset.reporter(&played.game, None);
        let lines = reporter.lines(&played.facts);
        let before = lines.iter().take(self.line.map_or(lines.len(), |line| line.saturating_sub(1)));
        let inputs = before.filter_map(|(_, line)| {
            let line = line.trim_start();
            line.strip_prefix("> ").map(str::to_owned).or_else(|| line.starts_with("* ").then(|| line.to_owned()))
        });
        let steps: Vec<String> = inputs.chain(step.map(cannot).transpose()?).collect();
        let ruling = read(file, &played.ruleset)?.with_steps(played.ruleset.rules(), &steps.join("\n"));
        let wrong = |problem: Option<&Problem>| {
            let message = problem.map(|problem| problem.message.to_string());
            CommandError::usage(format!("`{}`: {}", step.unwrap_or("--line"), message.unwrap_or_default()))
        };
        let ruling = ruling.map_err(|problems| wrong(problems.iter().next()))?;
        play(&ruling, &played.ruleset).map_err(|problem| wrong(Some(&problem)))
    }
}

/// The claim that a step cannot be done: "A plays Calm" becomes "A cannot play Calm".
fn cannot(step: &str) -> Result<String, CommandError> {
    let malformed =
        || CommandError::usage(format!("`{step}` is no step")).help("write it like `B answers Wish with Calm`");
    let (seat, rest) = step.split_once(' ').ok_or_else(malformed)?;
    if rest.starts_with("cannot ") {
        return Ok(step.to_owned());
    }
    let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let verb = verb.strip_suffix('s').ok_or_else(malformed)?;
    Ok(format!("{seat} cannot {verb} {rest}").trim_end().to_owned())
}

/// How a value comes about, in one sentence and step by step.
fn print_value(played: &Played, value: &str, out: &mut Out) -> Outcome {
    let story = rulings::story_of_value(&played.ruleset, &played.game, value).map_err(CommandError::usage)?;
    out.line(&story.text);
    let width = story.steps.iter().map(|(step, _)| step.chars().count()).max().unwrap_or_default();
    for (step, place) in &story.steps {
        match place {
            Some(place) => out.line(format_args!("  {step:width$}  {place}")),
            None => out.line(format_args!("  {step}")),
        }
    }
    Ok(Verdict::Fine)
}

fn print_chain(chain: &[Cause], out: &mut Out) {
    let width = chain.iter().map(|cause| cause.line.chars().count()).max().unwrap_or_default();
    for (depth, cause) in chain.iter().enumerate() {
        let indent = "  ".repeat(depth);
        match &cause.place {
            Some(place) => {
                let gap = width + 2 * chain.len() - 2 * depth - cause.line.chars().count();
                out.line(format_args!("{indent}{}{:gap$}{place}", cause.line, ""));
            }
            None => out.line(format_args!("{indent}{}", cause.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cannot;

    #[test]
    fn a_step_becomes_a_claim() {
        assert_eq!(cannot("A plays Calm").ok().as_deref(), Some("A cannot play Calm"));
        assert_eq!(cannot("B answers Wish with Calm").ok().as_deref(), Some("B cannot answer Wish with Calm"));
        assert_eq!(cannot("B cannot play Calm").ok().as_deref(), Some("B cannot play Calm"));
        assert!(cannot("nonsense").is_err());
    }
}
