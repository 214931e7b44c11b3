//! The game as a whole.

use super::filling::{filled_in, in_blanks, said};
use super::row::verbs;
use crate::call::context::{CallContext, bearer};
use crate::call::script_value::{ListId, MapId, ScriptValue, TextId};
use crate::faults;
use crate::types::{GameRef, PlayerRef, ZoneRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, LineId, Players, ProcedureId, ZoneId};
use cardwright_kernel::rules::Template;
use cardwright_kernel::scripts::RunningEvent;
use cardwright_kernel::state::Event;
use cardwright_kernel::trace::{FactKind, Reason, Thing};
use cardwright_kernel::values::{Cell, Value};
use std::collections::BTreeSet;

verbs! {
    /// The game itself.
    Plain "game() -> Game" => |ctx| { Ok(GameRef) }

    /// The players who are still in the game, in seat order.
    Looks "Game.players -> [Player]" was "x.present" = "(x in game().players)" => |ctx, game: GameRef| {
        ctx.note(Cell::Turn);
        let present = ctx.state().present();
        Ok(ctx.list(present.iter().map(ScriptValue::Player)))
    }

    /// The player whose turn it is.
    Looks "Game.turn_player -> Player" was "x.has_turn" = "(x == game().turn_player)" => |ctx, game: GameRef| {
        ctx.note(Cell::Turn);
        Ok(PlayerRef(ctx.state().turn().player))
    }

    /// The number of the running turn, counted from 1; inserted turns count.
    Looks "Game.turn -> number" => |ctx, game: GameRef| {
        ctx.note(Cell::Turn);
        Ok(i64::from(ctx.state().turn().number))
    }

    /// The key of the running phase.
    Looks "Game.phase -> phase" => |ctx, game: GameRef| {
        ctx.note(Cell::Turn);
        let phase = ctx.state().turn().phase;
        Ok(ctx.program.phases.get(phase.index()).copied().unwrap_or(ctx.program.empty_text))
    }

    /// The cards of a player's zone with this key, or of the zone on a space or joint, from bottom to top; of the game, those
    /// of all zones with this key, in seat order.
    Looks
        "Game.cards(zone) -> [Card]",
        "Player.cards(own_zone) -> [Card]",
        "Space or Joint.cards(zone) -> [Card]"
        was "x.find_card(a, b)" = "x.cards(b).find(|card| card.name == a)"
    => |ctx, of: ScriptValue, zone: TextId| {
        match of {
            ScriptValue::Player(player) => {
                let zone = ctx.zone_of(zone, player)?;
                return Ok(ctx.cards_in(zone));
            }
            ScriptValue::Space(site) | ScriptValue::Joint(site) => {
                let zone = ctx.zone_at(zone, site)?;
                return Ok(ctx.cards_in(zone));
            }
            _ => {}
        }
        let decl = ctx.zone_decl(zone)?;
        let list = ctx.scratch.new_list();
        for zone in ctx.state().instances(ctx.rules(), decl) {
            ctx.owe(1);
            ctx.add_cards(zone, list);
        }
        Ok(ScriptValue::List(list))
    }

    /// The zone of a player with this key, or the one on a space or joint.
    Looks "Player.zone(own_zone) -> Zone", "Space or Joint.zone(zone) -> Zone" => |ctx, of: ScriptValue, key: TextId| {
        match of {
            ScriptValue::Player(player) => ctx.zone_of(key, player),
            of => ctx.zone_at(key, bearer(of)),
        }.map(ZoneRef)
    }

    /// Something could be done only in part, or not at all, in general or by a player: an `x` line says how much of it.
    Changes "Game or Player.falls_short(text, number, number)" =>
    |ctx, of: ScriptValue, what: TextId, wanted: i64, done: i64| {
        let what = ctx.word(what)?;
        let told = match of {
            ScriptValue::Player(player) => FactKind::Stays(Thing::Player(player), Reason::InPart(what, wanted, done)),
            _ => FactKind::Stays(Thing::Word(what), Reason::Short(wanted, done)),
        };
        if done < wanted {
            ctx.table().tell(told);
        }
        Ok(())
    }

    /// Deals all cards from the first zone, of the first of these players or the game's, into the second: one at a time to
    /// each of the players in this order. Some may be dealt one more than others.
    Changes "Game.deal_out([Player], own_zone, resting_zone)" was "x.deal_out_all(a, b, c)" = "x.deal_out(a, b, c)" =>
    |ctx, game: GameRef, players: ListId, from: TextId, to: TextId| {
        deal(ctx, players, (from, to), usize::MAX)
    }

    /// Deals cards from the first zone, of the first of these players or the game's, into the second: one at a time to each
    /// of the players in this order, until each has been dealt so many or none is left.
    Changes "Game.deal_out([Player], own_zone, resting_zone, number)" =>
    |ctx, game: GameRef, players: ListId, from: TextId, to: TextId, each: i64| {
        deal(ctx, players, (from, to), usize::try_from(each).unwrap_or(0))
    }

    /// The standing effects, the oldest first.
    Looks "Game.effects -> [Effect]" => |ctx, game: GameRef| {
        ctx.note(Cell::Stack);
        let effects = ctx.state().effects().iter().map(|effect| ctx.state().handle(effect.id));
        let effects: Vec<ScriptValue> = effects.map(ScriptValue::Effect).collect();
        Ok(ctx.list(effects))
    }

    /// The items that wait, the oldest first.
    Looks "Game.items -> [Item]" => |ctx, game: GameRef| {
        ctx.note(Cell::Stack);
        let items: Vec<ScriptValue> = ctx.state().items().iter().map(|item| ScriptValue::Item(ctx.state().handle(item.id))).collect();
        Ok(ctx.list(items))
    }

    /// Calls a function of the ruleset's script as a step of its own, as soon as what runs now is done.
    Changes "Game.next(function, lasting)" => |ctx, game: GameRef, function: TextId, value: ScriptValue| {
        let word = ctx.word(function)?;
        let value = ctx.carried(value, "handed on")?;
        if !ctx.rules().named_hooks.iter().any(|(name, _)| *name == word) {
            return Err(faults::function_unknown(ctx.text(function)).into());
        }
        ctx.table().call_next(word, value)
    }

    /// Sends a signal: something has happened to a player or a card.
    Changes "Game.signal(signal, single)" => |ctx, game: GameRef, signal: TextId, about: ScriptValue| {
        let event = event(ctx, signal, about, 1)?;
        ctx.table().signal(event)
    }

    /// The same with an amount: this much of something has happened.
    Changes "Game.signal(text, single, number)" =>
    |ctx, game: GameRef, signal: TextId, about: ScriptValue, amount: i64| {
        let event = event(ctx, signal, about, amount)?;
        ctx.table().signal(event)
    }

    /// Writes a line into the trace that the ruleset declares in `[lines]`.
    Changes "Game.say(line)" => |ctx, game: GameRef, line: TextId| { say_line(ctx, line, &[]) }

    /// Writes a line into the trace that the ruleset declares in `[lines]`, with this in place of its only name: a player, a
    /// card, a space, a number, or the name of a card.
    Changes "Game.say(line, single)" => |ctx, game: GameRef, line: TextId, about: ScriptValue| {
        let names: Vec<Box<str>> = line_of(ctx, line)?.1.blanks().map(Box::from).collect();
        let [name] = &names[..] else {
            return Err(faults::line_of_many(ctx.text(line)).into());
        };
        let thing = said(ctx, about)?;
        say_line(ctx, line, &[(name.clone(), thing)])
    }

    /// Writes a line into the trace that the ruleset declares in `[lines]`, with these in place of its names:
    /// `game().say("pays", #{ player: giver, amount: 3 })`.
    Changes "Game.say(line, map)" => |ctx, game: GameRef, line: TextId, about: MapId| {
        let about = filled_in(ctx, about)?;
        say_line(ctx, line, &about)
    }

    /// The names of all cards of this kind that are in the game, wherever they lie, in the order of their files. A card that
    /// is in a pack, but not in the game, changes nothing.
    Looks "Game.names(kind) -> [card]" => |ctx, game: GameRef, kind: TextId| {
        let kind = ctx.text(kind);
        let Some(kind) = ctx.rules().kinds.get_index_of(kind) else { return Ok(ctx.list(Vec::new())) };
        let (mut here, mut looked_at) = (BTreeSet::new(), 0);
        for (id, zone) in ctx.state().zones() {
            ctx.note(Cell::Zone(id));
            looked_at += 1 + zone.cards.len();
            here.extend(zone.cards.iter().map(|card| ctx.state().entity(*card).def));
        }
        ctx.owe(looked_at);
        here.retain(|def| ctx.rules().definitions[def.index()].kind.index() == kind);
        let names: Vec<ScriptValue> = here.iter().map(|def| ScriptValue::Text(ctx.program.names[def.index()])).collect();
        Ok(ctx.list(names))
    }

    /// Proposes that this much of something happens to a player or a card: everything that listens for it `instead`
    /// is called. Returns how much is left to happen; 0 if it is stopped.
    Changes "Game.propose(text, single, number) -> number" =>
    |ctx, game: GameRef, signal: TextId, about: ScriptValue, amount: i64| {
        let event = event(ctx, signal, about, amount)?;
        let running = RunningEvent::before(event, ZoneId::NONE);
        Ok(ctx.table().replaced(running)?.map_or(0, |running| running.event.amount.max(0)))
    }

    /// Everything that waits on the stack and is not protected leaves it without effect, its cards for the cause `cleared`; what is being
    /// carried out continues. Returns how many items left.
    Changes "Game.clear_stack() -> number" => |ctx, game: GameRef| { Ok(ctx.table().clear_stack()? as i64) }

    /// Reverses the direction of play.
    Changes "Game.reverse()" => |ctx, game: GameRef| { ctx.table().reverse() }

    /// The running phase ends: its open windows close.
    Changes "Game.end_phase()" => |ctx, game: GameRef| { ctx.table().end_running_phase() }

    /// Continues with a function of the ruleset that `next` has put on the agenda, as soon as what runs now is done:
    /// windows and functions before it are dropped. Returns whether it is on the agenda.
    Changes "Game.skip_to(text) -> flag" => |ctx, game: GameRef, function: TextId| {
        let word = ctx.word(function)?;
        ctx.table().go_on_with(word)
    }

    /// Begins a procedure of the ruleset: its local values get their defaults. It ends when everything that is put on
    /// the agenda from now on is done, unless `conclude` ends it earlier; its local values are then what they were
    /// before.
    Changes "Game.begin(procedure)" => |ctx, game: GameRef, procedure: TextId| {
        let procedure = procedure_named(ctx, procedure)?;
        ctx.table().begin_procedure(procedure)
    }

    /// The innermost procedure of this name ends at once, if one is running.
    Changes "Game.conclude(procedure)" => |ctx, game: GameRef, procedure: TextId| {
        let procedure = procedure_named(ctx, procedure)?;
        ctx.table().conclude_procedure(procedure)
    }

    /// Whether a procedure of the ruleset is running.
    Looks "Game.is_running(procedure) -> flag" => |ctx, game: GameRef, procedure: TextId| {
        ctx.note(Cell::Entity(EntityId::GAME));
        Ok(ctx.state().is_running(procedure_named(ctx, procedure)?))
    }

    /// The game ends: these players have won, for this reason. An empty list is a draw. Players who are out, or have lost, do
    /// not win.
    Changes "Game.end([Player], text)" => |ctx, game: GameRef, winners: ListId, why: TextId| {
        let winners = ctx.players_of(winners)?.into_iter().fold(Players::NONE, Players::with);
        let why = ctx.word(why)?;
        ctx.table().end_game(winners, why)
    }

    /// The game ends for this reason: the players are placed as `[result]` of the ruleset says, and those in the first place
    /// have won.
    Changes "Game.end(text)" was "x.end_by_score(a)" = "x.end(a)" => |ctx, game: GameRef, why: TextId| {
        let why = ctx.word(why)?;
        ctx.table().finish_game(why)
    }

    /// The game ends for this reason, and everybody has lost.
    Changes "Game.defeat(text)" => |ctx, game: GameRef, why: TextId| {
        let why = ctx.word(why)?;
        ctx.table().defeat(why)
    }

    /// The running action is impossible: everything it did is undone, and the player is asked again.
    Changes "refuse(text)" => |ctx, why: TextId| {
        let reason = Reason::Word(ctx.word(why)?);
        Err::<(), _>(ctx.look().refusal(reason))
    }

    /// The item, effect or card that is acting now, or nothing.
    Looks "Game.cause -> Card or Item or Effect" => |ctx, game: GameRef| {
        Ok(ctx.held_handle(ctx.look().cause()))
    }
}

fn procedure_named(ctx: &CallContext<'_>, name: TextId) -> Result<ProcedureId, Stop> {
    let at = ctx.rules().procedures.get_index_of(ctx.text(name));
    at.map(ProcedureId::from).ok_or_else(|| faults::procedure_unknown(ctx.text(name)).into())
}

fn say_line(ctx: &mut CallContext<'_>, line: TextId, about: &[(Box<str>, Thing)]) -> Result<(), Stop> {
    let (at, text) = line_of(ctx, line)?;
    let things = in_blanks(ctx.text(line), text, about)?;
    ctx.table().refuse_if_pure("`say`")?;
    let has_twin = |thing: &Thing| matches!(thing, Thing::Card(card) if ctx.look().others_have_one_like(card));
    let told = match things.iter().any(has_twin) {
        true => FactKind::SaysOf(at, things),
        false => FactKind::Says(at, things),
    };
    ctx.table().tell(told);
    Ok(())
}

/// A line of the ruleset.
fn line_of<'r>(ctx: &CallContext<'r>, line: TextId) -> Result<(LineId, &'r Template), Stop> {
    let found = ctx.rules().lines.get_full(ctx.text(line));
    let found = found.map(|(at, _, text)| (LineId::from(at), text));
    found.ok_or_else(|| faults::line_unknown(ctx.text(line)).into())
}

fn deal(ctx: &mut CallContext<'_>, players: ListId, (from, to): (TextId, TextId), each: usize) -> Result<(), Stop> {
    let players = ctx.players_of(players)?;
    let Some(first) = players.first() else { return Ok(()) };
    let from = ctx.zone_of(from, *first)?;
    let to: Vec<ZoneId> = players.iter().map(|player| ctx.resting_zone(to, *player)).collect::<Result<_, _>>()?;
    ctx.owe(4 * ctx.state().zone(from).cards.len());
    ctx.table().deal(&players, from, &to, each)
}

/// What happened to whom, in the name of what runs.
fn event(ctx: &CallContext<'_>, signal: TextId, about: ScriptValue, amount: i64) -> Result<Event, Stop> {
    let subject = match about {
        // It is about nothing in particular.
        ScriptValue::Game => Value::Nothing,
        about => ctx.single(about, "what a signal is about")?,
    };
    let player = match subject {
        Value::Player(seat) => seat,
        Value::Entity(handle) => ctx.look().somebody(ctx.state().entity(handle.id).controller),
        Value::Nothing
        | Value::Number(_)
        | Value::Flag(_)
        | Value::Word(_)
        | Value::Players(_)
        | Value::Choices(_)
        | Value::Numbers(_) => ctx.state().turn().player,
    };
    let (cause, from) = (ctx.look().cause(), ZoneId::NONE);
    Ok(Event { signal: ctx.word(signal)?, player, subject, amount, cause, from })
}
