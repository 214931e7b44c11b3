//! What holds of every realisation of Time Nodes: explanations add up, both wordings of the sign of a link agree, what
//! comes later changes nothing that was decided earlier, and an organising that is refused or given up leaves nothing.

mod boards;
mod eager;

use boards::{Maker, attribute, boards, bytes, eager_game, realised, results};
use cardwright_game::{Begin, Ruleset, RulesetInside};
use cardwright_kernel::ids::{ActionId, Seat, ZoneDeclId};
use cardwright_kernel::questions::{Answer, Prompt, Question};
use cardwright_kernel::scripts::{Attempt, Scripts};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress, Table};
use cardwright_kernel::trace::{Fact, FactKind, Thing};
use cardwright_kernel::values::Value;
use eager::{Eager, uses};
use std::rc::Rc;

/// How many boards are made up, and how many games are played, for each of the tests.
const MADE: u64 = 40;
const PLAYED: u64 = 20;
/// In how many of them everything is checked after every step.
const CHECKED: u64 = 4;

fn game() -> Ruleset {
    suite::game("time_nodes")
}

/// Games in which everybody organises what he can, at every size, and what becomes of the boards of others.
fn traces(game: &Ruleset, host: &Rc<dyn Scripts>) -> Vec<Game> {
    let games = (1..=PLAYED).map(|seed| eager_game(game, host, 2 + (seed % 4) as u8, seed));
    games.chain(boards(game, host, MADE, 0).map(|(board, _)| realised(game, host, &board))).collect()
}

/// Each event's points as they are told, with its parts.
fn explanations(trace: &[Fact]) -> Vec<(i64, Vec<&Fact>)> {
    let told = trace.iter().enumerate().filter_map(|(at, fact)| match fact.what {
        FactKind::Value(_, _, total) => Some((at, total)),
        _ => None,
    });
    let parts = |at: usize| trace[at + 1..].iter().take_while(|fact| matches!(fact.what, FactKind::Part(..)));
    told.map(|(at, total)| (total, parts(at).collect())).collect()
}

#[test]
fn every_explanation_adds_up_to_its_total() {
    let game = game();
    let host = game.host();
    let mut told = Vec::new();
    for end in traces(&game, &host) {
        let explanations = explanations(end.trace());
        for (total, parts) in &explanations {
            let sum: i64 =
                parts.iter().map(|fact| if let FactKind::Part(amount, ..) = fact.what { amount } else { 0 }).sum();
            assert_eq!(sum, *total, "{:?}", parts);
        }
        told.push(explanations.len());
    }
    let (played, made) = of_games_and_boards(&told);
    assert!(played > 300 && made > 1000, "only {played} explanations of games and {made} of boards were seen");
}

/// How many were seen in the traces of games, and how many in those of boards, which come after them.
fn of_games_and_boards(seen: &[usize]) -> (usize, usize) {
    let (played, made) = seen.split_at(PLAYED as usize);
    (played.iter().sum(), made.iter().sum())
}

#[test]
fn both_wordings_of_the_sign_agree() {
    let game = game();
    let host = game.host();
    let word = |text: &str| Thing::Word(game.rules().words.get(text).expect("the pack says it"));
    let (cause, hindrance) = (word("cause"), word("hindrance"));
    let (yes, no) = (word("happened"), word("did not happen"));
    let mut links = Vec::new();
    for end in traces(&game, &host) {
        let mut seen = 0;
        for fact in explanations(end.trace()).into_iter().flat_map(|(_, parts)| parts) {
            let FactKind::Part(amount, _, why) = &fact.what else { continue };
            let says = |thing: &Thing| why.contains(thing);
            // A cause adds its strength if the event happened and takes it if not; a hindrance the other way round.
            let adds = match (says(&cause), says(&hindrance)) {
                (true, false) => says(&yes),
                (false, true) => says(&no),
                _ => continue,
            };
            assert!(says(&yes) != says(&no), "{why:?}");
            assert_eq!(*amount > 0, adds, "{why:?}");
            assert!(amount.abs() >= 2, "{why:?}");
            seen += 1;
        }
        links.push(seen);
    }
    let (played, made) = of_games_and_boards(&links);
    assert!(played > 200 && made > 500, "only {played} links of games and {made} of boards were seen");
}

#[test]
fn what_lies_later_changes_no_earlier_result() {
    let game = game();
    let host = game.host();
    let (mut changed, mut exchanged) = (0, 0);
    for (board, luck) in boards(&game, &host, MADE, PLAYED) {
        let before = results(&game, &board, &realised(&game, &host, &board));
        assert!(before.iter().all(|result| *result != Value::Nothing), "every event is decided");
        let mut maker = Maker::new(&game, luck);
        for _ in 0..5 {
            let at = maker.luck.below(board.events.len() as u32) as usize;
            let mut other = board.clone();
            other.setup.cards[at].cards = vec![maker.event()];
            let after = results(&game, &other, &realised(&game, &host, &other));
            assert_eq!(before[..at], after[..at], "the event at {at} was exchanged");
            exchanged += 1;
            changed += usize::from(before != after);
        }
    }
    assert!(exchanged >= 300 && changed > 100, "of {exchanged} exchanges only {changed} changed anything");
}

/// In whole games: what was decided is decided, whatever is organised, laid and taken away later.
#[test]
fn a_result_stays_for_the_rest_of_the_game() {
    let game = game();
    let host = game.host();
    let result = attribute(game.rules(), "result");
    let mut decided = 0;
    for seed in 1..=PLAYED {
        let begin = game.begin(&Begin::new(2 + (seed % 4) as u8, seed)).expect("the game has decks");
        let mut table = game.table(&host, begin, Box::new(Eager::new(game.rules(), seed)));
        let mut results = Vec::new();
        while table.step().is_none() {
            let broken = if seed <= CHECKED { table.game().check_invariants(game.rules()) } else { Vec::new() };
            assert!(broken.is_empty(), "seed {seed}: {broken:?}");
            let state = table.state();
            let now = |id| state.changing(game.rules(), id, result).filter(|value| *value != Value::Nothing);
            assert!(results.iter().all(|(id, value)| now(*id) == Some(*value)), "seed {seed}: a result has changed");
            results = state.entities().filter_map(|(id, _)| Some((id, now(id)?))).collect();
        }
        decided += results.len();
    }
    assert!(decided > 300, "only {decided} events were decided");
}

/// How many organisings came to nothing.
#[derive(Default, Debug)]
struct Nothing {
    given_up_at_once: usize,
    given_up_later: usize,
    refused: usize,
}

#[test]
fn an_organising_that_comes_to_nothing_leaves_nothing() {
    let game = game();
    let host = game.host();
    let organise = ActionId::from(game.rules().actions.get_index_of("organise").expect("it is declared"));
    let mut nothing = Nothing::default();
    for seed in 1..=PLAYED / 4 {
        let start = game.begin(&Begin::new(2 + (seed % 4) as u8, seed)).expect("the game has decks");
        let mut table = game.table_of_people(&host, start);
        let mut eager = Eager::new(game.rules(), seed);
        while table.advance() != Progress::Over {
            let prompt = table.game().prompts()[0].clone();
            if let Question::Act { .. } = prompt.question {
                let before = bytes(&table);
                give_up_all(&game, &host, &table, organise, &mut nothing);
                nothing.refused += refuse_all(&mut table, prompt.seat, organise);
                assert!(bytes(&table) == before, "seed {seed}: refused");
            }
            let prompt = table.game().prompts()[0].clone();
            let answer = eager.decide(&prompt, table.game(), table.rules()).expect("it answers always");
            table.answer(prompt.number, answer).expect("what is drawn at random fits");
        }
    }
    let enough = nothing.given_up_at_once > 300 && nothing.given_up_later > 200 && nothing.refused > 2000;
    assert!(enough, "{nothing:?}");
}

/// In a copy of the game, organises all that is offered and gives it up, at the first question and at the second.
fn give_up_all(game: &Ruleset, host: &Rc<dyn Scripts>, table: &Table, organise: ActionId, nothing: &mut Nothing) {
    let fork = || {
        let mut copy = game.table_of_people(host, table.game().fork(game.rules()));
        copy.advance();
        copy
    };
    let before = bytes(table);
    let mut copy = fork();
    for at in uses(&table.game().prompts()[0], organise) {
        nothing.given_up_at_once += usize::from(give_up(&mut copy, at, 1));
        assert!(bytes(&copy) == before, "given up when the token is asked for");
        // Where the card fits in one rotation only, that is not asked for, and the card is laid.
        if give_up(&mut copy, at, 2) {
            nothing.given_up_later += 1;
            assert!(bytes(&copy) == before, "given up when the rotation is asked for");
        } else {
            copy = fork();
        }
    }
}

/// Organises, and gives up at the question with this number if there are so many.
fn give_up(table: &mut Table, organise: usize, question: usize) -> bool {
    let first = table.game().prompts()[0].clone();
    table.answer(first.number, Answer::one(organise)).expect("it is offered");
    for asked in 1..=question {
        table.advance();
        let Some(prompt) = table.game().prompts().first().filter(|prompt| asks_how(prompt)).cloned() else {
            return false;
        };
        if asked < question {
            table.answer(prompt.number, Answer::one(0)).expect("it is offered");
        } else {
            assert!(prompt.withdrawable, "it is asked for before anything is done");
            table.withdraw(prompt.number).expect("it can be given up");
        }
    }
    table.advance();
    true
}

/// Whether a question is one of organising: where the token goes, how the card is turned.
fn asks_how(prompt: &Prompt) -> bool {
    !matches!(prompt.question, Question::Act { .. })
}

/// Asks of every event in the seat's hand why it cannot be organised; gives how many cannot.
fn refuse_all(table: &mut Table, seat: Seat, organise: ActionId) -> usize {
    let rules = table.rules().clone();
    let hand = ZoneDeclId::from(rules.zones.get_index_of("hand").expect("there are hands"));
    let player = table.state().player_of(seat);
    let hand = table.state().zone_of(&rules, hand, player);
    let cards = table.state().zone(hand).cards.clone();
    let mut refused = 0;
    for card in cards {
        let uses = &rules.definitions[table.state().entity(card).def.index()].uses;
        let Some(number) = uses.iter().position(|usage| usage.action == organise) else { continue };
        let attempt = Attempt { player, card, number: number as u16, subject: None, free: false, copy: 0 };
        refused += usize::from(!table.reasons_against(attempt).expect("it can be asked").is_empty());
    }
    refused
}
