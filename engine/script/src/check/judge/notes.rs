//! Notes: what scripts keep about items and effects under names of their own.

use super::Judge;
use super::given::Given;
use crate::check::kind::Type;
use crate::check::signature::Signature;
use crate::syntax::finding::did_you_mean;
use crate::syntax::tree::Node;
use cardwright_kernel::text::suggest;

impl<'p> Judge<'p> {
    /// The result of a verb that reads a note; what a verb stores as a note is remembered.
    pub(super) fn note(&mut self, signature: &Signature, given: &[Given<'p>]) -> Option<Type> {
        let at = signature.takes.iter().position(|kind| *kind == Type::word("note"))?;
        let mut found = None;
        self.judge_texts(given[at].node, |judge, texts| found = judge.note_of(texts, given.get(at + 1)));
        found
    }

    /// The same for the names that the note may have.
    fn note_of(&mut self, texts: &[&'p Node], value: Option<&Given<'p>>) -> Option<Type> {
        if let Some(value) = value {
            let kind = value.kind.clone();
            self.judge_note(texts);
            let names = texts.iter().filter_map(|node| node.text());
            self.outcome.noted.extend(names.map(|name| (Some(name.into()), kind.clone())));
            if texts.is_empty() {
                self.outcome.noted.push((None, kind));
            }
            return None;
        }
        let notes = self.knows_notes();
        let names = texts.iter().filter_map(|node| node.text()).map(Box::from);
        self.outcome.sought.extend(names.map(Some));
        if texts.is_empty() {
            self.outcome.sought.push(None);
        }
        if texts.is_empty() || notes.open {
            return None;
        }
        let mut found = Type::Never;
        for node in texts {
            let Some(text) = node.text() else { continue };
            match notes.kinds.get(text) {
                Some(kind) => found = found.join(kind.clone()),
                None => {
                    let label = did_you_mean(suggest(text, notes.kinds.keys().map(|name| &**name)));
                    let help = "make the note with `set`, under the same name";
                    let finding = self.report("note-unknown", node.at, format!("no script makes a note `{text}`"));
                    finding.help = Some(help.into()).filter(|_| label.is_empty());
                    finding.label = label;
                    found = Type::Unknown;
                }
            }
        }
        Some(if found == Type::Never { Type::Unknown } else { found })
    }

    /// Reports a note that is never read and that resembles one that is.
    fn judge_note(&mut self, texts: &[&'p Node]) {
        let notes = self.knows_notes();
        for node in texts.iter().filter(|_| !notes.sought_open) {
            let Some(text) = node.text().filter(|text| !notes.sought.contains(*text)) else { continue };
            // What nobody reads may be there for other packs, unless it looks like what somebody does.
            let noted = |name: &&str| !notes.kinds.contains_key(*name);
            let near = suggest(text, notes.sought.iter().map(|name| &**name).filter(noted));
            if near.is_some() {
                let finding = self.report("note-unread", node.at, format!("no script reads the note `{text}`"));
                finding.label = did_you_mean(near);
            }
        }
    }
}
