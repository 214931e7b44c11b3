//! What a player may do in a round of a window: the uses that are offered, and why others are not.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Seat, Seats, ZoneId};
use crate::model::index::{IndexEntry, Topic};
use crate::model::prompt::Choice;
use crate::model::rules::Rules;
use crate::model::state::State;
use crate::model::trace::Reasons;
use crate::play::look::{Attempt, attempt_at, granted_elsewhere};
use crate::play::session::{Stop, Table};
use smallvec::SmallVec;

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
        for IndexEntry { entity: card, number, .. } in candidates {
            // Copies of a card that cannot be told apart are judged once, if who is asked knows that they are copies.
            let twin = self.judged(card, number).filter(|twin| twin.known.has(asked));
            if twin.is_some_and(|twin| judged.contains(&twin)) {
                continue;
            }
            if let Some(twin) = twin {
                judged.push(twin);
            }
            let attempt = attempt_at(self.reading(), player, card, number, subject);
            let barred = (self.state().handle(card), number);
            if !self.game.barred.contains(&barred) && !self.run.barred.contains(&barred) && self.may(rules, attempt)? {
                options.push(self.use_choice(attempt));
            }
        }
        Ok(self.in_order_of_places(player, same_once(self.state(), rules, options, asked)))
    }

    /// By what copies of a card count as one; `None` for a card whose kind has attributes that change.
    fn judged(&self, card: EntityId, number: u16) -> Option<Judged> {
        let entity = self.state().entity(card);
        let plain = self.rules.kinds[entity.kind.index()].changing.is_empty() && entity.attachments == 0;
        plain.then_some(Judged { def: entity.def, number, zone: entity.zone, known: entity.known, host: entity.host })
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

    /// What a player could use here if it were allowed and offered, with the reasons why it is not.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn refused_here(&mut self, seat: Seat) -> Result<Vec<(Attempt, Reasons)>, Stop> {
        let Some(Step::Window(open)) = self.state().agenda.last().copied() else {
            return Ok(Vec::new());
        };
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
                let mut why = self.reasons_against(attempt)?;
                if why.is_empty() && !self.is_offered_now(seat, def, number as u16) {
                    why.push(self.why_not_now(attempt));
                }
                if !why.is_empty() {
                    found.push((attempt, why));
                }
            }
        }
        Ok(found)
    }

    /// Whether a seat is offered this use of a card of this definition: like copies are one option.
    fn is_offered_now(&self, seat: Seat, def: DefId, number: u16) -> bool {
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
    def: DefId,
    number: u16,
    zone: ZoneId,
    known: Seats,
    host: EntityId,
}

/// Two copies of a card that can be used alike and do not differ are one option for who knows them.
fn same_once(state: &State, rules: &Rules, mut options: Vec<Choice>, asked: Seat) -> Vec<Choice> {
    let mut kept = 0;
    for at in 0..options.len() {
        let twin = |other: &Choice| match (other, &options[at]) {
            (Choice::Use { card, number, named, .. }, Choice::Use { card: own, number: n, named: same, .. }) => {
                let alike = named.def == same.def && named.controller == same.controller && named.known == same.known;
                number == n && alike && named.known.has(asked) && are_alike(state, rules, card.id, own.id, asked)
            }
            _ => false,
        };
        if !options[..kept].iter().any(twin) {
            options.swap(kept, at);
            kept += 1;
        }
    }
    options.truncate(kept);
    number_copies(&mut options, asked);
    options
}

/// Numbers the uses of copies that differ, from the second on.
fn number_copies(options: &mut [Choice], asked: Seat) {
    for at in 1..options.len() {
        let (before, rest) = options.split_at_mut(at);
        let Choice::Use { number, named, .. } = &mut rest[0] else { continue };
        let is_copy = |other: &&Choice| {
            matches!(other, Choice::Use { number: n, named: same, .. }
                if n == number && same.def == named.def && same.controller == named.controller)
        };
        if named.known.has(asked) {
            named.ordinal = before.iter().filter(is_copy).count() as u8;
            named.ordinal += u8::from(named.ordinal > 0);
        }
    }
}

/// Whether two copies of a card lie in the same place, with nothing attached, and have the same attributes.
///
/// What is secret about cards of others tells nobody which is which.
fn are_alike(state: &State, rules: &Rules, one: EntityId, other: EntityId, asked: Seat) -> bool {
    let (card, same) = (state.entity(one), state.entity(other));
    let is_own = state.player_of(asked) == card.controller;
    let changing = rules.kinds[card.kind.index()].changing.iter().zip(0..);
    let mut open = changing.filter(|(attr, _)| is_own || !rules.attributes[attr.index()].secret);
    (card.zone, card.host, card.attachments) == (same.zone, same.host, 0)
        && same.attachments == 0
        && open.all(|(_, at)| state.slot_value(one, at) == state.slot_value(other, at))
}
