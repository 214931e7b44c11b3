//! Actions of players and of the game: what stands in the place of a card that is used.

use crate::bind::names::Declarations;
use crate::read::context::SourceFile;
use crate::read::tree::{self, TomlField};
use cardwright_kernel::ids::{ActionId, DefId, KindId};
use cardwright_kernel::rules::{Definition, Rules, Use};

/// Gives players and the game a definition each that has their actions as its uses, and each of these actions one for its
/// items, which is what they are called.
pub(crate) fn define(file: SourceFile<'_>, ruleset: &[TomlField<'_>], declarations: &Declarations, rules: &mut Rules) {
    for kind in [Rules::PLAYER, Rules::GAME] {
        let actions: Vec<ActionId> = of(rules, kind).collect();
        if actions.is_empty() {
            continue;
        }
        let uses = actions.iter().map(|action| usage(rules, *action)).collect();
        let own = DefId::from(rules.definitions.len());
        let name = format!("[{}]", Rules::OWN_KINDS[kind.index()]);
        rules.definitions.insert(name.into(), Definition { kind, uses, ..Definition::default() });
        rules.actors.push((kind, own));
        for action in actions {
            define_item(file, ruleset, declarations, rules, (kind, action));
        }
    }
}

fn define_item(
    file: SourceFile<'_>,
    ruleset: &[TomlField<'_>],
    declarations: &Declarations,
    rules: &mut Rules,
    (kind, action): (KindId, ActionId),
) {
    let of_item = &rules.actions[action.index()];
    let (title, affects) = (of_item.title.clone(), of_item.affects);
    if rules.definitions.contains_key(&title) {
        let key = declarations.names.actions.name(action.index());
        let message = format!("something else in this game is already called `{title}`");
        let field = tree::field(tree::table(ruleset, "actions"), key);
        let problem = file.problem("name-duplicate", field.map_or_else(Default::default, |field| field.span), message);
        file.report(problem.help("give the action another `title`"));
        return;
    }
    let uses = vec![usage(rules, action)];
    let item = DefId::from(rules.definitions.len());
    rules.definitions.insert(title, Definition { kind, uses, affects, ..Definition::default() });
    rules.actions[action.index()].item = Some(item);
}

fn of(rules: &Rules, kind: KindId) -> impl Iterator<Item = ActionId> {
    let all = rules.actions.values().enumerate();
    all.filter(move |(_, action)| action.of.contains(&kind)).map(|(at, _)| ActionId::from(at))
}

fn usage(rules: &Rules, action: ActionId) -> Use {
    Use { action, answers: rules.actions[action.index()].answers.clone(), ..Use::default() }
}
