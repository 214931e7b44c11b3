//! Triggers as items: a listener's call waits on the stack until it resolves, and can be answered like any use.

use crate::model::agenda::Trigger;
use crate::model::change::Change;
use crate::model::ids::{ActionId, Handle};
use crate::model::item::{Item, Status};
use crate::model::rules::{FunctionId, Hook, Listener, Rules};
use crate::model::trace::FactKind;
use crate::play::call::{Arg, Stop};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use std::sync::Arc;

impl Table {
    /// The step in which a trigger is put on the stack: it is announced, and whoever passed is asked again. One that
    /// has nothing to aim at is not put there. That of a player who has left is dropped.
    ///
    /// # Errors
    /// A stop from a question.
    pub(crate) fn put_trigger(&mut self, trigger: Trigger) -> Result<(), Stop> {
        if !self.state().present.has(trigger.player) {
            return Ok(());
        }
        let before = self.savepoint();
        match self.announce_trigger(trigger) {
            Err(Stop::Illegal(against)) => {
                self.take_back_to(before);
                self.tell(FactKind::Idle(self.thing(trigger.source.id), against.reason));
                Ok(())
            }
            other => other,
        }
    }

    fn announce_trigger(&mut self, trigger: Trigger) -> Result<(), Stop> {
        // What listened may be a card in a hand; what is gone was seen by all.
        let seen = self.state().fresh(trigger.source);
        let known = if seen { self.state().entity(trigger.source.id).known } else { self.everyone() };
        let id = self.create_part(Rules::ITEM, trigger.def, trigger.player, (0, known));
        let waits = self.can_wait();
        let handle = self.put_on_stack(self.item_of(trigger, id), waits);
        self.tell(FactKind::Triggers(self.named(trigger.source.id)));
        let rules = Arc::clone(&self.rules);
        self.choose_targets(&rules, handle)?;
        if let Some(announce) = self.triggered(trigger).announce.as_ref().map(Hook::id) {
            match self.call_with_event(announce, handle, trigger, true) {
                Err(Stop::Fault(_)) => self.fail(handle),
                Err(stop) => return Err(stop),
                Ok(_) => {}
            }
        }
        self.stack_changed();
        self.signal_targets(handle, &[])
    }

    /// The item that a trigger becomes; what its effect has noted goes with it.
    fn item_of(&self, trigger: Trigger, id: crate::model::ids::EntityId) -> Item {
        let effect = self.state().effect(trigger.source.id).filter(|_| self.state().fresh(trigger.source));
        let source = self.state().entity(trigger.source.id);
        let card = match source.kind {
            Rules::EFFECT => effect.map_or(Handle::NONE, |effect| effect.card),
            _ => trigger.source,
        };
        Item {
            card,
            source: trigger.source,
            trigger: Some(trigger),
            notes: effect.map(|effect| effect.notes.clone()).unwrap_or_default(),
            answerable: true,
            // No action leads to a trigger: whoever reads `action` looks at `trigger` first.
            ..Item::new(id, trigger.def, ActionId(u16::MAX), trigger.player)
        }
    }

    /// Carries a trigger out.
    pub(super) fn resolve_trigger(&mut self, handle: Handle, trigger: Trigger) -> Result<(), Stop> {
        self.call_with_event(self.triggered(trigger).hook.id(), handle, trigger, false)
    }

    fn triggered(&self, trigger: Trigger) -> &Listener {
        &self.rules.abilities(trigger.def, trigger.part).listeners[usize::from(trigger.number)]
    }

    fn call_with_event(
        &mut self,
        function: FunctionId,
        item: Handle,
        trigger: Trigger,
        announcing: bool,
    ) -> Result<(), Stop> {
        let cause = self.cause_of_item(item.id);
        self.with_event(RunningEvent::after(trigger.event), |table, at| {
            let args = [Arg::Item(item), Arg::Event(at)];
            table.with_cause(cause, |table| match announcing {
                true => table.call_announcing(function, &args),
                false => table.call(function, &args),
            })
        })
    }

    /// The announcing of a trigger failed: it waits as one that does nothing.
    fn fail(&mut self, handle: Handle) {
        let before = Status::Pending;
        self.change(Change::Status { id: handle.id, before, after: Status::Faulted });
    }
}
