//! Many games, played as `cardwright sim` plays them.

use super::{Position, Workshop};
use cardwright_deciders::{Contender, DeciderName, PATIENCE};
use cardwright_game::{BeginError, Ruleset, RulesetInside};
use cardwright_kernel::rules::Rules;
use cardwright_rulings::deciders;
use cardwright_rulings::parallel;
use cardwright_rulings::sim::{self, Answers, Decks, Plan, Played, SimTally};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games of more turns or decisions count as such that never end.
const MOST_TURNS: u32 = 500;
const MOST_DECISIONS: u64 = 200_000;

/// How many functions and faults are told.
const SHOWN: usize = 30;

/// Many games that are to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManyGames {
    /// The pack that holds the ruleset.
    pub pack: String,
    /// How many games.
    pub games: u64,
    /// How many people each has.
    pub people: u8,
    /// The seed of the first.
    pub seed: u64,
    /// The decks by their keys; all in turn if there are none.
    #[serde(default)]
    pub decks: Vec<String>,
    /// The table on which they begin.
    #[serde(default)]
    pub table: Option<String>,
    /// Options of the game that are chosen.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Who decides for each player, by name.
    #[serde(default)]
    pub bots: Vec<String>,
}

fn plan(ruleset: &Ruleset, games: &ManyGames) -> Result<Plan, String> {
    let rules = ruleset.rules();
    BeginError::unless_playable(rules, games.people).map_err(|error| error.to_string())?;
    if let Some(deck) = games.decks.iter().find(|deck| !rules.decks.contains_key(&***deck)) {
        return Err(format!("there is no deck `{deck}`"));
    }
    if let Some(table) = games.table.as_ref().filter(|table| !rules.tables.contains_key(&***table)) {
        return Err(format!("there is no table `{table}`"));
    }
    rules.chosen(games.options.iter().map(|(name, said)| (name, said))).map_err(|wrong| wrong.to_string())?;
    let decks = match (&games.table, games.decks.is_empty()) {
        (Some(table), _) => Decks::OnTable(table.clone()),
        (None, true) => Decks::InTurn,
        (None, false) => Decks::Named(games.decks.clone()),
    };
    let (contenders, lineup) = lineup(ruleset, games)?;
    Ok(Plan {
        games: games.games,
        players: games.people,
        seed: games.seed,
        // One is left for the games that people play meanwhile.
        threads: parallel::threads().saturating_sub(1).max(1),
        decks,
        contenders,
        lineup,
        keeps_seats: false,
        curves: false,
        until: None,
        options: games.options.clone(),
        leaving: false,
        answers: Answers::AtOnce,
        checked: false,
        digest: false,
        traces: false,
        profile: true,
        max_turns: MOST_TURNS,
        max_decisions: MOST_DECISIONS,
    })
}

/// Who plays, if anybody is named: no program of this machine, and of its files only what lies below the folder in which the
/// command runs.
fn lineup(ruleset: &Ruleset, games: &ManyGames) -> Result<(Vec<Contender>, Vec<usize>), String> {
    let named = |name: &String| match DeciderName::parse(name) {
        Ok(name) if name.is_self_contained() => Ok(name),
        Ok(DeciderName::Weights(file)) if is_below(&file) => Ok(DeciderName::Weights(file)),
        Ok(name) => Err(format!("`{name}` cannot be named here")),
        Err(none) => Err(none.to_string()),
    };
    let names = games.bots.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    deciders::lineup(&names, games.people, ruleset, PATIENCE).map_err(|failure| failure.to_string())
}

/// Whether a file lies below the folder in which the command runs, also if links lead to it.
fn is_below(file: &Path) -> bool {
    let here = Path::new(".").canonicalize();
    here.is_ok_and(|here| file.canonicalize().is_ok_and(|file| file.starts_with(here)))
}

impl Workshop {
    /// Plays many games. `told` gets how many have been played, and says whether to go on.
    ///
    /// # Errors
    /// They cannot begin.
    pub(crate) fn play_many(&self, games: &ManyGames, told: &mut dyn FnMut(u64) -> bool) -> Result<Value, String> {
        let ruleset = self.ruleset(&games.pack).map_err(|failure| failure.to_string())?;
        let plan = plan(&ruleset, games)?;
        let (stop, mut each) = (AtomicBool::new(false), Vec::new());
        let mut cards: BTreeMap<String, PlayedCard> = BTreeMap::new();
        let tally = sim::run_until(&ruleset, &plan, &stop, |played| {
            each.push(one_game(ruleset.rules(), played));
            for (def, _) in played.uses() {
                cards.entry(ruleset.rules().name_of(def).to_owned()).or_default().games += 1;
            }
            for ((def, player), counts) in &played.cards {
                if let (Some((winners, _)), true) = (&played.ending, counts.used > 0) {
                    let card = cards.entry(ruleset.rules().name_of(*def).to_owned()).or_default();
                    card.players += 1;
                    card.won += u64::from(winners.has(*player));
                }
            }
            if !told(each.len() as u64) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        Ok(result(&tally, each, &cards))
    }

    /// The end of the game with this seed.
    ///
    /// # Errors
    /// It cannot be played again, or broke off.
    pub(crate) fn one_of_many(&self, games: &ManyGames, seed: u64) -> Result<Position, String> {
        let told = |failure: cardwright_rulings::command_error::CommandError| failure.to_string();
        let ruleset = self.ruleset(&games.pack).map_err(told)?;
        let plan = Plan { games: 1, seed, threads: 1, traces: true, profile: false, ..plan(&ruleset, games)? };
        let mut ended = None;
        sim::run(&ruleset, &plan, |played| ended = Some(played.clone()));
        let game = ended.and_then(|played| played.game).ok_or("this game broke off and cannot be opened")?;
        let pack = self.packs().game_of(&games.pack).map_err(told)?;
        Ok(Position { game: pack, save: ruleset.save(&game) })
    }
}

/// What became of a card: in how many games it was used, by how many players of finished games, and how many of them won.
#[derive(Clone, Copy, Debug, Default)]
struct PlayedCard {
    games: u64,
    players: u64,
    won: u64,
}

fn one_game(rules: &Rules, played: &Played) -> Value {
    let ending = played.ending.as_ref();
    json!({
        "seed": played.seed,
        "turns": played.turns,
        "decisions": played.decisions,
        "winners": ending.map(|(winners, _)| winners.iter().map(|player| player.letter()).collect::<String>()),
        "why": ending.map(|(_, why)| rules.words.text(*why)),
        "scores": played.scores.iter().map(|(player, score)| (player.letter().to_string(), *score)).collect::<BTreeMap<_, _>>(),
    })
}

/// What came of them, and of their cards.
fn result(tally: &SimTally, each: Vec<Value>, cards: &BTreeMap<String, PlayedCard>) -> Value {
    let card = |(name, used): (&str, u64)| {
        let PlayedCard { games, players, won } = cards.get(name).copied().unwrap_or_default();
        json!({ "name": name, "used": used, "games": games, "players": players, "won": won })
    };
    let fault = |(seed, flaw): &(u64, sim::Flaw)| json!({ "seed": seed, "kind": flaw.kind, "message": flaw.message });
    let mut took = tally.profile.took(tally.rules());
    took.truncate(SHOWN);
    json!({
        "games": tally.games,
        "decisions": tally.decisions,
        "drawn": tally.drawn,
        "turns": tally.turns(),
        "wins": tally.wins().map(|(seat, wins)| (seat.to_string(), wins)).collect::<BTreeMap<_, _>>(),
        "endings": tally.endings,
        "cards": tally.uses().into_iter().map(card).collect::<Vec<_>>(),
        "faults": tally.flaws.iter().take(SHOWN).map(fault).collect::<Vec<_>>(),
        "profile": took,
        "deciders": tally.contenders().map(|(name, score, _)| json!({ "name": name, "score": score })).collect::<Vec<_>>(),
        "each": each,
    })
}
