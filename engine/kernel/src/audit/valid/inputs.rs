//! The log of inputs. Whether an answer fits its question is seen when it is asked again.

use super::{Checked, Valid, each};
use crate::model::tape::{Branch, Input};

impl Valid<'_> {
    pub(super) fn input(&self, input: &Input) -> Checked {
        match input {
            Input::Answer(_, seat, _) => self.seat(*seat),
            Input::Chance(..) | Input::Withdrawn(_, None) => Ok(()),
            Input::Withdrawn(_, Some((card, _))) => self.used(*card),
            Input::Together(_, branches) => each(branches, |branch| self.branch(branch)),
            Input::Leave(player) => self.player(*player),
            Input::LeaveTogether(players) => self.players(*players),
        }
    }

    fn branch(&self, branch: &Branch) -> Checked {
        let Branch { seat, number: _, sealed, in_view, stage: _ } = branch;
        self.seat(*seat)?;
        each(sealed.iter().chain(in_view), |input| match input {
            Input::Together(..) => Err("a simultaneous question is inside another"),
            _ => self.input(input),
        })
    }
}
