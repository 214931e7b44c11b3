//! `cardwright coverage`: what rulings exercise, and what no ruling shows.

use crate::common::{Folder, Ran, packs, run_in, with_toy};
use serde_json::Value;

/// The lines about a file, without the file.
fn about(ran: &Ran, path: &str) -> Vec<String> {
    let lines = ran.out.lines().filter_map(|line| line.trim().strip_prefix(path));
    lines.map(|line| line.trim_start_matches(':').to_owned()).collect()
}

#[test]
fn what_no_ruling_shows_is_listed_with_its_place() {
    let ran = with_toy(&["coverage", "toy"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(about(&ran, "scripts/toy/boons/warm-tea.rhai"), ["1:4: `resolve` is never called"]);
    assert_eq!(about(&ran, "cards/toy/strikes/wildfire.toml"), ["3: `affects` is on no card that is used"]);
    assert_eq!(about(&ran, "scripts/toy/charms/night-watch.rhai"), ["2:33: this condition is never false"]);
    assert_eq!(about(&ran, "scripts/toy/boons/blessing.rhai"), [""; 0]);
}

#[test]
fn fewer_rulings_exercise_less() {
    let about_snuff = |rulings: &[&str]| {
        let arguments: Vec<&str> = ["coverage", "toy"].iter().chain(rulings).copied().collect();
        about(&with_toy(&arguments, ""), "scripts/toy/wards/snuff.rhai")
    };
    assert_eq!(about_snuff(&["toy/snuff/"]), [""; 0]);
    assert_eq!(about_snuff(&["toy/mirror/"])[0], "1:4: `announce` is never called");
}

#[test]
fn rulings_of_packs_that_extend_the_game_count() {
    let folder = Folder::new().with_toy();
    let coverage = || about(&run_in(&folder.0, &["coverage", "toy"], ""), "scripts/toy/boons/warm-tea.rhai");
    assert_eq!(coverage(), ["1:4: `resolve` is never called"]);
    let (pack, ruling) =
        ("tests/packs/guests/cards/guests/pack.toml", "tests/packs/guests/tests/rulings/guests/warm-tea/warms.toml");
    folder.write(pack, "name = \"guests\"\ntitle = \"Guests\"\nversion = \"0.1.0\"\nrequires = [\"toy\"]\n");
    let steps = "A casts Warm Tea\nall pass\n";
    folder.write(
        ruling,
        &format!("claim = \"Tea warms.\"\n\n[A]\nhand = [\"Warm Tea\"]\n\n[play]\nsteps = \"\"\"\n{steps}\"\"\"\n"),
    );
    assert_eq!(coverage(), [""; 0]);
}

#[test]
fn a_place_can_be_marked_with_a_reason() {
    let folder = Folder::new().with_toy();
    let (script, card) = ("scripts/toy/boons/warm-tea.rhai", "cards/toy/strikes/wildfire.toml");
    let coverage = |path: &str| run_in(&folder.0, &["coverage", path, "--require"], "");
    assert_eq!(coverage(script).status, 1);
    let marked = |path: &str, sign: &str, before: &str| {
        let mark = format!("{sign} unexercised: only whole games get there\n{before}");
        folder.write(path, &folder.read(path).replacen(before, &mark, 1));
    };
    marked(script, "//", "fn resolve");
    marked(card, "#", "affects");
    let ran = coverage(card);
    assert_eq!(ran.status, 0, "{ran:?}");
    let ran = coverage(script);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("1 places are marked"), "{}", ran.out);
}

#[test]
fn editors_and_programs_can_read_it() {
    let ran = with_toy(&["coverage", "toy", "--json"], "");
    let json: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let points = json["points"].as_array().expect("there are points");
    let of = |path: &str, sort: &str| {
        let found = points.iter().find(|point| point["path"] == path && point["sort"] == sort);
        found.unwrap_or_else(|| panic!("{path} has {sort}")).clone()
    };
    assert_eq!(of("scripts/toy/boons/blessing.rhai", "functions")["needs"][0]["rulings"], 1);
    assert_eq!(of("scripts/toy/boons/warm-tea.rhai", "functions")["needs"][0]["otherwise"], "is never called");

    let lcov = with_toy(&["coverage", "toy", "--lcov"], "").out;
    let of_tea = lcov.split("end_of_record\n").find(|part| part.contains("SF:scripts/toy/boons/warm-tea.rhai"));
    let of_tea = of_tea.expect("the script has a record");
    assert!(of_tea.contains("FNDA:0,resolve\n") && of_tea.contains("\nDA:1,0\n"), "{of_tea}");
}

#[test]
fn an_unknown_pack_is_refused() {
    let ran = with_toy(&["coverage", "tyo"], "");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("did you mean `toy`?"), "{}", ran.err);
}

#[test]
fn a_card_of_which_rulings_show_only_a_part_is_warned_of() {
    let folder = Folder::new().with_toy();
    let check = || run_in(&folder.0, &["check", "toy"], "").out;
    assert!(!check().contains("clause-unexercised"), "a card without rulings is none of its business");
    let script = "scripts/toy/boons/blessing.rhai";
    let text = folder.read(script);
    let more = "    if item.player.hearts > 90 {\n        item.player.draw(1);\n        item.player.draw(2);\n    }\n}\n\nfn on_";
    folder.write(script, &text.replacen("}\n\nfn on_", more, 1));
    let told = check();
    assert_eq!(
        told.matches("warning[clause-unexercised]: no ruling about `Blessing` reaches this").count(),
        1,
        "{told}"
    );
    assert!(told.contains("scripts/toy/boons/blessing.rhai:5:") && told.contains("what the card says"), "{told}");
    let mark = "        // unexercised: nobody has so many hearts\n        item.player.draw(1);\n";
    let marked = folder.read(script).replacen("        item.player.draw(1);\n", mark, 1);
    let marked = marked.replacen("        item.player.draw(2);\n", &mark.replacen("draw(1)", "draw(2)", 1), 1);
    folder.write(script, &marked);
    assert!(!check().contains("clause-unexercised"), "{}", check());
}

#[test]
fn what_must_be_exercised_can_be_told_by_its_sort() {
    let require = |sorts: &str| with_toy(&["coverage", "scripts/toy/charms/night-watch.rhai", sorts], "").status;
    assert_eq!(require("--require=functions,clauses"), 0);
    assert_eq!((require("--require=branches"), require("--require")), (1, 1));
    assert_eq!(require("--require=lines"), 2);
}

#[test]
fn a_line_of_a_family_is_shown_by_any_of_its_cards() {
    let folder = Folder::new();
    let bells = packs("bells");
    let ran = run_in(&folder.0, &["--packs", &bells, "coverage", "cards/bells/bells/chime.toml"], "");
    assert_eq!(about(&ran, "cards/bells/bells/chime.toml"), [""; 0], "{}", ran.out);
    let ran = run_in(&folder.0, &["--packs", &bells, "coverage", "cards/bells/bells/chime.toml", "bells/tocsin/"], "");
    assert_eq!(about(&ran, "cards/bells/bells/chime.toml").len(), 1, "one line for all four: {}", ran.out);
}

#[test]
fn what_is_never_called_stands_before_what_is_never_read() {
    let ran = with_toy(&["coverage", "toy"], "");
    let at = |part: &str| ran.out.find(part).unwrap_or_else(|| panic!("`{part}` is listed: {}", ran.out));
    assert!(at("is never called") < at("this condition") && at("this condition") < at("is on no card"), "{}", ran.out);
}
