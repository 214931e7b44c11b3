//! The checker on the rules of a small game.

use super::script;
use crate::check::{check, hooks, units, vocabulary};
use cardwright_kernel::ids::{KindId, ScriptId};
use cardwright_kernel::rules::{
    AttrType, Attribute, Definition, Does, Hook, Kind, Lifetime, Printed, Purpose, Rules, ScriptRole, ScriptSource,
    SeenBy, StaticAbility, Taken, ZoneDecl, ZonePer,
};

fn rules(card: &str) -> Rules {
    let mut rules = Rules::default();
    for kind in Rules::OWN_KINDS.into_iter().chain(["event"]) {
        rules.kinds.insert(kind.into(), Kind::default());
    }
    let words = ["good", "bad"].map(|word| rules.words.intern(word));
    let attribute = |type_, changes| Attribute {
        type_,
        of: vec![KindId(4)],
        changes,
        required: false,
        default: Printed::Nothing,
        secret: false,
        quiet: false,
        lives: Lifetime::Incarnation,
        option: None,
        local_to: None,
        modified: None,
        unique: false,
        marks: Vec::new(),
        changed: None,
        crossed: None,
        crossed_back: None,
    };
    rules.attributes.insert("mood".into(), attribute(AttrType::Choice(words.to_vec()), true));
    rules.attributes.insert("power".into(), attribute(AttrType::Number, false));
    rules.zones.insert("hand".into(), zone());
    let source =
        |text: &str, role| ScriptSource { pack: "test".into(), text: text.into(), role, ..ScriptSource::default() };
    rules.scripts.insert("card.rhai".into(), source(card, ScriptRole::Card));
    rules
        .scripts
        .insert("ruleset.rhai".into(), source("fn strongest(p) { p.hand.max(|c| c.power) }", ScriptRole::Ruleset));
    rules.definitions.insert("Flood".into(), definition());
    rules
}

fn zone() -> ZoneDecl {
    ZoneDecl {
        title: "hand".into(),
        per: ZonePer::Player,
        ordered: false,
        seen: SeenBy::Owner,
        places: false,
        drawn_to: None,
        capacity: None,
        terminal: false,
        in_play: false,
        pending: false,
        otherwise: false,
        supply: false,
        refill: None,
    }
}

fn hook(name: &str, purpose: Purpose) -> Option<Hook> {
    Some(Hook { script: ScriptId::from(0), name: name.into(), purpose, function: None, taken: Taken::default() })
}

fn definition() -> Definition {
    let mut definition =
        Definition { kind: KindId(4), resolve: hook("resolve", Purpose::Resolve), ..Definition::default() };
    let ban = StaticAbility {
        does: Does::Forbid(0.into()),
        who: Default::default(),
        subject: Default::default(),
        script: hook("too_strong", Purpose::Permission),
        line: None,
        keyword: None,
        goes_on: None,
    };
    definition.abilities.statics.push(ban);
    definition
}

fn found(card: &str) -> Vec<String> {
    let rules = rules(card);
    let scripts: Vec<_> = rules.scripts.iter().map(|(path, source)| Some(script(path, &source.text))).collect();
    let (hooks, vocabulary) = (hooks(&rules), vocabulary(&rules));
    let found = check(&vocabulary, &units(&rules, &scripts, &hooks), Vec::new(), &[]).0.into_iter();
    found.filter(|finding| !finding.is_warning).map(|finding| finding.message).collect()
}

#[test]
fn attributes_and_zones_are_properties_with_kinds() {
    assert_eq!(found("fn too_strong(me, player, card) { card.power > me.power && card.mood == \"good\" }"), [""; 0]);
    assert_eq!(
        found("fn too_strong(me, player, card) { card.power > me.mood }"),
        ["`>` cannot take a number and the name of a mood"]
    );
    assert_eq!(
        found("fn too_strong(me, player, card) { player.hand.any(|other| other.mood == \"god\") }"),
        ["there is no mood `god`"]
    );
    assert_eq!(
        found("fn too_strong(me, player, card) { strongest(player).pover > 3 }"),
        ["a card has no property `pover`"]
    );
}

#[test]
fn what_changes_can_be_set_but_not_in_a_predicate() {
    assert_eq!(
        found("fn too_strong(me, player, card) { card.mood = \"bad\"; card.power = 3; true }"),
        [
            "`too_strong` may only look, but `mood` changes the game",
            "`too_strong` may only look, but `power` changes the game",
            "`power` of a card can be read but not set",
        ]
    );
}

#[test]
fn hooks_come_from_the_cards() {
    assert_eq!(
        found("fn resolve(item) { item.mood; } fn too_strong(me, player, card) { 3 }"),
        ["this value is not used", "`too_strong` must return true or false, not a number",]
    );
    assert_eq!(
        found("fn resovle(item) { }"),
        ["nothing calls `resovle`: it is not a hook, and no function here calls it"]
    );
}
