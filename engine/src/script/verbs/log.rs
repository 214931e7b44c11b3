//! Lines for authors.

use super::row::verbs;
use crate::model::ids::PlayerId;
use crate::script::call::context::CallContext;
use crate::script::call::held::Held;

verbs! {
    /// Writes a line for the author: `cardwright run` and `cardwright dev` show it beside the place in the script. It is
    /// no part of the game: no trace, no seat and no save has it.
    Looks "log(any)" => |ctx, what: Held| {
        ctx.owe_text(16);
        let line = written(ctx, what);
        ctx.table().log(|| line.into());
        Ok(())
    }
}

/// A value as an author reads it: cards and players by their names.
fn written(ctx: &CallContext<'_>, what: Held) -> String {
    match what {
        Held::Nothing => "()".into(),
        Held::Player(player) if player == PlayerId::NOBODY => "nobody".into(),
        Held::Player(player) => player.letter().to_string(),
        Held::Card(handle) | Held::Item(handle) | Held::Effect(handle) => ctx.text(ctx.name_of(handle.id)).to_string(),
        Held::Space(id) | Held::Joint(id) => ctx.text(ctx.name_of(id)).to_string(),
        Held::List(list) => {
            let parts: Vec<String> = ctx.items(list).iter().map(|part| written(ctx, *part)).collect();
            format!("[{}]", parts.join(", "))
        }
        other => ctx.written(other),
    }
}
