//! Replacements: what is called instead of something that is about to happen, and in which order.

use super::ignore_fault;
use crate::model::ids::{PlayerId, Word};
use crate::model::index::{IndexEntry, Topic};
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{Listener, ReplacementOrder, When};
use crate::model::trace::{FactKind, Reason, Thing, Things};
use crate::model::value::Value;
use crate::model::words;
use crate::play::ask::Ask;
use crate::play::call::{Arg, Stop};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

/// Replacements of one happening.
type Replacers = SmallVec<[IndexEntry; 2]>;

impl Table {
    /// Calls replacements. `None` if one of them stopped it.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn replaced(&mut self, running: RunningEvent) -> Result<Option<RunningEvent>, Stop> {
        let signal = running.event.signal;
        if !self.has_listeners(signal) {
            return Ok(Some(running));
        }
        let entries = self.replacers(signal);
        self.run.work.add(self.state().index.about(Topic::listener(signal)).len() as u64);
        let ruleset = |listener: &Listener| listener.signal == signal && listener.when == When::Instead;
        let is_masked = self.is_listened_for_in_secret(signal);
        if entries.is_empty() && !is_masked && !self.rules.listeners.iter().any(ruleset) {
            return Ok(Some(running));
        }
        let at = self.run.events.len();
        self.run.events.push(running);
        let mut result = self.replace_in_order(&entries, at);
        if result.is_ok() && self.run.events[at].stopped_by.is_none() {
            result = self.replace_masked(at);
        }
        for number in 0..self.rules.listeners.len() {
            let listener = &self.rules.listeners[number];
            if ruleset(listener) && result.is_ok() && self.run.events[at].stopped_by.is_none() {
                let hook = listener.hook.id();
                result = self.room_for_a_call();
                result = result.and_then(|()| ignore_fault(self.call(hook, &[Arg::Game, Arg::Event(at as u32)])));
            }
        }
        let running = self.run.events.swap_remove(at);
        result?;
        let Some(by) = running.stopped_by else {
            return Ok(Some(running));
        };
        let thing = match running.event.subject {
            Value::Entity(handle) => self.thing(handle.id),
            Value::Player(player) => Thing::Player(player),
            _ => Thing::Word(signal),
        };
        self.tell(FactKind::Stays(thing, Reason::Replaced(by)));
        Ok(None)
    }

    /// Calls the replacements of the running event in the order of the rules, each at most once.
    fn replace_in_order(&mut self, entries: &[IndexEntry], at: usize) -> Result<(), Stop> {
        match self.rules.replacements {
            ReplacementOrder::AsTheyCame => self.replace_all(entries, at),
            // Inside a dialogue nobody else can be asked.
            ReplacementOrder::AffectedPlayer if self.run.branch.is_some() => self.replace_all(entries, at),
            ReplacementOrder::NewestFirst | ReplacementOrder::AffectedPlayer => self.replace_in_turn(entries, at),
        }
    }

    /// Calls one of the replacements that apply, then one of those that still do, until none is left.
    fn replace_in_turn(&mut self, entries: &[IndexEntry], at: usize) -> Result<(), Stop> {
        let mut left: Replacers = entries.into();
        while self.run.events[at].stopped_by.is_none() {
            let mut applying = Replacers::new();
            for entry in &left {
                if self.replaces(*entry, at)? {
                    applying.push(*entry);
                }
            }
            let Some(next) = self.next_replacement(&applying, at)? else { break };
            left.retain(|entry| *entry != next);
            self.replace_by(next, at)?;
        }
        Ok(())
    }

    /// Which of several replacements comes next: the newest, or the one that the affected player chooses.
    fn next_replacement(&mut self, applying: &[IndexEntry], at: usize) -> Result<Option<IndexEntry>, Stop> {
        let kind = |entry: &IndexEntry| {
            let entity = self.state().entity(entry.entity);
            (entity.def, entity.part, entry.number)
        };
        let player = self.run.events[at].event.player;
        let alike = applying.iter().all(|entry| kind(entry) == kind(&applying[0]));
        match self.rules.replacements {
            ReplacementOrder::NewestFirst => {
                Ok(applying.iter().copied().rev().max_by_key(|entry| self.state().since(entry.entity)))
            }
            ReplacementOrder::AffectedPlayer if !alike && player.is_somebody() => {
                self.chosen_replacement(player, applying).map(Some)
            }
            ReplacementOrder::AsTheyCame | ReplacementOrder::AffectedPlayer => Ok(applying.first().copied()),
        }
    }

    fn chosen_replacement(&mut self, player: PlayerId, applying: &[IndexEntry]) -> Result<IndexEntry, Stop> {
        let named = |entry: &IndexEntry| {
            let several = applying.iter().filter(|other| other.entity == entry.entity).count() > 1;
            match self.listener(*entry).title.filter(|_| several) {
                Some(title) => Choice::Word(title),
                None => Choice::Entity(self.state().handle(entry.entity), self.named(entry.entity)),
            }
        };
        let options = self.told_apart(player, applying.iter().map(named).collect());
        let question = Question::Choose(words::REPLACEMENTS);
        let ask = Ask { player, question, about: Things::new(), shape: Shape::OneOf, options, public: false };
        let (answer, options) = self.ask(ask)?;
        self.tell_choice(player, words::REPLACEMENTS, options[answer.first()].things());
        Ok(applying[answer.first()])
    }

    /// Calls replacements one after another, in this order.
    pub(super) fn replace_all(&mut self, entries: &[IndexEntry], at: usize) -> Result<(), Stop> {
        for entry in entries {
            if !self.replaces(*entry, at)? {
                continue;
            }
            self.replace_by(*entry, at)?;
            if self.run.events[at].stopped_by.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a replacement applies to the running event as it is now.
    fn replaces(&mut self, entry: IndexEntry, at: usize) -> Result<bool, Stop> {
        let event = self.run.events[at].event;
        let runs = self.run.replaced.contains(&(entry.entity, entry.number));
        Ok(!runs && self.listens(entry, event) && self.agrees(entry, at as u32)?)
    }

    /// Calls a replacement; what it does itself must not call it again.
    fn replace_by(&mut self, entry: IndexEntry, at: usize) -> Result<(), Stop> {
        let key = (entry.entity, entry.number);
        self.run.replaced.push(key);
        let result = self.run_listener(entry, at as u32);
        self.run.replaced.retain(|other| *other != key);
        result
    }

    /// The replacements for this signal, in the order of their entities.
    fn replacers(&self, signal: Word) -> SmallVec<[IndexEntry; 2]> {
        let about = self.state().index.about(Topic::listener(signal));
        let replaces = |entry: &&IndexEntry| {
            self.listener(**entry).when == When::Instead && !self.is_masked(**entry) && self.has_its_voice(**entry)
        };
        about.iter().filter(replaces).copied().collect()
    }
}
