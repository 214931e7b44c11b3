//! What other packs rely on: packs for tests, in `tests/packs` beside a game's own packs, that extend the game. What only one
//! of them can notice matters as well: their rulings count for `coverage`, and a mutant by which one of them fails is killed.

use crate::packs::Packs;
use crate::rulings::{self, RulingFile};
use cardwright_content::{Files, pack_of};
use cardwright_game::Ruleset;
use std::fs;
use std::path::{Path, PathBuf};

/// A pack for tests that extends a game, laid over the game's packs by itself.
pub struct Extension {
    /// The files of the game with it, without rulings.
    pub files: Files,
    /// The game with it.
    pub ruleset: Ruleset,
    /// Its rulings.
    pub rulings: Vec<RulingFile>,
}

impl Extension {
    /// Those of a game, in the order of their names; not those that are in sight anyway.
    pub fn all(packs: &Packs, game: &str) -> Vec<Self> {
        folders(packs).iter().filter_map(|folder| Self::read(packs, game, folder)).collect()
    }

    fn read(packs: &Packs, game: &str, folder: &Path) -> Option<Self> {
        let mut laid = packs.clone();
        laid.lay_over(folder).ok()?;
        let (own, _) = Files::read(folder);
        let is_new = |name: &String| packs.check_name(name).is_err() && laid.game_of(name).is_ok_and(|of| of == game);
        let names: Vec<String> =
            cardwright_content::packs(&own).into_iter().map(|info| info.name).filter(is_new).collect();
        if names.is_empty() {
            return None;
        }
        let files = files_of_game(&laid.files, game);
        let ruleset = cardwright_game::load(&files, game).ruleset?;
        let (found, _) = rulings::find(folder, "");
        let rulings = found.into_iter().filter(|file| names.iter().any(|name| name == file.pack())).collect();
        Some(Self { files, ruleset, rulings })
    }
}

/// The files of a game, without its rulings and without other games.
pub fn files_of_game(files: &Files, game: &str) -> Files {
    let packs = cardwright_content::packs(files);
    let is_of_game = |path: &str| {
        let pack = pack_of(path).unwrap_or_default();
        packs.iter().any(|info| info.name == pack && (info.games.is_empty() || info.games.iter().any(|it| it == game)))
    };
    Files::new(files.iter().filter(|(path, _)| !path.starts_with("tests/") && is_of_game(path)))
}

/// The folders with packs for tests.
fn folders(packs: &Packs) -> Vec<PathBuf> {
    let inside = |root: &PathBuf| fs::read_dir(root.join("tests/packs")).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = packs.roots.iter().flat_map(inside).map(|entry| entry.path()).collect();
    found.sort();
    found
}
