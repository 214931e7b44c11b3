//! How games begin: with people and bots, from a save, as a fork.

use super::entry::{Entry, State};
use super::{Lobby, NoRoom};
use crate::BOTS;
use crate::catalogue::Catalogue;
use crate::guard::Caller;
use crate::names::new_name;
use crate::room::{Opening, Room, RoomId, SeatedBot};
use crate::secrets::{Secret, random};
use crate::store::{Keeper, KeptRoom, KeptSeat};
use cardwright_deciders::DeciderName;
use cardwright_game::{Begin, Match, Seat, Seed};
use serde::Deserialize;
use serde_json::Value;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

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

/// A game that has begun.
pub(crate) struct Begun {
    pub id: RoomId,
    /// What opens each of its seats.
    pub seats: Vec<Secret>,
    /// By what it is removed.
    pub owner: Secret,
}

/// The game of a new room.
struct New {
    catalogue: Arc<Catalogue>,
    game: Match,
    bots: Vec<(Seat, Option<DeciderName>)>,
    parent: Option<String>,
    by: Option<Caller>,
}

impl Lobby {
    /// Begins a game.
    pub fn create(&self, wanted: &Wanted, by: Caller) -> Result<Begun, NoRoom> {
        let catalogue = self.catalogue(&wanted.pack).ok_or(NoRoom::None)?;
        let seed = self.seed_of(wanted)?;
        let begin = Begin {
            decks: wanted.decks.clone(),
            table: wanted.table.clone(),
            options: wanted.options.clone(),
            ..Begin::new(wanted.people, seed)
        };
        let game = Match::begin(&catalogue.pack.ruleset, &begin);
        let game = game.map_err(|error| NoRoom::Setup(error.to_string()))?;
        let bots = self.bots_of(wanted, &catalogue)?;
        // The author's studio, and whoever sits at this machine, need no limits against themselves.
        let by = (!self.is_studio() && !by.is_here()).then_some(by);
        self.add(New { catalogue, game, bots, parent: None, by })
    }

    /// The seed of a game. Whoever knows it can tell every card, so in a lobby nobody chooses it for others.
    fn seed_of(&self, wanted: &Wanted) -> Result<Seed, NoRoom> {
        let Some(number) = wanted.seed else {
            return random::<32>().map(Seed::from).map_err(|error| NoRoom::Broken(error.to_string()));
        };
        let letters = (0..wanted.people).map(|seat| Seat(seat).letter());
        let people = letters.filter(|letter| !wanted.bots.contains(letter)).count();
        if people > 1 && !self.is_studio() {
            return Err(NoRoom::Setup(
                "a seed tells every card: it can be chosen only by somebody who plays alone".into(),
            ));
        }
        Ok(Seed::from(number))
    }

    /// The bots that are wanted, each with the name of its decider if it has one of its own.
    fn bots_of(&self, wanted: &Wanted, catalogue: &Catalogue) -> Result<Vec<(Seat, Option<DeciderName>)>, NoRoom> {
        let mut bots: Vec<(Seat, Option<DeciderName>)> = Vec::new();
        for letter in &wanted.bots {
            let seat = crate::requests::seat_number(*letter).filter(|seat| *seat < wanted.people).map(Seat);
            let seat = seat.ok_or_else(|| NoRoom::Setup(format!("there is no seat `{letter}` for a bot")))?;
            if bots.iter().any(|(taken, _)| *taken == seat) {
                return Err(NoRoom::Setup(format!("seat `{letter}` is given to a bot twice")));
            }
            bots.push((seat, None));
        }
        for (letter, name) in &wanted.deciders {
            let bot = bots.iter_mut().find(|(seat, _)| seat.letter() == *letter);
            let bot = bot.ok_or_else(|| NoRoom::Setup(format!("no bot sits at {letter}")))?;
            bot.1 = Some(self.decider(name, catalogue)?);
        }
        Ok(bots)
    }

    /// A decider by a name that came from a page: of strangers only one of a short list, so that none takes all the time of
    /// this machine; of the author any that needs no file and no program.
    fn decider(&self, name: &str, catalogue: &Catalogue) -> Result<DeciderName, NoRoom> {
        let wrong = |why: String| NoRoom::Setup(why);
        let decider = DeciderName::parse(name).map_err(|none| wrong(none.to_string()))?;
        let is_offered = BOTS.contains(&name) || (self.is_studio() && decider.is_self_contained());
        if !is_offered {
            return Err(wrong(format!("`{name}` cannot be named here, but {}", BOTS.join(", "))));
        }
        decider.ready(&catalogue.pack.ruleset).map_err(|not| wrong(not.to_string()))?;
        Ok(decider)
    }

    /// Goes on with a copy of a game, in a room of its own.
    pub fn fork(&self, of: &str, save: &[u8]) -> Result<Begun, NoRoom> {
        let pack =
            self.rooms.lock().unwrap_or_else(PoisonError::into_inner).entries.get(of).map(|own| own.pack.clone());
        self.open_at(&pack.ok_or(NoRoom::None)?, save, Some(of.to_owned()))
    }

    /// Goes on with a save, in a room of its own.
    pub fn begin_at(&self, pack: &str, save: &[u8]) -> Result<Begun, NoRoom> {
        self.open_at(pack, save, None)
    }

    fn open_at(&self, pack: &str, save: &[u8], parent: Option<String>) -> Result<Begun, NoRoom> {
        let catalogue = self.catalogue(pack).ok_or(NoRoom::None)?;
        let game = Match::load(&catalogue.pack.ruleset, save).map_err(|damage| NoRoom::Broken(damage.to_string()))?;
        self.add(New { catalogue, game, bots: Vec::new(), parent, by: None })
    }

    fn add(&self, new: New) -> Result<Begun, NoRoom> {
        let broken = |error: crate::RandomnessError| NoRoom::Broken(error.to_string());
        let seats = (0..new.game.people()).map(|_| Secret::new()).collect::<Result<Vec<_>, _>>().map_err(broken)?;
        let owner = Secret::new().map_err(broken)?;
        let id = self.reserve(new.by)?;
        let begun = Begun { id, seats, owner };
        let added = self.keep_new(&new, &begun).map(|kept| self.open_new(new, &begun.id, kept));
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).reserved.remove(&begun.id);
        self.forget_list();
        added.map(|()| begun)
    }

    /// A name for a game that is not there yet, if there may be another one.
    fn reserve(&self, by: Option<Caller>) -> Result<RoomId, NoRoom> {
        let limits = &self.limits;
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = rooms.open(by);
        if all >= limits.rooms {
            return Err(NoRoom::Full);
        }
        if let Some(by) = by {
            let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
            if own >= limits.rooms_of_one || !begun.count(by, limits.begun_by_one, Instant::now()) {
                return Err(NoRoom::TooMany);
            }
        }
        let is_archived = |name: &str| self.store.as_ref().is_some_and(|store| store.is_archived(name));
        let is_taken =
            |name: &str| rooms.entries.contains_key(name) || rooms.reserved.contains(name) || is_archived(name);
        let id = new_name(is_taken).map_err(|error| NoRoom::Broken(error.to_string()))?;
        rooms.reserved.insert(Arc::clone(&id));
        Ok(id)
    }

    /// Writes a new game down, where games are kept.
    fn keep_new(&self, new: &New, begun: &Begun) -> Result<KeptRoom, NoRoom> {
        let seat = |(at, secret): (usize, &Secret)| {
            let bot = new.bots.iter().find(|(seat, _)| seat.index() == at);
            let decider = bot.and_then(|(_, decider)| decider.as_ref()).map(ToString::to_string);
            KeptSeat { secret: secret.hash(), bot: bot.is_some(), decider }
        };
        let kept = KeptRoom {
            id: begun.id.to_string(),
            pack: new.catalogue.pack.pack.clone(),
            title: new.catalogue.pack.ruleset.title().to_owned(),
            packs: new.catalogue.hash,
            over: false,
            parent: new.parent.clone(),
            seats: begun.seats.iter().enumerate().map(seat).collect(),
            owner: Some(begun.owner.hash()),
            touched: self.service.minutes(),
            damaged: None,
        };
        if let Some(store) = &self.store {
            store.add(kept.clone(), new.game.save(), new.catalogue.kept()).map_err(NoRoom::Unkept)?;
        }
        Ok(kept)
    }

    fn open_new(&self, new: New, id: &RoomId, kept: KeptRoom) {
        let room = Room::open(self.opening(id, new.catalogue, new.game, &kept.seats), &self.threads);
        let entry = Entry { begun_by: new.by, state: State::Awake(room, None), ..Entry::of(kept) };
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).entries.insert(Arc::clone(id), entry);
    }

    /// What a room of this name begins with.
    pub(super) fn opening(&self, id: &RoomId, catalogue: Arc<Catalogue>, game: Match, seats: &[KeptSeat]) -> Opening {
        let keeper = self.store.clone().map(|store| Keeper { store, id: Arc::clone(id) });
        let bots = seats.iter().enumerate().filter(|(_, seat)| seat.bot).map(|(at, seat)| {
            let named = seat.decider.as_deref().and_then(|name| DeciderName::parse(name).ok());
            SeatedBot { seat: Seat(at as u8), decider: named.unwrap_or_else(|| self.bot.clone()) }
        });
        let bots = bots.collect();
        Opening { catalogue, game, bots, undoes_freely: self.is_studio(), keeper }
    }
}

/// A begun game as JSON, with what opens its seats.
pub(crate) fn told(begun: &Begun) -> Value {
    let seats: Vec<&str> = begun.seats.iter().map(Secret::as_str).collect();
    serde_json::json!({ "v": crate::shown::VERSION, "id": &*begun.id, "secrets": seats })
}
