//! What must hold between the things that something names.

use super::{Checked, InvalidError, holds, within};
use crate::model::agenda::{Event, OpenWindow, Trigger};
use crate::model::carried::{Carried, CarriedPart};
use crate::model::effect::Effect;
use crate::model::ids::{AttrId, DefId, EntityId, Handle, KindId, Players, ValueId};
use crate::model::item::Item;
use crate::model::memory::Memory;
use crate::model::packed::NumberList;
use crate::model::rules::{MaskedListener, Rules, When};
use crate::model::state::State;
use crate::model::turn::RunningProcedure;
use crate::model::value::Value;
use crate::model::visit::IdVisitor;
use std::fmt::Arguments;

/// A game of which every id is in its table: what it holds is compared with it.
pub(super) struct Related<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
}

impl IdVisitor for Related<'_> {
    type Stop = InvalidError;

    fn within(wrong: InvalidError, part: Arguments<'_>) -> InvalidError {
        within(wrong, part)
    }

    fn handle(&mut self, handle: Handle) -> Checked {
        let was = handle.meant().incarnation <= self.state.entity(handle.id).incarnation;
        holds(was, "it names something that never existed")
    }

    fn card(&mut self, handle: Handle) -> Checked {
        self.handle(handle)?;
        holds(self.is_of_cards(self.state.entity(handle.id).kind), "it takes something else for a card")
    }

    fn number_list(&mut self, numbers: NumberList) -> Checked {
        holds(numbers.is_sound(), "it takes something else for a list of numbers")
    }

    fn carried(&mut self, carried: &Carried) -> Checked {
        let sound = if let Carried::Many(parts) = carried { is_whole(&parts.0) } else { true };
        holds(sound, "it takes something else for a list or a map")
    }

    fn usage(&mut self, def: DefId, number: u16) -> Checked {
        holds(self.rules.usage(def, number).is_some(), "a card is used in a way that it does not have")
    }

    /// If its effect has ended and another entity has taken its place, it is not called.
    fn listener(&mut self, source: Handle, number: u16, _: Event) -> Checked {
        let entity = self.state.entity(source.id);
        let listeners = &self.rules.abilities_of(entity).listeners;
        let ended = entity.kind == Rules::EFFECT && !self.state.fresh(source);
        holds(ended || usize::from(number) < listeners.len(), "it calls something that does not listen")
    }

    /// What listened may be gone, and its place another's.
    fn trigger(&mut self, trigger: &Trigger) -> Checked {
        holds(self.is_part(trigger.def, trigger.part), "it names an effect that is not declared")?;
        let listeners = &self.rules.abilities(trigger.def, trigger.part).listeners;
        holds(usize::from(trigger.number) < listeners.len(), "it calls something that does not listen")
    }

    /// What replaces an event is asked for while it happens.
    fn masked(&mut self, event: Event, when: When, _: Players) -> Checked {
        let listens = |masked: &MaskedListener| (masked.signal, masked.when) == (event.signal, when);
        let anybody = when != When::Instead && self.rules.masked.iter().any(listens);
        holds(anybody, "it asks who listens for what nobody does")
    }

    /// Nothing is looked up of a card that is no longer what it was.
    fn chosen(&mut self, card: Handle, number: u16) -> Checked {
        if self.state.fresh(card) { self.usage(self.state.entity(card.id).def, number) } else { Ok(()) }
    }

    /// A game is saved between two steps, when nothing runs inside of another.
    fn floor(&mut self) -> Checked {
        holds(false, "it is in the middle of a step")
    }

    fn open_window(&mut self, open: &OpenWindow) -> Checked {
        let rounds = self.rules.windows[open.decl.index()].rounds.len().max(1);
        holds(usize::from(open.round) < rounds, "a window is in a round that it does not have")
    }

    fn item(&mut self, item: &Item) -> Checked {
        self.own(item.id, item.def)?;
        let usage = || self.rules.usage(item.def, item.use_index).is_some_and(|usage| usage.action == item.action);
        holds(item.trigger.is_some() || usage(), "a card is used in a way that it does not have")?;
        holds(item.roles.len() <= item.targets.len(), "it was aimed at more than its targets")
    }

    fn effect(&mut self, effect: &Effect) -> Checked {
        self.own(effect.id, effect.def)
    }

    /// What a card was is what one of its kind can be.
    fn memory(&mut self, memory: &Memory) -> Checked {
        let Memory { card, became, was, slots, values, .. } = memory;
        let now = self.state.entity(card.id);
        holds(card.incarnation == was.incarnation && !card.is_past(), "it remembers a card as another")?;
        let next = [was.incarnation, was.incarnation.saturating_add(1)].contains(became);
        holds(next && *became <= now.incarnation, "it remembers what a card will be")?;
        let is_card = |def: DefId| self.rules.definition(def).is_some() && self.rules.is_card(def);
        let of_itself = self.rules.definition(was.own).is_some_and(|card| card.kind == was.kind);
        holds(of_itself && is_card(was.def), "it remembers no card")?;
        holds(self.is_of_cards(was.kind), "it remembers something else than a card")?;
        let changing = &self.rules.kinds[was.kind.index()].changing;
        let fits = |(attr, value): (&AttrId, &Value)| self.rules.attributes[attr.index()].type_.takes(value);
        let held = changing.len() == slots.len() && changing.iter().zip(slots).all(fits);
        holds(held, "it remembers an attribute of another type")?;
        let own = |(value, _): &(ValueId, i64)| self.rules.values[value.index()].of.contains(&was.kind);
        holds(values.iter().all(own), "it remembers a value that a card does not have")
    }

    /// What the local values of a procedure were is what they can be.
    fn running(&mut self, running: &RunningProcedure) -> Checked {
        running.outer.iter().try_for_each(|outer| {
            let decl = &self.rules.attributes[outer.attr.index()];
            holds(decl.local_to == Some(running.procedure), "a procedure has the value of another")?;
            holds(decl.type_.takes(&outer.value), "a local value is of another type")
        })
    }
}

impl Related<'_> {
    /// The entity of an item or effect is of the same definition.
    fn own(&self, id: EntityId, def: DefId) -> Checked {
        holds(self.state.entity(id).def == def, "an item or effect has the name of another")
    }

    /// Whether there are these abilities: those of a card, or those of a named effect of its definition or of the rules.
    pub fn is_part(&self, def: DefId, part: u16) -> bool {
        if part == 0 { def != DefId::NONE } else { self.rules.named_effect(def, part).is_some() }
    }

    /// Whether a kind is one of cards: not the kernel's own, and no part of the board.
    pub fn is_of_cards(&self, kind: KindId) -> bool {
        kind.index() >= Rules::OWN_KINDS.len() && !self.rules.kinds[kind.index()].category.is_site()
    }
}

/// Whether something is put together as scripts could have made it: each list and map is followed by what is in it, nothing
/// else is there, and what a value can be is one.
fn is_whole(parts: &[CarriedPart]) -> bool {
    if matches!(parts.first(), None | Some(CarriedPart::One(_))) || !Carried::fits(parts) {
        return false;
    }
    // Of what is open, how much is still to come: of a map, key and value alternate.
    let mut open: Vec<(bool, u64)> = vec![(false, 1)];
    for part in parts {
        while open.last().is_some_and(|(_, left)| *left == 0) {
            open.pop();
        }
        let Some((of_map, left)) = open.last_mut() else { return false };
        let is_key = *of_map && left.is_multiple_of(2);
        *left -= 1;
        if is_key && !matches!(part, CarriedPart::Text(_) | CarriedPart::One(Value::Word(_))) {
            return false;
        }
        match part {
            CarriedPart::List(len) => open.push((false, u64::from(*len))),
            CarriedPart::Map(len) => open.push((true, 2 * u64::from(*len))),
            CarriedPart::One(_)
            | CarriedPart::Zone(_)
            | CarriedPart::Text(_)
            | CarriedPart::Game
            | CarriedPart::Range(..) => {}
        }
        if open.len() > Carried::DEEPEST + 2 {
            return false;
        }
    }
    open.iter().all(|(_, left)| *left == 0)
}
