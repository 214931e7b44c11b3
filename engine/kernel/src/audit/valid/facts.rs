//! The trace: what it names is there to be named.

use super::{Checked, Valid, each, holds};
use crate::model::ids::{DefId, EntityId, PlayerId};
use crate::model::trace::{Against, Fact, FactKind, Named, NotNow, Reason, ScriptLocation, Thing, Written};

impl Valid<'_> {
    pub(super) fn fact(&self, fact: &Fact) -> Checked {
        let Fact { depth: _, what, cause, place, input: _ } = fact;
        self.what(what)?;
        self.maybe(cause.as_ref())?;
        self.place(*place)
    }

    fn what(&self, what: &FactKind) -> Checked {
        match what {
            FactKind::Turn(_, player, _)
            | FactKind::ExtraTurn(player)
            | FactKind::Skip(player, _)
            | FactKind::Leaves(player)
            | FactKind::Drops(player) => self.player(*player),
            FactKind::LeaveTogether(players) => self.players(*players),
            FactKind::Waits(seat) => self.seat(*seat),
            FactKind::Phase(phase) => self.phase(*phase),
            FactKind::Uses { seat, action, card, answers } => {
                self.seat(*seat).and(self.action(*action)).and(self.named(card)).and(self.maybe(answers.as_ref()))
            }
            FactKind::Announces(phrase, things) => self.word(*phrase).and(self.things(things)),
            FactKind::Passes(seat, window, _) => self.seat(*seat).and(self.window_id(*window)),
            FactKind::Chooses(seat, question, things) => {
                self.seat(*seat).and(self.word(*question)).and(self.things(things))
            }
            FactKind::Chance(what, player, things, seen) => {
                self.word(*what).and(self.player(*player)).and(self.things(things)).and(self.seats(*seen))
            }
            FactKind::Moves(card, from, to, cause) => {
                self.named(card).and(self.zone(*from)).and(self.zone(*to)).and(self.word(*cause))
            }
            FactKind::Sets(thing, attr, before, after) => {
                each(thing, |thing| self.told(thing))?;
                self.attribute(*attr).and(self.value(*before)).and(self.value(*after))
            }
            FactKind::Pieces(pile, _, from, to, cause) => {
                self.named(pile)?;
                each([from, to].into_iter().filter(|zone| zone.is_some()), |zone| self.zone(*zone))?;
                self.word(*cause)
            }
            FactKind::Value(value, thing, _) => self.value_id(*value).and(each(thing, |thing| self.told(thing))),
            FactKind::Part(_, by, why) => self.maybe(by.as_ref()).and(self.things(why)),
            FactKind::Attaches(card, host) => self.named(card).and(self.maybe(host.as_ref())),
            FactKind::Controls(card, player)
            | FactKind::Exempt(player, card)
            | FactKind::Copies(player, card)
            | FactKind::Copied(player, card) => self.named(card).and(self.player(*player)),
            FactKind::Shows(card, seats) => self.named(card).and(self.seats(*seats)),
            FactKind::Shuffles(zone) | FactKind::Restacks(zone, ..) => self.zone(*zone),
            FactKind::Refills(from, to) => self.zone(*from).and_then(|()| self.zone(*to)),
            FactKind::Owns(named, player) => {
                self.named(named)?;
                if player.is_somebody() { self.player(*player) } else { Ok(()) }
            }
            FactKind::Resolves(card)
            | FactKind::Sent(card)
            | FactKind::Fizzles(card)
            | FactKind::Stands(card)
            | FactKind::Ends(card)
            | FactKind::Triggers(card)
            | FactKind::TriggerResolves(card)
            | FactKind::TriggerLeaves(card) => self.named(card),
            FactKind::Creates(card, zone) => self.named(card).and(self.zone(*zone)),
            FactKind::Vanishes(card, why) => self.named(card).and(self.word(*why)),
            FactKind::Lost(seat, things) => self.seat(*seat).and(self.things(things)),
            FactKind::Negated(item, by) => self.named(item).and(self.named(by)),
            FactKind::Retargets(item, things) => self.named(item).and(self.things(things)),
            FactKind::Learns { by, attr, value, is: _, things } => {
                self.seats(*by).and(self.attribute(*attr)).and(self.value(*value)).and(self.things(things))
            }
            FactKind::SaysOf(line, card) => self.line(*line).and(self.named(card)),
            FactKind::Says(line, thing) => self.line(*line).and(each(thing, |thing| self.told(thing))),
            FactKind::Stays(thing, reason) | FactKind::Idle(thing, reason) => {
                self.told(thing).and(self.reason(*reason))
            }
            FactKind::Refused { seat, action, card, answers, choosing, why } => {
                self.seat(*seat).and(self.action(*action)).and(self.named(card)).and(self.maybe(answers.as_ref()))?;
                each(choosing, |(phrase, thing)| self.word(*phrase).and(self.told(thing)))?;
                each(why.iter(), |against| self.against(*against))
            }
            FactKind::RefusedChoice { seat, question, things, why } => {
                self.seat(*seat).and(self.word(*question)).and(self.things(things)).and(self.against(*why))
            }
            FactKind::Faulted(who, place, _) => self.maybe(who.as_ref()).and(self.place(*place)),
            FactKind::Ended { winners, why, defeat: _, about } => {
                self.players(*winners).and(self.word(*why)).and(self.about(about))
            }
            FactKind::Over(winners, why, _) => self.players(*winners).and(self.word(*why)),
            FactKind::Reverses | FactKind::Repeats(_) => Ok(()),
            FactKind::Loops(_, cards) => self.things(cards),
            FactKind::Scores(placings) => self.placings(placings),
        }
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

    fn things(&self, things: &[Thing]) -> Checked {
        each(things, |thing| self.told(thing))
    }

    /// What is put into the text of an ending may be nobody.
    pub(super) fn about(&self, things: &[Thing]) -> Checked {
        let somebody = |thing: &&Thing| **thing != Thing::Player(PlayerId::NOBODY);
        each(things.iter().filter(somebody), |thing| self.told(thing))
    }

    fn told(&self, thing: &Thing) -> Checked {
        match thing {
            Thing::Card(named) => self.named(named),
            Thing::Player(player) => self.player(*player),
            Thing::Word(word) => self.word(*word),
            Thing::Number(_) => Ok(()),
            Thing::Zone(zone) => self.zone(*zone),
        }
    }

    fn maybe(&self, named: Option<&Named>) -> Checked {
        named.map_or(Ok(()), |named| self.named(named))
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
        let known = place.is_none_or(|place| usize::from(place.script) < self.rules.scripts.len());
        holds(known, "it names a script that no pack has")
    }
}
