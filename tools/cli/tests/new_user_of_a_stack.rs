//! The first day of somebody who has the binary and an empty folder, with a game in which everything waits on a stack,
//! is paid for with cards, and enters with triggers.

use crate::common::trial::{is_passed_on, keeps, ok, told};
use crate::common::{Folder, run_in};
use std::fs;

/// The cards of the pack, and their kinds; `new pack` makes one more.
const CARDS: [(&str, &str); 10] = [
    ("Heart of Ironwood", "champion"),
    ("Oak Warden", "ally"),
    ("Grove Runner", "ally"),
    ("Thorn Lash", "attack"),
    ("Sapling Bow", "weapon"),
    ("Amber Ring", "regalia"),
    ("Mist of Leaves", "phantasia"),
    ("Deep Grove", "domain"),
    ("Root Snare", "action"),
    ("Second Bloom", "action"),
];

/// What its author writes into the files.
const WRITTEN: [(&str, &str); 15] = [
    (
        "cards/ironwood/champions/heart-of-ironwood.toml",
        r#"name  = "Heart of Ironwood"
level = 1
life  = 18
text  = "Allies that you control have one power more."

[[modifies]]
value   = "power"
stage   = "add"
amount  = 1
subject = { kind = "ally", of = "you" }
"#,
    ),
    (
        "cards/ironwood/allies/oak-warden.toml",
        r#"name    = "Oak Warden"
element = "wind"
reserve = 2
power   = 1
life    = 3
text    = "When it enters, draw a card into your memory."

[on.enters]
when = "stacked"
of   = "this"
"#,
    ),
    (
        "scripts/ironwood/allies/oak-warden.rhai",
        r#"fn on_enters(item, event) {
    item.player.draw(1).move_to("memory");
}
"#,
    ),
    (
        "cards/ironwood/allies/grove-runner.toml",
        r#"name    = "Grove Runner"
reserve = 1
power   = 1
life    = 2
"#,
    ),
    (
        "cards/ironwood/phantasias/mist-of-leaves.toml",
        r#"name    = "Mist of Leaves"
element = "wind"
reserve = 1
text    = "Your allies have one life more."

[[modifies]]
value   = "life"
stage   = "add"
amount  = 1
subject = { kind = "ally", of = "you" }
"#,
    ),
    (
        "cards/ironwood/regalia/amber-ring.toml",
        r#"name = "Amber Ring"
text = "Banish Amber Ring: draw a card."

[uses.use]
cost = { leave = "banished" }
"#,
    ),
    (
        "scripts/ironwood/regalia/amber-ring.rhai",
        r#"fn resolve_use(item) {
    item.player.draw(1);
}
"#,
    ),
    (
        "cards/ironwood/actions/root-snare.toml",
        r#"name    = "Root Snare"
element = "wind"
speed   = "fast"
text    = "Deal two damage to an ally."
"#,
    ),
    (
        "scripts/ironwood/actions/root-snare.rhai",
        r#"fn announce(item) {
    item.aim("at", units().filter(|unit| unit.kind == "ally"));
}

fn resolve(item) {
    deal(item.target, 2);
}
"#,
    ),
    (
        "tests/rulings/ironwood/fireball/draws-a-card.toml",
        r#"claim = "In the woods a Fireball draws a card as well."
phase = "main"

[A]
field   = ["Rai, Mana Weaver"]
lineage = ["Spirit of Fire"]
hand    = ["Fireball", { dull = 2 }]
draw    = ["Oak Warden"]

[B]
field = ["Spirit of Water"]

[play]
steps = """
A activates Fireball at Spirit of Water (B) pays Trained Hawk and Trained Hawk #2
all pass
"""
"#,
    ),
    (
        "tests/rulings/ironwood/root-snare/deals-two.toml",
        r#"claim = "An ally of three life survives Root Snare."
phase = "main"

[A]
field = ["Spirit of Wind"]
hand  = ["Root Snare"]

[B]
field = ["Spirit of Water", "Oak Warden"]

[play]
steps = """
A activates Root Snare at Oak Warden
all pass
"""
"#,
    ),
    (
        "tests/rulings/ironwood/oak-warden/draws-as-it-enters.toml",
        r#"claim = "A card is drawn into memory as Oak Warden enters, once all have passed."
phase = "main"

[A]
field = ["Spirit of Wind"]
hand  = ["Oak Warden", { dull = 2 }]
draw  = ["Grove Runner"]

[play]
steps = """
A activates Oak Warden pays Trained Hawk and Trained Hawk #2
all pass
all pass
"""
"#,
    ),
    (
        "tests/rulings/ironwood/mist-of-leaves/allies-live-longer.toml",
        r#"claim = "With one life more an ally of two life survives Root Snare."
phase = "main"

[A]
field = ["Spirit of Wind"]
hand  = ["Root Snare"]

[B]
field = ["Spirit of Wind", "Mist of Leaves", "Grove Runner"]

[play]
steps = """
A activates Root Snare at Grove Runner
all pass
"""
"#,
    ),
    (
        "tests/rulings/ironwood/amber-ring/draws-and-is-gone.toml",
        r#"claim = "Amber Ring is banished for a card."
phase = "main"

[A]
field = ["Spirit of Wind", "Amber Ring"]
draw  = ["Oak Warden"]

[play]
steps = """
A uses Amber Ring
all pass
"""
"#,
    ),
    (
        "tests/rulings/ironwood/grove-runner/can-be-used.toml",
        r#"claim = "Grove Runner is paid for with a card."
phase = "main"

[A]
hand = ["Grove Runner", { dull = 1 }]

[play]
steps = """
A activates Grove Runner pays Trained Hawk
all pass
"""
"#,
    ),
];

/// Rulings that `new card` has made of cards that cost nothing; they have a price now, or a target.
const OVERTAKEN: [&str; 3] = ["oak-warden", "mist-of-leaves", "root-snare"];

fn pack() -> Folder {
    let folder = Folder::new();
    ok(&run_in(&folder.0, &["new", "pack", "ironwood", "--requires", "grand_archive"], ""));
    for (name, kind) in CARDS {
        ok(&run_in(&folder.0, &["new", "card", name, "--kind", kind], ""));
    }
    ok(&run_in(&folder.0, &["new", "patch", "Fireball", "--field", "text", "--hook", "resolve"], ""));
    let (card, script) = ("cards/ironwood/patches/fireball.toml", "scripts/ironwood/patches/fireball.rhai");
    folder.write(card, &folder.read(card).replacen("to     = \"Deal", "to     = \"In the woods: deal", 1));
    let drawing = "original_resolve(item);\n    draw_cards(item.player, 1);\n";
    folder.write(script, &folder.read(script).replacen("original_resolve(item);\n", drawing, 1));
    for (path, text) in WRITTEN {
        folder.write(path, text);
    }
    for card in OVERTAKEN {
        for file in ["toml", "snap"] {
            let made = folder.0.join(format!("tests/rulings/ironwood/{card}/can-be-used.{file}"));
            fs::remove_file(made).expect("`new card` has made it");
        }
    }
    folder
}

/// A way to break the pack: the file, what stands in it, and what stands there then.
const BROKEN: [(&str, &str, &str); 20] = [
    ("cards/ironwood/pack.toml", "grand_archive", "grand_archiv"),
    ("cards/ironwood/champions/heart-of-ironwood.toml", "level = 1", "level = \"one\""),
    ("cards/ironwood/champions/heart-of-ironwood.toml", "\"add\"", "\"plus\""),
    ("cards/ironwood/champions/heart-of-ironwood.toml", "\"power\"", "\"powr\""),
    ("cards/ironwood/champions/heart-of-ironwood.toml", "\"ally\"", "\"allies\""),
    ("cards/ironwood/champions/heart-of-ironwood.toml", "amount  = 1\n", "amount  = \"more\"\n"),
    ("cards/ironwood/allies/oak-warden.toml", "on.enters", "on.entered"),
    ("cards/ironwood/allies/oak-warden.toml", "\"stacked\"", "\"stack\""),
    ("cards/ironwood/allies/oak-warden.toml", "\"this\"", "\"self\""),
    ("cards/ironwood/allies/oak-warden.toml", "\"wind\"", "\"wood\""),
    ("scripts/ironwood/allies/oak-warden.rhai", "(item, event)", "(item)"),
    ("scripts/ironwood/allies/oak-warden.rhai", "\"memory\"", "\"memori\""),
    ("scripts/ironwood/allies/oak-warden.rhai", "item.player", "me.player"),
    ("scripts/ironwood/actions/root-snare.rhai", "deal(", "damage("),
    ("scripts/ironwood/actions/root-snare.rhai", "units()", "units"),
    ("scripts/ironwood/actions/root-snare.rhai", "\"at\", ", ""),
    ("cards/ironwood/regalia/amber-ring.toml", "uses.use", "uses.ability"),
    ("cards/ironwood/regalia/amber-ring.toml", "\"banished\"", "\"banish\""),
    ("tests/rulings/ironwood/oak-warden/draws-as-it-enters.toml", " pays Trained Hawk and Trained Hawk #2", ""),
    ("tests/rulings/ironwood/mist-of-leaves/allies-live-longer.toml", "[\"Root Snare\"]", "[]"),
];

#[test]
fn a_first_day_with_another_game() {
    let folder = pack();
    let check = run_in(&folder.0, &["check", "ironwood"], "");
    ok(&check);
    assert!(check.out.starts_with("no problems: 11 cards, 1 patch, "), "{}", check.out);
    ok(&run_in(&folder.0, &["accept", "ironwood/"], ""));
    ok(&run_in(&folder.0, &["test", "ironwood/"], ""));
    let run = run_in(&folder.0, &["run", "ironwood/oak-warden/draws-as-it-enters"], "");
    assert!(run.out.ends_with("- A draws Grove Runner\n- Grove Runner goes to A's memory\n"), "{}", run.out);

    keeps("twenty_ways_to_break_another_pack", &told(&folder, "ironwood", &BROKEN));
    is_passed_on(&folder, "ironwood");
}
