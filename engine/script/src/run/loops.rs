//! Loops.

use super::Flow;
use super::eval::Evaluated;
use crate::call::context::CallContext;
use crate::call::scratch::NumberRange;
use crate::call::script_value::ScriptValue;
use crate::faults;
use crate::lower::code::{Loop, NodeId, Point};

impl CallContext<'_> {
    /// Runs the body of a loop; whether the loop is to end, and with what.
    fn round(&mut self, body: NodeId, work: u16) -> Evaluated<Option<ScriptValue>> {
        self.work(1 + i64::from(work))?;
        match self.peek(body) {
            Ok(_) | Err(Flow::Continue) => Ok(None),
            Err(Flow::Break) => Ok(Some(self.carried)),
            Err(flow) => Err(flow),
        }
    }

    #[inline(never)]
    pub(super) fn repeat(
        &mut self,
        condition: Option<NodeId>,
        body: NodeId,
        after: bool,
        work: u16,
    ) -> Evaluated<ScriptValue> {
        let mut first = after;
        loop {
            if !std::mem::take(&mut first) && !condition.map_or(Ok(true), |condition| self.flag(condition))? {
                return Ok(ScriptValue::Nothing);
            }
            self.work(1 + i64::from(work))?;
            match self.peek(body) {
                Ok(_) => {}
                // A loop whose condition comes after goes on at its body, as the reference does.
                Err(Flow::Continue) => first = after,
                Err(Flow::Break) => return Ok(self.carried),
                Err(flow) => return Err(flow),
            }
        }
    }

    #[inline(never)]
    pub(super) fn each(&mut self, of: Loop, at: Point) -> Evaluated<ScriptValue> {
        // What goes on while the list is gone through changes a copy.
        match self.value(of.list)? {
            ScriptValue::List(list) => {
                for (number, index) in (0..self.items(list).len()).enumerate() {
                    let held = self.items(list)[index];
                    self.put(of.variable, held);
                    if let Some(counter) = of.counter {
                        self.put(counter, ScriptValue::Number(number as i64));
                    }
                    if let Some(held) = self.round(of.body, of.work)? {
                        return Ok(held);
                    }
                }
                Ok(ScriptValue::Nothing)
            }
            ScriptValue::Span(span) => self.each_number(self.scratch.span(span), of),
            _ => {
                let at = if of.start == Point::default() { at } else { of.start };
                Err(self.fail(faults::not_iterable(), at))
            }
        }
    }

    fn each_number(&mut self, span: NumberRange, of: Loop) -> Evaluated<ScriptValue> {
        let (mut number, mut count) = (span.from, 0);
        while number < span.to || span.closed && number == span.to {
            self.put(of.variable, ScriptValue::Number(number));
            if let Some(counter) = of.counter {
                self.put(counter, ScriptValue::Number(count));
            }
            if let Some(held) = self.round(of.body, of.work)? {
                return Ok(held);
            }
            let Some(next) = number.checked_add(1) else { break };
            (number, count) = (next, count + 1);
        }
        Ok(ScriptValue::Nothing)
    }
}
