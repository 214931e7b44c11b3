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
mod decks;
mod desk;
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
pub use grammar::{Form, Grammar, Key, ROOTS, Shape, grammar, uses};
pub use pack::{PackInfo, games, packs};
pub use places::{HookPlace, Places, Purpose};
pub use unbound::file_beside;
pub use why::{Line, Why, why};

use crate::base::{Problem, Problems, list, suggest};
use crate::kernel::rules::Rules;
use cards::Ground;
use desk::{Desk, Doc};
use names::{Book, Names};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What a load gives.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
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
pub fn load(files: &Files, game: &str) -> Loaded {
    let desk = Desk::new();
    let mut rules = read(&desk, files, game).unwrap_or_default();
    rules.files = desk.files();
    let (problems, warnings, words, places) = desk.clear();

    rules.words = words;
    Loaded { rules, places, problems, warnings }
}

/// The files of a game that are parsed, each in its role.
struct Docs<'t> {
    ruleset: Doc<'t>,
    boards: Vec<Doc<'t>>,
    decks: Vec<Doc<'t>>,
    cards: Vec<Doc<'t>>,
    patches: Vec<Doc<'t>>,
}

fn read(desk: &Desk, files: &Files, game: &str) -> Option<Rules> {
    let members = pack::resolve(desk, files, game);
    let packs: Vec<&str> = members.iter().map(|member| member.name).collect();
    let mut docs = parse(desk, files, &packs, game)?;
    let patches = std::mem::take(&mut docs.patches);
    let patched = patches::apply(&patches, &mut docs.cards, files, &members);
    let mut rules = Rules { pack: game.into(), hash: hash(files, &packs), ..Rules::default() };

    if desk.is_broken(docs.ruleset.page.path) {
        return Some(rules);
    }
    let mut names = Names::of(&docs.ruleset);
    rules.zones = zones::zones(&docs.ruleset, &mut names.zones);
    names.on_board = on_board(&rules);
    let (attributes, sound) = ruleset::attributes(&docs.ruleset, &names);
    let cards = cards::files(&docs.cards, &mut names);
    let sorts = kinds::sorts(&docs.ruleset.fields, &names);
    let board = board::chosen(&docs.boards, game);
    let board = board.map(|doc| board::outline(doc, &board::Kinds(&sorts), &mut names));
    let scripts = scripts::scripts(desk, files, &members, game, &patched);
    let book = Book { names, attributes, sound, scripts, uniques: RefCell::default() };

    let needs = ruleset::read(&docs.ruleset, &book, &format!("scripts/{game}/ruleset.rhai"), &mut rules);
    let ground = Ground { book: &book, kinds: &rules.kinds, actions: &rules.actions, patched: &patched.hooks };
    let (definitions, used) = cards::definitions(&cards, ground);
    rules.definitions = definitions;
    match board {
        Some(board) => rules.board = board.read(ground, &mut rules.definitions, &needs.connected),
        None => needs.report_without_board(desk, game),
    }
    let decks = decks::decks(&docs.decks, &book);
    (rules.commons, rules.decks) = decks.into_iter().partition(|(_, deck)| deck.commons);
    scripts::report_unused(desk, &book.scripts, &used);
    patches::report_unused(desk, &patched, files, &packs);
    unbound::report(desk, &book.scripts, &used, &book.names);
    rules.causes = book.names.causes().map(|cause| desk.word(cause)).collect();
    rules.signals = book.names.signals().map(|signal| desk.word(signal)).collect();
    rules.attributes = book.attributes;
    rules.scripts = book.scripts;
    if !desk.has_any() {
        idle::report(desk, &docs, &cards, &rules);
    }
    Some(rules)
}

/// Parses the files of these packs; none if there is no such game.
fn parse<'t>(desk: &'t Desk, files: &'t Files, packs: &[&str], game: &str) -> Option<Docs<'t>> {
    let mut ruleset = None;
    let (mut boards, mut decks, mut cards, mut patches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());

    for (path, text) in packs.iter().flat_map(|pack| files.of_pack("cards", pack)) {
        match path.split('/').skip(2).collect::<Vec<_>>()[..] {
            ["pack.toml"] => {}
            ["ruleset.toml"] => ruleset = Some(desk.parse(path, text)),
            ["board.toml"] => boards.push(desk.parse(path, text)),
            ["decks", file] if file.ends_with(".toml") => decks.push(desk.parse(path, text)),
            ["patches", file] if file.ends_with(".toml") => patches.push(desk.parse(path, text)),
            [_, file] if file.ends_with(".toml") => cards.push(desk.parse(path, text)),
            _ => report_stray(desk, path),
        }
    }
    match ruleset {
        Some(ruleset) => Some(Docs { ruleset, boards, decks, cards, patches }),
        None => {
            report_no_game(desk, files, game);
            None
        }
    }
}

/// The zones that lie on the board.
fn on_board(rules: &Rules) -> BTreeSet<usize> {
    let zones = rules.zones.values().enumerate();
    zones.filter(|(_, zone)| zone.per.is_on_board()).map(|(number, _)| number).collect()
}

fn report_stray(desk: &Desk, path: &str) {
    let problem = Problem::new("file-unknown", path, "no file is expected here");
    desk.report(problem.help(
        "a pack has `pack.toml`, perhaps `ruleset.toml` and `board.toml`, decks in `decks/`, patches in `patches/` and cards in the folders of their kinds",
    ));
}

fn report_no_game(desk: &Desk, files: &Files, game: &str) {
    let path = format!("cards/{game}/ruleset.toml");
    let problem = Problem::new("game-unknown", &path, format!("there is no game `{game}`"));
    desk.report(match suggest(game, games(files)) {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem.help(format!("games are: {}", list(games(files)))),
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
