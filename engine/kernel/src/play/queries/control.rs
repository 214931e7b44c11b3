//! Who controls a card, as effects of control have it.

use super::layers::Profile;
use super::sequence::EffectPart;
use super::{Moment, Reading, zone_decl};
use crate::model::ids::{EntityId, PlayerId};
use crate::model::index::{Cell, Topic};
use crate::model::rules::Category;
use crate::model::spent::SMALL;
use crate::play::kept::Kept;

impl Reading<'_> {
    /// Who controls an entity, as far as continuous effects have applied.
    pub fn controller(self, id: EntityId) -> PlayerId {
        let entity = self.entity(id);
        if !self.rules.controls || self.past(id).is_some() {
            return entity.controller;
        }
        match self.moment {
            Moment::End => entity.controller,
            Moment::Amid(_, known, profile) if known == id => profile.controller,
            Moment::Before(_) | Moment::Amid(..) if self.state.index.about(Topic::CONTROL).is_empty() => {
                self.note(Cell::about(Topic::CONTROL));
                entity.holder
            }
            Moment::Before(before) | Moment::Amid(before, ..) => self.settled(id, before).controller,
        }
    }

    /// Whether a card is one whose control an effect can take: one in play that is no pile.
    pub(super) fn can_be_held(self, id: EntityId) -> bool {
        let entity = self.state.entity(id);
        entity.zone.is_some()
            && zone_decl(self, entity.zone).in_play
            && self.rules.category_of(entity.def) == Category::Card
    }

    /// Whether an effect of control holds a card: it was given to nobody since that began, and whoever it gives it to has
    /// not left.
    pub(super) fn holds(self, part: &EffectPart, id: EntityId) -> bool {
        self.note(Cell::Turn);
        let began = self.state.since(part.entry.entity);
        let is_older = || self.state.given(id) > began;
        part.by.is_somebody() && self.state.present.has(part.by) && !is_older()
    }

    /// The cards in play that somebody else controls than effects say, and who does by these.
    pub(in crate::play) fn unsettled_control(self) -> Vec<(EntityId, PlayerId)> {
        let kept = self.layers.control.borrow_mut().take();
        if let Some(kept) = kept.filter(|kept| self.is_good(kept)) {
            self.spend(kept.cost);
            self.layers.control.replace(Some(kept));
            return Vec::new();
        }
        let (before, began) = ((self.work.total(), self.work.orders()), self.state.index.clock());
        let outer = self.reads.begin_inside();
        let unsettled = self.find_unsettled();
        let kept = Kept::of_work(self.reads.end_apart(outer), began, self.spent_since(before));
        // What is to be changed now is not as it was read.
        self.layers.control.replace(unsettled.is_empty().then_some(kept));
        unsettled
    }

    fn find_unsettled(self) -> Vec<(EntityId, PlayerId)> {
        self.note(Cell::about(Topic::CONTROL));
        let is_any = !self.state.index.about(Topic::CONTROL).is_empty();
        let mut unsettled = Vec::new();
        for (zone, lying) in self.state.zones().filter(|(zone, _)| zone_decl(self, *zone).in_play) {
            self.note(Cell::Zone(zone));
            self.charge(lying.cards.len() / SMALL);
            for id in &lying.cards {
                self.note(Cell::Body(*id));
                let entity = self.state.entity(*id);
                let by_effects = |profile: &Profile| profile.controller;
                let controller = if is_any { self.with_profile(*id, by_effects) } else { entity.holder };
                if controller != entity.controller {
                    unsettled.push((*id, controller));
                }
            }
        }
        unsettled
    }
}
