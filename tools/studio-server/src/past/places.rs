//! Who may ask about the past, and when: a viewer asks one question at a time, and only so many are answered at once, those of
//! seats before those of people who watch.

use super::Past;
use crate::guard::Caller;
use crate::room::RoomId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

/// Of how many games the past is kept.
const KEPT: usize = 8;

/// How many questions of one viewer may wait.
const WAITING: usize = 8;

/// Who asks: a seat of a game, or whoever watches any game from an address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Asker {
    Seat(RoomId, u8),
    Watcher(Caller),
}

/// The pasts of the games about which somebody has asked last.
pub(crate) struct Pasts {
    kept: Mutex<VecDeque<(RoomId, Arc<Mutex<Past>>)>>,
    askers: Mutex<BTreeMap<Asker, Arc<tokio::sync::Mutex<()>>>>,
    /// How many may be answered at once, and how many of these to people who watch.
    answered: Arc<Semaphore>,
    watching: Arc<Semaphore>,
}

/// A place among those whose questions are answered.
pub(crate) struct Place {
    _turn: OwnedSemaphorePermit,
    _watching: Option<OwnedSemaphorePermit>,
    _own: Own,
}

/// The one question that a viewer may ask; it is forgotten when nobody asks any more.
struct Own {
    pasts: Arc<Pasts>,
    asker: Asker,
    turn: Option<OwnedMutexGuard<()>>,
}

impl Drop for Own {
    fn drop(&mut self) {
        self.turn = None;
        let mut askers = self.pasts.askers.lock().unwrap_or_else(PoisonError::into_inner);
        // One is in the map.
        if askers.get(&self.asker).is_some_and(|own| Arc::strong_count(own) == 1) {
            askers.remove(&self.asker);
        }
    }
}

impl Pasts {
    /// For a machine with so many cores: half of them are for the past.
    pub fn new(cores: usize) -> Arc<Self> {
        let (kept, askers) = (Mutex::default(), Mutex::default());
        let answered = Arc::new(Semaphore::new((cores / 2).max(1)));
        Arc::new(Self { kept, askers, answered, watching: Arc::new(Semaphore::new((cores / 4).max(1))) })
    }

    /// Waits for a place; nothing if this viewer has asked too much already.
    pub async fn place(self: &Arc<Self>, asker: Asker) -> Option<Place> {
        let turn = {
            let mut askers = self.askers.lock().unwrap_or_else(PoisonError::into_inner);
            let own = askers.entry(asker.clone()).or_default();
            // Besides the one in the map, each who waits has one.
            if Arc::strong_count(own) > WAITING {
                return None;
            }
            Arc::clone(own)
        };
        let is_watcher = matches!(asker, Asker::Watcher(_));
        let mut own = Own { pasts: Arc::clone(self), asker, turn: None };
        own.turn = Some(turn.lock_owned().await);
        let watching = match is_watcher {
            true => Some(Arc::clone(&self.watching).acquire_owned().await.ok()?),
            false => None,
        };
        let turn = Arc::clone(&self.answered).acquire_owned().await.ok()?;
        Some(Place { _turn: turn, _watching: watching, _own: own })
    }

    /// The past of a game, which is kept until others were asked about more lately.
    pub fn of(&self, id: &RoomId) -> Arc<Mutex<Past>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|(own, _)| own == id).and_then(|at| kept.remove(at));
        let (id, past) = known.unwrap_or_else(|| (Arc::clone(id), Arc::default()));
        let own = Arc::clone(&past);
        kept.push_back((id, past));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        own
    }

    /// Forgets the past of a game.
    pub fn forget(&self, id: &str) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|(own, _)| **own != *id);
    }
}
