//! The vocabulary: everything that a script may name.
//!
//! Verbs and properties come from the engine, with their documentation; the words of a game (its zones, its
//! attributes, the names of its cards) are added by whoever has read its packs.

use super::kind::{HeardSignal, Type};
use super::signature::Signature;
use crate::verbs::row::{Access, Row};
use cardwright_kernel::rules::{FieldType, SIGNALS, SignalRow};
use indexmap::{IndexMap, IndexSet};

/// Everything that a script may name.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    verbs: IndexMap<Box<str>, Vec<Signature>>,
    properties: IndexMap<Box<str>, Vec<Property>>,
    words: IndexMap<Box<str>, IndexSet<Box<str>>>,
    /// What the events of each signal have.
    events: IndexMap<Box<str>, Vec<EventShape>>,
    /// The names in braces of each line.
    pub(super) lines: IndexMap<Box<str>, Vec<Box<str>>>,
    /// Whether cards of the game may be nobody's.
    pub(super) has_commons: bool,
    /// What computes the values of the game.
    pub(super) value_hooks: Vec<ValueHook>,
    /// What listens from zones that not everybody sees, and is called without being chosen.
    pub(super) hidden_listeners: Vec<HiddenListener>,
}

/// What the events of a signal have.
#[derive(Clone, Debug)]
pub(super) struct EventShape {
    /// By this row.
    pub row: &'static SignalRow,
    /// What has the attribute that changes; nothing if only players have it.
    pub bearer: Type,
}

impl EventShape {
    /// What a property is; nothing if it is never there.
    fn property(&self, name: &str, instead: bool) -> Type {
        match self.row.field(name).map(|field| field.is) {
            None => Type::Nothing,
            Some(FieldType::ZoneAhead) if !instead => Type::Nothing,
            Some(FieldType::Player) => Type::named("Player"),
            Some(FieldType::Card) => Type::named("Card"),
            Some(FieldType::Item) => Type::named("Item"),
            Some(FieldType::Effect) => Type::named("Effect"),
            Some(FieldType::Bearer) => self.bearer.clone(),
            Some(FieldType::Any) => Type::Unknown,
            Some(FieldType::Number) => Type::Number,
            Some(FieldType::Mark) => Type::Text,
            Some(FieldType::Zone | FieldType::ZoneAhead) => Type::word("zone"),
        }
    }
}

/// A listener of a card in a zone that not everybody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenListener {
    /// The name of the card.
    pub card: Box<str>,
    /// What it listens for.
    pub signal: Box<str>,
    /// The title of the zone.
    pub zone: Box<str>,
    /// The path of the script.
    pub script: Box<str>,
    /// The function.
    pub function: Box<str>,
}

/// A function that computes a value: its script, by its path, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueHook {
    /// The value.
    pub value: Box<str>,
    /// The path of the script.
    pub script: Box<str>,
    /// The function.
    pub function: Box<str>,
}

/// Something that is read, and perhaps set, without parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub of: Type,
    pub kind: Type,
    pub writable: bool,
}

/// The sort of zones that belong to players or the game, in signatures of what reaches no zone on the board.
pub(super) const OWN_ZONE: &str = "own_zone";

/// The sort of those among them in which cards can be put: not the one where they wait while they are used.
pub(super) const RESTING_ZONE: &str = "resting_zone";

/// How people call a sort of words.
pub(super) fn called_sort(sort: &str) -> &str {
    if [OWN_ZONE, RESTING_ZONE].contains(&sort) { "zone" } else { sort }
}

impl Vocabulary {
    /// The verbs and properties of these rows, in the order of their names.
    pub fn of_rows<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let written = |row: &'r Row| row.signatures().map(move |signature| (row, signature));
        let mut all: Vec<_> = rows.into_iter().flat_map(written).collect();
        // Setters come after what they set.
        all.sort_by_cached_key(|(row, signature)| {
            (row.access == Access::Sets, signature.name.clone(), row.parameters(signature))
        });
        let mut vocabulary = Self::default();
        for (row, signature) in all {
            vocabulary.add(row, signature);
        }
        vocabulary
    }

    fn add(&mut self, row: &Row, signature: Signature) {
        if !signature.property && row.access != Access::Sets {
            return self.add_verb(signature);
        }
        let Signature { name, takes, gives, .. } = signature;
        let of = takes.into_iter().next().unwrap_or_default();
        let properties = self.properties.entry(name).or_default();
        match row.access {
            Access::Sets => properties.iter_mut().for_each(|property| property.writable |= property.of == of),
            _ => properties.push(Property { of, kind: gives, writable: false }),
        }
    }

    /// Adds a property, `("Card", "razed", Kind::Flag, true)`, or says more about one that the engine has.
    pub fn add_property(&mut self, of: &str, name: &str, kind: Type, writable: bool) {
        let property = Property { of: Type::named(of), kind, writable };
        let properties = self.properties.entry(name.into()).or_default();
        properties.retain(|known| known.of != property.of);
        properties.push(property);
    }

    /// Says what the events of a signal have.
    pub(super) fn add_event(&mut self, signal: &str, shapes: Vec<EventShape>) {
        self.events.insert(signal.into(), shapes);
    }

    /// What a property of an event of one of these signals is: nothing if no such event ever has it, and none where its row
    /// says nothing of it, or a signal is unknown.
    pub(super) fn property_of_event(&self, heard: &[HeardSignal], name: &str) -> Option<Type> {
        SIGNALS.iter().find_map(|row| row.field(name))?;
        let mut all = Type::Nothing;
        for HeardSignal { signal, instead } in heard {
            let shapes = self.events.get(signal).filter(|shapes| !shapes.is_empty())?;
            all = shapes.iter().map(|shape| shape.property(name, *instead)).fold(all, Type::join);
        }
        Some(all)
    }

    /// What the events of these signals have, for people: the properties, and what each is.
    pub(super) fn event_has(&self, heard: &[HeardSignal]) -> Vec<(&'static str, &'static str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for HeardSignal { signal, instead } in heard {
            for shape in self.events.get(signal).into_iter().flatten() {
                let has = shape.row.fields.iter().filter(|it| shape.property(it.property, *instead) != Type::Nothing);
                let new = has.filter(|it| !found.iter().any(|(known, _)| *known == it.property));
                let new: Vec<_> = new.map(|it| (it.property, it.what)).collect();
                found.extend(new);
            }
        }
        found
    }

    /// The names in braces of a line.
    pub(super) fn blanks(&self, line: &str) -> Option<&[Box<str>]> {
        self.lines.get(line).map(Vec::as_slice)
    }

    /// Whether something of this kind never has a property.
    fn is_never(&self, of: &Type, name: &str) -> bool {
        matches!(of, Type::Event(heard) if self.property_of_event(heard, name) == Some(Type::Nothing))
    }

    /// Adds a verb or function.
    pub fn add_verb(&mut self, signature: Signature) {
        self.verbs.entry(signature.name.clone()).or_default().push(signature);
    }

    /// Adds declared words of a sort: the names of the game's zones to `zone`. A sort without any is not checked.
    pub fn add_words<'a>(&mut self, sort: &str, words: impl IntoIterator<Item = &'a str>) {
        self.words.entry(sort.into()).or_default().extend(words.into_iter().map(Box::from));
    }

    /// The properties that something of this kind has, with their kinds, as signatures write them.
    pub fn declared_of(&self, of: &Type) -> Vec<(&str, String)> {
        let named = |name: &'_ str| {
            let has = |property: &&Property| of.fits(&property.of, &mut Default::default());
            let property = self.property(name).iter().find(has)?;
            let of_event = match of {
                Type::Event(heard) => self.property_of_event(heard, name),
                _ => None,
            };
            Some(of_event.unwrap_or_else(|| property.kind.clone()).to_string())
        };
        self.properties_of(of).filter_map(|name| Some((name, named(name)?))).collect()
    }

    /// The words of a sort.
    pub fn words_of(&self, sort: &str) -> impl Iterator<Item = &str> {
        self.words.get(sort).into_iter().flatten().map(|word| &**word)
    }

    /// Whether something of this kind is what a verb is asked of, as signatures write it.
    pub fn has(&self, of: &Type, receiver: &str) -> bool {
        let signature = Signature::parse(&format!("{receiver}.x"));
        let wanted = signature.ok().and_then(|signature| signature.takes.into_iter().next());
        wanted.is_some_and(|wanted| wanted != Type::Unknown && of.fits(&wanted, &mut Default::default()))
    }

    pub(super) fn verb(&self, name: &str) -> &[Signature] {
        self.verbs.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn property(&self, name: &str) -> &[Property] {
        self.properties.get(name).map_or(&[], Vec::as_slice)
    }

    /// The words of a sort, if it is declared.
    pub(super) fn words(&self, sort: &str) -> Option<&IndexSet<Box<str>>> {
        self.words.get(sort)
    }

    /// All sorts of words that are declared, with their words.
    pub(super) fn sorts(&self) -> impl Iterator<Item = (&str, &IndexSet<Box<str>>)> {
        self.words.iter().map(|(sort, words)| (&**sort, words))
    }

    /// The names of all verbs that something of this kind has, and of free functions if there is no kind.
    pub(super) fn verbs_of(&self, of: Option<&Type>) -> impl Iterator<Item = &str> {
        let has = move |signature: &Signature| match (of, signature.takes.first()) {
            // What takes anything is a function of its own.
            (Some(of), Some(first)) => *first != Type::Unknown && of.fits(first, &mut Default::default()),
            (None, first) => first.is_none(),
            (Some(_), None) => false,
        };
        let named = self.verbs.iter().filter(move |(_, signatures)| signatures.iter().any(has));
        named.map(|(name, _)| &**name)
    }

    /// The names of all properties that something of this kind has.
    pub(super) fn properties_of(&self, of: &Type) -> impl Iterator<Item = &str> {
        let has = |property: &Property| of.fits(&property.of, &mut Default::default());
        let named = self.properties.iter().filter(move |(_, properties)| properties.iter().any(has));
        named.map(|(name, _)| &**name).filter(|name| !self.is_never(of, name))
    }

    /// How people call a kind, with its article.
    pub fn call(&self, kind: &Type) -> String {
        match kind {
            Type::Unknown | Type::Never | Type::Var(_) => "something".into(),
            Type::Nothing => "nothing".into(),
            Type::Number => "a number".into(),
            Type::Text => "a text".into(),
            Type::Flag => "true or false".into(),
            Type::Map => "a map".into(),
            Type::List(_) => "a list".into(),
            Type::Closure(_) => "a closure".into(),
            Type::Event(_) => "an event".into(),
            Type::Word(sort) => format!("the name of a {}", called_sort(sort)),
            Type::Named(name) => match &**name {
                "Item" => "a stack item".into(),
                "Effect" => "a standing effect".into(),
                "Game" => "the game".into(),
                name => with_article(name),
            },
            Type::Lasting => "what can be handed on".into(),
            Type::Single => "a single thing".into(),
            Type::OneOf(kinds) => kinds.iter().map(|kind| self.call(kind)).collect::<Vec<_>>().join(" or "),
        }
    }
}

fn with_article(name: &str) -> String {
    let name = name.to_lowercase();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
