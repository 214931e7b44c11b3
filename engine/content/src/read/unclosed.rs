//! What begins in a TOML file and does not end: the parser complains about every line behind it.

use cardwright_kernel::problems::Problem;

/// What has begun, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Table(usize),
    List(usize),
    Text(usize, &'static str),
}

/// What is not closed, if that is why the parser complains like this, at this byte.
pub(crate) fn found(path: &str, text: &str, complaint: &str, at: usize) -> Option<Problem> {
    let (from, what, missing) = match open_at(text, at)? {
        Open::Table(from) if is_of_tables(complaint) => (from, "table", "}"),
        Open::Text(from, mark) if mark.len() == 3 && !is_of_escapes(complaint) => (from, "text", mark),
        Open::Table(_) | Open::List(_) | Open::Text(..) => return None,
    };
    // On one line, it is a comma.
    let goes_on = text.get(from..at)?.contains('\n');
    goes_on.then(|| {
        let message = format!("this {what} is not closed: `{missing}` is missing");
        Problem::new("toml-syntax", path, message).at((from..from + missing.len()).into()).label("it begins here")
    })
}

/// Whether the parser complains about what follows a backslash, which has its own place inside of a text.
fn is_of_escapes(message: &str) -> bool {
    ["missing escaped value", "too few unicode value digits", "invalid escape"]
        .iter()
        .any(|start| message.starts_with(start))
}

/// Whether the parser takes what follows for a part of a table in braces.
fn is_of_tables(message: &str) -> bool {
    ["missing comma between key-value pairs", "missing key for inline table element", "unclosed inline table"]
        .iter()
        .any(|start| message.starts_with(start))
}

/// The innermost thing that is open before this byte.
fn open_at(text: &str, end: usize) -> Option<Open> {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while at < end {
        let rest = text.get(at..)?;
        let letter = rest.chars().next()?;
        let mut next = at + letter.len_utf8();
        match (open.last(), letter) {
            (Some(Open::Text(_, mark)), '\\') if mark.starts_with('"') => {
                next += rest.chars().nth(1).map_or(0, char::len_utf8);
            }
            // A text on one line ends with it at the latest.
            (Some(Open::Text(_, mark)), '\n') if mark.len() == 1 => _ = open.pop(),
            (Some(Open::Text(_, mark)), _) if rest.starts_with(mark) => {
                next = at + mark.len();
                open.pop();
            }
            (Some(Open::Text(..)), _) => {}
            (_, '"' | '\'') => {
                let marks = ["\"\"\"", "\'\'\'", "\"", "\'"];
                let mark = marks.into_iter().find(|mark| rest.starts_with(mark))?;
                next = at + mark.len();
                open.push(Open::Text(at, mark));
            }
            (_, '#') => next = at + rest.find('\n').unwrap_or(rest.len()),
            (_, '{') => open.push(Open::Table(at)),
            (_, '[') => open.push(Open::List(at)),
            (Some(Open::Table(_)), '}') | (Some(Open::List(_)), ']') => _ = open.pop(),
            _ => {}
        }
        at = next;
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use crate::read::tree;

    fn problems(text: &str) -> Vec<(String, usize)> {
        let (_, problems) = tree::parse("x.toml", text);
        problems.iter().map(|one| (one.message.clone(), one.span.map_or(0, |span| span.start))).collect()
    }

    #[test]
    fn a_table_that_is_not_closed_is_told_once_and_where_it_begins() {
        let text = "a = 1\nb = { c = \"}\" # }\nd = 2\ne = 3\n[f]\ng = 4\n";
        assert_eq!(problems(text), [("this table is not closed: `}` is missing".to_owned(), 10)]);
        let inner = "a = [{ b = 1, c = { d = 2 },\n{ b = 1 }]\ne = 1\n";
        assert_eq!(problems(inner)[0].1, 5, "the one inside is closed");
    }

    #[test]
    fn a_text_that_is_not_closed_is_told_where_it_begins() {
        let text = "a = 1\nsteps = \"\"\"\nA passes\nB \\\"\"\" passes\n";
        assert_eq!(problems(text), [("this text is not closed: `\"\"\"` is missing".to_owned(), 14)]);
    }

    #[test]
    fn what_follows_a_backslash_is_told_at_its_line() {
        let text = "a = 1\nsteps = \"\"\"\nA passes\nA plays Cow\\Calf\n\"\"\"\n";
        let problems = problems(text);
        assert!(problems.len() == 1 && text[..problems[0].1].ends_with("Cow\\"), "{problems:?}");
    }

    #[test]
    fn a_comma_is_told_where_it_is_missing() {
        for text in ["a = { b = \"1\" c = 2 }\n", "a = { b = }\nc = 1\n"] {
            let problems = problems(text);
            assert!(!problems.is_empty() && problems.iter().all(|(message, _)| !message.contains("not closed")));
        }
        assert!(problems("a = { b = 1, c = 'x' }\n").is_empty());
    }
}
