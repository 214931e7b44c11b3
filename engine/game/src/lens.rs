//! A lens: what editors and documents ask about the packs of a game, whether anything is wrong with them or not.

use super::reference::definitions;
use cardwright_content::{Files, Places};
use cardwright_kernel::rules::{AttrType, Rules};
use cardwright_script::check::{
    Entry, HookSignature, SymbolUse, Type, Vocabulary, all_symbol_uses_of_game, hooks, reference, symbol_uses_of_game,
    vocabulary,
};
use cardwright_script::compile::{FunctionHead, Script};
use cardwright_script::library::Library;
use cardwright_script::syntax::outline;

/// The packs of a game, looked at.
pub struct Lens {
    rules: Rules,
    places: Places,
    library: Library,
    vocabulary: Vocabulary,
    entries: Vec<Entry>,
}

/// A verb or property that something has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// How it is written, or what it is.
    pub usage: String,
    /// What it does.
    pub doc: String,
    /// Whether it is written with brackets.
    pub is_verb: bool,
}

impl Lens {
    /// Looks at the game whose ruleset this pack holds.
    pub fn new(files: &Files, game: &str) -> Self {
        let cardwright_content::LoadedRules { rules, places, .. } = cardwright_content::load(files, game, outline);
        let (library, _) = Library::compile(&rules);
        let (vocabulary, entries) = (vocabulary(&rules), reference());
        Self { rules, places, library, vocabulary, entries }
    }

    /// The rules, as far as they could be read.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where hooks and cards were declared.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// What the names in a script mean; nothing of a script that cannot be read.
    pub fn symbol_uses(&self, path: &str) -> Vec<SymbolUse> {
        symbol_uses_of_game(&self.rules, self.library.scripts(), path)
    }

    /// What the names in every script mean, by its path.
    pub fn all_symbol_uses(&self) -> Vec<(Box<str>, Vec<SymbolUse>)> {
        let symbol_uses = all_symbol_uses_of_game(&self.rules, self.library.scripts());
        symbol_uses.into_iter().collect()
    }

    /// The definitions of everything that scripts can use, as editors of Rhai read them.
    pub fn definitions(&self) -> String {
        definitions(&self.vocabulary)
    }

    /// The functions of a script that the engine calls.
    pub fn hooks(&self, path: &str) -> Vec<HookSignature> {
        let at = self.rules.scripts.get_index_of(path);
        at.and_then(|at| hooks(&self.rules).into_iter().nth(at)).unwrap_or_default()
    }

    /// What something of this kind has, in the order of names: verbs and properties of the engine, and what the rules
    /// declare.
    pub fn members(&self, of: &Type) -> Vec<Member> {
        let mut members: Vec<Member> = self.entries.iter().filter(|entry| self.has(of, entry)).map(member).collect();
        for (name, kind) in self.vocabulary.declared_of(of) {
            if !members.iter().any(|member| member.name == name && !member.is_verb) {
                let doc = self.doc_of_property(name);
                members.push(Member { name: name.into(), usage: format!("{name}: {kind}"), doc, is_verb: false });
            }
        }
        members.sort_by(|one, other| (&one.name, &one.usage).cmp(&(&other.name, &other.usage)));
        members
    }

    /// The functions of a script, in the order of its file; none if it cannot be compiled.
    pub fn functions_of(&self, path: &str) -> &[FunctionHead] {
        let script = self.rules.scripts.get_index_of(path).and_then(|at| self.library.scripts().get(at)?.as_ref());
        script.map(Script::functions).unwrap_or_default()
    }

    /// Functions that are called by themselves.
    pub fn functions(&self) -> Vec<Member> {
        self.entries.iter().filter(|entry| entry.of.is_empty()).map(member).collect()
    }

    /// The words of a sort, in the order of declaration: the keys of zones, the names of cards.
    pub fn words(&self, sort: &str) -> Vec<&str> {
        self.vocabulary.words_of(sort).collect()
    }

    /// How people call a kind.
    pub fn call(&self, kind: &Type) -> String {
        self.vocabulary.call(kind)
    }

    fn has(&self, of: &Type, entry: &Entry) -> bool {
        !entry.of.is_empty() && self.vocabulary.has(of, &entry.of)
    }

    fn doc_of_property(&self, name: &str) -> String {
        if let Some(attribute) = self.rules.attributes.get(name) {
            let changes = if attribute.changes { ", which changes" } else { "" };
            return match &attribute.type_ {
                AttrType::Choice(words) | AttrType::Choices(words) => {
                    let words: Vec<&str> = words.iter().map(|word| self.rules.words.text(*word)).collect();
                    format!("An attribute{changes}: {}.", words.join(", "))
                }
                _ => format!("An attribute{changes}."),
            };
        }
        match self.rules.zones.get(name) {
            Some(zone) => format!("The cards in the {}, from the bottom to the top.", zone.title),
            None => "A value that cards modify.".into(),
        }
    }
}

fn member(entry: &Entry) -> Member {
    Member {
        name: entry.name.clone(),
        usage: entry.usage.clone(),
        doc: entry.doc.clone(),
        is_verb: entry.usage.contains('('),
    }
}
