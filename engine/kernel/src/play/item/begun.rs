//! What scripts begin besides uses by players: named effects, and uses that an instruction puts on the stack.

use crate::model::change::Change;
use crate::model::effect::{Effect, Expiry};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Players};
use crate::model::rules::Rules;
use crate::model::trace::{FactKind, Reasons};
use crate::model::value::{Value, Values};
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::queries::Attempt;
use crate::play::session::Table;
use smallvec::SmallVec;

/// In whose name an effect begins.
pub struct Beginning {
    /// The definition that declares it, or that may use one of the rules.
    pub def: DefId,
    /// Whose effect it is.
    pub player: PlayerId,
    /// What it is about.
    pub targets: Values,
}

impl Table {
    /// A named effect begins, of a definition or of the rules. In the name of an item, what that has noted and whom it
    /// exempts holds for the effect as well.
    ///
    /// # Errors
    /// A fault if nothing declares an effect with this name.
    pub fn begin_effect(&mut self, name: &str, beginning: Beginning) -> Result<Handle, Stop> {
        self.refuse_if_pure("begin")?;
        let Beginning { def, player, targets } = beginning;
        let part = self.rules.effect_number(def, name);
        let Some(lasts) = self.rules.named_effect(def, part).map(|declared| declared.lasts) else {
            return Err(faults::effect_unknown(name).into());
        };
        let targets = self.unprotected(targets)?;
        let item = self.state().item(self.cause().id).cloned();
        // An effect of another definition than the item's is begun openly.
        let known = item.as_ref().filter(|item| item.def == def).map(|item| self.state().entity(item.id).known);
        let known = known.unwrap_or_else(|| self.everyone());
        let id = self.create_part(Rules::EFFECT, def, player, (part, known));
        let effect = Effect {
            id,
            def,
            card: Handle::NONE,
            player,
            exempt: item.as_ref().map_or(Players::NONE, |item| item.exempt),
            exempt_by: item.as_ref().map(|item| item.exempt_by.clone()).unwrap_or_default(),
            targets,
            notes: item.map_or_else(SmallVec::new, |item| item.notes),
            expiry: Expiry::new(lasts, player, self.state().turn().number),
        };
        self.change(Change::AddEffect(Box::new(effect)));
        self.tell(FactKind::Stands(self.named(id)));
        self.settle_control();
        Ok(self.state().handle(id))
    }

    /// What an effect of the running item can be about: what is protected from the item is left out, with a line that says
    /// so. Who is exempt is exempt from the effect as well.
    fn unprotected(&mut self, mut targets: Values) -> Result<Values, Stop> {
        let mut at = 0;
        while let Some(target) = targets.get(at) {
            let protected = match target {
                Value::Entity(handle) => self.is_kept_by_protection(handle.id)?,
                _ => false,
            };
            if protected {
                targets.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(targets)
    }

    /// A player uses a card because an instruction says so, and the use waits on the stack above what is there. The
    /// instruction opens these gates of the action and no others; bans hold, and the price is paid. Returns whether it
    /// was possible; if not, nothing has happened but a line that says why.
    ///
    /// # Errors
    /// A stop from a question.
    pub fn put_by_instruction(&mut self, rules: &Rules, attempt: Attempt, gates: &[Box<str>]) -> Result<bool, Stop> {
        self.refuse_if_pure("putting a use on the stack")?;
        let opened = self.run.opened.len();
        self.run.opened.extend(gates.iter().map(|gate| (attempt.card, gate.clone())));
        let result = self.put_if_allowed(rules, attempt);
        self.run.opened.truncate(opened);
        result
    }

    fn put_if_allowed(&mut self, rules: &Rules, attempt: Attempt) -> Result<bool, Stop> {
        let reasons = self.reasons(rules, attempt)?;
        if !reasons.is_empty() {
            self.tell_refused(attempt, reasons);
            return Ok(false);
        }
        let before = self.savepoint();
        match self.without_cause(|table| table.announce_as(rules, attempt, Some(true))) {
            Ok(()) => {
                self.stack_changed();
                Ok(true)
            }
            Err(Stop::Illegal(against)) => {
                self.take_back_to(before);
                self.tell_refused(attempt, SmallVec::from_elem(against, 1));
                Ok(false)
            }
            Err(stop) => Err(stop),
        }
    }

    pub(in crate::play) fn tell_refused(&mut self, attempt: Attempt, reasons: Reasons) {
        let named = self.named(attempt.card);
        let def = self.state().entity(attempt.card).def;
        let action = self.rules.definitions[def.index()].uses[usize::from(attempt.number)].action;
        let seat = self.state().acting_seat(attempt.player);
        self.tell(FactKind::Refused {
            seat,
            action,
            card: named,
            answers: None,
            choosing: None,
            why: Box::new(reasons),
        });
    }

    /// The definition in whose name a script runs now: that of the item, effect or card that does something.
    pub fn running_definition(&self) -> DefId {
        let source = self.cause().id;
        if source == EntityId::NONE { DefId::NONE } else { self.state().entity(source).def }
    }
}
