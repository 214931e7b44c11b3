//! Mutants that nobody can notice, each with the argument why: `tests/mutants/<pack>.toml`.
//!
//! An entry names the line, not its number, so it can mean several mutants. It is about those by which no ruling fails.

use super::Mutant;
use cardwright_content::tree::{self, TomlField, TomlValue};
use cardwright_content::{Files, pack_of};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The equivalents of packs, each file read once.
#[derive(Debug, Default)]
pub struct Equivalents {
    packs: BTreeMap<String, Vec<EquivalentMutant>>,
    /// What is wrong with entries.
    pub wrong: Vec<String>,
}

/// A mutant that nobody can notice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EquivalentMutant {
    path: String,
    /// The line in which it is, without the spaces around it.
    line: String,
    was: String,
    instead: String,
    why: String,
}

impl Equivalents {
    /// Those of these packs, from the folders in which they lie.
    pub fn read<'p>(packs: impl Iterator<Item = (&'p str, PathBuf)>) -> Self {
        let mut all = Self::default();
        for (pack, root) in packs {
            let path = file(pack);
            let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
            let (known, wrong) = parsed(&path, &text);
            all.packs.insert(pack.to_owned(), known);
            all.wrong.extend(wrong);
        }
        all
    }

    /// The entries about wanted files of a game that are none of its mutants: the line is another one by now, or the change
    /// is not made.
    pub fn stale(&self, files: &Files, candidates: &[&Mutant], is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        for (pack, known) in &self.packs {
            for one in known.iter().filter(|one| is_wanted(&one.path)) {
                if !candidates.iter().any(|mutant| one.is(files, mutant)) {
                    let EquivalentMutant { path, line, .. } = one;
                    found.push(format!("{}: no mutant is like this: {path}: {line}", file(pack)));
                }
            }
        }
        found
    }

    /// The mutants that the entry about one means as well: on the same line the same change at another place, or on another
    /// line that reads the same.
    pub fn alike<'m>(&self, files: &Files, mutant: &Mutant, candidates: &[&'m Mutant]) -> Vec<&'m Mutant> {
        let of_pack = pack_of(&mutant.path).and_then(|pack| self.packs.get(pack));
        let entry = of_pack.and_then(|known| known.iter().find(|known| known.is(files, mutant)));
        let is_meant = |other: &Mutant| other != mutant && entry.is_some_and(|entry| entry.is(files, other));
        candidates.iter().copied().filter(|other| is_meant(other)).collect()
    }

    /// Why nobody can notice a mutant, if that is known.
    pub fn why(&self, files: &Files, mutant: &Mutant) -> Option<&str> {
        let known = self.packs.get(pack_of(&mutant.path)?)?;
        known.iter().find(|known| known.is(files, mutant)).map(|known| &*known.why)
    }
}

impl EquivalentMutant {
    fn is(&self, files: &Files, mutant: &Mutant) -> bool {
        let Some(text) = files.get(&mutant.path).filter(|_| *self.path == *mutant.path) else { return false };
        let line = text.lines().nth(mutant.line(text) as usize - 1).unwrap_or_default().trim();
        self.line == line && self.was == mutant.was(text) && self.instead == mutant.instead
    }
}

/// The file that lists those of a pack.
fn file(pack: &str) -> String {
    format!("tests/mutants/{pack}.toml")
}

/// The entries of a file, and what is wrong with others: each needs all its keys, and an argument.
fn parsed(path: &str, text: &str) -> (Vec<EquivalentMutant>, Vec<String>) {
    let (fields, _) = tree::parse(path, text);
    let listed = tree::field(&fields, "equivalent").map(|field| &field.node.value);
    let Some(TomlValue::List(nodes)) = listed else { return (Vec::new(), Vec::new()) };
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for (number, node) in (1..).zip(nodes) {
        let TomlValue::Fields(fields) = &node.value else { continue };
        match entry(fields) {
            Ok(entry) => found.push(entry),
            Err(key) => wrong.push(format!("{path}: entry {number} has no `{key}`")),
        }
    }
    (found, wrong)
}

/// An entry; the key that it lacks.
fn entry(fields: &[TomlField<'_>]) -> Result<EquivalentMutant, &'static str> {
    let of = |key: &'static str| tree::texts(fields, key).first().map(|(text, _)| (*text).to_owned()).ok_or(key);
    let why = of("why")?;
    if why.trim().is_empty() {
        return Err("why");
    }
    Ok(EquivalentMutant { path: of("path")?, line: of("line")?, was: of("was")?, instead: of("instead")?, why })
}

#[cfg(test)]
mod tests {
    use super::{Equivalents, parsed};
    use crate::mutants::Mutant;
    use cardwright_content::Files;

    const LIST: &str = "[[equivalent]]\npath = \"scripts/x/a.rhai\"\nline = \"a.n >= 1\"\nwas = \">=\"\ninstead = \">\"\n\
                        why = \"n is never one\"\n";

    #[test]
    fn a_mutant_is_known_by_its_line() {
        let known = Equivalents { packs: [("x".to_owned(), parsed("x", LIST).0)].into(), wrong: Vec::new() };
        let why = |text: &str| {
            let at = text.find(">=").expect("the text compares");
            let mutant = Mutant {
                sort: "another comparison",
                path: "scripts/x/a.rhai".into(),
                span: at..at + 2,
                instead: ">".into(),
            };
            known.why(&Files::new([("scripts/x/a.rhai", text)]), &mutant).map(str::to_owned)
        };
        assert_eq!(why("fn f(a) {\n    a.n >= 1\n}").as_deref(), Some("n is never one"));
        assert_eq!(why("fn f(a) {\n    a.n >= 2\n}"), None);
    }

    #[test]
    fn an_entry_means_every_mutant_of_lines_that_read_the_same() {
        let known = Equivalents { packs: [("x".to_owned(), parsed("x", LIST).0)].into(), wrong: Vec::new() };
        let text = "a.n >= 1\nb.n >= 1\n  a.n >= 1\n";
        let files = Files::new([("scripts/x/a.rhai", text)]);
        let mutant = |(at, _): (usize, &str)| Mutant {
            sort: "another comparison",
            path: "scripts/x/a.rhai".into(),
            span: at..at + 2,
            instead: ">".into(),
        };
        let all: Vec<Mutant> = text.match_indices(">=").map(mutant).collect();
        let candidates: Vec<&Mutant> = all.iter().collect();
        assert_eq!(known.alike(&files, &all[0], &candidates), [&all[2]]);
        assert!(known.alike(&files, &all[1], &candidates).is_empty());
    }

    #[test]
    fn an_entry_that_is_no_mutant_any_more_is_told() {
        let known = Equivalents { packs: [("x".to_owned(), parsed("x", LIST).0)].into(), wrong: Vec::new() };
        let files = Files::new([("scripts/x/a.rhai", "fn f(a) { a.n }")]);
        assert_eq!(known.stale(&files, &[], |_| true).len(), 1);
        assert_eq!(known.stale(&files, &[], |path| path.contains("other")), [""; 0]);
    }

    #[test]
    fn without_an_argument_it_does_not_count() {
        let (found, wrong) = parsed("x", &LIST.replace("n is never one", ""));
        assert_eq!((found, wrong), (Vec::new(), vec!["x: entry 1 has no `why`".to_owned()]));
    }
}
