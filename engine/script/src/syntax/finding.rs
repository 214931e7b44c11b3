//! What the checker has found.

use cardwright_kernel::problems::Span;
use std::fmt;

/// Something wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of mistake it is: `verb-unknown`.
    pub code: &'static str,
    /// The file.
    pub path: Box<str>,
    /// What of the file it concerns.
    pub at: LineSpan,
    /// What is wrong, as the author would say it.
    pub message: String,
    /// The text under the location; may be empty.
    pub label: String,
    /// What to do, if the label does not say it.
    pub help: Option<String>,
    /// What else should be known, and where it stands: a path and a place in that script.
    pub notes: Vec<(String, Box<str>, LineSpan)>,
    /// Whether nothing fails by it.
    pub is_warning: bool,
    /// The bytes of a file that is no script, in place of line and column.
    pub span: Option<Span>,
}

impl Finding {
    /// A finding without label and help.
    pub fn new(code: &'static str, path: &str, at: LineSpan, message: impl Into<String>) -> Self {
        let message = message.into();
        let (label, notes) = (String::new(), Vec::new());
        Self { code, path: path.into(), at, message, label, help: None, notes, is_warning: false, span: None }
    }

    /// With a label.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a note on a place in a script.
    pub fn note(mut self, message: impl Into<String>, path: &str, at: LineSpan) -> Self {
        self.notes.push((message.into(), path.into(), at));
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.is_warning { "warning" } else { "error" };
        write!(f, "{level}[{}]: {}\n  --> {}:{}:{}", self.code, self.message, self.path, self.at.line, self.at.column)?;
        let marks = "^".repeat(self.at.len as usize);
        write!(f, "\n  | {marks} {}", self.label)?;
        if let Some(help) = &self.help {
            write!(f, "\n  = {help}")?;
        }
        Ok(())
    }
}

/// A stretch of one line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpan {
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    /// How many characters; at least 1.
    pub len: u32,
}

/// The label of something unknown: a suggestion, or nothing.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |word| format!("did you mean `{word}`?"))
}
