//! What the rules of a game declare, for the checker: its words, its attributes as properties, its hooks.

use super::events;
use super::kind::{HeardSignal, Type};
use super::pack::{HookSignature, Unit, Unread};
use super::rounds::{all_symbol_uses, symbol_uses};
use super::symbol_uses::SymbolUse;
use super::vocabulary::{HiddenListener, OWN_ZONE, RESTING_ZONE, ValueHook, Vocabulary};
use crate::compile::Script;
use crate::verbs::rows;
use crate::verbs::things::THINGS;
use crate::verbs::uses::{FREE, NEXT};
use cardwright_kernel::ids::{Handle, KindId, Word};
use cardwright_kernel::rules::{
    AttrType, Attribute, Bearer, Category, DeclMap, Does, Hook, HookGives, HookPlace, HookTakes, MethodValue, NewOwner,
    Relation, Rules, ScriptRole, SeenBy, Template, When, ZonePer,
};
use cardwright_kernel::state::{State, Status};
use cardwright_kernel::values::{Carried, CarriedPart, Value};
use cardwright_kernel::words;
use std::collections::BTreeMap;

/// What the names in one script of a game mean.
pub fn symbol_uses_of_game(rules: &Rules, scripts: &[Option<Script>], path: &str) -> Vec<SymbolUse> {
    let hooks = hooks(rules);
    symbol_uses(&vocabulary(rules), &units(rules, scripts, &hooks), path)
}

/// What the names in all scripts of a game mean.
pub fn all_symbol_uses_of_game(rules: &Rules, scripts: &[Option<Script>]) -> BTreeMap<Box<str>, Vec<SymbolUse>> {
    let hooks = hooks(rules);
    all_symbol_uses(&vocabulary(rules), &units(rules, scripts, &hooks))
}

/// The scripts of a game with what the checker must know of each.
pub fn units<'a>(rules: &'a Rules, scripts: &'a [Option<Script>], hooks: &'a [Vec<HookSignature>]) -> Vec<Unit<'a>> {
    let sources = rules.scripts.values().zip(scripts).zip(hooks);
    sources.filter_map(|((source, script), hooks)| Some(Unit { script: script.as_ref()?, source, hooks })).collect()
}

/// The scripts of a game that could not be read.
pub fn unread<'a>(rules: &'a Rules, scripts: &[Option<Script>]) -> Vec<Unread<'a>> {
    let all = rules.scripts.iter().zip(scripts).filter(|(_, script)| script.is_none());
    all.map(|((path, source), _)| Unread { path, source }).collect()
}

/// The types whose entities have attributes and values of their own.
const BEARERS: [&str; 5] = ["Card", "Player", "Game", "Space", "Joint"];

/// What the scripts of a game may name.
pub fn vocabulary(rules: &Rules) -> Vocabulary {
    let mut vocabulary = Vocabulary::of_rows(rows().iter().copied());
    add_words(&mut vocabulary, rules);
    vocabulary.has_commons = has_commons(rules);
    vocabulary.value_hooks = value_hooks(rules);
    vocabulary.hidden_listeners = hidden_listeners(rules);
    events::add(&mut vocabulary, rules);
    for (name, attribute) in &rules.attributes {
        add_attribute(&mut vocabulary, rules, name, attribute);
    }
    for (name, value) in rules.values.iter().filter(|(name, _)| !rules.attributes.contains_key(*name)) {
        let has = |of: &&str| value.of.is_empty() || value.of.iter().any(|kind| type_of(rules, *kind) == *of);
        for of in BEARERS.into_iter().filter(has) {
            vocabulary.add_property(of, name, Type::Number, false);
        }
    }
    for (name, zone) in &rules.zones {
        let of = match zone.per {
            ZonePer::Player => "Player",
            ZonePer::Game => "Game",
            ZonePer::Space => "Space",
            ZonePer::Joint => "Joint",
        };
        vocabulary.add_property(of, name, Type::list(Type::named("Card")), false);
    }
    vocabulary
}

/// The functions that compute the values of a game: those of the ruleset, and what cards and effects contribute.
fn value_hooks(rules: &Rules) -> Vec<ValueHook> {
    let effects = rules.definitions.values().flat_map(|definition| &definition.effects).chain(&rules.effects);
    let abilities = rules.definitions.values().map(|definition| &definition.abilities);
    let abilities = abilities.chain(effects.map(|effect| &effect.abilities));
    let contributed = abilities.flat_map(|abilities| &abilities.statics).filter_map(|ability| match &ability.does {
        Does::Modify(contribution) => Some((contribution.value.index(), &ability.script)),
        Does::Forbid(_) | Does::Allow(..) | Does::Protect(_) | Does::Silence(_) | Does::Control(_) => None,
    });
    let own = rules.values.values().enumerate().map(|(at, value)| (at, &value.script));
    let hook = |(value, hook): (usize, &Option<Hook>)| {
        let hook = hook.as_ref()?;
        let (value, _) = rules.values.get_index(value)?;
        let (script, _) = rules.scripts.get_index(hook.script.index())?;
        Some(ValueHook { value: value.clone(), script: script.clone(), function: hook.name.clone() })
    };
    own.chain(contributed).filter_map(hook).collect()
}

/// The listeners of cards that are called where not everybody sees the card, before anything shows it. What a card hears of
/// itself is told of it, but for what happens where nobody else sees it.
fn hidden_listeners(rules: &Rules) -> Vec<HiddenListener> {
    let mut found = Vec::new();
    for (card, definition) in rules.definitions.iter().filter(|(_, definition)| definition.lasts.is_none()) {
        for listener in &definition.abilities.listeners {
            let is_told =
                listener.of == Some(Relation::This) && ![words::DRAWN, words::ENTERS].contains(&listener.signal);
            let zones = listener.from.as_ref().unwrap_or(&definition.works_in);
            let hidden = zones.iter().map(|zone| &rules.zones[zone.index()]).find(|zone| zone.seen != SeenBy::All);
            let Some(zone) = hidden.filter(|_| !listener.masked && !is_told && listener.when != When::Stacked) else {
                continue;
            };
            let Some((script, _)) = rules.scripts.get_index(listener.hook.script.index()) else { continue };
            found.push(HiddenListener {
                card: card.clone(),
                signal: rules.words.text(listener.signal).into(),
                zone: zone.title.clone(),
                script: script.clone(),
                function: listener.hook.name.clone(),
            });
        }
    }
    found
}

/// Whether cards of the game may be nobody's: they begin so, lie in a supply, or become it when they leave.
fn has_commons(rules: &Rules) -> bool {
    let routes = rules.kinds.values().flat_map(|kind| &kind.routes);
    !rules.commons.is_empty()
        || rules.zones.values().any(|zone| zone.supply)
        || routes.into_iter().any(|route| route.owner == NewOwner::Nobody)
}

fn add_words(vocabulary: &mut Vocabulary, rules: &Rules) {
    fn keys<T>(table: &DeclMap<T>) -> impl Iterator<Item = &str> {
        table.keys().map(|key| &**key)
    }
    let dialogues = rules.dialogues.iter().map(|(name, _)| rules.words.text(*name));
    vocabulary.add_words("dialogue", dialogues);
    vocabulary.add_words("zone", keys(&rules.zones));
    let own = rules.zones.iter().filter(|(_, zone)| !zone.per.is_on_board());
    vocabulary.add_words(OWN_ZONE, own.clone().map(|(key, _)| &**key));
    vocabulary.add_words(RESTING_ZONE, own.filter(|(_, zone)| !zone.pending).map(|(key, _)| &**key));
    vocabulary.add_words("thing", THINGS.iter().map(|(name, _)| *name));
    vocabulary.add_words("status", Status::WORDS.iter().map(|(_, word)| *word));
    vocabulary.add_words("freely", [FREE]);
    vocabulary.add_words("later", [NEXT]);
    vocabulary.add_words("manner", [FREE, NEXT]);
    vocabulary.add_words("procedure", keys(&rules.procedures));
    vocabulary.add_words("line", keys(&rules.lines));
    let blanks = |text: &Template| text.blanks().map(Box::from).collect();
    vocabulary.lines = rules.lines.iter().map(|(line, text)| (line.clone(), blanks(text))).collect();
    vocabulary.add_words("method", keys(&rules.methods));
    vocabulary.add_words("window", keys(&rules.windows));
    vocabulary.add_words("dice", keys(&rules.dice));
    vocabulary.add_words("action", keys(&rules.actions));
    vocabulary.add_words("phase", keys(&rules.phases));
    vocabulary.add_words("kind", keys(&rules.kinds));
    vocabulary.add_words("attribute", keys(&rules.attributes));
    let numbers = rules.values.iter().filter(|(_, value)| value.words.is_none());
    vocabulary.add_words("value", numbers.map(|(name, _)| &**name));
    let effects = rules.definitions.values().flat_map(|definition| &definition.effects).chain(&rules.effects);
    vocabulary.add_words("effect", effects.map(|effect| &*effect.name));
    let forms = rules.definitions.values().flat_map(|definition| &definition.forms);
    vocabulary.add_words("form", forms.map(|(key, _)| rules.words.text(*key)));
    let gates = rules.actions.values().flat_map(|action| keys(&action.gates)).chain(["from"]);
    vocabulary.add_words("gate", gates);
    let named = |category: fn(Category) -> bool| {
        let definitions = rules.definitions.keys().enumerate();
        definitions.filter(move |(at, _)| category(rules.category_of((*at).into()))).map(|(_, name)| &**name)
    };
    vocabulary.add_words("card", named(|category| !category.is_site()));
    vocabulary.add_words("space", named(|category| category == Category::Space));
    let text = |word: &Word| rules.words.text(*word);
    let uses =
        rules.definitions.values().flat_map(|definition| &definition.uses).filter_map(|usage| usage.cost.as_ref());
    let prices = rules.actions.values().map(|action| &action.cost).chain(uses).flatten();
    let named: Vec<&str> = prices.filter_map(|price| price.name.as_ref()).map(text).collect();
    if !named.is_empty() {
        vocabulary.add_words("price", named);
    }
    vocabulary.add_words("cause", rules.causes.iter().map(text));
    vocabulary.add_words("signal", rules.signals.iter().map(text));
    let of_attribute = |name: &str| ["changed", "crossed", "crossed back"].map(|what| format!("{what} {name}"));
    let changed = rules.attributes.keys().flat_map(|name| of_attribute(name));
    vocabulary.add_words("signal", changed.collect::<Vec<_>>().iter().map(String::as_str));
    for (sort, wanted) in [("function", 1), ("dialogue", 2)] {
        let of_ruleset = rules.scripts.values().filter(|script| script.role == ScriptRole::Ruleset);
        let functions =
            of_ruleset.flat_map(|script| &script.outline.functions).filter(|it| it.parameters.len() == wanted);
        vocabulary.add_words(sort, functions.map(|function| &*function.name));
    }
}

fn add_attribute(vocabulary: &mut Vocabulary, rules: &Rules, name: &str, attribute: &Attribute) {
    let kind = match &attribute.type_ {
        _ if rules.values.get(name).is_some_and(|value| value.words.is_none()) => Type::Number,
        AttrType::Number => Type::Number,
        AttrType::Flag => Type::Flag,
        AttrType::Text => Type::Text,
        AttrType::Card => Type::named("Card"),
        AttrType::Player => Type::named("Player"),
        AttrType::Players => Type::list(Type::named("Player")),
        AttrType::Space => Type::named("Space"),
        AttrType::Side => Type::Number,
        AttrType::Sides => Type::list(Type::Number),
        AttrType::Numbers => Type::list(Type::Number),
        AttrType::Choice(words) => choice(vocabulary, rules, name, words),
        AttrType::Choices(words) => Type::list(choice(vocabulary, rules, name, words)),
    };
    let printed = attribute.of.iter().any(|kind| type_of(rules, *kind) == "Card");
    let has = |of: &str| attribute.of.iter().any(|kind| type_of(rules, *kind) == of);
    for of in BEARERS {
        if has(of) {
            vocabulary.add_property(of, name, kind.clone(), attribute.changes && attribute.option.is_none());
        }
    }
    for of in ["Item", "Effect"] {
        // An item and an effect show what is printed on their card.
        if has(of) || printed {
            vocabulary.add_property(of, name, kind.clone(), attribute.changes && has(of));
        }
    }
}

fn choice(vocabulary: &mut Vocabulary, rules: &Rules, name: &str, words: &[Word]) -> Type {
    vocabulary.add_words(name, words.iter().map(|word| rules.words.text(*word)));
    Type::word(name)
}

/// The type of what is handed to a script from outside. Nothing may be anything.
pub fn type_of_carried(rules: &Rules, state: &State, carried: &Carried) -> Type {
    let part = match carried {
        Carried::One(value) => return type_of_value(rules, state, *value),
        Carried::Many(parts) => parts.0.first(),
    };
    match part {
        Some(CarriedPart::One(value)) => type_of_value(rules, state, *value),
        Some(CarriedPart::Text(_)) => Type::Text,
        Some(CarriedPart::Zone(_)) => Type::named("Zone"),
        Some(CarriedPart::Game) => Type::named("Game"),
        Some(CarriedPart::List(_)) => Type::list(Type::Unknown),
        Some(CarriedPart::Map(_)) => Type::Map,
        Some(CarriedPart::Range(..)) | None => Type::Unknown,
    }
}

fn type_of_value(rules: &Rules, state: &State, value: Value) -> Type {
    match value {
        Value::Nothing | Value::Entity(Handle::NONE) => Type::Unknown,
        Value::Number(_) => Type::Number,
        Value::Flag(_) => Type::Flag,
        Value::Word(_) => Type::Text,
        Value::Player(_) => Type::named("Player"),
        Value::Players(_) => Type::list(Type::named("Player")),
        Value::Numbers(_) => Type::list(Type::Number),
        Value::Choices(_) => Type::list(Type::Text),
        Value::Entity(handle) => Type::named(type_of(rules, state.entity(handle.id).kind)),
    }
}

/// The type under which scripts know entities of a kind.
pub(super) fn type_of(rules: &Rules, kind: KindId) -> &'static str {
    match kind {
        Rules::GAME => "Game",
        Rules::PLAYER => "Player",
        Rules::ITEM => "Item",
        Rules::EFFECT => "Effect",
        kind => match rules.kinds.get_index(kind.index()).map(|(_, kind)| kind.category) {
            Some(Category::Space) => "Space",
            Some(Category::Joint) => "Joint",
            Some(Category::Card | Category::Counted | Category::Actor) | None => "Card",
        },
    }
}

/// The hooks of each script of a game, in the order of [`Rules::scripts`].
pub fn hooks(rules: &Rules) -> Vec<Vec<HookSignature>> {
    let mut found = vec![Vec::new(); rules.scripts.len()];
    rules.each_hook(&mut |hook, place| {
        // The function that a patch replaces still exists: the patch may call it.
        let source = rules.scripts.get_index(hook.script.index()).map(|(_, source)| source);
        let patches = source.and_then(|source| source.patches.as_ref()?.script.as_ref());
        let patched = patches.and_then(|path| rules.scripts.get_index_of(path));
        for script in patched.into_iter().chain([hook.script.index()]) {
            if let Some(of_script) = found.get_mut(script) {
                add_hook(of_script, signature(rules, hook, place));
            }
        }
    });
    found
}

/// Adds a hook; what several cards declare for one function must hold for each of them.
fn add_hook(hooks: &mut Vec<HookSignature>, mut hook: HookSignature) {
    let same = |known: &&mut HookSignature| {
        let is_alike = if hook.named { known.named } else { !known.named && known.takes.len() == hook.takes.len() };
        known.name == hook.name && is_alike
    };
    let Some(known) = hooks.iter_mut().find(same) else { return hooks.push(hook) };
    if hook.named {
        // It is given what all of them give.
        known.takes.retain(|(name, _)| hook.takes.iter().any(|(other, _)| other == name));
        hook.takes.retain(|(name, _)| known.takes.iter().any(|(other, _)| other == name));
        hook.takes.sort_by_key(|(name, _)| known.takes.iter().position(|(other, _)| other == name));
    }
    for ((_, so_far), (_, kind)) in known.takes.iter_mut().zip(hook.takes) {
        *so_far = std::mem::take(so_far).join(kind);
    }
    known.pure |= hook.pure;
}

fn signature(rules: &Rules, hook: &Hook, place: HookPlace<'_>) -> HookSignature {
    let takes =
        hook.purpose.parameters().iter().map(|(name, takes)| ((*name).into(), taken(rules, hook, place, *takes)));
    let gives = match hook.purpose.gives() {
        HookGives::Nothing => Type::Nothing,
        HookGives::Answer => Type::Lasting,
        HookGives::Flag => Type::Flag,
        HookGives::Number => Type::Number,
        HookGives::Contribution => Type::OneOf(vec![Type::Number, Type::Nothing]),
    };
    let (pure, named) = (hook.purpose.is_pure(), hook.purpose.is_predicate());
    HookSignature { name: hook.name.clone(), takes: takes.collect(), gives, pure, named }
}

/// The type of what a hook takes.
fn taken(rules: &Rules, hook: &Hook, place: HookPlace<'_>, takes: HookTakes) -> Type {
    let name = match takes {
        HookTakes::Subject => return subject(rules, place.of),
        HookTakes::Thing => return Type::Unknown,
        // What it is, the file says, and is judged there.
        HookTakes::Given => return Type::Never,
        HookTakes::Performed => return performed(rules.methods.get(&hook.name).and_then(|method| method.takes)),
        HookTakes::Players => return Type::list(Type::named("Player")),
        HookTakes::Me => match place.bearer {
            Bearer::Game => "Game",
            Bearer::Card => "Card",
            Bearer::Effect => "Effect",
        },
        HookTakes::Card => "Card",
        HookTakes::Player => "Player",
        HookTakes::Item => "Item",
        HookTakes::Effect => "Effect",
        HookTakes::Event => return event(rules, place),
        HookTakes::Game => "Game",
    };
    Type::named(name)
}

/// The event that a listener is told.
fn event(rules: &Rules, place: HookPlace<'_>) -> Type {
    let Some((signal, when)) = place.hears else { return Type::named("Event") };
    Type::Event(vec![HeardSignal { signal: rules.words.text(signal).into(), instead: when == When::Instead }])
}

/// The type of what `card.perform` gives a function.
fn performed(takes: Option<MethodValue>) -> Type {
    match takes {
        Some(MethodValue::Player) => Type::named("Player"),
        Some(MethodValue::Card) => Type::named("Card"),
        Some(MethodValue::Space) => Type::named("Space"),
        Some(MethodValue::Number) => Type::Number,
        None => Type::Unknown,
    }
}

/// What a value is a value of.
fn subject(rules: &Rules, kinds: &[KindId]) -> Type {
    let mut types: Vec<&str> = kinds.iter().map(|kind| type_of(rules, *kind)).collect();
    types.dedup();
    match types.as_slice() {
        [only] => Type::named(only),
        [] => Type::Unknown,
        several => Type::OneOf(several.iter().map(|name| Type::named(name)).collect()),
    }
}
