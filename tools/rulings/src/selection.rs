//! Which rulings a person means: those of a file, a folder or a pack, or those whose names begin with a word or contain it.

use crate::command_error::CommandError;
use crate::packs::Packs;
use crate::rulings::{FOLDER, RulingFile};
use cardwright_kernel::problems::{Colour, Problems};
use std::path::{Path, PathBuf};

/// The extensions of the files beside a ruling, which stand for it.
const BESIDE: [&str; 2] = [".snap.new", ".snap"];

/// The rulings that these words mean, each once, in the order of their paths; all of them if there are no words.
///
/// # Errors
/// If a word means none, with the name that was probably meant, or if one that may be meant cannot be read.
pub fn selected(packs: &mut Packs, words: &[String]) -> Result<Vec<RulingFile>, CommandError> {
    let mut found: Vec<RulingFile> = match words.is_empty() {
        true => packs.rulings(""),
        false => Vec::new(),
    };
    let of_words = words.iter().try_for_each(|word| {
        found.extend(meant(packs, word)?);
        Ok(())
    });
    check_readable(packs, words)?;
    of_words?;
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found.dedup();
    let infos = packs.infos();
    if let Some(file) = found.iter().find(|file| infos.iter().all(|info| info.name != file.pack())) {
        let failure = CommandError::unknown("pack", file.pack(), infos.iter().map(|info| &*info.name));
        return Err(failure.help_more(&format!("`{}` lies in the folder of this name", file.path)));
    }
    Ok(found)
}

/// Checks that all rulings can be read that these words may mean.
fn check_readable(packs: &Packs, words: &[String]) -> Result<(), CommandError> {
    let is_meant = |path: &str| {
        let means = |word: &String| path.contains(word.trim_end_matches('/')) || word.ends_with(path);
        path.starts_with(FOLDER) && (words.is_empty() || words.iter().any(means))
    };
    let unreadable = packs.problems.iter().filter(|problem| !problem.is_warning && is_meant(&problem.path));
    let unreadable: Problems = unreadable.cloned().collect();
    if unreadable.is_empty() {
        return Ok(());
    }
    let problems = unreadable.render(&packs.files, Colour::Plain);
    Err(CommandError::broken(format!("there are rulings that cannot be read\n\n{}", problems.trim_end())))
}

/// The one ruling that a word means.
///
/// # Errors
/// If it means none, or several.
pub fn selected_one(packs: &mut Packs, word: &str) -> Result<RulingFile, CommandError> {
    let mut found = meant(packs, word)?;
    match found.len() {
        1 => Ok(found.remove(0)),
        count => {
            let failure = CommandError::usage(format!("`{word}` matches {count} rulings"));
            Err(failure.help(cardwright_kernel::text::list(found.iter().map(|file| file.name()))))
        }
    }
}

/// What a word means: the first of these that there is.
fn meant(packs: &mut Packs, word: &str) -> Result<Vec<RulingFile>, CommandError> {
    let place = place(word);
    if let Some(place) = &place {
        packs.bring_in(place)?;
    }
    let all = packs.rulings("");
    let is_whole = |file: &RulingFile| file.name() == word || *file.path == *word;
    let is_there = |file: &RulingFile| {
        place.as_ref().is_some_and(|place| file.file().canonicalize().is_ok_and(|file| file.starts_with(place)))
    };
    let pack = word.trim_end_matches('/');
    let is_of_pack = |file: &RulingFile| file.pack() == pack;
    let begins = |file: &RulingFile| file.name().starts_with(word) || file.path.starts_with(word);
    let contains = |file: &RulingFile| file.name().contains(word);
    let ways: [&dyn Fn(&RulingFile) -> bool; 5] = [&is_whole, &is_there, &is_of_pack, &begins, &contains];
    for way in ways {
        let found: Vec<RulingFile> = all.iter().filter(|file| way(file)).cloned().collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let packs = packs.infos();
    let packs = packs.iter().map(|info| &*info.name);
    Err(CommandError::unknown("ruling", word, packs.chain(all.iter().flat_map(|file| names(file.name()))))
        .help_more("`cardwright list rulings` shows them all"))
}

/// The file or folder that a word names; beside a snapshot, its ruling.
fn place(word: &str) -> Option<PathBuf> {
    let ruling = BESIDE.iter().find_map(|end| Some(format!("{}.toml", word.strip_suffix(end)?)));
    let path = Path::new(ruling.as_deref().unwrap_or(word)).canonicalize().ok()?;
    // A folder of the current one that only happens to be called like a part of a name means nothing.
    let is_of_rulings = path.is_file() || path.components().any(|part| part.as_os_str() == "rulings");
    is_of_rulings.then_some(path)
}

/// The names by which people call a ruling: whole, its folder, without its pack, its subject, and its claim alone.
fn names(name: &str) -> impl Iterator<Item = &str> {
    let shorter = std::iter::successors(Some(name), |name| Some(name.split_once('/')?.1));
    let folders = std::iter::successors(name.rsplit_once('/'), |(folder, _)| folder.rsplit_once('/'));
    let subject = name.split('/').nth(1);
    shorter.chain(folders.map(|(folder, _)| folder)).chain(subject)
}
