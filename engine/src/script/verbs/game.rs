//! The game as a whole.

use super::row::verbs;
use crate::model::agenda::Event;
use crate::model::ids::{EntityId, Players, ProcedureId, ZoneId};
use crate::model::index::Cell;
use crate::model::trace::{Against, FactKind, Reason, Thing};
use crate::model::value::Value;
use crate::play::run::RunningEvent;
use crate::play::session::{Fault, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, ListId, TextId};
use crate::script::types::{GameRef, PlayerRef};

verbs! {
    /// The game itself.
    Plain "game() -> Game" => |desk| { Ok(GameRef) }

    /// The players who are still in the game, in seat order.
    Looks "Game.players -> [Player]" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        let present = desk.state().present();
        Ok(desk.list(present.iter().map(Held::Player)))
    }

    /// The player whose turn it is.
    Looks "Game.turn_player -> Player" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        Ok(PlayerRef(desk.state().turn().player))
    }

    /// The number of the running turn, counted from 1; inserted turns count.
    Looks "Game.turn -> number" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        Ok(i64::from(desk.state().turn().number))
    }

    /// The key of the running phase.
    Looks "Game.phase -> phase" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        let phase = desk.state().turn().phase;
        Ok(desk.program.phases.get(phase.index()).copied().unwrap_or_else(|| desk.empty_text()))
    }

    /// Whether the running turn was inserted.
    Looks "Game.extra_turn -> flag" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        Ok(desk.state().turn().extra)
    }

    /// All cards in the zones with this key: in seat order, each zone from bottom to top.
    Looks "Game.cards(zone) -> [Card]" => |desk, game: GameRef, zone: TextId| {
        let decl = desk.zone_decl(zone)?;
        let list = desk.scratch.new_list();
        for at in 0..desk.state().zones().count() {
            let id = ZoneId::from(at);
            if desk.state().zone(id).decl == decl {
                desk.add_cards(id, list);
            }
        }
        Ok(list)
    }

    /// The first card with this name in the zones with this key, or nothing.
    Looks "Game.find_card(card, zone) -> Card" => |desk, game: GameRef, name: TextId, zone: TextId| {
        let decl = desk.zone_decl(zone)?;
        let def = desk.definition(name)?;
        for (id, zone) in desk.state().zones().filter(|(_, zone)| zone.decl == decl) {
            desk.note(Cell::Zone(id));
            if let Some(card) = zone.cards.iter().find(|card| desk.state().entity(**card).def == def) {
                return Ok(desk.card(*card));
            }
        }
        Ok(Held::Nothing)
    }

    /// The standing effects, the oldest first.
    Looks "Game.effects -> [Effect]" => |desk, game: GameRef| {
        desk.note(Cell::Stack);
        let effects: Vec<_> = desk.state().effects().iter().map(|effect| effect.id).collect();
        let held: Vec<Held> = effects.into_iter().map(|id| desk.held_handle(desk.state().handle(id))).collect();
        Ok(desk.list(held))
    }

    /// The items that wait, the oldest first.
    Looks "Game.items -> [Item]" => |desk, game: GameRef| {
        desk.note(Cell::Stack);
        let items: Vec<_> = desk.state().items().iter().map(|item| item.id).collect();
        let held: Vec<Held> = items.into_iter().map(|id| desk.held_handle(desk.state().handle(id))).collect();
        Ok(desk.list(held))
    }

    /// Calls a function of the ruleset's script as a step of its own, as soon as what runs now is done.
    Changes "Game.next(function, any)" => |desk, game: GameRef, function: TextId, value: Held| {
        let word = desk.word(function)?;
        let value = desk.value_of(value).unwrap_or(Value::Nothing);
        if !desk.rules().named_hooks.iter().any(|(name, _)| *name == word) {
            let function = desk.text(function);
            return Err(Fault::stop(format!("the ruleset's script has no function `{function}`")));
        }
        desk.table().call_next(word, value)
    }

    /// Sends a signal: something has happened to a player or a card.
    Changes "Game.signal(signal, any)" => |desk, game: GameRef, signal: TextId, about: Held| {
        let event = event(desk, signal, about, 1)?;
        desk.table().signal(event)
    }

    /// Sends a signal with an amount: this much of something has happened to a player or a card.
    Changes "Game.signal(text, any, number)" => |desk, game: GameRef, signal: TextId, about: Held, amount: i64| {
        let event = event(desk, signal, about, amount)?;
        desk.table().signal(event)
    }

    /// Proposes that this much of something happens to a player or a card: everything that listens for it `instead`
    /// is called. Returns how much is left to happen; 0 if it is stopped.
    Changes "Game.propose(text, any, number) -> number" =>
    |desk, game: GameRef, signal: TextId, about: Held, amount: i64| {
        let event = event(desk, signal, about, amount)?;
        let running = RunningEvent::before(event, ZoneId::NONE);
        Ok(desk.table().ask_replacements(running)?.map_or(0, |running| running.event.amount.max(0)))
    }

    /// Everything that waits on the stack leaves it without effect, its cards for the cause `cleared`; what is being
    /// carried out continues. Returns how many items left.
    Changes "Game.clear_stack() -> number" => |desk, game: GameRef| { Ok(desk.table().clear_stack()? as i64) }

    /// Reverses the direction of play.
    Changes "Game.reverse()" => |desk, game: GameRef| { desk.table().reverse() }

    /// The running phase ends: its open windows close.
    Changes "Game.end_phase()" => |desk, game: GameRef| { desk.table().end_running_phase() }

    /// Continues with a function of the ruleset that `next` has put on the agenda, as soon as what runs now is done:
    /// windows and functions before it are dropped. Returns whether it is on the agenda.
    Changes "Game.skip_to(text) -> flag" => |desk, game: GameRef, function: TextId| {
        let word = desk.word(function)?;
        desk.table().go_on_with(word)
    }

    /// Begins a procedure of the ruleset: its local values get their defaults. It ends when everything that is put on
    /// the agenda from now on is done, unless `conclude` ends it earlier; its local values are then what they were
    /// before.
    Changes "Game.begin(procedure)" => |desk, game: GameRef, procedure: TextId| {
        let procedure = procedure_named(desk, procedure)?;
        desk.table().begin_procedure(procedure)
    }

    /// The innermost procedure of this name ends at once, if one is running.
    Changes "Game.conclude(procedure)" => |desk, game: GameRef, procedure: TextId| {
        let procedure = procedure_named(desk, procedure)?;
        desk.table().conclude_procedure(procedure)
    }

    /// Whether a procedure of the ruleset is running.
    Looks "Game.is_running(procedure) -> flag" => |desk, game: GameRef, procedure: TextId| {
        desk.note(Cell::Entity(EntityId::GAME));
        Ok(desk.state().is_running(procedure_named(desk, procedure)?))
    }

    /// The game ends: these players have won, for this reason. An empty list is a draw.
    Changes "Game.end([Player], text)" => |desk, game: GameRef, winners: ListId, why: TextId| {
        let seat = |held: &Held| if let Held::Player(seat) = held { Some(*seat) } else { None };
        let winners = desk.items(winners).iter().filter_map(seat).fold(Players::NONE, Players::with);
        let why = desk.word(why)?;
        desk.table().end_game(winners, why)
    }

    /// Something could be done only in part, or not at all: an `x` line says how much of it.
    Changes "Game.falls_short(text, number, number)" => |desk, game: GameRef, what: TextId, wanted: i64, done: i64| {
        let thing = Thing::Word(desk.word(what)?);
        if done < wanted {
            desk.table().tell(FactKind::Stays(thing, Reason::Short(wanted, done)));
        }
        Ok(())
    }

    /// The running action is impossible: everything it did is undone, and the player is asked again.
    Changes "refuse(text)" => |desk, why: TextId| {
        let reason = Reason::Word(desk.word(why)?);
        Err::<(), _>(Stop::Illegal(Against::done(reason, desk.look().run.place)))
    }

    /// Whether this is a player.
    Plain "is_player(any) -> flag" => |desk, value: Held| { Ok(matches!(value, Held::Player(_))) }

    /// Whether this is a card.
    Plain "is_card(any) -> flag" => |desk, value: Held| { Ok(matches!(value, Held::Card(_))) }

    /// Whether this is an item.
    Plain "is_item(any) -> flag" => |desk, value: Held| { Ok(matches!(value, Held::Item(_))) }

    /// Whether this is a standing effect.
    Plain "is_effect(any) -> flag" => |desk, value: Held| { Ok(matches!(value, Held::Effect(_))) }

    /// The item, effect or card that is acting now, or nothing.
    Looks "Game.cause -> Card or Item or Effect" => |desk, game: GameRef| {
        Ok(desk.held_handle(desk.look().cause()))
    }

    /// The game's name for a word: the word itself.
    Looks "Game.direction -> text" => |desk, game: GameRef| {
        desk.note(Cell::Turn);
        let word = if desk.state().turn().reversed { "counter-clockwise" } else { "clockwise" };
        Ok(desk.text_of(word))
    }
}

fn procedure_named(desk: &Desk<'_>, name: TextId) -> Result<ProcedureId, Stop> {
    let at = desk.rules().procedures.get_index_of(desk.text(name));
    at.map(ProcedureId::from).ok_or_else(|| Fault::stop(format!("the ruleset has no procedure `{}`", desk.text(name))))
}

/// What happened to whom, in the name of what runs.
fn event(desk: &Desk<'_>, signal: TextId, about: Held, amount: i64) -> Result<Event, Stop> {
    let subject = desk.value_of(about).unwrap_or(Value::Nothing);
    let player = match subject {
        Value::Player(seat) => seat,
        Value::Entity(handle) => desk.state().entity(handle.id).controller,
        Value::Nothing | Value::Number(_) | Value::Flag(_) | Value::Word(_) | Value::Players(_) => {
            desk.state().turn().player
        }
    };
    let (cause, from) = (desk.look().cause(), ZoneId::NONE);
    Ok(Event { signal: desk.word(signal)?, player, subject, amount, cause, from })
}
