//! `cardwright ask`: what an expression of the script language is at a table, or in the middle of a ruling or a recorded game.

use super::explain::{is_record, read};
use super::record::replay;
use crate::out::Out;
use cardwright_game::{AskedFor, Asker, Begin, Failing, Reply, Ruleset, RulesetInside, ValueParts};
use cardwright_kernel::problems::{Colour, Source};
use cardwright_kernel::state::Game;
use cardwright_kernel::trace::Fact;
use cardwright_report::Reporter;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::{self, Packs};
use cardwright_rulings::rulings;
use cardwright_rulings::selection::selected_one;
use cardwright_script::asked::EXPRESSION;
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;

const EXAMPLES: &str = "\
The answer is the author's: it comes of everything on the table, also of what no seat may know.

Examples:
  cardwright ask toy:tables/embers 'A.hand'
  cardwright ask toy/echo/only-strikes 'A.hand.filter(|card| card.kind == \"strike\").len'
  cardwright ask toy/thorn-hedge --step 1 'game().turn_player.sparks'
  cardwright ask game.json --until 40 'B.shelter' --json";

/// Arguments of `cardwright ask`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The table: a ruling, as `run` takes it, a table that a game declares, such as `toy:tables/embers`, or the record of a game
    table: String,
    /// An expression as scripts have it; players are `A`, `B` and so on, the game is `game()`. It only looks, as a value does
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Stop the ruling after so many lines of its steps, where the next question is put
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Stop when this line of the trace has been told: its number, counted from 1, or a part of it that no line before has
    #[arg(long, value_name = "LINE", conflicts_with = "step")]
    until: Option<String>,
    /// The script whose functions and constants the expression can name, besides those that all scripts of the game can
    #[arg(long, value_name = "SCRIPT")]
    within: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let (ruleset, game) = arguments.moment(&mut packs)?;
    let question =
        AskedFor { expression: &arguments.expression, within: arguments.within.as_deref(), variables: Vec::new() };
    let reply = match Asker::new(&ruleset).ask(&game, &question) {
        Ok(reply) => reply,
        Err(problems) => {
            let source = Source { path: EXPRESSION, text: &arguments.expression };
            out.rendered(problems.render(&source, out.colour()));
            return Ok(Verdict::Found);
        }
    };
    match arguments.json {
        true => out.json(&as_json(&reply, &game).to_string()),
        false => lines(&reply, &game).iter().for_each(|line| out.line(line)),
    }
    Ok(crate::fine_if(reply.value.is_some()))
}

impl Arguments {
    /// The game at the moment that is meant.
    fn moment(&self, packs: &mut Packs) -> Result<(Ruleset, Game), CommandError> {
        if let Some((game, table)) = self.table.split_once(":tables/") {
            return self.of_table(packs, game, table);
        }
        match is_record(&self.table) {
            true => self.of_record(packs),
            false => self.of_ruling(packs),
        }
    }

    /// A declared table, where the first question is put.
    fn of_table(&self, packs: &Packs, game: &str, table: &str) -> Result<(Ruleset, Game), CommandError> {
        if self.step.is_some() || self.until.is_some() {
            return Err(CommandError::usage(
                "`--step` and `--until` need a ruling or a record: on a table nothing has happened",
            ));
        }
        let ruleset = packs.ruleset(game)?;
        let people = packs::table(&ruleset, table)?.people;
        let begin = Begin { table: Some(table.to_owned()), ..Begin::new(people, 0) };
        let game = ruleset.begin(&begin).map_err(|error| CommandError::broken(error.to_string()))?;
        let mut table = ruleset.table_of_people(&ruleset.host(), game);
        table.advance();
        Ok((ruleset, table.into_game()))
    }

    fn of_record(&self, packs: &Packs) -> Result<(Ruleset, Game), CommandError> {
        if self.step.is_some() {
            return Err(
                CommandError::usage("`--step` needs a ruling").help("`--until LINE` stops at a line of the trace")
            );
        }
        let record = replay::read(Path::new(&self.table))?;
        let ruleset = packs.ruleset(&record.game)?;
        let begin = || record.begin(&ruleset).map_err(CommandError::broken);
        let game = ruleset.replay(&ruleset.host(), begin()?, &record.log);
        let Some(facts) = self.facts_until(&ruleset, &game, game.trace())? else { return Ok((ruleset, game)) };
        let mut replaying = ruleset.replaying(&ruleset.host(), begin()?, &record.log, None);
        replaying.keep_moment(facts);
        while replaying.step() {}
        let game = replaying.moment().cloned().ok_or_else(not_come)?;
        Ok((ruleset, game))
    }

    fn of_ruling(&self, packs: &mut Packs) -> Result<(Ruleset, Game), CommandError> {
        let file = selected_one(packs, &self.table)?;
        let ruleset = packs.ruleset_of_rulings(file.pack())?;
        let mut ruling = read(&file, &ruleset)?;
        if let Some(step) = self.step {
            if step > ruling.step_lines() {
                let there = crate::counted(ruling.step_lines(), "line");
                return Err(CommandError::usage(format!("the steps of this ruling have {there}, not {step}")));
            }
            ruling = ruling.first_steps(step);
        }
        let run = rulings::run(&ruling, &ruleset, &ruleset.host());
        // What is asked after the last step is what it stops at.
        if let Some(problem) = run.failures.iter().find(|problem| problem.code != "question-open") {
            return Err(CommandError::broken(problem.render(&file.source(), Colour::Plain)));
        }
        let Some(facts) = self.facts_until(&ruleset, &run.game, &run.facts)? else { return Ok((ruleset, run.game)) };
        // What was refused is told beside the trace of the game.
        let facts = own_facts(run.game.trace(), &run.facts[..facts]);
        let game = rulings::run_to(&ruling, &ruleset, &ruleset.host(), facts).ok_or_else(not_come)?;
        Ok((ruleset, game))
    }

    /// How many facts have been told when the line is over at which it stops.
    fn facts_until(&self, ruleset: &Ruleset, game: &Game, facts: &[Fact]) -> Result<Option<usize>, CommandError> {
        let Some(until) = &self.until else { return Ok(None) };
        let lines = ruleset.reporter(game, None).lines(facts);
        let at = match until.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|at| *at < lines.len()),
            Err(_) => lines.iter().position(|(_, line)| line.contains(&**until)),
        };
        let Some(at) = at else {
            let message = format!("the trace has {} lines, and none of them is `{until}`", lines.len());
            return Err(
                CommandError::usage(message).help("`cardwright run` and `cardwright record replay --trace` print it")
            );
        };
        Ok(Some(lines.get(at + 1).map_or(facts.len(), |(next, _)| *next)))
    }
}

fn not_come() -> CommandError {
    CommandError::broken("played again, the game does not come to this line")
}

/// How many of these facts are the game's own.
pub(super) fn own_facts(trace: &[Fact], told: &[Fact]) -> usize {
    let mut own = trace.iter().peekable();
    told.iter().filter(|fact| own.next_if(|own| own == fact).is_some()).count()
}

/// The answer as lines.
pub(super) fn lines(reply: &Reply, game: &Game) -> Vec<String> {
    let reporter = Reporter::new(&reply.rules, game.state());
    let value = reply.value.iter().map(|value| reporter.carried(value));
    let parts = reply.parts.iter().flat_map(|parts| part_lines(parts, &reporter)).map(|line| format!("  {line}"));
    let faults = reply.faults.iter().map(fault_line);
    value.chain(parts).chain(faults).collect()
}

fn part_lines(parts: &ValueParts, reporter: &Reporter<'_>) -> Vec<String> {
    match parts {
        ValueParts::Modified { value, lines, at_least } => {
            let placed = |place: Option<String>| place.map(|place| format!("  {place}")).unwrap_or_default();
            let told = lines.iter().map(|line| reporter.place_of_step(*value, line));
            let told = told.map(|(step, place)| format!("{step}{}", placed(place)));
            told.chain(at_least.map(|least| format!("at least {least}"))).collect()
        }
        ValueParts::Attribute { attribute, printed, file } => {
            let printed = reporter.value(*attribute, *printed);
            vec![match file {
                Some(file) => format!("printed: {printed}  {file}"),
                None => format!("{printed} to begin with"),
            }]
        }
    }
}

fn fault_line(fault: &Failing) -> String {
    match &fault.place {
        Some((path, line, column)) => format!("! {} ({path}:{line}:{column})", fault.message),
        None => format!("! {}", fault.message),
    }
}

fn as_json(reply: &Reply, game: &Game) -> Value {
    let reporter = Reporter::new(&reply.rules, game.state());
    let fault = |fault: &Failing| {
        let place =
            fault.place.as_ref().map(|(path, line, column)| json!({ "file": path, "line": line, "column": column }));
        json!({ "message": fault.message, "place": place })
    };
    json!({
        "value": reply.value.as_ref().map(|value| reporter.carried_json(value)),
        "text": reply.value.as_ref().map(|value| reporter.carried(value)),
        "parts": reply.parts.as_ref().map(|parts| parts_json(parts, &reporter)),
        "faults": reply.faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

fn parts_json(parts: &ValueParts, reporter: &Reporter<'_>) -> Value {
    match parts {
        ValueParts::Modified { value, lines, at_least } => {
            let line = |line| {
                let (text, place) = reporter.place_of_step(*value, line);
                json!({ "text": text, "amount": line.amount, "total": line.total, "place": place })
            };
            json!({ "lines": lines.iter().map(line).collect::<Vec<_>>(), "at_least": at_least })
        }
        ValueParts::Attribute { attribute, printed, file } => {
            json!({ "printed": reporter.value(*attribute, *printed), "file": file })
        }
    }
}
