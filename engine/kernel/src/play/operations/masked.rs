//! Listeners of which nobody shall see that somebody has one: whoever might have one is asked, in the same way.
//!
//! Who is asked depends only on what everybody knows. Whoever has such a card chooses it or does not; whoever has none can
//! only answer that they choose nothing, and nobody else can tell the two apart.

use crate::model::agenda::{Event, Step};
use crate::model::change::Change;
use crate::model::ids::{EntityId, PlayerId, Players, Word};
use crate::model::index::{IndexEntry, Topic};
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{MaskedListener, Relation, Rules, When};
use crate::model::spent::SMALL;
use crate::model::state::Entity;
use crate::model::trace::{Named, Things};
use crate::model::value::Value;
use crate::play::ask::Ask;
use crate::play::call::Stop;
use crate::play::queries::{Viewpoint, passes};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

/// Listeners that hear, of one player.
type Heard = SmallVec<[IndexEntry; 2]>;

impl Table {
    /// Whether a listener is asked for, and not called by itself.
    pub(super) fn is_masked(&self, entry: IndexEntry) -> bool {
        let entity = self.state().entity(entry.entity);
        !self.rules.masked.is_empty() && entity.kind != Rules::EFFECT && self.listener(entry).masked
    }

    /// Whether anybody may have a masked listener for this signal.
    pub(super) fn is_listened_for_in_secret(&self, signal: Word) -> bool {
        self.rules.masked.iter().any(|masked| masked.signal == signal)
    }

    /// Asks who might listen for what has happened, at once or as steps of their own.
    pub(super) fn signal_masked(&mut self, event: Event) -> Result<(), Stop> {
        if !self.is_listened_for_in_secret(event.signal) {
            return Ok(());
        }
        for when in [When::AtOnce, When::After, When::Queued, When::Stacked] {
            let asked = self.might_hear(event, when);
            if asked.is_empty() {
                continue;
            }
            match when {
                When::Queued | When::Stacked => self.change(Change::Queue(Step::Masked(event, when, asked))),
                // Inside a dialogue nobody else can be asked: that comes after it.
                When::AtOnce if self.run.branch.is_none() => {
                    self.with_event(RunningEvent::after(event), |table, at| table.hear_masked(at, when, asked))?;
                }
                When::AtOnce | When::After | When::Instead => self.push_step(Step::Masked(event, when, asked)),
            }
        }
        Ok(())
    }

    /// Asks who might replace the running event.
    pub(super) fn replace_masked(&mut self, at: usize) -> Result<(), Stop> {
        let event = self.run.events[at].event;
        // Inside a dialogue nobody else can be asked.
        if self.run.branch.is_some() || !self.is_listened_for_in_secret(event.signal) {
            return Ok(());
        }
        let asked = self.might_hear(event, When::Instead);
        self.hear_masked(at as u32, When::Instead, asked)
    }

    /// Asks these players one after another, and calls at once what they choose.
    fn hear_masked(&mut self, at: u32, when: When, asked: Players) -> Result<(), Stop> {
        for player in self.state().around(self.state().turn.player) {
            if !asked.has(player) {
                continue;
            }
            let chosen = self.choose_masked(player, at, when)?;
            self.replace_all(&chosen, at as usize)?;
            if self.run.events[at as usize].stopped_by.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The step in which the next of these players is asked. What they choose is a step of its own, or goes on the stack.
    ///
    /// # Errors
    /// A stop from the question.
    pub(in crate::play) fn ask_masked(&mut self, event: Event, when: When, asked: Players) -> Result<(), Stop> {
        let around = self.state().around(self.state().turn.player);
        let Some(player) = around.into_iter().find(|player| asked.has(*player)) else { return Ok(()) };
        let rest = asked.without(player);
        if !rest.is_empty() {
            self.push_step(Step::Masked(event, when, rest));
        }
        let chosen = self.with_event(RunningEvent::after(event), |table, at| table.choose_masked(player, at, when))?;
        // In reverse, because the agenda is a stack.
        for entry in chosen.into_iter().rev() {
            match when {
                When::Stacked => self.gather(entry, player, event),
                When::Instead | When::AtOnce | When::After | When::Queued => {
                    let handle = self.state().handle(entry.entity);
                    self.push_step(Step::Listener(handle, entry.number, event));
                }
            }
        }
        Ok(())
    }

    /// Asks a player which cards hear what happens. What is chosen is known to everybody.
    fn choose_masked(&mut self, player: PlayerId, at: u32, when: When) -> Result<Heard, Stop> {
        let event = self.run.events[at as usize].event;
        let entries = self.masked_of(player, at, when)?;
        let option = |entry: &IndexEntry| Choice::Entity(self.state().handle(entry.entity), self.named(entry.entity));
        let options = self.offered_to(player, entries.iter().map(option).collect());
        let shape = Shape::SomeOf(0, options.len() as u32);
        let question = Question::Choose(event.signal);
        let (answer, options) =
            self.ask(Ask { player, question, about: Things::new(), shape, options, public: false })?;
        let chosen = self.first_of_copies(player, &options, answer.options());
        let cards: SmallVec<[Choice; 2]> = chosen.iter().map(|at| options[usize::from(*at)].clone()).collect();
        let named = cards.iter().map(|card| self.reveal(card)).collect::<Vec<Things>>();
        self.tell_choice(player, event.signal, named.into_iter().flatten().collect());
        let entry = |card: &Choice| entries.iter().find(|entry| entry.entity == card.entity()).copied();
        Ok(cards.iter().filter_map(entry).collect())
    }

    /// Whoever uses a card shows it: from here on everybody knows it.
    fn reveal(&mut self, card: &Choice) -> Things {
        let before = *self.state().entity(card.entity());
        let known = self.everyone();
        self.run.sealed = true;
        if before.known != known {
            self.change(Change::Alter { id: card.entity(), before, after: Entity { known, ..before } });
        }
        match card {
            Choice::Entity(handle, named) => Choice::Entity(*handle, Named { known, ..*named }).things(),
            other => other.things(),
        }
    }

    /// The masked listeners of a player that hear the running event: of each card the first.
    fn masked_of(&mut self, player: PlayerId, at: u32, when: When) -> Result<Heard, Stop> {
        let event = self.run.events[at as usize].event;
        let about = self.state().index.about(Topic::listener(event.signal));
        let own = |entry: &&IndexEntry| {
            self.is_masked(**entry)
                && self.has_its_voice(**entry)
                && self.listener(**entry).when == when
                && self.state().entity(entry.entity).controller == player
        };
        self.reading().charge(about.len());
        let entries: Heard = about.iter().filter(own).copied().collect();
        let mut heard = Heard::new();
        for entry in entries {
            let is_first = heard.iter().all(|other| other.entity != entry.entity);
            if is_first && self.listens(entry, event) && self.agrees(entry, at)? {
                heard.push(entry);
            }
        }
        Ok(heard)
    }

    /// Who may have a card that hears, for all that everybody knows.
    fn might_hear(&self, event: Event, when: When) -> Players {
        let masked = || self.rules.masked.iter().filter(|masked| masked.signal == event.signal && masked.when == when);
        let might = |player: &PlayerId| masked().any(|masked| self.might_have(*player, *masked, event));
        self.state().around(self.state().turn.player).into_iter().filter(might).fold(Players::NONE, Players::with)
    }

    /// Whether a player may have a card with this listener, where it hears this event: one that not everybody knows, or
    /// that everybody knows to be it.
    fn might_have(&self, player: PlayerId, masked: MaskedListener, event: Event) -> bool {
        let definition = &self.rules.definitions[masked.def.index()];
        let listener = &definition.abilities.listeners[usize::from(masked.number)];
        let zones = listener.from.as_ref().unwrap_or(&definition.works_in);
        let everyone = self.everyone();
        let may_be_it =
            |entity: &Entity| entity.controller == player && (entity.known != everyone || entity.def == masked.def);
        let is_one = |card: &EntityId| may_be_it(self.state().entity(*card));
        let has_one = || {
            let meant = self.state().zones().filter(|(_, zone)| zones.contains(&zone.decl));
            meant.map(|(_, zone)| &zone.cards).any(|cards| {
                self.reading().charge(1 + cards.len() / SMALL);
                cards.iter().any(is_one)
            })
        };
        let is_meant = match (listener.of, event.subject) {
            (Some(Relation::Yours), _) => event.player == player,
            (Some(Relation::Others), _) => event.player != player,
            (Some(Relation::This), Value::Entity(handle)) => may_be_it(self.state().entity(handle.id)),
            (None | Some(_), _) => true,
        };
        is_meant && self.may_pass(player, masked, event) && has_one()
    }

    /// Whether what happens may pass the filter of a listener, for all that everybody knows of it.
    fn may_pass(&self, player: PlayerId, masked: MaskedListener, event: Event) -> bool {
        let filter = &self.rules.definitions[masked.def.index()].abilities.listeners[usize::from(masked.number)].filter;
        let Value::Entity(handle) = event.subject else { return true };
        let subject = self.state().entity(handle.id);
        let is_secret = subject.can_be_hidden() && subject.known != self.everyone();
        // What depends on the listener itself cannot be judged without knowing which card that is.
        let is_own = matches!(filter.of, Some(Relation::This | Relation::Host | Relation::Target));
        let viewpoint = Viewpoint { player, source: EntityId::NONE };
        is_secret || is_own || passes(self.reading(), filter, handle.id, viewpoint)
    }
}
