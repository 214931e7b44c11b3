//! Going on with a run that has left rows.

use super::{CARDS, DECKS, TURNS, beside, of_all};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PlayerId, Players};
use cardwright_kernel::trace::Scores;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::disk;
use cardwright_rulings::sim::{CardCounts, Flaw, Plan, Played, TurnPoint};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A row, by the names of its columns.
type Row = BTreeMap<String, String>;

/// The file that says how rows came about.
fn settings_of(file: &Path) -> Result<PathBuf, CommandError> {
    beside(file, &format!("{}.run", file.file_name().unwrap_or_default().to_string_lossy()))
}

/// Writes beside the rows with which command and which packs they came about.
pub(in super::super) fn note_settings(file: &Path, settings: &str) -> Result<(), CommandError> {
    let path = settings_of(file)?;
    disk::write(&path, settings).map_err(|error| CommandError::unwritable(&path, &error))
}

/// The games of each plan in the rows of a run with the same settings. Rows that were not finished are removed.
pub(in super::super) fn go_on(
    file: &Path,
    settings: &str,
    ruleset: &Ruleset,
    plans: &[Plan],
) -> Result<Vec<Vec<Played>>, CommandError> {
    let path = settings_of(file)?;
    let before = fs::read_to_string(&path).map_err(|error| CommandError::unreadable(&path, &error))?;
    if before != settings {
        let failure = CommandError::usage(format!("`{}` has rows of another run", file.display()));
        return Err(failure.help(format!(
            "resume it with the packs and arguments of `{}`: {}",
            path.display(),
            before.trim()
        )));
    }
    let (cards, turns) = (of_all(file, CARDS)?, of_all(file, TURNS)?);
    let games = read(file)?;
    let mut played = games_of(&games.rows, ruleset, plans);
    games.keep(file, played.iter().map(Vec::len).sum())?;
    let mut of_run = GamesOfRun::new(ruleset, plans, &mut played);
    of_run.take(&cards, add_card)?;
    if plans.iter().any(|plan| plan.curves) {
        of_run.take(&turns, add_turn)?;
    }
    Ok(played)
}

/// The games in rows, by their plans: each row must be the next game of a plan, up to the first that is not.
fn games_of(rows: &[Row], ruleset: &Ruleset, plans: &[Plan]) -> Vec<Vec<Played>> {
    let mut played: Vec<Vec<Played>> = vec![Vec::new(); plans.len()];
    for row in rows {
        let Some(seed) = number::<u64>(row, "seed") else { break };
        let is_next = |at: &usize| {
            let (plan, done) = (&plans[*at], played[*at].len() as u64);
            let decks = plan.decks_of(ruleset.rules(), seed);
            let mut named = DECKS.iter().zip(&decks).map(|(column, deck)| row.get(*column) == Some(deck));
            done < plan.games && seed == plan.seed.wrapping_add(done) && named.all(|same| same)
        };
        let Some(at) = (0..plans.len()).find(is_next) else { break };
        let Some(game) = game(row, ruleset, &plans[at]) else { break };
        played[at].push(game);
    }
    played
}

/// Which game the row of a card or turn belongs to: that with this seed and, in a table, these decks.
type GameKey = (Vec<String>, u64);

/// The games that were read, for the rows beside them.
struct GamesOfRun<'a> {
    ruleset: &'a Ruleset,
    plan: &'a Plan,
    /// Whether there are several games of a seed.
    of_table: bool,
    by_key: BTreeMap<GameKey, &'a mut Played>,
}

impl<'a> GamesOfRun<'a> {
    fn new(ruleset: &'a Ruleset, plans: &'a [Plan], played: &'a mut [Vec<Played>]) -> Self {
        let of_table = plans.len() > 1;
        let key = move |plan: &Plan, seed: u64| match of_table {
            true => (plan.decks_of(ruleset.rules(), seed), seed),
            false => (Vec::new(), seed),
        };
        let of_plan = |(plan, games): (&'a Plan, &'a mut Vec<Played>)| {
            games.iter_mut().map(move |game| (key(plan, game.seed), game))
        };
        let by_key = plans.iter().zip(played).flat_map(of_plan).collect();
        Self { ruleset, plan: &plans[0], of_table, by_key }
    }

    /// Adds the rows of a file to their games, up to the first that has none; the others are removed.
    fn take(&mut self, file: &Path, add: impl Fn(&Row, (&Ruleset, &Plan), &mut Played)) -> Result<(), CommandError> {
        let stored = read(file)?;
        let mut count = 0;
        for row in &stored.rows {
            let decks = DECKS.iter().filter(|_| self.of_table);
            let decks = decks.map(|column| row.get(*column).cloned().unwrap_or_default()).collect();
            let game = number(row, "seed").and_then(|seed| self.by_key.get_mut(&(decks, seed)));
            let Some(game) = game else { break };
            add(row, (self.ruleset, self.plan), game);
            count += 1;
        }
        stored.keep(file, count)
    }
}

/// The rows of a file, and where each ends in it.
struct Stored {
    text: String,
    /// Where the first row begins.
    from: usize,
    rows: Vec<Row>,
    ends: Vec<usize>,
}

impl Stored {
    /// Cuts the file off behind so many rows.
    fn keep(&self, file: &Path, rows: usize) -> Result<(), CommandError> {
        let end = rows.checked_sub(1).map_or(self.from, |last| self.ends[last]);
        if end < self.text.len() {
            disk::write(file, &self.text[..end]).map_err(|error| CommandError::unwritable(file, &error))?;
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Stored, CommandError> {
    let bytes = fs::read(file).map_err(|error| CommandError::unreadable(file, &error))?;
    // A torn last line may end inside of a letter.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    let is_csv = file.extension().is_some_and(|ending| ending == "csv");
    let from = match is_csv {
        true => read_csv(&text, &mut rows, &mut ends),
        false => {
            read_lines(&text, &mut rows, &mut ends);
            0
        }
    };
    Ok(Stored { text, from, rows, ends })
}

fn read_csv(text: &str, rows: &mut Vec<Row>, ends: &mut Vec<usize>) -> usize {
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let Ok(names) = reader.headers().cloned() else { return 0 };
    let from = reader.position().byte() as usize;
    if !text[..from].ends_with('\n') {
        return 0;
    }
    let mut record = csv::StringRecord::new();
    while let Ok(true) = reader.read_record(&mut record) {
        let end = reader.position().byte() as usize;
        if !text[..end].ends_with('\n') {
            break;
        }
        rows.push(names.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect());
        ends.push(end);
    }
    from
}

fn read_lines(text: &str, rows: &mut Vec<Row>, ends: &mut Vec<usize>) {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let Ok(Value::Object(object)) = serde_json::from_str(line) else { return };
        if !line.ends_with('\n') {
            return;
        }
        end += line.len();
        let plain = |value: Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        rows.push(object.into_iter().map(|(name, value)| (name, plain(value))).collect());
        ends.push(end);
    }
}

fn number<T: std::str::FromStr>(row: &Row, name: &str) -> Option<T> {
    row.get(name)?.parse().ok()
}

fn game(row: &Row, ruleset: &Ruleset, plan: &Plan) -> Option<Played> {
    let rules = ruleset.rules();
    let seed = number(row, "seed")?;
    let players = usize::from(rules.players_of(plan.players));
    let all = || (0..players).map(|player| PlayerId(player as u8));
    let of = |name: &str, player: PlayerId| format!("{name}_{}", player.letter());
    // Rows come from a file, and everything in it may be wrong.
    let winner = |letter: char| all().find(|player| player.letter() == letter);
    let winners: Option<Vec<PlayerId>> = row.get("winners")?.chars().map(winner).collect();
    let winners = winners?.into_iter().fold(Players::NONE, Players::with);
    let ending = rules.words.get(row.get("ending")?).map(|why| (winners, why));
    let most = Scores::most(players);
    let score = |player| number::<f64>(row, &of("score", player)).filter(|score| (0.0..=1.0).contains(score));
    let halves: Option<Vec<u32>> =
        all().map(|player| Some((score(player)? * f64::from(most)).round() as u32)).collect();
    // A game that was broken off has no scores.
    let is_scored = all().any(|player| row.get(&of("score", player)).is_some_and(|said| !said.is_empty()));
    if is_scored && halves.is_none() {
        return None;
    }
    Some(Played {
        seed,
        turns: number(row, "turns")?,
        decisions: u64::from(number::<u32>(row, "decisions")?),
        ending,
        worth: halves.map(|halves| Scores { halves, most }),
        places: all().filter_map(|player| Some((player, number(row, &of("place", player))?))).collect(),
        scores: all().filter_map(|player| Some((player, number(row, &of("points", player))?))).collect(),
        players: rules.seating(plan.players),
        seating: plan.seating(rules, seed),
        flaws: flaws(row.get("faults")?)?,
        ..Played::default()
    })
}

fn flaws(text: &str) -> Option<Vec<Flaw>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let flaws: Vec<(String, String)> = serde_json::from_str(text).ok()?;
    let kinds = [Flaw::SCRIPT, Flaw::PANIC, Flaw::ENDLESS, Flaw::INVARIANT, Flaw::DECIDER, Flaw::OFFER];
    let flaw = |(said, message): (String, String)| {
        let kind = kinds.into_iter().find(|kind| **kind == *said)?;
        Some(Flaw { kind, message })
    };
    flaws.into_iter().map(flaw).collect()
}

fn add_card(row: &Row, (ruleset, plan): (&Ruleset, &Plan), game: &mut Played) {
    let read = || {
        let mut players = (0..ruleset.rules().players_of(plan.players)).map(PlayerId);
        let def = ruleset.rules().definitions.get_index_of(row.get("card")?.as_str()).map(DefId::from)?;
        let player =
            players.find(|player| row.get("player").is_some_and(|said| *said == player.letter().to_string()))?;
        let [drawn, used, gained] = ["drawn", "played", "gained"].map(|name| number(row, name).unwrap_or(0));
        Some(((def, player), CardCounts { drawn, used, gained }))
    };
    if let Some((key, counts)) = read() {
        game.cards.insert(key, counts);
    }
}

fn add_turn(row: &Row, (ruleset, plan): (&Ruleset, &Plan), game: &mut Played) {
    let players = (0..ruleset.rules().players_of(plan.players)).map(PlayerId);
    let worth = players.map(|player| number(row, &format!("worth_{}", player.letter()))).collect();
    let decisions = number::<u32>(row, "decisions").map(u64::from);
    let is_next = number(row, "turn") == Some(game.points.len() + 1);
    if let Some(decisions) = decisions.filter(|_| is_next) {
        game.points.push(TurnPoint { decisions, worth });
    }
}
