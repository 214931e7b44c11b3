//! Options of a game: what is chosen before it begins, and stays. Scripts read them as attributes of the game.

use crate::model::ids::{AttrId, EntityId, Word};
use crate::model::rules::{AttrType, Attribute, GameOption, Rules};
use crate::model::value::Value;
use std::fmt;

/// Why an option cannot be chosen like this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The game has no such option.
    Unknown {
        /// Its name.
        name: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// It is chosen twice.
    Twice(String),
    /// It cannot be this.
    Value {
        /// Its name.
        name: String,
        /// What it was to be.
        said: String,
        /// What it can be.
        choices: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no option `{name}`: the game has none")
            }
            Self::Unknown { name, known } => write!(f, "there is no option `{name}`; there are: {}", known.join(", ")),
            Self::Twice(name) => write!(f, "the option `{name}` is chosen twice"),
            Self::Value { name, said, choices } => write!(f, "the option `{name}` cannot be `{said}`, but {choices}"),
        }
    }
}

impl std::error::Error for OptionError {}

impl Rules {
    /// The options of the game, in the order of declaration.
    pub fn options(&self) -> impl Iterator<Item = (AttrId, &str, &Attribute, &GameOption)> {
        let all = self.attributes.iter().enumerate();
        all.filter_map(|(at, (name, decl))| Some((AttrId::from(at), &**name, decl, decl.option.as_ref()?)))
    }

    /// An option and a value of it, as they are written: `lanterns` and `6`.
    ///
    /// # Errors
    /// There is no such option, or it cannot be this.
    pub fn option(&self, name: &str, said: &str) -> Result<(AttrId, Value), OptionError> {
        let found = self.options().find(|(_, other, ..)| *other == name);
        let (attr, _, decl, option) = found.ok_or_else(|| OptionError::Unknown {
            name: name.into(),
            known: self.options().map(|(_, name, ..)| name.to_string()).collect(),
        })?;
        let value = match (&decl.type_, said) {
            (AttrType::Flag, "true" | "yes") => Some(Value::Flag(true)),
            (AttrType::Flag, "false" | "no") => Some(Value::Flag(false)),
            (AttrType::Number, said) => said.parse().ok().map(Value::Number),
            (_, said) => self.words.get(said).map(Value::Word),
        };
        let value = value.filter(|value| is_possible(decl, option, *value));
        let wrong = || OptionError::Value { name: name.into(), said: said.into(), choices: self.choices(decl, option) };
        value.map(|value| (attr, value)).ok_or_else(wrong)
    }

    /// Options and their values, as they are written.
    ///
    /// # Errors
    /// There is no such option, it cannot be this, or it is chosen twice.
    pub fn chosen<'s>(
        &self,
        said: impl IntoIterator<Item = (&'s String, &'s String)>,
    ) -> Result<Vec<(AttrId, Value)>, OptionError> {
        let mut chosen: Vec<(AttrId, Value)> = Vec::new();
        for (name, said) in said {
            let (attr, value) = self.option(name, said)?;
            if chosen.iter().any(|(other, _)| *other == attr) {
                return Err(OptionError::Twice(name.clone()));
            }
            chosen.push((attr, value));
        }
        Ok(chosen)
    }

    /// Whose attribute is meant where one of this entity is asked for: an option is the game's.
    pub fn bearer(&self, attr: AttrId, asked: EntityId) -> EntityId {
        if self.attributes[attr.index()].option.is_some() { EntityId::GAME } else { asked }
    }

    /// Whether an attribute is an option that can be this.
    pub fn is_option(&self, attr: AttrId, value: Value) -> bool {
        let decl = self.attributes.get_index(attr.index()).map(|(_, decl)| decl);
        decl.is_some_and(|decl| decl.option.as_ref().is_some_and(|option| is_possible(decl, option, value)))
    }

    /// A value of an option as it is written.
    pub fn option_text(&self, value: Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Word(word) => self.words.text(word).to_string(),
            Value::Nothing
            | Value::Entity(_)
            | Value::Player(_)
            | Value::Players(_)
            | Value::Choices(_)
            | Value::Numbers(_) => String::new(),
        }
    }

    /// What an option can be, in words: `4 to 8`.
    pub fn choices(&self, decl: &Attribute, option: &GameOption) -> String {
        match &decl.type_ {
            AttrType::Number => format!("{} to {}", option.from, option.to),
            _ => self.option_words(decl).collect::<Vec<_>>().join(" or "),
        }
    }

    /// The words of which an option that is no number can be any.
    pub fn option_words<'r>(&'r self, decl: &'r Attribute) -> impl Iterator<Item = &'r str> {
        let (own, flags): (&[Word], &[&str]) = match &decl.type_ {
            AttrType::Number => (&[], &[]),
            AttrType::Choice(words) => (words, &[]),
            _ => (&[], &["true", "false"]),
        };
        own.iter().map(|word| self.words.text(*word)).chain(flags.iter().copied())
    }

    /// What an option is if nobody chooses.
    pub fn option_default(&self, decl: &Attribute) -> String {
        self.option_text(Value::of(&decl.default))
    }
}

fn is_possible(decl: &Attribute, option: &GameOption, value: Value) -> bool {
    match (&decl.type_, value) {
        (AttrType::Number, Value::Number(number)) => (option.from..=option.to).contains(&number),
        (AttrType::Flag, Value::Flag(_)) => true,
        (AttrType::Choice(words), Value::Word(word)) => words.contains(&word),
        _ => false,
    }
}
