//! What a player may do in a round of a window: the uses that are offered, and why others are not.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Seat, Seats, ZoneId};
use crate::model::index::{IndexEntry, Topic};
use crate::model::prompt::Choice;
use crate::model::rules::Rules;
use crate::model::spent::SMALL;
use crate::model::state::Entity;
use crate::model::trace::Reasons;
use crate::play::call::Stop;
use crate::play::copies::{Copies, same_once};
use crate::play::queries::{Attempt, attempt_at, granted_elsewhere};
use crate::play::session::Table;
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
        Copies::new(self.reading(), asked, &references).sort(&mut candidates);
        for IndexEntry { entity: card, number, .. } in candidates {
            if self.is_out_of_work() {
                self.tell_out_of_work();
                break;
            }
            // Copies of a card that cannot be told apart are judged once, if the seat that is asked knows that they are copies.
            let copies = Copies::new(self.reading(), asked, &references);
            if let Some(own) = self.judged(card, number, &copies).filter(|_| self.state().entity(card).known.has(asked))
            {
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
        same_once(&Copies::new(self.reading(), asked, &references), &mut options);
        Ok(self.in_order_of_places(player, options))
    }

    /// By what copies of a card count as one; `None` for a card whose kind has attributes that change.
    fn judged(&self, card: EntityId, number: u16, copies: &Copies<'_>) -> Option<Judged> {
        let entity = self.state().entity(card);
        let plain = self.rules.kinds[entity.kind.index()].changing.is_empty() && entity.attachments == 0;
        let Entity { def, zone, host, .. } = *entity;
        plain.then(|| Judged { card, def, number, zone, shown: copies.shown_of(card), host })
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
    shown: Seats,
    host: EntityId,
}

impl Judged {
    fn is_copy_of(self, other: Self) -> bool {
        Self { card: other.card, ..self } == other
    }
}
