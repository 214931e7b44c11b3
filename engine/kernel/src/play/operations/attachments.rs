//! Attaching cards to cards.

use super::{Leaving, Moved, ZonePosition};
use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, ZoneId};
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Named, Reason};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::queries::{attachments, is_full, zone_decl};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use smallvec::SmallVec;

/// So many cards to look through are as much work as one operation.
const CARDS: usize = 16;

/// A card that leaves, of which not all attachments have been looked at.
struct LeavingHost {
    leaving: Leaving,
    /// Whether attachments go where it goes.
    follow: bool,
    /// Those that are left, the next one last.
    attached: SmallVec<[Handle; 4]>,
    /// The card itself, if it leaves when all its attachments have.
    leaves_last: Option<Leaving>,
}

impl Table {
    /// Attaches a card to another, or to nothing.
    pub fn attach(&mut self, id: EntityId, host: EntityId) {
        let before = *self.state().entity(id);
        if before.host == host {
            return;
        }
        if before.host.is_some() {
            self.count_attachments(before.host, -1);
        }
        self.change(Change::Alter { id, before, after: Entity { host, ..before } });
        if host.is_some() {
            self.count_attachments(host, 1);
            let (card, to) = (self.named(id), self.named(host));
            self.tell(FactKind::Attaches(card, Some(to)));
        }
        self.settle_control();
    }

    pub(super) fn count_attachments(&mut self, id: EntityId, by: i32) {
        let before = *self.state().entity(id);
        let attachments = (i32::from(before.attachments) + by).max(0) as u16;
        self.change(Change::Alter { id, before, after: Entity { attachments, ..before } });
    }

    /// What is attached to a card that is about to leave leaves as well, each piece before the card: by its own route,
    /// for the cause `unattached`. If attachments follow the card, they go where it goes, after it: still attached
    /// where cards are in play, otherwise into the zone of their own owner. What is kept from leaving stays, and is
    /// attached to nothing.
    pub(super) fn prepare_attachments(
        &mut self,
        leaving: Leaving,
        batch: &[Handle],
        moving: &mut SmallVec<[Leaving; 4]>,
    ) -> Result<(), Stop> {
        // A list instead of recursion: what is attached to each other may be a long chain.
        let mut hosts = vec![self.leaving_host(leaving, moving)?];
        while let Some(host) = hosts.last_mut() {
            let Some(card) = host.attached.pop() else {
                moving.extend(hosts.pop().and_then(|host| host.leaves_last));
                continue;
            };
            let (follow, leaving) = (host.follow, host.leaving);
            if batch.contains(&card) {
                continue;
            }
            if !self.may_leave(card) {
                self.attach(card.id, EntityId::NONE);
                continue;
            }
            let to =
                if follow { self.beside(card.id, leaving.to) } else { self.route_of(card.id, words::UNATTACHED).0 };
            match self.unattached_to(card, to)? {
                Some((to, sent_by)) => {
                    let attached = follow && to.is_some() && to == leaving.to && zone_decl(self.reading(), to).in_play;
                    let own = Leaving {
                        card,
                        to,
                        position: ZonePosition::Top,
                        cause: words::UNATTACHED,
                        attached,
                        owner: None,
                        sent_by,
                    };
                    hosts.push(self.leaving_host(own, moving)?);
                }
                None => self.attach(card.id, EntityId::NONE),
            }
        }
        Ok(())
    }

    /// A card that leaves with what is attached to it. If that follows the card, the card goes first.
    fn leaving_host(&mut self, leaving: Leaving, moving: &mut SmallVec<[Leaving; 4]>) -> Result<LeavingHost, Stop> {
        let host = *self.state().entity(leaving.card.id);
        if host.attachments == 0 {
            return Ok(LeavingHost { leaving, follow: false, attached: SmallVec::new(), leaves_last: Some(leaving) });
        }
        // What is attached to it is looked for among all cards.
        self.charge((self.state().entities.len() / CARDS) as u64)?;
        // What is attached to a card that leaves the game does not go with it.
        let follow = leaving.to.is_some() && self.rules.kinds[host.kind.index()].attachments_follow;
        let mut attached = attachments(self.reading(), leaving.card.id);
        attached.reverse();
        let leaves_last = (!follow).then_some(leaving);
        moving.extend(follow.then_some(leaving));
        Ok(LeavingHost { leaving, follow, attached, leaves_last })
    }

    /// What is still attached to a card that has moved, and did not go with it, is attached to nothing.
    pub(super) fn let_go(&mut self, host: EntityId, moved: &[Moved]) {
        for card in attachments(self.reading(), host) {
            if !moved.iter().any(|other| other.attached && other.card.id == card.id) {
                self.attach(card.id, EntityId::NONE);
            }
        }
    }

    /// Where a card that leaves because of what it is attached to goes, and what sends it there if that is elsewhere than it
    /// would have gone; `None` if something keeps it from leaving.
    fn unattached_to(&mut self, card: Handle, to: ZoneId) -> Result<Option<(ZoneId, Option<Named>)>, Stop> {
        let entity = *self.state().entity(card.id);
        let event =
            self.event(words::UNATTACHED, self.somebody(entity.controller), Value::Entity(card), 1, entity.zone);
        let Some(running) = self.replaced(RunningEvent::before(event, to))? else { return Ok(None) };
        let Some(to) = self.admitted(card.id, running.to, true) else { return Ok(None) };
        if to.is_some() && to != entity.zone && is_full(self.reading(), to) {
            self.tell(FactKind::Stays(self.thing(card.id), Reason::Full(to)));
            return Ok(None);
        }
        Ok(Some((to, running.sent_by)))
    }

    /// The zone in which a card follows another: the same where cards are in play, otherwise that of its own owner.
    fn beside(&self, card: EntityId, to: ZoneId) -> ZoneId {
        if zone_decl(self.reading(), to).in_play {
            return to;
        }
        self.state().zone_of(&self.rules, self.state().zone(to).decl, self.state().home(card))
    }
}
