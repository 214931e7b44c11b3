//! Named effects: standing effects that a card or a ruleset declares, and its scripts begin.

use crate::bind::hooks::HookBinder;
use crate::declare::abilities;
use crate::keys::row::{Key, Named, OneOfOrTable};
use crate::keys::{effect, lasting};
use crate::read::context::Name;
use crate::read::places::Purpose;
use crate::read::reader::{Reader, WordOrTable};
use cardwright_kernel::rules::{Abilities, Hook, Lasts, NamedEffect};

/// The tables `[effects.<name>]`.
pub(crate) fn effects(reader: &Reader<'_>, key: Key<Named>, binder: HookBinder<'_>) -> Vec<NamedEffect> {
    let effects = reader.declared(key, |name, table| Some(effect(table?, name.text, binder.of_effect(name.text))));
    effects.into_values().collect()
}

/// How long something lasts, and the predicate that says so, if one does.
pub(crate) fn lasting(
    reader: &Reader<'_>,
    key: Key<OneOfOrTable<Lasts>>,
    binder: HookBinder<'_>,
) -> (Option<Lasts>, Option<Hook>) {
    match reader.one_of_or_table(key) {
        Some(WordOrTable::Word(lasts)) => (Some(lasts), None),
        Some(WordOrTable::Table(table)) => {
            let condition = binder.text(&table, lasting::r#if, Purpose::Lasts);
            let until = table.text(lasting::until).map(|name| until(&table, name, binder));
            if !table.has(lasting::r#if) && !table.has(lasting::until) {
                table.file.report(
                    table
                        .file
                        .problem("key-missing", table.at, "what lasts so needs `if` or `until`")
                        .label("it has neither"),
                );
            }
            (Some(until.flatten().unwrap_or(Lasts::While)), condition)
        }
        None => (None, None),
    }
}

/// Until what ends: a phase or a procedure by its key.
fn until(table: &Reader<'_>, name: Name<'_>, binder: HookBinder<'_>) -> Option<Lasts> {
    let names = &binder.declarations.names;
    let phase = names.phases.get(name.text).map(|at| Lasts::UntilEndOf(at.into()));
    let found = phase.or_else(|| names.procedures.get(name.text).map(|at| Lasts::UntilConcluded(at.into())));
    if found.is_none() {
        let known = names.phases.iter().chain(names.procedures.iter());
        let message = format!("no phase and no procedure is called `{}`", name.text);
        table.file.unknown("moment-unknown", name, message, known);
    }
    found
}

fn effect(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> NamedEffect {
    let at = reader.at;
    let (lasts, goes_on) = lasting(&reader, effect::lasts, binder);
    let ends = binder.conventional("ends", "");
    if lasts == Some(Lasts::While) && goes_on.is_none() && !reader.has_table(effect::lasts) {
        let problem = reader.file.problem("effect-endless", at, "an effect has no gates that could close");
        reader.file.report(problem.help("write `lasts.if = \"<name>\"`"));
    }
    let abilities = Abilities { lasts: goes_on, ..abilities::abilities(&reader, binder) };
    NamedEffect {
        name: name.into(),
        lasts: lasts.unwrap_or(Lasts::UntilEndOfTurn),
        abilities,
        ends: binder.optional(&ends, at, Purpose::Ends),
    }
}
