//! Named effects: standing effects that a card or a ruleset declares, and its scripts begin.

use crate::bind::hooks::HookBinder;
use crate::declare::abilities;
use crate::keys::row::{Key, Named, OneOfOrTable};
use crate::keys::{effect, lasting};
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
        Some(WordOrTable::Table(table)) => (Some(Lasts::While), binder.text(&table, lasting::r#if, Purpose::Lasts)),
        None => (None, None),
    }
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
