//! Who cares: for every topic, the cards and effects whose abilities are about it, so that those that do not
//! care cost nothing; and when each thing that can be read changed last. The index is a function of the state; it is
//! kept up by every change and its undoing, and never saved.

use crate::model::ids::{ActionId, EntityId, KindId, PlayerId, ValueId, Word, ZoneId};

/// What an entry is about, packed so that entries of one topic lie together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Topic(u64);

impl Topic {
    const fn new(tag: u64, word: u64, player: u64) -> Self {
        Self(tag << 48 | word << 8 | player)
    }

    /// A use that the controller is offered in rounds of this class.
    pub const fn offer(class: Word, player: PlayerId) -> Self {
        Self::new(1, class.0 as u64, player.0 as u64)
    }

    /// A use that players other than the controller are offered in rounds of this class.
    pub(crate) const fn foreign_offer(class: Word) -> Self {
        Self::new(2, class.0 as u64, 0)
    }

    /// A listener for this signal.
    pub const fn listener(signal: Word) -> Self {
        Self::new(3, signal.0 as u64, 0)
    }

    /// A ban of this action.
    pub const fn ban(action: ActionId) -> Self {
        Self::new(4, action.0 as u64, 0)
    }

    /// A grant for this action.
    pub const fn grant(action: ActionId) -> Self {
        Self::new(5, action.0 as u64, 0)
    }

    /// A contribution to this value.
    pub const fn contribution(value: ValueId) -> Self {
        Self::new(6, value.0 as u64, 0)
    }

    /// A place of this kind that is free because what was there no longer exists.
    pub const fn free(kind: KindId) -> Self {
        Self::new(0, kind.0 as u64, 0)
    }

    /// Whether it is about what a card or effect does by itself, not about what a player may do with it.
    const fn is_ability(self) -> bool {
        self.0 >> 48 > 2
    }

    /// A protection.
    pub const PROTECTION: Self = Self::new(7, 0, 0);

    /// A grant that lets cards be used from elsewhere, whatever the action.
    pub const ELSEWHERE: Self = Self::new(8, 0, 0);

    /// A silence, which takes abilities away.
    pub const SILENCE: Self = Self::new(9, 0, 0);

    /// An effect of control, which says whose a card is.
    pub const CONTROL: Self = Self::new(10, 0, 0);

    /// Where its entries are looked for: topics are spread evenly over so many buckets. What players may do has buckets of
    /// its own: there is always much of that, and of bans and grants mostly nothing, which an empty bucket says at once.
    const fn bucket(self) -> usize {
        let spread = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if self.is_ability() {
            (spread >> (u64::BITS - ABILITIES.ilog2())) as usize
        } else {
            ABILITIES + (spread >> (u64::BITS - OFFERS.ilog2())) as usize
        }
    }
}

/// One ability of one entity, about one topic; or a free place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IndexEntry {
    /// What it is about.
    pub topic: Topic,
    /// Whose ability it is.
    pub entity: EntityId,
    /// Its number among the definition's uses, listeners, bans and so on.
    pub number: u16,
}

/// How many buckets there are for abilities, and for offers.
const ABILITIES: usize = 128;
const OFFERS: usize = 32;
const BUCKETS: usize = ABILITIES + OFFERS;

/// Something that a computation can read. The index knows when each changed last, by a change or by the undoing of one;
/// what was computed is kept until something that it read has changed since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// An entity: its attributes, controller, place, attachments; an item's or effect's data.
    Entity(EntityId),
    /// The same without its changing attributes: who looks at its kind does not mind what becomes of those.
    Body(EntityId),
    /// A changing attribute of an entity, by its slot. Whoever reads it reads the body of the entity as well: that is
    /// touched when the slot comes to belong to another.
    Slot(u32),
    /// Which cards lie in a zone, and their order.
    Zone(ZoneId),
    /// Whose turn it is, the phase, who is present.
    Turn,
    /// Which items wait and which effects stand.
    Stack,
    /// In which order continuous effects apply. The index does not know when that changes: it is found out when it is asked for.
    Order,
    /// Which abilities about a topic work: one cell for all topics of a bucket.
    Topic(u8),
}

/// How many cells come before those of zones, entities and slots, and how many there are in each group of those.
const FIRST: u32 = 3 + BUCKETS as u32;
const LANES: u32 = 5;

impl Cell {
    /// How many cells a game of so many entities, zones and slots has, or a few more.
    pub fn count(entities: usize, zones: usize, slots: usize) -> usize {
        (FIRST + LANES) as usize + LANES as usize * entities.max(zones).max(slots / 2)
    }

    /// The cell that tells when abilities about a topic begin or cease to work.
    pub const fn about(topic: Topic) -> Self {
        Self::Topic(topic.bucket() as u8)
    }

    /// The cell's number among all cells of a game: small, and no other has it.
    pub const fn number(self) -> u32 {
        match self {
            Self::Turn => 0,
            Self::Stack => 1,
            Self::Order => 2,
            Self::Topic(bucket) => 3 + bucket as u32,
            Self::Zone(id) => FIRST + LANES * id.index() as u32,
            Self::Entity(id) => FIRST + LANES * id.0 + 1,
            Self::Body(id) => FIRST + LANES * id.0 + 2,
            // There are more slots than entities: each group has two.
            Self::Slot(slot) => FIRST + LANES * (slot / 2) + 3 + slot % 2,
        }
    }

    /// The cell with this number.
    pub(crate) fn of_number(number: u32) -> Self {
        let Some(own) = number.checked_sub(FIRST) else {
            return match number {
                0 => Self::Turn,
                1 => Self::Stack,
                2 => Self::Order,
                topic => Self::Topic((topic - 3) as u8),
            };
        };
        let group = own / LANES;
        match own % LANES {
            0 => Self::Zone(ZoneId::from(group as usize)),
            1 => Self::Entity(EntityId(group)),
            2 => Self::Body(EntityId(group)),
            lane => Self::Slot(2 * group + lane - 3),
        }
    }
}

/// All entries, sorted by bucket, then by topic and entity, and the moments of the last changes.
#[derive(Debug, Default)]
pub struct Index {
    entries: Vec<IndexEntry>,
    /// Where the entries of each bucket begin, and at last where they all end.
    starts: Vec<u32>,
    /// When each cell changed last, by its number; those that are missing have not changed yet.
    moments: Vec<u64>,
    /// Whether anything may have been computed from the state: until then it does not matter when a cell changes.
    watched: bool,
    /// Counts changes and undone changes. It never goes back, not even when a change is undone: otherwise a result that
    /// was computed in between would look current again.
    clock: u64,
    /// The first instance of each declared zone.
    zone_starts: Vec<u16>,
    /// Where each standing effect stands among all of them, by the number of its entity.
    effect_places: Vec<u32>,
    /// The last moment at which something arrived or began, see [`State::since`](crate::model::state::State::since).
    pub(crate) newest: u32,
}

/// A copy begins a life of its own: nothing was computed from it yet, so it need not know when anything changed.
impl Clone for Index {
    fn clone(&self) -> Self {
        let (entries, starts) = (self.entries.clone(), self.starts.clone());
        let (zone_starts, effect_places) = (self.zone_starts.clone(), self.effect_places.clone());
        Self { entries, starts, zone_starts, effect_places, newest: self.newest, ..Self::default() }
    }
}

/// Two states are equal when what they are computed from is.
impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Index {}

impl Index {
    /// The entries about a topic, in the order of their entities.
    pub fn about(&self, topic: Topic) -> &[IndexEntry] {
        let Some([from, to]) = self.starts.get(topic.bucket()..topic.bucket() + 2) else { return &[] };
        let bucket = &self.entries[*from as usize..*to as usize];
        let from = bucket.partition_point(|entry| entry.topic < topic);
        let count = bucket[from..].partition_point(|entry| entry.topic == topic);
        &bucket[from..from + count]
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// An index of these entries.
    pub(crate) fn of_entries(mut entries: Vec<IndexEntry>) -> Self {
        entries.sort_unstable_by_key(|entry| (entry.topic.bucket(), *entry));
        let mut starts = vec![0; BUCKETS + 1];
        for entry in &entries {
            starts[entry.topic.bucket() + 1] += 1;
        }
        for bucket in 0..BUCKETS {
            starts[bucket + 1] += starts[bucket];
        }
        Self { entries, starts, ..Self::default() }
    }

    /// Notes where the instances of each declared zone begin, in the order of declarations.
    pub(crate) fn note_zone_starts(&mut self, starts: impl Iterator<Item = u16>) {
        self.zone_starts = starts.collect();
    }

    /// The first instance of a declared zone, if it was noted.
    pub(crate) fn zone_start(&self, decl: usize) -> Option<usize> {
        self.zone_starts.get(decl).map(|start| usize::from(*start))
    }

    /// Notes where standing effects stand from a place on.
    pub(crate) fn note_effects(&mut self, effects: impl Iterator<Item = EntityId>, from: usize) {
        for (place, id) in (from as u32..).zip(effects) {
            if self.effect_places.len() <= id.index() {
                self.effect_places.resize(id.index() + 1, 0);
            }
            self.effect_places[id.index()] = place;
        }
    }

    /// Where a standing effect stands, if it does.
    pub(crate) fn effect_place(&self, id: EntityId) -> usize {
        self.effect_places.get(id.index()).map_or(0, |place| *place as usize)
    }

    /// The present moment: as long as it is the same, nothing that can be read has changed.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Adds an entry where its topic has it.
    pub(crate) fn insert(&mut self, entry: IndexEntry) {
        let (bucket, place) = self.place(entry);
        let (Ok(at) | Err(at)) = place;
        self.entries.insert(at, entry);
        self.starts[bucket + 1..].iter_mut().for_each(|start| *start += 1);
        self.note_ability(entry);
    }

    /// Removes an entry.
    pub(crate) fn withdraw(&mut self, entry: IndexEntry) {
        let (bucket, place) = self.place(entry);
        if let Ok(at) = place {
            self.entries.remove(at);
            self.starts[bucket + 1..].iter_mut().for_each(|start| *start -= 1);
            self.note_ability(entry);
        }
    }

    /// The bucket of an entry, and its position among all entries: where it is, or where it belongs.
    fn place(&self, entry: IndexEntry) -> (usize, Result<usize, usize>) {
        let bucket = entry.topic.bucket();
        let (from, to) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
        let place = self.entries[from..to].binary_search(&entry);
        (bucket, place.map(|at| from + at).map_err(|at| from + at))
    }

    fn note_ability(&mut self, entry: IndexEntry) {
        if entry.topic.is_ability() {
            self.touch(Cell::about(entry.topic));
        }
    }

    /// Notes that an entity changed, otherwise than by one of its changing attributes.
    pub(crate) fn touch_body(&mut self, id: EntityId) {
        self.touch(Cell::Entity(id));
        self.touch(Cell::Body(id));
    }

    /// From now on something may be computed from the state.
    pub(crate) fn watch(&mut self) {
        self.watched = true;
    }

    /// Notes that something changed.
    pub fn touch(&mut self, cell: Cell) {
        self.clock += 1;
        if !self.watched {
            return;
        }
        let at = cell.number() as usize;
        if self.moments.len() <= at {
            self.moments.resize(at + 1, 0);
        }
        self.moments[at] = self.clock;
    }

    /// Whether none of these cells, given by their numbers, has changed since a moment.
    pub(crate) fn all_as_at(&self, moment: u64, cells: &[u32]) -> bool {
        cells.iter().all(|cell| self.moments.get(*cell as usize).is_none_or(|changed| *changed <= moment))
    }

    /// Whether another index holds the same entries; for checks in debug builds.
    pub(crate) fn same_entries(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_cell_has_a_number_of_its_own() {
        let own =
            |at: u32| [Cell::Zone(ZoneId::from(at as usize)), Cell::Entity(EntityId(at)), Cell::Body(EntityId(at))];
        let topics = (0..BUCKETS).map(|bucket| Cell::Topic(bucket as u8));
        let cells: Vec<Cell> = [Cell::Turn, Cell::Stack, Cell::Order]
            .into_iter()
            .chain(topics)
            .chain((0..20).flat_map(own))
            .chain((0..40).map(Cell::Slot))
            .collect();
        let numbers: BTreeSet<u32> = cells.iter().map(|cell| cell.number()).collect();
        assert_eq!(numbers.len(), cells.len());
        assert!(numbers.iter().all(|number| (*number as usize) < Cell::count(20, 20, 40)));
        assert!(cells.iter().all(|cell| Cell::of_number(cell.number()) == *cell));
    }

    #[test]
    fn an_attribute_that_changes_leaves_the_body_and_other_attributes_as_they_were() {
        let mut index = Index::default();
        index.watch();
        let now = index.clock();
        index.touch(Cell::Entity(EntityId(3)));
        index.touch(Cell::Slot(7));
        let is_as_before = |index: &Index, cell: Cell| index.all_as_at(now, &[cell.number()]);
        assert!(!is_as_before(&index, Cell::Entity(EntityId(3))) && !is_as_before(&index, Cell::Slot(7)));
        assert!(is_as_before(&index, Cell::Body(EntityId(3))) && is_as_before(&index, Cell::Slot(6)));
        index.touch_body(EntityId(3));
        assert!(!is_as_before(&index, Cell::Body(EntityId(3))));
    }
}
