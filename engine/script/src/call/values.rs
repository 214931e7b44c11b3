//! Texts, lists and other values: as scripts hold them, and as the kernel keeps them.

use super::context::CallContext;
use super::scratch::PRINTED;
use super::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::sandbox::{LIST_SIZE, MAP_SIZE, TEXT_SIZE, TooLarge};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, Handle, PlayerId, Players, SiteId, Word, ZoneId};
use cardwright_kernel::rules::{Category, Rules};
use cardwright_kernel::values::{Cell, Value};

/// How much a value holds, with all that is in it.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    /// Elements of lists.
    elements: usize,
    /// Entries of maps.
    entries: usize,
    /// Bytes of texts.
    bytes: usize,
}

impl Extent {
    /// What of it is larger than scripts can have; texts first, as in the reference.
    fn too_large(self) -> Option<TooLarge> {
        if self.bytes > TEXT_SIZE {
            Some(TooLarge::Text)
        } else if self.elements > LIST_SIZE {
            Some(TooLarge::List)
        } else {
            (self.entries > MAP_SIZE).then_some(TooLarge::Map)
        }
    }
}

impl CallContext<'_> {
    /// A text.
    pub fn text(&self, text: TextId) -> &str {
        let known = self.program.text(text);
        known.unwrap_or_else(|| self.scratch.text(text.0 - self.program.text_count()))
    }

    /// The number of a text.
    pub fn text_of(&mut self, text: &str) -> TextId {
        let known = self.program.text_of(text);
        known.unwrap_or_else(|| TextId(self.program.text_count() + self.scratch.text_number(text)))
    }

    /// A text; a fault if it is too long.
    pub(crate) fn sized_text(&mut self, text: &str) -> Result<TextId, Stop> {
        if text.len() > TEXT_SIZE {
            return Err(TooLarge::Text.fault().into());
        }
        self.owe_text(text.len());
        Ok(self.text_of(text))
    }

    /// The site that an entity is.
    pub fn site(&self, id: EntityId) -> SiteId {
        self.state().site_of(self.rules(), id).unwrap_or(SiteId::NONE)
    }

    /// The elements of a list.
    pub fn items(&self, list: ListId) -> &[ScriptValue] {
        match list.0 & PRINTED {
            0 => &self.scratch.list(list).items,
            _ => &self.program.lists[(list.0 & !PRINTED) as usize],
        }
    }

    /// A list of these values.
    pub fn list(&mut self, items: impl IntoIterator<Item = ScriptValue>) -> ScriptValue {
        let list = self.scratch.new_list();
        for held in items {
            self.scratch.push(list, held);
        }
        ScriptValue::List(list)
    }

    /// The list itself if nothing else holds it, otherwise a copy.
    pub(crate) fn own(&mut self, list: ListId) -> ListId {
        if list.0 & PRINTED == 0 && !self.scratch.list(list).shared {
            return list;
        }
        let own = self.scratch.new_list();
        self.add_all(own, list);
        own
    }

    /// Adds the elements of a list to one of the call.
    pub(crate) fn add_all(&mut self, to: ListId, from: ListId) {
        self.owe(self.items(from).len());
        for at in 0..self.items(from).len() {
            let held = self.items(from)[at];
            self.scratch.push(to, held);
        }
    }

    /// The cards of a zone, from the bottom to the top.
    pub fn cards_in(&mut self, zone: ZoneId) -> ScriptValue {
        let list = self.scratch.new_list();
        self.add_cards(zone, list);
        ScriptValue::List(list)
    }

    /// Adds the cards of a zone to a list.
    pub fn add_cards(&mut self, zone: ZoneId, list: ListId) {
        self.note(Cell::Zone(zone));
        let Some(table) = self.table.as_deref() else { return };
        let state = table.state();
        let cards = state.zone(zone).cards.iter().map(|id| ScriptValue::Card(state.handle(*id)));
        self.scratch.list_mut(list).items.extend(cards);
    }

    /// Adds up how much a value holds.
    fn measure(&self, held: ScriptValue, extent: &mut Extent) {
        match held {
            ScriptValue::List(list) => {
                let items = self.items(list);
                extent.elements += items.len();
                if list.0 & PRINTED != 0 || self.scratch.list(list).holds_more {
                    items.iter().for_each(|held| self.measure(*held, extent));
                }
            }
            ScriptValue::Map(map) => {
                let entries = &self.scratch.map(map).entries;
                extent.entries += entries.len();
                entries.iter().for_each(|(_, held)| self.measure(*held, extent));
            }
            ScriptValue::Text(text) => extent.bytes += self.text(text).len(),
            _ => {}
        }
    }

    /// Counts the work of going through a list or map and all that is in it.
    pub(crate) fn owe_whole(&mut self, held: ScriptValue) {
        let mut extent = Extent::default();
        self.measure(held, &mut extent);
        self.owe(extent.elements + 2 * extent.entries);
        self.owe_text(extent.bytes);
    }

    /// A fault if a list or map is larger than these may be, with all that is in it.
    pub(crate) fn check_size(&mut self, held: ScriptValue) -> Result<(), Stop> {
        let own = match held {
            ScriptValue::List(list) => self.items(list).len(),
            ScriptValue::Map(map) => self.scratch.map(map).entries.len(),
            _ => return Ok(()),
        };
        let mut extent = Extent::default();
        self.measure(held, &mut extent);
        if extent.elements + extent.entries > own {
            self.owe(extent.elements + extent.entries);
        }
        match extent.too_large() {
            Some(what) => Err(what.fault().into()),
            None => Ok(()),
        }
    }

    /// What the kernel can keep of a value in one piece; `None` for all lists but those of players in seat order, for maps,
    /// ranges, zones and texts put together.
    pub fn value_of(&self, held: ScriptValue) -> Option<Value> {
        Some(match held {
            ScriptValue::Nothing => Value::Nothing,
            ScriptValue::Flag(flag) => Value::Flag(flag),
            ScriptValue::Number(number) => Value::Number(number),
            ScriptValue::Text(text) => {
                Value::Word(Word(Some(text.0).filter(|at| (*at as usize) < self.rules().words.len())?))
            }
            ScriptValue::Player(seat) => Value::Player(seat),
            ScriptValue::List(list) => {
                let seat = |held: &ScriptValue| if let ScriptValue::Player(seat) = held { Some(*seat) } else { None };
                let seats = self.items(list).iter().map(seat).collect::<Option<Vec<PlayerId>>>()?;
                if !seats.is_sorted_by(|one, other| one < other) {
                    return None;
                }
                Value::Players(seats.into_iter().fold(Players::NONE, Players::with))
            }
            other => Value::Entity(other.handle()?),
        })
    }

    /// A value of the kernel.
    pub fn held(&mut self, value: Value) -> ScriptValue {
        match value {
            Value::Nothing => ScriptValue::Nothing,
            Value::Number(number) => ScriptValue::Number(number),
            Value::Flag(flag) => ScriptValue::Flag(flag),
            Value::Word(word) => ScriptValue::Text(TextId(word.0)),
            Value::Entity(handle) => self.held_handle(handle),
            Value::Player(seat) => ScriptValue::Player(seat),
            Value::Players(seats) => self.list(seats.iter().map(ScriptValue::Player)),
            Value::Numbers(numbers) => self.list(numbers.iter().map(ScriptValue::Number)),
            // Only an attribute has some of its choices, and it knows their words.
            Value::Choices(_) => ScriptValue::Nothing,
        }
    }

    /// A handle as a card, item, effect, player, space or joint.
    pub fn held_handle(&self, handle: Handle) -> ScriptValue {
        if handle == Handle::NONE {
            return ScriptValue::Nothing;
        }
        let entity = self.state().entity(handle.id);
        match entity.kind {
            Rules::GAME => ScriptValue::Game,
            Rules::PLAYER => ScriptValue::Player(entity.owner),
            Rules::ITEM => ScriptValue::Item(handle),
            Rules::EFFECT => ScriptValue::Effect(handle),
            kind => match self.rules().kinds[kind.index()].category {
                Category::Card | Category::Counted | Category::Actor => ScriptValue::Card(handle),
                Category::Space => ScriptValue::Space(handle.id),
                Category::Joint => ScriptValue::Joint(handle.id),
            },
        }
    }

    /// How people call the kind of a value, with its article.
    pub fn called(&self, held: ScriptValue) -> String {
        match (held, &self.outside) {
            (ScriptValue::Foreign(foreign), Some(outside)) => outside.called(foreign),
            _ => held.kind().called().to_string(),
        }
    }

    /// Whether two values are equal; those of different kinds are not. A fault if their kind cannot be compared.
    pub fn equal(&mut self, one: ScriptValue, other: ScriptValue) -> Result<bool, Stop> {
        match (one, other) {
            (ScriptValue::List(one), ScriptValue::List(other)) => {
                if self.items(one).len() != self.items(other).len() {
                    return Ok(false);
                }
                self.owe(self.items(one).len());
                for at in 0..self.items(one).len() {
                    if !self.equal(self.items(one)[at], self.items(other)[at])? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (ScriptValue::Span(one), ScriptValue::Span(other)) => {
                Ok(self.scratch.span(one) == self.scratch.span(other))
            }
            (ScriptValue::Foreign(one), ScriptValue::Foreign(other)) => match self.outside.take() {
                Some(outside) => {
                    let verdict = outside.equal(one, other);
                    self.outside = Some(outside);
                    verdict
                }
                None => Ok(one == other),
            },
            (ScriptValue::Map(_), ScriptValue::Map(_))
            | (ScriptValue::Game, ScriptValue::Game)
            | (ScriptValue::Event(_), ScriptValue::Event(_)) => Err(faults::not_compared(one.kind().called()).into()),
            _ => Ok(one == other),
        }
    }

    /// The index of a value in a list, or a fault as of [`CallContext::equal`].
    pub fn position(&mut self, list: ListId, held: ScriptValue) -> Result<Option<usize>, Stop> {
        let len = self.items(list).len();
        for at in 0..len {
            if self.equal(self.items(list)[at], held)? {
                self.owe(at);
                return Ok(Some(at));
            }
        }
        self.owe(len);
        Ok(None)
    }
}
