//! Items: announcing a use, resolving it, clearing it away; negating, exempting, retargeting and copying.

use super::change::Change;
use super::deed::{Goes, Position};
use super::ids::{DefId, EntityId, Handle, Seat, Seats, Word};
use super::permission::Attempt;
use super::prompt::{Choice, Question, Shape};
use super::rules::{Hook, Rules, Then};
use super::state::{Effect, Expiry, Happening, Item, Status, Step};
use super::table::{Arg, Cause, Fault, Stop, Table};
use super::trace::{Named, Reason, Thing, Things, What};
use super::value::Value;
use super::words;
use smallvec::{SmallVec, smallvec};

impl Table {
    /// A player uses a card. Everything up to its windows is one transaction, which can be withdrawn.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if it proves impossible; a stop from a question or a script.
    pub fn announce(&mut self, attempt: Attempt) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let entity = *self.state().entity(attempt.card);
        let definition = &rules.definitions[entity.def.index()];
        let usage = &definition.uses[usize::from(attempt.number)];
        let action = &rules.actions[usage.action.index()];
        self.tell_use(attempt);
        self.run.acting = Some(attempt.player);
        if action.moves {
            let zone = self.pending_zone();
            self.move_quietly(attempt.card, zone);
        }
        let waits = self.waits_on_the_stack();
        let id = self.create(Rules::ITEM, entity.def, attempt.player);
        let item = Item {
            id,
            def: entity.def,
            card: self.state().handle(attempt.card),
            use_index: attempt.number,
            action: usage.action,
            player: attempt.player,
            answers: attempt.subject.unwrap_or(Handle::NONE),
            targets: attempt.subject.map(|subject| smallvec![Value::Entity(subject)]).unwrap_or_default(),
            notes: SmallVec::new(),
            exempt: Seats::NONE,
            exempt_by: SmallVec::new(),
            status: Status::Pending,
            copy: false,
            answerable: waits,
        };
        let handle = self.put_on_stack(item, waits);
        let announce = usage.announce.as_ref().or(definition.announce.as_ref()).or(action.announce.as_ref());
        let failed = self.choose_while_announcing(handle, announce)?;
        if !failed {
            let cost = usage.cost.as_ref().unwrap_or(&action.cost);
            let attempt = Attempt { card: attempt.card, ..attempt };
            self.pay(attempt, cost)?;
            self.played(handle, action.signal)?;
        }
        self.run.acting = None;
        Ok(())
    }

    /// Puts an item on the stack; one that does not wait there resolves once its own windows have closed.
    fn put_on_stack(&mut self, item: Item, waits: bool) -> Handle {
        let handle = self.state().handle(item.id);
        self.change(Change::AddItem(Box::new(item)));
        if !waits {
            self.push_step(Step::Finish(handle));
            self.push_step(Step::Resolve(handle));
        }
        handle
    }

    /// Whether what is announced now waits until the window in which it is announced resolves the top of the
    /// stack; otherwise it resolves as soon as its own windows have closed.
    fn waits_on_the_stack(&self) -> bool {
        match self.state().agenda.last() {
            Some(Step::Window(open)) => self.rules.windows[open.decl.index()].then == Then::ResolveTop,
            _ => false,
        }
    }

    /// Calls the announcing function of an item. True if it failed: the item is then faulted.
    fn choose_while_announcing(&mut self, handle: Handle, hook: Option<&Hook>) -> Result<bool, Stop> {
        let Some(hook) = hook else { return Ok(false) };
        let cause = self.cause_of_item(handle.id);
        self.run.causes.push(cause);
        let result = self.call_announcing(hook, &[Arg::Item(handle)]);
        self.run.causes.pop();
        match result {
            Ok(_) => Ok(false),
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
        let happening = Happening {
            signal,
            player: item.player,
            subject: Value::Entity(handle),
            amount: 1,
            cause: handle,
            from: super::ids::ZoneId::NONE,
        };
        let actor = item.player;
        self.signal(happening)?;
        self.open_windows(signal, handle, actor, true);
        Ok(())
    }

    /// A use inside a resolution: its windows, its effect and its clearing away are done before this returns.
    /// Gives whether it was possible; if not, nothing has happened.
    ///
    /// # Errors
    /// A stop from a question.
    pub fn perform_nested(&mut self, attempt: Attempt) -> Result<bool, Stop> {
        let mut result = Ok(());
        self.run_nested(|table| {
            let (changes, facts) = (table.game.journal.len(), table.game.trace.len());
            result = table.announce(attempt);
            if matches!(result, Err(Stop::Illegal(_))) {
                table.undo_to(changes);
                table.game.trace.truncate(facts);
                table.run.acting = None;
            }
        })?;
        match result {
            Err(Stop::Illegal(_)) => Ok(false),
            Ok(()) => Ok(true),
            Err(stop) => Err(stop),
        }
    }

    fn tell_use(&mut self, attempt: Attempt) {
        let rules = self.rules.clone();
        let mut card = self.named(attempt.card);
        let usage = &rules.definitions[card.def.index()].uses[usize::from(attempt.number)];
        if rules.actions[usage.action.index()].open {
            card.known = self.everyone();
        }
        let answers = attempt.subject.map(|subject| self.named(subject.id));
        self.tell(What::Uses { seat: attempt.player, action: usage.action, card, answers });
    }

    fn pending_zone(&self) -> super::ids::ZoneId {
        let at = self.rules.zones.values().position(|zone| zone.pending).unwrap_or(0);
        self.state().zone_of(&self.rules, at.into(), Seat(0))
    }

    /// Moves a card without a line and without listeners: onto the pending zone while it is announced.
    fn move_quietly(&mut self, id: EntityId, to: super::ids::ZoneId) {
        let before = *self.state().entity(id);
        let from = self.state().zone(before.zone).cards.iter().rposition(|card| *card == id).unwrap_or(0) as u32;
        let at = self.state().zone(to).cards.len() as u32;
        let known = self.everyone();
        let after = super::state::Entity { zone: to, known, incarnation: before.incarnation + 1, ..before };
        self.change(Change::Move { id, before, after, from, to: at });
    }

    /// In whose name an item does what it does.
    pub fn cause_of_item(&self, id: EntityId) -> Cause {
        let handle = self.state().handle(id);
        let (player, exempt) = self.state().item(id).map_or((Seat(0), Seats::NONE), |item| (item.player, item.exempt));
        Cause { source: handle, named: Some(self.named(id)), player, exempt, item: true }
    }

    /// The step in which an item resolves.
    ///
    /// # Errors
    /// A pending stop from its script.
    pub(super) fn resolve(&mut self, handle: Handle) -> Result<(), Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Ok(());
        };
        if item.status != Status::Pending {
            return Ok(());
        }
        let (def, number, action, answerable) = (item.def, item.use_index, item.action, item.answerable);
        let lost = !item.targets.is_empty() && item.targets.iter().all(|target| self.is_gone(*target));
        let named = self.named(handle.id);
        if lost {
            self.set_status(handle.id, Status::Fizzled);
            self.tell(What::Fizzles(named));
            return Ok(());
        }
        self.set_status(handle.id, Status::Resolving);
        if answerable {
            self.tell(What::Resolves(named));
        }
        let rules = self.rules.clone();
        let definition = &rules.definitions[def.index()];
        let usage = &definition.uses[usize::from(number)];
        let decl = &rules.actions[action.index()];
        let hook = match decl.own_resolve {
            true => decl.resolve.as_ref(),
            false => usage.resolve.as_ref().or(definition.resolve.as_ref()).or(decl.resolve.as_ref()),
        };
        let result = match hook {
            Some(hook) => {
                let cause = self.cause_of_item(handle.id);
                self.run.causes.push(cause);
                let result = self.call(hook, &[Arg::Item(handle)]);
                self.run.causes.pop();
                result
            }
            None => Ok(Value::Nothing),
        };
        match result {
            Ok(_) if self.status(handle) == Some(Status::Resolving) => self.set_status(handle.id, Status::Resolved),
            Ok(_) => {}
            Err(Stop::Fault(_) | Stop::Illegal(_)) => self.set_status(handle.id, Status::Faulted),
            Err(Stop::Pending) => return Err(Stop::Pending),
        }
        Ok(())
    }

    fn is_gone(&self, target: Value) -> bool {
        matches!(target, Value::Entity(handle) if !self.state().fresh(handle))
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
    pub(super) fn finish(&mut self, handle: Handle) -> Result<(), Stop> {
        let Some(item) = self.state().item(handle.id).cloned() else {
            return Ok(());
        };
        if item.status.stopped() {
            self.refund(&item);
        }
        let rules = self.rules.clone();
        let definition = &rules.definitions[item.def.index()];
        let stands = item.status == Status::Resolved && definition.lasts.is_some();
        if stands {
            self.stand(&item)?;
        } else {
            self.put_away(&item)?;
        }
        let happening = Happening {
            signal: if item.status.stopped() { words::NEGATED } else { words::RESOLVED },
            player: item.player,
            subject: Value::Entity(handle),
            amount: 1,
            cause: handle,
            from: super::ids::ZoneId::NONE,
        };
        self.signal(happening)?;
        self.open_windows(words::SETTLED, handle, item.player, false);
        let at = self.state().items.iter().rposition(|other| other.id == item.id).unwrap_or(0) as u32;
        let item = self.state().items[at as usize].clone();
        self.change(Change::RemoveItem { at, item: Box::new(item) });
        self.end_entity(handle.id);
        Ok(())
    }

    /// Routes the card of an item that is done, if it still waits and no other item refers to it.
    fn put_away(&mut self, item: &Item) -> Result<(), Stop> {
        let waits = self.state().fresh(item.card) && self.decl(self.state().entity(item.card.id).zone).pending;
        let shared = self.state().items.iter().any(|other| other.id != item.id && other.card == item.card);
        if !waits || shared {
            return Ok(());
        }
        let leaves = self.rules.actions[item.action.index()].leaves.unwrap_or(words::PLAYED);
        // A stopped card was still played: without a row of its own for the cause it goes where it would have gone.
        // One whose script failed goes where a negated one goes.
        let causes: &[Word] = match item.status {
            Status::Negated => &[words::NEGATED],
            Status::Faulted => &[words::FAULTED, words::NEGATED],
            Status::Fizzled => &[words::FIZZLED],
            Status::Pending | Status::Resolving | Status::Resolved | Status::Suspended => &[],
        };
        let cause = causes.iter().copied().find(|cause| self.has_route(item.def, *cause)).unwrap_or(leaves);
        let causes = std::mem::take(&mut self.run.causes);
        let result = self.move_cards(&[item.card], Goes::Routed, cause);
        self.run.causes = causes;
        result.map(|_| ())
    }

    fn has_route(&self, def: DefId, cause: Word) -> bool {
        let definition = &self.rules.definitions[def.index()];
        let kind = &self.rules.kinds[definition.kind.index()];
        definition.routes.iter().chain(&kind.routes).any(|route| route.cause == Some(cause))
    }

    /// A resolved item whose definition lasts becomes a standing effect; its card lies where it works.
    fn stand(&mut self, item: &Item) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let definition = &rules.definitions[item.def.index()];
        let Some(lasts) = definition.lasts else {
            return Ok(());
        };
        let card = if item.copy || !self.state().fresh(item.card) {
            Handle::NONE
        } else {
            if let Some(zone) = definition.works_in.first() {
                let zone = self.state().zone_of(&rules, *zone, item.player);
                let causes = std::mem::take(&mut self.run.causes);
                let moved = self.move_cards(&[item.card], Goes::Into(zone, Position::Top), words::ENTERS);
                self.run.causes = causes;
                moved?;
            }
            self.state().handle(item.card.id)
        };
        let id = self.create(Rules::EFFECT, item.def, item.player);
        let effect = Effect {
            id,
            def: item.def,
            card,
            player: item.player,
            exempt: item.exempt,
            exempt_by: item.exempt_by.clone(),
            targets: item.targets.clone(),
            notes: item.notes.clone(),
            expiry: Expiry::new(lasts, item.player, self.state().turn.number),
        };
        self.change(Change::AddEffect(Box::new(effect)));
        let named = self.named(id);
        self.tell(What::Stands(named));
        Ok(())
    }

    /// Ends a standing effect: its card leaves by the route of the cause.
    ///
    /// # Errors
    /// A stop from its script or a listener.
    pub fn end_effect(&mut self, id: EntityId, cause: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending an effect")?;
        let Some(effect) = self.state().effect(id).cloned() else {
            return Ok(());
        };
        let named = self.named(id);
        self.tell(What::Ends(named));
        let rules = self.rules.clone();
        if let Some(hook) = &rules.definitions[effect.def.index()].ends {
            let own = self.cause_of(id);
            self.run.causes.push(own);
            let result = self.call(hook, &[Arg::Effect(self.state().handle(id))]);
            self.run.causes.pop();
            super::deed::forgive(result)?;
        }
        if let Some(at) = self.state().effects.iter().position(|other| other.id == id) {
            let effect = self.state().effects[at].clone();
            self.change(Change::RemoveEffect { at: at as u32, effect: Box::new(effect) });
            self.end_entity(id);
        }
        if self.state().fresh(effect.card) {
            let cause = if self.has_route(effect.def, cause) { cause } else { words::PLAYED };
            let causes = std::mem::take(&mut self.run.causes);
            let moved = self.move_cards(&[effect.card], Goes::Routed, cause);
            self.run.causes = causes;
            moved?;
        }
        Ok(())
    }

    // ---- what items do to items ----

    /// Stops an item for everybody. False if there was nothing to stop.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn negate(&mut self, handle: Handle) -> Result<bool, Stop> {
        self.refuse_if_pure("negate")?;
        let named = self.named(handle.id);
        if self.status(handle).is_none_or(Status::stopped) {
            self.tell(What::Stays(Thing::Card(named), Reason::Gone));
            return Ok(false);
        }
        let by = self.run.causes.last().and_then(|cause| cause.named).unwrap_or(named);
        self.set_status(handle.id, Status::Negated);
        self.tell(What::Negated(named, by));
        Ok(true)
    }

    /// Exempts a player from an item or a standing effect.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn exempt(&mut self, handle: Handle, player: Seat) -> Result<(), Stop> {
        self.refuse_if_pure("exempt")?;
        let named = self.named(handle.id);
        let by = self.run.causes.last().and_then(|cause| cause.named).map_or(named.def, |cause| cause.def);
        if let Some(before) = self.state().item(handle.id).cloned() {
            let mut after = before.clone();
            after.exempt = before.exempt.with(player);
            after.exempt_by.push((player, by));
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        } else if let Some(before) = self.state().effect(handle.id).cloned() {
            let mut after = before.clone();
            after.exempt = before.exempt.with(player);
            after.exempt_by.push((player, by));
            self.change(Change::EditEffect { before: Box::new(before), after: Box::new(after) });
        } else {
            self.tell(What::Stays(Thing::Card(named), Reason::Gone));
            return Ok(());
        }
        self.tell(What::Exempt(player, named));
        Ok(())
    }

    /// Aims an item anew. Players whom it then newly affects get a fresh right in its window.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn retarget(&mut self, handle: Handle, targets: super::state::Values) -> Result<(), Stop> {
        self.refuse_if_pure("retarget")?;
        let rules = self.rules.clone();
        let Some(before) = self.state().item(handle.id).cloned() else {
            return Ok(());
        };
        let affected_before = self.state().affected(&rules, &before);
        let after = Item { targets: targets.clone(), ..before.clone() };
        self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        let things: Things = targets.iter().map(|target| self.thing_of(*target)).collect();
        let named = self.named(handle.id);
        self.tell(What::Retargets(named, things));
        let affected = self
            .state()
            .item(handle.id)
            .map_or(Seats::NONE, |item| self.state().affected(&rules, item))
            .minus(affected_before);
        self.reopen_windows(handle, affected);
        Ok(())
    }

    /// How a value is named.
    pub fn thing_of(&self, value: Value) -> Thing {
        match value {
            Value::Nothing => Thing::Word(words::PASS),
            Value::Number(number) => Thing::Number(number),
            Value::Flag(flag) => Thing::Word(if flag { words::YES } else { words::NO }),
            Value::Word(word) => Thing::Word(word),
            Value::Entity(handle) => self.thing(handle.id),
            Value::Player(seat) => Thing::Player(seat),
            Value::Players(_) => Thing::Word(words::MOVED),
        }
    }

    /// A player is to make a copy of an item once that is done.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn copy_later(&mut self, handle: Handle, player: Seat) -> Result<(), Stop> {
        self.refuse_if_pure("copy")?;
        let def = self.state().entity(handle.id).def;
        let agenda = &self.state().agenda;
        let below = agenda.iter().position(|step| *step == Step::Finish(handle));
        let at = below.unwrap_or(agenda.len()) as u32;
        self.change(Change::Push { at, step: Step::Copy(def, player) });
        let named = self.named(handle.id);
        self.tell(What::Copies(player, named));
        Ok(())
    }

    /// The step in which a copy of a definition's use is announced: new targets, then its own windows.
    ///
    /// # Errors
    /// A stop from a question or a script.
    pub(super) fn announce_copy(&mut self, def: DefId, player: Seat) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let definition = &rules.definitions[def.index()];
        let Some(usage) = definition.uses.first() else {
            return Ok(());
        };
        let action = &rules.actions[usage.action.index()];
        let waits = self.waits_on_the_stack();
        let id = self.create(Rules::ITEM, def, player);
        let item = Item {
            id,
            def,
            card: Handle::NONE,
            use_index: 0,
            action: usage.action,
            player,
            answers: Handle::NONE,
            targets: SmallVec::new(),
            notes: SmallVec::new(),
            exempt: Seats::NONE,
            exempt_by: SmallVec::new(),
            status: Status::Pending,
            copy: true,
            answerable: waits,
        };
        let handle = self.put_on_stack(item, waits);
        let named = Named { known: self.everyone(), ..self.named(id) };
        self.tell(What::Uses { seat: player, action: usage.action, card: named, answers: None });
        let announce = usage.announce.as_ref().or(definition.announce.as_ref()).or(action.announce.as_ref());
        match self.choose_while_announcing(handle, announce) {
            Ok(false) => self.played(handle, action.signal),
            Ok(true) => Ok(()),
            Err(Stop::Illegal(_)) => {
                self.set_status(handle.id, Status::Fizzled);
                let named = self.named(handle.id);
                self.tell(What::Fizzles(named));
                Ok(())
            }
            Err(stop) => Err(stop),
        }
    }

    // ---- choosing ----

    /// A choice that belongs to an announcement: it becomes a target or a note and stands on the line of the use.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if there is nothing to choose from; a stop from the question.
    pub fn aim(&mut self, handle: Handle, phrase: Word, options: Vec<Choice>) -> Result<Choice, Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Err(Fault::stop("this item is no longer there"));
        };
        let seat = item.player;
        if options.is_empty() {
            return Err(Stop::Illegal(Reason::NoTarget(phrase)));
        }
        let public = self.all_see(&options);
        let ask = super::ask::Ask {
            seat,
            question: Question::Announce(phrase),
            shape: Shape::OneOf,
            options: self.told_apart(options),
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let choice = options[usize::from(answer.options().first().copied().unwrap_or(0))];
        self.tell(What::Announces(phrase, smallvec![choice.thing()]));
        Ok(choice)
    }

    /// Adds a target to an item.
    pub fn add_target(&mut self, handle: Handle, target: Value) {
        if let Some(before) = self.state().item(handle.id).cloned() {
            let mut after = before.clone();
            after.targets.push(target);
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        }
    }

    /// Notes something about an item or a standing effect.
    pub fn note_on(&mut self, handle: Handle, name: Word, value: Value) {
        fn put(notes: &mut SmallVec<[(Word, Value); 1]>, name: Word, value: Value) {
            match notes.iter_mut().find(|(known, _)| *known == name) {
                Some(note) => note.1 = value,
                None => notes.push((name, value)),
            }
        }
        if let Some(before) = self.state().item(handle.id).cloned() {
            let mut after = before.clone();
            put(&mut after.notes, name, value);
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        } else if let Some(before) = self.state().effect(handle.id).cloned() {
            let mut after = before.clone();
            put(&mut after.notes, name, value);
            self.change(Change::EditEffect { before: Box::new(before), after: Box::new(after) });
        }
    }

    /// Whether every seat knows what the options are.
    pub fn all_see(&self, options: &[Choice]) -> bool {
        let everyone = self.everyone();
        options.iter().all(|option| match option {
            Choice::Entity(_, named) | Choice::Use { named, .. } => named.known == everyone,
            Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => true,
        })
    }

    /// Gives options of one name and controller their ordinals, and drops those that nobody can tell apart.
    pub fn told_apart(&self, mut options: Vec<Choice>) -> Vec<Choice> {
        for at in 0..options.len() {
            let Choice::Entity(handle, named) = options[at] else {
                continue;
            };
            let twins = options[..at].iter().filter(|other| {
                matches!(other, Choice::Entity(_, twin)
                    if twin.def == named.def && twin.controller == named.controller)
            });
            let ordinal = twins.count() as u8;
            if ordinal > 0 {
                options[at] = Choice::Entity(handle, Named { ordinal: ordinal + 1, ..named });
            }
        }
        options
    }

    /// A seat chooses some of these cards, from and to so many.
    ///
    /// # Errors
    /// A stop from the question.
    pub fn choose_entities(
        &mut self,
        seat: Seat,
        question: Word,
        cards: &[Handle],
        bounds: (u32, u32),
        announcing: bool,
    ) -> Result<Vec<Handle>, Stop> {
        let options: Vec<Choice> = cards.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
        let public = self.all_see(&options);
        let options = self.told_apart(options);
        let to = bounds.1.min(options.len() as u32);
        let ask = super::ask::Ask {
            seat,
            question: if announcing { Question::Announce(question) } else { Question::Choose(question) },
            shape: Shape::SomeOf(bounds.0.min(to), to),
            options,
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let chosen: Vec<Choice> = answer.options().iter().map(|at| options[usize::from(*at)]).collect();
        let things: Things = chosen.iter().map(Choice::thing).collect();
        self.tell(if announcing { What::Announces(question, things) } else { What::Chooses(seat, question, things) });
        Ok(chosen.iter().map(|choice| self.state().handle(choice.entity())).collect())
    }
}
