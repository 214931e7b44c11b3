//! Operations: what items and rules do to entities. Every operation asks first whether something keeps it from happening,
//! then makes its changes as one batch, then calls listeners.

mod attachments;
mod attributes;
mod chance;
mod closed;
mod control;
mod entities;
mod forms;
mod knowledge;
mod listeners;
mod masked;
mod memories;
mod moves;
mod piles;
mod refills;
mod replacing;
mod stack;
mod triggers;

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Players, Seats, Word, ZoneId};
use crate::model::index::{IndexEntry, Topic};
use crate::model::rules::{AbilitySort, Category, Does, Exercised, Filter, Hook, Rules};
use crate::model::trace::{FactKind, Named, Reason, Thing};
use crate::model::value::Value;
use crate::play::call::{Arg, Stop};
use crate::play::queries::{Viewpoint, passes};
use crate::play::run::Cause;
use crate::play::session::Table;
use smallvec::smallvec;

/// Where a card is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZonePosition {
    /// On top: the last of the zone.
    Top,
    /// At the bottom: the first of the zone.
    Bottom,
}

/// A card that is about to move.
#[derive(Clone, Copy)]
struct Leaving {
    card: Handle,
    to: ZoneId,
    position: ZonePosition,
    cause: Word,
    /// Whether it goes with the card that it is attached to, and stays attached.
    attached: bool,
    /// Whose it is then, if that changes.
    owner: Option<PlayerId>,
    /// What sends it there instead of where it would have gone.
    sent_by: Option<Named>,
}

/// A card that has moved, and who controlled it before.
#[derive(Clone, Copy)]
struct Moved {
    card: Handle,
    from: ZoneId,
    controller: PlayerId,
    cause: Word,
    attached: bool,
}

/// A listener of a card that leaves in a batch, and who controlled that card.
type Leaver = (IndexEntry, PlayerId);

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    /// Where the routing table sends it for the cause.
    Routed,
    /// Into a zone.
    Into(ZoneId, ZonePosition),
    /// Into a zone, on top, and it belongs to this player from then on.
    Given(ZoneId, PlayerId),
}

impl Table {
    /// Names what has sent a card or pieces where they have just gone, unless they have done so themselves.
    fn tell_sent(&mut self, by: Option<Named>, card: EntityId) {
        if let Some(by) = by.filter(|by| by.card != card) {
            self.tell(FactKind::Sent(by));
        }
    }

    /// What keeps the running item from touching an entity.
    fn kept_from(&self, id: EntityId) -> Option<(FactKind, EntityId)> {
        let cause = self.run.causes.last()?;
        let entity = self.state().entity(id);
        let owned = entity.kind == Rules::PLAYER || entity.kind != Rules::GAME && self.rules.is_card(entity.def);
        if owned && cause.exempt.has(entity.controller) && id != cause.source.id {
            let by = self.named_definition(self.exempted_by(cause.source.id, entity.controller), entity.controller);
            return Some((FactKind::Stays(self.thing(id), Reason::Exempt(entity.controller, by)), id));
        }
        None
    }

    /// What exempted a player from an item or a standing effect.
    fn exempted_by(&self, id: EntityId, player: PlayerId) -> DefId {
        let item = self.state().item(id).map(|item| &item.exempt_by);
        let by = item.or_else(|| self.state().effect(id).map(|effect| &effect.exempt_by));
        let by = by.and_then(|by| by.iter().find(|(whose, _)| *whose == player));
        by.map_or(self.state().entity(id).def, |(_, def)| *def)
    }

    /// How an entity is named in a fact.
    pub fn thing(&self, id: EntityId) -> Thing {
        let entity = self.state().entity(id);
        if entity.kind == Rules::PLAYER { Thing::Player(entity.owner) } else { Thing::Card(self.named(id)) }
    }

    /// Whether the running item may touch an entity; if not, an `x` line says what keeps it from that. An item is touched
    /// by what is done to it on the stack: what protects the card that waits there protects it as well.
    ///
    /// # Errors
    /// A stop from a predicate that was asked.
    pub fn may_touch(&mut self, id: EntityId) -> Result<bool, Stop> {
        if let Some((what, _)) = self.kept_from(id) {
            self.tell(what);
            return Ok(false);
        }
        Ok(!self.is_kept_by_protection(id)?)
    }

    /// Whether something protects an entity from the running item; an `x` line says what.
    ///
    /// # Errors
    /// A stop from a predicate that was asked.
    pub(crate) fn is_kept_by_protection(&mut self, id: EntityId) -> Result<bool, Stop> {
        let by = self.protector(id)?;
        if let Some(by) = by {
            self.tell(FactKind::Stays(self.thing(id), Reason::Protected(by)));
        }
        Ok(by.is_some())
    }

    fn protector(&mut self, id: EntityId) -> Result<Option<Named>, Stop> {
        let Some(cause) = self.run.causes.last().copied() else {
            return Ok(None);
        };
        if !cause.item || !self.state().fresh(cause.source) {
            return Ok(None);
        }
        let entries = self.reading().about(Topic::PROTECTION);
        if entries.is_empty() || self.is_own(id, cause.source.id) {
            return Ok(None);
        }
        for entry in entries {
            self.run.work.add(1);
            if self.is_out_of_work() {
                return Ok(Some(self.named(entry.entity)));
            }
            let at = self.reading();
            let protection = at.static_ability(entry);
            let Does::Protect(against) = &protection.does else { continue };
            let viewpoint = at.viewpoint_of(entry);
            if !at.applies(entry, protection, self.state().entity(id).controller)
                || !self.is_protected(&protection.subject, id, viewpoint)
                || !passes(at, against, cause.source.id, viewpoint)
            {
                continue;
            }
            let holds = match protection.script.as_ref().map(Hook::predicate) {
                None => true,
                Some(script) => {
                    let args = [self.arg_of(entry.entity), self.arg_of(id), Arg::Item(cause.source)];
                    self.predicate(script, &args)?
                }
            };
            if holds {
                self.exercise(AbilitySort::Static, entry);
                return Ok(Some(self.named(entry.entity)));
            }
        }
        Ok(None)
    }

    /// Whether it is the running item itself or its own card: nothing protects these from it.
    fn is_own(&self, id: EntityId, running: EntityId) -> bool {
        id == running
            || self.state().item(running).is_some_and(|item| item.card.id == id && self.state().fresh(item.card))
    }

    /// Whether a filter of what is protected means this. A use is meant by a filter of uses, or with the card that waits
    /// on the stack: what protects a card elsewhere does not protect what its abilities do.
    fn is_protected(&self, subject: &Filter, id: EntityId, viewpoint: Viewpoint) -> bool {
        let Some(item) = self.state().item(id) else { return passes(self.reading(), subject, id, viewpoint) };
        match subject.is_about_items() {
            true => passes(self.reading(), subject, id, viewpoint),
            false => self.is_waiting(item.card) && passes(self.reading(), subject, item.card.id, viewpoint),
        }
    }

    /// Notes that an ability did something, if that is recorded.
    pub(in crate::play) fn exercise(&self, sort: AbilitySort, entry: IndexEntry) {
        self.rules.exercise(|| {
            let source = self.state().entity(entry.entity);
            Exercised::Ability(sort, source.def, source.part, entry.number)
        });
    }

    /// The argument that represents an entity in a script.
    pub(crate) fn arg_of(&self, id: EntityId) -> Arg<'static> {
        let entity = self.state().entity(id);
        let handle = Handle { id, incarnation: entity.incarnation };
        match entity.kind {
            Rules::GAME => Arg::Game,
            Rules::PLAYER => Arg::Player(entity.owner),
            Rules::ITEM => Arg::Item(handle),
            Rules::EFFECT => Arg::Effect(handle),
            kind => match self.rules.kinds[kind.index()].category {
                Category::Card | Category::Counted | Category::Actor => Arg::Card(handle),
                Category::Space => Arg::Space(handle),
                Category::Joint => Arg::Joint(handle),
            },
        }
    }

    /// A card's or an effect's own doing.
    pub(crate) fn cause_of(&self, id: EntityId) -> Cause {
        let exempt = self.state().effect(id).map_or(Players::NONE, |effect| effect.exempt);
        Cause {
            source: self.state().handle(id),
            named: Some(self.named(id)),
            player: self.somebody(self.state().entity(id).controller),
            exempt,
            item: false,
        }
    }

    /// The player in whose name something happens to what a player controls: that player, or, if nobody does, the player
    /// in whose name the running script works, or else the one whose turn it is.
    pub fn somebody(&self, player: PlayerId) -> PlayerId {
        let doing = || self.run.causes.last().map_or_else(|| self.state().turn_player(), |cause| cause.player);
        if player.is_somebody() { player } else { doing() }
    }

    /// Puts a step on top of the agenda.
    pub(crate) fn push_step(&mut self, step: Step) {
        let at = self.state().agenda.len() as u32;
        self.change(Change::Push { at, step });
    }
}

/// A fault inside a listener is written down already; what went on around it goes on.
pub(super) fn ignore_fault(result: Result<(), Stop>) -> Result<(), Stop> {
    match result {
        Ok(()) | Err(Stop::Fault(_) | Stop::Illegal(_)) => Ok(()),
        Err(Stop::Pending) => Err(Stop::Pending),
    }
}

fn hide(thing: Thing, seen: Seats) -> Thing {
    match thing {
        Thing::Card(named) => Thing::Card(Named { known: seen, ..named }),
        other => other,
    }
}

/// One target or the like.
pub fn one(value: Value) -> crate::model::value::Values {
    smallvec![value]
}
