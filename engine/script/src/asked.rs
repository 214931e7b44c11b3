//! Expressions that somebody asks from outside. Each becomes a function behind those of a script, and is read, checked and
//! lowered as they are, so it can name whatever a value of that script could.

use crate::check::{HookSignature, Type, check, hooks, units, unread, vocabulary};
use crate::compile::{Script, compile};
use crate::library::Library;
use crate::lower::{lower, program::Program};
use crate::sandbox;
use crate::syntax::tree::{Function, NodeKind};
use crate::syntax::{Finding, LineSpan, TokenSort, outline, tokens};
use cardwright_kernel::rules::{FunctionId, Rules, ScriptRole};
use std::ops::Range;
use std::sync::Arc;

/// The path under which what is wrong in an expression is told.
pub const EXPRESSION: &str = "expression";

/// The name of the function that an expression becomes.
const FUNCTION: &str = "asked_expression";

/// The function that gives what the expression reads a property of.
const SUBJECT: &str = "asked_subject";

/// An expression, and what it can name.
#[derive(Clone, Copy, Debug)]
pub struct Expression<'e> {
    /// Its text.
    pub text: &'e str,
    /// The script whose functions and constants it can name. Where none is given, that is a script of the ruleset: the first
    /// that has a constant which it names.
    pub within: Option<&'e str>,
    /// Names of values that it is given, and what these are.
    pub given: &'e [(Box<str>, Type)],
}

/// An expression that can be asked.
#[derive(Clone, Debug)]
pub struct AskedExpression {
    /// The scripts with the function that it has become, which takes all that it is given.
    pub program: Program,
    /// That function.
    pub function: FunctionId,
    /// If it reads a property and does nothing else: the function that gives what has the property, and the property's name.
    pub subject: Option<(FunctionId, Box<str>)>,
    /// The script in which it stands, and the line of that in which it begins.
    pub place: (u16, u32),
}

impl Library {
    /// Reads, checks and lowers an expression.
    ///
    /// # Errors
    /// What is wrong in it, with places in the expression.
    pub fn ask(&mut self, rules: &Rules, expression: Expression<'_>) -> Result<AskedExpression, Vec<Finding>> {
        let host = self.host(rules, expression)?;
        let (path, source) = rules.scripts.get_index(host).ok_or_else(|| vec![no_script("")])?;
        let mut text = Appended::new(path, &source.text, expression);
        let script = text.compile()?;
        let own = script.functions().len();
        let (script, property) = match subject_of(&script, expression.text) {
            Some((subject, property)) => {
                text.add(SUBJECT, &expression.text[subject], expression.given);
                (text.compile()?, Some(property))
            }
            None => (script, None),
        };
        let rules = Arc::new(with_script(rules, host, &text.text, expression.text));
        let before = self.scripts[host].replace(script);
        let lowered = self.lower_asked(&rules, host, &text, expression.given);
        self.scripts[host] = before;
        let id = |at: usize| FunctionId { script: host.into(), function: Some(at as u16) };
        Ok(AskedExpression {
            program: lowered?,
            function: id(own - 1),
            subject: property.map(|property| (id(own), property)),
            place: (host as u16, text.first),
        })
    }

    /// The script behind which an expression is put.
    fn host(&self, rules: &Rules, expression: Expression<'_>) -> Result<usize, Vec<Finding>> {
        if let Some(path) = expression.within {
            return rules.scripts.get_index_of(path).ok_or_else(|| vec![no_script(path)]);
        }
        let of_ruleset = |at: &usize| rules.scripts[*at].role == ScriptRole::Ruleset;
        let all = || (0..rules.scripts.len()).filter(of_ruleset);
        let has_named = |at: &usize| {
            let constants = self.scripts[*at].as_ref().map(|script| script.tree().1).unwrap_or_default();
            let named =
                |name: &str| tokens(expression.text).iter().any(|token| expression.text[token.span.clone()] == *name);
            constants.iter().any(|constant| named(&constant.name))
        };
        let first = all().next().or_else(|| (!rules.scripts.is_empty()).then_some(0));
        all().find(has_named).or(first).ok_or_else(|| vec![no_script("")])
    }

    fn lower_asked(
        &self,
        rules: &Arc<Rules>,
        host: usize,
        text: &Appended<'_>,
        given: &[(Box<str>, Type)],
    ) -> Result<Program, Vec<Finding>> {
        let mut hooks = hooks(rules);
        hooks[host].extend([FUNCTION, SUBJECT].map(|name| HookSignature {
            name: name.into(),
            takes: given.to_vec(),
            gives: Type::Lasting,
            pure: true,
            named: false,
        }));
        let vocabulary = vocabulary(rules);
        let units = units(rules, &self.scripts, &hooks);
        let (findings, trees) = check(&vocabulary, &units, unread(rules, &self.scripts), &[]);
        text.refused(findings)?;
        let (program, unusual) = lower(rules, &trees);
        text.refused(unusual)?;
        Ok(program)
    }
}

/// The rules with another text of a script. What the expression says is a word of the game, as what scripts say is.
fn with_script(rules: &Rules, host: usize, text: &str, expression: &str) -> Rules {
    let mut rules = rules.clone();
    for said in &outline(expression).texts {
        rules.words.intern(said);
    }
    rules.scripts[host].text = text.into();
    if let Some(names) = rules.function_names.get_mut(host) {
        names.extend([FUNCTION, SUBJECT].map(Box::from));
    }
    rules
}

fn no_script(path: &str) -> Finding {
    let at = LineSpan { line: 1, column: 1, len: 1 };
    match path {
        "" => Finding::new("script-missing", EXPRESSION, at, "the game has no scripts, so it computes no expressions"),
        path => Finding::new("script-missing", EXPRESSION, at, format!("the game has no script `{path}`")),
    }
}

/// If an expression reads a property and does nothing else: the bytes of what has the property, and the property's name.
fn subject_of(script: &Script, expression: &str) -> Option<(Range<usize>, Box<str>)> {
    let (functions, _) = script.tree();
    let own = functions.iter().find(|function| *function.name == *FUNCTION)?;
    let [only] = &own.body[..] else { return None };
    let NodeKind::Property { name, .. } = &only.what else { return None };
    let all = tokens(expression);
    let [.., dot, last] = &all[..] else { return None };
    let is_last = last.sort == TokenSort::Name && expression[last.span.clone()] == **name;
    (is_last && &expression[dot.span.clone()] == ".").then(|| (0..dot.span.start, name.clone()))
}

/// A script with an expression behind it.
struct Appended<'p> {
    path: &'p str,
    text: String,
    functions: usize,
    expression: &'p str,
    /// The line in which the expression begins.
    first: u32,
}

impl<'p> Appended<'p> {
    fn new(path: &'p str, script: &str, expression: Expression<'p>) -> Self {
        let mut appended =
            Self { path, text: format!("{script}\n"), functions: 0, expression: expression.text, first: 0 };
        appended.functions = crate::syntax::outline(script).functions.len();
        appended.first = appended.text.matches('\n').count() as u32 + 2;
        appended.add(FUNCTION, expression.text, expression.given);
        appended
    }

    fn add(&mut self, name: &str, body: &str, given: &[(Box<str>, Type)]) {
        let parameters: Vec<&str> = given.iter().map(|(name, _)| &**name).collect();
        self.text.push_str(&format!("fn {name}({}) {{\n{body}\n}}\n", parameters.join(", ")));
        self.functions += 1;
    }

    fn compile(&self) -> Result<Script, Vec<Finding>> {
        let compiled = compile(&sandbox::engine(), self.path, &self.text);
        let script =
            compiled.map_err(|findings| findings.into_iter().map(|found| self.told(found)).collect::<Vec<_>>())?;
        let is_whole = |function: &Function| matches!(&*function.name, FUNCTION | SUBJECT);
        let asked = script.tree().0.iter().filter(|function| is_whole(function)).count();
        let says_nothing = script.tree().0.iter().any(|function| is_whole(function) && function.body.is_empty());
        let at = LineSpan { line: 1, column: 1, len: 1 };
        if says_nothing {
            return Err(vec![Finding::new("script-syntax", EXPRESSION, at, "the expression says nothing")]);
        }
        if script.functions().len() == self.functions && asked >= 1 {
            return Ok(script);
        }
        let message = "this is more than an expression";
        Err(vec![Finding::new("script-syntax", EXPRESSION, at, message).help("ask for one value: `A.hand.len`")])
    }

    /// What is wrong in the expression: all else has been checked before.
    ///
    /// # Errors
    /// That, if it is anything.
    fn refused(&self, findings: Vec<Finding>) -> Result<(), Vec<Finding>> {
        let last = self.first + self.lines() - 1;
        let is_own = |found: &Finding| *found.path == *self.path && (self.first..=last).contains(&found.at.line);
        let own = findings.into_iter().filter(|found| !found.is_warning && (is_own(found) || self.is_head(found)));
        let own: Vec<Finding> = own.map(|found| self.told(found)).collect();
        if own.is_empty() { Ok(()) } else { Err(own) }
    }

    /// Whether something is told of the function that the expression has become.
    fn is_head(&self, found: &Finding) -> bool {
        *found.path == *self.path && found.at.line + 1 == self.first
    }

    fn lines(&self) -> u32 {
        self.expression.split('\n').count() as u32
    }

    /// A finding with its place in the expression. What is missing at its end is told of its last line.
    fn told(&self, found: Finding) -> Finding {
        let line = (found.at.line + 1).saturating_sub(self.first).clamp(1, self.lines());
        let is_inside = found.at.line >= self.first && found.at.line < self.first + self.lines();
        let written = self.expression.split('\n').nth(line as usize - 1).unwrap_or_default().trim_end();
        let column = match found.at.line {
            _ if is_inside => found.at.column,
            below if below >= self.first => written.chars().count() as u32 + 1,
            _ => 1,
        };
        let len = if is_inside { found.at.len } else { 1 };
        let message = match found.code {
            "script-syntax" if !is_inside => "the expression ends in the middle of something".into(),
            _ => found.message.replace(&format!("`{FUNCTION}`"), "an expression"),
        };
        // Its author knows nothing of the function.
        let help = found.help.filter(|help| !help.contains(FUNCTION));
        Finding { path: EXPRESSION.into(), at: LineSpan { line, column, len }, message, help, ..found }
    }
}
