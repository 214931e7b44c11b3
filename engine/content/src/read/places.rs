//! Places: where hooks and cards were declared, for problems that are found later.

use cardwright_kernel::ids::{DefId, ScriptId};
use cardwright_kernel::problems::Span;
pub use cardwright_kernel::rules::Purpose;
use std::collections::BTreeMap;

/// Where a hook was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredAt {
    /// The file.
    pub path: Box<str>,
    /// The bytes in it.
    pub span: Span,
    /// What the hook is for.
    pub purpose: Purpose,
}

/// A value that a gate gives its function (`with`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookArgument {
    /// The script of the function.
    pub script: ScriptId,
    /// Its name.
    pub function: Box<str>,
    /// The position of the parameter.
    pub parameter: usize,
    /// What it is given.
    pub value: GivenArgument,
    /// The file.
    pub path: Box<str>,
    /// The bytes in it.
    pub span: Span,
}

/// What a file gives a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenArgument {
    /// A text.
    Text(Box<str>),
    /// A number.
    Number(i64),
    /// True or false.
    Flag(bool),
}

/// Where everything that is bound to scripts later was declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    hooks: BTreeMap<ScriptId, BTreeMap<Box<str>, Vec<DeclaredAt>>>,
    definitions: Vec<(Box<str>, Span)>,
    arguments: Vec<HookArgument>,
}

impl Places {
    /// Where the files declare this function of this script as a hook, in the order of reading.
    pub fn of(&self, script: ScriptId, function: &str) -> &[DeclaredAt] {
        self.hooks.get(&script).and_then(|hooks| hooks.get(function)).map_or(&[], Vec::as_slice)
    }

    /// All declared hooks: the script, the function and where it was declared.
    pub fn hooks(&self) -> impl Iterator<Item = (ScriptId, &str, &DeclaredAt)> {
        self.hooks.iter().flat_map(|(script, functions)| {
            functions.iter().flat_map(|(name, places)| places.iter().map(|place| (*script, &**name, place)))
        })
    }

    /// The path of a definition's file and the place of its printed name.
    pub fn definition(&self, definition: DefId) -> Option<(&str, Span)> {
        self.definitions.get(definition.index()).map(|(path, span)| (&**path, *span))
    }

    /// What files give functions besides what the engine gives them.
    pub fn arguments(&self) -> &[HookArgument] {
        &self.arguments
    }

    pub(crate) fn add_argument(&mut self, argument: HookArgument) {
        self.arguments.push(argument);
    }

    pub(crate) fn add_hook(&mut self, script: ScriptId, function: &str, place: DeclaredAt) {
        let functions = self.hooks.entry(script).or_default();
        functions.entry(function.into()).or_default().push(place);
    }

    pub(crate) fn add_definition(&mut self, path: Box<str>, span: Span) {
        self.definitions.push((path, span));
    }
}
