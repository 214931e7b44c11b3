//! Claims about what people see at one terminal.

use super::seats::Seating;
use super::session::Session;
use crate::commands::patience::Patience;
use crate::out::Out;
use cardwright_deciders::Complaints;
use cardwright_game::{Begin, Match};
use cardwright_rulings::packs::Packs;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

/// What a screen has been sent.
#[derive(Clone, Default)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays the toy at a terminal, and gives all that it was sent.
fn played(seats: &str, input: &str) -> String {
    let mut packs = Packs::default();
    packs.lay_over(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/toy")).expect("the toy is there");
    let ruleset = packs.ruleset("toy").expect("the toy is sound");
    let seating = Seating::parse(seats).expect("seats");
    let mut game = Match::begin(&ruleset, &Begin::new(seating.len() as u8, 1)).expect("the toy is for two");
    let (patience, complaints) = (Patience { patience: 10 }, Complaints::default());
    for (seat, bot) in seating.bots(&ruleset, 1.into(), patience, &complaints).expect("they can play it") {
        game.seat(seat, bot);
    }
    let screen = Screen::default();
    let mut out = Out::screen(screen.clone());
    let session = Session::new(&packs, &ruleset, game, &seating, input.as_bytes(), &mut out);
    session.play().expect("it can be played");
    let sent = screen.0.borrow().clone();
    String::from_utf8(sent).expect("it is text")
}

/// What clears a screen, and what has been scrolled off it.
const CLEARED: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

#[test]
fn what_one_person_has_seen_is_gone_before_the_next_one_looks() {
    let sent = played("human,human", &"\n1\n".repeat(40));
    let shown: Vec<&str> = sent.split(CLEARED).collect();
    let seen_by = |seat: char| shown.iter().filter(|page| page.contains(&format!("{seat} (you)"))).count();
    assert!(seen_by('A') > 1 && seen_by('B') > 1, "{sent}");
    for page in shown {
        assert!(!(page.contains("A (you)") && page.contains("B (you)")), "{page}");
        assert!(!(page.contains("press Enter") && page.contains("(you)")), "{page}");
    }
}

#[test]
fn one_person_alone_keeps_the_screen() {
    assert!(!played("human,random", "1\n1\n1\nq\n").contains(CLEARED));
}

#[test]
fn passes_that_nobody_typed_are_taken_back_with_the_one_that_was() {
    let sent = played("human,random", "p\nu\nq\n");
    let moments: Vec<&str> = sent.lines().filter(|line| line.starts_with("-- turn")).collect();
    let [first, later, again] = moments[..] else { panic!("{sent}") };
    assert!(first == again && first != later, "{sent}");
}

#[test]
fn values_are_shown_as_they_began() {
    let sent = played("human,random", "q\n");
    assert!(sent.contains("A (you): ") && sent.contains("hearts 5"), "{sent}");
}
