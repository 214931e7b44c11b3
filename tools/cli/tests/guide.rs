//! `cardwright guide`: its chapters, and what of them is listed by the command.

use crate::common::{Folder, Ran, root, run_in};
use cardwright_cli::guide::chapters;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn guide(arguments: &[&str]) -> Ran {
    run_in(&Folder::new().0, &[&["guide"], arguments].concat(), "")
}

#[test]
fn chapters_are_listed_in_the_order_to_read_them() {
    let ran = guide(&[]);
    let listed = ran.out.lines().filter(|line| line.starts_with("  "));
    let names: Vec<_> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, chapters().iter().map(|chapter| chapter.name).collect::<Vec<_>>(), "{ran:?}");
    assert!(ran.status == 0 && ran.err.is_empty(), "{ran:?}");
    assert!(ran.out.starts_with("Cards:\n  first-card     Your first card in ten minutes: "), "{}", ran.out);
}

#[test]
fn a_chapter_is_printed() {
    let ran = guide(&["costs"]);
    assert!(ran.status == 0 && ran.err.is_empty(), "{ran:?}");
    assert!(ran.out.starts_with("# Costs\n\nA price is a table of parts"), "{}", ran.out);
    assert!(ran.out.contains("| `spend.<attribute>` |") && !ran.out.contains("<!--"), "{}", ran.out);
}

#[test]
fn a_heading_opens_its_chapter() {
    let windows = guide(&["The turn"]);
    assert!(windows.out.starts_with("# Windows and the turn\n"), "{}", windows.out);
    assert_eq!(windows.err, "hint: `The turn` is in the chapter `windows`: The turn\n");
    // Several words need no quotes, and some of them are enough.
    let (worth, whole) = (guide(&["worth"]), guide(&["what", "a", "position", "is", "worth"]));
    assert_eq!(worth.err, "hint: `worth` is in the chapter `endings`: What a position is worth\n");
    assert_eq!(worth.out, whole.out);
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest() {
    let near = guide(&["windwos"]);
    assert_eq!((near.status, &*near.out), (2, ""));
    let said = "error: the guide has no chapter or heading `windwos`\n  help: did you mean `windows`?\n  \
                help: `cardwright guide` lists the chapters\n";
    assert_eq!(near.err, said);
    let far = guide(&["photosynthesis"]);
    assert!(far.status == 2 && !far.err.contains("did you mean"), "{far:?}");
}

const BEGINS: &str = "<!-- generated: ";

/// What `cardwright list` prints, by what the marks in the chapters call it.
fn listed() -> BTreeMap<String, String> {
    let list = |what: &str| run_in(&Folder::new().0, &["list", what], "").out;
    let mut parts: BTreeMap<_, _> = ["hooks", "limits"].map(|what| (what.to_owned(), list(what))).into();
    let mut of = String::new();
    for line in list("verbs").lines() {
        if !line.starts_with(' ') {
            let verb = ["(", " -> ", " = "].iter().fold(line, |verb, end| verb.split(end).next().unwrap_or(verb));
            of = match verb.rsplit_once('.') {
                Some((of, _)) if of.contains(" or ") => "verbs of several kinds of things".to_owned(),
                Some((of, _)) => format!("verbs of {of}"),
                None => "functions".to_owned(),
            };
        }
        parts.entry(of.clone()).or_default().push_str(&format!("{line}\n"));
    }
    parts
}

/// A chapter as it would be if its lists were made now; the names of the lists that it has join the told ones.
fn current(text: &str, parts: &BTreeMap<String, String>, told: &mut BTreeSet<String>) -> String {
    let mut current = String::new();
    for (at, part) in text.split(BEGINS).enumerate() {
        let (what, rest) = part.split_once(" -->\n").unwrap_or((part, ""));
        match parts.get(what).filter(|_| at > 0) {
            Some(list) => {
                let (_, after) = rest.split_once("<!-- end of").unwrap_or_default();
                current.push_str(&format!("{BEGINS}{what} -->\n\n```text\n{list}```\n\n<!-- end of{after}"));
                assert!(told.insert(what.to_owned()), "`{what}` is listed twice");
            }
            None if at > 0 => current.push_str(&format!("{BEGINS}{part}")),
            None => current.push_str(part),
        }
    }
    current
}

#[test]
fn the_guide_lists_every_hook_verb_and_limit() {
    let parts = listed();
    let (mut told, mut changed) = (BTreeSet::new(), Vec::new());
    for chapter in chapters() {
        let path = format!("tools/guides/{}.md", chapter.name);
        let now = current(chapter.text, &parts, &mut told);
        if now != chapter.text {
            fs::write(root().join(format!("{path}.new")), now).expect("it can be written");
            changed.push(path);
        }
    }
    assert_eq!(told, parts.into_keys().collect(), "each list is in a chapter");
    assert!(changed.is_empty(), "lists have changed: they are made anew in a `.new` beside each of {changed:#?}");
}
