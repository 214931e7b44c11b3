//! Running a ruling: the game and its prompter, step by step until the steps are over.

use super::claims::{self, ClaimContext};
use super::read::Ruling;
use super::responder::{Reply, Responder, RunRequest};
use super::steps::{Step, StepKind};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{Players, Seat};
use cardwright_kernel::problems::Problem;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Input, Prompt, Question};
use cardwright_kernel::rules::{AskOrder, Rules};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress, Table};
use cardwright_kernel::trace::{Fact, FactKind};
use cardwright_report::Reporter;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The game as it stands at the end.
    pub game: Game,
    /// The facts of the trace, with what was refused.
    pub facts: Vec<Fact>,
    /// How many of those there were after a decision, and the state's fingerprint then.
    pub fingerprints: Vec<(u32, u64)>,
    /// The trace as text.
    pub trace: String,
    /// What is wrong: a step that nobody can do, an open question, a claim that is not true.
    pub failures: Vec<Problem>,
}

/// Runs a ruling: every question is answered at once.
pub fn run(ruling: &Ruling, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Run {
    let mut play = Play::new(ruling, ruleset, host, Pace::AtOnce);
    play.play_out(&mut |_| {});
    play.finish()
}

/// Runs a ruling, and gives the game as it was when so many facts of its own had been told, also in the middle of a step.
pub fn run_to(ruling: &Ruling, ruleset: &Ruleset, host: &Rc<dyn Scripts>, facts: usize) -> Option<Game> {
    let mut play = Play::new(ruling, ruleset, host, Pace::AtOnce);
    play.table.keep_moment(facts);
    play.play_out(&mut |_| {});
    play.table.moment().cloned()
}

/// When questions are answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// While the script that asks is running.
    AtOnce,
    /// After the game was left waiting.
    Late,
    /// Like late; of several questions that are open at once, the last comes first.
    LastFirst,
}

/// A ruling that is being run.
pub(super) struct Play {
    /// The table.
    pub table: Table,
    responder: Rc<RefCell<Responder>>,
    pace: Pace,
    asides: Vec<RefusedAttempt>,
    expects_fault: bool,
    /// The turn in which it was last seen whether a script has failed.
    turn: Cell<u32>,
}

/// A fact beside the trace: what was refused, or the heading above it, and after how many facts.
#[derive(Clone)]
struct RefusedAttempt {
    after: usize,
    fact: Fact,
}

struct Prompter {
    responder: Rc<RefCell<Responder>>,
    pace: Pace,
    expects_fault: bool,
}

impl Decider for Prompter {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        // After a failure nothing more is answered: the game waits, and the ruling is over.
        if self.pace != Pace::AtOnce || !self.expects_fault && has_fault(game) {
            return None;
        }
        // Of several who are asked at once, the seat answers first of whom the step speaks: the run sees all of them.
        if asked.is_sealed() || is_at_once(asked, rules) {
            return None;
        }
        match self.responder.borrow_mut().reply(asked, game, rules) {
            Reply::Answer(answer) => Some(answer),
            Reply::Request(_) | Reply::End => None,
        }
    }

    fn chance(&mut self, asked: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        self.responder.borrow_mut().chance(asked, game, rules)
    }
}

/// Whether it is asked in a window that the first who acts ends.
fn is_at_once(asked: &Prompt, rules: &Rules) -> bool {
    matches!(asked.question, Question::Act { window, .. } if rules.windows[window.index()].order == AskOrder::AtOnce)
}

/// Whether a script has failed.
fn has_fault(game: &Game) -> bool {
    game.trace().iter().any(|fact| matches!(fact.what, FactKind::Faulted(..)))
}

impl Play {
    /// The table of a ruling, before its first step.
    pub fn new(ruling: &Ruling, ruleset: &Ruleset, host: &Rc<dyn Scripts>, pace: Pace) -> Self {
        let mut game = Game::new(ruleset.rules(), &ruling.setup);
        game.keep_log();
        let responder = Rc::new(RefCell::new(Responder::new(ruling, game.state())));
        let expects_fault = ruling.expects_fault;
        let prompter = Prompter { responder: Rc::clone(&responder), pace, expects_fault };
        let mut table = ruleset.table(host, game, Box::new(prompter));
        ruleset.keep_fingerprints(&mut table);
        let turn = Cell::new(table.state().turn().number);
        Self { table, responder, pace, asides: Vec::new(), expects_fault, turn }
    }

    /// The same play, to go on by itself; it answers at once.
    pub fn copy(&self, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Self {
        let responder = Rc::new(RefCell::new(self.responder.borrow().clone()));
        let expects_fault = self.expects_fault;
        let prompter = Prompter { responder: Rc::clone(&responder), pace: Pace::AtOnce, expects_fault };
        let table = ruleset.table(host, self.table.game().clone(), Box::new(prompter));
        let (asides, turn) = (self.asides.clone(), self.turn.clone());
        Self { table, responder, pace: Pace::AtOnce, asides, expects_fault, turn }
    }

    /// Puts another game on the table, for instance one that was loaded.
    pub fn put(&mut self, game: Game) {
        let decider = self.table.take_decider();
        self.table = self.table.table_for(game, decider);
    }

    /// What chance gave in these inputs, as far as a step named it, is given once more.
    pub fn repeat_chance(&mut self, inputs: &[Input]) {
        let branches = |input: &Input| match input {
            Input::Together(_, branches) => {
                let sealed = branches.iter().flat_map(|branch| branch.sealed.clone());
                sealed.chain(branches.iter().flat_map(|branch| branch.in_view.clone())).collect()
            }
            other => vec![other.clone()],
        };
        let given = inputs.iter().flat_map(branches).filter_map(|input| match input {
            Input::Chance(_, answer, generated) => Some((!generated).then_some(answer)),
            _ => None,
        });
        self.responder.borrow_mut().again = given.collect();
    }

    /// Plays until the steps are over, nobody can go on with them, or the game is over. `at_question` sees the table
    /// at every question for which the game waits.
    pub fn play_out(&mut self, at_question: &mut dyn FnMut(&mut Self)) {
        loop {
            let responder = Rc::clone(&self.responder);
            let turn = self.turn.get();
            let progress =
                self.table.advance_until(|state| state.turn().number != turn || responder.borrow().stops(state));
            let goes_on = match progress {
                _ if self.has_failed() => return,
                None if self.table.state().turn().number != turn => {
                    self.turn.set(self.table.state().turn().number);
                    true
                }
                None => self.between_steps(),
                Some(Progress::Waiting) => {
                    at_question(self);
                    self.answer()
                }
                Some(Progress::Over | Progress::Chance) => false,
            };
            if !goes_on {
                return self.end();
            }
        }
    }

    /// Whether a script has failed though nobody expects that: the ruling is over.
    fn has_failed(&self) -> bool {
        let mut responder = self.responder.borrow_mut();
        if self.expects_fault || responder.failure.is_some() {
            return false;
        }
        let game = self.table.game();
        let fault = game.trace().iter().find(|fact| matches!(fact.what, FactKind::Faulted(..)));
        let Some(fault) = fault else { return false };
        let reporter = Reporter::new(self.table.rules(), game.state());
        let problem = *responder.problem_of_last("script-failed", reporter.sentence(&fault.what));
        responder.failure = Some(problem.help("a ruling about a script that fails says `expects = \"fault\"`"));
        true
    }

    /// That no script has failed though the ruling expects it.
    fn expect_failure(&self) {
        let failed = has_fault(self.table.game());
        let mut responder = self.responder.borrow_mut();
        if self.expects_fault && !failed && responder.failure.is_none() {
            let message = "no script fails here: leave out `expects = \"fault\"`".to_string();
            responder.failure = Some(*responder.problem_of_last("fault-missing", message));
        }
    }

    fn end(&mut self) {
        if self.table.game().prompts().is_empty() {
            self.responder.borrow_mut().come_to_the_end(self.table.game(), self.table.rules());
            while self.check() {}
            self.responder.borrow_mut().end();
        }
        self.responder.borrow_mut().leave_open(self.table.game(), self.table.rules());
        self.expect_failure();
        let mut responder = self.responder.borrow_mut();
        if let (Some(problem), Some(against)) = (&mut responder.failure, self.table.illegal())
            && problem.code == "step-illegal"
        {
            let reporter = Reporter::new(self.table.rules(), self.table.game().state());
            problem.label = reporter.reason(against.reason);
        }
    }

    /// The game stands between two of its steps, where it was to stop.
    fn between_steps(&mut self) -> bool {
        let kind = self.responder.borrow().step().map(|step| step.kind.clone());
        match kind {
            Some(StepKind::Cannot(seat)) => {
                self.head_first_phase();
                self.refuse(seat)
            }
            Some(StepKind::Leaves(players)) => self.leave(players),
            Some(StepKind::GoOn(..)) => {
                self.responder.borrow_mut().done(self.table.game().state());
                true
            }
            _ => false,
        }
    }

    /// Answers the question for which the game waits.
    fn answer(&mut self) -> bool {
        let Some(prompt) = self.question() else { return false };
        let reply = self.responder.borrow_mut().reply(&prompt, self.table.game(), self.table.rules());
        match reply {
            Reply::Answer(answer) => self.table.answer(prompt.number, answer).is_ok(),
            Reply::Request(RunRequest::Refuse(seat)) if self.is_asked_later(&prompt, seat) => self.pass_over(&prompt),
            Reply::Request(RunRequest::Refuse(seat)) => self.refuse(seat),
            Reply::Request(RunRequest::Leave(players)) => self.leave(players),
            Reply::Request(RunRequest::Check) => self.check(),
            // The step that comes now speaks of that seat.
            Reply::Request(RunRequest::AskAnother) => true,
            Reply::Request(RunRequest::Withdraw) => {
                let withdrawn = self.table.withdraw(prompt.number).is_ok();
                self.responder.borrow_mut().withdrawn(self.table.game());
                withdrawn
            }
            Reply::End => false,
        }
    }

    /// The question that is answered next. Of several that are open at once any may come first.
    fn question(&self) -> Option<Prompt> {
        let prompts = self.table.game().prompts();
        let responder = self.responder.borrow();
        let state = self.table.game().state();
        let of_step =
            responder.step().and_then(|step| prompts.iter().find(|prompt| step.kind.is_about(prompt.seat, state)));
        // Where the first who acts ends the window, the order of the answers is the steps'.
        // A player may leave at any time, whoever is asked first.
        let leaves = responder.step().is_some_and(|step| matches!(step.kind, StepKind::Leaves(_)));
        let any = self.pace == Pace::LastFirst && !leaves && prompts.iter().all(Prompt::is_sealed);
        let last = prompts.iter().rev().find(|prompt| any && responder.answers(prompt.seat));
        last.or(of_step).or(prompts.first()).cloned()
    }

    fn is_asked_later(&self, prompt: &Prompt, seat: Seat) -> bool {
        // Of several who are asked at once, nobody is asked later.
        let is_asked_now = self.table.game().prompts().iter().any(|prompt| prompt.seat == seat);
        prompt.seat != seat && !is_asked_now && claims::is_asked_later(&self.table, &self.responder.borrow(), seat)
    }

    fn pass_over(&mut self, prompt: &Prompt) -> bool {
        let answer = self.responder.borrow_mut().pass_over(prompt, self.table.game(), self.table.rules());
        answer.is_some_and(|answer| self.table.answer(prompt.number, answer).is_ok())
    }

    /// Checks what the current step claims; false if that is not so, or it claims nothing.
    fn check(&mut self) -> bool {
        let Some(claim) = self.responder.borrow().claim() else { return false };
        // Answered from the last to the first, a claim between two answers meets another moment.
        if self.pace != Pace::LastFirst {
            let (trace, answered) = (self.trace(None), self.responder.borrow().answered());
            let checked = claim.check(&self.table, &ClaimContext { trace: &trace, answered: &answered });
            if let Err(message) = checked {
                let mut responder = self.responder.borrow_mut();
                responder.failure = Some(*responder.problem_of_claim(message));
                return false;
            }
        }
        self.responder.borrow_mut().checked();
        true
    }

    fn leave(&mut self, players: Players) -> bool {
        players.iter().for_each(|player| self.table.leave(player));
        self.responder.borrow_mut().done(self.table.game().state());
        true
    }

    /// What is refused in the phase in which the ruling begins, at its end, where nobody is asked, stands below the heading
    /// of that phase: otherwise it would seem to be refused in the phase that follows.
    fn head_first_phase(&mut self) {
        let is_heading = |fact: &Fact| matches!(fact.what, FactKind::Turn(..) | FactKind::Phase(_));
        let game = self.table.game();
        if game.trace().iter().chain(self.asides.iter().map(|aside| &aside.fact)).any(is_heading) {
            return;
        }
        let what = FactKind::Phase(game.state().turn().phase);
        let fact = Fact { depth: 0, what, cause: None, place: None, input: false };
        self.asides.push(RefusedAttempt { after: game.trace().len(), fact });
    }

    fn refuse(&mut self, seat: Seat) -> bool {
        let text = self.responder.borrow().step().map(|step| step.text.clone()).unwrap_or_default();
        let before = self.table.game().state().clone();
        let refused = claims::refused(&mut self.table, seat, &text);
        let mut responder = self.responder.borrow_mut();
        match refused {
            Ok(_) if before != *self.table.game().state() => {
                let message = "asking whether this is allowed changed the game".to_string();
                responder.failure = Some(*responder.problem("claim-untrue", message));
                false
            }
            Ok(fact) => {
                self.asides.push(RefusedAttempt { after: self.table.game().trace().len(), fact });
                responder.done(self.table.game().state());
                true
            }
            Err(message) => {
                responder.failure = Some(*responder.problem("claim-untrue", message));
                false
            }
        }
    }

    /// The step that could not be taken, if the play has failed at one.
    pub fn failed(&self) -> Option<Step> {
        let responder = self.responder.borrow();
        responder.step().filter(|_| responder.failure.is_some()).cloned()
    }

    /// The facts of the trace with what was refused, each where it was.
    pub fn facts(&self) -> Vec<Fact> {
        self.told().0
    }

    /// The facts with what was refused, and after how many of them each fingerprint was taken.
    fn told(&self) -> (Vec<Fact>, Vec<(u32, u64)>) {
        let mut facts = Vec::with_capacity(self.table.game().trace().len() + self.asides.len());
        let mut asides = self.asides.iter().peekable();
        let (mut prints, mut taken) = (self.table.fingerprints().peekable(), Vec::new());
        for (at, fact) in self.table.game().trace().iter().enumerate() {
            while let Some(aside) = asides.next_if(|aside| aside.after <= at) {
                facts.push(aside.fact.clone());
            }
            facts.push(fact.clone());
            while let Some((_, print)) = prints.next_if(|(after, _)| *after as usize == at + 1) {
                taken.push((facts.len() as u32, print));
            }
        }
        facts.extend(asides.map(|aside| aside.fact.clone()));
        (facts, taken)
    }

    /// The trace as text.
    pub fn trace(&self, reader: Option<Seat>) -> String {
        let reporter = Reporter { reader, ..Reporter::new(self.table.rules(), self.table.game().state()) };
        reporter.trace(&self.facts())
    }

    /// What the run gave.
    pub fn finish(self) -> Run {
        let trace = self.trace(None);
        let failures = self.responder.borrow().failure.iter().cloned().collect();
        let (facts, fingerprints) = self.told();
        Run { facts, fingerprints, trace, failures, game: self.table.game().clone() }
    }
}
