//! Who cares: for every topic, the cards and effects whose abilities are about it, so that those that do not
//! care cost nothing. The index is a function of the state; it is kept up by every change and its undoing, and
//! never saved.

use crate::model::ids::{ActionId, EntityId, PlayerId, ValueId, Word, ZoneId};
use std::sync::atomic::{AtomicU64, Ordering};

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
    pub const fn foreign_offer(class: Word) -> Self {
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

    /// Whether it is about what a card or effect does by itself, not about what a player may do with it.
    const fn is_ability(self) -> bool {
        self.0 >> 48 > 2
    }

    /// A protection.
    pub const PROTECTION: Self = Self::new(7, 0, 0);
}

/// One ability of one entity, about one topic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IndexEntry {
    /// What it is about.
    pub topic: Topic,
    /// Whose ability it is.
    pub entity: EntityId,
    /// Its number among the definition's uses, listeners, bans and so on.
    pub number: u16,
}

/// Something that a computation can read. Each has a version, which rises with every change to it and with every
/// undoing of one; what was computed is kept until the version of something that it read has risen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// An entity: its attributes, controller, place, attachments; an item's or effect's data.
    Entity(EntityId),
    /// Which cards lie in a zone, and their order.
    Zone(ZoneId),
    /// Whose turn it is, the phase, who is present.
    Turn,
    /// Which items wait and which effects stand.
    Stack,
    /// Which abilities work.
    Abilities,
}

impl Cell {
    /// The cell's number among all cells of a game: small, and no other has it.
    pub const fn number(self) -> usize {
        match self {
            Self::Turn => 0,
            Self::Stack => 1,
            Self::Abilities => 2,
            Self::Zone(id) => 3 + 2 * id.index(),
            Self::Entity(id) => 4 + 2 * id.index(),
        }
    }
}

/// All entries, sorted.
#[derive(Clone, Debug, Default)]
pub struct Index {
    entries: Vec<IndexEntry>,
    entities: Vec<u32>,
    zones: Vec<u32>,
    turn: u32,
    stack: u32,
    abilities: u32,
    /// Rises with every version; no two moments in the life of any index have the same.
    clock: u64,
    /// The first instance of each declared zone.
    zone_starts: Vec<u16>,
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
        let from = self.entries.partition_point(|entry| entry.topic < topic);
        let rest = &self.entries[from..];
        let count = rest.iter().take_while(|entry| entry.topic == topic).count();
        &rest[..count]
    }

    /// An index without entries, of so many entities and zones.
    pub(crate) fn sized(entities: usize, zones: usize) -> Self {
        Self { entities: vec![0; entities], zones: vec![0; zones], clock: next_moment(), ..Self::default() }
    }

    /// Notes where the instances of each declared zone begin, in the order of declarations.
    pub(crate) fn note_zone_starts(&mut self, starts: impl Iterator<Item = u16>) {
        self.zone_starts = starts.collect();
    }

    /// The first instance of a declared zone, if it was noted.
    pub(crate) fn zone_start(&self, decl: usize) -> Option<usize> {
        self.zone_starts.get(decl).map(|start| usize::from(*start))
    }

    /// The present moment: as long as it is the same, nothing that can be read has changed.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Adds an entry where its topic has it.
    pub(crate) fn insert(&mut self, entry: IndexEntry) {
        let at = self.entries.partition_point(|other| *other < entry);
        self.entries.insert(at, entry);
        self.note_ability(entry);
    }

    /// Removes an entry.
    pub(crate) fn withdraw(&mut self, entry: IndexEntry) {
        if let Ok(at) = self.entries.binary_search(&entry) {
            self.entries.remove(at);
            self.note_ability(entry);
        }
    }

    fn note_ability(&mut self, entry: IndexEntry) {
        if entry.topic.is_ability() {
            self.abilities = self.abilities.wrapping_add(1);
            self.clock = next_moment();
        }
    }

    /// Notes that something changed.
    pub fn touch(&mut self, cell: Cell) {
        // A version never goes back, not even when a change is undone: otherwise a result that was computed in between
        // would look current again.
        let version = match cell {
            Cell::Entity(id) => {
                // Nothing ever shortens this table: an entity created where another was undone must not begin with
                // a version that some kept result has read.
                if self.entities.len() <= id.index() {
                    self.entities.resize(id.index() + 1, 0);
                }
                &mut self.entities[id.index()]
            }
            Cell::Zone(id) => &mut self.zones[id.index()],
            Cell::Turn => &mut self.turn,
            Cell::Stack => &mut self.stack,
            Cell::Abilities => &mut self.abilities,
        };
        *version = version.wrapping_add(1);
        self.clock = next_moment();
    }

    /// How often something has changed.
    pub fn version(&self, cell: Cell) -> u32 {
        match cell {
            Cell::Entity(id) => self.entities.get(id.index()).copied().unwrap_or(0),
            Cell::Zone(id) => self.zones.get(id.index()).copied().unwrap_or(0),
            Cell::Turn => self.turn,
            Cell::Stack => self.stack,
            Cell::Abilities => self.abilities,
        }
    }

    /// Whether another index holds the same entries; for checks in debug builds.
    pub fn same_entries(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

/// A moment that no other index has had, nor this one before: copies of an index that go separate ways must not meet
/// again. Each thread has moments of its own.
fn next_moment() -> u64 {
    static THREADS: AtomicU64 = AtomicU64::new(0);
    const PER_THREAD: u64 = 1 << 44;
    thread_local! {
        static MOMENT: std::cell::Cell<u64> =
            std::cell::Cell::new(THREADS.fetch_add(1, Ordering::Relaxed).wrapping_mul(PER_THREAD));
    }
    MOMENT.with(|moment| {
        let next = moment.get().wrapping_add(1);
        moment.set(next);
        next
    })
}
