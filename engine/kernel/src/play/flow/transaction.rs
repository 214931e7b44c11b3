//! A step as a transaction: its mark, its end, and what is undone.

use crate::model::game::Mark;
use crate::model::tape::Input;
use crate::model::trace::{Fact, FactKind};
use crate::play::limits::JOURNAL;
use crate::play::session::Table;

impl Table {
    pub(super) fn begin_transaction(&mut self) {
        self.game.forget_if_light();
        self.game.mark_here();
        self.run.renew();
        self.begin_scripts();
    }

    pub(super) fn commit(&mut self) {
        let mark = self.game.mark;
        self.game.steps += 1;
        // Something was decided or drawn: what proved illegal before may now be possible.
        if self.run.at > 0 {
            self.game.barred.clear();
        }
        self.game.marks.push(mark);
        // Only what this step has read or noted is behind it: an answer may still wait for the step after it.
        let behind = self.game.tape_from..self.game.tape_from + self.run.at;
        self.game.tape_from = behind.end;
        let decided = self.game.log[behind].iter().any(Input::is_decision);
        self.game.idle = if decided { 0 } else { self.game.idle + 1 };
        self.game.spent = self.spent();
        self.game.set_off = self.set_off_in_a_row();
        if self.run.tells_fault {
            let faults = self.game.trace[mark.facts..].iter().filter(|fact| matches!(fact.what, FactKind::Faulted(..)));
            let faults: Vec<Fact> = faults.cloned().collect();
            self.game.faults.extend(faults);
        }
        self.game.stopped_at = None;
        if decided {
            self.take_fingerprint(mark.inputs);
        }
        self.trim();
        self.game.mark_here();
    }

    /// Keeps the journal of the last steps only; further back, undo replays the log.
    pub(super) fn trim(&mut self) {
        const KEPT: usize = 512;
        let marks = &self.game.marks;
        let weight = |mark: &Mark| self.game.journaled.saturating_sub(mark.journaled);
        // Draining moves the whole journal, so it is done once for every 512 steps, or when half of it is too much.
        let dropped = match marks.first() {
            Some(first) if weight(first) > JOURNAL => {
                marks.iter().take_while(|mark| 2 * weight(mark) > JOURNAL).count()
            }
            _ if marks.len() >= 2 * KEPT => KEPT,
            _ => return,
        };
        // The last step can always be taken back.
        let dropped = dropped.min(marks.len() - 1);
        let drop_to = marks[dropped].changes;
        self.game.marks.drain(..dropped);
        self.game.journal.drain(..drop_to);
        for mark in &mut self.game.marks {
            mark.changes -= drop_to;
        }
    }

    /// Back to the mark of the running step. What the state checks watch is then as it was.
    pub(super) fn rewind(&mut self) {
        self.go_back_to(self.game.mark);
    }

    /// Back to where a step began.
    pub(super) fn go_back_to(&mut self, mark: Mark) {
        self.undo_to(mark.changes);
        self.game.untell(mark.facts, |_| false);
        self.game.cut_log(mark.logged);
        self.game.unchecked = mark.unchecked;
        self.game.idle = mark.idle;
        self.game.spent = mark.spent;
        self.game.set_off = mark.set_off;
    }

    /// An action proved impossible: it never was, and it is not offered again before something else happens.
    pub(super) fn withdraw_illegal(&mut self) {
        let first = self.run.illegal_use.take();
        self.rewind();
        let taken = (self.game.log.len() - self.game.tape_from) as u32;
        self.game.log.push(Input::Withdrawn(taken, first));
        self.game.tape_from = self.game.log.len();
        match first {
            Some(first) => self.game.barred.push(first),
            // Not an action of a player: the step cannot be repeated as it is, so it is dropped.
            None => {
                self.begin_transaction();
                self.pop_step();
                self.commit();
            }
        }
    }
}
