//! What a player may do in a round of a window: the uses that are offered, and why others are not.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Seat, Seats, Word, ZoneId};
use crate::model::index::Topic;
use crate::model::prompt::Choice;
use crate::model::rules::{Filter, Relation, Rules};
use crate::model::trace::Reasons;
use crate::model::value::Value;
use crate::play::permission::Attempt;
use crate::play::session::{Stop, Table};
use smallvec::SmallVec;

impl Table {
    /// What a player may do in the running round of a window; passing comes first.
    pub(super) fn offers(&mut self, rules: &Rules, open: &OpenWindow, player: PlayerId) -> Result<Vec<Choice>, Stop> {
        let window = &rules.windows[open.decl.index()];
        let mut options = Vec::with_capacity(4);
        options.push(Choice::Pass);
        let Some(class) = window.rounds.get(usize::from(open.round)).copied() else {
            return Ok(options);
        };
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let mut candidates: SmallVec<[(EntityId, u16); 8]> = SmallVec::new();
        let index = &self.state().index;
        for topic in [Topic::offer(class, player), Topic::foreign_offer(class)] {
            candidates.extend(index.about(topic).iter().map(|entry| (entry.entity, entry.number)));
        }
        candidates.extend(self.granted_elsewhere(class, player));
        let mut judged: SmallVec<[Judged; 8]> = SmallVec::new();
        for (card, number) in candidates {
            // Copies of a card that cannot be told apart are judged once.
            let twin = self.judged(card, number);
            if twin.is_some_and(|twin| judged.contains(&twin)) {
                continue;
            }
            judged.extend(twin);
            let attempt = self.attempt(player, card, number, subject);
            let barred = (self.state().handle(card), number);
            if !self.game.barred.contains(&barred) && !self.run.barred.contains(&barred) && self.may(rules, attempt)? {
                options.push(self.use_choice(attempt));
            }
        }
        Ok(same_once(options))
    }

    /// Uses of cards in zones from which only a grant lets them be used.
    fn granted_elsewhere(&self, class: Word, player: PlayerId) -> SmallVec<[(EntityId, u16); 4]> {
        let mut found = SmallVec::new();
        for entry in self.state().index.about(Topic::ELSEWHERE) {
            let source = self.state().entity(entry.entity);
            let grant = &self.rules.abilities_of(source).grants[usize::from(entry.number)];
            if grant.who.has(player, source.controller) {
                let cards = self.meant_by(&grant.card, entry.entity);
                found.extend(cards.into_iter().flat_map(|card| self.uses_by(card, grant.action, class)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The cards that a grant of the zone can apply to: the targets of its effect, or the cards in the zones that it
    /// names.
    fn meant_by(&self, filter: &Filter, source: EntityId) -> Vec<EntityId> {
        if filter.of == Some(Relation::Target) {
            let targets = self.state().effect(source).map(|effect| effect.targets.clone()).unwrap_or_default();
            let fresh = |target: &Value| match target {
                Value::Entity(handle) if self.state().fresh(*handle) => Some(handle.id),
                _ => None,
            };
            return targets.iter().filter_map(fresh).collect();
        }
        let zones = self.state().zones().filter(|(_, zone)| filter.zones.contains(&zone.decl));
        zones.flat_map(|(_, zone)| zone.cards.iter().copied()).collect()
    }

    /// The uses of a card by an action that are offered in rounds of a class, and not from where it lies.
    fn uses_by(&self, card: EntityId, action: ActionId, class: Word) -> SmallVec<[(EntityId, u16); 1]> {
        let entity = self.state().entity(card);
        if entity.def == DefId::NONE || !entity.zone.is_some() {
            return SmallVec::new();
        }
        let decl = self.state().zone(entity.zone).decl;
        let uses = self.rules.definitions[entity.def.index()].uses.iter().enumerate();
        let elsewhere = uses.filter(|(_, usage)| {
            let rule = &self.rules.actions[usage.action.index()];
            usage.action == action
                && usage.offered.as_ref().unwrap_or(&rule.offered).contains(&class)
                && !usage.from.as_ref().unwrap_or(&rule.from).contains(&decl)
        });
        elsewhere.map(|(number, _)| (card, number as u16)).collect()
    }

    /// By what copies of a card count as one; `None` for a card whose kind has attributes that change.
    fn judged(&self, card: EntityId, number: u16) -> Option<Judged> {
        let entity = self.state().entity(card);
        let plain = self.rules.kinds[entity.kind.index()].changing.is_empty() && entity.attachments == 0;
        plain.then_some(Judged { def: entity.def, number, zone: entity.zone, known: entity.known, host: entity.host })
    }

    /// The attempt that a use would be: uses that answer are about the subject, others stand alone.
    pub fn attempt(&self, player: PlayerId, card: EntityId, number: u16, subject: Option<Handle>) -> Attempt {
        let def = self.state().entity(card).def;
        let usage = &self.rules.definitions[def.index()].uses[usize::from(number)];
        Attempt { player, card, number, subject: subject.filter(|_| usage.answers.is_some()), free: false }
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

    /// What a player could use here if it were allowed, with the reasons why it is not.
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
            .filter(|(_, entity)| entity.zone.is_some() && entity.controller == player && entity.known.has(seat))
            .map(|(id, _)| id)
            .collect();
        for card in own {
            let def = self.state().entity(card).def;
            let uses = self.rules.definitions[def.index()].uses.len();
            for number in 0..uses {
                let attempt = self.attempt(player, card, number as u16, subject);
                let why = self.reasons_against(attempt)?;
                if !why.is_empty() {
                    found.push((attempt, why));
                }
            }
        }
        Ok(found)
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

/// Two copies of a card that can be used alike are one option.
fn same_once(mut options: Vec<Choice>) -> Vec<Choice> {
    let mut kept = 0;
    for at in 0..options.len() {
        let option = options[at];
        let twin = |other: &Choice| match (other, &option) {
            (Choice::Use { number, named, .. }, Choice::Use { number: n, named: own, .. }) => {
                number == n && named.def == own.def && named.controller == own.controller && named.known == own.known
            }
            _ => false,
        };
        if !options[..kept].iter().any(twin) {
            options[kept] = option;
            kept += 1;
        }
    }
    options.truncate(kept);
    options
}
