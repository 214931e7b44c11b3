//! What waits to be done in a room: a short queue for each viewer, and seats first. So whoever watches, and there may be any
//! number of them, keeps no player from playing, and no seat another.

use super::{Order, Refused, key_of};
use cardwright_game::Viewer;
use std::collections::{BTreeMap, VecDeque};

/// How many orders of one seat may wait, and of all who watch together.
pub(super) const WAITING: usize = 16;

/// The orders of a room that nobody has carried out yet.
#[derive(Default)]
pub(super) struct Queue {
    /// Those of each viewer, by what orders viewers: seats, who watches, the host.
    waiting: BTreeMap<u8, VecDeque<Order>>,
    /// The seat that was served last.
    last: u8,
    /// Whether somebody has gone since the room last looked who is there.
    pub somebody_left: bool,
    /// Whether a thread carries out orders just now.
    pub is_served: bool,
    /// Why nothing is carried out any more.
    pub closed: Option<Refused>,
}

impl Queue {
    /// Puts an order behind the others of its viewer.
    pub fn put(&mut self, viewer: Viewer, order: Order) -> Result<(), Refused> {
        if let Some(why) = &self.closed {
            return Err(why.clone());
        }
        let own = self.waiting.entry(key_of(viewer)).or_default();
        if own.len() >= WAITING {
            return Err(Refused::Busy);
        }
        own.push_back(order);
        Ok(())
    }

    /// The next order: the seats take turns, then comes the host, and last who watches.
    pub fn next(&mut self) -> Option<Order> {
        let watching = key_of(Viewer::WATCHER);
        let behind = self.last.saturating_add(1)..watching;
        let seats = self.waiting.range(behind).chain(self.waiting.range(0..=self.last));
        let rest = [key_of(Viewer::Host), watching].into_iter().filter(|key| self.waiting.contains_key(key));
        let key = seats.map(|(key, _)| *key).filter(|key| *key < watching).chain(rest).next()?;
        let own = self.waiting.get_mut(&key)?;
        let order = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&key);
        }
        if key < watching {
            self.last = key;
        }
        order
    }

    /// Takes no more orders, and forgets those that wait.
    pub fn close(&mut self, why: Refused) {
        self.closed = Some(why);
        self.waiting.clear();
    }
}
