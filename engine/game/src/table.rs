//! What an embedder does with a table: begin a game, play on, answer, look, fork.

use super::load::Ruleset;
use super::seat::{Observer, PromptView, View, Viewer};
use cardwright_kernel::ids::{DefId, PlayerId, Seat};
use cardwright_kernel::limits::ENTITIES;
use cardwright_kernel::questions::{Answer, Prompt, Shape};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{Generator, Lot, OptionError, Pieces, Seed, Setup, Start};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Nobody, Table};
use cardwright_kernel::text::from_to;
use cardwright_report::Reporter;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Begin {
    /// How many people play.
    pub players: u8,
    /// What the game's chance comes from: 256 bits of the operating system, or a number that can be guessed.
    pub seed: Seed,
    /// The deck of each player, by its key; decks in order where not given.
    pub decks: Vec<String>,
    /// Which player begins; the first where not given.
    pub first: PlayerId,
    /// The key of a table that the ruleset declares. The game begins on it, in the turn and phase that it names: no decks
    /// are dealt, and nothing is set up.
    pub table: Option<String>,
    /// Options of the game that are chosen, by name, as they are written: `("lanterns", "6")`. The others are at their
    /// defaults.
    pub options: Vec<(String, String)>,
}

/// Why a game cannot begin as it is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BeginError {
    /// So many cannot play it.
    Players {
        /// The title of the game.
        game: String,
        /// The fewest and the most people who can play it.
        from: u8,
        /// See `from`.
        to: u8,
        /// How many are to play.
        asked: u8,
    },
    /// There is no deck with this key.
    Deck(String),
    /// Nobody has the seat that is to begin.
    First(PlayerId),
    /// There is no table with this key.
    Table(String),
    /// An option cannot be chosen like this.
    Option(OptionError),
    /// The decks have more cards than a game can hold.
    Cards {
        /// How many there would be, with players and places of the board.
        there: usize,
        /// How many there may be.
        most: usize,
    },
    /// The decks put more into a zone than it has room for.
    Zone {
        /// The title of the zone.
        title: Box<str>,
        /// How many cards it has room for.
        room: u32,
    },
}

impl BeginError {
    /// Whether so many people can play a game.
    ///
    /// # Errors
    /// [`BeginError::Players`] if they cannot.
    pub fn unless_playable(rules: &Rules, people: u8) -> Result<(), Self> {
        let (from, to) = rules.players;
        match (from..=to).contains(&people) {
            true => Ok(()),
            false => Err(Self::Players { game: rules.title.to_string(), from, to, asked: people }),
        }
    }
}

impl BeginError {
    /// The game that begins like this.
    ///
    /// # Errors
    /// [`BeginError::Cards`] if it would have more cards than a game can hold, [`BeginError::Zone`] if a zone would.
    fn unless_too_large(rules: &Rules, setup: &Setup) -> Result<Game, Self> {
        match setup.entities(rules) {
            there if there > ENTITIES => Err(Self::Cards { there, most: ENTITIES }),
            _ => match setup.overfull(rules).and_then(|zone| rules.zones.get_index(zone.index())) {
                Some((_, zone)) => Err(Self::Zone { title: zone.title.clone(), room: zone.capacity.unwrap_or(0) }),
                None => Ok(Game::new(rules, setup)),
            },
        }
    }
}

impl fmt::Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players { game, from, to, asked } => {
                write!(f, "{game} is for {} players, not for {asked}", from_to(*from, *to))
            }
            Self::Deck(deck) => write!(f, "there is no deck `{deck}`"),
            Self::Cards { there, most } => {
                write!(f, "the decks are too large: a game holds up to {most} cards, and this would have {there}")
            }
            Self::Zone { title, room } => {
                write!(f, "the decks are too large: {title} has room for {room} cards, and more would lie there")
            }
            Self::First(seat) => write!(f, "{} cannot begin: nobody has that seat", seat.letter()),
            Self::Table(table) => write!(f, "there is no table `{table}`"),
            Self::Option(wrong) => wrong.fmt(f),
        }
    }
}

impl std::error::Error for BeginError {}

/// One in so many random players waits when allowed to.
const WAITS: u32 = 8;

/// A kind of player: who answers for a seat.
pub type Player = Box<dyn Decider>;

/// Answers at random, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random(Generator);

impl Random {
    /// A random player with a seed of its own.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }
}

impl Random {
    /// A legal answer, or to wait where that may be done.
    pub(super) fn draw(&mut self, shape: &Shape, options: usize, may_wait: bool) -> Answer {
        if may_wait && self.0.below(WAITS) == 0 {
            return Answer::Wait;
        }
        shape.draw(options, &mut self.0)
    }
}

impl Decider for Random {
    fn decide(&mut self, asked: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        Some(self.draw(&asked.shape, asked.options.len(), asked.may_wait()))
    }
}

impl Begin {
    /// A game of so many players with this seed and the ruleset's decks.
    pub fn new(players: u8, seed: impl Into<Seed>) -> Self {
        Self { players, seed: seed.into(), decks: Vec::new(), first: PlayerId(0), table: None, options: Vec::new() }
    }
}

impl Ruleset {
    pub(crate) fn begin(&self, begin: &Begin) -> Result<Game, BeginError> {
        let rules = self.rules();
        BeginError::unless_playable(rules, begin.players)?;
        let players = rules.players_of(begin.players);
        let options = begin.options.iter().map(|(name, said)| (name, said));
        let options = rules.chosen(options).map_err(BeginError::Option)?;
        if let Some(name) = &begin.table {
            let table = rules.tables.get(&**name).ok_or_else(|| BeginError::Table(name.clone()))?;
            if table.turn.0 >= players {
                return Err(BeginError::First(table.turn));
            }
            let setup = Setup { options, ..table.setup(rules, begin.players, begin.seed) };
            return BeginError::unless_too_large(rules, &setup);
        }
        if begin.first.0 >= players {
            return Err(BeginError::First(begin.first));
        }
        let draw = rules.draw_pile().map(|(pile, _)| pile);
        let (mut cards, mut pieces): (Vec<Lot>, Vec<Pieces>) = (Vec::new(), Vec::new());
        for player in (0..players).map(PlayerId) {
            let at = player.index();
            let deck = match begin.decks.get(at) {
                Some(name) => Some(rules.decks.get(&**name).ok_or_else(|| BeginError::Deck(name.clone()))?),
                None if rules.decks.is_empty() => None,
                None => rules.deck_of(player),
            };
            let Some(deck) = deck else { continue };
            if let Some(draw) = draw {
                deal(rules, Lot::new(player, draw, deck.cards.clone()), &mut cards, &mut pieces);
            }
            for (zone, defs) in &deck.zones {
                deal(rules, Lot::new(player, *zone, defs.clone()), &mut cards, &mut pieces);
            }
        }
        for (zone, defs) in rules.commons.values().flat_map(|deck| &deck.zones) {
            deal(rules, Lot::new(PlayerId::NOBODY, *zone, defs.clone()), &mut cards, &mut pieces);
        }
        let start = Start::Beginning;
        let seats = rules.seating(begin.players);
        let setup = Setup { players, seats, first: begin.first, seed: begin.seed, cards, pieces, options, start };
        BeginError::unless_too_large(rules, &setup)
    }

    pub(crate) fn table(&self, host: &Rc<dyn Scripts>, game: Game, decider: Player) -> Table {
        Table::new(game, Arc::clone(self.rules()), Rc::clone(host), decider)
    }

    pub(crate) fn table_of_people(&self, host: &Rc<dyn Scripts>, game: Game) -> Table {
        self.table(host, game, Box::new(Nobody))
    }

    pub(crate) fn trace(&self, game: &Game, reader: Option<Seat>) -> String {
        self.reporter(game, reader).trace(game.trace())
    }

    pub(crate) fn reporter<'a>(&'a self, game: &'a Game, reader: Option<Seat>) -> Reporter<'a> {
        Reporter { rules: self.rules(), state: game.state(), reader, places: false }
    }

    pub(crate) fn view(&self, game: &Game, viewer: impl Into<Viewer>) -> View {
        Observer::new(self, game, viewer.into()).view()
    }

    pub(crate) fn prompts(&self, game: &Game, viewer: impl Into<Viewer>) -> Vec<PromptView> {
        Observer::new(self, game, viewer.into()).prompts()
    }
}

/// The cards of a part of a deck, the first on top, and its pieces.
fn deal(rules: &Rules, part: Lot, cards: &mut Vec<Lot>, pieces: &mut Vec<Pieces>) {
    let Lot { owner, holder, zone, site, cards: mut single } = part;
    let mut counted: Vec<DefId> = single.extract_if(.., |def| rules.piles_up(*def, zone)).collect();
    single.reverse();
    // Piles of a supply lie as they are listed.
    if !rules.zones[zone.index()].supply {
        counted.reverse();
    }
    pieces.extend(counted.into_iter().map(|def| Pieces { owner, holder, zone, site, def, count: 1 }));
    if !single.is_empty() {
        cards.push(Lot { owner, holder, zone, site, cards: single });
    }
}
