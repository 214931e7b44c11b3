//! The parsed files of a game, each in its role.

use crate::patch::pack::games;
use crate::read::context::{Doc, LoadContext};
use crate::read::files::Files;
use cardwright_kernel::problems::Problem;
use cardwright_kernel::text::{list, suggest};

/// The files of a game that are parsed, each in its role.
pub(crate) struct Docs<'t> {
    pub ruleset: Doc<'t>,
    pub boards: Vec<Doc<'t>>,
    pub looks: Vec<Doc<'t>>,
    pub decks: Vec<Doc<'t>>,
    pub cards: Vec<Doc<'t>>,
    pub patches: Vec<Doc<'t>>,
}

/// Parses the files of these packs; none if there is no such game.
pub(crate) fn parse<'t>(context: &'t LoadContext, files: &'t Files, packs: &[&str], game: &str) -> Option<Docs<'t>> {
    let mut ruleset = None;
    let (mut boards, mut looks) = (Vec::new(), Vec::new());
    let (mut decks, mut cards, mut patches) = (Vec::new(), Vec::new(), Vec::new());

    for (path, text) in packs.iter().flat_map(|pack| files.of_pack("cards", pack)) {
        match path.split('/').skip(2).collect::<Vec<_>>()[..] {
            ["pack.toml"] => {}
            ["ruleset.toml"] => ruleset = Some(context.parse(path, text)),
            ["board.toml"] => boards.push(context.parse(path, text)),
            ["look.toml"] => looks.push(context.parse(path, text)),
            ["decks", file] if file.ends_with(".toml") => decks.push(context.parse(path, text)),
            ["patches", file] if file.ends_with(".toml") => patches.push(context.parse(path, text)),
            [_, file] if file.ends_with(".toml") => cards.push(context.parse(path, text)),
            _ => report_stray(context, path),
        }
    }
    match ruleset {
        Some(ruleset) => Some(Docs { ruleset, boards, looks, decks, cards, patches }),
        None => {
            report_no_game(context, files, game);
            None
        }
    }
}

fn report_stray(context: &LoadContext, path: &str) {
    let problem = Problem::new("file-unknown", path, "this file does not belong here");
    context.report(problem.help(
        "a pack has `pack.toml`, optionally `ruleset.toml`, `board.toml` and `look.toml`, decks in `decks/`, patches in `patches/` and cards in the folders of their kinds",
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
