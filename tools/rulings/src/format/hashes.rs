//! The hashes by which patches know the functions that they wrap or replace: they are made of words and the blanks between
//! them, so they change with the form of a script.

use cardwright_content::{function_hash, tree};
use cardwright_kernel::rules::ScriptOutline;
use cardwright_script::syntax::outline;
use std::collections::BTreeMap;

/// The hashes of functions before and after their scripts were formatted, of those that have changed.
#[derive(Clone, Debug, Default)]
pub struct Rehashed(BTreeMap<String, String>);

impl Rehashed {
    /// Notes a script whose form has changed and nothing else.
    pub fn note(&mut self, before: &str, after: &str) {
        let hashes = |text: &str, outline: &ScriptOutline| -> Vec<String> {
            outline.functions.iter().map(|function| function_hash(text, function)).collect()
        };
        let pairs = hashes(before, &outline(before)).into_iter().zip(hashes(after, &outline(after)));
        self.0.extend(pairs.filter(|(old, new)| old != new));
    }

    /// A patch with the hashes as they are now; nothing if it has none of those that have changed.
    pub fn refreshed(&self, path: &str, text: &str) -> Option<String> {
        if self.0.is_empty() || !matches!(path.split('/').collect::<Vec<_>>()[..], [.., "cards", _, "patches", _]) {
            return None;
        }
        let (fields, _) = tree::parse(path, text);
        let hooks = tree::field(&fields, "hook")?.node.nodes();
        let expected = hooks.iter().flat_map(|hook| tree::texts(hook.fields(), "expect"));
        let mut changes: Vec<_> =
            expected.filter_map(|(expect, span)| Some((span.range(), self.0.get(expect)?))).collect();
        changes.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut now = text.to_owned();
        for (range, hash) in &changes {
            now.replace_range(range.clone(), &tree::quoted(hash));
        }
        (!changes.is_empty()).then_some(now)
    }
}
