//! Whether a game that comes from outside can be played: every number in it names something that is there, and
//! every value is one that its place can hold. Nothing else reads a save before it has been checked here.
//!
//! Which ids stand where is said by the rows of the [visitor](crate::model::visit). Here stands what an id can be, and what
//! must hold between things.

mod related;
mod setup;
mod state;

use crate::model::game::Game;
use crate::model::ids::{
    ActionId, AttrId, DefId, EntityId, Handle, KindId, LineId, PhaseId, PlayerId, Players, ProcedureId, Seat, Seats,
    SiteId, ValueId, WindowId, Word, ZoneDeclId, ZoneId,
};
use crate::model::rules::{Rules, SourceLine};
use crate::model::trace::ScriptLocation;
use crate::model::visit::{IdVisitor, VisitIds};
use related::Related;
use std::fmt;

/// More turns, incarnations or questions than this are in no game: counters have room to go on.
const MOST: u32 = 1 << 30;

/// What is wrong with something that comes from outside, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidError {
    what: &'static str,
    place: String,
}

impl From<&'static str> for InvalidError {
    fn from(what: &'static str) -> Self {
        Self { what, place: String::new() }
    }
}

impl fmt::Display for InvalidError {
    /// The end of a sentence about it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.trim_start_matches('.') {
            "" => f.write_str(self.what),
            place => write!(f, "{} (`{place}`)", self.what),
        }
    }
}

/// Whether something is valid.
pub type Checked = Result<(), InvalidError>;

impl Game {
    /// Whether the game can be played with these rules, whoever wrote its bytes.
    ///
    /// # Errors
    /// Says what it holds that no game can hold.
    pub fn check_valid(&self, rules: &Rules) -> Checked {
        let state = &*self.state;
        let (players, seats) = (state.players, state.seats.len());
        holds((1..=32).contains(&players), "it has too few or too many players")?;
        holds((1..=32).contains(&seats), "it has too few or too many seats")?;
        let (zones, entities) = (state.zones.len(), state.entities.len());
        self.visit(&mut InRange { rules, players, seats, zones, entities })?;
        let mut related = Related { rules, state };
        related.state()?;
        self.visit(&mut related)?;
        if let Some(setup) = &self.setup {
            setup.check_valid(rules)?;
            holds(setup.players == players, "it began with other players")?;
        }
        holds(self.tape_from <= self.log.len(), "its tape begins after its end")?;
        holds(self.numbers.are_valid(state.people()) && self.idle < MOST, "a number in it is too large")
    }
}

/// Fails with what is broken unless it holds.
fn holds(holds: bool, broken: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(broken.into()) }
}

/// Every one of them is valid.
fn each<T>(all: impl IntoIterator<Item = T>, valid: impl FnMut(T) -> Checked) -> Checked {
    all.into_iter().try_for_each(valid)
}

/// Puts a part in front of the place of what is wrong.
fn within(wrong: InvalidError, part: fmt::Arguments<'_>) -> InvalidError {
    InvalidError { place: format!("{part}{}", wrong.place), ..wrong }
}

/// How much there is that ids can name.
struct InRange<'a> {
    rules: &'a Rules,
    players: u8,
    seats: usize,
    zones: usize,
    entities: usize,
}

macro_rules! in_tables {
    ($($sort:ident($id:ident: $type:ty) $within:ident => $holds:expr, $broken:literal;)*) => {
        impl IdVisitor for InRange<'_> {
            type Stop = InvalidError;

            fn within(wrong: InvalidError, part: fmt::Arguments<'_>) -> InvalidError {
                within(wrong, part)
            }

            $(
                fn $sort(&mut self, $id: $type) -> Checked {
                    let $within = self;
                    holds($holds, $broken)
                }
            )*
        }
    };
}

in_tables! {
    player(id: PlayerId) all => id.0 < all.players, "it names a player who is not there";
    players(ids: Players) all =>
        ids.minus(Players::first(usize::from(all.players))).is_empty(), "it names players who are not there";
    seat(id: Seat) all => id.index() < all.seats, "it names a seat that is not there";
    seats(ids: Seats) all => ids.minus(Seats::first(all.seats)).is_empty(), "it names seats that are not there";
    word(id: Word) all => id.index() < all.rules.words.len(), "it names a word that nothing in the packs has";
    kind(id: KindId) all => id.index() < all.rules.kinds.len(), "it names a kind that is not declared";
    attribute(id: AttrId) all => id.index() < all.rules.attributes.len(), "it names an attribute that is not declared";
    action(id: ActionId) all => id.index() < all.rules.actions.len(), "it names an action that is not declared";
    window(id: WindowId) all => id.index() < all.rules.windows.len(), "it names a window that is not declared";
    phase(id: PhaseId) all => id.index() < all.rules.phases.len(), "it names a phase that is not declared";
    procedure(id: ProcedureId) all =>
        id.index() < all.rules.procedures.len(), "it names a procedure that is not declared";
    definition(id: DefId) all => id.index() < all.rules.definitions.len(), "it names a definition that no pack has";
    line(id: LineId) all => id.index() < all.rules.lines.len(), "it names a line that is not declared";
    value_id(id: ValueId) all => id.index() < all.rules.values.len(), "it names a value that is not declared";
    zone_decl(id: ZoneDeclId) all => id.index() < all.rules.zones.len(), "it names a zone that is not declared";
    zone(id: ZoneId) all => id.index() < all.zones, "it names a zone that is not there";
    site(id: SiteId) all => id.index() < all.rules.board.sites(), "it names a space or joint that no board has";
    entity(id: EntityId) all => id.index() < all.entities, "it names something that is not there";
    handle(handle: Handle) all => handle.id.index() < all.entities, "it names something that never existed";
    thing(handle: Handle) all =>
        (1 + usize::from(all.players)..all.entities).contains(&handle.id.index()), "it takes a player for a card";
    location(at: ScriptLocation) all =>
        usize::from(at.script) < all.rules.scripts.len(), "it names a script that no pack has";
    source_line(line: SourceLine) all =>
        usize::from(line.file) < all.rules.files.len(), "it names a file that no pack has";
}
