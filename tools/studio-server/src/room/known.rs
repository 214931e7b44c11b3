//! What is known of a game without asking its room, which may be busy: with bots that think, for instance.

use super::SeatedBot;
use cardwright_game::{Match, Seat, Viewer};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// How a game stood after its last change that is on the disk, where games are kept.
#[derive(Debug, Default)]
pub(super) struct Known {
    status: Mutex<Value>,
}

impl Known {
    /// Notes how a game stands now.
    pub fn note(&self, game: &Match, bots: &[SeatedBot]) {
        let status = status(game, bots);
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        !self.status()["outcome"].is_null()
    }

    /// How far it has got.
    pub fn status(&self) -> Value {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// How far a game has got, for lists.
fn status(game: &Match, bots: &[SeatedBot]) -> Value {
    let letters = |seats: &[Seat]| seats.iter().map(|seat| seat.letter()).collect::<Vec<char>>();
    let bots: Vec<Seat> = bots.iter().map(|bot| bot.seat).collect();
    let view = game.view(Viewer::WATCHER);
    json!({
        "turn": view.turn, "waiting_for": letters(&view.waiting_for), "outcome": view.outcome, "people": game.people(),
        "bots": letters(&bots),
    })
}
