//! The guide tells about every key, problem, fault and signal: its tables are made of their rows.

use crate::guides::{document, path_of};
use cardwright_cli::guide::{Chapter, PROBLEMS, chapters, faults, heading};
use cardwright_content::{WHO_IS_MEANT, tables};
use cardwright_kernel::rules::SIGNALS;
use std::collections::BTreeSet;
use std::fs;
use suite::root;

/// What begins and ends what is made, around what it is made of: `keys of a window`.
const BEGINS: &str = "<!-- generated: ";
const ENDS: &str = "<!-- end of generated: ";

/// Rows with links to headings, as they stand in a chapter: other headings are in other files.
fn linked(rows: &str, own: &Chapter) -> String {
    let mut linked = String::new();
    let mut rest = rows;
    while let Some((before, behind)) = rest.split_once("](#") {
        let (anchor, after) = behind.split_once(')').expect("links end");
        let (chapter, heading) = heading(anchor).unwrap_or_else(|| panic!("no heading is called `#{anchor}`"));
        let link = if chapter == own { format!("#{anchor}") } else { chapter.link(heading) };
        linked.push_str(&format!("{before}]({link})"));
        rest = after;
    }
    linked + rest
}

/// A sentence with `…` for what it names in braces.
fn with_gaps(sentence: &str) -> String {
    // Braces that are doubled stand for themselves.
    let marked = sentence.replace("{{", "\u{1}").replace("}}}", "}\u{2}").replace("}}", "\u{2}");
    let mut parts = marked.split('{');
    let first = parts.next().unwrap_or_default().to_string();
    let filled = parts.fold(first, |text, part| text + "…" + part.split_once('}').expect("braces are closed").1);
    filled.replace('\u{1}', "{").replace('\u{2}', "}")
}

/// The table of problems, of signals or of faults, of this name.
fn listed(what: &str) -> Option<String> {
    if what == "signals" {
        let rows = SIGNALS.iter().map(|signal| {
            let has = signal.fields.iter().map(|field| format!("`{}`: {}", field.property, field.what));
            format!("| {} | {} | {} |\n", signal.name, signal.when, has.collect::<Vec<_>>().join("; "))
        });
        let head = "| Signal | When | What the event has |\n|---|---|---|\n";
        return Some(head.to_string() + &rows.collect::<String>());
    }
    if what == "faults" {
        let row = |(advice, sentences): (&str, Vec<&str>)| {
            let sentences: Vec<String> = sentences.into_iter().map(with_gaps).collect();
            format!("| {} | {advice} |\n", sentences.join("<br>"))
        };
        return Some(
            "| Message | What to do |\n|---|---|\n".to_string() + &faults().into_iter().map(row).collect::<String>(),
        );
    }
    let (_, rows) = PROBLEMS.iter().find(|(name, _)| *name == what)?;
    let rows = rows.iter().map(|(codes, means)| format!("| `{}` | {means} |\n", codes.replace(' ', "`, `")));
    Some("| Code | |\n|---|---|\n".to_string() + &rows.collect::<String>())
}

/// A chapter as it would be if its tables were made now, and the tables of keys that are in it.
fn current<'g>(guide: &'g str, chapter: &Chapter) -> (String, BTreeSet<&'g str>) {
    let tables = tables();
    let mut told = BTreeSet::new();
    let mut current = String::new();
    let mut rest = guide;
    while let Some((before, behind)) = rest.split_once(BEGINS) {
        let (what, behind) = behind.split_once(" -->\n").expect("the mark is on a line of its own");
        let end = format!("{ENDS}{what} -->");
        let (_, after) = behind.split_once(&end).unwrap_or_else(|| panic!("`{end}` is missing"));
        if let Some(table) = listed(what) {
            current.push_str(&format!("{before}{BEGINS}{what} -->\n\n{}\n{end}", linked(&table, chapter)));
            rest = after;
            continue;
        }
        let (only_own, names) = match what.split_once("keys of ") {
            Some(("own ", names)) => (true, names),
            Some(("", names)) => (false, names),
            _ if what == "who is meant" => {
                let rows: String =
                    WHO_IS_MEANT.iter().map(|(word, doc)| format!("| `\"{word}\"` | {doc} |\n")).collect();
                current.push_str(&format!("{before}{BEGINS}{what} -->\n\n| | |\n|---|---|\n{rows}\n{end}"));
                rest = after;
                continue;
            }
            // The command lists it.
            _ => {
                current.push_str(&rest[..rest.len() - after.len()]);
                rest = after;
                continue;
            }
        };
        let names: Vec<&str> = names.split(", ").collect();
        let table = |name: &str| tables.get(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        let rows = table(names[0]).to_markdown(only_own);
        assert!(names.iter().all(|name| table(name).to_markdown(only_own) == rows), "these differ: {names:?}");
        told.extend(names);
        current.push_str(&format!("{before}{BEGINS}{what} -->\n\n{}\n{end}", linked(&rows, chapter)));
        rest = after;
    }
    (current + rest, told)
}

#[test]
fn the_guide_tells_about_every_key() {
    let (mut all, mut changed) = (BTreeSet::new(), Vec::new());
    for chapter in chapters() {
        let path = path_of(chapter.name);
        let guide = document(&path);
        let (current, told) = current(&guide, chapter);
        all.extend(told.into_iter().map(String::from));
        if current != guide {
            fs::write(root().join(format!("{path}.new")), &current).expect("it can be written");
            changed.push(path);
        }
    }
    for (problems, _) in PROBLEMS {
        let mark = format!("{BEGINS}{problems} -->");
        assert!(chapters().iter().any(|chapter| chapter.text.contains(&mark)), "no chapter has `{mark}`");
    }
    let untold: Vec<&str> = tables().into_keys().filter(|name| !all.contains(*name)).collect();
    assert!(untold.is_empty(), "no chapter has `{BEGINS}keys of … -->` for: {untold:#?}");
    assert!(
        changed.is_empty(),
        "rows have changed: the tables are made of them in a `.new` beside each of {changed:#?}"
    );
}
