//! Attributes.

use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{AttrId, EntityId, Word, ZoneId};
use crate::model::rules::Rules;
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

impl Table {
    /// Sets a changing attribute. False if something keeps it from that or it has that value already.
    ///
    /// # Errors
    /// A stop from a listener, or a fault if the kind of the entity has no such changing attribute.
    pub fn set(&mut self, id: EntityId, attr: AttrId, value: Value) -> Result<bool, Stop> {
        self.refuse_if_pure("setting an attribute")?;
        let Some(slot) = self.state().slot_of(&self.rules, id, attr) else {
            let name = self.rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name);
            let kind = self.rules.kinds.get_index(self.state().entity(id).kind.index()).map_or("?", |(name, _)| name);
            return Err(faults::attribute_unchanging(kind, name).into());
        };
        if self.rules.attributes[attr.index()].option.is_some() {
            let name = self.rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name);
            return Err(faults::attribute_is_option(name).into());
        }
        let before = self.state().slots[slot as usize];
        if before == value || !self.may_touch(id)? {
            return Ok(false);
        }
        let signal = self.rules.attributes[attr.index()].changed;
        let subject = match self.state().entity(id).kind {
            Rules::PLAYER => Value::Player(self.state().entity(id).owner),
            _ => Value::Entity(self.state().handle(id)),
        };
        let event = self.event(
            signal.unwrap_or(words::MOVED),
            self.somebody(self.state().entity(id).controller),
            subject,
            value.number(),
            ZoneId::NONE,
        );
        let event = match signal {
            Some(_) => match self.replaced(RunningEvent::before(event, ZoneId::NONE))? {
                Some(running) => running.event,
                None => return Ok(false),
            },
            None => event,
        };
        // A replacement may have made a number more or less.
        let value = if let Value::Number(_) = value { Value::Number(event.amount) } else { value };
        if before == value {
            return Ok(false);
        }
        self.change(Change::Set { id, slot, before, after: value });
        let kind = self.state().entity(id).kind;
        let thing = (kind != Rules::GAME).then(|| self.thing(id));
        self.tell(FactKind::Sets(thing, attr, before, value));
        self.settle_control();
        if signal.is_some() {
            self.signal(event)?;
        }
        self.cross_marks(attr, (before.number(), value.number()), event)?;
        Ok(true)
    }

    /// Calls listeners for the marks of a track that a number has crossed, in the order in which it passed them.
    fn cross_marks(&mut self, attr: AttrId, (before, after): (i64, i64), of: Event) -> Result<(), Stop> {
        let decl = &self.rules.attributes[attr.index()];
        let marks = || decl.marks.iter().enumerate().map(|(number, (_, at))| (number as i64, *at));
        let passed = marks().filter(|(_, at)| before < *at && *at <= after);
        let passed = passed.filter_map(|(number, _)| Some((decl.crossed?, number)));
        let back = marks().rev().filter(|(_, at)| after < *at && *at <= before);
        let back = back.filter_map(|(number, _)| Some((decl.crossed_back?, number)));
        let crossed: SmallVec<[(Word, i64); 2]> = passed.chain(back).collect();
        crossed.into_iter().try_for_each(|(signal, amount)| self.signal(Event { signal, amount, ..of }))
    }
}
