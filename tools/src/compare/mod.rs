//! Comparing two versions of packs: what behaves differently, by which change, and the shortest trace that shows it.
//!
//! [`Side`] is one version. [`compare`] plays the same rulings and the same seeded games with both, and with the old version
//! after each change by itself. [`report`] is how the result is shown.

mod cards;
mod changes;
pub mod report;
mod side;
mod told;

pub use cards::CardChanges;
pub use side::Side;
pub use told::{Told, ToldLine};

use crate::mutants::files_of_game;
use crate::parallel;
use crate::rulings::RulingFile;
use cardwright::base::Colour;
use cardwright::catalog::{self, Files};
use cardwright::game::{self, Ruleset};
use changes::{Change, Subjects};
use std::collections::{BTreeMap, BTreeSet};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The card, or the rule: the file, and what in it.
    pub subject: String,
    /// The files whose change does it.
    pub files: Vec<String>,
    /// The rulings that show it.
    pub rulings: Vec<String>,
    /// The seeds of the games that show it.
    pub games: Vec<u64>,
    /// The shortest trace that shows it.
    pub shown: Excerpt,
}

/// Where a trace becomes another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The ruling, or the game with its seed.
    pub of: String,
    /// The lines before, which are the same.
    pub before: Vec<String>,
    /// The line of the old version; none if its trace ends there.
    pub old: Option<String>,
    /// The line of the new version.
    pub new: Option<String>,
    /// How many lines the trace has up to there.
    pub length: usize,
}

/// What is played with both versions.
#[derive(Clone, Debug)]
enum Play {
    Ruling(RulingFile),
    Game(u64),
}

impl GameComparison {
    /// Whether nothing is to be reported.
    pub const fn is_empty(&self) -> bool {
        self.refused.is_empty() && self.differences.is_empty()
    }
}

/// Compares the games of these packs: all whose files differ, or that to which a pack belongs.
pub fn compare(comparing: &Comparing<'_>, is_wanted: impl Fn(&str) -> bool) -> Vec<GameComparison> {
    let games: BTreeSet<&str> =
        catalog::games(&comparing.old.files).into_iter().chain(catalog::games(&comparing.new.files)).collect();
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
        let loaded = game::load(files, game);
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
    let plays = plays(comparing, game);
    comparison.played = (plays.iter().filter(|play| matches!(play, Play::Ruling(_))).count(), comparing.games);
    let rename = |text: &str| cards.renamed_in(text);
    let plain = |text: &str| text.to_owned();
    let told_before = tell(comparing.threads, &before, &plays, &plain, &rename);
    let told_after = tell(comparing.threads, &after, &plays, &rename, &plain);
    let differing: Vec<usize> = (0..plays.len())
        .filter(|at| told_before[*at].first_difference(&told_after[*at]).is_some())
        .filter(|at| !cards.new.iter().any(|name| plays[*at].mentions(name)))
        .filter(|at| !cards.gone.iter().any(|name| plays[*at].mentions(name)))
        .collect();
    if differing.is_empty() {
        return Some(comparison);
    }
    let subjects = Subjects::of(&old, &new, &before, &after, &cards);
    let sets = changes::sets_that_check(&old, &new, changed, game);
    let search =
        Search { comparing, plays: &plays, told_before: &told_before, told_after: &told_after, rename: &rename };
    comparison.differences = search.differences(&sets, differing, &subjects);
    Some(comparison)
}

/// The rulings of both versions, each once, and the seeds of the games.
fn plays(comparing: &Comparing<'_>, game: &str) -> Vec<Play> {
    let infos = catalog::packs(&comparing.new.files);
    let is_of_game =
        |file: &RulingFile| infos.iter().any(|info| info.name == file.pack() && info.games.iter().any(|it| it == game));
    let both = comparing.old.rulings().into_iter().chain(comparing.new.rulings());
    let rulings: BTreeMap<Box<str>, RulingFile> =
        both.filter(is_of_game).map(|file| (file.path.clone(), file)).collect();
    let rulings = rulings.into_values().map(Play::Ruling);
    rulings.chain((1..=comparing.games).map(Play::Game)).collect()
}

impl Play {
    fn name(&self) -> String {
        match self {
            Self::Ruling(file) => file.name().to_owned(),
            Self::Game(seed) => format!("game with seed {seed}"),
        }
    }

    fn mentions(&self, card: &str) -> bool {
        matches!(self, Self::Ruling(file) if file.text.contains(card))
    }
}

/// What each of these plays tells with these rules: `write` renames cards in rulings before, `read` in what is told.
fn tell(
    threads: usize,
    ruleset: &Ruleset,
    plays: &[Play],
    write: &(dyn Fn(&str) -> String + Sync),
    read: &(dyn Fn(&str) -> String + Sync),
) -> Vec<Told> {
    parallel::all(plays, threads, || {
        let host = ruleset.host();
        move |play: &Play| match play {
            Play::Ruling(file) => {
                let file = RulingFile { text: write(&file.text).into(), ..file.clone() };
                told::of_ruling(&file, ruleset, &host).renamed(read)
            }
            Play::Game(seed) => told::of_game(ruleset, &host, *seed).renamed(read),
        }
    })
}

/// The search for the changes that make the differences.
struct Search<'a> {
    comparing: &'a Comparing<'a>,
    plays: &'a [Play],
    told_before: &'a [Told],
    told_after: &'a [Told],
    rename: &'a (dyn Fn(&str) -> String + Sync),
}

impl Search<'_> {
    /// The differences by the changes that make them; what no change makes by itself is made by all together.
    fn differences(&self, sets: &[Change], differing: Vec<usize>, subjects: &Subjects) -> Vec<Difference> {
        let mut found: BTreeMap<String, Difference> = BTreeMap::new();
        let mut rest: BTreeSet<usize> = differing.iter().copied().collect();
        for set in sets {
            let plays: Vec<Play> = differing.iter().map(|at| self.plays[*at].clone()).collect();
            let plain = |text: &str| text.to_owned();
            let told = tell(self.comparing.threads, &set.ruleset, &plays, &plain, self.rename);
            for (at, told) in differing.iter().copied().zip(told) {
                if self.told_before[at].first_difference(&told).is_some() {
                    rest.remove(&at);
                    self.add(&mut found, at, &told, &set.files, subjects);
                }
            }
        }
        let all: BTreeSet<&String> = sets.iter().flat_map(|set| &set.files).collect();
        let all: Vec<String> = all.into_iter().cloned().collect();
        for at in rest {
            self.add(&mut found, at, &self.told_after[at], &all, subjects);
        }
        found.into_values().collect()
    }

    fn add(
        &self,
        found: &mut BTreeMap<String, Difference>,
        at: usize,
        told: &Told,
        files: &[String],
        subjects: &Subjects,
    ) {
        let before = &self.told_before[at];
        let Some(first) = before.first_difference(told) else { return };
        let cause = |told: &Told| told.lines.get(first).and_then(|line| line.cause.clone());
        let causes: BTreeSet<String> = [cause(told), cause(before)].into_iter().flatten().take(1).collect();
        let shown = excerpt(&self.plays[at], before, told, first);
        for subject in subjects.of_change(files, &causes) {
            let difference = found.entry(subject.clone()).or_insert_with(|| Difference {
                subject,
                files: files.to_vec(),
                rulings: Vec::new(),
                games: Vec::new(),
                shown: shown.clone(),
            });
            match &self.plays[at] {
                Play::Ruling(file) => difference.rulings.push(file.name().to_owned()),
                Play::Game(seed) => difference.games.push(*seed),
            }
            let is_ruling = |excerpt: &Excerpt| !excerpt.of.starts_with("game with");
            let better = (is_ruling(&shown), difference.shown.length) > (is_ruling(&difference.shown), shown.length);
            if better && is_ruling(&shown) >= is_ruling(&difference.shown) {
                difference.shown = shown.clone();
            }
        }
    }
}

/// The lines around the first difference.
fn excerpt(play: &Play, before: &Told, after: &Told, first: usize) -> Excerpt {
    const CONTEXT: usize = 5;
    let line = |told: &Told| told.lines.get(first).map(|line| line.text.clone());
    // What a seat reads stands behind the trace, with which it has nothing to do.
    let start =
        if first >= before.trace { before.trace.saturating_sub(CONTEXT) } else { first.saturating_sub(CONTEXT) };
    let end = first.min(before.trace);
    Excerpt {
        of: play.name(),
        before: before.lines[start.min(end)..end].iter().map(|line| line.text.clone()).collect(),
        old: line(before),
        new: line(after),
        length: first,
    }
}
