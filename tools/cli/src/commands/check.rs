//! `cardwright check`: shows every problem in the packs.

use crate::out::Out;
use cardwright_content::{Files, PackInfo};
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_kernel::text;
use cardwright_rulings::archive;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::coverage;
use cardwright_rulings::packs::{Packs, apart, boards_apart};
use cardwright_rulings::pictures;
use cardwright_rulings::rulings::{self, RulingFile};
use clap::Args;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// Arguments of `cardwright check`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A pack, a folder or a file: whole games are checked, but only the problems in there are shown, and errors elsewhere
    /// that keep its game from being played
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the problems as a JSON array
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let mut shown = Vec::new();
    for path in &arguments.paths {
        shown.extend(meant(path, &mut packs)?);
    }
    let inside = |path: &str| shown.is_empty() || shown.iter().any(|prefix| lies_in(path, prefix));
    let mut all = check(&packs, inside);
    if all.is_empty() {
        all.extend(unexercised(&packs, inside));
    }
    let problems = concerning(&packs, all, inside);
    if arguments.json {
        out.json(&problems.to_json(&packs.files));
        return Ok(crate::fine_if(problems.iter().all(|problem| problem.is_warning)));
    }
    out.rendered(problems.render(&packs.files, out.colour()));
    let fine = problems.iter().all(|problem| problem.is_warning);
    match problems.len() {
        0 => out.line(no_problems(&packs, inside)),
        1 => out.line("\n1 problem"),
        many => out.line(format_args!("\n{many} problems")),
    }
    let of_rulings =
        packs.files.iter().map(|(path, _)| path).filter(|path| path.starts_with(rulings::FOLDER) && inside(path));
    for apart in boards_apart(&packs.files, of_rulings.filter_map(cardwright_content::pack_of)) {
        out.line(apart);
    }
    Ok(crate::fine_if(fine))
}

/// All problems of the games to which these files belong, and of the rulings about those that can be played. Games are
/// looked at side by side, and told about in the order of their names.
pub fn check(packs: &Packs, inside: impl Fn(&str) -> bool + Copy) -> Problems {
    check_games(packs, &games_about(packs, &packs.infos(), inside), inside)
}

/// All problems of these games and of the rulings about them, and files here that no archive can hold.
pub fn check_games(packs: &Packs, games: &[&str], inside: impl Fn(&str) -> bool) -> Problems {
    let mut problems = packs.problems.clone();
    let (rulings, infos) = (packs.rulings(""), packs.infos());
    let found: Vec<Problems> = thread::scope(|scope| {
        let checking = games.iter().map(|game| {
            let of_game = |info: &&PackInfo| info.games.iter().any(|name| name == game);
            let members: BTreeSet<&str> = infos.iter().filter(of_game).map(|info| &*info.name).collect();
            let rulings: Vec<&RulingFile> = rulings.iter().filter(|file| members.contains(file.pack())).collect();
            scope.spawn(move || check_game(packs, game, &rulings))
        });
        let checking: Vec<_> = checking.collect();
        checking.into_iter().map(|running| running.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    problems.extend(found.into_iter().flatten());
    problems.extend(homeless(&rulings, &infos));
    problems.extend(archive::unportable(&packs.files, inside));
    problems
}

/// Of these problems, those in these files, and the errors elsewhere that keep the packs of these files from being played: in
/// the same packs only if nothing is wrong in these files.
pub fn concerning(packs: &Packs, all: Problems, inside: impl Fn(&str) -> bool) -> Problems {
    if all.iter().all(|problem| inside(&problem.path)) {
        return all;
    }
    let of_problems = all.iter().map(|problem| &*problem.path);
    let paths = packs.files.iter().map(|(path, _)| path).chain(of_problems).filter(|path| inside(path));
    let meant: BTreeSet<&str> = paths.filter_map(cardwright_content::pack_of).collect();
    let needed: BTreeSet<String> =
        meant.iter().flat_map(|pack| cardwright_content::needed(&packs.files, pack)).collect();
    let has_own = all.iter().any(|problem| !problem.is_warning && inside(&problem.path));
    let keeps = |problem: &Problem| {
        // A whole folder may be unreadable.
        let path = format!("{}/", problem.path);
        let is_needed = |pack: &str| needed.contains(pack) && !(has_own && meant.contains(pack));
        !problem.is_warning
            && !problem.path.starts_with(rulings::FOLDER)
            && cardwright_content::pack_of(&path).is_some_and(is_needed)
    };
    all.iter().filter(|problem| inside(&problem.path) || keeps(problem)).cloned().collect()
}

/// Rulings in the folder of a pack that is not there: nobody runs them.
fn homeless<'a>(rulings: &'a [RulingFile], infos: &'a [PackInfo]) -> impl Iterator<Item = Problem> + use<'a> {
    let is_known = |pack: &str| infos.iter().any(|info| info.name == pack);
    rulings.iter().filter(move |file| !is_known(file.pack())).map(|file| {
        let problem = Problem::new("pack-unknown", &file.path, format!("there is no pack `{}`", file.pack()));
        match text::suggest(file.pack(), infos.iter().map(|info| &*info.name)) {
            Some(meant) => problem.help(format!("did you mean `{}{meant}`?", rulings::FOLDER)),
            None => problem.help(format!("the folders in `{}` are named after packs", rulings::FOLDER)),
        }
    })
}

/// The games to which these files belong; all of them if some belong to none, as those of libraries do.
pub fn games_about<'p>(packs: &'p Packs, infos: &[PackInfo], inside: impl Fn(&str) -> bool) -> Vec<&'p str> {
    let files = packs.files.iter().map(|(path, _)| path).filter(|path| inside(path));
    let about: BTreeSet<Option<&str>> = files.map(cardwright_content::pack_of).collect();
    let games_of = |pack: &Option<&str>| infos.iter().find(|info| Some(&*info.name) == *pack).map(|info| &*info.games);
    let meant: BTreeSet<&str> = about.iter().filter_map(games_of).flatten().map(String::as_str).collect();
    let homeless = about.iter().any(|pack| games_of(pack).is_none_or(<[String]>::is_empty));
    cardwright_content::games(&packs.files).into_iter().filter(|game| homeless || meant.contains(game)).collect()
}

/// All problems of one game, and of these rulings about it.
fn check_game(packs: &Packs, game: &str, rulings: &[&RulingFile]) -> Problems {
    let files = &packs.files;
    let loaded = cardwright_game::load(files, game);
    let mut problems = loaded.told();
    problems.extend(pictures::problems(packs.judge, files, game));
    let Some(ruleset) = loaded.ruleset else { return problems };
    let apart = apart(files, game);
    let rules_of = |file: &RulingFile| apart.get(file.pack()).unwrap_or(&ruleset);
    let read: Vec<_> = rulings.iter().map(|file| rulings::read(file, rules_of(file))).collect();
    let about = read.iter().map(|ruling| ruling.as_ref().ok().map(|ruling| &*ruling.cards));
    problems.extend(rulings::unshown(files, &ruleset, about));
    problems.extend(read.into_iter().filter_map(Result::err).flatten());
    problems
}

/// The parts of cards' scripts that no ruling exercises, though there are rulings about these cards. Only packs in a folder
/// are looked at: those in the binary were before it was built.
fn unexercised(packs: &Packs, inside: impl Fn(&str) -> bool) -> Problems {
    let (rulings, infos) = (packs.rulings(""), packs.infos());
    let mut problems = Problems::new();
    for game in games_about(packs, &infos, inside) {
        let is_of_game =
            |pack: &str| infos.iter().any(|info| info.name == pack && info.games.first().is_some_and(|it| it == game));
        let is_meant = |path: &str| {
            cardwright_content::pack_of(path).is_some_and(|pack| is_of_game(pack) && packs.home_of(pack).is_some())
        };
        let own: Vec<RulingFile> = rulings.iter().filter(|file| is_of_game(file.pack())).cloned().collect();
        if own.iter().any(|file| is_meant(&file.path))
            && let Some(ruleset) = cardwright_game::load(&packs.files, game).ruleset
        {
            problems.extend(coverage::unexercised(&packs.files, &ruleset, &own, is_meant));
        }
    }
    problems
}

/// What was looked at, and found good.
fn no_problems(packs: &Packs, inside: impl Fn(&str) -> bool) -> String {
    let (mut cards, mut patches, mut scripts, mut rulings) = (0, 0, 0, 0);
    for (path, _) in packs.files.iter().filter(|(path, _)| inside(path)) {
        match path.split('/').collect::<Vec<_>>()[..] {
            ["cards", _, "decks", _] => {}
            ["cards", _, "patches", _] => patches += 1,
            ["cards", _, _, _] => cards += 1,
            ["scripts", ..] => scripts += 1,
            ["tests", "rulings", ..] => rulings += 1,
            _ => {}
        }
    }
    let patches = match patches {
        0 => String::new(),
        1 => ", 1 patch".to_owned(),
        many => format!(", {many} patches"),
    };
    let [cards, scripts, rulings] =
        [(cards, "card"), (scripts, "script"), (rulings, "ruling")].map(|(count, what)| crate::counted(count, what));
    format!("no problems: {cards}{patches}, {scripts}, {rulings} checked")
}

/// What a path on the command line means: prefixes of the paths of files. Packs that were not in sight are then.
fn meant(path: &Path, packs: &mut Packs) -> Result<Vec<String>, CommandError> {
    let Ok(full) = path.canonicalize() else {
        return named(path, packs).map(|prefix| vec![prefix]);
    };
    let (root, inside) = packs.bring_in(&full)?;
    match inside.is_empty() {
        true => Ok(packs_in(&root)),
        false => Ok(vec![inside]),
    }
}

/// The folders of the packs in a folder of packs.
fn packs_in(root: &Path) -> Vec<String> {
    let (files, _) = Files::read(root);
    cardwright_content::packs(&files).into_iter().map(|info| format!("cards/{}", info.name)).collect()
}

/// A path that does not exist on the disk: a pack's name, or a path inside the built-in packs.
fn named(path: &Path, packs: &Packs) -> Result<String, CommandError> {
    let text = path.to_string_lossy().trim_end_matches('/').to_string();
    if packs.files.iter().any(|(path, _)| lies_in(path, &text)) {
        return Ok(text);
    }
    let infos = packs.infos();
    match infos.iter().any(|info| info.name == text) {
        true => Ok(format!("cards/{text}")),
        false => Err(CommandError::unknown("pack, folder or file", &text, infos.iter().map(|info| &*info.name))),
    }
}

/// Whether a file lies under a prefix. The folder of a pack's cards stands for the whole pack.
fn lies_in(path: &str, prefix: &str) -> bool {
    let under = |prefix: &str| path == prefix || path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'));
    let pack = prefix.strip_prefix("cards/").filter(|pack| !pack.contains('/'));
    under(prefix)
        || pack.is_some_and(|pack| under(&format!("scripts/{pack}")) || under(&format!("tests/rulings/{pack}")))
}
