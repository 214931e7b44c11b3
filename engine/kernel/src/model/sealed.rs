//! What everybody may know of a sealed question: who is asked, and that it goes on. Nothing here depends on what has been
//! answered in it.

use crate::model::game::Game;
use crate::model::ids::Seat;
use crate::model::tape::{Branch, Input};

impl Game {
    /// The branches of the sealed question that is open, one for each seat that takes part.
    pub fn sealed(&self) -> Option<&[Branch]> {
        match self.log.get(self.sealed_at()?) {
            Some(Input::Together(_, branches)) => Some(branches),
            _ => None,
        }
    }

    /// The same to be changed.
    pub(crate) fn sealed_mut(&mut self) -> Option<&mut [Branch]> {
        let at = self.sealed_at()?;
        match self.log.get_mut(at) {
            Some(Input::Together(_, branches)) => Some(branches),
            _ => None,
        }
    }

    /// Where in the log the sealed question is that is open.
    fn sealed_at(&self) -> Option<usize> {
        let asked = self.prompts.iter().filter_map(|prompt| prompt.part).find(|part| part.sealed);
        let of_chance = self.chance.as_ref().and_then(|open| open.part).filter(|(.., sealed)| *sealed);
        let on_tape = asked.map(|part| part.entry as usize).or(of_chance.map(|(entry, ..)| entry));
        let running = self.branch.filter(|(.., sealed)| *sealed).map(|(at, ..)| at);
        on_tape.map(|entry| self.tape_from + entry).or(running)
    }

    /// The seats that somebody knows to be asked, in seat order; `None` is the host. Everybody who takes part in a sealed
    /// question is asked until all have finished, whoever has by now; only of itself a seat knows better.
    pub fn asked_for(&self, viewer: Option<Seat>) -> Vec<Seat> {
        let is_asked = |seat: Seat| self.prompts.iter().any(|prompt| prompt.seat == seat);
        let sealed = self.sealed().filter(|_| viewer.is_some());
        let mut seats: Vec<Seat> = match sealed {
            Some(branches) => branches.iter().map(|branch| branch.seat).collect(),
            None => self.prompts.iter().map(|prompt| prompt.seat).collect(),
        };
        seats.retain(|seat| viewer != Some(*seat) || is_asked(*seat));
        seats.sort_unstable();
        seats
    }
}
