//! Announcing: a use is put on the stack, what it asks is asked, and its price is paid, whether a window offers it, an
//! instruction says so, it was chosen in secret, or it is a copy.

use crate::model::agenda::{Announcement, Event, Step};
use crate::model::carried::{Carried, CarriedPart, CarriedParts};
use crate::model::change::Change;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Word, ZoneId};
use crate::model::item::{Item, Status};
use crate::model::rules::{Cost, Exercised, FunctionId, Hook, Rules, Use};
use crate::model::state::Entity;
use crate::model::trace::{Against, FactKind, Named};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::pay::{Offered, Paid};
use crate::play::queries::{Attempt, are_joined, is_in_supply};
use crate::play::run::{FailedOffer, RuledOutFrom};
use crate::play::session::Table;
use smallvec::smallvec;
use std::sync::Arc;

impl Table {
    /// A player uses a card. Everything up to its windows is one transaction, which can be withdrawn.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if it proves impossible; a stop from a question or a script.
    pub(in crate::play) fn announce(&mut self, rules: &Rules, attempt: Attempt) -> Result<(), Stop> {
        self.run.acting = Some(attempt.player);
        self.announce_as(rules, attempt, None)?;
        self.run.acting = None;
        Ok(())
    }

    /// A player does what was offered. If that proves impossible, it is noted.
    ///
    /// # Errors
    /// As [`Table::announce`].
    pub(in crate::play) fn announce_offered(&mut self, rules: &Rules, attempt: Attempt) -> Result<(), Stop> {
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
    pub(in crate::play) fn announce_if_possible(
        &mut self,
        rules: &Rules,
        attempt: Attempt,
    ) -> Result<Option<Against>, Stop> {
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
    pub(super) fn announce_as(&mut self, rules: &Rules, attempt: Attempt, waits: Option<bool>) -> Result<(), Stop> {
        let entity = *self.state().entity(attempt.card);
        let usage = &rules.definitions[entity.def.index()].uses[usize::from(attempt.number)];
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
            from: entity.zone,
            answers: attempt.subject.unwrap_or(Handle::NONE),
            targets: attempt.subject.map(|subject| smallvec![Value::Entity(subject)]).unwrap_or_default(),
            answerable: waits,
            ..Item::new(id, def, usage.action, attempt.player)
        };
        let price = (!attempt.free).then(|| (offered, attempt, usage.cost.as_ref().unwrap_or(&action.cost)));
        self.announce_item(rules, item, announcing(rules, entity.def, attempt.number), price)
    }

    /// A player announces a copy of a definition's use: new targets, then its own windows; nothing is paid.
    fn announce_copy(&mut self, rules: &Rules, def: DefId, player: PlayerId) -> Result<(), Stop> {
        let Some(action) = rules.definitions[def.index()].uses.first().map(|usage| usage.action) else {
            return Ok(());
        };
        let waits = self.waits_on_the_stack();
        let id = self.create(Rules::ITEM, def, player);
        let named = Named { known: self.everyone(), ..self.named(id) };
        self.tell(FactKind::Uses { seat: self.state().acting_seat(player), action, card: named, answers: None });
        let item = Item { copy: true, answerable: waits, ..Item::new(id, def, action, player) };
        let announced = self.announce_item(rules, item, announcing(rules, def, 0), None);
        if let Err(Stop::Illegal(_)) = announced {
            self.set_status(id, Status::Fizzled);
            self.tell(FactKind::Fizzles(self.named(id)));
            return Ok(());
        }
        announced
    }

    /// An item is put on the stack; what its announcement asks is asked, its price is paid, and it is played.
    fn announce_item(
        &mut self,
        rules: &Rules,
        item: Item,
        announce: Option<FunctionId>,
        price: Option<(Option<Offered>, Attempt, &Cost)>,
    ) -> Result<(), Stop> {
        let (waits, action) = (item.answerable, item.action);
        let handle = self.put_on_stack(item, waits);
        self.choose_targets(rules, handle)?;
        let failed = self.choose_while_announcing(handle, announce)?;
        if failed {
            return Ok(());
        }
        let paid = match price {
            Some((offered, attempt, cost)) => self.pay(offered, attempt, cost)?,
            None => Paid::default(),
        };
        self.note_paid(handle, paid);
        self.played(handle, self.rules.actions[action.index()].signal)
    }

    /// Notes how an item was paid: by which of its prices, and with which cards, if a script asks for these.
    fn note_paid(&mut self, handle: Handle, Paid { name, given }: Paid) {
        if let Some(name) = name {
            self.note_on(handle, words::PAID, Value::Word(name).into());
        }
        if !given.is_empty() && self.remembers() {
            let parts = given.into_iter().map(|card| CarriedPart::One(Value::Entity(card)));
            let parts: Vec<CarriedPart> = [CarriedPart::List(parts.len() as u32)].into_iter().chain(parts).collect();
            self.note_on(handle, words::GIVEN, Carried::Many(Box::new(CarriedParts(parts))));
        }
    }

    /// Puts an item on the stack; one that does not wait there resolves once its own windows have closed.
    pub(super) fn put_on_stack(&mut self, item: Item, waits: bool) -> Handle {
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
    pub(super) fn waits_on_the_stack(&self) -> bool {
        self.state().agenda.last().is_some_and(|step| self.resolves_top(step))
    }

    /// Whether an item can wait: some window will resolve it.
    pub(super) fn can_wait(&self) -> bool {
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

    /// Tells whoever listens what an item is aimed at now, apart from what it was aimed at before.
    pub(super) fn signal_targets(&mut self, handle: Handle, before: &[Value]) -> Result<(), Stop> {
        let targets = match self.state().item(handle.id) {
            Some(item) if self.has_listeners(words::TARGETED) => item.targets.clone(),
            _ => return Ok(()),
        };
        for subject in targets.into_iter().filter(|target| !before.contains(target)) {
            let player = match subject {
                Value::Player(player) => player,
                Value::Entity(target) => self.somebody(self.state().entity(target.id).controller),
                _ => continue,
            };
            let from = ZoneId::NONE;
            self.signal(Event { signal: words::TARGETED, player, subject, amount: 1, cause: handle, from })?;
        }
        Ok(())
    }

    /// An item is announced and paid: its signal is sent and the windows that wait for it open.
    fn played(&mut self, handle: Handle, signal: Option<Word>) -> Result<(), Stop> {
        self.signal_targets(handle, &[])?;
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
            from: item.from,
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
        self.push_step(Step::Announce(player, Announcement::Instructed(card, action)));
        Ok(())
    }

    /// The step in which a player announces what no window has offered. Nothing happens if the player is gone.
    ///
    /// # Errors
    /// A stop from a question or a script.
    pub(crate) fn announce_next(&mut self, player: PlayerId, announcement: Announcement) -> Result<(), Stop> {
        if !self.state().present.has(player) {
            return Ok(());
        }
        let rules = Arc::clone(&self.rules);
        match announcement {
            Announcement::Copy(def) => self.announce_copy(&rules, def, player),
            Announcement::Instructed(card, action) => self.announce_instructed(&rules, player, card, action),
            Announcement::Chosen(card, number, subject) => {
                self.announce_chosen(&rules, player, card, (number, subject))
            }
        }
    }

    /// A player uses a card because an instruction says so. Nothing happens if the card is gone or has no such use, or if it
    /// proves impossible.
    fn announce_instructed(
        &mut self,
        rules: &Rules,
        player: PlayerId,
        card: Handle,
        action: ActionId,
    ) -> Result<(), Stop> {
        let entity = *self.state().entity(card.id);
        if !entity.exists || !self.may_leave(self.state().handle(card.id)) {
            return Ok(());
        }
        let uses = rules.definition(entity.def).map(|definition| &definition.uses[..]);
        let is_meant = |usage: &Use| usage.action == action && usage.answers.is_none();
        let Some(number) = uses.and_then(|uses| uses.iter().position(is_meant)) else { return Ok(()) };
        let attempt = Attempt { player, card: card.id, number: number as u16, subject: None, free: true, copy: 0 };
        self.announce_if_possible(rules, attempt).map(drop)
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

    fn pending_zone(&self) -> ZoneId {
        let at = self.rules.zones.values().position(|zone| zone.pending).unwrap_or(0);
        self.state().zone_of(&self.rules, at.into(), PlayerId(0))
    }

    /// Moves a card without a line and without listeners: onto the pending zone while it is announced.
    fn move_quietly(&mut self, id: EntityId, to: ZoneId) {
        let before = *self.state().entity(id);
        let from = self.state().zone(before.zone).cards.iter().rposition(|card| *card == id).unwrap_or(0) as u32;
        let at = self.state().zone(to).cards.len() as u32;
        let known = self.everyone();
        let joined = are_joined(self.reading(), before.zone, to);
        let incarnation = before.incarnation + u32::from(!joined);
        let after = Entity { zone: to, known, place: 0, incarnation, ..before };
        self.change(Change::Move { id, before, after, from, to: at });
        if !joined {
            self.forget(Handle { id, incarnation: before.incarnation });
        }
    }
}

/// The function that announces a use: its own, its definition's or its action's.
fn announcing(rules: &Rules, def: DefId, number: u16) -> Option<FunctionId> {
    let definition = &rules.definitions[def.index()];
    let usage = &definition.uses[usize::from(number)];
    let hook = usage.announce.as_ref().or(definition.announce.as_ref());
    hook.or(rules.actions[usage.action.index()].announce.as_ref()).map(Hook::id)
}
