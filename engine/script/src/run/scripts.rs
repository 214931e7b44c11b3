//! Lowered scripts, as the kernel calls them.

use super::Flow;
use crate::call::context;
use crate::call::context::CallContext;
use crate::call::scratch::Scratch;
use crate::call::script_value::ScriptValue;
use crate::faults;
use crate::lower::program::Program;
use crate::sandbox::with_stack;
use crate::watch::Watcher;
use cardwright_kernel::faults::{Fault, Stop};
use cardwright_kernel::rules::FunctionId;
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Carried;
use smallvec::SmallVec;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The lowered scripts of a game.
#[derive(Debug)]
pub struct Programmed {
    program: Arc<Program>,
}

impl Programmed {
    /// Scripts that run this program.
    pub fn new(program: Arc<Program>) -> Self {
        Self { program }
    }
}

/// The lowered scripts of a game, which show somebody what they do.
pub struct WatchedScripts {
    program: Arc<Program>,
    watcher: Watcher,
}

impl WatchedScripts {
    /// Scripts that run this program, which must have probes.
    pub fn new(program: Arc<Program>, watcher: Watcher) -> Self {
        Self { program, watcher }
    }
}

/// Returns room for the next call.
pub fn keep_scratch(table: &mut Table, mut scratch: Box<Scratch>) {
    scratch.clear();
    table.keep_room(scratch);
}

impl Scripts for Programmed {
    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.program.parameters_read(function)
    }

    fn remember(&self) -> bool {
        self.program.remembers
    }

    fn call(&self, table: &mut Table, called: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        call(&self.program, None, table, (called, args, wanted))
    }
}

impl Scripts for WatchedScripts {
    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.program.parameters_read(function)
    }

    fn remember(&self) -> bool {
        self.program.remembers
    }

    fn call(&self, table: &mut Table, called: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        self.watcher.borrow_mut().begins(called);
        let given = call(&self.program, Some(&self.watcher), table, (called, args, wanted));
        self.watcher.borrow_mut().ends();
        given
    }
}

/// Calls a function, with what it is given and what is wanted of it.
fn call(
    program: &Program,
    watcher: Option<&Watcher>,
    table: &mut Table,
    (called, args, wanted): (FunctionId, &[Arg<'_>], Wanted),
) -> Result<Carried, Stop> {
    let Some(function) = program.function(called) else {
        return Err(faults::function_gone().into());
    };
    let scratch = table.take_room();
    let mut ctx = CallContext::new(program, Some(table), scratch);
    ctx.watcher = watcher;
    let held: SmallVec<[ScriptValue; 4]> = args.iter().map(|arg| held_of_arg(&mut ctx, *arg)).collect();
    let run = || with_stack(|| ctx.run_function(function, &held));
    let result = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(given) => given.and_then(|held| ctx.given(held, wanted, program.place_of(called))),
        Err(_) => Err(Fault { place: ctx.last.or(ctx.hook), ..faults::engine_failed() }.into()),
    };
    let CallContext { scratch, left, .. } = ctx;
    table.work().add((context::BLOCK - left).max(0) as u64);
    keep_scratch(table, scratch);
    result
}

impl CallContext<'_> {
    /// Calls a function of the program from outside: what it gives, or why it ends before its end.
    ///
    /// # Errors
    /// A stop.
    pub fn run_function(&mut self, function: u32, arguments: &[ScriptValue]) -> Result<ScriptValue, Stop> {
        match self.begin(function, arguments) {
            Ok(held) => Ok(held),
            Err(Flow::Stop) => Err(self.stopped()),
            Err(Flow::Return | Flow::Break | Flow::Continue) => Ok(self.carried),
        }
    }
}

/// An argument of the kernel, as scripts hold it.
pub fn held_of_arg(ctx: &mut CallContext<'_>, arg: Arg<'_>) -> ScriptValue {
    match arg {
        Arg::Game => ScriptValue::Game,
        Arg::Player(seat) => ScriptValue::Player(seat),
        Arg::Card(handle) => ScriptValue::Card(handle),
        Arg::Space(handle) => ScriptValue::Space(handle.id),
        Arg::Joint(handle) => ScriptValue::Joint(handle.id),
        Arg::Item(handle) => ScriptValue::Item(handle),
        Arg::Effect(handle) => ScriptValue::Effect(handle),
        Arg::Event(index) => ScriptValue::Event(index),
        Arg::Value(value) => ctx.held(value),
        Arg::Carried(carried) => ctx.handed(carried),
    }
}
