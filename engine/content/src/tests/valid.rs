//! What a load without problems gives.

use super::{DEMO, Demo};
use crate::{Files, Purpose, load};
use cardwright_kernel::ids::{AttrId, DefId, ScriptId, ZoneDeclId};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::*;
use cardwright_script::syntax::outline;

fn rules() -> Rules {
    let loaded = Demo::new().load();
    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    loaded.rules
}

fn names<T>(table: &DeclMap<T>) -> Vec<&str> {
    table.keys().map(|name| &**name).collect()
}

#[test]
fn the_demo_pack_has_no_problems() {
    let rules = rules();
    assert_eq!((&*rules.pack, &*rules.title, rules.players), ("demo", "Demo", (2, 4)));
}

#[test]
fn zones_are_the_standard_ones_then_the_rulesets() {
    assert_eq!(names(&rules().zones), ["draw", "hand", "pool", "discard", "abyss", "void", "stack", "formation"]);
}

#[test]
fn a_ruleset_can_drop_a_standard_zone_and_override_another() {
    let rules = Demo::new()
        .rules("[zones]\n", "[zones]\nabyss = false\ndiscard = { title = \"graveyard\" }\n")
        .rules("otherwise = \"abyss\"", "otherwise = \"discard\"")
        .load()
        .rules;

    assert!(!rules.zones.contains_key("abyss"));
    assert_eq!(&*rules.zones["discard"].title, "graveyard");
    assert_eq!(rules.zones["discard"].seen, SeenBy::All);
}

#[test]
fn tables_keep_the_order_of_declaration() {
    let rules = rules();
    assert_eq!(names(&rules.kinds), ["game", "player", "item", "effect", "event", "realm"]);
    assert_eq!(names(&rules.attributes), ["polarity", "level", "traits", "razed", "gold"]);
    assert_eq!(names(&rules.stages), ["add", "limit"]);
}

#[test]
fn kinds_know_their_attributes() {
    let rules = rules();
    assert_eq!(rules.kinds["realm"].attributes, [AttrId(1), AttrId(2), AttrId(3)]);
    assert_eq!(rules.kinds["realm"].changing, [AttrId(3)]);
    assert_eq!(rules.kinds["player"].changing, [AttrId(4)]);
}

#[test]
fn routes_end_with_the_one_for_every_other_cause() {
    let rules = rules();
    let last = |kind: &str| rules.kinds[kind].routes.last().map(|route| (route.cause, route.to));

    assert_eq!(last("event"), Some((None, ZoneDeclId(4))));
    assert_eq!(last("realm"), Some((None, ZoneDeclId(3))));
}

#[test]
fn definitions_come_in_the_order_of_their_files_with_ids_from_their_paths() {
    let rules = rules();
    assert_eq!(names(&rules.definitions), ["Calm", "Keep"]);
    assert_eq!(&*rules.definitions["Calm"].id, "demo:events/calm");
}

#[test]
fn what_is_not_printed_has_its_default() {
    let rules = rules();
    let [level, traits, razed] = &*rules.definitions["Keep"].printed else { panic!("three attributes") };

    assert_eq!(*level, Printed::Number(3));
    assert_eq!(*traits, Printed::Words(Box::default()));
    assert_eq!(*razed, Printed::Flag(false));
}

#[test]
fn an_answer_is_a_use_besides_that_of_the_kind() {
    let rules = rules();
    let [plain, answer] = &*rules.definitions["Calm"].uses else { panic!("two uses") };

    assert_eq!((plain.action, &plain.answers), (answer.action, &None));
    assert_eq!(answer.offered, rules.words.get("stop").map(|stop| vec![stop]));
    assert_eq!(answer.answers.as_ref().map(|filter| filter.attributes.len()), Some(1));
}

#[test]
fn the_only_use_of_a_card_may_be_to_answer() {
    let demo = Demo::new().replace("cards/demo/events/calm.toml", "[answers]\n", "[answers]\nonly = true\n");
    let rules = demo.load().rules;

    assert_eq!(rules.definitions["Calm"].uses.len(), 1);
    assert!(rules.definitions["Calm"].uses[0].answers.is_some());
}

#[test]
fn own_uses_replace_those_of_the_kind() {
    let demo = Demo::new().realm("[uses.build]\nfrom = \"pool\"\ncost = []\n[uses.play]\noffered = \"stop\"\n");
    let loaded = demo.load();
    let uses = &loaded.rules.definitions["Tower"].uses;

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert_eq!(uses.len(), 2);
    assert_eq!(uses[0].from, Some(vec![ZoneDeclId(2)]));
    assert_eq!(uses[0].cost, Some(vec![]));
    assert!(uses[1].offered.is_some());
}

#[test]
fn hooks_are_bound_to_what_the_scripts_define() {
    let rules = rules();
    let hook = |script: u16, name: &str, purpose, number: u16| {
        Some(Hook {
            script: ScriptId(script),
            name: name.into(),
            purpose,
            function: Some(number),
            taken: Taken::all(1),
        })
    };
    assert_eq!(names(&rules.scripts), ["scripts/demo/events/calm.rhai", "scripts/demo/ruleset.rhai"]);
    assert_eq!(rules.definitions["Calm"].resolve, hook(0, "resolve", Purpose::Resolve, 0));
    assert_eq!(rules.definitions["Calm"].announce, None);
    assert_eq!(rules.actions["build"].resolve, hook(1, "resolve_build", Purpose::Resolve, 0));
    assert_eq!(rules.phases["main"].begin, hook(1, "begin_main", Purpose::Phase, 1));
}

#[test]
fn scripts_have_roles_and_functions() {
    let demo = Demo::new().file("scripts/demo/shared/negate.rhai", "fn negate(item, why) {}");
    let rules = demo.load().rules;
    let script = |path: &str| (rules.scripts[path].role, rules.scripts[path].outline.functions.len());

    assert_eq!(script("scripts/demo/events/calm.rhai"), (ScriptRole::Card, 1));
    assert_eq!(script("scripts/demo/ruleset.rhai"), (ScriptRole::Ruleset, 2));
    assert_eq!(script("scripts/demo/shared/negate.rhai"), (ScriptRole::Shared, 1));
}

#[test]
fn decks_hold_each_card_as_often_as_they_say() {
    let rules = rules();
    assert_eq!(rules.decks["start"].cards, [DefId(0), DefId(0), DefId(1)]);
    assert_eq!(rules.decks["start"].zones, [(ZoneDeclId(2), vec![DefId(1)])]);
}

#[test]
fn places_lead_back_to_the_declarations() {
    let demo = Demo::new();
    let places = demo.load().places;
    let said = |path: &str, span: Span| demo.0.get(path).and_then(|text| text.get(span.range())).map(str::to_owned);
    let [begin] = places.of(ScriptId(1), "begin_main") else { panic!("one place") };

    assert_eq!((said(&begin.path, begin.span), begin.purpose), (Some("begin".into()), Purpose::Phase));
    assert!(places.of(ScriptId(1), "begin_maim").is_empty());
    assert_eq!(places.definition(DefId(1)).and_then(|(path, span)| said(path, span)), Some("\"Keep\"".into()));
    assert_eq!(places.hooks().count(), 3);
}

#[test]
fn the_hash_depends_on_every_file_of_the_game_and_on_no_other() {
    let hash = Demo::new().load().rules.hash;
    let other = Demo::new().file("cards/other/pack.toml", "name = \"other\"").file("cards/other/ruleset.toml", "");
    let changed = Demo::new().replace("scripts/demo/events/calm.rhai", "{}", "{ }");

    assert_eq!(hash, other.load().rules.hash);
    assert_ne!(hash, changed.load().rules.hash);
}

#[test]
fn the_order_in_which_files_are_given_does_not_matter() {
    let forwards = load(&Files::new(DEMO), "demo", outline);
    let backwards = load(&Files::new(DEMO.into_iter().rev()), "demo", outline);

    assert_eq!(format!("{:?}", forwards.rules), format!("{:?}", backwards.rules));
}

#[test]
fn abilities_of_every_sort_are_read() {
    let abilities = "works_in = \"formation\"\nlasts.if = \"stands\"\naffects = \"everyone\"\n\
        goes = { razed = \"void\" }\n\
        [on.razed]\nof = \"this\"\nwhen = \"after\"\n\
        [[on.\"changed razed\"]]\nhook = \"fell\"\ncard = { kind = \"realm\", not = { razed = true } }\n\
        [[forbids]]\naction = \"play\"\nwho = \"others\"\ncard = { polarity = \"harmful\", not_name = \"Calm\" }\n\
        [[allows]]\naction = \"build\"\ngates = [\"phase\", \"from\"]\n\
        [[modifies]]\nvalue = \"strength\"\nstage = \"add\"\namount = 2\nsubject = { traits = \"coast\", of = \"you\" }\n\
        [[protects]]\nsubject = { of = \"host\" }\nagainst = { kind = \"event\", affects = \"you alone\", answer = false }\n";
    let demo = Demo::new().realm(abilities).file(
        "scripts/demo/realms/tower.rhai",
        "fn on_razed(me, event) {} fn fell(me, event) {} fn stands(effect) {} fn ends(effect) {}",
    );
    let loaded = demo.load();
    let tower = &loaded.rules.definitions["Tower"];

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert_eq!((tower.affects, tower.lasts), (AffectedBy::Everyone, Some(Lasts::While)));
    assert_eq!(tower.abilities.listeners.len(), 2);
    assert_eq!(tower.abilities.listeners[1].filter.not.len(), 1);
    let [ban, grant, contribution, protection] = &tower.abilities.statics[..] else { panic!("{:#?}", tower.abilities) };
    assert!(matches!(ban.does, Does::Forbid(_)));
    assert_eq!(ban.subject.not_names, [DefId(0)]);
    assert!(matches!(grant.does, Does::Allow(..)));
    assert_eq!(grant.who, Who::You);
    assert!(matches!(contribution.does, Does::Modify(Contribution { stage: 0, amount: 2, .. })));
    let Does::Protect(against) = &protection.does else { panic!("{protection:#?}") };
    assert_eq!(against.affects, Some(Affects::YouAlone));
    assert!(tower.abilities.lasts.is_some() && tower.ends.is_some());
}

#[test]
fn costs_have_parts_and_alternatives() {
    let cost = "[[uses.build.cost]]\nleave = \"razed\"\nset = { razed = true }\n\
        [[uses.build.cost]]\ngive = { from = \"hand\", cause = \"discarded\", amount = 2, random = true }\n";
    let loaded = Demo::new().realm(cost).load();
    let cost = loaded.rules.definitions["Tower"].uses[0].cost.clone().unwrap_or_default();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert!(matches!(cost[0].parts[..], [CostPart::Leave(_), CostPart::Set(AttrId(3), Printed::Flag(true))]));
    assert!(matches!(cost[1].parts[..], [CostPart::Give { count: Amount::Fixed(2), random: true, .. }]));
}
