//! What is played with both versions: the rulings, and seeded games.

use super::Comparing;
use super::changes::Change;
use super::told::{self, Told};
use crate::parallel;
use crate::rulings::RulingFile;
use cardwright::catalog;
use cardwright::game::Ruleset;
use cardwright::play::session::Scripts;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Writes the names of cards as another version has them.
type Rename<'a> = dyn Fn(&str) -> String + Sync + 'a;

/// A ruling, or the game with a seed.
#[derive(Clone, Debug)]
pub(super) enum Play {
    Ruling(RulingFile),
    Game(u64),
}

/// Rules to play with, and what cards are called in them.
#[derive(Clone, Copy)]
pub(super) struct Version<'a> {
    pub ruleset: &'a Ruleset,
    /// Renames cards in rulings before they are played.
    pub write: &'a Rename<'a>,
    /// Renames cards in what is told.
    pub read: &'a Rename<'a>,
}

impl<'a> Version<'a> {
    /// The same names with one change of the rules.
    pub fn with(&self, change: &'a Change) -> Self {
        Self { ruleset: &change.ruleset, ..*self }
    }

    /// The same with a host for its scripts.
    pub fn hosted(self) -> Hosted<'a> {
        Hosted { version: self, host: self.ruleset.host() }
    }
}

/// A version with a host for its scripts.
pub(super) struct Hosted<'a> {
    pub version: Version<'a>,
    pub host: Rc<dyn Scripts>,
}

impl Hosted<'_> {
    /// What a play tells with these rules.
    pub fn told(&self, play: &Play) -> Told {
        let Self { version, host } = self;
        let told = match play {
            Play::Ruling(file) => {
                let file = RulingFile { text: (version.write)(&file.text).into(), ..file.clone() };
                told::of_ruling(&file, version.ruleset, host)
            }
            Play::Game(seed) => told::of_game(version.ruleset, host, *seed),
        };
        told.renamed(version.read)
    }
}

impl Play {
    /// How people call it.
    pub fn name(&self) -> String {
        match self {
            Self::Ruling(file) => file.name().to_owned(),
            Self::Game(seed) => format!("game with seed {seed}"),
        }
    }

    /// Whether it is a ruling that speaks of a card.
    pub fn mentions(&self, card: &str) -> bool {
        matches!(self, Self::Ruling(file) if file.text.contains(card))
    }
}

/// The rulings of both versions, each once, and the seeds of the games.
pub(super) fn plays(comparing: &Comparing<'_>, game: &str) -> Vec<Play> {
    let infos = catalog::packs(&comparing.new.files);
    let is_of_game =
        |file: &RulingFile| infos.iter().any(|info| info.name == file.pack() && info.games.iter().any(|it| it == game));
    let both = comparing.old.rulings().into_iter().chain(comparing.new.rulings());
    let rulings: BTreeMap<Box<str>, RulingFile> =
        both.filter(is_of_game).map(|file| (file.path.clone(), file)).collect();
    let rulings = rulings.into_values().map(Play::Ruling);
    rulings.chain((1..=comparing.games).map(Play::Game)).collect()
}

/// What each of these plays tells with these rules.
pub(super) fn tell(threads: usize, version: &Version<'_>, plays: &[Play]) -> Vec<Told> {
    parallel::all(plays, threads, || {
        let hosted = version.hosted();
        move |play: &Play| hosted.told(play)
    })
}
