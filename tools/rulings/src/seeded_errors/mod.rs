//! Mutations: small mistakes, seeded into the files of packs one at a time, to see how many are caught before
//! anything runs.
//!
//! [`seed`] makes them, [`caught`] asks the checker, [`MutationTally`] counts. What would be no mistake, because what comes out
//! is as right as before, is not made.

mod declared;
mod script;
mod tally;

pub use tally::MutationTally;

use cardwright_content::Files;
use cardwright_game::RulesetInside;
use std::ops::Range;

/// What sort of mistake it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A verb is misspelt.
    Verb,
    /// A property is misspelt.
    Property,
    /// A call of a function of the pack is misspelt.
    Function,
    /// A hook is misspelt.
    Hook,
    /// A use of a variable is misspelt.
    Variable,
    /// The name of a zone, an action, a choice or the like is misspelt in a script.
    Word,
    /// The name of a card is misspelt.
    Card,
    /// A key of a file is misspelt.
    Key,
    /// A word of a file is misspelt: the name of something declared, or one of the words that a key takes.
    Value,
    /// An argument too few.
    TooFew,
    /// An argument too many.
    TooMany,
    /// A hook has other parameters.
    Parameters,
    /// Two arguments of different kinds change places.
    Swapped,
    /// An argument is of another kind.
    Argument,
    /// An operand, or what a property is set to, is of another kind.
    Operand,
    /// The value of a key in a file is of another type.
    Type,
    /// The word `return` is dropped.
    Return,
    /// The value at the end of a function is dropped.
    End,
}

/// What sorts of mistake have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Wrong names.
    Names,
    /// Wrong kinds and numbers of things.
    Kinds,
    /// The result of a function is dropped.
    Returns,
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Verb,
        Self::Property,
        Self::Function,
        Self::Hook,
        Self::Variable,
        Self::Word,
        Self::Card,
        Self::Key,
        Self::Value,
        Self::TooFew,
        Self::TooMany,
        Self::Parameters,
        Self::Swapped,
        Self::Argument,
        Self::Operand,
        Self::Type,
        Self::Return,
        Self::End,
    ];

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Verb => "misspelt verb",
            Self::Property => "misspelt property",
            Self::Function => "misspelt function",
            Self::Hook => "misspelt hook",
            Self::Variable => "misspelt variable",
            Self::Word => "misspelt word in a script",
            Self::Card => "misspelt card",
            Self::Key => "misspelt key",
            Self::Value => "misspelt word in a file",
            Self::TooFew => "argument left out",
            Self::TooMany => "argument too many",
            Self::Parameters => "hook with another parameter",
            Self::Swapped => "arguments swapped",
            Self::Argument => "argument of another kind",
            Self::Operand => "operand of another kind",
            Self::Type => "value of another type in a file",
            Self::Return => "`return` dropped",
            Self::End => "last value dropped",
        }
    }

    /// The group it belongs to.
    pub const fn group(self) -> Group {
        match self {
            Self::Verb
            | Self::Property
            | Self::Function
            | Self::Hook
            | Self::Variable
            | Self::Word
            | Self::Card
            | Self::Key
            | Self::Value => Group::Names,
            Self::TooFew
            | Self::TooMany
            | Self::Parameters
            | Self::Swapped
            | Self::Argument
            | Self::Operand
            | Self::Type => Group::Kinds,
            Self::Return | Self::End => Group::Returns,
        }
    }
}

impl Group {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Names, Self::Kinds, Self::Returns];

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Names => "wrong names",
            Self::Kinds => "wrong kinds and arities",
            Self::Returns => "dropped values",
        }
    }
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What sort of mistake it is.
    pub sort: Sort,
    /// The file.
    pub path: Box<str>,
    /// The bytes that are replaced.
    pub span: Range<usize>,
    /// What replaces it.
    pub instead: String,
}

impl Mutation {
    /// The text of its file with the mistake in it.
    pub fn applied(&self, text: &str) -> String {
        format!("{}{}{}", &text[..self.span.start], self.instead, &text[self.span.end..])
    }

    /// The mistake in one line: `scripts/x.rhai:3: draw -> drwa`.
    pub fn told(&self, files: &Files) -> String {
        let text = files.get(&self.path).unwrap_or_default();
        let line = text[..self.span.start].matches('\n').count() + 1;
        let was = &text[self.span.clone()];
        let short = |part: &str| part.replace('\n', " ").chars().take(60).collect::<String>();
        format!("{}:{line}: {} -> {}", self.path, short(was), short(&self.instead))
    }
}

/// All mistakes that can be made in the cards and scripts of a game, in the order of its files.
pub fn seed(files: &Files, game: &str) -> Vec<Mutation> {
    let Some(ruleset) = cardwright_game::load(files, game).ruleset else { return Vec::new() };
    let words = declared::Words::of(ruleset.rules());
    let packs = cardwright_content::packs(files);
    let is_of_game = |path: &str| {
        let pack = cardwright_content::pack_of(path).unwrap_or_default();
        packs.iter().any(|info| info.name == pack && info.games.iter().any(|name| name == game))
    };
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_of_game(path)) {
        if path.starts_with("scripts/") {
            found.extend(script::mutations(path, text, &words, ruleset.rules()));
        } else if path.starts_with("cards/") && !path.ends_with("/pack.toml") {
            found.extend(declared::mutations(path, text, &words));
        }
    }
    found
}

/// How many warnings there are about a game as it is.
pub fn warnings(files: &Files, game: &str) -> usize {
    cardwright_game::load(files, game).warnings.len()
}

/// Whether a mistake is found before anything runs; `before` is the number of warnings without it.
pub fn caught(files: &Files, game: &str, mutation: &Mutation, before: usize) -> bool {
    let changed = mutation.applied(files.get(&mutation.path).unwrap_or_default());
    let files = Files::new(files.iter().chain([(&*mutation.path, changed.as_str())]));
    let loaded = cardwright_game::load(&files, game);
    !loaded.problems.is_empty() || loaded.warnings.len() > before
}

/// A name as somebody might mistype it: two letters change places, or one is doubled.
fn misspelt(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let differ = |at: &usize| {
        letters[*at] != letters[at + 1] && letters[*at].is_alphanumeric() && letters[at + 1].is_alphanumeric()
    };
    let middle = letters.len() / 2;
    let places = (middle..letters.len().saturating_sub(1)).chain(1..middle).chain(0..letters.len().min(1));
    let place = places.filter(|at| at + 1 < letters.len()).find(differ);
    let mut changed = letters.clone();
    match place {
        Some(at) => changed.swap(at, at + 1),
        None => changed.push(letters.last().copied().filter(|c| c.is_alphanumeric()).unwrap_or('x')),
    }
    changed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::misspelt;

    #[test]
    fn names_are_mistyped() {
        assert_eq!([misspelt("draw"), misspelt("on"), misspelt("a"), misspelt("aa")], ["drwa", "no", "aa", "aaa"]);
    }
}
