//! What items do to items: negate, exempt, aim anew, copy.

use crate::model::agenda::{Announcement, Step};
use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, PlayerId, Players, ZoneId};
use crate::model::item::{Item, Roles, Status};
use crate::model::rules::{LeftWaiting, Rules};
use crate::model::trace::{FactKind, Reason, Thing, Things};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::session::Table;
use smallvec::SmallVec;
use std::sync::Arc;

impl Table {
    /// Stops an item for everybody. False if there was nothing to stop, or it is protected.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn negate(&mut self, handle: Handle) -> Result<bool, Stop> {
        self.refuse_if_pure("negate")?;
        let named = self.named(handle.id);
        if self.status(handle).is_none_or(Status::stopped) {
            self.tell(FactKind::Stays(Thing::Card(named), Reason::Gone));
            return Ok(false);
        }
        if !self.may_touch(handle.id)? {
            return Ok(false);
        }
        let by = self.run.causes.last().and_then(|cause| cause.named).unwrap_or(named);
        self.set_status(handle.id, Status::Negated);
        self.tell(FactKind::Negated(named, by));
        self.clear_if_it_waits(handle);
        Ok(true)
    }

    /// Whether the running item may change or end an item or a standing effect: the card that lies there for the effect
    /// may be protected.
    ///
    /// # Errors
    /// A stop from a predicate that was asked.
    pub fn may_change_effect(&mut self, id: EntityId) -> Result<bool, Stop> {
        match self.state().effect(id).map(|effect| effect.card) {
            Some(Handle::NONE) => Ok(true),
            Some(card) => self.may_touch(card.id),
            None => self.may_touch(id),
        }
    }

    /// An item that waits until a window resolves it has no step of its own: once it is stopped, one clears it away.
    fn clear_if_it_waits(&mut self, handle: Handle) {
        if !self.state().agenda.contains(&Step::Finish(handle)) {
            self.push_step(Step::Finish(handle));
        }
    }

    /// Exempts a player from an item or a standing effect.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn exempt(&mut self, handle: Handle, player: PlayerId) -> Result<(), Stop> {
        self.refuse_if_pure("exempt")?;
        if !self.may_change_effect(handle.id)? {
            return Ok(());
        }
        let named = self.named(handle.id);
        let by = self.run.causes.last().and_then(|cause| cause.named).map_or(named.def, |cause| cause.def);
        let of_effect = || self.state().effect(handle.id).map(|effect| effect.exempt);
        let Some(exempt) = self.state().item(handle.id).map(|item| item.exempt).or_else(of_effect) else {
            self.tell(FactKind::Stays(Thing::Card(named), Reason::Gone));
            return Ok(());
        };
        if !exempt.has(player) {
            self.change(Change::Exempt { id: handle.id, player, by });
        }
        self.tell(FactKind::Exempt(player, named));
        Ok(())
    }

    /// Aims an item anew. Players whom it then newly affects get a fresh right in its window.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn retarget(&mut self, handle: Handle, targets: crate::model::value::Values) -> Result<(), Stop> {
        self.refuse_if_pure("retarget")?;
        if self.state().item(handle.id).is_none() || !self.may_touch(handle.id)? {
            return Ok(());
        }
        let rules = Arc::clone(&self.rules);
        for target in &targets {
            if let Some(phrase) = self.cannot_be_aimed(&rules, handle, *target)? {
                self.tell(FactKind::Stays(self.thing_of(*target), Reason::NotAmong(phrase)));
                return Ok(());
            }
        }
        let Some(before) = self.state().item(handle.id) else { return Ok(()) };
        let affected_before = self.state().affected(&self.rules, before);
        let (before, old) = (before.targets.clone(), before.roles.clone());
        let new: Roles = old.iter().copied().take(targets.len()).collect();
        let (id, roles) = (handle.id, (old, new));
        self.change(Change::Retarget { id, before: before.clone(), after: targets.clone(), roles });
        let things: Things = targets.iter().map(|target| self.thing_of(*target)).collect();
        self.tell(FactKind::Retargets(self.named(handle.id), things));
        let affected = self
            .state()
            .item(handle.id)
            .map_or(Players::NONE, |item| self.state().affected(&self.rules, item))
            .minus(affected_before);
        self.reopen_windows(handle, affected);
        self.signal_targets(handle, &before)
    }

    /// How a value is named.
    pub fn thing_of(&self, value: Value) -> Thing {
        match value {
            Value::Nothing => Thing::Word(words::PASS),
            Value::Number(number) => Thing::Number(number),
            Value::Flag(flag) => Thing::Word(if flag { words::YES } else { words::NO }),
            Value::Word(word) => Thing::Word(word),
            Value::Entity(handle) => self.thing(handle.id),
            Value::Player(player) => Thing::Player(player),
            Value::Players(_) | Value::Choices(_) | Value::Numbers(_) => Thing::Word(words::MOVED),
        }
    }

    /// A player is to make a copy of an item once that is done.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn copy_later(&mut self, handle: Handle, player: PlayerId) -> Result<(), Stop> {
        self.refuse_if_pure("copy")?;
        if !self.may_touch(handle.id)? {
            return Ok(());
        }
        let def = self.state().entity(handle.id).def;
        let agenda = &self.state().agenda;
        // Below the step that clears the original away: the copy is announced once that is done.
        let below = agenda.iter().position(|step| *step == Step::Finish(handle));
        let at = below.unwrap_or(agenda.len()) as u32;
        self.change(Change::Push { at, step: Step::Announce(player, Announcement::Copy(def)) });
        self.tell(FactKind::Copies(player, self.named(handle.id)));
        Ok(())
    }

    /// A player puts a copy of an item on the stack at once: aimed at the same, with the same choices, and nobody is
    /// exempt from it. Nothing is announced or paid. Nothing is copied if the item is protected.
    ///
    /// # Errors
    /// A fault inside a predicate, or if the item is no longer there.
    pub fn copy_now(&mut self, handle: Handle, player: PlayerId) -> Result<Option<Handle>, Stop> {
        self.refuse_if_pure("copy")?;
        let Some(original) = self.state().item(handle.id).cloned().filter(|_| self.state().fresh(handle)) else {
            return Err(faults::item_gone().into());
        };
        if !self.may_touch(handle.id)? {
            return Ok(None);
        }
        let known = self.state().entity(handle.id).known;
        let id = self.create_part(Rules::ITEM, original.def, player, (0, known));
        let copy = Item {
            id,
            player,
            card: if original.trigger.is_some() { original.card } else { Handle::NONE },
            from: ZoneId::NONE,
            exempt: Players::NONE,
            exempt_by: SmallVec::new(),
            status: Status::Pending,
            copy: true,
            ..original
        };
        self.tell(FactKind::Copied(player, self.named(handle.id)));
        let waits = self.can_wait();
        let copy = self.put_on_stack(copy, waits);
        self.stack_changed();
        Ok(Some(copy))
    }

    /// Everything that waits and is not protected leaves the stack without effect, for the cause `cleared`; what is being
    /// carried out goes on. Returns how many left.
    ///
    /// # Errors
    /// A stop from a listener or a predicate.
    pub fn clear_stack(&mut self) -> Result<usize, Stop> {
        self.refuse_if_pure("clearing the stack")?;
        let waiting = self.state().items.iter().rev().filter(|item| item.status == Status::Pending);
        let waiting: SmallVec<[EntityId; 4]> = waiting.map(|item| item.id).collect();
        let mut kept: SmallVec<[EntityId; 4]> = SmallVec::new();
        for item in waiting {
            if !self.may_touch(item)? {
                kept.push(item);
            }
        }
        self.clear_items(|item| !kept.contains(&item.id))
    }

    /// As [`Table::clear_stack`], only of the items that are meant.
    pub(crate) fn clear_items(&mut self, meant: impl Fn(&Item) -> bool) -> Result<usize, Stop> {
        let waiting = self.state().items.iter().rev().filter(|item| item.status == Status::Pending && meant(item));
        let waiting: Vec<Item> = waiting.cloned().collect();
        for item in &waiting {
            let handle = self.state().handle(item.id);
            self.drop_steps_of(handle);
            self.put_away_for(item, &[words::CLEARED])?;
            let named = self.named(item.id);
            if item.trigger.is_some() {
                self.tell(FactKind::TriggerLeaves(named));
            } else if item.card == Handle::NONE {
                self.tell(FactKind::Vanishes(named, words::CLEARED));
            }
            self.remove_item(handle);
        }
        Ok(waiting.len())
    }

    /// An item that waits is gone: nothing is told, and nothing listens.
    pub(crate) fn drop_item(&mut self, handle: Handle) {
        self.drop_steps_of(handle);
        self.remove_item(handle);
    }

    /// What players who leave have announced and still waits leaves the stack, if the rules say so: for a card that waits
    /// while it is used, and for its copies, those of its kind; for everything else, those of the game.
    pub(crate) fn clear_left(&mut self, gone: Players) -> Result<usize, Stop> {
        let left = self.state().items.iter().filter(|item| gone.has(item.player));
        let cleared = left.filter(|item| self.when_left(item) == LeftWaiting::Cleared).map(|item| item.id);
        let cleared: SmallVec<[EntityId; 4]> = cleared.collect();
        self.clear_items(|item| cleared.contains(&item.id))
    }

    /// What becomes of an item when its player leaves.
    fn when_left(&self, item: &Item) -> LeftWaiting {
        let moves = || self.rules.actions.get_index(item.action.index()).is_some_and(|(_, action)| action.moves);
        let is_card = item.trigger.is_none() && (self.is_waiting(item.card) || item.copy && moves());
        let kind = self.rules.definitions.get_index(item.def.index()).filter(|_| is_card).map(|(_, card)| card.kind);
        let of_kind = kind.and_then(|kind| self.rules.kinds[kind.index()].left_waiting);
        of_kind.unwrap_or(self.rules.left_waiting)
    }

    /// Takes the steps that belong to an item off the agenda.
    fn drop_steps_of(&mut self, handle: Handle) {
        self.drop_steps(0, |_, step| step.item() == Some(handle));
        // Nobody answers it any more.
        self.run.depth = self.run.depth.min(self.depth());
    }
}
