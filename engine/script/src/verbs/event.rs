//! What a listener is told.

use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, EventRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::ZoneId;
use cardwright_kernel::rules::Attribute;
use cardwright_kernel::scripts::RunningEvent;
use cardwright_kernel::table::Table;
use cardwright_kernel::values::{Cell, Value};

verbs! {
    /// The signal; for an item, the one that a trigger has heard, and nothing for a use.
    Reads "Event or Item.signal -> signal" => |ctx, of: ScriptValue| {
        let signal = match of {
            ScriptValue::Event(index) => Some(running(ctx, EventRef(index))?.event.signal),
            of => {
                let trigger = ctx.state().item(bearer(of)).and_then(|item| item.trigger);
                trigger.map(|trigger| trigger.event.signal)
            }
        };
        Ok(signal.map(|signal| ctx.word_text(signal)))
    }

    /// The player to whom it happens, or who does it.
    Looks "Event.player -> Player" => |ctx, event: EventRef| { Ok(PlayerRef(running(ctx, event)?.event.player)) }

    /// The card, item or effect that it is about, or nothing.
    Looks "Event.subject -> Card or Item or Effect or Player or Space or Joint" => |ctx, event: EventRef| {
        Ok(match running(ctx, event)?.event.subject {
            Value::Player(_) => ScriptValue::Nothing,
            other => ctx.held(other),
        })
    }

    /// What causes it: an item, an effect, a card, or nothing if the rules do.
    Looks "Event.cause -> Card or Item or Effect" => |ctx, event: EventRef| {
        Ok(ctx.held_handle(running(ctx, event)?.event.cause))
    }

    /// How many, or how much.
    Looks "Event.amount -> number" => |ctx, event: EventRef| { Ok(running(ctx, event)?.event.amount) }

    /// The name of the mark that a number has crossed, for `crossed …`; nothing otherwise.
    Looks "Event.mark -> text" => |ctx, event: EventRef| {
        let event = running(ctx, event)?.event;
        let sends =
            |attribute: &&Attribute| [attribute.crossed, attribute.crossed_back].contains(&Some(event.signal));
        let marks = ctx.rules().attributes.values().find(sends).map(|attribute| &attribute.marks);
        let mark = marks.zip(usize::try_from(event.amount).ok()).and_then(|(marks, at)| marks.get(at));
        Ok(mark.map(|(word, _)| ctx.word_text(*word)))
    }

    /// Makes it more or less; only what listens `instead` can.
    Sets "Event.amount(number)" => |ctx, event: EventRef, amount: i64| {
        ctx.look().refuse_if_pure("amount")?;
        open(ctx, event)?.event.amount = amount;
        Ok(())
    }

    /// The key of the zone from which a card goes or went, or from which it is used.
    Looks "Event or Item.from -> zone" => |ctx, of: ScriptValue| {
        let from = match of {
            ScriptValue::Event(index) => running(ctx, EventRef(index))?.event.from,
            of => {
                ctx.note(Cell::Body(bearer(of)));
                ctx.state().item(bearer(of)).map_or(ZoneId::NONE, |item| item.from)
            }
        };
        Ok(ctx.zone_key(from))
    }

    /// The card as it was just before it moved, of an event that tells of that: its attributes, values, controller, zone, host
    /// and attachments; what it is, where it is still to move.
    Looks "Event.was -> Card" => |ctx, event: EventRef| {
        let running = running(ctx, event)?;
        Ok(ctx.look().was(&running).map_or(ScriptValue::Nothing, |card| ctx.held_handle(card)))
    }

    /// The key of the zone into which a card is about to go, for a listener with `instead`; otherwise empty.
    Looks "Event.to -> zone" => |ctx, event: EventRef| { Ok(ctx.zone_key(running(ctx, event)?.to)) }

    /// Sends a card that is about to move into this zone of its owner, or of the game, instead. Only a listener with
    /// `instead` can do that. Of several that do, the last one that is called decides.
    Sets "Event.to(resting_zone)" was "x.send_to(a)" = "x.to = a" => |ctx, event: EventRef, zone: TextId| {
        let running = running(ctx, event)?;
        let owner = match running.event.subject {
            Value::Entity(handle) if running.to.is_some() => ctx.state().home(handle.id),
            _ => return Err(faults::event_without_way().into()),
        };
        open(ctx, event)?;
        let to = ctx.resting_zone(zone, owner)?;
        let by = ctx.look().named_source();
        let running = open(ctx, event)?;
        running.to = to;
        running.sent_by = by;
        Ok(())
    }

    /// Prevents it. Only a listener with `instead` can do that.
    Changes "Event.stop()" => |ctx, event: EventRef| {
        let named = ctx.look().named_cause();
        open(ctx, event)?.stopped_by = Some(named);
        Ok(())
    }

    /// The same in the name of a card.
    Changes "Event.stop(Card)" was "x.stop_by(a)" = "x.stop(a)" => |ctx, event: EventRef, card: CardRef| {
        let named = ctx.look().named(card.0.id);
        open(ctx, event)?.stopped_by = Some(named);
        Ok(())
    }
}

/// What is still to happen.
fn open<'d>(ctx: &'d mut CallContext<'_>, event: EventRef) -> Result<&'d mut RunningEvent, Stop> {
    running(ctx, event)?;
    let table: &mut Table = ctx.table();
    table.open_event(event.0).ok_or_else(|| faults::event_past().into())
}

fn running(ctx: &CallContext<'_>, event: EventRef) -> Result<RunningEvent, Stop> {
    let running = ctx.look().running_event(event.0).copied();
    running.ok_or_else(|| faults::event_over().into())
}
