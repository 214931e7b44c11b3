//! The catalog: reads the files of packs and builds the [`Rules`] of a game from them.
//!
//! It owns the formats of the TOML files, and finds everything that is wrong in them in one run. What scripts
//! say is left to others; the catalog knows only which functions they define.
//!
//! A load goes from names to details: all names are gathered first, so that files may refer to each other
//! in any order, and each file is parsed once.

mod abilities;
mod actions;
mod attributes;
mod board;
mod cards;
mod context;
mod decks;
mod effects;
mod files;
mod filter;
mod grammar;
mod hooks;
mod idle;
mod kinds;
mod names;
mod pack;
mod patches;
mod places;
mod reader;
mod ruleset;
mod scan;
mod scripts;
pub mod tree;
mod turn;
mod unbound;
mod uses;
mod why;
mod windows;
mod zones;

pub use files::{Files, LARGEST_FILE, pack_of};
pub use grammar::{Form, Grammar, GrammarKey, ROOTS, ValueShape, grammar, uses};
pub use pack::{PackInfo, games, packs};
pub use places::{GivenArgument, HookArgument, HookPlace, Places, Purpose};
pub use scan::hash as function_hash;
pub use unbound::file_beside;
pub use why::{CardLine, Why, why};

use crate::base::{Problem, Problems, list, suggest};
use crate::model::rules::Rules;
use cards::CardSchema;
use context::{Doc, LoadContext};
use names::{Declarations, Names};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The result of a load.
#[derive(Clone, Debug, Default)]
pub struct LoadedRules {
    /// The rules; complete only if there are no problems.
    pub rules: Rules,
    /// Where hooks and cards were declared.
    pub places: Places,
    /// What is wrong in the files.
    pub problems: Problems,
    /// What is of no use in them, though nothing fails by it.
    pub warnings: Problems,
}

/// Loads the game whose ruleset the pack `game` holds, with all packs that extend it.
///
/// Files of other games are not looked at.
pub fn load(files: &Files, game: &str) -> LoadedRules {
    let context = LoadContext::new();
    let mut rules = read(&context, files, game).unwrap_or_default();
    rules.files = context.files();
    let (problems, warnings, words, places) = context.clear();

    rules.words = words;
    LoadedRules { rules, places, problems, warnings }
}

/// The files of a game that are parsed, each in its role.
struct Docs<'t> {
    ruleset: Doc<'t>,
    boards: Vec<Doc<'t>>,
    decks: Vec<Doc<'t>>,
    cards: Vec<Doc<'t>>,
    patches: Vec<Doc<'t>>,
}

fn read(context: &LoadContext, files: &Files, game: &str) -> Option<Rules> {
    let members = pack::resolve(context, files, game);
    let packs: Vec<&str> = members.iter().map(|member| member.name).collect();
    let mut docs = parse(context, files, &packs, game)?;
    let patches = std::mem::take(&mut docs.patches);
    let patched = patches::apply(&patches, &mut docs.cards, files, &members);
    let mut rules = Rules { pack: game.into(), hash: hash(files, &packs), ..Rules::default() };

    if context.is_broken(docs.ruleset.file.path) {
        return Some(rules);
    }
    let mut names = Names::of(&docs.ruleset);
    rules.zones = zones::zones(&docs.ruleset, &mut names.zones);
    names.on_board = on_board(&rules);
    let (attributes, sound) = ruleset::attributes(&docs.ruleset, &names);
    let cards = cards::files(&docs.cards, &mut names);
    let categories = kinds::categories(&docs.ruleset.fields, &names);
    let board = board::chosen(&docs.boards, game);
    let board = board.map(|doc| board::outline(doc, &board::BoardKinds(&categories), &mut names));
    let scripts = scripts::scripts(context, files, &members, game, &patched);
    let declarations = Declarations { names, attributes, sound, scripts, uniques: RefCell::default() };

    let needs = ruleset::read(&docs.ruleset, &declarations, &format!("scripts/{game}/ruleset.rhai"), &mut rules);
    let schema = CardSchema {
        declarations: &declarations,
        kinds: &rules.kinds,
        actions: &rules.actions,
        hooks: &rules.card_hooks,
        patched: &patched.hooks,
    };
    let (definitions, used) = cards::definitions(&cards, schema);
    rules.definitions = definitions;
    match board {
        Some(board) => rules.board = board.read(schema, &mut rules.definitions, &needs.connected),
        None => needs.report_without_board(context, game),
    }
    let decks = decks::decks(&docs.decks, &declarations);
    (rules.commons, rules.decks) = decks.into_iter().partition(|(_, deck)| deck.commons);
    scripts::report_unused(context, &declarations.scripts, &used);
    patches::report_unused(context, &patched, files, &packs);
    unbound::report(context, &declarations.scripts, &used, &declarations.names);
    rules.causes = declarations.names.causes().map(|cause| context.word(cause)).collect();
    rules.signals = declarations.names.signals().map(|signal| context.word(signal)).collect();
    rules.attributes = declarations.attributes;
    rules.scripts = declarations.scripts;
    if !context.has_any() {
        idle::report(context, &docs, &cards, &rules);
    }
    Some(rules)
}

/// Parses the files of these packs; none if there is no such game.
fn parse<'t>(context: &'t LoadContext, files: &'t Files, packs: &[&str], game: &str) -> Option<Docs<'t>> {
    let mut ruleset = None;
    let (mut boards, mut decks, mut cards, mut patches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());

    for (path, text) in packs.iter().flat_map(|pack| files.of_pack("cards", pack)) {
        match path.split('/').skip(2).collect::<Vec<_>>()[..] {
            ["pack.toml"] => {}
            ["ruleset.toml"] => ruleset = Some(context.parse(path, text)),
            ["board.toml"] => boards.push(context.parse(path, text)),
            ["decks", file] if file.ends_with(".toml") => decks.push(context.parse(path, text)),
            ["patches", file] if file.ends_with(".toml") => patches.push(context.parse(path, text)),
            [_, file] if file.ends_with(".toml") => cards.push(context.parse(path, text)),
            _ => report_stray(context, path),
        }
    }
    match ruleset {
        Some(ruleset) => Some(Docs { ruleset, boards, decks, cards, patches }),
        None => {
            report_no_game(context, files, game);
            None
        }
    }
}

/// The zones on the board.
fn on_board(rules: &Rules) -> BTreeSet<usize> {
    let zones = rules.zones.values().enumerate();
    zones.filter(|(_, zone)| zone.per.is_on_board()).map(|(number, _)| number).collect()
}

fn report_stray(context: &LoadContext, path: &str) {
    let problem = Problem::new("file-unknown", path, "this file does not belong here");
    context.report(problem.help(
        "a pack has `pack.toml`, optionally `ruleset.toml` and `board.toml`, decks in `decks/`, patches in `patches/` and cards in the folders of their kinds",
    ));
}

fn report_no_game(context: &LoadContext, files: &Files, game: &str) {
    let path = format!("cards/{game}/ruleset.toml");
    let problem = Problem::new("game-unknown", &path, format!("there is no game `{game}`"));
    context.report(match suggest(game, games(files)) {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem.help(format!("known games: {}", list(games(files)))),
    });
}

/// A hash of all cards and scripts of these packs: paths and texts, each with its length before it.
fn hash(files: &Files, packs: &[&str]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &str| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    };
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("tests/")) {
        if pack_of(path).is_some_and(|pack| packs.contains(&pack)) {
            add(path);
            add(text);
        }
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests;
