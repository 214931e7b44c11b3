//! Tables that somebody has laid out card by card, as games to be played on and as rulings.

use super::{Position, Workshop, WrittenRuling};
use cardwright_content::tree::{key, quoted};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::state::Game;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::promote::{Promoted, check_name, moment_of};
use cardwright_rulings::rulings::{self, Ruling, RulingFile};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A table that somebody has laid out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableLayout {
    /// The pack that holds the ruleset.
    pub pack: String,
    /// How many people sit there.
    pub people: u8,
    /// Whose turn it is, by the letter.
    pub turn: String,
    /// The running phase, by its key; the first in which somebody is asked if none is named.
    #[serde(default)]
    pub phase: Option<String>,
    /// What lies where.
    pub places: Vec<LaidPlace>,
}

/// A zone of such a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaidPlace {
    /// The letter of a player, `game`, or `board:` and the name of a place.
    pub whose: String,
    /// The zone, by its key.
    pub zone: String,
    /// Its cards; those of a pile from the top.
    pub cards: Vec<LaidCard>,
}

/// A card of such a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaidCard {
    /// Its name.
    pub name: String,
    /// How many there are of it.
    #[serde(default = "one")]
    pub count: u32,
    /// Its owner, if that does not follow from its zone.
    #[serde(default)]
    pub of: Option<String>,
    /// What has changed about it: flags, numbers and words.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
}

const fn one() -> u32 {
    1
}

/// The claim of a ruling of which nobody has said what it shows.
const UNCLAIMED: &str = "Write here what is true on this table.";

impl Workshop {
    /// A table that somebody has laid out, as a game before its first step.
    ///
    /// # Errors
    /// Why it cannot be laid.
    pub(crate) fn lay_out(&self, layout: &TableLayout) -> Result<Position, String> {
        let game = self.packs().game_of(&layout.pack).map_err(told)?;
        let ruleset = self.ruleset(&game).map_err(told)?;
        let (_, ruling) = read(&ruleset, layout, String::new(), UNCLAIMED, &[])?;
        Ok(Position { game, save: ruleset.save(&Game::new(ruleset.rules(), &ruling.setup)) })
    }

    /// Makes a ruling of such a table: nothing is done there, and it claims who is asked and whose turn it is.
    ///
    /// # Errors
    /// Why none can be made of it.
    pub(crate) fn write_layout(&self, layout: &TableLayout, name: &str, claim: &str) -> Result<WrittenRuling, String> {
        check_name(name).map_err(told)?;
        let game = self.packs().game_of(&layout.pack).map_err(told)?;
        let ruleset = self.ruleset(&game).map_err(told)?;
        let (host, rules) = (ruleset.host(), ruleset.rules());
        let path = format!("tests/rulings/{game}/{name}.toml");
        let claim = if claim.trim().is_empty() { UNCLAIMED } else { claim.trim() };
        let (_, bare) = read(&ruleset, layout, path.clone(), claim, &[])?;
        let stands = rulings::run(&bare, &ruleset, &host).game;
        let asked = rulings::open_questions(&stands, rules).into_iter();
        let steps: Vec<String> = asked.chain([moment_of(rules, stands.state())]).collect();
        let (file, ruling) = read(&ruleset, layout, path, claim, &steps)?;
        let run = rulings::run(&ruling, &ruleset, &host);
        if let Some(problem) = run.failures.first() {
            return Err(problem.message.to_string());
        }
        let snapshot = rulings::written(&ruling, &run.trace);
        self.keep_ruling(&game, Promoted { file, trace: run.trace, snapshot })
    }
}

fn told(failure: CommandError) -> String {
    failure.to_string()
}

fn read(
    ruleset: &Ruleset,
    layout: &TableLayout,
    path: String,
    claim: &str,
    steps: &[String],
) -> Result<(RulingFile, Ruling), String> {
    let text = text(layout, claim, steps)?;
    let file = RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() };
    match rulings::read(&file, ruleset) {
        Ok(ruling) => Ok((file, ruling)),
        Err(problems) => Err(problems.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>().join("; ")),
    }
}

/// The file of a ruling about the table.
fn text(layout: &TableLayout, claim: &str, steps: &[String]) -> Result<String, String> {
    let mut text = format!("claim = {}\nplayers = {}\nturn = {}\n", quoted(claim), layout.people, quoted(&layout.turn));
    if let Some(phase) = &layout.phase {
        text += &format!("phase = {}\n", quoted(phase));
    }
    let mut whose: Vec<&str> = layout.places.iter().map(|place| &*place.whose).collect();
    whose.sort_unstable();
    whose.dedup();
    for whose in whose {
        text += &format!("\n[{}]\n", part(whose));
        for place in layout.places.iter().filter(|place| place.whose == whose) {
            text += &zone(place)?;
        }
    }
    Ok(text + &format!("\n[play]\nsteps = \"\"\"\n{}\n\"\"\"\n", steps.join("\n")))
}

/// The part of the file about a player, the game, or a place of the board.
fn part(whose: &str) -> String {
    match whose.strip_prefix("board:") {
        Some(site) => format!("board.{}", quoted(site)),
        None => key(whose),
    }
}

fn zone(place: &LaidPlace) -> Result<String, String> {
    let cards = place.cards.iter().map(card).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{} = [{}]\n", key(&place.zone), cards.join(", ")))
}

fn card(card: &LaidCard) -> Result<String, String> {
    let mut fields = vec![format!("name = {}", quoted(&card.name))];
    if card.count > 1 {
        fields.push(format!("count = {}", card.count));
    }
    fields.extend(card.of.as_ref().map(|owner| format!("of = {}", quoted(owner))));
    for (name, value) in &card.attributes {
        let value = match value {
            Value::String(text) => quoted(text),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            _ => return Err(format!("`{name}` is a flag, a number or a word")),
        };
        fields.push(format!("{} = {value}", key(name)));
    }
    Ok(match fields.len() {
        1 => quoted(&card.name),
        _ => format!("{{ {} }}", fields.join(", ")),
    })
}
