//! The numbers by which prompts are answered.
//!
//! Each seat has a row of its own, and so has chance: what a seat is asked is counted for that seat alone, so its numbers say
//! nothing about how much others were asked, in a sealed dialogue or anywhere else.

use crate::model::ids::Seat;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How many numbers of each row are spent: those of the seats, and that of chance behind them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PromptNumbers(SmallVec<[u32; 8]>);

impl PromptNumbers {
    /// More than any game spends of a row.
    const MOST: u32 = 1 << 24;

    /// The numbers of a game of so many people.
    pub fn of(people: usize) -> Self {
        Self(SmallVec::from_elem(0, people + 1))
    }

    /// The number of the next prompt to a seat. It stays the next until it is spent.
    pub fn next(&self, seat: Seat) -> u32 {
        self.number_of(seat.index())
    }

    /// The number of the next question to chance.
    pub(crate) fn next_of_chance(&self) -> u32 {
        self.number_of(self.chance())
    }

    /// Gives away the next number of a seat: no later prompt has it.
    pub fn spend(&mut self, seat: Seat) -> u32 {
        self.spend_of(seat.index())
    }

    /// Gives away the next number of chance.
    pub(crate) fn spend_of_chance(&mut self) -> u32 {
        self.spend_of(self.chance())
    }

    /// Gives away the next number of every seat, where prompts that may have them take no answer any more.
    pub(crate) fn spend_all(&mut self) {
        self.0.iter_mut().for_each(|spent| *spent += 1);
    }

    /// Goes on with the row of a seat where that of another game ends.
    pub(crate) fn continue_row(&mut self, other: &Self, seat: Seat) {
        let rows = self.0.iter_mut().zip(&other.0);
        rows.skip(seat.index()).take(1).for_each(|(own, other)| *own = *other);
    }

    /// Whether this number of a seat was given away.
    pub fn is_spent(&self, seat: Seat, number: u32) -> bool {
        let at = seat.index() as u32;
        let is_own =
            seat.index() < self.chance() && number > at && (number - at - 1).is_multiple_of(self.0.len() as u32);
        is_own && number < self.next(seat)
    }

    /// Whether a game of so many people can have spent these, whoever wrote them.
    pub(crate) fn are_valid(&self, people: usize) -> bool {
        self.0.len() == people + 1 && self.0.iter().all(|spent| *spent < Self::MOST)
    }

    fn chance(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn number_of(&self, row: usize) -> u32 {
        let spent = self.0.get(row).copied().unwrap_or_default();
        spent * self.0.len() as u32 + row as u32 + 1
    }

    fn spend_of(&mut self, row: usize) -> u32 {
        let number = self.number_of(row);
        self.0.iter_mut().skip(row).take(1).for_each(|spent| *spent += 1);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_away_once_and_each_seat_counts_for_itself() {
        let mut numbers = PromptNumbers::of(2);
        let [a, b] = [Seat(0), Seat(1)];
        assert_eq!((numbers.next(a), numbers.next(b), numbers.next_of_chance()), (1, 2, 3));
        assert_eq!([numbers.spend(a), numbers.spend(a), numbers.spend(a)], [1, 4, 7]);
        assert_eq!((numbers.spend(b), numbers.spend_of_chance()), (2, 3));
        numbers.spend_all();
        assert_eq!((numbers.next(a), numbers.next(b), numbers.next_of_chance()), (13, 8, 9));
        let spent = |seat| (0..20).filter(|number| numbers.is_spent(seat, *number)).collect::<Vec<_>>();
        assert_eq!((spent(a), spent(b)), (vec![1, 4, 7, 10], vec![2, 5]));
        assert!(numbers.are_valid(2) && !numbers.are_valid(3));
    }
}
