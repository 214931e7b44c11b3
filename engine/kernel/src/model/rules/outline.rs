//! What the text of a script says by itself, before it is compiled.

use crate::base::Span;

/// The functions of a script and the words in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptOutline {
    /// The functions that others may call, in the order of the file.
    pub functions: Vec<OutlinedFunction>,
    /// The names in it, each once.
    pub names: Vec<Box<str>>,
    /// The texts in it, as they read, each once, in the order of the file.
    pub texts: Vec<Box<str>>,
    /// How the texts begin and end into which values are put.
    pub templates: Vec<(Box<str>, Box<str>)>,
    /// What its comments with `//!` say, line by line.
    pub head: Vec<Box<str>>,
}

/// A function of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinedFunction {
    /// Its name.
    pub name: Box<str>,
    /// Its parameters.
    pub parameters: Vec<Box<str>>,
    /// Its number among all functions of the file.
    pub number: u16,
    /// Where its name stands.
    pub at: Span,
    /// Where it stands, from its name to its end.
    pub whole: Span,
}

impl ScriptOutline {
    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&OutlinedFunction> {
        self.functions.iter().find(|function| *function.name == *name)
    }
}
