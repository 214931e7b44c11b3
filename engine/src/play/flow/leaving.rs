//! Players who leave, and the end of the game.

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::ids::{PlayerId, Players, Word};
use crate::model::item::Item;
use crate::model::result::Outcome;
use crate::model::rules::{Hook, LeftWaiting};
use crate::model::tape::Input;
use crate::model::trace::FactKind;
use crate::model::value::Value;
use crate::play::operations::forgive;
use crate::play::session::{Arg, Stop, Table};

impl Table {
    /// A player leaves, by conceding or dropping out. Always accepted. It takes effect between two steps, before the
    /// next question that is the first of its step; until then, the player's prompts take their defaults.
    pub fn leave(&mut self, player: PlayerId) {
        if !self.state().present.has(player) || self.game.leaving.contains(&player) {
            return;
        }
        self.game.leaving.push(player);
        let blank = |input: &Input| matches!(input, Input::Together(..)) && !input.is_decision();
        if self.game.log[self.game.tape_from..].iter().all(blank) {
            let from = self.game.tape_from;
            self.game.log.truncate(from);
            let seats = self.state().seats_of(player);
            self.keep_prompts(|kept| !seats.has(kept.seat));
            self.game.next_prompt += 1;
            self.game.stopped_at = None;
            self.rewind();
            return;
        }
        if self.game.prompts.iter().any(|prompt| prompt.part.is_some()) {
            // The dialogues run again, and his takes its defaults.
            self.forget_questions();
            self.rewind();
            return;
        }
        let seats = self.state().seats_of(player);
        if let Some(prompt) = self.game.prompts.iter().find(|prompt| seats.has(prompt.seat)) {
            let (number, default) = (prompt.number, prompt.default.clone());
            if self.answer(number, default).is_err() {
                self.forget_questions();
            }
        }
    }

    /// A player has lost and leaves when the running step is done; until then, the player's prompts take their
    /// defaults.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn lose(&mut self, player: PlayerId) -> Result<(), Stop> {
        self.refuse_if_pure("lose")?;
        if self.state().present.has(player) && !self.state().is_leaving(player) {
            // Below the resolutions that are running: when the outermost is done.
            let agenda = &self.state().agenda;
            let at = agenda.iter().position(|step| *step == Step::Floor).unwrap_or(agenda.len()) as u32;
            self.change(Change::Push { at, step: Step::Leave(player) });
        }
        Ok(())
    }

    /// A player is gone: who leaves has decided that, who has lost has not.
    pub(super) fn leave_now(&mut self, player: PlayerId, gone: FactKind) -> Result<(), Stop> {
        if !self.state().present.has(player) {
            return Ok(());
        }
        self.tell(gone);
        let before = self.state().present;
        self.change(Change::Present { before, after: before.without(player) });
        // The copies that he was still to make are not made.
        self.drop_steps(0, |_, step| matches!(step, Step::Copy(_, whose) if *whose == player));
        self.drop_as_target(player);
        if self.rules.left_waiting == LeftWaiting::Cleared {
            self.clear_items(|item| item.player == player)?;
        }
        if let Some(left) = self.rules.left.as_ref().map(Hook::id) {
            forgive(self.call(left, &[Arg::Player(player)]))?;
        }
        let phase = self.state().turn.phase;
        let ends = self.state().turn.player == player && !self.goes_on_after_leaving(phase);
        if ends && self.state().outcome.is_none() {
            self.end_running_phase()?;
        }
        Ok(())
    }

    /// Nothing is aimed at a player who is gone. What was aimed at nobody else keeps its target, and fizzles by it.
    fn drop_as_target(&mut self, player: PlayerId) {
        let gone = Value::Player(player);
        let aimed = self.state().items.iter().filter(|item| item.targets.len() > 1 && item.targets.contains(&gone));
        let aimed: Vec<Item> = aimed.cloned().collect();
        for before in aimed {
            let mut after = before.clone();
            after.targets.retain(|target| *target != gone);
            self.change(Change::EditItem { before: Box::new(before), after: Box::new(after) });
        }
    }

    /// The game is over.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn end_game(&mut self, winners: Players, why: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending the game")?;
        self.conclude(Outcome { winners, why, ..Outcome::default() })
    }
}
