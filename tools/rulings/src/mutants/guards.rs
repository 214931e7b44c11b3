//! What other packs rely on: the rulings of packs that extend a game, with the traces that they have now.

use super::{Mutant, judge};
use crate::extensions::Extension;
use crate::rulings::RulingFile;
use cardwright_game::RulesetInside;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A pack for tests that extends a game, and its rulings that hold, with their traces.
pub struct Guard {
    game: String,
    extension: Extension,
    rulings: Vec<(RulingFile, String)>,
}

impl Guard {
    /// The rulings of an extension of this game.
    pub fn new(game: &str, extension: Extension) -> Self {
        let (ruleset, host) = (&extension.ruleset, extension.ruleset.host());
        let held =
            extension.rulings.iter().filter_map(|file| Some((file.clone(), judge::trace(file, ruleset, &host)?)));
        let rulings = held.collect();
        Self { game: game.to_owned(), extension, rulings }
    }

    /// Its rulings.
    pub fn rulings(&self) -> impl Iterator<Item = &RulingFile> {
        self.rulings.iter().map(|(file, _)| file)
    }

    /// What fails by a mutant: a ruling, or the whole pack, if it cannot be played with it.
    pub fn fails(&self, mutant: &Mutant) -> Option<String> {
        let Some(mutated) = cardwright_game::load(&mutant.files(&self.extension.files), &self.game).ruleset else {
            return self.rulings.first().map(|(file, _)| format!("the pack `{}`", file.pack()));
        };
        let host = mutated.host();
        let differs = |(file, before): &&(RulingFile, String)| {
            let run = AssertUnwindSafe(|| judge::trace(file, &mutated, &host));
            catch_unwind(run).map_or(true, |now| now.as_ref() != Some(before))
        };
        self.rulings.iter().find(differs).map(|(file, _)| file.name().to_owned())
    }
}
