//! Players.

use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::types::{CardRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{Word, ZoneDeclId};
use cardwright_kernel::limits::TURNS;
use cardwright_kernel::scripts::{Goes, is_in_supply, is_pile};
use cardwright_kernel::values::Cell;
use cardwright_kernel::words;

verbs! {
    /// The other players who are still in the game, in the direction of play, beginning with the next.
    Looks "Player.rivals -> [Player]" => |ctx, player: PlayerRef| {
        ctx.note(Cell::Turn);
        let around = ctx.state().around(ctx.state().left_of(player.0));
        Ok(ctx.list(around.into_iter().filter(|other| *other != player.0).map(ScriptValue::Player)))
    }

    /// The next player who is still in the game, in the direction of play.
    Looks "Player.left -> Player" => |ctx, player: PlayerRef| {
        ctx.note(Cell::Turn);
        let around = ctx.state().around(ctx.state().left_of(player.0));
        Ok(PlayerRef(around.first().copied().unwrap_or(player.0)))
    }

    /// The cards that the player controls in all zones with this key, in the order of zones.
    Looks "Player.controlled(zone) -> [Card]" was "x.owned(a)" = "x.controlled(a)" => |ctx, player: PlayerRef, zone: TextId| {
        let decl = ctx.zone_decl(zone)?;
        let list = ctx.scratch.new_list();
        for id in ctx.state().instances(ctx.rules(), decl) {
            ctx.note(Cell::Zone(id));
            ctx.owe(2 * ctx.state().zone(id).cards.len());
            for at in 0..ctx.state().zone(id).cards.len() {
                let card = ctx.state().zone(id).cards[at];
                ctx.note(Cell::Entity(card));
                if ctx.look().reading().controller(card) == player.0 {
                    let card = ctx.card(card);
                    ctx.scratch.push(list, card);
                }
            }
        }
        Ok(list)
    }

    /// The player draws this many cards from the draw pile, the first zone that says where cards are drawn to. A pile that
    /// is refilled is so in the middle of it. Returns the drawn cards.
    Changes "Player.draw(number) -> [Card]" => |ctx, player: PlayerRef, amount: i64| {
        let (pile, to) = draw_pile(ctx)?;
        draw_between(ctx, player, pile, to, amount)
    }

    /// The player draws this many cards from the top of another zone, theirs or the game's, to where cards are drawn from
    /// it. Returns the drawn cards.
    Changes "Player.draw(own_zone, number) -> [Card]" was "x.draw_from(a, b)" = "x.draw(a, b)" => |ctx, player: PlayerRef, zone: TextId, amount: i64| {
        let from = ctx.zone_decl(zone)?;
        let to = match ctx.rules().zones[from.index()].drawn_to {
            Some(to) => to,
            None => draw_pile(ctx)?.1,
        };
        draw_between(ctx, player, from, to, amount)
    }

    /// The card becomes the player's and goes into their zone with this key; of a pile in a supply, one card does. Returns
    /// the card, or nothing if it did not go there.
    Changes "Player.take(Card, resting_zone) -> Card" => |ctx, player: PlayerRef, card: CardRef, zone: TextId| {
        take(ctx, player, card, zone, words::MOVED)
    }

    /// The same for a cause, which is also the signal that is sent.
    Changes "Player.take(Card, resting_zone, cause) -> Card" =>
    |ctx, player: PlayerRef, card: CardRef, zone: TextId, cause: TextId| {
        let cause = ctx.word(cause)?;
        take(ctx, player, card, zone, cause)
    }

    /// If fewer than this many cards lie in the player's zone with this key, it is refilled as the ruleset says, as a draw
    /// of so many would do. Returns how many lie there then.
    Changes "Player.refill(own_zone, number) -> number" => |ctx, player: PlayerRef, zone: TextId, wanted: i64| {
        let zone = ctx.zone_of(zone, player.0)?;
        ctx.owe(16 * ctx.state().zone(zone).cards.len());
        ctx.table().refill(zone, usize::try_from(wanted).unwrap_or(0))?;
        Ok(ctx.state().zone(zone).cards.len() as i64)
    }

    /// The player shuffles the zone with this key. Nobody knows the order of its cards any longer; those that lay face up
    /// lie face down until they are shown or moved.
    Asks "Player.shuffle(own_zone)" => |ctx, player: PlayerRef, zone: TextId| {
        let zone = ctx.zone_of(zone, player.0)?;
        ctx.owe(16 * ctx.state().zone(zone).cards.len());
        ctx.table().shuffle(player.0, zone)
    }

    /// The player rolls this many dice with this many sides. Returns what they show.
    Asks "Player.roll(number, number) -> [number]" => |ctx, player: PlayerRef, dice: i64, sides: i64| {
        if !(0..=100).contains(&dice) || !(1..=1000).contains(&sides) {
            return Err(faults::sides_out_of_bounds().into());
        }
        let text = ctx.text_of("dice");
        let word = ctx.word(text)?;
        let shown = ctx.table().roll(player.0, dice as u32, sides as u32, word)?;
        Ok(ctx.list(shown.into_iter().map(ScriptValue::Number)))
    }

    /// The player rolls this many of the declared dice: each adds one to the attribute that its face adds to. Returns
    /// the faces.
    Asks "Player.roll(dice, number) -> [text]" was "x.roll_dice(a, b)" = "x.roll(a, b)" =>
    |ctx, player: PlayerRef, dice: TextId, amount: i64| {
        let Some(declared) = ctx.rules().dice.get(ctx.text(dice)) else {
            return Err(faults::dice_unknown(ctx.text(dice)).into());
        };
        if !(0..=100).contains(&amount) {
            return Err(faults::dice_out_of_bounds().into());
        }
        let faces = ctx.table().throw(player.0, declared, amount as u32)?;
        let faces: Vec<ScriptValue> = faces.into_iter().map(|face| ScriptValue::Text(ctx.word_text(face))).collect();
        Ok(ctx.list(faces))
    }

    /// This many of these cards, picked at random by the player.
    Asks "Player.pick_at_random([Card], number) -> [Card]" => |ctx, player: PlayerRef, cards: ListId, amount: i64| {
        let cards = ctx.handles(cards)?;
        let count = usize::try_from(amount.max(0)).unwrap_or(0);
        ctx.owe(8 * cards.len());
        let drawn = ctx.text_of("drawn");
        let drawn = ctx.word(drawn)?;
        let picked = ctx.table().pick_at_random(player.0, &cards, count, drawn)?;
        let picked: Vec<ScriptValue> = picked.into_iter().map(|card| ctx.held_handle(card)).collect();
        Ok(ctx.list(picked))
    }

    /// The number of extra turns that the player still has.
    Looks "Player.extra_turns -> number" => |ctx, player: PlayerRef| {
        ctx.note(Cell::Turn);
        Ok(extra_turns(ctx, player) as i64)
    }

    /// Gives the player more extra turns, right after the running one, or fewer: `player.extra_turns += 1`. What prevents
    /// one prevents it.
    Sets "Player.extra_turns(number)"
        was "x.take_extra_turn()" = "x.extra_turns += 1"
        was "x.drop_extra_turns()" = "x.extra_turns = 0"
    => |ctx, player: PlayerRef, turns: i64| {
        if turns < 0 {
            return Err(faults::extra_turns_below_none(turns).into());
        }
        let has = extra_turns(ctx, player) as i64;
        // One more than can wait is enough to be told so.
        for _ in has..turns.min(TURNS as i64 + 1) {
            ctx.table().insert_turn(player.0)?;
        }
        if turns < has {
            ctx.table().drop_turns(player.0, turns as usize)?;
        }
        Ok(())
    }

    /// The player's next turn of the rotation is skipped.
    Changes "Player.skip_turn()" => |ctx, player: PlayerRef| { ctx.table().skip_turn(player.0) }

    /// Creates a card with this printed name in a zone of the player, or of the game. It ceases to exist when it
    /// leaves play. Returns the card, or nothing if the zone is full.
    Changes "Player.create(card, resting_zone) -> Card" => |ctx, player: PlayerRef, name: TextId, zone: TextId| {
        let def = ctx.definition(name)?;
        let zone = ctx.resting_zone(zone, player.0)?;
        Ok(ctx.table().create_card(def, player.0, zone)?.map(CardRef))
    }

    /// Creates a token that is a copy of a card in a zone of the player, or of the game. Returns the token, or nothing if the
    /// zone is full.
    Changes "Player.create_copy(Card, resting_zone) -> Card" => |ctx, player: PlayerRef, card: CardRef, zone: TextId| {
        let def = ctx.state().entity(card.0.id).def;
        let zone = ctx.resting_zone(zone, player.0)?;
        Ok(ctx.table().create_card(def, player.0, zone)?.map(CardRef))
    }

    /// Shows cards to the player alone.
    Changes "Player.look_at([Card])" => |ctx, player: PlayerRef, cards: ListId| {
        let seats = ctx.look().state().seats_of(player.0);
        for card in ctx.handles(cards)? {
            ctx.table().show(card.id, seats);
        }
        Ok(())
    }

    /// The player learns of each of these cards what this attribute of it is, without getting to know the cards.
    Changes "Player.learn([Card], attribute)" => |ctx, player: PlayerRef, cards: ListId, attribute: TextId| {
        let attr = ctx.attribute_named(attribute)?;
        let cards = ctx.handles(cards)?;
        ctx.owe(4 * cards.len());
        ctx.table().learn(player.0, &cards, attr)
    }

    /// The player learns of each of these cards whether this attribute of it is this value, or has this word among
    /// several, without getting to know the cards.
    Changes "Player.learn([Card], attribute, any)" was "x.learn_whether(a, b, c)" = "x.learn(a, b, c)" =>
    |ctx, player: PlayerRef, cards: ListId, attribute: TextId, value: ScriptValue| {
        let attr = ctx.attribute_named(attribute)?;
        let value = ctx.learnable(attr, value)?;
        let cards = ctx.handles(cards)?;
        ctx.owe(4 * cards.len());
        ctx.table().learn_whether(player.0, &cards, attr, value)
    }

    /// The player has lost and leaves the game when the running step is done, together with all who have lost by then.
    Changes "Player.lose()" => |ctx, player: PlayerRef| { ctx.table().lose(player.0) }
}

/// How many extra turns a player still has.
fn extra_turns(ctx: &CallContext<'_>, player: PlayerRef) -> usize {
    ctx.state().turn().inserted.iter().filter(|whose| **whose == player.0).count()
}

/// From where and to where cards are drawn.
fn draw_pile(ctx: &CallContext<'_>) -> Result<(ZoneDeclId, ZoneDeclId), Stop> {
    ctx.rules().draw_pile().ok_or_else(|| faults::draw_pile_unknown().into())
}

fn draw_between(
    ctx: &mut CallContext<'_>,
    player: PlayerRef,
    from: ZoneDeclId,
    to: ZoneDeclId,
    amount: i64,
) -> Result<ScriptValue, Stop> {
    let from = ctx.own_zone(from, player.0)?;
    let to = ctx.own_zone(to, player.0)?;
    let drawn = ctx.table().draw(player.0, amount, from, to)?;
    let drawn: Vec<ScriptValue> = drawn.into_iter().map(|card| ctx.held_handle(card)).collect();
    Ok(ctx.list(drawn))
}

fn take(
    ctx: &mut CallContext<'_>,
    player: PlayerRef,
    card: CardRef,
    zone: TextId,
    cause: Word,
) -> Result<Option<CardRef>, Stop> {
    let goes = Goes::Given(ctx.resting_zone(zone, player.0)?, player.0);
    let card = card.0;
    if is_in_supply(ctx.look().reading(), card.id) {
        let taken = ctx.table().take_from_supply(card, 1, goes, cause)?;
        return Ok(taken.first().copied().map(CardRef));
    }
    if is_pile(ctx.look().reading(), card.id) {
        return Err(faults::pieces_not_taken().into());
    }
    let went = ctx.table().move_cards(&[card], goes, cause)? > 0;
    Ok(went.then(|| CardRef(ctx.state().handle(card.id))))
}
