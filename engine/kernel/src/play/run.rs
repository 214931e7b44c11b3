//! What lives only while a step runs: for what its operations are done, what listeners look at, how far the tape was read.

use crate::model::agenda::Event;
use crate::model::due::Due;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Players, Seat, ValueId, ZoneId};
use crate::model::prompt::{AnswerError, Choice};
use crate::model::spent::{Limit, Spent};
use crate::model::trace::{Against, Named, ScriptLocation, Thing};
use crate::play::dialogue::Dialogue;
use crate::play::gathered::Gathered;
use crate::play::kept::{Parts, Reads, Work};
use smallvec::SmallVec;
use std::cell::Cell;

/// What an operation is done for: whose name it is done in, and whom it does not touch.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    /// The item, effect or card.
    pub source: Handle,
    /// Its name.
    pub named: Option<Named>,
    /// Whose it is.
    pub player: PlayerId,
    /// Players who are exempt from it.
    pub exempt: Players,
    /// Whether it is an item, against which protections help.
    pub item: bool,
}

/// A happening that listeners are looking at.
#[derive(Clone, Copy, Debug)]
pub struct RunningEvent {
    /// What happens.
    pub event: Event,
    /// Where a card goes.
    pub to: ZoneId,
    /// Who sends it elsewhere than it would have gone: of several, the one that did last.
    pub sent_by: Option<Named>,
    /// Who stopped it.
    pub stopped_by: Option<Named>,
    /// Whether it is still to happen: then it can be stopped and changed.
    pub open: bool,
}

impl RunningEvent {
    /// What is about to happen.
    pub const fn before(event: Event, to: ZoneId) -> Self {
        Self { event, to, sent_by: None, stopped_by: None, open: true }
    }

    /// What has happened.
    pub const fn after(event: Event) -> Self {
        Self { event, to: ZoneId::NONE, sent_by: None, stopped_by: None, open: false }
    }
}

/// An option that cannot be chosen.
#[derive(Clone, Debug)]
pub struct RuledOut {
    /// The option. Of an entity, only its handle counts.
    pub option: Choice,
    /// Why.
    pub against: Against,
    pub(super) from: RuledOutFrom,
}

/// Where an option cannot be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum RuledOutFrom {
    /// In what is left of an item's announcement.
    Announcement(Handle),
    /// In what a player is asked next.
    NextQuestion(PlayerId),
}

/// What makes an option the same as another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum RuledOutKey {
    /// An entity, by its incarnation, however it is named.
    Thing(Handle),
    /// Anything else.
    Other(Choice),
}

impl RuledOutKey {
    pub(super) fn new(option: &Choice) -> Self {
        option.named_card().map_or_else(|| Self::Other(option.clone()), Self::Thing)
    }
}

impl RuledOut {
    /// Whether the trace would name the option, or a part of it, like this.
    pub fn is_told_as(&self, thing: &Thing) -> bool {
        self.option.things().iter().any(|own| match (own, thing) {
            (Thing::Card(own), Thing::Card(other)) => own.card == other.card,
            (own, other) => own == other,
        })
    }
}

/// A use that was offered and chosen, and proved impossible while it was announced.
#[derive(Clone, Copy, Debug)]
pub struct FailedOffer {
    /// The action.
    pub action: ActionId,
    /// The name of the card.
    pub named: Named,
    /// Why.
    pub against: Against,
}

/// What lives only while a step runs.
#[derive(Debug, Default)]
pub struct Run {
    /// How far the tape was read.
    pub(super) at: usize,
    /// A question is open: every verb returns at once until the step is rewound.
    pub stopped: bool,
    /// Another seat was asked, chance was used, or something was revealed: the action stands.
    pub(super) sealed: bool,
    /// The seat whose action is running and may be given up.
    pub(super) acting: Option<PlayerId>,
    /// Above 0 while a predicate or contribution runs: changes, questions and chance are refused.
    pub(super) pure: u32,
    /// How many verbs that do something have been called.
    pub(super) operations: Cell<u32>,
    /// How much work scripts have done.
    pub work: Work,
    /// What the step had spent when a seat last decided something in it, and whether one has.
    pub(super) before_decision: Spent,
    pub(super) decided: bool,
    /// What the step has made too much of: the running script fails at its next verb.
    pub exceeded: Option<Limit>,
    /// How many script calls are inside of each other.
    pub(super) nesting: u32,
    /// How many were at most, since what is being computed has begun.
    pub(super) deepest: u32,
    /// Gates that an instruction opens for one card while it is announced.
    pub(super) opened: Vec<(EntityId, Box<str>)>,
    /// Uses that proved illegal inside this step.
    pub(super) barred: Vec<(Handle, u16)>,
    /// What is being done, the innermost last.
    pub(super) causes: SmallVec<[Cause; 4]>,
    /// Happenings that listeners look at, the innermost last.
    pub(super) events: Vec<RunningEvent>,
    /// Listeners that already replaced something in the running batch.
    pub(super) replaced: SmallVec<[(EntityId, u16); 4]>,
    /// Whether the running script call has looked into a zone of which somebody does not know every card.
    pub(super) looked: Cell<bool>,
    /// Where the verb that runs was called.
    pub place: Option<ScriptLocation>,
    /// Values that are being computed, for finding circles and for noting what was read.
    pub(super) computing: Vec<(ValueId, EntityId, Option<u32>)>,
    /// Before which part of the sequence of continuous effects things are looked at, where one is being computed.
    pub(super) before: Option<u32>,
    /// The parts of the value that is being explained.
    pub(super) parts: Option<Parts>,
    /// What the running computations read.
    pub(super) reads: Reads,
    /// How deep the facts of the running step lie.
    pub(super) depth: u16,
    /// Inside a nested run of the agenda, how many.
    pub(super) nested_flow: u32,
    /// How many steps of nested runs were done since a seat decided something.
    pub(super) idle: u32,
    /// Somebody has done something other than pass, or a turn has begun: what is set off from here on is counted anew.
    pub(super) counts_anew: bool,
    /// The step carries out what was set off; by which card, if everybody knows it.
    pub(super) carries_out: Option<Option<DefId>>,
    /// Too much was set off, and what waited was dropped.
    pub(super) drops_set_off: bool,
    /// The state checks are running inside of a step.
    pub(super) checking: bool,
    /// The bits of the state checks that are running: none runs while it runs.
    pub(super) running_checks: Due,
    /// Those of them that are due again, once they are done.
    pub(super) overdue_checks: Due,
    /// How many changes had been made when no check was due last.
    pub(super) rested: Option<u64>,
    /// How many calls of scripts have faulted.
    pub(super) faults: u32,
    /// A player leaves before the question that stopped the step.
    pub(super) leaves_first: bool,
    /// The players who are leaving, while it is decided what becomes of what is theirs.
    pub(super) leaving: Players,
    /// The branch of a simultaneous question that is running.
    pub(super) branch: Option<Dialogue>,
    /// Why the action that was answered last proved impossible and was taken back, if it was; and which card was used.
    pub illegal: Option<(Against, Option<Handle>)>,
    /// The use that has just proved impossible, until it is taken back: the card as it was offered, and which use.
    pub(super) illegal_use: Option<(Handle, u16)>,
    /// What was offered, proved impossible in this step and was taken back.
    pub(super) failed_offers: Vec<FailedOffer>,
    /// What is ruled out of questions, and why.
    pub(super) ruled_out: Gathered<(RuledOutFrom, RuledOutKey), RuledOut>,
    /// What a decider has answered that does not fit: whose question it was, none for chance, and why.
    pub unfit: Option<(Option<Seat>, AnswerError)>,
    /// A fault was written in this step.
    pub(super) tells_fault: bool,
    /// Something has changed since it was settled who controls what.
    pub(super) control_due: bool,
    /// The card that is on its way, and what it is when it has come.
    pub(super) entering: Option<(Handle, DefId)>,
}

impl Run {
    /// Forgets the last step, except for the reason that a front end may still ask for. The lists keep their room.
    pub(super) fn renew(&mut self) {
        // Every field by its name, so that none is forgotten.
        let Self {
            at,
            stopped,
            sealed,
            acting,
            pure,
            operations,
            work,
            before_decision,
            decided,
            exceeded,
            nesting,
            deepest,
            opened,
            barred,
            causes,
            events,
            replaced,
            place,
            computing,
            before,
            parts,
            reads,
            looked,
            depth,
            nested_flow,
            idle,
            counts_anew,
            carries_out,
            drops_set_off,
            checking,
            running_checks,
            overdue_checks,
            rested,
            faults,
            leaves_first,
            leaving,
            branch,
            illegal: _,
            illegal_use,
            failed_offers,
            ruled_out,
            unfit,
            tells_fault,
            control_due,
            entering,
        } = self;
        (*control_due, *entering) = (true, None);
        (*at, *depth) = (0, 0);
        work.set(0);
        (*unfit, *tells_fault) = (None, false);
        (*before_decision, *decided, *exceeded) = (Spent::default(), false, None);
        (*stopped, *sealed, *checking, *leaves_first) = (false, false, false, false);
        (*deepest, *running_checks, *overdue_checks) = (0, 0, 0);
        (*pure, *nesting, *nested_flow, *idle, *faults) = (0, 0, 0, 0, 0);
        (*counts_anew, *carries_out, *drops_set_off) = (false, None, false);
        operations.set(0);
        looked.set(false);
        (*acting, *place, *parts, *branch) = (None, None, None, None);
        (*rested, *leaving, *before) = (None, Players::NONE, None);
        opened.clear();
        barred.clear();
        causes.clear();
        events.clear();
        replaced.clear();
        computing.clear();
        reads.clear();
        ruled_out.clear();
        failed_offers.clear();
        *illegal_use = None;
    }
}
