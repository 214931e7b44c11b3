//! The trace: what it names is there to be named.

use super::{Checked, Valid, each, holds};
use crate::model::ids::{
    ActionId, AttrId, DefId, EntityId, LineId, PhaseId, PlayerId, Players, Seat, Seats, ValueId, WindowId, Word, ZoneId,
};
use crate::model::trace::{Against, Fact, Named, NotNow, Reason, ScriptLocation, Things, Written};
use crate::model::value::Value;
use crate::model::visit::{IdVisitor, VisitIds, Visited};
use std::ops::ControlFlow;

/// What a visit has found.
fn checked(visited: Visited<&'static str>) -> Checked {
    match visited {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(wrong) => Err(wrong),
    }
}

impl Valid<'_> {
    pub(super) fn fact(&self, fact: &Fact) -> Checked {
        let Fact { depth: _, what, cause, place, input: _ } = fact;
        self.names(what)?;
        self.names(cause)?;
        self.place(*place)
    }

    /// What something names is there.
    pub(super) fn names(&self, what: &impl VisitIds) -> Checked {
        checked(what.visit(&mut Self { ..*self }))
    }

    /// What is put into the text of an ending is there, or nobody.
    pub(super) fn about(&self, about: &Things) -> Checked {
        checked(IdVisitor::about(&mut Self { ..*self }, about))
    }

    fn reason(&self, reason: Reason) -> Checked {
        match reason {
            Reason::Exempt(player, by) => self.player(player).and(self.named(&by)),
            Reason::Protected(by) | Reason::Replaced(by) | Reason::Forbidden(by) => self.named(&by),
            Reason::Out(player) => self.player(player),
            Reason::Terminal(zone) | Reason::Full(zone) | Reason::Room(zone, _) => self.zone(zone),
            Reason::Gate(action, _) => self.action(action),
            Reason::OwnGate(def, number, _)
            | Reason::Elsewhere(def, number)
            | Reason::NotYours(def, number)
            | Reason::NotAnswered(def, number)
            | Reason::NotNow(NotNow::OtherWindow(def, number)) => {
                self.definition(def)?;
                holds(self.rules.usage(def, number).is_some(), "a card is used in a way that it does not have")
            }
            Reason::Gives(_, zone) => self.zone_decl(zone),
            Reason::Spends(_, attribute) => self.attribute(attribute),
            Reason::Unpaid(names) => each(names.iter(), |name| self.word(name)),
            Reason::Unasked(seat, window) => self.seat(seat).and(self.window_id(window)),
            Reason::NoTarget(word) | Reason::NotAmong(word) | Reason::Word(word) | Reason::InPart(word, ..) => {
                self.word(word)
            }
            Reason::NotNow(NotNow::Passed(player) | NotNow::Spent(player)) => self.player(player),
            Reason::NotNow(NotNow::Uninvited(player, window)) => self.player(player).and(self.window_id(window)),
            Reason::NotNow(NotNow::Asked(seat)) => self.seat(seat),
            Reason::NotNow(
                NotNow::RoundOver
                | NotNow::RoundToCome
                | NotNow::Tried
                | NotNow::NothingToAnswer
                | NotNow::AnswersNothing
                | NotNow::Sealed,
            )
            | Reason::Gone
            | Reason::Short(..)
            | Reason::Cost
            | Reason::Needed => Ok(()),
        }
    }

    fn against(&self, against: Against) -> Checked {
        self.reason(against.reason)?;
        match against.written {
            Some(Written::Declared(line)) => {
                holds(usize::from(line.file) < self.rules.files.len(), "it names a file that no pack has")
            }
            Some(Written::Done(place)) => self.place(Some(place)),
            None => Ok(()),
        }
    }

    fn named(&self, named: &Named) -> Checked {
        let Named { def, controller, ordinal: _, known, site, zone, place: _, card } = *named;
        if def != DefId::NONE {
            self.definition(def)?;
        }
        if controller.is_somebody() {
            self.player(controller)?;
        }
        self.seats(known)?;
        holds(!site.is_some() || site.index() < self.rules.board.sites(), "it names a space that no board has")?;
        if zone.is_some() {
            self.zone(zone)?;
        }
        if card == EntityId::NONE { Ok(()) } else { self.entity(card) }
    }

    fn place(&self, place: Option<ScriptLocation>) -> Checked {
        each(place, |place| self.location(place))
    }

    fn location(&self, place: ScriptLocation) -> Checked {
        holds(usize::from(place.script) < self.rules.scripts.len(), "it names a script that no pack has")
    }
}

/// What is visited is checked by the method of the same name.
macro_rules! checks {
    ($($sort:ident($type:ty) by $check:ident;)*) => {
        impl IdVisitor for Valid<'_> {
            type Stop = &'static str;

            $(
                fn $sort(&mut self, given: $type) -> Visited<&'static str> {
                    match Valid::$check(self, given) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(wrong) => ControlFlow::Break(wrong),
                    }
                }
            )*
        }
    };
}

checks! {
    player(PlayerId) by player;
    players(Players) by players;
    seat(Seat) by seat;
    seats(Seats) by seats;
    word(Word) by word;
    attribute(AttrId) by attribute;
    action(ActionId) by action;
    window(WindowId) by window_id;
    phase(PhaseId) by phase;
    line(LineId) by line;
    value_id(ValueId) by value_id;
    zone(ZoneId) by zone;
    value(Value) by value;
    location(ScriptLocation) by location;
    named(&Named) by named;
    reason(Reason) by reason;
    against(Against) by against;
}
