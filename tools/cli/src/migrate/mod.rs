//! Migrating a pack to this version of the engine: what is mechanical is changed in its files, line by line.
//!
//! It works on the text, since a pack of an older version cannot be loaded. What it cannot do the checker reports
//! afterwards.

mod hooks;
mod keys;
mod parameters;
mod patches;
mod scripts;
mod texts;

use cardwright_content::{Files, pack_of, tree};
use cardwright_kernel::problems::Source;
use cardwright_script::verbs;
use keys::Predicates;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The versions of the engine for which a pack is that was migrated.
pub const ENGINE: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// How often a script is read again: none that can be loaded has as much in each other.
const SCRIPT_PASSES: usize = 64;

/// How often a TOML file is read again: none has as many tables that one key heads.
const TOML_PASSES: usize = 4_096;

/// What a migration does to the files of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migration {
    /// The files that change, with their new texts.
    pub files: BTreeMap<String, String>,
    /// What changes, in the order of the files.
    pub changes: Vec<MigratedLine>,
    /// The properties that the games of the pack declare themselves, or its scripts set in maps.
    declared: BTreeSet<String>,
    /// What it cannot do: where, and what its author can do.
    pub left: Vec<MigratedLine>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MigratedLine {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What becomes of what, and what its author should look at.
    pub what: String,
}

/// A replacement in the text of a file.
struct Replacement {
    range: Range<usize>,
    text: String,
    /// What its author should look at besides.
    note: &'static str,
}

/// What has to change in the files of a pack, by the histories of keys and verbs.
pub fn migrate(files: &Files, pack: &str) -> Migration {
    let mut migration = Migration { declared: declared(files, pack), ..Migration::default() };
    let mut predicates = Predicates::new();
    // Scripts come after the files that name their functions.
    for (path, text) in files.iter().filter(|(path, _)| pack_of(path) == Some(pack) || is_ruling_of(path, pack)) {
        migration.file(files, path, text, &mut predicates);
    }
    migration
}

impl Replacement {
    /// What becomes of what, in one line.
    fn told(&self, text: &str) -> String {
        let was: Vec<&str> = text[self.range.clone()].split_whitespace().collect();
        match self.text.is_empty() {
            true => format!("`{}` removed{}", was.join(" "), self.note),
            false => format!("`{}` → `{}`{}", was.join(" "), self.text, self.note),
        }
    }
}

/// The attributes, values and zones that a pack declares, and those that it builds on; and the keys of maps in its scripts.
fn declared(files: &Files, pack: &str) -> BTreeSet<String> {
    let mut packs = vec![pack.to_owned()];
    let own = files.iter().filter(|(path, _)| path.ends_with(".rhai") && pack_of(path) == Some(pack));
    let mut names: BTreeSet<String> = own.flat_map(|(_, text)| scripts::keys(text)).collect();
    let mut at = 0;
    while let Some(pack) = packs.get(at).cloned() {
        at += 1;
        let fields = |file: &str| {
            let path = format!("cards/{pack}/{file}");
            files.get(&path).map(|text| (path.clone(), text))
        };
        for (path, text) in ["ruleset.toml", "pack.toml"].into_iter().filter_map(fields) {
            let (fields, _) = tree::parse(&path, text);
            for table in ["attributes", "values", "zones"] {
                let declared = tree::field(&fields, table).map_or(&[][..], |field| field.node.fields());
                names.extend(declared.iter().map(|field| field.key.to_string()));
            }
            let required = tree::texts(&fields, "requires").into_iter();
            let required = required.filter_map(|(pack, _)| pack.split_whitespace().next());
            let new: Vec<String> = required.map(str::to_owned).filter(|name| !packs.contains(name)).collect();
            packs.extend(new);
        }
    }
    names
}

/// What is done once in a script.
fn scripted(files: &Files, path: &str, text: &str, predicates: &Predicates) -> Vec<Replacement> {
    let mut found = texts::replacements(files, path, text);
    found.extend(parameters::replacements(path, text, predicates));
    found.extend(hooks::replacements(path, text));
    found
}

fn is_ruling_of(path: &str, pack: &str) -> bool {
    path.strip_prefix("tests/rulings/").and_then(|rest| rest.split('/').next()) == Some(pack)
}

impl Migration {
    fn file(&mut self, files: &Files, path: &str, text: &str, predicates: &mut Predicates) {
        // A key may head several tables, of which the parser shows one at a time, and what is written otherwise may stand in
        // what is: the text is read until none is left.
        let mut current = text.to_owned();
        let is_script = path.ends_with(".rhai");
        for _ in 0..if is_script { SCRIPT_PASSES } else { TOML_PASSES } {
            let found = match is_script {
                true => scripts::replacements(&current, verbs::history(), &self.declared),
                false => keys::replacements(files, path, &current, predicates),
            };
            if found.is_empty() {
                break;
            }
            current = self.replace(path, &current, found);
        }
        let found = match is_script {
            true => scripted(files, path, &current, predicates),
            false => patches::replacements(files, path, &current),
        };
        if !found.is_empty() {
            current = self.replace(path, &current, found);
        }
        if is_script {
            let source = Source { path, text: &current };
            let left = scripts::left(&current, verbs::history(), verbs::GONE, &self.declared).into_iter();
            let line = |(at, what)| MigratedLine { path: path.to_owned(), line: source.line_column(at).0, what };
            self.left.extend(left.map(line));
        }
        if current != text {
            self.files.insert(path.to_owned(), current);
        }
    }

    fn replace(&mut self, path: &str, text: &str, mut found: Vec<Replacement>) -> String {
        found.sort_by_key(|one| one.range.start);
        let source = Source { path, text };
        let changes = found.iter().map(|one| MigratedLine {
            path: path.to_owned(),
            line: source.line_column(one.range.start).0,
            what: one.told(text),
        });
        self.changes.extend(changes);
        let mut new = text.to_owned();
        // From the end, so that places stay where they are.
        for one in found.into_iter().rev() {
            new.replace_range(one.range, &one.text);
        }
        match path.ends_with(".toml") && text.lines().count() == new.lines().count() {
            true => text
                .split('\n')
                .zip(new.split('\n'))
                .map(|(old, new)| in_column(old, new))
                .collect::<Vec<_>>()
                .join("\n"),
            false => new,
        }
    }
}

/// A line with its comment in the column in which it stood.
fn in_column(old: &str, new: &str) -> String {
    let (Some(column), Some(now)) = (comment_of(old).filter(|_| old != new), comment_of(new)) else {
        return new.to_owned();
    };
    let (said, comment) = new.split_at(now);
    let said = said.trim_end();
    let width = old[..column].chars().count().max(said.chars().count() + 1);
    format!("{said:<width$}{comment}")
}

/// Where the comment of a line begins that stands apart from what is before it.
fn comment_of(line: &str) -> Option<usize> {
    let mut open = None;
    for (at, letter) in line.char_indices() {
        match (open, letter) {
            (None, '#') => return Some(at).filter(|at| line[..*at].ends_with("  ")),
            (None, '"' | '\'') => open = Some(letter),
            (Some(quote), _) if quote == letter => open = None,
            (None | Some(_), _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
