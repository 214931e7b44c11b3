//! Seats: people, who are asked, and bots, which answer for themselves.

use crate::commands::patience::Patience;
use cardwright_deciders::{Complaints, DeciderName, listed};
use cardwright_game::{Bot, Ruleset, Seat, Seed};
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::deciders;

/// What a person is called in a list of deciders.
const HUMAN: &str = "human";

/// More players than any game has.
const MOST: usize = 26;

/// A bot at its seat.
type SeatedBot = (Seat, Box<dyn Bot>);

/// Who plays each seat: a decider, or nothing for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<Option<DeciderName>>);

impl Seating {
    /// Reads `human,random`, or a number of random players.
    ///
    /// # Errors
    /// If a player is neither a person nor a decider, or there are too many.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let people: Vec<Option<DeciderName>> = match text.trim().parse::<usize>() {
            Ok(count) => vec![Some(random()); count.min(MOST + 1)],
            Err(_) => listed(text).map(named).collect::<Result<_, _>>()?,
        };
        if people.len() > MOST {
            return Err(CommandError::usage(format!("more than {MOST} players")));
        }
        Ok(Self(people))
    }

    /// A person in the first seat, and random players in the others.
    pub fn one_person_of(people: u8) -> Self {
        Self((0..people).map(|seat| (seat > 0).then(random)).collect())
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Who plays, by seat: the name of a decider, or `human`.
    pub fn names(&self) -> Vec<String> {
        let name =
            |decider: &Option<DeciderName>| decider.as_ref().map_or_else(|| HUMAN.to_owned(), ToString::to_string);
        self.0.iter().map(name).collect()
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        let seats = self.0.iter().enumerate().filter(|(_, decider)| decider.is_none());
        seats.map(|(seat, _)| Seat(seat as u8)).collect()
    }

    /// The seats of machines, and what answers for each. What they do tells nothing about the seed.
    ///
    /// # Errors
    /// One of them cannot play the game.
    pub fn bots(
        &self,
        ruleset: &Ruleset,
        seed: Seed,
        patience: Patience,
        complaints: &Complaints,
    ) -> Result<Vec<SeatedBot>, CommandError> {
        let named = self.0.iter().enumerate().filter_map(|(seat, name)| Some((seat, name.as_ref()?)));
        let bot = |(seat, name): (usize, &DeciderName)| {
            let contender = deciders::ready(name, ruleset, patience.time())?;
            Ok((Seat(seat as u8), contender.bot(seed.aside(seat as u64), complaints)))
        };
        named.map(bot).collect()
    }
}

/// The decider of this name; nothing for a person.
fn named(kind: &str) -> Result<Option<DeciderName>, CommandError> {
    match kind {
        HUMAN => Ok(None),
        other => deciders::named(other).map(Some),
    }
}

fn random() -> DeciderName {
    DeciderName::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_seats_machines() {
        assert_eq!(Seating::parse("3"), Ok(Seating(vec![Some(random()); 3])));
    }

    #[test]
    fn people_are_found() {
        let seating = Seating::parse("random, human");
        assert_eq!(seating.map(|seating| seating.people()), Ok(vec![Seat(1)]));
    }

    #[test]
    fn a_misspelt_player_is_refused() {
        let message = Seating::parse("humen").map_err(|failure| failure.to_string());
        assert_eq!(message, Err("error: there is no decider `humen`\n  help: did you mean `human`?".into()));
    }
}
