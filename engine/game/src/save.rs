//! Saving and loading: what the game began with, the state at the mark, the trace up to it, the log. The journal is not saved.
//! [Pieces](super::pieces) may follow.

use super::load::Ruleset;
use cardwright_kernel::ids::{Handle, PlayerId};
use cardwright_kernel::questions::{Input, Prompt};
use cardwright_kernel::setup::Setup;
use cardwright_kernel::state::{Game, SetOff, Spent, State};
use cardwright_kernel::table::Table;
use cardwright_kernel::text::short_hash;
use cardwright_kernel::trace::Fact;
use cardwright_kernel::values::PromptNumbers;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// The version of the format; a save of another version is refused.
pub const FORMAT: u16 = 13;

const MAGIC: &[u8; 4] = b"CWSV";
/// Where the hash of what follows the head ends, behind mark, format and the hash of the packs.
const HASHED: usize = 4 + 2 + 32 + 32;
/// The same, and how long it is without its pieces.
const HEAD: usize = HASHED + 8;

/// A [`Game`] at its mark, as it is written: field by field the same.
#[derive(Serialize)]
struct Saved<'a> {
    state: &'a State,
    setup: Option<&'a Setup>,
    trace: &'a [Fact],
    log: &'a [Input],
    tape_from: usize,
    prompts: &'a [Prompt],
    numbers: &'a PromptNumbers,
    leaving: &'a [PlayerId],
    barred: &'a [(Handle, u16)],
    stopped_at: Option<(u32, u64)>,
    unchecked: u64,
    idle: u32,
    spent: Spent,
    set_off: SetOff,
    handle_key: [u8; 32],
}

impl<'a> Saved<'a> {
    fn of(game: &'a Game, state: &'a State) -> Self {
        Self {
            state,
            setup: game.setup(),
            trace: &game.trace[..game.mark.facts],
            log: &game.log,
            tape_from: game.tape_from,
            prompts: &game.prompts,
            numbers: &game.numbers,
            leaving: &game.leaving,
            barred: &game.barred,
            stopped_at: game.stopped_at,
            unchecked: game.mark.unchecked,
            idle: game.mark.idle,
            spent: game.mark.spent,
            set_off: game.mark.set_off,
            handle_key: game.handle_key,
        }
    }
}

/// Why a save cannot be loaded. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// It is no save at all.
    NoSave,
    /// It was written in another version of the format.
    Format(u16),
    /// It was written with other versions of the packs.
    OtherPacks,
    /// It is cut off or was changed.
    Corrupt,
    /// It was put together by something else: it holds what no game can hold.
    Forged(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSave => f.write_str("this is not a save of a game"),
            Self::Format(version) => {
                write!(
                    f,
                    "this save has format {version}, but this version of Cardwright reads format {FORMAT}: continue the \
                     game with the version that wrote it"
                )
            }
            Self::OtherPacks => f.write_str(
                "this save is of another game, or was made with other versions of the packs: continue it with those",
            ),
            Self::Forged(what) => write!(f, "this save does not describe a playable game: {what}"),
            Self::Corrupt => f.write_str("this save is damaged: it was cut off or changed"),
        }
    }
}

impl std::error::Error for LoadError {}

impl Ruleset {
    pub(crate) fn save(&self, game: &Game) -> Vec<u8> {
        let state = match game.is_at_mark() {
            true => Cow::Borrowed(game.state()),
            false => Cow::Owned(game.state_at_mark(self.rules())),
        };
        let mut bytes = Vec::with_capacity(HEAD + 16 * (state.entities().count() + game.mark.facts));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&self.rules().hash);
        bytes.extend_from_slice(&[0; HEAD - 38]);
        let mut bytes = postcard::to_extend(&Saved::of(game, &state), bytes).unwrap_or_default();
        if bytes.len() > HEAD {
            let length = (bytes.len() - HEAD) as u64;
            let hash = blake3::hash(&bytes[HEAD..]);
            bytes[38..HASHED].copy_from_slice(hash.as_bytes());
            bytes[HASHED..HEAD].copy_from_slice(&length.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn load(&self, bytes: &[u8]) -> Result<Game, LoadError> {
        let (payload, pieces) = self.divided(bytes)?;
        let hash = blake3::hash(payload);
        if hash.as_bytes() != &bytes[38..HASHED] {
            return Err(LoadError::Corrupt);
        }
        let (whole, rest) = postcard::take_from_bytes::<Game>(payload).map_err(|_| LoadError::Corrupt)?;
        if !rest.is_empty() {
            return Err(LoadError::Corrupt);
        }
        let whole = self.checked(whole)?;
        if pieces.is_empty() {
            return Ok(whole);
        }
        self.checked(self.with_pieces(whole, *hash.as_bytes(), pieces)?)
    }

    pub(crate) fn fingerprint(&self, game: &Game) -> u64 {
        fingerprint(game.state())
    }

    pub(crate) fn keep_fingerprints(&self, table: &mut Table) {
        table.keep_fingerprints(fingerprint);
    }
}

/// The hash by which a piece is chained to a whole save.
pub(super) fn link_of(whole: &[u8]) -> [u8; 32] {
    whole.get(38..HASHED).and_then(|hash| hash.try_into().ok()).unwrap_or_default()
}

impl Ruleset {
    /// A whole save without its head, and the pieces behind it.
    fn divided<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), LoadError> {
        if bytes.len() < HASHED || &bytes[..4] != MAGIC {
            return Err(if bytes.starts_with(MAGIC) { LoadError::Corrupt } else { LoadError::NoSave });
        }
        let version = u16::from_le_bytes([bytes[4], bytes[5]]);
        if version != FORMAT {
            return Err(LoadError::Format(version));
        }
        if bytes[6..38] != self.rules().hash {
            return Err(LoadError::OtherPacks);
        }
        let length = bytes.get(HASHED..HEAD).and_then(|length| length.try_into().ok()).map(u64::from_le_bytes);
        let length = length.and_then(|length| usize::try_from(length).ok());
        length.and_then(|length| bytes[HEAD..].split_at_checked(length)).ok_or(LoadError::Corrupt)
    }

    /// A game from outside, complete, if it is one that can be played.
    fn checked(&self, mut game: Game) -> Result<Game, LoadError> {
        game.check_valid(self.rules()).map_err(|what| LoadError::Forged(what.to_string()))?;
        game.complete(self.rules());
        match game.check_invariants(self.rules()).into_iter().next() {
            Some(broken) => Err(LoadError::Forged(broken)),
            None => Ok(game),
        }
    }
}

fn fingerprint(state: &State) -> u64 {
    short_hash(&postcard::to_stdvec(state).unwrap_or_default())
}
