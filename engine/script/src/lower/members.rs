//! Verbs and properties by the kinds of what has them: what a name means is found once, when packs are loaded.

use crate::call::script_value::ScriptType;
use crate::check::Type;
use cardwright_kernel::ids::{AttrId, KindId, ValueId, ZoneDeclId};
use cardwright_kernel::rules::{AttrType, Category, Rules, ZonePer};
use indexmap::IndexMap;
use smallvec::SmallVec;

/// How a property is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Getter {
    /// Not at all.
    #[default]
    None,
    /// By a verb, by its place among the rows.
    Row(u16),
    /// An attribute, changing or printed; whether it holds players.
    Attribute(AttrId, bool),
    /// A value that is a number.
    Value(ValueId),
    /// A value that is a set of words, and the attribute from which it starts.
    Words(ValueId, AttrId),
    /// The cards of a zone of a player, of the game, or on a site.
    Zone(ZoneDeclId, ZonePer),
}

/// How a property is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Setter {
    /// Not at all.
    #[default]
    None,
    /// By a verb.
    Row(u16),
    /// An attribute.
    Attribute(AttrId),
}

/// What a name without parentheses means, by the kind of what has it.
#[derive(Clone, Debug, Default)]
pub struct PropertyTable {
    /// The name.
    pub name: Box<str>,
    /// How it is read.
    pub readers: [Getter; ScriptType::COUNT],
    /// How it is set.
    pub writers: [Setter; ScriptType::COUNT],
}

/// A way to call a verb: which row, and the kinds that it takes.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its place among the rows.
    pub row: u16,
    /// The kinds of its arguments, without what it is asked of.
    pub takes: SmallVec<[u32; 4]>,
}

/// What a name with this many arguments means, by the kind of what it is called on.
#[derive(Clone, Debug, Default)]
pub struct MethodTable {
    /// The name.
    pub name: Box<str>,
    /// All ways to call it.
    pub candidates: Vec<Candidate>,
    /// Those that something of a kind has.
    pub of: [SmallVec<[u8; 4]>; ScriptType::COUNT],
    /// Whether one of them changes a list.
    pub is_local: bool,
    /// Whether one of them takes a closure.
    pub takes_closure: bool,
}

/// All names.
#[derive(Clone, Debug, Default)]
pub struct Members {
    pub(super) methods: Vec<MethodTable>,
    pub(super) properties: Vec<PropertyTable>,
    method_at: IndexMap<(Box<str>, usize), u16>,
    property_at: IndexMap<Box<str>, u16>,
}

/// The kinds of values that are accepted for this kind.
pub fn kinds_of(kind: &Type) -> u32 {
    match kind {
        Type::Number => ScriptType::Number.bit(),
        Type::Text | Type::Word(_) => ScriptType::Text.bit(),
        Type::Flag => ScriptType::Flag.bit(),
        Type::Map => ScriptType::Map.bit(),
        Type::List(_) => ScriptType::List.bit(),
        Type::Closure(_) => ScriptType::Routine.bit(),
        Type::Named(name) => ScriptType::named(name).map_or(u32::MAX, ScriptType::bit),
        Type::Event(_) => kinds_of(&Type::named("Event")),
        Type::Unknown | Type::Never | Type::Nothing | Type::OneOf(_) | Type::Var(_) | Type::Lasting | Type::Single => {
            u32::MAX
        }
    }
}

impl Members {
    /// The place of a verb.
    pub fn method(&mut self, name: &str, arguments: usize) -> u16 {
        if let Some(at) = self.method_at.get(&(Box::from(name), arguments)) {
            return *at;
        }
        let at = self.methods.len() as u16;
        self.methods.push(MethodTable { name: name.into(), ..MethodTable::default() });
        self.method_at.insert((name.into(), arguments), at);
        at
    }

    /// The place of a property.
    pub fn property(&mut self, name: &str) -> u16 {
        if let Some(at) = self.property_at.get(name) {
            return *at;
        }
        let at = self.properties.len() as u16;
        self.properties.push(PropertyTable { name: name.into(), ..PropertyTable::default() });
        self.property_at.insert(name.into(), at);
        at
    }

    /// The property of this name, if there is one.
    pub fn named(&self, name: &str) -> Option<&PropertyTable> {
        self.property_at.get(name).map(|at| &self.properties[usize::from(*at)])
    }

    /// All properties.
    pub fn properties(&self) -> &[PropertyTable] {
        &self.properties
    }

    fn read(&mut self, name: &str, kind: ScriptType, reader: Getter) {
        let at = self.property(name);
        self.properties[usize::from(at)].readers[kind as usize] = reader;
    }

    fn attribute(&mut self, name: &str, kind: ScriptType, reader: Getter, writer: Setter) {
        self.read(name, kind, reader);
        let at = self.property(name);
        self.properties[usize::from(at)].writers[kind as usize] = writer;
    }

    /// Adds what the rules declare.
    pub(super) fn add_declared(&mut self, rules: &Rules) {
        for (at, (name, attribute)) in rules.attributes.iter().enumerate() {
            let attr = AttrId::from(at);
            let plain = Getter::Attribute(attr, attribute.type_ == AttrType::Players);
            let reader = match rules.values.get_full(name) {
                Some((at, _, value)) if value.words.is_some() => Getter::Words(at.into(), attr),
                Some((at, ..)) => Getter::Value(at.into()),
                None => plain,
            };
            let writer = if attribute.changes { Setter::Attribute(attr) } else { Setter::None };
            let on = |kind: KindId| attribute.of.contains(&kind);
            let of = |category: fn(Category) -> bool| {
                let declared = attribute.of.iter().filter(|kind| kind.index() >= Rules::OWN_KINDS.len());
                declared.filter_map(|kind| rules.kinds.get_index(kind.index())).any(|(_, kind)| category(kind.category))
            };
            let printed = of(|category| !category.is_site());
            let has = [
                (ScriptType::Space, of(|category| category == Category::Space)),
                (ScriptType::Joint, of(|category| category == Category::Joint)),
                (ScriptType::Card, printed),
                (ScriptType::Player, on(Rules::PLAYER)),
                (ScriptType::Game, on(Rules::GAME)),
            ];
            for (kind, _) in has.into_iter().filter(|(_, has)| *has) {
                self.attribute(name, kind, reader, writer);
            }
            // An item and an effect show what is printed on their card.
            for (kind, own) in [(ScriptType::Item, Rules::ITEM), (ScriptType::Effect, Rules::EFFECT)] {
                if printed || on(own) && attribute.changes {
                    self.attribute(name, kind, plain, writer);
                }
            }
        }
        let bearers = [ScriptType::Card, ScriptType::Player, ScriptType::Game, ScriptType::Space, ScriptType::Joint];
        for (at, (name, _)) in rules.values.iter().enumerate() {
            for kind in bearers.into_iter().filter(|_| !rules.attributes.contains_key(name)) {
                self.read(name, kind, Getter::Value(ValueId::from(at)));
            }
        }
        for (at, (name, zone)) in rules.zones.iter().enumerate() {
            let kind = match zone.per {
                ZonePer::Player => ScriptType::Player,
                ZonePer::Game => ScriptType::Game,
                ZonePer::Space => ScriptType::Space,
                ZonePer::Joint => ScriptType::Joint,
            };
            self.read(name, kind, Getter::Zone(ZoneDeclId::from(at), zone.per));
        }
    }
}

impl MethodTable {
    /// What takes fewer kinds is tried first.
    pub(super) fn sort(&mut self) {
        let open = |candidate: &Candidate| candidate.takes.iter().filter(|kinds| **kinds == u32::MAX).count();
        for of in &mut self.of {
            of.sort_by_key(|at| open(&self.candidates[usize::from(*at)]));
        }
    }
}
