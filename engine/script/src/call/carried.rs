//! What scripts hand on by way of the kernel: packed when it leaves a call, and unpacked in another.

use super::context::CallContext;
use super::scratch::NumberRange;
use super::script_value::{ListId, MapId, ScriptValue};
use crate::faults;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::scripts::Wanted;
use cardwright_kernel::trace::ScriptLocation;
use cardwright_kernel::values::{Carried, CarriedPart, CarriedParts, Value};

impl CallContext<'_> {
    /// What a value is for whoever comes by it later; a fault that says what cannot be `done` with it ("noted").
    pub fn carried(&self, held: ScriptValue, done: &str) -> Result<Carried, Stop> {
        if let Some(value) = self.value_of(held) {
            return Ok(Carried::One(value));
        }
        let mut parts = Vec::new();
        self.pack(held, done, 0, &mut parts)?;
        if !Carried::fits(&parts) {
            return Err(faults::carried_too_much(Carried::MOST, Carried::LONGEST, done).into());
        }
        Ok(Carried::Many(Box::new(CarriedParts(parts))))
    }

    fn pack(&self, held: ScriptValue, done: &str, depth: usize, parts: &mut Vec<CarriedPart>) -> Result<(), Stop> {
        if depth > Carried::DEEPEST {
            return Err(faults::carried_too_deep(Carried::DEEPEST, done).into());
        }
        if parts.len() > Carried::MOST {
            return Ok(());
        }
        match held {
            ScriptValue::List(list) => {
                parts.push(CarriedPart::List(self.items(list).len() as u32));
                self.items(list).iter().try_for_each(|item| self.pack(*item, done, depth + 1, parts))?;
            }
            ScriptValue::Map(map) => self.pack_map(map, done, depth, parts)?,
            ScriptValue::Span(span) => {
                let NumberRange { from, to, closed } = self.scratch.span(span);
                parts.push(CarriedPart::Range(from, to, closed));
            }
            ScriptValue::Text(text) => parts.push(self.packed_text(self.text(text))),
            ScriptValue::Zone(zone) => parts.push(CarriedPart::Zone(zone)),
            ScriptValue::Game => parts.push(CarriedPart::Game),
            ScriptValue::Nothing
            | ScriptValue::Flag(_)
            | ScriptValue::Number(_)
            | ScriptValue::Card(_)
            | ScriptValue::Item(_)
            | ScriptValue::Effect(_)
            | ScriptValue::Player(_)
            | ScriptValue::Space(_)
            | ScriptValue::Joint(_) => parts.push(CarriedPart::One(self.value_of(held).unwrap_or_default())),
            ScriptValue::Event(_) | ScriptValue::Routine(_) | ScriptValue::Foreign(_) => {
                return Err(faults::cannot_be(self.called(held), done).into());
            }
        }
        Ok(())
    }

    /// A map, by its keys in the order of the alphabet, which is that of its entries in the reference.
    fn pack_map(&self, map: MapId, done: &str, depth: usize, parts: &mut Vec<CarriedPart>) -> Result<(), Stop> {
        let mut entries: Vec<(&str, ScriptValue)> =
            self.scratch.map(map).entries.iter().map(|(key, held)| (self.text(*key), *held)).collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        parts.push(CarriedPart::Map(entries.len() as u32));
        for (key, held) in entries {
            parts.push(self.packed_text(key));
            self.pack(held, done, depth + 1, parts)?;
        }
        Ok(())
    }

    fn packed_text(&self, text: &str) -> CarriedPart {
        match self.rules().words.get(text) {
            Some(word) => CarriedPart::One(Value::Word(word)),
            None => CarriedPart::Text(text.into()),
        }
    }

    /// What was handed on.
    pub fn handed(&mut self, carried: &Carried) -> ScriptValue {
        match carried {
            Carried::One(value) => self.held(*value),
            Carried::Many(parts) => self.unpack(&mut parts.0.iter()),
        }
    }

    fn unpack<'p>(&mut self, parts: &mut impl Iterator<Item = &'p CarriedPart>) -> ScriptValue {
        match parts.next() {
            None => ScriptValue::Nothing,
            Some(CarriedPart::One(value)) => self.held(*value),
            Some(CarriedPart::Text(text)) => ScriptValue::Text(self.text_of(text)),
            Some(CarriedPart::Zone(zone)) => ScriptValue::Zone(*zone),
            Some(CarriedPart::Game) => ScriptValue::Game,
            Some(CarriedPart::Range(from, to, closed)) => {
                ScriptValue::Span(self.scratch.new_span(NumberRange { from: *from, to: *to, closed: *closed }))
            }
            Some(CarriedPart::List(len)) => {
                let list = self.scratch.new_list();
                for _ in 0..*len {
                    let held = self.unpack(parts);
                    self.scratch.push(list, held);
                }
                ScriptValue::List(list)
            }
            Some(CarriedPart::Map(len)) => {
                let map = self.scratch.new_map();
                for _ in 0..*len {
                    let key = self.unpack(parts);
                    let held = self.unpack(parts);
                    if let ScriptValue::Text(key) = key {
                        self.scratch.set(map, key, held);
                    }
                }
                ScriptValue::Map(map)
            }
        }
    }

    /// What a function gave, as it is wanted; a fault at the function if it is something else.
    pub fn given(&self, held: ScriptValue, wanted: Wanted, place: Option<ScriptLocation>) -> Result<Carried, Stop> {
        let fits = match wanted {
            Wanted::Nothing => return Ok(Carried::NOTHING),
            Wanted::Whole => return self.carried(held, "handed on").map_err(|stop| at(stop, place)),
            Wanted::Number => matches!(held, ScriptValue::Number(_)),
            Wanted::NumberOrNothing => matches!(held, ScriptValue::Number(_) | ScriptValue::Nothing),
            Wanted::Flag => matches!(held, ScriptValue::Flag(_)),
        };
        match self.value_of(held).filter(|_| fits) {
            Some(value) => Ok(Carried::One(value)),
            None => Err(at(faults::function_gives(wanted.called(), self.called(held)).into(), place)),
        }
    }

    /// The one thing that a value is where the kernel keeps only one; a fault that says what it cannot be ("a target").
    pub fn single(&self, held: ScriptValue, what: &str) -> Result<Value, Stop> {
        match self.value_of(held) {
            Some(value) if !matches!(held, ScriptValue::List(_)) => Ok(value),
            _ => Err(faults::cannot_be(self.called(held), what).into()),
        }
    }

    /// The players of a list; a fault if something else is in it.
    pub fn players_of(&self, list: ListId) -> Result<Vec<PlayerId>, Stop> {
        let player = |held: &ScriptValue| match held {
            ScriptValue::Player(player) => Ok(*player),
            other => Err(faults::not_players(self.called(*other)).into()),
        };
        self.items(list).iter().map(player).collect()
    }
}

/// A fault at this place.
fn at(stop: Stop, place: Option<ScriptLocation>) -> Stop {
    match stop {
        Stop::Fault(mut fault) => {
            fault.place = place;
            Stop::Fault(fault)
        }
        stop => stop,
    }
}
