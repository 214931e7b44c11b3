//! Procedures: something that a ruleset does in several steps, and the local values that live as long as it goes on.
//!
//! Local values are attributes, of the game, of players or of cards. When a procedure begins, those that it declares
//! get their defaults; when it ends, they are what they were before. So one inside of another of the same name hides the
//! values of the outer one. A step on the agenda ends it, below all that it puts there itself; a script may end it
//! earlier. All of it is done by changes: undoing, saves, forks and faults need to know nothing of it.

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::ids::{AttrId, EntityId, ProcedureId};
use crate::model::rules::{LocalPlace, Rules};
use crate::model::state::State;
use crate::model::turn::{OuterValue, RunningProcedure};
use crate::model::value::Value;
use crate::play::call::Stop;
use crate::play::session::Table;

/// A slot that holds a local value other than the default.
struct LocalSlot {
    outer: OuterValue,
    slot: u32,
    default: Value,
}

impl State {
    /// The procedures that go on, the innermost last.
    pub fn procedures(&self) -> &[RunningProcedure] {
        &self.procedures
    }

    /// Whether a procedure goes on.
    pub fn is_running(&self, procedure: ProcedureId) -> bool {
        self.procedures.iter().any(|running| running.procedure == procedure)
    }

    /// How many procedures of this name go on, one inside of the other.
    pub fn running(&self, procedure: ProcedureId) -> u16 {
        let running = self.procedures.iter().filter(|running| running.procedure == procedure);
        u16::try_from(running.count()).unwrap_or(u16::MAX)
    }

    /// The local values of a procedure that are not what they are when it begins.
    fn locals(&self, rules: &Rules, procedure: ProcedureId) -> Vec<LocalSlot> {
        let places = &rules.procedures[procedure.index()].places;
        let of_cards = places.iter().skip(Rules::PLAYER.index() + 1).any(|places| !places.is_empty());
        // The game and the players come first.
        let most = if of_cards { self.entities.len() } else { 1 + self.players() };
        let mut found = Vec::new();
        for (id, entity) in self.entities().take(most) {
            let here = &places[entity.kind.index()];
            if here.is_empty() || !entity.exists {
                continue;
            }
            for LocalPlace { attr, position, is_printed } in here.iter().copied() {
                let slot = entity.slot + u32::from(position);
                let value = self.in_slot(slot);
                let decl = &rules.attributes[attr.index()];
                let printed = if is_printed { rules.printed(entity.def, attr) } else { &decl.default };
                let default = decl.type_.value_of(printed);
                if value != default {
                    found.push(LocalSlot { outer: OuterValue { of: self.handle(id), attr, value }, slot, default });
                }
            }
        }
        found
    }
}

impl Table {
    /// A procedure begins: its local values have their defaults. It ends when all is done that is put on the agenda from
    /// now on to come after what runs now.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn begin_procedure(&mut self, procedure: ProcedureId) -> Result<(), Stop> {
        self.refuse_if_pure("`begin`")?;
        let outer = self.clear_locals(procedure);
        self.change(Change::BeginProcedure(Box::new(RunningProcedure { procedure, outer })));
        self.push_after_running(Step::EndProcedure(Some(procedure)));
        Ok(())
    }

    /// The innermost of the procedures with this name ends at once, if one is running.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn conclude_procedure(&mut self, procedure: ProcedureId) -> Result<(), Stop> {
        self.refuse_if_pure("`conclude`")?;
        if !self.state().is_running(procedure) {
            return Ok(());
        }
        let before = Step::EndProcedure(Some(procedure));
        if let Some(at) = self.state().agenda.iter().rposition(|step| *step == before) {
            // The step stays where it is: a nested run of the agenda counts on the steps below it.
            self.change(Change::Restep { at: at as u32, before, after: Step::EndProcedure(None) });
        }
        self.end_procedure(procedure)
    }

    /// The step that ends a procedure: its local values are what they were before it began. A card that has become
    /// another since has nothing left of that. Then what lasted until then ends.
    ///
    /// # Errors
    /// A stop from what ends.
    pub(super) fn end_procedure(&mut self, procedure: ProcedureId) -> Result<(), Stop> {
        let Some(at) = self.state().procedures.iter().rposition(|running| running.procedure == procedure) else {
            return Ok(());
        };
        self.clear_locals(procedure);
        let running = self.state().procedures[at].clone();
        for OuterValue { of, attr, value } in running.outer.iter().copied() {
            if self.state().fresh(of) {
                self.put_back(of.id, attr, value);
            }
        }
        self.change(Change::EndProcedure { at: at as u32, running: Box::new(running) });
        self.expire_with_procedure(procedure)
    }

    /// Gives all local values of a procedure their defaults. Gives what they were.
    fn clear_locals(&mut self, procedure: ProcedureId) -> Vec<OuterValue> {
        let locals = self.state().locals(&self.rules, procedure);
        for LocalSlot { outer, slot, default } in &locals {
            self.change(Change::Set { id: outer.of.id, slot: *slot, before: outer.value, after: *default });
        }
        locals.into_iter().map(|local| local.outer).collect()
    }

    fn put_back(&mut self, id: EntityId, attr: AttrId, after: Value) {
        let Some(slot) = self.state().slot_of(&self.rules, id, attr) else { return };
        let before = self.state().in_slot(slot);
        if before != after {
            self.change(Change::Set { id, slot, before, after });
        }
    }
}
