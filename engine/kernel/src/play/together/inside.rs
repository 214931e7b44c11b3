//! What a seat has before it in the middle of its sealed dialogue.

use crate::model::game::Game;
use crate::model::ids::{PlayerId, Seat};
use crate::play::session::{Nobody, Table};

impl Table {
    /// The game as it is inside of a seat's sealed dialogue, where that is asked something: with what its own answers
    /// have changed so far, and with nothing of the others. Its trace is that of the dialogue alone. `None` if the seat
    /// is not asked in a sealed dialogue.
    ///
    /// A sealed dialogue is undone while it waits, so the game at the table shows nothing of it to anybody. This plays
    /// the step again, up to there, on a copy.
    pub fn inside(&self, seat: Seat) -> Option<Game> {
        if !self.game().prompts.iter().any(|prompt| prompt.seat == seat && prompt.is_sealed()) {
            return None;
        }
        let copy = self.game().fork(&self.rules);
        let mut copy = self.table_for(copy, Box::new(Nobody));
        copy.peek.seat = Some(seat);
        copy.advance();
        copy.peek.seen.take()
    }

    /// Keeps the game as it stands in the dialogue that has just stopped, if somebody looks into it. Its facts begin
    /// with this one.
    pub(super) fn show_inside(&mut self, player: PlayerId, first: usize) {
        if self.peek.seat == Some(self.state().acting_seat(player)) {
            let mut seen = self.game.clone();
            seen.trace.drain(..first);
            self.peek.seen = Some(seen);
        }
    }
}
