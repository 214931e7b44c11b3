//! What continuous effects make of an entity: its sets of words, and which of its abilities are taken away. Nothing here
//! calls a script, so filters and abilities can be asked anywhere, and nothing that they rest on can fail.
//!
//! One pass over the `Sequence` gives the `Profile` of an entity. What a part looks at is what the parts before it have
//! made, so no two of them can need each other.

use super::sequence::{EffectPart, KeptSequence, Shapes};
use super::{Reading, Viewpoint, passes};
use crate::model::ids::{AttrId, EntityId, PlayerId, Seat, ValueId, Word};
use crate::model::index::{Cell, IndexEntry, Topic};
use crate::model::packed::ChoiceSet;
use crate::model::rules::{AbilitySort, Does, Exercised, Rules};
use crate::model::value::Value;
use crate::play::kept::Kept;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::{Cell as Shared, RefCell};

/// Up to where continuous effects have applied.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) enum Moment<'g> {
    /// All of them have.
    End,
    /// Those before this part have.
    Before(u32),
    /// Those before this part have, of which this is known already.
    Amid(u32, EntityId, &'g Profile),
}

/// What continuous effects have made of an entity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::play) struct Profile {
    /// Its sets of words, in the order of [`Rules::sets`].
    sets: SmallVec<[ChoiceSet; 4]>,
    /// Who controls it.
    pub(super) controller: PlayerId,
    /// What takes abilities away from it.
    silences: SmallVec<[IndexEntry; 1]>,
    /// The parts that others go on with, and that have begun to apply to it.
    begun: SmallVec<[u32; 2]>,
}

/// What was found out about continuous effects, until something that it was read from changes.
#[derive(Clone, Debug, Default)]
pub struct LayerMemory {
    pub(super) sequence: RefCell<Option<KeptSequence>>,
    /// How many sequences there have been.
    pub(super) built: Shared<u64>,
    profiles: RefCell<FxHashMap<EntityId, (Profile, Kept)>>,
    /// What was read when control was last found to be as effects have it.
    pub(super) control: RefCell<Option<Kept>>,
    /// For whom it is found out: what this seat does not know has no effect.
    pub(in crate::play) beholder: Option<Seat>,
}

/// More profiles than this are dropped all at once.
const MOST_PROFILES: usize = 4096;

impl<'g> Reading<'g> {
    /// The set of words that an attribute is now, if cards modify it for this entity.
    pub(crate) fn modified(self, attr: AttrId, id: EntityId) -> Option<ValueId> {
        if self.rules.sets.is_empty() {
            return None;
        }
        let value = self.rules.attributes[attr.index()].modified?;
        self.rules.values[value.index()].of.contains(&self.state.entity(id).kind).then_some(value)
    }

    /// A set of words as it is now.
    pub fn words(self, value: ValueId, id: EntityId) -> ChoiceSet {
        let Some(set) = self.rules.values[value.index()].words.map(usize::from) else { return ChoiceSet::default() };
        match self.moment {
            Moment::Amid(_, known, profile) if known == id => profile.sets[set],
            Moment::Before(before) | Moment::Amid(before, ..) => self.settled(id, before).sets[set],
            Moment::End => self.with_profile(id, |profile| profile.sets[set]),
        }
    }

    /// Whether an ability with this keyword is taken away from an entity.
    pub(crate) fn is_silenced(self, id: EntityId, keyword: Option<Word>) -> bool {
        self.silencer(id, keyword).is_some()
    }

    /// What takes an ability with this keyword away from a card; nothing takes any away from effects.
    pub(crate) fn silencer(self, id: EntityId, keyword: Option<Word>) -> Option<IndexEntry> {
        if !self.rules.silences {
            return None;
        }
        self.note(Cell::about(Topic::SILENCE));
        self.note(Cell::Body(id));
        if self.state.index.about(Topic::SILENCE).is_empty() || !self.state.entity(id).zone.is_some() {
            return None;
        }
        match self.moment {
            Moment::Amid(_, known, profile) if known == id => profile.silencer(self, keyword),
            Moment::Before(before) | Moment::Amid(before, ..) => self.settled(id, before).silencer(self, keyword),
            Moment::End => self.with_profile(id, |profile| profile.silencer(self, keyword)),
        }
    }

    /// The profile with which an entity begins: what it is before anything applies.
    pub(in crate::play) fn first_profile(self, id: EntityId) -> Profile {
        self.note(Cell::Body(id));
        let sets = self.rules.sets.iter().map(|(value, attr)| {
            self.note(Cell::about(Topic::contribution(*value)));
            self.first_set(*attr, id)
        });
        let profile = Profile { sets: sets.collect(), controller: self.state.entity(id).holder, ..Profile::default() };
        if self.rules.silences {
            self.note(Cell::about(Topic::SILENCE));
        }
        if self.rules.controls {
            self.note(Cell::about(Topic::CONTROL));
        }
        profile
    }

    pub(in crate::play) fn first_set(self, attr: AttrId, id: EntityId) -> ChoiceSet {
        if let Some(slot) = self.state.slot_of(self.rules, id, attr) {
            self.note(Cell::Slot(slot));
        }
        match self.state.attribute(self.rules, id, attr) {
            Value::Choices(set) => set,
            _ => ChoiceSet::default(),
        }
    }

    /// What an entity is before a part of the sequence applies.
    pub(super) fn settled(self, id: EntityId, before: u32) -> Profile {
        let sequence = self.sequence();
        let mut profile = self.first_profile(id);
        for (at, part) in sequence.parts.iter().enumerate().take(before as usize) {
            if part.shapes_profiles() && self.begins(&sequence.parts, at, id, &profile) {
                profile.take(self, at, part);
                self.rules.exercise(|| {
                    let source = self.state.entity(part.entry.entity);
                    Exercised::Ability(AbilitySort::Static, source.def, source.part, part.entry.number)
                });
            }
        }
        profile
    }

    /// What an entity is when everything has applied, computed only if something that it was read from has changed.
    pub(super) fn with_profile<R>(self, id: EntityId, look: impl FnOnce(&Profile) -> R) -> R {
        if let Some((profile, kept)) = self.layers.profiles.borrow().get(&id)
            && self.is_good(kept)
        {
            self.spend(kept.cost);
            debug_assert_eq!(*profile, self.settled_apart(id).0, "a kept profile must be what a fresh one is");
            return look(profile);
        }
        let (profile, kept) = self.settled_apart(id);
        self.spend(kept.cost);
        self.is_good(&kept);
        let result = look(&profile);
        let mut profiles = self.layers.profiles.borrow_mut();
        if profiles.len() >= MOST_PROFILES {
            profiles.clear();
        }
        profiles.insert(id, (profile, kept));
        result
    }

    /// The profile of an entity, with what it was read from; that is noted by whoever uses it.
    fn settled_apart(self, id: EntityId) -> (Profile, Kept) {
        let (before, began) = ((self.work.total(), self.work.orders()), self.state.index.clock());
        let outer = self.reads.begin_inside();
        let profile = self.settled(id, u32::MAX);
        let reads = self.reads.end_apart(outer);
        let cost = self.spent_since(before);
        self.work.take_back(before);
        (profile, Kept::of_work(reads, began, cost))
    }

    /// Whether nothing that was read has changed. If so, the running computation has read it, too.
    pub(in crate::play) fn is_good(self, kept: &Kept) -> bool {
        let index = &self.state.index;
        if kept.good.get() != index.clock() {
            let good = kept.good.get();
            if !index.all_as_at(good, &kept.reads) || kept.is_ordered && self.order_since() > good {
                return false;
            }
            kept.good.set(index.clock());
        }
        if self.reads.watching() && kept.noted_by.replace(self.reads.running()) != self.reads.running() {
            kept.reads.iter().for_each(|cell| self.reads.note(*cell));
        }
        true
    }

    /// Whether a part begins to apply to an entity, of which this is known when its turn has come.
    pub(in crate::play) fn begins(self, parts: &[EffectPart], at: usize, id: EntityId, profile: &Profile) -> bool {
        let part = &parts[at];
        self.charge(1);
        match part.lead {
            Some(lead) => profile.begun.contains(&lead) && self.can_have(part, id),
            None => part.works && self.applies_amid(part, at, id, profile),
        }
    }

    /// Whether a part applies to an entity by itself: whatever it goes on with, and whether or not it works.
    pub(super) fn applies_amid(self, part: &EffectPart, at: usize, id: EntityId, profile: &Profile) -> bool {
        if !self.can_have(part, id) {
            return false;
        }
        self.note(Cell::Body(part.entry.entity));
        let at = self.at(Moment::Amid(at as u32, id, profile));
        let ability = at.static_ability(part.entry);
        let viewpoint = Viewpoint { player: part.by, source: part.entry.entity };
        at.applies_by(part.entry, ability, (profile.controller, part.by))
            && passes(at, &ability.subject, id, viewpoint)
            && (part.shapes != Shapes::Control || at.holds(part, id))
    }

    /// Whether an entity has what a part is about: the value; or abilities that can be taken away.
    fn can_have(self, part: &EffectPart, id: EntityId) -> bool {
        let entity = self.state.entity(id);
        match part.shapes {
            Shapes::Number(value) | Shapes::Words(value, _) => {
                self.rules.values[value.index()].of.contains(&entity.kind)
            }
            Shapes::Control => self.can_be_held(id),
            Shapes::Silence => entity.zone.is_some() && entity.kind.index() >= Rules::OWN_KINDS.len(),
        }
    }
}

impl Profile {
    /// A part applies.
    pub(in crate::play) fn take(&mut self, reading: Reading<'_>, at: usize, part: &EffectPart) {
        if part.is_led_on {
            self.begun.push(at as u32);
        }
        match (part.shapes, &reading.static_ability(part.entry).does) {
            (Shapes::Words(_, set), Does::Modify(of)) => {
                let set = &mut self.sets[usize::from(set)];
                *set = of.how.words(*set, ChoiceSet::of_bits(of.amount));
            }
            (Shapes::Silence, _) => self.silences.push(part.entry),
            (Shapes::Control, _) => self.controller = part.by,
            (Shapes::Words(..) | Shapes::Number(_), _) => {}
        }
    }

    /// What takes an ability with this keyword away.
    pub(super) fn silencer(&self, reading: Reading<'_>, keyword: Option<Word>) -> Option<IndexEntry> {
        let takes = |entry: &&IndexEntry| match &reading.static_ability(**entry).does {
            Does::Silence(silence) => silence.takes(keyword),
            Does::Forbid(_) | Does::Allow(..) | Does::Modify(_) | Does::Control(_) | Does::Protect(_) => false,
        };
        self.silences.iter().find(takes).copied()
    }
}
