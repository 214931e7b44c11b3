//! The packs of the repository are in their form, and whatever blanks are put into their files, they come back to it.

use cardwright_kernel::setup::Generator;
use cardwright_rulings::format::{formatted, has_form};
use std::fs;
use std::path::Path;
use suite::root;

/// The folders whose files have their form.
const FORMED: [&str; 4] = ["cards", "scripts", "tests/rulings", "tests/packs"];

/// One in so many files is formatted with other blanks.
const SAMPLE: usize = 12;

#[test]
fn the_packs_are_in_their_form() {
    let mut wrong = Vec::new();
    let files = files();
    assert!(files.len() > 3_000, "{} files", files.len());
    for (path, text) in &files {
        match formatted(path, text) {
            Ok(now) if now == *text => {}
            Ok(_) => wrong.push(path),
            Err(problems) => panic!("{path}: {problems:?}"),
        }
    }
    assert!(wrong.is_empty(), "`cardwright fmt {}` puts these into their form: {wrong:#?}", FORMED.join(" "));
}

#[test]
fn other_blanks_mean_the_same_and_go_away() {
    let mut generator = Generator::new(7);
    let mut scripts = 0;
    for (path, text) in files().iter().step_by(SAMPLE) {
        let spread = spread(text, &mut generator);
        // A line that is not indented can begin something else; then the file says so, and has no form.
        let Ok(once) = formatted(path, &spread) else { continue };
        let twice = formatted(path, &once).unwrap_or_else(|problems| panic!("{path}: {problems:?}"));
        assert_eq!(once, twice, "{path}: the form of the form");
        if path.ends_with(".rhai") {
            assert_eq!(once, *text, "{path}");
            scripts += 1;
        }
    }
    assert!(scripts > 20, "{scripts} scripts");
}

/// The text with other indents: what is between words of a line stays, since texts have blanks too.
fn spread(text: &str, generator: &mut Generator) -> String {
    let mut inside = false;
    let mut spread = String::new();
    for line in text.lines() {
        // What stands in texts of several lines stays.
        let quotes = line.matches("\"\"\"").count() + line.matches('`').count();
        let is_free = !inside && quotes % 2 == 0 && !line.trim_start().starts_with(['*', '/']);
        inside ^= quotes % 2 == 1;
        match is_free {
            true => spread.push_str(&format!("{}{}{}", blanks(generator), line.trim(), blanks(generator))),
            false => spread.push_str(line),
        }
        spread.push('\n');
    }
    spread
}

fn blanks(generator: &mut Generator) -> String {
    " ".repeat(generator.below(6) as usize)
}

/// The files that have a form: their paths and their texts.
fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    FORMED.iter().for_each(|folder| walk(&root().join(folder), &mut found));
    found.sort();
    found
}

fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("it can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if has_form(&path.to_string_lossy()) {
            let text = fs::read_to_string(&path).expect("it is text");
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
}
