//! The shape of what leaves for a seat as JSON: clients in other languages are written against it, so that it changes
//! only on purpose. What it is stands in `tests/outside/shape.txt`, a line for each kind of value in each place.

use cardwright_content::Files;
use cardwright_game::{Begin, Match, Progress, Random, Viewer, load};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use suite::root;

/// Objects whose keys are the packs' own.
const OF_PACKS: [&str; 2] = [".attributes", ".values"];

/// Notes every place in a value, and what stands there.
fn note(value: &Value, place: &str, shape: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Null => "nothing",
        Value::Bool(_) => "flag",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(all) => {
            all.iter().for_each(|value| note(value, &format!("{place}[]"), shape));
            return;
        }
        Value::Object(all) => {
            let own = OF_PACKS.iter().any(|key| place.ends_with(key));
            let place_of = |key: &str| if own { format!("{place}.*") } else { format!("{place}.{key}") };
            all.iter().for_each(|(key, value)| note(value, &place_of(key), shape));
            return;
        }
    };
    shape.insert(format!("{}: {kind}", place.trim_start_matches('.')));
}

/// What a random game of a pack looks like to its host, and to each seat when it is asked.
fn look_at(packs: &str, game: &str, shape: &mut BTreeSet<String>) {
    let (files, _) = Files::read(&root().join(packs));
    let ruleset = load(&files, game).ruleset.expect("it is right");
    let mut playing =
        Match::begin(&ruleset, &Begin::new(ruleset.info().people.0.max(2), 3)).expect("it is for so many");
    let mut luck = Random::new(9);
    for _ in 0..400 {
        // Some scripts of the thicket fail: what is told of that has a shape, too.
        let progress = playing.advance().map_or_else(|trouble| trouble.progress, Some);
        let over = progress == Some(Progress::Over);
        let prompts = playing.prompts(Viewer::Host);
        let viewers = prompts.iter().map(|prompt| Viewer::Seat(prompt.seat)).chain([Viewer::Host]);
        for viewer in viewers {
            let seen = serde_json::to_value(playing.observe(viewer)).expect("it is plain data");
            note(&seen, "", shape);
        }
        if over {
            break;
        }
        playing.answer(prompts[0].number, luck.choose(&prompts[0])).expect("what is drawn fits");
    }
}

#[test]
fn what_a_seat_gets_has_the_shape_that_clients_know() {
    let mut shape = BTreeSet::new();
    for (packs, game) in [
        ("tests/packs/toy", "toy"),
        ("tests/packs/ferries", "ferries"),
        ("tests/packs/thicket", "thicket"),
        (".", "spellfire"),
    ] {
        look_at(packs, game, &mut shape);
    }
    let found = shape.into_iter().collect::<Vec<_>>().join("\n") + "\n";
    let file = root().join("tests/outside/shape.txt");
    if fs::read_to_string(&file).unwrap_or_default() != found {
        let new = file.with_extension("txt.new");
        fs::write(&new, &found).expect("it can be written");
        panic!(
            "what leaves for a seat has another shape now: compare `{}`, and rename it if that is meant",
            new.display()
        );
    }
}
