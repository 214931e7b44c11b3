//! What comes from outside: answers, taking back, undoing.

use super::ActionError;
use crate::model::ids::Seat;
use crate::model::prompt::{Answer, Prompt};
use crate::model::tape::{Branch, Input, QuestionHash};
use crate::model::trace::Fact;
use crate::play::session::Table;

impl Table {
    /// Answers an open prompt; the game is then ready to be advanced. Other open prompts keep their numbers.
    ///
    /// # Errors
    /// A refusal; nothing has changed.
    pub fn answer(&mut self, number: u32, answer: Answer) -> Result<(), ActionError> {
        let Some(prompt) = self.game.prompts.iter().find(|prompt| prompt.number == number).cloned() else {
            return Err(ActionError::Late);
        };
        prompt.check(&answer).map_err(ActionError::Answer)?;
        if prompt.part.is_none() {
            // While the journal still holds the changes that led to the question.
            self.game.keep_earlier(&prompt);
        }
        let (seat, part) = (prompt.seat, prompt.part);
        let changes = part.map_or_else(|| self.changes_since_mark(), |part| part.changes as usize);
        let input = Input::Answer(QuestionHash::of(&prompt, changes), seat, answer);
        self.keep_prompts(|kept| kept.number != number);
        self.run.illegal = None;
        self.rewind();
        // A number is spent even if no branch takes it: the next prompt must not have the number of this one, or a late
        // answer to this one would be taken for an answer to that.
        let number = self.game.numbers.spend(seat);
        match part {
            None => self.game.log.push(input),
            Some(part) => {
                if let Some(branch) = self.game.branch_at(part.entry as usize, usize::from(part.branch)) {
                    branch.number = number;
                    branch.note(input, part.sealed);
                }
            }
        }
        self.cache.answered = part.is_none().then_some(prompt);
        Ok(())
    }

    /// Names outcomes of the open question to chance: all of them, or the next ones. The game is ready to be advanced
    /// when none is left.
    ///
    /// # Errors
    /// A refusal; nothing has changed.
    pub fn answer_chance(&mut self, number: u32, outcomes: &[u16]) -> Result<(), ActionError> {
        let Some(open) = self.game.chance.as_mut().filter(|open| open.number == number) else {
            return Err(ActionError::Late);
        };
        open.named = open.with(outcomes).map_err(ActionError::Answer)?;
        if open.left() > 0 {
            return Ok(());
        }
        let (named, part) = (Answer::Options(open.named.clone()), open.part);
        let input = Input::Chance(QuestionHash { changes: 0, question: open.hash }, named, false);
        self.forget_questions();
        self.run.illegal = None;
        self.rewind();
        self.game.numbers.spend_of_chance();
        match part {
            None => self.game.log.push(input),
            Some((entry, at, sealed)) => {
                if let Some(branch) = self.game.branch_at(entry, at) {
                    branch.note(input, sealed);
                }
            }
        }
        Ok(())
    }

    /// The faults of steps that were done since this was asked last.
    pub fn take_faults(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.game.faults)
    }

    /// Nothing is asked any more; prompts that come up again as they were keep their numbers.
    pub(super) fn keep_prompts(&mut self, stays: impl Fn(&Prompt) -> bool) {
        let mut kept = std::mem::take(&mut self.game.prompts);
        kept.retain(stays);
        self.forget_questions();
        self.game.kept_prompts = kept;
    }

    /// Nothing is asked any more: what is still to be asked comes up again when the step runs again.
    pub(super) fn forget_questions(&mut self) {
        self.game.prompts.clear();
        self.game.kept_prompts.clear();
        self.game.chance = None;
    }

    /// The seat gives up the action it is in the middle of.
    ///
    /// # Errors
    /// [`ActionError::Stands`] once another seat was asked, chance was used or something was revealed.
    pub fn withdraw(&mut self, number: u32) -> Result<(), ActionError> {
        let Some(prompt) = self.game.prompts.iter().find(|prompt| prompt.number == number) else {
            return Err(ActionError::Late);
        };
        if !prompt.withdrawable {
            return Err(ActionError::Stands);
        }
        self.forget_questions();
        // As in `answer`: a late answer must not fit the next prompt.
        self.game.numbers.spend_all();
        self.rewind();
        self.game.stopped_at = None;
        let taken = (self.game.log.len() - self.game.tape_from) as u32;
        self.game.log.push(Input::Withdrawn(taken, None));
        self.game.tape_from = self.game.log.len();
        Ok(())
    }

    /// Takes the last decision back. Of a simultaneous question it is not the one that came last, but the one that
    /// the trace tells last.
    ///
    /// # Errors
    /// [`ActionError::Nothing`] before the first decision that the journal still holds.
    pub fn undo(&mut self) -> Result<Input, ActionError> {
        self.forget_questions();
        // As in `withdraw`: a late answer to what was open must not fit what is asked now.
        self.game.numbers.spend_all();
        self.game.barred.clear();
        self.game.stopped_at = None;
        if self.game.journal.len() > self.game.mark.changes || self.game.trace.len() > self.game.mark.facts {
            self.rewind();
        }
        loop {
            if self.game.log.len() > self.game.tape_from {
                match self.game.log.pop() {
                    Some(input @ (Input::Answer(..) | Input::Leave(_) | Input::LeaveTogether(_))) => {
                        self.bar_again();
                        return Ok(input);
                    }
                    Some(Input::Together(hash, mut branches)) => {
                        if let Some(answer) = Branch::take_back(&mut branches) {
                            self.ask_anew(&mut branches, &answer);
                            self.game.log.push(Input::Together(hash, branches));
                            self.bar_again();
                            return Ok(answer);
                        }
                        continue;
                    }
                    Some(Input::Withdrawn(taken, _)) => {
                        let kept = self.game.log.len().saturating_sub(taken as usize);
                        self.game.log.truncate(kept);
                        continue;
                    }
                    Some(Input::Chance(..)) => continue,
                    None => return Err(ActionError::Nothing),
                }
            }
            let Some(mark) = self.game.marks.pop() else {
                return Err(ActionError::Nothing);
            };
            self.go_back_to(mark);
            self.game.tape_from = mark.inputs;
            self.game.mark = mark;
        }
    }

    /// Takes back whatever these seats have answered in the sealed question that is open, and asks them anew. What others
    /// are shown does not depend on whether that was anything.
    ///
    /// # Errors
    /// [`ActionError::Nothing`] where none of them takes part in a sealed question.
    pub fn take_back_sealed(&mut self, seats: &[Seat]) -> Result<(), ActionError> {
        let mut numbers = self.game.numbers.clone();
        let branches = self.game.sealed_mut().into_iter().flatten().filter(|branch| seats.contains(&branch.seat));
        let asked = branches.map(|branch| branch.begin_again(numbers.spend(branch.seat))).count();
        if asked == 0 {
            return Err(ActionError::Nothing);
        }
        self.game.numbers = numbers;
        self.keep_prompts(|kept| !seats.contains(&kept.seat));
        self.run.illegal = None;
        self.game.stopped_at = None;
        self.rewind();
        Ok(())
    }

    /// Whose answer in a simultaneous question was taken back is asked under another number than what that led to.
    fn ask_anew(&mut self, branches: &mut [Branch], taken: &Input) {
        let Input::Answer(_, seat, _) = taken else { return };
        for branch in branches.iter_mut().filter(|branch| branch.seat == *seat) {
            branch.number = self.game.numbers.spend(*seat);
        }
    }

    /// What proved illegal right before the step whose decision was taken back is not offered again, as it was not then.
    fn bar_again(&mut self) {
        let mut end = self.game.tape_from;
        while let Some(Input::Withdrawn(taken, used)) = self.game.log[..end].last().cloned() {
            self.game.barred.extend(used);
            end = end.saturating_sub(1 + taken as usize);
        }
        self.game.barred.reverse();
    }
}
