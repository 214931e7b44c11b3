//! The host of the reference evaluator: compiled scripts of one game, and the door through which verbs reach the table.
//!
//! While a script runs, the table's contents lie in the host's slot; a verb takes them out for its own time and
//! a guard puts them back, also through a panic.

use super::bound::{self, Bound};
use super::engine::engine;
use super::fault::Ended;
use super::guest::{Guest, plain_error};
use super::meter::{Halt, Meter};
use super::register::register;
use super::shared::{RhaiResult, Shared, Tag};
use cardwright_kernel::faults::{Fault, Stop};
use cardwright_kernel::rules::{FunctionId, Rules};
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::Table;
use cardwright_kernel::trace::ScriptLocation;
use cardwright_kernel::values::Carried;
use cardwright_script::call::context::CallContext;
use cardwright_script::call::scratch::Scratch;
use cardwright_script::call::script_value::ScriptValue;
use cardwright_script::faults;
use cardwright_script::library::Library;
use cardwright_script::lower::program::Program;
use cardwright_script::lower::rows::members;
use cardwright_script::run::{held_of_arg, keep_scratch};
use cardwright_script::verbs::row::{Access, Row};
use rhai::{Dynamic, Engine, EvalAltResult, NativeCallContext};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// The scripts of one game, compiled; one host for every thread.
pub struct RhaiHost {
    engine: Engine,
    scripts: Vec<Option<Bound>>,
    shared: Rc<Shared>,
    tag: Dynamic,
}

impl RhaiHost {
    /// A host of the scripts of a game, for one thread.
    pub fn new(program: &Arc<Program>) -> Self {
        let meter = Rc::new(Meter::default());
        let mut engine = engine(&meter);
        register(&mut engine, &program.rules);
        let scripts = bound::all(&program.rules, Library::compile(&program.rules).0.scripts());
        let shared = Shared::new(meter, Arc::clone(program));
        let tag = Dynamic::from(Tag(Rc::clone(&shared)));
        Self { engine, scripts, shared, tag }
    }

    fn finish(&self, ended: Ended) -> Stop {
        if let Some(stop) = self.shared.stop.take() {
            return stop;
        }
        match ended {
            Ended::Stopped => Stop::Pending,
            Ended::Faulted(fault) => {
                let script = self.shared.program.rules.scripts.get_index_of(&*fault.place.path);
                let place = script.map(|script| ScriptLocation {
                    script: script as u16,
                    line: fault.place.line as u16,
                    column: fault.place.column as u16,
                });
                Stop::Fault(Box::new(Fault { message: fault.message.into(), place }))
            }
        }
    }

    /// Runs something that knows values of Rhai in a context with the table.
    fn converted<R>(&self, table: &mut Table, convert: impl FnOnce(&mut CallContext<'_>, &Guest<'_>) -> R) -> R {
        let global = self.engine.new_global_runtime_state();
        let context = NativeCallContext::new_with_all_fields(&self.engine, "", None, &global, rhai::Position::NONE);
        let guest = Guest::new(&context);
        let scratch = table.take_room();
        let mut ctx = CallContext::new(&self.shared.program, Some(table), scratch);
        let result = convert(&mut ctx, &guest);
        let scratch = std::mem::take(&mut ctx.scratch);
        keep_scratch(table, scratch);
        result
    }
}

impl Scripts for RhaiHost {
    fn begin(&self) {
        self.shared.meter.begin();
        self.shared.told.set(0);
    }

    fn resume(&self) {
        self.shared.meter.resume();
    }

    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.shared.program.parameters_read(function)
    }

    fn remember(&self) -> bool {
        self.shared.program.remembers
    }

    fn call(&self, table: &mut Table, called: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        let bound = self.scripts.get(called.script.index()).and_then(Option::as_ref);
        let (Some(bound), Some(function)) = (bound, called.function) else {
            return Err(faults::function_gone().into());
        };
        let mut values: SmallVec<[Dynamic; 3]> = self.converted(table, |ctx, guest| {
            let held: SmallVec<[ScriptValue; 3]> = args.iter().map(|arg| held_of_arg(ctx, *arg)).collect();
            held.into_iter().map(|held| guest.give(ctx, held)).collect()
        });
        self.shared.slot.set(Some(table.lend()));
        let result = bound.call(&self.engine, &self.shared.meter, self.tag.clone(), function, &mut values);
        *table = *self.shared.slot.take().expect("every verb gives the table back");
        self.shared.tell(table);
        match result {
            Ok(value) => {
                self.shared.stop.set(None);
                self.converted(table, |ctx, guest| {
                    let held = guest.hold(ctx, &value);
                    ctx.given(held, wanted, self.shared.program.place_of(called))
                })
            }
            Err(ended) => Err(self.finish(ended)),
        }
    }
}

/// The table, out of its slot for the time of a verb.
struct Guard<'a> {
    shared: &'a Shared,
    table: Option<Box<Table>>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.shared.slot.set(self.table.take());
    }
}

/// Calls a verb for Rhai.
pub(super) fn run(
    context: &NativeCallContext<'_>,
    row: &'static Row,
    arguments: &mut [&mut Dynamic],
) -> RhaiResult<Dynamic> {
    if !row.needs_no_game() {
        return with_context(context, |ctx, guest| {
            let held = hold_all(ctx, guest, arguments);
            ctx.run_row(row, &held)
        });
    }
    let (given, first) = run_plain(context, arguments, |ctx, held| ctx.run_row(row, held))?;
    if let (Access::Local, Some(list)) = (row.access, first) {
        *arguments[0] = list;
    }
    Ok(given)
}

fn hold_all(ctx: &mut CallContext<'_>, guest: &Guest<'_>, arguments: &[&mut Dynamic]) -> SmallVec<[ScriptValue; 5]> {
    arguments.iter().map(|value| guest.hold(ctx, value)).collect()
}

/// Does something that needs no table. Returns the result, and its first argument as it is afterwards.
pub(super) fn run_plain(
    context: &NativeCallContext<'_>,
    arguments: &[&mut Dynamic],
    work: impl FnOnce(&mut CallContext<'_>, &[ScriptValue]) -> Result<ScriptValue, Stop>,
) -> RhaiResult<(Dynamic, Option<Dynamic>)> {
    let program = program(context);
    let mut guest = Guest::new(context);
    let mut ctx = CallContext::new(&program, None, Box::<Scratch>::default());
    let held = hold_all(&mut ctx, &guest, arguments);
    ctx.verb = context.fn_name().trim_start_matches("set$");
    ctx.outside = Some(&mut guest);
    let result = work(&mut ctx, &held);
    let (scratch, owed) = (std::mem::take(&mut ctx.scratch), ctx.owed());
    drop(ctx);
    let ctx = CallContext::new(&program, None, scratch);
    if let (Ok(_), Some(halt)) = (&result, charge(context, owed)) {
        return Err(Meter::termination(halt));
    }
    match result {
        Ok(given) => Ok((guest.give(&ctx, given), held.first().map(|first| guest.give(&ctx, *first)))),
        Err(stop) => Err(plain_error(context, &mut guest, stop)),
    }
}

/// Counts the work of a verb that needs no table.
fn charge(context: &NativeCallContext<'_>, work: u64) -> Option<Halt> {
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>());
    tag.and_then(|tag| tag.0.meter.charge(work))
}

/// The program of the running game; one without scripts and rules outside of a game.
fn program(context: &NativeCallContext<'_>) -> Arc<Program> {
    static BARE: LazyLock<Arc<Program>> =
        LazyLock::new(|| Arc::new(Program::bare(Arc::default(), members(&Rules::default()))));
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>());
    tag.map_or_else(|| Arc::clone(&BARE), |tag| Arc::clone(&tag.0.program))
}

/// Does something in a context with the table: notes where it was called, and returns the table.
pub(super) fn with_context(
    context: &NativeCallContext<'_>,
    work: impl FnOnce(&mut CallContext<'_>, &Guest<'_>) -> Result<ScriptValue, Stop>,
) -> RhaiResult<Dynamic> {
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>()).ok_or("verbs work only inside of a game")?;
    let shared: &Shared = &tag.0;
    if let Some(halt) = shared.meter.halt() {
        return Err(Meter::termination(halt));
    }
    shared.meter.at_verb(context);
    let mut guard = Guard { shared, table: shared.slot.take() };
    let table = guard.table.as_deref_mut().ok_or("verbs work only inside of a game")?;
    shared.tell(table);
    let scratch = table.take_room();
    let guest = Guest::new(context);
    let mut ctx = CallContext::new(&shared.program, Some(&mut *table), scratch);
    ctx.verb = context.fn_name().trim_start_matches("set$");
    ctx.at(place(context, shared));
    let result = work(&mut ctx, &guest).map(|held| guest.give(&ctx, held));
    let (scratch, owed) = (std::mem::take(&mut ctx.scratch), ctx.owed());
    drop(ctx);
    keep_scratch(table, scratch);
    drop(guard);
    let halt = shared.meter.charge(owed);
    result.map_err(|stop| stopped(context, shared, stop)).and_then(|given| match halt {
        Some(halt) => Err(Meter::termination(halt)),
        None => Ok(given),
    })
}

fn stopped(context: &NativeCallContext<'_>, shared: &Shared, stop: Stop) -> Box<EvalAltResult> {
    match stop {
        Stop::Pending => {
            shared.meter.stop();
            Meter::termination(Halt::Stopped)
        }
        Stop::Illegal(reason) => {
            shared.stop.set(Some(Stop::Illegal(reason)));
            Meter::termination(Halt::Stopped)
        }
        Stop::Fault(fault) => super::guest::error_of(context, *fault),
    }
}

fn place(context: &NativeCallContext<'_>, shared: &Shared) -> Option<ScriptLocation> {
    let position = context.call_position();
    let path = context.global_runtime_state().source.as_deref()?;
    Some(ScriptLocation {
        script: shared.script_at(path)?,
        line: position.line()? as u16,
        column: position.position().unwrap_or(1) as u16,
    })
}
