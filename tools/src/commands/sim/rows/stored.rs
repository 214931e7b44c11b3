//! Going on with a run that has left rows.

use super::{beside, of_cards};
use crate::disk;
use crate::failure::Failure;
use crate::sim::{CardCounts, Flaw, Plan, Played, Scores};
use cardwright::game::Ruleset;
use cardwright::model::ids::{DefId, PlayerId, Players};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A row, by the names of its columns.
type Row = BTreeMap<String, String>;

/// The file that says how rows came about.
fn settings_of(file: &Path) -> Result<PathBuf, Failure> {
    beside(file, &format!("{}.run", file.file_name().unwrap_or_default().to_string_lossy()))
}

/// Writes beside the rows with which command and which packs they came about.
pub(in super::super) fn note_settings(file: &Path, settings: &str) -> Result<(), Failure> {
    let path = settings_of(file)?;
    disk::write(&path, settings).map_err(|error| Failure::unwritable(&path, &error))
}

/// The games in the rows of a run with the same settings. Rows that were not finished are removed.
pub(in super::super) fn go_on(
    file: &Path,
    settings: &str,
    ruleset: &Ruleset,
    plan: &Plan,
) -> Result<Vec<Played>, Failure> {
    let path = settings_of(file)?;
    let before = fs::read_to_string(&path).map_err(|error| Failure::unreadable(&path, &error))?;
    if before != settings {
        let failure = Failure::usage(format!("`{}` has rows of another run", file.display()));
        return Err(failure.help(format!(
            "resume it with the packs and arguments of `{}`: {}",
            path.display(),
            before.trim()
        )));
    }
    let of_cards = of_cards(file)?;
    let (games, cards) = (read(file)?, read(&of_cards)?);
    let mut played = Vec::new();
    for (seed, row) in (plan.seed..).zip(games.rows.iter().take(plan.games as usize)) {
        match game(row, ruleset, plan).filter(|game| game.seed == seed) {
            Some(game) => played.push(game),
            None => break,
        }
    }
    games.keep(file, played.len())?;
    let mut by_seed: BTreeMap<u64, &mut Played> = played.iter_mut().map(|game| (game.seed, game)).collect();
    let of_games = |row: &Row| number::<u64>(row, "seed").filter(|seed| by_seed.contains_key(seed)).is_some();
    let count = cards.rows.iter().take_while(|row| of_games(row)).count();
    for row in &cards.rows[..count] {
        add_card(row, (ruleset, plan), &mut by_seed);
    }
    cards.keep(&of_cards, count)?;
    Ok(played)
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
    fn keep(&self, file: &Path, rows: usize) -> Result<(), Failure> {
        let end = rows.checked_sub(1).map_or(self.from, |last| self.ends[last]);
        if end < self.text.len() {
            disk::write(file, &self.text[..end]).map_err(|error| Failure::unwritable(file, &error))?;
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Stored, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
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
    let kinds = [Flaw::SCRIPT, Flaw::PANIC, Flaw::ENDLESS, Flaw::INVARIANT, Flaw::DECIDER];
    let flaw = |(said, message): (String, String)| {
        let kind = kinds.into_iter().find(|kind| **kind == *said)?;
        Some(Flaw { kind, message })
    };
    flaws.into_iter().map(flaw).collect()
}

fn add_card(row: &Row, (ruleset, plan): (&Ruleset, &Plan), games: &mut BTreeMap<u64, &mut Played>) {
    let read = || {
        let mut players = (0..ruleset.rules().players_of(plan.players)).map(PlayerId);
        let def = ruleset.rules().definitions.get_index_of(row.get("card")?.as_str()).map(DefId::from)?;
        let player =
            players.find(|player| row.get("player").is_some_and(|said| *said == player.letter().to_string()))?;
        let [drawn, used, gained] = ["drawn", "played", "gained"].map(|name| number(row, name).unwrap_or(0));
        Some((number::<u64>(row, "seed")?, (def, player), CardCounts { drawn, used, gained }))
    };
    if let Some((seed, key, counts)) = read()
        && let Some(game) = games.get_mut(&seed)
    {
        game.cards.insert(key, counts);
    }
}
