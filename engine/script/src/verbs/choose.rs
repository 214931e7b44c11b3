//! Questions to players.

use super::filling::{asked, text_of};
use super::row::verbs;
use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use crate::types::{GameRef, PlayerRef};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{Handle, PlayerId};
use cardwright_kernel::questions::{Answer, AskedText, Choice, Question, Shape};
use cardwright_kernel::scripts::{Ask, DialogueKind, Together};
use cardwright_kernel::trace::{Reason, Thing, Things};
use cardwright_kernel::words;

verbs! {
    /// The player chooses one of the options: cards, items, players, texts or numbers. A list of cards is one option, too.
    /// A question may name what it is about: `player.choose(#{ ask: "block {attacker} with", attacker: hero }, cards)`.
    Asks "Player.choose(text or map, [T]) -> T" => |ctx, player: PlayerRef, question: ScriptValue, options: ListId| {
        let question = asked(ctx, question)?;
        if ctx.items(options).is_empty() {
            return Err(faults::nothing_to_choose(text_of(ctx, &question)).into());
        }
        one(ctx, player.0, &question, options, Shape::OneOf)
    }

    /// The player chooses one of the options or none; returns nothing for none.
    Asks "Player.may_choose(text or map, [T]) -> T" => |ctx, player: PlayerRef, question: ScriptValue, options: ListId| {
        let question = asked(ctx, question)?;
        one(ctx, player.0, &question, options, Shape::SomeOf(0, 1))
    }

    /// The player chooses some of the options, at least and at most so many; fewer if there are fewer.
    Asks "Player.choose(text or map, [T], number, number) -> [T]" was "x.choose_some(a, b, c, d)" = "x.choose(a, b, c, d)" =>
    |ctx, player: PlayerRef, question: ScriptValue, options: ListId, from: i64, to: i64| {
        let question = asked(ctx, question)?;
        if from > to || from < 0 {
            return Err(faults::choice_out_of_bounds(from, to, text_of(ctx, &question)).into());
        }
        let most = to.min(ctx.items(options).len() as i64);
        let shape = Shape::SomeOf(from.min(most) as u32, most as u32);
        let chosen = some(ctx, player.0, &question, options, shape)?;
        Ok(ctx.list(chosen))
    }

    /// The player puts the options into an order.
    Asks "Player.order(text or map, [T]) -> [T]" => |ctx, player: PlayerRef, question: ScriptValue, options: ListId| {
        let question = asked(ctx, question)?;
        let chosen = some(ctx, player.0, &question, options, Shape::InOrder)?;
        Ok(ctx.list(chosen))
    }

    /// The player chooses a number between two bounds, both included.
    Asks "Player.choose(text or map, number, number) -> number" was "x.choose_number(a, b, c)" = "x.choose(a, b, c)" =>
    |ctx, player: PlayerRef, question: ScriptValue, from: i64, to: i64| {
        let question = asked(ctx, question)?;
        if from > to {
            return Err(faults::number_out_of_bounds(from, to, text_of(ctx, &question)).into());
        }
        let number = match ctx.table().numbers_left(player.0, from, to)? {
            None => number_between(ctx, player.0, &question, from, to)?,
            Some(left) => match chosen_of(ctx, player.0, &question, left)? {
                Choice::Number(number) => number,
                _ => from,
            },
        };
        let things: Things = [Thing::Number(number)].into_iter().collect();
        ctx.table().tell_choice(player.0, question, things);
        Ok(number)
    }

    /// The player divides an amount among the options; none gets more than its cap. Returns the shares in the order
    /// of the options.
    Asks "Player.share(text or map, [T], number, [number]) -> [number]" =>
    |ctx, player: PlayerRef, question: ScriptValue, options: ListId, amount: i64, caps: ListId| {
        let question = asked(ctx, question)?;
        if ctx.items(caps).len() != ctx.items(options).len() {
            return Err(faults::caps_missing(text_of(ctx, &question)).into());
        }
        let number = |held: &ScriptValue| match held {
            ScriptValue::Number(number) => Ok(*number),
            other => Err(faults::cap_not_number(ctx.called(*other)).into()),
        };
        let caps = ctx.items(caps).iter().map(number).collect::<Result<_, Stop>>()?;
        let options = choices(ctx, options)?;
        let (things, shares) = ctx.table().divide(player.0, &question, options, (amount, caps))?;
        ctx.table().tell_choice(player.0, question, things);
        Ok(ctx.list(shares.into_iter().map(ScriptValue::Number)))
    }

    /// The player says yes or no.
    Asks "Player.confirm(text or map) -> flag" => |ctx, player: PlayerRef, question: ScriptValue| {
        let question = asked(ctx, question)?;
        let options = vec![Choice::Word(words::NO), Choice::Word(words::YES)];
        let options = ctx.table().without_ruled_out(player.0, options);
        let chosen = chosen_of(ctx, player.0, &question, options)?;
        let is_yes = chosen == Choice::Word(words::YES);
        let things = chosen.things();
        ctx.table().tell_choice(player.0, question, things);
        Ok(is_yes)
    }

    /// These cannot be chosen in what the player is asked next: the question leaves them out, and `share` gives them
    /// nothing. Of an item, what cannot be chosen while it is announced. What rules them out is the reason that players see: a
    /// card, an effect or a text.
    Changes "Player or Item.rule_out([any], Card or Effect or text)" =>
    |ctx, of: ScriptValue, options: ListId, why: ScriptValue| {
        let (options, reason) = (choices(ctx, options)?, reason(ctx, why)?);
        match of {
            ScriptValue::Player(player) => ctx.table().rule_out_of_question(player, options, reason),
            of => ctx.table().rule_out_of_announcement(of.handle().unwrap_or(Handle::NONE), options, reason),
        }
    }

    /// Asks players at the same time: each answers the questions of a function of the ruleset's script, `fn
    /// name(player, value)`, without seeing the others' answers. The answers then take effect in the order of the
    /// list. Returns the function's results, one for each player.
    Asks "Game.together([Player], dialogue, lasting) -> [any]" =>
    |ctx, game: GameRef, players: ListId, function: TextId, value: ScriptValue| {
        several(ctx, players, function, value, false)
    }

    /// Like `together`, but a player may choose to wait, and is then asked when the answers of those before them in
    /// the list have taken effect.
    Asks "Game.together_or_wait([Player], dialogue, lasting) -> [any]" =>
    |ctx, game: GameRef, players: ListId, function: TextId, value: ScriptValue| {
        several(ctx, players, function, value, true)
    }
}

fn several(
    ctx: &mut CallContext<'_>,
    players: ListId,
    function: TextId,
    value: ScriptValue,
    may_wait: bool,
) -> Result<ScriptValue, Stop> {
    let rules = ctx.rules();
    let function = ctx.text(function);
    let named = rules.dialogues.iter().find(|(name, _)| *rules.words.text(*name) == *function);
    let Some((_, called)) = named else {
        return Err(faults::dialogue_unknown(function).into());
    };
    let mut seats: Vec<PlayerId> = Vec::new();
    for seat in ctx.players_of(players)? {
        if seats.contains(&seat) {
            return Err(faults::asked_twice().into());
        }
        seats.push(seat);
    }
    let value = ctx.carried(value, "handed on")?;
    let dialogue = DialogueKind::Function(*called, &value);
    let values = ctx.table().together(Together { players: &seats, dialogue, may_wait })?;
    let held: Vec<ScriptValue> = values.iter().map(|value| ctx.handed(value)).collect();
    Ok(ctx.list(held))
}

fn ask(
    ctx: &mut CallContext<'_>,
    seat: PlayerId,
    question: &AskedText,
    options: Vec<Choice>,
    shape: Shape,
    public: bool,
) -> Result<(Answer, Vec<Choice>), Stop> {
    let public = public && ctx.look().sees_what_all_see();
    let (about, question) = (question.about.clone(), Question::Choose(question.text));
    ctx.table().ask(Ask { player: seat, question, about, shape, options, public })
}

/// A number between two bounds, none of which is ruled out.
fn number_between(
    ctx: &mut CallContext<'_>,
    seat: PlayerId,
    question: &AskedText,
    from: i64,
    to: i64,
) -> Result<i64, Stop> {
    let (answer, _) = ask(ctx, seat, question, Vec::new(), Shape::Number(from, to), true)?;
    ctx.table().forget_ruled_out(seat);
    Ok(if let Answer::Number(number) = answer { number } else { from })
}

/// The one of these options, of which none is ruled out and all are known to everybody, that the player chooses.
fn chosen_of(
    ctx: &mut CallContext<'_>,
    seat: PlayerId,
    question: &AskedText,
    options: Vec<Choice>,
) -> Result<Choice, Stop> {
    if options.is_empty() {
        return Err(faults::everything_ruled_out(text_of(ctx, question)).into());
    }
    let (answer, options) = ask(ctx, seat, question, options, Shape::OneOf, true)?;
    ctx.table().forget_ruled_out(seat);
    Ok(options[usize::from(answer.options().first().copied().unwrap_or(0))].clone())
}

fn one(
    ctx: &mut CallContext<'_>,
    seat: PlayerId,
    question: &AskedText,
    options: ListId,
    shape: Shape,
) -> Result<ScriptValue, Stop> {
    Ok(some(ctx, seat, question, options, shape)?.into_iter().next().unwrap_or_default())
}

fn some(
    ctx: &mut CallContext<'_>,
    seat: PlayerId,
    question: &AskedText,
    options: ListId,
    shape: Shape,
) -> Result<Vec<ScriptValue>, Stop> {
    let choices = choices(ctx, options)?;
    // Whether everybody sees the options is judged by all of them: what is left must not tell what was ruled out.
    let public = ctx.table().all_see(&choices);
    let choices = ctx.table().without_ruled_out(seat, choices);
    let choices = ctx.table().offered_to(seat, choices);
    let shape = match shape {
        Shape::SomeOf(from, to) => {
            let to = to.min(choices.len() as u32);
            Shape::SomeOf(from.min(to), to)
        }
        Shape::OneOf if choices.is_empty() => {
            return Err(faults::everything_ruled_out(text_of(ctx, question)).into());
        }
        other => other,
    };
    // In an order every copy has a place of its own.
    let is_order = shape == Shape::InOrder;
    let (answer, choices) = ask(ctx, seat, question, choices, shape, public)?;
    ctx.table().forget_ruled_out(seat);
    let chosen = match is_order {
        true => answer.options().into(),
        false => ctx.table().first_of_copies(seat, &choices, answer.options()),
    };
    let chosen: Vec<Choice> = chosen.iter().map(|at| choices[usize::from(*at)].clone()).collect();
    let things: Things = chosen.iter().flat_map(Choice::things).collect();
    ctx.table().tell_choice(seat, question.clone(), things);
    Ok(chosen.into_iter().map(|choice| chosen_held(ctx, choice)).collect())
}

/// The options of a script, as the kernel has them.
pub(super) fn choices(ctx: &CallContext<'_>, options: ListId) -> Result<Vec<Choice>, Stop> {
    ctx.items(options).iter().map(|option| choice(ctx, *option)).collect()
}

/// What rules options out.
fn reason(ctx: &CallContext<'_>, why: ScriptValue) -> Result<Reason, Stop> {
    match (why.handle(), why) {
        (Some(by), _) => Ok(Reason::Forbidden(ctx.look().named(by.id))),
        (None, ScriptValue::Text(text)) => Ok(Reason::Word(ctx.word(text)?)),
        _ => Err(faults::rules_out_nothing().into()),
    }
}

fn choice(ctx: &CallContext<'_>, option: ScriptValue) -> Result<Choice, Stop> {
    if let Some(handle) = option.handle() {
        return Ok(Choice::Entity(handle, ctx.look().named(handle.id)));
    }
    match option {
        ScriptValue::Player(seat) => Ok(Choice::Player(seat)),
        ScriptValue::Zone(zone) => Ok(Choice::Zone(zone)),
        ScriptValue::Number(number) => Ok(Choice::Number(number)),
        ScriptValue::Text(text) => Ok(Choice::Word(ctx.word(text)?)),
        ScriptValue::List(list) => group(ctx, list),
        other => Err(faults::cannot_be_chosen(ctx.called(other)).into()),
    }
}

/// A list of cards as one option.
fn group(ctx: &CallContext<'_>, list: ListId) -> Result<Choice, Stop> {
    let cards = ctx.items(list).iter().map(|held| match held.handle() {
        Some(handle) => Ok((handle, ctx.look().named(handle.id))),
        None => Err(faults::group_not_cards()),
    });
    match cards.collect::<Result<Box<[_]>, _>>()? {
        none if none.is_empty() => Err(faults::group_empty().into()),
        cards => Ok(Choice::Group(cards)),
    }
}

/// A chosen option, as scripts hold it.
pub(super) fn chosen_held(ctx: &mut CallContext<'_>, choice: Choice) -> ScriptValue {
    match choice {
        Choice::Pass => ScriptValue::Nothing,
        Choice::Use { card, .. } | Choice::Entity(card, _) => ctx.held_handle(card),
        Choice::Player(seat) => ScriptValue::Player(seat),
        Choice::Word(word) => ScriptValue::Text(ctx.word_text(word)),
        Choice::Number(number) => ScriptValue::Number(number),
        Choice::Zone(zone) => ScriptValue::Zone(zone),
        Choice::Group(cards) => {
            let cards: Vec<ScriptValue> = cards.iter().map(|(card, _)| ctx.held_handle(*card)).collect();
            ctx.list(cards)
        }
    }
}
