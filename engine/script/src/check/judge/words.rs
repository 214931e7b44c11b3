//! Words that a game declares: a text that is used as the name of a zone must be one.

use super::Judge;
use crate::check::kind::{Bindings, Type};
use crate::check::symbol_uses::Meaning;
use crate::check::vocabulary::{OWN_ZONE, RESTING_ZONE, called_sort};
use crate::syntax::finding::did_you_mean;
use crate::syntax::tree::{Node, NodeKind};
use cardwright_kernel::text::suggest;

/// The sorts of words that may be any others besides.
const UNLIKE: [&str; 5] = ["function", "dialogue", "signal", OWN_ZONE, RESTING_ZONE];

impl<'p> Judge<'p> {
    /// Reports texts in a node that are used as a declared word but are none.
    pub(super) fn judge_words(&mut self, wanted: &Type, node: &'p Node) {
        match (&node.what, wanted) {
            (NodeKind::Text(text), _) => self.judge_word(wanted, text, node),
            (NodeKind::List(elements), Type::List(element)) => {
                elements.iter().for_each(|node| self.judge_words(element, node));
            }
            (NodeKind::List(_), Type::OneOf(kinds)) => {
                let list = kinds.iter().find(|kind| matches!(kind, Type::List(_)));
                list.into_iter().for_each(|kind| self.judge_words(kind, node));
            }
            (NodeKind::Variable(_), Type::Word(_) | Type::OneOf(_) | Type::List(_)) => {
                let wanted = match wanted {
                    Type::List(element) => element,
                    wanted => wanted,
                };
                self.judge_texts(node, |judge, texts| {
                    texts.iter().for_each(|node| judge.judge_words(wanted, node));
                });
            }
            (NodeKind::If { then, otherwise, .. }, _) => {
                then.last().into_iter().chain(otherwise.last()).for_each(|node| self.judge_words(wanted, node));
            }
            _ => {}
        }
    }

    /// A text that something is compared with and that occurs nowhere else in the game: nothing is ever equal to it.
    pub(super) fn judge_lonely(&mut self, node: &'p Node) {
        let Some(text) = node.text().filter(|text| !text.is_empty()) else { return };
        let texts = &self.pack.texts;
        if texts.get(text).is_none_or(|count| *count > 1) || self.is_word(text) {
            return;
        }
        let others = texts.keys().map(|other| &**other).filter(|other| *other != text);
        let words = self.pack.vocabulary.sorts().flat_map(|(_, words)| words.iter().map(|word| &**word));
        if let Some(near) = suggest(text, others.chain(words)) {
            let finding = self.report("text-lonely", node.at, format!("nothing else in this game mentions `{text}`"));
            finding.label = did_you_mean(Some(near));
            finding.is_warning = true;
        }
    }

    /// Whether a text is a declared word of any sort.
    fn is_word(&self, text: &str) -> bool {
        self.pack.vocabulary.sorts().any(|(_, words)| words.contains(text))
    }

    /// In a list of names, a text that looks like such a name and is none.
    pub(super) fn judge_alike(&mut self, elements: &'p [Node]) {
        let texts: Vec<(&'p Node, &'p str)> = elements.iter().filter_map(|node| Some((node, node.text()?))).collect();
        if texts.len() < 2 {
            return;
        }
        for (sort, words) in self.pack.vocabulary.sorts().filter(|(sort, _)| !UNLIKE.contains(sort)) {
            let odd: Vec<_> = texts.iter().filter(|(_, text)| !words.contains(*text)).collect();
            if odd.len() * 2 > texts.len() {
                continue;
            }
            for (node, text) in odd {
                if self.is_word(text) {
                    continue;
                }
                if let Some(near) = suggest(text, words.iter().map(|word| &**word)) {
                    let named = self.call(&Type::word(sort));
                    let finding =
                        self.report("name-odd", node.at, format!("`{text}` is not {named}, unlike the others here"));
                    finding.label = did_you_mean(Some(near));
                    finding.is_warning = true;
                }
            }
        }
    }

    /// Judges `value in list`: the texts of a list must be words of the value's sort, and its elements of its kind.
    pub(super) fn judge_membership(&mut self, (list, kind): (&'p Node, &Type), (node, value): (&'p Node, &Type)) {
        let at = node.at;
        self.judge_words(&Type::list(value.clone()), list);
        let Type::List(element) = kind else { return };
        self.judge_words(element, node);
        let fits = |kind: &Type, wanted: &Type| kind.fits(wanted, &mut Bindings::new());
        if !fits(element, value) && !fits(value, element) {
            let message = format!("{} is never in a list whose elements are {}s", self.call(value), self.bare(element));
            self.report("comparison-kind", at, message);
        }
    }

    /// How people call a kind, without its article.
    fn bare(&self, kind: &Type) -> String {
        let called = self.call(kind);
        ["a ", "an "].iter().find_map(|article| called.strip_prefix(article)).unwrap_or(&called).into()
    }

    fn judge_word(&mut self, wanted: &Type, text: &str, node: &Node) {
        let vocabulary = self.pack.vocabulary;
        let Some(sorts) = sorts_of(wanted) else { return };
        if !sorts.is_empty() {
            let sorts: Vec<Box<str>> = sorts.iter().map(|sort| Box::from(called_sort(sort))).collect();
            self.see(node.at, |_| Meaning::Word(sorts, text.into()));
        }
        let Some(declared) = sorts.iter().map(|sort| vocabulary.words(sort)).collect::<Option<Vec<_>>>() else {
            return;
        };
        if sorts.is_empty() || declared.iter().any(|words| words.contains(text)) {
            return;
        }
        let is_function = sorts.contains(&"function") || sorts.contains(&"dialogue");
        if is_function && self.pack.may_find(self.key.0, text) {
            return;
        }
        if sorts.contains(&RESTING_ZONE) && vocabulary.words(OWN_ZONE).is_some_and(|zones| zones.contains(text)) {
            let message = format!("cards lie in `{text}` only while their uses wait");
            let finding = self.report("zone-pending", node.at, message);
            finding.help = Some("name another zone; to put a card there, use it".into());
            return;
        }
        let is_own = sorts.contains(&OWN_ZONE) || sorts.contains(&RESTING_ZONE);
        if is_own && vocabulary.words("zone").is_some_and(|zones| zones.contains(text)) {
            let message = format!("the zone `{text}` lies on the board, not with a player or the game");
            let finding = self.report("zone-on-board", node.at, message);
            finding.help = Some("say on which space or joint".into());
            return;
        }
        let near = suggest(text, declared.iter().flat_map(|words| words.iter().map(|word| &**word)));
        let sorts: Vec<&str> = sorts.iter().map(|sort| called_sort(sort)).collect();
        let message = format!("there is no {} `{text}`", sorts.join(" or "));
        self.report("name-unknown", node.at, message).label = did_you_mean(near);
    }
}

/// The sorts of words that a text may be; `None` if it may be any text.
pub(in crate::check) fn sorts_of(wanted: &Type) -> Option<Vec<&str>> {
    match wanted {
        Type::Word(sort) => Some(vec![sort]),
        Type::OneOf(kinds) => {
            let sorts = kinds.iter().filter(|kind| matches!(kind, Type::Word(_) | Type::Text)).map(sorts_of);
            sorts.collect::<Option<Vec<_>>>().map(|sorts| sorts.concat())
        }
        _ => None,
    }
}
