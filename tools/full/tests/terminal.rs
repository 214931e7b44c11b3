//! Nothing of a pack, a save or a record reaches a terminal as a control character: attack 2.
//!
//! The toy is made hostile in every text that is shown, and every command is run on it that shows any.
//!
//! Found once: control characters reach the terminal; marks of direction stood in pages and schemas.

use crate::common::{Folder, Ran, run_in};
use cardwright_kernel::text::acts;
use std::fs;
use std::path::{Path, PathBuf};

/// What is put into every text: it sets the title of the window, rings, clears the screen and turns the direction around.
const HOSTILE: &str = "\\u001b]0;x\\u0007\\u009b2J\\u202e\\u007f";

/// What is put into names, which may hold no control characters.
const TURNED: &str = "\\u202e\\u2066";

/// The keys whose texts are only shown.
const SHOWN: [&str; 5] = ["title", "text", "claim", "licence", "authors"];

/// What is typed at a game.
const ORDERS: &str = "?\nt\nl\ni 1\ni Nobody\nfnord\n1\n1\n1\np\nu\n1\n1\nt\nr game.json\ns game.save\nl\nq\n";

/// The commands that show what packs say: their arguments, their input, and whether they must show something of it.
const TOLD: &[(&[&str], &str, bool)] = &[
    (&["list", "cards", "--pack", "toy"], "", true),
    (&["list", "cards", "--pack", "toy", "--json"], "", true),
    (&["list", "rulings"], "", false),
    (&["list", "packs"], "", true),
    (&["why", "toy:boons/wager"], "", true),
    (&["why", "toy:boons/wager", "--json"], "", true),
    (&["why", "Nobody"], "", false),
    (&["sim", "toy", "--games", "2", "--trace"], "", true),
    (&["sim", "toy", "--games", "2", "--json"], "", true),
    (&["sim", "toy", "--games", "2", "--profile"], "", true),
    (&["test", "toy/", "--quick"], "", true),
    (&["play", "toy", "--seed", "1"], ORDERS, true),
    (&["play", "toy", "--seed", "1", "--seats", "human,human"], ORDERS, true),
    (&["play", "toy", "--load", "game.save"], ORDERS, true),
    (&["record", "replay", "game.json", "--trace"], "", true),
    (&["record", "promote", "game.json", "--shows", "casts"], "", false),
    (&["record", "promote", "game.json", "--shows", "nothing like it"], "", false),
    (&["accept", "toy/bell-tower"], "", false),
    (&["new", "card", "Ember", "--kind", "boom", "--pack", "toy"], "", false),
    (&["csv", "in", "toy", "boon", "cards/toy/pack.toml"], "", false),
    (&["migrate", "toy"], "", false),
    (&["pack", "build", "toy"], "", false),
    (&["pack", "verify", "toy-0.1.0.cardpack"], "", false),
    (&["list", "tables", "--pack", "toy"], "", true),
    (&["list", "tables", "--pack", "toy", "--json"], "", true),
    (&["list", "options"], "", false),
    (&["list", "verbs"], "", false),
    (&["list", "hooks", "--pack", "toy"], "", false),
    (&["coverage", "toy"], "", false),
    (&["coverage", "toy", "--json"], "", false),
    (&["coverage", "toy", "--lcov"], "", false),
    (&["explain", "toy/mirror/turns-a-spark-around", "--line", "1"], "", false),
    (&["explain", "toy/mirror/turns-a-spark-around", "--why-not", "A casts Wagner"], "", false),
    (&["explain", "game.json", "--line", "3"], "", true),
    (
        &["debug", "toy/mirror/turns-a-spark-around"],
        "step\nlocals\nwhere\nzones\ntrace\nprint A.hand\nlist\ncontinue\n",
        true,
    ),
    (&["fmt", "cards", "scripts", "--check"], "", false),
    (&["ask", "toy/mirror/turns-a-spark-around", "A.hand"], "", false),
    (&["ask", "toy:tables/embers", "#{ hand: B.hand, text: \"\\x1b[2J\" }"], "", true),
    (&["ask", "toy:tables/embers", "A.hand", "--json"], "", true),
    (&["compare", "toy-0.1.0.cardpack", "plain", "--games", "1"], "", true),
    (&["compare", "plain", ".", "--games", "1", "--json"], "", true),
    (&["compare", "plain", ".", "--games", "1", "--html", "compared.html"], "", true),
    (&["sim", "toy", "--games", "2", "--effects", "--curves", "--deciders", "random,greedy"], "", true),
    (&["sim", "toy", "--games", "2", "--matrix"], "", true),
    (&["sim", "toy", "--games", "2", "--matrix", "--json"], "", false),
    (&["sim", "toy", "--games", "2", "--out", "games.csv"], "", true),
    (&["sim", "toy", "--games", "3", "--out", "games.csv", "--resume"], "", true),
    (&["sim", "toy", "--games", "1", "--deciders", "external:printf '\\033[31m\\n'"], "", true),
    (&["mutate", "toy", "--every", "400", "--missed"], "", false),
    (&["mutate", "--behaviour", "scripts/toy/boons/wager.rhai", "--games", "1", "--sample", "2"], "", false),
    (&["schema", "toy", "--out", "schemas"], "", false),
    (&["csv", "out", "toy", "boon", "--out", "boons.csv"], "", false),
    (&["print", "toy", "--cards", "wager", "--out", "wager.pdf"], "", false),
];

/// The commands that other tests here run, those that give pages and messages what packs say, and not a terminal, and the one
/// that shows the guide.
const ELSEWHERE: [&str; 8] = ["check", "run", "dev", "docs", "studio", "serve", "lsp", "guide"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it can be read").flatten() {
        if entry.path().is_dir() {
            files(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}

/// The text with these characters behind its first letter.
fn poisoned(text: &str, with: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().unwrap_or(' ');
    format!("{first}{with}{}", chars.as_str())
}

/// The value of a line `key = "value"`.
fn value<'l>(line: &'l str, keys: &[&str]) -> Option<&'l str> {
    let (key, rest) = line.split_once('=')?;
    let quoted = rest.trim().strip_prefix(['"', '['])?;
    keys.contains(&key.trim()).then(|| quoted.trim_start_matches('"').split('"').next().unwrap_or_default())
}

/// The toy with control characters in the names of its cards and in all texts that are shown.
fn hostile(also: &[&str]) -> Folder {
    let folder = Folder::new().with_toy();
    let mut all = Vec::new();
    files(&folder.0, &mut all);
    let texts: Vec<(PathBuf, String)> = all
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml" || ending == "rhai"))
        .map(|path| (path.clone(), fs::read_to_string(&path).expect("it is text")))
        .collect();
    let is_card = |path: &Path| path.parent().and_then(Path::parent).is_some_and(|above| above.ends_with("cards/toy"));
    let cards = texts.iter().filter(|(path, _)| is_card(path));
    let mut names: Vec<String> =
        cards.flat_map(|(_, text)| text.lines().filter_map(|line| value(line, &["name"])).map(str::to_owned)).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for (path, text) in texts {
        let mut text = text.lines().map(|line| shown(line, also)).collect::<Vec<_>>().join("\n") + "\n";
        for (at, name) in names.iter().enumerate() {
            text = text.replace(name.as_str(), &format!("\u{1}{at}\u{2}"));
        }
        for (at, name) in names.iter().enumerate() {
            text = text.replace(&format!("\u{1}{at}\u{2}"), &poisoned(name, TURNED));
        }
        text = text.replace("choose(\"", &format!("choose(\"w{HOSTILE}"));
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// A line whose text is only shown, made hostile; any other line as it is.
fn shown(line: &str, also: &[&str]) -> String {
    match value(line, &[&SHOWN[..], also].concat()) {
        Some(text) if !text.is_empty() => line.replacen(text, &poisoned(text, HOSTILE), 1),
        _ => line.to_owned(),
    }
}

/// Runs the command, and checks what it prints. Returns how many texts were made visible.
fn tells_no_terminal(folder: &Folder, arguments: &[&str], input: &str) -> (Ran, usize) {
    let ran = run_in(&folder.0, arguments, input);
    for printed in [&ran.out, &ran.err] {
        let bad = printed.lines().find(|line| line.contains(acts));
        assert_eq!(bad, None, "{arguments:?}");
    }
    let visible =
        ran.out.matches(['␛', '�']).count() + ran.err.matches(['␛', '�']).count() + ran.out.matches("\\u").count();
    (ran, visible)
}

#[test]
fn what_packs_say_is_made_visible() {
    let folder = hostile(&["says"]);
    let check = run_in(&folder.0, &["check", "toy"], "");
    assert_eq!(check.status, 0, "the hostile pack is sound, so that all of it is shown: {check:?}");
    folder.put_toy("plain");
    for (arguments, input, shows) in TOLD.iter().copied() {
        let (ran, visible) = tells_no_terminal(&folder, arguments, input);
        assert!(visible > 0 || !shows, "{arguments:?} shows nothing hostile: {ran:?}");
    }
    // A page that is judged by, and what an editor shows.
    for path in ["compared.html", "schemas/look.json"] {
        assert!(!folder.read(path).contains(acts), "{path}");
    }
}

#[test]
fn every_command_is_tried() {
    let help = run_in(Path::new("."), &["help"], "").out;
    let commands = help.split("Global options:").next().unwrap_or_default();
    let first = |line: &str| line.strip_prefix("  ").and_then(|rest| rest.split(' ').next()).unwrap_or("").to_owned();
    let mut untried: Vec<String> = commands.lines().map(first).filter(|word| !word.is_empty()).collect();
    assert!(untried.len() > 20, "{commands}");
    untried.retain(|word| !ELSEWHERE.contains(&&**word) && !TOLD.iter().any(|(arguments, ..)| arguments[0] == *word));
    assert_eq!(untried, Vec::<String>::new());
}

#[test]
fn what_rulings_tell_is_made_visible() {
    // Their steps are read by what players say.
    let folder = hostile(&[]);
    for how in [&[][..], &["--json"], &["--places"], &["--seat", "A"]] {
        let arguments = [&["run", "toy/mirror/turns-a-spark-around"][..], how].concat();
        let (ran, visible) = tells_no_terminal(&folder, &arguments, "");
        assert!(visible > 0, "{arguments:?} shows nothing hostile: {ran:?}");
    }
}

#[test]
fn what_is_wrong_with_packs_is_made_visible() {
    let wager = "cards/toy/boons/wager.toml";
    let script = "scripts/toy/boons/wager.rhai";
    let ruling = "tests/rulings/toy/bell-tower/each-orders-his-own.toml";
    for (path, text) in [
        (wager, "name = \"Wager\"\n\"b\\u001b[31mad\" = 1\n".to_owned()),
        (wager, format!("name = \"W{HOSTILE}\"\nkind = \"k{HOSTILE}\"\nanswers = {{ round = \"x{HOSTILE}\" }}\n")),
        (wager, "name = \"W\u{9b}\u{202e}\"\ntaste = \"\u{202e}\u{85}\"\n".to_owned()),
        (wager, "name = \u{1b}[31m\u{7}\n".to_owned()),
        (script, "fn resolve(item) {\n    item.player.dr\u{202e}aw(1);\n \u{1b}[31m \u{9b}\n}\n".to_owned()),
        (
            script,
            "fn resolve(item) {\n    item.player.choose(\"\u{1b}[31m\u{9b}\", 3, \"\u{202e}\").drow(); // \u{1b}\n}\n"
                .to_owned(),
        ),
        (script, "fn resolve(item) {\n    throw \"\\x1b[31m\\u009b\";\n}\n".to_owned()),
        (
            ruling,
            format!(
                "claim = \"c{HOSTILE}\"\n[A]\nhand = [\"H{HOSTILE}\"]\n[play]\nsteps = \"\"\"\nA does {HOSTILE}\n\"\"\"\n"
            ),
        ),
        (
            "cards/toy/pack.toml",
            format!(
                "name = \"toy\"\ntitle = \"T{HOSTILE}\"\nversion = \"0.1.0{HOSTILE}\"\nrequires = [\"x{HOSTILE}\"]\n"
            ),
        ),
        ("cards/toy/decks/evening.toml", format!("title = \"E\"\n[cards]\n\"N{HOSTILE}\" = 1\n")),
        ("cards/toy/boons/a\u{1b}[31mb\u{9b}\u{202e}.toml", "name = \"Odd\"\ntext = \"x\"\nbad = 1\n".to_owned()),
        ("cards/o\u{1b}[31mdd/pack.toml", "bad = 1\n".to_owned()),
    ] {
        let folder = Folder::new().with_toy();
        folder.write(path, &text);
        for arguments in [
            &["check", "."][..],
            &["list", "cards", "--pack", "toy"],
            &["test", "toy/bell-tower/each", "--quick"],
            &["pack", "build", "toy", "--unchecked"],
            &["pack", "verify", "toy-0.1.0.cardpack"],
        ] {
            tells_no_terminal(&folder, arguments, "");
        }
    }
}

#[test]
fn what_records_and_saves_say_is_made_visible() {
    let folder = Folder::new().with_toy();
    let game = run_in(&folder.0, &["sim", "toy", "--games", "1", "--record", "game.json"], "");
    assert_eq!(game.status, 0, "{game:?}");
    let record: serde_json::Value = serde_json::from_str(&folder.read("game.json")).expect("it is JSON");
    let fields: Vec<String> = record.as_object().expect("it is an object").keys().cloned().collect();
    for field in fields {
        let mut hostile = record.clone();
        poison(&mut hostile[field.as_str()]);
        folder.write("hostile.json", &hostile.to_string());
        for arguments in [
            &["record", "replay", "hostile.json", "--trace"][..],
            &["record", "replay", "hostile.json", "--old"],
            &["record", "promote", "hostile.json", "--shows", "casts"],
        ] {
            tells_no_terminal(&folder, arguments, "");
        }
    }
    folder.write("hostile.save", "\u{1b}[31m\u{9b}\u{202e}");
    tells_no_terminal(&folder, &["play", "toy", "--load", "hostile.save"], "q\n");
    tells_no_terminal(&folder, &["play", "toy", "--load", "\u{1b}[31m"], "q\n");
}

/// Every text in a value, made hostile.
fn poison(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) => text.push_str("\u{1b}]0;x\u{7}\u{9b}2J\u{202e}"),
        serde_json::Value::Array(values) => values.iter_mut().for_each(poison),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(poison),
        _ => {}
    }
}
