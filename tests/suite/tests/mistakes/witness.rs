//! A script host that compares the state before and after every call that faults.

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::rules::FunctionId;
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Carried;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Hands every call back to the table as a savepoint of its own, and looks at the state around it.
pub struct Witness {
    ruleset: Ruleset,
    scripts: Rc<dyn Scripts>,
    /// The next call comes from the witness itself.
    own: Cell<bool>,
    left_behind: RefCell<Vec<String>>,
}

impl Witness {
    /// A witness of the scripts of a game.
    pub fn new(ruleset: &Ruleset) -> Self {
        let left_behind = RefCell::default();
        Self { ruleset: ruleset.clone(), scripts: ruleset.host(), own: Cell::new(false), left_behind }
    }

    /// The functions that left something behind when they faulted.
    pub fn left_behind(&self) -> Vec<String> {
        self.left_behind.borrow().clone()
    }
}

impl Scripts for Witness {
    fn begin(&self) {
        self.scripts.begin();
    }

    fn call(&self, table: &mut Table, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        if self.own.replace(false) {
            return self.scripts.call(table, function, args, wanted);
        }
        let before = self.ruleset.fingerprint(table.game());
        self.own.set(true);
        let result = table.call_for(function, args, wanted);
        self.own.set(false);
        if matches!(result, Err(Stop::Fault(_))) && before != self.ruleset.fingerprint(table.game()) {
            self.left_behind.borrow_mut().push(table.rules().function_name(function).to_string());
        }
        result
    }
}
