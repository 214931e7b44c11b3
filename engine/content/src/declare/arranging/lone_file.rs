//! Reading one file by itself: values by key and type, and problems where they do not fit.

use crate::read::tree::{TomlField as Field, TomlNode as Node, TomlValue as Value};
use cardwright_kernel::problems::{Problem, Problems, Span};
use cardwright_kernel::text::{list, suggest};
use std::cell::RefCell;

/// A file that is being read, and what is wrong in it.
pub struct LoneFile<'t> {
    path: &'t str,
    problems: RefCell<Problems>,
}

/// A text and its place.
#[derive(Clone, Copy)]
pub struct LocatedName<'t> {
    /// The text.
    pub text: &'t str,
    /// Its place.
    pub span: &'t Span,
}

impl<'t> LoneFile<'t> {
    /// A file without problems so far.
    pub fn new(path: &'t str, problems: Vec<Problem>) -> Self {
        Self { path, problems: RefCell::new(problems.into_iter().collect()) }
    }

    /// What is wrong.
    pub fn problems(self) -> Problems {
        self.problems.into_inner()
    }

    /// Reports a problem at a place.
    pub fn report(&self, code: &'static str, span: &Span, message: impl Into<String>) {
        self.add(self.problem(code, span, message));
    }

    /// A problem at a place, to be added.
    pub fn problem(&self, code: &'static str, span: &Span, message: impl Into<String>) -> Problem {
        Problem::new(code, self.path, message).at(*span)
    }

    /// Reports a problem of the whole file.
    pub fn report_whole(&self, code: &'static str, message: impl Into<String>) {
        self.add(Problem::new(code, self.path, message));
    }

    /// Reports a word that nobody knows, with the nearest of those that are known.
    pub fn unknown<'c>(
        &self,
        code: &'static str,
        name: LocatedName<'_>,
        message: String,
        known: impl Iterator<Item = &'c str> + Clone,
    ) {
        let problem = Problem::new(code, self.path, message).at(*name.span);
        self.add(match suggest(name.text, known.clone()) {
            Some(meant) => problem.label(format!("did you mean `{meant}`?")),
            None => problem.help(format!("known: {}", list(known))),
        });
    }

    /// Reports a value of the wrong type.
    pub fn wrong(&self, key: &str, node: &Node<'_>, wanted: &str) {
        let problem = Problem::new("type-wrong", self.path, format!("`{key}` must be {wanted}"));
        self.add(problem.at(node.span).label(format!("this is {}", node.value.describe())));
    }

    /// Adds a problem.
    pub fn add(&self, problem: Problem) {
        self.problems.borrow_mut().add(problem);
    }

    /// A text.
    pub fn text<'n>(&self, key: &str, node: &'n Node<'_>) -> Option<LocatedName<'n>> {
        match &node.value {
            Value::Text(text) => Some(LocatedName { text, span: &node.span }),
            _ => {
                self.wrong(key, node, "a text");
                None
            }
        }
    }

    /// A text or a list of texts.
    pub fn texts<'n>(&self, key: &str, node: &'n Node<'_>) -> Vec<LocatedName<'n>> {
        node.nodes().iter().filter_map(|node| self.text(key, node)).collect()
    }

    /// A number from, to.
    pub fn number(&self, key: &str, node: &Node<'_>, from: i64, to: i64) -> Option<i64> {
        match &node.value {
            Value::Number(number) if (from..=to).contains(number) => Some(*number),
            Value::Number(number) => {
                self.report("number-out-of-range", &node.span, format!("`{key}` is from {from} to {to}, not {number}"));
                None
            }
            _ => {
                self.wrong(key, node, "a whole number");
                None
            }
        }
    }

    /// The fields of a table.
    pub fn fields<'n, 's>(&self, key: &str, node: &'n Node<'s>) -> &'n [Field<'s>] {
        match &node.value {
            Value::Fields(fields) => fields,
            _ => {
                self.wrong(key, node, "a table");
                &[]
            }
        }
    }
}

impl<'t> LocatedName<'t> {
    /// The name of a field.
    pub fn of(field: &'t Field<'_>) -> Self {
        Self { text: &field.key, span: &field.span }
    }
}
