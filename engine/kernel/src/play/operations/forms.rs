//! What a card becomes: another of its forms, or a copy of another card.
//!
//! Of several things that a card has become the latest holds, and the one before it again when that ends. What is copied
//! is what the other is: its form, or what it copies. What scripts have set stays where the card can have it.

use crate::model::change::Change;
use crate::model::guise::Guise;
use crate::model::ids::{DefId, EntityId, Handle, ZoneId};
use crate::model::spent::SMALL;
use crate::model::state::Entity;
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::operations::{Goes, ZonePosition};
use crate::play::queries::{is_pile, zone_decl};
use crate::play::session::Table;

impl Table {
    /// A card in play becomes something of its kind, for good or as long as an effect stands; without a definition, what it
    /// is by itself. Returns whether it is something else then.
    ///
    /// # Errors
    /// A stop from a listener, or a fault if it cannot become that.
    pub fn become_other(&mut self, card: Handle, def: Option<DefId>, until: Handle) -> Result<bool, Stop> {
        self.refuse_if_pure("becoming something else")?;
        if !self.state().fresh(card) {
            return Ok(false);
        }
        let entity = *self.state().entity(card.id);
        let def = def.unwrap_or(entity.own);
        self.can_become(card.id, def)?;
        if !entity.zone.is_some() || !zone_decl(self.reading(), entity.zone).in_play {
            return Err(faults::becomes_elsewhere(self.rules.name_of(entity.def)).into());
        }
        if !self.may_touch(card.id)? {
            return Ok(false);
        }
        self.put_guise(card.id, def, until);
        self.look_again(card.id)
    }

    /// A card in play turns to another of its forms, or to its own side. What it is a copy of for a time turns as well.
    ///
    /// # Errors
    /// As [`Table::become_other`].
    pub fn turn_to(&mut self, card: Handle, form: DefId) -> Result<bool, Stop> {
        let until = self.guises_of(card.id).last().map_or(Handle::NONE, |(_, guise)| guise.until);
        self.become_other(card, Some(form), until)
    }

    /// A card goes into a zone, and is something else when it has come there. Returns whether it did.
    ///
    /// # Errors
    /// As [`Table::move_cards`], or a fault if it cannot become that.
    pub fn enter_as(&mut self, card: Handle, def: DefId, to: ZoneId) -> Result<bool, Stop> {
        self.can_become(card.id, def)?;
        if !zone_decl(self.reading(), to).in_play {
            return Err(faults::becomes_elsewhere(self.rules.name_of(def)).into());
        }
        let outer = self.run.entering.replace((card, def));
        let moved = self.move_cards(&[card], Goes::Into(to, ZonePosition::Top), words::MOVED);
        self.run.entering = outer;
        Ok(moved? > 0)
    }

    /// Whether something can become this: both are cards of one kind.
    fn can_become(&self, id: EntityId, def: DefId) -> Result<(), Stop> {
        let entity = self.state().entity(id);
        let kind = |kind: usize| self.rules.kinds.get_index(kind).map_or("?", |(name, _)| name);
        let other = self.rules.definitions[def.index()].kind;
        if other != entity.kind || is_pile(self.reading(), id) {
            return Err(faults::becomes_other_kind(kind(entity.kind.index()), kind(other.index())).into());
        }
        Ok(())
    }

    /// A card that has just moved is what it enters as.
    pub(super) fn enter_in_guise(&mut self, id: EntityId) {
        let Some((card, def)) = self.run.entering.filter(|(card, _)| card.id == id) else { return };
        self.run.entering = None;
        if self.state().handle(id).incarnation == card.incarnation + 1 {
            self.put_guise(id, def, Handle::NONE);
            self.show_guise(id);
        }
    }

    /// The guises of cards that an effect has made end with it.
    pub(in crate::play) fn end_guises(&mut self, effect: Handle) -> Result<(), Stop> {
        let ended = self.state().guises.iter().filter(|guise| guise.until == effect);
        let cards: Vec<EntityId> = ended.map(|guise| guise.card).collect();
        self.drop_guises(|guise| guise.until == effect);
        cards.into_iter().try_for_each(|card| self.look_again(card).map(drop))
    }

    /// A card is what it is by itself, wherever it has come; it shows what it is elsewhere.
    pub(super) fn forget_guises(&mut self, id: EntityId) {
        self.drop_guises(|guise| guise.card == id);
    }

    fn guises_of(&self, id: EntityId) -> impl DoubleEndedIterator<Item = (usize, &Guise)> {
        self.run.work.add((self.state().guises.len() / SMALL) as u64);
        self.state().guises.iter().enumerate().filter(move |(_, guise)| guise.card == id)
    }

    /// Notes what a card has become; what was to hold as long ends, and so does everything if it is for good.
    fn put_guise(&mut self, id: EntityId, def: DefId, until: Handle) {
        self.drop_guises(|guise| guise.card == id && (until == Handle::NONE || guise.until == until));
        if until != Handle::NONE || def != self.state().entity(id).own {
            self.change(Change::BeginGuise(Guise { card: id, def, until }));
        }
    }

    fn drop_guises(&mut self, goes: impl Fn(&Guise) -> bool) {
        self.run.work.add((self.state().guises.len() / SMALL) as u64);
        for at in (0..self.state().guises.len()).rev() {
            let guise = self.state().guises[at];
            if goes(&guise) {
                self.change(Change::EndGuise { at: at as u32, guise });
            }
        }
    }

    /// A card is from now on what it has become last. Returns whether that is something else than before.
    fn look_again(&mut self, id: EntityId) -> Result<bool, Stop> {
        if !self.show_guise(id) {
            return Ok(false);
        }
        self.settle_control();
        let (entity, card) = (*self.state().entity(id), Value::Entity(self.state().handle(id)));
        let event = self.event(words::BECOMES, self.somebody(entity.controller), card, 1, ZoneId::NONE);
        self.signal(event)?;
        Ok(true)
    }

    fn show_guise(&mut self, id: EntityId) -> bool {
        let before = *self.state().entity(id);
        let def = self.guises_of(id).next_back().map_or(before.own, |(_, guise)| guise.def);
        if def == before.def {
            return false;
        }
        let was = self.named(id);
        self.change(Change::Alter { id, before, after: Entity { def, ..before } });
        self.print_anew(id, before.def);
        self.tell(FactKind::Becomes(was, self.named(id)));
        true
    }

    /// What scripts have not set is what is printed now.
    fn print_anew(&mut self, id: EntityId, was: DefId) {
        let entity = *self.state().entity(id);
        for position in 0..self.rules.kinds[entity.kind.index()].changing.len() {
            let slot = entity.slot + position as u32;
            let printed = |def: DefId| self.rules.definitions[def.index()].first_values[position];
            let (before, after) = (self.state().slots[slot as usize], printed(entity.def));
            if before == printed(was) && before != after {
                self.change(Change::Set { id, slot, before, after });
            }
        }
    }
}
