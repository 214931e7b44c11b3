//! The order in which continuous effects apply: by layers, and within each as its ruleset says; without layers by stages,
//! and within each in the order of entities.

use super::Reading;
use super::layers::Profile;
use crate::model::ids::{EntityId, PlayerId, ValueId};
use crate::model::index::{Cell, IndexEntry, Topic};
use crate::model::rules::{Filter, LayerOrder};
use crate::play::kept::{Kept, KeptCost};
use std::collections::VecDeque;
use std::sync::Arc;

/// What one ability does in one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::play) struct EffectPart {
    /// The ability.
    pub(in crate::play) entry: IndexEntry,
    /// The layer or the stage.
    pub(in crate::play) layer: u16,
    /// What it has a part in.
    pub(in crate::play) shapes: Shapes,
    /// By what it is sorted within its layer.
    rank: u32,
    /// The part that it goes on with: it applies to whatever that applies to.
    pub(super) lead: Option<u32>,
    /// Whether others go on with it.
    pub(in crate::play) is_led_on: bool,
    /// Who controls its source when its turn comes.
    pub(super) by: PlayerId,
    /// Whether its ability has not been taken away when its turn comes.
    pub(super) works: bool,
}

/// What a part has a part in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::play) enum Shapes {
    /// A number.
    Number(ValueId),
    /// A set of words, and its place among them.
    Words(ValueId, u16),
    /// Which abilities cards have.
    Silence,
    /// Who controls cards.
    Control,
}

/// All parts that work, in the order in which they apply.
#[derive(Debug)]
pub(in crate::play) struct Sequence {
    /// Which of all sequences it is.
    pub(in crate::play) number: u64,
    pub(in crate::play) parts: Vec<EffectPart>,
}

/// A sequence that is good until something that it was read from changes.
#[derive(Clone, Debug)]
pub(super) struct KeptSequence {
    sequence: Arc<Sequence>,
    /// What it was read from.
    gathered: Kept,
    /// What was read to find out what depends on what, and what is taken away.
    tried: Kept,
    /// Since when the sequence has been what it is.
    since: u64,
}

/// More tries than this find no dependencies: everything in the layer applies by when it began.
const MOST_TRIES: usize = 1 << 18;

/// In a layer with more parts than this, nothing depends on anything.
const MOST_DEPENDING: usize = 256;

/// So many tries cost one operation whenever the sequence is used.
const TRIES: usize = 32;

/// To find a part, to sort it and to go past it takes as long as so many tries.
const PART: usize = 8;

impl EffectPart {
    /// Whether it has a part in a value.
    pub(in crate::play) fn is_about(&self, value: ValueId) -> bool {
        matches!(self.shapes, Shapes::Number(own) | Shapes::Words(own, _) if own == value)
    }

    /// Whether it has a part in what filters and abilities rest on, or others go on with it.
    pub(in crate::play) const fn shapes_profiles(&self) -> bool {
        self.is_led_on || !matches!(self.shapes, Shapes::Number(_))
    }

    /// What decides when it applies, where nothing depends on anything.
    pub(in crate::play) fn order(&self) -> (u16, u32, EntityId, u16) {
        (self.layer, self.rank, self.entry.entity, self.entry.number)
    }
}

impl Reading<'_> {
    /// The parts of continuous effects that work, in the order in which they apply.
    pub(in crate::play) fn sequence(self) -> Arc<Sequence> {
        self.note(Cell::Order);
        self.with_sequence(|kept| {
            self.work.order(1, kept.tried.cost.work);
            Arc::clone(&kept.sequence)
        })
    }

    fn with_sequence<R>(self, look: impl FnOnce(&KeptSequence) -> R) -> R {
        if !self.layers.sequence.borrow().as_ref().is_some_and(|kept| self.is_still(kept)) {
            let built = self.build();
            self.layers.sequence.replace(Some(built));
        }
        look(self.layers.sequence.borrow().as_ref().expect("it was built"))
    }

    /// Since when the sequence has been what it is.
    pub(in crate::play) fn order_since(self) -> u64 {
        self.with_sequence(|kept| kept.since)
    }

    /// What the sequence was read from.
    pub(in crate::play) fn read_for_order(self) -> Vec<u32> {
        self.with_sequence(|kept| [&*kept.gathered.reads, &*kept.tried.reads].concat())
    }

    /// Charges what it takes to compute something that is kept.
    pub(in crate::play) fn spend(self, cost: KeptCost) {
        self.work.add(cost.work);
        if cost.orders > 0 {
            self.with_sequence(|kept| self.work.order(cost.orders, kept.tried.cost.work));
        }
    }

    /// What has been spent since there was so much, and what of it is due to the order of continuous effects.
    pub(in crate::play) fn spent_since(self, (work, orders): (u64, u64)) -> (u64, u64) {
        let orders = self.work.orders() - orders;
        let of_order = if orders > 0 { self.with_sequence(|kept| kept.tried.cost.work) } else { 0 };
        ((self.work.total() - work).saturating_sub(orders.saturating_mul(of_order)), orders)
    }

    /// Whether a sequence is still what it would be if it were built now.
    fn is_still(self, kept: &KeptSequence) -> bool {
        let (index, good) = (&self.state.index, &kept.gathered.good);
        if good.get() == index.clock() {
            return true;
        }
        let is = index.all_as_at(good.get(), &kept.gathered.reads) && index.all_as_at(good.get(), &kept.tried.reads);
        if is {
            good.set(index.clock());
        }
        is
    }

    fn build(self) -> KeptSequence {
        let (work, began) = (self.work.total(), self.state.index.clock());
        let outer = self.reads.begin_inside();
        let parts = self.gathered();
        let gathered = Kept::of_work(self.reads.end_apart(outer), began, (0, 0));
        let outer = self.reads.begin_inside();
        let mut ordering = Ordering::new(self, parts);
        ordering.order();
        let Ordering { sequence: parts, tries, looked, .. } = ordering;
        let cost = ((tries + looked) / TRIES) as u64;
        let tried = Kept::of_work(self.reads.end_apart(outer), began, (cost, 0));
        self.work.set(work);
        // Where all is as it was, whatever was computed with it is still good.
        let before = self.layers.sequence.borrow_mut().take().filter(|kept| kept.sequence.parts == parts);
        if let Some(KeptSequence { sequence, since, .. }) = before {
            return KeptSequence { sequence, gathered, tried, since };
        }
        let built = &self.layers.built;
        built.set(built.get() + 1);
        KeptSequence { sequence: Arc::new(Sequence { number: built.get(), parts }), gathered, tried, since: began }
    }

    /// All parts, as they would apply if nothing depended on anything.
    fn gathered(self) -> Vec<EffectPart> {
        let mut parts = Vec::new();
        for (at, value) in self.rules.values.values().enumerate() {
            let id = ValueId::from(at);
            match value.words {
                Some(set) => self.gather(Topic::contribution(id), Shapes::Words(id, set), &mut parts),
                None if self.rules.has_layers() => self.gather(Topic::contribution(id), Shapes::Number(id), &mut parts),
                None => {}
            }
        }
        if self.rules.silences {
            self.gather(Topic::SILENCE, Shapes::Silence, &mut parts);
        }
        if self.rules.controls {
            self.gather(Topic::CONTROL, Shapes::Control, &mut parts);
        }
        parts.sort_unstable_by_key(EffectPart::order);
        parts
    }

    fn gather(self, topic: Topic, shapes: Shapes, parts: &mut Vec<EffectPart>) {
        self.note(Cell::about(topic));
        for entry in self.state.index.about(topic) {
            self.note(Cell::Body(entry.entity));
            let source = self.state.entity(entry.entity);
            let is_unseen = |seat| source.can_be_hidden() && !source.known.has(seat);
            if !self.layers.beholder.is_some_and(is_unseen) {
                parts.push(self.part(*entry, shapes));
            }
        }
    }

    /// A part that goes on with nothing and with which nothing goes on.
    pub(in crate::play) fn part(self, entry: IndexEntry, shapes: Shapes) -> EffectPart {
        let stage = self.static_ability(entry).stage().unwrap_or(0);
        let since = self.state.since(entry.entity);
        let (layer, rank) = match self.rules.layers.get_index(usize::from(stage)) {
            Some((_, LayerOrder::OldestFirst | LayerOrder::DependenciesFirst)) => (stage, since),
            Some((_, LayerOrder::NewestFirst)) => (stage, u32::MAX - since),
            // Without layers, it is settled first who controls what.
            None if shapes == Shapes::Control => (0, since),
            None => (stage + 1, 0),
        };
        let own = &self.rules.abilities_of(self.state.entity(entry.entity)).statics;
        let is_led_on = own.iter().any(|other| other.goes_on == Some(entry.number));
        let by = self.state.entity(entry.entity).controller;
        EffectPart { entry, layer, shapes, rank, lead: None, is_led_on, by, works: true }
    }
}

/// Finding the order: the parts are put one after another, and what each has made is known of all that may matter.
struct Ordering<'g> {
    at: Reading<'g>,
    /// What is in its place.
    sequence: Vec<EffectPart>,
    /// What is not yet, in the order that it would have if nothing depended on anything.
    rest: VecDeque<EffectPart>,
    /// What is known of each entity that may matter, in the order of entities.
    profiles: Vec<(EntityId, Profile)>,
    tries: usize,
    /// What else was gone through.
    looked: usize,
}

impl<'g> Ordering<'g> {
    fn new(at: Reading<'g>, rest: Vec<EffectPart>) -> Self {
        let (sequence, looked) = (Vec::with_capacity(rest.len()), PART * rest.len());
        Self { at, sequence, rest: rest.into(), profiles: Vec::new(), tries: 0, looked }
    }

    fn order(&mut self) {
        self.gather_profiles();
        while !self.rest.is_empty() {
            let next = self.next();
            let Some(part) = self.rest.remove(next) else { break };
            self.put(part);
        }
    }

    /// Sources matter where abilities are taken away, and all that is in play where something may depend on something.
    fn gather_profiles(&mut self) {
        let at = self.at;
        let mut matter: Vec<EntityId> = Vec::new();
        if self.rest.iter().any(|part| matches!(part.shapes, Shapes::Silence | Shapes::Control)) {
            matter.extend(self.rest.iter().map(|part| part.entry.entity));
        }
        // Nothing has been taken out yet: it is one slice.
        let layers = self.rest.as_slices().0.chunk_by(|part, other| part.layer == other.layer);
        let layers = layers.filter(|layer| layer.len() <= MOST_DEPENDING && self.waits_in(layer[0].layer));
        let layers: Vec<&[EffectPart]> = layers.collect();
        let looked: usize = layers.iter().map(|layer| layer.len() * layer.len()).sum();
        let pairs =
            layers.iter().any(|layer| layer.iter().any(|part| layer.iter().any(|other| self.may_depend(part, other))));
        self.looked += looked;
        let in_play: Vec<EntityId> = match pairs {
            false => Vec::new(),
            true => {
                let zones = at.state.zones().filter(|(_, zone)| at.rules.zones[zone.decl.index()].in_play);
                zones
                    .inspect(|(id, _)| at.note(Cell::Zone(*id)))
                    .flat_map(|(_, zone)| zone.cards.iter().copied())
                    .collect()
            }
        };
        if in_play.len() * self.rest.len() <= MOST_TRIES {
            matter.extend(in_play);
        }
        matter.sort_unstable();
        matter.dedup();
        self.profiles = matter.into_iter().map(|id| (id, at.first_profile(id))).collect();
    }

    /// The part that is next: the first on which nothing before it, in its layer, must wait.
    fn next(&mut self) -> usize {
        let layer = self.rest[0].layer;
        if !self.waits_in(layer) || self.profiles.is_empty() {
            return 0;
        }
        // One more than may depend on each other is enough to know that nothing does.
        let own = self.rest.iter().take(MOST_DEPENDING + 1).take_while(|part| part.layer == layer);
        let count = own.count();
        if !(2..=MOST_DEPENDING).contains(&count) || self.waited_for(0, count).is_empty() {
            return 0;
        }
        let waits: Vec<Vec<usize>> = (0..count).map(|part| self.waited_for(part, count)).collect();
        let reached: Vec<Vec<bool>> = (0..count).map(|part| reached_from(part, &waits)).collect();
        // What waits for itself is in a circle, in which all are alike.
        let is_free = |part: &usize| (0..count).all(|other| !reached[*part][other] || reached[other][*part]);
        (0..count).find(is_free).unwrap_or(0)
    }

    /// Whether what depends on something waits for it in a layer; without layers, where it is settled who controls what.
    fn waits_in(&self, layer: u16) -> bool {
        let rules = self.at.rules;
        match rules.layers.get_index(usize::from(layer)) {
            Some((_, order)) => *order == LayerOrder::DependenciesFirst,
            None => !rules.has_layers() && layer == 0,
        }
    }

    /// The parts of the layer that would change a part if they applied first.
    fn waited_for(&mut self, part: usize, count: usize) -> Vec<usize> {
        (0..count).filter(|other| *other != part && self.depends(part, *other)).collect()
    }

    /// Whether a part may depend on another, as far as that can be told without trying.
    fn may_depend(&self, part: &EffectPart, other: &EffectPart) -> bool {
        if part.layer != other.layer || !self.waits_in(part.layer) || part.entry == other.entry {
            return false;
        }
        match other.shapes {
            Shapes::Number(_) => false,
            Shapes::Silence | Shapes::Control => true,
            Shapes::Words(value, _) => self.looks_at(&self.at.static_ability(part.entry).subject, value),
        }
    }

    /// Whether a filter looks at a set of words.
    fn looks_at(&self, filter: &Filter, value: ValueId) -> bool {
        let attribute = self.at.rules.values[value.index()].base;
        filter.attributes.iter().chain(&filter.not).any(|(attr, _)| Some(*attr) == attribute)
    }

    /// Whether a part would do something else if another applied first.
    fn depends(&mut self, part: usize, other: usize) -> bool {
        let (part, other) = (self.as_of_now(part), self.as_of_now(other));
        self.tries += 1;
        if self.follows(&part, &other) {
            return true;
        }
        if self.tries > MOST_TRIES || !self.may_depend(&part, &other) || !self.works(&other) {
            return false;
        }
        let place = self.sequence.len();
        let at = self.at;
        let mut tries = 0;
        let mut changes = |id: EntityId, profile: &Profile| {
            tries += 1;
            if !at.applies_amid(&other, place, id, profile) {
                return false;
            }
            let mut then = profile.clone();
            then.take(at, place, &other);
            let keyword = at.static_ability(part.entry).keyword;
            let is_lost = id == part.entry.entity && profile.silencer(at, keyword) != then.silencer(at, keyword);
            let is_taken = id == part.entry.entity && profile.controller != then.controller;
            is_lost
                || is_taken
                || at.applies_amid(&part, place, id, profile) != at.applies_amid(&part, place, id, &then)
        };
        let depends = self.profiles.iter().any(|(id, profile)| changes(*id, profile));
        self.tries += tries;
        depends
    }

    /// Whether a part goes on with another.
    fn follows(&self, part: &EffectPart, other: &EffectPart) -> bool {
        part.entry.entity == other.entry.entity
            && self.at.static_ability(part.entry).goes_on == Some(other.entry.number)
    }

    /// Whether the ability of a part has not been taken away so far.
    fn works(&self, part: &EffectPart) -> bool {
        let keyword = self.at.static_ability(part.entry).keyword;
        self.profile(part.entry.entity).is_none_or(|profile| profile.silencer(self.at, keyword).is_none())
    }

    /// A part that waits, with whoever controls its source by now.
    fn as_of_now(&self, at: usize) -> EffectPart {
        let part = self.rest[at].clone();
        EffectPart { by: self.controller_of(&part), ..part }
    }

    fn controller_of(&self, part: &EffectPart) -> PlayerId {
        self.profile(part.entry.entity).map_or(part.by, |profile| profile.controller)
    }

    fn profile(&self, id: EntityId) -> Option<&Profile> {
        let at = self.profiles.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.profiles[at].1)
    }

    /// A part has its place: what it makes of whatever may matter.
    fn put(&mut self, mut part: EffectPart) {
        let at = self.at;
        part.works = self.works(&part);
        part.by = self.controller_of(&part);
        if let Some(lead) = at.static_ability(part.entry).goes_on {
            self.looked += self.sequence.len();
            part.lead = self.place_of(part.entry.entity, lead);
            part.works &= part.lead.is_some();
        }
        let place = self.sequence.len();
        self.sequence.push(part);
        let part = &self.sequence[place];
        if part.shapes_profiles() {
            self.tries += self.profiles.len();
            let parts = &self.sequence;
            for (id, profile) in &mut self.profiles {
                if at.begins(parts, place, *id, profile) {
                    profile.take(at, place, part);
                }
            }
        }
    }

    /// Where the part of this ability is; what goes on with one that is not there goes on with nothing.
    fn place_of(&self, entity: EntityId, number: u16) -> Option<u32> {
        let is = |part: &EffectPart| part.entry.entity == entity && part.entry.number == number;
        self.sequence.iter().rposition(is).map(|at| at as u32)
    }
}

/// What a part waits for, directly or because that waits for it, as flags.
fn reached_from(part: usize, waits: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; waits.len()];
    let mut open: Vec<usize> = waits[part].clone();
    while let Some(next) = open.pop() {
        if !std::mem::replace(&mut reached[next], true) {
            open.extend(&waits[next]);
        }
    }
    reached
}
