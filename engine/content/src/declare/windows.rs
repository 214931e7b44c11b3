//! Windows: who may answer, in what order, how often, and what happens when they close.

use crate::bind::hooks::HookBinder;
use crate::bind::names::Declarations;
use crate::declare::filter::filter;
use crate::keys::row::{Key, OneOf};
use crate::keys::{opening, passing, quota, ruleset, window};
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::rules::{AfterActing, AskOrder, Asks, AttrType, DeclMap, First, Opening, Pass, Window};

/// All windows.
pub(crate) fn windows(reader: &Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Window> {
    reader.declared(ruleset::windows, |name, table| Some(window(table?, name.text, binder)))
}

fn window(reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Window {
    let (file, declarations) = (reader.file, binder.declarations);
    let opens = reader.tables(window::opens);
    let (quota, refund) = quota(&reader);
    let pass = reader.table(window::pass);
    let asks = reader.one_of(window::asks).unwrap_or(Asks::Everyone);
    let order = order(&reader);

    let rounds = declarations.names.rounds(file, reader.words(window::rounds)).unwrap_or_default();
    if order == AskOrder::InSecret && rounds.len() > 1 {
        reader.refuse("window-order", window::rounds, "where all choose in secret there is one round");
    }

    Window {
        line: reader.line(),
        title: reader.text(window::title).map_or(name, |title| title.text).into(),
        opens: opens.into_iter().filter_map(|table| opening(table, declarations)).collect(),
        asks,
        from: reader.one_of(window::from).unwrap_or(first(asks)),
        order,
        after_acting: after_acting(&reader, window::after_acting, declarations).unwrap_or(AfterActing::Next),
        rounds,
        quota,
        refund,
        pass: pass.map_or(Pass::Final, |pass| pass.first_of(passing::holds)),
        reopens: reader.first_of(window::reopens),
        masked: reader.flag_or(window::masked),
        for_waiting: reader.flag_or(window::for_waiting),
        then: reader.first_of(window::then),
        condition: binder.text(&reader, window::r#if, Purpose::Window),
        may_pass: pass.and_then(|pass| binder.text(&pass, passing::r#if, Purpose::Window)),
    }
}

/// Who is asked after somebody has acted: a word, or an option of the game whose choices are such words.
pub(crate) fn after_acting(
    reader: &Reader<'_>,
    key: Key<OneOf<AfterActing>>,
    declarations: &Declarations,
) -> Option<AfterActing> {
    let file = reader.file;
    reader.one_of_with(key, |name| {
        let (option, attribute) = declarations.attribute(name.text)?;
        let (AttrType::Choice(choices), Some(_)) = (&attribute.type_, &attribute.option) else { return None };
        let words: Vec<String> = choices.iter().map(|word| file.context.text(*word)).collect();
        if let Some(other) = words.iter().find(|word| AfterActing::named(word).is_none()) {
            let message = format!("the option `{}` can be `{other}`, which does not say who is asked", name.text);
            let words: Vec<&str> = AfterActing::WORDS.iter().map(|(word, _)| *word).collect();
            let problem = file.problem("choice-unknown", name.span, message);
            file.report(problem.help(format!("its choices may be: {}", words.join(", "))));
        }
        Some(AfterActing::Option(option))
    })
}

/// In what order players are asked. Keys that mean something only where they are asked one after another are refused.
fn order(reader: &Reader<'_>) -> AskOrder {
    let order = reader.first_of(window::order);
    let refused = match order {
        AskOrder::InTurn => return order,
        AskOrder::AtOnce => "the first who acts ends the window",
        AskOrder::InSecret => "everybody answers once, in secret",
    };
    reader.refuse("window-order", window::after_acting, refused);
    reader.refuse("window-order", window::quota, refused);
    if let Some(pass) = reader.table(window::pass) {
        pass.refuse("window-order", passing::holds, refused);
    }
    reader.refuse("window-order", window::then, refused);
    reader.refuse("window-order", window::reopens, refused);
    order
}

/// Who is asked first if the window does not say.
fn first(asks: Asks) -> First {
    match asks {
        Asks::Others => First::LeftOfActor,
        Asks::Everyone => First::TurnPlayer,
        Asks::Actor => First::Actor,
    }
}

fn opening(reader: Reader<'_>, declarations: &Declarations) -> Option<Opening> {
    let file = reader.file;
    let on = reader.text(opening::on).map(|signal| declarations.names.signal(file, signal));
    let filter = filter(reader, declarations);
    Some(Opening { on: on?, filter })
}

fn quota(reader: &Reader<'_>) -> (Option<u8>, bool) {
    let Some(reader) = reader.table(window::quota) else {
        return (None, false);
    };
    let answers = reader.number(quota::answers);
    let refund = reader.first_of(quota::refund);
    (answers, refund)
}
