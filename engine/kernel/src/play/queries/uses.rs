//! Uses of cards: which a player could try.

use super::Reading;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Word};
use crate::model::index::Topic;
use crate::model::rules::{Does, Filter, Relation};
use crate::model::value::Value;
use smallvec::SmallVec;

/// A use of a card by a player, in answer to an item or not.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The player.
    pub player: PlayerId,
    /// The card.
    pub card: EntityId,
    /// Which of its definition's uses.
    pub number: u16,
    /// What it would answer.
    pub subject: Option<Handle>,
    /// Whether nothing is paid for it.
    pub free: bool,
    /// Which of several copies it is, as the question numbers them; 0 if it does not.
    pub copy: u8,
}

/// The attempt that a use would be: uses that answer are about the subject, others stand alone.
pub fn attempt_at(at: Reading<'_>, player: PlayerId, card: EntityId, number: u16, subject: Option<Handle>) -> Attempt {
    let def = at.state.entity(card).def;
    let usage = &at.rules.definitions[def.index()].uses[usize::from(number)];
    Attempt { player, card, number, subject: subject.filter(|_| usage.answers.is_some()), free: false, copy: 0 }
}

/// Uses of cards in zones from which only a grant lets them be used.
pub(crate) fn granted_elsewhere(at: Reading<'_>, class: Word, player: PlayerId) -> SmallVec<[(EntityId, u16); 4]> {
    let mut found = SmallVec::new();
    for entry in at.about(Topic::ELSEWHERE) {
        at.charge(1);
        let grant = at.static_ability(entry);
        let Does::Allow(action, _) = grant.does else { continue };
        if at.applies(entry, grant, player) {
            let cards = meant_by(at, &grant.subject, entry.entity);
            found.extend(cards.into_iter().flat_map(|card| uses_by(at, card, action, class)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The cards that a grant of the zone can apply to: the targets of its effect, or the cards in the zones that it
/// names.
fn meant_by(at: Reading<'_>, filter: &Filter, source: EntityId) -> Vec<EntityId> {
    if filter.of == Some(Relation::Target) {
        let targets = at.state.effect(source).map(|effect| effect.targets.clone()).unwrap_or_default();
        at.charge(targets.len());
        let fresh = |target: &Value| match target {
            Value::Entity(handle) if at.state.fresh(*handle) => Some(handle.id),
            _ => None,
        };
        return targets.iter().filter_map(fresh).collect();
    }
    let zones = at.state.zones().filter(|(_, zone)| filter.zones.contains(&zone.decl));
    let cards: Vec<EntityId> = zones.flat_map(|(_, zone)| zone.cards.iter().copied()).collect();
    at.charge(cards.len());
    cards
}

/// The uses of a card by an action that are offered in rounds of a class, and not from where it lies.
fn uses_by(at: Reading<'_>, card: EntityId, action: ActionId, class: Word) -> SmallVec<[(EntityId, u16); 1]> {
    let entity = at.state.entity(card);
    if entity.def == DefId::NONE || !entity.zone.is_some() {
        return SmallVec::new();
    }
    let decl = at.state.zone(entity.zone).decl;
    let uses = at.rules.definitions[entity.def.index()].uses.iter().enumerate();
    let elsewhere = uses.filter(|(_, usage)| {
        let rule = &at.rules.actions[usage.action.index()];
        usage.action == action
            && usage.offered.as_ref().unwrap_or(&rule.offered).contains(&class)
            && !usage.from.as_ref().unwrap_or(&rule.from).contains(&decl)
    });
    elsewhere.map(|(number, _)| (card, number as u16)).collect()
}
