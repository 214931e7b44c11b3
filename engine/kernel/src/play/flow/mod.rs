//! The flow of a game: the agenda, one step after another, each a transaction; pending, answering, undoing, leaving.

mod calls;
mod checks;
mod inputs;
mod leaving;
mod loops;
mod repetition;
mod results;
mod transaction;

use crate::model::agenda::{Announcement, Step, Trigger};
use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::ids::{Handle, PlayerId, Players, WindowId, Word};
use crate::model::prompt::AnswerError;
use crate::model::result::Outcome;
use crate::model::state::State;
use crate::model::tape::Input;
use crate::model::trace::{FactKind, Named};
use crate::model::value::Value;
use crate::play::call::{Arg, Fault, Stop};
use crate::play::faults;
use crate::play::limits::shortened;
use crate::play::operations::ignore_fault;
use crate::play::savepoint::Savepoint;
use crate::play::session::Table;
use std::fmt;
use std::sync::Arc;

/// How often state checks may run one after another before that counts as a fault. A row of cards of which each falls
/// because the one before it has takes a round for each.
pub const CHECKS: u32 = 4_000;

/// How many steps may be done without anybody deciding anything before that counts as a fault: a game that goes on
/// for so long by itself goes round in circles. A thousand uses within uses take 3,000 steps.
pub const IDLE: u32 = 4_000;

/// The state of a game after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A seat must answer before it goes on.
    Waiting,
    /// Chance must be answered from outside before it goes on.
    Chance,
    /// The game is over.
    Over,
}

/// Why an answer was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// No open prompt has that number: the answer comes too late.
    Late,
    /// The answer does not fit the prompt.
    Answer(AnswerError),
    /// The action can no longer be given up.
    Stands,
    /// There is nothing to undo.
    Nothing,
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("that question is no longer open"),
            Self::Answer(unfit) => write!(f, "that does not answer this question: {unfit}"),
            Self::Stands => f.write_str("it can no longer be given up: something was asked, rolled or shown"),
            Self::Nothing => f.write_str("there is nothing to take back"),
        }
    }
}

impl std::error::Error for ActionError {}

impl Table {
    /// Plays on until somebody must answer or the game is over.
    pub fn advance(&mut self) -> Progress {
        self.advance_until(|_| false).unwrap_or(Progress::Waiting)
    }

    /// Plays on as [`Table::advance`] does, or until the state between two steps is as it is wanted: `None` then.
    pub fn advance_until(&mut self, reached: impl Fn(&State) -> bool) -> Option<Progress> {
        loop {
            if self.game.prompts.is_empty()
                && self.game.chance.is_none()
                && self.state().outcome.is_none()
                && reached(self.state())
            {
                return None;
            }
            if let Some(progress) = self.step() {
                return Some(progress);
            }
        }
    }

    /// One step of the agenda, as a transaction. `None` if the game can go on at once.
    pub fn step(&mut self) -> Option<Progress> {
        if self.state().outcome.is_some() {
            self.game.prompts.clear();
            return Some(Progress::Over);
        }
        if !self.game.prompts.is_empty() || self.game.chance.is_some() {
            return Some(self.waits_for());
        }
        self.begin_transaction();
        let before = self.savepoint();
        if self.game.idle >= IDLE || self.used_up(1).is_some() {
            self.break_circle();
        } else if self.loops() {
            self.break_loop();
        }
        if let Some(why) = self.is_too_long() {
            self.end_without_winner(why);
        }
        if self.state().outcome.is_some() {
            self.commit();
            return None;
        }
        match self.run_step().and_then(|()| self.within_limits()) {
            Ok(()) => {
                self.settle_control();
                self.commit();
            }
            // Leaving is an input of its own between two steps; this step runs again after it.
            Err(Stop::Pending) if self.run.leaves_first => {
                self.rewind();
                let leaving = std::mem::take(&mut self.game.leaving);
                self.game.log.push(Input::leave(leaving.into_iter().fold(Players::NONE, Players::with)));
            }
            Err(Stop::Pending) => return Some(self.waits_for()),
            Err(Stop::Illegal(against)) => {
                let used = self.run.illegal_use.map(|(card, _)| card);
                self.withdraw_illegal();
                self.run.illegal = Some((against, used));
            }
            Err(Stop::Fault(fault)) => {
                self.fault_step(before, *fault);
                self.commit();
            }
        }
        None
    }

    const fn waits_for(&self) -> Progress {
        if self.game.chance.is_some() { Progress::Chance } else { Progress::Waiting }
    }

    /// A step failed outside of every script: nothing of it stays but its inputs, and a line that says so.
    fn fault_step(&mut self, before: Savepoint, fault: Fault) {
        self.fail_to(before);
        self.tell(FactKind::Faulted(None, fault.place, shortened(&fault.message)));
    }

    /// The game goes round in circles. What scripts have put on the agenda is dropped as soon as there is any; if
    /// that does not help, the game is over, and nobody has won.
    fn break_circle(&mut self) {
        self.run.depth = self.depth();
        let idle = self.game.idle;
        let spent = self.used_up(1).map_or_else(|| format!("for {idle} steps"), |what| format!("while {what}"));
        let steps = self.state().queue.iter().chain(&self.state().agenda);
        if let Some((who, what)) = steps.rev().find_map(|step| self.set_off(step)) {
            let fault = faults::goes_in_circles(spent, what);
            self.tell(FactKind::Faulted(who, None, fault.message.into()));
            self.drop_what_scripts_set_off();
        } else if idle >= 2 * IDLE || self.used_up(2).is_some() {
            self.end_without_winner(faults::turns_in_circles(spent).message);
        }
    }

    /// The game ends because it cannot go on for ever.
    fn end_without_winner(&mut self, why: String) {
        self.run.depth = self.depth();
        self.tell(FactKind::Faulted(None, None, why.into()));
        let why = crate::model::words::CIRCLE;
        self.conclude_with(Outcome { why, ..Outcome::default() });
    }

    /// What goes round in circles, and whose it is, if a step is there because a script put it on, and not because
    /// turns and items go on.
    fn set_off(&self, step: &Step) -> Option<(Option<Named>, String)> {
        match step {
            Step::Hook(name, _) => Some((None, format!("`{}`", self.rules.words.text(*name)))),
            Step::Announce(_, Announcement::Instructed(card, _)) => {
                Some((Some(self.named(card.id)), "using it".to_string()))
            }
            Step::Announce(player, Announcement::Copy(def)) => {
                Some((Some(self.named_definition(*def, *player)), "copying it".to_string()))
            }
            Step::Listener(source, ..) | Step::Trigger(Trigger { source, .. }) => {
                Some((Some(self.named(source.id)), "what sets it off".to_string()))
            }
            Step::Masked(event, ..) => {
                Some((None, format!("what listens for `{}`", self.rules.words.text(event.signal))))
            }
            Step::NextTurn
            | Step::BeginPhase(_)
            | Step::PhaseWindows(..)
            | Step::EndPhase(_)
            | Step::Window(_)
            | Step::Resolve(_)
            | Step::Finish(_)
            | Step::Leave(_)
            | Step::NextSeat(_)
            | Step::EndProcedure(_)
            | Step::Announce(_, Announcement::Chosen(..))
            | Step::Floor => None,
        }
    }

    /// Takes the steps off the agenda that scripts have put there.
    fn drop_what_scripts_set_off(&mut self) {
        self.drop_steps(0, |table, step| table.set_off(step).is_some());
        if !self.state().queue.is_empty() {
            let queue = self.state().queue.clone();
            self.change(Change::TakeQueue(queue.into()));
        }
    }

    /// Takes the steps off the agenda, from this place on, that are meant.
    pub(in crate::play) fn drop_steps(&mut self, from: usize, meant: impl Fn(&Self, &Step) -> bool) {
        for at in (from..self.state().agenda.len()).rev() {
            if meant(self, &self.state().agenda[at]) {
                let step = self.state().agenda[at].clone();
                self.change(Change::Pop { at: at as u32, step });
            }
        }
    }

    fn run_step(&mut self) -> Result<(), Stop> {
        self.settle_control();
        let leavers = self.game.log.get(self.game.tape_from).map_or(Players::NONE, Input::leavers);
        if !leavers.is_empty() && self.run.nested_flow == 0 {
            self.run.at += 1;
            self.run.depth = self.depth();
            self.run.counts_anew = true;
            return self.leave_together(Players::NONE, leavers);
        }
        if self.checks_due() {
            self.run.depth = self.depth();
            return self.check();
        }
        let Some(step) = self.state().agenda.last().cloned() else {
            self.push_step(Step::NextTurn);
            return Ok(());
        };
        if self.ends_by_loop(&step)? {
            return Ok(());
        }
        // A window stays on the agenda while it asks: it is replaced or taken off by what comes of the answer.
        if !matches!(step, Step::Window(_)) {
            self.pop_step();
        }
        self.run.depth = self.depth_of(&step);
        match step {
            Step::Window(open) => {
                // The one step that goes through rules while it changes the game.
                let rules = Arc::clone(&self.rules);
                self.window_step(&rules, open)
            }
            Step::NextTurn => self.next_turn(),
            Step::BeginPhase(phase) => self.begin_phase(phase),
            Step::PhaseWindows(phase, at) => self.phase_windows(phase, at),
            Step::EndPhase(phase) => self.end_phase(phase),
            Step::Resolve(item) => self.resolve(item),
            Step::Finish(item) => self.finish(item),
            Step::Announce(player, announcement) => self.announce_next(player, announcement),
            Step::Hook(name, value) => self.run_hook(name, value),
            Step::Listener(source, number, event) => self.call_deferred(source, number, event),
            Step::Trigger(trigger) => self.put_trigger(trigger),
            Step::Leave(player) => self.leave_together(Players::only(player), Players::NONE),
            Step::NextSeat(player) => {
                self.pass_to_next_seat(player);
                Ok(())
            }
            Step::EndProcedure(procedure) => {
                procedure.into_iter().for_each(|procedure| self.end_procedure(procedure));
                Ok(())
            }
            Step::Masked(event, when, asked) => self.ask_masked(event, when, asked),
            Step::Floor => Ok(()),
        }
    }

    fn run_hook(&mut self, name: Word, value: Carried) -> Result<(), Stop> {
        let Some(hook) = self.rules.named_hooks.iter().find(|(word, _)| *word == name).map(|(_, function)| *function)
        else {
            return Ok(());
        };
        // A card is the one that it has become.
        let now = value.one().and_then(Value::entity).map(|handle| self.arg_of(handle.id));
        self.room_for_a_call()?;
        ignore_fault(self.call(hook, &[now.unwrap_or(Arg::Carried(&value))]))
    }

    /// Puts a call of a ruleset's function on the agenda: it is its own step, after what runs now.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn call_next(&mut self, name: Word, value: Carried) -> Result<(), Stop> {
        self.refuse_if_pure("`next`")?;
        self.push_after_running(Step::Hook(name, value));
        Ok(())
    }

    /// Opens a window as a step of its own, after what runs now.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn open_window_next(&mut self, decl: WindowId, player: PlayerId) -> Result<(), Stop> {
        self.refuse_if_pure("opening a window")?;
        self.push_after_running(Step::Window(self.new_window(decl, Handle::NONE, player)));
        Ok(())
    }

    /// Puts on the agenda what comes when what runs now is done: when its item has been cleared away, and the windows that
    /// this opens have closed.
    pub(in crate::play) fn push_after_running(&mut self, step: Step) {
        let done = Step::Finish(self.cause());
        let agenda = &self.state().agenda;
        let at = agenda.iter().rposition(|step| *step == done).unwrap_or(agenda.len()) as u32;
        self.change(Change::Push { at, step });
    }
}
