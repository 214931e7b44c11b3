//! Links of documents to files of the repository, and to headings in them, which move.

use crate::tidy::files;
use cardwright_cli::guide::headings;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use suite::root;

const FOLDERS: [&str; 8] =
    ["cards", "engine", "scripts", "tests", "tools/deciders", "tools/guides", "tools/python", "tools/vscode"];

/// The documents: their paths and texts.
fn documents() -> Vec<(String, String)> {
    let read = |path: String| {
        let text = fs::read_to_string(root().join(&path)).expect("documents are text");
        (path, text)
    };
    let own = fs::read_dir(root()).expect("it can be read");
    let own = own.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let own = own.filter(|name| name.ends_with(".md")).chain(["tools/studio/README.md".to_owned()]);
    let below = FOLDERS.iter().flat_map(|folder| files(folder, &["md"]));
    below.chain(own.map(read)).collect()
}

/// The links of a document. What stands in code is none.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    let links = prose.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ']).next());
    links.filter(|link| !link.is_empty() && !link.contains(':'))
}

/// Whether a document has a heading that links call so.
fn has_heading(document: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(document).unwrap_or_default();
    let anchors: BTreeSet<String> = headings(&text).map(|heading| heading.anchor()).collect();
    anchors.contains(anchor)
}

/// Whether a link of this document finds a file, and a heading in it if it names one.
fn leads_somewhere(document: &Path, link: &str) -> bool {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let beside = document.parent().unwrap_or(document).join(path);
    let target: PathBuf = if path.is_empty() { document.into() } else { beside };
    let is_document = target.extension().is_some_and(|ending| ending == "md");
    target.exists() && anchor.is_none_or(|anchor| !is_document || has_heading(&target, anchor))
}

#[test]
fn no_link_of_a_document_leads_nowhere() {
    let (mut checked, mut dead) = (0, Vec::new());
    for (path, text) in documents() {
        for link in links(&text) {
            checked += 1;
            if !leads_somewhere(&root().join(&path), link) {
                dead.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(checked > 300, "only {checked} links were found");
    assert!(dead.is_empty(), "these links lead nowhere:\n{}", dead.join("\n"));
}

#[test]
fn a_link_to_a_heading_that_is_missing_is_found() {
    let readme = root().join("README.md");
    assert!(leads_somewhere(&readme, "#the-command") && leads_somewhere(&readme, "tools/guides/game.md#zones"));
    assert!(!leads_somewhere(&readme, "#the-commands") && !leads_somewhere(&readme, "tools/guides/game.md#zoness"));
}
