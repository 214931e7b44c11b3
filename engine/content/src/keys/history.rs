//! How keys were written in earlier versions: a part of their rows, from which `migrate` and the errors about old words follow.

use super::row::{KeyRow, KeyTable};

/// How a key was written before a version.
#[derive(Clone, Copy, Debug)]
pub struct Former {
    /// The version since which it is written as it is now.
    pub since: &'static str,
    /// How it was written before.
    pub was: FormerWay,
    /// What the function was given that was named there, in this order, where functions now name what they take.
    pub gave: &'static [&'static str],
}

impl Former {
    pub(super) const fn gave(self, gave: &'static [&'static str]) -> Self {
        Self { gave, ..self }
    }
}

/// What was written where a key stands now.
#[derive(Clone, Copy, Debug)]
pub enum FormerWay {
    /// Another key.
    Key(&'static str),
    /// Another word as its value.
    Word {
        /// The word.
        old: &'static str,
        /// The word now.
        new: &'static str,
    },
    /// A key beside it, for what stands inside of it now, under this key.
    Beside(&'static str, &'static str),
    /// A text or a number, instead of a table with this key.
    Alone(&'static str),
    /// A word, where the script had a function of this name, which is named by this key of its table now.
    Usual {
        /// The word.
        word: &'static str,
        /// The function.
        hook: &'static str,
        /// The key.
        key: &'static str,
    },
    /// In its texts, other letters.
    Within {
        /// What was written.
        old: &'static str,
        /// What is written now.
        new: &'static str,
    },
    /// A key beside it that nothing needs any more.
    Gone(&'static str),
}

/// A version, which begins the histories of keys.
pub(super) struct Since(pub &'static str);

impl Since {
    pub const fn key(self, old: &'static str) -> Former {
        self.was(FormerWay::Key(old))
    }

    pub const fn word(self, old: &'static str, new: &'static str) -> Former {
        self.was(FormerWay::Word { old, new })
    }

    pub const fn within(self, old: &'static str, new: &'static str) -> Former {
        self.was(FormerWay::Within { old, new })
    }

    pub const fn beside(self, old: &'static str, key: &'static str) -> Former {
        self.was(FormerWay::Beside(old, key))
    }

    pub const fn alone(self, key: &'static str) -> Former {
        self.was(FormerWay::Alone(key))
    }

    pub const fn usual(self, word: &'static str, hook: &'static str, key: &'static str) -> Former {
        self.was(FormerWay::Usual { word, hook, key })
    }

    pub const fn gone(self, old: &'static str) -> Former {
        self.was(FormerWay::Gone(old))
    }

    const fn was(self, was: FormerWay) -> Former {
        Former { since: self.0, was, gave: &[] }
    }
}

impl KeyTable {
    /// The row of a key that was written otherwise before, and how it was.
    pub fn formerly(&self, key: &str) -> Option<(&'static KeyRow, &'static Former)> {
        let is_it = |former: &&Former| match former.was {
            FormerWay::Key(old) | FormerWay::Gone(old) | FormerWay::Beside(old, _) => old == key,
            FormerWay::Word { .. } | FormerWay::Alone(_) | FormerWay::Usual { .. } | FormerWay::Within { .. } => false,
        };
        self.keys().find_map(|row| Some((row, row.history.iter().find(is_it)?)))
    }
}

impl KeyRow {
    /// How a word that it does not take any more is written now, and since when.
    pub fn formerly(&self, word: &str) -> Option<(&'static str, &'static Former)> {
        self.history.iter().find_map(|former| match former.was {
            FormerWay::Word { old, new } if old == word => Some((new, former)),
            _ => None,
        })
    }

    /// The key of its table for what stood there alone before.
    pub fn alone(&self) -> Option<&'static Former> {
        self.history.iter().find(|former| matches!(former.was, FormerWay::Alone(_)))
    }

    /// How a text of its own is written now, if it holds what is written otherwise.
    pub fn within(&self, text: &str) -> Option<String> {
        self.history.iter().find_map(|former| match former.was {
            FormerWay::Within { old, new } if text.contains(old) => Some(text.replace(old, new)),
            _ => None,
        })
    }
}
