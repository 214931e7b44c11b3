//! Hidden cards dealt anew: what a seat does not know could lie otherwise, and which ways there are.
//!
//! A card that nobody shows to a seat is known to it by its place alone: whose it is, from which part of a deck it comes,
//! and what the seat has learned about it. Cards of which all that is the same can be exchanged. What a seat could only
//! remember, such as a card that was shown before it was shuffled away, counts for nothing here.

use crate::model::generator::Generator;
use crate::model::ids::{DefId, EntityId, KindId, PlayerId, Seat, Seats};
use crate::model::knowledge::Learned;
use crate::model::rules::{Category, Deck, Rules};
use crate::model::state::{Entity, State};
use crate::model::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How often cards are drawn for the places of a group about which something is known before it counts as impossible.
const DRAWS: usize = 200_000;

/// Why what a seat does not know cannot be dealt anew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DealError {
    /// Nobody has this seat.
    Nobody,
    /// No seat is asked anything: play on first.
    NotAsked,
    /// Something is hidden that is no card: an item, an effect, a pile of pieces, a secret attribute that has changed.
    Unlike,
    /// Hardly any deal agrees with all that the seat knows: of so many none did.
    Rare(usize),
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("nobody has that seat"),
            Self::NotAsked => f.write_str("no seat is asked anything: play on first"),
            Self::Unlike => f.write_str("something is hidden that cannot be dealt anew: only cards can"),
            Self::Rare(tried) => write!(f, "none of {tried} deals agrees with all that the seat knows"),
        }
    }
}

impl std::error::Error for DealError {}

/// From which part of a deck the cards of each definition come, and whether that deck is nobody's: cards of one home lie in
/// the same places.
#[derive(Clone, Debug, Default)]
pub struct Homes(Vec<(u16, bool)>);

impl Homes {
    /// The homes of all definitions. Zones in which some deck has the same definition are one home. What is in no deck is
    /// at home where other cards of its kind are.
    pub fn of(rules: &Rules) -> Self {
        let draw = rules.draw_pile().map_or(u16::MAX, |(pile, _)| pile.0);
        let mut zones: BTreeMap<DefId, Vec<u16>> = BTreeMap::new();
        for deck in rules.decks.values().chain(rules.commons.values()) {
            let Deck { cards, zones: others, .. } = deck;
            let places = others.iter().flat_map(|(zone, cards)| cards.iter().map(|card| (*card, zone.0)));
            for (card, zone) in cards.iter().map(|card| (*card, draw)).chain(places) {
                zones.entry(card).or_default().push(zone);
            }
        }
        let mut joined: BTreeMap<u16, u16> = BTreeMap::new();
        for together in zones.values() {
            let first = first_of(&joined, together[0]);
            for zone in together {
                let other = first_of(&joined, *zone);
                if other != first {
                    joined.insert(other.max(first), other.min(first));
                }
            }
        }
        let of_def = |def: DefId| zones.get(&def).map(|zones| first_of(&joined, zones[0]));
        let kind = |def: DefId| rules.definitions[def.index()].kind;
        let mut of_kinds: BTreeMap<KindId, u16> = BTreeMap::new();
        for def in zones.keys() {
            of_kinds.entry(kind(*def)).or_insert_with(|| of_def(*def).unwrap_or(draw));
        }
        let all = (0..rules.definitions.len()).map(DefId::from);
        let commons = rules.commons.values().flat_map(|deck| &deck.zones).flat_map(|(_, cards)| cards);
        let commons: BTreeSet<DefId> = commons.copied().collect();
        let home = |def: DefId| of_def(def).or_else(|| of_kinds.get(&kind(def)).copied()).unwrap_or(draw);
        Self(all.map(|def| (home(def), commons.contains(&def))).collect())
    }

    /// The back of a card. One of a deck that is nobody's is whose hand it has come to.
    fn back_of(&self, card: &Entity) -> Back {
        let (home, is_common) = self.0.get(card.def.index()).copied().unwrap_or((u16::MAX, false));
        (if is_common { PlayerId::NOBODY } else { card.owner }, home, card.token)
    }
}

/// The first of the zones that are one home with this one.
fn first_of(joined: &BTreeMap<u16, u16>, zone: u16) -> u16 {
    let mut at = zone;
    while let Some(next) = joined.get(&at) {
        at = *next;
    }
    at
}

/// What tells groups of hidden cards apart for everybody: whose they are, their home, and whether they are tokens.
type Back = (PlayerId, u16, bool);

/// The cards that a seat does not know, in groups whose cards could lie in each other's places.
#[derive(Clone, Debug, Default)]
pub struct Hidden {
    groups: Vec<Group>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    /// The places, first those about which something is known, each with what.
    places: Vec<(EntityId, Vec<Learned>)>,
    /// How many of them something is known about.
    partly_known: usize,
}

/// Which card lies in each place instead of its own: the place, and the place from which the card comes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deal(Vec<(EntityId, EntityId)>);

impl Deal {
    /// Two cards in each other's places.
    pub fn exchange(one: EntityId, other: EntityId) -> Self {
        Self(vec![(one, other), (other, one)])
    }

    fn with(&self, more: &[(EntityId, EntityId)]) -> Self {
        Self([&self.0, more].concat())
    }

    /// The places that get another card, each with the place from which it comes.
    pub fn moves(&self) -> impl Iterator<Item = (EntityId, EntityId)> {
        self.0.iter().copied().filter(|(to, from)| to != from)
    }
}

impl Hidden {
    /// What the seat knows neither in the state to be changed nor, further on in the same step, now. What the step has
    /// created since will be created again.
    ///
    /// # Errors
    /// [`DealError::Unlike`] if something else than cards is hidden.
    pub fn of(rules: &Rules, homes: &Homes, state: &State, now: &State, seat: Seat) -> Result<Self, DealError> {
        if has_secrets(rules, state, seat) || has_secrets(rules, now, seat) {
            return Err(DealError::Unlike);
        }
        let mut backs: BTreeMap<Back, Vec<EntityId>> = BTreeMap::new();
        for (id, entity) in state.entities().filter(|(_, entity)| is_hidden(entity, seat)) {
            // Only a single card can be exchanged for another.
            let is_card = entity.zone.is_some() && rules.kinds[entity.kind.index()].category == Category::Card;
            if !is_card || entity.count != 1 {
                return Err(DealError::Unlike);
            }
            // What the seat has come to know in this step is as it is.
            if is_hidden(now.entity(id), seat) {
                backs.entry(homes.back_of(entity)).or_default().push(id);
            }
        }
        let groups = backs.into_values().filter(|group| group.len() > 1);
        Ok(Self { groups: groups.map(|group| Group::of(group, now, seat)).collect() })
    }

    /// The groups: places whose cards could be exchanged but for what the seat has learned.
    pub fn groups(&self) -> impl Iterator<Item = Vec<EntityId>> {
        self.groups.iter().map(|group| group.places.iter().map(|(place, _)| *place).collect())
    }

    /// Two different cards that could lie in each other's places, at least one of them known to somebody: for tests of what
    /// the seat can tell apart. None if so many tries have found none.
    pub fn pair(&self, rules: &Rules, state: &State, luck: &mut Generator, tries: usize) -> Option<[EntityId; 2]> {
        let groups: Vec<Vec<EntityId>> = self.groups().collect();
        let is_known = |card: &EntityId| !state.entity(*card).known.is_empty();
        let known: Vec<(&Vec<EntityId>, EntityId)> = groups
            .iter()
            .flat_map(|group| group.iter().copied().filter(is_known).map(move |card| (group, card)))
            .collect();
        (0..tries).find_map(|_| {
            let (group, one) = known.get(luck.below(known.len().max(1) as u32) as usize)?;
            let other = group[luck.below(group.len() as u32) as usize];
            let (first, second) = (state.entity(*one), state.entity(other));
            // What was learned of one of them must be as true of the other.
            let mut learned = state.learned(*one).chain(state.learned(other));
            let same = learned.all(|part| rules.printed(first.def, part.attr) == rules.printed(second.def, part.attr));
            (first.def != second.def && same).then_some([*one, other])
        })
    }

    /// One of the deals that agree with what the seat has learned, each as likely as the others.
    ///
    /// # Errors
    /// [`DealError::Rare`] if many were tried and none agrees.
    pub fn deal(&self, rules: &Rules, state: &State, luck: &mut Generator) -> Result<Deal, DealError> {
        let mut deal = Deal::default();
        for group in &self.groups {
            group.deal(rules, state, luck, &mut deal.0)?;
        }
        Ok(deal)
    }

    /// All deals that agree with what the seat has learned, if there are at most this many orders of the cards.
    pub fn all(&self, rules: &Rules, state: &State, limit: usize) -> Option<Vec<Deal>> {
        let orders = self.groups.iter().try_fold(1_usize, |product, group| {
            (1..=group.places.len())
                .try_fold(product, |product, factor| product.checked_mul(factor).filter(|product| *product <= limit))
        });
        orders?;
        let mut all = vec![Deal::default()];
        for group in &self.groups {
            all = group.all(rules, state).iter().flat_map(|more| all.iter().map(|deal| deal.with(more))).collect();
        }
        Some(all)
    }
}

impl Group {
    fn of(places: Vec<EntityId>, now: &State, seat: Seat) -> Self {
        let known = |place: EntityId| -> Vec<Learned> {
            if now.learned.is_empty() {
                return Vec::new();
            }
            now.learned(place).filter(|learned| learned.told.has(seat)).copied().collect()
        };
        let mut places: Vec<(EntityId, Vec<Learned>)> = places.into_iter().map(|place| (place, known(place))).collect();
        // Stable: places keep their order otherwise.
        places.sort_by_key(|(_, known)| known.is_empty());
        let partly_known = places.iter().take_while(|(_, known)| !known.is_empty()).count();
        Self { places, partly_known }
    }

    fn agrees(&self, rules: &Rules, state: &State, at: usize, card: EntityId) -> bool {
        let is_so = |part: &Learned| state.has_learnable(rules, card, part.attr, part.value) == part.is;
        self.places[at].1.iter().all(is_so)
    }

    fn deal(
        &self,
        rules: &Rules,
        state: &State,
        luck: &mut Generator,
        to: &mut Vec<(EntityId, EntityId)>,
    ) -> Result<(), DealError> {
        let mut cards: Vec<EntityId> = self.places.iter().map(|(place, _)| *place).collect();
        let fits = |at: usize| -> Vec<EntityId> {
            cards.iter().copied().filter(|card| self.agrees(rules, state, at, *card)).collect()
        };
        let fitting: Vec<Vec<EntityId>> = (0..self.partly_known).map(fits).collect();
        // Each place draws from all that fit it, and all draw anew as soon as two have drawn the same card: so each deal
        // that agrees is as likely as the others.
        let mut drawn: Vec<EntityId> = Vec::with_capacity(fitting.len());
        let is_drawn = (0..DRAWS).any(|_| {
            drawn.clear();
            fitting.iter().all(|fitting| {
                let card = fitting.get(luck.below(fitting.len() as u32) as usize).filter(|card| !drawn.contains(card));
                drawn.extend(card);
                card.is_some()
            })
        });
        if !is_drawn {
            return Err(DealError::Rare(DRAWS));
        }
        cards.retain(|card| !drawn.contains(card));
        luck.shuffle(&mut cards);
        to.extend(self.places.iter().map(|(place, _)| *place).zip(drawn.into_iter().chain(cards)));
        Ok(())
    }

    fn all(&self, rules: &Rules, state: &State) -> Vec<Vec<(EntityId, EntityId)>> {
        let mut all: Vec<Vec<(EntityId, EntityId)>> = vec![Vec::new()];
        for (at, (place, _)) in self.places.iter().enumerate() {
            let longer = |begun: &Vec<(EntityId, EntityId)>| {
                let begun = begun.clone();
                let free = |card: &EntityId| !begun.iter().any(|(_, dealt)| dealt == card);
                let cards = self.places.iter().map(|(card, _)| *card).filter(free);
                let cards: Vec<EntityId> = cards.filter(|card| self.agrees(rules, state, at, *card)).collect();
                cards.into_iter().map(move |card| [&begun[..], &[(*place, card)]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

/// Whether the seat does not know which card this is, or that it is one.
fn is_hidden(entity: &Entity, seat: Seat) -> bool {
    entity.exists && entity.can_be_hidden() && !entity.known.has(seat)
}

/// Whether a secret attribute of somebody else has changed.
fn has_secrets(rules: &Rules, state: &State, seat: Seat) -> bool {
    if !rules.attributes.values().any(|attribute| attribute.secret) {
        return false;
    }
    let own = state.player_of(seat);
    let others = state.entities().filter(|(_, entity)| entity.exists && entity.controller != own);
    let changed = |(id, entity): (EntityId, &Entity)| {
        let changing = rules.kinds[entity.kind.index()].changing.iter();
        let mut secret = changing.filter(|attr| rules.attributes[attr.index()].secret);
        secret.any(|attr| state.changing(rules, id, *attr) != Some(rules.printed_value(entity.def, *attr)))
    };
    others.into_iter().any(changed)
}

impl State {
    /// Deals: each card is from now on what lay in another place, with all that has changed about it. Handles, zones and
    /// what is known stay with the places. What others have learned is made true of the new card.
    pub(in crate::model) fn deal(&mut self, rules: &Rules, deal: &Deal) {
        let cards: Vec<(EntityId, Entity)> = deal.moves().map(|(to, from)| (to, *self.entity(from))).collect();
        for (id, card) in &cards {
            let before = self.entities[id.index()];
            let after = Entity { def: card.def, own: card.own, kind: card.kind, slot: card.slot, ..before };
            // What a card cares about is said by its definition: one of the same changes no entry.
            if before.def != after.def {
                self.index.remove(rules, &self.zones, *id, &before);
                self.index.add(rules, &self.zones, *id, &after);
            }
            self.entities[id.index()] = after;
            self.index.touch_body(*id);
        }
        if self.learned.is_empty() && self.memories.is_empty() {
            return;
        }
        let mut is_dealt = vec![false; self.entities.len()];
        cards.iter().for_each(|(id, _)| is_dealt[id.index()] = true);
        // What a card was when not everybody saw it was otherwise in a game in which it is another.
        let everyone = Seats::first(self.seats.len());
        self.memories.retain(|memory| memory.was.known == everyone || !is_dealt[memory.card.id.index()]);
        for at in 0..self.learned.len() {
            let learned = self.learned[at];
            if !is_dealt[learned.card.id.index()] || !self.fresh(learned.card) {
                continue;
            }
            let is = self.has_learnable(rules, learned.card.id, learned.attr, learned.value);
            let (card, attr) = (learned.card.id, learned.attr);
            let now =
                self.changing(rules, card, attr).unwrap_or_else(|| rules.printed_value(self.entity(card).def, attr));
            let value = match now {
                Value::Number(_) | Value::Flag(_) | Value::Word(_) if learned.is && !is => Some(now),
                _ => None,
            };
            self.learned[at] = match value {
                Some(value) => Learned { value, ..learned },
                None => Learned { is, ..learned },
            };
        }
    }
}
