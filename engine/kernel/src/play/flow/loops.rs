//! Loops that no choice ends: cards and rules set each other off again and again, while nobody does anything but pass.
//!
//! What is counted are items that resolve, listeners and functions of the ruleset that are steps of their own, one after
//! another in a turn. Whatever somebody does meanwhile, other than to pass, begins the count anew: a chain that is long but
//! honest is one that players could have ended.

use crate::model::agenda::Step;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId};
use crate::model::item::Status;
use crate::model::spent::{SET_OFF, SetOff};
use crate::model::trace::{FactKind, Thing, Things};
use crate::play::call::{Fault, Stop};
use crate::play::faults;
use crate::play::limits::shortened;
use crate::play::session::Table;

/// How often what waits is dropped in a turn before the game ends.
const DROPS: u32 = 2;

/// How many items can be dropped: more than anybody would play out.
const DROPPED: usize = 10_000;

impl Table {
    /// What has been set off in a row, with the step that is done.
    pub(super) fn set_off_in_a_row(&self) -> SetOff {
        let run = &self.run;
        let mut set_off = if run.counts_anew { SetOff::default() } else { self.game.set_off };
        if run.drops_set_off {
            set_off = SetOff { dropped: set_off.dropped + 1, ..SetOff::default() };
        }
        match run.carries_out {
            Some(card) if !run.counts_anew => {
                set_off.add(card.filter(|_| 2 * set_off.count >= self.allowed_in_a_row()));
            }
            Some(_) | None => {}
        }
        set_off
    }

    /// How much may be set off in a row.
    fn allowed_in_a_row(&self) -> u32 {
        self.rules.loops.map_or(SET_OFF, |loops| loops.times)
    }

    /// Whether so much has been set off in a row that there is no end of it, and the ruleset does not say what that is. Where
    /// nobody has even passed, what there may be from one decision to the next is the limit.
    pub(super) fn loops(&self) -> bool {
        let (count, next) = (self.game.set_off.count, self.state().agenda.last());
        let goes_on = count >= SET_OFF && self.game.idle < count && next.is_some_and(carries_out);
        goes_on && self.rules.loops.is_none()
    }

    /// Notes that a step carries out what was set off. True if that is more than the ruleset allows, and so has ended the
    /// game.
    ///
    /// # Errors
    /// A stop from a script that computes a score.
    pub(super) fn ends_by_loop(&mut self, step: &Step) -> Result<bool, Stop> {
        if self.run.nested_flow > 0 || !carries_out(step) {
            return Ok(false);
        }
        if let Some(loops) = self.rules.loops
            && self.game.set_off.count >= loops.times
        {
            self.run.depth = self.depth();
            let cards = self.game.set_off.known();
            let cards: Things = cards.map(|card| Thing::Card(self.named_definition(card, PlayerId::NOBODY))).collect();
            self.tell(FactKind::Loops(loops.times, cards));
            self.end_by_itself(loops.ending, loops.why)?;
            return Ok(true);
        }
        self.run.carries_out = Some(self.set_off_by(step));
        Ok(false)
    }

    /// The card that is behind such a step, if everybody knows it.
    fn set_off_by(&self, step: &Step) -> Option<DefId> {
        let id = match step {
            Step::Resolve(Handle { id, .. }) | Step::Listener(Handle { id, .. }, ..) => *id,
            _ => EntityId::NONE,
        };
        let entity = id.is_some().then(|| self.state().entity(id))?;
        (entity.known == self.everyone() && entity.def != DefId::NONE).then_some(entity.def)
    }

    /// There is no end of what is set off. What waits of it is dropped, and a line names the cards; if that does not help, the
    /// game is over, and nobody has won.
    pub(super) fn break_loop(&mut self) {
        self.run.depth = self.depth();
        let names = self.game.set_off.known().map(|card| self.rules.name_of(card).to_string());
        let names: Vec<String> = names.collect();
        let what = match &names[..] {
            [] => "the rules set themselves off".to_string(),
            [card] => format!("{card} sets itself off"),
            _ => format!("{} set each other off", names.join(" and ")),
        };
        let Fault { message, .. } = faults::set_off_without_end(what);
        let waiting = self.set_off_and_waiting();
        if self.game.set_off.dropped >= DROPS || waiting.len() > DROPPED {
            self.end_without_winner(message);
            return;
        }
        let who = self.game.set_off.known().next().map(|card| self.named_definition(card, PlayerId::NOBODY));
        self.tell(FactKind::Faulted(who, None, shortened(&message)));
        self.run.drops_set_off = true;
        self.drop_what_scripts_set_off();
        waiting.into_iter().for_each(|item| self.drop_item(item));
    }

    /// The items that wait, and that nobody has used a card for.
    fn set_off_and_waiting(&self) -> Vec<Handle> {
        let state = self.state();
        let set_off = state.items().iter().filter(|item| {
            item.status == Status::Pending && (item.trigger.is_some() || item.copy && item.card == Handle::NONE)
        });
        set_off.map(|item| state.handle(item.id)).collect()
    }
}

/// Whether a step carries out what waited, and may set off more.
const fn carries_out(step: &Step) -> bool {
    match step {
        Step::Resolve(_) | Step::Hook(..) | Step::Listener(..) => true,
        Step::NextTurn
        | Step::BeginPhase(_)
        | Step::PhaseWindows(..)
        | Step::EndPhase(_)
        | Step::Window(_)
        | Step::Finish(_)
        | Step::Announce(..)
        | Step::Trigger(_)
        | Step::Leave(_)
        | Step::NextSeat(_)
        | Step::EndProcedure(_)
        | Step::Masked(..)
        | Step::Floor => false,
    }
}
