//! What computations leave behind: results that are kept, what they read, and which of them are running.

use crate::model::agenda::OpenWindow;
use crate::model::ids::{EntityId, PlayerId, ScriptId, ValueId};
use crate::model::index::Cell::Order;
use crate::model::prompt::Prompt;
use crate::model::trace::Things;
use crate::play::queries::LayerMemory;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The parts that the script of a value names while the value is explained.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// How many values are being computed: parts of values that this one needs are not listed.
    pub(super) depth: usize,
    pub(super) parts: Vec<(i64, Things)>,
}

/// What a kept result answers: a value of an entity, a predicate asked about up to three things, a state check. Packed, for
/// these are looked up all the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct KeptKey {
    what: u64,
    about: (u64, u64, u64),
}

const VALUE: u64 = 1 << 60;
const PREDICATE: u64 = 2 << 60;
const CHECK: u64 = 3 << 60;

impl KeptKey {
    /// A value of an entity; or what it was before a part of the sequence of continuous effects applied.
    pub(super) fn value(value: ValueId, subject: EntityId, moment: Option<(u32, u64)>) -> Self {
        let (before, sequence) = moment.map_or((0, 0), |(before, sequence)| (u64::from(before) + 1, sequence));
        Self { what: VALUE | value.index() as u64, about: (u64::from(subject.0), before, sequence) }
    }

    /// A state check, by its number, that found nothing to do.
    pub(super) const fn check(number: usize) -> Self {
        Self { what: CHECK | number as u64, about: (0, 0, 0) }
    }

    /// What a predicate says of up to three things: each of a sort, below 16, and a number.
    pub(super) fn predicate(script: ScriptId, function: u16, about: [(u64, u64); 3]) -> Self {
        let [one, other, third] = about;
        let sorts = one.0 | other.0 << 4 | third.0 << 8;
        let what = PREDICATE | sorts << 40 | u64::from(script.0) << 16 | u64::from(function);
        Self { what, about: (one.1, other.1, third.1) }
    }
}

/// How much work the running step has done, counted in operations. Whatever only looks counts its work as well.
#[derive(Debug, Default)]
pub struct Work {
    total: Cell<u64>,
    /// How often the order of continuous effects was used, which is charged each time.
    orders: Cell<u64>,
}

impl Work {
    /// Counts this much more.
    pub fn add(&self, operations: u64) {
        self.total.set(self.total.get().saturating_add(operations));
    }

    /// All that was counted.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// Counts on from here.
    pub(super) fn set(&self, operations: u64) {
        self.total.set(operations);
    }

    /// The order of continuous effects was used so often, and costs this each time.
    pub(super) fn order(&self, times: u64, cost: u64) {
        self.orders.set(self.orders.get().saturating_add(times));
        self.add(times.saturating_mul(cost));
    }

    /// All counts as it was before.
    pub(super) fn take_back(&self, (total, orders): (u64, u64)) {
        self.total.set(total);
        self.orders.set(orders);
    }

    /// How often that was.
    pub(super) fn orders(&self) -> u64 {
        self.orders.get()
    }
}

/// What it takes to compute something.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptCost {
    /// The work, without that of finding out in which order continuous effects apply.
    pub(super) work: u64,
    /// How often that order is used.
    pub(super) orders: u64,
    /// How many calls of scripts are inside of each other.
    pub(super) levels: u32,
}

/// A kept result, and the numbers of the cells that it was read from.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) result: i64,
    pub(super) reads: Box<[u32]>,
    /// What it takes to compute it: whoever uses it is charged for that, so that limits do not depend on what is kept.
    pub(super) cost: KeptCost,
    /// Whether it depends on the order of continuous effects.
    pub(super) is_ordered: bool,
    /// The moment at which it was last found to be good.
    pub(super) good: Cell<u64>,
    /// The computation that last noted what it was read from.
    pub(super) noted_by: Cell<u64>,
}

impl Kept {
    /// What was read to find something out beside a result, and the work of that.
    pub(super) fn of_work(reads: Box<[u32]>, began: u64, (work, orders): (u64, u64)) -> Self {
        Self::new(0, reads, began, KeptCost { work, orders, levels: 0 })
    }

    /// A result that was computed from these cells, beginning at a moment: if one of them has changed meanwhile, that
    /// is found out when it is asked for.
    pub(super) fn new(result: i64, reads: Box<[u32]>, began: u64, cost: KeptCost) -> Self {
        let is_ordered = reads.contains(&Order.number());
        Self { result, reads, cost, is_ordered, good: Cell::new(began), noted_by: Cell::new(0) }
    }
}

/// Results that were computed, and what they read.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    /// In which order continuous effects apply, and what that makes of each entity.
    pub(super) layers: LayerMemory,
    pub(super) kept: FxHashMap<KeptKey, Kept>,
    /// Who was asked last in a window, while nothing had changed in the step.
    pub(super) asked: Option<AskedInWindow>,
    /// That question, once it has been answered: the step that runs again need not list the options again.
    pub(super) answered: Option<Prompt>,
}

/// A question in a window, and at what it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AskedInWindow {
    /// The moment.
    pub(super) clock: u64,
    /// The window when its step began, and when the player was asked.
    pub(super) began: OpenWindow,
    pub(super) open: OpenWindow,
    pub(super) player: PlayerId,
    /// The work of finding out whom to ask what.
    pub(super) work: u64,
}

/// What the running computations read, each cell once a computation; nothing is noted while none runs.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// What was noted by the running computations, the innermost last.
    noted: RefCell<Vec<Noted>>,
    /// Which computation noted each cell last, by the number of the cell.
    stamps: Vec<Cell<u32>>,
    /// The innermost computation that runs; 0 if none does.
    current: Cell<u32>,
    /// The last computation that was given a number.
    last: Cell<u32>,
    /// How often numbers have begun anew.
    round: u32,
}

/// A cell that a computation has read, and which computation had read it last before.
#[derive(Clone, Copy, Debug)]
struct Noted {
    cell: u32,
    before: u32,
}

/// A computation that waits for one inside of it: its number, and where the notes of the inner one begin.
pub(super) struct Outer {
    number: u32,
    from: usize,
}

impl Reads {
    /// Whether a computation is running.
    pub(super) const fn watching(&self) -> bool {
        self.current.get() != 0
    }

    /// Notes that the innermost computation has read the cell with this number.
    pub(super) fn note(&self, cell: u32) {
        let current = self.current.get();
        let before = self.stamp(cell, current);
        if before != current {
            self.noted.borrow_mut().push(Noted { cell, before });
        }
    }

    /// The innermost computation that runs, as no other is called.
    pub(super) fn running(&self) -> u64 {
        u64::from(self.round) << 32 | u64::from(self.current.get())
    }

    /// A computation begins inside of the one that is running, in a game of so many cells.
    pub(super) fn begin(&mut self, cells: usize) -> Outer {
        if !self.watching() && self.last.get() > u32::MAX / 2 {
            // Numbers begin anew only where no computation runs that could be taken for an old one.
            self.stamps.clear();
            self.last.set(0);
            self.round += 1;
        }
        if self.stamps.len() < cells {
            self.stamps.resize(cells, Cell::new(0));
        }
        self.begin_inside()
    }

    /// The same where nothing may be made ready for it: what has come to the game since is noted every time.
    pub(super) fn begin_inside(&self) -> Outer {
        self.last.set(self.last.get().wrapping_add(1).max(1));
        Outer { number: self.current.replace(self.last.get()), from: self.noted.borrow().len() }
    }

    /// The innermost computation ends, and what it has read is nothing that the one around it has read.
    pub(super) fn end_apart(&self, outer: Outer) -> Box<[u32]> {
        self.current.set(outer.number);
        let mut noted = self.noted.borrow_mut();
        for Noted { cell, before } in noted[outer.from..].iter().rev() {
            self.stamp(*cell, *before);
        }
        let mut reads: Vec<u32> = noted.drain(outer.from..).map(|noted| noted.cell).collect();
        reads.sort_unstable();
        reads.dedup();
        reads.into()
    }

    /// The innermost computation ends: what it has read. The one around it has read that, too.
    pub(super) fn end(&self, outer: Outer) -> Box<[u32]> {
        self.current.set(outer.number);
        let mut noted = self.noted.take();
        let reads = noted[outer.from..].iter().map(|noted| noted.cell).collect();
        let mut kept = outer.from;
        if self.watching() {
            for at in outer.from..noted.len() {
                self.stamp(noted[at].cell, outer.number);
                // What the outer computation had noted before stands further up already.
                if noted[at].before != outer.number {
                    noted[kept] = noted[at];
                    kept += 1;
                }
            }
        }
        noted.truncate(kept);
        self.noted.replace(noted);
        reads
    }

    /// Forgets what is running, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.noted.get_mut().clear();
        self.current.set(0);
    }

    /// Marks a cell as read by a computation, and gives the one that had marked it before. What has come to the game
    /// since is not marked, and so noted every time.
    fn stamp(&self, cell: u32, number: u32) -> u32 {
        self.stamps.get(cell as usize).map_or(0, |stamp| stamp.replace(number))
    }
}

/// More kept results than this are dropped all at once.
pub(super) const MOST_KEPT: usize = 8192;
