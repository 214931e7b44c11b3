//! Why a use that nothing forbids is not offered to a player at the moment.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::ids::{PlayerId, Players, Seat, WindowId};
use crate::model::prompt::{Prompt, Question};
use crate::model::rules::{SourceLine, SourceLines, Use};
use crate::model::trace::{Against, NotNow, Reason};
use crate::play::queries::Attempt;
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
        let seats = self.state().seats_of(player);
        let own = prompts.iter().find(|prompt| seats.has(prompt.seat));
        let Some(prompt) = own.or(prompts.first()) else { return (Reason::NotNow(elsewhere), None) };
        if let Some(branches) = self.game.sealed().filter(|_| own.is_none()) {
            let takes_part = branches.iter().any(|branch| seats.has(branch.seat));
            let open = self.asking(prompt).filter(|_| !takes_part);
            let reason = open.map_or(NotNow::Sealed, |open| NotNow::Uninvited(player, open.decl));
            return (Reason::NotNow(reason), None);
        }
        let Some(open) = self.asking(prompt) else { return (Reason::NotNow(NotNow::Asked(prompt.seat)), None) };
        let reason = match own {
            Some(_) if self.is_barred(attempt) => Reason::NotNow(NotNow::Tried),
            Some(_) => Reason::NotNow(self.missed_round(usage, &open).unwrap_or(elsewhere)),
            None if self.is_offered(usage, open.decl, open.round) && open.passed.has(player) => {
                Reason::NotNow(NotNow::Passed(player))
            }
            None => self.left_out(player, &open, prompt.seat),
        };
        (reason, self.rules.windows[open.decl.index()].line)
    }

    /// Why no seat of a player is asked anything, if that is so although others are, for callers outside of a step and not in
    /// a sealed question. All see what it is made of.
    pub fn why_unasked(&self, player: PlayerId) -> Option<Reason> {
        let (seats, prompts) = (self.state().seats_of(player), self.game.prompts());
        let first = prompts.first().filter(|_| !prompts.iter().any(|prompt| seats.has(prompt.seat)))?;
        Some(match self.asking(first).filter(|_| first.part.is_none()) {
            None => Reason::NotNow(NotNow::Asked(first.seat)),
            Some(open) if open.passed.has(player) => Reason::NotNow(NotNow::Passed(player)),
            Some(open) => self.left_out(player, &open, first.seat),
        })
    }

    /// The window that asks, if it is one, as it is in its present round.
    fn asking(&self, prompt: &Prompt) -> Option<OpenWindow> {
        match (&prompt.question, self.state().agenda().last()) {
            // A window that has come to its next round by itself says so only in what it asks.
            (Question::Act { round, .. }, Some(Step::Window(open))) if *round == open.round => Some(*open),
            (Question::Act { round, .. }, Some(Step::Window(open))) => {
                Some(OpenWindow { round: *round, passed: Players::NONE, ..*open })
            }
            _ => None,
        }
    }

    /// Why a window that asks this seat does not ask a player who has not passed.
    fn left_out(&self, player: PlayerId, open: &OpenWindow, asked: Seat) -> Reason {
        let quota = self.rules.windows[open.decl.index()].quota;
        if quota.is_some_and(|quota| open.used_by(player) >= quota) {
            Reason::NotNow(NotNow::Spent(player))
        } else if self.game.prompts().len() > 1 {
            Reason::NotNow(NotNow::Uninvited(player, open.decl))
        } else {
            Reason::Unasked(asked, open.decl)
        }
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
