//! What stands before the arrows of each `switch`: the parser's tree has only hashes of it.
//!
//! A head that is not understood here is an error. What was read is compared with the tree, so nothing can be lost.

use super::finding::{Finding, LineSpan};
use super::lexer::{Token, TokenSort};
use super::source::ScriptText;
use super::tree::Head;
use rhai::{AST, ASTNode, Position, Stmt, SwitchCasesCollection};
use std::collections::BTreeMap;

/// The cases of each `switch`, by the number of the token with which it begins.
pub(crate) type Switches = BTreeMap<usize, Vec<CaseHeads>>;

/// What stands before an arrow.
#[derive(Clone, Debug, Default)]
pub(crate) struct CaseHeads {
    /// The values; none for the case that is left over.
    pub heads: Option<Vec<Head>>,
    /// The texts among them.
    pub texts: Vec<(Box<str>, LineSpan)>,
}

/// Reads the heads of all `switch` of a script that the parser has accepted.
pub(crate) fn switches(source: &ScriptText, ast: &AST) -> Result<Switches, Vec<Finding>> {
    let (mut switches, mut findings) = (Switches::new(), Vec::new());
    for (at, _) in source.tokens().iter().enumerate().filter(|(_, token)| source.written(token) == "switch") {
        match (HeadReader { source, at: at + 1 }.cases()) {
            Ok(cases) => drop(switches.insert(at, cases)),
            Err(finding) => findings.push(*finding),
        }
    }
    if findings.is_empty() {
        findings = unlike(source, ast, &switches);
    }
    if findings.is_empty() { Ok(switches) } else { Err(findings) }
}

/// Each `switch` of the tree in which something else stands than was read.
fn unlike(source: &ScriptText, ast: &AST, switches: &Switches) -> Vec<Finding> {
    let mut findings = Vec::new();
    ast.walk(&mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Switch(parts, position))) = path.last() {
            let read = of(source, switches, *position);
            if !read.is_some_and(|cases| are_alike(cases, &parts.1)) {
                let message = "this `switch` cannot be read";
                let finding = Finding::new("script-switch", source.path(), source.span(*position), message);
                findings.push(finding.help("write its cases plainly, with a comma after each"));
            }
        }
        true
    });
    findings
}

/// The cases of the `switch` at a position.
pub(crate) fn of<'s>(source: &ScriptText, switches: &'s Switches, position: Position) -> Option<&'s Vec<CaseHeads>> {
    switches.get(&source.token_at(position)?)
}

/// Whether as many cases and values were read as the parser has, and the same case is left over.
fn are_alike(read: &[CaseHeads], parsed: &SwitchCasesCollection) -> bool {
    let values: usize = parsed.cases.values().map(|case| case.blocks.len()).sum();
    let heads = read.iter().filter_map(|case| case.heads.as_ref());
    read.len() == parsed.expressions.len()
        && heads.map(Vec::len).sum::<usize>() == values
        && read.iter().position(|case| case.heads.is_none()) == parsed.def_case
}

/// Reads the cases of one `switch`, token by token.
struct HeadReader<'s> {
    source: &'s ScriptText,
    at: usize,
}

impl<'s> HeadReader<'s> {
    fn cases(mut self) -> Result<Vec<CaseHeads>, Box<Finding>> {
        self.subject()?;
        let mut cases = Vec::new();
        while self.written() != "}" {
            cases.push(self.heads()?);
            self.condition()?;
            self.value()?;
        }
        Ok(cases)
    }

    fn token(&self) -> Option<&'s Token> {
        self.source.tokens().get(self.at)
    }

    fn written(&self) -> &'s str {
        self.token().map_or("", |token| self.source.written(token))
    }

    fn wrong(&self, message: &str, help: &str) -> Box<Finding> {
        let last = self.token().or_else(|| self.source.tokens().last());
        let at = last.map_or(LineSpan { line: 1, column: 1, len: 1 }, |token| self.source.token_span(token));
        Box::new(Finding::new("script-switch", self.source.path(), at, message).help(help))
    }

    /// Goes behind the brace that opens the cases.
    fn subject(&mut self) -> Result<(), Box<Finding>> {
        const BLOCKS: [&str; 7] = ["if", "switch", "for", "while", "loop", "do", "{"];
        let begins = self.at;
        while self.at == begins || self.written() != "{" {
            if BLOCKS.contains(&self.written()) || self.token().is_none() {
                return Err(self.wrong(
                    "the value that a `switch` looks at cannot be a block or have one in it",
                    "give the value a name before: `let found = …; switch found { … }`",
                ));
            }
            self.skip();
        }
        self.at += 1;
        Ok(())
    }

    /// Goes behind a token, or behind what it opens.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.token() {
            match (&token.sort, self.written()) {
                (TokenSort::Mark, "(" | "[" | "{" | "#{" | "?[") => depth += 1,
                (TokenSort::Mark, ")" | "]" | "}") => depth = depth.saturating_sub(1),
                (TokenSort::Piece(_), written) => {
                    depth += usize::from(written.ends_with('{'));
                    depth = depth.saturating_sub(usize::from(written.starts_with('}')));
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// The values before an arrow or a condition.
    fn heads(&mut self) -> Result<CaseHeads, Box<Finding>> {
        if self.written() == "_" {
            self.at += 1;
            return Ok(CaseHeads::default());
        }
        let (mut heads, mut texts) = (Vec::new(), Vec::new());
        loop {
            if let Some(Token { sort: TokenSort::Text(text), .. }) = self.token() {
                texts.extend(self.token().map(|token| (text.clone(), self.source.token_span(token))));
            }
            heads.push(self.head()?);
            match self.written() {
                "|" => self.at += 1,
                "=>" | "if" => return Ok(CaseHeads { heads: Some(heads), texts }),
                _ => return Err(self.not_a_head()),
            }
        }
    }

    fn head(&mut self) -> Result<Head, Box<Finding>> {
        let simple = match (self.token().map(|token| &token.sort), self.written()) {
            (Some(TokenSort::Text(text)), _) => Head::Text(text.clone()),
            (_, "true") => Head::Flag(true),
            (_, "false") => Head::Flag(false),
            (_, "(") => return self.nothing(),
            _ => return self.numbers(),
        };
        self.at += 1;
        Ok(simple)
    }

    /// Two brackets with nothing between them.
    fn nothing(&mut self) -> Result<Head, Box<Finding>> {
        self.at += 1;
        if self.written() != ")" {
            return Err(self.not_a_head());
        }
        self.at += 1;
        Ok(Head::Nothing)
    }

    /// A number, or those from one to another.
    fn numbers(&mut self) -> Result<Head, Box<Finding>> {
        let from = if is_range(self.written()) { 0 } else { self.number()? };
        let range = self.written();
        if !is_range(range) {
            return Ok(Head::Number(from));
        }
        self.at += 1;
        let to = if self.written() == "=>" { i64::MAX } else { self.number()? };
        Ok(Head::Span(from, to, range == "..="))
    }

    fn number(&mut self) -> Result<i64, Box<Finding>> {
        let sign = self.written();
        self.at += usize::from(matches!(sign, "-" | "+"));
        let Some(TokenSort::Number(number)) = self.token().map(|token| &token.sort) else {
            return Err(self.not_a_head());
        };
        let number = if sign == "-" { number.checked_neg() } else { Some(*number) };
        let number = number.ok_or_else(|| self.not_a_head())?;
        self.at += 1;
        Ok(number)
    }

    fn not_a_head(&self) -> Box<Finding> {
        let help = "a case begins with whole numbers, ranges of them such as `2..5`, texts, `true`, `false`, `()` or `_`; \
                    several are divided by `|`";
        Box::new(self.wrong("the values of this case cannot be read", help).label("not a value that a case can have"))
    }

    /// Goes behind the arrow.
    fn condition(&mut self) -> Result<(), Box<Finding>> {
        while self.written() != "=>" {
            if self.token().is_none() || matches!(self.written(), "," | "}") {
                return Err(self.not_a_head());
            }
            self.skip();
        }
        self.at += 1;
        Ok(())
    }

    /// Goes behind the value of a case, to the next case or to the end.
    fn value(&mut self) -> Result<(), Box<Finding>> {
        loop {
            match self.written() {
                "," => {
                    self.at += 1;
                    return Ok(());
                }
                "}" => return Ok(()),
                "" | "=>" => return Err(self.wrong("where this case begins cannot be told", "put a comma before it")),
                opens => {
                    self.skip();
                    if opens == "{" && self.begins_a_case() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether what stands behind a block begins a case, because the block needs no comma.
    fn begins_a_case(&self) -> bool {
        let sort = self.token().map(|token| &token.sort);
        matches!(sort, Some(TokenSort::Number(_) | TokenSort::Text(_)))
            || matches!(self.written(), "_" | "true" | "false" | "(" | "-" | "+" | ".." | "..=")
    }
}

fn is_range(written: &str) -> bool {
    matches!(written, ".." | "..=")
}
