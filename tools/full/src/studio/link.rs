//! The link of the author, for a browser that is started here. What a program is started with is in the list of processes,
//! which every user of the machine reads; so the browser is given a file that only its user can read, with a link that opens
//! once.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::{Builder, TempDir};

/// How long the file is there. A browser that is slower is shown the link of the command.
const THERE: Duration = Duration::from_secs(60);

/// A file that leads to a page, in a folder of the user's, until this is dropped.
pub(super) struct LinkFile {
    folder: TempDir,
    path: PathBuf,
}

impl LinkFile {
    /// Writes it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn to(page: &str) -> io::Result<Self> {
        let folder = private_folder()?;
        let path = folder.path().join("studio.html");
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.write_all(leading_to(page).as_bytes())?;
        Ok(Self { folder, path })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Leaves it there for a while.
    pub fn leave(self) {
        std::thread::spawn(move || {
            std::thread::sleep(THERE);
            drop(self.folder);
        });
    }
}

/// A page that leads to another, whose address is made of digits and letters.
fn leading_to(page: &str) -> String {
    format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={page}\"><title>Cardwright studio</title>\n\
         <p><a href=\"{page}\">The studio</a></p>\n"
    )
}

/// A new folder that only the user enters: in that of the session, where there is one, or where temporary files are.
fn private_folder() -> io::Result<TempDir> {
    let session = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let within = session.filter(|session| session.is_dir()).unwrap_or_else(std::env::temp_dir);
    let mut builder = Builder::new();
    builder.prefix("cardwright-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(within)
}
