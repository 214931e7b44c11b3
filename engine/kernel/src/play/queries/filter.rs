//! Declared filters: whether an entity passes one.

use super::Reading;
use crate::model::ids::{AttrId, DefId, EntityId, PlayerId, Players};
use crate::model::index::Cell;
use crate::model::packed::ChoiceSet;
use crate::model::rules::{Affects, AttrType, Exercised, Filter, Printed, Relation, Rules};
use crate::model::spent::SMALL;
use crate::model::value::Value;

/// The point of view of a filter: who asks, and whose ability it is.
#[derive(Clone, Copy, Debug)]
pub struct Viewpoint {
    /// The player.
    pub player: PlayerId,
    /// The card or effect whose filter it is.
    pub source: EntityId,
}

/// Whether an entity passes a filter.
pub fn passes(at: Reading<'_>, filter: &Filter, id: EntityId, viewpoint: Viewpoint) -> bool {
    at.charge(filter.work());
    at.note(if filter.is_about_items() { Cell::Entity(id) } else { Cell::Body(id) });
    let state = at.state;
    let entity = at.entity(id);
    let kind = if entity.def == DefId::NONE { entity.kind } else { at.rules.definitions[entity.def.index()].kind };
    let zone = entity.zone;
    (filter.kinds.is_empty() || filter.kinds.contains(&kind))
        && (filter.names.is_empty() || filter.names.contains(&entity.def))
        && !filter.not_names.contains(&entity.def)
        && filter.attributes.iter().all(|(attr, wanted)| has_value(at, id, *attr, wanted))
        && !filter.not.iter().any(|(attr, unwanted)| has_value(at, id, *attr, unwanted))
        && (filter.zones.is_empty() || zone.is_some() && filter.zones.contains(&state.zone(zone).decl))
        && filter.of.is_none_or(|of| is_of(at, of, id, viewpoint))
        && filter.lasts.is_none_or(|lasts| lasts == at.rules.lasts(entity.def))
        && (!filter.is_about_items() || item_passes(at, filter, id, viewpoint))
}

fn is_of(at: Reading<'_>, of: Relation, id: EntityId, viewpoint: Viewpoint) -> bool {
    let entity = at.entity(id);
    match of {
        Relation::Yours => at.controller(id) == viewpoint.player,
        Relation::Others => {
            let controller = at.controller(id);
            controller.is_somebody() && controller != viewpoint.player
        }
        Relation::Target => {
            at.note(Cell::Entity(viewpoint.source));
            let target = match entity.kind {
                Rules::PLAYER => Value::Player(entity.owner),
                _ => Value::Entity(at.state.handle(id)),
            };
            at.state.effect(viewpoint.source).is_some_and(|effect| {
                at.charge(effect.targets.len() / SMALL);
                effect.targets.contains(&target)
            })
        }
        Relation::This => {
            at.note(Cell::Entity(id));
            id == viewpoint.source
                || at.state.effect(viewpoint.source).is_some_and(|effect| effect.card.id == id)
                || at.state.is_use_of(id, viewpoint.source)
        }
        Relation::Host => {
            at.note(Cell::Entity(viewpoint.source));
            viewpoint.source.is_some() && at.state.entity(viewpoint.source).host == id
        }
    }
}

fn item_passes(at: Reading<'_>, filter: &Filter, id: EntityId, viewpoint: Viewpoint) -> bool {
    let Some(item) = at.item(id) else {
        return false;
    };
    let affected = || at.state.affected(at.rules, item);
    (filter.actions.is_empty() || filter.actions.contains(&item.action))
        && filter.answer.is_none_or(|answer| answer == (item.answers.id != EntityId::NONE))
        && filter.copy.is_none_or(|copy| copy == item.copy)
        && filter.trigger.is_none_or(|trigger| trigger == item.trigger.is_some())
        && match filter.affects {
            None => true,
            Some(Affects::You) => affected().has(viewpoint.player),
            Some(Affects::YouAlone) => affected() == Players::only(viewpoint.player),
        }
}

fn has_value(at: Reading<'_>, asked: EntityId, attr: AttrId, wanted: &Printed) -> bool {
    let (state, id) = (at.state, at.rules.bearer(attr, asked));
    at.rules.exercise(|| Exercised::Attribute(state.entity(id).def, attr));
    let type_ = &at.rules.attributes[attr.index()].type_;
    if let Some(set) = at.modified(attr, id) {
        let words = at.past(id).and_then(|memory| memory.words(set));
        return has_words(words.unwrap_or_else(|| at.words(set, id)), type_, wanted);
    }
    let was = at.past(id).and_then(|memory| memory.attribute(at.rules, attr));
    let now = || {
        let slot = state.slot_of(at.rules, id, attr)?;
        at.note(Cell::Body(id));
        at.note(Cell::Slot(slot));
        Some(state.in_slot(slot))
    };
    if let Some(value) = was.or_else(now) {
        return match value {
            Value::Choices(set) => has_words(set, type_, wanted),
            _ => value == state.held(at.rules, attr, wanted),
        };
    }
    let printed = at.rules.printed(at.entity(id).def, attr);
    match (printed, wanted) {
        (Printed::Words(words), Printed::Word(word)) => words.contains(word),
        (Printed::Sides(sides), Printed::Sides(all)) => all & !sides == 0,
        (Printed::Words(words), Printed::Words(all)) => all.iter().all(|word| words.contains(word)),
        _ => printed == wanted,
    }
}

/// Whether a set of words has a word, or all of several.
fn has_words(set: ChoiceSet, type_: &AttrType, wanted: &Printed) -> bool {
    match (type_, wanted) {
        (AttrType::Choices(choices), Printed::Word(word)) => {
            ChoiceSet::of(choices, [*word]).is_some_and(|one| set.has_all(one))
        }
        _ => matches!(type_.value_of(wanted), Value::Choices(all) if set.has_all(all)),
    }
}

impl Filter {
    /// The work of looking whether something passes it: an operation, and one for each attribute, and for many names.
    fn work(&self) -> usize {
        1 + self.attributes.len() + self.not.len() + (self.names.len() + self.not_names.len()) / SMALL
    }

    /// Whether it asks for what only uses have.
    pub(crate) fn is_about_items(&self) -> bool {
        !self.actions.is_empty()
            || self.affects.is_some()
            || self.answer.is_some()
            || self.copy.is_some()
            || self.trigger.is_some()
    }
}
