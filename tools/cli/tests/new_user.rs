//! The first day of somebody who has the binary and an empty folder: a pack with ten cards, a patch of a foreign card,
//! rulings for all; broken on purpose in twenty ways, mended, passed on and played elsewhere.

use crate::common::trial::{is_passed_on, keeps, ok, told};
use crate::common::{Folder, run_in};

/// The cards of the pack, and their kinds.
const CARDS: [(&str, &str); 9] = [
    ("Tithe of Moss", "event"),
    ("Green Knight", "champion"),
    ("Old Orchard", "realm"),
    ("Deep Thicket", "realm"),
    ("Hunting Lodge", "holding"),
    ("Bramble Crown", "magical-item"),
    ("Grey Wolf", "ally"),
    ("Rootgrip", "spell"),
    ("Hidden Path", "event"),
];

/// The pack as it is in the evening.
fn pack() -> Folder {
    let folder = Folder::new();
    ok(&run_in(&folder.0, &["new", "pack", "forest", "--requires", "spellfire"], ""));
    for (name, kind) in CARDS {
        ok(&run_in(&folder.0, &["new", "card", name, "--kind", kind], ""));
    }
    folder.write("scripts/forest/events/tithe-of-moss.rhai", "fn resolve(item) {\n    item.player.draw(2);\n}\n");
    folder.write(
        "cards/forest/events/tithe-of-moss.toml",
        "name     = \"Tithe of Moss\"\npolarity = \"helpful\"\ntext     = \"Draw two cards.\"\n",
    );
    ok(&run_in(&folder.0, &["new", "patch", "Good Fortune", "--field", "text", "--hook", "resolve"], ""));
    let script = folder.read("scripts/forest/patches/good-fortune.rhai");
    let script =
        script.replace("    original_resolve(item);\n", "    original_resolve(item);\n    item.player.draw(1);\n");
    folder.write("scripts/forest/patches/good-fortune.rhai", &script);
    let patch = folder.read("cards/forest/patches/good-fortune.toml");
    folder.write(
        "cards/forest/patches/good-fortune.toml",
        &patch.replacen("to     = \"", "to     = \"In the woods: ", 1),
    );
    folder.write(
        "tests/rulings/forest/bramble-crown/needs-a-bearer.toml",
        "claim = \"Without a champion in the pool nobody bears it.\"\nphase = \"pool\"\n\n[A]\nhand = [\"Bramble Crown\"]\n\n\
         [play]\nsteps = \"\"\"\nA cannot attach Bramble Crown\nA passes\n\"\"\"\n",
    );
    folder.write(
        "tests/rulings/forest/good-fortune/one-card-more.toml",
        "claim = \"In the woods Good Fortune draws a card more.\"\n\n[A]\nhand = [\"Good Fortune\"]\n\
         draw = [{ dull = 9 }]\n\n[play]\nsteps = \"\"\"\nA plays Good Fortune\nall pass\nall pass\nall pass\n\"\"\"\n",
    );
    folder
}

/// A way to break the pack: the file, what stands in it, and what stands there then; all of it if nothing is named.
const BROKEN: [(&str, &str, &str); 20] = [
    ("cards/forest/pack.toml", "spellfire", "spelfire"),
    ("cards/forest/pack.toml", "engine = \"0.3\"", "engine = \"9\""),
    ("cards/forest/pack.toml", "title", "titel"),
    ("cards/forest/events/tithe-of-moss.toml", "\"helpful\"", "\"helpfull\""),
    ("cards/forest/events/tithe-of-moss.toml", "Tithe of Moss", "Calm"),
    ("cards/forest/events/tithe-of-moss.toml", "text ", "txt "),
    ("cards/forest/events/tithe-of-moss.toml", "\"Draw two cards.\"", "\"Draw two cards."),
    ("cards/forest/events/tithe-of-moss.toml", "polarity", "level = \"two\"\npolarity"),
    ("scripts/forest/events/tithe-of-moss.rhai", "draw(2)", "drow(2)"),
    ("scripts/forest/events/tithe-of-moss.rhai", "draw(2)", "draw()"),
    ("scripts/forest/events/tithe-of-moss.rhai", "draw(2)", "draw(\"two\")"),
    ("scripts/forest/events/tithe-of-moss.rhai", "item.player", "item.plaier"),
    ("scripts/forest/events/tithe-of-moss.rhai", "fn resolve", "fn reslove"),
    ("scripts/forest/events/tithe-of-moss.rhai", "item.player.draw(2);", "while true {}"),
    ("scripts/forest/events/tithe-of-moss.rhai", "}", ""),
    ("cards/forest/patches/good-fortune.toml", "good-fortune", "good-fortun"),
    ("cards/forest/patches/good-fortune.toml", "expect = \"", "expect = \"x"),
    ("scripts/forest/patches/good-fortune.rhai", "original_resolve", "original_resolv"),
    ("tests/rulings/forest/good-fortune/one-card-more.toml", "\"Good Fortune\"", "\"Good Fortun\""),
    ("tests/rulings/forest/good-fortune/one-card-more.toml", "A plays", "B plays"),
];

#[test]
fn a_first_day() {
    let folder = pack();
    let check = run_in(&folder.0, &["check", "forest"], "");
    ok(&check);
    assert!(check.out.starts_with("no problems: 10 cards, 1 patch, "), "{}", check.out);
    ok(&run_in(&folder.0, &["accept", "forest/"], ""));
    ok(&run_in(&folder.0, &["test", "forest/"], ""));
    let run = run_in(&folder.0, &["run", "forest/good-fortune/one-card-more"], "");
    assert_eq!(run.out.matches("- A draws ").count(), 6, "{}", run.out);

    keeps("twenty_ways_to_break_a_pack", &told(&folder, "forest", &BROKEN));
    is_passed_on(&folder, "forest");
}
