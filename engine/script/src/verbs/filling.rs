//! What scripts fill in for the names of a text.

use crate::call::context::CallContext;
use crate::call::script_value::{MapId, ScriptValue, TextId};
use crate::faults;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::questions::AskedText;
use cardwright_kernel::rules::Template;
use cardwright_kernel::trace::{Named, Thing, Things};

/// What is filled in, by the names that it stands for.
type FilledIn = Vec<(Box<str>, Thing)>;

/// What a map says for each name.
pub(super) fn filled_in(ctx: &mut CallContext<'_>, map: MapId) -> Result<FilledIn, Stop> {
    let entries = ctx.scratch.map(map).entries.clone();
    entries.into_iter().map(|(name, held)| Ok((ctx.text(name).into(), said(ctx, held)?))).collect()
}

/// What is filled in: a player, a card, a space, a number, or the name of a card.
pub(super) fn said(ctx: &mut CallContext<'_>, about: ScriptValue) -> Result<Thing, Stop> {
    match about {
        ScriptValue::Text(name) => Ok(Thing::Card(named_card(ctx, name)?)),
        ScriptValue::Number(number) => Ok(Thing::Number(number)),
        about => {
            let value = ctx.single(about, "put into a text")?;
            Ok(ctx.table().thing_of(value))
        }
    }
}

/// A card by its name, which everybody knows.
fn named_card(ctx: &CallContext<'_>, name: TextId) -> Result<Named, Stop> {
    let def = ctx.definition(name)?;
    Ok(ctx.look().named_definition(def, ctx.state().turn().player))
}

/// What stands in place of the names of a text, in their order: each is given, and nothing else.
pub(super) fn in_blanks(what: &str, text: &Template, about: &[(Box<str>, Thing)]) -> Result<Things, Stop> {
    if let Some((name, _)) = about.iter().find(|(name, _)| text.blanks().all(|blank| *blank != **name)) {
        return Err(faults::blank_unknown(what, name).into());
    }
    let thing = |blank: &str| {
        let given = about.iter().find(|(name, _)| **name == *blank).map(|(_, thing)| *thing);
        given.ok_or_else(|| faults::blank_missing(blank, what).into())
    };
    text.blanks().map(thing).collect()
}

/// A question as scripts write it: a text, or a map that has it under `ask`, and what is filled in under its names.
pub(super) fn asked(ctx: &mut CallContext<'_>, question: ScriptValue) -> Result<AskedText, Stop> {
    let (text, about) = match question {
        ScriptValue::Text(text) => (text, Vec::new()),
        ScriptValue::Map(map) => taken_apart(ctx, map)?,
        other => {
            return Err(faults::question_not_text(ctx.called(other)).into());
        }
    };
    let word = ctx.word(text)?;
    let written = ctx.text(text);
    if about.is_empty() && !written.contains(['{', '}']) {
        return Ok(word.into());
    }
    let template = Template::parse(written).map_err(|error| faults::text_malformed(written, error.what))?;
    let about = in_blanks(written, &template, &about)?;
    Ok(AskedText { text: word, about })
}

/// The text of a question that is a map, and what is filled into it.
fn taken_apart(ctx: &mut CallContext<'_>, map: MapId) -> Result<(TextId, FilledIn), Stop> {
    let entries = ctx.scratch.map(map).entries.clone();
    let mut text = None;
    let mut about = Vec::new();
    for (name, held) in entries {
        match (ctx.text(name), held) {
            (ASK, ScriptValue::Text(asked)) => text = Some(asked),
            (name, held) => about.push((name.into(), said(ctx, held)?)),
        }
    }
    let text = text.ok_or_else(faults::question_without_text)?;
    Ok((text, about))
}

/// The key under which a question that is a map has its text.
pub(crate) const ASK: &str = "ask";

/// What is asked, as it is written.
pub(super) fn text_of(ctx: &CallContext<'_>, question: &AskedText) -> String {
    ctx.rules().words.text(question.text).to_owned()
}
