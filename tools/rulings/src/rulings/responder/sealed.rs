//! Simultaneous questions: a seat answers with its own next step, whatever stands before it for others.

use super::follow::OpenLine;
use super::questions::is_about_another;
use super::{Outcome, Reply, Responder, RunRequest};
use crate::rulings::answers::{self, QuestionInWords};
use crate::rulings::claims;
use crate::rulings::passing::{PassingSpan, is_at_rest};
use crate::rulings::spell::NoOption;
use crate::rulings::steps::StepKind;
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_report::Reporter;

/// A step that belongs to a question.
enum FittingStep {
    /// It claims what is offered, and that is true.
    Offered(usize),
    /// It answers; the rest of its line belongs to the announcement of a use.
    Answer(usize, Answer, String),
}

/// A line that will be written when a sealed dialogue is opened.
#[derive(Clone, Debug)]
pub(super) struct SealedLine {
    text: String,
    /// The rest of the line, if it is that of a use, which is announced then.
    open: Option<OpenLine>,
}

impl Responder {
    /// The answer to a question of a sealed dialogue.
    pub(super) fn sealed(&mut self, asked: &QuestionInWords<'_>, game: &Game) -> Outcome<Reply> {
        let seat = asked.prompt.seat;
        let forced = self.forced(asked, game);
        loop {
            if self.step().is_some_and(|step| forced.contains(&step.text)) {
                self.seal(self.at);
                continue;
            }
            match self.step().map(|step| step.kind.clone()) {
                Some(StepKind::Leaves(players)) if players.has(game.state().player_of(seat)) => {
                    return Ok(Reply::Request(RunRequest::Leave(players)));
                }
                Some(StepKind::AllPass) => {
                    if let Some(passed) = self.pass_in_secret(asked, game) {
                        return Ok(Reply::Answer(passed));
                    }
                    if self.passing.is_some() {
                        self.done(game.state());
                        continue;
                    }
                }
                Some(StepKind::EndsHere) => return Ok(Reply::End),
                Some(StepKind::GoOn(..)) if self.has_come(game.state()) => {
                    self.done(game.state());
                    continue;
                }
                Some(StepKind::NotAsked(other)) => {
                    self.claim_not_asked(other);
                    continue;
                }
                Some(StepKind::Claim(_)) => return Ok(Reply::Request(RunRequest::Check)),
                Some(StepKind::Cannot(other)) => return Ok(Reply::Request(RunRequest::Refuse(other))),
                _ => {}
            }
            return match self.fitting_step(asked, seat, &forced)? {
                Some(FittingStep::Offered(at)) => {
                    self.seal(at);
                    continue;
                }
                Some(FittingStep::Answer(at, answer, rest)) => {
                    self.check_not_asked(asked)?;
                    self.checking = self.claim_before(at);
                    if self.checking.is_some() {
                        return Ok(Reply::Request(RunRequest::Check));
                    }
                    let text = self.steps[at].text.trim_start_matches("> ");
                    let line = text[..text.len() - rest.len()].to_string();
                    let rest = matches!(asked.prompt.question, Question::Act { .. }).then_some(rest);
                    let open = rest.map(|rest| OpenLine { step: at, seat, rest });
                    self.lines.push(SealedLine { text: line, open });
                    self.answering = at;
                    self.seal(at);
                    Ok(Reply::Answer(answer))
                }
                None if matches!(self.step().map(|step| &step.kind), Some(StepKind::GoOn(..))) => {
                    Ok(Reply::Answer(asked.prompt.default.clone()))
                }
                None if self.leaves_open(seat) || self.step().is_none() && is_at_rest(game) => Ok(Reply::End),
                // Who leaves is asked at the same time, and leaves first.
                None if matches!(self.step().map(|step| &step.kind), Some(StepKind::Leaves(_))) => Ok(Reply::End),
                // What is left may be about another seat, which is asked first then.
                None if self.step().is_some_and(|step| is_about_another(&step.kind, asked, game)) => {
                    Ok(Reply::Request(RunRequest::AskAnother))
                }
                None => Err(self.still_asked(asked)),
            };
        }
    }

    /// How a seat passes in a window in secret while all pass: as long as it is the one in which they began to.
    fn pass_in_secret(&mut self, asked: &QuestionInWords<'_>, game: &Game) -> Option<Answer> {
        let pass = asked.pass().filter(|_| matches!(asked.prompt.question, Question::Act { .. }))?;
        match &self.passing {
            Some(span) if !span.goes_on(game) => return None,
            Some(_) => {}
            None => self.passing = PassingSpan::begin(game),
        }
        Some(pass)
    }

    /// The lines that were written since the last question without anybody being asked.
    fn forced(&self, asked: &QuestionInWords<'_>, game: &Game) -> Vec<Box<str>> {
        // What was answered last is no such line, though it may not have been looked at yet.
        let seen = self.seen + usize::from(self.expects);
        let inputs = game.trace().iter().filter(|fact| fact.input).skip(seen);
        inputs.map(|fact| asked.sentence(&fact.what).into()).collect()
    }

    /// The first claim that stands before a step and was not checked yet.
    fn claim_before(&self, step: usize) -> Option<usize> {
        (self.at..step).find(|at| !self.sealed.contains(at) && matches!(self.steps[*at].kind, StepKind::Claim(_)))
    }

    fn claim_of_a_step(&self, at: usize, result: Result<(), String>) -> Outcome<()> {
        result.map_err(|message| self.problem_of(at, "claim-untrue", message))
    }

    /// The first of the seat's next steps that speaks of the question. Those before it are lines of questions that
    /// had only one answer: they are written without anybody being asked.
    fn fitting_step(
        &self,
        asked: &QuestionInWords<'_>,
        seat: Seat,
        forced: &[Box<str>],
    ) -> Outcome<Option<FittingStep>> {
        let mut missed = None;
        let mut not_asked = None;
        for at in self.ahead() {
            match &self.steps[at].kind {
                StepKind::NotAsked(other) if *other == seat => not_asked = not_asked.or(Some(at)),
                StepKind::Offered(other, offer) if *other == seat => {
                    self.claim_of_a_step(at, claims::offered(asked, offer))?;
                    return Ok(Some(FittingStep::Offered(at)));
                }
                StepKind::Decision(other) if *other == seat => match said(asked, &self.steps[at].text) {
                    Ok(_) if not_asked.is_some() => break,
                    Ok((answer, rest)) => return Ok(Some(FittingStep::Answer(at, answer, rest.to_string()))),
                    Err(NoOption::Several(options)) => return Err(self.unclear(&options)),
                    Err(NoOption::Unknown) if forced.contains(&self.steps[at].text) => {}
                    Err(NoOption::Unknown) => missed = missed.or(Some(at)),
                },
                _ => {}
            }
        }
        if let Some(at) = not_asked {
            return Err(self.problem_of(at, "claim-untrue", asked.question()));
        }
        let Some(at) = missed else { return Ok(None) };
        let message = format!("`{}` is no answer to this: {}", self.steps[at].text, asked.question());
        Err(self.problem_of(at, "step-unmatched", message))
    }

    /// What chance gives in a sealed dialogue, if a step names it.
    pub(super) fn sealed_chance(&mut self, question: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        let what = rules.words.text(question.what);
        let is_named = |kind: &StepKind| matches!(kind, StepKind::Chance(named, player, _) if **named == *what && *player == question.player);
        let at = self.ahead().find(|at| is_named(&self.steps[*at].kind))?;
        let StepKind::Chance(_, _, outcome) = &self.steps[at].kind else { return None };
        let reporter = Reporter::new(rules, game.state());
        let outcome = outcome.clone()?;
        let named = answers::outcome(question, &outcome, reporter, &mut self.generator).ok()?;
        let text = self.steps[at].text.trim_start_matches("* ").to_string();
        self.lines.push(SealedLine { text, open: None });
        self.seal(at);
        Some(named)
    }

    /// Whether a line that was written is what a sealed dialogue said before.
    pub(super) fn opened(&mut self, line: &str) -> bool {
        let found = self.lines.iter().position(|sealed| sealed.text == line);
        if let Some(at) = found {
            self.open_line = self.lines.remove(at).open;
        }
        found.is_some()
    }

    /// Whether a step that may answer now is this seat's.
    pub(in crate::rulings) fn answers(&self, seat: Seat) -> bool {
        self.ahead().any(|at| matches!(self.steps[at].kind, StepKind::Decision(own) if own == seat))
    }

    /// The steps that may answer now.
    fn ahead(&self) -> impl Iterator<Item = usize> {
        let ends = |kind: &StepKind| {
            matches!(
                kind,
                StepKind::GoOn(..) | StepKind::AllPass | StepKind::Cannot(_) | StepKind::Leaves(_) | StepKind::EndsHere
            )
        };
        let until = self.steps[self.at..].iter().position(|step| ends(&step.kind));
        let until = until.map_or(self.steps.len(), |by| self.at + by);
        (self.at..until).filter(|at| !self.sealed.contains(at))
    }

    pub(super) fn seal(&mut self, at: usize) {
        self.sealed.push(at);
        self.skip_sealed();
    }

    /// Steps that have answered already are over.
    pub(super) fn skip_sealed(&mut self) {
        while self.sealed.contains(&self.at) {
            self.at += 1;
        }
    }
}

/// The answer that a line gives to a question of a sealed dialogue, and the rest of the line.
fn said<'x>(asked: &QuestionInWords<'_>, line: &'x str) -> Result<(Answer, &'x str), NoOption> {
    match asked.prompt.question {
        Question::Act { .. } => asked.act(line),
        Question::Announce(_) | Question::Choose(_) => asked.chosen(line).map(|answer| (answer, "")),
    }
}
