//! What an embedder is told if something went wrong while a game was played on.

use super::load::Ruleset;
use super::seat::TraceLine;
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::AnswerError;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Progress;
use cardwright_kernel::trace::Fact;
use cardwright_report::Reporter;
use std::fmt;

/// What went wrong while a game was played on. The game is sound, and stands where `progress` says: a script that failed
/// has done nothing, and the game has gone on without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptFailure {
    /// Where the game stands now; `None` if the turn has come that was to be reached.
    pub progress: Option<Progress>,
    /// The scripts that failed, as the host's trace tells them: where, and why.
    pub faults: Vec<TraceLine>,
    /// Whose bot gave an answer that does not fit its prompt, and why it does not. The prompt is open now.
    pub unfit: Option<(Seat, AnswerError)>,
}

impl ScriptFailure {
    /// The trouble that there was, if there was any.
    pub(super) fn of(
        ruleset: &Ruleset,
        game: &Game,
        faults: &[Fact],
        unfit: Option<(Seat, AnswerError)>,
        progress: Option<Progress>,
    ) -> Option<Self> {
        if faults.is_empty() && unfit.is_none() {
            return None;
        }
        let reporter = Reporter { rules: ruleset.rules(), state: game.state(), reader: None, places: true };
        Some(Self { progress, faults: TraceLine::of(&reporter, faults, false), unfit })
    }
}

impl fmt::Display for ScriptFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults.iter().map(|fault| fault.text.clone());
        let unfit = self
            .unfit
            .map(|(seat, why)| format!("the bot of {} gave an answer that does not fit: {why}", seat.letter()));
        let all: Vec<String> = faults.chain(unfit).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for ScriptFailure {}
