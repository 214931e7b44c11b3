//! Items that leave a standing effect, and its end.

use crate::model::change::Change;
use crate::model::effect::{Effect, Expiry};
use crate::model::ids::{EntityId, Handle, Word};
use crate::model::item::Item;
use crate::model::rules::{Hook, Rules};
use crate::model::trace::FactKind;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::operations::{Goes, ignore_fault};
use crate::play::queries::has_route;
use crate::play::session::Table;

impl Table {
    /// A resolved item whose definition lasts becomes a standing effect; its card lies where it works. A card that cannot
    /// lie down there leaves, and nothing of it stands.
    pub(super) fn stand(&mut self, item: &Item) -> Result<(), Stop> {
        let Some(lasts) = self.rules.definitions[item.def.index()].lasts else {
            return Ok(());
        };
        let card = if item.copy || !self.state().fresh(item.card) {
            Handle::NONE
        } else if self.lie_down(item.card, item.player, words::ENTERS)? {
            if !self.state().entity(item.card.id).exists {
                return Ok(());
            }
            self.state().handle(item.card.id)
        } else {
            return self.put_away(item);
        };
        let of_item = self.state().entity(item.id).known;
        let known = if card == Handle::NONE { of_item } else { of_item.or(self.state().entity(card.id).known) };
        let id = self.create_part(Rules::EFFECT, item.def, item.player, (0, known));
        let effect = Effect {
            id,
            def: item.def,
            card,
            player: item.player,
            exempt: item.exempt,
            exempt_by: item.exempt_by.clone(),
            targets: item.targets.clone(),
            notes: item.notes.clone(),
            expiry: Expiry::new(lasts, item.player, self.state().turn.number),
        };
        self.change(Change::AddEffect(Box::new(effect)));
        self.tell(FactKind::Stands(self.named(id)));
        self.settle_control();
        Ok(())
    }

    /// Ends a standing effect: its card leaves by the route of the cause.
    ///
    /// # Errors
    /// A stop from its script or a listener.
    pub fn end_effect(&mut self, id: EntityId, cause: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending an effect")?;
        let Some(effect) = self.state().effect(id).cloned() else {
            return Ok(());
        };
        self.tell(FactKind::Ends(self.named(id)));
        let named_effect = self.rules.named_effect(effect.def, self.state().entity(id).part);
        let own = || self.rules.definitions.get_index(effect.def.index()).and_then(|(_, card)| card.ends.as_ref());
        if let Some(ends) = named_effect.map_or_else(own, |effect| effect.ends.as_ref()).map(Hook::id) {
            let own = self.cause_of(id);
            let effect = Arg::Effect(self.state().handle(id));
            self.room_for_a_call()?;
            ignore_fault(self.with_cause(own, |table| table.call(ends, &[effect])))?;
        }
        if let Some(at) = self.state().effects.iter().position(|other| other.id == id) {
            let effect = self.state().effects[at].clone();
            self.change(Change::RemoveEffect { at: at as u32, effect: Box::new(effect) });
            let ended = self.state().handle(id);
            self.end_entity(id);
            self.settle_control();
            self.end_guises(ended)?;
        }
        if self.state().fresh(effect.card) {
            let cause = if has_route(self.reading(), effect.def, cause) { cause } else { words::PLAYED };
            self.without_cause(|table| table.move_cards(&[effect.card], Goes::Routed, cause))?;
        }
        Ok(())
    }
}
