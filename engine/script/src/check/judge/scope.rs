//! Names of variables: what one means where it stands, and what to do where it means nothing.

use super::{Judge, texts_of};
use crate::check::kind::Type;
use crate::check::symbol_uses::Meaning;
use crate::syntax::finding::{LineSpan, did_you_mean};
use crate::syntax::tree::{Constant, Node, NodeKind};
use cardwright_kernel::text::suggest;

impl<'p> Judge<'p> {
    /// The kind of the value that a name stands for.
    pub(super) fn read(&mut self, name: &str, at: LineSpan) -> Type {
        self.judge_capture(name, at);
        if let Some(variable) = self.variable(name) {
            let kind = variable.kind.clone();
            self.see(at, |_| Meaning::Variable(kind.clone()));
            return kind;
        }
        if let Some((_, constant)) = self.pack.constant_beside(self.key.0, name) {
            let kind = plain_kind(&constant.value);
            self.see(at, |_| Meaning::Variable(kind.clone()));
            return kind;
        }
        if !self.pack.find(self.key.0, name).is_empty() {
            // The name of a function stands for a closure; nothing is known about what it will be given.
            self.mention(name, at);
            return Type::Unknown;
        }
        self.see(at, Self::nothing);
        if !self.pack.may_have_constant(self.key.0, name) {
            self.report_unknown(name, at);
        }
        Type::Unknown
    }

    /// What a name means that nothing has here.
    pub(super) fn nothing(&mut self) -> Meaning {
        let scope = self.variables.iter().map(|variable| (variable.name.into(), variable.kind.clone()));
        let beside = self.pack.constants_beside(self.key.0);
        Meaning::Nothing(scope.chain(beside.map(|(name, it)| (name.into(), plain_kind(&it.value)))).collect())
    }

    fn report_unknown(&mut self, name: &str, at: LineSpan) {
        let (mut label, mut help) = (String::new(), self.declared_here(name, at));
        if help.is_none() {
            let beside = self.pack.constants_beside(self.key.0).map(|(name, _)| name);
            label = did_you_mean(suggest(name, self.variables.iter().map(|variable| variable.name).chain(beside)));
            // Who has cut a piece out of a function forgets what the piece used.
            help = if label.is_empty() { self.declared_elsewhere(name) } else { None };
        }
        let finding = self.report("variable-unknown", at, format!("there is no variable `{name}`"));
        (finding.label, finding.help) = (label, help);
    }

    /// What to do where this function declares a variable of this name, but not before or not around this place.
    fn declared_here(&self, name: &str, at: LineSpan) -> Option<String> {
        let declared = self.file().variables().in_function(self.key.1, name)?;
        let line = declared.line;
        Some(match (declared.line, declared.column) < (at.line, at.column) {
            true => {
                format!("`{name}` ends with the block in which it is declared, in line {line}: declare it before that")
            }
            false => format!("`{name}` is declared in line {line}: declare it before it is used"),
        })
    }

    /// What to do where another function of the file has a variable of this name.
    fn declared_elsewhere(&self, name: &str) -> Option<String> {
        let own = &self.file().functions[self.key.1].name;
        let is_known = self.file().variables().anywhere(name);
        is_known.then(|| format!("a function sees only what it is given: make `{name}` a parameter of `{own}`"))
    }

    /// Whether a name means a constant here.
    pub(super) fn is_constant(&self, name: &str) -> bool {
        let place = self.variables.iter().rposition(|variable| variable.name == name);
        match place {
            Some(place) => place < self.file().constants.len(),
            None => self.pack.constant_beside(self.key.0, name).is_some(),
        }
    }

    /// The constant of another script of the ruleset that a name stands for, and its file.
    fn beside(&mut self, node: &'p Node) -> Option<(usize, &'p Constant)> {
        let NodeKind::Variable(name) = &node.what else { return None };
        let pack = self.pack;
        pack.constant_beside(self.key.0, name).filter(|_| self.variable(name).is_none())
    }

    /// Judges the texts that a value may be: those of a constant of another script are judged where they are written.
    pub(super) fn judge_texts(&mut self, node: &'p Node, judge: impl FnOnce(&mut Self, &[&'p Node])) {
        let Some((file, constant)) = self.beside(node) else {
            let texts = self.texts(node);
            return judge(self, &texts);
        };
        let (findings, uses) = (self.outcome.findings.len(), self.outcome.symbol_uses.len());
        judge(self, &texts_of(&constant.value));
        let path = self.pack.files[file].path();
        self.outcome.findings[findings..].iter_mut().for_each(|finding| finding.path = path.into());
        self.outcome.symbol_uses.truncate(uses);
    }

    /// Reports a variable around a closure that the closure will not have when it runs. It is given what it mentions; but if
    /// a function has the same name, that is what it is taken to mention.
    fn judge_capture(&mut self, name: &str, at: LineSpan) {
        let Some((outside, captured)) = self.closures.last() else { return };
        let Some(place) = self.variables.iter().rposition(|variable| variable.name == name) else { return };
        let is_constant = place < self.file().constants.len();
        if is_constant || place >= *outside || captured.iter().any(|captured| **captured == *name) {
            return;
        }
        let (label, help) = match self.pack.find(self.key.0, name).is_empty() {
            true => ("", "give it another name before the closure, and use that"),
            false => ("this is taken for the function of this name", "give the variable another name"),
        };
        let finding = self.report("closure-capture", at, format!("a closure does not see the variable `{name}` here"));
        (finding.label, finding.help) = (label.into(), Some(help.into()));
    }
}

/// The kind of the value of a constant.
fn plain_kind(value: &Node) -> Type {
    match &value.what {
        NodeKind::Number(_) => Type::Number,
        NodeKind::Flag(_) => Type::Flag,
        NodeKind::Text(_) => Type::Text,
        NodeKind::Map { .. } => Type::Map,
        NodeKind::List(elements) => {
            Type::list(elements.iter().map(plain_kind).reduce(Type::join).unwrap_or(Type::Never))
        }
        _ => Type::Unknown,
    }
}
