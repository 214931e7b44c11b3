//! Lowered scripts, as the kernel calls them.

use super::Flow;
use crate::model::carried::Carried;
use crate::model::rules::FunctionId;
use crate::play::session::{Arg, Fault, Scripts, Stop, Table, Wanted};
use crate::script::call::context;
use crate::script::call::context::CallContext;
use crate::script::call::scratch::Scratch;
use crate::script::call::script_value::ScriptValue;
use crate::script::lower::program::Program;
use crate::script::sandbox::with_stack;
use std::any::Any;
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

/// How many calls inside each other find room that was kept.
const MOST_ROOMS: usize = 32;

/// Room for a call, of which the table keeps what is not in use.
pub(in crate::script) fn take_scratch(table: &mut Table) -> Box<Scratch> {
    let kept = table.workspace.pop().and_then(|kept: Box<dyn Any + Send>| kept.downcast::<Scratch>().ok());
    kept.unwrap_or_default()
}

/// Returns room for the next call.
pub(in crate::script) fn keep_scratch(table: &mut Table, mut scratch: Box<Scratch>) {
    if table.workspace.len() < MOST_ROOMS {
        scratch.clear();
        table.workspace.push(scratch);
    }
}

impl Scripts for Programmed {
    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.program.parameters_read(function)
    }

    fn call(&self, table: &mut Table, called: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        let Some(function) = self.program.function(called) else {
            return Err(Fault::stop("there is no such function"));
        };
        let scratch = take_scratch(table);
        let mut ctx = CallContext::new(&self.program, Some(table), scratch);
        let mut held = [ScriptValue::Nothing; 4];
        let count = args.len().min(held.len());
        for (held, arg) in held.iter_mut().zip(args) {
            *held = held_of_arg(&mut ctx, *arg);
        }
        let run = || with_stack(|| ctx.begin(function, &held[..count]));
        let outcome = catch_unwind(AssertUnwindSafe(run));
        let result = match outcome {
            Ok(Ok(held)) => ctx.given(held, wanted, self.program.place_of(called)),
            Ok(Err(Flow::Stop)) => Err(ctx.stopped()),
            Ok(Err(_)) => ctx.given(ctx.carried, wanted, self.program.place_of(called)),
            Err(_) => {
                let message = "the engine itself failed here: please report it".into();
                Err(Stop::Fault(Box::new(Fault { message, place: ctx.last.or(ctx.hook) })))
            }
        };
        let CallContext { scratch, left, .. } = ctx;
        table.run.work.add((context::BLOCK - left).max(0) as u64);
        keep_scratch(table, scratch);
        result
    }
}

pub(in crate::script) fn held_of_arg(ctx: &mut CallContext<'_>, arg: Arg<'_>) -> ScriptValue {
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
