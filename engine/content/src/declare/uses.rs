//! Uses: how a card can be used, by the actions of its kind, by its own, and as an answer.

use crate::bind::hooks::{HookBinder, conventional};
use crate::bind::schema::CardSchema;
use crate::declare::filter;
use crate::declare::{abilities, actions, targets};
use crate::keys::{answer, card, terms, usage};
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use cardwright_kernel::ids::{ActionId, KindId};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::Use;

/// The uses of a card: first those of its kind, then its own, then its answers.
pub(crate) fn uses(
    reader: &Reader<'_>,
    kind: KindId,
    at: Span,
    schema: CardSchema<'_>,
    binder: HookBinder<'_>,
) -> Vec<Use> {
    let mut uses: Vec<Use> = of_kind(kind, schema).map(|action| plain(action, binder, at)).collect();

    for declared in own(reader, binder) {
        match uses.iter_mut().find(|known| known.action == declared.action) {
            Some(known) => *known = declared,
            None => uses.push(declared),
        }
    }
    for table in reader.tables(card::answers) {
        answer(table, kind, schema, binder, &mut uses);
    }
    uses
}

/// The actions that every card of this kind has.
fn of_kind(kind: KindId, schema: CardSchema<'_>) -> impl Iterator<Item = ActionId> {
    let actions = schema.actions.values().enumerate();
    actions.filter(move |(_, action)| action.of.contains(&kind)).map(|(index, _)| ActionId::from(index))
}

fn plain(action: ActionId, binder: HookBinder<'_>, at: Span) -> Use {
    let name = binder.declarations.names.actions.name(action.index());
    Use {
        action,
        resolve: binder.optional(&conventional("resolve", name), at, Purpose::Resolve),
        announce: binder.optional(&conventional("announce", name), at, Purpose::Announce),
        ..Use::default()
    }
}

/// The tables `[uses.<action>]`.
fn own(reader: &Reader<'_>, binder: HookBinder<'_>) -> Vec<Use> {
    let (file, names) = (reader.file, &binder.declarations.names);
    let mut uses = Vec::new();

    for field in reader.entries(card::uses) {
        let action = names.actions.find(file, field.into());
        let Some(table) = card::uses.open(file, field) else {
            continue;
        };
        let plain = plain(action.unwrap_or(0).into(), binder, field.span);
        let offered = names.rounds(file, table.words(usage::offered));
        let given = Use { offered, ..given(&table, binder, plain) };

        if action.is_some() {
            uses.push(given);
        }
    }
    uses
}

/// The use with what the table says of it besides rounds.
fn given(table: &Reader<'_>, binder: HookBinder<'_>, plain: Use) -> Use {
    let (file, names) = (table.file, &binder.declarations.names);
    Use {
        lines: table.lines(),
        from: table.words(terms::from).map(|zones| names.zones.find_all(file, Some(zones))),
        gates: actions::gates(table, terms::gates, binder),
        cost: actions::cost(table, terms::cost, binder.declarations),
        targets: targets::targets(table, terms::targets, binder),
        passing: !table.flag_or(terms::lasts),
        keyword: abilities::keyword(table, terms::keyword),
        own: true,
        ..plain
    }
}

/// Adds an answer to the uses; one that is the `only` use of its action replaces the plain one.
fn answer(table: Reader<'_>, kind: KindId, schema: CardSchema<'_>, binder: HookBinder<'_>, uses: &mut Vec<Use>) {
    let names = &schema.declarations.names;
    let rounds = names.rounds(table.file, table.words(answer::round));
    let answers = filter::answered(&table, answer::to, schema.declarations).unwrap_or_default();
    let only = table.flag_or(answer::only);
    let action = answering(&table, kind, schema);
    let plain = plain(action.unwrap_or_default(), binder, table.at);
    let answer = Use { offered: rounds, answers: Some(answers), ..given(&table, binder, plain) };

    if action.is_some() {
        uses.retain(|known| !(only && known.action == answer.action && known.answers.is_none()));
        uses.push(answer);
    }
}

/// The action by which a card answers: the one it names, or the first of its kind.
fn answering(table: &Reader<'_>, kind: KindId, schema: CardSchema<'_>) -> Option<ActionId> {
    if let Some(by) = table.text(answer::by) {
        return schema.declarations.names.actions.find(table.file, by).map(ActionId::from);
    }
    let first = of_kind(kind, schema).next();

    if first.is_none() && !table.has(answer::by) {
        let message = "an answer needs the key `by`: no action is for every card of this kind";
        let problem = table.file.problem("key-missing", table.at, message);
        table.file.report(problem.label("`by` is missing here"));
    }
    first
}
