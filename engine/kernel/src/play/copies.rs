//! Copies of a card that a player cannot tell apart: they are one option, and the one is used of which others know most.
//!
//! Somebody who has seen one of two such cards in a hand sees one of them go. If it were the other, the one that was seen
//! would stay known, and so tell that there are two.

use crate::model::agenda::Step;
use crate::model::ids::{EntityId, Handle, PlayerId, Seat, Seats, ZoneId};
use crate::model::index::IndexEntry;
use crate::model::prompt::Choice;
use crate::model::rules::{Rules, SeenBy};
use crate::model::spent::SMALL;
use crate::model::state::{Entity, State};
use crate::model::value::Value;
use crate::play::queries::Reading;
use crate::play::session::Table;
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;
use std::cmp::Reverse;

/// The places of copies among options.
type LikeCards = SmallVec<[usize; 4]>;

impl Table {
    /// Puts copies that are one for the player in that order in which they are known best, each into the place of another.
    pub(crate) fn known_first(&self, player: PlayerId, mut options: Vec<Choice>) -> Vec<Choice> {
        let references = OnceCell::new();
        let copies = Copies::new(self.reading(), self.state().acting_seat(player), &references);
        let cards = cards_of(&options);
        for group in copies.groups(&cards) {
            let sorted = copies.best_known(&cards, &group).map(|at| options[at].clone());
            let sorted: SmallVec<[Choice; 4]> = sorted.collect();
            group.into_iter().zip(sorted).for_each(|(at, option)| options[at] = option);
        }
        options
    }

    /// What was chosen of these options: of copies that are one for the player, the first.
    pub fn first_of_copies(&self, player: PlayerId, options: &[Choice], chosen: &[u16]) -> SmallVec<[u16; 4]> {
        let references = OnceCell::new();
        let copies = Copies::new(self.reading(), self.state().acting_seat(player), &references);
        let mut chosen: SmallVec<[u16; 4]> = chosen.into();
        for group in copies.groups(&cards_of(options)) {
            let is_copy = |at: &&mut u16| group.contains(&usize::from(**at));
            chosen.iter_mut().filter(is_copy).zip(&group).for_each(|(at, first)| *at = *first as u16);
        }
        chosen
    }
}

/// The cards that options mean; none for an option that is no card. They are told apart by nothing else.
fn cards_of(options: &[Choice]) -> SmallVec<[(EntityId, u16); 16]> {
    let card = |option: &Choice| option.named_card().map_or(EntityId::NONE, |handle| handle.id);
    options.iter().map(|option| (card(option), 0)).collect()
}

/// A seat that knows two copies of a card sees them as one option if they can be used alike and do not differ. Of those that differ
/// the second is numbered, and so on.
pub(super) fn same_once(copies: &Copies<'_>, options: &mut Vec<Choice>) {
    let mut kept = 0;
    'options: for at in 0..options.len() {
        let (before, rest) = options.split_at_mut(at);
        if let Choice::Use { card, number, named, .. } = &mut rest[0]
            && named.known.has(copies.asked)
        {
            let mut others: u8 = 0;
            for other in &before[..kept] {
                if let Choice::Use { card: own, number: n, named: same, .. } = other
                    && (*n, same.def, same.controller) == (*number, named.def, named.controller)
                {
                    if copies.are_one(card.id, own.id) {
                        continue 'options;
                    }
                    others = others.saturating_add(1);
                }
            }
            named.ordinal = if others > 0 { others.saturating_add(1) } else { 0 };
        }
        options.swap(kept, at);
        kept += 1;
    }
    options.truncate(kept);
}

/// The copies of cards among which a seat may choose.
pub(super) struct Copies<'s> {
    at: Reading<'s>,
    state: &'s State,
    rules: &'s Rules,
    asked: Seat,
    references: &'s OnceCell<References>,
}

impl<'s> Copies<'s> {
    /// The copies among which this seat may choose. What means them is looked up when it is first asked for.
    pub(super) const fn new(at: Reading<'s>, asked: Seat, references: &'s OnceCell<References>) -> Self {
        Self { at, state: at.state, rules: at.rules, asked, references }
    }

    /// Whether two copies of a card are one for the seat: they are alike, and nobody at the table could see which of them
    /// is meant.
    fn are_one(&self, one: EntityId, other: EntityId) -> bool {
        let (card, same) = (self.state.entity(one), self.state.entity(other));
        (card.known == same.known || self.is_mingled(card) && self.is_mingled(same)) && self.are_alike(one, other)
    }

    /// Whether a card lies among others that only their owner sees, where nothing shows which card is which: in a hand.
    /// What others know of it does not show on it.
    fn is_mingled(&self, card: &Entity) -> bool {
        if card.zone == ZoneId::NONE || !card.known.has(self.asked) {
            return false;
        }
        let zone = &self.rules.zones[self.state.zone(card.zone).decl.index()];
        zone.seen == SeenBy::Owner && !zone.in_play && !zone.places && !zone.ordered
    }

    /// Whether others than the seat know a card of a hand.
    fn is_known_in_hand(&self, card: EntityId) -> bool {
        if !card.is_some() {
            return false;
        }
        let entity = self.state.entity(card);
        let own = self.state.seats_of(self.state.player_of(self.asked));
        !entity.known.minus(own).is_empty() && self.is_mingled(entity)
    }

    /// How much others know of a card: how many seats know it, and how much was learned about it.
    fn how_known(&self, card: EntityId) -> (usize, usize) {
        (self.state.entity(card).known.len(), self.state.learned(card).count())
    }

    /// The groups of copies that are one for the seat, of which others know more of one than of another: the places of each
    /// group among these cards and the numbers of their uses.
    fn groups(&self, cards: &[(EntityId, u16)]) -> SmallVec<[LikeCards; 2]> {
        let mut groups: SmallVec<[LikeCards; 2]> = SmallVec::new();
        if !cards.iter().any(|(card, _)| self.is_known_in_hand(*card)) {
            return groups;
        }
        // Each is compared with each.
        self.at.charge(cards.len() * cards.len() / SMALL);
        for (at, own) in cards.iter().enumerate().filter(|(_, (card, _))| card.is_some()) {
            let same = |group: &&mut LikeCards| self.are_copies(cards[group[0]], *own);
            match groups.iter_mut().find(same) {
                Some(group) => group.push(at),
                None => groups.push(smallvec![at]),
            }
        }
        groups.retain(|group| group.iter().any(|at| self.how_known(cards[*at].0) != self.how_known(cards[group[0]].0)));
        groups
    }

    fn are_copies(&self, (one, number): (EntityId, u16), (other, same): (EntityId, u16)) -> bool {
        let printed = |card: EntityId| (self.state.entity(card).def, self.state.entity(card).controller);
        one != other && number == same && printed(one) == printed(other) && self.are_one(one, other)
    }

    /// The places of a group, those of the copies that are known best first.
    fn best_known(&self, cards: &[(EntityId, u16)], group: &LikeCards) -> impl Iterator<Item = usize> {
        let mut sorted = group.clone();
        sorted.sort_by_key(|at| Reverse(self.how_known(cards[*at].0)));
        sorted.into_iter()
    }

    /// Puts the best known of copies that are one for the seat in front of the others, among what it may be offered.
    pub(super) fn sort(&self, candidates: &mut [IndexEntry]) {
        let cards: SmallVec<[(EntityId, u16); 16]> =
            candidates.iter().map(|entry| (entry.entity, entry.number)).collect();
        for group in self.groups(&cards) {
            let sorted = self.best_known(&cards, &group);
            group.iter().zip(sorted).for_each(|(at, from)| candidates[*at].entity = cards[from].0);
        }
    }

    /// What others know of a card that does show on it; of one in a hand, nothing.
    pub(super) fn shown_of(&self, card: EntityId) -> Seats {
        let entity = self.state.entity(card);
        if self.is_mingled(entity) { Seats::NONE } else { entity.known }
    }

    /// Whether two copies of a card lie in the same place, with nothing attached, have the same attributes, and are meant by
    /// the same things.
    ///
    /// What is secret about cards of others tells nobody which is which.
    fn are_alike(&self, one: EntityId, other: EntityId) -> bool {
        let (state, rules) = (self.state, self.rules);
        let (card, same) = (state.entity(one), state.entity(other));
        let is_own = state.player_of(self.asked) == card.controller;
        let changing = rules.kinds[card.kind.index()].changing.iter().zip(0..);
        let mut open = changing.filter(|(attr, _)| is_own || !rules.attributes[attr.index()].secret);
        (card.zone, card.host, card.attachments) == (same.zone, same.host, 0)
            && same.attachments == 0
            && open.all(|(_, at)| state.slot_value(one, at) == state.slot_value(other, at))
            && self.are_meant_alike(one, other)
    }

    /// Whether the same things mean two cards.
    pub(super) fn are_meant_alike(&self, one: EntityId, other: EntityId) -> bool {
        let references = self.references.get_or_init(|| References::of(self.state, self.rules, self.asked));
        references.to(one).eq(references.to(other))
    }
}

/// What means which entity: an effect its targets, an item what it is aimed at, the game its attacker. What scripts noted
/// is not among them, since nobody sees it.
pub(super) struct References(SmallVec<[(EntityId, Referrer); 16]>);

/// What means an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Referrer {
    Item(EntityId),
    Effect(EntityId),
    Attribute(EntityId, u16),
    Window(usize),
}

impl References {
    /// All that a seat may know of.
    fn of(state: &State, rules: &Rules, asked: Seat) -> Self {
        let mut all = SmallVec::new();
        // What a card was before it came back means nothing any more.
        let mut note = |handle: Handle, by| {
            if state.fresh(handle) {
                all.push((handle.id, by));
            }
        };
        for item in state.items() {
            let by = Referrer::Item(item.id);
            [item.card, item.source, item.answers].into_iter().for_each(|handle| note(handle, by));
            entities(&item.targets).for_each(|handle| note(handle, by));
        }
        for effect in state.effects() {
            let by = Referrer::Effect(effect.id);
            note(effect.card, by);
            entities(&effect.targets).for_each(|handle| note(handle, by));
        }
        // The game and the players come first; often nothing else has an attribute that is a card.
        let only_those = rules.kinds.values().skip(Rules::OWN_KINDS.len()).all(|kind| kind.pointing.is_empty());
        let bearers = if only_those { 1 + state.players() } else { usize::MAX };
        for (id, entity) in state.entities().take(bearers) {
            let (kind, is_own) = (&rules.kinds[entity.kind.index()], state.player_of(asked) == entity.controller);
            for at in &kind.pointing {
                let attr = kind.changing[usize::from(*at)];
                if let Value::Entity(handle) = state.slot_value(id, *at)
                    && (is_own || !rules.attributes[attr.index()].secret)
                {
                    note(handle, Referrer::Attribute(id, *at));
                }
            }
        }
        for (at, step) in state.agenda.iter().enumerate() {
            if let Step::Window(open) = step {
                note(open.subject, Referrer::Window(at));
            }
        }
        Self(all)
    }

    fn to(&self, card: EntityId) -> impl Iterator<Item = Referrer> {
        self.0.iter().filter(move |(own, _)| *own == card).map(|(_, by)| *by)
    }
}

fn entities(values: &[Value]) -> impl Iterator<Item = Handle> {
    values.iter().filter_map(|value| if let Value::Entity(handle) = value { Some(*handle) } else { None })
}
