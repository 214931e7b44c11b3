//! The lobby: which games can be played, which rooms there are, and who may enter which seat of them.

mod begin;
mod entry;
mod limits;
mod renew;
mod tend;
#[cfg(test)]
mod tests;
mod wake;

use crate::catalogue::Catalogue;
use crate::guard::{Addresses, Caller};
use crate::lab::Lab;
use crate::language::Editors;
use crate::past::Pasts;
use crate::room::{RoomId, key_of};
use crate::secrets::{Secret, SecretHash, of_replay};
use crate::store::{Store, StoreError};
use crate::workshop::Workshop;
use crate::{Config, frozen};
pub(crate) use begin::{Wanted, told};
use cardwright_deciders::DeciderName;
use cardwright_game::{Seat, Viewer};
use entry::{Entry, Rooms};
pub use limits::Limits;
pub(crate) use limits::StreamPlace;
use limits::Streams;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tend::Service;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// How many games that are over a lobby lists: the last.
const LISTED_OVER: usize = 50;

/// How long a list of the rooms is told again before it is made anew.
const LISTED_FOR: Duration = Duration::from_millis(250);

/// The lobby.
pub(crate) struct Lobby {
    catalogues: Mutex<BTreeMap<String, Arc<Catalogue>>>,
    /// The packs of games that began with others than those of now, as long as anybody plays with them.
    former: Mutex<BTreeMap<[u8; 32], Weak<Catalogue>>>,
    rooms: Mutex<Rooms>,
    /// The rooms as they were listed last.
    listed: Mutex<Option<(Instant, Arc<str>)>>,
    store: Option<Store>,
    pub workshop: Option<Arc<Workshop>>,
    pub lab: Arc<Lab>,
    pub editors: Arc<Editors>,
    pub pasts: Arc<Pasts>,
    author: Option<SecretHash>,
    /// What opens the author's page once, and what browsers have got in exchange.
    once: Mutex<Option<SecretHash>>,
    entered: Mutex<Vec<SecretHash>>,
    pub addresses: Addresses,
    bot: DeciderName,
    limits: Limits,
    streams: Streams,
    begun: Mutex<limits::Begun>,
    service: Service,
    threads: Handle,
    /// How many games may be read at once.
    waking: Semaphore,
    /// How many cards may be drawn at once.
    #[cfg(feature = "print")]
    pub drawing: Semaphore,
}

/// Why a room cannot be entered or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// There is none, or no such seat.
    None,
    /// It lies in the archive.
    Archived,
    /// There are as many as there may be.
    Full,
    /// There are as many as may be begun from one address.
    TooMany,
    /// It cannot begin like this.
    Setup(String),
    /// It cannot be written down.
    Unkept(String),
    /// It cannot be played on.
    Broken(String),
}

impl Lobby {
    /// The lobby of a server at this address, with threads of this runtime.
    pub fn open(config: Config, address: SocketAddr, threads: Handle) -> Result<Self, StoreError> {
        let catalogues = config.games.into_iter().map(|game| (game.pack.clone(), Arc::new(Catalogue::of(game))));
        let (kept, minutes) = match &config.store {
            Some(store) => (store.rooms()?, store.minutes()?),
            None => (Vec::new(), 0),
        };
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        // All is seen only from the machine itself.
        let is_here = address.ip().is_loopback();
        let hash = |secret: Option<Secret>| secret.filter(|_| is_here).map(|secret| secret.hash());
        Ok(Self {
            catalogues: Mutex::new(catalogues.collect()),
            former: Mutex::default(),
            rooms: Mutex::new(Rooms::of(kept)),
            listed: Mutex::default(),
            store: config.store,
            workshop: config.workshop.map(Arc::new),
            lab: Arc::default(),
            editors: Arc::default(),
            pasts: Pasts::new(cores),
            author: hash(config.author),
            once: Mutex::new(hash(config.once)),
            entered: Mutex::default(),
            addresses: Addresses::new(address, config.hosts),
            bot: config.bot,
            limits: config.limits,
            streams: Streams::default(),
            begun: Mutex::default(),
            service: Service::since(minutes),
            threads,
            waking: Semaphore::new(2),
            #[cfg(feature = "print")]
            drawing: Semaphore::new((cores / 2).max(1)),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // ---- the author ----

    /// Whether this is the author's token, or what a browser got in exchange for a link that opens once.
    pub fn is_author(&self, said: &str) -> bool {
        let entered = self.entered.lock().unwrap_or_else(PoisonError::into_inner);
        self.author.iter().chain(&*entered).any(|author| author.opens_with(said))
    }

    /// What lets in a browser that says this, if anything does. What opens once opens nothing afterwards.
    pub fn enter_as_author(&self, said: &str) -> Option<Secret> {
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        once.take_if(|once| once.opens_with(said))?;
        let own = Secret::new().ok()?;
        self.entered.lock().unwrap_or_else(PoisonError::into_inner).push(own.hash());
        Some(own)
    }

    /// Whether there is an author at all.
    pub const fn is_studio(&self) -> bool {
        self.author.is_some()
    }

    // ---- games ----

    pub fn catalogue(&self, pack: &str) -> Option<Arc<Catalogue>> {
        self.catalogues.lock().unwrap_or_else(PoisonError::into_inner).get(pack).cloned()
    }

    /// The games that can be played, in short.
    pub fn games(&self) -> Vec<Value> {
        let catalogues = self.catalogues.lock().unwrap_or_else(PoisonError::into_inner);
        catalogues.values().map(|catalogue| catalogue.short.clone()).collect()
    }

    /// The rooms as JSON: all that are open, and the last that are over.
    pub fn list(&self) -> Arc<str> {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, list)) = listed.as_ref().filter(|(made, _)| made.elapsed() < LISTED_FOR) {
            return Arc::clone(list);
        }
        let list: Arc<str> = self.list_anew().to_string().into();
        *listed = Some((Instant::now(), Arc::clone(&list)));
        list
    }

    fn list_anew(&self) -> Value {
        let rooms = self.rooms();
        let mut ended: Vec<u64> = rooms.entries.values().filter_map(|entry| entry.ended).collect();
        ended.sort_unstable();
        let from = if self.is_studio() { 0 } else { ended.len().saturating_sub(LISTED_OVER) };
        let first = ended.get(from).copied().unwrap_or_default();
        let is_listed = |entry: &Entry| entry.ended.is_none_or(|ended| ended >= first);
        let row = |(id, entry): (&RoomId, &Entry)| {
            json!({
                "id": &**id, "pack": entry.pack, "title": entry.title, "people": entry.seats.len(),
                "parent": entry.parent, "status": entry.status(), "over": entry.is_over(), "frozen": entry.frozen(),
            })
        };
        let rows: Vec<Value> = rooms.entries.iter().filter(|(_, entry)| is_listed(entry)).map(row).collect();
        json!({ "v": crate::shown::VERSION, "rooms": rows })
    }

    /// Lists the rooms anew as soon as somebody asks.
    fn forget_list(&self) {
        *self.listed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    // ---- one game ----

    /// What a viewer was last shown of a game that cannot be played on, and why it cannot.
    pub fn last_shown(&self, id: &str, viewer: Viewer, why: &str) -> Option<String> {
        let shown = self.store.as_ref()?.last_shown(id, key_of(viewer)).ok()??;
        frozen::message(&shown, why)
    }

    /// What was declared and printed in a game that cannot be played on.
    pub fn kept_info(&self, id: &str) -> Option<String> {
        let packs = self.rooms().entries.get(id)?.packs;
        self.store.as_ref()?.info(&packs).ok()?
    }

    /// Whether there is such a game.
    pub fn knows(&self, id: &str) -> bool {
        self.rooms().entries.contains_key(id)
    }

    /// The seat of a room that this secret opens.
    pub fn seat_of(&self, id: &str, said: &str) -> Option<Seat> {
        let rooms = self.rooms();
        let seats = &rooms.entries.get(id)?.seats;
        seats.iter().position(|seat| seat.secret.opens_with(said)).map(|at| Seat(at as u8))
    }

    /// Whether this removes a room.
    pub fn removes(&self, id: &str, said: &str) -> bool {
        let rooms = self.rooms();
        rooms.entries.get(id).and_then(|entry| entry.owner).is_some_and(|owner| owner.opens_with(said))
    }

    /// What opens the replay of a finished game. The author of a studio, who can take everything back, needs none.
    pub fn replay_of(&self, id: &str) -> Option<Secret> {
        let rooms = self.rooms();
        let entry = rooms.entries.get(id)?;
        let can_be = entry.is_over() && !self.is_studio();
        can_be.then(|| of_replay(entry.seats.iter().map(|seat| seat.secret)))
    }

    /// Whether this opens the replay of a game.
    pub fn opens_replay(&self, id: &str, said: &str) -> bool {
        self.replay_of(id).is_some_and(|replay| replay.hash().opens_with(said))
    }

    /// How many seats a room has.
    pub fn people(&self, id: &str) -> usize {
        self.rooms().entries.get(id).map_or(0, |entry| entry.seats.len())
    }

    /// A place for another stream of events, if there is one.
    pub fn stream(&self, by: Caller, viewer: Viewer) -> Option<StreamPlace> {
        self.streams.place(by, viewer == Viewer::WATCHER, &self.limits)
    }

    /// Removes a game for good. Whoever looks at it sees it no longer.
    pub fn remove(&self, id: &RoomId) -> Result<(), NoRoom> {
        let entry = self.rooms().entries.remove(id).ok_or(NoRoom::None)?;
        self.forget_list();
        self.pasts.forget(id);
        entry.room().inspect(|room| room.close());
        let removed = self.store.as_ref().map_or(Ok(()), |store| store.remove(id));
        removed.map_err(|why| {
            // It is still in the file: so it is still there.
            self.rooms().entries.insert(Arc::clone(id), Entry { state: entry::State::Kept, ..entry });
            NoRoom::Unkept(why)
        })
    }
}

/// The part of an address for somebody who sees all of a finished game.
pub(crate) const REPLAY: &str = "replay";

/// The viewer that a part of an address names: a seat by its letter, `watch`, `all` or `replay`.
pub(crate) fn viewer_named(name: &str) -> Option<Viewer> {
    match name {
        "watch" => Some(Viewer::WATCHER),
        "all" | REPLAY => Some(Viewer::Host),
        _ => {
            let mut letters = name.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            crate::requests::seat_number(letter).map(|seat| Viewer::Seat(Seat(seat)))
        }
    }
}
