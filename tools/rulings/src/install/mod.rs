//! Installing packs: an installation happens whole or not at all, at whatever moment it is killed.
//!
//! Everything is made ready in a hidden folder of the folder of packs. A journal there says that all of it is ready: from
//! then on the installation is carried through, by the process that began it or by the next one that reads the folder.
//! Folders are only renamed, each in one step, and how far an earlier process got can be seen from what lies where.

mod lock;
mod moves;
#[cfg(test)]
mod tests;

use crate::archive::{self, Archive};
use crate::disk;
use cardwright_content::path_inside;
use lock::Lock;
use moves::{Moves, Rename};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders of a root that hold packs.
pub const FOLDERS: [&str; 3] = ["cards", "scripts", "tests/rulings"];

/// The hidden folder in which everything is made ready.
const STAGING: &str = ".cardwright-install";

/// The file there that says that all is ready.
const JOURNAL: &str = ".cardwright-install/journal.json";

/// What an installation does, once all is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Journal {
    /// The pack.
    pack: String,
    /// The folders that it had, as in [`FOLDERS`].
    old: Vec<String>,
    /// The folders that it is to have.
    new: Vec<String>,
}

/// Installs the pack of an archive into a folder of packs, in place of what is installed there under its name.
///
/// # Errors
/// If something cannot be written or moved; what was installed is as it was.
pub fn install(archive: &Archive, root: &Path) -> io::Result<()> {
    fs::create_dir_all(root)?;
    let lock = Lock::take(root)?;
    finish(root)?;
    clear(root)?;
    let done = prepare(archive, root).and_then(|journal| carry_through(&journal, root));
    // What is left over is hidden, and the next installation removes it.
    let _ = clear(root);
    lock.release();
    done
}

/// Finishes an installation that was killed, if there is one. A folder without one is not touched.
///
/// # Errors
/// If it cannot be finished.
pub fn recover(root: &Path) -> io::Result<()> {
    if !root.join(JOURNAL).is_file() {
        return Ok(());
    }
    let lock = Lock::take(root)?;
    finish(root)?;
    let cleared = clear(root);
    lock.release();
    cleared
}

/// Writes all files into the hidden folder, and last of all the journal.
fn prepare(archive: &Archive, root: &Path) -> io::Result<Journal> {
    let pack = &archive.manifest.name;
    let old = FOLDERS.iter().filter(|folder| root.join(folder).join(pack).symlink_metadata().is_ok());
    let begins = |folder: &&&str| archive.files.keys().any(|path| path.starts_with(&format!("{folder}/{pack}/")));
    let journal = Journal {
        pack: pack.clone(),
        old: old.map(|folder| (*folder).to_owned()).collect(),
        new: FOLDERS.iter().filter(begins).map(|folder| (*folder).to_owned()).collect(),
    };
    // Nothing is begun that a link would keep from ending.
    for folder in FOLDERS {
        path_inside(root, folder)?;
    }
    for (path, bytes) in &archive.files {
        let file = path_inside(root, &format!("{STAGING}/new/{path}"))?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Whole files matter only once the journal is there.
        fs::write(file, bytes)?;
    }
    let text = serde_json::to_string_pretty(&journal).unwrap_or_default();
    disk::write_inside(root, JOURNAL, text + "\n")?;
    Ok(journal)
}

/// Finishes what a journal says, if there is one.
fn finish(root: &Path) -> io::Result<()> {
    let Some(text) = disk::read_inside(root, JOURNAL)? else { return Ok(()) };
    let journal: Journal = serde_json::from_str(&text).map_err(io::Error::other)?;
    let known = |folders: &[String]| folders.iter().all(|folder| FOLDERS.contains(&folder.as_str()));
    if !archive::is_name(&journal.pack) || !known(&journal.old) || !known(&journal.new) {
        return Err(io::Error::other(format!("`{JOURNAL}` is not the journal of an installation")));
    }
    carry_through(&journal, root)
}

/// Moves all folders; if one cannot be moved, those before it go back.
fn carry_through(journal: &Journal, root: &Path) -> io::Result<()> {
    let moves = Moves::new(journal, root)?;
    let rename: &Rename<'_> = &|from, to| fs::rename(from, to);
    let moved = moves.forward(rename);
    if moved.is_err() {
        moves.back(rename)?;
    }
    // With the journal everything ends that a later process would carry through.
    disk::remove_inside(root, JOURNAL)?;
    moved
}

/// Removes the hidden folder, unless it holds a journal.
fn clear(root: &Path) -> io::Result<()> {
    let staging = path_inside(root, STAGING)?;
    if root.join(JOURNAL).symlink_metadata().is_ok() {
        return Ok(());
    }
    match fs::remove_dir_all(staging) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Where the parts of an installation lie, by the folder of the root.
fn place(root: &Path, part: &str, folder: &str, pack: &str) -> io::Result<PathBuf> {
    let part = if part.is_empty() { String::new() } else { format!("{STAGING}/{part}/") };
    let above = path_inside(root, &format!("{part}{folder}"))?;
    Ok(above.join(pack))
}
