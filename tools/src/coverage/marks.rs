//! Marks in files that say why something need not be exercised: `// unexercised: <why>` in scripts and
//! `# unexercised: <why>` in TOML, at the end of the line or on the line above.

use cardwright::catalog::Files;
use std::collections::BTreeMap;

/// The word of a mark.
const WORD: &str = "unexercised:";

/// The marks of files, each read once.
#[derive(Debug, Default)]
pub struct Marks(BTreeMap<String, BTreeMap<u32, String>>);

impl Marks {
    /// The reason that stands for a line of a file.
    pub fn reason(&mut self, files: &Files, path: &str, line: u32) -> Option<String> {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), marked(files.get(path).unwrap_or_default()));
        }
        self.0.get(path)?.get(&line).cloned()
    }
}

/// The marked lines of a text, with their reasons.
fn marked(text: &str) -> BTreeMap<u32, String> {
    let mut marks = BTreeMap::new();
    for (at, line) in (1..).zip(text.lines()) {
        let comment = ["//", "#"].into_iter().find_map(|sign| {
            let (before, comment) = line.split_once(sign)?;
            Some((before.trim().is_empty(), comment.trim().strip_prefix(WORD)?.trim()))
        });
        match comment {
            Some((_, "")) | None => {}
            Some((true, why)) => drop(marks.insert(at + 1, why.to_owned())),
            Some((false, why)) => drop(marks.insert(at, why.to_owned())),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn a_mark_stands_for_its_line_or_the_next() {
        let text = "a(); // unexercised: nobody gets there\n// unexercised: nor there\nb();\nc(); // unexercised:\n";
        let marks: Vec<(u32, String)> = marked(text).into_iter().collect();
        assert_eq!(marks, [(1, "nobody gets there".to_owned()), (3, "nor there".to_owned())]);
    }
}
