//! The renames of an installation: which are left to do is seen from what lies where.

use super::{Journal, place};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Renames a folder.
pub(super) type Rename<'r> = dyn Fn(&Path, &Path) -> io::Result<()> + 'r;

/// The renames for each folder of the pack.
pub(super) struct Moves(Vec<Exchange>);

/// The old folder goes out of the way, the new one to its place.
struct Exchange {
    had: bool,
    has: bool,
    new: PathBuf,
    place: PathBuf,
    old: PathBuf,
}

impl Moves {
    pub(super) fn new(journal: &Journal, root: &Path) -> io::Result<Self> {
        let exchange = |folder: &&str| {
            Ok(Exchange {
                had: journal.old.iter().any(|old| old == folder),
                has: journal.new.iter().any(|new| new == folder),
                new: place(root, "new", folder, &journal.pack)?,
                place: place(root, "", folder, &journal.pack)?,
                old: place(root, "old", folder, &journal.pack)?,
            })
        };
        Ok(Self(super::FOLDERS.iter().map(exchange).collect::<io::Result<_>>()?))
    }

    /// Does what has not been done yet.
    pub(super) fn forward(&self, rename: &Rename<'_>) -> io::Result<()> {
        self.0.iter().try_for_each(|exchange| exchange.forward(rename))
    }

    /// Takes back what has been done.
    pub(super) fn back(&self, rename: &Rename<'_>) -> io::Result<()> {
        self.0.iter().rev().try_for_each(|exchange| exchange.back(rename))
    }
}

impl Exchange {
    /// Whether the new folder is at its place: it is not where it was made ready any more.
    fn has_arrived(&self) -> bool {
        self.has && !is_there(&self.new)
    }

    fn forward(&self, rename: &Rename<'_>) -> io::Result<()> {
        if self.had && !is_there(&self.old) && !self.has_arrived() {
            go(&self.place, &self.old, rename)?;
        }
        if self.has && !self.has_arrived() {
            go(&self.new, &self.place, rename)?;
        }
        Ok(())
    }

    fn back(&self, rename: &Rename<'_>) -> io::Result<()> {
        if self.has_arrived() {
            go(&self.place, &self.new, rename)?;
        }
        if is_there(&self.old) {
            go(&self.old, &self.place, rename)?;
        }
        Ok(())
    }
}

fn go(from: &Path, to: &Path, rename: &Rename<'_>) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    rename(from, to)
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
