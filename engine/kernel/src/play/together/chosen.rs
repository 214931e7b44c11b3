//! Windows in which all choose in secret: each choice is a sealed dialogue, and what was chosen is done when all have
//! answered.

use super::{DialogueKind, Together};
use crate::model::agenda::{Announcement, OpenWindow, Step};
use crate::model::change::Change;
use crate::model::ids::{Handle, PlayerId, Players};
use crate::model::rules::Rules;
use crate::model::trace::{FactKind, Reason, Thing};
use crate::play::call::Stop;
use crate::play::queries::attempt_at;
use crate::play::session::Table;
use crate::play::window::AskedNow;
use smallvec::SmallVec;
use std::sync::Arc;

impl Table {
    /// Asks all participants of a window in secret. Their uses become steps, in the order in which they are asked, and the
    /// window is over.
    ///
    /// # Errors
    /// [`Stop::Pending`] while an answer is missing; a fault if a re-run asks something else than before.
    pub(in crate::play) fn ask_in_secret(&mut self, open: OpenWindow, asked: &AskedNow) -> Result<(), Stop> {
        let players: SmallVec<[PlayerId; 8]> = asked.iter().map(|(player, _)| *player).collect();
        let at = self.state().agenda.len() as u32 - 1;
        self.together(Together { players: &players, dialogue: DialogueKind::Window(open, at), may_wait: false })?;
        // What was chosen has been put below the window.
        let chosen = self.state().agenda[at as usize..].iter().filter_map(|step| match step {
            Step::Announce(player, _) => Some(*player),
            _ => None,
        });
        self.run.closed = Some((at, chosen.fold(Players::NONE, Players::with)));
        self.pop_step();
        Ok(())
    }

    /// The dialogue of one player: what was chosen waits below the window, which lies at this place of the agenda.
    pub(super) fn choose_in_secret(&mut self, open: OpenWindow, at: u32, player: PlayerId) -> Result<(), Stop> {
        let rules = Arc::clone(&self.rules);
        let options = self.offers(&rules, &open, player)?;
        let ask = self.acting(&rules, open, player, options)?;
        let (answer, options) = self.ask(ask)?;
        match options[answer.first()].used() {
            // Always in the same place, below those before it, because the agenda is a stack: the first is done first.
            Some((card, number)) => {
                let chosen = Announcement::Chosen(card, number, open.subject);
                self.change(Change::Push { at, step: Step::Announce(player, chosen) });
            }
            None => {
                self.tell(FactKind::Passes(self.state().acting_seat(player), open.decl, open.round));
            }
        }
        Ok(())
    }

    /// A player announces what was chosen in secret. If that has become impossible, a line says why.
    ///
    /// # Errors
    /// A stop from a question or a predicate.
    pub(in crate::play) fn announce_chosen(
        &mut self,
        rules: &Rules,
        player: PlayerId,
        card: Handle,
        (number, subject): (u16, Handle),
    ) -> Result<(), Stop> {
        if !self.state().fresh(card) {
            self.tell_chosen(player, card, number, subject);
            let thing = Thing::Card(self.named(card.id));
            self.tell(FactKind::Stays(thing, Reason::Gone));
            return Ok(());
        }
        let about = (subject != Handle::NONE).then_some(subject);
        let attempt = attempt_at(self.reading(), player, card.id, number, about);
        let mut reasons = self.reasons(rules, attempt)?;
        if reasons.is_empty() {
            match self.announce_if_possible(rules, attempt)? {
                Some(against) => reasons.push(against),
                None => return Ok(()),
            }
        }
        self.tell_chosen(player, card, number, subject);
        self.tell_refused(attempt, reasons);
        Ok(())
    }

    /// Writes the line of a choice that cannot be carried out: it is a decision all the same.
    fn tell_chosen(&mut self, player: PlayerId, card: Handle, number: u16, subject: Handle) {
        let named = self.named(card.id);
        let Some(action) = self.rules.usage(named.def, number).map(|usage| usage.action) else { return };
        let answers = (subject != Handle::NONE).then(|| self.named(subject.id));
        self.tell(FactKind::Uses { seat: self.state().acting_seat(player), action, card: named, answers });
    }
}
