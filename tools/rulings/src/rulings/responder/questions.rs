//! The three kinds of question, each answered from the current step.

use super::follow::OpenLine;
use super::{Outcome, Reply, Responder, RunRequest};
use crate::rulings::answers::QuestionInWords;
use crate::rulings::claims::{self, Offer};
use crate::rulings::passing::{PassingSpan, is_at_rest, is_own_window};
use crate::rulings::spell::NoOption;
use crate::rulings::steps::{Step, StepKind};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::problems::Problem;
use cardwright_kernel::questions::Answer;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;

impl Responder {
    /// What a seat does now.
    pub(super) fn act(&mut self, asked: &QuestionInWords<'_>, game: &Game, rules: &Rules) -> Outcome<Reply> {
        self.close_line()?;
        let before = self.passing.take();
        let mut inside = before.as_ref().is_none_or(|span| span.goes_on(game));
        let known = Before::of(before.as_ref(), inside);
        self.passing = before.filter(|_| inside);
        self.note_asked(asked, game);
        let own = is_own_window(game, rules);

        loop {
            let Some(kind) = self.step().map(|step| step.kind.clone()) else {
                return match is_at_rest(game) {
                    _ if self.ends_at(asked.prompt.seat) => Ok(Reply::End),
                    true => Ok(Reply::End),
                    // The last step lets everything that waits come to its end.
                    false if self.ends_in_passing() && asked.pass().is_some() => self.pass(asked),
                    false => Err(self.still_asked(asked)),
                };
            };
            // The last step that acts lets everything that waits come to its end, before what is claimed of that.
            if self.ends_in_passing() && self.only_claims_are_left() && !is_at_rest(game) && asked.pass().is_some() {
                return self.pass(asked);
            }
            if let Some(request) = request(&kind, asked) {
                return Ok(Reply::Request(request));
            }
            if is_about_another(&kind, asked, game) {
                return Ok(Reply::Request(RunRequest::AskAnother));
            }
            match kind {
                StepKind::NotAsked(seat) => {
                    self.claim_not_asked(seat);
                    continue;
                }
                StepKind::AllPass if !inside => {}
                StepKind::AllPass if own => {
                    let seat = asked.prompt.seat.letter();
                    let message = format!("only {seat} is asked, what to do next: write `{seat} passes`");
                    return Err(self.problem("step-unmatched", message));
                }
                StepKind::AllPass => return self.pass(asked),
                StepKind::GoOn(..) if !self.has_come(game.state()) => {
                    return Ok(Reply::Answer(asked.pass().unwrap_or_else(|| asked.prompt.default.clone())));
                }
                StepKind::GoOn(..) => {}
                StepKind::EndsHere => return Ok(Reply::End),
                StepKind::Offered(seat, offer) if seat == asked.prompt.seat => {
                    self.check_offered(asked, &offer)?;
                    self.claimed();
                    inside = true;
                    continue;
                }
                StepKind::Decision(_)
                | StepKind::Offered(..)
                | StepKind::Claim(_)
                | StepKind::Chance(..)
                | StepKind::Withdraws(_)
                | StepKind::Cannot(_)
                | StepKind::Leaves(_) => {
                    if let Some(reply) = self.act_as_written(asked, game)? {
                        return Ok(reply);
                    }
                    let waits = matches!(kind, StepKind::Decision(_) | StepKind::Offered(..));
                    if inside && waits && !own && asked.pass().is_some() {
                        return self.pass(asked);
                    }
                    return Err(self.unmatched(asked, &known));
                }
            }
            self.done(game.state());
            self.note_asked(asked, game);
            inside = true;
        }
    }

    fn act_as_written(&mut self, asked: &QuestionInWords<'_>, game: &Game) -> Outcome<Option<Reply>> {
        let text = self.step().map(|step| step.text.clone()).unwrap_or_default();
        match asked.act(&text) {
            Ok((answer, rest)) => {
                self.next_line = Some(OpenLine { step: self.at, seat: asked.prompt.seat, rest: rest.to_string() });
                self.decide(asked, answer, game).map(Some)
            }
            Err(NoOption::Several(options)) => Err(self.unclear(&options)),
            Err(NoOption::Unknown) => Ok(None),
        }
    }

    /// What belongs to the announcement of a use: it stands on the line of the use.
    pub(super) fn announce(&mut self, asked: &QuestionInWords<'_>) -> Outcome<Reply> {
        let open_line = self.open_line.clone().filter(|open_line| !open_line.rest.trim().is_empty());
        if let Some(open_line) = open_line {
            return match asked.announced(&open_line.rest) {
                Ok(answer) => self.decide_announcement(asked, answer),
                Err(NoOption::Several(options)) => Err(self.unclear(&options)),
                Err(NoOption::Unknown) => {
                    let message = format!("`{}` is no answer to this: {}", open_line.rest.trim(), asked.question());
                    Err(self.problem_of(open_line.step, "step-unmatched", message))
                }
            };
        }
        match self.step().map(|step| (step.kind.clone(), request(&step.kind, asked))) {
            Some((StepKind::GoOn(..), _)) => Ok(Reply::Answer(asked.prompt.default.clone())),
            Some((StepKind::EndsHere, _)) => Ok(Reply::End),
            Some((_, Some(RunRequest::Check))) if self.only_the_end_is_left() => Ok(Reply::Request(RunRequest::Check)),
            Some((_, Some(request @ (RunRequest::Withdraw | RunRequest::Leave(_))))) => Ok(Reply::Request(request)),
            _ => Err(self.must_go_on(asked)),
        }
    }

    fn must_go_on(&self, asked: &QuestionInWords<'_>) -> Box<Problem> {
        let step = self.open_line.as_ref().map_or(self.at.saturating_sub(1), |open_line| open_line.step);
        let problem = self.problem_of(step, "step-unfinished", format!("this line must go on: {}", asked.question()));
        match asked.together() {
            Some(example) => Box::new(problem.help(format!("all of them stand on the line, as in `{example}`"))),
            None => problem,
        }
    }

    /// A question of a script.
    pub(super) fn choose(&mut self, asked: &QuestionInWords<'_>, game: &Game) -> Outcome<Reply> {
        self.close_line()?;
        loop {
            let Some(step) = self.step().cloned() else {
                return if self.ends_at(asked.prompt.seat) { Ok(Reply::End) } else { Err(self.still_asked(asked)) };
            };
            if let Some(request) = request(&step.kind, asked) {
                return Ok(Reply::Request(request));
            }
            match step.kind {
                StepKind::NotAsked(seat) => {
                    self.claim_not_asked(seat);
                    continue;
                }
                StepKind::AllPass if self.passing.is_some() => {}
                StepKind::GoOn(..) if self.has_come(game.state()) => {}
                StepKind::GoOn(..) => return Ok(Reply::Answer(asked.prompt.default.clone())),
                StepKind::EndsHere => return Ok(Reply::End),
                StepKind::Offered(seat, offer) if seat == asked.prompt.seat => {
                    self.check_offered(asked, &offer)?;
                    self.claimed();
                    continue;
                }
                _ => {
                    return match asked.chosen(&step.text) {
                        Ok(answer) => self.decide(asked, answer, game),
                        Err(NoOption::Several(options)) => Err(self.unclear(&options)),
                        Err(NoOption::Unknown) => {
                            let message = format!("`{}` is no answer to this: {}", step.text, asked.question());
                            Err(self.problem("step-unmatched", message))
                        }
                    };
                }
            }
            self.done(game.state());
        }
    }

    fn ends_in_passing(&self) -> bool {
        let acting = self.steps.iter().rev().find(|step| !step.kind.is_claim());
        acting.is_some_and(|step| step.kind == StepKind::AllPass)
    }

    /// Whether the claims at the end say what this seat is asked or offered: the ruling ends at that question.
    pub(super) fn ends_at(&self, seat: Seat) -> bool {
        let mut closing = self.steps.iter().rev().take_while(|step| step.kind.is_claim());
        closing.any(|step| step.kind.says_who_is_asked() == Some(seat))
    }

    /// Whether a question of this seat stays open: the ruling ends there, and no step answers it.
    pub(in crate::rulings) fn leaves_open(&self, seat: Seat) -> bool {
        let decides = |step: &Step| matches!(step.kind, StepKind::Decision(own) if own == seat);
        let is_answered = (self.at..self.steps.len()).any(|at| decides(&self.steps[at]) && !self.sealed.contains(&at));
        !is_answered && (self.ends_at(seat) || self.ends_here())
    }

    /// Whether the last step says that the ruling ends there.
    pub(super) fn ends_here(&self) -> bool {
        self.steps.last().is_some_and(|step| step.kind == StepKind::EndsHere)
    }

    /// Whether everything is done, but for claims, up to where the ruling says that it ends.
    pub(super) fn only_the_end_is_left(&self) -> bool {
        let left = self.steps.get(self.at..).unwrap_or_default();
        self.ends_here() && left.iter().all(|step| matches!(step.kind, StepKind::Claim(_) | StepKind::EndsHere))
    }

    fn only_claims_are_left(&self) -> bool {
        self.steps[self.at..].iter().all(|step| matches!(step.kind, StepKind::Claim(_)))
    }

    // ---- what is done with them ----

    /// The current step answers, and is done.
    fn decide(&mut self, asked: &QuestionInWords<'_>, answer: Answer, game: &Game) -> Outcome<Reply> {
        self.check_not_asked(asked)?;
        self.expects = true;
        self.done(game.state());
        Ok(Reply::Answer(answer))
    }

    /// The line that is being announced answers, and goes on.
    fn decide_announcement(&mut self, asked: &QuestionInWords<'_>, answer: Answer) -> Outcome<Reply> {
        self.check_not_asked(asked)?;
        self.expects = true;
        Ok(Reply::Answer(answer))
    }

    pub(super) fn pass(&mut self, asked: &QuestionInWords<'_>) -> Outcome<Reply> {
        self.check_not_asked(asked)?;
        match asked.pass() {
            Some(answer) => {
                self.expects = true;
                Ok(Reply::Answer(answer))
            }
            None => Err(self.problem("step-unmatched", format!("nobody can pass here: {}", asked.question()))),
        }
    }

    /// The question is one of the span of passes, which begins with it if none is running.
    fn note_asked(&mut self, asked: &QuestionInWords<'_>, game: &Game) {
        if self.passing.is_none() {
            self.passing = PassingSpan::begin(game);
        }
        if let Some(span) = &mut self.passing {
            span.about = Some(asked.about());
            span.asked.push((asked.prompt.seat, asked.lines()));
        }
    }

    pub(super) fn claim_not_asked(&mut self, seat: Seat) {
        self.not_asked.push((seat, self.at));
        self.claimed();
    }

    pub(super) fn check_not_asked(&self, asked: &QuestionInWords<'_>) -> Outcome<()> {
        match self.not_asked.iter().find(|(seat, _)| *seat == asked.prompt.seat) {
            Some((_, step)) => Err(self.problem_of(*step, "claim-untrue", asked.question())),
            None => Ok(()),
        }
    }

    pub(super) fn check_offered(&self, asked: &QuestionInWords<'_>, offer: &Offer) -> Outcome<()> {
        claims::offered(asked, offer).map_err(|message| self.problem("claim-untrue", message))
    }

    // ---- what is wrong ----

    pub(super) fn still_asked(&self, asked: &QuestionInWords<'_>) -> Box<Problem> {
        let seat = asked.prompt.seat.letter();
        self.problem("question-open", format!("the steps are over, and {seat} is still asked: {}", asked.question()))
    }

    pub(super) fn unclear(&self, options: &[String]) -> Box<Problem> {
        self.problem("step-unclear", format!("this can mean: {}", options.join(" | ")))
    }

    fn unmatched(&self, asked: &QuestionInWords<'_>, before: &Before) -> Box<Problem> {
        let text = self.step().map_or("", |step| &step.text);
        let seat = asked.prompt.seat.letter();
        let what = match self.step().map(|step| &step.kind) {
            Some(StepKind::Chance(..)) => format!("chance is not asked for `{text}`"),
            _ => format!("no seat can `{text}`"),
        };
        let lines = asked.lines();
        let message = format!("{what}: {seat} is asked ({}), and may: {}", asked.about(), lines.join(" | "));
        let mut problem = self.problem("step-unmatched", message);
        for note in before.notes(asked) {
            problem = Box::new(problem.note(note));
        }
        let of_same_seat =
            lines.iter().map(|line| &**line).filter(|line| line.split(' ').next() == text.split(' ').next());
        match cardwright_kernel::text::suggest(text, of_same_seat) {
            Some(meant) => Box::new(problem.help(format!("did you mean `{meant}`?"))),
            None if is_use(text) => Box::new(problem.help(REFUSED)),
            None => problem,
        }
    }
}

/// What was asked since the last step, before the question that a step does not fit.
struct Before {
    /// What the window was about.
    about: Option<String>,
    /// Who was asked in it, and what each could do; all of them have passed.
    asked: Vec<(Seat, Vec<String>)>,
    /// Whether the question is one of that window.
    inside: bool,
}

impl Before {
    fn of(span: Option<&PassingSpan>, inside: bool) -> Self {
        let asked = span.map(|span| span.asked.clone()).unwrap_or_default();
        Self { about: span.and_then(|span| span.about.clone()), asked, inside }
    }

    /// Who has passed, and which window has closed by that.
    fn notes(&self, asked: &QuestionInWords<'_>) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (seat, lines) in &self.asked {
            let could: Vec<&str> = lines.iter().map(|line| &**line).filter(|line| !line.ends_with(" passes")).collect();
            let note = match could[..] {
                [] => format!("{} was asked before, could only pass, and has passed", seat.letter()),
                _ => format!(
                    "{} was asked before, and has passed; this was possible: {}",
                    seat.letter(),
                    could.join(" | ")
                ),
            };
            if (*seat != asked.prompt.seat || !self.inside) && !notes.contains(&note) {
                notes.push(note);
            }
        }
        if let Some(about) = self.about.as_ref().filter(|_| !self.inside) {
            notes.push(format!("the window has closed in which they were asked ({about}): everybody has passed"));
        }
        notes
    }
}

/// What to write to learn why a use is not offered.
const REFUSED: &str = "where a use is refused, a step that says so tells why: `A cannot …`, in the words of the trace";

/// Whether a step that no seat could do is written as a use is: `A plays Calm`, not `A passes` or `A, choose: …`.
fn is_use(text: &str) -> bool {
    let mut words = text.split(' ');
    let seat = words.next().is_some_and(|word| word.len() == 1);
    seat && words
        .next()
        .is_some_and(|word| !matches!(word, "passes" | "waits" | "and" | "withdraws" | "leaves" | "leave"))
}

/// Whether a step is for another seat that is asked at the same time.
pub(super) fn is_about_another(kind: &StepKind, asked: &QuestionInWords<'_>, game: &Game) -> bool {
    let others = game.prompts().iter().map(|prompt| prompt.seat).filter(|seat| *seat != asked.prompt.seat);
    let acts = matches!(kind, StepKind::Decision(_) | StepKind::Offered(..));
    acts && !kind.is_about(asked.prompt.seat, game.state()) && { others }.any(|seat| kind.is_about(seat, game.state()))
}

/// What only the run can do, if a step asks for it.
fn request(kind: &StepKind, asked: &QuestionInWords<'_>) -> Option<RunRequest> {
    match kind {
        StepKind::Cannot(seat) => Some(RunRequest::Refuse(*seat)),
        StepKind::Leaves(players) => Some(RunRequest::Leave(*players)),
        StepKind::Claim(_) => Some(RunRequest::Check),
        StepKind::Withdraws(seat) if *seat == asked.prompt.seat && asked.prompt.withdrawable => {
            Some(RunRequest::Withdraw)
        }
        _ => None,
    }
}
