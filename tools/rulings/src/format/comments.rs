//! Lines and the comments at their ends: those that stand in one column stay in one.

/// The fewest blanks by which a comment is seen to stand in a column, and not just behind its line.
const APART: usize = 4;

/// A line that is being written.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// What it says, with its indent and without a comment at its end.
    pub text: String,
    /// The comment at its end.
    pub comment: Option<Comment>,
}

/// A comment at the end of a line.
#[derive(Debug)]
pub(super) struct Comment {
    /// What it says, with its mark.
    pub text: String,
    /// The column in which it stood, counted from 0 in characters.
    pub column: usize,
    /// How many blanks were before it.
    pub gap: usize,
}

/// Whether nothing stands on a line.
pub(super) fn is_empty(line: &Line) -> bool {
    line.text.is_empty() && line.comment.is_none()
}

/// The blanks before what lies in so many brackets.
pub(super) fn indent(depth: usize) -> String {
    "    ".repeat(depth)
}

/// The lines with their comments. Those on lines that follow each other, and that had one column, have one.
pub(super) fn joined(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut from = 0;
    while from < lines.len() {
        let to = from + group(&lines[from..]);
        let column = column(&lines[from..to]);
        lines[from..to].iter().for_each(|line| write(&mut text, line, column));
        from = to;
    }
    text
}

fn write(text: &mut String, line: &Line, column: Option<usize>) {
    text.push_str(&line.text);
    if let Some(comment) = &line.comment {
        let gap = column.map_or_else(|| comment.gap.max(1), |column| column.saturating_sub(width(line)));
        text.push_str(&" ".repeat(gap));
        text.push_str(&comment.text);
    }
    text.push('\n');
}

/// How wide a line is without its comment: of a text of several lines, its last.
fn width(line: &Line) -> usize {
    line.text.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// How many lines from the first one on have comments in one column.
fn group(lines: &[Line]) -> usize {
    let column = |line: &Line| line.comment.as_ref().map(|comment| comment.column);
    let Some(first) = lines.first().and_then(column) else { return 1 };
    lines.iter().take_while(|line| column(line) == Some(first)).count()
}

/// The column of the comments of these lines: the one that they had, or as far to the right as the longest line needs. None for a
/// comment that stands just behind its line.
fn column(lines: &[Line]) -> Option<usize> {
    let comments: Vec<(usize, &Comment)> =
        lines.iter().filter_map(|line| Some((width(line), line.comment.as_ref()?))).collect();
    let (_, first) = comments.first()?;
    if comments.len() == 1 && first.gap < APART {
        return None;
    }
    let needed = comments.iter().map(|(width, comment)| width + comment.gap.clamp(1, 2)).max()?;
    Some(needed.max(first.column))
}
