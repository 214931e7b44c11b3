//! What holds of every game between two steps, whatever its rules say. Simulations and tests ask for it; a line
//! that comes back is a mistake of the engine, never of a pack.

use crate::model::change::Change;
use crate::model::game::Game;
use crate::model::ids::{DefId, EntityId, Seats, ZoneId};
use crate::model::index::Index;
use crate::model::rules::{Category, Rules, SeenBy};
use crate::model::state::{Entity, State};
use crate::model::trace::FactKind;
use std::cell::RefCell;

impl Game {
    /// What is broken, one sentence each; empty for a sound game.
    pub fn check_invariants(&self, rules: &Rules) -> Vec<String> {
        let check = Checking { rules, state: &self.state, broken: RefCell::default() };
        check.zones();
        check.cards();
        check.board();
        check.supply();
        check.hosts();
        check.items();
        check.effects();
        check.index();
        check.terminal_zones(self);
        check.broken.into_inner()
    }
}

/// A run through the invariants of one state.
struct Checking<'a> {
    rules: &'a Rules,
    state: &'a State,
    broken: RefCell<Vec<String>>,
}

impl Checking<'_> {
    fn report(&self, holds: bool, broken: impl FnOnce() -> String) {
        if !holds {
            self.broken.borrow_mut().push(broken());
        }
    }

    /// How often each entity occurs in a list.
    fn count(&self, listed: impl Iterator<Item = EntityId>) -> Vec<usize> {
        let mut times = vec![0; self.state.entities.len()];
        for id in listed {
            if let Some(times) = times.get_mut(id.index()) {
                *times += 1;
            }
        }
        times
    }

    fn name(&self, id: EntityId) -> String {
        let def = self.state.entities.get(id.index()).map_or(DefId::NONE, |entity| entity.def);
        let name = self.rules.definitions.get_index(def.index()).map_or("nameless", |(name, _)| &**name);
        format!("{name} (entity {})", id.0)
    }

    fn zone_name(&self, id: ZoneId) -> String {
        let Some(zone) = self.state.zones.get(id.index()) else { return format!("zone {}", id.0) };
        let title = self.rules.zones.get_index(zone.decl.index()).map_or("?", |(key, _)| key);
        zone.owner.map_or_else(|| title.to_string(), |seat| format!("{title} of {}", seat.letter()))
    }

    /// The cards that a zone lists are in that zone, and no zone exceeds its capacity.
    fn zones(&self) {
        for (id, zone) in self.state.zones() {
            for card in &zone.cards {
                let lies = self.state.entities.get(card.index()).is_some_and(|card| card.exists && card.zone == id);
                self.report(lies, || format!("{} is listed in {}", self.name(*card), self.zone_name(id)));
            }
            let places: Vec<u16> =
                zone.cards.iter().filter_map(|card| Some(self.state.entities.get(card.index())?.place)).collect();
            let distinct = |at: usize| places[at] > 0 && !places[..at].contains(&places[at]);
            let sound = match self.rules.zones[zone.decl.index()].places {
                true => (0..places.len()).all(distinct),
                false => places.iter().all(|place| *place == 0),
            };
            self.report(sound, || format!("cards of {} have each other's places", self.zone_name(id)));
            let most = self.rules.zones[zone.decl.index()].capacity.map_or(usize::MAX, |most| most as usize);
            let held = zone.cards.iter().filter_map(|card| self.state.entities.get(card.index()));
            let held: usize = held.map(|card| card.count as usize).sum();
            self.report(held <= most, || format!("{} holds more than {most}", self.zone_name(id)));
        }
    }

    /// Every card is in exactly one zone, unless it was created during the game; whoever can see into
    /// the zone knows it.
    fn cards(&self) {
        let times = self.count(self.state.zones.iter().flat_map(|zone| &zone.cards).copied());
        // A card that went back to its pile is gone, and one that would have come into a zone of a player who is out.
        let supplied = self.rules.zones.values().any(|zone| zone.supply);
        for (id, entity) in self.state.entities().filter(|(_, entity)| self.is_card(entity)) {
            let times = times[id.index()];
            let counted = self.rules.category_of(entity.def) == Category::Counted;
            let may_be_gone = entity.token || self.state.belongs_to_none(entity) || supplied;
            if may_be_gone && !counted && !entity.exists {
                self.report(times == 0, || format!("{} is gone, and lies in {times} zones", self.name(id)));
                continue;
            }
            let zone = self.state.zones.get(entity.zone.index());
            if zone.map_or(counted, |zone| self.rules.piles_up(entity.def, zone.decl)) {
                self.pile(id, entity, times);
                continue;
            }
            self.report(entity.exists, || format!("{} is gone", self.name(id)));
            self.report(entity.count == 1, || format!("{} counts as {}", self.name(id), entity.count));
            self.report(times == 1, || format!("{} lies in {times} zones", self.name(id)));
            let known =
                !entity.zone.is_some() || entity.known.and(self.seeing(entity.zone)) == self.seeing(entity.zone);
            self.report(known, || {
                format!("{} is not known to everybody who sees {}", self.name(id), self.zone_name(entity.zone))
            });
        }
    }

    /// A pile has pieces and lies in one zone, as the only one of its definition and owner; empty piles do not
    /// exist.
    fn pile(&self, id: EntityId, pile: &Entity, times: usize) {
        self.report(times == usize::from(pile.exists), || format!("{} lies in {times} zones", self.name(id)));
        self.report(pile.exists == (pile.count > 0), || format!("{} has {} pieces", self.name(id), pile.count));
        let is_twin = |(other, twin): (EntityId, &Entity)| {
            other != id && twin.exists && (twin.def, twin.owner, twin.zone) == (pile.def, pile.owner, pile.zone)
        };
        let alone = !pile.exists || !self.state.entities().any(is_twin);
        self.report(alone, || format!("{} lies beside another pile of the same", self.name(id)));
    }

    /// Only creating and destroying change the number of pieces.
    fn supply(&self) {
        for (def, supply) in &self.state.supply {
            // A use of a piece is an item of the same definition, and no piece.
            let is_pile = |entity: &&Entity| entity.exists && entity.def == *def && self.is_card(entity);
            let piles = self.state.entities.iter().filter(is_pile);
            let there: i64 = piles.map(|pile| i64::from(pile.count)).sum();
            let name = self.rules.name_of(*def);
            self.report(there == *supply, || format!("there are {there} of {supply} {name}"));
        }
    }

    /// Whether an entity is a card: of a kind that a ruleset declares, and no part of the board.
    fn is_card(&self, entity: &Entity) -> bool {
        entity.kind.index() >= Rules::OWN_KINDS.len() && self.rules.is_card(entity.def)
    }

    /// The seats that see into a zone.
    fn seeing(&self, zone: ZoneId) -> Seats {
        let zone = self.state.zone(zone);
        let owner = || zone.owner.map_or(Seats::NONE, |owner| self.state.seats_of(owner));
        let everyone = Seats::first(self.state.people());
        match self.rules.zones[zone.decl.index()].seen {
            SeenBy::All => everyone,
            SeenBy::Owner => owner(),
            SeenBy::Others => everyone.minus(owner()),
            SeenBy::Mover | SeenBy::Nobody => Seats::NONE,
        }
    }

    /// Every site of the board is in its place, and in no zone.
    fn board(&self) {
        for site in self.rules.board.space_ids().chain(self.rules.board.joint_ids()) {
            let id = self.state.entity_at(site);
            let entity = self.state.entities.get(id.index());
            let sound = entity.is_some_and(|entity| {
                entity.exists && entity.def == self.rules.board.def(site) && !entity.zone.is_some()
            });
            self.report(sound, || format!("{} is no longer a part of the board", self.name(id)));
        }
    }

    /// The number of attachments that a card keeps is the number of cards attached to it.
    fn hosts(&self) {
        let attached = self.count(self.state.entities.iter().map(|entity| entity.host));
        for (id, entity) in self.state.entities() {
            let attached = attached[id.index()];
            let counted = usize::from(entity.attachments);
            self.report(attached == counted, || format!("{} counts {counted} of {attached} cards", self.name(id)));
            let host = entity.host.is_some().then(|| self.state.entities.get(entity.host.index())).flatten();
            let lies = !entity.host.is_some() || host.is_some_and(|host| host.exists && host.zone.is_some());
            self.report(lies, || format!("{} is attached to what lies nowhere", self.name(id)));
        }
    }

    /// Items on the stack are the items that exist, and every waiting card belongs to one of them.
    fn items(&self) {
        let listed: Vec<EntityId> = self.state.items.iter().map(|item| item.id).collect();
        self.listed(&listed, |entity| entity.kind == Rules::ITEM, "on the stack");
        for (id, zone) in self.state.zones().filter(|(_, zone)| self.rules.zones[zone.decl.index()].pending) {
            for card in &zone.cards {
                let waits = self.state.items.iter().any(|item| item.card.id == *card);
                self.report(waits, || format!("{} waits in {} for nothing", self.name(*card), self.zone_name(id)));
            }
        }
    }

    fn effects(&self) {
        let listed: Vec<EntityId> = self.state.effects.iter().map(|effect| effect.id).collect();
        self.listed(&listed, |entity| entity.kind == Rules::EFFECT, "among the standing effects");
    }

    /// What exists of a kind is what is listed, each once.
    fn listed(&self, listed: &[EntityId], kind: impl Fn(&Entity) -> bool, place: &str) {
        for (id, _) in self.state.entities().filter(|(_, entity)| entity.exists && kind(entity)) {
            let times = listed.iter().filter(|other| **other == id).count();
            self.report(times == 1, || format!("{} stands {times} times {place}", self.name(id)));
        }
        for id in listed {
            let exists = self.state.entities.get(id.index()).is_some_and(|entity| entity.exists && kind(entity));
            self.report(exists, || format!("{} stands {place} and does not exist", self.name(*id)));
        }
    }

    fn index(&self) {
        let same = Index::of(self.rules, self.state).same_entries(&self.state.index);
        self.report(same, || "the index is not the one of the state".to_string());
        let held = self.state.count_held();
        self.report(held == self.state.held, || format!("lists hold {held} cells, not {}", self.state.held));
    }

    /// Nothing ever left a zone that lets nothing out.
    fn terminal_zones(&self, game: &Game) {
        let moved = game.journal.iter().filter_map(|change| match change {
            Change::Move { id, before, after, .. } => Some((*id, before.zone, after.zone)),
            _ => None,
        });
        let told = game.trace.iter().filter_map(|fact| match &fact.what {
            FactKind::Moves(card, from, to, _) => Some((card.card, *from, *to)),
            _ => None,
        });
        for (id, from, to) in moved.chain(told) {
            let terminal = from.is_some() && self.rules.zones[self.state.zone(from).decl.index()].terminal;
            let vanished = !to.is_some();
            self.report(!terminal || from == to || vanished, || {
                format!("{} left {}", self.name(id), self.zone_name(from))
            });
        }
    }
}
