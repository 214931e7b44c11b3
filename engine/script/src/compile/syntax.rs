//! What Rhai's parser refuses, in words for an author.

use crate::sandbox::{FORBIDDEN, small_first};
use crate::syntax::{Finding, ScriptText, TokenSort};
use cardwright_kernel::text::{is_typographic_quote, not_a_quote};
use rhai::{LexError, ParseError, ParseErrorType, Stmt};

/// A mistake that the parser has found.
pub(super) fn finding(source: &ScriptText, error: &ParseError) -> Finding {
    let span = source.span(error.position());
    match forbidden(error.err_type()) {
        Some(word) => Finding::new("script-forbidden", source.path(), span, format!("scripts cannot use `{word}`"))
            .label("not here")
            .help(instead(&word)),
        None if is_fraction(source, error) => {
            let message = "scripts have only whole numbers";
            Finding::new("script-syntax", source.path(), span, message).label("this has a fraction")
        }
        None => {
            let finding = Finding::new("script-syntax", source.path(), span, words(error.err_type())).label("here");
            match unclosed(source, error) {
                Some(line) => finding.help(format!("is the function that begins in line {line} closed with `}}`?")),
                None => finding,
            }
        }
    }
}

/// Whether the parser expects a property behind the point of a number.
fn is_fraction(source: &ScriptText, error: &ParseError) -> bool {
    let at = source.token_at(error.position()).unwrap_or(0);
    let before = |back: usize| at.checked_sub(back).and_then(|at| source.tokens().get(at));
    matches!(error.err_type(), ParseErrorType::PropertyExpected)
        && before(1).is_some_and(|token| source.written(token) == ".")
        && before(2).is_some_and(|token| matches!(token.sort, TokenSort::Number(_)))
}

/// The line of the function before, where another begins inside of it.
fn unclosed(source: &ScriptText, error: &ParseError) -> Option<u32> {
    let nested = [ParseErrorType::WrongFnDefinition, ParseErrorType::WrongDocComment];
    let before = nested.contains(error.err_type()).then(|| source.offset(error.position()))??;
    let begun = source.tokens().iter().take_while(|token| token.span.start < before);
    let head = begun.filter(|token| source.written(token) == "fn").last()?;
    Some(source.token_span(head).line)
}

/// A statement outside every function.
pub(super) fn outside(source: &ScriptText, statement: &Stmt) -> Finding {
    let span = source.span(statement.position());
    Finding::new(
        "script-outside",
        source.path(),
        span,
        "only functions and plain constants may stand outside functions",
    )
    .label("this would never run")
    .help("put it into a function; a constant is a number, a text or a flag: `const LIMIT = 4;`")
}

/// The text of doc comments without their marks.
pub(super) fn doc<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let bare = |line: &'a str| {
        let line = line.trim();
        let marks = ["///", "//!", "/**", "*/", "*"];
        marks.iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim_end_matches("*/").trim()
    };
    lines.flat_map(str::lines).map(bare).collect::<Vec<_>>().join("\n").trim().into()
}

/// The forbidden word that the parser met, if that is what it complains about.
fn forbidden(error: &ParseErrorType) -> Option<String> {
    let word = match error {
        ParseErrorType::Reserved(word) => word,
        ParseErrorType::BadInput(LexError::ImproperSymbol(word, _)) => word,
        _ => return None,
    };
    FORBIDDEN.contains(&word.as_str()).then(|| word.clone())
}

fn instead(word: &str) -> &'static str {
    match word {
        "try" | "catch" => {
            "a verb that cannot do something says why in the trace and does nothing: there is nothing to catch"
        }
        "import" | "export" => "functions in `shared/` can be called from every script of the pack",
        "eval" => "write a function",
        _ => "pass a closure `|card| …` where one is needed",
    }
}

/// The quote that the parser does not know, if it is one that word processors set.
fn typographic(input: &str) -> Option<char> {
    input.chars().next().filter(|letter| is_typographic_quote(*letter))
}

fn words(error: &ParseErrorType) -> String {
    match error {
        ParseErrorType::Reserved(word) => format!("`{word}` is a reserved word: choose another name"),
        ParseErrorType::BadInput(LexError::MalformedChar(_)) => "texts stand in double quotes, `\"…\"`".into(),
        ParseErrorType::BadInput(LexError::UnexpectedInput(input)) if typographic(input).is_some() => {
            typographic(input).map(not_a_quote).unwrap_or_default()
        }
        ParseErrorType::UnexpectedEOF => "the script ends in the middle of something".into(),
        ParseErrorType::VariableExists(name) => format!("there is already a variable `{name}` here"),
        ParseErrorType::ExprTooDeep => "this is nested too deeply: name parts of it with `let`".into(),
        ParseErrorType::FnDuplicatedDefinition(name, _) => format!("there is already a function `{name}` here"),
        ParseErrorType::AssignmentToConstant(name) => format!("`{name}` is a constant and cannot be changed"),
        other => small_first(&other.to_string()),
    }
}
