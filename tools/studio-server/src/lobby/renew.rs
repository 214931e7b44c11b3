//! Games that are played on with other rules, since the author has saved a file.

use super::Lobby;
use super::entry::{Entry, State};
use crate::GamePack;
use crate::catalogue::Catalogue;
use crate::room::{Order, Refused, Room, RoomId};
use crate::workshop::FirstDifference;
use cardwright_game::Match;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

impl Lobby {
    /// Plays the open games of a pack again with its new rules. Those that cannot begin with them stay as they are.
    pub async fn renew(&self, game: GamePack) -> Result<Vec<Value>, Refused> {
        let catalogue = Arc::new(Catalogue::of(game));
        let pack = catalogue.pack.pack.clone();
        self.catalogues.lock().unwrap_or_else(PoisonError::into_inner).insert(pack.clone(), Arc::clone(&catalogue));
        let mut told = Vec::new();
        let of_pack = |(id, entry): (&RoomId, &Entry)| {
            entry.room().filter(|_| entry.pack == pack).map(|room| (Arc::clone(id), room.clone()))
        };
        let open: Vec<(RoomId, Room)> = self.rooms().entries.iter().filter_map(of_pack).collect();
        for (id, room) in open {
            let again = self.play_again(&id, &room, &catalogue).await?;
            told.push(match again {
                Ok(differs) => json!({ "id": &*id, "differs": differs }),
                Err(why) => json!({ "id": &*id, "stays": why }),
            });
        }
        Ok(told)
    }

    /// Puts a room with new rules into the place of another.
    async fn play_again(
        &self,
        id: &RoomId,
        room: &Room,
        catalogue: &Arc<Catalogue>,
    ) -> Result<Result<Option<FirstDifference>, String>, Refused> {
        let save = room.ask(Order::Save).await?;
        let Some(workshop) = self.workshop.clone() else { return Ok(Ok(None)) };
        let (old, new) = (room.catalogue().pack.ruleset.clone(), catalogue.pack.ruleset.clone());
        let again = tokio::task::spawn_blocking(move || workshop.play_again(&old, &save, &new)).await;
        let again = match again {
            Ok(Ok(again)) => again,
            Ok(Err(why)) => return Ok(Err(why)),
            Err(_) => return Ok(Err("something went wrong here; please report it".into())),
        };
        let game = match Match::load(&catalogue.pack.ruleset, &again.save) {
            Ok(game) => game,
            Err(damage) => return Ok(Err(damage.to_string())),
        };
        if let Some(store) = &self.store
            && let Err(why) = store.renew(id, catalogue.hash, again.save, catalogue.kept())
        {
            return Ok(Err(why));
        }
        let mut rooms = self.rooms();
        if let Some(entry) = rooms.entries.get_mut(id) {
            let opening = self.opening(id, Arc::clone(catalogue), game, &entry.seats);
            // Who watches the old one is told that its stream has ended, and looks at the new one.
            room.close();
            (entry.packs, entry.state) = (catalogue.hash, State::Awake(Room::open(opening, &self.threads), None));
        }
        Ok(Ok(again.differs))
    }
}
