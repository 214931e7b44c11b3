//! Files that are edited, and games that are played again with them.

use super::{Now, Workshop};
use crate::catalogue::GamePack;
use cardwright_content::{Files, LARGEST_FILE, pack_of};
use cardwright_game::{Match, MatchInside, Ruleset, RulesetInside};
use cardwright_kernel::problems::{Problem, Sources};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::pictures;
use cardwright_rulings::record::Record;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// A file of a game's packs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PackFile {
    /// Its path inside of its folder of packs.
    pub path: String,
    /// Its address for the language server; none for a file inside of the program, which cannot be changed.
    pub uri: Option<String>,
}

/// The text of a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FileText {
    /// The text.
    pub text: String,
    /// By which a change says which text it is a change of.
    pub print: String,
}

/// Something wrong in a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FoundProblem {
    /// The path of the file.
    pub path: String,
    /// The line, counted from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// Its code: `verb-unknown`.
    pub code: String,
    /// Whether the game can be played all the same.
    pub is_warning: bool,
}

/// What came of saving a file.
#[derive(Debug)]
pub(crate) struct SavedFile {
    /// By which the next change names this text.
    pub print: String,
    /// What is wrong in the games to which the file belongs.
    pub problems: Vec<FoundProblem>,
    /// Those of these games that can be played, as they are now.
    pub games: Vec<GamePack>,
}

/// Why a file was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotSaved {
    /// There is no such file among those that are open.
    None,
    /// Somebody else has changed it meanwhile.
    Changed,
    /// It cannot be written, and is as it was.
    Unwritable(String),
}

/// A game that was played again with other rules.
#[derive(Clone, Debug)]
pub(crate) struct PlayedAgain {
    /// How it stands now.
    pub save: Vec<u8>,
    /// Where it first went otherwise.
    pub differs: Option<FirstDifference>,
}

/// The first line by which two traces differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FirstDifference {
    /// Which line.
    pub line: usize,
    /// What stood there.
    pub before: Option<String>,
    /// What stands there now.
    pub now: Option<String>,
}

/// Where a file lies that can be changed.
fn root_of<'p>(packs: &'p Packs, path: &str) -> Option<&'p Path> {
    packs.files.get(path)?;
    packs.roots.iter().rev().find(|root| root.join(path).is_file()).map(|root| &**root)
}

impl Workshop {
    /// The files of a game and of what belongs to it, in the order of their paths.
    pub(crate) fn files(&self, game: &str) -> Vec<PackFile> {
        let packs = self.packs();
        let members: BTreeSet<String> = packs
            .infos()
            .into_iter()
            .filter(|info| info.games.iter().any(|it| it == game))
            .map(|info| info.name)
            .collect();
        let of_game = |path: &str| {
            !path.starts_with("tests/") && pack_of(path).is_some_and(|pack| pack == game || members.contains(pack))
        };
        let file = |path: &str| PackFile {
            path: path.to_owned(),
            uri: root_of(&packs, path).and_then(|root| cardwright_lsp::address(&root.canonicalize().ok()?.join(path))),
        };
        packs.files.iter().map(|(path, _)| path).filter(|path| of_game(path)).map(file).collect()
    }

    /// The text of a file that can be changed.
    pub(crate) fn file(&self, path: &str) -> Option<FileText> {
        let text = disk::read_inside(root_of(&self.packs(), path)?, path).ok().flatten()?;
        Some(FileText { print: print_of(&text), text })
    }

    /// Writes a file whose text had this print, whole or not at all, and checks the games to which it belongs.
    ///
    /// # Errors
    /// Why it is as it was.
    pub(crate) fn save(&self, path: &str, text: &str, print: &str) -> Result<SavedFile, NotSaved> {
        // One change after the other: nobody writes over what they have not seen.
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let root = root_of(&now.packs, path).ok_or(NotSaved::None)?.to_path_buf();
        if text.len() as u64 > LARGEST_FILE {
            return Err(NotSaved::Unwritable("a file may have at most 1 MiB".into()));
        }
        let unwritable = |error: std::io::Error| NotSaved::Unwritable(format!("`{path}` cannot be written: {error}"));
        let before = disk::read_inside(&root, path).map_err(unwritable)?.ok_or(NotSaved::None)?;
        if print_of(&before) != print {
            return Err(NotSaved::Changed);
        }
        disk::write_inside(&root, path, text).map_err(unwritable)?;
        let mut packs = (*now.packs).clone();
        packs.read_file_again(&root, path);
        let (problems, games) = checked(&packs, path);
        *now = Now {
            packs: Arc::new(packs),
            loaded: games.iter().map(|game| (game.pack.clone(), game.ruleset.clone())).collect::<BTreeMap<_, _>>(),
        };
        Ok(SavedFile { print: print_of(text), problems, games })
    }

    /// Plays a game again with other rules, by the names of what it began with, as far as its decisions fit.
    ///
    /// # Errors
    /// It cannot begin with them.
    pub(crate) fn play_again(&self, old: &Ruleset, save: &[u8], new: &Ruleset) -> Result<PlayedAgain, String> {
        let game = Match::load(old, save).map_err(|damage| damage.to_string())?;
        let record = Record::new(&self.packs(), old, game.game()).map_err(|failure| failure.to_string())?;
        let host = new.host();
        let again = new.replay(&host, record.begin(new)?, &record.log);
        let trace = new.trace(&again, None);
        Ok(PlayedAgain { save: new.save(&again), differs: difference(&record.trace, &trace) })
    }
}

fn print_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What is wrong in the games to which a file belongs, and those that can be played.
fn checked(packs: &Packs, path: &str) -> (Vec<FoundProblem>, Vec<GamePack>) {
    let own = pack_of(path).unwrap_or_default();
    // The games of a library are those that require it.
    let names = cardwright_content::games(&packs.files)
        .into_iter()
        .filter(|game| cardwright_content::needed(&packs.files, game).contains(own));
    let (mut problems, mut games) = (Vec::new(), Vec::new());
    for name in names {
        let loaded = cardwright_game::load(&packs.files, name);
        let of_pictures = pictures::problems(packs.judge, &packs.files, name);
        let told = loaded.told();
        problems.extend(told.iter().chain(of_pictures.iter()).map(|problem| found(&packs.files, problem)));
        if let Some(ruleset) = loaded.ruleset.filter(|_| of_pictures.is_empty()) {
            games.push(GamePack::of(packs, name.to_owned(), packs.with_scripts(ruleset)));
        }
    }
    (problems, games)
}

fn found(files: &Files, problem: &Problem) -> FoundProblem {
    let text = files.text(&problem.path).unwrap_or_default();
    let start = problem.span.map(|span| span.range().start.min(text.len()));
    let before = start.and_then(|start| text.get(..start));
    let (line, column) = before.map_or((0, 1), |before| {
        let line = before.matches('\n').count() + 1;
        (line, before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1)
    });
    let told = [Some(&problem.label), problem.help.as_ref()].into_iter().flatten().filter(|told| !told.is_empty());
    let message = told.fold(problem.message.to_string(), |message, told| format!("{message}\n{told}"));
    FoundProblem {
        path: problem.path.to_string(),
        line,
        column,
        message,
        code: problem.code.to_string(),
        is_warning: problem.is_warning,
    }
}

/// The first line by which two traces differ.
fn difference(before: &str, now: &str) -> Option<FirstDifference> {
    let (mut before, mut now) = (before.lines(), now.lines());
    for line in 0.. {
        let (was, is) = (before.next(), now.next());
        if was.is_none() && is.is_none() {
            return None;
        }
        if was != is {
            let own = |line: Option<&str>| line.map(|line| line.trim().to_owned());
            return Some(FirstDifference { line, before: own(was), now: own(is) });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder of packs with the toy game.
    fn toy() -> (tempfile::TempDir, Workshop) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/toy");
        copy(&from, folder.path());
        let mut packs = Packs::default();
        packs.lay_over(folder.path()).expect("it holds packs");
        (folder, Workshop::new(packs))
    }

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("it can be read").flatten() {
            match entry.path() {
                path if path.is_dir() => copy(&path, &to.join(entry.file_name())),
                path => drop(fs::copy(path, to.join(entry.file_name())).expect("it can be copied")),
            }
        }
    }

    #[test]
    fn only_files_of_open_packs_are_changed_and_never_what_somebody_else_has_changed() {
        let (folder, bench) = toy();
        let files = bench.files("toy");
        let path = &files.iter().find(|file| file.path.ends_with(".toml")).expect("there are files").path;
        assert!(files.iter().all(|file| file.uri.as_deref().is_some_and(|uri| uri.starts_with("file://"))));
        let FileText { text, print } = bench.file(path).expect("it is there");
        let saved = bench.save(path, &format!("{text}\n# a remark\n"), &print).expect("it can be saved");
        assert_eq!((saved.problems.len(), saved.games.len()), (0, 1));
        assert_eq!(fs::read_to_string(folder.path().join(path)).ok(), Some(format!("{text}\n# a remark\n")));
        assert_eq!(bench.save(path, &text, &print).err(), Some(NotSaved::Changed), "that text was another one");

        let broken = bench.save(path, "what = is = this", &saved.print).expect("it is saved as it is");
        assert!(broken.games.is_empty() && broken.problems.iter().any(|problem| problem.path == *path));
        fs::write(folder.path().join("secret.toml"), "x = 1").expect("it can be written");
        for path in ["secret.toml", "../secret.toml", "/etc/passwd", "cards/toy/none.toml", ""] {
            assert!(bench.file(path).is_none(), "{path}");
            assert_eq!(bench.save(path, "x", "").err(), Some(NotSaved::None), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        let (folder, bench) = toy();
        let path = bench.files("toy").pop().expect("there are files").path;
        let FileText { print, .. } = bench.file(&path).expect("it is there");
        let victim = folder.path().join("victim");
        fs::rename(folder.path().join(&path), &victim).expect("it can be moved");
        std::os::unix::fs::symlink(&victim, folder.path().join(&path)).expect("a link");
        let before = fs::read_to_string(&victim).expect("it is there");
        assert!(matches!(bench.save(&path, "x", &print), Err(NotSaved::Unwritable(_))));
        assert_eq!(fs::read_to_string(&victim).ok(), Some(before));
    }

    #[test]
    fn the_first_line_that_differs_is_found() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let differs = |before: Option<&str>, now: Option<&str>| {
            Some(FirstDifference { line: 1, before: before.map(Into::into), now: now.map(Into::into) })
        };
        assert_eq!(difference("a\n  b\nc", "a\n  d\nc"), differs(Some("b"), Some("d")));
        assert_eq!(difference("a\nb", "a"), differs(Some("b"), None));
    }
}
