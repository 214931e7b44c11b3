//! The agenda and what waits for the next check.

use super::{Checked, Valid, holds};
use crate::model::agenda::{Event, OpenWindow, Step, Trigger};
use crate::model::ids::{Handle, PlayerId, Players};
use crate::model::rules::{MaskedListener, Rules, When};

impl Valid<'_> {
    pub(super) fn step(&self, step: &Step) -> Checked {
        match *step {
            Step::NextTurn => Ok(()),
            Step::BeginPhase(phase) | Step::PhaseWindows(phase, _) | Step::EndPhase(phase) => self.phase(phase),
            Step::Window(open) => self.window(open),
            Step::Resolve(item) | Step::Finish(item) => self.thing(item),
            Step::Copy(def, player) => self.definition(def).and(self.player(player)),
            Step::Hook(name, ref value) => self.word(name).and(self.carried(value)),
            Step::Listener(source, number, event) => self.listener(source, number, event),
            Step::Trigger(trigger) => self.trigger(trigger),
            Step::Leave(player) | Step::NextSeat(player) => self.player(player),
            Step::Use(player, card, action) => {
                self.player(player).and(self.action(action)).and(self.card_or_none(card))
            }
            Step::Chosen(player, card, number, subject) => self.chosen(player, card, number, subject),
            Step::Masked(event, when, asked) => self.masked(event, when, asked),
            // A game is saved between two steps, when nothing runs inside of another.
            Step::EndProcedure(procedure) => procedure.map_or(Ok(()), |procedure| self.procedure(procedure)),
            Step::Floor => Err("it is in the middle of a step"),
        }
    }

    pub(super) fn queued(&self, step: &Step) -> Checked {
        match *step {
            Step::Listener(source, number, event) => self.listener(source, number, event),
            Step::Trigger(trigger) => self.trigger(trigger),
            Step::Masked(event, when @ (When::Queued | When::Stacked), asked) => self.masked(event, when, asked),
            Step::NextTurn
            | Step::BeginPhase(_)
            | Step::PhaseWindows(..)
            | Step::Window(_)
            | Step::EndPhase(_)
            | Step::Resolve(_)
            | Step::Finish(_)
            | Step::Copy(..)
            | Step::Use(..)
            | Step::Hook(..)
            | Step::Leave(_)
            | Step::NextSeat(_)
            | Step::EndProcedure(_)
            | Step::Chosen(..)
            | Step::Masked(..)
            | Step::Floor => Err("something is queued that is not a listener's call"),
        }
    }

    /// A use that was chosen in secret. Nothing is looked up of a card that is no longer what it was.
    fn chosen(&self, player: PlayerId, card: Handle, number: u16, subject: Handle) -> Checked {
        self.player(player)?;
        self.thing(card)?;
        self.thing_or_none(subject)?;
        let def = self.state.entity(card.id).def;
        let is_use = self.rules.usage(def, number).is_some();
        holds(!self.state.fresh(card) || is_use, "it uses a card in a way that it does not have")
    }

    fn window(&self, open: OpenWindow) -> Checked {
        let OpenWindow { decl, subject, actor, round, cursor, passed, used: _, acted } = open;
        self.window_id(decl)?;
        let rounds = self.rules.windows[decl.index()].rounds.len().max(1);
        holds(usize::from(round) < rounds, "a window is in a round that it does not have")?;
        self.thing_or_none(subject)?;
        self.player(actor)?;
        self.player(cursor)?;
        self.players(passed)?;
        self.players(acted)
    }

    /// A listener's call. If its effect has ended and another entity has taken its place, it is not called.
    fn listener(&self, source: Handle, number: u16, event: Event) -> Checked {
        self.thing(source)?;
        let entity = self.state.entity(source.id);
        let listeners = &self.rules.abilities_of(entity).listeners;
        let ended = entity.kind == Rules::EFFECT && !self.state.fresh(source);
        holds(ended || usize::from(number) < listeners.len(), "it calls something that does not listen")?;
        self.event(event)
    }

    /// Players who are asked what they have that listens. What replaces an event is asked for while it happens.
    fn masked(&self, event: Event, when: When, asked: Players) -> Checked {
        let listens = |masked: &MaskedListener| (masked.signal, masked.when) == (event.signal, when);
        holds(
            when != When::Instead && self.rules.masked.iter().any(listens),
            "it asks who listens for what nobody does",
        )?;
        self.players(asked)?;
        self.event(event)
    }

    /// A listener's call that is put on the stack; what listened may be gone, and its place another's.
    pub(super) fn trigger(&self, trigger: Trigger) -> Checked {
        let Trigger { source, def, part, number, player, event } = trigger;
        self.thing(source)?;
        self.part(def, part)?;
        let listeners = &self.rules.abilities(def, part).listeners;
        holds(usize::from(number) < listeners.len(), "it calls something that does not listen")?;
        self.player(player)?;
        self.event(event)
    }

    fn event(&self, event: Event) -> Checked {
        let Event { signal, player, subject, amount: _, cause, from } = event;
        self.word(signal)?;
        self.player(player)?;
        self.value(subject)?;
        self.thing_or_none(cause)?;
        if from.is_some() { self.zone(from) } else { Ok(()) }
    }
}
