//! What is played with both versions: the rulings, and seeded games.

use super::changes::Change;
use super::told::{self, Told};
use super::{CardChanges, Comparing};
use crate::parallel;
use crate::rulings::RulingFile;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::scripts::Scripts;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A ruling, in which cards have the names of the old version, or the game with a seed.
#[derive(Clone, Debug)]
pub(super) enum Play {
    Ruling(RulingFile),
    Game(u64),
}

/// Rules to play with, and the cards that have other names in some of them.
#[derive(Clone, Copy)]
pub(super) struct Version<'a> {
    pub ruleset: &'a Ruleset,
    pub cards: &'a CardChanges,
}

impl<'a> Version<'a> {
    /// One change of the rules.
    pub fn with(&self, change: &'a Change) -> Self {
        Self { ruleset: &change.ruleset, ..*self }
    }

    /// The same with a host for its scripts.
    pub fn hosted(self) -> Hosted<'a> {
        Hosted { version: self, host: self.ruleset.host() }
    }

    /// A ruling with the names that cards have in these rules.
    fn written(&self, text: &str) -> String {
        self.cards.renamed_where(text, |_, new| self.knows(new))
    }

    /// A line of a trace with the new names of cards.
    fn read(&self, text: &str) -> String {
        self.cards.renamed_where(text, |old, _| self.knows(old))
    }

    fn knows(&self, card: &str) -> bool {
        self.ruleset.rules().definitions.contains_key(card)
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
                let file = RulingFile { text: version.written(&file.text).into(), ..file.clone() };
                told::of_ruling(&file, version.ruleset, host)
            }
            Play::Game(seed) => told::of_game(version.ruleset, host, *seed),
        };
        told.renamed(|text| version.read(text))
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

/// The rulings of both versions, each once, as the new one has it, and the seeds of the games.
pub(super) fn plays(comparing: &Comparing<'_>, game: &str, cards: &CardChanges) -> Vec<Play> {
    let infos = cardwright_content::packs(&comparing.new.files);
    let is_of_game =
        |file: &RulingFile| infos.iter().any(|info| info.name == file.pack() && info.games.iter().any(|it| it == game));
    let new = comparing.new.rulings().into_iter().map(|file| {
        let is_new = comparing.old.files.get(&file.path) != Some(&file.text);
        let text = if is_new { cards.named_as_before(&file.text).into() } else { file.text.clone() };
        RulingFile { text, ..file }
    });
    let both = comparing.old.rulings().into_iter().chain(new);
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
