//! How much is spent on finding a ruling.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a person waits for the beginning of a ruling.
const LOOKING: Duration = Duration::from_secs(60);

/// How long a person waits for what a ruling does not need to be left out.
const LEAVING_OUT: Duration = Duration::from_secs(30);

/// How much is spent on finding a ruling.
#[derive(Clone, Debug)]
pub enum Patience {
    /// As long as a person waits.
    OfAPerson,
    /// So many rulings are played, however long that takes: what is found does not depend on the machine.
    Tries(Cell<u32>),
}

impl Patience {
    /// So many rulings.
    pub const fn tries(count: u32) -> Self {
        Self::Tries(Cell::new(count))
    }

    /// Whether another ruling can be played, which is then counted.
    pub fn has_another(&self) -> bool {
        match self {
            Self::OfAPerson => true,
            Self::Tries(left) => left.get().checked_sub(1).map(|less| left.set(less)).is_some(),
        }
    }

    /// From now on, a beginning is looked for.
    pub(super) fn looking(&self) -> Waiting<'_> {
        Waiting { patience: self, since: Instant::now(), longest: LOOKING }
    }

    /// From now on, things are left out.
    pub(super) fn leaving_out(&self) -> Waiting<'_> {
        Waiting { patience: self, since: Instant::now(), longest: LEAVING_OUT }
    }
}

/// Something that is waited for.
pub(super) struct Waiting<'a> {
    patience: &'a Patience,
    since: Instant,
    longest: Duration,
}

impl Waiting<'_> {
    /// Whether that is enough.
    pub fn is_over(&self) -> bool {
        match self.patience {
            Patience::OfAPerson => self.since.elapsed() > self.longest,
            Patience::Tries(left) => left.get() == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;

    #[test]
    fn what_is_counted_ends_after_so_many_rulings() {
        let patience = Patience::tries(2);
        let looking = patience.looking();
        assert!(!looking.is_over() && patience.has_another() && patience.has_another());
        assert!(looking.is_over() && patience.leaving_out().is_over() && !patience.has_another());
        assert!(Patience::OfAPerson.has_another() && !Patience::OfAPerson.looking().is_over());
    }
}
