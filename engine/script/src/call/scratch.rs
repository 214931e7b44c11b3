//! What one call of a script needs beside the game: its stack, and the lists, maps and texts that it makes.
//!
//! Nothing of it outlives the call; its room is used again by the next.

use super::script_value::{ListId, MapId, RangeId, ScriptValue, TextId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A list.
#[derive(Debug, Default)]
pub struct ListCell {
    /// Its elements.
    pub items: Vec<ScriptValue>,
    /// Whether something else may hold it too: then whoever changes it changes a copy.
    pub shared: bool,
    /// Whether there are lists, maps or texts in it.
    pub holds_more: bool,
}

/// A map: its entries in the order in which they came.
#[derive(Debug, Default)]
pub struct MapCell {
    /// Keys and values.
    pub entries: Vec<(TextId, ScriptValue)>,
    /// As with lists.
    pub shared: bool,
}

/// A range of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange {
    /// The first number.
    pub from: i64,
    /// The number at which it ends.
    pub to: i64,
    /// Whether that belongs to it.
    pub closed: bool,
}

/// What one call needs.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The slots of all running functions.
    pub stack: Vec<ScriptValue>,
    lists: Vec<ListCell>,
    /// How many lists are in use; the others keep their room for later.
    used: usize,
    maps: Vec<MapCell>,
    spans: Vec<NumberRange>,
    /// Closures that were kept: their code, and what they captured.
    pub kept: Vec<(u32, SmallVec<[ScriptValue; 4]>)>,
    texts: Vec<Box<str>>,
    known: FxHashMap<Box<str>, u32>,
}

/// How many lists, and how many slots, keep their room for the next call.
const MOST_LISTS: usize = 1024;
const MOST_SLOTS: usize = 1 << 16;

/// A list that had more elements than this gives its room back.
const LONG: usize = 256;

/// The highest bit of a list that belongs to the packs.
pub const PRINTED: u32 = 1 << 31;

impl Scratch {
    /// Forgets everything, and keeps the room.
    pub fn clear(&mut self) {
        // A call that made very many or long lists does not keep their room for the calls after it.
        self.lists.truncate(MOST_LISTS);
        self.lists
            .iter_mut()
            .take(self.used)
            .filter(|list| list.items.capacity() > LONG)
            .for_each(|list| list.items = Vec::new());
        self.used = 0;
        self.stack.truncate(MOST_SLOTS);
        self.maps.clear();
        self.spans.clear();
        self.kept.clear();
        if !self.texts.is_empty() {
            self.texts.clear();
            self.known.clear();
        }
    }

    /// A new empty list.
    pub fn new_list(&mut self) -> ListId {
        if self.used == self.lists.len() {
            self.lists.push(ListCell::default());
        }
        let cell = &mut self.lists[self.used];
        cell.items.clear();
        (cell.shared, cell.holds_more) = (false, false);
        self.used += 1;
        ListId(self.used as u32 - 1)
    }

    /// Adds to a list of the call.
    pub fn push(&mut self, list: ListId, held: ScriptValue) {
        self.put_into(list, held);
        self.lists[list.index()].items.push(held);
    }

    /// Replaces an element of a list of the call.
    pub fn replace(&mut self, list: ListId, place: usize, held: ScriptValue) {
        self.put_into(list, held);
        self.lists[list.index()].items[place] = held;
    }

    fn put_into(&mut self, list: ListId, held: ScriptValue) {
        if held.has_size() {
            self.share(held);
            self.lists[list.index()].holds_more = true;
        }
    }

    /// A list of the call.
    pub fn list(&self, list: ListId) -> &ListCell {
        &self.lists[list.index()]
    }

    /// A list of the call, to be changed.
    pub fn list_mut(&mut self, list: ListId) -> &mut ListCell {
        &mut self.lists[list.index()]
    }

    /// A new map.
    pub fn new_map(&mut self) -> MapId {
        self.maps.push(MapCell::default());
        MapId(self.maps.len() as u32 - 1)
    }

    /// A map.
    pub fn map(&self, map: MapId) -> &MapCell {
        &self.maps[map.index()]
    }

    /// Sets an entry of a map.
    pub fn set(&mut self, map: MapId, key: TextId, held: ScriptValue) {
        self.share(held);
        let entries = &mut self.maps[map.index()].entries;
        match entries.iter_mut().find(|(known, _)| *known == key) {
            Some((_, value)) => *value = held,
            None => entries.push((key, held)),
        }
    }

    /// A copy of a map that nothing else holds.
    pub fn copy_map(&mut self, map: MapId) -> MapId {
        let entries = self.maps[map.index()].entries.clone();
        self.maps.push(MapCell { entries, shared: false });
        MapId(self.maps.len() as u32 - 1)
    }

    /// Notes that something else holds a list or map as well.
    pub fn share(&mut self, held: ScriptValue) {
        match held {
            ScriptValue::List(list) if list.0 & PRINTED == 0 => self.lists[list.index()].shared = true,
            ScriptValue::Map(map) => self.maps[map.index()].shared = true,
            _ => {}
        }
    }

    /// A range.
    pub fn new_span(&mut self, span: NumberRange) -> RangeId {
        self.spans.push(span);
        RangeId(self.spans.len() as u32 - 1)
    }

    /// A range.
    pub fn span(&self, span: RangeId) -> NumberRange {
        self.spans[span.index()]
    }

    /// The number of a text that is none of the packs', counted from 0.
    pub fn text_number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.known.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.known.insert(text.into(), number);
        number
    }

    /// The text with this number.
    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }
}
