//! Games come into memory when somebody wants to see them, read on threads on which nobody else waits.

use super::entry::State;
use super::{Lobby, NoRoom};
use crate::catalogue::Catalogue;
use crate::room::{Room, RoomId};
use cardwright_game::Match;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};

/// What is told of a game with which something goes wrong that cannot go wrong.
pub(super) const GOES_WRONG: &str = "something goes wrong with it; please report it";

/// Where the game of a room is found.
enum Found {
    File,
    Saved(Vec<u8>, Arc<Catalogue>),
}

impl Lobby {
    /// A room, which is opened if it is not in memory.
    pub async fn room(self: &Arc<Self>, id: &str) -> Result<Room, NoRoom> {
        if let Some(room) = self.awake(id)? {
            return Ok(room);
        }
        let Ok(_turn) = self.waking.acquire().await else { return Err(NoRoom::None) };
        let (lobby, id) = (Arc::clone(self), RoomId::from(id));
        let woken = tokio::task::spawn_blocking(move || lobby.wake(&id)).await;
        woken.unwrap_or_else(|_| Err(NoRoom::Broken(GOES_WRONG.into())))
    }

    /// Why there is no such room.
    pub async fn missing(self: &Arc<Self>, id: &str) -> NoRoom {
        let Ok(_turn) = self.waking.acquire().await else { return NoRoom::None };
        let (store, id) = (self.store.clone(), id.to_owned());
        let look = move || store.is_some_and(|store| store.is_archived(&id));
        match tokio::task::spawn_blocking(look).await {
            Ok(true) => NoRoom::Archived,
            Ok(false) | Err(_) => NoRoom::None,
        }
    }

    /// What is declared and printed in the game of a room, which need not be in memory for that.
    pub async fn info(self: &Arc<Self>, id: &str) -> Result<Arc<str>, NoRoom> {
        let (pack, packs) = {
            let rooms = self.rooms();
            let entry = rooms.entries.get(id).ok_or(NoRoom::None)?;
            if let Some(room) = entry.room() {
                return Ok(Arc::clone(&room.catalogue().info));
            }
            (entry.pack.clone(), entry.packs)
        };
        if let Some(now) = self.catalogue(&pack).filter(|now| now.hash == packs) {
            return Ok(Arc::clone(&now.info));
        }
        let Ok(_turn) = self.waking.acquire().await else { return Err(NoRoom::None) };
        let (lobby, id) = (Arc::clone(self), RoomId::from(id));
        let read = tokio::task::spawn_blocking(move || lobby.kept_info(&id)).await;
        match read.ok().flatten() {
            Some(info) => Ok(info.into()),
            None => Err(NoRoom::Broken("its packs were not kept".into())),
        }
    }

    /// A room that is in memory.
    fn awake(&self, id: &str) -> Result<Option<Room>, NoRoom> {
        let rooms = self.rooms();
        let entry = rooms.entries.get(id).ok_or(NoRoom::None)?;
        match &entry.state {
            State::Awake(room, _) if room.is_broken() => Err(NoRoom::Broken(GOES_WRONG.into())),
            State::Awake(room, _) => Ok(Some(room.clone())),
            State::Frozen(why) => Err(NoRoom::Broken(why.clone())),
            State::Kept | State::Saved(..) => Ok(None),
        }
    }

    /// Opens the room of a game. Reading it takes a while, in which others can do what they like with it.
    fn wake(&self, id: &RoomId) -> Result<Room, NoRoom> {
        let (found, pack, packs) = {
            let rooms = self.rooms();
            let entry = rooms.entries.get(id).ok_or(NoRoom::None)?;
            let found = match &entry.state {
                State::Saved(save, catalogue) => Found::Saved(save.clone(), Arc::clone(catalogue)),
                State::Kept | State::Awake(..) | State::Frozen(_) => Found::File,
            };
            (found, entry.pack.clone(), entry.packs)
        };
        if let Some(room) = self.awake(id)? {
            return Ok(room);
        }
        let read = catch_unwind(AssertUnwindSafe(|| self.read(id, found, &pack, &packs)));
        let read = read.unwrap_or_else(|_| Err(GOES_WRONG.into()));
        let mut rooms = self.rooms();
        let entry = rooms.entries.get_mut(id).ok_or(NoRoom::None)?;
        if let State::Awake(room, _) = &entry.state {
            return Ok(room.clone());
        }
        match read {
            Ok((catalogue, game)) => {
                let room = Room::open(self.opening(id, catalogue, game, &entry.seats), &self.threads);
                entry.state = State::Awake(room.clone(), None);
                Ok(room)
            }
            Err(why) => {
                entry.state = State::Frozen(why.clone());
                drop(rooms);
                self.forget_list();
                Err(NoRoom::Broken(why))
            }
        }
    }

    /// A kept game, with the packs with which it was begun, whatever they are by now.
    fn read(&self, id: &str, found: Found, pack: &str, packs: &[u8; 32]) -> Result<(Arc<Catalogue>, Match), String> {
        let (save, catalogue) = match found {
            Found::Saved(save, catalogue) => (save, catalogue),
            Found::File => {
                let store = self.store.as_ref().ok_or("it was not kept")?;
                let catalogue = self.catalogue_of(pack, packs)?;
                let save = store.save(id).map_err(|error| error.to_string())?.ok_or("it was not kept")?;
                (save, catalogue)
            }
        };
        let game = Match::load(&catalogue.pack.ruleset, &save).map_err(|damage| damage.to_string())?;
        Ok((catalogue, game))
    }

    /// The packs with this hash: those of now, those with which somebody plays, or those that were kept.
    fn catalogue_of(&self, pack: &str, packs: &[u8; 32]) -> Result<Arc<Catalogue>, String> {
        if let Some(now) = self.catalogue(pack).filter(|now| now.hash == *packs) {
            return Ok(now);
        }
        // Whoever wants the same packs meanwhile waits for them, and does not load them again.
        let mut former = self.former.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = former.get(packs).and_then(std::sync::Weak::upgrade) {
            return Ok(known);
        }
        let archive = self.store.as_ref().and_then(|store| store.archive(packs).ok().flatten());
        let archive = archive.ok_or("its packs were not kept")?;
        let catalogue = Arc::new(Catalogue::of_archive(pack, &archive)?);
        former.retain(|_, known| known.strong_count() > 0);
        former.insert(*packs, Arc::downgrade(&catalogue));
        Ok(catalogue)
    }
}
