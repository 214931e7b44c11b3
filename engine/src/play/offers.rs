//! What a player may do in a round of a window: the uses that are offered, and why others are not.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Seat, Seats, ZoneId};
use crate::model::index::{IndexEntry, Topic};
use crate::model::prompt::Choice;
use crate::model::rules::Rules;
use crate::model::spent::SMALL;
use crate::model::state::{Entity, State};
use crate::model::trace::Reasons;
use crate::model::value::Value;
use crate::play::look::{Attempt, attempt_at, granted_elsewhere};
use crate::play::session::{Stop, Table};
use smallvec::SmallVec;
use std::cell::OnceCell;

impl Table {
    /// What a player may do in the running round of a window; passing comes first.
    pub(super) fn offers(&mut self, rules: &Rules, open: &OpenWindow, player: PlayerId) -> Result<Vec<Choice>, Stop> {
        let window = &rules.windows[open.decl.index()];
        let Some(class) = window.rounds.get(usize::from(open.round)).copied() else {
            return Ok(vec![Choice::Pass]);
        };
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let index = &self.state().index;
        let mut candidates: SmallVec<[IndexEntry; 16]> = SmallVec::from_slice(index.about(Topic::offer(class, player)));
        candidates.extend_from_slice(index.about(Topic::foreign_offer(class)));
        for (entity, number) in granted_elsewhere(self.reading(), class, player) {
            candidates.push(IndexEntry { topic: Topic::ELSEWHERE, entity, number });
        }
        let mut options = Vec::with_capacity(1 + candidates.len());
        options.push(Choice::Pass);
        let mut judged: SmallVec<[Judged; 8]> = SmallVec::new();
        let asked = self.state().acting_seat(player);
        let references = OnceCell::new();
        for IndexEntry { entity: card, number, .. } in candidates {
            if self.is_out_of_work() {
                self.tell_out_of_work();
                break;
            }
            // Copies of a card that cannot be told apart are judged once, if who is asked knows that they are copies.
            if let Some(own) = self.judged(card, number).filter(|own| own.known.has(asked)) {
                let copies = Copies { state: self.state(), rules, asked, references: &references };
                if judged.iter().any(|twin| own.is_copy_of(*twin) && copies.are_meant_alike(card, twin.card)) {
                    continue;
                }
                judged.push(own);
            }
            let attempt = attempt_at(self.reading(), player, card, number, subject);
            let barred = (self.state().handle(card), number);
            if !self.game.barred.contains(&barred) && !self.run.barred.contains(&barred) && self.may(rules, attempt)? {
                options.push(self.use_choice(attempt));
            }
        }
        same_once(&Copies { state: self.state(), rules, asked, references: &references }, &mut options);
        Ok(self.in_order_of_places(player, options))
    }

    /// By what copies of a card count as one; `None` for a card whose kind has attributes that change.
    fn judged(&self, card: EntityId, number: u16) -> Option<Judged> {
        let entity = self.state().entity(card);
        let plain = self.rules.kinds[entity.kind.index()].changing.is_empty() && entity.attachments == 0;
        let Entity { def, zone, known, host, .. } = *entity;
        plain.then_some(Judged { card, def, number, zone, known, host })
    }

    fn use_choice(&self, attempt: Attempt) -> Choice {
        let named = self.named(attempt.card);
        let usage = &self.rules.definitions[named.def.index()].uses[usize::from(attempt.number)];
        Choice::Use {
            card: self.state().handle(attempt.card),
            number: attempt.number,
            action: usage.action,
            named,
            answers: attempt.subject.is_some(),
        }
    }

    /// What a player could use here if it were allowed and offered, with the reasons why it is not; and whether that is all of
    /// it, or the look has used up its budget.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn refused_here(&mut self, seat: Seat) -> Result<(Vec<(Attempt, Reasons)>, bool), Stop> {
        let Some(Step::Window(open)) = self.state().agenda.last().cloned() else {
            return Ok((Vec::new(), true));
        };
        self.begin_scripts();
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let mut found = Vec::new();
        let player = self.state().player_of(seat);
        let own: Vec<EntityId> = self
            .state()
            .entities()
            .filter(|(_, entity)| {
                entity.zone.is_some() || self.rules.is_of_actor(entity.def) && entity.kind != Rules::ITEM
            })
            .filter(|(_, entity)| entity.exists && entity.known.has(seat))
            .filter(|(_, entity)| entity.controller == player || entity.kind == Rules::GAME)
            .map(|(id, _)| id)
            .collect();
        for card in own {
            let def = self.state().entity(card).def;
            let uses = self.rules.definitions[def.index()].uses.len();
            for number in 0..uses {
                let attempt = attempt_at(self.reading(), player, card, number as u16, subject);
                let mut why = self.reasons_in_look(attempt)?;
                if self.is_out_of_work() {
                    return Ok((found, false));
                }
                if why.is_empty() && !self.is_offered_now(seat, def, number as u16) {
                    why.push(self.why_not_now(attempt));
                }
                if !why.is_empty() {
                    found.push((attempt, why));
                }
            }
        }
        Ok((found, true))
    }

    /// Whether a seat is offered this use of a card of this definition: like copies are one option.
    fn is_offered_now(&self, seat: Seat, def: DefId, number: u16) -> bool {
        self.run
            .work
            .add((self.game.prompts().iter().map(|prompt| prompt.options.len()).sum::<usize>() / SMALL) as u64);
        let mut options =
            self.game.prompts().iter().filter(|prompt| prompt.seat == seat).flat_map(|prompt| &prompt.options);
        options.any(
            |option| matches!(option, Choice::Use { named, number: own, .. } if named.def == def && *own == number),
        )
    }
}

/// What indistinguishable copies of a card have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Judged {
    card: EntityId,
    def: DefId,
    number: u16,
    zone: ZoneId,
    known: Seats,
    host: EntityId,
}

impl Judged {
    fn is_copy_of(self, other: Self) -> bool {
        Self { card: other.card, ..self } == other
    }
}

/// Two copies of a card that can be used alike and do not differ are one option for who knows them. Of those that differ
/// the second is numbered, and so on.
fn same_once(copies: &Copies<'_>, options: &mut Vec<Choice>) {
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
                    if same.known == named.known && copies.are_alike(card.id, own.id) {
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
struct Copies<'s> {
    state: &'s State,
    rules: &'s Rules,
    asked: Seat,
    references: &'s OnceCell<References>,
}

impl Copies<'_> {
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
    fn are_meant_alike(&self, one: EntityId, other: EntityId) -> bool {
        let references = self.references.get_or_init(|| References::of(self.state, self.rules, self.asked));
        references.to(one).eq(references.to(other))
    }
}

/// What means which entity: an effect its targets, an item what it is aimed at, the game its attacker. What scripts noted
/// is not among them, since nobody sees it.
struct References(SmallVec<[(EntityId, Referrer); 16]>);

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
