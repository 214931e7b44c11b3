//! Why a use that nothing forbids is not offered to a player at the moment.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{Players, WindowId};
use crate::model::prompt::{Prompt, Question};
use crate::model::rules::{SourceLine, SourceLines, Use};
use crate::model::trace::{Against, NotNow, Reason};
use crate::play::look::Attempt;
use crate::play::session::Table;

impl Table {
    /// The nearest true reason why a use is not offered to its player now, for callers outside of a step. It is made of what
    /// all see, and of what the use itself declares.
    pub fn why_not_now(&self, attempt: Attempt) -> Against {
        let usage =
            &self.rules.definitions[self.state().entity(attempt.card).def.index()].uses[usize::from(attempt.number)];
        let (reason, line) = self.not_now(attempt, usage);
        let lines: SourceLines = usage.lines.over(self.rules.actions[usage.action.index()].lines);
        Against::declared(reason, line.or(lines.whole))
    }

    fn not_now(&self, attempt: Attempt, usage: &Use) -> (Reason, Option<SourceLine>) {
        let (player, prompts) = (attempt.player, self.game.prompts());
        let elsewhere = NotNow::OtherWindow(self.state().entity(attempt.card).def, attempt.number);
        let seats = self.seats_of(player);
        let own = prompts.iter().find(|prompt| seats.has(prompt.seat));
        let Some(Prompt { seat, question, .. }) = own.or(prompts.first()) else {
            return (Reason::NotNow(elsewhere), None);
        };
        let open = match (question, self.state().agenda().last()) {
            // A window that has come to its next round by itself says so only in what it asks.
            (Question::Act { round, .. }, Some(Step::Window(open))) if *round == open.round => *open,
            (Question::Act { round, .. }, Some(Step::Window(open))) => {
                OpenWindow { round: *round, passed: Players::NONE, ..*open }
            }
            _ => return (Reason::NotNow(NotNow::Asked(*seat)), None),
        };
        let window = &self.rules.windows[open.decl.index()];
        let missed = self.missed_round(usage, &open);
        let reason = match own {
            Some(_) if self.is_barred(attempt) => Reason::NotNow(NotNow::Tried),
            Some(_) => Reason::NotNow(missed.unwrap_or(elsewhere)),
            None if self.is_offered(usage, open.decl, open.round) && open.passed.has(player) => {
                Reason::NotNow(NotNow::Passed(player))
            }
            None if window.quota.is_some_and(|quota| open.used_by(player) >= quota) => {
                Reason::NotNow(NotNow::Spent(player))
            }
            None if prompts.len() > 1 => Reason::NotNow(NotNow::Uninvited(player, open.decl)),
            None => Reason::Unasked(*seat, open.decl),
        };
        (reason, window.line)
    }

    /// In which other round of a window a use is offered than in the running one, if it is offered in any.
    fn missed_round(&self, usage: &Use, open: &OpenWindow) -> Option<NotNow> {
        let rounds = self.rules.windows[open.decl.index()].rounds.len() as u8;
        let offered = |round: u8| self.is_offered(usage, open.decl, round);
        if offered(open.round) {
            None
        } else if (0..open.round).any(offered) {
            Some(NotNow::RoundOver)
        } else {
            (open.round..rounds).any(offered).then_some(NotNow::RoundToCome)
        }
    }

    fn is_offered(&self, usage: &Use, window: WindowId, round: u8) -> bool {
        let classes = usage.offered.as_ref().unwrap_or(&self.rules.actions[usage.action.index()].offered);
        self.rules.windows[window.index()].rounds.get(usize::from(round)).is_some_and(|class| classes.contains(class))
    }

    fn is_barred(&self, attempt: Attempt) -> bool {
        self.game.barred.contains(&(self.state().handle(attempt.card), attempt.number))
    }
}
