//! The tables of a ruling: who has which cards where, with which attributes, attached to what.

use super::form::{Name, Page};
use super::steps::seat_of;
use cardwright::base::Span;
use cardwright::catalog::tree::{Field, Node, Value as Written};
use cardwright::kernel::ids::{AttrId, DefId, EntityId, Handle, KindId, PhaseId, Seat, Seats, ZoneDeclId};
use cardwright::kernel::rules::{AttrType, Rules, ZonePer};
use cardwright::kernel::setup::{Arranged, Subject};
use cardwright::kernel::value::Value;

/// Whose table it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// A player's.
    Player(Seat),
    /// Everybody's.
    Game,
}

/// Cards by player and zone, from the bottom to the top.
type Cards = Vec<(Seat, ZoneDeclId, Vec<DefId>)>;

/// What is arranged so far.
pub(super) struct Places<'t> {
    page: &'t Page<'t>,
    rules: &'t Rules,
    players: u8,
    zones: Vec<(Seat, ZoneDeclId, Vec<Placed<'t>>)>,
    own: Vec<(Whose, &'t Field<'t>)>,
}

/// A card at its place.
struct Placed<'t> {
    def: DefId,
    /// Whether it is only a stand-in.
    dull: bool,
    attributes: Vec<&'t Field<'t>>,
    attached: Vec<Placed<'t>>,
}

impl<'t> Places<'t> {
    /// An empty table.
    pub fn new(page: &'t Page<'t>, rules: &'t Rules, players: u8) -> Self {
        Self { page, rules, players, zones: Vec::new(), own: Vec::new() }
    }

    /// Reads a player's table, or the shared one.
    pub fn table(&mut self, whose: Whose, fields: &'t [Field<'t>]) {
        for field in fields {
            match &*field.key {
                "attributes" => {
                    let own = self.page.fields("attributes", &field.node).iter();
                    self.own.extend(own.map(|field| (whose, field)));
                }
                key => self.zone(whose, key, field),
            }
        }
    }

    fn zone(&mut self, whose: Whose, key: &str, field: &'t Field<'t>) {
        let (seat, per) = match whose {
            Whose::Player(seat) => (seat, ZonePer::Player),
            Whose::Game => (Seat(0), ZonePer::Game),
        };
        let found = self.rules.zones.get_full(key).filter(|(_, _, decl)| decl.per == per);
        let Some((at, _, decl)) = found else { return self.unknown_zone(per, field) };
        let mut cards: Vec<Placed<'t>> = self.page.nodes(&field.node).flat_map(|node| self.entry(key, node)).collect();
        if decl.ordered {
            cards.reverse();
        }
        self.zones.push((seat, at.into(), cards));
    }

    fn unknown_zone(&self, per: ZonePer, field: &Field<'_>) {
        let whose = match per {
            ZonePer::Player => "a player",
            ZonePer::Game => "the table",
        };
        let zones = self.rules.zones.iter().filter(move |(_, decl)| decl.per == per).map(|(key, _)| &**key);
        let message = format!("{whose} has no zone `{}`", field.key);
        self.page.unknown("zone-unknown", Name::of(field), message, zones.chain(["attributes"]));
    }

    /// A card, several of one card, or so many dull ones.
    fn entry(&self, zone: &str, node: &'t Node<'t>) -> Vec<Placed<'t>> {
        match &node.value {
            Written::Text(text) => self.copies(Name { text, span: &node.span }, 1, &[]),
            Written::Fields(fields) => self.described(fields, &node.span),
            _ => {
                self.page.wrong(zone, node, "the name of a card, a table that describes one, or a list of these");
                Vec::new()
            }
        }
    }

    fn described(&self, fields: &'t [Field<'t>], span: &'t Span) -> Vec<Placed<'t>> {
        if let [field] = fields
            && field.key == "dull"
        {
            let count = self.page.number("dull", &field.node, 0, 200).unwrap_or(0);
            return self.dull(count as usize, span);
        }
        let find = |key: &str| fields.iter().find(|field| field.key == key);
        let Some(name) = find("name") else {
            self.page.report("key-missing", span, "this card needs the key `name`");
            return Vec::new();
        };
        let Some(name) = self.page.text("name", &name.node) else { return Vec::new() };
        let count = find("count").map_or(Some(1), |field| self.page.number("count", &field.node, 0, 200));
        self.copies(name, count.unwrap_or(1) as usize, fields)
    }

    fn copies(&self, name: Name<'_>, count: usize, fields: &'t [Field<'t>]) -> Vec<Placed<'t>> {
        let Some(def) = definition(self.page, self.rules, name) else { return Vec::new() };
        let placed =
            || Placed { def, dull: false, attributes: self.attributes(fields), attached: self.attached(fields) };
        (0..count).map(|_| placed()).collect()
    }

    fn attributes(&self, fields: &'t [Field<'t>]) -> Vec<&'t Field<'t>> {
        fields.iter().filter(|field| !matches!(&*field.key, "name" | "count" | "attached")).collect()
    }

    fn attached(&self, fields: &'t [Field<'t>]) -> Vec<Placed<'t>> {
        let attached = fields.iter().filter(|field| field.key == "attached");
        attached.flat_map(|field| self.page.nodes(&field.node)).flat_map(|node| self.entry("attached", node)).collect()
    }

    /// Stand-ins: the first card by name that only is what is printed on it.
    fn dull(&self, count: usize, span: &Span) -> Vec<Placed<'t>> {
        let dull = self.rules.definitions.iter().enumerate().filter(|(_, (_, definition))| definition.is_dull());
        let Some((at, _)) = dull.min_by_key(|(_, (name, _))| *name) else {
            self.page.report("card-unknown", span, "every card of this game does something: there is no dull one");
            return Vec::new();
        };
        let placed = || Placed { def: at.into(), dull: true, attributes: Vec::new(), attached: Vec::new() };
        (0..count).map(|_| placed()).collect()
    }

    /// The names of all cards that are no stand-ins.
    pub fn names(&self) -> impl Iterator<Item = Box<str>> {
        let cards = self.zones.iter().flat_map(|(_, _, cards)| cards);
        let all = cards.flat_map(|card| std::iter::once(card).chain(&card.attached)).filter(|card| !card.dull);
        all.filter_map(|card| self.rules.definitions.get_index(card.def.index())).map(|(name, _)| name.clone())
    }

    /// Everything as a game is set up with it: the cards, and what is arranged about them.
    pub fn arranged(&self, phase: PhaseId) -> (Cards, Arranged) {
        let mut flat = Flat::default();
        for (seat, zone, cards) in &self.zones {
            let from = flat.cards.len();
            cards.iter().for_each(|card| flat.add(card, None));
            flat.zones.push((*seat, *zone, flat.cards[from..].iter().map(|card| card.def).collect()));
        }
        let mut sets = Vec::new();
        for (number, card) in flat.cards.iter().enumerate() {
            let kind = self.rules.definitions[card.def.index()].kind;
            let own = card.attributes.iter().filter_map(|field| self.set(kind, field, &flat));
            sets.extend(own.map(|(attr, value)| (Subject::Card(number), attr, value)));
        }
        for (whose, field) in &self.own {
            let (subject, kind) = match whose {
                Whose::Player(seat) => (Subject::Player(*seat), Rules::PLAYER),
                Whose::Game => (Subject::Game, Rules::GAME),
            };
            sets.extend(self.set(kind, field, &flat).map(|(attr, value)| (subject, attr, value)));
        }
        (flat.zones, Arranged { phase, sets, attached: flat.attached })
    }

    /// An attribute of something of this kind, and its value.
    fn set(&self, kind: KindId, field: &Field<'_>, flat: &Flat<'_, '_>) -> Option<(AttrId, Value)> {
        let (name, decl) = self.rules.kinds.get_index(kind.index())?;
        let attr = self.rules.attributes.get_index_of(&*field.key).map(AttrId::from);
        match attr.filter(|attr| decl.changing.contains(attr)) {
            Some(attr) => Some((attr, self.value(&self.rules.attributes[attr.index()].type_, field, flat)?)),
            None => {
                let changing = decl.changing.iter().filter_map(|attr| self.rules.attributes.get_index(attr.index()));
                let message = format!("a {name} has no changing attribute `{}`", field.key);
                self.page.unknown("attribute-unknown", Name::of(field), message, changing.map(|(key, _)| &**key));
                None
            }
        }
    }

    fn value(&self, type_: &AttrType, field: &Field<'_>, flat: &Flat<'_, '_>) -> Option<Value> {
        let (key, node) = (&*field.key, &field.node);
        match type_ {
            AttrType::Number => self.page.number(key, node, i64::MIN, i64::MAX).map(Value::Number),
            AttrType::Flag => match &node.value {
                Written::Flag(flag) => Some(Value::Flag(*flag)),
                _ => {
                    self.page.wrong(key, node, "true or false");
                    None
                }
            },
            AttrType::Choice(words) => {
                let name = self.page.text(key, node)?;
                let found = words.iter().find(|word| self.rules.words.text(**word) == name.text);
                if found.is_none() {
                    let known = words.iter().map(|word| self.rules.words.text(*word));
                    self.page.unknown("choice-unknown", name, format!("`{key}` cannot be `{}`", name.text), known);
                }
                found.map(|word| Value::Word(*word))
            }
            AttrType::Player => self.player(key, node).map(Value::Player),
            AttrType::Players => {
                let seats: Vec<Seat> = self.page.nodes(node).filter_map(|node| self.player(key, node)).collect();
                Some(Value::Players(seats.into_iter().fold(Seats::NONE, Seats::with)))
            }
            AttrType::Card => self.card(key, node, flat).map(Value::Entity),
            AttrType::Choices(_) | AttrType::Text => {
                self.page.report("type-wrong", &node.span, format!("`{key}` never changes during a game"));
                None
            }
        }
    }

    fn player(&self, key: &str, node: &Node<'_>) -> Option<Seat> {
        let name = self.page.text(key, node)?;
        let seat = seat_of(name.text).filter(|seat| seat.0 < self.players);
        if seat.is_none() {
            self.page.report("seat-unknown", name.span, format!("there is no seat `{}`", name.text));
        }
        seat
    }

    /// The first card of that name on the table.
    fn card(&self, key: &str, node: &Node<'_>, flat: &Flat<'_, '_>) -> Option<Handle> {
        let name = self.page.text(key, node)?;
        let def = definition(self.page, self.rules, name)?;
        let Some(number) = flat.cards.iter().position(|card| card.def == def) else {
            self.page.report("card-missing", name.span, format!("no `{}` lies on this table", name.text));
            return None;
        };
        let first = 1 + usize::from(self.players);
        Some(Handle { id: EntityId::from(first + number), incarnation: 0 })
    }
}

/// All cards in the order of their numbers.
#[derive(Default)]
struct Flat<'p, 't> {
    cards: Vec<&'p Placed<'t>>,
    attached: Vec<(usize, usize)>,
    zones: Cards,
}

impl<'p, 't> Flat<'p, 't> {
    fn add(&mut self, card: &'p Placed<'t>, host: Option<usize>) {
        let number = self.cards.len();
        self.cards.push(card);
        self.attached.extend(host.map(|host| (number, host)));
        card.attached.iter().for_each(|attached| self.add(attached, Some(number)));
    }
}

/// The definition with this name; if there is none, that is reported.
pub(super) fn definition(page: &Page<'_>, rules: &Rules, name: Name<'_>) -> Option<DefId> {
    let found = rules.definitions.get_index_of(name.text);
    if found.is_none() {
        let known = rules.definitions.keys().map(|key| &**key);
        page.unknown("card-unknown", name, format!("there is no card `{}`", name.text), known);
    }
    found.map(DefId::from)
}
