//! Who sits where: people, who are asked, and machines, which answer for themselves.

use crate::failure::Failure;
use cardwright::game::{Player, Random};
use cardwright::model::game::Game;
use cardwright::model::ids::{Seat, Seats};
use cardwright::model::prompt::{Answer, Prompt};
use cardwright::model::rules::Rules;
use cardwright::play::session::Decider;

/// The players that can be named.
const KINDS: [&str; 2] = ["human", "random"];

/// More players than any game has.
const MOST: usize = 26;

/// Who plays each seat: true for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<bool>);

impl Seating {
    /// Reads `human,random`, or a number of random players.
    ///
    /// # Errors
    /// If a player is neither, or there are too many.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let people: Vec<bool> = match text.trim().parse::<usize>() {
            Ok(count) => vec![false; count.min(MOST + 1)],
            Err(_) => text.split(',').map(|kind| is_person(kind.trim())).collect::<Result<_, _>>()?,
        };
        if people.len() > MOST {
            return Err(Failure::usage(format!("more than {MOST} players")));
        }
        Ok(Self(people))
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The seats of people.
    pub fn people(&self) -> Seats {
        let seats = self.0.iter().enumerate().filter(|(_, person)| **person);
        seats.fold(Seats::NONE, |seats, (seat, _)| seats.with(Seat(seat as u8)))
    }

    /// What answers for the machines and leaves people's questions open.
    pub fn decider(&self, seed: u64) -> Player {
        let machine = |(seat, person): (usize, &bool)| (!person).then(|| Random::new(luck(seed, seat as u64)));
        Box::new(Machines(self.0.iter().enumerate().map(machine).collect()))
    }
}

fn is_person(kind: &str) -> Result<bool, Failure> {
    match kind {
        "human" => Ok(true),
        "random" => Ok(false),
        other => Err(Failure::unknown("kind of player", other, KINDS)),
    }
}

/// A seed for each seat that has nothing to do with the game's own.
const fn luck(seed: u64, seat: u64) -> u64 {
    (seed ^ 0xA076_1D64_78BD_642F).wrapping_mul(2 * seat + 3)
}

struct Machines(Vec<Option<Random>>);

impl Decider for Machines {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        self.0.get_mut(asked.seat.index())?.as_mut()?.decide(asked, game, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_seats_machines() {
        assert_eq!(Seating::parse("3"), Ok(Seating(vec![false; 3])));
    }

    #[test]
    fn people_are_found() {
        let seating = Seating::parse("random, human");
        assert_eq!(seating.map(|seating| seating.people()), Ok(Seats::only(Seat(1))));
    }

    #[test]
    fn a_misspelt_player_is_refused() {
        let message = Seating::parse("humen").map_err(|failure| failure.to_string());
        assert_eq!(message, Err("error: there is no kind of player `humen`\n  help: did you mean `human`?".into()));
    }
}
