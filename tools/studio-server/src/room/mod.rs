//! A room: one game, whoever watches it, and what its seats do.
//!
//! Orders come through [short queues](queue), one for each viewer. A thread carries them out as long as there are any, so a
//! room in which nothing happens has none. Nothing here ever waits for a browser: what a viewer is shown lies in a cell that
//! holds the newest only, and streams take it from there when they can. It is replaced when the viewer may see something new, and
//! at no other time: a sealed answer of somebody else changes nothing in it.
//!
//! A panic ends an order, not the room: whoever gave it is told, and the game goes back to where it stood before.

mod host;
mod known;
mod queue;
#[cfg(test)]
mod tests;

use crate::catalogue::Catalogue;
use crate::requests::{Deed, Explained};
use crate::shown::Shown;
use crate::store::Keeper;
use cardwright_deciders::DeciderName;
use cardwright_game::{Match, Seat, Viewer};
use cardwright_kernel::state::Game;
pub(crate) use host::Host;
use known::Known;
use queue::Queue;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};

/// The name of a room: a word and a number.
pub(crate) type RoomId = Arc<str>;

/// What is asked of a room.
pub(crate) enum Order {
    /// To be shown the game from now on, with a viewer's eyes.
    Watch(Viewer, Eyes, oneshot::Sender<watch::Receiver<Arc<Shown>>>),
    /// Something that a seat does.
    Do(Viewer, Deed, oneshot::Sender<Result<(), Refused>>),
    /// The game as it stands, for whoever reads its past.
    Now(Viewer, oneshot::Sender<Arc<Game>>),
    /// How a value comes about.
    Explain(Viewer, Explained, String, oneshot::Sender<Option<String>>),
    /// What only the author may read of the trace.
    Origins(oneshot::Sender<Vec<Value>>),
    /// A save of the game.
    Save(oneshot::Sender<Vec<u8>>),
    /// Everybody leaves, and then the room panics.
    #[cfg(test)]
    Panic(oneshot::Sender<()>),
    /// The room says that it is here, and then waits until it may go on.
    #[cfg(test)]
    Hold(oneshot::Sender<()>, std::sync::mpsc::Receiver<()>),
}

/// Whose eyes see what a viewer sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Eyes {
    /// The viewer's own.
    Own,
    /// Those of the author, who is told where reasons are written.
    Author,
}

impl Order {
    /// For whom it is.
    const fn viewer(&self) -> Viewer {
        match self {
            Self::Watch(viewer, ..) | Self::Do(viewer, ..) | Self::Now(viewer, _) | Self::Explain(viewer, ..) => {
                *viewer
            }
            Self::Origins(_) | Self::Save(_) => Viewer::Host,
            #[cfg(test)]
            Self::Panic(_) | Self::Hold(..) => Viewer::Host,
        }
    }
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It comes too late: the question is no longer open.
    Late(String),
    /// It does not fit.
    Unfit(String),
    /// It could not be written down, so it was not done.
    Unkept(String),
    /// The viewer has more waiting than is allowed.
    Busy,
    /// The game was removed.
    Gone,
    /// Something went wrong that cannot go wrong, and the order was not carried out.
    Broken,
}

/// A door to a room.
#[derive(Clone)]
pub(crate) struct Room(Arc<Inside>);

struct Inside {
    /// The game as it was when the room was opened, whatever becomes of the files of its packs.
    catalogue: Arc<Catalogue>,
    known: Arc<Known>,
    queue: Mutex<Queue>,
    host: Mutex<Option<Host>>,
    /// Where threads come from.
    threads: Handle,
}

/// What a room begins with.
pub(crate) struct Opening {
    pub catalogue: Arc<Catalogue>,
    pub game: Match,
    pub bots: Vec<SeatedBot>,
    /// Whether answers can be taken back without asking anybody.
    pub undoes_freely: bool,
    pub keeper: Option<Keeper>,
}

/// A seat that a bot answers for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatedBot {
    pub seat: Seat,
    pub decider: DeciderName,
}

impl Room {
    /// Opens a room, with threads of this runtime.
    pub fn open(opening: Opening, threads: &Handle) -> Self {
        let known = Arc::new(Known::default());
        known.note(&opening.game, &opening.bots);
        // It is served from the beginning: by whoever opens the game.
        let mut queue = Queue::default();
        queue.is_served = true;
        let catalogue = Arc::clone(&opening.catalogue);
        let (queue, host, threads) = (Mutex::new(queue), Mutex::default(), threads.clone());
        let room = Self(Arc::new(Inside { catalogue, known, queue, host, threads }));
        let inside = Arc::clone(&room.0);
        drop(room.0.threads.spawn_blocking(move || inside.begin(opening)));
        room
    }

    /// The game as it was when the room was opened.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.0.catalogue
    }

    /// Whether the game is over, and its end is on the disk where games are kept.
    pub fn is_over(&self) -> bool {
        self.0.known.is_over()
    }

    /// How far the game had got after its last change. It does not wait for the room.
    pub fn status(&self) -> Value {
        self.0.known.status()
    }

    /// Whether the game could not even be opened.
    pub fn is_broken(&self) -> bool {
        self.0.queue().closed == Some(Refused::Broken)
    }

    /// Gives an order, if there is room for it.
    pub fn order(&self, order: Order) -> Result<(), Refused> {
        self.0.queue().put(order.viewer(), order)?;
        self.0.serve();
        Ok(())
    }

    /// Gives an order and waits for what comes of it.
    pub async fn ask<T>(&self, order: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Refused> {
        let (sender, receiver) = oneshot::channel();
        self.order(order(sender))?;
        receiver.await.map_err(|_| self.0.queue().closed.clone().unwrap_or(Refused::Broken))
    }

    /// Tells the room that somebody no longer looks.
    pub fn leave(&self) {
        self.0.queue().somebody_left = true;
        self.0.serve();
    }

    /// Whether nobody else has a door to this room, and nothing is done in it.
    pub fn is_deserted(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// Who has run its game; nothing if somebody else has a door to it.
    pub fn into_host(self) -> Option<Host> {
        Arc::into_inner(self.0)?.host.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the room: its streams end, and nothing is done in it any more.
    pub fn close(&self) {
        self.0.queue().close(Refused::Gone);
        let inside = Arc::clone(&self.0);
        // Whatever is just carried out is waited for elsewhere.
        drop(self.0.threads.spawn_blocking(move || *inside.host() = None));
    }
}

impl Inside {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn host(&self) -> MutexGuard<'_, Option<Host>> {
        self.host.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a thread, if none is here yet.
    fn serve(self: &Arc<Self>) {
        if std::mem::replace(&mut self.queue().is_served, true) {
            return;
        }
        let inside = Arc::clone(self);
        drop(self.threads.spawn_blocking(move || inside.work()));
    }

    /// Opens the game, and does what has been ordered since. A game with which that goes wrong is closed.
    fn begin(&self, opening: Opening) {
        match catch_unwind(AssertUnwindSafe(|| Host::of(opening, Arc::clone(&self.known)))) {
            Ok(host) => *self.host() = Some(host),
            Err(_) => self.queue().close(Refused::Broken),
        }
        self.work();
    }

    /// Carries out what waits.
    fn work(&self) {
        let mut host = self.host();
        loop {
            let (order, somebody_left) = {
                let mut queue = self.queue();
                let (order, left) = (queue.next(), std::mem::take(&mut queue.somebody_left));
                if order.is_none() && !left {
                    queue.is_served = false;
                    return;
                }
                (order, left)
            };
            // Whoever asks a room without a game is told so as soon as the order is dropped.
            let Some(host) = host.as_mut() else { continue };
            if somebody_left {
                host.look_around();
            }
            if let Some(order) = order {
                host.carry_out(order);
            }
        }
    }
}

/// Orders viewers: seats by their numbers, the host last.
pub(crate) fn key_of(viewer: Viewer) -> u8 {
    match viewer {
        Viewer::Seat(seat) => seat.0,
        Viewer::Host => u8::MAX,
    }
}
