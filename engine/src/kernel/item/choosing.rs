//! What is chosen while a card is announced.

use crate::kernel::change::Change;
use crate::kernel::ids::{Handle, Seat, Word};
use crate::kernel::prompt::{Choice, Question, Shape};
use crate::kernel::table::{Fault, Stop, Table};
use crate::kernel::trace::{Named, Reason, Things, What};
use crate::kernel::value::Value;
use smallvec::{SmallVec, smallvec};

impl Table {
    /// A choice that belongs to an announcement: it becomes a target or a note and stands on the line of the use.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if there is nothing to choose from; a stop from the question.
    pub fn aim(&mut self, handle: Handle, phrase: Word, options: Vec<Choice>) -> Result<Choice, Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Err(Fault::stop("this item is no longer there"));
        };
        let seat = item.player;
        if options.is_empty() {
            return Err(Stop::Illegal(Reason::NoTarget(phrase)));
        }
        let public = self.all_see(&options);
        let ask = crate::kernel::ask::Ask {
            seat,
            question: Question::Announce(phrase),
            shape: Shape::OneOf,
            options: self.told_apart(options),
            default: None,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let choice = options[usize::from(answer.options().first().copied().unwrap_or(0))];
        self.tell(What::Announces(phrase, smallvec![choice.thing()]));
        Ok(choice)
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

    /// Gives options of one name and controller their ordinals, and drops those that nobody can tell apart.
    pub fn told_apart(&self, mut options: Vec<Choice>) -> Vec<Choice> {
        for at in 0..options.len() {
            let Choice::Entity(handle, named) = options[at] else {
                continue;
            };
            let twins = options[..at].iter().filter(|other| {
                matches!(other, Choice::Entity(_, twin)
                    if twin.def == named.def && twin.controller == named.controller)
            });
            let ordinal = twins.count() as u8;
            if ordinal > 0 {
                options[at] = Choice::Entity(handle, Named { ordinal: ordinal + 1, ..named });
            }
        }
        options
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
