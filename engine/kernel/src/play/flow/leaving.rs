//! Players who leave, and the end of the game.

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::ids::{EntityId, PlayerId, Players, Word};
use crate::model::item::Roles;
use crate::model::result::Outcome;
use crate::model::rules::{Hook, Turns};
use crate::model::tape::Input;
use crate::model::trace::FactKind;
use crate::model::value::{Value, Values};
use crate::play::call::{Arg, Stop};
use crate::play::faults;
use crate::play::operations::ignore_fault;
use crate::play::session::Table;

impl Table {
    /// A player leaves, by conceding or dropping out. Always accepted. It takes effect between two steps, before the
    /// next question that is the first of its step, together with all who leave by then; until then, the player's prompts
    /// take their defaults.
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
            self.game.numbers.spend_all();
            self.game.stopped_at = None;
            self.rewind();
            return;
        }
        if self.game.prompts.iter().any(|prompt| prompt.part.is_some()) {
            // The dialogues run again, and that of the leaver takes its defaults.
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

    /// A player has lost and leaves when the running step is done, together with everybody else who has lost by then;
    /// until then, the player's prompts take their defaults.
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

    /// Players are gone, all at the same time: these and everybody else who has lost meanwhile, who did not decide that,
    /// and those who concede, who did. What is done about it is done once, when all of them are gone.
    pub(super) fn leave_together(&mut self, lost: Players, conceded: Players) -> Result<(), Stop> {
        let before = self.state().present;
        let conceded = conceded.and(before);
        let lost = lost.or(self.state().leaving()).and(before).minus(conceded);
        self.drop_steps(0, |_, step| matches!(step, Step::Leave(_)));
        let gone = lost.or(conceded);
        if gone.is_empty() {
            return Ok(());
        }
        match conceded.iter().next() {
            Some(player) if conceded.len() == 1 => self.tell(FactKind::Leaves(player)),
            Some(_) => self.tell(FactKind::LeaveTogether(conceded)),
            None => {}
        }
        lost.iter().for_each(|player| self.tell(FactKind::Drops(player)));
        self.change(Change::Present { before, after: before.minus(gone) });
        self.settle_control();
        // What they were still to announce is not announced.
        self.drop_steps(0, |_, step| matches!(step, Step::Announce(whose, _) if gone.has(*whose)));
        gone.iter().for_each(|player| self.drop_as_target(player));
        self.run.leaving = gone;
        let put_away = self.put_away_left(gone);
        self.run.leaving = Players::NONE;
        put_away?;
        if self.state().present.is_empty() {
            self.end_game(Players::NONE, self.rules.nobody_left)?;
        }
        self.leave_turn(gone)
    }

    /// What players leave behind: what they have announced and still waits, and their cards.
    fn put_away_left(&mut self, gone: Players) -> Result<(), Stop> {
        self.clear_left(gone)?;
        match self.rules.left.as_ref().map(Hook::id) {
            Some(left) => ignore_fault(self.call(left, &[Arg::Value(Value::Players(gone))])),
            None => Ok(()),
        }
    }

    /// The turn of a player who is gone ends, or goes on where the rules say. A turn that is everybody's goes on: from now
    /// on the next player begins it.
    fn leave_turn(&mut self, gone: Players) -> Result<(), Stop> {
        let (player, phase) = (self.state().turn.player, self.state().turn.phase);
        if !gone.has(player) || self.state().outcome.is_some() {
            return Ok(());
        }
        match self.rules.turns {
            Turns::Shared => {
                self.hand_on_turn();
                Ok(())
            }
            Turns::Rotate if self.goes_on_after_leaving(phase) => Ok(()),
            Turns::Rotate => self.end_running_phase(),
        }
    }

    /// Nothing is aimed at a player who is gone. What was aimed at nobody else keeps its target, and fizzles by it.
    fn drop_as_target(&mut self, player: PlayerId) {
        let gone = Value::Player(player);
        let aimed = self.state().items.iter().filter(|item| item.targets.len() > 1 && item.targets.contains(&gone));
        let aimed: Vec<(EntityId, Values, Roles)> =
            aimed.map(|item| (item.id, item.targets.clone(), item.roles.clone())).collect();
        for (id, before, roles) in aimed {
            let stays = |at: &usize| before[*at] != gone;
            let after = (0..before.len()).filter(stays).map(|at| before[at]).collect();
            let left = (0..roles.len()).filter(stays).map(|at| roles[at]).collect();
            self.change(Change::Retarget { id, before, after, roles: (roles, left) });
        }
    }

    /// The game is over. Players who are out, or have lost, do not win it.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn end_game(&mut self, winners: Players, why: Word) -> Result<(), Stop> {
        self.refuse_if_pure("ending the game")?;
        let staying = self.state().staying();
        let winners = winners.and(staying);
        if self.rules.cooperative && !winners.is_empty() && winners != staying {
            return Err(faults::all_win_together().into());
        }
        self.conclude(Outcome { winners, why, ..Outcome::default() })
    }
}
