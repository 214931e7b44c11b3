//! Signatures as they are written in the documentation of verbs, and their parser.
//!
//! A verb's documentation may end with a line such as ``Signature: `Card.move_to(zone) -> flag` ``. Kinds are
//! written `number`, `text`, `flag`, `nothing`, `map`, `any`; `lasting` and `single` for any that can be handed on, and any
//! single thing; a registered type by its name, `Card`; a list `[Card]`;
//! a closure `|Card| flag`; a choice `Card or [Card]`; a capital letter for whatever stands in its place elsewhere,
//! `[T].first -> T`; any other small word is a sort of declared words, `zone`.

use super::kind::{ClosureType, Type};

/// What a verb does besides giving a value; a later one includes the earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerbEffect {
    /// Nothing.
    #[default]
    None,
    /// It changes a list that the script has built.
    Local,
    /// It asks a player, or chance.
    Asks,
    /// It changes the game.
    Changes,
}

/// A way to call a verb or a function. What it is called on is the first parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: Box<str>,
    /// The kinds of its parameters.
    pub takes: Vec<Type>,
    /// The kind of its value.
    pub gives: Type,
    /// What it does.
    pub effect: VerbEffect,
    /// Whether it is read without parentheses.
    pub property: bool,
}

impl Signature {
    /// Reads a signature: `Card.move_to(zone) -> flag`, `Player.hand -> [Card]`, `game() -> Game`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { rest: text.trim().trim_matches('`') };
        let signature = parser.signature().ok_or_else(|| format!("`{text}` is no signature"))?;
        if parser.rest.is_empty() { Ok(signature) } else { Err(format!("`{}` in `{text}` is too much", parser.rest)) }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest).trim_start();
        found.is_some()
    }

    fn word(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn signature(&mut self) -> Option<Signature> {
        let mut takes = Vec::new();
        let before_arguments = self.rest.split('(').next().unwrap_or_default();
        let free = !before_arguments.contains('.');
        if !free {
            takes.push(self.kind()?);
            if !self.eat(".") {
                return None;
            }
        }
        let name = self.word()?.into();
        let property = !self.eat("(");
        if !property {
            takes.extend(self.kinds(")")?);
        }
        let gives = if self.eat("->") { self.kind()? } else { Type::Nothing };
        Some(Signature { name, takes, gives, effect: VerbEffect::None, property })
    }

    /// Kinds with commas between them, and what closes them.
    fn kinds(&mut self, close: &str) -> Option<Vec<Type>> {
        let mut kinds = Vec::new();
        while !self.eat(close) {
            if !kinds.is_empty() && !self.eat(",") {
                return None;
            }
            kinds.push(self.kind()?);
        }
        Some(kinds)
    }

    fn kind(&mut self) -> Option<Type> {
        let first = self.simple()?;
        if !self.rest.starts_with("or ") {
            return Some(first);
        }
        let mut kinds = vec![first];
        while self.rest.starts_with("or ") {
            self.eat("or ");
            kinds.push(self.simple()?);
        }
        Some(Type::OneOf(kinds))
    }

    fn simple(&mut self) -> Option<Type> {
        if self.eat("[") {
            let element = self.kind()?;
            return self.eat("]").then(|| Type::list(element));
        }
        if self.eat("|") {
            let takes = self.kinds("|")?;
            let gives = self.kind()?;
            return Some(Type::Closure(Box::new(ClosureType { takes, gives })));
        }
        self.word().map(named)
    }
}

fn named(word: &str) -> Type {
    let mut chars = word.chars();
    let capital = chars.next().filter(|c| c.is_uppercase());
    match (word, capital) {
        ("any", _) => Type::Unknown,
        ("lasting", _) => Type::Lasting,
        ("single", _) => Type::Single,
        ("nothing", _) => Type::Nothing,
        ("number", _) => Type::Number,
        ("text", _) => Type::Text,
        ("flag", _) => Type::Flag,
        ("map", _) => Type::Map,
        (_, Some(letter)) if chars.next().is_none() => Type::Var(letter),
        (_, Some(_)) => Type::named(word),
        (_, None) => Type::word(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        let Signature { name, takes, gives, property, .. } = Signature::parse(text).expect("the text is a signature");
        format!("{name} {takes:?} {gives:?} {property}")
    }

    #[test]
    fn signatures_read_like_calls() {
        assert_eq!(parsed("Card.move_to(zone) -> flag"), "move_to [Named(\"Card\"), Word(\"zone\")] Flag false");
        assert_eq!(parsed("`Player.hand -> [Card]`"), "hand [Named(\"Player\")] List(Named(\"Card\")) true");
        assert_eq!(parsed("game() -> Game"), "game [] Named(\"Game\") false");
        assert_eq!(parsed("Card.give(Player or [Player])"), {
            "give [Named(\"Card\"), OneOf([Named(\"Player\"), List(Named(\"Player\"))])] Nothing false"
        });
        assert_eq!(parsed("[T].map(|T| U) -> [U]"), {
            "map [List(Var('T')), Closure(ClosureType { takes: [Var('T')], gives: Var('U') })] List(Var('U')) false"
        });
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        for text in ["", "Card.", "Card.move_to(zone", "Card.move_to(zone) flag", "Card.x -> [Card"] {
            assert!(Signature::parse(text).is_err(), "{text}");
        }
    }
}
