//! Zones: the standard set, and what a ruleset adds to it, overrides or drops.

use crate::bind::names::Scope;
use crate::keys::{refill, ruleset, zone};
use crate::read::context::{Doc, LoadContext, Name};
use crate::read::reader::{self, Reader, wrong};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::ids::ZoneDeclId;
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{DeclMap, Refill, SeenBy, ZoneDecl, ZonePer};
use cardwright_kernel::text::list;

/// The zones that every game has unless its ruleset says otherwise.
const STANDARD: &str = include_str!("standard.toml");
const STANDARD_PATH: &str = "standard.toml";

/// All zones of a game; their names are declared in the scope.
pub(crate) fn zones(ruleset: &Doc<'_>, scope: &mut Scope) -> DeclMap<ZoneDecl> {
    let context = LoadContext::new();
    let standard = context.parse(STANDARD_PATH, STANDARD);
    let own = tree::table(&ruleset.fields, ruleset::zones.name);
    let mut zones = DeclMap::new();

    for field in tree::table(&standard.fields, ruleset::zones.name) {
        if let Some(zone) = standard_zone(&standard, field, ruleset, own) {
            scope.add(&field.key);
            zones.insert(field.key.as_ref().into(), zone);
        }
    }
    for field in own {
        if scope.get(&field.key).is_none() && !is_dropped(ruleset, field, &standard) {
            scope.declare(ruleset.file, field.into());
            zones.insert(field.key.as_ref().into(), zone(ruleset, field, None));
        }
    }
    for (name, zone) in &mut zones {
        zone.drawn_to = match tree::texts(tree::table(own, name), zone::drawn_to.name)[..] {
            [(text, span), ..] => scope.find(ruleset.file, Name { text, span }),
            // What the standard set says holds as long as the ruleset has both zones.
            [] => {
                let standard = tree::table(tree::table(&standard.fields, ruleset::zones.name), name);
                tree::texts(standard, zone::drawn_to.name).first().and_then(|(text, _)| scope.get(text))
            }
        }
        .map(ZoneDeclId::from);
    }
    refills(ruleset, scope, &mut zones);
    check_otherwise(ruleset, own, &mut zones);
    check_pending(ruleset, &zones);
    check_waiting(ruleset, &zones);
    zones
}

/// The pairs of zones between which a card stays the same.
pub(crate) fn joined(reader: &Reader<'_>, scope: &Scope) -> Vec<(ZoneDeclId, ZoneDeclId)> {
    let file = reader.file;
    let Some(field) = reader.field(ruleset::joined) else {
        return Vec::new();
    };
    let TomlValue::List(pairs) = &field.node.value else {
        return wrong(file, "joined", &field.node, "a list of pairs of zones").unwrap_or_default();
    };
    let joined = |pair: &TomlNode<'_>| {
        let zones = reader::words(file, "joined", pair);
        let count = zones.len();

        match scope.find_all(file, Some(zones))[..] {
            [one, other] => Some((one, other)),
            _ if count == 2 => None,
            _ => wrong(file, "joined", pair, "a list of pairs of zones"),
        }
    };
    pairs.iter().filter_map(joined).collect()
}

/// A zone of the standard set as the ruleset has it; none if it is dropped.
fn standard_zone<'t>(
    standard: &'t Doc<'t>,
    field: &'t TomlField<'t>,
    ruleset: &'t Doc<'t>,
    own: &'t [TomlField<'t>],
) -> Option<ZoneDecl> {
    let base = zone(standard, field, None);

    match tree::field(own, &field.key) {
        Some(TomlField { node: TomlNode { value: TomlValue::Flag(false), .. }, .. }) => None,
        Some(over) => Some(zone(ruleset, over, Some(base))),
        None => Some(base),
    }
}

/// Whether the field is `name = false`, which is good only for names of the standard set.
fn is_dropped(ruleset: &Doc<'_>, field: &TomlField<'_>, standard: &Doc<'_>) -> bool {
    let standard = tree::table(&standard.fields, ruleset::zones.name);
    let is_false = matches!(field.node.value, TomlValue::Flag(false));

    if is_false {
        let message = format_args!("there is no standard zone `{}` to remove", field.key);
        ruleset.file.knows("zone-unknown", field.into(), message, standard.iter().map(|field| &*field.key));
    }
    is_false
}

fn zone<'t>(doc: &'t Doc<'t>, field: &'t TomlField<'t>, base: Option<ZoneDecl>) -> ZoneDecl {
    let is_new = base.is_none();
    let mut zone = base.unwrap_or_else(|| blank(&field.key));
    let Some(reader) = ruleset::zones.open(doc.file, field) else {
        return zone;
    };

    if is_new {
        reader.require(zone::per);
        reader.require(zone::seen);
    }
    zone.per = reader.one_of(zone::per).unwrap_or(zone.per);
    let usual = if is_new && zone.per.is_on_board() { "".into() } else { zone.title };
    zone.title = reader.text(zone::title).map_or(usual, |title| title.text.into());
    zone.ordered = reader.flag(zone::ordered).unwrap_or(zone.ordered);
    // Which zone that is can be said when all are declared.
    reader.text(zone::drawn_to);
    zone.places = reader.flag(zone::places).unwrap_or(zone.places);
    zone.seen = reader.one_of(zone::seen).unwrap_or(zone.seen);
    zone.capacity = reader.number(zone::capacity).or(zone.capacity);
    zone.terminal = reader.flag(zone::terminal).unwrap_or(zone.terminal);
    zone.in_play = reader.flag(zone::in_play).unwrap_or(zone.in_play);
    zone.pending = reader.flag(zone::pending).unwrap_or(zone.pending);
    zone.otherwise = reader.flag(zone::otherwise).unwrap_or(zone.otherwise);
    check_owner(doc, reader.at, &zone);
    zone.supply = reader.flag(zone::supply).unwrap_or(zone.supply);
    if zone.supply && (zone.per != ZonePer::Game || zone.seen != SeenBy::All || zone.ordered || zone.pending) {
        let message = "a supply belongs to the game, everybody sees it, and its piles have no order";
        let problem = doc.file.problem("zone-supply", reader.at, message);
        doc.file
            .report(problem.help("write `per = \"game\"` and `seen = \"everyone\"`, and not `ordered` nor `pending`"));
    }
    zone
}

/// A zone that is nobody's is not seen by its owner nor hidden from its owner, and on the board no uses wait.
fn check_owner(doc: &Doc<'_>, at: Span, zone: &ZoneDecl) {
    let of_owner = matches!(zone.seen, SeenBy::Owner | SeenBy::Others);
    if zone.per.is_on_board() && (of_owner || zone.pending) {
        let message = "a zone on the board belongs to nobody, and no uses wait there";
        let problem = doc.file.problem("zone-on-board", at, message);
        doc.file.report(problem.help("write `seen = \"everyone\"` or `seen = \"nobody\"`, and not `pending`"));
    } else if zone.per == ZonePer::Game && zone.seen == SeenBy::Others {
        let message = "a zone of the whole game belongs to nobody: there are no others";
        doc.file.report(doc.file.problem("zone-of-nobody", at, message).help("write `per = \"player\"`"));
    }
}

/// Reads from where each zone is refilled, once all zones have their names.
fn refills(ruleset: &Doc<'_>, scope: &Scope, zones: &mut DeclMap<ZoneDecl>) {
    for field in tree::table(&ruleset.fields, ruleset::zones.name) {
        let Some(refill) = tree::field(field.node.fields(), zone::refill.name) else { continue };
        let Some(read) = refill_of(ruleset, refill, scope) else { continue };
        let source = zones.get_index(read.from.index()).map(|(_, source)| (source.per, source.supply));
        let Some(zone) = zones.get_mut(&*field.key) else { continue };
        let fits =
            |(per, supply): (ZonePer, bool)| !supply && !zone.supply && (per == zone.per || per == ZonePer::Game);
        if source.is_some_and(fits) && !zone.per.is_on_board() {
            zone.refill = Some(read);
        } else {
            let message = format!("`{}` cannot be refilled from there", field.key);
            let help = "a zone is refilled from another of the same player, or of the game; none of them is a supply";
            ruleset.file.report(ruleset.file.problem("zone-refill", refill.span, message).help(help));
        }
    }
}

fn refill_of<'t>(ruleset: &'t Doc<'t>, field: &'t TomlField<'t>, scope: &Scope) -> Option<Refill> {
    let reader = Reader::of(ruleset.file, &refill::TABLE, field.into(), &field.node)?;
    let from = reader.text(refill::from).and_then(|name| scope.find(ruleset.file, name));
    let shuffled = reader.flag_or(refill::shuffled);
    let keep = reader.number(refill::keep).unwrap_or(0);
    Some(Refill { from: from?.into(), shuffled, keep })
}

fn blank(name: &str) -> ZoneDecl {
    ZoneDecl {
        title: name.into(),
        per: ZonePer::Player,
        ordered: false,
        places: false,
        drawn_to: None,
        seen: SeenBy::All,
        capacity: None,
        terminal: false,
        in_play: false,
        pending: false,
        otherwise: false,
        supply: false,
        refill: None,
    }
}

/// Cards whose kind says nothing else go to one zone: the ruleset's if it names one, otherwise that of the standard set. One
/// on the board would have no site to which they could go.
fn check_otherwise<'t>(ruleset: &'t Doc<'t>, own: &'t [TomlField<'t>], zones: &mut DeclMap<ZoneDecl>) {
    let says = |name: &str| tree::field(tree::table(own, name), zone::otherwise.name).map(|field| field.span);
    let own: Vec<(&str, Span)> =
        zones.iter().filter(|(_, zone)| zone.otherwise).filter_map(|(name, _)| Some((&**name, says(name)?))).collect();
    if let [_, (_, second), ..] = own[..] {
        let message = "cards whose kind says nothing else go to one zone, not to several";
        let problem = ruleset.file.problem("zone-otherwise", second, message);
        ruleset
            .file
            .report(problem.help(format!("`otherwise` is true of {}", list(own.iter().map(|(name, _)| *name)))));
    }
    let Some((chosen, at)) = own.first().map(|(name, at)| (Box::from(*name), *at)) else { return };
    if zones.get(&chosen).is_some_and(|zone: &ZoneDecl| zone.per.is_on_board() || zone.pending) {
        let message = format!("cards cannot go to `{chosen}` without being told where, nor stay there");
        let problem = ruleset.file.problem("zone-otherwise", at, message);
        ruleset.file.report(problem.help("name a zone of the players or of the game that is not `pending`"));
    }
    zones.iter_mut().for_each(|(name, zone)| zone.otherwise &= *name == chosen);
}

/// Cards only wait in the pending zone: they come when they are used, and leave when the use is done.
fn check_waiting(ruleset: &Doc<'_>, zones: &DeclMap<ZoneDecl>) {
    let Some((at, name, waiting)) =
        zones.iter().enumerate().find_map(|(at, (name, zone))| zone.pending.then_some((at, name, zone)))
    else {
        return;
    };
    let at = Some(ZoneDeclId::from(at));
    let from = |zone: &ZoneDecl| zone.refill.map(|refill| refill.from);
    let drawn = zones.values().any(|zone| zone.drawn_to == at || from(zone) == at);
    if !drawn
        && waiting.drawn_to.is_none()
        && waiting.refill.is_none()
        && waiting.capacity.is_none()
        && !waiting.terminal
    {
        return;
    }
    let message = format!("cards lie in `{name}` only while their uses wait: none are drawn or kept there");
    let span = tree::field(&ruleset.fields, ruleset::zones.name).map_or(Span::START, |field| field.span);
    let problem = ruleset.file.problem("zone-pending", span, message);
    ruleset.file.report(problem.help(format!(
        "write neither `drawn_to` nor `refill` with `{name}`, and `{name}` without `capacity` and `terminal`"
    )));
}

fn check_pending(ruleset: &Doc<'_>, zones: &DeclMap<ZoneDecl>) {
    let pending: Vec<&str> = zones.iter().filter(|(_, zone)| zone.pending).map(|(name, _)| &**name).collect();

    if pending.len() != 1 {
        let message = "exactly one zone must be `pending`: cards lie there while their items wait";
        let problem = Problem::new("zone-pending", ruleset.file.path, message);
        let problem = match tree::field(&ruleset.fields, ruleset::zones.name) {
            Some(field) => problem.at(field.span),
            None => problem,
        };
        ruleset.file.report(problem.help(format!("pending zones: {}", list(pending))));
    }
}
