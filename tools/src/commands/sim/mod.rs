//! `cardwright sim`: plays many games at random and counts what happens.

mod repeat;

use super::record::replay;
use crate::failure::{Failure, Outcome};
use crate::out::Out;
use crate::packs::{self, Packs};
use crate::record::Record;
use crate::sim::{self, Answers, Decks, Plan, Played, SimTally, Spread, Took};
use cardwright::game::{Misfit, Ruleset};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use repeat::{MOST_DECISIONS, MOST_TURNS};
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// Arguments of `cardwright sim`.
#[derive(Args, Debug)]
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
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = crate::packs::option)]
    options: Vec<(String, String)>,
    /// In some games, let a player leave at a random moment
    #[arg(long)]
    leave: bool,
    /// When questions are answered; the games must be the same
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
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

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    pack: &'a str,
    players: u8,
    seed: u64,
    games: u64,
    faults: Vec<Fault<'a>>,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions: u64,
    turns: Spread,
    wins: BTreeMap<char, u64>,
    drawn: u64,
    endings: &'a BTreeMap<String, u64>,
    cards: serde_json::Map<String, serde_json::Value>,
    digest: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Vec<Took>,
}

#[derive(Serialize)]
struct Fault<'a> {
    seed: u64,
    kind: &'a str,
    message: &'a str,
    repeat: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let ruleset = packs.ruleset(&arguments.pack)?;
    let plan = arguments.plan(&ruleset)?;
    let bar = bar(plan.games);
    let began = Instant::now();
    let mut kept: Option<Played> = None;
    let tally = sim::run(&ruleset, &plan, |played| {
        bar.inc(1);
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
    if arguments.json {
        let report = arguments.report(packs, &plan, &tally, took);
        out.json(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        arguments.print(&ruleset, &plan, &tally, took, out);
        arguments.print_flaws(packs, &plan, &tally, out);
    }
    if let (Some(file), Some(played)) = (&arguments.record, kept) {
        replay::write(&record(packs, &ruleset, &played)?, file)?;
        if !arguments.json {
            out.line(format_args!("\nrecorded seed {} in {}", played.seed, file.display()));
        }
    }
    Ok(crate::fine_if(tally.flaws.is_empty()))
}

fn record(packs: &Packs, ruleset: &Ruleset, played: &Played) -> Result<Record, Failure> {
    let game = played.game.as_ref().ok_or_else(|| {
        Failure::broken(format!("the game with seed {} broke off and cannot be recorded", played.seed))
            .help("run the same command to repeat it")
    })?;
    Record::new(packs, ruleset, game)
}

impl Arguments {
    fn plan(&self, ruleset: &Ruleset) -> Result<Plan, Failure> {
        let rules = ruleset.rules();
        let table = self.table.as_deref().map(|name| packs::table(ruleset, name)).transpose()?;
        let players = self.seats.unwrap_or(table.map_or(rules.players.0, |table| table.people));
        Misfit::unless_playable(rules, players).map_err(|misfit| Failure::usage(misfit.to_string()))?;
        for deck in &self.decks {
            if !rules.decks.contains_key(&**deck) {
                return Err(Failure::unknown("deck", deck, rules.decks.keys().map(|key| &**key)));
            }
        }
        for (name, said) in &self.options {
            rules.option(name, said).map_err(|wrong| Failure::usage(wrong.to_string()))?;
        }
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Plan {
            games: self.games,
            players,
            seed: self.seed,
            threads: self.threads.map_or_else(processors, NonZero::get),
            decks: self.what_with(),
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

    fn report<'a>(&'a self, packs: &Packs, plan: &Plan, tally: &'a SimTally, took: Duration) -> Report<'a> {
        let fault = |(seed, flaw): &'a (u64, sim::Flaw)| Fault {
            seed: *seed,
            kind: flaw.kind,
            message: &flaw.message,
            repeat: self.repeat(packs, plan, *seed),
        };
        Report {
            pack: &self.pack,
            players: plan.players,
            seed: plan.seed,
            games: tally.games,
            faults: tally.flaws.iter().map(fault).collect(),
            seconds: took.as_secs_f64(),
            games_per_second: per_second(tally.games, took),
            decisions_per_second: per_second(tally.decisions, took),
            decisions: tally.decisions,
            turns: tally.turns(),
            wins: tally.wins().collect(),
            drawn: tally.drawn,
            endings: &tally.endings,
            cards: tally.uses().into_iter().map(|(name, count)| (name.to_string(), count.into())).collect(),
            digest: tally.digest(),
            profile: tally.profile.took(tally.rules()),
        }
    }

    fn print(&self, ruleset: &Ruleset, plan: &Plan, tally: &SimTally, took: Duration, out: &mut Out) {
        let title = &ruleset.rules().title;
        let last = plan.seed.wrapping_add(plan.games.saturating_sub(1));
        out.line(format_args!(
            "{} game{} of {title}, {} players, seeds {} to {last}: {:.1} s, {:.1} games/s, {:.0} decisions/s",
            tally.games,
            if tally.games == 1 { "" } else { "s" },
            plan.players,
            plan.seed,
            took.as_secs_f64(),
            per_second(tally.games, took),
            per_second(tally.decisions, took)
        ));
        let Spread { min, median, mean, max } = tally.turns();
        out.line(format_args!("turns   {min} to {max}, median {median}, mean {mean:.1}"));
        let share = |count: u64| format!("{count} ({:.1}%)", 100.0 * count as f64 / tally.games.max(1) as f64);
        let drawn = (tally.drawn > 0).then(|| format!("nobody {}", share(tally.drawn)));
        let wins = tally.wins().map(|(seat, wins)| format!("{seat} {}", share(wins))).chain(drawn);
        out.line(format_args!("wins    {}", wins.collect::<Vec<_>>().join(", ")));
        let scores = tally.scores().map(|(player, min, mean, max)| format!("{player} {min} to {max}, mean {mean:.1}"));
        let scores: Vec<String> = scores.collect();
        if !scores.is_empty() {
            out.line(format_args!("scores  {}", scores.join("; ")));
        }
        let endings = tally.endings.iter().map(|(why, count)| format!("{why} {}", share(*count)));
        out.line(format_args!("endings {}", endings.collect::<Vec<_>>().join(", ")));
        if plan.digest {
            out.line(format_args!("digest  {}", tally.digest()));
        }
        print_cards(tally, out);
        print_profile(tally, took * plan.threads as u32, out);
    }
}

/// How many functions the profile shows.
const SHOWN: usize = 30;

/// What functions took, of the time of all threads together.
fn print_profile(tally: &SimTally, took: Duration, out: &mut Out) {
    let all = tally.profile.took(tally.rules());
    if all.is_empty() {
        return;
    }
    out.line("\ntime by function\n   share    calls  µs/call");
    for one in all.iter().take(SHOWN) {
        let share = 100.0 * one.seconds / took.as_secs_f64();
        let each = 1e6 * one.seconds / one.calls as f64;
        out.line(format_args!("{share:>7.1}% {:>8} {each:>10.1}  {} in {}", one.calls, one.function, one.script));
    }
}

fn print_cards(tally: &SimTally, out: &mut Out) {
    let uses = tally.uses();
    let (used, unused): (Vec<_>, Vec<_>) = uses.into_iter().partition(|(_, count)| *count > 0);
    out.line("\ncards used");
    for (name, count) in used {
        out.line(format_args!("{count:>8} {name}"));
    }
    if !unused.is_empty() {
        let names: Vec<&str> = unused.into_iter().map(|(name, _)| name).collect();
        out.line(format_args!("   never {}", names.join(", ")));
    }
}

fn per_second(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64().max(1e-9)
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
