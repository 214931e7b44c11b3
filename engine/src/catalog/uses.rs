//! Uses: how a card can be used, by the actions of its kind, by its own, and as an answer.

use super::actions;
use super::cards::Ground;
use super::filter;
use super::hooks::{Home, conventional};
use super::places::Purpose;
use super::reader::Reader;
use crate::base::Span;
use crate::kernel::ids::{ActionId, KindId};
use crate::kernel::rules::Use;

/// The uses of a card: first those of its kind, then its own, then its answers.
pub(super) fn uses<'t>(
    reader: &mut Reader<'t>,
    kind: KindId,
    at: &Span,
    ground: Ground<'t>,
    home: Home<'_>,
) -> Vec<Use> {
    let mut uses: Vec<Use> = of_kind(kind, ground).map(|action| plain(action, ground, home, at)).collect();
    let own: Vec<Use> = own(reader, ground, home);

    for declared in own {
        match uses.iter_mut().find(|known| known.action == declared.action) {
            Some(known) => *known = declared,
            None => uses.push(declared),
        }
    }
    for table in reader.tables("answers", "an answer") {
        answer(table, kind, ground, home, &mut uses);
    }
    uses
}

/// The actions that every card of this kind has.
fn of_kind(kind: KindId, ground: Ground<'_>) -> impl Iterator<Item = ActionId> {
    let actions = ground.actions.values().enumerate();
    actions.filter(move |(_, action)| action.of.contains(&kind)).map(|(index, _)| ActionId::from(index))
}

fn plain(action: ActionId, ground: Ground<'_>, home: Home<'_>, at: &Span) -> Use {
    let name = ground.book.names.actions.name(action.index());
    Use {
        action,
        resolve: home.optional(&conventional("resolve", name), at, Purpose::Resolve),
        announce: home.optional(&conventional("announce", name), at, Purpose::Announce),
        ..Use::default()
    }
}

/// The tables `[uses.<action>]`.
fn own<'t>(reader: &mut Reader<'t>, ground: Ground<'t>, home: Home<'_>) -> Vec<Use> {
    let (page, names) = (reader.page, &ground.book.names);
    let mut uses = Vec::new();

    for field in reader.entries("uses") {
        let action = names.actions.find(page, field.into());
        let Some(mut table) = Reader::of(page, "a use", field.into(), &field.node) else {
            continue;
        };
        let plain = plain(action.unwrap_or(0).into(), ground, home, &field.span);
        let offered = names.rounds(page, table.words("offered"));
        let given = Use { offered, ..given(&mut table, ground, home, plain) };
        table.finish();

        if action.is_some() {
            uses.push(given);
        }
    }
    uses
}

/// The use with what the table says of it besides rounds.
fn given<'t>(table: &mut Reader<'t>, ground: Ground<'t>, home: Home<'_>, plain: Use) -> Use {
    let (page, names) = (table.page, &ground.book.names);
    Use {
        spots: table.spots(),
        from: table.words("from").map(|zones| names.zones.find_all(page, Some(zones))),
        gates: actions::gates(table, ground.book, home),
        cost: actions::cost(table, ground.book),
        passing: !table.flag("lasts").unwrap_or(true),
        ..plain
    }
}

/// Adds an answer to the uses; one that is the `only` use of its action replaces the plain one.
fn answer<'t>(mut table: Reader<'t>, kind: KindId, ground: Ground<'t>, home: Home<'_>, uses: &mut Vec<Use>) {
    let names = &ground.book.names;
    table.require("round");
    table.require("to");
    let rounds = names.rounds(table.page, table.words("round"));
    let answers = filter::under(&mut table, "to", ground.book);
    let only = table.flag("only").unwrap_or(false);
    let action = answering(&mut table, kind, ground);
    let plain = plain(action.unwrap_or_default(), ground, home, table.at);
    let answer = Use { offered: rounds, answers: Some(answers), ..given(&mut table, ground, home, plain) };
    table.finish();

    if action.is_some() {
        uses.retain(|known| !(only && known.action == answer.action && known.answers.is_none()));
        uses.push(answer);
    }
}

/// The action by which a card answers: the one it names, or the first of its kind.
fn answering(table: &mut Reader<'_>, kind: KindId, ground: Ground<'_>) -> Option<ActionId> {
    if let Some(by) = table.text("by") {
        return ground.book.names.actions.find(table.page, by).map(ActionId::from);
    }
    let first = of_kind(kind, ground).next();

    if first.is_none() && !table.has("by") {
        let message = "an answer needs the key `by`: no action is for every card of this kind";
        let problem = table.page.problem("key-missing", table.at, message);
        table.page.report(problem.label("`by` is missing here"));
    }
    first
}
