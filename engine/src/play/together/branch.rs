//! The branch of a simultaneous question that is running: what its seat is asked, what chance gives it, and its own tape.

use crate::model::prompt::{Answer, ChanceQuestion, Choice, Part, Prompt};
use crate::model::tape::{Branch, BranchStage, Input, QuestionHash};
use crate::play::ask::{self, Ask, ChanceSource, single};
use crate::play::dialogue::{AnswerMeaning, Said, Way};
use crate::play::session::{Fault, Stop, Table};
use smallvec::SmallVec;

impl Table {
    /// Asks the seat whose dialogue is running.
    ///
    /// # Errors
    /// [`Stop::Pending`] if there is no answer yet, or the seat waits.
    pub(crate) fn ask_in_branch(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        if ask.player != running.player {
            return Err(Fault::stop("in a simultaneous question each dialogue asks only its own player"));
        }
        if running.way == Way::Opened {
            return Ok(self.say_again(ask));
        }
        let question = ask.question;
        let (answer, options) = match ask.public && single(&ask) {
            true => (ask.shape.least(ask.options.len()), ask.options),
            false => self.ask_openly(ask)?,
        };
        if let Some(running) = &mut self.run.branch {
            running.said.push(Said::Answer(question, AnswerMeaning::of(&answer, &options)));
        }
        Ok((answer, options))
    }

    fn ask_openly(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        let changes = self.changes_since_mark() as u32;
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        let (entry, branch, at) = (running.entry, running.branch, running.at);
        let part = Part {
            entry: entry as u32,
            branch: branch as u16,
            changes,
            sealed: running.way == Way::Sealed,
            may_wait: running.may_wait && running.said.iter().all(|said| matches!(said, Said::Answer(..))),
        };
        let default = ask.default.unwrap_or_else(|| ask.shape.least(ask.options.len()));
        let player = ask.player;
        let prompt = Prompt {
            number: self.branch(entry, branch).map_or(0, |branch| branch.number),
            seat: self.state().acting_seat(player),
            question: ask.question,
            shape: ask.shape,
            options: ask.options,
            default,
            withdrawable: false,
            part: Some(part),
        };
        if self.state().is_leaving(player) {
            return Ok((prompt.default, prompt.options));
        }
        let hash = QuestionHash::of(&prompt, changes as usize);
        let answer = match self.input_of_branch(at) {
            Some(Input::Answer(before, _, answer)) if before == hash && prompt.check(&answer).is_ok() => answer,
            Some(_) => return Err(self.diverged_in_branch()),
            None => {
                let leaves = self.game.leaving.contains(&player).then(|| prompt.default.clone());
                let Some(answer) = leaves.or_else(|| self.decided(&prompt)) else {
                    return Err(self.leave_open(prompt));
                };
                self.note_in_branch(Input::Answer(hash, prompt.seat, answer.clone()));
                answer
            }
        };
        self.note_decision();
        if let Some(running) = &mut self.run.branch {
            running.at += 1;
            running.waits = answer == Answer::Wait;
            if running.waits {
                self.run.stopped = true;
                return Err(Stop::Pending);
            }
        }
        Ok((answer, prompt.options))
    }

    /// The question stays open: the branch ends here until it is answered.
    fn leave_open(&mut self, prompt: Prompt) -> Stop {
        if prompt.part.is_some_and(|part| !part.sealed) {
            self.game.stopped_at = None;
            self.game.prompts.clear();
        }
        self.game.prompts.push(prompt);
        self.run.asked_at = self.asking_place();
        self.run.stopped = true;
        Stop::Pending
    }

    /// The results of chance inside a branch.
    ///
    /// # Errors
    /// A fault if a re-run asks something else than before.
    pub(crate) fn chance_in_branch(
        &mut self,
        question: &ChanceQuestion,
        hash: QuestionHash,
    ) -> Result<SmallVec<[u16; 4]>, Stop> {
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        if running.way == Way::Opened {
            return Ok(self.chance_again(question));
        }
        let (at, sealed) = (running.at, running.way == Way::Sealed);
        let (entry, branch) = (running.entry, running.branch);
        let (answer, generated) = match self.input_of_branch(at) {
            Some(Input::Chance(before, answer, generated)) if before == hash && ask::fits(question, &answer) => {
                if generated {
                    self.generated_in_branch(question, sealed);
                }
                (answer, generated)
            }
            Some(_) => return Err(self.diverged_in_branch()),
            None => {
                let (answer, generated) = match self.named_by_decider(question) {
                    ChanceSource::Named(answer) => (answer, false),
                    ChanceSource::Generator => (self.generated_in_branch(question, sealed), true),
                    ChanceSource::Outside => {
                        return Err(self.leave_chance_open(question.clone(), hash, Some((entry, branch, sealed))));
                    }
                };
                self.note_in_branch(Input::Chance(hash, answer.clone(), generated));
                (answer, generated)
            }
        };
        if let Some(running) = &mut self.run.branch {
            running.at += 1;
            let things = answer.options().iter().map(|at| question.options[usize::from(*at)]).collect();
            running.said.push(Said::Chance(question.what, question.player, things, generated));
        }
        Ok(answer.options().into())
    }

    /// Draws from the source of the game, or, inside of a sealed dialogue, from one of the dialogue's own: what
    /// chance gives to one seat says nothing about what it gives to another.
    fn generated_in_branch(&mut self, question: &ChanceQuestion, sealed: bool) -> Answer {
        if !sealed {
            return self.generated(question);
        }
        let source = self.state().chance;
        let Some(running) = &mut self.run.branch else { return Answer::one(0) };
        let draws = running.draws.get_or_insert_with(|| source.part(running.branch as u64).draw());
        ask::draw(question, draws)
    }

    pub(super) fn branch(&self, entry: usize, at: usize) -> Option<&Branch> {
        match self.game.log.get(self.game.tape_from + entry) {
            Some(Input::Together(_, branches)) => branches.get(at),
            _ => None,
        }
    }

    pub(super) fn branch_mut(&mut self, entry: usize, at: usize) -> Option<&mut Branch> {
        self.game.branch_at(entry, at)
    }

    pub(super) fn stage_of(&self, entry: usize, at: usize) -> BranchStage {
        self.branch(entry, at).map_or(BranchStage::Finished, |branch| branch.stage)
    }

    fn input_of_branch(&self, at: usize) -> Option<Input> {
        let running = self.run.branch.as_ref()?;
        let branch = self.branch(running.entry, running.branch)?;
        branch.inputs(running.way == Way::Sealed).get(at).cloned()
    }

    fn note_in_branch(&mut self, input: Input) {
        let Some(running) = &self.run.branch else { return };
        let (entry, at, sealed) = (running.entry, running.branch, running.way == Way::Sealed);
        if let Some(branch) = self.branch_mut(entry, at) {
            branch.note(input, sealed);
        }
    }

    fn diverged_in_branch(&mut self) -> Stop {
        if let Some(running) = &self.run.branch {
            let (entry, branch, at, sealed) = (running.entry, running.branch, running.at, running.way == Way::Sealed);
            if let Some(branch) = self.branch_mut(entry, branch) {
                branch.truncate(at, sealed);
            }
        }
        Fault::stop(crate::play::divergence::NOT_DETERMINISTIC)
    }
}
