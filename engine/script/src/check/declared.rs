//! What the rules of a game declare, for the checker: its words, its attributes as properties, its hooks.

use super::kind::Type;
use super::pack::{HookSignature, Unit, Unread};
use super::rounds::{all_symbol_uses, symbol_uses};
use super::symbol_uses::SymbolUse;
use super::vocabulary::{HiddenListener, OWN_ZONE, RESTING_ZONE, ValueHook, Vocabulary};
use crate::compile::Script;
use crate::verbs::rows;
use cardwright_kernel::model::ids::{KindId, Word};
use cardwright_kernel::model::rules::{
    self, Abilities, AttrType, Attribute, Category, DeclMap, Definition, Gate, HookValue, Listener, NamedEffect,
    NewOwner, Relation, Rules, ScriptRole, SeenBy, Use, When, ZonePer,
};
use cardwright_kernel::model::words;
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
    let contributed = abilities.flat_map(|abilities| &abilities.contributions);
    let contributed = contributed.map(|contribution| (contribution.value.index(), &contribution.script));
    let own = rules.values.values().enumerate().map(|(at, value)| (at, &value.script));
    let hook = |(value, hook): (usize, &Option<rules::Hook>)| {
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
    let dialogues = rules.dialogues.iter().map(|(_, hook)| &*hook.name);
    vocabulary.add_words("dialogue", dialogues);
    vocabulary.add_words("zone", keys(&rules.zones));
    let own = rules.zones.iter().filter(|(_, zone)| !zone.per.is_on_board());
    vocabulary.add_words(OWN_ZONE, own.clone().map(|(key, _)| &**key));
    vocabulary.add_words(RESTING_ZONE, own.filter(|(_, zone)| !zone.pending).map(|(key, _)| &**key));
    vocabulary.add_words("procedure", keys(&rules.procedures));
    vocabulary.add_words("line", keys(&rules.lines));
    vocabulary.add_words("hook", keys(&rules.card_hooks));
    vocabulary.add_words("window", keys(&rules.windows));
    vocabulary.add_words("dice", keys(&rules.dice));
    vocabulary.add_words("action", keys(&rules.actions));
    vocabulary.add_words("phase", keys(&rules.phases));
    vocabulary.add_words("kind", keys(&rules.kinds));
    vocabulary.add_words("attribute", keys(&rules.attributes));
    vocabulary.add_words("value", keys(&rules.values));
    let effects = rules.definitions.values().flat_map(|definition| &definition.effects).chain(&rules.effects);
    vocabulary.add_words("effect", effects.map(|effect| &*effect.name));
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
        let functions = of_ruleset.flat_map(|script| &script.outline.functions).filter(|it| it.parameters == wanted);
        vocabulary.add_words(sort, functions.map(|function| &*function.name));
    }
}

fn add_attribute(vocabulary: &mut Vocabulary, rules: &Rules, name: &str, attribute: &Attribute) {
    let kind = match &attribute.type_ {
        _ if rules.values.contains_key(name) => Type::Number,
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

/// The type under which scripts know entities of a kind.
fn type_of(rules: &Rules, kind: KindId) -> &'static str {
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
    let mut hooks = Hooks { rules, of: vec![Vec::new(); rules.scripts.len()] };
    hooks.of_ruleset();
    for definition in rules.definitions.values() {
        hooks.of_definition(definition);
    }
    hooks.of
}

struct Hooks<'a> {
    rules: &'a Rules,
    of: Vec<Vec<HookSignature>>,
}

/// The result of a hook that does something and returns nothing.
const ACTS: (Type, bool) = (Type::Nothing, false);
/// The result of a predicate, which may only look.
const PREDICATE: (Type, bool) = (Type::Flag, true);

impl Hooks<'_> {
    fn of_ruleset(&mut self) {
        let rules = self.rules;
        self.add(&rules.setup, &[("game", "Game")], ACTS);
        let players = vec![("players".into(), Type::list(Type::named("Player")))];
        self.add_kinds(&rules.left, players, ACTS);
        for action in rules.actions.values() {
            self.add(&action.announce, &[("item", "Item")], ACTS);
            self.add(&action.resolve, &[("item", "Item")], ACTS);
            self.gates(&action.gates);
        }
        for window in rules.windows.values() {
            self.add(&window.only, &[("player", "Player")], PREDICATE);
            self.add(&window.may_pass, &[("player", "Player")], PREDICATE);
        }
        for phase in rules.phases.values() {
            self.add(&phase.begin, &[("player", "Player")], ACTS);
            self.add(&phase.end, &[("player", "Player")], ACTS);
            self.add(&phase.only, &[("player", "Player")], PREDICATE);
        }
        for value in rules.values.values() {
            let subject = ("subject".into(), subject(rules, &value.of));
            self.add_kinds(&value.script, vec![subject], (Type::Number, true));
        }
        for check in &rules.checks {
            self.add(&Some(check.hook.clone()), &[("game", "Game")], ACTS);
        }
        self.listeners(&rules.listeners, "Game");
        rules.effects.iter().for_each(|effect| self.of_effect(effect));
    }

    fn of_definition(&mut self, definition: &Definition) {
        let me = if definition.lasts.is_some() { "Effect" } else { "Card" };
        self.add(&definition.resolve, &[("item", "Item")], ACTS);
        self.add(&definition.announce, &[("item", "Item")], ACTS);
        self.add(&definition.ends, &[("effect", "Effect")], ACTS);
        definition.uses.iter().for_each(|usage| self.of_use(usage));
        definition.performs.iter().for_each(|hook| self.performed(hook));
        self.of_abilities(&definition.abilities, me);
        definition.effects.iter().for_each(|effect| self.of_effect(effect));
    }

    fn performed(&mut self, hook: &rules::Hook) {
        let takes = self.rules.card_hooks.get(&hook.name).and_then(|hook| hook.takes);
        let value = match takes {
            Some(HookValue::Player) => Type::named("Player"),
            Some(HookValue::Card) => Type::named("Card"),
            Some(HookValue::Space) => Type::named("Space"),
            Some(HookValue::Number) => Type::Number,
            None => Type::Unknown,
        };
        let takes = vec![("card".into(), Type::named("Card")), ("value".into(), value)];
        self.add_kinds(&Some(hook.clone()), takes, (Type::Lasting, false));
    }

    fn of_effect(&mut self, effect: &NamedEffect) {
        self.add(&effect.ends, &[("effect", "Effect")], ACTS);
        self.of_abilities(&effect.abilities, "Effect");
    }

    fn of_abilities(&mut self, abilities: &Abilities, me: &str) {
        self.listeners(&abilities.listeners, me);
        let permission = [("me", me), ("player", "Player"), ("card", "Card")];
        abilities.bans.iter().for_each(|ban| self.add(&ban.script, &permission, PREDICATE));
        abilities.grants.iter().for_each(|grant| self.add(&grant.script, &permission, PREDICATE));
        for contribution in &abilities.contributions {
            let of = self.rules.values.get_index(contribution.value.index()).map_or(&[][..], |(_, value)| &value.of);
            let takes = vec![("me".into(), Type::named(me)), ("subject".into(), subject(self.rules, of))];
            let gives = Type::OneOf(vec![Type::Number, Type::Nothing]);
            self.add_kinds(&contribution.script, takes, (gives, true));
        }
        for protection in &abilities.protections {
            let takes = vec![
                ("me".into(), Type::named(me)),
                ("subject".into(), Type::Unknown),
                ("item".into(), Type::named("Item")),
            ];
            self.add_kinds(&protection.script, takes, PREDICATE);
        }
        self.add(&abilities.lasts, &[("effect", "Effect")], PREDICATE);
    }

    fn of_use(&mut self, usage: &Use) {
        self.add(&usage.resolve, &[("item", "Item")], ACTS);
        self.add(&usage.announce, &[("item", "Item")], ACTS);
        self.gates(&usage.gates);
    }

    fn gates(&mut self, gates: &DeclMap<Gate>) {
        for gate in gates.values() {
            let mut takes = vec![("player".into(), Type::named("Player")), ("card".into(), Type::named("Card"))];
            if gate.with.is_some() {
                // What it is, the file says, and is judged there.
                takes.push(("value".into(), Type::Never));
            }
            if gate.about_answered {
                takes.push(("item".into(), Type::named("Item")));
            }
            self.add_kinds(&gate.script, takes, PREDICATE);
        }
    }

    fn listeners(&mut self, listeners: &[Listener], me: &str) {
        for listener in listeners {
            let me = ("me", me);
            self.add(&listener.condition, &[me, ("event", "Event")], PREDICATE);
            let given = if listener.when == When::Stacked { ("item", "Item") } else { me };
            self.add(&Some(listener.hook.clone()), &[given, ("event", "Event")], ACTS);
            self.add(&listener.announce, &[given, ("event", "Event")], ACTS);
        }
    }

    fn add(&mut self, hook: &Option<rules::Hook>, takes: &[(&str, &str)], result: (Type, bool)) {
        let takes = takes.iter().map(|(name, kind)| ((*name).into(), Type::named(kind))).collect();
        self.add_kinds(hook, takes, result);
    }

    /// Adds a hook; what several cards declare for one function must hold for each of them.
    ///
    /// The function that a patch replaces still exists: the patch may call it.
    fn add_kinds(&mut self, hook: &Option<rules::Hook>, takes: Vec<(Box<str>, Type)>, result: (Type, bool)) {
        let Some(hook) = hook else { return };
        let patches = self.rules.scripts.get_index(hook.script.index()).and_then(|(_, source)| source.patches.as_ref());
        let patched = patches.and_then(|patches| self.rules.scripts.get_index_of(patches.script.as_ref()?));
        if let Some(patched) = patched {
            self.add_to(patched, hook, takes.clone(), result.clone());
        }
        self.add_to(hook.script.index(), hook, takes, result);
    }

    fn add_to(&mut self, script: usize, hook: &rules::Hook, takes: Vec<(Box<str>, Type)>, (gives, pure): (Type, bool)) {
        let Some(of) = self.of.get_mut(script) else { return };
        let Some(known) = of.iter_mut().find(|known| known.name == hook.name && known.takes.len() == takes.len())
        else {
            return of.push(HookSignature { name: hook.name.clone(), takes, gives, pure });
        };
        for ((_, so_far), (_, kind)) in known.takes.iter_mut().zip(takes) {
            *so_far = std::mem::take(so_far).join(kind);
        }
        known.pure |= pure;
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
