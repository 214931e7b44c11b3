//! Windows that ask only the players who can act, though that depends on cards which others do not see. A warning: the game works, but
//! whoever is not asked has shown what is in their hand. And listeners that ask everybody though nothing is hidden.

use crate::declare::cards::CardFile;
use crate::patch::docs::Docs;
use crate::read::context::LoadContext;
use crate::read::tree::{self, TomlField, TomlNode};
use cardwright_kernel::ids::{DefId, ZoneDeclId};
use cardwright_kernel::rules::{Rules, SeenBy, Then, Use, Window};

/// Reports them.
pub(crate) fn report(context: &LoadContext, docs: &Docs<'_>, rules: &Rules) {
    let file = &docs.ruleset.file;
    for field in tree::table(&docs.ruleset.fields, "windows") {
        let Some(window) = rules.windows.get(&*field.key).filter(|window| !asks_everybody(window)) else { continue };
        let Some((card, zone)) = hidden_offer(rules, window) else { continue };
        let (card, zone) = (rules.name_of(card), &rules.zones[zone.index()].title);
        let message =
            format!("who is not asked in the window `{}` shows that their {zone} holds nothing for it", field.key);
        let problem = file.problem("window-unmasked", field.span, message);
        let problem = problem.label(format!("`{card}`, for one, is offered from the {zone}"));
        context.warn(problem.help("`masked = true` asks everybody, even players who can only pass"));
    }
}

/// Reports listeners that are masked where everybody sees the card.
pub(crate) fn report_listeners(context: &LoadContext, cards: &[CardFile<'_>], rules: &Rules) {
    for card in cards {
        let Some((_, definition)) = card.id.and_then(|id| rules.definitions.get_index(id)) else { continue };
        let declared = tree::table(card.fields, "on").iter().flat_map(|field| tables(&field.node));
        for (fields, listener) in declared.zip(&definition.abilities.listeners).filter(|(_, it)| it.masked) {
            let zones = listener.from.as_ref().unwrap_or(&definition.works_in);
            if definition.lasts.is_none() && zones.iter().any(|zone| is_hidden(rules, *zone)) {
                continue;
            }
            let Some(field) = fields.iter().find(|field| field.key == "masked") else { continue };
            let message = "everybody sees the card wherever it listens: `masked` hides nothing";
            let problem =
                card.file.problem("listener-masked", field.span, message).label("only its owner need be asked");
            context.warn(problem.help("leave it out, and ask in the function: `if me.controller.confirm(…)`"));
        }
    }
}

/// The tables of a key that has one, or a list of them.
fn tables<'t>(node: &'t TomlNode<'t>) -> Vec<&'t [TomlField<'t>]> {
    node.nodes().iter().map(TomlNode::fields).collect()
}

/// Whether those who can only pass are asked as well.
fn asks_everybody(window: &Window) -> bool {
    window.masked || window.then == Then::ResolveTop
}

/// A card that is offered in a window from a zone that somebody does not see.
fn hidden_offer(rules: &Rules, window: &Window) -> Option<(DefId, ZoneDeclId)> {
    rules.definitions.values().enumerate().find_map(|(card, definition)| {
        let offered = definition.uses.iter().filter(|usage| is_offered(rules, window, usage));
        let zone = offered.flat_map(|usage| zones_of(rules, usage)).find(|zone| is_hidden(rules, **zone));
        zone.map(|zone| (DefId::from(card), *zone))
    })
}

fn is_offered(rules: &Rules, window: &Window, usage: &Use) -> bool {
    let offered = usage.offered.as_ref().unwrap_or(&rules.actions[usage.action.index()].offered);
    offered.iter().any(|class| window.rounds.contains(class))
}

fn zones_of<'r>(rules: &'r Rules, usage: &'r Use) -> impl Iterator<Item = &'r ZoneDeclId> {
    usage.from.as_ref().unwrap_or(&rules.actions[usage.action.index()].from).iter()
}

fn is_hidden(rules: &Rules, zone: ZoneDeclId) -> bool {
    match rules.zones[zone.index()].seen {
        SeenBy::Owner | SeenBy::Others | SeenBy::Mover | SeenBy::Nobody => true,
        SeenBy::All => false,
    }
}
