//! Seats: people, who are asked, and bots, which answer for themselves.

use crate::failure::Failure;
use cardwright::game::{Random, Seat, Seed};

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

    /// A person in the first seat, and random players in the others.
    pub fn one_person_of(people: u8) -> Self {
        Self((0..people).map(|seat| seat == 0).collect())
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        self.seats(true).collect()
    }

    /// The seats of machines, and what answers for each. What they do tells nothing about the seed.
    pub fn bots(&self, seed: Seed) -> impl Iterator<Item = (Seat, Random)> + '_ {
        self.seats(false).map(move |seat| (seat, Random::new(seed.aside(u64::from(seat.0)))))
    }

    fn seats(&self, of_people: bool) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.0.iter().enumerate().filter(move |(_, person)| **person == of_people);
        seats.map(|(seat, _)| Seat(seat as u8))
    }
}

fn is_person(kind: &str) -> Result<bool, Failure> {
    match kind {
        "human" => Ok(true),
        "random" => Ok(false),
        other => Err(Failure::unknown("kind of player", other, KINDS)),
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
        assert_eq!(seating.map(|seating| seating.people()), Ok(vec![Seat(1)]));
    }

    #[test]
    fn a_misspelt_player_is_refused() {
        let message = Seating::parse("humen").map_err(|failure| failure.to_string());
        assert_eq!(message, Err("error: there is no kind of player `humen`\n  help: did you mean `human`?".into()));
    }
}
