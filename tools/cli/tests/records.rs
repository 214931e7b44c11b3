//! Games in one file: recorded, also from a save and in the middle of a simultaneous question; played again; made into
//! rulings.

use crate::common::{Folder, Ran, root, run_in, toy};
use serde_json::{Value, json};
use std::fs;

fn ok(ran: &Ran) {
    assert_eq!(ran.status, 0, "{ran:?}");
}

fn refused(ran: &Ran, why: &str) {
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains(why), "{why} is missing in\n{}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

/// Records a game of the toy in which this card resolves.
fn recorded(folder: &Folder, card: &str) {
    let found = (1..60).any(|seed| {
        let seed = seed.to_string();
        ok(&run_in(&folder.0, &["sim", "toy", "--games", "1", "--seed", &seed, "--record", "game.json"], ""));
        folder.read("game.json").contains(&format!("- {card} resolves"))
    });
    assert!(found, "{card} is played in some game");
}

#[test]
fn a_recorded_game_is_played_again_and_tells_which_change_moves_it() {
    let folder = Folder::new().with_toy();
    recorded(&folder, "Scatter");
    let same = run_in(&folder.0, &["record", "replay", "game.json"], "");
    ok(&same);
    assert!(same.out.starts_with("same game: "), "{}", same.out);

    let script = folder.read("scripts/toy/strikes/scatter.rhai");
    folder.write("scripts/toy/strikes/scatter.rhai", &script.replace("shares[at]);", "shares[at] + 1);"));
    let card = folder.read("cards/toy/charms/lantern.toml");
    folder.write("cards/toy/charms/lantern.toml", &format!("{card}\n# Nothing that matters.\n"));
    let other = run_in(&folder.0, &["record", "replay", "game.json"], "");
    assert_eq!(other.status, 1, "{other:?}");
    assert!(
        other.out.ends_with("the cause is the change to Scatter, scripts/toy/strikes/scatter.rhai:5\n"),
        "{}",
        other.out
    );
    ok(&run_in(&folder.0, &["record", "replay", "game.json", "--old"], ""));

    folder.write("game.json", "{\"format\": 1}");
    refused(&run_in(&folder.0, &["record", "replay", "game.json"], ""), "is no record of a game");
}

#[test]
fn a_game_at_the_terminal_can_be_recorded() {
    let folder = Folder::new().with_toy();
    ok(&run_in(&folder.0, &["play", "toy", "--seed", "1", "--seats", "human,random"], "1\n1\n1\nr here.json\nq\n"));
    ok(&run_in(&folder.0, &["record", "replay", "here.json", "--trace"], ""));
}

#[test]
fn a_record_says_who_has_played() {
    let folder = Folder::new().with_toy();
    ok(&run_in(&folder.0, &["play", "toy", "--seed", "1", "--seats", "human,greedy"], "1\n1\n1\nr here.json\nq\n"));
    let told = run_in(&folder.0, &["record", "replay", "here.json"], "");
    assert!(told.status == 0 && told.out.ends_with("played by A: human, B: greedy\n"), "{told:?}");

    let game = ["--deciders", "mcts:2,random", "--games", "1", "--record", "bots.json"];
    ok(&run_in(&folder.0, &[&["sim", "toy", "--seed", "1"], &game[..]].concat(), ""));
    let told = run_in(&folder.0, &["record", "replay", "bots.json"], "");
    assert!(told.status == 0 && told.out.ends_with("played by A: random, B: mcts:2\n"), "{told:?}");

    // Where one chance answers for all seats there is no name to write, and records from before have none.
    ok(&run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "chance.json"], ""));
    assert!(!folder.read("chance.json").contains("deciders"));
    let told = run_in(&folder.0, &["record", "replay", "chance.json"], "");
    assert!(told.status == 0 && !told.out.contains("played by"), "{told:?}");
}

#[test]
fn a_failure_in_a_recorded_game_becomes_a_ruling() {
    let folder = Folder::new().with_toy();
    let script = folder.read("scripts/toy/strikes/scatter.rhai");
    folder.write("scripts/toy/strikes/scatter.rhai", &script.replace("shares[at]);", "shares[at + 9]);"));
    let seeds = (1..60).map(|seed: u32| seed.to_string());
    let failed = seeds.into_iter().any(|seed| {
        let arguments = ["sim", "toy", "--games", "1", "--seed", &seed, "--record", "game.json"];
        run_in(&folder.0, &arguments, "").status == 1
    });
    assert!(failed, "Scatter fails in some game");

    let name = ["record", "promote", "game.json", "--name", "scatter/fails"];
    let promoted = run_in(&folder.0, &name, "");
    ok(&promoted);
    let ruling = folder.read("tests/rulings/toy/scatter/fails.toml");
    assert!(ruling.contains("\"Scatter\"") && ruling.lines().count() < 20, "{ruling}");
    let trace = folder.read("tests/rulings/toy/scatter/fails.snap");
    assert!(trace.contains("! Scatter failed at scripts/toy/strikes/scatter.rhai:5"), "{trace}");
    ok(&run_in(&folder.0, &["test", "toy/scatter/fails"], ""));
    assert_eq!(run_in(&folder.0, &name, "").status, 2, "nothing is written over");

    // Mended, the ruling says so, and guards it from then on.
    folder.write("scripts/toy/strikes/scatter.rhai", &script);
    let moved = run_in(&folder.0, &["test", "toy/scatter/fails", "--quick"], "");
    assert!(moved.out.contains("no script fails here: leave out `expects = \"fault\"`"), "{}", moved.out);
}

#[test]
fn any_line_of_a_recorded_game_becomes_a_ruling() {
    let folder = Folder::new().with_toy();
    recorded(&folder, "Scatter");
    let arguments = ["record", "promote", "game.json", "--shows", "Scatter resolves", "--name", "scatter/resolves"];
    ok(&run_in(&folder.0, &arguments, ""));
    ok(&run_in(&folder.0, &["test", "toy/scatter/resolves"], ""));
    let nothing = run_in(&folder.0, &["record", "promote", "game.json", "--shows", "Nobody resolves"], "");
    assert!(nothing.status == 2 && nothing.err.contains("no line of the trace contains"), "{nothing:?}");
}

/// The toy game with decks that hold nothing but this card.
fn toy_of(card: &str) -> Folder {
    let folder = Folder::new().with_toy();
    let deck = format!("title = \"Evening\"\n\n[cards]\n\"{card}\" = 20\n");
    folder.write("cards/toy/decks/evening.toml", &deck);
    folder
}

/// Plays with two people, of whom the first uses a card, and do this after so many more answers.
fn played(folder: &Folder, answers: usize, then: &str) -> Ran {
    let input = format!("2\n{}{then}\nq\n", "1\n".repeat(answers));
    let ran = run_in(&folder.0, &["play", "toy", "--seed", "1", "--seats", "human,human", "--every-question"], &input);
    ok(&ran);
    ran
}

/// The last input of a record, if that is a simultaneous question.
fn together(folder: &Folder, file: &str) -> Option<Value> {
    let record: Value = serde_json::from_str(&folder.read(file)).expect("a record is JSON");
    record["log"].as_array()?.last()?.get("Together").cloned()
}

/// Records a game that waits in the middle of a simultaneous question, after some answers to it.
fn recorded_amid(folder: &Folder) -> usize {
    let amid = (1..60).find(|answers| {
        played(folder, *answers, "r amid.json");
        let branches = together(folder, "amid.json").and_then(|question| question[1].as_array().cloned());
        branches.is_some_and(|branches| {
            let answered = |branch: &Value| branch["sealed"].as_array().is_some_and(|sealed| !sealed.is_empty());
            branches.iter().any(answered) && !branches.iter().all(answered)
        })
    });
    amid.expect("some game waits there")
}

#[test]
fn a_game_that_was_loaded_is_recorded_from_its_beginning() {
    let folder = Folder::new().with_toy();
    let seats = ["play", "toy", "--seed", "1", "--seats", "human,human", "--save", "a.save"];
    ok(&run_in(&folder.0, &seats, "1\n1\n1\nq\n"));
    let load = ["play", "toy", "--seats", "human,human", "--load"];
    ok(&run_in(&folder.0, &[&load[..], &["a.save"]].concat(), "1\n1\ns b.save\nq\n"));
    ok(&run_in(&folder.0, &[&load[..], &["b.save"]].concat(), "1\nr here.json\nq\n"));
    let same = run_in(&folder.0, &["record", "replay", "here.json", "--trace"], "");
    ok(&same);
    assert!(same.out.contains("\nsame game: "), "{}", same.out);

    // It is the whole game: what happened before the save becomes a ruling too.
    let line = same.out.lines().find(|line| line.starts_with("- ")).expect("something happened");
    ok(&run_in(&folder.0, &["record", "promote", "here.json", "--shows", line, "--name", "saved/before"], ""));
    ok(&run_in(&folder.0, &["test", "toy/saved/before"], ""));
}

#[test]
fn what_was_taken_back_is_in_no_record() {
    let folder = Folder::new().with_toy();
    let seats = ["play", "toy", "--seed", "1", "--seats", "human,human", "--every-question"];
    ok(&run_in(&folder.0, &seats, "1\n1\n1\nr plain.json\nq\n"));
    ok(&run_in(&folder.0, &seats, "1\n1\n1\nu\n1\nu\nu\n1\n1\nr undone.json\nq\n"));
    ok(&run_in(&folder.0, &["record", "replay", "undone.json"], ""));
    let [plain, undone] = ["plain.json", "undone.json"].map(|file| {
        let record: Value = serde_json::from_str(&folder.read(file)).expect("a record is JSON");
        (record["log"].clone(), record["trace"].clone())
    });
    assert_eq!(plain, undone);
    ok(&run_in(
        &folder.0,
        &["record", "promote", "undone.json", "--shows", "# Turn 1: A", "--name", "undone/first"],
        "",
    ));
    ok(&run_in(&folder.0, &["test", "toy/undone/first"], ""));
}

#[test]
fn a_position_inside_of_a_simultaneous_question_is_recorded() {
    let folder = toy_of("Blind Bids");
    let amid = recorded_amid(&folder);
    ok(&run_in(&folder.0, &["record", "replay", "amid.json"], ""));

    // Taken back and given again, and saved and loaded, it is the same position.
    let before = folder.read("amid.json");
    played(&folder, amid, "u\n1\nr amid.json");
    ok(&run_in(&folder.0, &["record", "replay", "amid.json"], ""));
    played(&folder, amid, "s amid.save");
    let load = ["play", "toy", "--seats", "human,human", "--every-question", "--load", "amid.save"];
    ok(&run_in(&folder.0, &load, "r amid.json\nq\n"));
    ok(&run_in(&folder.0, &["record", "replay", "amid.json"], ""));
    let [before, after] = [before, folder.read("amid.json")].map(|text| {
        let record: Value = serde_json::from_str(&text).expect("a record is JSON");
        record["trace"].clone()
    });
    assert_eq!(before, after);

    // What is still open there is answered somehow, so that the ruling comes to its end.
    ok(&run_in(
        &folder.0,
        &["record", "promote", "amid.json", "--shows", "casts Blind Bids", "--name", "bids/amid"],
        "",
    ));
    ok(&run_in(&folder.0, &["test", "toy/bids/amid"], ""));
}

#[test]
fn a_failure_inside_of_a_simultaneous_question_becomes_a_ruling() {
    let folder = toy_of("Blind Bids");
    let script = folder.read("scripts/toy/ruleset.rhai");
    let broken = script.replace("    player.hearts -= bid;", "    player.hearts -= [1][bid];");
    assert_ne!(script, broken);
    folder.write("scripts/toy/ruleset.rhai", &broken);
    let seeds = (1..30).map(|seed: u32| seed.to_string());
    let failed = seeds.into_iter().any(|seed| {
        let arguments = ["sim", "toy", "--games", "1", "--seed", &seed, "--record", "game.json"];
        run_in(&folder.0, &arguments, "").status == 1
    });
    assert!(failed, "a bid fails in some game");
    ok(&run_in(&folder.0, &["record", "replay", "game.json"], ""));
    ok(&run_in(&folder.0, &["record", "promote", "game.json", "--name", "bids/fail"], ""));
    let ruling = folder.read("tests/rulings/toy/bids/fail.toml");
    assert!(ruling.lines().count() < 30, "{ruling}");
    assert!(folder.read("tests/rulings/toy/bids/fail.snap").contains("! "), "{ruling}");
    ok(&run_in(&folder.0, &["test", "toy/bids/fail"], ""));
}

#[test]
fn lines_of_simultaneous_questions_and_of_the_setup_become_rulings() {
    let folder = toy_of("Blind Bids");
    ok(&run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], ""));
    let record: Value = serde_json::from_str(&folder.read("game.json")).expect("a record is JSON");
    let trace = record["trace"].as_str().expect("a record has a trace");
    let bid = trace.lines().map(str::trim).find(|line| line.contains("bid how many hearts")).expect("somebody bids");
    let early = trace.lines().map(str::trim).find(|line| line.starts_with("- ")).expect("something is dealt");
    for (name, line) in [("bids/bid", bid), ("setup/dealt", early)] {
        ok(&run_in(&folder.0, &["record", "promote", "game.json", "--shows", line, "--name", name], ""));
        let snapshot = folder.read(&format!("tests/rulings/toy/{name}.snap"));
        assert!(snapshot.lines().any(|own| own.trim() == line), "{line} is missing in\n{snapshot}");
        ok(&run_in(&folder.0, &["test", &format!("toy/{name}")], ""));
    }
}

#[test]
fn where_no_ruling_is_found_it_is_told_why() {
    let folder = Folder::new().with_toy();
    recorded(&folder, "Scatter");
    let mut record: Value = serde_json::from_str(&folder.read("game.json")).expect("a record is JSON");
    let trace = record["trace"].as_str().expect("a record has a trace").to_owned();
    record["trace"] = json!(trace + "- Nobody resolves\n");
    folder.write("game.json", &record.to_string());
    let none = run_in(&folder.0, &["record", "promote", "game.json", "--shows", "Nobody resolves"], "");
    refused(&none, "no ruling shows `- Nobody resolves`\n  - with these packs the recorded game goes differently");
    assert!(none.err.contains("help: `cardwright record replay` tells"), "{}", none.err);
}

#[test]
fn a_record_that_was_tampered_with_is_told_where() {
    let folder = Folder::new().with_toy();
    ok(&run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], ""));
    let sound: Value = serde_json::from_str(&folder.read("game.json")).expect("a record is JSON");
    let tampered: [(&str, Value, &str); 9] = [
        ("/start/people", json!(40), "`start.people`: "),
        ("/start/first", json!(200), "`start`: it names a player who is not there (`first`)"),
        ("/start/cards/0/place/owner", json!(77), "`start`: it names a player who is not there (`cards[0].owner`)"),
        ("/start/cards/0/place/zone", json!("drow"), "`start.cards[0].place.zone`: there is no zone `drow`"),
        ("/start/cards/0/place/site", json!("Nowhere"), "`start.cards[0].place.site`: there is no card `Nowhere`"),
        ("/start/cards/1/cards/0", json!("Sporc"), "`start.cards[1].cards[0]`: there is no card `Sporc`"),
        ("/start/seed", json!(-1), "is no record of a game"),
        ("/log", json!([{ "Leave": 1000 }]), "is no record of a game"),
        ("/format", json!(7), "its format is 7"),
    ];
    for (place, value, why) in tampered {
        let mut record = sound.clone();
        let (parent, key) = place.rsplit_once('/').expect("a place has a parent");
        let parent = record.pointer_mut(parent).expect("it is there");
        match parent {
            Value::Array(all) => all[key.parse::<usize>().expect("a position")] = value,
            other => other[key] = value,
        }
        folder.write("bad.json", &record.to_string());
        refused(&run_in(&folder.0, &["record", "replay", "bad.json"], ""), why);
        refused(&run_in(&folder.0, &["record", "promote", "bad.json", "--shows", "- "], ""), why);
    }
}

#[test]
fn an_option_that_a_record_cannot_have_is_refused() {
    let folder = Folder::new();
    let sim = ["sim", "rose_window", "--games", "1", "--option", "prisms=false", "--record", "game.json"];
    ok(&run_in(&folder.0, &sim, ""));
    ok(&run_in(&folder.0, &["record", "replay", "game.json"], ""));
    let record: Value = serde_json::from_str(&folder.read("game.json")).expect("it is JSON");
    assert_eq!(record["start"]["options"], json!({ "prisms": "false" }));
    for (options, why) in [
        (json!({ "prisms": "some" }), "`start.options`: the option `prisms` cannot be `some`, but true or false"),
        (json!({ "prism": "true" }), "`start.options`: there is no option `prism`"),
    ] {
        let mut wrong = record.clone();
        wrong["start"]["options"] = options;
        folder.write("wrong.json", &wrong.to_string());
        refused(&run_in(&folder.0, &["record", "replay", "wrong.json"], ""), why);
    }
}

#[test]
fn a_log_that_was_tampered_with_never_panics() {
    let folder = toy_of("Blind Bids");
    ok(&run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], ""));
    let sound: Value = serde_json::from_str(&folder.read("game.json")).expect("a record is JSON");
    let inputs = sound["log"].as_array().expect("a log").clone();
    let others = [
        json!({ "Leave": 255 }),
        json!({ "Leave": 0 }),
        json!({ "Withdrawn": [4_000_000_000_u32, null] }),
        json!({ "Chance": [{ "changes": 0, "question": 0 }, { "Options": [65535, 65535] }, false] }),
        json!({ "Answer": [{ "changes": 0, "question": 0 }, 0, { "Options": [65535] }] }),
        json!({ "Answer": [{ "changes": 0, "question": 0 }, 0, { "Shares": [i64::MAX, i64::MAX] }] }),
        json!({ "Together": [{ "changes": 0, "question": 0 }, []] }),
    ];
    for (number, other) in others.iter().enumerate() {
        for at in [0, inputs.len() / 3, inputs.len() - 1] {
            let mut record = sound.clone();
            record["log"][at] = other.clone();
            folder.write("bad.json", &record.to_string());
            let ran = run_in(&folder.0, &["record", "replay", "bad.json"], "");
            assert!((0..=1).contains(&ran.status) && !ran.err.contains("panicked"), "{number} at {at}: {ran:?}");
        }
    }
}

#[test]
fn in_games_with_a_board_any_line_becomes_a_ruling() {
    let folder = Folder::new();
    for pack in ["mega_calamities", "war_of_the_ring"] {
        ok(&run_in(&folder.0, &["sim", pack, "--games", "1", "--record", "game.json"], ""));
        let record: Value = serde_json::from_str(&folder.read("game.json")).expect("a record is JSON");
        let lines: Vec<&str> = record["trace"].as_str().expect("a trace").lines().map(str::trim).collect();
        for part in [1, 4] {
            let line = lines[part * lines.len() / 5..].iter().find(|line| line.starts_with("- ")).expect("it goes on");
            let (dir, name) = (format!("{pack}-{part}"), "part/line");
            let arguments = ["record", "promote", "game.json", "--shows", line, "--name", name, "--dir", &dir];
            ok(&run_in(&folder.0, &arguments, ""));
            let snapshot = folder.read(&format!("{dir}/tests/rulings/{pack}/{name}.snap"));
            assert!(snapshot.lines().any(|own| own.contains(line)), "{line} is missing in\n{snapshot}");
        }
    }
}

#[test]
fn a_recorded_position_becomes_a_ruling_that_holds_as_it_is_written() {
    let folder = Folder::new().with_toy();
    ok(&run_in(&folder.0, &["play", "toy", "--seats", "human,random", "--seed", "1"], "1\n1\n1\nr here.json\nq\n"));
    let written = run_in(&folder.0, &["new", "ruling", "position/as-it-stood", "--from", "here.json"], "");
    ok(&written);
    let ruling = folder.read("tests/rulings/toy/position/as-it-stood.toml");
    assert!(ruling.contains(" is asked: ") && ruling.contains("'s night phase"), "{ruling}");
    assert!(!ruling.contains("begins = true"), "it begins where it can last begin: {ruling}");
    ok(&run_in(&folder.0, &["test", "toy/position/"], ""));

    let again = run_in(&folder.0, &["new", "ruling", "position/as-it-stood", "--from", "here.json"], "");
    assert_eq!(again.status, 2, "nothing is written over: {again:?}");
    let nameless = run_in(&folder.0, &["new", "ruling", "as it stood", "--from", "here.json"], "");
    assert!(nameless.err.contains("write `<subject>/<claim>`"), "{}", nameless.err);
}

/// In every recorded game, somebody has emptied a jar with others behind it by the second turn.
#[test]
fn a_recorded_position_has_the_places_of_its_cards() {
    let shelf = toy().with_file_name("shelf");
    let shelf = shelf.to_str().expect("paths of the repository are text");
    let mut told = 0;
    for seed in ["1", "2", "3", "4"] {
        let folder = Folder::new();
        let sim = ["--packs", shelf, "sim", "shelf", "--games", "1", "--seed", seed, "--record", "game.json"];
        ok(&run_in(&folder.0, &sim, ""));
        let new =
            ["--packs", shelf, "new", "ruling", "jar/again", "--from", "game.json", "--at", "Turn 2", "--dir", "."];
        ok(&run_in(&folder.0, &new, ""));
        let ruling = folder.read("tests/rulings/shelf/jar/again.toml");
        told += usize::from(ruling.contains("place = 3"));
        let record = serde_json::from_str::<Value>(&folder.read("game.json")).expect("it is JSON");
        let trace = record["trace"].as_str().unwrap_or_default().to_owned();
        // Played on, it is the recorded game.
        let own = folder.read("tests/rulings/shelf/jar/again.snap");
        let lines = own.lines().filter(|line| line.contains("sum"));
        assert!(lines.clone().all(|line| trace.contains(line.trim())), "{trace}\n{own}");
    }
    assert!(told > 0, "in no game there is a gap");
}

#[test]
fn a_position_behind_any_line_becomes_a_ruling() {
    let folder = Folder::new().with_toy();
    recorded(&folder, "Scatter");
    let at = ["new", "ruling", "position/scatter", "--from", "game.json", "--at", "- Scatter resolves"];
    ok(&run_in(&folder.0, &at, ""));
    assert!(folder.read("tests/rulings/toy/position/scatter.snap").contains("- Scatter resolves"));
    ok(&run_in(&folder.0, &["test", "toy/position/scatter"], ""));
    let nowhere = ["new", "ruling", "position/nowhere", "--from", "game.json", "--at", "- Nothing resolves"];
    let ran = run_in(&folder.0, &nowhere, "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no line of the trace contains `- Nothing resolves`"), "{}", ran.err);
}

#[test]
fn a_game_that_began_on_a_table_is_recorded() {
    let folder = Folder::new().with_toy();
    let sim = ["sim", "toy", "--table", "embers", "--games", "1", "--record", "game.json"];
    ok(&run_in(&folder.0, &sim, ""));
    ok(&run_in(&folder.0, &["record", "replay", "game.json"], ""));
    ok(&run_in(&folder.0, &["new", "ruling", "position/late", "--from", "game.json", "--at", " casts "], ""));
    ok(&run_in(&folder.0, &["test", "toy/position/late"], ""));

    let mut record: Value = serde_json::from_str(&folder.read("game.json")).expect("it is JSON");
    record["start"]["arranged"]["attributes"][0]["of"] = json!({ "card": 99 });
    folder.write("forged.json", &record.to_string());
    refused(
        &run_in(&folder.0, &["record", "replay", "forged.json"], ""),
        "`start.arranged.attributes[0]`: there is no card 99",
    );
}

/// A record of Rose Window as version 0.2 has written it: the same game, with the cards and scripts of that version.
fn recorded_by_0_2(folder: &Folder) -> Value {
    ok(&run_in(&folder.0, &["sim", "rose_window", "--games", "1", "--seed", "3", "--record", "game.json"], ""));
    let mut record: Value = serde_json::from_str(&folder.read("game.json")).expect("it is a record");
    let files = record["files"].as_object_mut().expect("it has files");
    let old = root().join("tests/old-packs/0.2");
    for (path, text) in files.iter_mut().filter(|(path, _)| !path.ends_with(".svg")) {
        let was = fs::read_to_string(old.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        *text = was.into();
    }
    record["engine"] = "0.2.0".into();
    record
}

#[test]
fn a_record_of_0_2_is_played_on_under_its_migrated_cards() {
    let folder = Folder::new();
    let record = recorded_by_0_2(&folder);
    folder.write("game.json", &record.to_string());
    let played = run_in(&folder.0, &["record", "replay", "game.json", "--old"], "");
    ok(&played);
    assert!(played.out.contains(" of version 0.2.0 brought to "), "{}", played.out);
    assert!(played.out.contains("same game: "), "{}", played.out);
    ok(&run_in(&folder.0, &["record", "replay", "game.json"], ""));
}

#[test]
fn a_record_that_does_not_fit_tells_the_decision_at_which_it_differs() {
    let folder = Folder::new();
    let mut record = recorded_by_0_2(&folder);
    let log = record["log"].as_array_mut().expect("it has a log");
    let at = log.iter().position(|input| input.get("Answer").is_some()).expect("somebody answers");
    log[at]["Answer"][2] = json!({ "options": [99] });
    folder.write("game.json", &record.to_string());
    let played = run_in(&folder.0, &["record", "replay", "game.json", "--old"], "");
    assert_eq!(played.status, 1, "{played:?}");
    let told = format!("input {} does not fit: ", at + 1);
    assert!(played.out.contains(&told) && played.out.contains(" answers with option 100"), "{}", played.out);
}
