//! Where a script may only look: conditions, closures of list functions, predicates.

use super::{Context, Judge};
use crate::check::signature::VerbEffect;
use crate::syntax::finding::LineSpan;

impl Judge<'_> {
    /// Judges something as a condition.
    pub(super) fn looking<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.context.condition, true);
        let outcome = work(self);
        self.context.condition = before;
        outcome
    }

    /// Does something inside a closure that is given to a function.
    pub(super) fn inside<T>(&mut self, function: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.context.closure.replace(function.into());
        let outcome = work(self);
        self.context.closure = before;
        outcome
    }

    /// Something with an effect is called here, under this name; `through` is the verb that a function owes it to.
    pub(super) fn has_effect(&mut self, effect: VerbEffect, name: &str, through: Option<&str>, at: LineSpan) {
        if effect > self.outcome.effect {
            self.outcome.effect = effect;
            self.outcome.through = Some(through.unwrap_or(name).into());
        }
        if effect < VerbEffect::Asks {
            return;
        }
        let does = if effect == VerbEffect::Changes { "changes the game" } else { "asks a player or chance" };
        let what = match through {
            Some(verb) if verb != name => format!("`{name}` {does}, because of `{verb}`"),
            _ => format!("`{name}` {does}"),
        };
        let Context { predicate, condition, closure, .. } = self.context.clone();
        if let Some(hook) = predicate {
            self.report("change-in-predicate", at, format!("`{hook}` may only look, but {what}"));
        } else if let Some(function) = closure.filter(|function| effect == VerbEffect::Changes || looks_only(function))
        {
            let help = "go through the list with `for`";
            let message = format!("the closure of `{function}` may only look, but {what}");
            self.report("change-in-closure", at, message).help = Some(help.into());
        } else if condition && effect == VerbEffect::Changes {
            let help = format!("do it first and keep the result: `let done = ….{name}(…);`");
            self.report("change-in-condition", at, format!("a condition may only look, but {what}")).help = Some(help);
        }
    }
}

/// Whether a closure of this function may not even ask.
fn looks_only(function: &str) -> bool {
    !matches!(function, "map" | "flat_map" | "reduce")
}
