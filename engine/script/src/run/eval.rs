//! Expressions and statements.

use super::Flow;
use crate::call::context::CallContext;
use crate::call::scratch::NumberRange;
use crate::call::script_value::{Routine, ScriptType, ScriptValue};
use crate::faults;
use crate::lower::code::{Binary, Choose, IndexPlace, NodeId, NodeRange, Op};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::rules::Exercised;
use smallvec::SmallVec;

pub(crate) type Evaluated<T> = Result<T, Flow>;

/// The arguments of a verb, what it is asked of first.
pub(super) type Arguments = SmallVec<[ScriptValue; 5]>;

impl CallContext<'_> {
    pub(super) fn slot(&self, slot: u16) -> ScriptValue {
        self.scratch.stack[self.base + usize::from(slot)]
    }

    pub(super) fn put(&mut self, slot: u16, held: ScriptValue) {
        self.scratch.stack[self.base + usize::from(slot)] = held;
    }

    /// The value of a node, to be kept: lists and maps of variables are shared from then on.
    #[inline]
    pub(super) fn value(&mut self, id: NodeId) -> Evaluated<ScriptValue> {
        match self.program.node(id).op {
            Op::Local(slot) => {
                let held = self.slot(slot);
                if held.is_owned() {
                    self.scratch.share(held);
                }
                Ok(held)
            }
            Op::Constant(held) => Ok(held),
            _ => self.eval(id),
        }
    }

    /// The value of a node, only to be looked at. Most are variables and constants, which need no call.
    #[inline(always)]
    pub(super) fn peek(&mut self, id: NodeId) -> Evaluated<ScriptValue> {
        match self.program.node(id).op {
            Op::Local(slot) => Ok(self.slot(slot)),
            Op::Constant(held) => Ok(held),
            _ => self.eval(id),
        }
    }

    fn eval(&mut self, id: NodeId) -> Evaluated<ScriptValue> {
        let program = self.program;
        let node = program.node(id);
        match node.op {
            Op::Constant(held) => Ok(held),
            Op::Local(slot) => Ok(self.slot(slot)),
            Op::Property(of, property) => {
                let of = self.peek(of)?;
                self.property_of(of, property, node.at)
            }
            Op::Method(of, method, arguments) => self.method(of, method, arguments, node.at),
            Op::Free(method) => self.call_free(method, node.at),
            Op::Call(function, arguments) => self.call_function(function, arguments),
            Op::Binary(by, one, other) => self.binary(by, one, other, node.at),
            Op::Not(_) | Op::All(_) | Op::Any(_) => self.flag(id).map(ScriptValue::Flag),
            Op::If(condition, then, otherwise) => {
                let holds = self.flag(condition)?;
                self.value(if holds { then } else { otherwise })
            }
            Op::Block(few) => self.block(few),
            Op::Let(slot, value) => {
                let held = self.value(value)?;
                self.put(slot, held);
                Ok(ScriptValue::Nothing)
            }
            Op::Change(slot, by, value) => {
                let held = self.value(value)?;
                let held = self.combine_into(by, self.slot(slot), held, node.at)?;
                self.put(slot, held);
                Ok(ScriptValue::Nothing)
            }
            Op::For(at) => self.each(program.loops[at as usize], node.at),
            Op::While(condition, body, after, work) => self.repeat(condition, body, after, work),
            Op::Return(value) => Err(self.leave(value, Flow::Return)),
            Op::Break(value) => Err(self.leave(value, Flow::Break)),
            Op::Continue => Err(Flow::Continue),
            Op::Index(of, index, bracket) => self.index(of, index, IndexPlace { index: node.at, bracket }),
            Op::List(few) => self.make_list(few),
            Op::Map(keys, few) => self.make_map(keys, few),
            Op::Joined(few) => self.joined(few),
            Op::Mutate(path, method, arguments) => self.mutate(path, method, arguments, node.at),
            Op::Set(path) => self.set(path),
            Op::Switch(at) => self.switch(at),
            Op::Inline(closing) => Ok(ScriptValue::Routine(Routine::Inline(closing))),
            Op::Keep(closing, captured) => self.keep(closing, captured),
            Op::Negate(of) => self.negate(of, node.at),
            Op::Coalesce(few) => self.coalesce(few),
            Op::Probe(node, probe) => {
                self.pass(id, node, probe);
                let held = self.value(node)?;
                if let ScriptValue::Flag(holds) = held {
                    self.hold(probe, holds);
                }
                Ok(held)
            }
            Op::Throw(value) => {
                let held = value.map_or(Ok(ScriptValue::Nothing), |value| self.value(value))?;
                let fault = faults::thrown(self.written(held));
                Err(self.fail(fault, node.at))
            }
        }
    }

    /// The value of a node, which must be a flag.
    pub(super) fn flag(&mut self, id: NodeId) -> Evaluated<bool> {
        let program = self.program;
        let node = program.node(id);
        match node.op {
            Op::All(few) => {
                for id in self.program.few(few) {
                    if !self.flag(*id)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Op::Any(few) => {
                for id in self.program.few(few) {
                    if self.flag(*id)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Op::Not(of) => {
                let held = self.peek(of)?;
                let ScriptValue::Flag(holds) = held else { return Err(self.no_operator("!", &[held], node.at)) };
                Ok(!holds)
            }
            Op::Binary(by @ (Binary::Equal | Binary::Unequal), one, other) => {
                let one = self.peek(one)?;
                let other = self.peek(other)?;
                let same = self.same(by, one, other, node.at)?;
                Ok(same == (by == Binary::Equal))
            }
            Op::Binary(by, one, other) if by.is_order() => self.in_order(by, one, other, node.at),
            Op::Probe(node, probe) => {
                self.pass(id, node, probe);
                let holds = self.flag(node)?;
                self.hold(probe, holds);
                Ok(holds)
            }
            _ => match self.peek(id)? {
                ScriptValue::Flag(holds) => Ok(holds),
                other => Err(self.mismatch(ScriptType::Flag, other, node.whole)),
            },
        }
    }

    fn pass(&self, id: NodeId, node: NodeId, probe: u32) {
        self.program.rules.exercise(|| Exercised::Passed(probe));
        if let Some(watcher) = self.watcher {
            self.show(watcher, id, node, probe);
        }
    }

    fn hold(&self, probe: u32, holds: bool) {
        self.program.rules.exercise(|| Exercised::Held(probe, holds));
    }

    fn block(&mut self, few: NodeRange) -> Evaluated<ScriptValue> {
        let Some((last, before)) = self.program.few(few).split_last() else { return Ok(ScriptValue::Nothing) };
        for id in before {
            self.peek(*id)?;
        }
        self.value(*last)
    }

    #[inline(never)]
    fn leave(&mut self, value: Option<NodeId>, flow: Flow) -> Flow {
        match value.map_or(Ok(ScriptValue::Nothing), |value| self.value(value)) {
            Ok(held) => {
                self.carried = held;
                flow
            }
            Err(flow) => flow,
        }
    }

    #[inline(never)]
    fn make_list(&mut self, few: NodeRange) -> Evaluated<ScriptValue> {
        let mut items = Arguments::new();
        for id in self.program.few(few) {
            let held = self.value(*id)?;
            items.push(held);
        }
        self.owe(few.count as usize);
        let held = self.list(items);
        self.check_size(held).map_err(|stop| self.limited(stop))?;
        Ok(held)
    }

    #[inline(never)]
    fn make_map(&mut self, keys: u32, few: NodeRange) -> Evaluated<ScriptValue> {
        let map = self.scratch.new_map();
        for (id, key) in self.program.few(few).iter().zip(self.program.keys[keys as usize].iter()) {
            let held = self.value(*id)?;
            self.scratch.set(map, *key, held);
        }
        self.owe(2 * few.count as usize);
        self.check_size(ScriptValue::Map(map)).map_err(|stop| self.limited(stop))?;
        Ok(ScriptValue::Map(map))
    }

    #[inline(never)]
    fn joined(&mut self, few: NodeRange) -> Evaluated<ScriptValue> {
        let mut text = String::new();
        for id in self.program.few(few) {
            let held = self.peek(*id)?;
            text.push_str(&self.written(held));
        }
        self.work(1)?;
        self.sized_text(&text).map(ScriptValue::Text).map_err(|stop| self.limited(stop))
    }

    /// A fault of a limit.
    pub(super) fn limited(&mut self, stop: Stop) -> Flow {
        match stop {
            Stop::Fault(fault) => self.limit(*fault),
            stop => {
                self.stop = Some(stop);
                Flow::Stop
            }
        }
    }

    #[inline(never)]
    fn coalesce(&mut self, few: NodeRange) -> Evaluated<ScriptValue> {
        let mut held = ScriptValue::Nothing;
        for id in self.program.few(few) {
            held = self.value(*id)?;
            if held != ScriptValue::Nothing {
                break;
            }
        }
        Ok(held)
    }

    #[inline(never)]
    fn switch(&mut self, at: u32) -> Evaluated<ScriptValue> {
        let program = self.program;
        let Choose { subject, exact, spans, default, cases } = &program.switches[at as usize];
        let subject = self.peek(*subject)?;
        for (_, case) in exact.iter().filter(|(held, _)| *held == subject) {
            let (condition, value) = cases[*case as usize];
            if condition.map_or(Ok(true), |condition| self.flag(condition))? {
                return self.value(value);
            }
        }
        if let ScriptValue::Number(number) = subject {
            let within =
                |span: &NumberRange| span.from <= number && (number < span.to || span.closed && number == span.to);
            for (_, case) in spans.iter().filter(|(span, _)| within(span)) {
                let (condition, value) = cases[*case as usize];
                if condition.map_or(Ok(true), |condition| self.flag(condition))? {
                    return self.value(value);
                }
            }
        }
        default.map_or(Ok(ScriptValue::Nothing), |case| self.value(cases[case as usize].1))
    }
}
