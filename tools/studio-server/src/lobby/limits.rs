//! How much strangers may have of a server, each and all together.

use crate::guard::Caller;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much may be open at a time. What is said of one address holds for all but this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games that are not over.
    pub rooms: usize,
    /// Games that are over; the oldest make room.
    pub over: usize,
    /// Games that are not over and were begun from one address.
    pub rooms_of_one: usize,
    /// Games that are begun from one address within an hour.
    pub begun_by_one: usize,
    /// Streams of events, of all games together; whoever only watches has half of them.
    pub streams: usize,
    /// Streams to one address.
    pub streams_of_one: usize,
    /// After how many days of service a game makes room that nobody has touched.
    pub keep: u32,
}

impl Default for Limits {
    fn default() -> Self {
        let (rooms, over, rooms_of_one, begun_by_one) = (1_000, 1_000, 20, 60);
        Self { rooms, over, rooms_of_one, begun_by_one, streams: 2_000, streams_of_one: 200, keep: 90 }
    }
}

/// Within which time games are counted that are begun from one address.
const HOUR: Duration = Duration::from_secs(60 * 60);

/// From so many addresses on, those are forgotten that have begun nothing for an hour.
const MANY: usize = 1_000;

/// When games were begun from each address.
#[derive(Default)]
pub(super) struct Begun(BTreeMap<Caller, VecDeque<Instant>>);

impl Begun {
    /// Counts one more, if there may be.
    pub fn count(&mut self, by: Caller, most: usize, now: Instant) -> bool {
        let forget = |own: &mut VecDeque<Instant>| {
            while own.front().is_some_and(|first| now.duration_since(*first) >= HOUR) {
                own.pop_front();
            }
        };
        if self.0.len() > MANY {
            self.0.values_mut().for_each(forget);
            self.0.retain(|_, own| !own.is_empty());
        }
        let own = self.0.entry(by).or_default();
        forget(own);
        let has_place = own.len() < most;
        if has_place {
            own.push_back(now);
        }
        has_place
    }
}

/// How many streams are open.
#[derive(Default)]
struct Open {
    all: usize,
    watching: usize,
    of: BTreeMap<Caller, usize>,
}

/// The streams that are open.
#[derive(Clone, Default)]
pub(super) struct Streams(Arc<Mutex<Open>>);

/// A place among the streams, given back when it is dropped.
pub(crate) struct StreamPlace {
    streams: Streams,
    by: Caller,
    watches: bool,
}

impl Streams {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another stream, if there is one.
    pub fn place(&self, by: Caller, watches: bool, limits: &Limits) -> Option<StreamPlace> {
        let mut open = self.open();
        let own = open.of.get(&by).copied().unwrap_or_default();
        let is_full = open.all >= limits.streams || (watches && open.watching >= limits.streams / 2);
        if is_full || (own >= limits.streams_of_one && !by.is_here()) {
            return None;
        }
        open.all += 1;
        open.watching += usize::from(watches);
        open.of.insert(by, own + 1);
        Some(StreamPlace { streams: self.clone(), by, watches })
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        open.all -= 1;
        open.watching -= usize::from(self.watches);
        if let Some(own) = open.of.get_mut(&self.by) {
            *own -= 1;
            if *own == 0 {
                open.of.remove(&self.by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn caller(last: u8) -> Caller {
        Caller::of(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn an_address_begins_so_many_games_in_an_hour() {
        let (mut begun, now) = (Begun::default(), Instant::now());
        assert!((0..3).all(|_| begun.count(caller(1), 3, now)));
        assert!(!begun.count(caller(1), 3, now + HOUR / 2));
        assert!(begun.count(caller(2), 3, now), "others are not concerned");
        assert!(begun.count(caller(1), 3, now + HOUR));
        let mut many = Begun::default();
        for at in 0..3 * MANY as u32 {
            let network = Caller::of(IpAddr::from((u128::from(at) << 64).to_be_bytes()));
            assert!(many.count(network, 3, now + Duration::from_secs(u64::from(at) * 60)));
        }
        assert!(many.0.len() <= MANY + 1, "{} addresses are remembered", many.0.len());
    }

    #[test]
    fn one_address_has_a_share_of_the_streams_and_those_who_watch_half() {
        let limits = Limits { streams: 20, streams_of_one: 4, ..Limits::default() };
        let streams = Streams::default();
        let open: Vec<_> = (0..4).map(|_| streams.place(caller(1), false, &limits).expect("a place")).collect();
        assert!(streams.place(caller(1), false, &limits).is_none(), "no more for this address");
        let watching: Vec<_> = (0..10).map(|at| streams.place(caller(10 + at), true, &limits).expect("one")).collect();
        assert!(streams.place(caller(30), true, &limits).is_none(), "half of the streams are for seats");
        assert!(streams.place(caller(30), false, &limits).is_some());
        drop((open, watching));
        let left = streams.open();
        assert_eq!((left.all, left.watching, left.of.len()), (0, 0, 0), "all are given back");
    }
}
