//! Items: announcing a use, resolving it, clearing it away; negating, exempting, retargeting and copying.

mod begun;
mod choosing;
mod fate;
mod standing;
mod trigger;

pub use begun::Beginning;

use crate::model::agenda::{Event, Step};
use crate::model::change::Change;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Players, Word};
use crate::model::item::{Item, Status};
use crate::model::rules::{Exercised, FunctionId, Hook, Rules, Use};
use crate::model::trace::{Against, FactKind};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::pay::Offered;
use crate::play::queries::{Attempt, are_joined, has_route, is_in_supply};
use crate::play::run::{Cause, FailedOffer, RuledOutFrom};
use crate::play::session::Table;
use smallvec::smallvec;

impl Table {
    /// A player uses a card. Everything up to its windows is one transaction, which can be withdrawn.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if it proves impossible; a stop from a question or a script.
    pub(super) fn announce(&mut self, rules: &Rules, attempt: Attempt) -> Result<(), Stop> {
        self.run.acting = Some(attempt.player);
        self.announce_as(rules, attempt, None)?;
        self.run.acting = None;
        Ok(())
    }

    /// A player does what was offered. If that proves impossible, it is noted.
    ///
    /// # Errors
    /// As [`Table::announce`].
    pub(super) fn announce_offered(&mut self, rules: &Rules, attempt: Attempt) -> Result<(), Stop> {
        let (card, named) = (self.state().handle(attempt.card), self.named(attempt.card));
        let announced = self.announce(rules, attempt);
        if let Err(Stop::Illegal(against)) = announced {
            let number = attempt.number;
            let action = rules.definitions[named.def.index()].uses[usize::from(number)].action;
            self.run.illegal_use = Some((card, number));
            self.run.failed_offers.push(FailedOffer { action, named, against });
        }
        announced
    }

    /// A player uses a card. If that proves impossible, nothing has happened, and the reason is given.
    ///
    /// # Errors
    /// A stop from a question or a script.
    pub(super) fn announce_if_possible(&mut self, rules: &Rules, attempt: Attempt) -> Result<Option<Against>, Stop> {
        let before = self.savepoint();
        match self.announce(rules, attempt) {
            Err(Stop::Illegal(against)) => {
                self.take_back_to(before);
                self.run.acting = None;
                Ok(Some(against))
            }
            result => result.map(|()| None),
        }
    }

    /// A player uses a card; what is not said by `waits` or by the action itself, the window says: whether the use
    /// waits on the stack.
    fn announce_as(&mut self, rules: &Rules, attempt: Attempt, waits: Option<bool>) -> Result<(), Stop> {
        let entity = *self.state().entity(attempt.card);
        let definition = &rules.definitions[entity.def.index()];
        let usage = &definition.uses[usize::from(attempt.number)];
        let action = &rules.actions[usage.action.index()];
        self.tell_use(attempt);
        // Players and the game lie nowhere; cards of a supply stay in their pile; what waits on the stack waits for both uses.
        let lies = entity.zone.is_some() && entity.zone != self.pending_zone();
        let moves = action.moves && lies && !is_in_supply(self.reading(), attempt.card);
        let offered = moves.then(|| Offered::here(self.state(), attempt.card));
        if moves {
            let zone = self.pending_zone();
            self.move_quietly(attempt.card, zone);
        }
        let waits = waits.or(action.waits).map_or_else(|| self.waits_on_the_stack(), |waits| waits && self.can_wait());
        // Whoever was not told which card is used does not learn it from the item either.
        let known = if action.open { self.everyone() } else { self.state().entity(attempt.card).known };
        let (def, use_index) = rules.item_of(entity.def, attempt.number);
        let id = self.create_part(Rules::ITEM, def, attempt.player, (0, known));
        let item = Item {
            card: if entity.zone.is_some() { self.state().handle(attempt.card) } else { Handle::NONE },
            use_index,
            answers: attempt.subject.unwrap_or(Handle::NONE),
            targets: attempt.subject.map(|subject| smallvec![Value::Entity(subject)]).unwrap_or_default(),
            answerable: waits,
            ..Item::new(id, def, usage.action, attempt.player)
        };
        let handle = self.put_on_stack(item, waits);
        let announce = announcing(rules, entity.def, attempt.number);
        let failed = self.choose_while_announcing(handle, announce)?;
        if !failed {
            let cost = usage.cost.as_ref().unwrap_or(&action.cost);
            let paid = if attempt.free { None } else { self.pay(offered, attempt, cost)? };
            if let Some(paid) = paid {
                self.note_on(handle, words::PAID, Value::Word(paid).into());
            }
            self.played(handle, action.signal)?;
        }
        Ok(())
    }

    /// Puts an item on the stack; one that does not wait there resolves once its own windows have closed.
    fn put_on_stack(&mut self, item: Item, waits: bool) -> Handle {
        let handle = self.state().handle(item.id);
        // An item that was taken back may have had this handle.
        self.forget_from(RuledOutFrom::Announcement(handle));
        self.change(Change::AddItem(Box::new(item)));
        if !waits {
            // In reverse, because the agenda is a stack: the item resolves, then it is cleared away.
            self.push_step(Step::Finish(handle));
            self.push_step(Step::Resolve(handle));
        }
        handle
    }

    /// Whether what is announced now waits until the window in which it is announced resolves the top of the
    /// stack; otherwise it resolves as soon as its own windows have closed.
    fn waits_on_the_stack(&self) -> bool {
        self.state().agenda.last().is_some_and(|step| self.resolves_top(step))
    }

    /// Whether an item can wait: some window will resolve it.
    fn can_wait(&self) -> bool {
        let resolves = |step: &Step| self.resolves_top(step);
        self.rules.windows.values().any(|window| window.for_waiting) || self.state().agenda.iter().any(resolves)
    }

    /// Calls the announcing function of an item. True if it failed: the item is then faulted.
    fn choose_while_announcing(&mut self, handle: Handle, function: Option<FunctionId>) -> Result<bool, Stop> {
        let Some(function) = function else { return Ok(false) };
        let cause = self.cause_of_item(handle.id);
        match self.with_cause(cause, |table| table.call_announcing(function, &[Arg::Item(handle)])) {
            Ok(()) => Ok(false),
            Err(Stop::Fault(_)) => {
                self.set_status(handle.id, Status::Faulted);
                Ok(true)
            }
            Err(stop) => Err(stop),
        }
    }

    /// An item is announced and paid: its signal is sent and the windows that wait for it open.
    fn played(&mut self, handle: Handle, signal: Option<Word>) -> Result<(), Stop> {
        let Some(signal) = signal else { return Ok(()) };
        let Some(item) = self.state().item(handle.id) else {
            return Ok(());
        };
        let event = Event {
            signal,
            player: item.player,
            subject: Value::Entity(handle),
            amount: 1,
            cause: handle,
            from: crate::model::ids::ZoneId::NONE,
        };
        let actor = item.player;
        self.signal(event)?;
        self.open_windows(signal, handle, actor, true);
        Ok(())
    }

    /// A use inside a resolution: its windows, its effect and its clearing away are done before this returns.
    /// Returns whether it was possible; if not, nothing has happened.
    ///
    /// # Errors
    /// A stop from a question.
    pub fn perform_nested(&mut self, rules: &Rules, attempt: Attempt) -> Result<bool, Stop> {
        let mut result = Ok(None);
        self.run_nested(|table| result = table.announce_if_possible(rules, attempt))?;
        Ok(result?.is_none())
    }

    /// Puts a use by an instruction on the agenda.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn perform_next(&mut self, player: PlayerId, card: Handle, action: ActionId) -> Result<(), Stop> {
        self.refuse_if_pure("using a card")?;
        self.push_step(Step::Use(player, card, action));
        Ok(())
    }

    /// The step in which a player uses a card because an instruction says so. Nothing happens if the card is gone or has
    /// no such use, or if it proves impossible.
    ///
    /// # Errors
    /// A stop from a question.
    pub(crate) fn use_by_instruction(&mut self, player: PlayerId, card: Handle, action: ActionId) -> Result<(), Stop> {
        let entity = *self.state().entity(card.id);
        if !entity.exists || !self.state().present.has(player) || !self.may_leave(self.state().handle(card.id)) {
            return Ok(());
        }
        let rules = std::sync::Arc::clone(&self.rules);
        let uses = rules.definition(entity.def).map(|definition| &definition.uses[..]);
        let is_meant = |usage: &Use| usage.action == action && usage.answers.is_none();
        let Some(number) = uses.and_then(|uses| uses.iter().position(is_meant)) else { return Ok(()) };
        let attempt = Attempt { player, card: card.id, number: number as u16, subject: None, free: true, copy: 0 };
        self.announce_if_possible(&rules, attempt).map(drop)
    }

    fn tell_use(&mut self, attempt: Attempt) {
        let seat = self.state().acting_seat(attempt.player);
        let mut card = self.named(attempt.card);
        // Which of several the player means who does not know them is told by their places.
        if !card.known.has(seat) && self.state().entity(attempt.card).zone.is_some() {
            card = self.by_place(card);
        } else {
            card.ordinal = attempt.copy;
        }
        let action = self.rules.definitions[card.def.index()].uses[usize::from(attempt.number)].action;
        self.rules.exercise(|| Exercised::Use(card.def, attempt.number));
        if self.rules.actions[action.index()].open {
            card.known = self.everyone();
        }
        let answers = attempt.subject.map(|subject| self.named(subject.id));
        self.tell(FactKind::Uses { seat, action, card, answers });
    }

    fn pending_zone(&self) -> crate::model::ids::ZoneId {
        let at = self.rules.zones.values().position(|zone| zone.pending).unwrap_or(0);
        self.state().zone_of(&self.rules, at.into(), PlayerId(0))
    }

    /// Moves a card without a line and without listeners: onto the pending zone while it is announced.
    fn move_quietly(&mut self, id: EntityId, to: crate::model::ids::ZoneId) {
        let before = *self.state().entity(id);
        let from = self.state().zone(before.zone).cards.iter().rposition(|card| *card == id).unwrap_or(0) as u32;
        let at = self.state().zone(to).cards.len() as u32;
        let known = self.everyone();
        let joined = are_joined(self.reading(), before.zone, to);
        let incarnation = before.incarnation + u32::from(!joined);
        let after = crate::model::state::Entity { zone: to, known, place: 0, incarnation, ..before };
        self.change(Change::Move { id, before, after, from, to: at });
        if !joined {
            self.forget(Handle { id, incarnation: before.incarnation });
        }
    }

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
        let (def, number, action, answerable) = (item.def, item.use_index, item.action, item.answerable);
        let lost = !item.targets.is_empty() && item.targets.iter().all(|target| self.is_gone(*target));
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

    fn is_gone(&self, target: Value) -> bool {
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
            from: crate::model::ids::ZoneId::NONE,
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
        self.leave_stack(item.card, cause)
    }
}

/// The function that announces a use: its own, its definition's or its action's.
fn announcing(rules: &Rules, def: DefId, number: u16) -> Option<FunctionId> {
    let definition = &rules.definitions[def.index()];
    let usage = &definition.uses[usize::from(number)];
    let hook = usage.announce.as_ref().or(definition.announce.as_ref());
    hook.or(rules.actions[usage.action.index()].announce.as_ref()).map(Hook::id)
}

/// The function that resolves a use: its own, its definition's or its action's.
fn resolving(rules: &Rules, def: DefId, number: u16, action: ActionId) -> Option<FunctionId> {
    let (definition, action) = (&rules.definitions[def.index()], &rules.actions[action.index()]);
    let own = definition.uses[usize::from(number)].resolve.as_ref().or(definition.resolve.as_ref());
    own.filter(|_| !action.own_resolve).or(action.resolve.as_ref()).map(Hook::id)
}
