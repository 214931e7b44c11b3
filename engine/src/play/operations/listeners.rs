//! Who listens for what happens, and when each is called.

use super::forgive;
use super::{Leaver, Leaving};
use crate::model::agenda::{Happening, Step};
use crate::model::change::Change;
use crate::model::ids::{Handle, PlayerId, Word};
use crate::model::index::{IndexEntry, Topic};
use crate::model::rules::{Listener, Relation, Rules, When};
use crate::model::trace::{FactKind, Reason, Thing};
use crate::model::value::Value;
use crate::model::words;
use crate::play::filter::Looker;
use crate::play::run::Frame;
use crate::play::session::{Arg, Stop, Table};
use smallvec::SmallVec;

impl Table {
    /// Calls replacements for happenings that are neither moves nor changes of attributes.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn ask_replacements(&mut self, frame: Frame) -> Result<Option<Frame>, Stop> {
        self.replaced(frame)
    }

    /// Calls replacements. `None` if one of them stopped it.
    pub(super) fn replaced(&mut self, frame: Frame) -> Result<Option<Frame>, Stop> {
        let signal = frame.happening.signal;
        if !self.has_listeners(signal) {
            return Ok(Some(frame));
        }
        let entries = self.replacers(signal);
        let rules = self.rules.clone();
        let ruleset = |listener: &&Listener| listener.signal == signal && listener.when == When::Instead;
        if entries.is_empty() && !rules.listeners.iter().any(|listener| ruleset(&listener)) {
            return Ok(Some(frame));
        }
        let at = self.run.frames.len();
        self.run.frames.push(frame);
        let mut result = self.replace_all(&entries, at);
        for listener in rules.listeners.iter().filter(ruleset) {
            if result.is_ok() && self.run.frames[at].stopped_by.is_none() {
                result = forgive(self.call(&listener.hook, &[Arg::Game, Arg::Event(at as u32)]));
            }
        }
        let frame = self.run.frames.swap_remove(at);
        result?;
        let Some(by) = frame.stopped_by else {
            return Ok(Some(frame));
        };
        let thing = match frame.happening.subject {
            Value::Entity(handle) => self.thing(handle.id),
            Value::Player(player) => Thing::Player(player),
            _ => Thing::Word(signal),
        };
        self.tell(FactKind::Stays(thing, Reason::Replaced(by)));
        Ok(None)
    }

    pub(super) fn replace_all(&mut self, entries: &[IndexEntry], at: usize) -> Result<(), Stop> {
        for entry in entries {
            let key = (entry.entity, entry.number);
            let happening = self.run.frames[at].happening;
            if self.run.replaced.contains(&key)
                || !self.listens(*entry, happening)
                || !self.agrees(*entry, at as u32)?
            {
                continue;
            }
            // What the listener does itself must not call it again.
            self.run.replaced.push(key);
            let result = self.run_listener(*entry, at as u32);
            self.run.replaced.retain(|other| *other != key);
            result?;
            if self.run.frames[at].stopped_by.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    pub(super) fn has_listeners(&self, signal: Word) -> bool {
        !self.state().index.about(Topic::listener(signal)).is_empty()
            || self.rules.listeners.iter().any(|listener| listener.signal == signal)
    }

    /// The replacements for this signal, in the order of their entities.
    fn replacers(&self, signal: Word) -> SmallVec<[IndexEntry; 2]> {
        let about = self.state().index.about(Topic::listener(signal));
        about.iter().filter(|entry| self.listener(**entry).when == When::Instead).copied().collect()
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
        let leaves = |entry: &&IndexEntry| moving.iter().any(|leaving| leaving.card.id == entry.entity);
        found.extend(about.iter().filter(leaves).map(|entry| (*entry, self.state().entity(entry.entity).controller)));
    }

    /// Calls the listeners of cards that left in the batch. Triggers belong to the players who controlled these cards.
    pub(super) fn tell_leavers(
        &mut self,
        happening: Happening,
        controller: PlayerId,
        leavers: &[Leaver],
    ) -> Result<(), Stop> {
        let topic = Topic::listener(happening.signal);
        for (entry, player) in leavers.iter().filter(|(entry, _)| entry.topic == topic) {
            if self.listener(*entry).when == When::Stacked {
                let happening = Happening { player: controller, ..happening };
                if self.listens(*entry, happening) && self.agrees_to(*entry, happening)? {
                    self.gather(*entry, *player, happening);
                }
            } else {
                self.hear(*entry, happening)?;
            }
        }
        Ok(())
    }

    pub(super) fn listener(&self, entry: IndexEntry) -> &Listener {
        &self.rules.abilities_of(self.state().entity(entry.entity)).listeners[usize::from(entry.number)]
    }

    pub(super) fn listens(&self, entry: IndexEntry, happening: Happening) -> bool {
        let listener = self.listener(entry);
        let source = entry.entity;
        let player = self.state().entity(source).controller;
        if self.state().effect(source).is_some_and(|effect| effect.exempt.has(happening.player)) {
            return false;
        }
        let looker = Looker { player, source };
        let whose = match (listener.of, happening.subject) {
            (None, _) => true,
            (Some(Relation::Yours), _) => happening.player == player,
            (Some(Relation::Others), _) => happening.player != player,
            (Some(Relation::This), Value::Entity(handle)) => handle.id == source,
            (Some(Relation::Host), Value::Entity(handle)) => self.state().entity(source).host == handle.id,
            (Some(Relation::Target), subject) => {
                self.state().effect(source).is_some_and(|effect| effect.targets.contains(&subject))
            }
            (Some(Relation::This | Relation::Host), _) => false,
        };
        whose
            && match happening.subject {
                Value::Entity(handle) => self.passes(&listener.filter, handle.id, looker),
                _ => true,
            }
    }

    /// Calls everything that listens for what has happened.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn signal(&mut self, happening: Happening) -> Result<(), Stop> {
        self.signal_except(happening, &[])
    }

    /// As [`Table::signal`], except for listeners that have already been called.
    pub(super) fn signal_except(&mut self, happening: Happening, told: &[Leaver]) -> Result<(), Stop> {
        if !self.has_listeners(happening.signal) {
            return Ok(());
        }
        // A copy: listeners may change who listens, and those who did when it happened are told.
        let entries: SmallVec<[IndexEntry; 4]> = self.state().index.about(Topic::listener(happening.signal)).into();
        for entry in entries {
            if !told.iter().any(|(other, _)| *other == entry) {
                self.hear(entry, happening)?;
            }
        }
        self.signal_ruleset(happening)
    }

    fn hear(&mut self, entry: IndexEntry, happening: Happening) -> Result<(), Stop> {
        match self.listener(entry).when {
            When::Instead => Ok(()),
            When::AtOnce => self.call_listener(entry, happening),
            when @ (When::After | When::Queued | When::Stacked) => self.defer(entry, happening, when),
        }
    }

    pub(super) fn defer(&mut self, entry: IndexEntry, happening: Happening, when: When) -> Result<(), Stop> {
        if !self.listens(entry, happening) || !self.agrees_to(entry, happening)? {
            return Ok(());
        }
        let handle = self.state().handle(entry.entity);
        match when {
            When::Queued => self.change(Change::Queue(Step::Listener(handle, entry.number, happening))),
            When::Stacked => {
                let player = self.state().entity(entry.entity).controller;
                self.gather(entry, player, happening);
            }
            When::Instead | When::AtOnce | When::After => {
                self.push_step(Step::Listener(handle, entry.number, happening));
            }
        }
        Ok(())
    }

    /// Whether the condition of a listener, if it has one, is true of a happening.
    pub(super) fn agrees_to(&mut self, entry: IndexEntry, happening: Happening) -> Result<bool, Stop> {
        if self.listener(entry).condition.is_none() {
            return Ok(true);
        }
        self.with_frame(Frame::after(happening), |table, at| table.agrees(entry, at))
    }

    /// Whether the condition of a listener is true of the happening in this frame.
    fn agrees(&mut self, entry: IndexEntry, at: u32) -> Result<bool, Stop> {
        match self.listener(entry).condition.clone() {
            None => Ok(true),
            Some(hook) => {
                let args = [self.arg_of(entry.entity), Arg::Event(at)];
                self.predicate(&hook, &args)
            }
        }
    }

    pub(super) fn signal_ruleset(&mut self, happening: Happening) -> Result<(), Stop> {
        let rules = self.rules.clone();
        for listener in rules
            .listeners
            .iter()
            .filter(|listener| listener.signal == happening.signal && listener.when != When::Instead)
        {
            forgive(self.with_frame(Frame::after(happening), |table, at| {
                table.call(&listener.hook, &[Arg::Game, Arg::Event(at)])
            }))?;
        }
        Ok(())
    }

    pub(super) fn call_listener(&mut self, entry: IndexEntry, happening: Happening) -> Result<(), Stop> {
        if !self.listens(entry, happening) {
            return Ok(());
        }
        self.with_frame(Frame::after(happening), |table, at| match table.agrees(entry, at)? {
            true => table.run_listener(entry, at),
            false => Ok(()),
        })
    }

    /// Calls a listener whose time has come.
    ///
    /// # Errors
    /// A stop from its script.
    pub fn call_deferred(&mut self, source: Handle, number: u16, happening: Happening) -> Result<(), Stop> {
        // A card is the same wherever it went meanwhile; the place of an effect that has ended may be another's.
        if self.state().entity(source.id).kind == Rules::EFFECT && !self.state().fresh(source) {
            return Ok(());
        }
        let entry = IndexEntry { topic: Topic::listener(happening.signal), entity: source.id, number };
        self.with_frame(Frame::after(happening), |table, at| table.run_listener(entry, at))
    }

    pub(super) fn run_listener(&mut self, entry: IndexEntry, at: u32) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let listener = &rules.abilities_of(self.state().entity(entry.entity)).listeners[usize::from(entry.number)];
        let cause = self.cause_of(entry.entity);
        let args = [self.arg_of(entry.entity), Arg::Event(at)];
        forgive(self.with_cause(cause, |table| table.call(&listener.hook, &args)))
    }
}
