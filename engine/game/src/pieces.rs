//! Saving in pieces: after a whole save, only what was decided since. Loading decides it again, from the whole save on.
//!
//! A piece is as long as what a seat has answered, however large the game is. The pieces behind a whole save are a chain:
//! each holds a hash of itself and of all before it, so none can be left out, exchanged or put behind another save.

use super::load::Ruleset;
use super::save::LoadError;
use cardwright_kernel::ids::{Handle, PlayerId, Seat};
use cardwright_kernel::questions::{Branch, Input, Prompt};
use cardwright_kernel::state::{Due, Game, Spent};
use cardwright_kernel::values::PromptNumbers;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// How many inputs are behind a whole save at the most: so many are decided again when it is loaded.
const MOST: usize = 128;

/// The length of what precedes a piece: how long it is, and the hash of the chain up to it.
const HEAD: usize = 4 + 32;

/// What is to be written down so that a game can be loaded as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveUpdate {
    /// This, instead of whatever was written of the game before.
    Whole(Vec<u8>),
    /// This as well, right behind what was written before.
    More(Vec<u8>),
}

impl SaveUpdate {
    /// Brings a save up to date.
    pub fn write_to(&self, save: &mut Vec<u8>) {
        if let Self::Whole(_) = self {
            save.clear();
        }
        let (Self::Whole(bytes) | Self::More(bytes)) = self;
        save.extend_from_slice(bytes);
    }
}

/// What was saved of a game that is being played.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedUpTo {
    /// The hash of all that was written.
    link: [u8; 32],
    /// How many inputs and steps the whole save has.
    inputs: usize,
    steps: u64,
    /// How many inputs were written that belong to steps that were done then. No later save differs in them.
    settled: usize,
}

impl SavedUpTo {
    /// A game of which a whole save with this hash was just made.
    pub const fn whole(game: &Game, link: [u8; 32]) -> Self {
        Self { link, inputs: game.log.len(), steps: game.steps, settled: game.tape_from }
    }

    /// What has been decided since, if it is not so much that a whole save is better. A light game has to be saved whole:
    /// deciding it again would tell what it has forgotten.
    pub fn piece(&mut self, game: &Game) -> Option<Vec<u8>> {
        let since = game.log.len().saturating_sub(self.inputs);
        if game.light || since > MOST {
            return None;
        }
        let piece = Piece {
            kept: self.settled,
            inputs: Cow::Borrowed(&game.log[self.settled..]),
            steps: game.steps - self.steps,
            tape_from: game.tape_from,
            prompts: Cow::Borrowed(&game.prompts),
            numbers: Cow::Borrowed(&game.numbers),
            leaving: game.leaving.clone(),
            barred: Cow::Borrowed(&game.barred),
            stopped_at: game.stopped_at,
            unchecked: game.mark.unchecked,
            idle: game.mark.idle,
            spent: game.mark.spent,
        };
        let mut bytes = postcard::to_extend(&piece, vec![0; HEAD]).ok()?;
        let length = u32::try_from(bytes.len() - HEAD).ok()?;
        self.link = linked(&self.link, &bytes[HEAD..]);
        self.settled = game.tape_from;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes[4..HEAD].copy_from_slice(&self.link);
        Some(bytes)
    }
}

/// What a game has besides its state and its trace, with as much of the log as the save before it does not have.
#[derive(Serialize, Deserialize)]
struct Piece<'a> {
    /// How many inputs of the save before it still stand.
    kept: usize,
    /// Those behind them.
    inputs: Cow<'a, [Input]>,
    /// How many steps were done since the whole save.
    steps: u64,
    tape_from: usize,
    prompts: Cow<'a, [Prompt]>,
    numbers: Cow<'a, PromptNumbers>,
    leaving: SmallVec<[PlayerId; 2]>,
    barred: Cow<'a, [(Handle, u16)]>,
    stopped_at: Option<(u32, u64)>,
    unchecked: Due,
    idle: u32,
    spent: Spent,
}

/// The hash of a chain and a piece more.
fn linked(link: &[u8; 32], piece: &[u8]) -> [u8; 32] {
    *blake3::Hasher::new_keyed(link).update(piece).finalize().as_bytes()
}

/// Takes the first piece off some bytes behind a chain with this hash.
fn next_piece<'a>(bytes: &mut &'a [u8], link: &mut [u8; 32]) -> Option<Piece<'a>> {
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    let length = u32::from_le_bytes(head[..4].try_into().ok()?);
    let (piece, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *link = linked(link, piece);
    if head[4..] != *link {
        return None;
    }
    *bytes = rest;
    postcard::from_bytes(piece).ok()
}

impl Ruleset {
    /// The game of a whole save with this hash, with all that the pieces behind it hold.
    pub(super) fn with_pieces(&self, mut whole: Game, mut link: [u8; 32], mut bytes: &[u8]) -> Result<Game, LoadError> {
        let mut log = whole.log.clone();
        let mut last = None;
        while !bytes.is_empty() {
            let mut piece = next_piece(&mut bytes, &mut link).ok_or(LoadError::Corrupt)?;
            if piece.kept < whole.tape_from || piece.kept > log.len() {
                return Err(unlike());
            }
            log.truncate(piece.kept);
            log.extend(std::mem::take(piece.inputs.to_mut()));
            last = Some(piece);
        }
        let Some(last) = last else { return Ok(whole) };
        let decided =
            log.get(..last.tape_from).filter(|decided| whole.tape_from <= decided.len()).ok_or_else(unlike)?;
        whole.log.truncate(whole.tape_from);
        whole.prompts.clear();
        whole.stopped_at = None;
        // Who was leaving leaves where the log says so.
        whole.leaving.clear();
        whole.complete(self.rules());
        let again = self.decided_again(whole, decided, last.steps).ok_or_else(unlike)?;
        let mut game = Game::default();
        (game.state, game.setup, game.trace, game.log) = (again.state, again.setup, again.trace, log);
        (game.tape_from, game.prompts) = (last.tape_from, last.prompts.into_owned());
        (game.numbers, game.leaving) = (last.numbers.into_owned(), last.leaving);
        (game.barred, game.stopped_at) = (last.barred.into_owned(), last.stopped_at);
        (game.unchecked, game.idle, game.spent) = (last.unchecked, last.idle, last.spent);
        (game.set_off, game.handle_key) = (again.set_off, again.handle_key);
        Ok(game)
    }

    /// A game after so many steps more, in which exactly these inputs are decided; `None` if they do not fit.
    fn decided_again(&self, game: Game, log: &[Input], steps: u64) -> Option<Game> {
        let mut replaying = self.replaying(&self.host(), game, log, None);
        while replaying.game().steps < steps || replaying.game().log.len() < log.len() {
            if !replaying.step() {
                return None;
            }
        }
        let game = replaying.into_game();
        let same = game.log.len() == log.len() && game.log.iter().zip(log).all(|(own, said)| is_same(own, said));
        (same && game.steps == steps && game.tape_from == log.len()).then_some(game)
    }
}

/// Whether two inputs are the same decision. Of a simultaneous question, whose answers come from the same log, numbers of
/// prompts and of changes depend on how often a branch was run.
fn is_same(one: &Input, other: &Input) -> bool {
    let seats = |branches: &[Branch]| branches.iter().map(|branch| branch.seat).collect::<SmallVec<[Seat; 8]>>();
    match (one, other) {
        (Input::Together(hash, one), Input::Together(same, other)) => hash == same && seats(one) == seats(other),
        _ => one == other,
    }
}

fn unlike() -> LoadError {
    LoadError::Forged("a piece of it does not fit the game before it".to_string())
}
