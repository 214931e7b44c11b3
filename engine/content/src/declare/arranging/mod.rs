//! Reading a table that is set up in the middle of a game: who has which cards where, with which attributes, attached to
//! what. Rulesets declare such tables by name, and rulings say what lies on theirs.

mod lone_file;

pub use lone_file::{LocatedName, LoneFile};

use crate::declare::printed::too_large;
use crate::read::tree::{TomlField as Field, TomlNode as Node, TomlValue as Written};
use cardwright_kernel::ids::{AttrId, DefId, KindId, PhaseId, PlayerId, Players, SiteId, Word, ZoneDeclId};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{
    ArrangedCard, ArrangedValue, ArrangedZone, Arrangement, AttrType, Category, Rules, ZoneHolder, ZonePer,
};
use cardwright_kernel::text::with_article;
use cardwright_kernel::values::{ChoiceSet, NumberList, Value};
use std::cell::RefCell;

/// The keys of an arrangement besides the letters of players.
pub const ARRANGEMENT_KEYS: [&str; 3] = ["each", "game", "board"];

/// The largest number of copies of a card.
const MOST_COPIES: i64 = 200;

/// The highest number of a place.
const HIGHEST_PLACE: i64 = 1_000;

/// What stands for nothing as the value of an attribute.
const NONE: &str = "none";

/// Where some cards lie: the key of their list, and their zone.
#[derive(Clone, Copy)]
struct Lies<'z> {
    key: &'z str,
    zone: ZoneDeclId,
}

/// What is arranged so far.
pub struct ArrangementReader<'t> {
    page: &'t LoneFile<'t>,
    rules: &'t Rules,
    players: u8,
    arrangement: Arrangement,
    /// The cards that attributes name, and where.
    named: RefCell<Vec<(DefId, Span)>>,
}

impl<'t> ArrangementReader<'t> {
    /// An empty table for so many players.
    pub fn new(page: &'t LoneFile<'t>, rules: &'t Rules, players: u8) -> Self {
        Self { page, rules, players, arrangement: Arrangement::default(), named: RefCell::default() }
    }

    /// Reads what a player has, or what lies in the middle or on the board. Returns whether the key names any of these.
    pub fn read(&mut self, field: &'t Field<'t>) -> bool {
        match &*field.key {
            "each" => self.part(ZoneHolder::Each, field),
            "game" => self.part(ZoneHolder::Game, field),
            "board" => {
                for field in self.page.fields("board", &field.node) {
                    if let Some(site) = site(self.page, self.rules, LocatedName::of(field)) {
                        self.part(ZoneHolder::Site(site), field);
                    }
                }
            }
            key => match player_of(key) {
                Some(player) if player.0 < self.players => self.part(ZoneHolder::Player(player), field),
                Some(_) => {
                    let message = format!("there is no seat `{key}`: this table has {} players", self.players);
                    self.page.report("seat-unknown", &field.span, message);
                }
                None => return false,
            },
        }
        true
    }

    fn part(&mut self, holder: ZoneHolder, field: &'t Field<'t>) {
        for field in self.page.fields(&field.key, &field.node) {
            match &*field.key {
                "attributes" => {
                    let kind = self.kind_of(holder);
                    for field in self.page.fields("attributes", &field.node) {
                        let set = kind.and_then(|kind| self.attribute(kind, field));
                        self.arrangement.attributes.extend(set.map(|(attr, value)| (holder, attr, value)));
                    }
                }
                key => self.zone(holder, key, field),
            }
        }
    }

    fn kind_of(&self, holder: ZoneHolder) -> Option<KindId> {
        match holder {
            ZoneHolder::Each | ZoneHolder::Player(_) => Some(Rules::PLAYER),
            ZoneHolder::Game => Some(Rules::GAME),
            ZoneHolder::Site(site) => {
                let definition = self.rules.definitions.get_index(self.rules.board.def(site).index());
                definition.map(|(_, definition)| definition.kind)
            }
        }
    }

    fn zone(&mut self, holder: ZoneHolder, key: &str, field: &'t Field<'t>) {
        let per = match holder {
            ZoneHolder::Each | ZoneHolder::Player(_) => ZonePer::Player,
            ZoneHolder::Game => ZonePer::Game,
            ZoneHolder::Site(site) if self.rules.board.space(site).is_some() => ZonePer::Space,
            ZoneHolder::Site(_) => ZonePer::Joint,
        };
        let found = self.rules.zones.get_full(key).filter(|(_, _, decl)| decl.per == per);
        let Some((at, _, decl)) = found else { return self.unknown_zone(per, field) };
        if decl.pending {
            let message = format!("cards lie in `{key}` only while their uses wait");
            return self.page.report("zone-pending", &field.node.span, message);
        }
        let lies = Lies { key, zone: at.into() };
        let mut cards: Vec<ArrangedCard> = field.node.nodes().iter().flat_map(|node| self.entry(lies, node)).collect();
        self.judge_places(&cards, field);
        let count = cards.iter().map(|card| card.pieces.unwrap_or(1)).fold(0, u32::saturating_add);
        if let Some(capacity) = decl.capacity.filter(|capacity| count > *capacity) {
            let message = format!("`{key}` has room for {capacity}, not for {count}");
            self.page.report("zone-full", &field.node.span, message);
        }
        if decl.ordered {
            // Lists begin on top; the last card of a zone is the top one.
            cards.reverse();
        }
        self.arrangement.zones.push(ArrangedZone { holder, zone: at.into(), cards });
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
        self.page.unknown("zone-unknown", LocatedName::of(field), message, zones.chain(["attributes"]));
    }

    /// A card, several of one card, or so many dull ones.
    fn entry(&self, lies: Lies<'_>, node: &'t Node<'t>) -> Vec<ArrangedCard> {
        match &node.value {
            Written::Text(text) => self.copies(lies, LocatedName { text, span: &node.span }, 1, &[]),
            Written::Fields(fields) => self.described(lies, fields, &node.span),
            _ => {
                self.page.wrong(lies.key, node, "the name of a card, a table that describes one, or a list of these");
                Vec::new()
            }
        }
    }

    fn described(&self, lies: Lies<'_>, fields: &'t [Field<'t>], span: &'t Span) -> Vec<ArrangedCard> {
        if let [field] = fields
            && field.key == "dull"
        {
            let count = self.page.number("dull", &field.node, 0, MOST_COPIES).unwrap_or(0);
            return self.dull(count as usize, span);
        }
        let find = |key: &str| fields.iter().find(|field| field.key == key);
        let Some(name) = find("name") else {
            self.page.report("key-missing", span, "this card needs the key `name`");
            return Vec::new();
        };
        let Some(name) = self.page.text("name", &name.node) else { return Vec::new() };
        let count = find("count").map_or(Some(1), |field| self.page.number("count", &field.node, 0, MOST_COPIES));
        self.copies(lies, name, count.unwrap_or(1) as usize, fields)
    }

    fn copies(
        &self,
        lies: Lies<'_>,
        name: LocatedName<'_>,
        count: usize,
        fields: &'t [Field<'t>],
    ) -> Vec<ArrangedCard> {
        let Some(def) = definition(self.page, self.rules, name) else { return Vec::new() };
        let Some((_, definition)) = self.rules.definitions.get_index(def.index()) else { return Vec::new() };
        let owner = fields.iter().find(|field| field.key == "of");
        let is_attribute = |field: &&Field<'_>| !matches!(&*field.key, "name" | "count" | "of" | "place" | "attached");
        let attributes = fields.iter().filter(is_attribute);
        let attached = fields.iter().filter(|field| field.key == "attached");
        let is_listed = self.rules.zones.get_index(lies.zone.index()).is_some_and(|(key, _)| **key == *lies.key);
        let is_counted = is_listed && self.rules.piles_up(def, lies.zone) || self.is_counted(def);
        let place = fields.iter().find(|field| field.key == "place");
        let is_one = count == 1 && !is_counted;
        let card = ArrangedCard {
            def,
            owner: owner.and_then(|field| self.owner(&field.node)),
            pieces: is_counted.then_some(count as u32),
            place: place.and_then(|field| self.place(lies, field, is_one)),
            is_dull: false,
            attributes: attributes.filter_map(|field| self.attribute(definition.kind, field)).collect(),
            attached: attached
                .flat_map(|field| field.node.nodes().iter())
                .flat_map(|node| self.entry(Lies { key: "attached", ..lies }, node))
                .collect(),
        };
        vec![card; if is_counted { 1 } else { count }]
    }

    /// The number of the place of a card.
    fn place(&self, lies: Lies<'_>, field: &Field<'_>, is_one: bool) -> Option<u16> {
        let (zone, decl) = self.rules.zones.get_index(lies.zone.index())?;
        if !decl.places {
            let message = format!("cards of `{zone}` have no places");
            self.page.add(
                self.page
                    .problem("place-unknown", &field.span, message)
                    .help("`places = true` of a zone gives them some"),
            );
            return None;
        }
        if !is_one {
            self.page.report("place-unknown", &field.span, "only a single card has a place of its own");
            return None;
        }
        self.page.number("place", &field.node, 1, HIGHEST_PLACE).and_then(|place| u16::try_from(place).ok())
    }

    /// Two cards of a zone cannot be in one place.
    fn judge_places(&self, cards: &[ArrangedCard], field: &Field<'_>) {
        let mut places: Vec<u16> =
            cards.iter().flat_map(ArrangedCard::with_attached).filter_map(|card| card.place).collect();
        places.sort_unstable();
        if let Some(twice) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("two cards of `{}` have the place {}", field.key, twice[0]);
            self.page.report("place-taken", &field.node.span, message);
        }
    }

    fn is_counted(&self, def: DefId) -> bool {
        self.rules.category_of(def) == Category::Counted
    }

    /// Stand-ins for cards that do not matter.
    fn dull(&self, count: usize, span: &Span) -> Vec<ArrangedCard> {
        let Some(def) = self.rules.placeholder_card() else {
            self.page.report("card-unknown", span, "every card of this game does something: there is no dull one");
            return Vec::new();
        };
        let (attributes, attached) = (Vec::new(), Vec::new());
        let card = ArrangedCard { def, owner: None, pieces: None, place: None, is_dull: true, attributes, attached };
        vec![card; count]
    }

    /// An attribute of something of this kind, and its value.
    fn attribute(&self, kind: KindId, field: &Field<'_>) -> Option<(AttrId, ArrangedValue)> {
        let (name, decl) = self.rules.kinds.get_index(kind.index())?;
        let attr = self.rules.attributes.get_index_of(&*field.key).map(AttrId::from);
        match attr.filter(|attr| decl.changing.contains(attr)) {
            Some(attr) => {
                let (_, attribute) = self.rules.attributes.get_index(attr.index())?;
                Some((attr, self.value(&attribute.type_, field)?))
            }
            None => {
                let changing = decl.changing.iter().filter_map(|attr| self.rules.attributes.get_index(attr.index()));
                let message = format!("{} has no changing attribute `{}`", with_article(name), field.key);
                let known = changing.map(|(key, _)| &**key);
                self.page.unknown("attribute-unknown", LocatedName::of(field), message, known);
                None
            }
        }
    }

    fn value(&self, type_: &AttrType, field: &Field<'_>) -> Option<ArrangedValue> {
        let (key, node) = (&*field.key, &field.node);
        if self.is_none(type_, node) {
            return Some(ArrangedValue::Plain(Value::Nothing));
        }
        match type_ {
            AttrType::Number => {
                self.page.number(key, node, i64::MIN, i64::MAX).map(Value::Number).map(ArrangedValue::Plain)
            }
            AttrType::Flag => match &node.value {
                Written::Flag(flag) => Some(ArrangedValue::Plain(Value::Flag(*flag))),
                _ => {
                    self.page.wrong(key, node, "true or false");
                    None
                }
            },
            AttrType::Choice(words) => self.choice(words, key, node).map(Value::Word).map(ArrangedValue::Plain),
            AttrType::Player => self.player(key, node).map(Value::Player).map(ArrangedValue::Plain),
            AttrType::Players => {
                let seats: Vec<PlayerId> = node.nodes().iter().filter_map(|node| self.player(key, node)).collect();
                Some(ArrangedValue::Plain(Value::Players(seats.into_iter().fold(Players::NONE, Players::with))))
            }
            AttrType::Card => {
                let name = self.page.text(key, node)?;
                let def = definition(self.page, self.rules, name)?;
                self.named.borrow_mut().push((def, *name.span));
                Some(ArrangedValue::Card(def))
            }
            AttrType::Space => site(self.page, self.rules, self.page.text(key, node)?).map(ArrangedValue::Site),
            AttrType::Side => {
                let sides = i64::from(self.rules.board.sides);
                self.page.number(key, node, 0, (sides - 1).max(0)).map(Value::Number).map(ArrangedValue::Plain)
            }
            AttrType::Choices(words) => self.choices(words, field).map(Value::Choices).map(ArrangedValue::Plain),
            AttrType::Numbers => self.numbers(field).map(Value::Numbers).map(ArrangedValue::Plain),
            AttrType::Text | AttrType::Sides => {
                self.page.report("type-wrong", &node.span, format!("`{key}` never changes during a game"));
                None
            }
        }
    }

    /// Whether nothing is meant, and not a word or a card of that name.
    fn is_none(&self, type_: &AttrType, node: &Node<'_>) -> bool {
        let is_named = match type_ {
            AttrType::Choice(words) => words.iter().any(|word| self.rules.words.text(*word) == NONE),
            AttrType::Card | AttrType::Space => self.rules.definitions.contains_key(NONE),
            _ => false,
        };
        matches!(&node.value, Written::Text(text) if *text == NONE) && type_.takes(&Value::Nothing) && !is_named
    }

    fn choice(&self, words: &[Word], key: &str, node: &Node<'_>) -> Option<Word> {
        let name = self.page.text(key, node)?;
        let found = words.iter().find(|word| self.rules.words.text(**word) == name.text);
        if found.is_none() {
            let known = words.iter().map(|word| self.rules.words.text(*word));
            self.page.unknown("choice-unknown", name, format!("`{key}` cannot be `{}`", name.text), known);
        }
        found.copied()
    }

    fn choices(&self, words: &[Word], field: &Field<'_>) -> Option<ChoiceSet> {
        let said: Vec<Word> =
            field.node.nodes().iter().filter_map(|node| self.choice(words, &field.key, node)).collect();
        ChoiceSet::of(words, said)
    }

    fn numbers(&self, field: &Field<'_>) -> Option<NumberList> {
        let nodes = field.node.nodes().iter();
        let said: Option<Vec<i64>> = nodes.map(|node| self.page.number(&field.key, node, i64::MIN, i64::MAX)).collect();
        let said = said?;
        let list = NumberList::of(&said);
        if list.is_none() {
            self.page.report("number-out-of-range", &field.node.span, too_large(&field.key, said.len()));
        }
        list
    }

    /// Whose a card is: a player's or `nobody`'s.
    fn owner(&self, node: &Node<'_>) -> Option<PlayerId> {
        match &node.value {
            Written::Text(text) if *text == "nobody" => Some(PlayerId::NOBODY),
            _ => self.player("of", node),
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

    /// What was read. `base` is the table over which it is laid; a card that an attribute names must lie on either.
    pub fn arrangement(self, base: Option<&Arrangement>) -> Arrangement {
        let on_table = |def: DefId| {
            self.arrangement.cards().chain(base.into_iter().flat_map(Arrangement::cards)).any(|card| card.def == def)
        };
        for (def, span) in self.named.borrow().iter().filter(|(def, _)| !on_table(*def)) {
            let message = format!("no `{}` lies on this table", self.rules.name_of(*def));
            self.page.report("card-missing", span, message);
        }
        self.arrangement
    }
}

/// The player with this letter.
fn player_of(letter: &str) -> Option<PlayerId> {
    match letter.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(PlayerId(letter - b'A')),
        _ => None,
    }
}

/// The running phase: the named one, or else the first in which the turn player is asked what to do.
pub fn phase(page: &LoneFile<'_>, rules: &Rules, name: Option<LocatedName<'_>>) -> PhaseId {
    let Some(name) = name else { return rules.first_own_phase() };
    let found = rules.phases.get_index_of(name.text);
    if found.is_none() {
        let known = rules.phases.keys().map(|key| &**key);
        page.unknown("phase-unknown", name, format!("there is no phase `{}`", name.text), known);
    }
    PhaseId::from(found.unwrap_or(0))
}

/// The definition with this name; if there is none, that is reported.
pub fn definition(page: &LoneFile<'_>, rules: &Rules, name: LocatedName<'_>) -> Option<DefId> {
    let found = rules.definitions.get_index_of(name.text);
    if found.is_none() {
        let known = rules.definitions.keys().map(|key| &**key);
        page.unknown("card-unknown", name, format!("there is no card `{}`", name.text), known);
    }
    found.map(DefId::from)
}

/// The space or joint with this name; if there is none, that is reported.
fn site(page: &LoneFile<'_>, rules: &Rules, name: LocatedName<'_>) -> Option<SiteId> {
    let found = rules.site_named(name.text);
    if found.is_none() {
        let sites = rules.board.space_ids().chain(rules.board.joint_ids());
        let known = sites.filter_map(|site| rules.definitions.get_index(rules.board.def(site).index()));
        let known: Vec<_> = known.collect();
        // Another pack may have brought a board in the place of the game's own.
        let pack = known.first().and_then(|(_, definition)| definition.id.split_once(':')).map(|(pack, _)| pack);
        let message = match pack.filter(|pack| **pack != *rules.pack) {
            Some(pack) => format!("the board, which is that of `{pack}`, has no space or joint `{}`", name.text),
            None => format!("the board has no space or joint `{}`", name.text),
        };
        let known: Vec<&str> = known.into_iter().map(|(key, _)| &**key).collect();
        page.unknown("space-unknown", name, message, known.into_iter());
    }
    found
}
