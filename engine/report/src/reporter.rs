//! The reporter: what a fact is told by, and to whom.

use cardwright_kernel::ids::Seat;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::State;

/// Words facts for one reader: a seat, or the host, who may know everything.
#[derive(Clone, Copy)]
pub struct Reporter<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The state, for whose zone is whose.
    pub state: &'a State,
    /// The reader; `None` for the host.
    pub reader: Option<Seat>,
    /// Whether each reason of a refusal is followed by its place in the files of the packs.
    pub places: bool,
}

impl<'a> Reporter<'a> {
    /// A reporter for the host.
    pub const fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self { rules, state, reader: None, places: false }
    }

    /// A reporter for a seat.
    pub const fn for_seat(rules: &'a Rules, state: &'a State, seat: Seat) -> Self {
        Self { rules, state, reader: Some(seat), places: false }
    }

    /// The same reporter, which also shows where each reason of a refusal is written.
    pub const fn with_places(self) -> Self {
        Self { places: true, ..self }
    }
}
