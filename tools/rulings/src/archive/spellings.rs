//! The paths of an archive together: none of them is another one on some machine.

use super::paths::folded;
use std::collections::BTreeMap;

/// Files and the folders above them, each by what a machine may take it for.
#[derive(Default)]
pub(super) struct Spellings(BTreeMap<String, Spelt>);

/// How a path is spelt, and what it is.
struct Spelt {
    path: String,
    is_file: bool,
}

/// Why a path cannot be there beside those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// It is another file on some machine.
    Twice,
    /// It is a file, and a folder as well.
    FileAndFolder,
}

impl Spellings {
    /// Adds the path of a file and of the folders above it.
    pub(super) fn add(&mut self, path: &str) -> Result<(), Clash> {
        let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
        folders
            .map(|folder| (folder, false))
            .chain([(path, true)])
            .try_for_each(|(path, is_file)| self.put(path, is_file))
    }

    fn put(&mut self, path: &str, is_file: bool) -> Result<(), Clash> {
        let spelt = || Spelt { path: path.to_owned(), is_file };
        let there = self.0.entry(folded(path)).or_insert_with(spelt);
        match there {
            there if there.is_file != is_file => Err(Clash::FileAndFolder),
            there if there.path != path => Err(Clash::Twice),
            _ => Ok(()),
        }
    }

    /// Whether a file of exactly this path is there already.
    pub(super) fn has(&self, path: &str) -> bool {
        self.0.get(&folded(path)).is_some_and(|there| there.is_file && there.path == path)
    }
}
