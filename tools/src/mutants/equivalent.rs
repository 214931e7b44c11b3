//! Mutants that nobody can notice, each with the argument why: `tests/mutants/<pack>.toml`.

use super::Mutant;
use cardwright::catalog::tree::{self, TomlField, TomlValue};
use cardwright::catalog::{Files, pack_of};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The equivalents of packs, each file read once.
#[derive(Debug, Default)]
pub struct Equivalents {
    packs: BTreeMap<String, Vec<EquivalentMutant>>,
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
        let mut found = BTreeMap::new();
        for (pack, root) in packs {
            let path = format!("tests/mutants/{pack}.toml");
            let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
            found.insert(pack.to_owned(), parsed(&path, &text));
        }
        Self { packs: found }
    }

    /// Why nobody can notice a mutant, if that is known.
    pub fn why(&self, files: &Files, mutant: &Mutant) -> Option<&str> {
        let text = files.get(&mutant.path)?;
        let line = text.lines().nth(mutant.line(text) as usize - 1).unwrap_or_default().trim();
        let known = self.packs.get(pack_of(&mutant.path)?)?;
        let is_this = |known: &&EquivalentMutant| {
            *known.path == *mutant.path
                && known.line == line
                && known.was == mutant.was(text)
                && known.instead == mutant.instead
        };
        known.iter().find(is_this).map(|known| &*known.why)
    }
}

fn parsed(path: &str, text: &str) -> Vec<EquivalentMutant> {
    let (fields, _) = tree::parse(path, text);
    let listed = tree::field(&fields, "equivalent").map(|field| &field.node.value);
    let Some(TomlValue::List(nodes)) = listed else { return Vec::new() };
    let one = |fields: &[TomlField<'_>]| {
        let of = |key: &str| tree::texts(fields, key).first().map(|(text, _)| (*text).to_owned());
        let why = of("why").filter(|why| !why.is_empty())?;
        Some(EquivalentMutant { path: of("path")?, line: of("line")?, was: of("was")?, instead: of("instead")?, why })
    };
    let tables = nodes.iter().filter_map(|node| match &node.value {
        TomlValue::Fields(fields) => one(fields),
        _ => None,
    });
    tables.collect()
}

#[cfg(test)]
mod tests {
    use super::{Equivalents, parsed};
    use crate::mutants::Mutant;
    use cardwright::catalog::Files;

    const LIST: &str = "[[equivalent]]\npath = \"scripts/x/a.rhai\"\nline = \"a.n >= 1\"\nwas = \">=\"\ninstead = \">\"\n\
                        why = \"n is never one\"\n";

    #[test]
    fn a_mutant_is_known_by_its_line() {
        let known = Equivalents { packs: [("x".to_owned(), parsed("x", LIST))].into() };
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
    fn without_an_argument_it_does_not_count() {
        assert_eq!(parsed("x", &LIST.replace("n is never one", "")), []);
    }
}
