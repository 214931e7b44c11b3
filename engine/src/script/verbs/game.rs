//! The game as a whole.

use super::cards_in;
use crate::model::agenda::Happening;
use crate::model::ids::{Handle, Players};
use crate::model::index::Cell;
use crate::model::trace::{Against, Reason, Thing, What};
use crate::model::value::Value;
use crate::play::run::Frame;
use crate::play::session::{Fault, Stop, Table};
use crate::script::host::{Shared, act, definition, dynamic_of_handle, text_of, value_of, with, word_of, zone_decl};
use crate::script::types::{Card, Effect, Game, Item, Player};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// The game itself.
    pub fn game() -> Game {
        Game
    }

    /// The players who are still in the game, in seat order.
    ///
    /// Signature: `Game.players -> [Player]`
    #[rhai_fn(get = "players", pure, return_raw)]
    pub fn players(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Array> {
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(table.state().present().iter().map(|seat| Dynamic::from(Player(seat))).collect())
        })
    }

    /// The player whose turn it is.
    #[rhai_fn(get = "turn_player", pure, return_raw)]
    pub fn turn_player(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Player> {
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(Player(table.state().turn().player))
        })
    }

    /// The number of the running turn, counted from 1; inserted turns count.
    #[rhai_fn(get = "turn", pure, return_raw)]
    pub fn turn(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<i64> {
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(i64::from(table.state().turn().number))
        })
    }

    /// The key of the running phase.
    ///
    /// Signature: `Game.phase -> phase`
    #[rhai_fn(get = "phase", pure, return_raw)]
    pub fn phase(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<ImmutableString> {
        with(&context, |table, shared| {
            table.note_read(Cell::Turn);
            let phase = table.state().turn().phase;
            Ok(shared.rules.phases.get_index(phase.index()).map_or("", |(key, _)| &**key).into())
        })
    }

    /// Whether the running turn was inserted.
    #[rhai_fn(get = "extra_turn", pure, return_raw)]
    pub fn extra_turn(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<bool> {
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(table.state().turn().extra)
        })
    }

    /// All cards in the zones with this key: in seat order, each zone from the bottom to the top.
    ///
    /// Signature: `Game.cards(zone) -> [Card]`
    #[rhai_fn(pure, return_raw)]
    pub fn cards(context: NativeCallContext<'_>, _game: &mut Game, zone: &str) -> Outcome<Array> {
        with(&context, |table, shared| {
            let decl = zone_decl(shared, zone)?;
            let zones = table.state().zones().filter(|(_, zone)| zone.decl == decl).map(|(id, _)| id);
            Ok(zones.flat_map(|id| cards_in(table, id)).collect())
        })
    }

    /// The first card with this name in the zones with this key, or nothing.
    ///
    /// Signature: `Game.find_card(card, zone) -> Card`
    #[rhai_fn(pure, return_raw)]
    pub fn find_card(context: NativeCallContext<'_>, _game: &mut Game, name: &str, zone: &str) -> Outcome<Dynamic> {
        with(&context, |table, shared| {
            let decl = zone_decl(shared, zone)?;
            let def = definition(shared, name)?;
            for (id, zone) in table.state().zones().filter(|(_, zone)| zone.decl == decl) {
                table.note_read(Cell::Zone(id));
                if let Some(card) = zone.cards.iter().find(|card| table.state().entity(**card).def == def) {
                    return Ok(Dynamic::from(Card(table.state().handle(*card))));
                }
            }
            Ok(Dynamic::UNIT)
        })
    }

    /// The standing effects, the oldest first.
    ///
    /// Signature: `Game.effects -> [Effect]`
    #[rhai_fn(get = "effects", pure, return_raw)]
    pub fn effects(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Array> {
        with(&context, |table, _| {
            table.note_read(Cell::Stack);
            let effects = table.state().effects().iter();
            Ok(effects.map(|effect| dynamic_of_handle(table, table.state().handle(effect.id))).collect())
        })
    }

    /// The items that wait, the oldest first.
    ///
    /// Signature: `Game.items -> [Item]`
    #[rhai_fn(get = "items", pure, return_raw)]
    pub fn items(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Array> {
        with(&context, |table, _| {
            table.note_read(Cell::Stack);
            let items = table.state().items().iter();
            Ok(items.map(|item| dynamic_of_handle(table, table.state().handle(item.id))).collect())
        })
    }

    /// Calls a function of the ruleset's script as a step of its own, as soon as what runs now is done.
    /// Changes state.
    ///
    /// Signature: `Game.next(function, any)`
    #[rhai_fn(name = "next", return_raw)]
    pub fn next(context: NativeCallContext<'_>, _game: &mut Game, function: &str, value: Dynamic) -> Outcome<()> {
        act(&context, |table, shared| {
            let word = word_of(shared, function)?;
            let value = value_of(shared, &value).unwrap_or(Value::Nothing);
            if !shared.rules.named_hooks.iter().any(|(name, _)| *name == word) {
                return Err(Fault::stop(format!("the ruleset's script has no function `{function}`")));
            }
            table.call_next(word, value)
        })
    }

    /// Tells all who listen for it that something happened to a player or a card.
    /// Changes state.
    ///
    /// Signature: `Game.signal(signal, any)`
    #[rhai_fn(return_raw)]
    pub fn signal(context: NativeCallContext<'_>, _game: &mut Game, signal: &str, about: Dynamic) -> Outcome<()> {
        act(&context, |table, shared| {
            let happening = happening(table, shared, signal, &about, 1)?;
            table.signal(happening)
        })
    }

    /// Tells all who listen for it that so much of something happened to a player or a card.
    /// Changes state.
    #[rhai_fn(name = "signal", return_raw)]
    pub fn signal_amount(
        context: NativeCallContext<'_>,
        _game: &mut Game,
        signal: &str,
        about: Dynamic,
        amount: i64,
    ) -> Outcome<()> {
        act(&context, |table, shared| {
            let happening = happening(table, shared, signal, &about, amount)?;
            table.signal(happening)
        })
    }

    /// Asks all who listen `instead` for it whether so much of something may happen to a player or a card. Gives how
    /// much of it is left to happen; 0 if it is stopped.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn propose(
        context: NativeCallContext<'_>,
        _game: &mut Game,
        signal: &str,
        about: Dynamic,
        amount: i64,
    ) -> Outcome<i64> {
        act(&context, |table, shared| {
            let happening = happening(table, shared, signal, &about, amount)?;
            let frame = Frame::before(happening, crate::model::ids::ZoneId::NONE);
            Ok(table.ask_replacements(frame)?.map_or(0, |frame| frame.happening.amount.max(0)))
        })
    }

    /// Everything that waits on the stack leaves it without effect, its cards for the cause `cleared`; what is being
    /// carried out goes on. Gives how many left.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn clear_stack(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<i64> {
        act(&context, |table, _| Ok(table.clear_stack()? as i64))
    }

    /// Play goes the other way round from now on.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn reverse(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<()> {
        act(&context, |table, _| table.reverse())
    }

    /// The running phase ends: its open windows close.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn end_phase(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<()> {
        act(&context, |table, _| table.end_running_phase())
    }

    /// Goes on with a function of the ruleset that `next` has put on the agenda, as soon as what runs now is done:
    /// windows and functions that were to come before it are dropped. Gives whether it is on the agenda.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn skip_to(context: NativeCallContext<'_>, _game: &mut Game, function: &str) -> Outcome<bool> {
        act(&context, |table, shared| {
            let word = word_of(shared, function)?;
            table.go_on_with(word)
        })
    }

    /// The game ends: these players have won, for this reason. An empty list is a draw.
    /// Changes state.
    ///
    /// Signature: `Game.end([Player], text)`
    #[rhai_fn(return_raw)]
    pub fn end(context: NativeCallContext<'_>, _game: &mut Game, winners: Array, why: &str) -> Outcome<()> {
        act(&context, |table, shared| {
            let seats = winners.iter().filter_map(|winner| winner.clone().try_cast::<Player>());
            let winners = seats.fold(Players::NONE, |all, Player(seat)| all.with(seat));
            table.end_game(winners, word_of(shared, why)?)
        })
    }

    /// Something could be done only in part, or not at all: an `x` line says how much of it.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn falls_short(
        context: NativeCallContext<'_>,
        _game: &mut Game,
        what: &str,
        wanted: i64,
        done: i64,
    ) -> Outcome<()> {
        act(&context, |table, shared| {
            let thing = Thing::Word(word_of(shared, what)?);
            if done < wanted {
                table.tell(What::Stays(thing, Reason::Short(wanted, done)));
            }
            Ok(())
        })
    }

    /// The running action is impossible: everything it did is undone, and the player is asked anew.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn refuse(context: NativeCallContext<'_>, why: &str) -> Outcome<()> {
        act(&context, |table, shared| {
            let reason = Reason::Word(word_of(shared, why)?);
            Err(Stop::Illegal(Against::done(reason, table.run.place)))
        })
    }

    /// Whether this is a player.
    pub fn is_player(value: Dynamic) -> bool {
        value.is::<Player>()
    }

    /// Whether this is a card.
    pub fn is_card(value: Dynamic) -> bool {
        value.is::<Card>()
    }

    /// Whether this is an item.
    pub fn is_item(value: Dynamic) -> bool {
        value.is::<Item>()
    }

    /// Whether this is a standing effect.
    pub fn is_effect(value: Dynamic) -> bool {
        value.is::<Effect>()
    }

    /// What is being done just now: the item, effect or card that does it, or nothing.
    ///
    /// Signature: `Game.cause -> Card or Item or Effect`
    #[rhai_fn(get = "cause", pure, return_raw)]
    pub fn cause(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Dynamic> {
        with(&context, |table, _| match table.cause() {
            Handle::NONE => Ok(Dynamic::UNIT),
            handle => Ok(dynamic_of_handle(table, handle)),
        })
    }

    /// How the game calls a word: the word itself.
    ///
    /// Signature: `Game.direction -> text`
    #[rhai_fn(get = "direction", pure, return_raw)]
    pub fn direction(context: NativeCallContext<'_>, _game: &mut Game) -> Outcome<Dynamic> {
        with(&context, |table, shared| {
            table.note_read(Cell::Turn);
            let word = if table.state().turn().reversed { "counter-clockwise" } else { "clockwise" };
            Ok(shared.rules.words.get(word).map_or(Dynamic::from(word), |word| text_of(shared, word)))
        })
    }
}

/// What happened to whom, in the name of what runs.
fn happening(table: &Table, shared: &Shared, signal: &str, about: &Dynamic, amount: i64) -> Result<Happening, Stop> {
    let subject = value_of(shared, about).unwrap_or(Value::Nothing);
    let player = match subject {
        Value::Player(seat) => seat,
        Value::Entity(handle) => table.state().entity(handle.id).controller,
        Value::Nothing | Value::Number(_) | Value::Flag(_) | Value::Word(_) | Value::Players(_) => {
            table.state().turn().player
        }
    };
    let from = crate::model::ids::ZoneId::NONE;
    Ok(Happening { signal: word_of(shared, signal)?, player, subject, amount, cause: table.cause(), from })
}
