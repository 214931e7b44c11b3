//! What looks are read by, and what they may name.

use super::said::{Face, SaidKind, SaidZone};
use crate::bind::names::Declarations;
use crate::read::context::{Name, SourceFile};
use crate::read::files::Files;
use cardwright_kernel::ids::KindId;
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{DeclMap, Looks, Rules};
use std::collections::BTreeMap;

/// What has a look: its sort, and its name.
pub(super) type SaidKey = (&'static str, Box<str>);

/// What looks are read by.
pub(super) struct LookReading<'t> {
    pub declarations: &'t Declarations,
    pub rules: &'t Rules,
    pub files: &'t Files,
    /// Where each thing got its look.
    pub said: BTreeMap<SaidKey, (Box<str>, Span)>,
    pub icons: DeclMap<Box<str>>,
    /// What holds for cards of all kinds.
    pub common: Face,
    pub kinds: BTreeMap<usize, SaidKind>,
    pub zones: BTreeMap<usize, SaidZone>,
    pub looks: Looks,
}

impl LookReading<'_> {
    /// Whether this is the first look of something; a second one is a problem.
    pub fn is_first(&mut self, sort: &'static str, file: SourceFile<'_>, name: Name<'_>) -> bool {
        let key = (sort, Box::from(name.text));
        if let Some((path, span)) = self.said.get(&key) {
            let message = format!("the look of `{}` is given twice", name.text);
            let problem = file.problem("look-twice", name.span, message).label("given again");
            file.report(problem.note_at("first given here", path, *span));
            return false;
        }
        self.said.insert(key, (file.path.into(), name.span));
        true
    }

    /// Whether cards of a kind have a field of this name, or those of any kind; one that they have not is a problem.
    pub fn field(&self, file: SourceFile<'_>, kind: Option<KindId>, said: Name<'_>) -> bool {
        let known: Vec<&str> = self.fields(kind).collect();
        let kind = kind.map(|kind| self.declarations.names.kinds.name(kind.index()));
        let none = kind.map_or("no card has a".to_owned(), |kind| format!("a `{kind}` has no"));
        let message = format_args!("{none} field `{}`", said.text);
        file.knows("field-unknown", said, message, known.iter().copied())
    }

    /// The attributes that entities of a kind have, and the values that cards modify.
    pub fn fields(&self, kind: Option<KindId>) -> impl Iterator<Item = &str> {
        let attributes = self.declarations.attributes.iter();
        let has =
            move |of: &[KindId]| kind.map_or(of.iter().any(|kind| self.is_card(*kind)), |kind| of.contains(&kind));
        let own = attributes.filter(move |(_, attribute)| attribute.local_to.is_none() && has(&attribute.of));
        own.map(|(key, _)| &**key).chain(self.rules.values.keys().map(|key| &**key))
    }

    fn is_card(&self, kind: KindId) -> bool {
        kind.index() >= Rules::OWN_KINDS.len() && !self.rules.kinds[kind.index()].category.is_site()
    }
}
