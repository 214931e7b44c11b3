//! Drawing, shuffling, dice: operations with chance in them.

use super::{ZonePosition, hide};
use crate::model::agenda::Event;
use crate::model::change::Change;
use crate::model::ids::{AttrId, DefId, EntityId, Handle, PlayerId, Seats, Word, ZoneId};
use crate::model::open_chance::ChanceQuestion;
use crate::model::rules::{Dice, SeenBy};
use crate::model::state::{Entity, State};
use crate::model::trace::{FactKind, Named, Reason, Thing, Things};
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::queries::{room_in, zone_decl};
use crate::play::run::RunningEvent;
use crate::play::session::Table;
use indexmap::IndexMap;

impl Table {
    /// A player draws cards from the top of a pile into a zone. Returns the drawn cards.
    ///
    /// # Errors
    /// A stop from a listener.
    pub fn draw(&mut self, player: PlayerId, count: i64, from: ZoneId, to: ZoneId) -> Result<Vec<Handle>, Stop> {
        self.refuse_if_pure("drawing")?;
        let id = crate::model::state::State::player_entity(player);
        if count <= 0 {
            return Ok(Vec::new());
        }
        let event = self.event(words::DRAWN, player, Value::Player(player), count, from);
        let Some(running) = self.replaced(RunningEvent::before(event, to))? else {
            return Ok(Vec::new());
        };
        if let Some(out) = self.closed_by(running.to) {
            self.tell(FactKind::Stays(self.thing(id), Reason::Out(out)));
            return Ok(Vec::new());
        }
        if [from, running.to].into_iter().any(|zone| zone_decl(self.reading(), zone).supply) {
            return Err(faults::supply_not_drawn().into());
        }
        if let Some(top) = self.state().zone(from).cards.last().copied()
            && !self.may_leave(self.state().handle(top))
        {
            return Ok(Vec::new());
        }
        let wanted = running.event.amount.max(0) as usize;
        self.refill(from, wanted)?;
        let room = if from == running.to { wanted } else { room_in(self.reading(), running.to) as usize };
        let drawable = self.state().zone(from).cards.iter().rev().take(wanted.min(room));
        let cards: Vec<EntityId> = drawable.copied().collect();
        // A card that was drawn has been seen: the action can no longer be given up.
        self.run.sealed |= !cards.is_empty();
        if cards.len() < wanted {
            self.tell(FactKind::Stays(self.thing(id), Reason::Short(wanted as i64, cards.len() as i64)));
        }
        let mut drawn = Vec::with_capacity(cards.len());
        for card in &cards {
            self.relocate(*card, (running.to, ZonePosition::Top), words::DRAWN, false, None);
            self.let_go(*card, &[]);
            drawn.push(self.state().handle(*card));
        }
        if !drawn.is_empty() {
            self.signal(Event { amount: drawn.len() as i64, ..running.event })?;
        }
        Ok(drawn)
    }

    /// A player shuffles a zone, face down: nobody knows the order of its cards any longer, and nobody but those who may look
    /// at the zone alone knows which is which. Cards of a zone that everybody sees lie face down until they are shown or
    /// moved.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn shuffle(&mut self, player: PlayerId, zone: ZoneId) -> Result<(), Stop> {
        self.shuffle_below(player, zone, 0)
    }

    /// A player shuffles a zone except for this many cards on top.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub(super) fn shuffle_below(&mut self, player: PlayerId, zone: ZoneId, top: usize) -> Result<(), Stop> {
        self.refuse_if_pure("shuffling")?;
        let all: Box<[EntityId]> = self.state().zone(zone).cards[..].into();
        let (before, above) = all.split_at(all.len().saturating_sub(top));
        let seen = match (zone_decl(self.reading(), zone).seen, self.state().zone(zone).owner) {
            (SeenBy::Owner, Some(owner)) => self.state().seats_of(owner),
            (SeenBy::Others, Some(owner)) => self.everyone().minus(self.state().seats_of(owner)),
            (SeenBy::Owner | SeenBy::Others, None) | (SeenBy::All | SeenBy::Mover | SeenBy::Nobody, _) => Seats::NONE,
        };
        let options = self.numbered(before);
        let question = ChanceQuestion {
            what: words::SHUFFLED,
            player,
            count: options.len() as u32,
            options,
            without_repetition: true,
        };
        if before.len() > 1 {
            let order = self.ask_chance(question.clone())?;
            // The outcome lists the cards from the top, which is the end of the zone.
            let shuffled = order.iter().rev().map(|at| before[usize::from(*at)]);
            let after: Box<[EntityId]> = shuffled.chain(above.iter().copied()).collect();
            let things: Things = order.iter().map(|at| hide(question.options[usize::from(*at)], Seats::NONE)).collect();
            self.tell(FactKind::Chance(words::SHUFFLED, player, things, Seats::NONE));
            self.change(Change::Order { zone, before: all.clone(), after });
        }
        self.tell(FactKind::Shuffles(zone));
        let places = zone_decl(self.reading(), zone).places;
        for (at, card) in before.iter().copied().enumerate() {
            let before = *self.state().entity(card);
            let place = if places { at as u16 + 1 } else { 0 };
            let after = Entity { known: before.known.and(seen), place, ..before };
            if after != before {
                self.change(Change::Alter { id: card, before, after });
            }
            self.forget(self.state().handle(card));
        }
        Ok(())
    }

    /// Rolls dice with so many sides; returns what they show, from 1.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn roll(&mut self, player: PlayerId, dice: u32, sides: u32, what: Word) -> Result<Vec<i64>, Stop> {
        let options: Vec<Thing> = (1..=i64::from(sides)).map(Thing::Number).collect();
        let question = ChanceQuestion { what, player, options, count: dice, without_repetition: false };
        let outcome = self.ask_chance(question)?;
        let shown: Vec<i64> = outcome.iter().map(|side| i64::from(*side) + 1).collect();
        let things: Things = shown.iter().map(|number| Thing::Number(*number)).collect();
        self.tell(FactKind::Chance(what, player, things, self.everyone()));
        Ok(shown)
    }

    /// Rolls declared dice: each face adds one to its attribute of the player. Returns the faces.
    ///
    /// # Errors
    /// A stop from the question to chance or a listener.
    pub fn throw(&mut self, player: PlayerId, dice: &Dice, count: u32) -> Result<Vec<Word>, Stop> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let options: Vec<Thing> = dice.faces.iter().map(|(face, _)| Thing::Word(*face)).collect();
        let question = ChanceQuestion { what: words::DICE, player, options, count, without_repetition: false };
        let outcome = self.ask_chance(question)?;
        let shown: Vec<(Word, AttrId)> = outcome.iter().map(|side| dice.faces[usize::from(*side)]).collect();
        let things: Things = shown.iter().map(|(face, _)| Thing::Word(*face)).collect();
        self.tell(FactKind::Chance(words::DICE, player, things, self.everyone()));
        let id = State::player_entity(player);
        for (_, attr) in &shown {
            let now = self.state().attribute(&self.rules, id, *attr).number();
            self.set(id, *attr, Value::Number(now + 1))?;
        }
        Ok(shown.into_iter().map(|(face, _)| face).collect())
    }

    /// Picks some of these cards at random.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub fn pick_at_random(
        &mut self,
        player: PlayerId,
        cards: &[Handle],
        count: usize,
        what: Word,
    ) -> Result<Vec<Handle>, Stop> {
        let count = count.min(cards.len());
        if count == 0 {
            return Ok(Vec::new());
        }
        let ids: Vec<EntityId> = cards.iter().map(|card| card.id).collect();
        let options = self.numbered(&ids);
        let question =
            ChanceQuestion { what, player, options: options.clone(), count: count as u32, without_repetition: true };
        let outcome = self.ask_chance(question)?;
        let picked: Vec<Handle> = outcome.iter().map(|at| cards[usize::from(*at)]).collect();
        // The line names the cards only for seats that know all of them.
        let seen = picked.iter().fold(self.everyone(), |seen, card| seen.and(self.state().entity(card.id).known));
        let things: Things = outcome.iter().map(|at| options[usize::from(*at)]).collect();
        self.tell(FactKind::Chance(what, player, things, seen));
        Ok(picked)
    }

    /// Cards as chance names them. Those of one name and controller are numbered if it matters which of them comes:
    /// something has changed about one of them, and not about the others.
    fn numbered(&self, cards: &[EntityId]) -> Vec<Thing> {
        let mut twins: IndexMap<(DefId, PlayerId), (EntityId, bool, u8)> = IndexMap::new();
        for card in cards {
            let entity = self.state().entity(*card);
            let (first, differ, _) = twins.entry((entity.def, entity.controller)).or_insert((*card, false, 0));
            *differ |= !self.are_alike(*first, *card);
        }
        let name = |card: &EntityId| {
            let named = self.named(*card);
            match twins.get_mut(&(named.def, named.controller)) {
                Some((_, true, count)) => {
                    *count = count.saturating_add(1);
                    Thing::Card(Named { ordinal: if *count > 1 { *count } else { 0 }, ..named })
                }
                _ => self.thing(*card),
            }
        };
        cards.iter().map(name).collect()
    }

    /// Whether two cards of one definition have changed in the same way.
    fn are_alike(&self, one: EntityId, other: EntityId) -> bool {
        let changed = |id: EntityId| {
            let entity = self.state().entity(id);
            let count = self.rules.kinds[entity.kind.index()].changing.len();
            (0..count).map(move |at| self.state().slot_value(id, at as u16))
        };
        changed(one).eq(changed(other))
    }
}
