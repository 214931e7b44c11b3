//! The state as a whole: entities and their slots, zones, pieces, the turn.

use super::related::Related;
use super::{Checked, InvalidError, MOST, each, holds, within};
use crate::model::agenda::Step;
use crate::model::ids::{DefId, EntityId, SiteId, ZoneId};
use crate::model::memory::Memory;
use crate::model::rules::{Category, Repetition, Rules, When};
use crate::model::setup::{supply_of, zones_of};
use crate::model::state::{Entity, State, Zone};

/// More pieces than this are in no game.
const MOST_PIECES: i64 = 1 << 31;

impl Related<'_> {
    /// The state is one of these rules.
    pub fn state(&self) -> Checked {
        let State { board, supply, queue, turn, players, acting_seats, positions, .. } = self.state;
        holds(board.index() == 1 + usize::from(*players), "its board is in the wrong place")?;
        holds(acting_seats.len() == usize::from(*players), "nobody speaks for a player")?;
        each(acting_seats.iter().enumerate(), |(player, seat)| {
            holds(self.state.player_of(*seat).index() == player, "a player's seat belongs to another player")
        })?;
        let remembered = if self.rules.repetition.is_some() { Repetition::REMEMBERED } else { 0 };
        holds(positions.len() <= remembered, "it remembers positions that do not count")?;
        let soon =
            |moments: &[u32]| moments.len() <= self.state.entities.len() && moments.iter().all(|moment| *moment < MOST);
        let timed = soon(&self.state.since) && (self.rules.keeps_time() || self.state.since.is_empty());
        holds(timed, "it says wrongly when something arrived")?;
        let given = soon(&self.state.given) && (self.rules.controls || self.state.given.is_empty());
        holds(given, "it says wrongly when something was given away")?;
        self.memories()?;
        self.supply(supply)?;
        self.zones()?;
        self.entities()?;
        self.attachments()?;
        self.guises()?;
        holds(turn.number < MOST, "a number in it is too large")?;
        holds(turn.skips.len() == usize::from(*players), "it skips turns of players who do not exist")?;
        holds(queue.iter().all(may_be_queued), "something is queued that is not a listener's call")
    }

    /// What is remembered comes in the order of cards, and of each as much as can be.
    fn memories(&self) -> Checked {
        let memories = &self.state.memories;
        holds(memories.is_sorted_by_key(|memory| memory.card.id), "it remembers cards in the wrong order")?;
        let mut of_each = memories.chunk_by(|one, other| one.card.id == other.card.id);
        holds(of_each.all(|own| own.len() <= Memory::OF_EACH), "it remembers too much of a card")
    }

    /// The counted definitions are those of the rules.
    fn supply(&self, supply: &[(DefId, i64)]) -> Checked {
        let counted = supply_of(self.rules);
        let same = counted.len() == supply.len()
            && counted
                .iter()
                .zip(supply)
                .all(|((one, _), (other, count))| one == other && (0..MOST_PIECES).contains(count));
        holds(same, "its pieces are not those of the rules")
    }

    /// The zones are those that the rules declare.
    fn zones(&self) -> Checked {
        let declared = zones_of(self.rules, self.state.players);
        let same = declared.len() == self.state.zones.len()
            && declared
                .iter()
                .zip(&self.state.zones)
                .all(|(one, other)| (one.decl, one.owner, one.site) == (other.decl, other.owner, other.site));
        holds(same, "its zones are not those of the rules")
    }

    /// The game, the players, then the rest; the slots of each follow those of the one before.
    fn entities(&self) -> Checked {
        let players = usize::from(self.state.players);
        holds(self.state.entities.len() > players, "its players are missing")?;
        let mut slot = 0;
        for (at, entity) in self.state.entities.iter().enumerate() {
            let here = |wrong: InvalidError| within(wrong, format_args!("state.entities[{at}]"));
            self.entity_at(at, entity).map_err(here)?;
            holds(entity.slot as usize == slot, "its attributes are in the wrong place").map_err(here)?;
            slot += self.slots(entity, slot).map_err(here)?;
        }
        holds(slot == self.state.slots.len(), "it has attributes that belong to nothing")
    }

    /// What cards have become is of their kind, and the latest of it is what they are.
    fn guises(&self) -> Checked {
        let mut shown: Vec<DefId> = self.state.entities.iter().map(|entity| entity.own).collect();
        for guise in &self.state.guises {
            let (card, def) = (self.state.entity(guise.card), self.rules.definition(guise.def));
            let of_kind = card.exists && def.is_some_and(|definition| definition.kind == card.kind);
            holds(of_kind, "a card has become another kind")?;
            shown[guise.card.index()] = guise.def;
        }
        let is_shown = |(at, entity): (usize, &Entity)| !entity.exists || shown[at] == entity.def;
        holds(self.state.entities.iter().enumerate().all(is_shown), "a card is not what it has become")
    }

    fn entity_at(&self, at: usize, entity: &Entity) -> Checked {
        let Entity {
            kind,
            def,
            own,
            owner,
            controller,
            holder,
            exists,
            incarnation,
            zone,
            host,
            part,
            token,
            count,
            place,
            ..
        } = *entity;
        let players = usize::from(self.state.players);
        let site = at.checked_sub(1 + players).filter(|site| *site < self.rules.board.sites()).map(SiteId::from);
        let printed = site.map(|site| self.rules.board.def(site));
        let of_kind = || self.rules.definition(def).is_some_and(|definition| definition.kind == kind);
        let wanted = match at {
            0 => kind == Rules::GAME && def == self.rules.actor_def(kind),
            _ if at <= players => kind == Rules::PLAYER && def == self.rules.actor_def(kind) && owner.index() == at - 1,
            _ if printed.is_some() => printed == Some(def) && of_kind(),
            _ if kind == Rules::ITEM || kind == Rules::EFFECT => self.is_part(def, part),
            _ => of_kind() && self.rules.is_card(def),
        };
        holds(wanted, "something in it has the wrong kind")?;
        let of_itself = self.rules.definition(own).is_some_and(|definition| definition.kind == kind);
        holds(
            own == def || kind.index() >= Rules::OWN_KINDS.len() && of_itself,
            "something in it has become another kind",
        )?;
        let may_be_part = kind == Rules::ITEM || kind == Rules::EFFECT;
        holds(part == 0 || may_be_part, "something in it is part of nothing")?;
        let card = kind.index() >= Rules::OWN_KINDS.len() && site.is_none();
        let in_supply = |zone: &Zone| self.rules.zones.get_index(zone.decl.index()).is_some_and(|(_, it)| it.supply);
        let pile = card && self.rules.category_of(def) == Category::Counted;
        let of_supply = card && self.state.zones.get(zone.index()).is_some_and(in_supply);
        // A card that went back to its pile, or the last of a pile, is gone.
        let went_back = card && !exists && self.rules.zones.values().any(|zone| zone.supply);
        let left = card && self.state.belongs_to_none(entity);
        let may_be_gone = kind == Rules::ITEM || kind == Rules::EFFECT || pile || token || went_back || left;
        let counted = match (pile || of_supply, went_back) {
            (true, _) => (count > 0) == exists && i64::from(count) < MOST_PIECES,
            (false, true) => i64::from(count) < MOST_PIECES,
            (false, false) => count == 1,
        };
        holds(counted, "something in it is counted wrongly")?;
        holds(exists || may_be_gone, "something in it no longer exists")?;
        holds(incarnation < MOST, "a number in it is too large")?;
        holds(place == 0 || card && exists, "something that is not a card has a place")?;
        let nobodys = !owner.is_somebody() || !controller.is_somebody();
        holds(card || !nobodys, "it names a player who is not there")?;
        holds(self.rules.controls || holder == controller, "an effect that is not there has taken control")?;
        let lies = (zone != ZoneId::NONE) == (card && exists);
        holds(lies, "a card is in no zone, or something that is not a card is in one")?;
        let is_card = |id: EntityId| self.is_of_cards(self.state.entity(id).kind);
        holds(host == EntityId::NONE || card && is_card(host), "a card is attached to something that is not a card")
    }

    /// The changing attributes of an entity hold what their types allow. Returns how many there are.
    fn slots(&self, entity: &Entity, from: usize) -> Result<usize, InvalidError> {
        let changing = &self.rules.kinds[entity.kind.index()].changing;
        let Some(values) = self.state.slots.get(from..from + changing.len()) else {
            return Err("attributes are missing".into());
        };
        for (attr, value) in changing.iter().zip(values) {
            let decl = &self.rules.attributes[attr.index()];
            holds(decl.type_.takes(value), "an attribute has a value of another type")?;
        }
        Ok(changing.len())
    }

    /// No card is attached to itself, nor to what is attached to it.
    fn attachments(&self) -> Checked {
        let host = |id: &EntityId| Some(self.state.entity(*id).host).filter(|host| host.is_some());
        let all = self.state.entities.len();
        each(0..all, |at| {
            let hosts = std::iter::successors(Some(EntityId::from(at)), host).take(all + 1).count();
            holds(hosts <= all, "cards are attached to each other in a circle")
        })
    }
}

/// Whether a step can wait for the next check: a listener's call, or the question who has one.
fn may_be_queued(step: &Step) -> bool {
    matches!(step, Step::Listener(..) | Step::Trigger(_) | Step::Masked(_, When::Queued | When::Stacked, _))
}
