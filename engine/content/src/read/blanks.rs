//! Texts into which something is filled, as files write them.

use crate::read::context::{Name, SourceFile};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::Template;
use std::ops::Range;

/// A text with names in braces; what is no such text is a problem.
pub(crate) fn text_with_names(file: SourceFile<'_>, said: Name<'_>) -> Option<Template> {
    match Template::parse(said.text) {
        Ok(text) => Some(text),
        Err(error) => {
            let problem = file.problem("text-malformed", within(said, error.range), error.what.to_string());
            file.report(problem.help(error.what.help()));
            None
        }
    }
}

/// One of the names of a text, where it stands.
pub(crate) fn blank<'n>(said: Name<'_>, name: &'n str) -> Name<'n> {
    let at = said.text.find(&format!("{{{name}}}")).map_or(0, |brace| brace + 1);
    Name { text: name, span: within(said, at..at + name.len()) }
}

/// Some bytes of a text; all of it where it is not written out between quotes of one letter.
fn within(said: Name<'_>, range: Range<usize>) -> Span {
    let written = said.span.range();
    if written.len() != said.text.len() + 2 {
        return said.span;
    }
    let start = written.start + 1;
    Span { start: start + range.start, end: start + range.end, ..said.span }
}
