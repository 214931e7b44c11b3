//! Who listens for what happens, and when each is called.

use super::ignore_fault;
use super::{Leaver, Leaving};
use crate::model::agenda::{Event, Step};
use crate::model::change::Change;
use crate::model::ids::{Handle, PlayerId, Word};
use crate::model::index::{IndexEntry, Topic};
use crate::model::memory::Memory;
use crate::model::rules::{AbilitySort, Hook, Listener, Relation, Rules, When};
use crate::model::spent::SMALL;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::queries::{Viewpoint, passes};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

impl Table {
    pub(in crate::play) fn has_listeners(&self, signal: Word) -> bool {
        self.run.work.add((self.rules.listeners.len() / SMALL) as u64);
        !self.state().index.about(Topic::listener(signal)).is_empty()
            || self.rules.listeners.iter().any(|listener| listener.signal == signal)
            || self.is_listened_for_in_secret(signal)
    }

    /// The listeners of cards that leave in a batch, for the signals of that batch.
    pub(super) fn leavers(&self, moving: &[Leaving]) -> SmallVec<[Leaver; 2]> {
        let mut found = SmallVec::new();
        for (at, leaving) in moving.iter().enumerate() {
            if !moving[..at].iter().any(|other| other.cause == leaving.cause) {
                self.add_leavers(leaving.cause, moving, &mut found);
            }
        }
        self.add_leavers(words::LEAVES, moving, &mut found);
        found
    }

    fn add_leavers(&self, signal: Word, moving: &[Leaving], found: &mut SmallVec<[Leaver; 2]>) {
        let about = self.state().index.about(Topic::listener(signal));
        self.run.work.add((about.len() * moving.len() / SMALL) as u64);
        let leaves = |entry: &&IndexEntry| moving.iter().any(|leaving| leaving.card.id == entry.entity);
        let player = |entry: &IndexEntry| self.somebody(self.state().entity(entry.entity).controller);
        let leaves = about.iter().filter(leaves).filter(|entry| self.has_its_voice(**entry));
        found.extend(leaves.map(|entry| (*entry, player(entry))));
    }

    /// Calls the listeners of cards that left in the batch. Triggers belong to the players who controlled these cards.
    pub(super) fn tell_leavers(&mut self, event: Event, controller: PlayerId, leavers: &[Leaver]) -> Result<(), Stop> {
        let topic = Topic::listener(event.signal);
        // Of those that are asked for, none is where it could be chosen any more.
        let hears = |(entry, _): &&Leaver| entry.topic == topic && !self.is_masked(*entry);
        let leavers: SmallVec<[Leaver; 2]> = leavers.iter().filter(hears).copied().collect();
        for (entry, player) in &leavers {
            if self.listener(*entry).when == When::Stacked {
                let event = Event { player: controller, ..event };
                if self.listens(*entry, event) && self.agrees_to(*entry, event)? {
                    self.gather(*entry, *player, event);
                }
            } else {
                self.hear(*entry, event)?;
            }
        }
        Ok(())
    }

    pub(super) fn listener(&self, entry: IndexEntry) -> &Listener {
        &self.rules.abilities_of(self.state().entity(entry.entity)).listeners[usize::from(entry.number)]
    }

    /// Whether a listener has not been taken away.
    pub(super) fn has_its_voice(&self, entry: IndexEntry) -> bool {
        !self.rules.silences || !self.reading().is_silenced(entry.entity, self.listener(entry).keyword)
    }

    pub(super) fn listens(&self, entry: IndexEntry, event: Event) -> bool {
        let listener = self.listener(entry);
        let source = entry.entity;
        let player = self.state().entity(source).controller;
        if self.state().effect(source).is_some_and(|effect| effect.exempt.has(event.player)) {
            return false;
        }
        let viewpoint = Viewpoint { player, source };
        let left = self.left(event).filter(|_| listener.when != When::Instead);
        let whose = match (listener.of, event.subject) {
            (None, _) => true,
            (Some(Relation::Yours), _) => event.player == player,
            (Some(Relation::Others), _) => event.player != player,
            (Some(Relation::This), Value::Entity(handle)) => {
                handle.id == source || self.state().is_use_of(handle.id, source)
            }
            (Some(Relation::Host), Value::Entity(handle)) => {
                let was_attached = |memory: &Memory| memory.attached.iter().any(|card| card.id == source);
                self.state().entity(source).host == handle.id || left.is_some_and(was_attached)
            }
            (Some(Relation::Target), subject) => {
                self.state().effect(source).is_some_and(|effect| effect.targets.contains(&subject))
            }
            (Some(Relation::This | Relation::Host), _) => false,
        };
        let hears = whose
            && match event.subject {
                Value::Entity(handle) => passes(self.reading().as_it_was(left), &listener.filter, handle.id, viewpoint),
                _ => true,
            };
        if hears {
            self.exercise(AbilitySort::Listener, entry);
        }
        hears
    }

    /// Calls everything that listens for what has happened.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn signal(&mut self, event: Event) -> Result<(), Stop> {
        self.signal_except(event, &[])
    }

    /// As [`Table::signal`], except for listeners that have already been called.
    pub(super) fn signal_except(&mut self, event: Event, told: &[Leaver]) -> Result<(), Stop> {
        self.settle_control();
        if !self.has_listeners(event.signal) {
            return Ok(());
        }
        // A copy: listeners may change who listens, and those who did when it happened are told.
        let mut entries: SmallVec<[IndexEntry; 4]> = self.state().index.about(Topic::listener(event.signal)).into();
        self.run.work.add(entries.len() as u64);
        entries.retain(|entry| self.has_its_voice(*entry));
        for entry in entries {
            if self.is_out_of_work() {
                self.tell_out_of_work();
                break;
            }
            if !told.iter().any(|(other, _)| *other == entry) {
                self.hear(entry, event)?;
            }
        }
        self.signal_masked(event)?;
        self.signal_ruleset(event)
    }

    fn hear(&mut self, entry: IndexEntry, event: Event) -> Result<(), Stop> {
        if self.is_masked(entry) {
            return Ok(());
        }
        match self.listener(entry).when {
            When::Instead => Ok(()),
            When::AtOnce => self.call_listener(entry, event),
            when @ (When::After | When::Queued | When::Stacked) => self.defer(entry, event, when),
        }
    }

    pub(super) fn defer(&mut self, entry: IndexEntry, event: Event, when: When) -> Result<(), Stop> {
        if !self.listens(entry, event) || !self.agrees_to(entry, event)? {
            return Ok(());
        }
        let handle = self.state().handle(entry.entity);
        match when {
            When::Queued => self.change(Change::Queue(Step::Listener(handle, entry.number, event))),
            When::Stacked => {
                let player = self.somebody(self.state().entity(entry.entity).controller);
                self.gather(entry, player, event);
            }
            When::Instead | When::AtOnce | When::After => {
                self.push_step(Step::Listener(handle, entry.number, event));
            }
        }
        Ok(())
    }

    /// Whether the condition of a listener, if it has one, is true of an event.
    pub(super) fn agrees_to(&mut self, entry: IndexEntry, event: Event) -> Result<bool, Stop> {
        if self.listener(entry).condition.is_none() {
            return Ok(true);
        }
        self.with_event(RunningEvent::after(event), |table, at| table.agrees(entry, at))
    }

    /// Whether the condition of a listener is true of the running event.
    pub(super) fn agrees(&mut self, entry: IndexEntry, at: u32) -> Result<bool, Stop> {
        match self.listener(entry).condition.as_ref().map(Hook::predicate) {
            None => Ok(true),
            Some(condition) => {
                let args = [self.arg_of(entry.entity), Arg::Event(at)];
                self.predicate(condition, &args)
            }
        }
    }

    pub(super) fn signal_ruleset(&mut self, event: Event) -> Result<(), Stop> {
        for number in 0..self.rules.listeners.len() {
            let listener = &self.rules.listeners[number];
            if listener.signal == event.signal && listener.when != When::Instead {
                let function = listener.hook.id();
                self.room_for_a_call()?;
                ignore_fault(self.with_event(RunningEvent::after(event), |table, at| {
                    table.call(function, &[Arg::Game, Arg::Event(at)])
                }))?;
            }
        }
        Ok(())
    }

    pub(super) fn call_listener(&mut self, entry: IndexEntry, event: Event) -> Result<(), Stop> {
        if !self.listens(entry, event) {
            return Ok(());
        }
        self.with_event(RunningEvent::after(event), |table, at| match table.agrees(entry, at)? {
            true => table.run_listener(entry, at),
            false => Ok(()),
        })
    }

    /// Calls a listener whose time has come.
    ///
    /// # Errors
    /// A stop from its script.
    pub(crate) fn call_deferred(&mut self, source: Handle, number: u16, event: Event) -> Result<(), Stop> {
        // A card is the same wherever it went meanwhile; the place of an effect that has ended may be another's.
        if self.state().entity(source.id).kind == Rules::EFFECT && !self.state().fresh(source) {
            return Ok(());
        }
        let entry = IndexEntry { topic: Topic::listener(event.signal), entity: source.id, number };
        self.with_event(RunningEvent::after(event), |table, at| table.run_listener(entry, at))
    }

    pub(super) fn run_listener(&mut self, entry: IndexEntry, at: u32) -> Result<(), Stop> {
        let function = self.listener(entry).hook.id();
        let cause = self.cause_of(entry.entity);
        let args = [self.arg_of(entry.entity), Arg::Event(at)];
        self.room_for_a_call()?;
        ignore_fault(self.with_cause(cause, |table| table.call(function, &args)))
    }
}
