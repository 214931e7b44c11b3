//! What is chosen while a card is announced.

use crate::kernel::change::Change;
use crate::kernel::ids::{EntityId, Handle, Seat, SiteId, Word};
use crate::kernel::prompt::{Choice, Question, Shape};
use crate::kernel::table::{Fault, Stop, Table};
use crate::kernel::trace::{Against, Named, Reason, Things, What};
use crate::kernel::value::Value;
use smallvec::{SmallVec, smallvec};

impl Table {
    /// A choice that belongs to an announcement: it becomes a target or a note and stands on the line of the use.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if there is nothing to choose from; a stop from the question.
    pub fn aim(&mut self, handle: Handle, phrase: Word, mut options: Vec<Choice>) -> Result<Choice, Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Err(Fault::stop("this item is no longer there"));
        };
        let seat = item.player;
        let ruled_out = options.iter().find_map(|option| self.why_ruled_out(option));
        options.retain(|option| self.why_ruled_out(option).is_none());
        if options.is_empty() {
            let nothing = || Against::done(Reason::NoTarget(phrase), self.run.place);
            return Err(Stop::Illegal(ruled_out.unwrap_or_else(nothing)));
        }
        // A trigger has no line of its own that a choice could stand on.
        let asked = item.trigger.is_some();
        let public = self.all_see(&options);
        let ask = crate::kernel::ask::Ask {
            seat,
            question: if asked { Question::Choose(phrase) } else { Question::Announce(phrase) },
            shape: Shape::OneOf,
            options: self.told_apart(options),
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let choice = options[usize::from(answer.options().first().copied().unwrap_or(0))];
        let things: Things = smallvec![choice.thing()];
        self.tell(if asked { What::Chooses(seat, phrase, things) } else { What::Announces(phrase, things) });
        Ok(choice)
    }

    /// Why this cannot be chosen while the running use is announced, if a script has ruled it out.
    fn why_ruled_out(&self, option: &Choice) -> Option<Against> {
        let Choice::Entity(handle, _) = option else { return None };
        self.run.ruled_out.iter().find(|(card, _)| card == handle).map(|(_, against)| *against)
    }

    /// These cannot be chosen in what is left of the running announcement.
    ///
    /// # Errors
    /// A fault where nothing may be changed.
    pub fn rule_out(&mut self, cards: &[Handle], reason: Reason) -> Result<(), Stop> {
        self.refuse_if_pure("rule_out")?;
        let against = Against::done(reason, self.run.place);
        self.run.ruled_out.extend(cards.iter().map(|card| (*card, against)));
        Ok(())
    }

    /// Adds a target to an item.
    pub fn add_target(&mut self, handle: Handle, target: Value) {
        if let Some(before) = self.state().item(handle.id).cloned() {
            let mut after = before.clone();
            after.targets.push(target);
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        }
    }

    /// Notes something about an item or a standing effect.
    pub fn note_on(&mut self, handle: Handle, name: Word, value: Value) {
        fn put(notes: &mut SmallVec<[(Word, Value); 1]>, name: Word, value: Value) {
            match notes.iter_mut().find(|(known, _)| *known == name) {
                Some(note) => note.1 = value,
                None => notes.push((name, value)),
            }
        }
        if let Some(before) = self.state().item(handle.id).cloned() {
            let mut after = before.clone();
            put(&mut after.notes, name, value);
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        } else if let Some(before) = self.state().effect(handle.id).cloned() {
            let mut after = before.clone();
            put(&mut after.notes, name, value);
            self.change(Change::EditEffect { before: Box::new(before), after: Box::new(after) });
        }
    }

    /// Whether every seat knows what the options are.
    pub fn all_see(&self, options: &[Choice]) -> bool {
        let everyone = self.everyone();
        options.iter().all(|option| match option {
            Choice::Entity(_, named) | Choice::Use { named, .. } => named.known == everyone,
            Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => true,
        })
    }

    /// Tells options of one name and controller apart: by where they lie on the board, otherwise by ordinals.
    pub fn told_apart(&self, mut options: Vec<Choice>) -> Vec<Choice> {
        self.name_places(&mut options);
        for at in 0..options.len() {
            let Choice::Entity(handle, named) = options[at] else {
                continue;
            };
            let twins = options[..at].iter().filter(|other| {
                matches!(other, Choice::Entity(_, twin)
                    if twin.def == named.def && twin.controller == named.controller && twin.site == named.site)
            });
            let ordinal = twins.count() as u8;
            if ordinal > 0 {
                options[at] = Choice::Entity(handle, Named { ordinal: ordinal + 1, ..named });
            }
        }
        options
    }

    /// A seat divides an amount over these cards or piles, each up to its cap.
    ///
    /// # Errors
    /// A stop from the question.
    pub fn share_out(
        &mut self,
        seat: Seat,
        question: Word,
        over: &[Handle],
        (amount, caps): (i64, SmallVec<[i64; 4]>),
    ) -> Result<SmallVec<[i64; 4]>, Stop> {
        let options: Vec<Choice> = over.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
        let public = self.all_see(&options);
        let amount = amount.clamp(0, caps.iter().sum());
        let is_asked = !public || amount > 0 && options.len() > 1 && amount < caps.iter().sum();
        let ask = crate::kernel::ask::Ask {
            seat,
            question: Question::Choose(question),
            shape: Shape::Shares(amount, caps),
            options: self.told_apart(options),
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let crate::kernel::prompt::Answer::Shares(shares) = answer else { return Ok(SmallVec::new()) };
        if is_asked {
            let pairs = options.iter().zip(&shares);
            let things: Things = pairs
                .flat_map(|(choice, share)| [choice.thing(), crate::kernel::trace::Thing::Number(*share)])
                .collect();
            self.tell(What::Chooses(seat, question, things));
        }
        Ok(shares)
    }

    /// Says of options with one name and controller where on the board they lie.
    fn name_places(&self, options: &mut [Choice]) {
        let places: Vec<SiteId> =
            options.iter().map(|option| self.site_under(option.entity()).unwrap_or(SiteId::NONE)).collect();
        let have_twins: Vec<bool> = (0..options.len())
            .map(|at| {
                let Choice::Entity(_, named) = options[at] else { return false };
                options.iter().enumerate().any(|(other, option)| {
                    other != at
                        && matches!(option, Choice::Entity(_, twin)
                            if twin.def == named.def && twin.controller == named.controller)
                })
            })
            .collect();
        for ((option, has_twin), place) in options.iter_mut().zip(have_twins).zip(places) {
            if let (Choice::Entity(_, named), true) = (option, has_twin) {
                named.site = place;
            }
        }
    }

    fn site_under(&self, id: EntityId) -> Option<SiteId> {
        if id.is_some() { self.state().site_under(id) } else { None }
    }

    /// A seat chooses some of these cards, from and to so many.
    ///
    /// # Errors
    /// A stop from the question.
    pub fn choose_entities(
        &mut self,
        seat: Seat,
        question: Word,
        cards: &[Handle],
        bounds: (u32, u32),
        announcing: bool,
    ) -> Result<Vec<Handle>, Stop> {
        let options: Vec<Choice> = cards.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
        let public = self.all_see(&options);
        let options = self.told_apart(options);
        let to = bounds.1.min(options.len() as u32);
        let ask = crate::kernel::ask::Ask {
            seat,
            question: if announcing { Question::Announce(question) } else { Question::Choose(question) },
            shape: Shape::SomeOf(bounds.0.min(to), to),
            options,
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let chosen: Vec<Choice> = answer.options().iter().map(|at| options[usize::from(*at)]).collect();
        let things: Things = chosen.iter().map(Choice::thing).collect();
        let seat = self.state().speaker(seat);
        self.tell(if announcing { What::Announces(question, things) } else { What::Chooses(seat, question, things) });
        Ok(chosen.iter().map(|choice| self.state().handle(choice.entity())).collect())
    }
}
