//! Following the trace: what was written since the last question, and the lines of uses as they grow.

use super::{Outcome, Responder};
use crate::rulings::answers::variants_of;
use crate::rulings::steps::StepKind;
use cardwright_kernel::ids::{PlayerId, Seat, Word};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::trace::{Fact, FactKind, Thing, Things};
use cardwright_report::Reporter;

/// What is left of the line of a use while it is announced.
#[derive(Clone, Debug)]
pub(super) struct OpenLine {
    /// The step that has the line.
    pub step: usize,
    /// Whose use it is.
    pub seat: Seat,
    /// The rest of the line.
    pub rest: String,
}

impl Responder {
    /// Looks at the inputs that the trace has gained.
    pub(super) fn follow(&mut self, game: &Game, rules: &Rules) -> Outcome<()> {
        // What a sealed dialogue writes is undone and written again when it is opened.
        if game.branch().is_some_and(|(_, _, sealed)| sealed) {
            return Ok(());
        }
        let inputs: Vec<&Fact> = game.trace().iter().filter(|fact| fact.input).collect();
        // What was answered last is written down before anything else is asked.
        let vanished = self.expects && inputs.len() == self.seen;
        if vanished || inputs.len() < self.seen {
            let message = "this proved impossible while it was announced, and was taken back".to_string();
            return Err(self.problem_of(self.at.saturating_sub(1), "step-illegal", message));
        }
        let reporter = Reporter::new(rules, game.state());
        for fact in &inputs[self.seen..] {
            self.see(&fact.what, reporter, game)?;
        }
        self.seen = inputs.len();
        Ok(())
    }

    fn see(&mut self, what: &FactKind, reporter: Reporter<'_>, game: &Game) -> Outcome<()> {
        let prompted = std::mem::take(&mut self.expects);
        if let FactKind::Announces(phrase, things) = what {
            self.announced(*phrase, things, reporter);
            return Ok(());
        }
        self.close_line()?;
        if self.opened(&reporter.sentence(what)) {
            return Ok(());
        }
        if prompted {
            self.open_line = self.next_line.take();
        } else {
            self.leave_span(game);
            self.unprompted(what, reporter, game.state());
        }
        Ok(())
    }

    /// Takes what was announced from the line that announces it; the line may leave it out.
    fn announced(&mut self, phrase: Word, things: &Things, reporter: Reporter<'_>) {
        let Some(open_line) = &mut self.open_line else { return };
        let seat = open_line.seat;
        let player = reporter.state.player_of(seat);
        let spelt = |at: usize| -> String {
            let things: Things = things.iter().map(|thing| nth_variant(thing, player, at)).collect();
            reporter.announces(phrase, &things, Some(seat))
        };
        // The longest that the line goes on with: a card's number belongs to its name.
        let rests = (0..6).filter_map(|at| open_line.rest.strip_prefix(&*spelt(at)));
        if let Some(rest) = rests.min_by_key(|rest| rest.len()) {
            open_line.rest = rest.to_string();
        }
    }

    /// The line of a use is over: nothing of its step may be left.
    pub(super) fn close_line(&mut self) -> Outcome<()> {
        match self.open_line.take() {
            Some(OpenLine { step, rest, .. }) if !rest.trim().is_empty() => {
                let message = format!("nothing was announced that is written `{}`", rest.trim());
                Err(self.problem_of(step, "step-unmatched", message))
            }
            _ => Ok(()),
        }
    }

    /// An input that nobody was asked for: the current step may be its line.
    fn unprompted(&mut self, what: &FactKind, reporter: Reporter<'_>, state: &State) {
        let Some(step) = self.step().filter(|step| matches!(step.kind, StepKind::Decision(_))) else { return };
        let line = reporter.sentence(what);
        let Some(rest) = step.text.strip_prefix(&*line).map(str::to_string) else { return };
        match what {
            FactKind::Uses { seat, .. } if rest.is_empty() || rest.starts_with([' ', ',']) => {
                self.open_line = Some(OpenLine { step: self.at, seat: *seat, rest });
                self.done(state);
            }
            FactKind::Chooses(..) | FactKind::Passes(..) | FactKind::Waits(_) if rest.is_empty() => self.done(state),
            _ => {}
        }
    }
}

/// A thing as the trace writes it, or as [`variants_of`] has its name.
fn nth_variant(thing: &Thing, player: PlayerId, at: usize) -> Thing {
    match thing {
        Thing::Card(named) => Thing::Card(variants_of(*named, player)[at]),
        other => *other,
    }
}
