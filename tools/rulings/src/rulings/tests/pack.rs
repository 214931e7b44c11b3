//! A small game for these tests: creatures and charms, a pause after every charm, dice and a reshuffle.

use crate::rulings::{Ruling, RulingFile, Run, read, run};
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use std::path::PathBuf;

const RULESET: &str = r#"
title   = "Demo"
players = { from = 2, to = 4 }

[zones]
table = { title = "table", per = "game", seen = "everyone", in_play = true }

[kinds.charm]
folder   = "charms"
works_in = ["table"]
requires = ["resolve"]
goes     = { otherwise = "discard" }

[kinds.creature]
folder   = "creatures"
works_in = ["pool"]
goes     = { otherwise = "discard" }

[attributes]
level  = { type = "number", of = "creature", default = 0 }
tapped = { type = "flag", of = "creature", changes = true }
mood   = { type = "choice", of = "creature", choices = ["calm", "angry"], changes = true, default = "calm" }
points = { type = "number", of = "player", changes = true }
enemy  = { type = "player", of = "player", changes = true }
prize  = { type = "card", of = "game", changes = true }

[actions.play]
says    = "plays"
of      = "charm"
from    = "hand"
offered = ["turn"]
signal  = "played"
leaves  = "played"

[actions.summon]
says    = "summons"
of      = "creature"
from    = "hand"
offered = ["turn"]
resolve = true
gates.phase = { phases = ["main"], turn = "you", why = "creatures are summoned in the main phase of one's own turn" }

[windows.turn]
title  = "your turn"
asks   = "you"
from   = "you"
rounds = ["turn"]
pass.holds = "final"
masked = true

[windows.pause]
title  = "pause"
opens  = { on = "played", kind = "charm" }
asks   = "others"
from   = "next"
rounds = ["stop", "use"]
quota  = { answers = 1, refund = "if stopped" }
pass.holds = "final"
masked = true

[phases]
dawn = { title = "dawn", begin = true }
main = { title = "main", windows = ["turn"] }
dusk = { title = "dusk", windows = ["turn"] }
"#;

const RULESET_SCRIPT: &str = r#"
//! The rules of the demo.
fn begin_dawn(player) { player.draw(1); }
fn resolve_summon(item) { item.card.move_to("pool"); }
"#;

/// Cards as kind, file, name, further keys, script.
const CARDS: [(&str, &str, &str, &str, &str); 16] = [
    (
        "charms",
        "stop",
        "Stop",
        "affects = \"nobody\"\n[answers]\nround = \"stop\"\nto = { kind = \"charm\" }",
        "fn resolve(item) { item.target.negate(); }",
    ),
    (
        "charms",
        "echo",
        "Echo",
        "affects = \"nobody\"\n[answers]\nround = \"use\"\nto = { kind = \"charm\", answer = false }",
        "fn resolve(item) { item.target.copy_for(item.player); }",
    ),
    (
        "charms",
        "smite",
        "Smite",
        "affects = \"targets\"",
        "fn announce(item) { item.aim(\"on\", game().cards(\"pool\")); }\nfn resolve(item) { item.target.discard(); }",
    ),
    (
        "charms",
        "tithe",
        "Tithe",
        "affects = \"others\"",
        "fn resolve(item) { for player in item.affected { player.choose(\"give up which\", player.hand).discard(); } }",
    ),
    (
        "charms",
        "cull",
        "Cull",
        "affects = \"others\"",
        "fn resolve(item) { for player in item.affected { player.choose(\"discard up to two\", player.hand, 0, 2).discard(); } }",
    ),
    (
        "charms",
        "rank",
        "Rank",
        "",
        "fn resolve(item) { item.player.order(\"rank them\", item.player.pool).discard(); }",
    ),
    (
        "charms",
        "bid",
        "Bid",
        "affects = \"everyone\"",
        "fn resolve(item) { for player in item.affected { player.points = player.choose(\"bid\", 0, 9); } }",
    ),
    (
        "charms",
        "split",
        "Split",
        "",
        "fn resolve(item) { let shares = item.player.share(\"divide\", item.player.rivals, 3, [2, 2]); let rivals = item.player.rivals; rivals[0].points = shares[0]; rivals[1].points = shares[1]; }",
    ),
    (
        "charms",
        "dare",
        "Dare",
        "",
        "fn resolve(item) { if item.player.left.confirm(\"take the dare\") { item.player.draw(2); } }",
    ),
    (
        "charms",
        "gamble",
        "Gamble",
        "",
        "fn resolve(item) { let dice = item.player.roll(3, 6); item.player.points = dice[0] + dice[1] + dice[2]; if item.player.confirm(\"shuffle\") { item.player.shuffle(\"draw\"); } }",
    ),
    (
        "charms",
        "theft",
        "Theft",
        "affects = \"others\"",
        "fn resolve(item) { for player in item.affected { player.pick_at_random(player.hand, 1).discard(); } }",
    ),
    (
        "charms",
        "flawed",
        "Flawed",
        "affects = \"others\"",
        "fn resolve(item) { item.player.points = 3; for player in item.affected { player.choose(\"give up which\", player.hand).discard(); } let zero = 0; item.player.points = 1 / zero; }",
    ),
    ("creatures", "fire", "Fire", "level = 1", ""),
    ("creatures", "fire-storm", "Fire Storm", "level = 2", ""),
    ("creatures", "drow", "Drow, the Elder", "level = 3", ""),
    ("creatures", "imp", "Imp", "level = 1", ""),
];

/// What a test adds to the game: to its ruleset, to the ruleset's script, and cards.
#[derive(Clone, Copy, Default)]
pub struct More<'a> {
    /// Further tables of the ruleset.
    pub rules: &'a str,
    /// Further functions.
    pub script: &'a str,
    /// Further cards, as in [`CARDS`].
    pub cards: &'a [(&'a str, &'a str, &'a str, &'a str, &'a str)],
}

/// The files of the game.
pub fn files(more: More<'_>) -> Files {
    let mut files = vec![
        ("cards/demo/pack.toml".to_string(), "name = \"demo\"\ntitle = \"Demo\"\nversion = \"1\"\n".to_string()),
        ("cards/demo/ruleset.toml".to_string(), format!("{RULESET}\n{}", more.rules)),
        ("scripts/demo/ruleset.rhai".to_string(), format!("{RULESET_SCRIPT}\n{}", more.script)),
    ];
    for (kind, file, name, keys, script) in CARDS.iter().chain(more.cards) {
        files.push((
            format!("cards/demo/{kind}/{file}.toml"),
            format!("name = \"{name}\"\ntext = \"As it says.\"\n{keys}\n"),
        ));
        if !script.is_empty() {
            files.push((format!("scripts/demo/{kind}/{file}.rhai"), format!("//! As it says.\n{script}\n")));
        }
    }
    Files::new(files)
}

/// The game.
pub fn ruleset() -> Ruleset {
    ruleset_with(More::default())
}

/// The game, and more.
pub fn ruleset_with(more: More<'_>) -> Ruleset {
    let files = files(more);
    let loaded = load(&files, "demo");
    match loaded.ruleset {
        Some(ruleset) => ruleset,
        None => panic!("{}", loaded.problems.render(&files, Colour::Plain)),
    }
}

/// A ruling's file with this text.
pub fn file(text: &str) -> RulingFile {
    RulingFile { root: PathBuf::new(), path: "tests/rulings/demo/x/y.toml".into(), text: text.into() }
}

/// Reads a ruling; its problems as text where there are some.
pub fn reading(text: &str, ruleset: &Ruleset) -> Result<Ruling, String> {
    let file = file(text);
    read(&file, ruleset).map_err(|problems| problems.render(&file.source(), Colour::Plain))
}

/// A ruling of these tables and steps.
pub fn ruling(tables: &str, steps: &str, ruleset: &Ruleset) -> Ruling {
    let text = format!("claim = \"It holds.\"\n{tables}\n[play]\nsteps = \"\"\"\n{steps}\n\"\"\"\n");
    reading(&text, ruleset).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Runs tables and steps; what is wrong stands below the trace.
pub fn played(tables: &str, steps: &str) -> String {
    played_with(More::default(), tables, steps)
}

/// Runs tables and steps in the game with more in it.
pub fn played_with(more: More<'_>, tables: &str, steps: &str) -> String {
    let ruleset = ruleset_with(more);
    let Run { trace, failures, .. } = run(&ruling(tables, steps, &ruleset), &ruleset, &ruleset.host());
    let failures: Vec<String> =
        failures.iter().map(|problem| format!("{}: {}\n", problem.code, problem.message)).collect();
    trace + &failures.concat()
}
