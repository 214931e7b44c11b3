//! Named effects: standing effects that a card or a ruleset declares, and its scripts begin.

use crate::bind::hooks::HookBinder;
use crate::declare::abilities;
use crate::keys::effect;
use crate::keys::row::{Key, Named};
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::model::rules::{Lasts, NamedEffect};

/// The tables `[effects.<name>]`.
pub(crate) fn effects(reader: &Reader<'_>, key: Key<Named>, binder: HookBinder<'_>) -> Vec<NamedEffect> {
    let effects = reader.declared(key, |name, table| Some(effect(table?, name.text, binder.of_effect(name.text))));
    effects.into_values().collect()
}

fn effect(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> NamedEffect {
    let at = reader.at;
    let lasts = reader.one_of(effect::lasts);
    let mut abilities = abilities::abilities(&reader, binder);
    let (goes_on, ends) = (binder.conventional("lasts", ""), binder.conventional("ends", ""));

    if lasts == Some(Lasts::While) {
        binder.require(&goes_on, at, Purpose::Lasts, "what lasts `while` something is true needs");
        abilities.lasts = binder.optional(&goes_on, at, Purpose::Lasts);
    }
    NamedEffect {
        name: name.into(),
        lasts: lasts.unwrap_or(Lasts::UntilEndOfTurn),
        abilities,
        ends: binder.optional(&ends, at, Purpose::Ends),
    }
}
