//! The load of a game: from the names in its files to its rules.

use super::{keys, look};
use crate::bind::names::{Declarations, Names};
use crate::bind::schema::CardSchema;
use crate::bind::scripts::{self, CommonScripts};
use crate::declare::actors;
use crate::declare::attributes;
use crate::declare::board;
use crate::declare::cards;
use crate::declare::decks;
use crate::declare::families;
use crate::declare::forms;
use crate::declare::kinds;
use crate::declare::ruleset;
use crate::declare::tables;
use crate::declare::zones;
use crate::lints::impossible_filters;
use crate::lints::revealing_windows;
use crate::lints::stray_hooks;
use crate::lints::unused;
use crate::patch::docs;
use crate::patch::pack;
use crate::patch::patches;
use crate::read::context::{Doc, LoadContext, ReadScript, Uses};
use crate::read::files::{Files, pack_of};
use crate::read::places::Places;
use cardwright_kernel::problems::Problems;
use cardwright_kernel::rules::Rules;
use std::cell::{OnceCell, RefCell};

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
pub fn load(files: &Files, game: &str, read_script: ReadScript) -> LoadedRules {
    let context = LoadContext::reading(read_script);
    let mut rules = read(&context, files, game).unwrap_or_default();
    rules.files = context.files();
    let (problems, warnings, words, places) = context.clear();

    rules.words = words;
    LoadedRules { rules, places, problems, warnings }
}

/// Where each key stands first in the packs of a game: the file, and its field with what stands there.
pub fn uses(files: &Files, game: &str) -> Uses {
    let context = LoadContext::noting_uses();
    read(&context, files, game);
    context.uses()
}

/// Reads the files of a game; none if there is no such game.
fn read(context: &LoadContext, files: &Files, game: &str) -> Option<Rules> {
    let members = pack::resolve(context, files, game);
    let packs: Vec<&str> = members.iter().map(|member| member.name).collect();
    let unreadable = files.unreadable(|pack| pack == game || packs.contains(&pack));
    if !unreadable.is_empty() {
        context.report_instead(unreadable);
        return None;
    }
    // Nobody knows which packs make up the game.
    if context.is_broken_at_all() {
        return None;
    }
    let mut docs = docs::parse(context, files, &packs, game)?;
    let patches = std::mem::take(&mut docs.patches);
    let mut targets: Vec<&mut Doc<'_>> = docs.cards.iter_mut().chain([&mut docs.ruleset]).collect();
    let patched = patches::apply(&patches, &mut targets, files, &members);
    let (cards, are_complete) = families::expand(std::mem::take(&mut docs.cards));
    docs.cards = forms::expand(cards);
    let mut rules = Rules { pack: game.into(), hash: hash(files, &packs), ..Rules::default() };

    if context.is_broken(docs.ruleset.file.path) {
        return Some(rules);
    }
    let mut names = Names::of(&docs.ruleset);
    names.cards_incomplete |= !are_complete || docs.cards.iter().any(|doc| context.is_broken(doc.file.path));
    rules.zones = zones::zones(&docs.ruleset, &mut names.zones);
    names.zone_decls = rules.zones.clone();
    let (attributes, sound) = attributes::attributes(&docs.ruleset.reader(&keys::ruleset::TABLE), &names);
    let cards = cards::files(&docs.cards, &mut names);
    let categories = kinds::categories(&docs.ruleset.fields, &names);
    let board = board::chosen(&docs.boards, game);
    let on_another_board = board.is_some_and(|doc| !board::is_own(doc, game));
    let board = board.map(|doc| board::outline(doc, &board::BoardKinds(&categories), &mut names));
    let scripts = scripts::scripts(context, files, &members, game, &patched);
    let common = CommonScripts::of(&scripts);
    let declarations = Declarations {
        names,
        attributes,
        sound,
        scripts,
        common,
        uniques: RefCell::default(),
        gates: OnceCell::new(),
        modifying: OnceCell::new(),
    };

    let script = format!("scripts/{game}/ruleset.rhai");
    let needs = ruleset::read(&docs.ruleset, &declarations, (&script, &patched.hooks), &mut rules);
    let schema = CardSchema {
        declarations: &declarations,
        kinds: &rules.kinds,
        actions: &rules.actions,
        methods: &rules.methods,
        patched: &patched.hooks,
    };
    let (definitions, used) = cards::definitions(&cards, schema);
    rules.definitions = definitions;
    match board {
        Some(board) => rules.board = board.read(schema, &mut rules.definitions, &needs.connected),
        None => needs.report_without_board(context, game),
    }
    actors::define(docs.ruleset.file, &docs.ruleset.fields, &declarations, &mut rules);
    rules.stand_in = ruleset::stand_in(&docs.ruleset, &declarations, &rules);
    rules.looks = look::read(&docs, &declarations, &rules, files);
    let decks = decks::decks(&docs.decks, &declarations);
    (rules.commons, rules.decks) = decks.into_iter().partition(|(_, deck)| deck.commons);
    scripts::report_unused(context, &declarations.scripts, &used);
    patches::report_unused(context, &patched, files, &packs);
    stray_hooks::report(context, &declarations.scripts, &used, &declarations.names);
    rules.causes = declarations.names.causes.iter().map(|cause| context.word(cause)).collect();
    rules.signals = declarations.names.signals.iter().map(|signal| context.word(signal)).collect();
    rules.attributes = declarations.attributes;
    rules.complete();
    rules.scripts = declarations.scripts;
    rules.words = context.words();
    impossible_filters::report(&cards, &rules);
    rules.tables = tables::tables(&docs.ruleset, &rules, on_another_board);
    if !context.has_any() {
        unused::report(context, &docs, &cards, &rules);
        revealing_windows::report(context, &docs, &rules);
        revealing_windows::report_listeners(context, &cards, &rules);
    }
    Some(rules)
}

/// A hash of all cards and scripts of these packs: paths and texts, each with its length before it. How they look does not
/// count: a game goes on with another look.
fn hash(files: &Files, packs: &[&str]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &str| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    };
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("tests/") && !path.ends_with("/look.toml")) {
        if pack_of(path).is_some_and(|pack| packs.contains(&pack)) {
            add(path);
            add(text);
        }
    }
    hasher.finalize().into()
}
