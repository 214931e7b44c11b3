//! Deciders that answer for seats, by name, in place of Python.

use crate::playing::{Known, Wrong};
use cardwright_deciders::{Complaints, Contender, DeciderName, of_seat};
use cardwright_game::{Bot, Match, Seat, Seed};

/// Who answers for each seat: a decider, or nothing where Python does.
#[derive(Clone, Debug, Default)]
pub struct Deciders(Vec<Option<Contender>>);

impl Deciders {
    /// Makes deciders ready for a game; seats without a name are Python's.
    ///
    /// # Errors
    /// There is no such decider, it cannot play the game, or there are more names than seats.
    pub fn ready(known: &Known, names: &[Option<String>], people: u8) -> Result<Self, Wrong> {
        if names.len() > usize::from(people) {
            let message = format!("there are {} deciders for {people} seats", names.len());
            return Err(Wrong::Decider(message));
        }
        let ready = |name: &String| -> Result<Contender, Wrong> {
            let parsed =
                DeciderName::parse(name).map_err(|wrong| Wrong::Decider(format!("{wrong}: {}", wrong.help())))?;
            parsed.ready(&known.ruleset).map_err(|wrong| Wrong::Decider(wrong.to_string()))
        };
        let all = names.iter().map(|name| name.as_ref().map(ready).transpose());
        Ok(Self(all.collect::<Result<_, _>>()?))
    }

    /// Whether no seat is a decider's.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The seats out of so many for which Python answers.
    pub fn open(&self, people: u8) -> Vec<Seat> {
        let is_open = |seat: &u8| self.0.get(usize::from(*seat)).is_none_or(Option::is_none);
        (0..people).filter(is_open).map(Seat).collect()
    }

    /// Whether the trace must be kept: other programs are shown it.
    pub fn want_trace(&self) -> bool {
        self.0.iter().flatten().any(|contender| contender.name().is_external())
    }

    /// A bot for each seat in the game with this seed.
    pub fn bots(&self, seed: &Seed, complaints: &Complaints) -> Vec<Option<Box<dyn Bot>>> {
        let bot = |(seat, contender): (u8, &Option<Contender>)| {
            contender.as_ref().map(|contender| contender.bot(of_seat(seed, Seat(seat)), complaints))
        };
        (0..).zip(&self.0).map(bot).collect()
    }

    /// Seats them in a game.
    pub fn seat(&self, game: &mut Match, seed: &Seed, complaints: &Complaints) {
        for (seat, bot) in (0..).zip(self.bots(seed, complaints)) {
            if let Some(bot) = bot {
                game.seat(Seat(seat), bot);
            }
        }
    }
}

/// What has gone wrong with a decider first, if something has.
///
/// # Errors
/// Something has.
pub fn heard(complaints: &Complaints) -> Result<(), Wrong> {
    match complaints.take().into_iter().next() {
        Some((seat, complaint)) => Err(Wrong::Decider(format!("seat {}: the decider {complaint}", seat.0))),
        None => Ok(()),
    }
}
