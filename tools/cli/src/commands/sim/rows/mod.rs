//! `cardwright sim --out`: a row for each game, and in files beside it one for each card and game and, with `--curves`, one for
//! each turn.
//!
//! What is read back to go on with a run is these rows. A program that was killed leaves at most its last lines torn.

mod sink;
mod stored;

use cardwright_content::path_inside;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::PlayerId;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::sim::{Plan, Played};
use sink::Sink;
use std::path::{Path, PathBuf};

pub(super) use sink::{Cell, Column};
pub(super) use stored::{go_on, note_settings};

/// The formats of rows, by the endings of their files.
const FORMATS: &str = "`.csv`, `.jsonl`, or `.parquet` where it is built in";

/// What the names of the files beside that of the games end in.
const CARDS: &str = "-cards";
const TURNS: &str = "-turns";

/// The columns that say with which decks a game of a table was played.
const DECKS: [&str; 2] = ["deck_A", "deck_B"];

/// Where rows go.
pub(super) struct Rows {
    games: Sink,
    cards: Sink,
    turns: Option<Sink>,
    /// Whether they are those of a table of decks, which plays the same seeds again with other decks.
    of_table: bool,
}

/// The file of the cards or of the turns, beside that of the games.
fn of_all(file: &Path, what: &str) -> Result<PathBuf, CommandError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    beside(file, &format!("{stem}{what}.{ending}"))
}

/// A file beside that of the games, under a name that nobody has typed: if it is a link, whoever put it there is not trusted.
fn beside(file: &Path, name: &str) -> Result<PathBuf, CommandError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    path_inside(folder, name).map_err(|error| CommandError::unwritable(&folder.join(name), &error))
}

/// Checks that rows can go to a file of this name, with so many games from this seed on.
///
/// # Errors
/// Nothing writes rows of that format, or the seeds are larger than a column can hold.
pub(super) fn check(file: &Path, plan: &Plan, append: bool) -> Result<(), CommandError> {
    sink::check_name(file, append)?;
    match plan.seed.checked_add(plan.games).is_some_and(|end| i64::try_from(end).is_ok()) {
        true => Ok(()),
        false => {
            Err(CommandError::usage(format!("rows hold seeds up to {}", i64::MAX))
                .help("begin with a smaller `--seed`"))
        }
    }
}

impl Rows {
    /// Begins the files anew.
    pub fn create(file: &Path, ruleset: &Ruleset, plan: &Plan, of_table: bool) -> Result<Self, CommandError> {
        Self::open(file, (ruleset, plan), of_table, false)
    }

    /// Goes on behind the rows that are there.
    pub fn append(file: &Path, ruleset: &Ruleset, plan: &Plan, of_table: bool) -> Result<Self, CommandError> {
        Self::open(file, (ruleset, plan), of_table, true)
    }

    fn open(
        file: &Path,
        (ruleset, plan): (&Ruleset, &Plan),
        of_table: bool,
        append: bool,
    ) -> Result<Self, CommandError> {
        let (cards, turns) = (of_all(file, CARDS)?, of_all(file, TURNS)?);
        let games = Sink::open(file, game_columns(ruleset, plan), append)?;
        let cards = Sink::open(&cards, card_columns(of_table), append)?;
        let turns = || Sink::open(&turns, turn_columns(ruleset, plan), append);
        Ok(Self { games, cards, turns: plan.curves.then(turns).transpose()?, of_table })
    }

    /// Adds a game. Its own row is written when the others are: whoever finds it after a crash finds them.
    pub fn add(&mut self, ruleset: &Ruleset, plan: &Plan, played: &Played) -> Result<(), CommandError> {
        let decks = if self.of_table { plan.decks_of(ruleset.rules(), played.seed) } else { Vec::new() };
        for mut row in card_rows(ruleset, played) {
            row.extend(decks.iter().cloned().map(Cell::Text));
            self.cards.add(row)?;
        }
        self.cards.flush()?;
        if let Some(turns) = &mut self.turns {
            turn_rows(ruleset, plan, played).try_for_each(|row| turns.add(row))?;
            turns.flush()?;
        }
        self.games.add(game_row(ruleset, plan, played))?;
        self.games.flush()
    }

    /// Writes what is left.
    pub fn finish(self) -> Result<(), CommandError> {
        self.cards.finish()?;
        self.turns.map(Sink::finish).transpose()?;
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

fn card_columns(of_table: bool) -> Vec<(String, Column)> {
    let columns = [
        ("seed", Column::Number),
        ("card", Column::Text),
        ("player", Column::Text),
        ("drawn", Column::Number),
        ("played", Column::Number),
        ("gained", Column::Number),
        ("score", Column::Real),
    ];
    let decks = DECKS.iter().filter(|_| of_table).map(|name| (*name, Column::Text));
    columns.into_iter().chain(decks).map(|(name, column)| (name.to_owned(), column)).collect()
}

fn turn_columns(ruleset: &Ruleset, plan: &Plan) -> Vec<(String, Column)> {
    let fixed = ["seed", "turn", "decisions"].map(str::to_owned);
    let worth = letters(ruleset, plan).into_iter().map(|letter| format!("worth_{letter}"));
    fixed.into_iter().chain(worth).map(|name| (name, Column::Number)).collect()
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

fn turn_rows<'a>(ruleset: &'a Ruleset, plan: &'a Plan, played: &'a Played) -> impl Iterator<Item = Vec<Cell>> + 'a {
    let players = letters(ruleset, plan).len();
    (1..).zip(&played.points).map(move |(turn, point)| {
        let worth = |at: usize| point.worth.as_ref()?.get(at).copied();
        let fixed = [played.seed as i64, turn, point.decisions as i64].map(Cell::Number);
        let worth = (0..players).map(|at| worth(at).map_or(Cell::Nothing, Cell::Number));
        fixed.into_iter().chain(worth).collect()
    })
}
