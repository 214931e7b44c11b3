//! `sim`, `play`, `run`, `test` and `accept`: games and rulings.

use crate::common::{Folder, run_in, toy, with_toy};
use std::fs;
use std::path::Path;

/// What a simulation says, without how long it took.
fn sim(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["sim", "toy", "--json"];
    all.extend(arguments);
    let ran = with_toy(&all, "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let mut told: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    for speed in ["seconds", "games_per_second", "decisions_per_second"] {
        assert!(told[speed].take().as_f64().is_some_and(|number| number > 0.0), "{speed}");
    }
    told
}

#[test]
fn a_seed_repeats_its_games() {
    let first = sim(&["--games", "20", "--seats", "3"]);
    assert_eq!(first, sim(&["--games", "20", "--seats", "3"]));
    assert_eq!(first["games"], 20);
    assert_eq!(first["faults"], serde_json::json!([]));
    assert_ne!(first["digest"], sim(&["--games", "20", "--seats", "3", "--seed", "2"])["digest"]);
}

/// Where nobody can win alone, a victory of all is a whole game for each: the score is the share of games won.
#[test]
fn a_game_that_all_win_or_lose_has_the_share_of_games_won_as_its_score() {
    let ran = with_toy(&["sim", "roadstead", "--seats", "3", "--games", "30", "--json"], "");
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let won = told["wins"]["A"].as_f64().expect("it is a number");
    assert!(won > 0.0 && won < 30.0, "{told}");
    for seat in ["A", "B", "C"] {
        let score = &told["seats"][seat];
        assert!((score["score"].as_f64().expect("it is a number") - won / 30.0).abs() < 1e-9, "{score}");
        assert!(score["low"].as_f64() < score["score"].as_f64() && score["score"].as_f64() < score["high"].as_f64());
    }
}

#[test]
fn threads_change_nothing() {
    let alone = sim(&["--games", "30", "--leave", "--threads", "1"]);
    assert_eq!(alone, sim(&["--games", "30", "--leave", "--threads", "2"]));
}

#[test]
fn late_answers_and_saves_change_nothing() {
    let at_once = sim(&["--games", "10", "--seats", "4", "--leave", "--checked"]);
    for when in ["late", "saved"] {
        assert_eq!(
            at_once,
            sim(&["--games", "10", "--seats", "4", "--leave", "--checked", "--answers", when]),
            "{when}"
        );
    }
}

#[test]
fn a_fault_is_told_with_the_seed_that_repeats_it() {
    let folder = Folder::new().with_toy();
    let script =
        "fn announce(item) { aim_at_rival(item); }\n\nfn resolve(item) { item.player.choose(\"which\", []); }\n";
    folder.write("scripts/toy/strikes/spark.rhai", script);
    let ran = run_in(&folder.0, &["sim", "toy", "--games", "3"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("! seeds 1, 3, script: Spark failed at scripts/toy/strikes/spark.rhai:3"), "{}", ran.out);
    assert!(ran.out.contains("cardwright sim toy --games 1 --seats 2 --seed 1\n"), "{}", ran.out);
}

#[test]
fn any_cards_are_dealt_in_every_game_that_comes_with_decks() {
    for pack in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards")).expect("there are packs").flatten() {
        let game = pack.file_name().into_string().expect("packs have plain names");
        if !pack.path().is_dir() {
            continue;
        }
        // Libraries are no games, and in Hearts somebody must hold the two of clubs.
        if ["french_deck", "standard", "hearts"].contains(&&*game) {
            continue;
        }
        let ran = run_in(Path::new("."), &["sim", &game, "--any-cards", "--games", "1"], "");
        assert!(ran.out.contains("no faults"), "{game}: {}", ran.out);
    }
    let few = sim(&["--games", "2", "--any-cards", "--digest"]);
    assert_ne!(few["digest"], sim(&["--games", "2", "--digest"])["digest"]);
}

/// How many faults of offers there are in some random games of a pack, which may have other faults.
fn failed_offers(packs: &[&str], game: &str, more: &[&str]) -> Vec<String> {
    let mut arguments = packs.to_vec();
    arguments.extend(["sim", game, "--games", "12", "--json"]);
    arguments.extend(more);
    let ran = run_in(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").as_path(), &arguments, "");
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{game}: {ran:?}"));
    let faults = told["faults"].as_array().cloned().unwrap_or_default();
    faults.iter().filter(|fault| fault["kind"] == "offer").map(|fault| format!("{game}: {fault}")).collect()
}

#[test]
fn what_a_game_offers_is_possible() {
    let mut failed = Vec::new();
    for pack in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards")).expect("there are packs").flatten() {
        let game = pack.file_name().into_string().expect("packs have plain names");
        if pack.path().join("ruleset.toml").is_file() {
            failed.extend(failed_offers(&[], &game, &[]));
            // In Hearts somebody must hold the two of clubs.
            if game != "hearts" {
                failed.extend(failed_offers(&[], &game, &["--any-cards"]));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn what_a_test_pack_offers_is_possible() {
    let mut failed = Vec::new();
    for pack in
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs")).expect("there are packs").flatten()
    {
        for game in fs::read_dir(pack.path().join("cards")).expect("packs have cards").flatten() {
            if game.path().join("ruleset.toml").is_file() {
                let (packs, game) = (pack.path().display().to_string(), game.file_name());
                let game = game.to_str().expect("packs have plain names");
                failed.extend(failed_offers(&["--packs", &packs], game, &["--max-turns", "60"]));
                failed.extend(failed_offers(&["--packs", &packs], game, &["--max-turns", "60", "--any-cards"]));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn an_offer_that_proves_impossible_is_a_fault_unless_the_ruleset_says_that_it_may() {
    let folder = Folder::new().with_toy();
    folder.write(
        "scripts/toy/strikes/spark.rhai",
        "fn announce(item) { item.aim(\"at\", []); }\n\nfn resolve(item) { }\n",
    );
    let sim = || run_in(&folder.0, &["sim", "toy", "--games", "3"], "");
    let ran = sim();
    let told = "offer: `casts Spark` was offered and proved impossible: there is nothing to choose for `at` \
                (scripts/toy/strikes/spark.rhai:1)";
    assert!(ran.status == 1 && ran.out.contains(told), "{ran:?}");
    let ruleset = folder.read("cards/toy/ruleset.toml");
    folder.write("cards/toy/ruleset.toml", &ruleset.replace("[actions.cast]\n", "[actions.cast]\nmay_fail = true\n"));
    let ran = sim();
    assert!(ran.status == 0 && ran.out.contains("no faults"), "{ran:?}");
}

#[test]
fn an_option_that_cannot_be_chosen_is_refused() {
    for (option, why) in [
        ("lanterns=5", "there is no option `lanterns`; there are: lanterns_at_first, prisms"),
        ("lanterns_at_first=50", "the option `lanterns_at_first` cannot be `50`, but"),
        ("prisms=many", "the option `prisms` cannot be `many`, but true or false"),
        ("prisms", "an option is chosen like this: `lanterns=6`"),
    ] {
        for command in ["sim", "play"] {
            let ran = run_in(Path::new("."), &[command, "rose_window", "--option", option], "");
            assert!(ran.status != 0 && ran.err.contains(why), "{command} {option}: {ran:?}");
        }
    }
    let twice = ["sim", "rose_window", "--option", "prisms=true", "--option", "prisms=false"];
    let ran = run_in(Path::new("."), &twice, "");
    assert!(ran.status != 0 && ran.err.contains("the option `prisms` is chosen twice"), "{ran:?}");
    let none = run_in(Path::new("."), &["sim", "tideline", "--option", "bees=2"], "");
    assert!(none.err.contains("there is no option `bees`: the game has none"), "{none:?}");
}

#[test]
fn options_are_listed_with_what_they_can_be() {
    let ran = run_in(Path::new("."), &["list", "options", "--pack", "rose_window"], "");
    assert!(ran.out.contains("rose_window") && ran.out.contains("true or false (true if not given)"), "{ran:?}");
    let json = run_in(Path::new("."), &["list", "options", "--pack", "time_nodes", "--json"], "");
    let options: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(options[0]["name"], "rings");
    assert_eq!(options[0]["choices"], "1 to 4");
}

#[test]
fn a_game_without_end_is_a_fault() {
    let ran = with_toy(&["sim", "toy", "--games", "2", "--max-turns", "1"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("no end after 1 turns"), "{}", ran.out);
}

#[test]
fn like_faults_are_told_once_with_what_repeats_them() {
    let packs = toy();
    let sim = ["sim", "toy", "--games", "3", "--max-turns", "1", "--max-decisions", "5000", "--checked"];
    let ran = with_toy(&sim, "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("\n! seeds 1, 2, 3, ") && ran.out.ends_with("\n3 faults\n"), "{}", ran.out);
    let again = format!(
        "  cardwright sim toy --packs {} --games 1 --seats 2 --seed 1 --max-turns 1 --max-decisions 5000 --checked\n",
        packs.display()
    );
    assert!(ran.out.contains(&again), "{}", ran.out);
    // The line does what it says, wherever it is typed.
    let words: Vec<&str> = again.split_whitespace().skip(1).collect();
    let repeated = run_in(&Folder::new().0, &words, "");
    assert!(repeated.status == 1 && repeated.out.contains("no end after 1 turns"), "{repeated:?}");
    let without = with_toy(&["--without", "spellfire", "sim", "toy", "--games", "1", "--max-turns", "1"], "");
    assert!(without.out.contains(" --without spellfire --games 1 "), "{}", without.out);
}

#[test]
fn a_person_may_stop_at_any_time() {
    for input in ["", "q\n", "fnord\n99\n-1\n\n?\nt\nl\ni 1\ni Snuff\nu\nw\nhelp\nq\n", "\u{0}\u{1b}[A\n\u{fffd}"] {
        let ran = with_toy(&["play", "toy", "--seed", "1"], input);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.out.ends_with("you left the game\n"), "{}", ran.out);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn a_person_is_told_why_something_is_impossible() {
    let ran = with_toy(&["play", "toy", "--seed", "1", "--seats", "human,human"], "?\nq\n");
    assert!(ran.out.contains("nothing waits on the stack (cards/toy/ruleset.toml:"), "{}", ran.out);
    assert!(ran.out.contains("hand over to A"), "{}", ran.out);
}

#[test]
fn a_game_of_machines_plays_itself() {
    let ran = with_toy(&["play", "toy", "--seats", "3", "--seed", "7"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("wins: the last candle"), "{}", ran.out);
}

#[test]
fn a_saved_game_goes_on() {
    let folder = Folder::new().with_toy();
    let begun = run_in(&folder.0, &["play", "toy", "--seed", "1", "--save", "evening.save"], "1\nq\n");
    assert!(begun.out.contains("saved to `evening.save`"), "{}", begun.out);
    let went_on = run_in(&folder.0, &["play", "toy", "--load", "evening.save"], "q\n");
    assert!(went_on.out.contains("# Turn 1: A"), "{}", went_on.out);

    folder.write("broken.save", "CWSVnonsense");
    let broken = run_in(&folder.0, &["play", "toy", "--load", "broken.save"], "");
    assert_eq!(broken.status, 1, "{broken:?}");
    assert!(broken.err.contains("cannot be loaded"), "{}", broken.err);
}

#[test]
fn rulings_pass() {
    let all = with_toy(&["test", "toy/"], "").out;
    assert!(all.ends_with(" passed, 0 failed\n") && !all.starts_with("0 "), "{all}");
    let ran = with_toy(&["run", "turns-a-spark-around"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("- Spark is now aimed at A\n"), "{}", ran.out);
    let unknown = with_toy(&["run", "turns-a-spark-arond"], "");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("did you mean `turns-a-spark-around`?"), "{}", unknown.err);
}

#[test]
fn a_ruling_that_moved_is_shown_and_can_be_accepted() {
    let folder = Folder::new().with_toy();
    let script = fs::read_to_string(folder.0.join("scripts/toy/strikes/spark.rhai")).expect("the script is there");
    folder.write("scripts/toy/strikes/spark.rhai", &script.replace("harm(rival, 1)", "harm(rival, 2)"));

    let moved = run_in(&folder.0, &["test", "toy/"], "");
    assert_eq!(moved.status, 1, "{moved:?}");
    assert!(moved.out.contains("-- A: hearts 5 → 4\n+- A: hearts 5 → 3\n"), "{}", moved.out);
    assert!(moved.out.ends_with(" failed\n"), "{}", moved.out);

    let accepted = run_in(&folder.0, &["accept", "mirror/"], "");
    assert_eq!(accepted.out, "accepted toy/mirror/turns-a-spark-around\n1 accepted, 0 unchanged, 0 failing\n");
    assert_eq!(run_in(&folder.0, &["test", "mirror/"], "").out, "1 passed, 0 failed\n");
}

/// What is wrong with a ruling, and its snapshot, are the author's: they show what a seat may not read (the finding
/// `a-seat-sees-the-error`).
#[test]
fn a_seat_is_told_that_a_ruling_fails_and_not_why() {
    let folder = Folder::new().with_toy();
    let path = "tests/rulings/toy/hush/keeps-wards-down-in-its-own-turn";
    let ruling = folder.read(&format!("{path}.toml"));
    let run =
        |seat: &[&str]| run_in(&folder.0, &[&["run", "toy/hush/keeps-wards-down-in-its-own-turn"], seat].concat(), "");
    let own = run(&["--seat", "B"]);
    assert_eq!(own.status, 0, "{own:?}");

    folder.write(&format!("{path}.snap"), "---\nsource: x\n---\n> A draws Secret\n");
    let moved = run(&["--seat", "B"]);
    assert_eq!(
        (moved.status, moved.out),
        (1, own.out.clone() + "\nthe snapshot differs: run it without `--seat` to see how\n")
    );
    assert!(run(&[]).out.contains("Secret"));

    folder.write(&format!("{path}.toml"), &ruling.replace("steps = \"\"\"\n", "steps = \"\"\"\nA plays Secret\n"));
    let failing = run(&["--seat", "B"]);
    assert_eq!(failing.status, 1, "{failing:?}");
    assert!(failing.out.ends_with("the ruling fails: run it without `--seat` to see how\n"), "{}", failing.out);
    assert!(!failing.out.contains("Secret") && run(&[]).out.contains("Secret"), "{}", failing.out);
}

#[test]
fn a_trace_that_a_seat_could_tell_hidden_cards_by_is_not_accepted() {
    let folder = Folder::new().with_toy();
    let script = fs::read_to_string(folder.0.join("scripts/toy/strikes/spark.rhai")).expect("the script is there");
    let leaks = "harm(rival, if rival.hand.len > 0 && rival.hand.first.name == \"Hush\" { 2 } else { 1 })";
    assert!(script.contains("harm(rival, 1)"), "{script}");
    folder.write("scripts/toy/strikes/spark.rhai", &script.replace("harm(rival, 1)", leaks));
    folder.write(
        "tests/rulings/toy/spark/tells-a-hand.toml",
        "claim = \"It tells.\"\n\n[A]\nhand = [\"Spark\"]\n\n[B]\nhand = [\"Hush\", \"Lantern\"]\n\n[play]\nsteps = \"\"\"\n\
         A casts Spark at B\nall pass\n\"\"\"\n",
    );
    let refused = run_in(&folder.0, &["accept", "toy/spark/"], "");
    assert_eq!(refused.status, 1, "{refused:?}");
    assert!(refused.out.contains("DIVERGES toy/spark/tells-a-hand: "), "{}", refused.out);
    assert!(refused.out.contains("Hush"), "the report names the card: {}", refused.out);
    assert!(!folder.0.join("tests/rulings/toy/spark/tells-a-hand.snap").exists());
}

#[test]
fn a_new_claim_is_accepted_with_the_trace_as_it_was() {
    let folder = Folder::new().with_toy();
    let path = "tests/rulings/toy/mirror/turns-a-spark-around.toml";
    let text = folder.read(path);
    let claim = text.lines().next().unwrap_or_default();
    folder.write(path, &text.replace(claim, "claim = \"A Spark comes back.\""));
    let accepted = run_in(&folder.0, &["accept", "mirror/"], "");
    assert!(accepted.out.ends_with("1 accepted, 0 unchanged, 0 failing\n"), "{}", accepted.out);
    assert!(folder.read(&path.replace(".toml", ".snap")).contains("description: \"A Spark comes back.\""));
    assert!(run_in(&folder.0, &["accept", "mirror/"], "").out.ends_with("0 accepted, 1 unchanged, 0 failing\n"));
}

#[test]
fn a_ruling_as_json_has_a_fingerprint_after_every_decision() {
    let lines = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let ran = with_toy(&[&["run", "toy/hush/keeps-wards-down-in-its-own-turn", "--json"], arguments].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.out.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
    };
    let told = lines(&[]);
    let prints: Vec<&str> = told.iter().filter_map(|line| line["fingerprint"].as_str()).collect();
    let decisions = told.iter().filter(|line| line["mark"] == ">" && line["fact"] != "announces").count();
    assert!(decisions > 2 && prints.len() == decisions, "{decisions} decisions, {prints:?}");
    assert!(prints.windows(2).all(|pair| pair[0] != pair[1]), "a decision changes the state: {prints:?}");
    assert_eq!(told, lines(&[]));
    // Nobody may try guesses about hidden cards against the fingerprint of the whole.
    assert!(lines(&["--seat", "A"]).iter().all(|line| line["fingerprint"].is_null()));
}
