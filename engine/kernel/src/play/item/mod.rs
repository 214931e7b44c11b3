//! Items: resolving a use, clearing it away; negating, exempting, retargeting and copying.

mod announcing;
mod begun;
mod choosing;
mod fate;
mod standing;
mod targets;
mod trigger;

pub use begun::Beginning;
pub(in crate::play) use targets::Aiming;

use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Players, Word};
use crate::model::item::{Item, Status};
use crate::model::rules::{FunctionId, Hook, Rules};
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::queries::has_route;
use crate::play::run::Cause;
use crate::play::session::Table;
use std::sync::Arc;

impl Table {
    /// In whose name an item does what it does.
    pub(crate) fn cause_of_item(&self, id: EntityId) -> Cause {
        let handle = self.state().handle(id);
        let (player, exempt) =
            self.state().item(id).map_or((PlayerId(0), Players::NONE), |item| (item.player, item.exempt));
        Cause { source: handle, named: Some(self.named(id)), player, exempt, item: true }
    }

    /// The step in which an item resolves.
    ///
    /// # Errors
    /// A pending stop from its script.
    pub(crate) fn resolve(&mut self, handle: Handle) -> Result<(), Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Ok(());
        };
        if item.status != Status::Pending {
            return Ok(());
        }
        let rules = Arc::clone(&self.rules);
        let loses_all = self.lose_targets(&rules, handle)?;
        let Some(item) = self.state().item(handle.id) else {
            return Ok(());
        };
        let (def, number, action, answerable) = (item.def, item.use_index, item.action, item.answerable);
        let lost = loses_all || !item.targets.is_empty() && item.targets.iter().all(|target| self.is_gone(*target));
        let named = self.named(handle.id);
        let trigger = item.trigger;
        if lost {
            self.set_status(handle.id, Status::Fizzled);
            self.tell(FactKind::Fizzles(named));
            return Ok(());
        }
        self.set_status(handle.id, Status::Resolving);
        if let Some(trigger) = trigger {
            self.tell(FactKind::TriggerResolves(named));
            let result = self.resolve_trigger(handle, trigger);
            return self.resolved(handle, result);
        }
        if answerable {
            self.tell(FactKind::Resolves(named));
        }
        let result = match resolving(&self.rules, def, number, action) {
            Some(function) => {
                let cause = self.cause_of_item(handle.id);
                self.with_cause(cause, |table| table.call(function, &[Arg::Item(handle)]))
            }
            None => Ok(()),
        };
        self.resolved(handle, result)
    }

    /// What came of resolving an item becomes its status.
    fn resolved(&mut self, handle: Handle, result: Result<(), Stop>) -> Result<(), Stop> {
        match result {
            Ok(()) if self.status(handle) == Some(Status::Resolving) => self.set_status(handle.id, Status::Resolved),
            Ok(()) => {}
            Err(Stop::Fault(_) | Stop::Illegal(_)) => self.set_status(handle.id, Status::Faulted),
            Err(Stop::Pending) => return Err(Stop::Pending),
        }
        Ok(())
    }

    pub(super) fn is_gone(&self, target: Value) -> bool {
        matches!(target, Value::Entity(handle) if !self.state().fresh(handle))
            || matches!(target, Value::Player(player) if !self.state().present.has(player))
    }

    /// The status of an item, if it is still there.
    pub fn status(&self, handle: Handle) -> Option<Status> {
        if !self.state().fresh(handle) {
            return None;
        }
        self.state().item(handle.id).map(|item| item.status)
    }

    fn set_status(&mut self, id: EntityId, after: Status) {
        if let Some(item) = self.state().item(id) {
            let before = item.status;
            self.change(Change::Status { id, before, after });
        }
    }

    /// The step that clears an item away: its card is routed, or lies down for a standing effect; the window that
    /// it answered learns whether it counts.
    ///
    /// # Errors
    /// A stop from a listener.
    pub(crate) fn finish(&mut self, handle: Handle) -> Result<(), Stop> {
        let Some(item) = self.state().item(handle.id).cloned() else {
            return Ok(());
        };
        if item.status.stopped() {
            self.refund(&item);
        }
        let passing = self.rules.usage(item.def, item.use_index).is_some_and(|usage| usage.passing);
        let stands =
            item.trigger.is_none() && item.status == Status::Resolved && self.rules.lasts(item.def) && !passing;
        if stands {
            self.stand(&item)?;
        } else {
            self.put_away(&item)?;
        }
        let event = Event {
            signal: match item.status {
                Status::Negated => words::NEGATED,
                Status::Fizzled => words::FIZZLED,
                Status::Faulted => words::FAULTED,
                Status::Pending | Status::Resolving | Status::Resolved | Status::Suspended => words::RESOLVED,
            },
            player: item.player,
            subject: Value::Entity(handle),
            amount: 1,
            cause: handle,
            from: item.from,
        };
        self.signal(event)?;
        self.open_windows(words::SETTLED, handle, item.player, false);
        // Last: listeners and windows of the signal still look at the item.
        self.remove_item(handle);
        Ok(())
    }

    /// An item leaves the stack and ceases to exist.
    fn remove_item(&mut self, handle: Handle) {
        let Some(at) = self.state().items.iter().rposition(|other| other.id == handle.id) else {
            return;
        };
        let item = self.state().items[at].clone();
        self.change(Change::RemoveItem { at: at as u32, item: Box::new(item) });
        self.end_entity(handle.id);
    }

    /// Routes the card of an item that is done, if it still waits and no other item refers to it.
    fn put_away(&mut self, item: &Item) -> Result<(), Stop> {
        // A stopped card was still played: without a row of its own for the cause it goes where it would have gone.
        // One whose script failed goes where a negated one goes.
        let causes: &[Word] = match item.status {
            Status::Negated => &[words::NEGATED],
            Status::Faulted => &[words::FAULTED, words::NEGATED],
            Status::Fizzled => &[words::FIZZLED],
            Status::Pending | Status::Resolving | Status::Resolved | Status::Suspended => &[],
        };
        self.put_away_for(item, causes)
    }

    /// Routes the card of an item by the first of these causes for which it has a route, or by that of its action.
    fn put_away_for(&mut self, item: &Item, causes: &[Word]) -> Result<(), Stop> {
        if item.trigger.is_some() {
            return Ok(());
        }
        let waits = self.is_waiting(item.card);
        let shared = {
            let mut others = self.state().items.iter().filter(|other| other.id != item.id && other.trigger.is_none());
            others.any(|other| other.card == item.card)
        };
        if !waits || shared {
            return Ok(());
        }
        let leaves = self.rules.actions[item.action.index()].leaves.unwrap_or(words::PLAYED);
        let cause = causes.iter().copied().find(|cause| has_route(self.reading(), item.def, *cause)).unwrap_or(leaves);
        let used = self.state().handle(item.id);
        self.leave_stack(item.card, cause, used)
    }
}

/// The function that resolves a use: its own, its definition's or its action's.
fn resolving(rules: &Rules, def: DefId, number: u16, action: ActionId) -> Option<FunctionId> {
    let (definition, action) = (&rules.definitions[def.index()], &rules.actions[action.index()]);
    let own = definition.uses[usize::from(number)].resolve.as_ref().or(definition.resolve.as_ref());
    own.filter(|_| !action.overrides_resolve).or(action.resolve.as_ref()).map(Hook::id)
}
