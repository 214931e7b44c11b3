//! What cards cost that are many things at once: fifty continuous effects in eight layers.

use super::waiting::{PACK, RULESET, plays};
use super::{Timing, ruleset};
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};

/// Instead of the stages of the other game.
const LAYERS: &str = r#"
layers = { copy = "oldest first", types = "dependencies first", abilities = "dependencies first", colours = "oldest first", base = "oldest first", change = "oldest first", counters = "oldest first", switch = "oldest first" }
"#;

/// What things are and have.
const SETS: &str = r#"[attributes]
types = { type = "choices", of = "thing", choices = ["stone", "beast", "ghost"], default = ["stone"] }
signs = { type = "choices", of = "thing", choices = ["flight", "song"] }
"#;

/// What becomes of that.
const VALUES: &str = r#"[values]
types = { of = "thing", amount = "types" }
signs = { of = "thing", amount = "signs" }
"#;

/// Ten each of five sorts of effects: what a thing is, what it has, what it can, and how strong it is.
const EFFECTS: [(&str, &str); 5] = [
    (
        "Rite",
        "[[modifies]]\nlayer = \"types\"\nvalue = \"types\"\nadd = [\"beast\"]\nsubject = { types = \"stone\" }\n",
    ),
    (
        "Wing",
        "[[modifies]]\nlayer = \"abilities\"\nvalue = \"signs\"\nadd = [\"flight\"]\nsubject = { types = \"beast\" }\nand = [{ layer = \"counters\", value = \"strength\", add = 1 }]\n",
    ),
    ("Hush", "[[silences]]\nlayer = \"abilities\"\nsubject = { types = \"ghost\" }\n"),
    ("Nine", "[[modifies]]\nlayer = \"base\"\nvalue = \"strength\"\nat_least = 9\nsubject = { signs = \"song\" }\n"),
    (
        "Flag",
        "[[modifies]]\nlayer = \"change\"\nvalue = \"strength\"\nadd = 1\nsubject = { types = \"beast\", of = \"you\" }\n",
    ),
];

const ONE: &str = "fn resolve(item) {\n    let first = item.player.cards(\"draw\").first;\n\n    first.might += 1;\n    if first.strength < 0 { first.might = 0; }\n}\n";

const ALL: &str = "fn resolve(item) {\n    let first = item.player.cards(\"draw\").first;\n\n    first.might += 1;\n    let weak = item.player.cards(\"pool\").filter(|thing| thing.strength < 0);\n\n    weak.leave(\"discarded\");\n}\n";

fn pack(push: &str) -> Ruleset {
    let rules = RULESET.replace("stages   = { add = \"add\" }", LAYERS.trim());
    let rules = rules.replace("[attributes]\n", SETS).replace("[values]\n", VALUES);
    let mut files: Vec<(String, String)> = vec![
        ("cards/layered/pack.toml".into(), PACK.replace("waiting", "layered")),
        ("cards/layered/ruleset.toml".into(), rules),
        ("cards/layered/acts/push.toml".into(), "name = \"Push\"\ntext = \"One thing is mightier.\"\n".into()),
        ("scripts/layered/acts/push.rhai".into(), push.into()),
        ("cards/layered/things/stone.toml".into(), "name = \"Stone\"\n".into()),
    ];
    for (name, effect) in EFFECTS {
        let path = format!("cards/layered/things/{}.toml", name.to_lowercase());
        files.push((path, format!("name = \"{name}\"\ntext = \"Something.\"\n{effect}")));
    }
    ruleset(&Files::new(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))), "layered")
}

/// One thing is changed; then its strength is read, or that of all things.
pub fn cases(cases: &mut Vec<Timing>) {
    for (what, push) in [("it is read", ONE), ("all are read", ALL)] {
        let ruleset = pack(push);
        let host = ruleset.host();
        let name = format!("layers, 50 in 8 on 200, one changed and {what}");
        cases.push(Timing::new(name, "20 µs", move || {
            let effects = EFFECTS.iter().map(|(name, _)| ("pool", *name, 10));
            let cards = [("draw", "Stone", 1), ("pool", "Stone", 150), ("hand", "Push", 21)];
            let cards: Vec<_> = cards.into_iter().chain(effects).collect();
            let times = (0..10).map(|_| plays(&ruleset, &host, &cards, 20, 40));
            (times.sum(), 10 * 20)
        }));
    }
}
