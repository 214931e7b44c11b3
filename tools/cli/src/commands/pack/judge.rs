//! Whether a pack is fit to be passed on or taken in: it loads with the packs in sight, and its rulings hold.

use crate::commands::check;
use cardwright_game::RulesetInside;
use cardwright_kernel::problems::{Colour, Problem, Problems};
use cardwright_rulings::archive::Archive;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, Comparison, RulingFile};
use std::path::PathBuf;

/// The problems that these packs have and those did not: what a pack brings along into the games that it is part of, or
/// into all if it is a library. Nothing fails by a warning.
pub fn new_problems(before: &Packs, after: &Packs, pack: &str) -> Problems {
    let own = |path: &str| cardwright_content::pack_of(path) == Some(pack);
    let games = check::games_about(after, &after.infos(), own);
    let old: Vec<Problem> = check::check_games(before, &games, own).into_iter().collect();
    let new = check::check_games(after, &games, own).into_iter().filter(|problem| !problem.is_warning);
    new.filter(|problem| !old.contains(problem)).collect()
}

/// These packs with that of an archive laid over them.
pub fn with(packs: &Packs, archive: &Archive) -> Packs {
    let mut with = packs.clone();
    with.files.overlay(archive.texts());
    with
}

/// Refuses a pack that has problems.
pub fn no_problems(packs: &Packs, problems: &Problems, what: &str) -> Result<(), CommandError> {
    if problems.is_empty() {
        return Ok(());
    }
    let shown = problems.render(&packs.files, Colour::Plain);
    let missing = problems.iter().find(|problem| problem.code == "pack-unknown");
    let help = match missing {
        Some(_) => "put the packs that it requires into sight first: `cardwright pack install`, or `--packs`",
        None => "`--unchecked` does it all the same",
    };
    Err(CommandError::broken(format!("{what}, because something is wrong:\n\n{shown}")).help(help))
}

/// Refuses an archive in which something is missing or different of what the pack in sight consists of: what is passed on
/// is what was checked. `left_out` are files that were found and do not belong into archives, and why.
pub fn same_files(packs: &Packs, archive: &Archive, left_out: &[(String, &'static str)]) -> Result<(), CommandError> {
    let name = &archive.manifest.name;
    let own = |path: &str| cardwright_content::pack_of(path) == Some(name);
    let texts = packs.files.iter().map(|(path, text)| (path, text.as_bytes().to_vec()));
    let images = packs.files.images().map(|(path, bytes)| (path, bytes.to_vec()));
    let told = |path: &str| {
        let why = left_out.iter().find(|(left_out, _)| left_out == path);
        why.map_or("it has changed since it was read", |(_, why)| why)
    };
    // Some editors put a mark before what is UTF-8, which is no part of the text.
    let plain = |bytes: &[u8]| bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).to_vec();
    let is_there = |path: &str, bytes: &[u8]| archive.files.get(path).is_some_and(|there| plain(there) == bytes);
    let missing = texts.chain(images).filter(|(path, bytes)| own(path) && !is_there(path, bytes));
    let missing: Vec<String> = missing.map(|(path, _)| format!("  `{path}`: {}", told(path))).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message =
        format!("the archive is not written, because it would lack files of the pack:\n{}", missing.join("\n"));
    Err(CommandError::broken(message)
        .help("give them names that every machine can have; `cardwright check` warns of them"))
}

/// The version that a pack gives itself, if it is the one of the manifest.
pub fn same_version(archive: &Archive) -> Result<(), CommandError> {
    let infos = cardwright_content::packs(&archive.texts());
    let manifest = &archive.manifest;
    let info = infos.iter().find(|info| info.name == manifest.name);
    match info {
        Some(info) if info.version == manifest.version && infos.len() == 1 => Ok(()),
        Some(info) if info.version.is_empty() => Err(CommandError::broken(format!(
            "the archive is refused: `cards/{}/pack.toml` with a version is not in it",
            manifest.name
        ))),
        Some(info) => Err(CommandError::broken(format!(
            "the archive is refused: its manifest speaks of {} {}, and the pack says that it is {}",
            manifest.name, manifest.version, info.version
        ))),
        None => Err(CommandError::broken(format!("the archive is refused: it contains no pack `{}`", manifest.name))),
    }
}

/// Runs the rulings of an archive: how many hold, and what is wrong with the others.
pub fn rulings(packs: &Packs, archive: &Archive) -> Result<(usize, Vec<String>), CommandError> {
    let texts = archive.texts();
    let files: Vec<RulingFile> = texts
        .iter()
        .filter(|(path, _)| path.starts_with("tests/rulings/"))
        .map(|(path, text)| RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() })
        .collect();
    if files.is_empty() {
        return Ok((0, Vec::new()));
    }
    let ruleset = packs.ruleset(&archive.manifest.name)?;
    let host = ruleset.host();
    let (mut held, mut wrong) = (0, Vec::new());
    for file in &files {
        let Ok(ruling) = rulings::read(file, &ruleset) else { continue };
        let run = rulings::run(&ruling, &ruleset, &host);
        let snapshot = archive.files.get(&file.path.replace(".toml", ".snap"));
        let snapshot = snapshot.and_then(|bytes| std::str::from_utf8(bytes).ok());
        match snapshot.map(|snapshot| rulings::compare_with(snapshot, &run.trace)) {
            _ if !run.failures.is_empty() => wrong.push(format!("{}: fails", file.name())),
            Some(Comparison::Same) => held += 1,
            Some(Comparison::Differs(diff)) => wrong.push(format!("{}: its trace differs\n{diff}", file.name())),
            Some(Comparison::Missing) | None => wrong.push(format!("{}: no snapshot", file.name())),
        }
    }
    Ok((held, wrong))
}
