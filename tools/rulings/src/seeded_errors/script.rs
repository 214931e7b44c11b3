//! Mistakes in scripts.

use super::declared::Words;
use super::{Mutation, Sort, misspelt};
use cardwright_kernel::rules::Rules;
use cardwright_script::syntax::{Token, TokenSort, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

/// All mistakes that can be made in a script.
pub(super) fn mutations(path: &str, text: &str, words: &Words, rules: &Rules) -> Vec<Mutation> {
    let tokens = tokens(text);
    let functions = rules.scripts.values().flat_map(|script| &script.outline.functions);
    let functions = functions.map(|function| (&*function.name, function.parameters.len())).collect();
    let mut seeding = Seeding { path, text, tokens: &tokens, words, functions, found: Vec::new() };
    for at in 0..tokens.len() {
        seeding.token(at);
    }
    seeding.found
}

/// The kinds of the arguments of each verb: one list for each way to call it.
fn verbs() -> &'static BTreeMap<String, Vec<Vec<String>>> {
    static VERBS: OnceLock<BTreeMap<String, Vec<Vec<String>>>> = OnceLock::new();
    VERBS.get_or_init(|| {
        let mut verbs: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for verb in cardwright_game::verbs() {
            if let Some((_, rest)) = verb.usage.split_once(&format!("{}(", verb.name)) {
                verbs.entry(verb.name).or_default().push(kinds(rest));
            }
        }
        verbs
    })
}

/// The kinds in `zone: zone, player: Player) -> flag`.
fn kinds(usage: &str) -> Vec<String> {
    let (mut depth, mut kinds, mut current) = (0_i32, Vec::new(), String::new());
    let mut in_closure = false;
    for c in usage.chars() {
        match c {
            '|' => in_closure = !in_closure,
            '[' | '(' => depth += 1,
            ')' if depth == 0 => break,
            ']' | ')' => depth -= 1,
            ',' if depth == 0 && !in_closure => {
                kinds.push(std::mem::take(&mut current));
                continue;
            }
            _ => {}
        }
        current.push(c);
    }
    kinds.push(current);
    let bare =
        |kind: String| kind.split_once(": ").map_or(kind.trim().to_string(), |(_, kind)| kind.trim().to_string());
    kinds.into_iter().map(bare).filter(|kind| !kind.is_empty()).collect()
}

/// A value that is of another kind than this, if there is one that never is.
fn wrong_for(kind: &str) -> Option<&'static str> {
    match kind {
        "any" | "T" | "U" => None,
        _ if kind.contains("any") || kind.contains(" or ") => None,
        "number" => Some("\"wrong\""),
        _ => Some("7"),
    }
}

struct Seeding<'a> {
    path: &'a str,
    text: &'a str,
    tokens: &'a [Token],
    words: &'a Words,
    /// Functions of the game's scripts, with the numbers of their parameters.
    functions: BTreeSet<(&'a str, usize)>,
    found: Vec<Mutation>,
}

impl<'a> Seeding<'a> {
    fn add(&mut self, sort: Sort, span: Range<usize>, instead: impl Into<String>) {
        self.found.push(Mutation { sort, path: self.path.into(), span, instead: instead.into() });
    }

    fn shown(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn token(&mut self, at: usize) {
        let span = self.tokens[at].span.clone();
        let shown = self.shown(at);
        let before = at.checked_sub(1).map_or("", |at| self.shown(at));
        match &self.tokens[at].sort {
            TokenSort::Keyword if shown == "fn" => self.function(at),
            TokenSort::Keyword if shown == "return" => self.return_(at),
            TokenSort::Name if matches!(before, "fn" | "let" | "const" | "for") => {}
            TokenSort::Name => self.word(at, shown, before),
            TokenSort::Text(name) => {
                if let Some(sort) = self.words.sort(name) {
                    self.add(sort, span.clone(), format!("\"{}\"", misspelt(name)));
                }
                if matches!(before, "==" | "!=") {
                    self.add(Sort::Operand, span, "7");
                }
            }
            TokenSort::Number(_) => {
                if matches!(before, "<" | ">" | "<=" | ">=" | "+" | "-" | "*" | "==" | "!=")
                    && self.shown(at + 1) != ".."
                {
                    self.add(Sort::Operand, span, "\"wrong\"");
                }
            }
            TokenSort::Keyword | TokenSort::Character | TokenSort::Piece(_) | TokenSort::Mark | TokenSort::Wrong => {}
        }
    }

    fn word(&mut self, at: usize, shown: &'a str, before: &str) {
        let span = self.tokens[at].span.clone();
        let is_call = self.shown(at + 1) == "(";
        let is_parameter = self.is_parameter(at);
        match (before, is_call) {
            ("." | "?.", true) => {
                self.add(Sort::Verb, span, misspelt(shown));
                self.call(at, shown, true);
            }
            ("." | "?.", false) => {
                self.add(Sort::Property, span, misspelt(shown));
                self.assigned(at);
            }
            (_, true) => {
                self.add(Sort::Function, span, misspelt(shown));
                self.call(at, shown, false);
            }
            (_, false) if !is_parameter => self.add(Sort::Variable, span, misspelt(shown)),
            _ => {}
        }
    }

    /// Whether a word is between the brackets of a function's head or the bars of a closure's.
    fn is_parameter(&self, at: usize) -> bool {
        let back = (0..at).rev().find(|at| !matches!(self.shown(*at), ",") && self.tokens[*at].sort != TokenSort::Name);
        let Some(open) = back else { return false };
        match self.shown(open) {
            "(" => open >= 2 && self.shown(open - 2) == "fn",
            "|" => {
                let forward = (at..self.tokens.len())
                    .find(|at| self.shown(*at) != "," && self.tokens[*at].sort != TokenSort::Name);
                let opened = open.checked_sub(1).map_or("", |at| self.shown(at));
                forward.is_some_and(|at| self.shown(at) == "|") && matches!(opened, "(" | "," | "=")
            }
            _ => false,
        }
    }

    /// A property is set to a number, a text or a flag: to another kind of thing instead.
    fn assigned(&mut self, at: usize) {
        if self.shown(at + 1) != "=" {
            return;
        }
        let wrong = match (self.tokens.get(at + 2).map(|token| &token.sort), self.shown(at + 2)) {
            (Some(TokenSort::Number(_)), _) => "\"wrong\"",
            (Some(TokenSort::Text(_)), _) | (_, "true" | "false") => "7",
            _ => return,
        };
        let span = self.tokens[at + 2].span.clone();
        self.add(Sort::Operand, span, wrong);
    }

    fn function(&mut self, at: usize) {
        let name = self.shown(at + 1);
        if self.shown(at + 2) != "(" {
            return;
        }
        let span = self.tokens[at + 1].span.clone();
        self.add(Sort::Hook, span, misspelt(name));
        let Some(arguments) = self.arguments(at + 2) else { return };
        let inside = self.tokens[at + 2].span.end;
        if arguments.is_empty() {
            self.add(Sort::Parameters, inside..inside, "more");
        } else {
            self.add(Sort::Parameters, inside..inside, "more, ");
        }
        self.end(at + 3 + arguments.len());
    }

    /// The value that ends a function whose brackets are somewhere before here.
    fn end(&mut self, from: usize) {
        let Some(open) = (from..self.tokens.len()).find(|at| self.shown(*at) == "{") else { return };
        let Some(close) = self.closing(open) else { return };
        let last = self.shown(close - 1);
        if close == open + 1 || matches!(last, ";" | "}") {
            return;
        }
        let mut depth = 0;
        let mut start = close - 1;
        while start > open {
            match self.shown(start) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" | "#{" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
            // A block that ended without a semicolon before the last value.
            if depth == 1 && self.shown(start) == "}" && start < close - 1 && !self.continues(start + 1) {
                break;
            }
            start -= 1;
        }
        let span = self.tokens[start].span.end..self.tokens[close - 1].span.end;
        self.add(Sort::End, span, "");
    }

    /// Whether the token after a closing brace goes on with the same expression.
    fn continues(&self, at: usize) -> bool {
        matches!(self.shown(at), "." | ")" | "," | ";" | "]" | "}" | "else" | "+" | "-" | "&&" | "||" | "==" | "!=")
    }

    fn return_(&mut self, at: usize) {
        if self.shown(at + 1) != ";" {
            let span = self.tokens[at].span.clone();
            self.add(Sort::Return, span, "");
        }
    }

    /// The token that closes the bracket here.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for at in open..self.tokens.len() {
            match self.shown(at) {
                "(" | "[" | "{" | "#{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                shown if matches!(self.tokens[at].sort, TokenSort::Piece(_)) => {
                    depth += i32::from(shown.ends_with('{')) - i32::from(shown.starts_with('}'));
                }
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The bytes of each argument between the brackets that open here.
    fn arguments(&self, open: usize) -> Option<Vec<Range<usize>>> {
        let close = self.closing(open)?;
        let (mut depth, mut bars, mut found) = (0_i32, false, Vec::new());
        let mut start = open + 1;
        for at in open + 1..=close {
            let shown = self.shown(at);
            match shown {
                "|" if bars || matches!(self.shown(at - 1), "(" | "," | "=") => bars = !bars,
                "," if depth == 0 && !bars => {
                    found.push(self.tokens[start].span.start..self.tokens[at - 1].span.end);
                    start = at + 1;
                }
                "(" | "[" | "{" | "#{" => depth += 1,
                ")" | "]" | "}" if at == close && start < close => {
                    found.push(self.tokens[start].span.start..self.tokens[close - 1].span.end);
                }
                ")" | "]" | "}" if at == close => {}
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        Some(found)
    }

    fn call(&mut self, at: usize, name: &str, method: bool) {
        let Some(arguments) = self.arguments(at + 1) else { return };
        let ways = verbs().get(name).cloned().unwrap_or_default();
        let is_verb = method || !ways.is_empty();
        let own: Vec<usize> = self.functions.iter().filter(|(own, _)| *own == name).map(|(_, count)| *count).collect();
        let takes = |count: usize| ways.iter().any(|way| way.len() == count) || !is_verb && own.contains(&count);
        let close = self.closing(at + 1).map_or(0, |close| self.tokens[close].span.start);
        if !takes(arguments.len() + 1) {
            self.add(Sort::TooMany, close..close, if arguments.is_empty() { "1" } else { ", 1" });
        }
        if let Some(last) = arguments.last().filter(|_| !takes(arguments.len() - 1)) {
            let start = if arguments.len() > 1 { arguments[arguments.len() - 2].end } else { last.start };
            self.add(Sort::TooFew, start..last.end, "");
        }
        self.kinds(&arguments, &ways, is_verb);
    }

    fn kinds(&mut self, arguments: &[Range<usize>], ways: &[Vec<String>], is_verb: bool) {
        let fitting: Vec<&Vec<String>> = ways.iter().filter(|way| way.len() == arguments.len()).collect();
        for (at, span) in arguments.iter().enumerate() {
            let wrong = if is_verb {
                let mut values = fitting.iter().map(|way| wrong_for(&way[at]));
                let first = values.next().flatten();
                if values.all(|value| value == first) { first } else { None }
            } else {
                Some(wrong_instead_of(&self.text[span.clone()]))
            };
            if let Some(wrong) = wrong {
                self.add(Sort::Argument, span.clone(), wrong);
            }
        }
        if let [first, second, ..] = arguments {
            let (one, other) = (&self.text[first.clone()], &self.text[second.clone()]);
            let differ = if is_verb {
                fitting
                    .iter()
                    .all(|way| way[0] != way[1] && wrong_for(&way[0]).is_some() && wrong_for(&way[1]).is_some())
                    && !fitting.is_empty()
            } else {
                sort_of(one) != sort_of(other)
            };
            if differ {
                let swapped = format!("{other}{}{one}", &self.text[first.end..second.start]);
                self.add(Sort::Swapped, first.start..second.end, swapped);
            }
        }
    }
}

/// Something of another kind than what is there.
fn wrong_instead_of(argument: &str) -> &'static str {
    if argument.starts_with(['"', '|']) || matches!(argument, "true" | "false") {
        "7"
    } else if argument.starts_with(|c: char| c.is_ascii_digit()) {
        "\"wrong\""
    } else {
        if matches!(argument, "game" | "game()") { "7" } else { "game()" }
    }
}

/// How an argument looks: a number, a text, a closure, a list, or a name, which says nothing but itself.
fn sort_of(argument: &str) -> &str {
    let name = argument.rsplit('.').next().unwrap_or(argument);
    match argument.chars().next() {
        Some('"') => "a text",
        Some('|') => "a closure",
        Some('[') => "a list",
        Some(c) if c.is_ascii_digit() => "a number",
        _ => name,
    }
}
