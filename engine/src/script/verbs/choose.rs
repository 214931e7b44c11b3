//! Questions to players.

use crate::model::ids::{PlayerId, Word};
use crate::model::prompt::{Answer, Choice, Question, Shape};
use crate::model::trace::Things;
use crate::model::words;
use crate::play::ask::Ask;
use crate::play::session::{Fault, Stop, Table};
use crate::play::together::Together;
use crate::script::host::{Shared, act, dynamic_of, dynamic_of_handle, handle_of, text_of, value_of, word_of};
use crate::script::sandbox::called;
use crate::script::types::{Game, Player, Zone};
use rhai::plugin::*;
use rhai::{Array, Dynamic};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

#[export_module]
pub mod verbs {
    /// The player chooses one of the options: cards, items, players, texts or numbers.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.choose(text, [T]) -> T`
    #[rhai_fn(return_raw)]
    pub fn choose(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        options: Array,
    ) -> Outcome<Dynamic> {
        let seat = player.0;
        act(&context, |table, shared| {
            if options.is_empty() {
                return Err(Fault::stop(format!("there is nothing to choose from: `{question}`")));
            }
            let chosen = some(table, shared, seat, question, &options, Shape::OneOf)?;
            Ok(chosen.into_iter().next().unwrap_or(Dynamic::UNIT))
        })
    }

    /// The player chooses one of the options or none; gives nothing for none.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.may_choose(text, [T]) -> T`
    #[rhai_fn(return_raw)]
    pub fn may_choose(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        options: Array,
    ) -> Outcome<Dynamic> {
        let seat = player.0;
        act(&context, |table, shared| {
            let chosen = some(table, shared, seat, question, &options, Shape::SomeOf(0, 1))?;
            Ok(chosen.into_iter().next().unwrap_or(Dynamic::UNIT))
        })
    }

    /// The player chooses some of the options, at least and at most so many; fewer if there are fewer.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.choose_some(text, [T], number, number) -> [T]`
    #[rhai_fn(return_raw)]
    pub fn choose_some(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        options: Array,
        from: i64,
        to: i64,
    ) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            if from > to || from < 0 {
                return Err(Fault::stop(format!("nobody can choose from {from} to {to} things: `{question}`")));
            }
            let most = to.min(options.len() as i64);
            let shape = Shape::SomeOf(from.min(most) as u32, most as u32);
            some(table, shared, seat, question, &options, shape)
        })
    }

    /// The player puts the options into an order.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.order(text, [T]) -> [T]`
    #[rhai_fn(return_raw)]
    pub fn order(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        options: Array,
    ) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| some(table, shared, seat, question, &options, Shape::InOrder))
    }

    /// The player names a number from, to.
    /// Changes state. Asks.
    #[rhai_fn(return_raw)]
    pub fn choose_number(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        from: i64,
        to: i64,
    ) -> Outcome<i64> {
        let seat = player.0;
        act(&context, |table, shared| {
            if from > to {
                return Err(Fault::stop(format!("there is no number from {from} to {to}: `{question}`")));
            }
            let word = word_of(shared, question)?;
            let (answer, _) = ask(table, seat, word, Vec::new(), Shape::Number(from, to), true)?;
            let Answer::Number(number) = answer else { return Ok(from) };
            let things: Things = [crate::model::trace::Thing::Number(number)].into_iter().collect();
            table.tell_choice(seat, word, things);
            Ok(number)
        })
    }

    /// The player divides an amount over the options; none gets more than its cap. Gives the shares in the
    /// order of the options.
    /// Changes state. Asks.
    ///
    /// Signature: `Player.share(text, [T], number, [number]) -> [number]`
    #[rhai_fn(return_raw)]
    pub fn share(
        context: NativeCallContext<'_>,
        player: &mut Player,
        question: &str,
        options: Array,
        amount: i64,
        caps: Array,
    ) -> Outcome<Array> {
        let seat = player.0;
        act(&context, |table, shared| {
            if caps.len() != options.len() {
                return Err(Fault::stop(format!("there must be one cap for each option: `{question}`")));
            }
            let caps = caps.iter().map(|cap| cap.as_int().unwrap_or(0)).collect();
            let options = choices(table, shared, &options)?;
            let word = word_of(shared, question)?;
            let (things, shares) = table.divide(seat, word, options, (amount, caps))?;
            table.tell_choice(seat, word, things);
            Ok(shares.into_iter().map(Dynamic::from).collect())
        })
    }

    /// The player says yes or no.
    /// Changes state. Asks.
    #[rhai_fn(return_raw)]
    pub fn confirm(context: NativeCallContext<'_>, player: &mut Player, question: &str) -> Outcome<bool> {
        let seat = player.0;
        act(&context, |table, shared| {
            let word = word_of(shared, question)?;
            let options = vec![Choice::Word(words::NO), Choice::Word(words::YES)];
            let (answer, options) = ask(table, seat, word, options, Shape::OneOf, true)?;
            let chosen = options[usize::from(answer.options().first().copied().unwrap_or(0))];
            table.tell_choice(seat, word, [chosen.thing()].into_iter().collect());
            Ok(chosen == Choice::Word(words::YES))
        })
    }

    /// Asks players at the same time: each answers the questions of a function of the ruleset's script,
    /// `fn name(player, value)`, while nobody sees what the others answer. What each has answered is then done, in the
    /// order of the list. Gives what the function gave for each.
    /// Changes state. Asks.
    ///
    /// Signature: `Game.together([Player], dialogue, any) -> [any]`
    #[rhai_fn(return_raw)]
    pub fn together(
        context: NativeCallContext<'_>,
        _game: &mut Game,
        players: Array,
        function: &str,
        value: Dynamic,
    ) -> Outcome<Array> {
        act(&context, |table, shared| several(table, shared, &players, function, &value, false))
    }

    /// As `together`, but a player may answer that he waits: he is asked when those before him in the list have done
    /// what they answered.
    /// Changes state. Asks.
    ///
    /// Signature: `Game.together_or_wait([Player], dialogue, any) -> [any]`
    #[rhai_fn(return_raw)]
    pub fn together_or_wait(
        context: NativeCallContext<'_>,
        _game: &mut Game,
        players: Array,
        function: &str,
        value: Dynamic,
    ) -> Outcome<Array> {
        act(&context, |table, shared| several(table, shared, &players, function, &value, true))
    }
}

fn several(
    table: &mut Table,
    shared: &Shared,
    players: &Array,
    function: &str,
    value: &Dynamic,
    may_wait: bool,
) -> Result<Array, Stop> {
    let Some((_, hook)) = shared.rules.dialogues.iter().find(|(_, hook)| *hook.name == *function) else {
        return Err(Fault::stop(format!("the ruleset's script has no function `{function}(player, value)`")));
    };
    let mut seats: Vec<PlayerId> = Vec::with_capacity(players.len());
    for player in players.iter().filter_map(|player| player.read_lock::<Player>()) {
        if seats.contains(&player.0) {
            return Err(Fault::stop("nobody is asked twice at the same time"));
        }
        seats.push(player.0);
    }
    let value = value_of(shared, value).ok_or_else(|| Fault::stop("what is told to all must be a single thing"))?;
    let values = table.together(Together { players: &seats, hook, value, may_wait })?;
    Ok(values.into_iter().map(|value| dynamic_of(table, shared, value)).collect())
}

fn ask(
    table: &mut Table,
    player: PlayerId,
    question: Word,
    options: Vec<Choice>,
    shape: Shape,
    public: bool,
) -> Result<(Answer, Vec<Choice>), Stop> {
    table.ask(Ask { player, question: Question::Choose(question), shape, options, default: None, public })
}

fn some(
    table: &mut Table,
    shared: &Shared,
    seat: PlayerId,
    question: &str,
    options: &Array,
    shape: Shape,
) -> Result<Array, Stop> {
    let word = word_of(shared, question)?;
    let choices = choices(table, shared, options)?;
    let shape = match shape {
        Shape::SomeOf(from, to) => Shape::SomeOf(from, to.min(choices.len() as u32)),
        other => other,
    };
    let public = table.all_see(&choices);
    let choices = table.told_apart(choices);
    let (answer, choices) = ask(table, seat, word, choices, shape, public)?;
    let chosen: Vec<Choice> = answer.options().iter().map(|at| choices[usize::from(*at)]).collect();
    let things: Things = chosen.iter().map(Choice::thing).collect();
    table.tell_choice(seat, word, things);
    Ok(chosen.into_iter().map(|choice| dynamic(table, shared, choice)).collect())
}

/// The options of a script, as the kernel has them.
pub(super) fn choices(table: &Table, shared: &Shared, options: &Array) -> Result<Vec<Choice>, Stop> {
    options.iter().map(|option| choice(table, shared, option)).collect()
}

fn choice(table: &Table, shared: &Shared, option: &Dynamic) -> Result<Choice, Stop> {
    if let Some(handle) = handle_of(option) {
        return Ok(Choice::Entity(handle, table.named(handle.id)));
    }
    if let Some(player) = option.read_lock::<Player>() {
        return Ok(Choice::Player(player.0));
    }
    if let Some(zone) = option.read_lock::<Zone>() {
        return Ok(Choice::Zone(zone.0));
    }
    if let Ok(number) = option.as_int() {
        return Ok(Choice::Number(number));
    }
    match option.as_immutable_string_ref() {
        Ok(text) => Ok(Choice::Word(word_of(shared, &text)?)),
        Err(type_name) => Err(Fault::stop(format!("{} cannot be chosen", called(type_name)))),
    }
}

/// A chosen option, as scripts hold it.
pub(super) fn dynamic(table: &Table, shared: &Shared, choice: Choice) -> Dynamic {
    match choice {
        Choice::Pass => Dynamic::UNIT,
        Choice::Use { card, .. } | Choice::Entity(card, _) => dynamic_of_handle(table, card),
        Choice::Player(seat) => Dynamic::from(Player(seat)),
        Choice::Word(word) => text_of(shared, word),
        Choice::Number(number) => Dynamic::from(number),
        Choice::Zone(zone) => Dynamic::from(Zone(zone)),
    }
}
