//! Files that cannot be read: no text, too large, links, or have names that nothing reads or no archive holds, and a folder that holds no packs.

use super::mistake::base;
use cardwright_content::Files;
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_rulings::archive::unportable;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// What is checked here.
pub const CHECKS: &[super::Check] = &[
    ("disk/files_that_cannot_be_read", files_that_cannot_be_read),
    ("disk/files_under_other_names", files_under_other_names),
    ("disk/files_that_no_archive_holds", files_that_no_archive_holds),
    ("disk/no_packs_at_all", no_packs_at_all),
];

/// A folder that is removed when it is no longer needed.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self, Failed> {
        let path = env::temp_dir().join(format!("{name}-{}", process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn file(&self, path: &str, bytes: &[u8]) -> Result<(), Failed> {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        Ok(fs::write(path, bytes)?)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over lies among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The packs that can be read are read; of the others each has its problem.
fn files_that_cannot_be_read() -> Result<(), Failed> {
    let folder = Folder::new("unreadable")?;
    for (path, text) in base().iter() {
        folder.file(path, text.as_bytes())?;
    }
    folder.file("cards/fair/stalls/latin.toml", b"name = \"Caf\xe9\"\n")?;
    folder.file("cards/fair/stalls/huge.toml", &vec![b'#'; 1 << 21])?;
    folder.file("cards/fair/stalls/.hidden.toml", b"= = =")?;
    folder.file(&format!("cards/{}deep.toml", "x/".repeat(20)), b"")?;
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", folder.0.join("cards/fair/stalls/linked.toml"))?;
    let (files, problems) = Files::read(&folder.0);
    assert!(files.iter().eq(base().iter()));
    let unreadable = files.unreadable(|pack| pack == "fair");
    assert_eq!(unreadable.len(), problems.len() - 1, "what lies too deep is of no pack of this game");
    let shown = problems.render(&files, Colour::Plain);
    super::told("disk", "files_that_cannot_be_read", "Files are no text, too large, links, or lie too deep.", &shown);
    Ok(())
}

/// What looks like a card, a script or a ruling, but has a name that nothing reads.
fn files_under_other_names() -> Result<(), Failed> {
    let folder = Folder::new("misnamed")?;
    for (path, text) in base().iter() {
        folder.file(path, text.as_bytes())?;
    }
    folder.file("cards/fair/stalls/kiosk.TOML", b"name = \"Kiosk\"\n")?;
    folder.file("cards/fair/stalls/booth", b"name = \"Booth\"\n")?;
    folder.file("scripts/fair/stalls/booth.rs", b"fn resolve(item) { }\n")?;
    folder.file("cards/fair/stalls/notes.txt", b"A remark.\n")?;
    let (files, problems) = Files::read(&folder.0);
    assert!(files.iter().eq(base().iter()));
    let shown = problems.render(&files, Colour::Plain);
    super::told(
        "disk",
        "files_under_other_names",
        "Files look like cards and scripts, but nothing reads them.",
        &shown,
    );
    Ok(())
}

fn files_that_no_archive_holds() -> Result<(), Failed> {
    let own = ["cards/fair/stalls/nul.toml", "cards/fair/stalls/One.toml", "cards/fair/stalls/one.toml"];
    let files = Files::new(base().iter().chain(own.map(|path| (path, "name = \"One\"\n"))));
    let problems: Problems = unportable(&files, |path| own.contains(&path)).into_iter().collect();
    let shown = problems.render(&files, Colour::Plain);
    super::told("disk", "files_that_no_archive_holds", "No archive can hold these files.", &shown);
    Ok(())
}

fn no_packs_at_all() -> Result<(), Failed> {
    let folder = Folder::new("empty")?;
    let (files, problems) = Files::read(&folder.0);
    let shown = problems.render(&files, Colour::Plain).replace(&*folder.0.to_string_lossy(), "…");
    super::told("disk", "no_packs_at_all", "A folder holds no packs.", &shown);
    Ok(())
}
