//! What a lobby does by itself: games that are over, or at which nobody looks, leave the memory; old ones make room.

use super::Lobby;
use super::entry::{Entry, Rooms, State};
use super::wake::GOES_WRONG;
use crate::room::RoomId;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the lobby looks after its games.
const EVERY: Duration = Duration::from_millis(500);

/// How long a game that is not over stays in memory though nobody looks at it.
const REST: Duration = Duration::from_secs(60);

/// How often it is written down when games were touched, and how long an archive that cannot be written is left alone.
const NOTED_EVERY: Duration = Duration::from_secs(600);

/// How many games are moved into the archive together.
const TOGETHER: usize = 64;

/// The minutes of a day.
const DAY: i64 = 24 * 60;

/// How long the server has served, also before it was started this time. No clock of the day is asked, which can jump: a day
/// in which nobody could touch a game is none.
pub(super) struct Service {
    before: AtomicI64,
    began: Instant,
    noted: Mutex<Instant>,
    /// Until when no game is moved, after that has failed.
    pause: Mutex<Option<Instant>>,
}

impl Service {
    /// Of a server that has served so many minutes already.
    pub fn since(minutes: i64) -> Self {
        let now = Instant::now();
        Self { before: AtomicI64::new(minutes), began: now, noted: Mutex::new(now), pause: Mutex::default() }
    }

    /// How long, in minutes.
    pub fn minutes(&self) -> i64 {
        let now = i64::try_from(self.began.elapsed().as_secs() / 60).unwrap_or(i64::MAX);
        self.before.load(Ordering::Relaxed).saturating_add(now)
    }

    /// Lets time pass.
    #[cfg(test)]
    pub fn pass(&self, minutes: i64) {
        self.before.fetch_add(minutes, Ordering::Relaxed);
    }
}

impl Lobby {
    /// Looks after the games as long as the server serves.
    pub async fn tend_for_ever(self: Arc<Self>) {
        loop {
            tokio::time::sleep(EVERY).await;
            let lobby = Arc::clone(&self);
            // What goes wrong once may go right the next time.
            let _ = tokio::task::spawn_blocking(move || lobby.tend()).await;
        }
    }

    /// Looks after the games once.
    pub fn tend(&self) {
        self.put_to_rest(Instant::now());
        self.note_touched();
        self.make_room();
    }

    /// Somebody has touched a game.
    pub fn touch(&self, id: &str) {
        let minutes = self.service.minutes();
        let mut rooms = self.rooms();
        if let Some(entry) = rooms.entries.get_mut(id).filter(|entry| entry.touched != minutes) {
            (entry.touched, entry.is_noted) = (minutes, false);
        }
    }

    /// Takes games out of memory to which nobody has a door: those that are over at once. The author's stay, who may play them
    /// on with other cards.
    fn put_to_rest(&self, now: Instant) {
        let mut given_up = Vec::new();
        {
            let mut rooms = self.rooms();
            let Rooms { entries, .. } = &mut *rooms;
            let mut ended = Vec::new();
            for (id, entry) in entries.iter_mut() {
                if entry.ended.is_none() && entry.is_over() {
                    ended.push(Arc::clone(id));
                }
                if !self.is_studio() && entry.rests(now) {
                    given_up.extend(entry.give_up(self.store.is_some()));
                }
            }
            for id in ended {
                let end = rooms.next_end();
                if let Some(entry) = rooms.entries.get_mut(&id) {
                    entry.ended = Some(end);
                }
            }
        }
        // Whatever they take is given back without anybody waiting.
        drop(given_up);
    }

    /// The same as if so much time had passed.
    #[cfg(test)]
    pub fn put_to_rest_in(&self, time: Duration) {
        self.put_to_rest(Instant::now() + time);
    }

    /// Writes down, now and then, which games were touched.
    fn note_touched(&self) {
        {
            let mut noted = self.service.noted.lock().unwrap_or_else(PoisonError::into_inner);
            if noted.elapsed() < NOTED_EVERY {
                return;
            }
            *noted = Instant::now();
        }
        self.note_touched_now();
    }

    pub(super) fn note_touched_now(&self) {
        let Some(store) = &self.store else { return };
        let touched = |(id, entry): (&RoomId, &mut Entry)| {
            let is_new = !std::mem::replace(&mut entry.is_noted, true);
            is_new.then(|| (Arc::clone(id), entry.touched))
        };
        let touched = self.rooms().entries.iter_mut().filter_map(touched).collect();
        // If that fails, games seem to have been touched earlier than they were, by minutes of a quarter of a year.
        let _ = store.touch(self.service.minutes(), touched);
    }

    /// Moves games into the archive, or forgets them where there is no file: the oldest that are over, if they are too many,
    /// and those that nobody has touched for long.
    fn make_room(&self) {
        if self.is_studio() || self.pauses() {
            return;
        }
        let oldest = self.rooms().that_make_room(&self.limits, self.service.minutes());
        if oldest.is_empty() {
            return;
        }
        let taken: Vec<(RoomId, Entry)> = {
            let mut rooms = self.rooms();
            oldest.into_iter().filter_map(|id| rooms.entries.remove_entry(&id)).collect()
        };
        self.forget_list();
        let Some(store) = &self.store else { return };
        let moved = store.move_out(taken.iter().map(|(id, _)| Arc::clone(id)).collect());
        if moved.failed.is_some() {
            *self.service.pause.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + NOTED_EVERY);
        }
        // What is still in the file is still there.
        let stays = taken.into_iter().filter(|(id, _)| !moved.rooms.contains(id));
        self.rooms().entries.extend(stays);
    }

    fn pauses(&self) -> bool {
        let mut pause = self.service.pause.lock().unwrap_or_else(PoisonError::into_inner);
        pause.take_if(|until| *until <= Instant::now());
        pause.is_some()
    }
}

impl Rooms {
    /// Games that are to make room, of which none is in memory.
    fn that_make_room(&self, limits: &super::Limits, minutes: i64) -> Vec<RoomId> {
        let mut over: Vec<(u64, &RoomId)> =
            self.entries.iter().filter_map(|(id, entry)| Some((entry.ended?, id))).collect();
        over.sort_unstable();
        let too_many = over.len().saturating_sub(limits.over);
        let oldest = over.into_iter().take(too_many).map(|(_, id)| id);
        let longest = i64::from(limits.keep) * DAY;
        let untouched = self.entries.iter().filter(|(_, entry)| minutes - entry.touched >= longest).map(|(id, _)| id);
        let all: std::collections::BTreeSet<&RoomId> = oldest.chain(untouched).collect();
        let asleep = all.into_iter().filter(|id| self.entries.get(*id).is_some_and(Entry::is_asleep));
        asleep.take(TOGETHER).cloned().collect()
    }
}

impl Entry {
    /// Whether a game in memory is to leave it.
    fn rests(&mut self, now: Instant) -> bool {
        let is_over = self.is_over();
        let State::Awake(room, deserted) = &mut self.state else { return false };
        if !room.is_deserted() {
            *deserted = None;
            return false;
        }
        let since = *deserted.get_or_insert(now);
        is_over || room.is_broken() || now.duration_since(since) >= REST
    }

    /// Takes the game out of memory. Gives what is to be dropped.
    fn give_up(&mut self, is_kept: bool) -> Option<impl Sized + use<>> {
        let State::Awake(room, _) = std::mem::replace(&mut self.state, State::Kept) else { return None };
        if room.is_broken() {
            self.state = State::Frozen(GOES_WRONG.into());
            return None;
        }
        let catalogue = Arc::clone(room.catalogue());
        self.status = room.status();
        // Nobody else has a door to it, and nobody gets one as long as the rooms are locked.
        let host = room.into_host()?;
        if !is_kept {
            self.state = State::Saved(host.kept().to_vec(), catalogue);
        }
        Some(host)
    }
}
