//! Functions and closures.

use super::Flow;
use super::eval::{Arguments, Evaluated};
use crate::call::context::CallContext;
use crate::call::script_value::{Routine, ScriptValue};
use crate::faults;
use crate::lower::code::{Binary, ClosureCode, NodeId, NodeRange, Op};
use crate::sandbox::CALL_LEVELS;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::trace::ScriptLocation;
use smallvec::SmallVec;

impl CallContext<'_> {
    pub(super) fn call_function(&mut self, function: u32, arguments: NodeRange) -> Evaluated<ScriptValue> {
        let lowered = self.program.functions[function as usize];
        self.work(1 + i64::from(lowered.work))?;
        let top = self.top;
        for id in self.program.few(arguments) {
            let held = self.value(*id)?;
            self.reserve(self.top + 1);
            self.scratch.stack[self.top] = held;
            self.top += 1;
        }
        self.top = top;
        self.enter(top, lowered.frame, lowered.script, lowered.body)
    }

    pub(super) fn reserve(&mut self, to: usize) {
        if self.scratch.stack.len() < to {
            self.scratch.stack.resize(to.max(64) * 2, ScriptValue::Nothing);
        }
    }

    /// Runs a body in a frame of its own; its arguments lie there already.
    fn enter(&mut self, base: usize, frame: u16, script: u16, body: NodeId) -> Evaluated<ScriptValue> {
        if self.level >= CALL_LEVELS {
            return Err(self.limit(faults::levels_exhausted()));
        }
        let outer = (self.base, self.top, self.script);
        (self.base, self.top, self.script) = (base, base + usize::from(frame), script);
        self.reserve(self.top);
        self.level += 1;
        let result = self.returned(body);
        self.level -= 1;
        (self.base, self.top, self.script) = outer;
        result
    }

    /// Calls a function from outside.
    pub(crate) fn begin(&mut self, function: u32, arguments: &[ScriptValue]) -> Evaluated<ScriptValue> {
        let lowered = self.program.functions[function as usize];
        self.hook = Some(ScriptLocation { script: lowered.script, line: lowered.at.line, column: lowered.at.column });
        self.left -= i64::from(lowered.work);
        if self.is_exhausted() {
            self.settle()?;
        }
        self.reserve(arguments.len());
        self.scratch.stack[..arguments.len()].copy_from_slice(arguments);
        self.enter(0, lowered.frame, lowered.script, lowered.body)
    }

    #[inline(never)]
    pub(super) fn keep(&mut self, closing: u32, captured: NodeRange) -> Evaluated<ScriptValue> {
        let mut values = SmallVec::new();
        for id in self.program.few(captured) {
            values.push(self.value(*id)?);
        }
        self.scratch.kept.push((closing, values));
        Ok(ScriptValue::Routine(Routine::Kept(self.scratch.kept.len() as u32 - 1)))
    }

    /// The value of a body, or what it returned before its end.
    fn returned(&mut self, body: NodeId) -> Evaluated<ScriptValue> {
        match self.value(body) {
            Err(Flow::Return) => Ok(self.carried),
            other => other,
        }
    }

    /// The result of a closure for these arguments, or its stop.
    pub fn call(&mut self, routine: Routine, arguments: &[ScriptValue]) -> Result<ScriptValue, Stop> {
        let Routine::Foreign(closure) = routine else {
            return self.run_routine(routine, arguments).map_err(|_| self.stopped());
        };
        let Some(outside) = self.outside.take() else {
            return Err(faults::closure_foreign().into());
        };
        let result = outside.call(self, closure, arguments);
        self.outside = Some(outside);
        result
    }

    /// The result of a closure for an element; a fault if it is no flag.
    pub fn holds(&mut self, routine: Routine, element: ScriptValue) -> Result<bool, Stop> {
        let held = match routine {
            Routine::Inline(closing) => self.verdict(closing, element).map_err(|_| self.stopped())?,
            routine => self.call(routine, &[element])?,
        };
        match held {
            ScriptValue::Flag(holds) => Ok(holds),
            other => Err(self.wanted("true or false", other)),
        }
    }

    /// Calls a closure in place with an element, of which it says whether something holds.
    fn verdict(&mut self, closing: u32, element: ScriptValue) -> Evaluated<ScriptValue> {
        let closing = &self.program.closings[closing as usize];
        self.work(1 + i64::from(closing.work))?;
        if closing.parameters > 0 {
            self.put(closing.first, element);
        }
        match self.program.node(closing.body).op {
            // These give flags and nothing else.
            Op::All(_) | Op::Any(_) | Op::Not(_) | Op::Binary(Binary::Equal | Binary::Unequal, ..) => {
                self.flag(closing.body).map(ScriptValue::Flag)
            }
            _ => self.returned(closing.body),
        }
    }

    /// Calls a closure.
    fn run_routine(&mut self, routine: Routine, arguments: &[ScriptValue]) -> Evaluated<ScriptValue> {
        self.work(1)?;
        match routine {
            Routine::Inline(closing) => {
                let closing = &self.program.closings[closing as usize];
                self.left -= i64::from(closing.work);
                for (slot, held) in (closing.first..closing.first + closing.parameters).zip(arguments) {
                    self.put(slot, *held);
                }
                self.returned(closing.body)
            }
            Routine::Kept(at) => {
                let (closing, captured) = self.scratch.kept[at as usize].clone();
                let ClosureCode { body, frame, script, work, .. } = self.program.closings[closing as usize];
                self.left -= i64::from(work);
                let values: Arguments = captured.iter().chain(arguments).copied().collect();
                self.enter_with(&values, frame, script, body)
            }
            Routine::Named(at) => {
                let program = self.program;
                let fits =
                    |function: &&u32| usize::from(program.functions[**function as usize].parameters) == arguments.len();
                match program.named[at as usize].iter().find(fits) {
                    Some(function) => {
                        let lowered = program.functions[*function as usize];
                        self.left -= i64::from(lowered.work);
                        self.enter_with(arguments, lowered.frame, lowered.script, lowered.body)
                    }
                    None => Err(self.limit(faults::arguments_wrong())),
                }
            }
            Routine::Foreign(_) => Err(self.limit(faults::closure_foreign())),
        }
    }

    fn enter_with(&mut self, values: &[ScriptValue], frame: u16, script: u16, body: NodeId) -> Evaluated<ScriptValue> {
        let base = self.top;
        self.reserve(base + values.len());
        self.scratch.stack[base..base + values.len()].copy_from_slice(values);
        self.enter(base, frame.max(values.len() as u16), script, body)
    }
}
