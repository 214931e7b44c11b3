//! The prompter: finds for each question the answer that the steps of a ruling name.
//!
//! It is asked by the table's decider while the game runs, and by the run when a game waits; what only the run can
//! do (a claim that needs the table, leaving) it asks the run for as a [`Deed`].

use super::answers::{self, Asked};
use super::read::Ruling;
use super::spell::Miss;
use super::steps::{Kind, Step};
use super::stretch::{Stretch, is_at_rest, is_own_window};
use cardwright::base::{Problem, Span};
use cardwright::kernel::ids::{PhaseId, Seat};
use cardwright::kernel::prompt::{Answer, Prompt, Question};
use cardwright::kernel::rules::Rules;
use cardwright::kernel::state::{self, Generator, State};
use cardwright::kernel::table::{ChanceQuestion, Game};
use cardwright::kernel::trace::{Fact, What};
use cardwright::report::Reporter;

/// What the prompter says to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// This.
    Answer(Answer),
    /// First the run must do something.
    Deed(Deed),
    /// Nothing: the steps are over, or something is wrong.
    End,
}

/// What only the run can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// Try what must be refused.
    Refuse(Seat),
    /// Let a player leave.
    Leave(Seat),
    /// Give up the action that the seat is in the middle of.
    Withdraw,
}

/// The steps, and how far they are done.
pub(super) struct Cues {
    path: Box<str>,
    steps: Box<[Step]>,
    at: usize,
    /// What is left of the line of a use that is being announced.
    tail: Option<Tail>,
    /// The same for a use that was chosen and is about to be written down.
    next_tail: Option<Tail>,
    /// How many inputs of the trace were looked at.
    seen: usize,
    /// The next input of the trace is what was answered last.
    expects: bool,
    stretch: Option<Stretch>,
    not_asked: Vec<(Seat, usize)>,
    /// Turn and phase when the current step became that.
    since: (u32, PhaseId),
    generator: Generator,
    /// What is wrong.
    pub failure: Option<Problem>,
}

#[derive(Clone, Debug)]
struct Tail {
    step: usize,
    rest: String,
}

type Outcome<T> = Result<T, Box<Problem>>;

impl Cues {
    /// The steps of a ruling, none of them done.
    pub fn new(ruling: &Ruling, state: &State) -> Self {
        Self {
            path: ruling.path.clone(),
            steps: ruling.steps.clone().into(),
            at: 0,
            tail: None,
            next_tail: None,
            seen: 0,
            expects: false,
            stretch: None,
            not_asked: Vec::new(),
            since: (state.turn().number, state.turn().phase),
            generator: Generator::new(ruling.setup.seed),
            failure: None,
        }
    }

    /// The step that is to be done next.
    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    /// What to say to a question.
    pub fn reply(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Reply {
        if self.failure.is_some() {
            return Reply::End;
        }
        let reply = self.follow(game, rules).and_then(|()| {
            let asked = Asked::new(prompt, Reporter::new(rules, game.state()));
            match prompt.question {
                Question::Act { .. } => self.act(&asked, game, rules),
                Question::Announce(_) => self.announce(&asked, game),
                Question::Choose(_) => self.choose(&asked, game, rules),
            }
        });
        reply.unwrap_or_else(|problem| {
            self.failure = Some(*problem);
            Reply::End
        })
    }

    /// What chance gives, if a step names it.
    pub fn chance(&mut self, question: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        if self.failure.is_some() || self.follow(game, rules).is_err() {
            return None;
        }
        let step = self.steps.get(self.at)?;
        let Kind::Chance(what, seat, outcome) = &step.kind else { return None };
        if **what != *rules.words.text(question.what) || *seat != question.seat {
            return None;
        }
        let reporter = Reporter::new(rules, game.state());
        let answer = outcome.as_ref().map(|outcome| answers::outcome(question, outcome, reporter, &mut self.generator));
        self.expects = true;
        match answer {
            None => {
                self.done(game.state());
                None
            }
            Some(Ok(answer)) => {
                self.done(game.state());
                Some(answer)
            }
            Some(Err(_)) => {
                let options: Vec<String> = question.options.iter().map(|thing| reporter.thing(thing, None)).collect();
                let message = format!("chance cannot give that: {} of {}", question.count, options.join(", "));
                self.failure = Some(*self.problem("step-unmatched", message));
                None
            }
        }
    }

    /// Whether the run is to stop between two steps of the game: a turn or phase has come, or a phase is about to
    /// end in which something must be refused.
    pub fn stops(&self, state: &State) -> bool {
        match self.step().map(|step| &step.kind) {
            Some(Kind::GoOn(..)) => self.has_come(state),
            Some(Kind::Cannot(_)) => matches!(state.agenda().last(), Some(state::Step::EndPhase(_))),
            _ => false,
        }
    }

    fn has_come(&self, state: &State) -> bool {
        let turn = state.turn();
        match self.step().map(|step| &step.kind) {
            Some(Kind::GoOn(seat, None)) => turn.player == *seat && turn.number != self.since.0,
            Some(Kind::GoOn(seat, Some(phase))) => {
                turn.player == *seat && turn.phase == *phase && (turn.number, turn.phase) != self.since
            }
            _ => false,
        }
    }

    /// The current step is done.
    pub fn done(&mut self, state: &State) {
        self.at += 1;
        self.stretch = None;
        self.not_asked.clear();
        self.since = (state.turn().number, state.turn().phase);
    }

    /// The action was given up: its lines are gone.
    pub fn withdrawn(&mut self, game: &Game) {
        self.seen = self.seen.min(game.trace().iter().filter(|fact| fact.input).count());
        (self.tail, self.next_tail, self.expects) = (None, None, false);
        self.done(game.state());
    }

    /// What is wrong now that nothing more will be asked.
    pub fn end(&mut self, game: &Game, rules: &Rules) {
        if self.failure.is_some() {
            return;
        }
        let result = self.follow(game, rules).and_then(|()| self.close_tail()).and_then(|()| {
            if self.stretch.is_some() && matches!(self.step().map(|step| &step.kind), Some(Kind::AllPass)) {
                self.done(game.state());
            }
            match self.step() {
                None => Ok(()),
                Some(_) => Err(self.problem("step-left", "the game went on to its end without this step".to_string())),
            }
        });
        self.failure = result.err().map(|problem| *problem);
    }

    /// A problem of the current step, or of the last.
    pub fn problem(&self, code: &'static str, message: String) -> Box<Problem> {
        self.problem_of(self.at, code, message)
    }

    fn problem_of(&self, step: usize, code: &'static str, message: String) -> Box<Problem> {
        let span: Option<&Span> = self.steps.get(step).or(self.steps.last()).map(|step| &step.span);
        let problem = Problem::new(code, &self.path, message);
        Box::new(match span {
            Some(span) => problem.at(span),
            None => problem,
        })
    }

    // ---- what was written since the last question ----

    fn follow(&mut self, game: &Game, rules: &Rules) -> Outcome<()> {
        let inputs: Vec<&Fact> = game.trace().iter().filter(|fact| fact.input).collect();
        if inputs.len() < self.seen {
            let step = self.at.saturating_sub(1);
            let message = "this was taken back: it proved impossible while it was announced".to_string();
            return Err(self.problem_of(step, "step-illegal", message));
        }
        let reporter = Reporter::new(rules, game.state());
        for fact in &inputs[self.seen..] {
            self.see(&fact.what, reporter, game.state())?;
        }
        self.seen = inputs.len();
        Ok(())
    }

    fn see(&mut self, what: &What, reporter: Reporter<'_>, state: &State) -> Outcome<()> {
        let prompted = std::mem::take(&mut self.expects);
        if let What::Announces(phrase, things) = what {
            self.announced(&[None, Some(())].map(|owner| {
                let seat = self.announcer(state).filter(|_| owner.is_none());
                reporter.announces(*phrase, things, seat)
            }));
            return Ok(());
        }
        self.close_tail()?;
        if prompted {
            self.tail = self.next_tail.take();
            return Ok(());
        }
        self.unprompted(what, reporter, state);
        Ok(())
    }

    fn announcer(&self, state: &State) -> Option<Seat> {
        state.items().last().map(|item| item.player)
    }

    /// Takes what was announced from the line that announces it; the line may leave it out.
    fn announced(&mut self, spellings: &[String]) {
        let Some(tail) = &mut self.tail else { return };
        if let Some(rest) = spellings.iter().find_map(|spelling| tail.rest.strip_prefix(&**spelling)) {
            tail.rest = rest.to_string();
        }
    }

    fn close_tail(&mut self) -> Outcome<()> {
        match self.tail.take() {
            Some(Tail { step, rest }) if !rest.trim().is_empty() => {
                let message = format!("nothing that was announced is written `{}`", rest.trim());
                Err(self.problem_of(step, "step-unmatched", message))
            }
            _ => Ok(()),
        }
    }

    /// An input that nobody was asked for: the current step may be its line.
    fn unprompted(&mut self, what: &What, reporter: Reporter<'_>, state: &State) {
        let Some(Step { text, kind, .. }) = self.steps.get(self.at) else { return };
        let line = reporter.sentence(what);
        match what {
            What::Uses { .. } => {
                let Some(rest) = text.strip_prefix(&*line).filter(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
                else {
                    return;
                };
                self.tail = Some(Tail { step: self.at, rest: rest.to_string() });
                self.done(state);
            }
            What::Chooses(..) | What::Passes(..) if matches!(kind, Kind::Decision(_)) && **text == line => {
                self.done(state);
            }
            _ => {}
        }
    }

    // ---- the three kinds of question ----

    fn act(&mut self, asked: &Asked<'_>, game: &Game, rules: &Rules) -> Outcome<Reply> {
        self.close_tail()?;
        let before = self.stretch.take();
        let mut inside = before.as_ref().is_none_or(|stretch| stretch.goes_on(game));
        let known = before.as_ref().map(|stretch| stretch.asked.clone()).unwrap_or_default();
        self.stretch = before.filter(|_| inside).or_else(|| Stretch::begin(game));
        let seat = asked.prompt.seat;
        if let Some(stretch) = &mut self.stretch {
            stretch.asked.push((seat, asked.lines()));
        }
        loop {
            let Some(step) = self.steps.get(self.at) else {
                return if is_at_rest(game) { Ok(Reply::End) } else { Err(self.still_asked(asked)) };
            };
            match &step.kind {
                Kind::AllPass if !inside => inside = self.begin_again(game, asked),
                Kind::AllPass if is_own_window(game, rules) => {
                    let message = format!("only {0} is asked, what to do next: write `{0} passes`", seat.letter());
                    return Err(self.problem("step-unmatched", message));
                }
                Kind::AllPass => return self.pass(asked),
                Kind::GoOn(..) if self.has_come(game.state()) => inside = self.begin_again(game, asked),
                Kind::GoOn(..) => return Ok(Reply::Answer(asked.pass().unwrap_or(asked.prompt.default.clone()))),
                Kind::NotAsked(seat) => {
                    self.not_asked.push((*seat, self.at));
                    self.at += 1;
                }
                Kind::Offered(who, options) if *who == seat => {
                    let options = options.clone();
                    self.check_offered(asked, &options)?;
                    inside = self.begin_again(game, asked);
                }
                Kind::Cannot(who) => return Ok(Reply::Deed(Deed::Refuse(*who))),
                Kind::Leaves(who) => return Ok(Reply::Deed(Deed::Leave(*who))),
                Kind::Withdraws(who) if *who == seat && asked.prompt.withdrawable => {
                    return Ok(Reply::Deed(Deed::Withdraw));
                }
                Kind::Decision(_) | Kind::Offered(..) | Kind::Withdraws(_) | Kind::Chance(..) => {
                    let text = step.text.clone();
                    match asked.act(&text) {
                        Ok((answer, rest)) => return self.decide(asked, answer, Some(rest), game),
                        Err(Miss::Several(options)) => return Err(self.unclear(&options)),
                        Err(Miss::Unknown) => {}
                    }
                    let chance = matches!(step.kind, Kind::Chance(..));
                    if inside && !chance && !is_own_window(game, rules) && asked.pass().is_some() {
                        return self.pass(asked);
                    }
                    return Err(self.unmatched(asked, &known));
                }
            }
        }
    }

    fn announce(&mut self, asked: &Asked<'_>, game: &Game) -> Outcome<Reply> {
        if let Some(rest) = self.tail.as_ref().map(|tail| tail.rest.clone()).filter(|rest| !rest.trim().is_empty()) {
            return match asked.announced(&rest) {
                Ok(answer) => self.decide(asked, answer, None, game),
                Err(miss) => {
                    let step = self.tail.as_ref().map_or(self.at, |tail| tail.step);
                    let known = match miss {
                        Miss::Unknown => asked.lines(),
                        Miss::Several(options) => options,
                    };
                    let message = format!("`{}` can be announced as: {}", rest.trim(), known.join(" | "));
                    Err(self.problem_of(step, "step-unmatched", message))
                }
            };
        }
        match self.step().map(|step| &step.kind) {
            Some(Kind::Withdraws(seat)) if *seat == asked.prompt.seat && asked.prompt.withdrawable => {
                Ok(Reply::Deed(Deed::Withdraw))
            }
            Some(Kind::GoOn(..)) => Ok(Reply::Answer(asked.prompt.default.clone())),
            _ => {
                let step = self.tail.as_ref().map_or(self.at.saturating_sub(1), |tail| tail.step);
                let message = format!("this line must go on: {}", asked.question());
                Err(self.problem_of(step, "step-unmatched", message))
            }
        }
    }

    fn choose(&mut self, asked: &Asked<'_>, game: &Game, rules: &Rules) -> Outcome<Reply> {
        self.close_tail()?;
        let seat = asked.prompt.seat;
        loop {
            let Some(step) = self.steps.get(self.at) else { return Err(self.still_asked(asked)) };
            match &step.kind {
                Kind::AllPass if self.stretch.is_some() => self.done(game.state()),
                Kind::GoOn(..) if self.has_come(game.state()) => self.done(game.state()),
                Kind::GoOn(..) => return Ok(Reply::Answer(asked.prompt.default.clone())),
                Kind::NotAsked(seat) => {
                    self.not_asked.push((*seat, self.at));
                    self.at += 1;
                }
                Kind::Offered(who, options) if *who == seat => {
                    let options = options.clone();
                    self.check_offered(asked, &options)?;
                    self.done(game.state());
                }
                Kind::Cannot(who) => return Ok(Reply::Deed(Deed::Refuse(*who))),
                Kind::Leaves(who) => return Ok(Reply::Deed(Deed::Leave(*who))),
                Kind::Withdraws(who) if *who == seat && asked.prompt.withdrawable => {
                    return Ok(Reply::Deed(Deed::Withdraw));
                }
                Kind::Decision(_) | Kind::Offered(..) | Kind::Withdraws(_) | Kind::Chance(..) | Kind::AllPass => {
                    let text = step.text.clone();
                    return match asked.chosen(&text) {
                        Ok(answer) => self.decide(asked, answer, None, game),
                        Err(Miss::Several(options)) => Err(self.unclear(&options)),
                        Err(Miss::Unknown) => {
                            let _ = rules;
                            let message = format!("`{text}` is no answer to this: {}", asked.question());
                            Err(self.problem("step-unmatched", message))
                        }
                    };
                }
            }
        }
    }

    // ---- what is done with them ----

    /// The current step answers: a new step begins, and what follows a use on its line is kept. A line that is
    /// being announced goes on.
    fn decide(&mut self, asked: &Asked<'_>, answer: Answer, rest: Option<&str>, game: &Game) -> Outcome<Reply> {
        self.check_not_asked(asked)?;
        self.expects = true;
        if let Some(rest) = rest {
            self.next_tail = Some(Tail { step: self.at, rest: rest.to_string() });
        }
        if !matches!(asked.prompt.question, Question::Announce(_)) {
            self.done(game.state());
        }
        Ok(Reply::Answer(answer))
    }

    fn pass(&mut self, asked: &Asked<'_>) -> Outcome<Reply> {
        self.check_not_asked(asked)?;
        match asked.pass() {
            Some(answer) => {
                self.expects = true;
                Ok(Reply::Answer(answer))
            }
            None => Err(self.problem("step-unmatched", format!("nobody can pass here: {}", asked.question()))),
        }
    }

    /// How the run passes for a seat that is asked before the one whose turn it is.
    pub fn pass_over(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let asked = Asked::new(prompt, Reporter::new(rules, game.state()));
        match self.pass(&asked) {
            Ok(Reply::Answer(answer)) => Some(answer),
            Ok(Reply::Deed(_) | Reply::End) => None,
            Err(problem) => {
                self.failure = Some(*problem);
                None
            }
        }
    }

    /// Whether the open question still belongs to the stretch in which the current step is looked for.
    pub fn is_in_stretch(&self, game: &Game) -> bool {
        self.stretch.as_ref().is_some_and(|stretch| stretch.goes_on(game))
    }

    fn begin_again(&mut self, game: &Game, asked: &Asked<'_>) -> bool {
        self.done(game.state());
        self.stretch = Stretch::begin(game);
        if let Some(stretch) = &mut self.stretch {
            stretch.asked.push((asked.prompt.seat, asked.lines()));
        }
        true
    }

    fn check_not_asked(&self, asked: &Asked<'_>) -> Outcome<()> {
        match self.not_asked.iter().find(|(seat, _)| *seat == asked.prompt.seat) {
            Some((_, step)) => {
                let message = format!("{} is asked: {}", asked.prompt.seat.letter(), asked.question());
                Err(self.problem_of(*step, "claim-untrue", message))
            }
            None => Ok(()),
        }
    }

    fn check_offered(&self, asked: &Asked<'_>, options: &str) -> Outcome<()> {
        match super::claims::offered(asked, options) {
            Ok(()) => Ok(()),
            Err(message) => Err(self.problem("claim-untrue", message)),
        }
    }

    // ---- what is wrong ----

    fn still_asked(&self, asked: &Asked<'_>) -> Box<Problem> {
        let message = format!("the steps are over, and {} is still asked: {}", asked.prompt.seat.letter(), asked.question());
        self.problem("question-open", message)
    }

    fn unclear(&self, options: &[String]) -> Box<Problem> {
        self.problem("step-unclear", format!("this can be meant: {}", options.join(" | ")))
    }

    fn unmatched(&self, asked: &Asked<'_>, before: &[(Seat, Vec<String>)]) -> Box<Problem> {
        let text = self.step().map_or("", |step| &step.text);
        let here = (asked.prompt.seat, asked.lines());
        let all = before.iter().chain(std::iter::once(&here));
        let asked: Vec<String> =
            all.map(|(seat, lines)| format!("{} is asked, and may: {}", seat.letter(), lines.join(" | "))).collect();
        self.problem("step-unmatched", format!("no seat can `{text}`: {}", asked.join("; ")))
    }
}
