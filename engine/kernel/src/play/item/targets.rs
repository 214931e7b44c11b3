//! Declared targets: asked for when a use is announced, checked again when it resolves.

use crate::model::change::Change;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Word};
use crate::model::index::Cell;
use crate::model::item::{FREE, Item, Roles, Status};
use crate::model::prompt::{Choice, Shape};
use crate::model::rules::{Filter, Rules, Targets, Who};
use crate::model::trace::{Against, FactKind, Reason};
use crate::model::value::{Value, Values};
use crate::play::call::{Arg, Stop};
use crate::play::queries::{Viewpoint, passes, zone_decl};
use crate::play::session::Table;
use smallvec::SmallVec;

/// Who aims, and with what.
#[derive(Clone, Copy)]
pub(in crate::play) struct Aiming {
    /// The player.
    pub player: PlayerId,
    /// The card that is used or whose ability it is; a copy has none.
    pub card: EntityId,
    /// The use itself, once it is announced: it is not aimed at itself.
    pub item: EntityId,
}

impl Aiming {
    /// With an item.
    pub(super) fn of(item: &Item) -> Self {
        let card = if item.card == Handle::NONE { item.id } else { item.card.id };
        Self { player: item.player, card, item: item.id }
    }
}

impl Rules {
    /// What a use is aimed at: as it says itself, its card or its action.
    pub(in crate::play) fn targets_of_use(&self, def: DefId, number: u16) -> &[Targets] {
        let Some((_, definition)) = self.definitions.get_index(def.index()) else { return &[] };
        let Some(usage) = definition.uses.get(usize::from(number)) else { return &[] };
        let of_card = || Some(&definition.targets).filter(|targets| !targets.is_empty());
        usage.targets.as_ref().or_else(of_card).unwrap_or(&self.actions[usage.action.index()].targets)
    }

    fn targets_of(&self, item: &Item) -> &[Targets] {
        match item.trigger {
            Some(trigger) => {
                let listeners = &self.abilities(trigger.def, trigger.part).listeners;
                listeners.get(usize::from(trigger.number)).map_or(&[], |listener| &listener.targets)
            }
            None => self.targets_of_use(item.def, item.use_index),
        }
    }
}

impl Table {
    /// What an item is aimed at by the declarations with this phrase.
    pub fn targets_named(&self, handle: Handle, phrase: &str) -> Values {
        let Some(item) = self.state().item(handle.id) else { return Values::new() };
        let declared = self.rules.targets_of(item);
        let named = |role: &u8| {
            declared.get(usize::from(*role)).is_some_and(|targets| self.rules.words.text(targets.phrase) == phrase)
        };
        item.targets.iter().zip(&item.roles).filter(|(_, role)| named(role)).map(|(target, _)| *target).collect()
    }

    /// The first of these declarations for which there is too little.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub(in crate::play) fn lacks_targets(
        &mut self,
        declared: &[Targets],
        aiming: Aiming,
    ) -> Result<Option<usize>, Stop> {
        for (at, targets) in declared.iter().enumerate() {
            if targets.bounds.0 > 0 && self.candidates(targets, aiming)?.len() < usize::from(targets.bounds.0) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The player of an item chooses what it is aimed at, as it is declared.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if there is too little; a stop from a question.
    pub(super) fn choose_targets(&mut self, rules: &Rules, handle: Handle) -> Result<(), Stop> {
        let Some(item) = self.state().item(handle.id) else { return Ok(()) };
        let (aiming, declared) = (Aiming::of(item), rules.targets_of(item));
        for (role, targets) in declared.iter().enumerate() {
            let (from, to) = targets.bounds;
            let candidates = self.candidates(targets, aiming)?;
            let choice = |value: &Value| match value {
                Value::Player(player) => Choice::Player(*player),
                Value::Entity(handle) => Choice::Entity(*handle, self.named(handle.id)),
                _ => Choice::Pass,
            };
            let options: Vec<Choice> = candidates.iter().map(choice).collect();
            if options.len() < usize::from(from) {
                return Err(Stop::Illegal(Against::declared(Reason::NoTarget(targets.phrase), targets.line)));
            }
            if options.is_empty() {
                continue;
            }
            let to = usize::from(to).min(options.len()) as u32;
            let shape = if (from, to) == (1, 1) { Shape::OneOf } else { Shape::SomeOf(from.into(), to) };
            for chosen in self.aim_some(handle, targets.phrase, options, shape)? {
                let target = match chosen {
                    Choice::Player(player) => Value::Player(player),
                    other => Value::Entity(self.state().handle(other.entity())),
                };
                self.change(Change::Target { id: handle.id, target, role: role as u8 });
            }
        }
        Ok(())
    }

    /// What is not what it was declared to be any more is no target when an item resolves: of several, the rest stays, and an
    /// `x` line names the others. True if none is left.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub(super) fn lose_targets(&mut self, rules: &Rules, handle: Handle) -> Result<bool, Stop> {
        let Some(item) = self.state().item(handle.id).filter(|item| !item.roles.is_empty()).cloned() else {
            return Ok(false);
        };
        let (aiming, declared) = (Aiming::of(&item), rules.targets_of(&item));
        let (mut kept, mut roles) = (Values::new(), Roles::new());
        let mut lost: SmallVec<[(Value, Word); 2]> = SmallVec::new();
        for (at, target) in item.targets.iter().enumerate() {
            let role = item.roles.get(at).copied().unwrap_or(FREE);
            let fits = match declared.get(usize::from(role)) {
                Some(targets) => self.is_target(targets, aiming, *target)?,
                None => true,
            };
            if fits {
                kept.push(*target);
                roles.push(role);
            } else {
                lost.extend(declared.get(usize::from(role)).map(|targets| (*target, targets.phrase)));
            }
        }
        self.tell_lost(&lost, kept.is_empty());
        let lost = kept.is_empty();
        // Without any it fizzles, and still shows what it was aimed at.
        if kept.len() < item.targets.len() && !lost {
            self.change(Change::Retarget {
                id: item.id,
                before: item.targets,
                after: kept,
                roles: (item.roles, roles),
            });
        }
        Ok(lost)
    }

    /// Says what is no target any more: where none is left, that those are gone which are gone says the line of the item.
    fn tell_lost(&mut self, lost: &[(Value, Word)], all: bool) {
        for (target, phrase) in lost {
            let gone = self.is_gone(*target);
            if !(all && gone) {
                let reason = if gone { Reason::Gone } else { Reason::NotAmong(*phrase) };
                self.tell(FactKind::Stays(self.thing_of(*target), reason));
            }
        }
    }

    /// For what the first target of an item was chosen, if it cannot be this.
    pub(super) fn cannot_be_aimed(
        &mut self,
        rules: &Rules,
        handle: Handle,
        target: Value,
    ) -> Result<Option<Word>, Stop> {
        let Some(item) = self.state().item(handle.id) else { return Ok(None) };
        let (aiming, role) = (Aiming::of(item), item.roles.first().copied().unwrap_or(FREE));
        let Some(targets) = rules.targets_of(item).get(usize::from(role)) else { return Ok(None) };
        Ok((!self.is_target(targets, aiming, target)?).then_some(targets.phrase))
    }

    /// All that fits a declaration, players first, then cards by their zones, then what waits.
    fn candidates(&mut self, targets: &Targets, aiming: Aiming) -> Result<SmallVec<[Value; 8]>, Stop> {
        let mut found: SmallVec<[Value; 8]> = SmallVec::new();
        if targets.players.is_some() {
            found.extend(self.state().around(aiming.player).into_iter().map(Value::Player));
        }
        if let Some(filter) = &targets.cards {
            self.add_cards(filter, aiming.player, &mut found);
        }
        if targets.uses.is_some() {
            self.note_read(Cell::Stack);
            found.extend(self.state().items.iter().map(|item| Value::Entity(self.state().handle(item.id))));
        }
        let mut fitting: SmallVec<[Value; 8]> = SmallVec::new();
        for value in found {
            if self.is_target(targets, aiming, value)? {
                fitting.push(value);
            }
        }
        Ok(fitting)
    }

    /// The cards that a filter may mean, as far as the player knows them: those in play, or those in the zones that it names.
    fn add_cards(&self, filter: &Filter, player: PlayerId, found: &mut SmallVec<[Value; 8]>) {
        let seat = self.state().acting_seat(player);
        for (id, zone) in self.state().zones() {
            let decl = zone_decl(self.reading(), id);
            let meant = if filter.zones.is_empty() { decl.in_play } else { filter.zones.contains(&zone.decl) };
            if !meant {
                continue;
            }
            self.note_read(Cell::Zone(id));
            let known = zone.cards.iter().filter(|card| self.state().entity(**card).known.has(seat));
            found.extend(known.map(|card| Value::Entity(self.state().handle(*card))));
        }
    }

    /// Whether something fits a declaration now.
    fn is_target(&mut self, targets: &Targets, aiming: Aiming, target: Value) -> Result<bool, Stop> {
        let fits = match target {
            Value::Player(player) => {
                let own = player == aiming.player;
                self.note_read(Cell::Turn);
                self.state().present.has(player)
                    && targets.players.is_some_and(|who| match who {
                        Who::Everyone => true,
                        Who::You => own,
                        Who::Others => !own,
                    })
            }
            Value::Entity(handle) => self.state().fresh(handle) && self.fits_filter(targets, aiming, handle.id),
            _ => false,
        };
        let Some(condition) = targets.condition.as_ref().filter(|_| fits) else { return Ok(fits) };
        let args = [Arg::Player(aiming.player), self.arg_of(aiming.card), Arg::Value(target)];
        self.predicate(condition.predicate(), &args)
    }

    fn fits_filter(&self, targets: &Targets, aiming: Aiming, id: EntityId) -> bool {
        let viewpoint = Viewpoint { player: aiming.player, source: aiming.card };
        let entity = self.state().entity(id);
        let is_use = entity.kind == Rules::ITEM;
        let waits = || self.state().item(id).is_some_and(|item| item.status == Status::Pending) && id != aiming.item;
        let lies = |filter: &Filter| {
            entity.zone.is_some() && (!filter.zones.is_empty() || zone_decl(self.reading(), entity.zone).in_play)
        };
        match (&targets.uses, &targets.cards) {
            (Some(filter), _) if is_use => waits() && passes(self.reading(), filter, id, viewpoint),
            (_, Some(filter)) if !is_use => lies(filter) && passes(self.reading(), filter, id, viewpoint),
            _ => false,
        }
    }
}
