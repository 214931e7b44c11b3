//! Marks in files that say why something need not be exercised: `// unexercised: <why>` in scripts and
//! `# unexercised: <why>` in TOML, at the end of the line or on the line above.

use cardwright_content::Files;
use cardwright_script::syntax::comments;
use std::collections::BTreeMap;
use std::ops::Range;

/// The word of a mark.
const WORD: &str = "unexercised:";

/// The marks of files, each read once.
#[derive(Debug, Default)]
pub struct Marks(BTreeMap<String, BTreeMap<u32, String>>);

impl Marks {
    /// The reason that stands for a line of a file.
    pub fn reason(&mut self, files: &Files, path: &str, line: u32) -> Option<String> {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), marked(path, files.get(path).unwrap_or_default()));
        }
        self.0.get(path)?.get(&line).cloned()
    }
}

/// The marked lines of a file, with their reasons.
fn marked(path: &str, text: &str) -> BTreeMap<u32, String> {
    let comments = match path.ends_with(".rhai") {
        true => comments(text),
        false => in_toml(text),
    };
    let marks = comments.into_iter().filter_map(|comment| {
        let why = text[comment.clone()].trim_start_matches(['/', '#', ' ']).strip_prefix(WORD)?.trim();
        let before = &text[..comment.start];
        let line = before.matches('\n').count() as u32 + 1;
        let is_above = before.rsplit('\n').next().is_none_or(|before| before.trim().is_empty());
        (!why.is_empty()).then(|| (line + u32::from(is_above), why.to_owned()))
    });
    marks.collect()
}

/// Where a line of TOML has a comment.
fn in_toml(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').filter_map(|line| {
        let comment = line.find('#').map(|at| start + at..start + line.trim_end().len());
        start += line.len();
        comment
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn a_mark_stands_for_its_line_or_the_next() {
        let text = "a(); // unexercised: nobody gets there\n// unexercised: nor there\nb();\nc(); // unexercised:\n";
        let marks: Vec<(u32, String)> = marked("x.rhai", text).into_iter().collect();
        assert_eq!(marks, [(1, "nobody gets there".to_owned()), (3, "nor there".to_owned())]);
    }

    #[test]
    fn a_mark_in_a_text_is_none() {
        let text =
            "let a = \"// unexercised: a text\"; // unexercised: a comment\nlet b = `\n// unexercised: a text\n`;\n";
        let marks: Vec<(u32, String)> = marked("x.rhai", text).into_iter().collect();
        assert_eq!(marks, [(1, "a comment".to_owned())]);
    }

    #[test]
    fn toml_has_marks_as_well() {
        let text = "# unexercised: nobody reads it\ncolour = \"blue\"\nsize = 1 # unexercised: nor this\n";
        let marks: Vec<(u32, String)> = marked("x.toml", text).into_iter().collect();
        assert_eq!(marks, [(2, "nobody reads it".to_owned()), (3, "nor this".to_owned())]);
    }
}
