//! Seats: people, who are asked, and bots, which answer for themselves.

use crate::failure::Failure;
use cardwright::game::{Bot, Seat, Seed, decider};

/// The players that can be named.
const KINDS: [&str; 4] = ["human", "random", "greedy", "mcts"];

/// More players than any game has.
const MOST: usize = 26;

/// Who plays each seat: the name of a decider, or nothing for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<Option<String>>);

impl Seating {
    /// Reads `human,random`, or a number of random players.
    ///
    /// # Errors
    /// If a player is neither, or there are too many.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let people: Vec<Option<String>> = match text.trim().parse::<usize>() {
            Ok(count) => vec![Some("random".to_string()); count.min(MOST + 1)],
            Err(_) => text.split(',').map(|kind| named(kind.trim())).collect::<Result<_, _>>()?,
        };
        if people.len() > MOST {
            return Err(Failure::usage(format!("more than {MOST} players")));
        }
        Ok(Self(people))
    }

    /// A person in the first seat, and random players in the others.
    pub fn one_person_of(people: u8) -> Self {
        Self((0..people).map(|seat| (seat > 0).then(|| "random".to_string())).collect())
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        let seats = self.0.iter().enumerate().filter(|(_, decider)| decider.is_none());
        seats.map(|(seat, _)| Seat(seat as u8)).collect()
    }

    /// The seats of machines, and what answers for each. What they do tells nothing about the seed.
    pub fn bots(&self, seed: Seed) -> impl Iterator<Item = (Seat, Box<dyn Bot>)> + '_ {
        let made = move |seat: usize, name: &String| Some((seat, decider(name, seed.aside(seat as u64)).ok()?));
        let bots = self.0.iter().enumerate().filter_map(move |(seat, name)| made(seat, name.as_ref()?));
        bots.map(|(seat, bot)| (Seat(seat as u8), bot))
    }
}

/// The decider of this name; nothing for a person.
fn named(kind: &str) -> Result<Option<String>, Failure> {
    match kind {
        "human" => Ok(None),
        other if decider(other, 0).is_ok() => Ok(Some(other.to_string())),
        other => Err(Failure::unknown("kind of player", other, KINDS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_seats_machines() {
        assert_eq!(Seating::parse("3"), Ok(Seating(vec![Some("random".to_string()); 3])));
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
