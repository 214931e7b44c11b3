//! `[[told]]`: what the published rules of a game tell of hidden cards.

use crate::bind::names::Declarations;
use crate::read::reader::Reader;
use cardwright_kernel::model::ids::DefId;
use cardwright_kernel::model::rules::ToldRule;

/// The rows, in their order.
pub(crate) fn told(reader: &mut Reader<'_>, declarations: &Declarations) -> Vec<ToldRule> {
    reader.each("told", "what is told", |table| row(table, declarations))
}

fn row(mut reader: Reader<'_>, declarations: &Declarations) -> Option<ToldRule> {
    let file = reader.file;
    let rule = reader.required_text("rule");
    let what = reader.required_text("what");
    let cards = reader.words("cards").unwrap_or_default();
    let cards = cards.into_iter().filter_map(|name| declarations.names.card(file, name)).map(DefId::from).collect();
    let kinds = declarations.names.kinds.find_all(file, reader.words("kinds"));
    let phases = declarations.names.phases.find_all(file, reader.words("phases"));
    let questions = reader.words("questions").unwrap_or_default();
    let questions = questions.into_iter().map(|question| file.word(question.text)).collect();
    let over = reader.flag("over").unwrap_or(false);
    if !["cards", "kinds", "questions", "phases", "over"].into_iter().any(|key| reader.has(key)) {
        let problem = file.problem("key-missing", reader.at, "nothing says of which cards it is told, or by what");
        file.report(problem.help("add `cards`, `kinds`, `questions`, `phases` or `over`"));
    }
    reader.finish();
    Some(ToldRule { rule: rule?.text.into(), what: what?.text.into(), cards, kinds, questions, phases, over })
}
