//! One installation at a time in a folder of packs.

use cardwright_content::path_inside;
use same_file::Handle;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The file that is locked; it is there only as long as somebody installs, or was killed doing so.
const LOCK: &str = ".cardwright-install.lock";

/// The right to change a folder of packs.
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Waits until nobody else has it.
    pub(super) fn take(root: &Path) -> io::Result<Self> {
        loop {
            let path = path_inside(root, LOCK)?;
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            // Who had it before may have removed the file meanwhile; then somebody else can lock a new one.
            let own = Handle::from_file(file.try_clone()?)?;
            if Handle::from_path(&path).is_ok_and(|there| there == own) {
                return Ok(Self { file, path });
            }
        }
    }

    /// Gives it up.
    pub(super) fn release(self) {
        // An empty file that stays is hidden, and can be locked again.
        let _ = fs::remove_file(&self.path);
        drop(self.file);
    }
}
