//! The form of scripts: four blanks for each bracket that a line leaves open, one blank between words, none inside of
//! parentheses, at most one empty line. Lines are broken where they were.

use super::comments::{Comment, Line, indent, is_empty, joined};
use cardwright_script::syntax::{Token, TokenSort, tokens};
use std::ops::Range;

/// What stands in a script, in its order.
#[derive(Clone, Debug)]
struct Word<'t> {
    text: &'t str,
    sort: Sort,
    /// How many lines end before it.
    breaks: usize,
    /// How many blanks stand before it on its line.
    gap: usize,
    /// The column in which it begins, counted from 0 in characters.
    column: usize,
}

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    /// A name.
    Name,
    /// A word of the language.
    Keyword,
    /// A number or a text.
    Literal,
    Mark,
    Comment,
}

/// The text in its form.
pub(super) fn formatted(text: &str) -> String {
    let words = words(text);
    let roles = roles(&words);
    let mut page = Page::default();
    for (at, word) in words.iter().enumerate() {
        page.add(&words, &roles, at, word);
    }
    while page.lines.last().is_some_and(is_empty) {
        page.lines.pop();
    }
    joined(&page.lines)
}

/// Whether two scripts have the same tokens and comments, in the same order.
pub(super) fn same_script(one: &str, other: &str) -> bool {
    let all = |text: &str| -> Vec<(Sort, String)> {
        let words = words(text).into_iter();
        words.map(|word| (word.sort, plain(word.text, word.sort))).collect()
    };
    let said = |text: &str| -> Vec<TokenSort> { tokens(text).into_iter().map(|token| token.sort).collect() };
    all(one) == all(other) && said(one) == said(other)
}

/// A comment without what its indent adds; all else as it is.
fn plain(text: &str, sort: Sort) -> String {
    match sort {
        Sort::Comment => text.lines().map(str::trim).collect::<Vec<_>>().join("\n"),
        _ => text.to_owned(),
    }
}

/// The words of a script. A text with values in it is one word.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        let range = token.whole();
        if range.start < end {
            continue;
        }
        add_comments(text, end..range.start, &mut words);
        let from = words_end(text, &words);
        words.push(word(text, from, range.clone(), sort_of(&token)));
        end = range.end;
    }
    add_comments(text, end..text.len(), &mut words);
    words
}

fn sort_of(token: &Token) -> Sort {
    match token.sort {
        TokenSort::Name => Sort::Name,
        TokenSort::Keyword => Sort::Keyword,
        TokenSort::Number(_) | TokenSort::Text(_) | TokenSort::Character | TokenSort::Piece(_) => Sort::Literal,
        TokenSort::Mark | TokenSort::Wrong => Sort::Mark,
    }
}

/// Where the last word ends.
fn words_end(text: &str, words: &[Word<'_>]) -> usize {
    words.last().map_or(0, |word| word.text.as_ptr() as usize - text.as_ptr() as usize + word.text.len())
}

fn word<'t>(text: &'t str, from: usize, range: Range<usize>, sort: Sort) -> Word<'t> {
    let between = &text[from..range.start];
    let line = text[..range.start].rsplit('\n').next().unwrap_or_default();
    Word {
        text: &text[range.clone()],
        sort,
        breaks: between.matches('\n').count(),
        gap: between.len() - between.trim_end_matches([' ', '\t']).len(),
        column: line.chars().count(),
    }
}

/// The comments between two tokens: nothing but blanks stands beside them.
fn add_comments<'t>(text: &'t str, range: Range<usize>, words: &mut Vec<Word<'t>>) {
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find('/').map(|found| at + found) {
        let rest = &text[found..range.end];
        let len = if rest.starts_with("/*") { length_of_block(rest) } else { rest.find('\n').unwrap_or(rest.len()) };
        let written = text[found..found + len].trim_end();
        let from = words_end(text, words);
        words.push(word(text, from, found..found + written.len(), Sort::Comment));
        at = found + len;
    }
}

/// How long the comment is that begins here with `/*`; such comments lie in each other.
fn length_of_block(text: &str) -> usize {
    let (mut at, mut open) = (0, 0_usize);
    while at < text.len() {
        let rest = &text[at..];
        at += match rest {
            _ if rest.starts_with("/*") => {
                open += 1;
                2
            }
            _ if rest.starts_with("*/") => {
                open = open.saturating_sub(1);
                2
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// What a mark does that can do several things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// What it always does.
    Plain,
    /// It stands before what it is about: `-x`, `!x`.
    Prefix,
    /// It opens the parameters of a closure.
    OpensParameters,
    /// It closes them.
    ClosesParameters,
}

/// What each word does.
fn roles(words: &[Word<'_>]) -> Vec<Role> {
    let mut roles = Vec::with_capacity(words.len());
    let mut in_parameters = false;
    let mut before: Option<&Word<'_>> = None;
    for word in words {
        let is_first = before.is_none_or(|before| expects_value(before));
        let role = match word.text {
            _ if word.sort == Sort::Comment => Role::Plain,
            "|" if in_parameters => {
                in_parameters = false;
                Role::ClosesParameters
            }
            "|" if is_first => {
                in_parameters = true;
                Role::OpensParameters
            }
            "||" if is_first => Role::ClosesParameters,
            "-" | "!" | "+" if is_first && word.sort == Sort::Mark => Role::Prefix,
            _ => Role::Plain,
        };
        roles.push(role);
        if word.sort != Sort::Comment {
            before = Some(word);
        }
    }
    roles
}

/// Whether a value follows, and no operator can.
fn expects_value(before: &Word<'_>) -> bool {
    match before.sort {
        Sort::Name | Sort::Literal => false,
        Sort::Keyword => !matches!(before.text, "true" | "false" | "this"),
        Sort::Mark => !matches!(before.text, ")" | "]" | "}"),
        Sort::Comment => true,
    }
}

/// What has been written.
#[derive(Default)]
struct Page {
    lines: Vec<Line>,
    /// For each open bracket: how deep the line lies on which it was opened.
    open: Vec<usize>,
    /// How deep the running line lies.
    depth: usize,
}

impl Page {
    fn add(&mut self, words: &[Word<'_>], roles: &[Role], at: usize, word: &Word<'_>) {
        if at == 0 || word.breaks > 0 {
            self.begin_line(words, at, (word, roles[at]));
        } else if word.sort == Sort::Comment && words.get(at + 1).is_none_or(|next| next.breaks > 0) {
            let comment = Comment { text: comment_text(word), column: word.column, gap: word.gap };
            if let Some(line) = self.lines.last_mut() {
                line.comment = Some(comment);
            }
            return;
        } else {
            let is_apart = is_apart((&words[at - 1], roles[at - 1]), (word, roles[at]));
            self.push(if is_apart { " " } else { "" });
        }
        let text = if word.sort == Sort::Comment { comment_text(word) } else { word.text.to_owned() };
        self.push(&text);
        self.count(word);
    }

    fn push(&mut self, text: &str) {
        if let Some(line) = self.lines.last_mut() {
            line.text.push_str(text);
        }
    }

    fn begin_line(&mut self, words: &[Word<'_>], at: usize, (word, role): (&Word<'_>, Role)) {
        let opens = |before: &Word<'_>| matches!(before.text, "{" | "(" | "[" | "#{");
        let closes = matches!(word.text, "}" | ")" | "]") && word.sort == Sort::Mark;
        let before = at.checked_sub(1).map(|at| &words[at]);
        if word.breaks > 1 && before.is_some_and(|before| !opens(before)) && !closes {
            self.lines.push(Line::default());
        }
        self.depth = match self.open.last() {
            None => 0,
            Some(depth) if closes => *depth,
            Some(depth) => depth + 1,
        };
        let before = words[..at].iter().rev().find(|word| word.sort != Sort::Comment);
        let is_whole = closes || word.sort == Sort::Comment;
        self.depth += usize::from(!is_whole && goes_on(before, word, role));
        self.lines.push(Line { text: indent(self.depth), comment: None });
    }

    fn count(&mut self, word: &Word<'_>) {
        if word.sort != Sort::Mark {
            return;
        }
        match word.text {
            "{" | "(" | "[" | "#{" => self.open.push(self.depth),
            "}" | ")" | "]" => drop(self.open.pop()),
            _ => {}
        }
    }
}

/// Whether a line goes on with what the line before has begun.
fn goes_on(before: Option<&Word<'_>>, word: &Word<'_>, role: Role) -> bool {
    let starts = word.sort == Sort::Mark
        && role == Role::Plain
        && matches!(
            word.text,
            "." | "?."
                | "&&"
                | "||"
                | "??"
                | "+"
                | "-"
                | "*"
                | "/"
                | "%"
                | "=="
                | "!="
                | "<"
                | ">"
                | "<="
                | ">="
                | "|"
                | "&"
                | "^"
                | "="
        );
    let ends = before.is_some_and(|before| {
        before.sort == Sort::Mark
            && matches!(
                before.text,
                "&&" | "||" | "??" | "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "=" | "+=" | "-=" | "=>" | "."
            )
            || before.text == "return"
    });
    starts || ends
}

/// Whether a blank stands between two words on a line.
fn is_apart((before, role): (&Word<'_>, Role), (word, own): (&Word<'_>, Role)) -> bool {
    if before.sort == Sort::Comment || word.sort == Sort::Comment {
        return true;
    }
    let marks = |word: &Word<'_>, all: &[&str]| word.sort == Sort::Mark && all.contains(&word.text);
    if marks(before, &["{", "#{"]) && marks(word, &["}"]) {
        return false;
    }
    if matches!(role, Role::Prefix | Role::OpensParameters) || own == Role::ClosesParameters && word.text == "|" {
        return false;
    }
    if marks(before, &["(", "[", ".", "?.", "..", "..=", "::"])
        || marks(word, &[")", "]", ",", ";", ".", "?.", "..", "..=", "::", ":"])
    {
        return false;
    }
    match word.text {
        "(" if word.sort == Sort::Mark => !(before.sort == Sort::Name || marks(before, &[")", "]"])),
        "[" if word.sort == Sort::Mark => {
            !(matches!(before.sort, Sort::Name | Sort::Literal) || marks(before, &[")", "]"]))
        }
        _ => true,
    }
}

/// A comment without blanks at the ends of its lines. What lies between `/*` and `*/` keeps its indents.
fn comment_text(word: &Word<'_>) -> String {
    word.text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
