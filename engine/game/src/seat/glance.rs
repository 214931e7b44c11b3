//! What is computed for one look at a game: all of it together has a budget, as a step has, and what is the same for several
//! viewers is computed once.

use super::super::load::Ruleset;
use cardwright_kernel::ids::{EntityId, Seat, ValueId};
use cardwright_kernel::limits::LOOK_WORK;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Table;
use cardwright_kernel::values::{Cell, ValueNow};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard};

/// Values of a game at one moment, as somebody computes them who knows everything, and the work that each took.
#[derive(Debug, Default)]
pub(crate) struct SharedValues(Mutex<FxHashMap<(ValueId, EntityId), (ValueNow, u64)>>);

impl SharedValues {
    fn all(&self) -> MutexGuard<'_, FxHashMap<(ValueId, EntityId), (ValueNow, u64)>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Who looks at what.
#[derive(Clone, Copy)]
pub(super) struct Beholder<'o> {
    pub(super) ruleset: &'o Ruleset,
    pub(super) game: &'o Game,
    /// `None` for the host.
    pub(super) seat: Option<Seat>,
    /// What has been computed for others at the same moment.
    pub(super) shared: Option<&'o SharedValues>,
}

impl Beholder<'_> {
    /// A table with a copy of the state, for what only looks but has to be computed.
    pub(super) fn scratch(self) -> Table {
        self.ruleset.table_of_people(&self.ruleset.host(), self.game.state_only())
    }
}

/// A look of one viewer.
///
/// It is charged for each value as if nobody had looked before, so what a viewer is shown does not depend on the others.
pub(super) struct Glance<'o> {
    beholder: Beholder<'o>,
    /// A table at which everything is known.
    open: Option<Table>,
    /// The table as the viewer would compute values at it.
    own: Option<Table>,
    /// The work that was charged so far.
    spent: u64,
}

/// A value that is left out because the look has used up its budget: what was read of it, and what is said of it.
pub(super) struct LeftOut {
    pub(super) reads: Vec<Cell>,
    pub(super) told: String,
}

impl<'o> Glance<'o> {
    pub(super) const fn new(beholder: Beholder<'o>) -> Self {
        Self { beholder, open: None, own: None, spent: 0 }
    }

    /// A value for the viewer.
    ///
    /// # Errors
    /// It is left out when the look has used up its budget.
    pub(super) fn value(&mut self, value: ValueId, id: EntityId) -> Result<ValueNow, LeftOut> {
        if self.spent > LOOK_WORK {
            return Err(self.left_out(value, Vec::new()));
        }
        let (open, work) = self.shared(value, id);
        // Who knows all that it comes from computes the same.
        let (now, work) = if self.is_seen(&open.reads) { (open, work) } else { self.own(value, id) };
        self.spent += work;
        if self.spent > LOOK_WORK { Err(self.left_out(value, now.reads)) } else { Ok(now) }
    }

    fn shared(&mut self, value: ValueId, id: EntityId) -> (ValueNow, u64) {
        let known = self.beholder.shared.and_then(|shared| shared.all().get(&(value, id)).cloned());
        if let Some(known) = known {
            return known;
        }
        let table = self.open.get_or_insert_with(|| self.beholder.scratch());
        let computed = table.value_after(self.spent, value, id);
        // What has met the end of the budget is not what others would see, who have spent less.
        if let Some(shared) = self.beholder.shared.filter(|_| self.spent + computed.1 <= LOOK_WORK) {
            shared.all().insert((value, id), computed.clone());
        }
        computed
    }

    fn own(&mut self, value: ValueId, id: EntityId) -> (ValueNow, u64) {
        let beholder = self.beholder;
        let table = self.own.get_or_insert_with(|| beholder.scratch().of_beholder(beholder.seat));
        table.value_after(self.spent, value, id)
    }

    /// Whether the viewer knows each card, item and effect that was read.
    fn is_seen(&self, reads: &[Cell]) -> bool {
        let Beholder { game, seat, .. } = self.beholder;
        reads.iter().all(|cell| match cell {
            Cell::Entity(id) | Cell::Body(id) => {
                let entity = game.state().entity(*id);
                !entity.can_be_hidden() || seat.is_none_or(|seat| entity.known.has(seat))
            }
            Cell::Slot(_) | Cell::Zone(_) | Cell::Turn | Cell::Stack | Cell::Order | Cell::Topic(_) => true,
        })
    }

    fn left_out(&self, value: ValueId, reads: Vec<Cell>) -> LeftOut {
        let values = &self.beholder.ruleset.rules().values;
        let name = values.get_index(value.index()).map_or("?", |(name, _)| name);
        let told = format!("what is shown at a time took more than {LOOK_WORK} operations: `{name}` is left out");
        LeftOut { reads, told }
    }
}
