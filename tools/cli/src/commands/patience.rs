//! How long other programs that decide may take.

use clap::Args;
use std::time::Duration;

/// The longest time that can be given to an external decider, in seconds.
const LONGEST: u64 = 3600;

/// What is said of deciders that are other programs.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The seconds that an external decider may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=LONGEST))]
    pub patience: u64,
}

impl Patience {
    /// As a time.
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.patience)
    }
}
