//! The tables of a ruling: who has which cards where, with which attributes, attached to what.

use super::form::{Name, Page};
use super::steps::player_of;
use cardwright::base::Span;
use cardwright::catalog::tree::{TomlField as Field, TomlNode as Node, TomlValue as Written};
use cardwright::model::ids::{AttrId, DefId, EntityId, Handle, KindId, PhaseId, PlayerId, Players, SiteId, ZoneDeclId};
use cardwright::model::rules::{AttrType, Category, Rules, ZonePer};
use cardwright::model::setup::{Arranged, Lot, Pieces, Subject};
use cardwright::model::value::Value;

/// Whose table it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// A player's.
    Player(PlayerId),
    /// Everybody's.
    Game,
    /// That of a space or joint of the board.
    Site(SiteId),
}

/// What is arranged so far.
pub(super) struct Places<'t> {
    page: &'t Page<'t>,
    rules: &'t Rules,
    players: u8,
    zones: Vec<(Whose, ZoneDeclId, Vec<Placed<'t>>)>,
    own: Vec<(Whose, &'t Field<'t>)>,
}

/// A card at its place.
struct Placed<'t> {
    def: DefId,
    /// Whose it is, where its place does not say so.
    of: Option<PlayerId>,
    /// How many pieces, if it is a pile.
    pieces: Option<u32>,
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
        let per = match whose {
            Whose::Player(_) => ZonePer::Player,
            Whose::Game => ZonePer::Game,
            Whose::Site(site) if self.rules.board.space(site).is_some() => ZonePer::Space,
            Whose::Site(_) => ZonePer::Joint,
        };
        let found = self.rules.zones.get_full(key).filter(|(_, _, decl)| decl.per == per);
        let Some((at, _, decl)) = found else { return self.unknown_zone(per, field) };
        let mut cards: Vec<Placed<'t>> = self.page.nodes(&field.node).flat_map(|node| self.entry(key, node)).collect();
        if decl.ordered {
            cards.reverse();
        }
        self.zones.push((whose, at.into(), cards));
    }

    fn unknown_zone(&self, per: ZonePer, field: &Field<'_>) {
        let whose = match per {
            ZonePer::Player => "a player",
            ZonePer::Game => "the table",
            ZonePer::Space => "a space",
            ZonePer::Joint => "a joint",
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
        let of = fields.iter().find(|field| field.key == "of");
        let of = of.and_then(|field| self.player("of", &field.node));
        let counted = self.rules.category_of(def) == Category::Counted;
        let pieces = counted.then_some(count as u32);
        let placed = || Placed {
            def,
            of,
            pieces,
            dull: false,
            attributes: self.attributes(fields),
            attached: self.attached(fields),
        };
        let count = if counted { 1 } else { count };
        (0..count).map(|_| placed()).collect()
    }

    fn attributes(&self, fields: &'t [Field<'t>]) -> Vec<&'t Field<'t>> {
        fields.iter().filter(|field| !matches!(&*field.key, "name" | "count" | "of" | "attached")).collect()
    }

    fn attached(&self, fields: &'t [Field<'t>]) -> Vec<Placed<'t>> {
        let attached = fields.iter().filter(|field| field.key == "attached");
        attached.flat_map(|field| self.page.nodes(&field.node)).flat_map(|node| self.entry("attached", node)).collect()
    }

    /// Stand-ins: the first card by name that only is what is printed on it.
    fn dull(&self, count: usize, span: &Span) -> Vec<Placed<'t>> {
        let dull = self.rules.definitions.iter().enumerate().filter(|(at, (_, definition))| {
            definition.is_dull() && self.rules.category_of((*at).into()) == Category::Card
        });
        let Some((at, _)) = dull.min_by_key(|(_, (name, _))| *name) else {
            self.page.report("card-unknown", span, "every card of this game does something: there is no dull one");
            return Vec::new();
        };
        let placed = || Placed {
            def: at.into(),
            of: None,
            pieces: None,
            dull: true,
            attributes: Vec::new(),
            attached: Vec::new(),
        };
        (0..count).map(|_| placed()).collect()
    }

    /// The names of all cards that are no stand-ins.
    pub fn names(&self) -> impl Iterator<Item = Box<str>> {
        let cards = self.zones.iter().flat_map(|(_, _, cards)| cards);
        let all = cards.flat_map(|card| std::iter::once(card).chain(&card.attached)).filter(|card| !card.dull);
        all.filter_map(|card| self.rules.definitions.get_index(card.def.index())).map(|(name, _)| name.clone())
    }

    /// Everything as a game is set up with it: the cards, and what is arranged about them.
    pub fn arranged(&self, phase: PhaseId) -> (Vec<Lot>, Vec<Pieces>, Arranged) {
        let mut flat = Flat::default();
        for (whose, zone, cards) in &self.zones {
            cards.iter().for_each(|card| flat.add(card, None, (*whose, *zone)));
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
                Whose::Site(site) => {
                    (Subject::Site(*site), self.rules.definitions[self.rules.board.def(*site).index()].kind)
                }
            };
            sets.extend(self.set(kind, field, &flat).map(|(attr, value)| (subject, attr, value)));
        }
        (flat.lots, flat.pieces, Arranged { phase, sets, attached: flat.attached })
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
                let seats: Vec<PlayerId> = self.page.nodes(node).filter_map(|node| self.player(key, node)).collect();
                Some(Value::Players(seats.into_iter().fold(Players::NONE, Players::with)))
            }
            AttrType::Card => self.card(key, node, flat).map(Value::Entity),
            AttrType::Space => {
                site(self.page, self.rules, self.page.text(key, node)?).map(|site| self.site_value(site))
            }
            AttrType::Side => {
                let sides = i64::from(self.rules.board.sides);
                self.page.number(key, node, 0, (sides - 1).max(0)).map(Value::Number)
            }
            AttrType::Choices(_) | AttrType::Text | AttrType::Sides => {
                self.page.report("type-wrong", &node.span, format!("`{key}` never changes during a game"));
                None
            }
        }
    }

    fn player(&self, key: &str, node: &Node<'_>) -> Option<PlayerId> {
        let name = self.page.text(key, node)?;
        let player = player_of(name.text).filter(|player| player.0 < self.players);
        if player.is_none() {
            self.page.report("seat-unknown", name.span, format!("there is no seat `{}`", name.text));
        }
        player
    }

    /// The first card of that name on the table.
    fn card(&self, key: &str, node: &Node<'_>, flat: &Flat<'_, '_>) -> Option<Handle> {
        let name = self.page.text(key, node)?;
        let def = definition(self.page, self.rules, name)?;
        let Some(number) = flat.cards.iter().position(|card| card.def == def) else {
            self.page.report("card-missing", name.span, format!("no `{}` lies on this table", name.text));
            return None;
        };
        let first = 1 + usize::from(self.players) + self.rules.board.sites();
        Some(Handle { id: EntityId::from(first + number), incarnation: 0 })
    }

    /// A space or joint, as attributes hold it.
    fn site_value(&self, site: SiteId) -> Value {
        let id = EntityId::from(1 + usize::from(self.players) + site.index());
        Value::Entity(Handle { id, incarnation: 0 })
    }
}

/// The space or joint with this name; if there is none, that is reported.
pub(super) fn site(page: &Page<'_>, rules: &Rules, name: Name<'_>) -> Option<SiteId> {
    let found = rules.definitions.get_index_of(name.text).and_then(|def| rules.board.site_of(def.into()));
    if found.is_none() {
        let sites = rules.board.space_ids().chain(rules.board.joint_ids());
        let known = sites.filter_map(|site| rules.definitions.get_index(rules.board.def(site).index()));
        let known: Vec<&str> = known.map(|(key, _)| &**key).collect();
        let message = format!("the board has no space or joint `{}`", name.text);
        page.unknown("space-unknown", name, message, known.into_iter());
    }
    found
}

/// All cards in the order of their numbers.
#[derive(Default)]
struct Flat<'p, 't> {
    cards: Vec<&'p Placed<'t>>,
    attached: Vec<(usize, usize)>,
    lots: Vec<Lot>,
    pieces: Vec<Pieces>,
}

impl<'p, 't> Flat<'p, 't> {
    fn add(&mut self, card: &'p Placed<'t>, host: Option<usize>, place: (Whose, ZoneDeclId)) {
        let lies = lies(card, place);
        if let Some(count) = card.pieces {
            let Lot { owner, holder, zone, site, .. } = lies;
            self.pieces.push(Pieces { owner, holder, zone, site, def: card.def, count });
            return;
        }
        let number = self.cards.len();
        self.cards.push(card);
        self.put(card, lies);
        self.attached.extend(host.map(|host| (number, host)));
        card.attached.iter().for_each(|attached| self.add(attached, Some(number), place));
    }

    /// Puts a card to those before it that are the same player's and lie in the same zone.
    fn put(&mut self, card: &Placed<'_>, lies: Lot) {
        let alike = |lot: &&mut Lot| Lot { cards: Vec::new(), ..(*lot).clone() } == lies;
        match self.lots.last_mut().filter(alike) {
            Some(lot) => lot.cards.push(card.def),
            None => self.lots.push(Lot { cards: vec![card.def], ..lies }),
        }
    }
}

/// Where a card lies, and whose it is: that of whom it lies before, unless it says otherwise.
fn lies(card: &Placed<'_>, (whose, zone): (Whose, ZoneDeclId)) -> Lot {
    let (holder, site) = match whose {
        Whose::Player(seat) => (seat, SiteId::NONE),
        Whose::Game => (PlayerId(0), SiteId::NONE),
        Whose::Site(site) => (PlayerId(0), site),
    };
    let owner = card.of.unwrap_or(holder);
    let holder = if matches!(whose, Whose::Player(_)) { holder } else { owner };
    Lot { owner, holder, zone, site, cards: Vec::new() }
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
