//! Comparing two versions of packs: what behaves differently, by which change, and the shortest trace that shows it.
//!
//! [`Side`] is one version. [`compare`] plays the same rulings and the same seeded games with both, and with the old version
//! after each change by itself; what first shows a difference is shrunk as far as the difference stays. [`report`] is how
//! the result is shown.

mod cards;
mod changes;
mod plays;
pub mod report;
mod search;
mod shown;
mod shrunk;
mod side;
mod told;

pub use cards::CardChanges;
pub use shown::Shown;
pub use side::Side;
pub use told::{Told, ToldLine};

use crate::extensions::files_of_game;
use cardwright_content::Files;
use cardwright_kernel::problems::Colour;
use changes::Subjects;
use plays::{Play, Version, plays, tell};
use search::Search;
use std::collections::BTreeSet;

/// What is compared.
pub struct Comparing<'a> {
    /// The old version.
    pub old: &'a Side,
    /// The new one.
    pub new: &'a Side,
    /// How many seeded games are played with both.
    pub games: u64,
    /// How many threads there are.
    pub threads: usize,
}

/// What came of comparing a game.
#[derive(Clone, Debug, Default)]
pub struct GameComparison {
    /// The pack that holds the ruleset.
    pub game: String,
    /// Versions that do not check: the side, and what is wrong.
    pub refused: Vec<(String, String)>,
    /// New, gone and renamed cards.
    pub cards: CardChanges,
    /// What behaves differently.
    pub differences: Vec<Difference>,
    /// How many rulings and how many games were played with both.
    pub played: (usize, u64),
}

/// A card or a rule that behaves differently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The card, or the rule: the file, and what in it.
    pub subject: String,
    /// The files whose change does it.
    pub files: Vec<String>,
    /// The rulings that show it.
    pub rulings: Vec<String>,
    /// The seeds of the games that show it.
    pub games: Vec<u64>,
    /// The shortest traces that show it.
    pub shown: Shown,
}

impl GameComparison {
    /// Whether nothing is to be reported.
    pub const fn is_empty(&self) -> bool {
        self.refused.is_empty() && self.differences.is_empty()
    }
}

/// Compares the games of these packs: all whose files differ, or that to which a pack belongs.
pub fn compare(comparing: &Comparing<'_>, is_wanted: impl Fn(&str) -> bool) -> Vec<GameComparison> {
    let games: BTreeSet<&str> = cardwright_content::games(&comparing.old.files)
        .into_iter()
        .chain(cardwright_content::games(&comparing.new.files))
        .collect();
    games.into_iter().filter(|game| is_wanted(game)).filter_map(|game| of_game(comparing, game)).collect()
}

fn of_game(comparing: &Comparing<'_>, game: &str) -> Option<GameComparison> {
    let (old, new) = (files_of_game(&comparing.old.files, game), files_of_game(&comparing.new.files, game));
    let changed = changes::changed(&old, &new);
    if changed.is_empty() {
        return None;
    }
    let mut comparison = GameComparison { game: game.to_owned(), ..GameComparison::default() };
    let mut load = |name: &str, files: &Files| {
        if !cardwright_content::games(files).contains(&game) {
            comparison.refused.push((name.to_owned(), format!("error[game-unknown]: it has no game `{game}`\n")));
            return None;
        }
        let loaded = cardwright_game::load(files, game);
        if loaded.ruleset.is_none() {
            comparison.refused.push((name.to_owned(), loaded.problems.render(files, Colour::Plain)));
        }
        loaded.ruleset
    };
    let before = load(&comparing.old.name, &old);
    let after = load(&comparing.new.name, &new);
    let (Some(before), Some(after)) = (before, after) else { return Some(comparison) };

    comparison.cards = CardChanges::of((&old, &before), (&new, &after));
    let cards = comparison.cards.clone();
    let plays = plays(comparing, game, &cards);
    comparison.played = (plays.iter().filter(|play| matches!(play, Play::Ruling(_))).count(), comparing.games);
    let before = Version { ruleset: &before, cards: &cards };
    let after = Version { ruleset: &after, cards: &cards };
    let told_before = tell(comparing.threads, &before, &plays);
    let told_after = tell(comparing.threads, &after, &plays);
    let differing: Vec<usize> = (0..plays.len())
        .filter(|at| told_before[*at].first_difference(&told_after[*at]).is_some())
        .filter(|at| !cards.new.iter().any(|name| plays[*at].mentions(name)))
        .filter(|at| !cards.gone.iter().any(|name| plays[*at].mentions(name)))
        .collect();
    if differing.is_empty() {
        return Some(comparison);
    }
    let subjects = Subjects::of(&old, &new, before.ruleset, after.ruleset, &cards);
    let sets = changes::sets_that_check(&old, &new, changed, game);
    let search = Search {
        comparing,
        plays: &plays,
        before: &before,
        after: &after,
        told_before: &told_before,
        told_after: &told_after,
        sets: &sets,
    };
    comparison.differences = search.differences(differing, &subjects);
    // A card that only one version has is told as such.
    comparison.differences.retain(|difference| !cards.is_of_one_version(&difference.subject));
    Some(comparison)
}
