//! The files of rulings: `tests/rulings/<pack>/<subject>/<claim>.toml`.

use cardwright_content::{Files, pack_of};
use cardwright_kernel::problems::{Problems, Source};
use std::path::{Path, PathBuf};

/// The folder of rulings under a root.
pub const FOLDER: &str = "tests/rulings/";

/// A file that holds a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingFile {
    /// The root that it was found under.
    pub root: PathBuf,
    /// Its path from there, with `/` between its parts.
    pub path: Box<str>,
    /// Its text.
    pub text: Box<str>,
}

impl RulingFile {
    /// The pack that the ruling is about.
    pub fn pack(&self) -> &str {
        pack_of(&self.path).unwrap_or_default()
    }

    /// How people call it: `spellfire/calm/spares-only-its-player`.
    pub fn name(&self) -> &str {
        let name = self.path.strip_prefix(FOLDER).unwrap_or(&self.path);
        name.strip_suffix(".toml").unwrap_or(name)
    }

    /// The file itself.
    pub fn file(&self) -> PathBuf {
        self.root.join(&*self.path)
    }

    /// The snapshot beside it.
    pub fn snapshot(&self) -> PathBuf {
        self.root.join(self.snapshot_path())
    }

    /// The path of the snapshot from the root.
    pub fn snapshot_path(&self) -> String {
        format!("{}.snap", self.path.strip_suffix(".toml").unwrap_or(&self.path))
    }

    /// The file as a source, for showing problems.
    pub fn source(&self) -> Source<'_> {
        Source { path: &self.path, text: &self.text }
    }
}

/// The rulings under a root whose names contain the filter, in the order of their paths; all of them if it is
/// empty. What cannot be read is a problem.
pub fn find(root: &Path, filter: &str) -> (Vec<RulingFile>, Problems) {
    let (files, problems) = Files::read(root);
    let found = files.iter().filter(|(path, _)| path.starts_with(FOLDER)).map(|(path, text)| RulingFile {
        root: root.to_path_buf(),
        path: path.into(),
        text: text.into(),
    });
    (found.filter(|file| file.name().contains(filter)).collect(), problems)
}
