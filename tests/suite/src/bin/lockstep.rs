//! A game that another program plays: a JSON object a line on standard input, a JSON object a line on standard output.
//!
//! `{"begin": {"game": "hearts", "players": 4, "options": {}}}` begins a game, `{"chance": {"number": 1, "outcomes": [2, 0, 1]}}` says
//! what chance gives, and `{"answer": {"number": 7, "options": [3]}}` answers a prompt. The reply to each is the position:
//! what chance or the seats are asked, and the players; at the end of the game also the outcome. Only the public interface
//! of the library is used, as the host of a game uses it.

use cardwright_game::{Answer, Begin, Match, Ruleset, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};
use suite::game;

type Failed = Box<dyn Error>;

fn main() -> Result<(), Failed> {
    let mut player = Partner::default();
    let mut out = std::io::stdout().lock();

    for line in std::io::stdin().lock().lines() {
        let reply = player.obey(&serde_json::from_str(&line?)?)?;
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

/// What is kept between two lines: the games that were loaded, and the one that is played.
#[derive(Default)]
struct Partner {
    rulesets: BTreeMap<String, Ruleset>,
    running: Option<Match>,
}

impl Partner {
    fn obey(&mut self, request: &Value) -> Result<Value, Failed> {
        if let Some(begin) = request.get("begin") {
            self.running = Some(self.begin(begin)?);
        }
        let running = self.running.as_mut().ok_or("no game has begun")?;
        if let Some(given) = request.get("chance") {
            running.answer_chance(number(given, "number")?, &numbers(given, "outcomes")?)?;
        }
        if let Some(given) = request.get("answer") {
            let options = Answer::Options(numbers(given, "options")?.into());
            running.answer(number(given, "number")?, options)?;
        }
        running.advance().map_err(|trouble| format!("{trouble:?}"))?;
        Ok(position(running))
    }

    fn begin(&mut self, begin: &Value) -> Result<Match, Failed> {
        let name = begin["game"].as_str().ok_or("which game?")?.to_string();
        let ruleset = self.rulesets.entry(name.clone()).or_insert_with(|| game(&name));
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let options = begin["options"].as_object().into_iter().flatten();
        let options = options.map(|(name, value)| (name.clone(), text(value))).collect();
        let players = number(begin, "players")?;
        let mut running = Match::begin(ruleset, &Begin { options, ..Begin::new(players, 1) })?;
        running.ask_for_chance(true);
        Ok(running)
    }
}

/// What the other program gets to know: all that the host may see.
fn position(running: &Match) -> Value {
    let view = running.view(Viewer::Host);
    let zones = view.zones.iter().map(|zone| {
        let cards: Vec<&str> = zone.cards.iter().map(|card| &*card.name).collect();
        json!({ "zone": zone.zone, "cards": cards })
    });
    json!({
        "chance": running.chance(),
        "prompts": running.prompts(Viewer::Host),
        "turn": view.turn,
        "players": view.players,
        "game": view.game,
        "zones": zones.collect::<Vec<_>>(),
        "outcome": running.outcome(),
    })
}

fn number<T: TryFrom<u64>>(of: &Value, key: &str) -> Result<T, Failed> {
    let number = of[key].as_u64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("`{key}` must be a number").into())
}

fn numbers(of: &Value, key: &str) -> Result<Vec<u16>, Failed> {
    let list = of[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let numbers = list.iter().map(|number| number.as_u64().and_then(|number| u16::try_from(number).ok()));
    numbers.collect::<Option<Vec<u16>>>().ok_or_else(|| format!("`{key}` must be numbers").into())
}
