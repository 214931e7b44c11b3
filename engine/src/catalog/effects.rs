//! Named effects: standing effects that a card or a ruleset declares, and its scripts begin.

use super::abilities;
use super::cards::LASTS;
use super::hooks::Home;
use super::names::Book;
use super::places::Purpose;
use super::reader::Reader;
use crate::kernel::rules::{Lasts, NamedEffect};

/// The tables `[effects.<name>]`.
pub(super) fn effects<'t>(reader: &mut Reader<'t>, book: &'t Book, home: Home<'t>) -> Vec<NamedEffect> {
    let page = reader.page;
    let fields = reader.entries("effects").iter();
    let tables = fields.filter_map(|field| {
        let table = Reader::of(page, "an effect", field.into(), &field.node)?;
        Some((field, table))
    });
    tables.map(|(field, table)| effect(table, &field.key, book, home.of_effect(&field.key))).collect()
}

fn effect<'t>(mut reader: Reader<'t>, name: &str, book: &'t Book, home: Home<'_>) -> NamedEffect {
    let at = reader.at;
    let lasts = reader.one_of("lasts", &LASTS);
    reader.require("lasts");
    let mut abilities = abilities::abilities(&mut reader, book, home);
    let (goes_on, ends) = (home.conventional("lasts", ""), home.conventional("ends", ""));

    if lasts == Some(Lasts::While) {
        home.require(&goes_on, at, Purpose::Effect, "what lasts `while` something is true needs");
        abilities.lasts = home.optional(&goes_on, at, Purpose::Effect);
    }
    reader.finish();
    NamedEffect {
        name: name.into(),
        lasts: lasts.unwrap_or(Lasts::UntilEndOfTurn),
        abilities,
        ends: home.optional(&ends, at, Purpose::Effect),
    }
}
