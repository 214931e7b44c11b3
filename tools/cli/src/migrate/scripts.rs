//! Scripts: what verbs were written like before, as their rows say it, becomes what they are written like now.

use super::Replacement;
use cardwright_script::syntax::{Token, TokenSort, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// How something was written and how it is written now, as the rows of verbs say it: `x.old(a, b)` and `x.new(b, a)`.
struct Rewrite<'r> {
    /// Whether it is asked of something.
    has_receiver: bool,
    name: &'r str,
    /// How much it takes; nothing if it is written without parentheses.
    takes: Option<usize>,
    /// How it is written now.
    new: &'r str,
}

/// How many bytes more something may be than before: otherwise what is written twice now could double again and again, where
/// it stands in itself.
const MOST_GROWTH: usize = 256;

/// Where something stands that is written differently now.
struct Found<'r> {
    /// All of it, with what it is asked of.
    range: Range<usize>,
    receiver: Option<Range<usize>>,
    arguments: Vec<Range<usize>>,
    new: &'r str,
}

/// What is written differently now, apart from properties that a pack declares itself. Of what stands in each other, what is
/// innermost.
pub(super) fn replacements(
    text: &str,
    history: impl Iterator<Item = (&'static str, &'static str)>,
    declared: &BTreeSet<String>,
) -> Vec<Replacement> {
    let read = Reading { text, tokens: tokens(text) };
    let rewrites = history.map(|(old, new)| Rewrite::new(old, new));
    let mut found: Vec<Found<'_>> = rewrites.flat_map(|rewrite| read.all(&rewrite, declared)).collect();
    // What holds another begins before it, or where it does, and is followed by it.
    found.sort_by_key(|one| (one.range.start, usize::MAX - one.range.end));
    found.dedup_by(|one, other| one.range == other.range);
    let holds = |one: &Found<'_>, other: &Found<'_>| other.range.start < one.range.end;
    let innermost = found.iter().enumerate().filter(|(at, one)| found.get(at + 1).is_none_or(|next| !holds(one, next)));
    let innermost = innermost.map(|(_, one)| one);
    let can = innermost.filter(|one| !one.is_assignment() || read.is_statement(&one.range));
    let replacement = |one: &Found<'_>| {
        let new = Some(one.rewritten(text)).filter(|new| new.len() <= one.range.len() + MOST_GROWTH)?;
        let bare =
            new.strip_prefix('(').and_then(|new| new.strip_suffix(')')).filter(|_| read.stands_alone(&one.range));
        Some(Replacement { range: one.range.clone(), text: bare.map_or_else(|| new.clone(), str::to_owned), note: "" })
    };
    can.filter_map(replacement).collect()
}

/// What is left to do by hand in a script that has been migrated: the place, and what to do. That is what nothing stands for
/// any more, and assignments for what stood in the middle of an expression.
pub(super) fn left(
    text: &str,
    history: impl Iterator<Item = (&'static str, &'static str)>,
    gone: &[(&'static str, &'static str)],
    declared: &BTreeSet<String>,
) -> Vec<(usize, String)> {
    let read = Reading { text, tokens: tokens(text) };
    let found = gone.iter().flat_map(|(old, instead)| read.all(&Rewrite::new(old, instead), declared));
    let gone = found.map(|one| (one.range.start, format!("`{}` is gone: {}", &text[one.range.clone()], one.new)));
    let stuck = history.flat_map(|(old, new)| read.all(&Rewrite::new(old, new), declared));
    let stuck = stuck.map(|one| {
        let (old, new) = (&text[one.range.clone()], one.rewritten(text));
        let why = if one.is_assignment() { ", which is a statement of its own" } else { "" };
        (one.range.start, format!("`{old}` is `{new}` now{why}"))
    });
    gone.chain(stuck).collect()
}

/// The keys of the maps that a script writes out.
pub(super) fn keys(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let said = |token: &Token| &text[token.span.clone()];
    let is_key = |pair: &&[Token]| pair[0].sort == TokenSort::Name && said(&pair[1]) == ":";
    tokens.windows(2).filter(is_key).map(|pair| said(&pair[0]).to_owned()).collect()
}

impl<'r> Rewrite<'r> {
    fn new(old: &'r str, new: &'r str) -> Self {
        let (has_receiver, rest) = match old.strip_prefix("x.") {
            Some(rest) => (true, rest),
            None => (false, old),
        };
        let (name, takes) = match rest.split_once('(') {
            Some((name, ")")) => (name, Some(0)),
            Some((name, takes)) => (name, Some(takes.split(',').count())),
            None => (rest, None),
        };
        Self { has_receiver, name, takes, new }
    }
}

/// A script as tokens.
struct Reading<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl Reading<'_> {
    fn said(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.said(at))
    }

    /// The tokens before and behind a part of the text.
    fn around(&self, range: &Range<usize>) -> (&str, &str) {
        let before = self.tokens.iter().rfind(|token| token.span.end <= range.start);
        let behind = self.tokens.iter().find(|token| token.span.start >= range.end);
        let said = |token: Option<&Token>| token.map_or("", |token| &self.text[token.span.clone()]);
        (said(before), said(behind))
    }

    /// Whether a part of the text is a statement.
    fn is_statement(&self, range: &Range<usize>) -> bool {
        let (before, behind) = self.around(range);
        matches!(before, "" | ";" | "{" | "}") && matches!(behind, "" | ";" | "}")
    }

    /// Whether nothing around a part of the text binds closer than a comparison.
    fn stands_alone(&self, range: &Range<usize>) -> bool {
        let (before, behind) = self.around(range);
        let opens =
            matches!(before, "" | "(" | "," | "&&" | "||" | "if" | "while" | "return" | "=" | ";" | "{" | "}" | "|");
        opens && matches!(behind, "" | ")" | "," | "&&" | "||" | ";" | "{" | "}")
    }

    /// All places at which something is written like before.
    fn all<'r>(&self, rewrite: &Rewrite<'r>, declared: &BTreeSet<String>) -> Vec<Found<'r>> {
        let own = |at: usize| self.before(at) == "fn" && self.said(at) == rewrite.name;
        let is_own = match rewrite.has_receiver {
            true => rewrite.takes.is_none() && declared.contains(rewrite.name),
            false => (0..self.tokens.len()).any(own),
        };
        if is_own {
            return Vec::new();
        }
        (0..self.tokens.len()).filter_map(|at| self.found(rewrite, at)).collect()
    }

    fn found<'r>(&self, rewrite: &Rewrite<'r>, at: usize) -> Option<Found<'r>> {
        let is_name = matches!(self.tokens[at].sort, TokenSort::Name | TokenSort::Keyword);
        let is_behind_dot = matches!(self.before(at), "." | "?.");
        if !is_name || self.said(at) != rewrite.name || is_behind_dot != rewrite.has_receiver {
            return None;
        }
        let arguments = match (rewrite.takes, self.said(at + 1) == "(") {
            (Some(takes), true) => Some(self.arguments(at + 1)?).filter(|(given, _)| given.len() == takes),
            (None, false) => Some((Vec::new(), at)),
            _ => None,
        };
        let (arguments, end) = arguments?;
        let first = if is_behind_dot { self.receiver(at - 1)? } else { at };
        // What is read of nothing at all stays as it is, where it does not become a verb of the same thing.
        if self.before(at) == "?." && !rewrite.new.starts_with("x.") {
            return None;
        }
        let start = self.tokens[first].span.start;
        let receiver = is_behind_dot.then(|| start..self.tokens[at - 1].span.start);
        Some(Found { range: start..self.tokens[end].span.end, receiver, arguments, new: rewrite.new })
    }

    /// The first token of what a dot stands behind: `game().cards("hand")[0]`.
    fn receiver(&self, dot: usize) -> Option<usize> {
        let mut at = dot;
        loop {
            at = at.checked_sub(1)?;
            while matches!(self.said(at), ")" | "]") {
                let open = self.opened(at)?;
                let before = open.checked_sub(1).map(|at| &self.tokens[at].sort);
                let is_called = matches!(before, Some(TokenSort::Name)) || matches!(self.before(open), ")" | "]");
                match is_called {
                    true => at = open - 1,
                    false => return Some(open),
                }
            }
            let is_value = matches!(
                self.tokens[at].sort,
                TokenSort::Name | TokenSort::Keyword | TokenSort::Number(_) | TokenSort::Text(_)
            );
            if !is_value {
                return None;
            }
            if !matches!(self.before(at), "." | "?.") {
                return Some(at);
            }
            at -= 1;
        }
    }

    /// Where the bracket is opened that closes here.
    fn opened(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        (0..=close).rev().find(|at| {
            depth += depth_of(self.said(*at));
            depth == 0
        })
    }

    /// The arguments of a call whose bracket is opened here, and where it closes.
    fn arguments(&self, open: usize) -> Option<(Vec<Range<usize>>, usize)> {
        let (mut depth, mut commas, mut bars) = (0, vec![open], 0);
        for at in open..self.tokens.len() {
            let is_first = matches!(self.before(at), "(" | ",");
            match self.said(at) {
                // The commas between the parameters of a closure separate no arguments.
                "|" if is_first || bars == 1 => bars = (bars + 1) % 2,
                "," if depth == -1 && bars == 0 => commas.push(at),
                said => depth += depth_of(said),
            }
            if depth == 0 {
                commas.push(at);
                let between = |pair: &[usize]| self.tokens[pair[0]].span.end..self.tokens[pair[1]].span.start;
                let mut arguments: Vec<Range<usize>> = commas.windows(2).map(between).collect();
                if arguments.len() == 1 && open + 1 == at {
                    arguments.clear();
                }
                return Some((arguments, at));
            }
        }
        None
    }
}

/// What a token does to the depth of brackets, from the end of the text.
fn depth_of(said: &str) -> i32 {
    match said {
        ")" | "]" | "}" => 1,
        said if said.ends_with(['(', '[', '{']) => -1,
        _ => 0,
    }
}

impl Found<'_> {
    /// Whether it becomes an assignment.
    fn is_assignment(&self) -> bool {
        [" = ", " += "].iter().any(|sign| self.new.contains(sign))
    }

    /// How it is written now.
    fn rewritten(&self, text: &str) -> String {
        let mut new = String::new();
        let mut rest = self.new;
        while let Some(first) = rest.chars().next() {
            let word: usize = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (part, behind) = rest.split_at(word.max(first.len_utf8()));
            let place = ["a", "b", "c", "d"].iter().position(|name| *name == part);
            match (place.and_then(|at| self.arguments.get(at)), &self.receiver) {
                (Some(argument), _) => new.push_str(text[argument.clone()].trim()),
                (None, Some(receiver)) if part == "x" => {
                    new.push_str(&text[receiver.clone()]);
                    // What is asked only if there is something stays so.
                    if text[receiver.end..].starts_with("?.") && behind.starts_with('.') {
                        new.push('?');
                    }
                }
                _ => new.push_str(part),
            }
            rest = behind;
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HISTORY: [(&str, &str); 8] = [
        ("x.take_away(a)", "x.remove(a)"),
        ("toss(a)", "roll(a)"),
        ("x.count_of()", "x.count"),
        ("x.hand_to(a)", "x.controller = a"),
        ("x.find_card(a, b)", "x.cards(b).find(|card| card.name == a)"),
        ("x.is_odd", "(x % 2 != 0)"),
        ("x.letter", "x.name"),
        ("x.some(a)", "x.any(a)"),
    ];

    fn rewritten(script: &str, declared: &[&str]) -> String {
        let declared = declared.iter().map(ToString::to_string).collect();
        let mut text = script.to_owned();
        for _ in 0..9 {
            let mut found = replacements(&text, HISTORY.into_iter(), &declared);
            found.sort_by_key(|one| one.range.start);
            for one in found.into_iter().rev() {
                text.replace_range(one.range, &one.text);
            }
        }
        text
    }

    #[test]
    fn verbs_and_functions_become_what_their_rows_say() {
        for (old, new) in [
            ("item.take_away(toss(2));", "item.remove(roll(2));"),
            ("let toss = item.target?.take_away;", "let toss = item.target?.take_away;"),
            ("a.b(1)[2].count_of() + 1", "a.b(1)[2].count + 1"),
            (
                "game().find_card(f(1, 2), \"hand\").hand_to(p);",
                "game().cards(\"hand\").find(|card| card.name == f(1, 2)).controller = p;",
            ),
            ("if (a + b).is_odd && !c.d.is_odd { }", "if (a + b) % 2 != 0 && !(c.d % 2 != 0) { }"),
            ("let done = a.hand_to(b);", "let done = a.hand_to(b);"),
            ("item?.letter + `${x.letter}`", "item?.name + `${x.name}`"),
            ("list.some(|a, b| a.some(|c| c))", "list.any(|a, b| a.any(|c| c))"),
            ("f(#{ a: b.count_of(), c: [1, 2].some(z) })", "f(#{ a: b.count, c: [1, 2].any(z) })"),
        ] {
            assert_eq!(rewritten(old, &[]), new);
        }
    }

    #[test]
    fn what_a_pack_calls_so_itself_stays() {
        let own = "fn toss(item) { \"item.take_away(1)\" }\nfn take_away() { take_away(); toss(1) } // x.letter\n";
        assert_eq!(rewritten(own, &[]), own);
        assert_eq!(rewritten("card.letter", &["letter"]), "card.letter");
        assert_eq!(keys("let one = #{ letter: 1, \"b\": f(2) }; one.letter"), ["letter"]);
    }

    #[test]
    fn what_is_written_twice_does_not_grow_without_end() {
        let mut text = format!("{}n{}", "abs(".repeat(40), ")".repeat(40));
        let history = [("abs(a)", "max(a, -(a))")];
        for _ in 0..99 {
            let mut found = replacements(&text, history.into_iter(), &BTreeSet::new());
            found.sort_by_key(|one| one.range.start);
            found.into_iter().rev().for_each(|one| text.replace_range(one.range, &one.text));
        }
        assert!(text.len() < 2_000, "{} bytes", text.len());
        assert!(!left(&text, history.into_iter(), &[], &BTreeSet::new()).is_empty());
    }

    #[test]
    fn what_is_gone_is_told_with_its_place() {
        let gone = [("x.twins", "ask for the name")];
        let told = |script: &str| left(script, HISTORY.into_iter(), &gone, &BTreeSet::new());
        assert_eq!(told("let a = b.c.twins.len;"), [(8, "`b.c.twins` is gone: ask for the name".to_string())]);
        let stuck = "`b.hand_to(c)` is `b.controller = c` now, which is a statement of its own";
        assert_eq!(told("let a = b.hand_to(c);"), [(8, stuck.to_string())]);
    }
}
