//! What an embedder writes: it sees the crate `cardwright` and nothing beneath it.

use cardwright::{
    Answer, Begin, Bot, Colour, Datum, Files, Match, Observation, Progress, PromptView, Random, Ruleset, Seat,
    Situation, ValueOf, Viewer, load,
};
use std::io::Write;
use std::path::Path;

/// Takes the last option, or what stands for a player who is not there.
struct Last;

impl Bot for Last {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        assert_eq!(at.view().viewer, Viewer::Seat(asked.seat));
        let last = Answer::one(asked.options.len().saturating_sub(1));
        Some(if asked.check(&last).is_ok() { last } else { asked.default.clone() })
    }
}

/// Loads a game from the packs under a folder.
fn ruleset(packs: &Path, game: &str) -> Ruleset {
    let (files, unreadable) = Files::read(packs);
    assert!(unreadable.is_empty());
    let loaded = load(&files, game);
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

/// Every handle of an option stands for something that the seat's view shows.
fn assert_options_are_seen(seen: &Observation) {
    let cards = seen.view.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.handle);
    let items = seen.view.items.iter().map(|item| item.handle);
    let effects = seen.view.effects.iter().map(|effect| effect.handle);
    let all: Vec<_> = cards.chain(items).chain(effects).collect();
    for option in seen.prompts.iter().flat_map(|prompt| &prompt.options) {
        if let Some(Datum::Handle(handle)) = option.choice.thing() {
            assert!(all.contains(handle), "{}: {handle} is seen nowhere", option.text);
        }
    }
}

/// Plays a game to its end or its eighth turn, saving and loading it on the way. Gives its trace.
pub fn play(packs: &Path, game: &str, people: u8, seed: u64) -> Vec<String> {
    let ruleset = ruleset(packs, game);
    let shared = ruleset.clone();
    let begun = std::thread::spawn(move || Match::begin(&shared, &Begin::new(people, seed))).join();
    let mut playing = begun.expect("a match can be sent").expect("the game is for so many");
    playing.seat(Seat(1), Last);
    let mut luck = Random::new(seed);

    while playing.advance_to_turn(8).expect("no script fails") == Some(Progress::Waiting) {
        let prompt = playing.prompts(Viewer::Host).remove(0);
        let seen = playing.observe(Viewer::Seat(prompt.seat));
        assert_eq!(seen.prompts.len(), 1, "a seat is asked one thing at a time");
        assert_options_are_seen(&seen);
        let answer = luck.choose(&prompt);
        playing.answer(prompt.number, answer).expect("what is drawn at random fits");
        assert!(playing.answer(prompt.number, prompt.default).is_err(), "it is late");
    }
    let bytes = playing.save();
    let mut again = Match::load(&ruleset, &bytes).expect("it was saved just now");
    again.seat(Seat(1), Last);
    again.advance_to_turn(8).expect("no script fails");
    assert_eq!(again.view(Viewer::Host), playing.view(Viewer::Host));
    let value = ruleset.info().values.first().cloned().unwrap_or_default().key;
    let _ = playing.explain(Viewer::Host, &ValueOf::Game, &value);
    playing.trace(Viewer::Host).iter().map(ToString::to_string).collect()
}

/// Plays the game that the arguments name: a folder with packs, a game, how many people, a seed.
#[allow(dead_code, reason = "the tests call `play`")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [packs, game, people, seed] = &arguments[..] else { panic!("four arguments") };
    let trace = play(Path::new(packs), game, people.parse().expect("a number"), seed.parse().expect("a number"));
    writeln!(std::io::stdout(), "{}", trace.join("\n")).expect("somebody reads");
}
