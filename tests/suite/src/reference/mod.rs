//! The reference: Rhai runs the same scripts as the engine's own evaluator, slowly. Rulings, seeded games and generated
//! functions must give the same with both.
//!
//! Hosts are kept for the next game: each belongs to its thread, and takes far longer to make (it compiles all scripts) than
//! to use.

mod bound;
mod callback;
mod engine;
mod fault;
mod guest;
mod host;
mod meter;
mod register;
mod shared;

pub use bound::Bound;
pub use engine::engine;
pub use fault::{Ended, ScriptFault};
pub use meter::{Allowance, Halt, Meter};

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::rules::FunctionId;
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Carried;
use cardwright_script::lower::program::Program;
use host::RhaiHost;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How many idle hosts a thread keeps; the one that has been idle longest goes first.
const MOST_KEPT: usize = 8;

type Host = Box<dyn Scripts>;

thread_local! {
    static IDLE: RefCell<Vec<(Arc<Program>, Host)>> = const { RefCell::new(Vec::new()) };
}

/// What runs scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluator {
    /// The engine's own, which runs them as they were lowered.
    Lowered,
    /// Rhai.
    Reference,
}

impl Evaluator {
    /// The same rules, with scripts that this evaluator runs.
    pub fn runs(self, ruleset: &Ruleset) -> Ruleset {
        match self {
            Self::Lowered => ruleset.clone(),
            Self::Reference => ruleset.run_by(scripts),
        }
    }
}

/// A host of the reference evaluator. Two that are borrowed at once are different ones: what a script spends and where it stopped
/// is kept by its host, so a decider that plays a fork inside of a question must not share that of the game.
pub fn scripts(program: &Arc<Program>) -> Rc<dyn Scripts> {
    let idle = IDLE.with_borrow_mut(|idle| {
        let at = idle.iter().rposition(|(own, _)| Arc::ptr_eq(own, program))?;
        Some(idle.remove(at).1)
    });
    let host = idle.unwrap_or_else(|| Box::new(RhaiHost::new(program)));
    Rc::new(Borrowed { program: Arc::clone(program), host: Some(host) })
}

/// A host until it is dropped; then it is idle again.
struct Borrowed {
    program: Arc<Program>,
    /// There until it is dropped.
    host: Option<Host>,
}

impl Borrowed {
    fn host(&self) -> &dyn Scripts {
        self.host.as_deref().expect("a host is given back only when it is dropped")
    }
}

impl Scripts for Borrowed {
    fn begin(&self) {
        self.host().begin();
    }

    fn resume(&self) {
        self.host().resume();
    }

    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.host().parameters_read(function)
    }

    fn remember(&self) -> bool {
        self.host().remember()
    }

    fn call(&self, table: &mut Table, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        self.host().call(table, function, args, wanted)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        // A script may have been left in its middle.
        if std::thread::panicking() {
            return;
        }
        let Some(host) = self.host.take() else { return };
        // While the thread ends nothing is kept any more.
        let _ = IDLE.try_with(|idle| {
            let mut idle = idle.borrow_mut();
            if idle.len() >= MOST_KEPT {
                idle.remove(0);
            }
            idle.push((Arc::clone(&self.program), host));
        });
    }
}
