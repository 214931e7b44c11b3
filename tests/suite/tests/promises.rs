//! SECURITY.md: every promise names the tests that try to break it, and every test that is named exists.

use std::fs;
use std::path::{Path, PathBuf};
use suite::root;

/// What stands between the promises: how to report, who is protected from whom, figures of long versions.
const NO_PROMISES: [&str; 3] = ["How to report", "Who is protected from whom", "Long versions"];

/// Below what the names of files lie that begin with no folder of the repository.
const BELOW: [&str; 7] =
    ["", "engine", "engine/kernel/src", "tools/cli/src", "tools/rulings/src", "tools/studio-server/src", "tools"];

/// What begins a part that promises nothing.
const NO_PROMISE: [&str; 4] = ["**Not promised:**", "**Measured:**", "|", "`tests/suite/tests/promises.rs`"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The parts of a section: paragraphs, and each row of a list for itself.
fn parts(section: &str) -> Vec<String> {
    let rows = section.replace("\n- ", "\n\n- ");
    rows.split("\n\n").map(|part| part.trim().trim_start_matches("- ").replace('\n', " ")).collect()
}

/// What a part names behind `*Test:*` or `*Tests:*`: all that is written as code and is a name of a file or folder.
fn named(part: &str) -> Vec<&str> {
    let behind = part.find("*Test").or_else(|| part.find("*test")).map_or("", |at| &part[at..]);
    let code = behind.split('`').skip(1).step_by(2);
    code.filter(|name| !name.contains(' ') && (name.ends_with('/') || is_file_name(name) || name.contains('/')))
        .collect()
}

fn is_file_name(name: &str) -> bool {
    [".rs", ".py", ".ts", ".md", ".toml"].iter().any(|ending| name.ends_with(ending))
}

/// The files or folders that a name means; `…` at its end stands for all rulings of a group.
fn meant(name: &str) -> Vec<PathBuf> {
    let name = name.trim_end_matches('/');
    if let Some(group) = name.strip_suffix("/…") {
        let packs = fs::read_dir(root().join("tests/packs")).expect("there are packs for tests").flatten();
        let rulings = packs.map(|pack| pack.path().join("tests/rulings")).chain([root().join("tests/rulings")]);
        return rulings.map(|folder| folder.join(group)).filter(|folder| folder.is_dir()).collect();
    }
    BELOW.iter().map(|below| root().join(below).join(name)).filter(|path| path.exists()).collect()
}

/// Whether there is a test in it. Mistakes and rulings are tests as they are.
fn holds_a_test(path: &Path) -> bool {
    if path.is_dir() {
        return fs::read_dir(path).expect("it can be read").flatten().any(|entry| holds_a_test(&entry.path()));
    }
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("rs") => {
            read(path).contains("#[test]") || path.parent().is_some_and(|folder| folder.ends_with("mistakes"))
        }
        Some("py") => read(path).contains("def test_"),
        Some("ts" | "mjs") => read(path).contains("test("),
        Some("toml" | "md") => true,
        _ => false,
    }
}

/// The mistakes that a part names beside their folder.
fn mistakes(part: &str) -> Vec<&str> {
    let is_mistake = |name: &&str| name.contains('_') && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    match part.contains("`tests/mistakes/") {
        true => part.split('`').skip(1).step_by(2).filter(is_mistake).collect(),
        false => Vec::new(),
    }
}

fn is_mistake(name: &str) -> bool {
    let folders = fs::read_dir(root().join("tests/mistakes")).expect("there are mistakes").flatten();
    let mut all = folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flat_map(|files| files.flatten());
    all.any(|file| file.path().file_stem().is_some_and(|stem| stem == name))
}

/// What is wrong with a text that promises something.
fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for section in text.split("\n## ").skip(1) {
        let (title, rest) = section.split_once('\n').unwrap_or((section, ""));
        if NO_PROMISES.contains(&title) {
            continue;
        }
        for part in parts(rest).iter().filter(|part| !part.is_empty()) {
            if NO_PROMISE.iter().any(|begins| part.starts_with(begins)) {
                continue;
            }
            let named = named(part);
            faults.extend(
                mistakes(part)
                    .into_iter()
                    .filter(|name| !is_mistake(name))
                    .map(|name| format!("{title}: there is no mistake `{name}`")),
            );
            let shown: String = part.chars().take(90).collect();
            if named.is_empty() {
                faults.push(format!("{title}: no test is named of: {shown}"));
            }
            for name in named {
                match &*meant(name) {
                    [] => faults.push(format!("{title}: there is no `{name}`")),
                    found if found.iter().any(|path| holds_a_test(path)) => {}
                    _ => faults.push(format!("{title}: no test is in `{name}`")),
                }
            }
        }
    }
    faults
}

#[test]
fn every_promise_names_tests_that_exist() {
    let faults = faults(&read(&root().join("SECURITY.md")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn it_begins_with_how_to_report() {
    let text = read(&root().join("SECURITY.md"));
    let first = text.lines().find_map(|line| line.strip_prefix("## "));
    assert_eq!(first, Some("How to report"));
}

/// The test above can fail.
#[test]
fn a_promise_without_a_test_is_found() {
    let text = "# S\n\n## Packs\n\n- Nothing is read. *Test:* `tests/suite/tests/promises.rs`.\n- All is well.\n- It holds. *Test:* \
                `tests/suite/tests/dreamt.rs`.\n- It is so. *Test:* `README.md` and `CARDS`.\n\n**Not promised:** anything.\n";
    let found = faults(text);
    assert_eq!(found, ["Packs: no test is named of: All is well.", "Packs: there is no `tests/suite/tests/dreamt.rs`"]);
}
