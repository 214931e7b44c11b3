//! Kinds: what the checker knows about a value.

use std::collections::BTreeMap;
use std::fmt;

/// What is known about a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    /// Anything.
    #[default]
    Unknown,
    /// No value has come here yet: the kind of a parameter before its first call is met.
    Never,
    /// `()`.
    Nothing,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// An object map.
    Map,
    /// A text that is one of the declared words of this sort: a `zone`, a `window`.
    Word(Box<str>),
    /// A list.
    List(Box<Type>),
    /// A type that the engine registers: `Card`.
    Named(Box<str>),
    /// An event of one of these signals: whatever is known of it besides that it is an `Event`.
    Event(Vec<HeardSignal>),
    /// A closure.
    Closure(Box<ClosureType>),
    /// One of several.
    OneOf(Vec<Type>),
    /// The same kind that this letter stands for elsewhere in a signature.
    Var(char),
    /// Of a parameter or a result: anything that means something outside of its call, so no closure and no event.
    Lasting,
    /// Of a parameter: one thing, so neither a list nor a map, and what is lasting.
    Single,
}

/// A signal that a listener is called for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardSignal {
    /// The signal.
    pub signal: Box<str>,
    /// Whether it is called before it happens.
    pub instead: bool,
}

/// The parameters and the result of a closure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosureType {
    /// The kinds of its parameters.
    pub takes: Vec<Type>,
    /// The kind of its value.
    pub gives: Type,
}

/// As signatures write it: `number`, `[Card]`, `|T| flag`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |kinds: &[Self], between: &str| kinds.iter().map(Self::to_string).collect::<Vec<_>>().join(between);
        match self {
            Self::Unknown | Self::Never | Self::Lasting | Self::Single => f.write_str("any"),
            Self::Nothing => f.write_str("nothing"),
            Self::Number => f.write_str("number"),
            Self::Text => f.write_str("text"),
            Self::Flag => f.write_str("flag"),
            Self::Map => f.write_str("map"),
            Self::Word(sort) => f.write_str(sort),
            Self::List(element) => write!(f, "[{element}]"),
            Self::Named(name) => f.write_str(name),
            Self::Event(_) => f.write_str(EVENT),
            Self::Closure(closure) => write!(f, "|{}| {}", all(&closure.takes, ", "), closure.gives),
            Self::OneOf(kinds) => f.write_str(&all(kinds, " or ")),
            Self::Var(letter) => write!(f, "{letter}"),
        }
    }
}

/// What all events are.
const EVENT: &str = "Event";

/// How many signals one event may have before nothing is known of it.
const MOST_SIGNALS: usize = 64;

/// How many kinds one value may have before nothing is known of it.
const MOST_ALTERNATIVES: usize = 6;

/// What the letters of a signature stand for in one call.
pub(super) type Bindings = BTreeMap<char, Type>;

impl Type {
    /// A list of this kind.
    pub fn list(element: Type) -> Self {
        Self::List(Box::new(element))
    }

    /// A registered type.
    pub fn named(name: &str) -> Self {
        Self::Named(name.into())
    }

    /// A declared word of a sort.
    pub fn word(sort: &str) -> Self {
        Self::Word(sort.into())
    }

    /// Whether nothing is known.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Unknown | Self::Never | Self::Var(_) | Self::OneOf(_))
    }

    /// What is known of a value that is this or that.
    pub(super) fn join(self, other: Type) -> Type {
        match (self, other) {
            (Self::Never | Self::Nothing, kind) | (kind, Self::Never | Self::Nothing) => kind,
            (Self::List(first), Self::List(second)) => Self::list(first.join(*second)),
            (first, second) if first == second => first,
            (Self::Event(first), Self::Event(second)) => Self::event(first, second),
            (first, second) if first.is_event() && second.is_event() => Self::named(EVENT),
            (Self::Word(_), Self::Text) | (Self::Text, Self::Word(_)) => Self::Text,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (first, second) => Self::several(first, second),
        }
    }

    /// An event of one of these signals or those.
    fn event(mut first: Vec<HeardSignal>, second: Vec<HeardSignal>) -> Self {
        for heard in second {
            if !first.contains(&heard) {
                first.push(heard);
            }
        }
        if first.len() > MOST_SIGNALS { Self::named(EVENT) } else { Self::Event(first) }
    }

    /// Whether it is an event.
    fn is_event(&self) -> bool {
        matches!(self, Self::Event(_)) || *self == Self::named(EVENT)
    }

    /// One of two kinds that differ; if they become too many, nothing is known.
    fn several(first: Type, second: Type) -> Self {
        let mut kinds = Vec::new();
        for kind in first.alternatives().into_iter().chain(second.alternatives()) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        match kinds.len() {
            1 => kinds.remove(0),
            2..=MOST_ALTERNATIVES => Self::OneOf(kinds),
            _ => Self::Unknown,
        }
    }

    /// The kinds that it is one of; itself if it is only one.
    pub(super) fn alternatives(self) -> Vec<Type> {
        match self {
            Self::OneOf(kinds) => kinds,
            kind => vec![kind],
        }
    }

    /// Whether a value of this kind is accepted for `wanted`; a letter takes the first kind that it meets.
    pub(super) fn fits(&self, wanted: &Type, letters: &mut Bindings) -> bool {
        match (self, wanted) {
            (_, Self::Var(letter)) => {
                let so_far = letters.remove(letter).unwrap_or(Self::Never);
                letters.insert(*letter, so_far.join(self.clone()));
                true
            }
            (Self::OneOf(kinds), _) => kinds.iter().any(|kind| kind.fits(wanted, letters)),
            (_, Self::OneOf(kinds)) => kinds.iter().any(|kind| self.fits(kind, letters)),
            (Self::List(element), Self::List(wanted)) => element.fits(wanted, letters),
            (Self::Unknown | Self::Never, _) | (_, Self::Unknown | Self::Never) => true,
            (Self::List(element), Self::Lasting) => element.fits(wanted, letters),
            (Self::List(_) | Self::Map, Self::Single) => false,
            (kind, Self::Lasting | Self::Single) => {
                !matches!(kind, Self::Closure(_))
                    && !kind.is_event()
                    && (*wanted == Self::Lasting || *kind != Self::named("Zone"))
            }
            (Self::Text | Self::Word(_), Self::Text | Self::Word(_)) => true,
            (Self::Closure(_), Self::Closure(_)) => true,
            (Self::Event(_), kind) | (kind, Self::Event(_)) => kind.is_event(),
            _ => self == wanted,
        }
    }

    /// The kind with its letters replaced.
    pub(super) fn filled(&self, letters: &Bindings) -> Type {
        match self {
            Self::Var(letter) => match letters.get(letter) {
                Some(Self::Never) | None => Self::Unknown,
                Some(kind) => kind.clone(),
            },
            Self::List(element) => Self::list(element.filled(letters)),
            Self::OneOf(kinds) => Self::OneOf(kinds.iter().map(|kind| kind.filled(letters)).collect()),
            other => other.clone(),
        }
    }

    /// The element of what a `for` loop goes through; `None` if it cannot.
    pub(super) fn element(&self) -> Option<Type> {
        match self {
            Self::List(element) => Some((**element).clone()),
            Self::OneOf(kinds) => kinds.iter().filter_map(Self::element).reduce(Self::join),
            kind if kind.is_open() => Some(Self::Unknown),
            _ => None,
        }
    }
}
