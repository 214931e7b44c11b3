//! What a listener is told.

use crate::model::ids::ZoneId;
use crate::model::rules::Attribute;
use crate::model::value::Value;
use crate::play::run::Frame;
use crate::play::session::{Fault, Inner, Stop};
use crate::script::host::{Shared, act, dynamic_of, dynamic_of_handle, text_of, with, zone_of};
use crate::script::types::{Card, Event, Player};
use rhai::Dynamic;
use rhai::plugin::*;

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// What happens: the signal.
    ///
    /// Signature: `Event.signal -> signal`
    #[rhai_fn(get = "signal", pure, return_raw)]
    pub fn signal(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<Dynamic> {
        let index = event.0;
        with(&context, |table, shared| Ok(text_of(shared, frame(table, index)?.happening.signal)))
    }

    /// The player to whom it happens, or who does it.
    #[rhai_fn(get = "player", pure, return_raw)]
    pub fn player(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<Player> {
        let index = event.0;
        with(&context, |table, _| Ok(Player(frame(table, index)?.happening.player)))
    }

    /// The card, item or effect that it is about, or nothing.
    ///
    /// Signature: `Event.subject -> Card or Item or Effect or Player or Space or Joint`
    #[rhai_fn(get = "subject", pure, return_raw)]
    pub fn subject(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<Dynamic> {
        let index = event.0;
        with(&context, |table, shared| {
            let subject = frame(table, index)?.happening.subject;
            Ok(match subject {
                Value::Player(_) => Dynamic::UNIT,
                other => dynamic_of(table, shared, other),
            })
        })
    }

    /// What causes it: an item, an effect, a card, or nothing if the rules do.
    ///
    /// Signature: `Event.cause -> Card or Item or Effect`
    #[rhai_fn(get = "cause", pure, return_raw)]
    pub fn cause(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<Dynamic> {
        let index = event.0;
        with(&context, |table, _| Ok(dynamic_of_handle(table, frame(table, index)?.happening.cause)))
    }

    /// How many, or how much.
    #[rhai_fn(get = "amount", pure, return_raw)]
    pub fn amount(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<i64> {
        let index = event.0;
        with(&context, |table, _| Ok(frame(table, index)?.happening.amount))
    }

    /// The name of the mark that a number has crossed, for `crossed …`; nothing otherwise.
    ///
    /// Signature: `Event.mark -> text`
    #[rhai_fn(get = "mark", pure, return_raw)]
    pub fn mark(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<Dynamic> {
        let index = event.0;
        with(&context, |table, shared| {
            let happening = frame(table, index)?.happening;
            let sends =
                |attribute: &&Attribute| [attribute.crossed, attribute.crossed_back].contains(&Some(happening.signal));
            let marks = shared.rules.attributes.values().find(sends).map(|attribute| &attribute.marks);
            let mark = marks.zip(usize::try_from(happening.amount).ok()).and_then(|(marks, at)| marks.get(at));
            Ok(mark.map_or(Dynamic::UNIT, |(word, _)| text_of(shared, *word)))
        })
    }

    /// Makes it more or less; only what listens `instead` can.
    #[rhai_fn(set = "amount", return_raw)]
    pub fn set_amount(context: NativeCallContext<'_>, event: &mut Event, amount: i64) -> Outcome<()> {
        let index = event.0;
        with(&context, |table, _| {
            table.refuse_if_pure("amount")?;
            open(table, index)?.happening.amount = amount;
            Ok(())
        })
    }

    /// The key of the zone from which a card goes or went.
    ///
    /// Signature: `Event.from -> zone`
    #[rhai_fn(get = "from", pure, return_raw)]
    pub fn from(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<ImmutableString> {
        let index = event.0;
        with(&context, |table, shared| {
            let zone = frame(table, index)?.happening.from;
            Ok(key_of(table, shared, zone))
        })
    }

    /// The key of the zone into which a card is about to go, for what listens `instead`; otherwise empty.
    ///
    /// Signature: `Event.to -> zone`
    #[rhai_fn(get = "to", pure, return_raw)]
    pub fn to(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<ImmutableString> {
        let index = event.0;
        with(&context, |table, shared| Ok(key_of(table, shared, frame(table, index)?.to)))
    }

    /// Sends a card that is about to go somewhere into this zone of its owner, or of the game, instead; only what
    /// listens `instead` can.
    /// Changes state.
    ///
    /// Signature: `Event.send_to(zone)`
    #[rhai_fn(return_raw)]
    pub fn send_to(context: NativeCallContext<'_>, event: &mut Event, zone: &str) -> Outcome<()> {
        let index = event.0;
        act(&context, |table, shared| {
            let owner = match frame(table, index)?.happening.subject {
                Value::Entity(handle) if frame(table, index)?.to.is_some() => table.state().entity(handle.id).owner,
                _ => return Err(Fault::stop("only a card that is about to go somewhere can be sent elsewhere")),
            };
            open(table, index)?.to = zone_of(table, shared, zone, owner)?.0;
            Ok(())
        })
    }

    /// Keeps it from happening, in the name of a card; only what listens `instead` can.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn stop_by(context: NativeCallContext<'_>, event: &mut Event, card: Card) -> Outcome<()> {
        let index = event.0;
        act(&context, |table, _| {
            let named = table.named(card.0.id);
            open(table, index)?.stopped_by = Some(named);
            Ok(())
        })
    }

    /// Keeps it from happening; only what listens `instead` can.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn stop(context: NativeCallContext<'_>, event: &mut Event) -> Outcome<()> {
        let index = event.0;
        act(&context, |table, _| {
            let named = table.named(table.cause().id);
            open(table, index)?.stopped_by = Some(named);
            Ok(())
        })
    }
}

/// The key of a zone; empty for none.
fn key_of(table: &Inner, shared: &Shared, zone: ZoneId) -> ImmutableString {
    if !zone.is_some() {
        return "".into();
    }
    let decl = table.state().zone(zone).decl;
    shared.rules.zones.get_index(decl.index()).map_or("", |(key, _)| &**key).into()
}

/// What is still to happen.
fn open(table: &mut Inner, index: u32) -> Result<&mut Frame, Stop> {
    frame(table, index)?;
    let late = "what has happened can be neither stopped nor changed: declare the listener with `when = \"instead\"`";
    table.open_frame(index).ok_or_else(|| Fault::stop(late))
}

fn frame(table: &Inner, index: u32) -> Result<&Frame, Stop> {
    table.frame(index).ok_or_else(|| Fault::stop("an event is known only while its listener runs"))
}
