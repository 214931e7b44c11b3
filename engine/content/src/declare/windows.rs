//! Windows: who may answer, in what order, how often, and what happens when they close.

use crate::bind::hooks::HookBinder;
use crate::bind::names::Declarations;
use crate::declare::filter::filter;
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::model::agenda::MOST_ANSWERS;
use cardwright_kernel::model::rules::{
    AfterActing, AskOrder, Asks, AttrType, DeclMap, First, Opening, Pass, Then, Window,
};

const ASKS: [(&str, Asks); 3] = [("others", Asks::Others), ("everyone", Asks::Everyone), ("actor", Asks::Actor)];
const FIRST: [(&str, First); 3] =
    [("left of actor", First::LeftOfActor), ("actor", First::Actor), ("turn player", First::TurnPlayer)];
const ORDER: [(&str, AskOrder); 3] =
    [("in turn", AskOrder::InTurn), ("at once", AskOrder::AtOnce), ("in secret", AskOrder::InSecret)];
const PASS: [(&str, Pass); 3] =
    [("final", Pass::Final), ("until the stack changes", Pass::UntilStackChanges), ("hands on", Pass::HandsOn)];
const THEN: [(&str, Then); 2] = [("continue", Then::Continue), ("resolve top", Then::ResolveTop)];
const REFUND: [(&str, bool); 2] = [("if stopped", true), ("never", false)];
const REOPENS: [(&str, bool); 2] = [("for new targets", true), ("never", false)];

/// All windows.
pub(crate) fn windows(reader: &mut Reader<'_>, binder: HookBinder<'_>) -> DeclMap<Window> {
    reader.declared("windows", "a window", |name, table| Some(window(table?, name.text, binder)))
}

fn window(mut reader: Reader<'_>, name: &str, binder: HookBinder<'_>) -> Window {
    let (file, declarations) = (reader.file, binder.declarations);
    reader.require("asks");
    reader.require("rounds");
    let opens = reader.tables("opens", "an opening");
    let (quota, refund) = quota(&mut reader);
    let asks = reader.one_of("asks", &ASKS).unwrap_or(Asks::Everyone);
    let order = order(&mut reader);

    let rounds = declarations.names.rounds(file, reader.words("rounds")).unwrap_or_default();
    if order == AskOrder::InSecret && rounds.len() > 1 {
        reader.refuse("window-order", "rounds", "where all choose in secret there is one round");
    }

    let window = Window {
        line: reader.line(),
        title: reader.text("title").map_or(name, |title| title.text).into(),
        opens: opens.into_iter().filter_map(|table| opening(table, declarations)).collect(),
        asks,
        from: reader.one_of("from", &FIRST).unwrap_or(first(asks)),
        order,
        after_acting: after_acting(&mut reader, declarations).unwrap_or(AfterActing::Next),
        rounds,
        quota,
        refund,
        pass: reader.one_of("pass", &PASS).unwrap_or(Pass::Final),
        reopens: reader.one_of("reopens", &REOPENS).unwrap_or(false),
        masked: reader.flag("masked").unwrap_or(false),
        for_waiting: reader.flag("for_waiting").unwrap_or(false),
        then: reader.one_of("then", &THEN).unwrap_or(Then::Continue),
        only: binder.text(&mut reader, "only", Purpose::Window),
        may_pass: binder.text(&mut reader, "may_pass", Purpose::Window),
    };
    reader.finish();
    window
}

/// Who is asked after somebody has acted: a word, or an option of the game whose choices are such words.
pub(crate) fn after_acting(reader: &mut Reader<'_>, declarations: &Declarations) -> Option<AfterActing> {
    let file = reader.file;
    reader.one_of_or("after_acting", &AfterActing::WORDS, |name| {
        file.looks_up(name.span, "attribute");
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
fn order(reader: &mut Reader<'_>) -> AskOrder {
    let order = reader.one_of("order", &ORDER).unwrap_or(AskOrder::InTurn);
    let refused = match order {
        AskOrder::InTurn => return order,
        AskOrder::AtOnce => "the first who acts ends the window",
        AskOrder::InSecret => "everybody answers once, in secret",
    };
    for key in ["after_acting", "quota", "pass", "then", "reopens"] {
        reader.refuse("window-order", key, refused);
    }
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

fn opening(mut reader: Reader<'_>, declarations: &Declarations) -> Option<Opening> {
    let file = reader.file;
    let on = reader.required_text("on").map(|signal| declarations.names.signal(file, signal));
    let filter = filter(reader, declarations);
    Some(Opening { on: on?, filter })
}

fn quota(reader: &mut Reader<'_>) -> (Option<u8>, bool) {
    let Some(mut reader) = reader.table("quota", "a quota") else {
        return (None, false);
    };
    reader.require("answers");
    let answers = reader.number("answers", 1..=i64::from(MOST_ANSWERS));
    let refund = reader.one_of("refund", &REFUND).unwrap_or(false);
    reader.finish();
    (answers, refund)
}
