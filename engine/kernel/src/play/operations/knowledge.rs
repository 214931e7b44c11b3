//! What seats get to know about cards: which one it is, or only a part of that.

use crate::model::change::Change;
use crate::model::ids::{AttrId, EntityId, Handle, PlayerId, Seats};
use crate::model::knowledge::Learned;
use crate::model::rules::{AttrType, Exercised};
use crate::model::spent::SMALL;
use crate::model::state::Entity;
use crate::model::trace::{FactKind, Thing, Things};
use crate::model::value::Value;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::session::Table;

impl Table {
    /// Shows a card to seats.
    pub fn show(&mut self, id: EntityId, seats: Seats) {
        let before = *self.state().entity(id);
        let known = before.known.or(seats);
        // What was shown cannot be forgotten: the action can no longer be given up.
        self.run.sealed = true;
        if known != before.known {
            self.change(Change::Alter { id, before, after: Entity { known, ..before } });
        }
        self.tell(FactKind::Shows(self.named(id), seats));
    }

    /// A player learns of each of these cards what one of its attributes is.
    ///
    /// # Errors
    /// A fault if a card has no such attribute, or one that nobody can learn.
    pub fn learn(&mut self, player: PlayerId, cards: &[Handle], attr: AttrId) -> Result<(), Stop> {
        self.refuse_if_pure("learning something about a card")?;
        let mut values: Vec<(Value, Vec<Handle>)> = Vec::new();
        for card in self.still_there(cards) {
            self.can_be_learned(card, attr)?;
            let value = self.state().attribute(&self.rules, card.id, attr);
            match values.iter_mut().find(|(other, _)| *other == value) {
                Some((_, cards)) => cards.push(card),
                None => values.push((value, vec![card])),
            }
        }
        for (value, cards) in values {
            self.learn_part(player, &cards, (attr, value, true));
        }
        Ok(())
    }

    /// A player learns of each of these cards whether one of its attributes has this value, or has this word among
    /// several.
    ///
    /// # Errors
    /// As [`Table::learn`].
    pub fn learn_whether(
        &mut self,
        player: PlayerId,
        cards: &[Handle],
        attr: AttrId,
        value: Value,
    ) -> Result<(), Stop> {
        self.refuse_if_pure("learning something about a card")?;
        let cards: Vec<Handle> = self.still_there(cards).collect();
        cards.iter().try_for_each(|card| self.can_be_learned(*card, attr))?;
        let (have, have_not): (Vec<Handle>, Vec<Handle>) =
            cards.into_iter().partition(|card| self.has_learnable(card.id, attr, value));
        self.learn_part(player, &have, (attr, value, true));
        self.learn_part(player, &have_not, (attr, value, false));
        Ok(())
    }

    fn still_there(&self, cards: &[Handle]) -> impl Iterator<Item = Handle> {
        let lies = |card: &Handle| self.state().fresh(*card) && self.state().entity(card.id).zone.is_some();
        cards.iter().copied().filter(lies).collect::<Vec<_>>().into_iter()
    }

    fn has_learnable(&self, card: EntityId, attr: AttrId, value: Value) -> bool {
        self.rules.exercise(|| Exercised::Attribute(self.state().entity(card).def, attr));
        self.state().has_learnable(&self.rules, card, attr, value)
    }

    fn can_be_learned(&self, card: Handle, attr: AttrId) -> Result<(), Stop> {
        let (name, decl) = self.rules.attributes.get_index(attr.index()).expect("attributes are declared");
        let kind = self.state().entity(card.id).kind;
        if !self.rules.kinds[kind.index()].attributes.contains(&attr) {
            let kind = self.rules.kinds.get_index(kind.index()).map_or("?", |(name, _)| name);
            return Err(faults::attribute_of_no_kind(kind, name).into());
        }
        match decl.type_ {
            AttrType::Number | AttrType::Flag | AttrType::Choice(_) | AttrType::Choices(_) => Ok(()),
            AttrType::Text
            | AttrType::Card
            | AttrType::Player
            | AttrType::Players
            | AttrType::Numbers
            | AttrType::Space
            | AttrType::Side
            | AttrType::Sides => Err(faults::attribute_not_learned(name).into()),
        }
    }

    fn learn_part(&mut self, player: PlayerId, cards: &[Handle], (attr, value, is): (AttrId, Value, bool)) {
        if cards.is_empty() {
            return;
        }
        let by = self.state().seats_of(player);
        // What was learned cannot be forgotten: the action can no longer be given up.
        self.run.sealed = true;
        let things: Things = cards.iter().map(|card| Thing::Card(self.named(card.id))).collect();
        self.tell(FactKind::Learns { by, attr, value, is, things });
        for card in cards {
            let known = self.state().entity(card.id).known;
            let learned = Learned { card: *card, by, told: by.or(known), attr, value, is };
            let same = |old: &Learned| (old.by, old.attr, old.value, old.is) == (by, attr, value, is);
            if by.minus(known).is_empty() {
                continue;
            }
            self.run.work.add((self.state().learned.len() / SMALL) as u64);
            if !self.state().learned(card.id).any(same) {
                self.change(Change::Learn(learned));
            }
        }
    }

    /// What was learned about an incarnation of a card says nothing about the next.
    pub(in crate::play) fn forget(&mut self, card: Handle) {
        self.run.work.add((self.state().learned.len() / SMALL) as u64);
        while let Some(at) = self.state().learned.iter().rposition(|learned| learned.card == card) {
            let learned = self.state().learned[at];
            self.change(Change::Forget { at: at as u32, learned });
        }
    }
}
