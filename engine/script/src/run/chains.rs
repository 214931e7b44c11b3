//! Properties, verbs and elements of a value.

use super::Flow;
use super::eval::{Arguments, Evaluated};
use crate::call::context::{CallContext, is_of, kinds};
use crate::call::script_value::{MapId, ScriptType, ScriptValue, TextId};
use crate::faults;
use crate::lower::code::{IndexPlace, NodeId, NodeRange, Point};
use crate::lower::members::{Candidate, Getter};
use crate::verbs::row::Access;
use crate::verbs::rows;
use cardwright_kernel::faults::Stop;

impl CallContext<'_> {
    pub(super) fn property_of(&mut self, of: ScriptValue, property: u16, at: Point) -> Evaluated<ScriptValue> {
        let program = self.program;
        let known = program.property(property);
        let reader = known.readers[of.kind() as usize];
        match reader {
            Getter::None => match of {
                ScriptValue::Map(map) => self.entry(map, program.keys_of_properties[usize::from(property)], at),
                _ => Err(self.fail(faults::property_unreadable(&known.name, self.called(of)), at)),
            },
            Getter::Row(row) if matches!(rows()[usize::from(row)].access, Access::Plain) => {
                (rows()[usize::from(row)].run)(self, &[of]).map_err(|stop| {
                    let place = self.place(at);
                    self.halt(stop, place)
                })
            }
            // No script runs and nothing is told while these are read: the table need not know where.
            Getter::Attribute(attr, players) if !self.rules().checked_at.batches => {
                self.last = Some(self.place(at));
                self.work(1)?;
                Ok(self.attribute(of, attr, players))
            }
            Getter::Attribute(..) | Getter::Zone(..) => {
                let place = self.place(at);
                self.last = Some(place);
                self.work(1)?;
                let held = self.read(reader, of).and_then(|held| match self.rules().checked_at.batches {
                    true => self.checked(held),
                    false => Ok(held),
                });
                held.map_err(|stop| self.halt(stop, place))
            }
            reader => {
                self.work(1)?;
                let place = self.place(at);
                self.at(Some(place));
                let verb = std::mem::replace(&mut self.verb, &known.name);
                let held = self.read(reader, of);
                self.verb = verb;
                let held = held.and_then(|held| match reader {
                    Getter::Row(_) => Ok(held),
                    _ => self.checked(held),
                });
                held.map_err(|stop| self.halt(stop, place))
            }
        }
    }

    pub(super) fn entry(&mut self, map: MapId, key: TextId, at: Point) -> Evaluated<ScriptValue> {
        let found = self.scratch.map(map).entries.iter().find(|(known, _)| *known == key);
        match found {
            Some((_, held)) => Ok(*held),
            None => Err(self.fail(faults::no_such_entry(self.text(key)), at)),
        }
    }

    pub(super) fn method(
        &mut self,
        of: NodeId,
        method: u16,
        arguments: NodeRange,
        at: Point,
    ) -> Evaluated<ScriptValue> {
        match *self.program.few(arguments) {
            [] => {
                let of = self.peek(of)?;
                self.call_method(method, &[of], at)
            }
            [only] => {
                let argument = self.value(only)?;
                let of = self.peek(of)?;
                self.call_method(method, &[of, argument], at)
            }
            _ => {
                let mut values = self.arguments(arguments)?;
                values[0] = self.peek(of)?;
                self.call_method(method, &values, at)
            }
        }
    }

    /// The arguments of a verb, with room for what it is asked of.
    pub(super) fn arguments(&mut self, few: NodeRange) -> Evaluated<Arguments> {
        let mut values = Arguments::new();
        values.push(ScriptValue::Nothing);
        for id in self.program.few(few) {
            values.push(self.value(*id)?);
        }
        Ok(values)
    }

    /// Calls a verb; what it is asked of comes first.
    pub(super) fn call_method(&mut self, method: u16, values: &[ScriptValue], at: Point) -> Evaluated<ScriptValue> {
        let program = self.program;
        let known = program.method(method);
        let candidates = &known.of[values[0].kind() as usize];
        let fits = |at: &&u8| {
            let Candidate { row, takes } = &known.candidates[usize::from(**at)];
            // What takes nothing at all is no verb of nothing.
            !rows()[usize::from(*row)].names.is_empty()
                && values[1..].iter().zip(takes).all(|(held, kinds)| is_of(*held, *kinds))
        };
        match candidates.iter().find(fits) {
            Some(candidate) => self.call_candidate(method, *candidate, values, at),
            None => Err(self.no_verb(&known.name, values, at)),
        }
    }

    /// Calls a verb that takes nothing and is asked of nothing.
    pub(super) fn call_free(&mut self, method: u16, at: Point) -> Evaluated<ScriptValue> {
        let program = self.program;
        let known = program.method(method);
        let takes_nothing = |at: &&u8| rows()[usize::from(known.candidates[usize::from(**at)].row)].names.is_empty();
        match known.of[ScriptType::Nothing as usize].iter().find(takes_nothing) {
            Some(candidate) => self.call_candidate(method, *candidate, &[], at),
            None => Err(self.fail(faults::verb_unknown(&known.name), at)),
        }
    }

    fn call_candidate(
        &mut self,
        method: u16,
        candidate: u8,
        values: &[ScriptValue],
        at: Point,
    ) -> Evaluated<ScriptValue> {
        let program = self.program;
        let known = program.method(method);
        let row = &rows()[usize::from(known.candidates[usize::from(candidate)].row)];
        let place = self.place(at);
        self.work(1)?;
        if !row.needs_no_game() {
            self.at(Some(place));
        }
        let verb = std::mem::replace(&mut self.verb, &known.name);
        let held = self.run_row(row, values);
        self.verb = verb;
        let held = match held {
            Ok(held) => held,
            // A fault of a closure tells its own place.
            Err(Stop::Fault(fault)) if fault.place.is_some() && known.takes_closure => {
                self.stop = Some(Stop::Fault(fault));
                return Err(Flow::Stop);
            }
            Err(stop) => return Err(self.halt(stop, place)),
        };
        self.check_size(held).map_err(|stop| self.limited(stop))?;
        Ok(held)
    }

    #[cold]
    fn no_verb(&mut self, name: &str, values: &[ScriptValue], at: Point) -> Flow {
        self.fail(faults::verb_not_for(name, kinds(self, values)), at)
    }

    #[inline(never)]
    pub(super) fn index(&mut self, of: NodeId, index: NodeId, at: IndexPlace) -> Evaluated<ScriptValue> {
        let index = self.peek(index)?;
        let of = self.peek(of)?;
        self.index_of(of, index, at)
    }

    pub(super) fn index_of(
        &mut self,
        of: ScriptValue,
        index: ScriptValue,
        place: IndexPlace,
    ) -> Evaluated<ScriptValue> {
        let at = place.index;
        match of {
            ScriptValue::List(list) => {
                let found = self.place_in(self.items(list).len(), index, at)?;
                Ok(self.items(list)[found])
            }
            ScriptValue::Map(map) => match index {
                ScriptValue::Text(key) => self.entry(map, key, at),
                other => Err(self.mismatch(ScriptType::Text, other, at)),
            },
            other => Err(self.no_elements(other, place.bracket)),
        }
    }

    #[cold]
    pub(super) fn no_elements(&mut self, of: ScriptValue, at: Point) -> Flow {
        self.fail(faults::no_elements(self.called(of)), at)
    }

    /// The place that an index means; a negative one counts from the end.
    pub(super) fn place_in(&mut self, len: usize, index: ScriptValue, at: Point) -> Evaluated<usize> {
        let ScriptValue::Number(index) = index else { return Err(self.mismatch(ScriptType::Number, index, at)) };
        let place = if index < 0 { len as i64 + index.max(-(1 << 40)) } else { index };
        match usize::try_from(place) {
            Ok(place) if place < len => Ok(place),
            _ => Err(self.fail(faults::no_such_element(len, index), at)),
        }
    }
}
