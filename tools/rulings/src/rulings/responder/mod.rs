//! The prompter: finds for each question the answer that the steps of a ruling name.
//!
//! It is asked by the table's decider while the game runs, and by the run when a game waits; what only the run can
//! do (a claim that needs the table, leaving) it asks the run for as a [`RunRequest`].

mod follow;
mod questions;
mod sealed;

use super::answers::{self, QuestionInWords};
use super::claims::Claim;
use super::passing::{PassingSpan, is_at_rest};
use super::read::Ruling;
use super::steps::{Step, StepKind};
use cardwright_kernel::ids::{PhaseId, Players, Seat};
use cardwright_kernel::problems::Problem;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::{self, Game, State};
use cardwright_report::Reporter;
use follow::OpenLine;
use sealed::SealedLine;
use std::collections::VecDeque;

/// What the prompter says to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// This.
    Answer(Answer),
    /// First the run must do something.
    Request(RunRequest),
    /// Nothing: the steps are over, or something is wrong.
    End,
}

/// What only the run can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunRequest {
    /// Try what must be refused.
    Refuse(Seat),
    /// Let players leave, all at the same time.
    Leave(Players),
    /// Give up the action that the seat is in the middle of.
    Withdraw,
    /// See whether a claim is true.
    Check,
    /// Put the question of another seat, which is asked at the same time.
    AskAnother,
}

/// The steps, and how far they are done.
#[derive(Clone, Debug)]
pub(super) struct Responder {
    path: Box<str>,
    steps: Box<[Step]>,
    at: usize,
    /// The line of the use that is being announced.
    open_line: Option<OpenLine>,
    /// The line of a use that was chosen and is about to be written down.
    next_line: Option<OpenLine>,
    /// How many inputs of the trace were looked at.
    seen: usize,
    /// The next input of the trace is what was answered last.
    expects: bool,
    passing: Option<PassingSpan>,
    /// Seats that must not be asked before the next step, and the steps that say so.
    not_asked: Vec<(Seat, usize)>,
    /// Who has answered a question, and by which step, or while which one waited.
    answered: Vec<(Seat, usize)>,
    /// The step that the answer comes from.
    answering: usize,
    /// Turn and phase when the current step became that.
    since: (u32, PhaseId),
    generator: Generator,
    /// What chance gives once more, after an undo; nothing where it came from the generator.
    pub again: VecDeque<Option<Answer>>,
    /// How many questions were put.
    questions: u32,
    /// Steps that answered in a sealed dialogue, before their turn.
    sealed: Vec<usize>,
    /// The claim that is checked before its turn: one that stands before an answer of a sealed dialogue.
    checking: Option<usize>,
    /// The lines that will be written when those dialogues are opened.
    lines: Vec<SealedLine>,
    /// What is wrong.
    pub failure: Option<Problem>,
}

/// The largest number of questions that a ruling may need.
const MOST_QUESTIONS: u32 = 2_000;

type Outcome<T> = Result<T, Box<Problem>>;

impl Responder {
    /// The steps of a ruling, none of them done.
    pub fn new(ruling: &Ruling, state: &State) -> Self {
        Self {
            path: ruling.path.clone(),
            steps: ruling.steps.clone().into(),
            at: 0,
            open_line: None,
            next_line: None,
            seen: 0,
            expects: false,
            passing: None,
            not_asked: Vec::new(),
            answered: Vec::new(),
            answering: 0,
            since: (state.turn().number, state.turn().phase),
            generator: Generator::new(ruling.setup.seed.aside(0)),
            again: VecDeque::new(),
            questions: 0,
            sealed: Vec::new(),
            checking: None,
            lines: Vec::new(),
            failure: None,
        }
    }

    /// The step that is to be done next.
    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    /// What to say to a question.
    pub fn reply(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Reply {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS && self.failure.is_none() {
            let message = format!("this is not done after {MOST_QUESTIONS} questions");
            self.failure = Some(*self.problem("steps-endless", message));
        }
        if self.failure.is_some() {
            return Reply::End;
        }
        self.answering = self.at;
        let reply = self.reply_to(prompt, game, rules);
        if let Ok(Reply::Answer(_)) = &reply {
            self.answered.push((prompt.seat, self.answering));
        }
        reply.unwrap_or_else(|problem| {
            self.failure = Some(*problem);
            Reply::End
        })
    }

    fn reply_to(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Outcome<Reply> {
        self.follow(game, rules).and_then(|()| {
            let asked = QuestionInWords::new(prompt, Reporter::new(rules, game.state()));
            if prompt.is_sealed() {
                return self.sealed(&asked, game);
            }
            match prompt.question {
                Question::Act { .. } => self.act(&asked, game, rules),
                Question::Announce(_) => self.announce(&asked),
                Question::Choose(_) => self.choose(&asked, game),
            }
        })
    }

    /// What chance gives, if a step names it.
    pub fn chance(&mut self, question: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        if let Some(answer) = self.again.pop_front() {
            return answer;
        }
        if self.failure.is_some() || self.follow(game, rules).is_err() {
            return None;
        }
        if game.branch().is_some_and(|(_, _, sealed)| sealed) {
            return self.sealed_chance(question, game, rules);
        }
        self.leave_span(game);
        while let Some(StepKind::NotAsked(seat)) = self.step().map(|step| step.kind.clone()) {
            self.claim_not_asked(seat);
        }
        // What is claimed before this line waits for the next question.
        let ahead = self.steps[self.at..].iter().position(|step| !matches!(step.kind, StepKind::Claim(_)))?;
        let at = self.at + ahead;
        let StepKind::Chance(what, player, outcome) = &self.steps[at].kind else { return None };
        if **what != *rules.words.text(question.what) || *player != question.player {
            return None;
        }
        let reporter = Reporter::new(rules, game.state());
        let named = outcome.clone().map(|text| answers::outcome(question, &text, reporter, &mut self.generator));
        if let Some(Err(_)) = named {
            let options: Vec<String> = question.options.iter().map(|thing| reporter.thing(thing, None)).collect();
            let message = format!("chance gives {} of these, nothing else: {}", question.count, options.join(", "));
            self.failure = Some(*self.problem("step-unmatched", message));
            return None;
        }
        self.expects = true;
        match ahead {
            0 => self.done(game.state()),
            _ => self.seal(at),
        }
        named.and_then(Result::ok)
    }

    /// Whether the run is to stop between two steps of the game: a turn or phase has come, or a phase is about to
    /// end in which something must be refused.
    pub fn stops(&self, state: &State) -> bool {
        match self.step().map(|step| &step.kind) {
            Some(StepKind::GoOn(..)) => self.has_come(state),
            Some(StepKind::Cannot(_)) => {
                self.has_just_come() && matches!(state.agenda().last(), Some(state::Step::EndPhase(_)))
            }
            Some(StepKind::Leaves(_)) => self.at == 0,
            _ => false,
        }
    }

    /// Whether the step before says where the game has come to, or there is none: what is claimed then is claimed of
    /// that phase, even if nobody is asked in it. After other steps it is claimed of where the next question is put.
    fn has_just_come(&self) -> bool {
        let before = self.steps[..self.at.min(self.steps.len())].iter().rev().find(|step| !step.kind.is_claim());
        before.is_none_or(|step| matches!(step.kind, StepKind::GoOn(..)))
    }

    fn has_come(&self, state: &State) -> bool {
        let turn = state.turn();
        match self.step().map(|step| &step.kind) {
            Some(StepKind::GoOn(player, None)) => turn.player == *player && turn.number != self.since.0,
            Some(StepKind::GoOn(player, Some(phase))) => {
                turn.player == *player && turn.phase == *phase && (turn.number, turn.phase) != self.since
            }
            _ => false,
        }
    }

    /// The current step is done.
    pub fn done(&mut self, state: &State) {
        self.at += 1;
        self.skip_sealed();
        self.passing = None;
        self.not_asked.clear();
        self.since = (state.turn().number, state.turn().phase);
    }

    /// The current step has claimed what is true: what else waits for the next step that acts goes on waiting.
    pub fn claimed(&mut self) {
        self.at += 1;
        self.skip_sealed();
    }

    /// The claim that is to be checked now.
    pub fn claim(&self) -> Option<Claim> {
        match &self.steps.get(self.checking.unwrap_or(self.at))?.kind {
            StepKind::Claim(claim) => Some(claim.clone()),
            _ => None,
        }
    }

    /// That claim is true.
    pub fn checked(&mut self) {
        match self.checking.take() {
            Some(at) => self.seal(at),
            None => self.claimed(),
        }
    }

    /// That claim is not true.
    pub fn problem_of_claim(&self, message: String) -> Box<Problem> {
        self.problem_of(self.checking.unwrap_or(self.at), "claim-untrue", message)
    }

    /// The seats that have answered a question since the last step that acts began.
    pub fn answered(&self) -> Vec<Seat> {
        let acting = self.steps[..self.at.min(self.steps.len())].iter().rposition(|step| !step.kind.is_claim());
        let since = self.answered.iter().filter(|(_, at)| acting.is_none_or(|acting| *at >= acting));
        since.map(|(seat, _)| *seat).collect()
    }

    /// Passing is over once something else has happened in its window.
    fn leave_span(&mut self, game: &Game) {
        let passing = self.step().is_some_and(|step| step.kind == StepKind::AllPass);
        if passing && self.passing.as_ref().is_some_and(|span| !span.goes_on(game)) {
            self.done(game.state());
        }
    }

    /// The action was given up: its lines are gone.
    pub fn withdrawn(&mut self, game: &Game) {
        self.seen = self.seen.min(game.trace().iter().filter(|fact| fact.input).count());
        (self.open_line, self.next_line, self.expects) = (None, None, false);
        self.done(game.state());
    }

    /// How the run passes for a seat that is asked before the one that a step speaks of.
    pub fn pass_over(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let asked = QuestionInWords::new(prompt, Reporter::new(rules, game.state()));
        match self.pass(&asked) {
            Ok(Reply::Answer(answer)) => Some(answer),
            Ok(Reply::Request(_) | Reply::End) => None,
            Err(problem) => {
                self.failure = Some(*problem);
                None
            }
        }
    }

    /// Whether the open question still belongs to the span of passes in which the current step is looked for.
    pub fn is_in_span(&self, game: &Game) -> bool {
        self.passing.as_ref().is_some_and(|span| span.goes_on(game))
    }

    /// Nothing more will be asked: what was answered last is looked at.
    pub fn come_to_the_end(&mut self, game: &Game, rules: &Rules) {
        if self.failure.is_some() {
            return;
        }
        let result = self.follow(game, rules).and_then(|()| self.close_line());
        self.failure = result.err().map(|problem| *problem);
        if self.passing.is_some() && self.step().is_some_and(|step| step.kind == StepKind::AllPass) {
            self.done(game.state());
        }
        while self.step().is_some_and(|step| matches!(step.kind, StepKind::NotAsked(_) | StepKind::EndsHere)) {
            self.claimed();
        }
    }

    /// What is wrong if a seat is still asked: only what a player wants to do next, and what the last claims name, may
    /// stay open.
    pub fn leave_open(&mut self, game: &Game, rules: &Rules) {
        if self.failure.is_some() || is_at_rest(game) {
            return;
        }
        if let Some(prompt) = game.prompts().iter().find(|prompt| !self.leaves_open(prompt.seat)) {
            let asked = QuestionInWords::new(prompt, Reporter::new(rules, game.state()));
            self.failure = Some(*self.still_asked(&asked));
        }
    }

    /// What is wrong if a step is left.
    pub fn end(&mut self) {
        if self.failure.is_none() && self.step().is_some() {
            let message = "the game came to its end without this step".to_string();
            self.failure = Some(*self.problem("step-left", message));
        }
    }

    /// A problem of the current step, or of the last.
    pub fn problem(&self, code: &'static str, message: String) -> Box<Problem> {
        self.problem_of(self.at, code, message)
    }

    /// A problem of the last step that is done.
    pub fn problem_of_last(&self, code: &'static str, message: String) -> Box<Problem> {
        self.problem_of(self.at.saturating_sub(1), code, message)
    }

    fn problem_of(&self, step: usize, code: &'static str, message: String) -> Box<Problem> {
        let problem = Problem::new(code, &self.path, message);
        Box::new(match self.steps.get(step).or(self.steps.last()) {
            Some(step) => problem.at(step.span),
            None => problem,
        })
    }
}
