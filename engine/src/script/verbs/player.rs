//! Players.

use super::item::values;
use super::row::verbs;
use crate::model::ids::ZoneId;
use crate::model::index::Cell;
use crate::model::state::Values;
use crate::play::item::Beginning;
use crate::play::session::{Fault, Stop};
use crate::script::run::desk::Desk;
use crate::script::run::held::{Held, ListId, TextId};
use crate::script::types::{CardRef, EffectRef, PlayerRef, ZoneRef};

verbs! {
    /// The letter of the player's seat.
    Plain "Player.letter -> text" => |desk, player: PlayerRef| {
        let mut letter = [0; 4];
        Ok(desk.text_of(player.0.letter().encode_utf8(&mut letter)))
    }

    /// The other players who are still in the game, in the direction of play, beginning with the next.
    Looks "Player.rivals -> [Player]" => |desk, player: PlayerRef| {
        desk.note(Cell::Turn);
        let around = desk.state().around(desk.state().left_of(player.0));
        Ok(desk.list(around.into_iter().filter(|other| *other != player.0).map(Held::Player)))
    }

    /// The next player who is still in the game, in the direction of play.
    Looks "Player.left -> Player" => |desk, player: PlayerRef| {
        desk.note(Cell::Turn);
        let around = desk.state().around(desk.state().left_of(player.0));
        Ok(PlayerRef(around.first().copied().unwrap_or(player.0)))
    }

    /// Whether it is the player's turn.
    Looks "Player.has_turn -> flag" => |desk, player: PlayerRef| {
        desk.note(Cell::Turn);
        Ok(desk.state().turn().player == player.0)
    }

    /// Whether the player is still in the game.
    Looks "Player.present -> flag" => |desk, player: PlayerRef| {
        desk.note(Cell::Turn);
        Ok(desk.state().present().has(player.0))
    }

    /// The cards of the player's zone with this key, from bottom to top.
    Looks "Player.cards(zone) -> [Card]" => |desk, player: PlayerRef, zone: TextId| {
        let zone = desk.zone_of(zone, player.0)?;
        Ok(desk.cards_in(zone))
    }

    /// The cards that the player controls in all zones with this key, in the order of zones.
    Looks "Player.owned(zone) -> [Card]" => |desk, player: PlayerRef, zone: TextId| {
        let decl = desk.zone_decl(zone)?;
        let list = desk.scratch.new_list();
        for at in 0..desk.state().zones().count() {
            let id = ZoneId::from(at);
            if desk.state().zone(id).decl != decl {
                continue;
            }
            desk.note(Cell::Zone(id));
            for at in 0..desk.state().zone(id).cards.len() {
                let card = desk.state().zone(id).cards[at];
                desk.note(Cell::Entity(card));
                if desk.state().entity(card).controller == player.0 {
                    let card = desk.card(card);
                    desk.scratch.push(list, card);
                }
            }
        }
        Ok(list)
    }

    /// The player draws this many cards from the draw pile into the hand. Returns the drawn cards.
    Changes "Player.draw(number) -> [Card]" => |desk, player: PlayerRef, amount: i64| {
        let draw = desk.text_of("draw");
        draw_from(desk, player, draw, amount)
    }

    /// The player draws this many cards from the top of another of their zones into the hand. Returns the drawn
    /// cards.
    Changes "Player.draw_from(zone, number) -> [Card]" => |desk, player: PlayerRef, zone: TextId, amount: i64| {
        draw_from(desk, player, zone, amount)
    }

    /// The player shuffles the zone with this key.
    Asks "Player.shuffle(zone)" => |desk, player: PlayerRef, zone: TextId| {
        let zone = desk.zone_of(zone, player.0)?;
        desk.table().shuffle(zone)
    }

    /// The player rolls this many dice with this many sides. Returns what they show.
    Asks "Player.roll(number, number) -> [number]" => |desk, player: PlayerRef, dice: i64, sides: i64| {
        if !(0..=100).contains(&dice) || !(1..=1000).contains(&sides) {
            return Err(Fault::stop("up to 100 dice with 1 to 1000 sides can be rolled"));
        }
        let text = desk.text_of("dice");
        let word = desk.word(text)?;
        let shown = desk.table().roll(player.0, dice as u32, sides as u32, word)?;
        Ok(desk.list(shown.into_iter().map(Held::Number)))
    }

    /// The player rolls this many of the declared dice: each adds one to the attribute that its face adds to. Returns
    /// the faces.
    Asks "Player.roll_dice(dice, number) -> [text]" => |desk, player: PlayerRef, dice: TextId, amount: i64| {
        let Some(declared) = desk.rules().dice.get(desk.text(dice)) else {
            return Err(Fault::stop(format!("there are no dice `{}`", desk.text(dice))));
        };
        if !(0..=100).contains(&amount) {
            return Err(Fault::stop("up to 100 dice can be rolled"));
        }
        let faces = desk.table().throw(player.0, declared, amount as u32)?;
        let faces: Vec<Held> = faces.into_iter().map(|face| Held::Text(desk.word_text(face))).collect();
        Ok(desk.list(faces))
    }

    /// This many of these cards, picked at random by the player.
    Asks "Player.pick_at_random([Card], number) -> [Card]" => |desk, player: PlayerRef, cards: ListId, amount: i64| {
        let cards = desk.handles(cards)?;
        let count = usize::try_from(amount.max(0)).unwrap_or(0);
        let drawn = desk.text_of("drawn");
        let drawn = desk.word(drawn)?;
        let picked = desk.table().pick_at_random(player.0, &cards, count, drawn)?;
        let picked: Vec<Held> = picked.into_iter().map(|card| desk.held_handle(card)).collect();
        Ok(desk.list(picked))
    }

    /// The player takes another turn right after the running one. Returns whether nothing prevented it.
    Changes "Player.take_extra_turn() -> flag" => |desk, player: PlayerRef| { desk.table().insert_turn(player.0) }

    /// The number of extra turns that the player still has.
    Looks "Player.extra_turns -> number" => |desk, player: PlayerRef| {
        desk.note(Cell::Turn);
        let turns = desk.state().turn().inserted.iter();
        Ok(turns.filter(|inserted| **inserted == player.0).count() as i64)
    }

    /// The player's next turn of the rotation is skipped.
    Changes "Player.skip_turn()" => |desk, player: PlayerRef| { desk.table().skip_turn(player.0) }

    /// The extra turns that the player still has are dropped. Returns how many.
    Changes "Player.drop_extra_turns() -> number" => |desk, player: PlayerRef| {
        Ok(desk.table().drop_turns(player.0)? as i64)
    }

    /// A named effect of the running card or of the rules begins, for this player and about nothing else. Returns the
    /// effect.
    Changes "Player.begin(effect) -> Effect" => |desk, player: PlayerRef, effect: TextId| {
        begin(desk, player, effect, Values::new())
    }

    /// A named effect of the running card or of the rules begins, for this player and about these cards or players.
    /// Returns the effect.
    Changes "Player.begin(effect, any) -> Effect" => |desk, player: PlayerRef, effect: TextId, about: Held| {
        let targets = values(desk, about)?;
        begin(desk, player, effect, targets)
    }

    /// Creates a card with this printed name in a zone of the player, or of the game. It ceases to exist when it
    /// leaves play. Returns the card.
    Changes "Player.create(card, zone) -> Card" => |desk, player: PlayerRef, name: TextId, zone: TextId| {
        let def = desk.definition(name)?;
        let zone = desk.zone_of(zone, player.0)?;
        desk.table().create_card(def, player.0, zone).map(CardRef)
    }

    /// Shows cards to the player alone.
    Changes "Player.look_at([Card])" => |desk, player: PlayerRef, cards: ListId| {
        let seats = desk.look().seats_of(player.0);
        for card in desk.handles(cards)? {
            desk.table().show(card.id, seats);
        }
        Ok(())
    }

    /// The player has lost and leaves the game.
    Changes "Player.lose()" => |desk, player: PlayerRef| { desk.table().lose(player.0) }

    /// The zone of the player with this key.
    Looks "Player.zone(zone) -> Zone" => |desk, player: PlayerRef, key: TextId| { desk.zone_of(key, player.0).map(ZoneRef) }
}

fn draw_from(desk: &mut Desk<'_>, player: PlayerRef, zone: TextId, amount: i64) -> Result<Held, Stop> {
    let from = desk.zone_of(zone, player.0)?;
    let hand = desk.text_of("hand");
    let to = desk.zone_of(hand, player.0)?;
    let drawn = desk.table().draw(player.0, amount, from, to)?;
    let drawn: Vec<Held> = drawn.into_iter().map(|card| desk.held_handle(card)).collect();
    Ok(desk.list(drawn))
}

fn begin(desk: &mut Desk<'_>, player: PlayerRef, effect: TextId, targets: Values) -> Result<EffectRef, Stop> {
    let beginning = Beginning { def: desk.look().running_definition(), player: player.0, targets };
    let effect = desk.text(effect).to_string();
    desk.table().begin_effect(&effect, beginning).map(EffectRef)
}
