//! Packs that exist only to be measured.

use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PlayerId, ZoneDeclId};
use cardwright_kernel::setup::{Arranged, Lot, Setup, Start};
use cardwright_kernel::state::Game;

/// What is dealt: events to A, answers and cards that do not care to the three others.
pub struct Hands {
    /// Events in A's hand.
    pub events: u32,
    /// Answers in the other hands together.
    pub answers: u32,
    /// Cards that do not care, in hands and in play together.
    pub dull: u32,
}

const RULESET: &str = r#"
title   = "Pause"
players = { from = 2, to = 4 }

[kinds.event]
folder   = "events"
works_in = ["pool"]
goes     = { played = "void", otherwise = "discard" }

[kinds.thing]
folder   = "things"
works_in = ["pool"]

[actions.play]
says    = "plays"
of      = "event"
from    = "hand"
offered = ["turn"]
signal  = "played"
leaves  = "played"

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
quota  = { answers = 1, refund = "if stopped" }
after_acting = "you"
pass.holds = "final"
masked = true

[phases]
main = { title = "main", windows = ["turn"] }
"#;

const EVENT: (&str, &str) = (
    "name = \"Good Luck\"\ntext = \"Everybody else draws a card.\"\naffects = \"others\"\n",
    "//! Everybody else draws a card.\n\nfn resolve(item) {\n    for player in item.affected { player.draw(1); }\n}\n",
);

const ANSWER: (&str, &str) = (
    "name = \"No\"\ntext = \"Undo what was just played.\"\naffects = \"nobody\"\n\n[answers]\nround = \"stop\"\nto = {}\nonly = true\n",
    "//! Undo what was just played.\n\nfn resolve(item) {\n    item.target.negate();\n}\n",
);

const PACK: &str = "name = \"NAME\"\ntitle = \"Measured\"\nversion = \"0.1.0\"\nauthors = []\nlicence = \"MIT\"\n";

/// A game of events and answers.
pub fn pause() -> Files {
    Files::new([
        ("cards/pause/pack.toml", PACK.replace("NAME", "pause")),
        ("cards/pause/ruleset.toml", RULESET.to_string()),
        ("cards/pause/events/good-luck.toml", EVENT.0.to_string()),
        ("scripts/pause/events/good-luck.rhai", EVENT.1.to_string()),
        ("cards/pause/events/no.toml", ANSWER.0.to_string()),
        ("scripts/pause/events/no.rhai", ANSWER.1.to_string()),
        ("cards/pause/things/stone.toml", "name = \"Stone\"\ntext = \"Nothing.\"\n".to_string()),
    ])
}

/// The same game with so many cards more, each with a script of its own.
pub fn large(cards: usize) -> Files {
    let mut files: Vec<(String, String)> = vec![
        ("cards/large/pack.toml".into(), PACK.replace("NAME", "large")),
        ("cards/large/ruleset.toml".into(), RULESET.into()),
    ];
    for number in 0..cards {
        let toml = format!(
            "name = \"Luck {number}\"\ntext = \"Everybody else draws {}.\"\naffects = \"others\"\n",
            1 + number % 3
        );
        let script = format!(
            "//! Everybody else draws.\n\nfn resolve(item) {{\n    for player in item.affected {{\n        if player.hand.len < {} {{\n            player.draw({});\n        }}\n    }}\n}}\n",
            3 + number % 5,
            1 + number % 3
        );
        files.push((format!("cards/large/events/luck-{number}.toml"), toml));
        files.push((format!("scripts/large/events/luck-{number}.rhai"), script));
    }
    Files::new(files)
}

/// A table in A's turn with these hands; everybody has a draw pile that lasts.
pub fn dealt(ruleset: &Ruleset, hands: &Hands) -> Game {
    let rules = ruleset.rules();
    let zone = |key: &str| ZoneDeclId::from(rules.zones.get_index_of(key).expect("a standard zone"));
    let card = |name: &str| DefId::from(rules.definitions.get_index_of(name).expect("a card of the pack"));
    let some = |name: &str, count: u32| vec![card(name); count as usize];
    let mut cards = vec![Lot::new(PlayerId(0), zone("hand"), some("Good Luck", hands.events))];
    for seat in 1..4 {
        let seat = PlayerId(seat);
        cards.push(Lot::new(
            seat,
            zone("hand"),
            some("No", hands.answers / 3 + 1).into_iter().take(hands.answers as usize).collect(),
        ));
        cards.push(Lot::new(seat, zone("draw"), some("Stone", hands.events)));
        cards.push(Lot::new(seat, zone("hand"), some("Stone", hands.dull / 6)));
        cards.push(Lot::new(seat, zone("pool"), some("Stone", hands.dull / 6)));
    }
    let start = Start::Middle(Arranged::default());
    Game::new(
        rules,
        &Setup {
            players: 4,
            seats: Vec::new(),
            first: PlayerId(0),
            seed: 1.into(),
            cards,
            pieces: Vec::new(),
            options: Vec::new(),
            start,
        },
    )
}

const CROWD: &str = r#"
title   = "Crowd"
players = { from = 2, to = 18 }

[kinds.thing]
folder = "things"

[attributes]
coins = { type = "number", of = "player", changes = true }

[phases]
main = { title = "main", begin = true }
"#;

/// A game in which everybody is asked at once, in every turn.
pub fn crowd() -> Files {
    let script = "//! Everybody names a number, and none sees the others\'.\n\n\
                  fn begin_main(player) {\n    game().together(game().players, \"bid\", player);\n}\n\n\
                  fn bid(player, turn) {\n    player.coins += player.choose(\"bid how much\", 0, 9);\n}\n";
    Files::new([
        ("cards/crowd/pack.toml", PACK.replace("NAME", "crowd")),
        ("cards/crowd/ruleset.toml", CROWD.to_string()),
        ("scripts/crowd/ruleset.rhai", script.to_string()),
        ("cards/crowd/things/stone.toml", "name = \"Stone\"\ntext = \"Nothing.\"\n".to_string()),
    ])
}
