//! Small changes of scripts.

use super::Mutant;
use super::swaps::Swaps;
use cardwright_script::syntax::{Token, TokenSort, tokens};
use std::ops::Range;

/// Comparisons, each with those that stand in its place.
const COMPARISONS: [(&str, &[&str]); 6] = [
    ("==", &["!="]),
    ("!=", &["=="]),
    ("<", &["<=", ">="]),
    ("<=", &["<", ">"]),
    (">", &[">=", "<="]),
    (">=", &[">", "<"]),
];

/// Operators, each with the one that stands in its place.
const OPERATORS: [(&str, &str, &str); 8] = [
    ("&&", "||", "`&&` and `||`"),
    ("||", "&&", "`&&` and `||`"),
    ("+", "-", "arithmetic"),
    ("-", "+", "arithmetic"),
    ("*", "+", "arithmetic"),
    ("+=", "-=", "arithmetic"),
    ("-=", "+=", "arithmetic"),
    ("..=", "..", "a range"),
];

/// All small changes of a script.
pub(super) fn mutants(path: &str, text: &str, swaps: &Swaps) -> Vec<Mutant> {
    let tokens = tokens(text);
    let mut script = Script { path, text, tokens: &tokens, swaps, found: Vec::new() };
    for at in 0..tokens.len() {
        script.token(at);
    }
    script.found
}

struct Script<'a> {
    path: &'a str,
    text: &'a str,
    tokens: &'a [Token],
    swaps: &'a Swaps,
    found: Vec<Mutant>,
}

impl<'a> Script<'a> {
    fn add(&mut self, sort: &'static str, span: Range<usize>, instead: impl Into<String>) {
        self.found.push(Mutant { sort, path: self.path.into(), span, instead: instead.into() });
    }

    fn shown(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |at| self.shown(at))
    }

    fn token(&mut self, at: usize) {
        let (span, shown) = (self.tokens[at].span.clone(), self.shown(at));
        match &self.tokens[at].sort {
            TokenSort::Number(number) => self.number(span, *number),
            TokenSort::Text(name) => {
                if let Some(other) = self.swaps.zone(name) {
                    self.add("another zone", span, format!("\"{other}\""));
                }
            }
            TokenSort::Name | TokenSort::Keyword => self.word(at, span, shown),
            TokenSort::Mark => self.mark(at, span, shown),
            TokenSort::Character | TokenSort::Piece(_) | TokenSort::Wrong => {}
        }
    }

    fn number(&mut self, span: Range<usize>, number: i64) {
        self.add("number", span.clone(), number.saturating_add(1).to_string());
        if number != 0 {
            self.add("number", span, number.saturating_sub(1).to_string());
        }
    }

    fn word(&mut self, at: usize, span: Range<usize>, shown: &'a str) {
        match shown {
            "true" => self.add("flag", span, "false"),
            "false" => self.add("flag", span, "true"),
            "if" | "while" => self.condition(at),
            _ if matches!(self.before(at), "." | "?.") => {
                if let Some((sort, other)) = self.swaps.member(at.checked_sub(2).map_or("", |at| self.shown(at)), shown)
                {
                    let other = other.to_owned();
                    self.add(sort, span, other);
                }
            }
            _ => {}
        }
    }

    /// The condition of an `if` or a `while`: turned around, and dropped.
    fn condition(&mut self, at: usize) {
        let Some(open) = self.forward(at + 1, &["{"]).filter(|open| *open > at + 1) else { return };
        let span = self.tokens[at + 1].span.start..self.tokens[open - 1].span.end;
        let condition = self.text[span.clone()].to_owned();
        self.add("flipped condition", span.clone(), format!("!({condition})"));
        if self.shown(at) == "if" {
            self.add("dropped condition", span, "true");
        }
    }

    fn mark(&mut self, at: usize, span: Range<usize>, shown: &str) {
        if let Some((_, others)) = COMPARISONS.iter().find(|(own, _)| *own == shown) {
            for other in *others {
                self.add("another comparison", span.clone(), *other);
            }
        }
        let is_operand = |shown: &str| {
            shown.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ')' | ']' | '"'))
                && !matches!(shown, "return" | "in" | "if")
        };
        if let Some((_, other, sort)) = OPERATORS.iter().find(|(own, ..)| *own == shown)
            && (is_operand(self.before(at)))
        {
            self.add(sort, span.clone(), *other);
        }
        match shown {
            "!" => self.add("flipped condition", span, ""),
            "&&" | "||" => self.operands(at, shown),
            ";" => self.statement(at),
            _ => {}
        }
    }

    /// What is joined by `&&` or `||`, each dropped.
    fn operands(&mut self, at: usize, symbol: &str) {
        let ends = ["&&", "||", ";", ",", ")", "]", "}", "{", "=>"];
        if let Some(end) = self.forward(at + 1, &ends).filter(|end| *end > at + 1) {
            // With `&&` as the weaker neighbour, only a whole operand may go.
            if symbol == "||" && self.shown(end) == "&&" {
                return;
            }
            let span = self.tokens[at].span.start..self.tokens[end - 1].span.end;
            self.add("dropped condition", span, "");
        }
        let starts = ["&&", "||", ";", ",", "(", "[", "{", "=", "return", "if", "while", "=>", "|", "!"];
        if let Some(start) = self.backward(at - 1, &starts).filter(|start| *start + 1 < at) {
            if matches!(self.shown(start), "!") || symbol == "||" && self.shown(start) == "&&" {
                return;
            }
            let span = self.tokens[start + 1].span.start..self.tokens[at + 1].span.start;
            self.add("dropped condition", span, "");
        }
    }

    /// The statement that ends with this semicolon, dropped.
    fn statement(&mut self, at: usize) {
        let Some(boundary) = self.backward(at - 1, &[";", "{", "}"]) else { return };
        let first = boundary + 1;
        if first >= at || matches!(self.shown(first), "let" | "const" | "fn" | "import" | "." | "else") {
            return;
        }
        let span = self.tokens[first].span.start..self.tokens[at].span.end;
        let lines = self.text[span.clone()].matches('\n').count();
        self.add("dropped statement", span, "\n".repeat(lines));
    }

    /// The first of these tokens from here on that is in no inner brackets.
    fn forward(&self, from: usize, wanted: &[&str]) -> Option<usize> {
        let mut depth = 0_i32;
        for at in from..self.tokens.len() {
            let shown = self.shown(at);
            if depth == 0 && wanted.contains(&shown) {
                return Some(at);
            }
            match shown {
                "(" | "[" | "{" | "#{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        None
    }

    /// The last of these tokens up to here that is in no inner brackets. A block that closes here is a boundary if `}` is
    /// wanted.
    fn backward(&self, from: usize, wanted: &[&str]) -> Option<usize> {
        let mut depth = 0_i32;
        for at in (0..=from).rev() {
            let shown = self.shown(at);
            let closes = matches!(shown, ")" | "]" | "}");
            if depth == 0 && wanted.contains(&shown) {
                return Some(at);
            }
            match shown {
                _ if closes => depth += 1,
                "(" | "[" | "{" | "#{" => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::excluded::Throughout;
    use super::super::swaps::Swaps;
    use super::mutants;
    use cardwright_kernel::rules::Rules;

    fn changes(text: &str) -> Vec<String> {
        let found = mutants("scripts/x/a.rhai", text, &Swaps::of(&Rules::default(), Throughout::default()));
        found.iter().map(|mutant| mutant.applied(text)).collect()
    }

    #[test]
    fn conditions_are_flipped_and_dropped() {
        let found = changes("fn f(a) { if a.x && a.y { a.go(); } }");
        for wanted in [
            "fn f(a) { if !(a.x && a.y) { a.go(); } }",
            "fn f(a) { if true { a.go(); } }",
            "fn f(a) { if a.x || a.y { a.go(); } }",
            "fn f(a) { if a.x  { a.go(); } }",
            "fn f(a) { if a.y { a.go(); } }",
            "fn f(a) { if a.x && a.y {  } }",
        ] {
            assert!(found.iter().any(|change| change == wanted), "{wanted}\n{found:#?}");
        }
        assert_eq!(found.len(), 6);
    }

    #[test]
    fn numbers_and_comparisons_are_changed() {
        let found = changes("fn f(a) { a.n >= 4 }");
        assert_eq!(
            found,
            ["fn f(a) { a.n > 4 }", "fn f(a) { a.n < 4 }", "fn f(a) { a.n >= 5 }", "fn f(a) { a.n >= 3 }"]
        );
    }

    #[test]
    fn a_statement_after_a_block_is_dropped_alone() {
        let found = changes("fn f(a) { for b in a { b.go(); } a.stop(); }");
        assert_eq!(found, ["fn f(a) { for b in a {  } a.stop(); }", "fn f(a) { for b in a { b.go(); }  }"]);
    }

    #[test]
    fn declarations_stay() {
        assert_eq!(changes("fn f(a) { let b = a; b }"), [""; 0]);
    }
}
