//! What is declared and of no use: nothing names it, or nothing ever calls it. Warnings, because nothing fails by it.

use crate::declare::cards::CardFile;
use crate::patch::docs::Docs;
use crate::read::context::{Doc, LoadContext};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{DeclMap, Definition, Rules, ScriptOutline, ScriptSource, Words};
use cardwright_kernel::text::suggest;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Reports it.
pub(crate) fn report(context: &LoadContext, docs: &Docs<'_>, cards: &[CardFile<'_>], rules: &Rules) {
    let mentions = Mentions::of(docs, &rules.scripts);
    for doc in docs.cards.iter().chain([&docs.ruleset]) {
        report_keywords(doc, &doc.fields, &mentions);
    }
    IdleInRuleset { context, doc: &docs.ruleset, rules, mentions }.report();
    for card in cards {
        if let Some(definition) = card.id.and_then(|id| rules.definitions.get_index(id)).map(|(_, it)| it) {
            report_card(context, card, definition, rules);
        }
    }
}

/// Counts how often each word occurs in the files of a game.
#[derive(Default)]
struct Mentions<'d> {
    all: FxHashMap<&'d str, u32>,
    /// Words that occur anywhere except where actions and windows introduce them.
    asked: FxHashSet<&'d str>,
    /// The words under certain keys: what is listened for, where cards go for a cause, in which stage or layer,
    /// by which keyword.
    under: BTreeMap<&'static str, BTreeSet<&'d str>>,
    /// The names under `gates` that stand for gates of the ruleset.
    gates: BTreeSet<&'d str>,
    /// How texts begin and end that scripts put together where they name attributes: `suit_` and nothing for
    /// `` `suit_${number}` ``.
    built: Vec<&'d (Box<str>, Box<str>)>,
}

/// Keys whose values matter here.
const KEYS: [&str; 5] = ["on", "goes", "stage", "layer", "keyword"];

impl<'d> Mentions<'d> {
    fn of(docs: &'d Docs<'_>, scripts: &'d DeclMap<ScriptSource>) -> Self {
        let mut mentions = Self::default();
        for docs in [&docs.decks, &docs.cards, &docs.boards, &docs.patches, std::slice::from_ref(&docs.ruleset)] {
            docs.iter().for_each(|doc| mentions.fields(&doc.fields, false));
        }
        for source in scripts.values() {
            mentions.script(&source.outline);
        }
        mentions
    }

    fn add(&mut self, word: &'d str, made_up: bool) {
        *self.all.entry(word).or_default() += 1;
        if !made_up {
            self.asked.insert(word);
        }
        if let Some(attribute) = word.strip_prefix("changed ") {
            self.add(attribute, false);
        }
    }

    fn fields(&mut self, fields: &'d [TomlField<'_>], made_up: bool) {
        for field in fields {
            self.add(&field.key, made_up);
            let makes_up = matches!(&*field.key, "signal" | "leaves" | "rounds");
            if let Some(key) = KEYS.into_iter().find(|key| *key == field.key) {
                self.note_under(key, &field.node);
            }
            if field.key == "gates" {
                let named = field.node.fields().iter().filter_map(|gate| match &gate.node.value {
                    TomlValue::Text(name) => Some(&**name),
                    _ => None,
                });
                self.gates.extend(named);
            }
            self.node(&field.node, makes_up);
        }
    }

    fn note_under(&mut self, key: &'static str, node: &'d TomlNode<'_>) {
        let words = self.under.entry(key).or_default();
        match &node.value {
            TomlValue::Text(text) => drop(words.insert(text.as_ref())),
            TomlValue::Fields(fields) => words.extend(fields.iter().map(|field| &*field.key)),
            TomlValue::List(_) | TomlValue::Number(_) | TomlValue::Flag(_) | TomlValue::Other(_) => {}
        }
    }

    fn node(&mut self, node: &'d TomlNode<'_>, made_up: bool) {
        match &node.value {
            TomlValue::Text(text) => self.add(text, made_up),
            TomlValue::List(nodes) => nodes.iter().for_each(|node| self.node(node, made_up)),
            TomlValue::Fields(fields) => self.fields(fields, made_up),
            TomlValue::Number(_) | TomlValue::Flag(_) | TomlValue::Other(_) => {}
        }
    }

    /// Names, texts, and the words in them.
    fn script(&mut self, outline: &'d ScriptOutline) {
        let pieces = outline.templates.iter().flat_map(|(start, end)| [start, end]);
        let texts = outline.texts.iter().chain(pieces);
        let words = texts.clone().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let named = outline.names.iter().chain(texts).map(|word| &**word);
        named.chain(words).filter(|word| !word.is_empty()).for_each(|word| self.add(word, false));
        if outline.names.iter().any(|name| ["attribute", "set_attribute"].contains(&&**name)) {
            self.built.extend(outline.templates.iter().filter(|(start, end)| !start.is_empty() || !end.is_empty()));
        }
    }

    fn is_alone(&self, word: &str) -> bool {
        self.all.get(word).copied().unwrap_or(0) < 2
    }

    /// Whether a script may have put the word together.
    fn may_be_built(&self, word: &str) -> bool {
        self.built.iter().any(|(start, end)| word.starts_with(&**start) && word.ends_with(&**end))
    }
}

struct IdleInRuleset<'a> {
    context: &'a LoadContext,
    doc: &'a Doc<'a>,
    rules: &'a Rules,
    mentions: Mentions<'a>,
}

impl IdleInRuleset<'_> {
    fn warn(&self, code: &'static str, span: Span, message: String, help: &str) {
        self.context.warn(self.doc.file.problem(code, span, message).help(help));
    }

    fn report(&self) {
        self.unnamed("attributes", "attribute-unused", "nothing prints, reads or sets the attribute");
        self.unnamed("values", "value-unused", "nothing reads or modifies the value");
        self.stages();
        self.gates();
        self.windows();
        self.actions();
        self.words();
    }

    /// What a table declares and nothing else names.
    fn unnamed(&self, table: &str, code: &'static str, says: &str) {
        for field in tree::table(&self.doc.fields, table) {
            let is_built = table == "attributes" && self.mentions.may_be_built(&field.key);
            if self.mentions.is_alone(&field.key) && !is_built {
                self.warn(code, field.span, format!("{says} `{}`", field.key), "remove it, or check its spelling");
            }
        }
    }

    /// A word that nothing asks about may wait for other packs; not one that looks like another that something does
    /// ask about, under one of these keys.
    fn mistyped(&self, code: &'static str, keys: &[&str], (word, span): (&str, Span), message: String) {
        let asked = keys.iter().filter_map(|key| self.mentions.under.get(key)).flatten();
        if !self.mentions.is_alone(word) {
            return;
        }
        if let Some(near) = suggest(word, asked.copied()) {
            self.context.warn(self.doc.file.problem(code, span, message).label(format!("did you mean `{near}`?")));
        }
    }

    fn stages(&self) {
        for (table, key, code) in [("stages", "stage", "stage-unused"), ("layers", "layer", "layer-unused")] {
            for field in tree::table(&self.doc.fields, table) {
                let message = format!("nothing is contributed in the {key} `{}`", field.key);
                self.mistyped(code, &[key], (&field.key, field.span), message);
            }
        }
    }

    fn gates(&self) {
        for field in tree::table(&self.doc.fields, "gates") {
            if !self.mentions.gates.contains(&*field.key) {
                let message = format!("nothing names the gate `{}`", field.key);
                self.warn(
                    "gate-unused",
                    field.span,
                    message,
                    "name it in `gates` of an action or a card, or remove it",
                );
            }
        }
    }

    fn windows(&self) {
        let help = "give it `opens`, name it in a phase, or open it in a script";
        for field in tree::table(&self.doc.fields, "windows") {
            let opens = self.rules.windows.get(&*field.key).is_some_and(|window| !window.opens.is_empty());
            if !opens && self.mentions.is_alone(&field.key) {
                self.warn("window-unused", field.span, format!("nothing opens the window `{}`", field.key), help);
            }
            for (round, span) in tree::texts(field.node.fields(), "rounds") {
                if !self.mentions.asked.contains(round) {
                    let message = format!("no action and no answer is offered in the round `{round}`");
                    self.warn("round-unused", span, message, "name it in `offered` or `round` of an action or a card");
                }
            }
        }
    }

    fn actions(&self) {
        let kernel = Words::kernel();
        for field in tree::table(&self.doc.fields, "actions") {
            let at = self.rules.actions.get_index_of(&*field.key);
            let uses = |definition: &Definition| definition.uses.iter().any(|usage| Some(usage.action.index()) == at);
            let declared = self.rules.actions.get(&*field.key).is_some_and(|action| !action.of.is_empty());
            if !declared && !self.rules.definitions.values().any(uses) && self.mentions.is_alone(&field.key) {
                let message = format!("no card is used by the action `{}`", field.key);
                self.warn("action-unused", field.span, message, "give it a kind with `of`, or declare it in `[uses]`");
            }
            let said = ["signal", "leaves"].into_iter().flat_map(|key| tree::texts(field.node.fields(), key));
            for (word, span) in said.filter(|(word, _)| kernel.get(word).is_none()) {
                let message = format!("nothing listens for `{word}`, and no card goes anywhere because of it");
                self.mistyped("signal-unused", &["on", "goes"], (word, span), message);
            }
        }
    }

    fn words(&self) {
        for key in ["causes", "signals"] {
            for (word, span) in tree::texts(&self.doc.fields, key) {
                let message = format!("nothing says or asks about `{word}`");
                self.mistyped("signal-unused", &["on", "goes"], (word, span), message);
            }
        }
    }
}

/// Silences that name a keyword which no ability has.
fn report_keywords(doc: &Doc<'_>, fields: &[TomlField<'_>], mentions: &Mentions<'_>) {
    let keywords = mentions.under.get("keyword");
    for field in fields {
        let tables = field.node.nodes().iter().map(TomlNode::fields);
        if field.key == "silences" {
            let named = tables.flat_map(|table| tree::texts(table, "abilities"));
            for (word, span) in named.filter(|(word, _)| !keywords.is_some_and(|known| known.contains(word))) {
                let problem = doc.file.problem("keyword-unused", span, format!("no ability has the keyword `{word}`"));
                let near = keywords.and_then(|known| suggest(word, known.iter().copied()));
                doc.file.context.warn(match near {
                    Some(near) => problem.label(format!("did you mean `{near}`?")),
                    None => problem.help("give it to a listener, a ban or another ability, or to a use: `keyword = …`"),
                });
            }
        } else {
            tables.for_each(|table| report_keywords(doc, table, mentions));
        }
    }
}

/// A script that begins with the text of its card: that is printed once, where people and programs look for it.
fn report_text_twice(context: &LoadContext, definition: &Definition, rules: &Rules) {
    let script = definition.script.and_then(|script| rules.scripts.get_index(script.index()));
    let Some((path, source)) = script else { return };
    let head = &source.outline.head;
    let words = head.iter().flat_map(|line| line.split_whitespace());

    if !head.is_empty() && words.eq(definition.text.split_whitespace()) {
        let end = source.text.find('\n').unwrap_or(source.text.len());
        let problem = Problem::new("text-twice", path, "this is the text of the card, which its TOML file has");
        context.warn(
            problem.at((0..end).into()).help("leave it out here: whoever changes it would have to change it twice"),
        );
    }
}

fn report_card(context: &LoadContext, card: &CardFile<'_>, definition: &Definition, rules: &Rules) {
    let Some(name) = card.name else { return };
    report_text_twice(context, definition, rules);
    let abilities = &definition.abilities;
    let listens_nowhere = abilities.listeners.iter().any(|listener| listener.from.is_none());
    let has_abilities = listens_nowhere || !abilities.statics.is_empty();
    if has_abilities && definition.works_in.is_empty() && definition.lasts.is_none() {
        let message = format!("the abilities of `{}` never work", name.text);
        let problem = Problem::new("ability-idle", card.file.path, message).at(name.span);
        context.warn(problem.help("say where with `works_in`, or how long with `lasts`"));
    }
    let own = |usage: &cardwright_kernel::rules::Use| {
        rules
            .actions
            .get_index(usage.action.index())
            .is_some_and(|(_, action)| action.overrides_resolve && action.resolve.is_some())
    };
    if definition.resolve.is_some() && !definition.uses.is_empty() && definition.uses.iter().all(own) {
        let message = format!("`fn resolve(item)` of `{}` is never called", name.text);
        let problem = Problem::new("hook-idle", card.file.path, message).at(name.span);
        context.warn(problem.help("the actions that use it have `overrides_resolve`: the ruleset resolves them"));
    }
}
