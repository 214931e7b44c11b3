//! How long something keeps a processor busy: on a machine that has other things to do, the time on a wall says nothing.

use std::fs;
use std::time::{Duration, Instant};

/// A clock of the thread that makes it.
#[derive(Clone, Copy, Debug)]
pub struct WorkClock {
    began: Instant,
    worked: Option<Duration>,
}

impl WorkClock {
    /// A clock that begins now.
    pub fn begin() -> Self {
        Self { began: Instant::now(), worked: worked() }
    }

    /// The time that this thread has been running since; where the system does not say it, the time that has passed.
    pub fn elapsed(&self) -> Duration {
        let since = || worked()?.checked_sub(self.worked?);
        since().unwrap_or_else(|| self.began.elapsed())
    }
}

/// How long this thread has been running, as Linux counts it.
fn worked() -> Option<Duration> {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(counts.split_whitespace().next()?.parse().ok()?))
}
