//! The two sides of a comparison: a folder, an archive, or a revision of the git repository around the current folder.

use crate::archive;
use crate::command_error::CommandError;
use crate::packs::Packs;
use crate::rulings::RulingFile;
use cardwright_content::{Files, LARGEST_FILE};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

/// The folders of packs in a revision.
const FOLDERS: [&str; 3] = ["cards", "scripts", "tests/rulings"];

/// One of two versions of packs.
pub struct Side {
    /// What it was called on the command line.
    pub name: String,
    /// All files of its packs, and of the packs in sight that it does not have.
    pub files: Files,
}

impl Side {
    /// Reads the packs that a word means.
    ///
    /// # Errors
    /// If it means nothing, or cannot be read.
    pub fn read(word: &str, packs: &Packs) -> Result<Self, CommandError> {
        let path = Path::new(word);
        let own = if path.join("cards").is_dir() {
            Files::read(path).0
        } else if path.is_file() {
            of_archive(path)?
        } else {
            of_revision(word)?
        };
        let replaced: BTreeSet<&str> = own.iter().filter_map(|(path, _)| cardwright_content::pack_of(path)).collect();
        let others = packs.files.iter().filter(|(path, _)| {
            let pack = cardwright_content::pack_of(path);
            pack.is_some_and(|pack| !replaced.contains(pack)) || pack.is_none()
        });
        let mut files = Files::new(others);
        files.overlay(own);
        Ok(Self { name: word.to_owned(), files })
    }

    /// The rulings of these packs.
    pub fn rulings(&self) -> Vec<RulingFile> {
        let is_ruling = |path: &str| path.starts_with("tests/rulings/") && path.ends_with(".toml");
        let rulings = self.files.iter().filter(|(path, _)| is_ruling(path));
        rulings.map(|(path, text)| RulingFile { root: "".into(), path: path.into(), text: text.into() }).collect()
    }
}

fn of_archive(path: &Path) -> Result<Files, CommandError> {
    let bytes = fs::read(path).map_err(|error| CommandError::unreadable(path, &error))?;
    let archive = archive::read(&bytes);
    archive.map(|archive| archive.texts()).map_err(|why| CommandError::broken(format!("`{}`: {why}", path.display())))
}

/// The packs in a revision, as `git archive` writes them.
fn of_revision(revision: &str) -> Result<Files, CommandError> {
    let unknown = || {
        CommandError::usage(format!(
            "`{revision}` is no folder of packs, no archive, and no revision of a git repository"
        ))
        .help("a folder of packs contains `cards`, and beside it `scripts` and `tests`")
    };
    if revision.starts_with('-') {
        return Err(unknown());
    }
    let there = git(&["ls-tree", "-d", "-r", "--name-only", "--full-tree", revision]).ok_or_else(unknown)?;
    let there = String::from_utf8_lossy(&there).into_owned();
    let folders: Vec<&str> = FOLDERS.into_iter().filter(|folder| there.lines().any(|line| line == *folder)).collect();
    if folders.is_empty() {
        return Err(CommandError::usage(format!("the revision `{revision}` has no packs")));
    }
    let top = git(&["rev-parse", "--show-toplevel"]).ok_or_else(unknown)?;
    let top = String::from_utf8_lossy(&top).trim().to_owned();
    let arguments: Vec<&str> =
        ["-C", &top, "archive", "--format=tar", revision, "--"].into_iter().chain(folders).collect();
    let tar = git(&arguments).ok_or_else(unknown)?;
    let mut found = Vec::new();
    let mut archive = tar::Archive::new(&*tar);
    let cannot =
        |error: std::io::Error| CommandError::broken(format!("the revision `{revision}` cannot be read: {error}"));
    for entry in archive.entries().map_err(cannot)? {
        let mut entry = entry.map_err(cannot)?;
        let path = entry.path().map_err(cannot)?.to_string_lossy().into_owned();
        // No link is followed, as in a folder.
        if entry.header().entry_type().is_file() && (path.ends_with(".toml") || path.ends_with(".rhai")) {
            if entry.size() > LARGEST_FILE {
                return Err(CommandError::broken(format!(
                    "`{path}` in the revision `{revision}` is larger than 1 MiB"
                )));
            }
            let mut text = String::new();
            entry.read_to_string(&mut text).map_err(cannot)?;
            found.push((path, text));
        }
    }
    Ok(Files::new(found))
}

fn git(arguments: &[&str]) -> Option<Vec<u8>> {
    // Nothing is fetched that is not there.
    let output = Command::new("git").args(arguments).env("GIT_NO_LAZY_FETCH", "1").output().ok()?;
    output.status.success().then_some(output.stdout)
}
