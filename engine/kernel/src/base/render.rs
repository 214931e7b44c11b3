//! How problems are shown: as text with an excerpt of the source, or as JSON for tools.

use super::printable::{printable, printable_around};
use super::problem::{Note, Problem, Problems};
use super::source::{Source, Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use serde::Serialize;

/// The longest excerpt that is shown, in bytes.
const LONGEST_EXCERPT: usize = 10_000;

/// Whether text comes with terminal colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

/// A problem with its place counted in lines and columns, for tools that read JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Located {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line of the end, from 1.
    pub end_line: usize,
    /// The column just past the end, from 1.
    pub end_column: usize,
    /// The kind of problem.
    pub code: String,
    /// Whether nothing fails by it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub warning: bool,
    /// What is wrong.
    pub message: String,
    /// The text beside the carets.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What else should be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Problem {
    /// The problem as text, with an excerpt if its file is known; ends without a line break.
    pub fn render(&self, sources: &(impl Sources + ?Sized), colour: Colour) -> String {
        let report = report(self, sources);
        match colour {
            Colour::Plain => printable(&Renderer::plain().render(&report)).into_owned(),
            // The renderer lets no escape through but its own.
            Colour::Ansi => printable_around(&Renderer::styled().render(&report), '\u{1b}').into_owned(),
        }
    }

    /// The problem with lines and columns; a file that is not known counts as empty.
    pub fn located(&self, sources: &(impl Sources + ?Sized)) -> Located {
        let source = source(sources, &self.path);
        let span = self.span.unwrap_or(Span::START);
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end.max(span.start));

        Located {
            file: self.path.to_string(),
            line,
            column,
            end_line,
            end_column,
            code: self.code.to_string(),
            warning: self.is_warning,
            message: self.message.clone(),
            label: self.label.clone(),
            help: self.help.clone(),
            notes: self.notes.iter().map(|note| note_line(note, sources)).collect(),
        }
    }
}

impl Problems {
    /// All problems as text, with an empty line between them and a line break at the end.
    pub fn render(&self, sources: &(impl Sources + ?Sized), colour: Colour) -> String {
        let shown: Vec<String> = self.iter().map(|problem| problem.render(sources, colour) + "\n").collect();
        shown.join("\n")
    }

    /// All problems as a JSON array of objects with their places.
    pub fn to_json(&self, sources: &(impl Sources + ?Sized)) -> String {
        let located: Vec<Located> = self.iter().map(|problem| problem.located(sources)).collect();
        serde_json::to_string_pretty(&located).unwrap_or_default()
    }
}

fn report<'a>(problem: &'a Problem, sources: &'a (impl Sources + ?Sized)) -> Vec<Group<'a>> {
    let level = if problem.is_warning { Level::WARNING } else { Level::ERROR };
    let title = level.primary_title(&*problem.message).id(&*problem.code);
    let mut first = place(Group::with_title(title), sources, &problem.path, problem.span, &problem.label);

    for note in problem.notes.iter().filter(|note| note.place.is_none()) {
        first = first.element(Level::NOTE.message(normalize_untrusted_str(&note.message)));
    }
    if let Some(help) = &problem.help {
        first = first.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    let elsewhere = problem.notes.iter().filter_map(|note| {
        let (path, span) = note.place.as_ref()?;
        let title = Level::NOTE.secondary_title(normalize_untrusted_str(&note.message));
        Some(place(Group::with_title(title), sources, path, Some(*span), ""))
    });
    std::iter::once(first).chain(elsewhere).collect()
}

/// The group with an excerpt of the file, or only with its path if there is nothing to show.
fn place<'a>(
    group: Group<'a>,
    sources: &'a (impl Sources + ?Sized),
    path: &'a str,
    span: Option<Span>,
    label: &'a str,
) -> Group<'a> {
    let (Some(text), Some(span)) = (sources.text(path), span) else {
        return group.element(Origin::path(normalize_untrusted_str(path)));
    };
    let source = Source { path, text };
    let (excerpt, start) = source.lines(span);
    if excerpt.len() > LONGEST_EXCERPT {
        return at_place(group, source, span, label);
    }
    let span = source.clamp(span);
    let annotation = AnnotationKind::Primary.span(span.start - start..span.end - start);
    let annotation = if label.is_empty() { annotation } else { annotation.label(normalize_untrusted_str(label)) };
    let snippet = Snippet::source(excerpt)
        .path(normalize_untrusted_str(path))
        .line_start(source.line_column(start).0)
        .annotation(annotation);

    group.element(snippet)
}

/// The group with a path, a line and a column, for lines that nobody could read.
fn at_place<'a>(group: Group<'a>, source: Source<'a>, span: Span, label: &'a str) -> Group<'a> {
    let (line, column) = source.line_column(span.start);
    let group = group.element(Origin::path(normalize_untrusted_str(source.path)).line(line).char_column(column));
    if label.is_empty() { group } else { group.element(Level::NOTE.message(normalize_untrusted_str(label))) }
}

fn note_line(note: &Note, sources: &(impl Sources + ?Sized)) -> String {
    let Some((path, span)) = &note.place else {
        return note.message.clone();
    };
    let (line, column) = source(sources, path).line_column(span.start);

    format!("{} ({path}:{line}:{column})", note.message)
}

fn source<'a>(sources: &'a (impl Sources + ?Sized), path: &'a str) -> Source<'a> {
    Source { path, text: sources.text(path).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: Source<'_> = Source {
        path: "scripts/demo/shared/negate-target.rhai",
        text: "fn negate_target(item) {\n    if item.target.pending {\n\n        item.target.neagte();\n    }\n}\n",
    };

    fn misspelt() -> Problem {
        let start = SOURCE.text.find("neagte").unwrap_or_default();
        Problem::new("verb-unknown", SOURCE.path, "a stack item has no verb `neagte`")
            .at((start..start + 6).into())
            .label("did you mean `negate`?")
    }

    #[test]
    fn a_problem_shows_its_place() {
        let expected = "\
error[verb-unknown]: a stack item has no verb `neagte`
 --> scripts/demo/shared/negate-target.rhai:4:21
  |
4 |         item.target.neagte();
  |                     ^^^^^^ did you mean `negate`?";
        assert_eq!(misspelt().render(&SOURCE, Colour::Plain), expected);
    }

    #[test]
    fn help_and_notes_follow() {
        let shown = misspelt()
            .help("verbs are listed in the guide")
            .note("names are case-sensitive")
            .note_at("first used here", SOURCE.path, (3..9).into())
            .render(&SOURCE, Colour::Plain);
        let expected = "\
error[verb-unknown]: a stack item has no verb `neagte`
 --> scripts/demo/shared/negate-target.rhai:4:21
  |
4 |         item.target.neagte();
  |                     ^^^^^^ did you mean `negate`?
  |
  = note: names are case-sensitive
  = help: verbs are listed in the guide
note: first used here
 --> scripts/demo/shared/negate-target.rhai:1:4
  |
1 | fn negate_target(item) {
  |    ^^^^^^";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_file_that_is_not_known_shows_only_its_path() {
        let problem =
            Problem::new("file-unreadable", "cards/x.toml", "the file cannot be read").at((3..9).into()).help("try");
        let expected = "\
error[file-unreadable]: the file cannot be read
--> cards/x.toml
 = help: try";
        assert_eq!(problem.render(&SOURCE, Colour::Plain), expected);
    }

    #[test]
    fn hostile_spans_and_texts_are_harmless() {
        let source = Source { path: "a", text: "ö\u{1b}[31m\n" };
        let problem =
            Problem::new("x", "a", "\u{1b}[31m").at((1..900).into()).label("\u{1b}").help("\u{1b}").note("\u{1b}");

        assert!(!problem.render(&source, Colour::Plain).contains('\u{1b}'));
        assert!(problem.render(&source, Colour::Ansi).contains('\u{1b}'));
    }

    /// Nothing of a pack reaches a terminal as a control character; the escapes of the colours are the renderer's.
    #[test]
    fn control_characters_do_not_pass() {
        let hostile = "\u{1b}[31m\u{7}\u{9b}2J\u{202e}\u{2066}\u{7f}\u{85}\u{2028}\r";
        let escapes = |text: &str| {
            let line = format!("a = {text}\n");
            let source = Source { path: "a", text: &line };
            let problem = Problem::new("x", "a", text).at((4..5).into()).label(text).help(text).note(text);
            let problem = problem.note_at(text, "a", (0..1).into()).note_at(text, text, (0..1).into());
            let plain = problem.render(&source, Colour::Plain);
            assert!(
                !plain.chars().any(|c| c != '\n' && (c.is_control() || "\u{202e}\u{2066}\u{2028}".contains(c))),
                "{plain:?}"
            );
            let styled = problem.render(&source, Colour::Ansi);
            assert!(!styled.chars().any(|c| c.is_control() && !"\n\u{1b}".contains(c)), "{styled:?}");
            styled.matches('\u{1b}').count()
        };
        assert_eq!(escapes(hostile), escapes("good"));
    }

    #[test]
    fn a_line_that_is_too_long_is_not_shown() {
        let text = format!("[{}]", "1, ".repeat(LONGEST_EXCERPT));
        let source = Source { path: "a", text: &text };
        let shown = Problem::new("x", "a", "wrong").at((4..5).into()).label("this").render(&source, Colour::Plain);
        assert_eq!(shown, "error[x]: wrong\n--> a:1:5\n = note: this");
    }

    #[test]
    fn json_counts_lines_and_columns_from_one() {
        let problems: Problems = [misspelt()].into_iter().collect();
        let json: serde_json::Value = serde_json::from_str(&problems.to_json(&SOURCE)).unwrap_or_default();

        assert_eq!(json[0]["file"], "scripts/demo/shared/negate-target.rhai");
        assert_eq!((&json[0]["line"], &json[0]["column"], &json[0]["end_column"]), (&4.into(), &21.into(), &27.into()));
        assert_eq!(json[0]["code"], "verb-unknown");
        assert!(json[0].get("help").is_none());
    }
}
