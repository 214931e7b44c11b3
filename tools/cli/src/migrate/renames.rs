//! What was renamed from version to version: the one table that `cardwright migrate` goes by.
//!
//! Whoever renames something that packs say adds a row in the same commit.

/// Something that packs say differently now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rename {
    /// What it is.
    pub what: Renamed,
    /// What it was called; of a key the path to it, such as `actions.*.says`.
    pub old: &'static str,
    /// What it is called now; of a key its last part.
    pub new: &'static str,
}

/// What was renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// A key in files of one form.
    Key(FileForm),
}

/// Which files of a pack have a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// `cards/<pack>/pack.toml`.
    Pack,
    /// `cards/<pack>/ruleset.toml`.
    Ruleset,
    /// `cards/<pack>/board.toml`.
    Board,
    /// `cards/<pack>/look.toml`.
    Look,
    /// `cards/<pack>/decks/<deck>.toml`.
    Deck,
    /// `cards/<pack>/patches/<patch>.toml`.
    Patch,
    /// `cards/<pack>/<folder>/<card>.toml`.
    Card,
    /// `tests/rulings/<pack>/…/<claim>.toml`.
    Ruling,
}

impl FileForm {
    /// The form of a file, by its path from the root.
    pub fn of(path: &str) -> Option<Self> {
        match path.split('/').collect::<Vec<_>>()[..] {
            ["cards", _, "pack.toml"] => Some(Self::Pack),
            ["cards", _, "ruleset.toml"] => Some(Self::Ruleset),
            ["cards", _, "board.toml"] => Some(Self::Board),
            ["cards", _, "look.toml"] => Some(Self::Look),
            ["cards", _, "decks", file] if file.ends_with(".toml") => Some(Self::Deck),
            ["cards", _, "patches", file] if file.ends_with(".toml") => Some(Self::Patch),
            ["cards", _, _, file] if file.ends_with(".toml") => Some(Self::Card),
            ["tests", "rulings", .., file] if file.ends_with(".toml") => Some(Self::Ruling),
            _ => None,
        }
    }
}

/// What version 0.2 renamed.
pub const RENAMES: &[Rename] = &[];
