//! What a player is let do from a script: uses of cards, and windows.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::scripts::Attempt;
use cardwright_kernel::values::Value;

verbs! {
    /// Opens the window with this key for the player, and continues when it has closed. Returns who has acted in it: nobody
    /// if all passed.
    Asks "Player.open(window) -> [Player]" => |ctx, player: PlayerRef, window: TextId| {
        let window = ctx.window(window)?;
        let acted = ctx.table().open_nested(window, player.0)?;
        Ok(ctx.held(Value::Players(acted)))
    }

    /// The same `"next"`: as a step of its own, as soon as what runs now is done.
    Changes "Player.open(window, later)" was "x.open_next(a)" = "x.open(a, \"next\")" =>
    |ctx, player: PlayerRef, window: TextId, how: TextId| {
        let window = ctx.window(window)?;
        manner(ctx, how, &[NEXT])?;
        ctx.table().open_window_next(window, player.0)
    }

    /// Whether the player may use the card by this action now.
    Looks "Player.may(action, Card) -> flag" => |ctx, player: PlayerRef, action: TextId, card: CardRef| {
        let Some(attempt) = attempt(ctx, player.0, action, card)? else { return Ok(false) };
        let rules = ctx.rules();
        ctx.table().may(rules, attempt)
    }

    /// Whether the player could do it now `"free"`, if nothing had to be paid.
    Looks "Player.may(action, Card, freely) -> flag" was "x.may_freely(a, b)" = "x.may(a, b, \"free\")" =>
    |ctx, player: PlayerRef, action: TextId, card: CardRef, how: TextId| {
        manner(ctx, how, &[FREE])?;
        let Some(attempt) = attempt(ctx, player.0, action, card)? else { return Ok(false) };
        let rules = ctx.rules();
        ctx.table().may(rules, Attempt { free: true, ..attempt })
    }

    /// The player uses the card by this action, whatever its gates say; everything up to its effect is done before
    /// the script continues. Returns whether the card has such a use and it was possible.
    Asks "Player.perform(action, Card) -> flag" => |ctx, player: PlayerRef, action: TextId, card: CardRef| {
        let Some(attempt) = leaving(ctx, player.0, action, card)? else { return Ok(false) };
        let rules = ctx.rules();
        ctx.table().perform_nested(rules, attempt)
    }

    /// The same without paying for it: `"free"` at once, and `"next"` as a step of its own, as soon as what runs now is done.
    /// Steps that are put on the agenda later come first, so that uses within uses follow each other however many there
    /// are. If the card has moved by then, it is used where it lies.
    Asks "Player.perform(action, Card, manner) -> flag"
        was "x.perform_freely(a, b)" = "x.perform(a, b, \"free\")"
        was "x.perform_next(a, b)" = "x.perform(a, b, \"next\")"
    => |ctx, player: PlayerRef, action: TextId, card: CardRef, how: TextId| {
        if manner(ctx, how, &[FREE, NEXT])? == FREE {
            let Some(attempt) = leaving(ctx, player.0, action, card)? else { return Ok(false) };
            let rules = ctx.rules();
            return ctx.table().perform_nested(rules, Attempt { free: true, ..attempt });
        }
        let Some(attempt) = attempt(ctx, player.0, action, card)? else { return Ok(false) };
        let def = ctx.state().entity(attempt.card).def;
        let action = ctx.rules().definitions[def.index()].uses[usize::from(attempt.number)].action;
        ctx.table().perform_next(player.0, card.0, action)?;
        Ok(true)
    }

    /// The player uses the card by this action because an instruction says so: the use waits on the stack, above what
    /// is there. The instruction opens these gates and no others; bans still hold, and the price is paid. Returns
    /// whether it was possible; if not, nothing has happened.
    Asks "Player.put_on_stack(action, Card, [gate]) -> flag" =>
    |ctx, player: PlayerRef, action: TextId, card: CardRef, gates: ListId| {
        let text = |held: &ScriptValue| if let ScriptValue::Text(text) = held { Some(Box::from(ctx.text(*text))) } else { None };
        let gates: Vec<Box<str>> = ctx.items(gates).iter().filter_map(text).collect();
        let Some(attempt) = leaving(ctx, player.0, action, card)? else { return Ok(false) };
        let rules = ctx.rules();
        ctx.table().put_by_instruction(rules, attempt, &gates)
    }
}

/// Without paying.
pub const FREE: &str = "free";

/// As a step of its own.
pub const NEXT: &str = "next";

/// The one of these ways to do something that a text says.
fn manner(ctx: &CallContext<'_>, how: TextId, known: &[&'static str]) -> Result<&'static str, Stop> {
    let said = ctx.text(how);
    let manner = known.iter().find(|word| **word == said);
    manner.copied().ok_or_else(|| faults::manner_unknown(said, known.join(" or ")).into())
}

/// The use of a card that may leave where it lies.
fn leaving(ctx: &mut CallContext<'_>, seat: PlayerId, action: TextId, card: CardRef) -> Result<Option<Attempt>, Stop> {
    let may_leave = ctx.table().may_leave(card.0);
    Ok(attempt(ctx, seat, action, card)?.filter(|_| may_leave))
}

/// The use of a card by an action.
fn attempt(ctx: &CallContext<'_>, seat: PlayerId, action: TextId, card: CardRef) -> Result<Option<Attempt>, Stop> {
    let action = ctx.known(ctx.program.meaning(action).action.map(usize::from), "action", action)?;
    if !ctx.state().fresh(card.0) {
        return Ok(None);
    }
    let def = ctx.state().entity(card.0.id).def;
    let uses = &ctx.rules().definitions[def.index()].uses;
    let number = uses.iter().position(|usage| usage.action.index() == action && usage.answers.is_none());
    Ok(number.map(|number| Attempt {
        player: seat,
        card: card.0.id,
        number: number as u16,
        subject: None,
        free: false,
        copy: 0,
    }))
}
