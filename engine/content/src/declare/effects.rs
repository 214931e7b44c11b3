//! Named effects: standing effects that a card or a ruleset declares, and its scripts begin.

use crate::bind::hooks::HookBinder;
use crate::declare::abilities;
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::model::rules::{Lasts, NamedEffect};

/// How long what lasts goes on.
pub(crate) const LASTS: [(&str, Lasts); 7] = [
    ("until your next turn", Lasts::UntilYourNextTurn),
    ("until the end of your next turn", Lasts::UntilEndOfYourNextTurn),
    ("until end of turn", Lasts::UntilEndOfTurn),
    ("until end of phase", Lasts::UntilEndOfPhase),
    ("until negated", Lasts::UntilNegated),
    ("while", Lasts::While),
    ("forever", Lasts::Forever),
];

/// The tables `[effects.<name>]`.
pub(crate) fn effects(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> Vec<NamedEffect> {
    let effects = reader
        .declared("effects", "an effect", |name, table| Some(effect(table?, name.text, binder.of_effect(name.text))));
    effects.into_values().collect()
}

fn effect(mut reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> NamedEffect {
    let at = reader.at;
    let lasts = reader.one_of("lasts", &LASTS);
    reader.require("lasts");
    let mut abilities = abilities::abilities(&mut reader, binder);
    let (goes_on, ends) = (binder.conventional("lasts", ""), binder.conventional("ends", ""));

    if lasts == Some(Lasts::While) {
        binder.require(&goes_on, at, Purpose::Lasts, "what lasts `while` something is true needs");
        abilities.lasts = binder.optional(&goes_on, at, Purpose::Lasts);
    }
    reader.finish();
    NamedEffect {
        name: name.into(),
        lasts: lasts.unwrap_or(Lasts::UntilEndOfTurn),
        abilities,
        ends: binder.optional(&ends, at, Purpose::Ends),
    }
}
