//! Simultaneous questions: several seats answer at once, each in a sealed dialogue of its own.
//!
//! A branch is run from the state at the question and undone when its seat has finished, or must be waited for; no
//! branch sees another. When every seat has finished or waits, the branches are opened in the declared order: run
//! once more, from the answers that were sealed, on what the branches before them have left. A seat that waits is
//! asked when its turn has come, with their changes in view. What comes of it depends on the answers alone, never on
//! when they came.

mod branch;
mod chosen;
mod inside;
mod said;

use crate::model::agenda::OpenWindow;
use crate::model::carried::Carried;
use crate::model::ids::{PlayerId, Seat};
use crate::model::rules::FunctionId;
use crate::model::tape::{Branch, BranchStage, Input, QuestionHash};
use crate::model::trace::FactKind;
use crate::play::call::{Arg, Stop, Wanted};
use crate::play::dialogue::{Dialogue, Said, Way};
use crate::play::faults;
use crate::play::session::Table;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A question to several seats at once.
#[derive(Clone, Copy, Debug)]
pub struct Together<'a> {
    /// Who is asked, in the order in which their branches are opened.
    pub players: &'a [PlayerId],
    /// What each seat's dialogue is.
    pub dialogue: DialogueKind<'a>,
    /// Whether a seat may wait for those before it instead of answering.
    pub may_wait: bool,
}

/// What the dialogues of a simultaneous question are.
#[derive(Clone, Copy, Debug)]
pub enum DialogueKind<'a> {
    /// A function that is given the player and this value.
    Function(FunctionId, &'a Carried),
    /// What the player does in a window in which all choose in secret, and where that lies on the agenda.
    Window(OpenWindow, u32),
}

impl Table {
    /// Asks several seats at once. Returns what the function returned for each of them, in their order; nothing where it
    /// failed.
    ///
    /// # Errors
    /// [`Stop::Pending`] while an answer is missing; a fault if a re-run asks something else than before.
    pub fn together(&mut self, asked: Together<'_>) -> Result<Vec<Carried>, Stop> {
        self.refuse_if_pure("a simultaneous question")?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        if self.run.branch.is_some() {
            return Err(faults::together_inside_together().into());
        }
        self.room_for_a_call()?;
        let present = self.state().present;
        let players: SmallVec<[PlayerId; 8]> =
            asked.players.iter().copied().filter(|player| present.has(*player)).collect();
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let asked = Together { players: &players, ..asked };
        let entry = self.begin_together(asked)?;
        let said = self.seal_branches(asked, entry)?;
        self.open_branches(asked, entry, said)
    }

    /// Finds the question on the tape, or puts it there.
    fn begin_together(&mut self, asked: Together<'_>) -> Result<usize, Stop> {
        if self.leaves_first() {
            return Err(Stop::Pending);
        }
        let hash = self.hash_of_together(asked);
        let entry = self.run.at;
        let before = self.game.log.get(self.game.tape_from + entry);
        match before.map(|input| matches!(input, Input::Together(before, _) if *before == hash)) {
            Some(same) => {
                if !same || !self.as_when_stopped() {
                    return Err(self.diverged("several seats were asked together", hash));
                }
            }
            None => {
                let seats = asked.players.iter().map(|player| self.game.state.acting_seat(*player));
                let seats: SmallVec<[Seat; 8]> = seats.collect();
                let branches = seats.into_iter().map(|seat| Branch::new(seat, self.game.numbers.spend(seat))).collect();
                self.game.log.push(Input::Together(hash, branches));
            }
        }
        self.run.at += 1;
        self.run.sealed |= asked.players.iter().any(|player| self.run.acting != Some(*player));
        Ok(entry)
    }

    fn hash_of_together(&self, asked: Together<'_>) -> QuestionHash {
        let mut hasher = rustc_hash::FxHasher::default();
        match asked.dialogue {
            DialogueKind::Function(function, value) => (self.rules.function_name(function), value).hash(&mut hasher),
            DialogueKind::Window(open, _) => open.hash(&mut hasher),
        }
        (asked.players, asked.may_wait).hash(&mut hasher);
        QuestionHash { changes: self.changes_since_mark() as u32, question: hasher.finish() }
    }

    // ---- sealed ----

    /// Runs every dialogue by itself and undoes it. Returns what was said in the dialogues that are finished.
    fn seal_branches(&mut self, asked: Together<'_>, entry: usize) -> Result<Vec<Vec<Said>>, Stop> {
        self.game.prompts.clear();
        let mut said: Vec<Option<Vec<Said>>> = vec![None; asked.players.len()];
        // Those that are finished need not run again before the last answer has come.
        for stage in [BranchStage::Open, BranchStage::Finished] {
            for (at, said) in said.iter_mut().enumerate() {
                if said.is_none() && self.stage_of(entry, at) == stage {
                    *said = self.run_sealed(asked, entry, at);
                }
            }
            if !self.game.prompts.is_empty() || self.game.chance.is_some() {
                self.game.stopped_at = Some((entry as u32, self.game.hash_of_changes()));
                self.run.stopped = true;
                return Err(Stop::Pending);
            }
        }
        Ok(said.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn run_sealed(&mut self, asked: Together<'_>, entry: usize, at: usize) -> Option<Vec<Said>> {
        let before = self.savepoint();
        let facts = self.game.trace.len();
        self.enter_branch(asked, entry, at, Way::Sealed, Vec::new());
        // A dialogue that fails is finished: it fails again, for all to see, when it is opened.
        let _ = self.call_branch(asked, at);
        let running = self.leave_branch()?;
        let stopped = std::mem::take(&mut self.run.stopped);
        if stopped {
            self.scripts.resume();
            self.show_inside(running.player, facts);
        }
        self.take_back_to(before);
        let stage = match stopped {
            false => BranchStage::Finished,
            true if running.waits => BranchStage::Waiting,
            true => BranchStage::Open,
        };
        self.game.branch_at(entry, at)?.stage = stage;
        (!stopped).then_some(running.said)
    }

    fn call_branch(&mut self, asked: Together<'_>, at: usize) -> Result<Carried, Stop> {
        let player = asked.players[at];
        match asked.dialogue {
            DialogueKind::Function(function, value) => {
                self.call_for(function, &[Arg::Player(player), Arg::Carried(value)], Wanted::Whole)
            }
            DialogueKind::Window(open, at) => self.choose_in_secret(open, at, player).map(|()| Carried::NOTHING),
        }
    }

    fn enter_branch(&mut self, asked: Together<'_>, entry: usize, branch: usize, way: Way, said: Vec<Said>) {
        let (player, may_wait) = (asked.players[branch], asked.may_wait && way == Way::Sealed);
        // What a dialogue ruled out before its seat waited says nothing about the one that runs now.
        self.forget_ruled_out(player);
        let running =
            Dialogue { player, entry, branch, at: 0, way, may_wait, waits: false, told: false, said, draws: None };
        self.run.branch = Some(running);
        self.game.branch = Some((self.game.tape_from + entry, branch, way == Way::Sealed));
    }

    fn leave_branch(&mut self) -> Option<Dialogue> {
        self.game.branch = None;
        self.run.branch.take()
    }

    // ---- opened ----

    /// Opens the branches in their order.
    fn open_branches(&mut self, asked: Together<'_>, entry: usize, said: Vec<Vec<Said>>) -> Result<Vec<Carried>, Stop> {
        for at in 0..asked.players.len() {
            if self.stage_of(entry, at) == BranchStage::Waiting {
                self.tell(FactKind::Waits(self.state().acting_seat(asked.players[at])));
            }
        }
        let mut values = Vec::with_capacity(said.len());
        for (at, said) in said.into_iter().enumerate() {
            if self.state().outcome.is_some() {
                values.push(Carried::NOTHING);
                continue;
            }
            let way = if self.stage_of(entry, at) == BranchStage::Waiting { Way::InView } else { Way::Opened };
            self.enter_branch(asked, entry, at, way, said);
            let value = self.call_branch(asked, at);
            self.leave_branch();
            values.push(match value {
                Ok(value) => value,
                Err(Stop::Fault(_)) => Carried::NOTHING,
                Err(stop) => return Err(stop),
            });
        }
        Ok(values)
    }
}
