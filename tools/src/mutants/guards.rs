//! What other packs rely on: packs for tests, in `tests/packs` beside a game's own packs, that extend the game. What only one
//! of them can notice matters as well: a mutant by which one of their rulings fails is killed.

use super::{Mutant, files_of_game, judge};
use crate::packs::Packs;
use crate::rulings::{self, RulingFile};
use cardwright::catalog::{self, Files};
use cardwright::game;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A pack for tests that extends a game, laid over its packs by itself.
pub struct Guard {
    game: String,
    files: Files,
    /// Its rulings that hold, with their traces.
    rulings: Vec<(RulingFile, String)>,
}

impl Guard {
    /// Those of a game, in the order of their names; not those that are in sight anyway.
    pub fn all(packs: &Packs, game: &str) -> Vec<Self> {
        folders(packs).iter().filter_map(|folder| Self::read(packs, game, folder)).collect()
    }

    fn read(packs: &Packs, game: &str, folder: &Path) -> Option<Self> {
        let mut laid = packs.clone();
        laid.lay_over(folder).ok()?;
        let (own, _) = Files::read(folder);
        let is_new = |name: &String| packs.check_name(name).is_err() && laid.game_of(name).is_ok_and(|of| of == game);
        let names: Vec<String> = catalog::packs(&own).into_iter().map(|info| info.name).filter(is_new).collect();
        if names.is_empty() {
            return None;
        }
        let files = files_of_game(&laid.files, game);
        let ruleset = game::load(&files, game).ruleset?;
        let (found, _) = rulings::find(folder, "");
        let of_them = found.into_iter().filter(|file| names.iter().any(|name| name == file.pack()));
        let held = of_them.filter_map(|file| judge::trace(&file, &ruleset, &ruleset.host()).map(|trace| (file, trace)));
        let rulings = held.collect();
        Some(Self { game: game.to_owned(), files, rulings })
    }

    /// Its rulings.
    pub fn rulings(&self) -> impl Iterator<Item = &RulingFile> {
        self.rulings.iter().map(|(file, _)| file)
    }

    /// What fails by a mutant: a ruling, or the whole pack, if it cannot be played with it.
    pub fn fails(&self, mutant: &Mutant) -> Option<String> {
        let Some(mutated) = game::load(&mutant.files(&self.files), &self.game).ruleset else {
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

/// The folders with packs for tests.
fn folders(packs: &Packs) -> Vec<PathBuf> {
    let inside = |root: &PathBuf| fs::read_dir(root.join("tests/packs")).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = packs.roots.iter().flat_map(inside).map(|entry| entry.path()).collect();
    found.sort();
    found
}
