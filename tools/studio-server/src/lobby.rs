//! The lobby: which games can be played, which rooms there are, and who may enter which seat of them.

use crate::catalogue::Catalogue;
use crate::guard::Addresses;
use crate::lab::Lab;
use crate::language::Editors;
use crate::names::new_name;
use crate::room::{Opening, Order, Refused, Room, RoomId, SeatedBot, key_of};
use crate::secrets::{Secret, SecretHash, of_replay, random};
use crate::store::{Keeper, KeptRoom, KeptSeat, Store, StoreError};
use crate::workshop::{FirstDifference, SharedWorkshop};
use crate::{BOTS, Config, GamePack, frozen};
use cardwright::game::{Begin, Match, Seat, Seed, Viewer};
use cardwright_deciders::DeciderName;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How much may be open at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games, finished ones among them.
    pub rooms: usize,
    /// Streams of events, of all games together.
    pub streams: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rooms: 500, streams: 2_000 }
    }
}

/// A room, as the lobby knows it.
struct Entry {
    pack: String,
    title: String,
    /// The game of which it is a fork.
    parent: Option<String>,
    seats: Vec<KeptSeat>,
    /// The game until somebody first looks at it.
    kept: Option<KeptRoom>,
    room: Option<Room>,
    /// Why it cannot be played on, once that was tried.
    frozen: Option<String>,
}

/// A room in a list.
pub(crate) struct RoomRow {
    pub id: RoomId,
    pub pack: String,
    pub title: String,
    pub people: usize,
    /// The game of which it is a fork.
    pub parent: Option<String>,
    /// The room itself, if somebody has looked at it since the server was started.
    pub room: Option<Room>,
    /// Why it cannot be played on, if somebody has tried.
    pub frozen: Option<String>,
}

/// The lobby.
pub(crate) struct Lobby {
    catalogues: Mutex<BTreeMap<String, Arc<Catalogue>>>,
    rooms: Mutex<BTreeMap<RoomId, Entry>>,
    store: Option<Store>,
    pub workshop: Option<SharedWorkshop>,
    pub lab: Arc<Lab>,
    pub editors: Arc<Editors>,
    author: Option<SecretHash>,
    pub addresses: Addresses,
    bot: DeciderName,
    limits: Limits,
    pub streams: Arc<AtomicUsize>,
}

/// How a game is to begin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    pub pack: String,
    pub people: u8,
    #[serde(default)]
    pub decks: Vec<String>,
    #[serde(default)]
    pub table: Option<String>,
    /// Options of the game that are chosen, by name, as they are written.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// A number that can be guessed; left out, nobody can guess. Where several people play in a lobby, it must be left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The letters of the seats that bots answer for.
    #[serde(default)]
    pub bots: Vec<char>,
    /// Which of them play how; the others as the server's bots usually do.
    #[serde(default)]
    pub deciders: Vec<(char, String)>,
}

/// Why a room cannot be entered or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// There is none, or no such seat.
    None,
    /// There are as many as there may be.
    Full,
    /// It cannot begin like this.
    Misfit(String),
    /// It cannot be kept, or drawn.
    Broken(String),
}

impl Lobby {
    /// The lobby of a server at this address.
    pub fn open(config: Config, address: SocketAddr) -> Result<Self, StoreError> {
        let catalogues = config.games.into_iter().map(|game| (game.pack.clone(), Arc::new(Catalogue::of(game))));
        let mut rooms = BTreeMap::new();
        for kept in config.store.as_ref().map_or_else(|| Ok(Vec::new()), Store::rooms)? {
            let (pack, title, parent) = (kept.pack.clone(), kept.title.clone(), kept.parent.clone());
            let (id, seats) = (kept.id.as_str().into(), kept.seats.clone());
            rooms.insert(id, Entry { pack, title, parent, seats, kept: Some(kept), room: None, frozen: None });
        }
        Ok(Self {
            catalogues: Mutex::new(catalogues.collect()),
            rooms: Mutex::new(rooms),
            store: config.store,
            workshop: config.workshop,
            lab: Arc::default(),
            editors: Arc::default(),
            // All is seen only from the machine itself.
            author: config.author.filter(|_| address.ip().is_loopback()).map(|secret| secret.hash()),
            addresses: Addresses::new(address, config.hosts),
            bot: config.bot,
            limits: config.limits,
            streams: Arc::default(),
        })
    }

    /// Whether this is the author's token.
    pub fn is_author(&self, said: &str) -> bool {
        self.author.is_some_and(|author| author.opens_with(said))
    }

    /// Whether there is an author at all.
    pub const fn is_studio(&self) -> bool {
        self.author.is_some()
    }

    pub fn catalogue(&self, pack: &str) -> Option<Arc<Catalogue>> {
        self.catalogues.lock().unwrap_or_else(PoisonError::into_inner).get(pack).cloned()
    }

    /// The games that can be played, in short.
    pub fn games(&self) -> Vec<Value> {
        let catalogues = self.catalogues.lock().unwrap_or_else(PoisonError::into_inner);
        let games = catalogues.values().map(|catalogue| {
            let info = catalogue.pack.ruleset.info();
            // What players and places print are no cards.
            let is_card = |kind: &str| {
                info.kinds.iter().any(|own| *own.key == *kind && matches!(own.category, "card" | "counted"))
            };
            let cards = info.cards.iter().filter(|card| is_card(&card.kind)).count();
            json!({
                "pack": info.pack, "title": info.title, "people": info.people, "decks": info.decks,
                "tables": info.tables, "options": info.options, "cards": cards, "spaces": info.spaces.len(),
            })
        });
        games.collect()
    }

    /// The rooms, each with whoever can enter it.
    pub fn rooms(&self) -> Vec<RoomRow> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |(id, entry): (&RoomId, &Entry)| RoomRow {
            id: Arc::clone(id),
            pack: entry.pack.clone(),
            title: entry.title.clone(),
            people: entry.seats.len(),
            parent: entry.parent.clone(),
            room: entry.room.clone(),
            frozen: entry.frozen.clone(),
        };
        rooms.iter().map(row).collect()
    }

    /// Begins a game. Returns its room's name and the secret of each seat.
    pub fn create(&self, wanted: &Wanted) -> Result<(RoomId, Vec<Secret>), NoRoom> {
        let catalogue = self.catalogue(&wanted.pack).ok_or(NoRoom::None)?;
        let seed = self.seed_of(wanted)?;
        let begin = Begin {
            decks: wanted.decks.clone(),
            table: wanted.table.clone(),
            options: wanted.options.clone(),
            ..Begin::new(wanted.people, seed)
        };
        let game = Match::begin(&catalogue.pack.ruleset, &begin);
        let game = game.map_err(|misfit| NoRoom::Misfit(misfit.to_string()))?;
        let bots = self.bots_of(wanted, &catalogue)?;
        self.add(catalogue, game, &bots, None)
    }

    /// The seed of a game. Whoever knows it can tell every card, so in a lobby nobody chooses it for others.
    fn seed_of(&self, wanted: &Wanted) -> Result<Seed, NoRoom> {
        let Some(number) = wanted.seed else {
            return random::<32>().map(Seed::from).map_err(|error| NoRoom::Broken(error.to_string()));
        };
        let letters = (0..wanted.people).map(|seat| Seat(seat).letter());
        let people = letters.filter(|letter| !wanted.bots.contains(letter)).count();
        if people > 1 && !self.is_studio() {
            return Err(NoRoom::Misfit("a seed tells every card: it can be chosen only by who plays alone".into()));
        }
        Ok(Seed::from(number))
    }

    /// The bots that are wanted, each with the name of its decider if it has one of its own.
    fn bots_of(&self, wanted: &Wanted, catalogue: &Catalogue) -> Result<Vec<(Seat, Option<DeciderName>)>, NoRoom> {
        let mut bots: Vec<(Seat, Option<DeciderName>)> = Vec::new();
        for letter in &wanted.bots {
            let seat = crate::requests::seat_number(*letter).filter(|seat| *seat < wanted.people).map(Seat);
            let seat = seat.ok_or_else(|| NoRoom::Misfit(format!("there is no seat `{letter}` for a bot")))?;
            if bots.iter().any(|(taken, _)| *taken == seat) {
                return Err(NoRoom::Misfit(format!("seat `{letter}` is given to a bot twice")));
            }
            bots.push((seat, None));
        }
        for (letter, name) in &wanted.deciders {
            let bot = bots.iter_mut().find(|(seat, _)| seat.letter() == *letter);
            let bot = bot.ok_or_else(|| NoRoom::Misfit(format!("no bot sits at {letter}")))?;
            bot.1 = Some(self.decider(name, catalogue)?);
        }
        Ok(bots)
    }

    /// A decider by a name that came from a page: of strangers only one of a short list, so that none takes all the time of
    /// this machine; of the author any that needs no file and no program.
    fn decider(&self, name: &str, catalogue: &Catalogue) -> Result<DeciderName, NoRoom> {
        let misfit = |why: String| NoRoom::Misfit(why);
        let decider = DeciderName::parse(name).map_err(|none| misfit(none.to_string()))?;
        let is_offered = BOTS.contains(&name) || (self.is_studio() && decider.is_self_contained());
        if !is_offered {
            return Err(misfit(format!("`{name}` cannot be named here, but {}", BOTS.join(", "))));
        }
        decider.ready(&catalogue.pack.ruleset).map_err(|not| misfit(not.to_string()))?;
        Ok(decider)
    }

    /// Goes on with a copy of a game, in a room of its own.
    pub fn fork(&self, of: &str, save: &[u8]) -> Result<(RoomId, Vec<Secret>), NoRoom> {
        let pack = {
            let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.get(of).map(|entry| entry.pack.clone()).ok_or(NoRoom::None)?
        };
        self.open_at(&pack, save, Some(of.to_owned()))
    }

    /// Goes on with a save, in a room of its own.
    pub fn begin_at(&self, pack: &str, save: &[u8]) -> Result<(RoomId, Vec<Secret>), NoRoom> {
        self.open_at(pack, save, None)
    }

    fn open_at(&self, pack: &str, save: &[u8], parent: Option<String>) -> Result<(RoomId, Vec<Secret>), NoRoom> {
        let catalogue = self.catalogue(pack).ok_or(NoRoom::None)?;
        let game = Match::load(&catalogue.pack.ruleset, save).map_err(|damage| NoRoom::Broken(damage.to_string()))?;
        self.add(catalogue, game, &[], parent)
    }

    fn add(
        &self,
        catalogue: Arc<Catalogue>,
        game: Match,
        bots: &[(Seat, Option<DeciderName>)],
        parent: Option<String>,
    ) -> Result<(RoomId, Vec<Secret>), NoRoom> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() >= self.limits.rooms {
            return Err(NoRoom::Full);
        }
        let broken = |error: crate::NoRandomness| NoRoom::Broken(error.to_string());
        let id = new_name(|name| rooms.contains_key(name)).map_err(broken)?;
        let secrets: Vec<Secret> =
            (0..game.people()).map(|_| Secret::new()).collect::<Result<_, _>>().map_err(broken)?;
        let seat = |(at, secret): (usize, &Secret)| {
            let bot = bots.iter().find(|(seat, _)| seat.index() == at);
            let decider = bot.and_then(|(_, decider)| decider.as_ref()).map(DeciderName::to_string);
            KeptSeat { secret: secret.hash(), bot: bot.is_some(), decider }
        };
        let seats: Vec<KeptSeat> = secrets.iter().enumerate().map(seat).collect();
        let (pack, title) = (catalogue.pack.pack.clone(), catalogue.pack.ruleset.title().to_owned());
        if let Some(store) = &self.store {
            let kept = KeptRoom {
                id: id.to_string(),
                pack: pack.clone(),
                title: title.clone(),
                packs: catalogue.hash,
                save: game.save(),
                over: false,
                parent: parent.clone(),
                seats: seats.clone(),
            };
            store.add(kept, catalogue.kept()).map_err(NoRoom::Broken)?;
        }
        let room = Room::open(self.opening(&id, catalogue, game, &seats));
        rooms.insert(Arc::clone(&id), Entry { pack, title, parent, seats, kept: None, room: Some(room), frozen: None });
        Ok((id, secrets))
    }

    fn opening(&self, id: &RoomId, catalogue: Arc<Catalogue>, game: Match, seats: &[KeptSeat]) -> Opening {
        let keeper = self.store.clone().map(|store| Keeper { store, id: Arc::clone(id) });
        let bots = seats.iter().enumerate().filter(|(_, seat)| seat.bot).map(|(at, seat)| {
            let named = seat.decider.as_deref().and_then(|name| DeciderName::parse(name).ok());
            SeatedBot { seat: Seat(at as u8), decider: named.unwrap_or_else(|| self.bot.clone()) }
        });
        let bots = bots.collect();
        Opening { id: Arc::clone(id), catalogue, game, bots, undoes_freely: self.is_studio(), keeper }
    }

    /// A room, opened if nobody has looked at it since the server was started.
    pub fn room(&self, id: &str) -> Result<Room, NoRoom> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, _) = rooms.get_key_value(id).ok_or(NoRoom::None)?;
        let name = Arc::clone(name);
        let entry = rooms.get_mut(id).ok_or(NoRoom::None)?;
        if let Some(room) = &entry.room {
            return Ok(room.clone());
        }
        if let Some(why) = &entry.frozen {
            return Err(NoRoom::Broken(why.clone()));
        }
        let kept = entry.kept.as_ref().ok_or(NoRoom::None)?;
        let reopened = self.reopened(kept);
        if let Err(NoRoom::Broken(why)) = &reopened {
            entry.frozen = Some(why.clone());
        }
        let (catalogue, game) = reopened?;
        let room = Room::open(self.opening(&name, catalogue, game, &entry.seats));
        (entry.room, entry.kept) = (Some(room.clone()), None);
        Ok(room)
    }

    /// A kept game, with the packs with which it was begun, whatever they are by now.
    fn reopened(&self, kept: &KeptRoom) -> Result<(Arc<Catalogue>, Match), NoRoom> {
        let catalogue = match self.catalogue(&kept.pack).filter(|now| now.hash == kept.packs) {
            Some(now) => now,
            None => {
                let archive = self.store.as_ref().and_then(|store| store.archive(&kept.packs).ok().flatten());
                let archive = archive.ok_or_else(|| NoRoom::Broken("its packs were not kept".into()))?;
                Arc::new(Catalogue::of_archive(&kept.pack, &archive).map_err(NoRoom::Broken)?)
            }
        };
        let game = Match::load(&catalogue.pack.ruleset, &kept.save);
        let game = game.map_err(|damage| NoRoom::Broken(damage.to_string()))?;
        Ok((catalogue, game))
    }

    /// What a viewer was last shown of a game that cannot be played on, and why it cannot.
    pub fn last_shown(&self, id: &str, viewer: Viewer, why: &str) -> Option<String> {
        let shown = self.store.as_ref()?.last_shown(id, key_of(viewer)).ok()??;
        frozen::message(&shown, why)
    }

    /// What was declared and printed in a game that cannot be played on.
    pub fn kept_info(&self, id: &str) -> Option<String> {
        let packs = {
            let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.get(id)?.kept.as_ref()?.packs
        };
        self.store.as_ref()?.info(&packs).ok()?
    }

    /// Plays the open games of a pack again with its new rules. Those that cannot begin with them stay as they are.
    pub async fn renew(&self, game: GamePack) -> Result<Vec<Value>, Refused> {
        let catalogue = Arc::new(Catalogue::of(game));
        let pack = catalogue.pack.pack.clone();
        self.catalogues.lock().unwrap_or_else(PoisonError::into_inner).insert(pack.clone(), Arc::clone(&catalogue));
        let mut told = Vec::new();
        for RoomRow { id, room, .. } in self.rooms().into_iter().filter(|row| row.pack == pack) {
            let Some(room) = room else { continue };
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
        let save = room.ask(|reply| Order::Save(Viewer::Host, None, reply)).await?;
        let (Some(save), Some(workshop)) = (save, self.workshop.clone()) else { return Ok(Ok(None)) };
        let (old, new) = (room.catalogue.pack.ruleset.clone(), catalogue.pack.ruleset.clone());
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
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = rooms.get_mut(id) {
            let opening = self.opening(id, Arc::clone(catalogue), game, &entry.seats);
            // Who watches the old one is told that its stream has ended, and looks at the new one.
            entry.room = Some(Room::open(opening));
        }
        Ok(Ok(again.differs))
    }

    /// The seat of a room that this secret opens.
    pub fn seat_of(&self, id: &str, said: &str) -> Option<Seat> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let seats = &rooms.get(id)?.seats;
        seats.iter().position(|seat| seat.secret.opens_with(said)).map(|at| Seat(at as u8))
    }

    /// What opens the replay of a finished game. The author of a studio, who can take everything back, needs none.
    pub fn replay_of(&self, id: &str) -> Option<Secret> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = rooms.get(id)?;
        let is_over = match (&entry.room, &entry.kept) {
            (Some(room), _) => room.is_over(),
            (None, kept) => kept.as_ref().is_some_and(|kept| kept.over),
        };
        (is_over && !self.is_studio()).then(|| of_replay(entry.seats.iter().map(|seat| seat.secret)))
    }

    /// Whether this opens the replay of a game.
    pub fn opens_replay(&self, id: &str, said: &str) -> bool {
        self.replay_of(id).is_some_and(|replay| replay.hash().opens_with(said))
    }

    /// How many seats a room has.
    pub fn people(&self, id: &str) -> usize {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(id).map_or(0, |entry| entry.seats.len())
    }

    /// A place for another stream of events, if there is one.
    pub fn stream(&self) -> Option<StreamPlace> {
        let most = self.limits.streams;
        let taken =
            self.streams.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| (open < most).then_some(open + 1));
        taken.ok().map(|_| StreamPlace(Arc::clone(&self.streams)))
    }
}

/// A place among the streams, given back when it is dropped.
pub(crate) struct StreamPlace(Arc<AtomicUsize>);

impl Drop for StreamPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The part of an address for who sees all of a finished game.
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
