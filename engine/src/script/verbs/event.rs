//! What a listener is told.

use super::row::verbs;
use crate::model::rules::Attribute;
use crate::model::value::Value;
use crate::play::run::RunningEvent;
use crate::play::session::{Fault, Inner, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, TextId};
use crate::script::types::{CardRef, EventRef, PlayerRef};

verbs! {
    /// The signal.
    Looks "Event.signal -> signal" => |desk, event: EventRef| {
        Ok(desk.word_text(running(desk, event)?.event.signal))
    }

    /// The player to whom it happens, or who does it.
    Looks "Event.player -> Player" => |desk, event: EventRef| { Ok(PlayerRef(running(desk, event)?.event.player)) }

    /// The card, item or effect that it is about, or nothing.
    Looks "Event.subject -> Card or Item or Effect or Player or Space or Joint" => |desk, event: EventRef| {
        Ok(match running(desk, event)?.event.subject {
            Value::Player(_) => Held::Nothing,
            other => desk.held(other),
        })
    }

    /// What causes it: an item, an effect, a card, or nothing if the rules do.
    Looks "Event.cause -> Card or Item or Effect" => |desk, event: EventRef| {
        Ok(desk.held_handle(running(desk, event)?.event.cause))
    }

    /// How many, or how much.
    Looks "Event.amount -> number" => |desk, event: EventRef| { Ok(running(desk, event)?.event.amount) }

    /// The name of the mark that a number has crossed, for `crossed …`; nothing otherwise.
    Looks "Event.mark -> text" => |desk, event: EventRef| {
        let event = running(desk, event)?.event;
        let sends =
            |attribute: &&Attribute| [attribute.crossed, attribute.crossed_back].contains(&Some(event.signal));
        let marks = desk.rules().attributes.values().find(sends).map(|attribute| &attribute.marks);
        let mark = marks.zip(usize::try_from(event.amount).ok()).and_then(|(marks, at)| marks.get(at));
        Ok(mark.map(|(word, _)| desk.word_text(*word)))
    }

    /// Makes it more or less; only what listens `instead` can.
    Sets "Event.amount(number)" => |desk, event: EventRef, amount: i64| {
        desk.look().refuse_if_pure("amount")?;
        open(desk, event)?.event.amount = amount;
        Ok(())
    }

    /// The key of the zone from which a card goes or went.
    Looks "Event.from -> zone" => |desk, event: EventRef| { Ok(desk.zone_key(running(desk, event)?.event.from)) }

    /// The key of the zone into which a card is about to go, for a listener with `instead`; otherwise empty.
    Looks "Event.to -> zone" => |desk, event: EventRef| { Ok(desk.zone_key(running(desk, event)?.to)) }

    /// Sends a card that is about to move into this zone of its owner, or of the game, instead. Only a listener with
    /// `instead` can do that.
    Changes "Event.send_to(zone)" => |desk, event: EventRef, zone: TextId| {
        let running = running(desk, event)?;
        let owner = match running.event.subject {
            Value::Entity(handle) if running.to.is_some() => desk.state().entity(handle.id).owner,
            _ => return Err(Fault::stop("only a card that is about to go somewhere can be sent elsewhere")),
        };
        open(desk, event)?;
        let to = desk.zone_of(zone, owner)?;
        open(desk, event)?.to = to;
        Ok(())
    }

    /// Prevents it, in the name of a card. Only a listener with `instead` can do that.
    Changes "Event.stop_by(Card)" => |desk, event: EventRef, card: CardRef| {
        let named = desk.look().named(card.0.id);
        open(desk, event)?.stopped_by = Some(named);
        Ok(())
    }

    /// Prevents it. Only a listener with `instead` can do that.
    Changes "Event.stop()" => |desk, event: EventRef| {
        let named = desk.look().named(desk.look().cause().id);
        open(desk, event)?.stopped_by = Some(named);
        Ok(())
    }
}

/// What is still to happen.
fn open<'d>(desk: &'d mut Desk<'_>, event: EventRef) -> Result<&'d mut RunningEvent, Stop> {
    running(desk, event)?;
    let table: &mut Inner = desk.table();
    let late = "what has happened can be neither stopped nor changed: declare the listener with `when = \"instead\"`";
    table.open_event(event.0).ok_or_else(|| Fault::stop(late))
}

fn running(desk: &Desk<'_>, event: EventRef) -> Result<RunningEvent, Stop> {
    let running = desk.look().running_event(event.0).copied();
    running.ok_or_else(|| Fault::stop("an event is known only while its listener runs"))
}
