//! A match whose answers are spelt: what a game and a batch of games are made of.

use crate::deciding::{Deciders, heard};
use crate::spelling::{Said, Spelling};
use crate::table::{IdTable, Overflow};
use cardwright_deciders::Complaints;
use cardwright_game::{
    ActionError, Begin, BeginError, LoadError, Match, MatchInside, Ruleset, RulesetInside, Seat, Seed, Viewer,
};
use cardwright_kernel::rules::Rules;
use std::fmt;
use std::sync::Arc;

/// A ruleset with its table of ids.
#[derive(Clone, Debug)]
pub struct Known {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The ids.
    pub ids: Arc<IdTable>,
}

impl Known {
    /// What it declares.
    pub fn rules(&self) -> &Rules {
        self.ruleset.rules()
    }
}

/// Why a game could not be played on as it was wanted.
#[derive(Debug)]
pub enum Wrong {
    /// The table of ids, or an observation, has no room for something.
    Overflow(Overflow),
    /// The id is not legal, or the seat is not asked.
    Illegal(String),
    /// There is no such decider, or one has failed.
    Decider(String),
    /// The game cannot begin like this.
    Begin(BeginError),
    /// The bytes are no save of this game.
    Load(LoadError),
    /// What was asked for was refused.
    Refused(ActionError),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow(overflow) => overflow.fmt(f),
            Self::Illegal(message) | Self::Decider(message) => f.write_str(message),
            Self::Begin(error) => error.fmt(f),
            Self::Load(damage) => damage.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl Wrong {
    /// The same, said of a game of a batch.
    #[must_use]
    pub fn in_game(self, at: usize) -> Self {
        match self {
            Self::Illegal(message) => Self::Illegal(format!("game {at}: {message}")),
            Self::Overflow(Overflow(message)) => Self::Overflow(Overflow(format!("game {at}: {message}"))),
            Self::Decider(message) => Self::Decider(format!("game {at}: {message}")),
            Self::Begin(_) | Self::Load(_) | Self::Refused(_) => self,
        }
    }
}

impl From<Overflow> for Wrong {
    fn from(overflow: Overflow) -> Self {
        Self::Overflow(overflow)
    }
}

/// A game that is being played.
pub struct Playing {
    /// What it is played by.
    pub known: Known,
    /// The game.
    pub game: Match,
    /// The open prompts, in the order of their seats.
    pub spellings: Vec<Spelling>,
    /// What scripts that failed have reported since it was last asked.
    pub troubles: Vec<String>,
    /// How many answers were given by Python.
    pub answers: u64,
    /// Who answers for the other seats.
    deciders: Deciders,
    seed: Seed,
    complaints: Complaints,
}

impl Playing {
    /// A game that waits for its first answer.
    ///
    /// # Errors
    /// It cannot begin like this, or the table has no room for what is asked first.
    pub fn begin(known: &Known, begin: &Begin, deciders: &Deciders, light: bool) -> Result<Self, Wrong> {
        let game = Match::begin(&known.ruleset, begin).map_err(Wrong::Begin)?;
        let light = light && !deciders.want_trace();
        Self::decided(known, if light { game.light() } else { game }, deciders.clone(), begin.seed)
    }

    /// A game that was saved.
    ///
    /// # Errors
    /// The bytes are no save of a game of this ruleset.
    pub fn load(known: &Known, bytes: &[u8], names: &[Option<String>], seed: u64) -> Result<Self, Wrong> {
        let game = Match::load(&known.ruleset, bytes).map_err(Wrong::Load)?;
        let deciders = Deciders::ready(known, names, game.people() as u8)?;
        Self::decided(known, game, deciders, seed.into())
    }

    /// A match, played on until somebody must answer.
    ///
    /// # Errors
    /// The table has no room for what is asked.
    pub fn of(known: &Known, game: Match) -> Result<Self, Wrong> {
        Self::decided(known, game, Deciders::default(), 0.into())
    }

    /// The same with deciders at some seats, in the game with this seed.
    fn decided(known: &Known, mut game: Match, deciders: Deciders, seed: Seed) -> Result<Self, Wrong> {
        let complaints = Complaints::default();
        deciders.seat(&mut game, &seed, &complaints);
        let (known, spellings, troubles) = (known.clone(), Vec::new(), Vec::new());
        let mut playing = Self { known, game, spellings, troubles, answers: 0, deciders, seed, complaints };
        playing.go_on()?;
        Ok(playing)
    }

    /// A copy with its past, or without it. Deciders begin anew in it, with the same seed.
    ///
    /// # Errors
    /// Never: what the table has room for here it has room for there.
    pub fn copy(&self, with_past: bool) -> Result<Self, Wrong> {
        let game = match with_past {
            true => self.known.ruleset.match_of(self.game.game().clone()),
            false => self.game.fork(),
        };
        let mut copy = Self::decided(&self.known, game, self.deciders.clone(), self.seed)?;
        copy.answers = self.answers;
        if with_past {
            copy.spellings.clone_from(&self.spellings);
        }
        Ok(copy)
    }

    fn go_on(&mut self) -> Result<(), Wrong> {
        if let Err(trouble) = self.game.advance() {
            self.troubles.push(trouble.to_string());
        }
        let before = std::mem::take(&mut self.spellings);
        let game = self.game.game();
        for prompt in game.prompts() {
            let spelling = match before.iter().find(|spelling| spelling.number == prompt.number) {
                Some(begun) => begun.clone(),
                None => Spelling::new(&self.known.ids, self.known.rules(), game.state(), prompt)?,
            };
            self.spellings.push(spelling);
        }
        self.spellings.sort_by_key(|spelling| spelling.seat);
        heard(&self.complaints)
    }

    /// The seats for which Python answers.
    pub fn open_seats(&self) -> Vec<Seat> {
        self.deciders.open(self.game.people() as u8)
    }

    /// The seat that is asked first.
    pub fn current(&self) -> Option<Seat> {
        self.spellings.first().map(|spelling| spelling.seat)
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.spellings.is_empty()
    }

    /// The prompt of a seat, as far as it is answered.
    pub fn spelling(&self, seat: Seat) -> Option<&Spelling> {
        self.spellings.iter().find(|spelling| spelling.seat == seat)
    }

    /// Says an id for a seat; plays on if that makes an answer.
    ///
    /// # Errors
    /// The seat is not asked, the id is not legal (nothing has changed then), or the table has no room for what is asked
    /// next.
    pub fn say(&mut self, seat: Seat, id: u32) -> Result<(), Wrong> {
        let Some(spelling) = self.spellings.iter_mut().find(|spelling| spelling.seat == seat) else {
            return Err(Wrong::Illegal(format!("seat {} is not asked", seat.0)));
        };
        match spelling.say(&self.known.ids, id) {
            Said::More => Ok(()),
            Said::Illegal => {
                let name = self.known.ids.names().get(id as usize).map_or("no id at all", String::as_str);
                Err(Wrong::Illegal(format!("seat {} cannot say {id} now ({name})", seat.0)))
            }
            Said::Whole(answer) => {
                self.game.answer(spelling.number, answer).map_err(Wrong::Refused)?;
                self.answers += 1;
                self.go_on()
            }
        }
    }

    /// Takes back what these seats have said of an answer, or the last answer of one of them and all since.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn undo(&mut self, seats: &[Seat]) -> Result<(), Wrong> {
        let own = self.spellings.iter_mut().filter(|spelling| seats.contains(&spelling.seat));
        if own.map(Spelling::restart).fold(false, |any, one| any | one) {
            return Ok(());
        }
        self.game.undo(seats).map_err(Wrong::Refused)?;
        self.spellings.clear();
        self.answers = self.answers.saturating_sub(1);
        self.go_on()
    }

    /// What each seat has got in the end: 1 for a winner, −1 for everybody else; 0 if nobody has left anybody behind and not
    /// all have lost, whether nobody has won or all rivals have; all 0 while the game goes on.
    pub fn returns(&self) -> Vec<f32> {
        let state = self.game.game().state();
        let (outcome, players) = (state.outcome(), state.players());
        let together = players == 1 || self.known.rules().cooperative;
        let of = |seat: usize| match outcome {
            None => 0.0,
            Some(outcome) if !together && !outcome.defeat && [0, players].contains(&outcome.winners.len()) => 0.0,
            Some(outcome) if outcome.winners.has(state.player_of(Seat(seat as u8))) => 1.0,
            Some(_) => -1.0,
        };
        (0..self.game.people()).map(of).collect()
    }

    /// The points of each seat's player at the end, where players are scored.
    pub fn scores(&self) -> Option<Vec<i64>> {
        let outcome = self.game.outcome().filter(|outcome| !outcome.placings.is_empty())?;
        let state = self.game.game().state();
        let of = |seat: usize| {
            let player = state.player_of(Seat(seat as u8));
            outcome.placings.iter().find(|placing| placing.player == player).map_or(0, |placing| placing.score)
        };
        Some((0..self.game.people()).map(of).collect())
    }

    /// The trace as a viewer may read it.
    pub fn trace(&self, viewer: Viewer) -> Vec<String> {
        self.game.trace(viewer).iter().map(ToString::to_string).collect()
    }
}
