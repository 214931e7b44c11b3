//! Players.

use super::item::values;
use super::{cards_in, handles, list};
use crate::model::ids::ZoneId;
use crate::model::index::Cell;
use crate::model::state::Values;
use crate::play::item::Beginning;
use crate::play::session::Fault;
use crate::script::host::{act, definition, text_of, with, word_of, zone_decl, zone_of};
use crate::script::types::{Card, Effect, Player, Zone};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// The letter of the player's seat.
    #[rhai_fn(get = "letter", pure)]
    pub fn letter(player: &mut Player) -> ImmutableString {
        player.0.letter().to_string().into()
    }

    /// The other players who are still in the game, in the direction of play, beginning with the next.
    ///
    /// Signature: `Player.rivals -> [Player]`
    #[rhai_fn(get = "rivals", pure, return_raw)]
    pub fn rivals(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<Array> {
        let seat = player.0;
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            let around = table.state().around(table.state().left_of(seat));
            Ok(around.into_iter().filter(|other| *other != seat).map(|other| Dynamic::from(Player(other))).collect())
        })
    }

    /// The next player who is still in the game, in the direction of play.
    #[rhai_fn(get = "left", pure, return_raw)]
    pub fn left(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<Player> {
        let seat = player.0;
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            let around = table.state().around(table.state().left_of(seat));
            Ok(Player(around.first().copied().unwrap_or(seat)))
        })
    }

    /// Whether it is the player's turn.
    #[rhai_fn(get = "has_turn", pure, return_raw)]
    pub fn has_turn(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<bool> {
        let seat = player.0;
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(table.state().turn().player == seat)
        })
    }

    /// Whether the player is still in the game.
    #[rhai_fn(get = "present", pure, return_raw)]
    pub fn present(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<bool> {
        let seat = player.0;
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            Ok(table.state().present().has(seat))
        })
    }

    /// The cards of the player's zone with this key, from the bottom to the top.
    ///
    /// Signature: `Player.cards(zone) -> [Card]`
    #[rhai_fn(pure, return_raw)]
    pub fn cards(context: NativeCallContext<'_>, player: &mut Player, zone: &str) -> Outcome<Array> {
        let seat = player.0;
        with(&context, |table, shared| Ok(cards_in(table, zone_of(table, shared, zone, seat)?.0)))
    }

    /// The cards that the player controls in all zones with this key, in the order of zones.
    ///
    /// Signature: `Player.owned(zone) -> [Card]`
    #[rhai_fn(pure, return_raw)]
    pub fn owned(context: NativeCallContext<'_>, player: &mut Player, zone: &str) -> Outcome<Array> {
        let seat = player.0;
        with(&context, |table, shared| {
            let decl = zone_decl(shared, zone)?;
            let mut owned = Array::new();
            for at in 0..table.state().zones().count() {
                let id = ZoneId::from(at);
                if table.state().zone(id).decl != decl {
                    continue;
                }
                table.note_read(Cell::Zone(id));
                for card in &table.state().zone(id).cards {
                    table.note_read(Cell::Entity(*card));
                    if table.state().entity(*card).controller == seat {
                        owned.push(Dynamic::from(Card(table.state().handle(*card))));
                    }
                }
            }
            Ok(owned)
        })
    }

    /// The player draws so many cards from the draw pile into the hand. Gives the drawn cards.
    /// Changes state.
    ///
    /// Signature: `Player.draw(number) -> [Card]`
    #[rhai_fn(return_raw)]
    pub fn draw(context: NativeCallContext<'_>, player: &mut Player, amount: i64) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            let from = zone_of(table, shared, "draw", seat)?.0;
            let to = zone_of(table, shared, "hand", seat)?.0;
            let drawn = table.draw(seat, amount, from, to)?;
            Ok(list(table, drawn))
        })
    }

    /// The player draws so many cards from the top of another of his zones into the hand. Gives the drawn cards.
    /// Changes state.
    ///
    /// Signature: `Player.draw_from(zone, number) -> [Card]`
    #[rhai_fn(return_raw)]
    pub fn draw_from(context: NativeCallContext<'_>, player: &mut Player, zone: &str, amount: i64) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            let from = zone_of(table, shared, zone, seat)?.0;
            let to = zone_of(table, shared, "hand", seat)?.0;
            let drawn = table.draw(seat, amount, from, to)?;
            Ok(list(table, drawn))
        })
    }

    /// The player shuffles the zone with this key.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.shuffle(zone)`
    #[rhai_fn(return_raw)]
    pub fn shuffle(context: NativeCallContext<'_>, player: &mut Player, zone: &str) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, shared| {
            let zone = zone_of(table, shared, zone, seat)?.0;
            table.shuffle(zone)
        })
    }

    /// The player rolls so many dice with so many sides. Gives what they show.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.roll(number, number) -> [number]`
    #[rhai_fn(return_raw)]
    pub fn roll(context: NativeCallContext<'_>, player: &mut Player, dice: i64, sides: i64) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            if !(0..=100).contains(&dice) || !(1..=1000).contains(&sides) {
                return Err(Fault::stop("up to 100 dice with 1 to 1000 sides can be rolled"));
            }
            let shown = table.roll(seat, dice as u32, sides as u32, word_of(shared, "dice")?)?;
            Ok(shown.into_iter().map(Dynamic::from).collect())
        })
    }

    /// The player rolls so many of the declared dice: each adds one to the number that its face is for. Gives the faces.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.roll_dice(dice, number) -> [text]`
    #[rhai_fn(return_raw)]
    pub fn roll_dice(context: NativeCallContext<'_>, player: &mut Player, dice: &str, amount: i64) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            let rules = shared.rules.clone();
            let Some(declared) = rules.dice.get(dice) else {
                return Err(Fault::stop(format!("there are no dice `{dice}`")));
            };
            if !(0..=100).contains(&amount) {
                return Err(Fault::stop("up to 100 dice can be rolled"));
            }
            let faces = table.throw(seat, declared, amount as u32)?;
            Ok(faces.into_iter().map(|face| text_of(shared, face)).collect())
        })
    }

    /// So many of these cards, picked at random by the player.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.pick_at_random([Card], number) -> [Card]`
    #[rhai_fn(return_raw)]
    pub fn pick_at_random(
        context: NativeCallContext<'_>,
        player: &mut Player,
        cards: Array,
        amount: i64,
    ) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            let cards = handles(&cards)?;
            let count = usize::try_from(amount.max(0)).unwrap_or(0);
            let picked = table.pick_at_random(seat, &cards, count, word_of(shared, "drawn")?)?;
            Ok(list(table, picked))
        })
    }

    /// The player takes another turn right after the running one. Gives whether nothing prevented it.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn take_extra_turn(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<bool> {
        let seat = player.0;
        act(&context, |table, _| table.insert_turn(seat))
    }

    /// How many inserted turns of the player are still to come.
    #[rhai_fn(get = "extra_turns", pure, return_raw)]
    pub fn extra_turns(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<i64> {
        let seat = player.0;
        with(&context, |table, _| {
            table.note_read(Cell::Turn);
            let turns = table.state().turn().inserted.iter();
            Ok(turns.filter(|inserted| **inserted == seat).count() as i64)
        })
    }

    /// The player's next turn of the rotation is skipped.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn skip_turn(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, _| table.skip_turn(seat))
    }

    /// Turns that the player was still to insert are dropped. Gives how many.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn drop_extra_turns(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<i64> {
        let seat = player.0;
        act(&context, |table, _| Ok(table.drop_turns(seat)? as i64))
    }

    /// A named effect of the running card or of the rules begins, for this player and about nothing else. Gives the
    /// effect.
    /// Changes state.
    ///
    /// Signature: `Player.begin(effect) -> Effect`
    #[rhai_fn(return_raw)]
    pub fn begin(context: NativeCallContext<'_>, player: &mut Player, effect: &str) -> Outcome<Effect> {
        let seat = player.0;
        act(&context, |table, _| {
            let beginning = Beginning { def: table.running_definition(), player: seat, targets: Values::new() };
            Ok(Effect(table.begin_effect(effect, beginning)?))
        })
    }

    /// A named effect of the running card or of the rules begins, for this player and about these cards or players.
    /// Gives the effect.
    /// Changes state.
    ///
    /// Signature: `Player.begin(effect, any) -> Effect`
    #[rhai_fn(name = "begin", return_raw)]
    pub fn begin_about(
        context: NativeCallContext<'_>,
        player: &mut Player,
        effect: &str,
        about: Dynamic,
    ) -> Outcome<Effect> {
        let seat = player.0;
        act(&context, |table, shared| {
            let targets = values(shared, &about)?;
            let beginning = Beginning { def: table.running_definition(), player: seat, targets };
            Ok(Effect(table.begin_effect(effect, beginning)?))
        })
    }

    /// Creates a card with this printed name in a zone of the player, or of the game. It ceases to exist when it
    /// leaves play. Gives the card.
    /// Changes state.
    ///
    /// Signature: `Player.create(card, zone) -> Card`
    #[rhai_fn(return_raw)]
    pub fn create(context: NativeCallContext<'_>, player: &mut Player, name: &str, zone: &str) -> Outcome<Card> {
        let seat = player.0;
        act(&context, |table, shared| {
            let def = definition(shared, name)?;
            let zone = zone_of(table, shared, zone, seat)?.0;
            Ok(Card(table.create_card(def, seat, zone)?))
        })
    }

    /// Shows cards to the player alone.
    /// Changes state.
    ///
    /// Signature: `Player.look_at([Card])`
    #[rhai_fn(return_raw)]
    pub fn look_at(context: NativeCallContext<'_>, player: &mut Player, cards: Array) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, _| {
            let seats = table.seats_of(seat);
            for card in handles(&cards)? {
                table.show(card.id, seats);
            }
            Ok(())
        })
    }

    /// The player leaves the game: he has lost.
    /// Changes state.
    #[rhai_fn(return_raw)]
    pub fn lose(context: NativeCallContext<'_>, player: &mut Player) -> Outcome<()> {
        let seat = player.0;
        act(&context, |table, _| table.lose(seat))
    }

    /// The zone of the player with this key.
    ///
    /// Signature: `Player.zone(zone) -> Zone`
    #[rhai_fn(pure, return_raw)]
    pub fn zone(context: NativeCallContext<'_>, player: &mut Player, key: &str) -> Outcome<Zone> {
        let seat = player.0;
        with(&context, |table, shared| zone_of(table, shared, key, seat))
    }
}
