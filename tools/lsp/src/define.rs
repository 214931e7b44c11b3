//! Where a name comes from: the function, the card with its script and its rulings, the line of the ruleset.

use super::declared::{self, Reached, TomlCursor};
use super::workspace::Workspace;
use super::{hover, origin, place, scripted};
use cardwright_content::{table_of, tree};
use cardwright_game::Lens;
use cardwright_script::check::Meaning;
use lsp_types::{Location, TextDocumentPositionParams};
use std::ops::Range;

/// The places where it comes from.
pub(super) fn define(workspace: &mut Workspace, at: &TextDocumentPositionParams) -> Vec<Location> {
    let Some((path, text)) = workspace.file(at.text_document.uri.as_str()) else { return Vec::new() };
    let offset = place::offset(&text, at.position);
    let Some(lens) = workspace.lens(&path) else { return Vec::new() };
    let mut search = Search { workspace, lens: &lens, found: Vec::new() };
    if path.ends_with(".rhai") {
        search.in_script(&path, &text, offset);
    } else {
        search.in_file(&path, &text, offset);
    }
    let Search { workspace, found, .. } = search;
    let files = workspace.files();
    let location = |(path, span): (Box<str>, Range<usize>)| {
        place::location(&workspace.on_disk(&path)?, files.get(&path).unwrap_or_default(), &span)
    };
    found.into_iter().filter_map(location).collect()
}

struct Search<'a> {
    workspace: &'a mut Workspace,
    lens: &'a Lens,
    found: Vec<(Box<str>, Range<usize>)>,
}

impl Search<'_> {
    fn add(&mut self, path: &str, span: Range<usize>) {
        self.found.push((path.into(), span));
    }

    fn in_script(&mut self, path: &str, text: &str, offset: usize) {
        match scripted::meaning(self.lens, path, text, offset) {
            Some(Meaning::Function { path, at }) => {
                let Some(source) = self.lens.rules().scripts.get(&path) else { return };
                let start: usize = source.text.split_inclusive('\n').take(at.line as usize - 1).map(str::len).sum();
                let start = start + at.column as usize - 1;
                self.add(&path, start..start + at.len as usize);
            }
            Some(Meaning::Word(sorts, word)) => sorts.iter().for_each(|sort| self.word(sort, &word)),
            Some(Meaning::Member { name, .. }) => {
                ["attribute", "value", "zone"].into_iter().for_each(|sort| self.declared(sort, &name));
            }
            _ => self.cards_of(path, text, offset),
        }
    }

    /// At a hook or in the comment on top: what declares the hook, the cards of the script, and their rulings.
    fn cards_of(&mut self, path: &str, text: &str, offset: usize) {
        let name = scripted::token_at(text, offset).map(|token| text[token.span].to_string()).unwrap_or_default();
        let Some(script) = self.lens.rules().scripts.get_index_of(path) else { return };
        let places: Vec<_> = self.lens.places().of(script.into(), &name).to_vec();
        places.into_iter().for_each(|place| self.add(&place.path, place.span.range()));
        let definitions = self.lens.rules().definitions.iter();
        let own: Vec<String> = definitions
            .filter(|(_, definition)| definition.script.is_some_and(|own| own.index() == script))
            .map(|(name, _)| name.to_string())
            .collect();
        for card in own {
            self.card(&card);
            self.rulings(&card);
        }
    }

    fn in_file(&mut self, path: &str, text: &str, offset: usize) {
        let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let on_name = path.starts_with("cards/") && text[line..].starts_with("name");
        let quoted = hover::quoted(text, offset);
        let span = quoted.clone().unwrap_or_else(|| hover::bare(text, offset));
        let word = &text[span.clone()];
        if on_name && quoted.is_some() {
            self.script(word);
            return self.rulings(word);
        }
        if quoted.is_some() && self.lens.rules().definitions.contains_key(word) {
            self.card(word);
        }
        let sorts = sorts(path, text, &span);
        for sort in sorts.iter().filter(|sort| **sort != "card") {
            self.word(sort, word);
        }
        if quoted.is_some() {
            self.function(path, word);
        }
    }

    /// A function of the script that is at home beside a file.
    fn function(&mut self, path: &str, name: &str) {
        let beside = path.replacen("cards/", "scripts/", 1).replace(".toml", ".rhai");
        let Some(source) = self.lens.rules().scripts.get(&*beside) else { return };
        if let Some(at) = source.outline.function(name).map(|function| function.at.range()) {
            self.add(&beside, at);
        }
    }

    fn word(&mut self, sort: &str, word: &str) {
        match sort {
            "card" => self.card(word),
            "function" => {
                let game = self.lens.rules().pack.clone();
                self.function(&format!("cards/{game}/ruleset.toml"), word);
            }
            _ => self.declared(sort, word),
        }
    }

    fn card(&mut self, name: &str) {
        let Some(at) = self.lens.rules().definitions.get_index_of(name) else { return };
        if let Some((path, span)) = self.lens.places().definition(at.into()) {
            let (path, span) = (path.to_string(), span.range());
            self.add(&path, span);
        }
    }

    fn script(&mut self, card: &str) {
        let rules = self.lens.rules();
        let script = rules.definitions.get(card).and_then(|definition| definition.script);
        if let Some((path, _)) = script.and_then(|script| rules.scripts.get_index(script.index())) {
            let path = path.clone();
            self.add(&path, 0..0);
        }
    }

    /// The rulings that name a card.
    fn rulings(&mut self, card: &str) {
        let files = self.workspace.files();
        let quoted = format!("\"{card}\"");
        for (path, text) in files.iter().filter(|(path, _)| path.starts_with("tests/rulings/")) {
            if let Some(at) = text.find(&quoted) {
                self.add(path, at + 1..at + 1 + card.len());
            }
        }
    }

    /// Where the ruleset declares a word.
    fn declared(&mut self, sort: &str, word: &str) {
        let path = format!("cards/{}/ruleset.toml", self.lens.rules().pack);
        let files = self.workspace.files();
        let Some(text) = files.get(&path) else { return };
        let (fields, _) = tree::parse(&path, text);
        origin::declarations(&fields, sort, word).into_iter().for_each(|span| self.add(&path, span));
    }
}

/// The sorts of names that the one in this stretch of a TOML file can belong to.
fn sorts(path: &str, text: &str, span: &Range<usize>) -> Vec<String> {
    let TomlCursor { path: keys, key, .. } = declared::cursor_of(text, span);
    if path.starts_with("tests/") {
        return match (keys.is_empty(), key.as_deref()) {
            (true, Some(key @ ("phase" | "table"))) => vec![key.into()],
            (false, None) => vec!["zone".into()],
            _ => Vec::new(),
        };
    }
    let reached = table_of(path).and_then(|root| declared::follow(root, &keys));
    let names = |names: &[&str]| names.iter().map(|sort| (*sort).to_string()).collect();
    match (reached, key) {
        (Some(Reached::Table(table)), None) if table.key(&text[span.clone()]).is_some() => Vec::new(),
        (Some(Reached::Table(..)), None) => vec!["attribute".into()],
        // What is not known by itself is printed for an attribute, of whose choices it may be.
        (Some(Reached::Table(table)), Some(name)) => table.key(&name).map_or(vec![name], |row| names(row.names)),
        (Some(Reached::Names(row)), None) => names(row.keyed),
        (Some(Reached::Names(row)), Some(_)) => names(row.names),
        (None, _) => Vec::new(),
    }
}
