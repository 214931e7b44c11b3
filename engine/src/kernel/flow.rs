//! The flow of a game: the agenda, one step after another, each a transaction; pending, answering, undoing, leaving.

use super::change::Change;
use super::deed::forgive;
use super::ids::{Handle, Seat, Seats, Word};
use super::prompt::{Answer, Unfit};
use super::rules::Hook;
use super::state::{Outcome, State, Step};
use super::table::{Arg, Fault, Game, Mark, Run, Stop, Table};
use super::tape::Input;
use super::trace::{Fact, Named, Place, What};
use super::value::Value;

/// How deeply script calls may be inside of each other.
pub const NESTING: u32 = 8;

/// How often state checks may run one after another before that counts as a fault.
const CHECKS: u32 = 64;

/// How many steps may be done without anybody deciding anything before that counts as a fault: a game that goes on
/// for so long by itself goes round in a circle.
pub const IDLE: u32 = 2_000;

/// How a game stands after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A seat must answer before it goes on.
    Waiting,
    /// The game is over.
    Over,
}

/// Why an answer was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No open prompt has that number: the answer comes too late.
    Late,
    /// The answer does not fit the prompt.
    Unfit(Unfit),
    /// The action can no longer be given up.
    Stands,
    /// There is nothing to undo.
    Nothing,
}

impl Table {
    /// Plays on until somebody must answer or the game is over.
    pub fn advance(&mut self) -> Progress {
        self.advance_until(|_| false).unwrap_or(Progress::Waiting)
    }

    /// Plays on as [`Table::advance`] does, or until the state between two steps is as it is wanted: `None` then.
    pub fn advance_until(&mut self, reached: impl Fn(&State) -> bool) -> Option<Progress> {
        loop {
            if self.game.prompts.is_empty() && self.state().outcome.is_none() && reached(self.state()) {
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
        if !self.game.prompts.is_empty() {
            return Some(Progress::Waiting);
        }
        self.begin_transaction();
        if self.game.idle >= IDLE {
            self.break_circle();
        }
        if self.state().outcome.is_some() {
            self.commit();
            return None;
        }
        match self.run_step() {
            Ok(()) => self.commit(),
            Err(Stop::Pending) if self.run.leaves_first => {
                self.rewind();
                let player = self.game.leaving.remove(0);
                self.game.log.push(Input::Leave(player));
            }
            Err(Stop::Pending) => return Some(Progress::Waiting),
            Err(Stop::Illegal(reason)) => {
                self.withdraw_illegal();
                self.run.illegal = Some(reason);
            }
            Err(Stop::Fault(fault)) => {
                self.fault_step(self.game.mark, *fault);
                self.commit();
            }
        }
        None
    }

    /// A step failed outside of every script: nothing of it stays but its inputs, and a line that says so.
    fn fault_step(&mut self, from: Mark, fault: Fault) {
        self.undo_to(from.changes);
        self.keep_inputs_from(from.facts);
        self.tell(What::Faulted(None, fault.place, fault.message.into()));
    }

    /// The game goes round in a circle. What scripts have put on the agenda is dropped as soon as there is any; if
    /// that does not help, the game is over, and nobody has won.
    fn break_circle(&mut self) {
        let idle = self.game.idle;
        let steps = self.state().queue.iter().chain(&self.state().agenda);
        if let Some((who, what)) = steps.rev().find_map(|step| self.set_off(*step)) {
            let message = format!("nobody was asked anything for {idle} steps: {what} goes round in a circle");
            self.tell(What::Faulted(who, None, message.into()));
            self.drop_what_scripts_set_off();
        } else if idle >= 2 * IDLE {
            let message = format!("nobody was asked anything for {idle} steps: the turns go round in a circle");
            self.tell(What::Faulted(None, None, message.into()));
            let why = super::words::CIRCLE;
            self.change(Change::Outcome { before: None, after: Some(Outcome { winners: Seats::NONE, why }) });
            self.tell(What::Over(Seats::NONE, why));
        }
    }

    /// What goes round in a circle, and whose it is, if a step is there because a script put it on, and not because
    /// turns and items go on.
    fn set_off(&self, step: Step) -> Option<(Option<Named>, String)> {
        match step {
            Step::Hook(name, _) => Some((None, format!("`{}`", self.rules.words.text(name)))),
            Step::Copy(def, player) => Some((Some(self.named_definition(def, player)), "copying it".to_string())),
            Step::Listener(source, ..) => Some((Some(self.named(source.id)), "what sets it off".to_string())),
            Step::NextTurn
            | Step::BeginPhase(_)
            | Step::PhaseWindows(..)
            | Step::EndPhase(_)
            | Step::Window(_)
            | Step::Resolve(_)
            | Step::Finish(_)
            | Step::Leave(_)
            | Step::Floor => None,
        }
    }

    /// Takes the steps off the agenda that scripts have put there.
    fn drop_what_scripts_set_off(&mut self) {
        for at in (0..self.state().agenda.len()).rev() {
            let step = self.state().agenda[at];
            if self.set_off(step).is_some() {
                self.change(Change::Pop { at: at as u32, step });
            }
        }
        if !self.state().queue.is_empty() {
            let queue = self.state().queue.clone();
            self.change(Change::TakeQueue(queue.into()));
        }
    }

    fn begin_transaction(&mut self) {
        self.game.mark_here();
        let frames = std::mem::take(&mut self.run.frames);
        let computing = std::mem::take(&mut self.run.computing);
        let illegal = self.run.illegal;
        self.run = Run { frames, computing, illegal, ..Run::default() };
        self.run.frames.clear();
        self.run.computing.clear();
        self.scripts.begin();
    }

    fn commit(&mut self) {
        let mark = self.game.mark;
        if self.run.at > 0 {
            self.game.barred.clear();
        }
        self.game.marks.push(mark);
        // Only what this step has read or noted is behind it: an answer may still wait for the step after it.
        let behind = self.game.tape_from..self.game.tape_from + self.run.at;
        self.game.tape_from = behind.end;
        let decided = self.game.log[behind].iter().any(Input::is_decision);
        self.game.idle = if decided { 0 } else { self.game.idle + 1 };
        self.game.stopped_at = None;
        self.trim();
        self.game.mark_here();
    }

    /// Keeps the journal of the last steps only; further back, undo replays the log.
    fn trim(&mut self) {
        const KEPT: usize = 512;
        if self.game.marks.len() < 2 * KEPT {
            return;
        }
        let drop_to = self.game.marks[KEPT].changes;
        self.game.marks.drain(..KEPT);
        self.game.journal.drain(..drop_to);
        for mark in &mut self.game.marks {
            mark.changes -= drop_to;
        }
    }

    /// Back to the mark of the running step. What the state checks watch is then as it was.
    fn rewind(&mut self) {
        let mark = self.game.mark;
        self.undo_to(mark.changes);
        self.game.trace.truncate(mark.facts);
        self.game.unchecked = mark.unchecked;
        self.game.idle = mark.idle;
    }

    /// An action proved impossible: it never was, and it is not offered again before something else happens.
    fn withdraw_illegal(&mut self) {
        let first = self.used_since(self.game.mark.changes);
        self.rewind();
        let taken = (self.game.log.len() - self.game.tape_from) as u32;
        self.game.log.push(Input::Withdrawn(taken));
        self.game.tape_from = self.game.log.len();
        match first {
            Some(first) => self.game.barred.push(first),
            // Not an action of a player: the step cannot be repeated as it is, so it is dropped.
            None => {
                self.begin_transaction();
                self.pop_step();
                self.commit();
            }
        }
    }

    /// The use that was announced first since the journal was so long.
    fn used_since(&self, changes: usize) -> Option<(Handle, u16)> {
        let announced = self.game.journal[changes..].iter().find_map(|change| match change {
            Change::AddItem(item) if item.card != Handle::NONE => Some((item.card, item.use_index)),
            _ => None,
        });
        announced.map(|(card, number)| {
            let original = self.game.journal[changes..].iter().find_map(|change| match change {
                Change::Move { id, before, .. } if *id == card.id => Some(before.incarnation),
                _ => None,
            });
            (Handle { incarnation: original.unwrap_or(card.incarnation), ..card }, number)
        })
    }

    // ---- steps ----

    fn run_step(&mut self) -> Result<(), Stop> {
        if let Some(Input::Leave(player)) = self.game.log.get(self.game.tape_from)
            && self.run.nested_flow == 0
        {
            let player = *player;
            self.run.at += 1;
            return self.leave_now(player);
        }
        if self.checks_due() {
            return self.check();
        }
        let Some(step) = self.state().agenda.last().copied() else {
            self.push_step(Step::NextTurn);
            return Ok(());
        };
        match step {
            Step::Window(open) => return self.window_step(open),
            Step::NextTurn
            | Step::BeginPhase(_)
            | Step::PhaseWindows(..)
            | Step::EndPhase(_)
            | Step::Resolve(_)
            | Step::Finish(_)
            | Step::Copy(..)
            | Step::Hook(..)
            | Step::Listener(..)
            | Step::Leave(_)
            | Step::Floor => self.pop_step(),
        }
        match step {
            Step::NextTurn => self.next_turn(),
            Step::BeginPhase(phase) => self.begin_phase(phase),
            Step::PhaseWindows(phase, at) => self.phase_windows(phase, at),
            Step::EndPhase(phase) => self.end_phase(phase),
            Step::Resolve(item) => self.resolve(item),
            Step::Finish(item) => self.finish(item),
            Step::Copy(def, player) => self.announce_copy(def, player),
            Step::Hook(name, value) => self.run_hook(name, value),
            Step::Listener(source, number, happening) => self.call_deferred(source, number, happening),
            Step::Leave(player) => self.leave_now(player),
            Step::Window(_) | Step::Floor => Ok(()),
        }
    }

    fn run_hook(&mut self, name: Word, value: Value) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let Some(hook) = rules.named_hooks.iter().find(|(word, _)| *word == name).map(|(_, hook)| hook) else {
            return Ok(());
        };
        let arg = match value {
            Value::Player(seat) => Arg::Player(seat),
            Value::Entity(handle) => self.arg_of(handle.id),
            Value::Number(number) => Arg::Number(number),
            Value::Nothing | Value::Flag(_) | Value::Word(_) | Value::Players(_) => Arg::Game,
        };
        forgive(self.call(hook, &[arg]))
    }

    /// Runs the agenda down to where it is now: for windows that open inside a resolution.
    ///
    /// # Errors
    /// A stop from one of the steps.
    pub fn run_nested(&mut self, push: impl FnOnce(&mut Self)) -> Result<(), Stop> {
        self.refuse_if_pure("opening a window")?;
        if self.run.nested_flow >= NESTING || self.run.nesting >= NESTING {
            return Err(Fault::stop(format!("uses and windows are more than {NESTING} deep inside of each other")));
        }
        self.push_step(Step::Floor);
        let depth = self.state().agenda.len();
        let acting = self.run.acting.take();
        let causes = std::mem::take(&mut self.run.causes);
        self.run.nested_flow += 1;
        push(self);
        let mut result = if self.run.stopped { Err(Stop::Pending) } else { Ok(()) };
        while result.is_ok() && self.state().agenda.len() > depth && self.state().outcome.is_none() {
            let (changes, facts) = (self.game.journal.len(), self.game.trace.len());
            self.run.idle += 1;
            if self.run.idle > IDLE {
                let message = format!("nobody was asked anything for {IDLE} steps: what it sets off has no end");
                result = Err(Fault::stop(message));
                break;
            }
            result = match self.run_step() {
                Err(Stop::Pending) => Err(Stop::Pending),
                // What proves illegal never was; its seat is asked again, without that use. The answer stays on
                // the tape, because the step around it goes on.
                Err(Stop::Illegal(_)) => {
                    self.take_back(changes, facts);
                    Ok(())
                }
                Err(Stop::Fault(fault)) => {
                    self.fault_step(Mark { changes, facts, ..self.game.mark }, *fault);
                    Ok(())
                }
                Ok(()) => Ok(()),
            };
        }
        self.run.causes = causes;
        self.run.acting = acting;
        self.run.nested_flow -= 1;
        if result.is_ok() && self.state().agenda.last() == Some(&Step::Floor) {
            self.pop_step();
        }
        result
    }

    /// Undoes what a step inside a resolution did before it proved illegal. A step that is no use of a card leaves
    /// the agenda, so that it is not tried again for ever.
    fn take_back(&mut self, changes: usize, facts: usize) {
        let used = self.used_since(changes);
        self.undo_to(changes);
        self.game.trace.truncate(facts);
        self.run.acting = None;
        match used {
            Some(used) => self.run.barred.push(used),
            None => self.pop_step(),
        }
    }

    // ---- scripts ----

    /// Calls a function of a script, as a savepoint: if it faults, what it did is undone, its decisions and
    /// what chance gave stay in the trace, and one fault line follows.
    ///
    /// # Errors
    /// The stop of the script: a fault, or that a question is open.
    pub fn call(&mut self, hook: &Hook, args: &[Arg]) -> Result<Value, Stop> {
        self.call_at(hook, args, false)
    }

    /// Calls a function that belongs to the announcement of an action: it may also find that the action is
    /// impossible. Whoever announces it undoes it then.
    ///
    /// # Errors
    /// The stop of the script.
    pub(super) fn call_announcing(&mut self, hook: &Hook, args: &[Arg]) -> Result<Value, Stop> {
        self.call_at(hook, args, true)
    }

    fn call_at(&mut self, hook: &Hook, args: &[Arg], announcing: bool) -> Result<Value, Stop> {
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        if self.run.nesting >= NESTING {
            let message = format!("scripts set each other off more than {NESTING} deep");
            let fault = Box::new(Fault { message, place: self.run.place });
            self.tell_fault(&fault);
            return Err(Stop::Fault(fault));
        }
        let begin = Mark { changes: self.game.journal.len(), facts: self.game.trace.len(), ..self.game.mark };
        let (causes, frames, place) = (self.run.causes.len(), self.run.frames.len(), self.run.place);
        let frame = self.run.frames.last().copied();
        self.run.nesting += 1;
        let scripts = self.scripts.clone();
        let result = scripts.call(self, hook, args);
        self.run.nesting -= 1;
        let last = std::mem::replace(&mut self.run.place, place);
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        let fault = match result {
            Err(Stop::Fault(fault)) => fault,
            Err(Stop::Illegal(_)) if !announcing => {
                let message = "only while an action is announced can it prove impossible".to_string();
                Box::new(Fault { message, place: last })
            }
            other => return other,
        };
        self.undo_to(begin.changes);
        self.keep_inputs_from(begin.facts);
        self.run.causes.truncate(causes);
        self.run.frames.truncate(frames);
        // What the script made of the happening that it looks at does not count either.
        if let (Some(last), Some(frame)) = (self.run.frames.last_mut(), frame) {
            *last = frame;
        }
        self.tell_fault(&fault);
        Err(Stop::Fault(fault))
    }

    /// Writes a fault line. What may only look is asked over and over: it is told once in a step that it fails.
    fn tell_fault(&mut self, fault: &Fault) {
        self.run.faults += 1;
        let who = self.run.causes.last().and_then(|cause| cause.named);
        let what = What::Faulted(who, fault.place, fault.message.clone().into_boxed_str());
        let told = |facts: &[Fact]| facts.iter().any(|fact| fact.what == what);
        if self.run.pure == 0 || !self.game.trace.get(self.game.mark.facts..).is_some_and(told) {
            self.tell(what);
        }
    }

    fn keep_inputs_from(&mut self, facts: usize) {
        let tail: Vec<_> = self.game.trace.drain(facts..).filter(|fact| fact.input).collect();
        self.game.trace.extend(tail);
    }

    /// Where the verb that runs was called.
    pub fn at(&mut self, place: Option<Place>) {
        self.run.place = place;
    }

    // ---- state checks ----

    fn checks_due(&self) -> bool {
        let checked = self.game.unchecked || !self.state().queue.is_empty();
        let phase = &self.rules.phases[self.state().turn.phase.index()];
        checked && !phase.unchecked && !self.state().turn.before_first
    }

    /// Runs the state checks until none changes anything, then puts gathered triggers on the agenda.
    fn check(&mut self) -> Result<(), Stop> {
        self.settle()?;
        self.game.unchecked = false;
        if !self.state().queue.is_empty() && self.state().outcome.is_none() {
            let steps: Box<[Step]> = self.state().queue.clone().into();
            self.change(Change::TakeQueue(steps.clone()));
            for step in steps.iter().rev() {
                self.push_step(*step);
            }
            self.game.unchecked = false;
        }
        Ok(())
    }

    /// Runs the state checks until none changes anything. Checks that never come to rest are undone.
    fn settle(&mut self) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let begin = Mark { changes: self.game.journal.len(), facts: self.game.trace.len(), ..self.game.mark };
        let mut restless = "";
        for _ in 0..CHECKS {
            let round = self.game.journal.len();
            for check in &rules.checks {
                let before = self.game.journal.len();
                forgive(self.call(&check.hook, &[Arg::Game]))?;
                if self.state().outcome.is_some() {
                    return Ok(());
                }
                if self.game.journal.len() > before {
                    restless = &check.hook.name;
                }
            }
            self.end_what_no_longer_holds()?;
            if self.game.journal.len() == round {
                return Ok(());
            }
        }
        let message = format!(
            "the state checks do not come to rest: after {CHECKS} rounds, `{restless}` still changes something"
        );
        self.fault_step(begin, Fault { message, place: None });
        Ok(())
    }

    // ---- from outside ----

    /// Answers an open prompt; the game is then ready to be advanced.
    ///
    /// # Errors
    /// A refusal; nothing has changed.
    pub fn answer(&mut self, number: u32, answer: Answer) -> Result<(), Refusal> {
        let Some(prompt) = self.game.prompts.iter().find(|prompt| prompt.number == number) else {
            return Err(Refusal::Late);
        };
        prompt.shape.check(prompt.options.len(), &answer).map_err(Refusal::Unfit)?;
        let seat = prompt.seat;
        let print = super::tape::Print::of(prompt, self.changes_since_mark());
        self.game.prompts.clear();
        self.game.next_prompt += 1;
        self.run.illegal = None;
        self.rewind();
        self.game.log.push(Input::Answer(print, seat, answer));
        Ok(())
    }

    /// The seat gives up the action it is in the middle of.
    ///
    /// # Errors
    /// [`Refusal::Stands`] once another seat was asked, chance was used or something was revealed.
    pub fn withdraw(&mut self, number: u32) -> Result<(), Refusal> {
        let Some(prompt) = self.game.prompts.iter().find(|prompt| prompt.number == number) else {
            return Err(Refusal::Late);
        };
        if !prompt.withdrawable {
            return Err(Refusal::Stands);
        }
        self.game.prompts.clear();
        self.game.next_prompt += 1;
        self.rewind();
        self.game.stopped_at = None;
        let taken = (self.game.log.len() - self.game.tape_from) as u32;
        self.game.log.push(Input::Withdrawn(taken));
        self.game.tape_from = self.game.log.len();
        Ok(())
    }

    /// Takes the last decision back.
    ///
    /// # Errors
    /// [`Refusal::Nothing`] before the first decision that the journal still holds.
    pub fn undo(&mut self) -> Result<Input, Refusal> {
        self.game.prompts.clear();
        self.game.barred.clear();
        self.game.stopped_at = None;
        if self.game.journal.len() > self.game.mark.changes || self.game.trace.len() > self.game.mark.facts {
            self.rewind();
        }
        loop {
            if self.game.log.len() > self.game.tape_from {
                match self.game.log.pop() {
                    Some(input @ (Input::Answer(..) | Input::Together(..) | Input::Leave(_))) => {
                        return Ok(input);
                    }
                    Some(Input::Withdrawn(taken)) => {
                        let kept = self.game.log.len().saturating_sub(taken as usize);
                        self.game.log.truncate(kept);
                        continue;
                    }
                    Some(Input::Chance(..)) => continue,
                    None => return Err(Refusal::Nothing),
                }
            }
            let Some(mark) = self.game.marks.pop() else {
                return Err(Refusal::Nothing);
            };
            self.undo_to(mark.changes);
            self.game.trace.truncate(mark.facts);
            self.game.unchecked = mark.unchecked;
            self.game.idle = mark.idle;
            self.game.tape_from = mark.inputs;
            self.game.mark = mark;
        }
    }

    /// A player leaves: he concedes or drops out. Always accepted. It takes effect between two steps, before the next
    /// question that is the first of its step; until then his prompts take their default.
    pub fn leave(&mut self, player: Seat) {
        if !self.state().present.has(player) || self.game.leaving.contains(&player) {
            return;
        }
        self.game.leaving.push(player);
        if self.game.log.len() == self.game.tape_from {
            self.game.prompts.clear();
            self.game.next_prompt += 1;
            self.game.stopped_at = None;
            self.rewind();
            return;
        }
        let seats = self.seats_of(player);
        if let Some(prompt) = self.game.prompts.iter().find(|prompt| seats.has(prompt.seat)) {
            let (number, default) = (prompt.number, prompt.default.clone());
            if self.answer(number, default).is_err() {
                self.game.prompts.clear();
            }
        }
    }

    /// A player has lost: he leaves when the running step is done, and until then his prompts take their default.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn lose(&mut self, player: Seat) -> Result<(), Stop> {
        self.refuse_if_pure("lose")?;
        if self.state().present.has(player) && !self.state().is_leaving(player) {
            // Below the resolutions that are running: when the outermost is done.
            let agenda = &self.state().agenda;
            let at = agenda.iter().position(|step| *step == Step::Floor).unwrap_or(agenda.len()) as u32;
            self.change(Change::Push { at, step: Step::Leave(player) });
        }
        Ok(())
    }

    fn leave_now(&mut self, player: Seat) -> Result<(), Stop> {
        if !self.state().present.has(player) {
            return Ok(());
        }
        self.tell(What::Leaves(player));
        let rules = self.rules.clone();
        let before = self.state().present;
        self.change(Change::Present { before, after: before.without(player) });
        self.drop_windows_of(player);
        if let Some(hook) = &rules.left {
            forgive(self.call(hook, &[Arg::Player(player)]))?;
        }
        if self.state().turn.player == player && self.state().outcome.is_none() {
            self.end_running_phase()?;
        }
        Ok(())
    }

    fn drop_windows_of(&mut self, player: Seat) {
        for at in (0..self.state().agenda.len()).rev() {
            let step = self.state().agenda[at];
            if let Step::Copy(_, seat) = step
                && seat == player
            {
                self.change(Change::Pop { at: at as u32, step });
            }
        }
    }

    /// The game is over.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn end_game(&mut self, winners: Seats, why: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending the game")?;
        let before = self.state().outcome;
        if before.is_none() {
            self.change(Change::Outcome { before, after: Some(Outcome { winners, why }) });
            self.tell(What::Over(winners, why));
        }
        Ok(())
    }

    /// Puts a call of a ruleset's function on the agenda: it is its own step, after what runs now.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn call_next(&mut self, name: Word, value: Value) -> Result<(), Stop> {
        self.refuse_if_pure("`next`")?;
        // What a resolution puts on comes when its item has been cleared away, and the windows that this opens
        // have closed.
        let done = Step::Finish(self.cause());
        let agenda = &self.state().agenda;
        let at = agenda.iter().rposition(|step| *step == done).unwrap_or(agenda.len());
        self.change(Change::Push { at: at as u32, step: Step::Hook(name, value) });
        Ok(())
    }
}

impl Game {
    /// The mark is where the game stands now.
    fn mark_here(&mut self) {
        self.mark = Mark {
            changes: self.journal.len(),
            facts: self.trace.len(),
            inputs: self.tape_from,
            unchecked: self.unchecked,
            idle: self.idle,
        };
    }

    /// A copy that plays on by itself: the state at the mark and the tape, without the past.
    pub fn fork(&self, rules: &super::rules::Rules) -> Self {
        let mut state = self.state.clone();
        for change in self.journal[self.mark.changes.min(self.journal.len())..].iter().rev() {
            change.undo(rules, &mut state);
        }
        Self {
            state,
            trace: Vec::new(),
            log: self.log[self.tape_from..].to_vec(),
            tape_from: 0,
            prompts: Vec::new(),
            next_prompt: self.next_prompt,
            leaving: self.leaving.clone(),
            barred: self.barred.clone(),
            stopped_at: None,
            unchecked: self.mark.unchecked,
            idle: self.mark.idle,
            secret: self.secret,
            fingerprints: None,
            journal: Vec::new(),
            marks: Vec::new(),
            mark: Mark { unchecked: self.mark.unchecked, idle: self.mark.idle, ..Mark::default() },
        }
    }

    /// The game as it is saved: the state at the mark, the trace up to it, the tape.
    pub fn at_mark(&self, rules: &super::rules::Rules) -> Self {
        let mut game = Self { journal: Vec::new(), marks: Vec::new(), ..self.clone() };
        for change in self.journal[self.mark.changes.min(self.journal.len())..].iter().rev() {
            change.undo(rules, &mut game.state);
        }
        game.trace.truncate(self.mark.facts);
        game.unchecked = self.mark.unchecked;
        game.idle = self.mark.idle;
        game.mark = Mark {
            changes: 0,
            facts: game.trace.len(),
            inputs: game.tape_from,
            unchecked: game.unchecked,
            idle: game.idle,
        };
        game
    }
}
