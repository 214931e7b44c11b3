//! What must be absent: words of games in the engine, imports against the floors, output and clocks in the library.

use cardwright_script::verbs::{GONE, history, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Words of the games; the names of the packs are added.
const GAME_WORDS: &[&str] = &[
    "calm",
    "calms",
    "calmed",
    "cataclysm",
    "realm",
    "realms",
    "calamity",
    "calamities",
    "civilization",
    "famine",
    "epidemic",
    "champion",
    "champions",
    "materialize",
    "recollection",
    "opportunity",
    "siege",
    "stronghold",
    "fellowship",
    "palantir",
    "nazgul",
    "radius",
    "horizon",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The games of our own that show little at a time, each of which is to be a small one; with `look.toml`.
const SMALL_GAMES: [&str; 4] = ["apiary", "masquerade", "rose_window", "tideline"];

/// They have fewer lines than this that are not empty, cards and scripts together.
const SMALL: usize = 330;

/// Every file under a folder with one of these endings, as its path from the root and its text.
pub fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    gather(&root().join(folder), endings, &mut found);
    assert!(!found.is_empty(), "there are files under {folder}");
    found
}

fn gather(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, endings, found);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            let text = fs::read_to_string(&path).expect("source files are text");
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push((name, text));
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    text.lines().enumerate().flat_map(|(line, text)| {
        text.split(|char: char| !char.is_alphanumeric()).map(move |word| (line + 1, word.to_lowercase()))
    })
}

/// The packs that have a ruleset: a library belongs to no game.
fn packs() -> Vec<String> {
    let entries = fs::read_dir(root().join("cards")).expect("there are packs");
    let folders = entries.filter_map(Result::ok).filter(|entry| entry.path().join("ruleset.toml").is_file());
    folders.map(|entry| entry.file_name().to_string_lossy().to_lowercase()).collect()
}

#[test]
fn the_games_of_our_own_are_small() {
    for game in SMALL_GAMES {
        let cards = files(&format!("cards/{game}"), &["toml"]);
        let scripts = files(&format!("scripts/{game}"), &["rhai"]);
        let says = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
        let lines: usize = cards.iter().chain(&scripts).map(|(_, text)| says(text)).sum();
        assert!(!scripts.is_empty() && lines < SMALL, "{game} has {lines} lines of TOML and Rhai");
    }
}

#[test]
fn no_word_of_a_game_stands_in_the_engine() {
    let packs = packs();
    assert!(!packs.is_empty());
    let mut offending = Vec::new();
    for (path, text) in files("engine", &["rs", "toml", "md"]) {
        // The engine's own tests write small packs of their own; what a game is called there binds nobody.
        if path.contains("/tests/") {
            continue;
        }
        for (line, word) in words(&text) {
            if GAME_WORDS.contains(&word.as_str()) || packs.contains(&word) {
                offending.push(format!("{path}:{line}: {word}"));
            }
        }
    }
    assert!(offending.is_empty(), "words of games in the engine:\n{}", offending.join("\n"));
}

/// Lines of a file that are neither comments nor in its tests.
pub fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    text[..end]
        .lines()
        .enumerate()
        .map(|(line, text)| (line + 1, text))
        .filter(|(_, line)| !line.trim().starts_with("//"))
}

fn assert_nowhere(needle: &str, but: &[&str]) {
    let mut offending = Vec::new();
    for (path, text) in files("engine", &["rs"]) {
        let own = path.contains("/tests/") || path.contains("/benches/");
        if own || but.iter().any(|allowed| path.starts_with(allowed)) {
            continue;
        }
        offending
            .extend(code(&text).filter(|(_, line)| line.contains(needle)).map(|(line, _)| format!("{path}:{line}")));
    }
    assert!(offending.is_empty(), "`{needle}` belongs elsewhere:\n{}", offending.join("\n"));
}

#[test]
fn only_content_reads_files_and_nobody_prints_or_reads_a_clock() {
    assert_nowhere("std::fs", &["engine/content/"]);
    for needle in
        ["println!", "eprintln!", "print!(", "std::env", "std::net", "SystemTime", "Instant::", "std::process"]
    {
        assert_nowhere(needle, &[]);
    }
}

/// The crates import each other one way, or they would not compile; inside of two of them there are floors, which no compiler
/// sees.
#[test]
fn the_floors_of_kernel_and_content_import_one_way() {
    let layers: &[(&str, &[&str])] = &[
        ("kernel/src/base", &["model", "play", "audit"]),
        ("kernel/src/model", &["play", "audit"]),
        ("kernel/src/play", &["audit"]),
        ("content/src/keys", &["read", "patch", "bind", "declare", "lints", "look"]),
        ("content/src/read", &["patch", "bind", "declare", "lints", "look"]),
        ("content/src/patch", &["bind", "declare", "lints", "look"]),
        ("content/src/bind", &["declare", "lints", "look"]),
        ("content/src/declare", &["lints", "look"]),
        ("content/src/look", &["lints"]),
    ];
    let mut offending = Vec::new();
    for (layer, forbidden) in layers {
        for (path, text) in files(&format!("engine/{layer}"), &["rs"]) {
            if path.contains("/tests/") {
                continue;
            }
            for (line, text) in code(&text) {
                let imports = forbidden.iter().find(|other| names_module(text, other));
                offending.extend(imports.map(|other| format!("{path}:{line}: {layer} sees {other}")));
            }
        }
    }
    assert!(offending.is_empty(), "imports against the layers:\n{}", offending.join("\n"));
}

/// Whether a line names this module of its crate, and not one whose name only begins alike.
fn names_module(text: &str, module: &str) -> bool {
    let path = format!("crate::{module}");
    let mut behind = text.split(&path).skip(1);
    behind.any(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

/// The files of the model, each of which sees only those before it.
const MODEL: &[&str] = &[
    "ids",
    "generator",
    "chance",
    "packed",
    "value",
    "carried",
    "rules",
    "words",
    "agenda",
    "index",
    "item",
    "named",
    "result",
    "effect",
    "guise",
    "knowledge",
    "entity",
    "memory",
    "options",
    "turn",
    "state",
    "deal",
    "topics",
    "change",
    "held",
    "apply",
    "due",
    "reason",
    "trace",
    "prompt",
    "open_chance",
    "spent",
    "tape",
    "numbers",
    "setup",
    "arranging",
    "game",
    "sealed",
    "visit",
];

#[test]
fn the_model_imports_one_way() {
    let mut offending = Vec::new();
    for (path, text) in files("engine/kernel/src/model", &["rs"]) {
        let own = path.trim_start_matches("engine/kernel/src/model/").trim_end_matches(".rs");
        let own = own.split('/').next().unwrap_or(own);
        if own == "mod" {
            continue;
        }
        let at =
            MODEL.iter().position(|name| *name == own).unwrap_or_else(|| panic!("{path} has no place in the order"));
        for (line, text) in code(&text) {
            let seen = text.split("crate::model::").skip(1).map(|rest| rest.split("::").next().unwrap_or(rest));
            let later = seen.filter(|other| *other != own && !MODEL[..at].contains(other));
            offending.extend(later.map(|other| format!("{path}:{line}: {own} sees {other}")));
        }
    }
    assert!(offending.is_empty(), "imports against the order:\n{}", offending.join("\n"));
}

/// A name stands for one type, whoever can see it.
#[test]
fn lowering_and_the_evaluator_stay_small() {
    let lines = |folder| files(folder, &["rs"]).iter().map(|(_, text)| text.lines().count()).sum::<usize>();
    let all = lines("engine/script/src/lower") + lines("engine/script/src/run");
    assert!(all < 3_500, "they have {all} lines together");
}

#[test]
fn the_names_of_types_are_unique() {
    let found = shared_names(&files("engine", &["rs"]));
    let lines: Vec<String> = found.iter().map(|(name, paths)| format!("{name}: {}", paths.join(", "))).collect();
    assert!(lines.is_empty(), "one name for several types; rename all but one:\n{}", lines.join("\n"));
}

#[test]
fn a_name_for_two_types_is_found() {
    let file = |path: &str, text: &str| (path.to_string(), text.to_string());
    let one = file("a.rs", "pub struct Place {\n}\nstruct Inner;\nimpl Iterator for Inner {\n    type Item = u8;\n}\n");
    let other = file("b.rs", "pub(super) enum Place<'t> {\n}\n    type Item = u8;\npub struct Outer;\n");
    let both = vec!["a.rs".to_string(), "b.rs".to_string()];
    assert_eq!(shared_names(&[one.clone(), other]), [("Place".to_string(), both.clone())]);
    assert_eq!(shared_names(&[one, file("b.rs", "enum Inner {\n}\n")]), [("Inner".to_string(), both)]);
}

/// The names of types that several files declare, with those files.
fn shared_names(files: &[(String, String)]) -> Vec<(String, Vec<String>)> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files.iter().filter(|(path, _)| !path.contains("/tests/")) {
        for name in code(text).filter_map(|(_, line)| declared_type(line)) {
            found.entry(name.to_string()).or_default().push(path.clone());
        }
    }
    found.into_iter().filter(|(_, paths)| paths.len() > 1).collect()
}

/// The type that a line declares.
fn declared_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub").unwrap_or(line);
    let rest = if rest.starts_with('(') { rest.split_once(')')?.1 } else { rest };
    // What begins further to the right belongs to a trait or to a function.
    let rest = if rest.len() < line.len() { rest.trim_start() } else { rest };
    let (what, rest) = rest.split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    ["struct", "enum", "trait", "type", "union"].contains(&what).then_some(name)
}

/// Words that the glossary has replaced, each with the one that is used now.
const REPLACED: &[(&str, &str)] = &[
    ("deed", "operation"),
    ("happening", "event"),
    ("speaker", "acting seat"),
    ("spot", "source line"),
    ("desk", "call context"),
    ("looker", "viewpoint"),
    ("onlooker", "spectator"),
];

#[test]
fn words_that_the_glossary_has_replaced_name_nothing() {
    let glossary = fs::read_to_string(root().join("engine/GLOSSARY.md")).expect("there is a glossary");
    let mut offending = Vec::new();
    for (old, new) in REPLACED {
        assert!(glossary.contains(&format!("\n| {new} |")), "the glossary does not explain `{new}`");
        assert!(!glossary.contains(&format!("\n| {old} |")), "the glossary has `{old}` and `{new}`");
    }
    for (path, text) in
        ["engine", "tools/cli/src", "tools/rulings/src"].into_iter().flat_map(|folder| files(folder, &["rs"]))
    {
        for (line, text) in code(&text).filter(|_| !path.contains("/tests/")) {
            let parts: Vec<String> = text.split('"').step_by(2).flat_map(name_parts).collect();
            let old = REPLACED.iter().find(|(old, _)| parts.iter().any(|part| part.trim_end_matches('s') == *old));
            offending.extend(old.map(|(old, new)| format!("{path}:{line}: `{old}` is called `{new}`")));
        }
    }
    assert!(offending.is_empty(), "words that were replaced:\n{}", offending.join("\n"));
}

#[test]
fn what_is_an_error_is_called_one() {
    let mut offending = Vec::new();
    for (path, text) in ["engine", "tools"].into_iter().flat_map(|folder| files(folder, &["rs"])) {
        for (line, text) in code(&text) {
            let named = text.split_once("Error for ").and_then(|(_, rest)| rest.split([' ', '<']).next());
            let named = named
                .filter(|name| text.starts_with("impl") && !["Error", "Failure"].iter().any(|end| name.ends_with(end)));
            offending.extend(named.map(|name| format!("{path}:{line}: `{name}`")));
        }
    }
    assert!(
        offending.is_empty(),
        "errors whose names end neither in `Error` nor in `Failure`:\n{}",
        offending.join("\n")
    );
}

#[test]
fn a_word_in_a_name_is_found() {
    assert_eq!(name_parts("is_deed(OpenWindow, x9)"), ["is", "deed", "open", "window", "x"]);
}

/// The words that names are made of, in small letters.
fn name_parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut goes_on = false;
    for letter in text.chars() {
        if !letter.is_alphabetic() {
            goes_on = false;
            continue;
        }
        match parts.last_mut().filter(|_| goes_on && !letter.is_uppercase()) {
            Some(part) => part.push(letter),
            None => parts.push(letter.to_lowercase().collect()),
        }
        goes_on = true;
    }
    parts
}

#[test]
fn only_changes_take_the_state_to_change_it() {
    let mut offending = Vec::new();
    for (path, text) in files("engine", &["rs"]) {
        let may = path.ends_with("/apply.rs") || path.ends_with("/setup.rs") || path.contains("/tests/");
        if !may {
            offending.extend(
                code(&text).filter(|(_, line)| line.contains("&mut State")).map(|(line, _)| format!("{path}:{line}")),
            );
        }
    }
    assert!(offending.is_empty(), "only `Change` changes the state:\n{}", offending.join("\n"));
}

/// What only looks is kept until something that it read changes; so a row that says that it only looks must not take the
/// table to change it.
#[test]
fn a_verb_that_only_looks_takes_nothing_to_change_it() {
    let (mut wrong, mut acting) = (Vec::new(), 0);
    for (path, text) in files("engine/script/src/verbs", &["rs"]) {
        acting += rows_of(&text, &["Changes", "Asks"]).len();
        for row in rows_of(&text, &["Reads", "Looks", "Plain"]) {
            let others = ["may(", "add_part(", "log("]
                .iter()
                .fold(row.to_string(), |row, may| row.replace(&format!("ctx.table().{may}"), ""));
            if others.contains("ctx.table()") {
                wrong.push(format!("{path}: {}", row.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(acting > 80, "only {acting} verbs that act were found");
    assert!(wrong.is_empty(), "these change something and do not say so:\n{}", wrong.join("\n"));
}

#[test]
fn a_row_that_only_looks_is_found() {
    let text = "verbs! {\n    /// Ends.\n    Reads \"Card.end()\" => |ctx, card: Card| { ctx.table().end() }\n}\n";
    assert!(rows_of(text, &["Reads"])[0].contains("ctx.table()"));
    assert!(rows_of(&text.replace("Reads", "Changes"), &["Reads"]).is_empty());
}

/// The rows of a file of verbs that are declared with one of these effects.
fn rows_of<'t>(text: &'t str, effects: &[&str]) -> Vec<&'t str> {
    let starts: Vec<String> = effects.iter().map(|effect| format!("\n    {effect} \"")).collect();
    let rows = starts.iter().flat_map(|start| text.match_indices(start.as_str()));
    rows.map(|(at, _)| text[at..].trim_start().split("\n    ///").next().unwrap_or_default())
        .map(|row| row.split("\n}\n").next().unwrap_or_default())
        .collect()
}

/// Names of earlier verbs that mean something else today.
const SOMETHING_ELSE: [&str; 5] = ["joint", "learned", "none", "remove", "some"];

/// A message that says to write what is refused is worse than none.
#[test]
fn no_message_and_no_chapter_names_a_verb_that_there_was() {
    let gone = earlier_verbs();
    assert!(gone.contains("move_some") && gone.contains("sort_by") && !gone.contains("move_to"));
    let mut texts = files("engine", &["rs"]);
    texts.extend(files("tools", &["rs"]).into_iter().filter(|(path, _)| !path.contains("/migrate/")));
    texts.extend(files("tools/guides", &["md"]));
    let mut wrong = Vec::new();
    for (path, text) in texts {
        for (at, line) in text.lines().enumerate().filter(|(_, line)| path.ends_with(".md") || is_message(line)) {
            let named = quoted_verbs(line).into_iter().filter(|name| gone.contains(*name));
            wrong.extend(named.map(|name| format!("{path}:{}: `{name}`", at + 1)));
        }
    }
    assert!(wrong.is_empty(), "these verbs are called otherwise now:\n{}", wrong.join("\n"));
}

/// The names that only earlier verbs had.
fn earlier_verbs() -> BTreeSet<&'static str> {
    let today: BTreeSet<Box<str>> = rows().iter().flat_map(|row| row.signatures()).map(|it| it.name).collect();
    let earlier = history().map(|(old, _)| old).chain(GONE.iter().map(|(old, _)| *old));
    let earlier = earlier.filter_map(|old| old.strip_prefix("x.")?.split('(').next());
    earlier.filter(|name| !today.contains(*name) && !SOMETHING_ELSE.contains(name)).collect()
}

/// Whether a line of Rust may hold a text for people; those that tell what was written before are none.
fn is_message(line: &str) -> bool {
    line.contains('"') && !line.contains("\"x.") && !line.trim_start().starts_with("//")
}

/// The last names in what a line quotes: `draw` in `` `player.draw(2)` ``.
fn quoted_verbs(line: &str) -> Vec<&str> {
    let quoted = line.split('`').skip(1).step_by(2);
    let names = quoted.filter_map(|code| code.split('(').next()?.rsplit('.').next());
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn a_verb_in_quotes_is_found() {
    assert_eq!(
        quoted_verbs("counted pieces go with `move_some`, `pile.leave(cause, 2)` or `list.last`"),
        ["move_some", "leave", "last"]
    );
    assert!(is_message("Fault::stop(\"`a`\")") && !is_message("// \"a\"") && !is_message("was \"x.a\" = \"x.b\""));
}
