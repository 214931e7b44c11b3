//! The past is what was seen, and is not replayed from the beginning for each question; nobody keeps others from asking.
//!
//! Found once: watchers keep a game so busy that its players are refused.

use super::places::{Asker, Pasts};
use super::*;
use crate::guard::Caller;
use cardwright_game::{Begin, MatchInside, Random};
use std::net::{IpAddr, Ipv4Addr};

/// A game of so many random answers, and what its host saw at each: lines, and the table after the last of them.
fn played(answers: usize) -> (Ruleset, Match, Vec<(usize, String)>) {
    let ruleset = crate::tests::game("crazy_eights").ruleset;
    let mut game = Match::begin(&ruleset, &Begin::new(2, 5)).expect("two can play it");
    let (mut random, mut seen) = (Random::new(5), Vec::new());
    for _ in 0..answers {
        advance(&mut game);
        let Some(prompt) = game.prompts(Viewer::Host).into_iter().next() else { break };
        seen.push((game.trace(Viewer::Host).len(), crate::shown::text(&game.view(Viewer::Host).zones)));
        game.answer(prompt.number, random.choose(&prompt)).expect("what is drawn fits");
    }
    advance(&mut game);
    (ruleset, game, seen)
}

#[test]
fn the_past_is_as_it_was_seen_in_whatever_order_it_is_asked_for() {
    let (ruleset, game, seen) = played(120);
    let now = Arc::new(game.game().clone());
    let mut past = Past::default();
    for at in [7, 3, 50, 49, 51, 0, 20].into_iter().filter(|at| *at < seen.len()) {
        let (lines, zones) = &seen[at];
        let then = past.at(&ruleset, &now, Viewer::Host, lines - 1).expect("there is such a line");
        assert_eq!(crate::shown::text(&then.view(Viewer::Host).zones), *zones, "question {at}");
    }
    assert!(past.at(&ruleset, &now, Viewer::Host, 100_000).is_none());
}

#[test]
fn a_past_is_kept_and_only_a_stretch_of_it_is_replayed() {
    let (ruleset, game, _) = played(400);
    let (now, lines) = (Arc::new(game.game().clone()), game.trace(Viewer::Host).len());
    assert!(lines > 200, "it is a long game: {lines}");
    let mut past = Past::default();
    past.at(&ruleset, &now, Viewer::Host, lines - 1).expect("there is such a line");
    let whole = std::mem::take(&mut past.steps);
    for line in [lines - 1, 0, lines - 1, 0] {
        past.at(&ruleset, &now, Viewer::Host, line).expect("there is such a line");
        let steps = std::mem::take(&mut past.steps);
        assert!(steps * 3 < whole, "{steps} steps for line {line}, {whole} for the whole game");
    }
}

#[test]
fn what_was_taken_back_is_in_no_past() {
    let (ruleset, mut game, _) = played(60);
    let mut past = Past::default();
    let before = Arc::new(game.game().clone());
    let last = game.trace(Viewer::Host).len() - 1;
    past.at(&ruleset, &before, Viewer::Host, last).expect("there is such a line");
    for _ in 0..30 {
        let seats = [cardwright_game::Seat(0), cardwright_game::Seat(1)];
        game.undo(&seats).expect("there is something to take back");
        advance(&mut game);
    }
    let now = Arc::new(game.game().clone());
    let lines = game.trace(Viewer::Host).len();
    assert!(past.at(&ruleset, &now, Viewer::Host, last).is_none() || lines > last);
    let then = past.at(&ruleset, &now, Viewer::Host, lines - 1).expect("there is such a line");
    let zones = |game: &Match| crate::shown::text(&game.view(Viewer::Host).zones);
    assert!(zones(&then) == zones(&game), "the last line is of the game as it stands");
}

#[test]
fn a_viewer_asks_one_question_at_a_time_and_seats_come_first() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("it can be made");
    runtime.block_on(ask_in_turns());
}

async fn ask_in_turns() {
    let pasts = Pasts::new(2);
    let watcher = |at: u8| Asker::Watcher(Caller::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, at))));
    let seat = Asker::Seat("wren-1".into(), 0);
    let first = pasts.place(watcher(1)).await.expect("nobody else asks");
    let place = |asker: Asker| {
        let pasts = Arc::clone(&pasts);
        tokio::spawn(async move { pasts.place(asker).await.is_some() })
    };
    let same: Vec<_> = (0..20).map(|_| place(watcher(1))).collect();
    let others: Vec<_> = (2..60).map(|at| place(watcher(at))).collect();
    pause().await;
    let own = tokio::spawn({
        let (pasts, seat) = (Arc::clone(&pasts), seat.clone());
        async move { pasts.place(seat).await }
    });
    pause().await;
    assert!(!own.is_finished() && others.iter().all(|other| !other.is_finished()), "one is answered at a time");
    drop(first);
    // One who watches was next already, and then comes the seat.
    let own = own.await.expect("it ends").expect("a seat is answered");
    let answered = others.iter().filter(|other| other.is_finished()).count();
    assert!(answered <= 1, "{answered} who watch were answered before");
    drop(own);
    let mut refused = 0;
    for waiting in same.into_iter().chain(others) {
        refused += usize::from(!waiting.await.expect("it ends"));
    }
    assert!((12..=13).contains(&refused), "of one viewer only so many wait: {refused} were refused");
    assert!(pasts.place(seat).await.is_some(), "and everybody can ask again");
}

/// Lets the others go on.
async fn pause() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
}
