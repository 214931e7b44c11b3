//! The state: entities and their slots, zones, items, effects, the turn.

use super::{Checked, MOST, Valid, each, holds};
use crate::model::effect::{Effect, Expiry};
use crate::model::ids::{DefId, EntityId, PlayerId, Players, SiteId, ZoneId};
use crate::model::item::Item;
use crate::model::knowledge::Learned;
use crate::model::result::Outcome;
use crate::model::rules::{Category, Repetition, Rules};
use crate::model::setup::{supply_of, zones_of};
use crate::model::state::{Entity, State, Zone};
use crate::model::turn::{OuterValue, RunningProcedure, Turn};

/// More pieces than this are in no game.
const MOST_PIECES: i64 = 1 << 31;

impl Valid<'_> {
    pub(super) fn state(&self) -> Checked {
        let State {
            entities: _,
            slots: _,
            zones: _,
            items,
            board,
            supply,
            effects,
            learned,
            agenda,
            procedures,
            queue,
            turn,
            present,
            players,
            seats,
            acting_seats,
            chance: _,
            outcome,
            positions,
            held: _,
            index: _,
        } = self.state;
        holds((1..=32).contains(players), "it has too few or too many players")?;
        holds((1..=32).contains(&seats.len()), "it has too few or too many seats")?;
        each(seats, |player| self.player(*player))?;
        holds(board.index() == 1 + usize::from(*players), "its board is in the wrong place")?;
        holds(acting_seats.len() == usize::from(*players), "nobody speaks for a player")?;
        each(acting_seats.iter().enumerate(), |(player, seat)| {
            self.seat(*seat)?;
            holds(self.state.player_of(*seat).index() == player, "a player's seat belongs to another player")
        })?;
        let remembered = if self.rules.repetition.is_some() { Repetition::REMEMBERED } else { 0 };
        holds(positions.len() <= remembered, "it remembers positions that do not count")?;
        self.supply(supply)?;
        self.zones()?;
        self.entities()?;
        self.attachments()?;
        self.players(*present)?;
        self.turn(turn)?;
        each(items, |item| self.item(item))?;
        each(effects, |effect| self.effect(effect))?;
        each(learned, |learned| self.learned(learned))?;
        each(agenda, |step| self.step(step))?;
        each(procedures, |running| self.running(running))?;
        each(queue, |step| self.queued(step))?;
        match outcome {
            None => Ok(()),
            Some(Outcome { winners, why, defeat: _, placings, about }) => {
                self.players(*winners).and(self.word(*why)).and(self.names(placings)).and(self.about(about))
            }
        }
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

    /// The zones are those that the rules declare, and list what is there.
    fn zones(&self) -> Checked {
        let declared = zones_of(self.rules, self.state.players);
        let same = declared.len() == self.state.zones.len()
            && declared
                .iter()
                .zip(&self.state.zones)
                .all(|(one, other)| (one.decl, one.owner, one.site) == (other.decl, other.owner, other.site));
        holds(same, "its zones are not those of the rules")?;
        each(self.state.zones.iter().flat_map(|zone| &zone.cards), |card| self.entity(*card))
    }

    /// The game, the players, then the rest; the slots of each follow those of the one before.
    fn entities(&self) -> Checked {
        let players = usize::from(self.state.players);
        holds(self.state.entities.len() > players, "its players are missing")?;
        let mut slot = 0;
        for (at, entity) in self.state.entities.iter().enumerate() {
            self.entity_at(at, entity)?;
            holds(entity.slot as usize == slot, "its attributes are in the wrong place")?;
            slot += self.slots(entity, slot)?;
        }
        holds(slot == self.state.slots.len(), "it has attributes that belong to nothing")
    }

    fn entity_at(&self, at: usize, entity: &Entity) -> Checked {
        let Entity {
            kind,
            def,
            owner,
            controller,
            exists,
            incarnation,
            zone,
            slot: _,
            known,
            host,
            attachments: _,
            part,
            token,
            count,
            place,
        } = *entity;
        self.kind(kind)?;
        let players = usize::from(self.state.players);
        let site = at.checked_sub(1 + players).filter(|site| *site < self.rules.board.sites()).map(SiteId::from);
        let printed = site.map(|site| self.rules.board.def(site));
        let wanted = match at {
            0 => kind == Rules::GAME && def == self.rules.actor_def(kind),
            _ if at <= players => kind == Rules::PLAYER && def == self.rules.actor_def(kind) && owner.index() == at - 1,
            _ if printed.is_some() => printed == Some(def) && self.rules.definitions[def.index()].kind == kind,
            _ if kind == Rules::ITEM || kind == Rules::EFFECT => self.part(def, part).is_ok(),
            _ => {
                let known = self.definition(def).is_ok() && self.rules.definitions[def.index()].kind == kind;
                known && self.rules.is_card(def)
            }
        };
        holds(wanted, "something in it has the wrong kind")?;
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
        if !card || owner.is_somebody() {
            self.player(owner)?;
        }
        if !card || controller.is_somebody() {
            self.player(controller)?;
        }
        self.seats(known)?;
        if card && exists {
            self.zone(zone)?
        } else {
            holds(zone == ZoneId::NONE, "something that is not a card is in a zone")?
        }
        holds(
            host == EntityId::NONE || card && self.is_card(host),
            "a card is attached to something that is not a card",
        )
    }

    fn learned(&self, learned: &Learned) -> Checked {
        let Learned { card, by, told, attr, value, is: _ } = *learned;
        self.entity(card.id)?;
        self.attribute(attr)?;
        self.value(value)?;
        self.seats(by).and(self.seats(told))
    }

    fn is_card(&self, id: EntityId) -> bool {
        let entity = self.state.entities.get(id.index());
        entity.is_some_and(|entity| self.is_of_cards(entity.kind))
    }

    /// The changing attributes of an entity hold what their types allow. Returns how many there are.
    fn slots(&self, entity: &Entity, from: usize) -> Result<usize, &'static str> {
        let changing = &self.rules.kinds[entity.kind.index()].changing;
        let Some(values) = self.state.slots.get(from..from + changing.len()) else {
            return Err("attributes are missing");
        };
        for (attr, value) in changing.iter().zip(values) {
            self.value(*value)?;
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

    fn turn(&self, turn: &Turn) -> Checked {
        let Turn { number, player, phase, extra: _, rotation, reversed: _, inserted, skips, before_first: _ } = turn;
        holds(*number < MOST, "a number in it is too large")?;
        self.player(*player)?;
        self.player(*rotation)?;
        self.phase(*phase)?;
        each(inserted, |player| self.player(*player))?;
        holds(skips.len() == usize::from(self.state.players), "it skips turns of players who do not exist")
    }

    fn item(&self, item: &Item) -> Checked {
        let Item {
            id,
            def,
            card,
            source,
            trigger,
            use_index,
            action,
            player,
            answers,
            targets,
            notes,
            exempt,
            exempt_by,
            status: _,
            copy: _,
            answerable: _,
        } = item;
        self.own(*id, *def)?;
        match trigger {
            Some(trigger) => self.trigger(*trigger)?,
            None => {
                self.definition(*def)?;
                let fits = self.rules.usage(*def, *use_index).is_some_and(|usage| usage.action == *action);
                holds(fits, "a card is used in a way that it does not have")?;
            }
        }
        self.card_or_none(*card)?;
        self.thing_or_none(*source)?;
        self.player(*player)?;
        self.thing_or_none(*answers)?;
        each(targets, |target| self.value(*target))?;
        each(notes, |(name, value)| self.word(*name).and(self.carried(value)))?;
        self.exempt(*exempt, exempt_by)
    }

    fn effect(&self, effect: &Effect) -> Checked {
        let Effect { id, def, card, player, exempt, exempt_by, targets, notes, expiry } = effect;
        self.own(*id, *def)?;
        self.card_or_none(*card)?;
        self.player(*player)?;
        self.exempt(*exempt, exempt_by)?;
        each(targets, |target| self.value(*target))?;
        each(notes, |(name, value)| self.word(*name).and(self.carried(value)))?;
        match expiry {
            Expiry::StartOfTurn(player, _) | Expiry::EndOfTurn(player, _) => self.player(*player),
            Expiry::EndOfThisTurn(_) | Expiry::EndOfPhase | Expiry::Predicate | Expiry::Never => Ok(()),
        }
    }

    /// What the local values of a procedure were is what they can be.
    fn running(&self, running: &RunningProcedure) -> Checked {
        let RunningProcedure { procedure, outer } = running;
        self.procedure(*procedure)?;
        each(outer, |OuterValue { of, attr, value }| {
            self.handle(*of)?;
            self.attribute(*attr)?;
            self.value(*value)?;
            let decl = &self.rules.attributes[attr.index()];
            holds(decl.local_to == Some(*procedure), "a procedure has the value of another")?;
            holds(decl.type_.takes(value), "a local value is of another type")
        })
    }

    /// The entity of an item or effect is there, and of the same definition.
    fn own(&self, id: EntityId, def: DefId) -> Checked {
        self.entity(id)?;
        if def != DefId::NONE {
            self.definition(def)?;
        }
        holds(self.state.entity(id).def == def, "an item or effect has the name of another")
    }

    fn exempt(&self, exempt: Players, by: &[(PlayerId, DefId)]) -> Checked {
        self.players(exempt)?;
        each(by, |(player, def)| self.player(*player).and(self.definition(*def)))
    }
}
