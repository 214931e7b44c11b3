//! What files give functions: whether it is what a function can do with, judged like a call in a script.

use super::judge::sorts_of;
use super::kind::Bindings;
use super::pack::{DeclaredArgument, PackScripts};
use crate::syntax::finding::{Finding, LineSpan, did_you_mean};
use cardwright_kernel::text::suggest;

impl DeclaredArgument {
    fn finding(&self, code: &'static str, message: String) -> Finding {
        let at = LineSpan { line: 1, column: 1, len: 1 };
        Finding { span: Some(self.span), ..Finding::new(code, &self.path, at, message) }
    }
}

/// What is wrong with what files give functions.
pub(super) fn judge(pack: &PackScripts<'_>) -> Vec<Finding> {
    pack.arguments.iter().filter_map(|argument| judge_one(pack, argument)).collect()
}

fn judge_one(pack: &PackScripts<'_>, argument: &DeclaredArgument) -> Option<Finding> {
    let wanted = &pack.known(pack.given(argument)?).wants[argument.parameter];
    let function = &argument.function;

    if !argument.kind.fits(wanted, &mut Bindings::new()) {
        let (wanted, kind) = (pack.vocabulary.call(wanted), pack.vocabulary.call(&argument.kind));
        return Some(argument.finding("argument-kind", format!("`{function}` wants {wanted} here, not {kind}")));
    }
    let text = argument.text.as_deref()?;
    let sorts = sorts_of(wanted).filter(|sorts| !sorts.is_empty())?;
    let words = sorts.iter().map(|sort| pack.vocabulary.words(sort)).collect::<Option<Vec<_>>>()?;

    if words.iter().any(|words| words.contains(text)) {
        return None;
    }
    let near = suggest(text, words.iter().flat_map(|words| words.iter().map(|word| &**word)));
    let message = format!("`{function}` wants {} here, and `{text}` is none", pack.vocabulary.call(wanted));
    Some(argument.finding("name-unknown", message).label(did_you_mean(near)))
}
