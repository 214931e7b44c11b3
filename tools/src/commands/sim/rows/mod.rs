//! `cardwright sim --out`: a row for each game, and in a file beside it one for each card and game.
//!
//! What is read back to go on with a run is these rows. A program that was killed leaves at most its last lines torn.

mod sink;
mod stored;

use crate::failure::Failure;
use crate::sim::{Plan, Played};
use cardwright::catalog::path_inside;
use cardwright::game::Ruleset;
use cardwright::model::ids::PlayerId;
use sink::Sink;
use std::path::{Path, PathBuf};

pub(super) use sink::{Cell, Column};
pub(super) use stored::{go_on, note_settings};

/// The formats of rows, by the endings of their files.
const FORMATS: &str = "`.csv`, `.jsonl`, or `.parquet` where it is built in";

/// Where rows go.
pub(super) struct Rows {
    games: Sink,
    cards: Sink,
}

/// The file of the cards, beside that of the games.
fn of_cards(file: &Path) -> Result<PathBuf, Failure> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    beside(file, &format!("{stem}-cards.{ending}"))
}

/// A file beside that of the games, under a name that nobody has typed: if it is a link, whoever put it there is not trusted.
fn beside(file: &Path, name: &str) -> Result<PathBuf, Failure> {
    let folder = file.parent().unwrap_or(Path::new(""));
    path_inside(folder, name).map_err(|error| Failure::unwritable(&folder.join(name), &error))
}

impl Rows {
    /// Begins the files anew.
    pub fn create(file: &Path, ruleset: &Ruleset, plan: &Plan) -> Result<Self, Failure> {
        Self::open(file, ruleset, plan, false)
    }

    /// Goes on behind the rows that are there.
    pub fn append(file: &Path, ruleset: &Ruleset, plan: &Plan) -> Result<Self, Failure> {
        Self::open(file, ruleset, plan, true)
    }

    fn open(file: &Path, ruleset: &Ruleset, plan: &Plan, append: bool) -> Result<Self, Failure> {
        let cards = of_cards(file)?;
        let games = Sink::open(file, game_columns(ruleset, plan), append)?;
        Ok(Self { games, cards: Sink::open(&cards, card_columns(), append)? })
    }

    /// Adds a game.
    pub fn add(&mut self, ruleset: &Ruleset, plan: &Plan, played: &Played) -> Result<(), Failure> {
        for row in card_rows(ruleset, played) {
            self.cards.add(row)?;
        }
        self.games.add(game_row(ruleset, plan, played))
    }

    /// Writes what is left.
    pub fn finish(self) -> Result<(), Failure> {
        self.cards.finish()?;
        self.games.finish()
    }
}

fn letters(ruleset: &Ruleset, plan: &Plan) -> Vec<char> {
    let players = ruleset.rules().players_of(plan.players).max(plan.players);
    (0..players).map(|player| PlayerId(player).letter()).collect()
}

fn game_columns(ruleset: &Ruleset, plan: &Plan) -> Vec<(String, Column)> {
    let named = |(name, column): (&str, Column)| (name.to_owned(), column);
    let fixed = [
        ("seed", Column::Number),
        ("turns", Column::Number),
        ("decisions", Column::Number),
        ("winners", Column::Text),
        ("ending", Column::Text),
        ("faults", Column::Text),
    ];
    let of_player = |letter: char| {
        let columns = [
            ("decider", Column::Text),
            ("deck", Column::Text),
            ("score", Column::Real),
            ("place", Column::Number),
            ("points", Column::Number),
        ];
        columns.map(|(name, column)| (format!("{name}_{letter}"), column))
    };
    fixed.into_iter().map(named).chain(letters(ruleset, plan).into_iter().flat_map(of_player)).collect()
}

fn card_columns() -> Vec<(String, Column)> {
    let columns = [
        ("seed", Column::Number),
        ("card", Column::Text),
        ("player", Column::Text),
        ("drawn", Column::Number),
        ("played", Column::Number),
        ("gained", Column::Number),
        ("score", Column::Real),
    ];
    columns.map(|(name, column)| (name.to_owned(), column)).to_vec()
}

fn game_row(ruleset: &Ruleset, plan: &Plan, played: &Played) -> Vec<Cell> {
    let rules = ruleset.rules();
    let ending = played.ending.as_ref();
    let faults: Vec<(&str, &str)> = played.flaws.iter().map(|flaw| (flaw.kind, &*flaw.message)).collect();
    let faults = if faults.is_empty() { String::new() } else { serde_json::to_string(&faults).unwrap_or_default() };
    let mut row = vec![
        Cell::Number(played.seed as i64),
        Cell::Number(played.turns.into()),
        Cell::Number(played.decisions as i64),
        Cell::text(ending.map(|(winners, _)| winners.iter().map(|player| player.letter()).collect::<String>())),
        Cell::text(ending.map(|(_, why)| rules.words.text(*why).to_owned())),
        Cell::Text(faults),
    ];
    let decks = plan.decks_of(rules, played.seed);
    for at in 0..letters(ruleset, plan).len() {
        let player = PlayerId(at as u8);
        let decider = played.seating.get(at).map(|contender| plan.contenders[*contender].name().to_string());
        let places = played.places.iter().find(|(placed, _)| *placed == player);
        let points = played.scores.iter().find(|(scored, _)| *scored == player);
        row.extend([
            Cell::text(decider),
            Cell::text(decks.get(at).cloned()),
            score(played, player),
            places.map_or(Cell::Nothing, |(_, place)| Cell::Number((*place).into())),
            points.map_or(Cell::Nothing, |(_, points)| Cell::Number(*points)),
        ]);
    }
    row
}

fn score(played: &Played, player: PlayerId) -> Cell {
    let worth = played.worth.as_ref();
    let halves = worth.and_then(|worth| Some((*worth.halves.get(player.index())?, worth.most)));
    halves.map_or(Cell::Nothing, |(halves, most)| Cell::Real(f64::from(halves) / f64::from(most)))
}

fn card_rows<'a>(ruleset: &'a Ruleset, played: &'a Played) -> impl Iterator<Item = Vec<Cell>> + 'a {
    played.cards.iter().map(move |((def, player), counts)| {
        vec![
            Cell::Number(played.seed as i64),
            Cell::Text(ruleset.rules().name_of(*def).to_owned()),
            Cell::Text(player.letter().to_string()),
            Cell::Number(counts.drawn.into()),
            Cell::Number(counts.used.into()),
            Cell::Number(counts.gained.into()),
            score(played, *player),
        ]
    })
}
