//! What uses and triggers are aimed at.

use crate::bind::hooks::HookBinder;
use crate::declare::filter;
use crate::keys::row::{Key, Tables};
use crate::keys::target;
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::rules::Targets;

/// The tables `[[targets]]`; none if they are not given.
pub(crate) fn targets(reader: &Reader<'_>, key: Key<Tables>, binder: HookBinder<'_>) -> Option<Vec<Targets>> {
    let given = reader.has(key);
    let declared = reader.each(key, |table| one(&table, binder));
    given.then_some(declared)
}

fn one(reader: &Reader<'_>, binder: HookBinder<'_>) -> Option<Targets> {
    let file = reader.file;
    let phrase = reader.text(target::r#as).map(|phrase| file.word(phrase.text));
    let targets = Targets {
        phrase: phrase.unwrap_or_default(),
        cards: filter::under(reader, target::card, binder.declarations),
        players: reader.one_of(target::player),
        uses: filter::under(reader, target::r#use, binder.declarations),
        bounds: bounds(reader),
        condition: binder.text(reader, target::r#if, Purpose::Target),
        line: reader.line(),
    };
    if targets.cards.is_none() && targets.players.is_none() && targets.uses.is_none() {
        let problem = file.problem("key-missing", reader.at, "this is aimed at nothing");
        file.report(problem.help("say what may be a target, with `card`, `player` or `use`"));
    }
    phrase.map(|_| targets)
}

/// From how many to how many.
fn bounds(reader: &Reader<'_>) -> (u8, u8) {
    let (from, to) = (reader.number(target::from), reader.number(target::to));
    let least = from.unwrap_or(1);
    let most = to.unwrap_or_else(|| least.max(1));
    if most < least {
        let at = reader.field(target::to).or_else(|| reader.field(target::from)).map_or(reader.at, |field| field.span);
        let message = format!("from {least} to {most} targets is none at all");
        reader.file.report(reader.file.problem("number-out-of-range", at, message));
    }
    (u8::try_from(least).unwrap_or(u8::MAX), u8::try_from(most).unwrap_or(u8::MAX))
}
