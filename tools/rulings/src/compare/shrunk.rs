//! The shortest trace that shows a difference: what was played is shrunk to a ruling with fewer cards and fewer decisions, as
//! long as the same card or rule does something else in both versions.

use super::plays::{Hosted, Play};
use super::shown::Shown;
use super::told::{self, Told};
use crate::packs::Packs;
use crate::promote::{Patience, Promoting, Scene, shrunk};
use crate::record::Record;
use crate::rulings::{self, RulingFile};
use cardwright_content::Files;
use cardwright_game::RulesetInside;
use cardwright_kernel::setup::Start;
use cardwright_kernel::state::Game;

/// How many rulings are tried for one difference.
const TRIES: u32 = 400;

/// How many are tried for all differences together, so that the time is bounded.
const ALL_TRIES: u32 = 4000;

/// How many lines from the first difference on are tried as the one that a ruling made of a game shows.
const LINES: usize = 4;

/// How many rulings are tried for each of so many differences.
pub(super) fn tries_each(differences: usize) -> u32 {
    TRIES.min(ALL_TRIES / u32::try_from(differences.max(1)).unwrap_or(ALL_TRIES))
}

/// The two versions that differ.
pub(super) struct Shrinking<'a> {
    /// The files of the old version.
    pub files: &'a Files,
    pub before: Hosted<'a>,
    /// The new version, or the old one with some of the changes.
    pub after: Hosted<'a>,
    /// How many rulings are tried.
    pub tries: u32,
}

/// What must stay of a difference when what shows it is shrunk.
#[derive(Debug, PartialEq, Eq)]
struct FirstDifference {
    /// Whose doing it is.
    cause: Option<String>,
    /// What lines that differ begin with, of what no card does.
    heads: Option<(String, String)>,
    /// Whether everybody's trace shows it.
    is_public: bool,
    /// In how many versions the ruling fails.
    failing: usize,
    /// Whether it cannot even be read.
    is_unreadable: bool,
    /// Whether a decision is another one: what bots choose from differs.
    is_decision: bool,
}

impl FirstDifference {
    fn of(before: &Told, after: &Told) -> Option<Self> {
        let first = before.first_difference(after)?;
        let cause = after.cause(first).or_else(|| before.cause(first));
        let line = |told: &Told| told.lines.get(first).map_or("", |line| line.text.trim()).to_owned();
        let lines = (line(before), line(after));
        let heads = (head(&lines.0), head(&lines.1));
        let begins = |start: &str| lines.0.starts_with(start) || lines.1.starts_with(start);
        Some(Self {
            failing: [before, after].into_iter().filter(|told| told.fails()).count(),
            is_unreadable: begins("! the ruling cannot be read"),
            is_decision: begins("> "),
            heads: cause.is_none().then_some(heads),
            is_public: first < before.trace.max(after.trace),
            cause,
        })
    }

    /// Whether a shorter play shows this, too.
    fn is_shown_by(&self, other: &Self) -> bool {
        let is_same = self.cause == other.cause
            && self.heads == other.heads
            && (self.is_public, self.is_unreadable) == (other.is_public, other.is_unreadable);
        // Where a game differed in what can be done, a ruling shows that it cannot be done.
        is_same && other.failing <= self.failing.max(usize::from(self.is_decision))
    }
}

impl Shrinking<'_> {
    /// The shortest traces found that show the difference that a play shows.
    pub fn shown(&self, play: &Play) -> Shown {
        let (before, after) = self.told(play);
        let in_part = || Shown::in_part(play.name(), &before, &after);
        let Some(wanted) = FirstDifference::of(&before, &after) else { return in_part() };
        let first = before.first_difference(&after).unwrap_or_default();
        let patience = Patience::tries(self.tries);
        let found = match play {
            Play::Ruling(file) => self.of_ruling(file, &wanted, &patience),
            Play::Game(seed) => self.of_game((*seed, first), &wanted, &patience),
        };
        let Some(file) = found else { return in_part() };
        let ruling = file.text.to_string();
        let (old, new) = self.told(&Play::Ruling(file));
        match old.trace <= before.trace {
            true => Shown::in_full(play.name(), before.trace, ruling, &old, &new),
            false => in_part(),
        }
    }

    /// What a play tells in both versions.
    fn told(&self, play: &Play) -> (Told, Told) {
        (self.before.told(play), self.after.told(play))
    }

    /// Whether both versions of a ruling differ in what is wanted.
    fn differs(&self, file: &RulingFile, wanted: &FirstDifference) -> bool {
        let (before, after) = self.told(&Play::Ruling(file.clone()));
        FirstDifference::of(&before, &after).is_some_and(|found| wanted.is_shown_by(&found))
    }

    /// A ruling without what it does not need.
    fn of_ruling(&self, file: &RulingFile, wanted: &FirstDifference, patience: &Patience) -> Option<RulingFile> {
        let ruleset = self.before.version.ruleset;
        let ruling = rulings::read(file, ruleset).ok()?;
        let game = Game::new(ruleset.rules(), &ruling.setup);
        let seed = ruling.setup.seed;
        let scene = match ruling.setup.start {
            Start::Beginning => Scene::beginning(ruleset.rules(), game.state(), seed),
            Start::Middle(_) => Scene { seed, ..Scene::of(ruleset.rules(), game.state()) },
        };
        let scene = scene.with_steps(ruling.lines().map(str::to_owned).collect());
        let written = |scene: &Scene| {
            let text = scene.text(&ruling.claim, ruling.expects_fault).into();
            RulingFile { text, ..file.clone() }
        };
        let shows = |scene: &Scene| patience.has_another() && self.differs(&written(scene), wanted);
        shows(&scene).then(|| written(&shrunk(scene, patience, shows)))
    }

    /// The ruling that a game is shrunk to: with decisions of the game of the old version, or else of the new one.
    fn of_game(
        &self,
        (seed, first): (u64, usize),
        wanted: &FirstDifference,
        patience: &Patience,
    ) -> Option<RulingFile> {
        [&self.before, &self.after].into_iter().find_map(|side| {
            let game = told::game(side.version.ruleset, &side.host, seed)?;
            let told = told::of_played(side.version.ruleset, &game);
            let packs = Packs { files: self.files.clone(), ..Packs::default() };
            let record = Record::new(&packs, side.version.ruleset, &game).ok()?;
            let differs = |file: &RulingFile, _: &str| self.differs(file, wanted);
            let promoted = |(from, line): (usize, String)| {
                let promoting = Promoting {
                    record: &record,
                    ruleset: side.version.ruleset,
                    host: &side.host,
                    path: format!("tests/rulings/{}/compared/shrunk.toml", record.game),
                    claim: format!("A game went differently: {line}"),
                    line,
                    also: Some(&differs),
                    from,
                    keeps_line: false,
                    patience,
                };
                promoting.promote().ok()
            };
            lines_from(&told, first).into_iter().find_map(promoted).map(|promoted| promoted.file)
        })
    }
}

/// What a line begins with: its mark, who, and what happens; not the cards and numbers.
fn head(line: &str) -> String {
    line.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// The lines of the trace that a ruling can show instead of the first that differs, each with the number of its fact: that
/// line and some after it; where only a seat reads it, the last line before.
fn lines_from(told: &Told, first: usize) -> Vec<(usize, String)> {
    let trace = &told.lines[..told.trace];
    let fact = told.lines.get(first).map_or(usize::MAX, |line| line.fact);
    let last = || trace.iter().rposition(|line| line.fact <= fact);
    let lines = match first < trace.len() {
        true => &trace[first..trace.len().min(first + LINES)],
        false => last().map_or(&[][..], |at| &trace[at..=at]),
    };
    lines.iter().map(|line| (line.fact, line.text.trim().to_owned())).collect()
}
