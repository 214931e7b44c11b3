//! What the verbs of a host share, and the tag by which they find it.

use super::bound::Found;
use super::meter::Meter;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::table::Table;
use cardwright_script::lower::program::Program;
use rhai::{Dynamic, EvalAltResult};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A result, or an error of Rhai.
pub(super) type RhaiResult<T> = Result<T, Box<EvalAltResult>>;

/// What the verbs of one host share.
pub struct Shared {
    pub(super) slot: Cell<Option<Box<Table>>>,
    pub(super) stop: Cell<Option<Stop>>,
    /// Counts what scripts spend.
    pub(super) meter: Rc<Meter>,
    /// How much of that the table knows of.
    pub(super) told: Cell<u64>,
    /// What names mean.
    pub(super) program: Arc<Program>,
    /// Where the closures of lists find their functions.
    pub(super) found: Found,
    /// The script in which a verb was called last: the address of its path, and its number.
    pub(super) script: Cell<(usize, Option<u16>)>,
}

/// The tag by which verbs find what they share.
#[derive(Clone)]
pub struct Tag(pub(super) Rc<Shared>);

impl Tag {
    /// What the closures of lists share; nothing outside of a game.
    pub fn found<R>(tag: Option<&Dynamic>, take: impl FnOnce(&Found) -> R) -> Option<R> {
        Some(take(&tag?.read_lock::<Self>()?.0.found))
    }
}

impl Shared {
    /// What the verbs of a host share.
    pub fn new(meter: Rc<Meter>, program: Arc<Program>) -> Rc<Self> {
        let (slot, stop, script) = (Cell::new(None), Cell::new(None), Cell::new((0, None)));
        Rc::new(Self { slot, stop, meter, told: Cell::new(0), program, found: Found::default(), script })
    }

    /// Tells the table what scripts have spent since it was told last.
    pub(super) fn tell(&self, table: &mut Table) {
        let total = self.meter.total();
        table.work().add(total.saturating_sub(self.told.replace(total)));
    }

    /// The number of the script with this path. The path of a compiled script never moves.
    pub(super) fn script_at(&self, path: &str) -> Option<u16> {
        let at = path.as_ptr() as usize;
        if self.script.get().0 != at {
            let number = self.program.rules.scripts.get_index_of(path).map(|script| script as u16);
            self.script.set((at, number));
        }
        self.script.get().1
    }
}
