//! Simultaneous questions: a seat answers with its own next step, whatever stands before it for others.

use super::{Cues, Deed, Outcome, Reply};
use crate::rulings::answers::{self, Asked};
use crate::rulings::spell::Miss;
use crate::rulings::steps::Kind;
use cardwright::kernel::ids::Seat;
use cardwright::kernel::prompt::Answer;
use cardwright::kernel::rules::Rules;
use cardwright::kernel::table::{ChanceQuestion, Game};
use cardwright::report::Reporter;

impl Cues {
    /// The answer to a question of a sealed dialogue.
    pub(super) fn sealed(&mut self, asked: &Asked<'_>, game: &Game) -> Outcome<Reply> {
        let seat = asked.prompt.seat;
        loop {
            match self.step().map(|step| step.kind.clone()) {
                Some(Kind::Leaves(other)) if other == seat => return Ok(Reply::Deed(Deed::Leave(seat))),
                Some(Kind::AllPass) if self.stretch.is_some() => {
                    self.done(game.state());
                    continue;
                }
                Some(Kind::GoOn(..)) if self.has_come(game.state()) => {
                    self.done(game.state());
                    continue;
                }
                Some(Kind::NotAsked(other)) => {
                    self.claim_not_asked(other);
                    continue;
                }
                _ => {}
            }
            let Some(at) = self.next_of(seat) else {
                let goes_on = matches!(self.step().map(|step| &step.kind), Some(Kind::GoOn(..)));
                return match goes_on {
                    true => Ok(Reply::Answer(asked.prompt.default.clone())),
                    false => Err(self.still_asked(asked)),
                };
            };
            if let Kind::Offered(_, options) = self.steps[at].kind.clone() {
                self.check_offered(asked, &options)?;
                self.seal(at);
                continue;
            }
            let text = self.steps[at].text.clone();
            return match asked.chosen(&text) {
                Ok(answer) => {
                    self.check_not_asked(asked)?;
                    self.lines.push(text.trim_start_matches("> ").to_string());
                    self.seal(at);
                    Ok(Reply::Answer(answer))
                }
                Err(Miss::Several(options)) => Err(self.unclear(&options)),
                Err(Miss::Unknown) => {
                    let message = format!("`{text}` is no answer to this: {}", asked.question());
                    Err(self.problem_of(at, "step-unmatched", message))
                }
            };
        }
    }

    /// What chance gives in a sealed dialogue, if a step names it.
    pub(super) fn sealed_chance(&mut self, question: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        let what = rules.words.text(question.what);
        let is_named =
            |kind: &Kind| matches!(kind, Kind::Chance(named, seat, _) if **named == *what && *seat == question.seat);
        let at = self.ahead().find(|at| is_named(&self.steps[*at].kind))?;
        let Kind::Chance(_, _, outcome) = &self.steps[at].kind else { return None };
        let reporter = Reporter::new(rules, game.state());
        let outcome = outcome.clone()?;
        let named = answers::outcome(question, &outcome, reporter, &mut self.generator).ok()?;
        self.lines.push(self.steps[at].text.trim_start_matches("* ").to_string());
        self.seal(at);
        Some(named)
    }

    /// Whether a line that was written is what a sealed dialogue said before.
    pub(super) fn opened(&mut self, line: &str) -> bool {
        let found = self.lines.iter().position(|sealed| sealed == line);
        if let Some(at) = found {
            self.lines.remove(at);
        }
        found.is_some()
    }

    /// The seat's next step, if nothing stands before it that is for all.
    fn next_of(&self, seat: Seat) -> Option<usize> {
        let is_own = |kind: &Kind| match kind {
            Kind::Decision(other) | Kind::Offered(other, _) => *other == seat,
            _ => false,
        };
        self.ahead().find(|at| is_own(&self.steps[*at].kind))
    }

    /// The steps that may answer now.
    fn ahead(&self) -> impl Iterator<Item = usize> {
        let ends = |kind: &Kind| matches!(kind, Kind::GoOn(..) | Kind::AllPass | Kind::Cannot(_) | Kind::Leaves(_));
        let until = self.steps[self.at..].iter().position(|step| ends(&step.kind));
        let until = until.map_or(self.steps.len(), |by| self.at + by);
        (self.at..until).filter(|at| !self.sealed.contains(at))
    }

    fn seal(&mut self, at: usize) {
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
