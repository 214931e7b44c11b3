//! Every verb, called 100,000 times in one script with the largest arguments that its signature allows: whatever it makes
//! longer has a limit, and whatever it goes through is charged. So no verb keeps a game busy or fills the memory.
//!
//! A sample runs each time; `CARDWRIGHT_LONG=1` runs all, one after another, and measures the memory.

use cardwright_content::Files;
use cardwright_game::{Begin, Match, MatchInside, Random, Ruleset, RulesetInside, Seat, Verb, Viewer, load, verbs};
use cardwright_kernel::problems::Colour;
use std::fs;
use std::time::Duration;
use suite::clock::WorkClock;
use suite::{cores, is_long};

const RULESET: &str = r#"
title   = "Mill"
players = { from = 2, to = 2 }
board   = { required = true, connected = ["node"] }
signals = ["ring"]
stages  = { add = "add" }
setup   = true
result  = { score = "wealth" }

[zones]
slot = { per = "space", seen = "everyone", in_play = true }
gap  = { per = "joint", seen = "everyone", in_play = true }

[kinds.node]
space = true

[kinds.edge]
joint = true

[kinds.tile]
folder   = "tiles"
works_in = ["pool"]
goes     = { otherwise = "discard" }

[kinds.coin]
folder  = "coins"
counted = true
goes    = { otherwise = "discard" }

[attributes]
time    = { type = "number", of = "node", required = true, unique = true }
pointer = { type = "side", of = "node" }
edges   = { type = "sides", of = "tile" }
turned  = { type = "number", of = "tile", changes = true }
laps    = { type = "number", of = ["player", "game", "tile", "node", "edge"], changes = true, marks = { half = 3 } }
weight  = { type = "number", of = "tile" }

[values]
wealth = { of = ["player", "game", "tile", "node", "edge"], amount = 1 }

[effects.lasting]
lasts = "forever"

[[effects.lasting.modifies]]
value   = "wealth"
stage   = "add"
amount  = 1
subject = { of = "target" }

[dice.free]
faces = ["one", "two"]

[dice.free.adds]
one = "laps"
two = "laps"

[lines]
told = "{it} is told"

[methods]
grind = { of = "tile", takes = "number" }

[procedures.work.locals]
rounds = { type = "number" }

[windows.turn]
asks   = "you"
rounds = ["turn"]

[actions.lay]
says    = "lays"
of      = "tile"
from    = "hand"
offered = ["turn"]
resolve = true

[phases]
main = { begin = true, windows = ["turn"] }
"#;

const BOARD: &str = r#"
sides    = 6
kind     = "node"
joint    = "edge"
rotation = "turned"

[spaces]
"Hub"   = { time = 0, pointer = 0 }
"North" = { time = 1 }
"East"  = { time = 2 }
"South" = { time = 3 }

[[joints]]
pairs = [["Hub", 0, "North", 3], ["Hub", 1, "East", 4], ["Hub", 3, "South", 0], ["North", 2, "East", 5]]
"#;

const TILE: &str = "name  = \"Bridge\"\nedges = [0, 3]\ntext  = \"Leads across.\"\nweight = 2\n\n\
                    [on.discarded]\nwhen = \"instead\"\nof = \"this\"\n\n\
                    [forms.wide]\nweight = 3\n";

const SCRIPT: &str = r#"
fn setup(game) {
    for player in game.players {
        for n in 0..4 { player.create("Bridge", "hand"); }
        for n in 0..300 { player.create("Bridge", "draw"); }
        player.create("Bridge", "pool");
        player.create("Coin", "pool", 100);
    }
}

fn begin_main(player) {
    player.perform("lay", player.cards("hand")[0], "free");
}

fn later(value) {}

fn bid(player, value) {
    player.confirm("so")
}
"#;

/// What the script of a call begins with: something of each kind, as large as it can be.
const ALL: &str = r#"
    let player = card.owner;
    let game = game();
    let effect = player.begin("lasting", player);
    let space = game.spaces[0];
    let joint = game.joints[0];
    let zone = player.zone("draw");
    let cards = player.cards("draw");
    let coins = player.pile("Coin", "pool");
    let many = [];
    for n in 0..1000 { many.push(n); }
    let others = [];
    for n in 0..900 { others.push(n); }
    let few = [1];
    let words = #{ one: others, two: 2, three: "three" };
"#;

/// The use of which it says that it is impossible never was, however it is called.
const FAILING: &str = "refuse(why: text)";

/// The kinds of what a verb takes besides what it is called on.
fn kinds(usage: &str) -> Vec<&str> {
    let Some((_, rest)) = usage.split_once('(') else { return Vec::new() };
    let end = rest.rfind(')').unwrap_or(rest.len());
    let (mut kinds, mut from, mut in_closure) = (Vec::new(), 0, false);
    for (at, letter) in rest[..end].char_indices().chain([(end, ',')]) {
        in_closure ^= letter == '|';
        if letter == ',' && !in_closure && from < at {
            kinds.push(rest[from..at].split_once(": ").map_or("", |(_, kind)| kind));
            from = at + 2;
        }
    }
    kinds
}

/// An expression of this kind: the largest there is, or a small one.
fn written(kind: &str, large: bool) -> String {
    let text = match kind {
        "number" if large => "9223372036854775807",
        "number" => "1",
        "any" | "T" | "U" if large => "many",
        "any" | "T" | "U" => "card",
        "text" | "text or map" if large => return format!("\"{}\"", "long ".repeat(100)),
        "text" | "text or map" => "\"so\"",
        "flag" => "true",
        "map" => "words",
        "[Card]" => "cards",
        "[Player]" => "game.players",
        "[T]" | "[any]" | "[number]" | "[T] or T" => "many",
        "[gate]" => "[]",
        "Card" | "Card or Effect or text" => "card",
        "Player" => "player",
        "Game" => "game",
        "Item" => "item",
        "Effect" => "effect",
        "Event" => "event",
        "Space" => "space",
        "Joint" => "joint",
        "Zone" => "zone",
        "|T| flag" => "|one| false",
        "|T| number" | "|T| number or text or flag" => "|one| 1",
        "|T| U" if large => "|one| others",
        "|T| U" => "|one| 1",
        "|T| [U]" => "|one| few",
        "|U, T| U" => "|sum, one| others",
        "action" => "\"lay\"",
        "attribute" => "\"laps\"",
        "card" => "\"Bridge\"",
        "cause" => "\"discarded\"",
        "dialogue" => "\"bid\"",
        "dice" => "\"free\"",
        "effect" => "\"lasting\"",
        "function" => "\"later\"",
        "method" => "\"grind\"",
        "kind" => "\"tile\"",
        "line" => "\"told\"",
        "note" => "\"noted\"",
        "own_zone" | "zone" => "\"hand\"",
        "resting_zone" => "\"pool\"",
        "procedure" => "\"work\"",
        "signal" => "\"ring\"",
        "space" => "\"Hub\"",
        "value" => "\"wealth\"",
        "window" => "\"turn\"",
        "thing" => "\"card\"",
        "freely" | "manner" => "\"free\"",
        "later" => "\"next\"",
        "Card or nothing" | "form or Card" => "cards[0]",
        "form or nothing" => "\"wide\"",
        "Player or nothing" if large => "player.left",
        "Player or nothing" => "()",
        other => panic!("nothing of the kind `{other}` is written here: say what is the largest of it"),
    };
    text.to_owned()
}

/// A call of a verb for one of the kinds of things that it is asked of, or what sets a property.
fn call(verb: &Verb, of: &str, large: bool) -> String {
    let takes: Vec<String> = kinds(&verb.usage)
        .into_iter()
        .map(|kind| match (kind, &*verb.name) {
            ("zone", _) if verb.usage.contains(": Space") || of == "Space" => "\"slot\"".into(),
            ("zone", _) if verb.usage.contains(": Joint") || of == "Joint" => "\"gap\"".into(),
            ("attribute", "learn" | "printed") => "\"weight\"".into(),
            ("any", "learn" | "set_attribute") => "n".into(),
            ("any", "propose" | "retarget" | "say" | "signal") => "card".into(),
            ("card", "pile") => "\"Coin\"".into(),
            ("card", "create") if verb.usage.contains("amount") => "\"Coin\"".into(),
            ("Card", "replace_some") => "coins".into(),
            ("any", "contains" | "index_of") => "n".into(),
            _ => written(kind, large),
        })
        .collect();
    let is_of_pieces = verb.usage.contains("amount") && ["move_to", "leave", "replace_some"].contains(&&*verb.name);
    let receiver = match (of, &*verb.name) {
        ("", _) => String::new(),
        ("Card", _) if is_of_pieces => "coins.".into(),
        ("[T]", "push") => "few.".into(),
        ("[T]", "flat_map") => "others.".into(),
        (of, _) => format!("{}.", written(of, large)),
    };
    if let Some((_, kind)) = verb.usage.split_once(" = ") {
        let to = if verb.name == "extra_turns" { "n".into() } else { written(kind, large) };
        return format!("{receiver}{} = {to};", verb.name);
    }
    let takes = if verb.usage.contains('(') { format!("({})", takes.join(", ")) } else { String::new() };
    let called = format!("{receiver}{}{takes}", verb.name);
    if verb.usage.contains("->") { format!("let given = {called};") } else { format!("{called};") }
}

/// The kinds of things that a verb is asked of. Items and effects have no attributes that change, and a card that is
/// discarded crosses no mark: what sets or reads that is refused when the pack is loaded.
fn asked_of(verb: &Verb) -> Vec<&str> {
    let refused = |of: &&str| match &*verb.name {
        "set_attribute" => ["Item", "Effect"].contains(of),
        "mark" => *of == "Event",
        _ => false,
    };
    verb.of.split(" or ").filter(|of| !refused(of)).collect()
}

/// The mill, in which a tile that is laid calls this so many times; if it is of an event, when the tile hears of one.
fn mill(call: &str, times: u32) -> Result<Ruleset, String> {
    let every = format!("    for n in 0..{times} {{ {call} }}\n");
    let hears = call.contains("event.");
    let laid = if hears { "    player.cards(\"pool\")[0].discard();\n" } else { &*every };
    let script = format!(
        "{SCRIPT}\nfn resolve_lay(item) {{\n    if item.is_copy {{ return; }}\n    let card = item.card;\n{ALL}    \
         item.set(\"noted\", many);\n    effect.set(\"noted\", many);\n{laid}}}\n"
    );
    let heard = if hears { &*every } else { "" };
    let tile = format!("fn on_discarded(card, event) {{\n{ALL}{heard}}}\n\nfn grind(card, amount) {{ amount }}\n");
    let files = Files::new([
        ("cards/mill/pack.toml", "name = \"mill\"\ntitle = \"Mill\"\nversion = \"0.1.0\"\n"),
        ("cards/mill/ruleset.toml", RULESET),
        ("cards/mill/board.toml", BOARD),
        ("cards/mill/tiles/bridge.toml", TILE),
        ("cards/mill/coins/coin.toml", "name = \"Coin\"\ntext = \"Buys something.\"\n"),
        ("scripts/mill/ruleset.rhai", &*script),
        ("scripts/mill/tiles/bridge.rhai", &*tile),
    ]);
    let loaded = load(&files, "mill");
    loaded.ruleset.ok_or_else(|| loaded.problems.render(&files, Colour::Plain))
}

/// Plays the first turns of it, and gives the time that they took.
fn played(ruleset: &Ruleset) -> Duration {
    let clock = WorkClock::begin();
    let mut game = Match::begin(ruleset, &Begin::new(2, 1)).expect("two can play");
    for seat in 0..2 {
        game.seat(Seat(seat), Random::new(u64::from(seat)));
    }
    for _ in 0..8 {
        let _ = game.advance_to_turn(2);
    }
    let took = clock.elapsed();
    assert_eq!(game.game().check_invariants(ruleset.rules()), Vec::<String>::new());
    took
}

/// The most memory that this process has used since it was asked last, in bytes; 0 where the system does not say it.
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or(0);
    let _ = fs::write("/proc/self/clear_refs", "5");
    kib * 1024
}

/// The kinds of calls that are tried: each verb with large and with small arguments.
fn calls() -> Vec<String> {
    let all = verbs();
    let calls = |verb: &Verb| -> Vec<String> {
        asked_of(verb).into_iter().flat_map(|of| [call(verb, of, true), call(verb, of, false)]).collect()
    };
    let mut all: Vec<String> = all.iter().flat_map(calls).collect();
    all.sort();
    all.dedup();
    all
}

/// The first fault of the game in which a call is made once, if it fails, and not because it meets a limit.
fn fault(call: &str) -> Option<String> {
    let ruleset = match mill(call, 1) {
        Err(problems) => return Some(problems),
        Ok(ruleset) => ruleset,
    };
    let mut game = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play");
    for seat in 0..2 {
        game.seat(Seat(seat), Random::new(u64::from(seat)));
    }
    let _ = game.advance_to_turn(2);
    let lines = game.trace(Viewer::Host);
    let fault = lines.iter().find(|line| line.mark == "!")?;
    let meets_a_limit = ["more than", "grows too large"].iter().any(|limit| fault.text.contains(limit));
    (!meets_a_limit).then(|| fault.text.clone())
}

/// Otherwise the other test would try nothing: of each verb there is a call that does not fail at once.
#[test]
fn each_verb_is_called_so_that_it_does_something() {
    let all = verbs();
    let tried = all.iter().filter(|verb| verb.usage != FAILING);
    let tried: Vec<(&Verb, &str)> =
        tried.flat_map(|verb| asked_of(verb).into_iter().map(move |of| (verb, of))).collect();
    let tried: Vec<(&Verb, &str)> = tried.into_iter().step_by(if is_long() { 1 } else { 25 }).collect();
    let fails = |(verb, of): &(&Verb, &str)| {
        let faults = [fault(&call(verb, of, true))?, fault(&call(verb, of, false))?];
        Some(format!("{}\n  {}\n  {}", verb.usage, faults[0], faults[1]))
    };
    let failing: Vec<String> = cores::each(&tried, fails).into_iter().flatten().collect();
    assert!(failing.is_empty(), "{} of {}:\n{}", failing.len(), tried.len(), failing.join("\n"));
}

#[test]
fn no_verb_takes_long_or_much_however_often_it_is_called() {
    let (times, each) = if is_long() { (100_000, 1) } else { (2_000, 25) };
    let (longest, most) = (Duration::from_secs(if cfg!(debug_assertions) { 200 } else { 20 }), 1 << 30);
    let calls: Vec<String> = calls().into_iter().step_by(each).collect();
    let tried = |call: &String| {
        most_memory();
        match mill(call, times) {
            Err(problems) => Some(format!("{call}\n{problems}")),
            Ok(ruleset) => {
                let (took, used) = (played(&ruleset), most_memory());
                (took > longest || is_long() && used > most).then(|| format!("{call} took {took:?} and {used} bytes"))
            }
        }
    };
    let found: Vec<Option<String>> =
        if is_long() { calls.iter().map(tried).collect() } else { cores::each(&calls, tried) };
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), calls.len(), found.join("\n"));
}
