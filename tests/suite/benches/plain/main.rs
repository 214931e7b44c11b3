//! What the engine costs, against the same game written by hand: `cargo bench -p suite --bench plain`. Both play at random
//! in turns in one run; each figure is the quietest of several, the ratio is what to look at.

#![allow(clippy::print_stdout)]

mod duel;

use cardwright_content::Files;
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::questions::Input;
use cardwright_kernel::table::Progress;
use duel::{DECK, Duel, HAND, HEARTS};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 9;
const GAMES: u64 = 300;
/// The kernel is so much slower, and plays so many fewer games.
const GAMES_OF_THE_ENGINE: u64 = 30;

const RULESET: &str = r#"
title   = "Duel"
players = { from = 2, to = 2 }
setup   = true

[kinds.deed]
folder   = "deeds"
requires = ["resolve"]
goes     = { otherwise = "discard" }

[kinds.guard]
folder   = "guards"
requires = ["resolve"]
goes     = { otherwise = "discard" }

[attributes]
hearts = { type = "number", of = "player", changes = true, default = HEARTS }

[actions.play]
says    = "plays"
of      = "deed"
from    = "hand"
offered = ["turn"]
signal  = "played"

[actions.parry]
says    = "parries with"
of      = "guard"
from    = "hand"

[windows.turn]
title  = "turn"
asks   = "you"
rounds = ["turn"]
pass.holds = "final"
masked = true

[windows.pause]
title  = "pause"
opens  = { on = "played" }
asks   = "others"
from   = "next"
rounds = ["stop"]
quota  = { answers = 1 }
pass.holds = "final"
masked = true

[phases]
main = { title = "main", begin = true, windows = ["turn"] }

[[checks]]
name       = "hearts"
attributes = ["hearts"]
"#;

const SCRIPT: &str = r#"//! Duel: what cannot be declared.

fn setup(game) {
    for player in game.players {
        player.shuffle("draw");
        player.draw(HAND);
    }
}

fn begin_main(player) {
    if player.cards("draw").is_empty { player.hearts -= 1; } else { player.draw(1); }
}

fn check_hearts(game) {
    let alive = game.players.filter(|player| player.hearts > 0);

    if alive.len < game.players.len { game.end(alive, "the last heart"); }
}
"#;

/// The cards in the order of [`DECK`]: name, file, declaration, script.
const CARDS: [(&str, &str, &str, &str); 3] = [
    (
        "Strike",
        "deeds/strike",
        "text = \"A rival loses two hearts.\"\naffects = \"others\"\n",
        "//! A rival loses two hearts.\n\nfn resolve(item) {\n    for rival in item.affected { rival.hearts -= 2; }\n}\n",
    ),
    (
        "Balm",
        "deeds/balm",
        "text = \"Gain a heart.\"\naffects = \"you\"\n",
        "//! Gain a heart.\n\nfn resolve(item) {\n    item.player.hearts += 1;\n}\n",
    ),
    (
        "Parry",
        "guards/parry",
        "text = \"Undo what was just played.\"\naffects = \"nobody\"\n\n[answers]\nround = \"stop\"\nto = { kind = \"deed\" }\n",
        "//! Undo what was just played.\n\nfn resolve(item) {\n    item.target.negate();\n}\n",
    ),
];

/// The same game as a pack.
fn pack() -> Ruleset {
    let head = "name = \"duel\"\ntitle = \"Duel\"\nversion = \"0.1.0\"\n";
    let deck: String =
        CARDS.iter().zip(DECK).map(|((name, ..), (_, count))| format!("\"{name}\" = {count}\n")).collect();
    let mut files = vec![
        ("cards/duel/pack.toml".to_string(), head.to_string()),
        ("cards/duel/ruleset.toml".to_string(), RULESET.replace("HEARTS", &HEARTS.to_string())),
        ("cards/duel/decks/all.toml".to_string(), format!("title = \"All\"\n\n[cards]\n{deck}")),
        ("scripts/duel/ruleset.rhai".to_string(), SCRIPT.replace("HAND", &HAND.to_string())),
    ];
    for (name, file, declared, script) in CARDS {
        files.push((format!("cards/duel/{file}.toml"), format!("name = \"{name}\"\n{declared}")));
        files.push((format!("scripts/duel/{file}.rhai"), script.to_string()));
    }
    let files = Files::new(files);
    let loaded = load(&files, "duel");
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

fn main() {
    let ruleset = pack();
    check();
    let mut best = [f64::INFINITY; 5];
    let mut decisions = [0.0; 2];
    for _ in 0..ROUNDS {
        let plain = plain::<false, false>();
        decisions[0] = plain.1 as f64 / GAMES as f64;
        let (light, engine) = (engine(&ruleset, true), engine(&ruleset, false));
        decisions[1] = engine.1 as f64 / GAMES_OF_THE_ENGINE as f64;
        let runs = [plain, self::plain::<true, false>(), self::plain::<true, true>(), light, engine];
        for (best, (time, count)) in best.iter_mut().zip(runs) {
            *best = best.min(time.as_nanos() as f64 / count.max(1) as f64);
        }
    }
    let [bare, traced, journalled, light, engine] = best;
    println!("decisions a game: {:.0} by hand, {:.0} with the engine", decisions[0], decisions[1]);
    println!("a random decision of the duel:");
    println!("  by hand                            {bare:>8.0} ns");
    println!("  by hand, with a trace              {traced:>8.0} ns");
    println!("  by hand, with a trace and journal  {journalled:>8.0} ns");
    println!("  with the engine, a light game      {light:>8.0} ns");
    println!("  with the engine and all it does    {engine:>8.0} ns");
    println!("engine, light / by hand: {:.1} (aim: at most 30)", light / bare);
    println!("engine / by hand, both with a trace and journal: {:.1}", engine / journalled);
}

/// What is measured by hand does what it says: all can be taken back.
fn check() {
    let mut duel = Duel::<true, true>::new(1);
    duel.play();
    assert!(duel.undo() > 20 && duel.is_untouched(), "the journal takes everything back");
}

fn plain<const TRACE: bool, const JOURNAL: bool>() -> (Duration, u64) {
    let start = Instant::now();
    let mut decisions = 0;
    for seed in 0..GAMES {
        let mut duel = Duel::<TRACE, JOURNAL>::new(seed);
        duel.play();
        decisions += black_box(&duel).decisions;
    }
    (start.elapsed(), decisions)
}

fn engine(ruleset: &Ruleset, light: bool) -> (Duration, u64) {
    let host = ruleset.host();
    let start = Instant::now();
    let mut decisions = 0;
    for seed in 0..GAMES_OF_THE_ENGINE {
        let mut game = ruleset.begin(&Begin::new(2, seed)).expect("two can play");
        if light {
            game.make_light();
        }
        let mut table = ruleset.table(&host, game, Box::new(Random::new(seed)));
        assert_eq!(table.advance(), Progress::Over);
        let answers = table.game().log().iter().filter(|input| matches!(input, Input::Answer(..)));
        decisions += answers.count() as u64;
    }
    (start.elapsed(), decisions)
}
