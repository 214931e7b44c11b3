//! Lines for authors.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::ScriptValue;
use cardwright_kernel::ids::PlayerId;

verbs! {
    /// Writes a line for the author: `cardwright run` and `cardwright dev` show it beside the place in the script. It is
    /// no part of the game: no trace, no seat and no save has it.
    Looks "log(any)" => |ctx, what: ScriptValue| {
        ctx.owe_text(16);
        let line = written(ctx, what);
        ctx.table().log(|| line.into());
        Ok(())
    }
}

/// A value as an author reads it: cards and players by their names.
fn written(ctx: &CallContext<'_>, what: ScriptValue) -> String {
    match what {
        ScriptValue::Nothing => "()".into(),
        ScriptValue::Player(player) if player == PlayerId::NOBODY => "nobody".into(),
        ScriptValue::Player(player) => player.letter().to_string(),
        ScriptValue::Card(_)
        | ScriptValue::Item(_)
        | ScriptValue::Effect(_)
        | ScriptValue::Space(_)
        | ScriptValue::Joint(_) => ctx.text(ctx.name_of(ctx.def_of(what))).to_string(),
        ScriptValue::List(list) => {
            let parts: Vec<String> = ctx.items(list).iter().map(|part| written(ctx, *part)).collect();
            format!("[{}]", parts.join(", "))
        }
        other => ctx.written(other),
    }
}
