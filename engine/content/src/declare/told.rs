//! `[[told]]`: what the published rules of a game tell of hidden cards.

use crate::bind::names::Declarations;
use crate::keys::{ruleset, told};
use crate::read::reader::Reader;
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::ToldRule;

/// The rows, in their order.
pub(crate) fn told(reader: &Reader<'_>, declarations: &Declarations) -> Vec<ToldRule> {
    reader.each(ruleset::told, |table| row(table, declarations))
}

fn row(reader: Reader<'_>, declarations: &Declarations) -> Option<ToldRule> {
    let file = reader.file;
    let rule = reader.text(told::rule);
    let what = reader.text(told::what);
    let cards = reader.words(told::cards).unwrap_or_default();
    let cards = cards.into_iter().filter_map(|name| declarations.names.card(file, name)).map(DefId::from).collect();
    let kinds = declarations.names.kinds.find_all(file, reader.words(told::kinds));
    let phases = declarations.names.phases.find_all(file, reader.words(told::phases));
    let questions = reader.words(told::questions).unwrap_or_default();
    let questions = questions.into_iter().map(|question| file.word(question.text)).collect();
    let over = reader.flag_or(told::over);
    let says_which = reader.has(told::cards) || reader.has(told::kinds) || reader.has(told::phases);
    if !says_which && !reader.has(told::questions) && !reader.has(told::over) {
        let problem = file.problem("key-missing", reader.at, "nothing says of which cards it is told, or by what");
        file.report(problem.help("add `cards`, `kinds`, `questions`, `phases` or `over`"));
    }
    Some(ToldRule { rule: rule?.text.into(), what: what?.text.into(), cards, kinds, questions, phases, over })
}
