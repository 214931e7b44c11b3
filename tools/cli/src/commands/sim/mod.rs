//! `cardwright sim`: plays many games, at random or between deciders, and counts what happens.

mod matrix;
#[cfg(feature = "parquet")]
mod parquet;
mod print;
mod repeat;
mod report;
mod rows;

use super::patience::Patience;
use super::record::replay;
use crate::out::Out;
use cardwright_game::{BeginError, Ruleset, RulesetInside};
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::deciders;
use cardwright_rulings::packs::{self, Packs};
use cardwright_rulings::record::Record;
use cardwright_rulings::sim::{self, Answers, Decks, Plan, Played};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use repeat::{MOST_DECISIONS, MOST_TURNS};
use rows::Rows;
use std::num::NonZero;
use std::path::PathBuf;
use std::slice;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// When questions can be answered, by name.
const ANSWERS: [(Answers, &str, &str); 3] = [
    (Answers::AtOnce, "at-once", "While the script that asks is running"),
    (Answers::Late, "late", "Later: the step is undone and run again with the answer"),
    (Answers::Saved, "saved", "In another table, from a save"),
];

/// Arguments of `cardwright sim`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// The pack whose game is played
    pack: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The number of players [default: the fewest the game allows, or as many as `--table` is for]
    #[arg(long, value_name = "K")]
    seats: Option<u8>,
    /// The seed of the first game; every further game uses the next seed. Such a number can be guessed from what a player sees
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The number of games to play at once [default: the number of processors]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Who decides: `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` or `external:COMMAND` for each seat, separated by
    /// commas; the last has all seats that are left. Seats rotate from game to game [default: everything at random]
    #[arg(long, value_name = "D,D")]
    deciders: Option<String>,
    /// Let each decider keep its seat in all games
    #[arg(long, requires = "deciders")]
    keep_seats: bool,
    #[command(flatten)]
    patience: Patience,
    /// The decks of the players, separated by commas [default: all decks in turn]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    decks: Vec<String>,
    /// Replace the cards that start face down by random ones of their kinds
    #[arg(long, conflicts_with = "decks")]
    any_cards: bool,
    /// Begin each game on this table of the game, in the middle of a turn
    #[arg(long, value_name = "NAME", conflicts_with_all = ["decks", "any_cards"])]
    table: Option<String>,
    /// Choose an option of the game; more than once for several
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = cardwright_rulings::packs::option)]
    options: Vec<(String, String)>,
    /// Show what each card is worth: the scores of those who played, drew or gained it
    #[arg(long)]
    effects: bool,
    /// Show how games go turn by turn: how many last, how many decisions there were, and who is ahead
    #[arg(long)]
    curves: bool,
    /// End as soon as every score is known to this many percentage points, up or down; `--games` is the most
    #[arg(long, value_name = "POINTS", value_parser = points)]
    until: Option<f64>,
    /// Play every deck against every deck, in both orders, so many games each, and show scores and ratings
    #[arg(long, conflicts_with_all = ["any_cards", "table", "record", "trace", "profile", "curves", "effects", "digest"])]
    matrix: bool,
    /// Write a row for each game to this file, and one for each card and game to another beside it; its name ends in `.csv`,
    /// `.jsonl` or, where it is built in, `.parquet`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the run whose rows are in `--out`
    #[arg(long, requires = "out", conflicts_with_all = ["digest", "record"])]
    resume: bool,
    /// In some games, let a player leave at a random moment, or several at the same time
    #[arg(long)]
    leave: bool,
    /// When questions are answered; the games must be the same
    #[arg(long, value_name = "WHEN", value_parser = answers(), default_value = "at-once")]
    answers: Answers,
    /// Check the invariants of the engine after every step, not only after every game
    #[arg(long)]
    checked: bool,
    /// Print a digest of all traces; equal digests mean equal games
    #[arg(long)]
    digest: bool,
    /// Print the trace of every game
    #[arg(long, conflicts_with = "json")]
    trace: bool,
    /// Measure the time that each script function takes by itself
    #[arg(long)]
    profile: bool,
    /// Record the first game that went wrong, or else the first one
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Give up a game after this many turns, as one that never ends
    #[arg(long, value_name = "N", default_value_t = MOST_TURNS)]
    max_turns: u32,
    /// Give up a game after this many decisions, as one that never ends
    #[arg(long, value_name = "N", default_value_t = MOST_DECISIONS)]
    max_decisions: u64,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let ruleset = packs.ruleset(&arguments.pack)?;
    let plan = arguments.plan(&ruleset)?;
    if arguments.resume && arguments.json && !arguments.matrix {
        return Err(CommandError::usage(
            "`--json` has a digest of all games, and `--resume` does not play them all again",
        ));
    }
    if arguments.matrix {
        return arguments.table_of_decks(packs, &ruleset, &plan, out);
    }
    let (before, mut rows) = arguments.rows(packs, &ruleset, slice::from_ref(&plan))?;
    let before = before.into_iter().next().unwrap_or_default();
    let bar = bar(plan.games);
    bar.inc(before.len() as u64);
    let mut unwritten: Option<CommandError> = None;
    let began = Instant::now();
    let mut kept: Option<Played> = None;
    let tally = sim::go_on(&ruleset, &plan, &AtomicBool::new(false), before, |played| {
        bar.inc(1);
        if let Some(rows) = &mut rows {
            unwritten = unwritten.take().or(rows.add(&ruleset, &plan, played).err());
        }
        if let Some(trace) = played.trace.as_ref().filter(|_| arguments.trace) {
            out.line(format_args!("seed {}\n\n{trace}", played.seed));
        }
        let worse = kept.as_ref().is_none_or(|kept| kept.flaws.is_empty() && !played.flaws.is_empty());
        if arguments.record.is_some() && worse {
            kept = Some(played.clone());
        }
    });
    let took = began.elapsed();
    bar.finish_and_clear();
    rows.map(Rows::finish).transpose()?;
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    if arguments.json {
        let report = arguments.report(packs, &plan, &tally, took);
        out.json(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        arguments.print(&ruleset, &plan, &tally, took, out);
        arguments.print_flaws(packs, &plan, &tally, out);
    }
    if let (Some(file), Some(played)) = (&arguments.record, kept) {
        replay::write(&record(packs, &ruleset, &plan, &played)?, file)?;
        if !arguments.json {
            out.line(format_args!("\nrecorded seed {} in {}", played.seed, file.display()));
        }
    }
    Ok(crate::fine_if(tally.flaws.is_empty()))
}

fn record(packs: &Packs, ruleset: &Ruleset, plan: &Plan, played: &Played) -> Result<Record, CommandError> {
    let game = played.game.as_ref().ok_or_else(|| {
        CommandError::broken(format!("the game with seed {} broke off and cannot be recorded", played.seed))
            .help("run the same command to repeat it")
    })?;
    let deciders = played.seating.iter().map(|at| plan.contenders[*at].name().to_string());
    Ok(Record::new(packs, ruleset, game)?.played_by(deciders.collect()))
}

impl Arguments {
    fn plan(&self, ruleset: &Ruleset) -> Result<Plan, CommandError> {
        let rules = ruleset.rules();
        let table = self.table.as_deref().map(|name| packs::table(ruleset, name)).transpose()?;
        let players = self.seats.unwrap_or(table.map_or(rules.players.0, |table| table.people));
        BeginError::unless_playable(rules, players).map_err(|error| CommandError::usage(error.to_string()))?;
        for deck in &self.decks {
            if !rules.decks.contains_key(&**deck) {
                return Err(CommandError::unknown("deck", deck, rules.decks.keys().map(|key| &**key)));
            }
        }
        rules
            .chosen(self.options.iter().map(|(name, said)| (name, said)))
            .map_err(|wrong| CommandError::usage(wrong.to_string()))?;
        let names = self.deciders.as_deref().map(deciders::all).transpose()?.unwrap_or_default();
        if !names.is_empty() && self.answers != Answers::AtOnce {
            let failure = CommandError::usage("deciders answer at once");
            return Err(failure.help("`--answers` is for games in which everything is decided at random"));
        }
        let (contenders, lineup) = deciders::lineup(&names, players, ruleset, self.patience.time())?;
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Plan {
            games: self.games,
            players,
            seed: self.seed,
            threads: self.threads.map_or_else(processors, NonZero::get),
            decks: self.what_with(),
            contenders,
            lineup,
            keeps_seats: self.keep_seats,
            curves: self.curves,
            until: self.until.map(|points| points / 100.0),
            options: self.options.clone(),
            leaving: self.leave,
            answers: self.answers,
            checked: self.checked,
            digest: self.digest || self.json,
            profile: self.profile,
            traces: self.trace || self.record.is_some(),
            max_turns: self.max_turns,
            max_decisions: self.max_decisions,
        })
    }

    /// The games of each plan that were played before, and where the rows of the others go.
    fn rows(
        &self,
        packs: &Packs,
        ruleset: &Ruleset,
        plans: &[Plan],
    ) -> Result<(Vec<Vec<Played>>, Option<Rows>), CommandError> {
        let (Some(file), Some(plan)) = (&self.out, plans.first()) else { return Ok((Vec::new(), None)) };
        rows::check(file, plan, self.resume)?;
        let settings = self.settings(packs, plan);
        if self.resume {
            let before = rows::go_on(file, &settings, ruleset, plans)?;
            return Ok((before, Some(Rows::append(file, ruleset, plan, self.matrix)?)));
        }
        rows::note_settings(file, &settings)?;
        Ok((Vec::new(), Some(Rows::create(file, ruleset, plan, self.matrix)?)))
    }

    fn what_with(&self) -> Decks {
        if let Some(table) = &self.table {
            return Decks::OnTable(table.clone());
        }
        match (self.any_cards, self.decks.is_empty()) {
            (true, _) => Decks::AnyCards,
            (false, true) => Decks::InTurn,
            (false, false) => Decks::Named(self.decks.clone()),
        }
    }
}

fn per_second(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64().max(1e-9)
}

/// A number of percentage points.
fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if points > 0.0 && points < 50.0 => Ok(points),
        _ => Err("name a number between 0 and 50, for instance 2.5".to_owned()),
    }
}

/// A bar on standard error, if that is a terminal.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Reads when questions are answered.
fn answers() -> impl TypedValueParser<Value = Answers> {
    let named = ANSWERS.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(named).map(|said| {
        let meant = ANSWERS.into_iter().find(|(_, name, _)| *name == said);
        meant.map_or_else(Answers::default, |(answers, ..)| answers)
    })
}
