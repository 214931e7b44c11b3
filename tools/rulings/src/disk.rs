//! Files on the disk: written whole or not at all, and in folders of packs never through a link.
//!
//! A file is written beside its place under another name, and then renamed. Whoever is killed meanwhile leaves the old
//! file, and a hidden one that the next write into the folder removes.
//!
//! Found once: links are followed out of a pack.

use cardwright_content::{LARGEST_FILE, path_inside};
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::Builder;

/// How the names of files begin and end that are not whole yet.
const UNFINISHED: (&str, &str) = (".cardwright-", ".new");

/// Writes a file that a person has named, whole or not at all; a link leads to the file that is meant.
///
/// # Errors
/// If it cannot be written, or may not be changed: then it is as it was.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    match fs::metadata(path) {
        // A terminal or a pipe is written to; it cannot be replaced.
        Ok(entry) if !entry.is_file() => fs::write(path, bytes),
        Ok(entry) => replace(&path.canonicalize()?, bytes.as_ref(), Some(&entry)),
        Err(_) if path.is_symlink() => {
            Err(io::Error::new(io::ErrorKind::NotFound, "this is a link that leads nowhere"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(path, bytes.as_ref(), None),
        Err(error) => Err(error),
    }
}

/// Writes a file of a folder of packs, whole or not at all, and makes the folders that it needs.
///
/// # Errors
/// If it cannot be written, may not be changed, or lies behind a link: then it is as it was.
pub fn write_inside(root: &Path, path: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let file = path_inside(root, path)?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::metadata(&file) {
        Ok(entry) if !entry.is_file() => Err(no_file()),
        Ok(entry) => replace(&file, bytes.as_ref(), Some(&entry)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&file, bytes.as_ref(), None),
        Err(error) => Err(error),
    }
}

/// Reads a text of a folder of packs; none if there is no such file.
///
/// # Errors
/// If it cannot be read, is larger than files may be, or lies behind a link.
pub fn read_inside(root: &Path, path: &str) -> io::Result<Option<String>> {
    let text = bytes_inside(root, path)?.map(String::from_utf8);
    text.transpose().map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The same of a file that may be no text.
///
/// # Errors
/// If it is there and cannot be read, is too large, or lies behind a link.
pub fn bytes_inside(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    let file = path_inside(root, path)?;
    match file.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Ok(entry) if !entry.is_file() => return Err(no_file()),
        Ok(_) | Err(_) => {}
    }
    read_up_to(&file, LARGEST_FILE).map(Some)
}

/// Reads a file that may have so many bytes, in whole MiB.
///
/// # Errors
/// If it cannot be read, or is larger.
pub fn read_up_to(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("it may have at most {} MiB", most >> 20));
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Removes a file of a folder of packs, if it is there.
///
/// # Errors
/// If it cannot be removed, or lies behind a link.
pub fn remove_inside(root: &Path, path: &str) -> io::Result<()> {
    match fs::remove_file(path_inside(root, path)?) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "this is not a file")
}

/// Puts a file in place of another one, or where none is.
fn replace(path: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    if let Some(old) = old {
        // A rename asks only whether the folder may be changed.
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "this file is read-only"));
        }
        OpenOptions::new().write(true).open(path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    remove_unfinished(folder);
    match put(path, folder, bytes, old) {
        // Another process may have taken the new file for one that was left behind before it was locked.
        Err(error) if error.kind() == io::ErrorKind::NotFound && folder.is_dir() => put(path, folder, bytes, old),
        done => done,
    }
}

fn put(path: &Path, folder: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let mut builder = Builder::new();
    builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1);
    let permissions = of_new_files();
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    let mut new = builder.tempfile_in(folder)?;
    // Not every disk has locks; without one, another process could at most take the file for one that was left behind.
    let _ = new.as_file().try_lock();
    new.write_all(bytes)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// What people may do with new files: what their system says, and not only what is fit for a temporary file.
#[cfg(unix)]
fn of_new_files() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn of_new_files() -> Option<Permissions> {
    None
}

/// Asks the disk to keep the new name. Where folders cannot be opened, nobody can ask for this.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Removes what processes have left behind that were killed while they wrote: what nobody has locked.
fn remove_unfinished(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1);
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            // What cannot be removed is hidden, and does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    fn folder() -> TempDir {
        tempdir().expect("a folder can be made")
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("it can be read").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_never_written_into() {
        let folder = tempdir().expect("a folder can be made");
        let [file, other] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("it can be written");
        // Whoever knows the old file under another name keeps it as it was, at whatever moment the writing ends.
        fs::hard_link(&file, &other).expect("it can have two names");
        let read = |file: &Path| fs::read_to_string(file).expect("it can be read");
        write(&file, "new").expect("it can be written");
        assert_eq!((&*read(&file), &*read(&other)), ("new", "old"));
        fs::remove_file(&other).and_then(|()| fs::hard_link(&file, &other)).expect("it can have two names");
        write_inside(folder.path(), "a", "newer").expect("it can be written");
        assert_eq!((&*read(&file), &*read(&other)), ("newer", "new"));
    }

    #[test]
    fn a_file_is_written_and_replaced() {
        let folder = folder();
        let file = folder.path().join("a.toml");
        for text in ["one", "two", ""] {
            write(&file, text).expect("it can be written");
            assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some(text));
        }
        write_inside(folder.path(), "b/c/d.toml", "three").expect("it can be written");
        assert_eq!(read_inside(folder.path(), "b/c/d.toml").ok(), Some(Some("three".into())));
        assert_eq!(read_inside(folder.path(), "b/c/e.toml").ok(), Some(None));
        remove_inside(folder.path(), "b/c/d.toml").expect("it can be removed");
        remove_inside(folder.path(), "b/c/d.toml").expect("it is gone");
        assert_eq!(names(&folder), ["a.toml", "b"]);
    }

    #[test]
    fn what_was_left_behind_is_removed_unless_somebody_writes_it() {
        let folder = folder();
        let [left, busy, other] = [".cardwright-xyz123.new", ".cardwright-abc123.new", ".cardwright-x"];
        for name in [left, busy, other] {
            fs::write(folder.path().join(name), "half").expect("it can be written");
        }
        let writing = OpenOptions::new().write(true).open(folder.path().join(busy)).expect("it can be opened");
        writing.try_lock().expect("it can be locked");
        write(&folder.path().join("a"), "whole").expect("it can be written");
        assert_eq!(names(&folder), [busy, other, "a"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_a_read_only_file_is_left_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let file = folder.path().join("a");
        write(&file, "one").expect("it can be written");
        let mode = |file: &Path| file.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_ne!(mode(&file) & 0o044, 0, "others may read it, unless the system says otherwise");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("they can be set");
        write(&file, "two").expect("it can be written");
        assert_eq!(mode(&file), 0o640);

        fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("they can be set");
        for done in [write(&file, "three"), write_inside(folder.path(), "a", "three")] {
            assert_eq!(done.expect_err("it is read-only").to_string(), "this file is read-only");
        }
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), Some("two"));
        assert_eq!(names(&folder), ["a"]);
    }

    /// Attack 1: links in a pack.
    #[cfg(unix)]
    #[test]
    fn links_are_followed_for_people_and_never_in_packs() {
        use std::os::unix::fs::symlink;
        let (folder, outside) = (folder(), folder());
        let victim = outside.path().join("victim");
        fs::write(&victim, "precious").expect("it can be written");
        symlink(&victim, folder.path().join("file")).expect("a link");
        symlink(outside.path(), folder.path().join("folder")).expect("a link");
        symlink(outside.path().join("none"), folder.path().join("dangling")).expect("a link");
        for path in ["file", "folder/victim", "folder/new", "dangling", "../x", "a/../../x"] {
            assert!(write_inside(folder.path(), path, "x").is_err(), "{path}");
            assert!(read_inside(folder.path(), path).is_err(), "{path}");
            assert!(remove_inside(folder.path(), path).is_err(), "{path}");
        }
        assert!(write(&folder.path().join("dangling"), "x").is_err());
        assert_eq!(
            (names(&outside), fs::read_to_string(&victim).ok().as_deref()),
            (vec!["victim".into()], Some("precious"))
        );

        write(&folder.path().join("file"), "new").expect("whoever names a link means where it leads");
        assert_eq!(fs::read_to_string(&victim).ok().as_deref(), Some("new"));
        assert!(folder.path().join("file").is_symlink());
    }

    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = folder();
        fs::create_dir(folder.path().join("a")).expect("a folder can be made");
        assert!(write(&folder.path().join("a"), "x").is_err());
        assert!(write_inside(folder.path(), "a", "x").is_err());
        assert!(read_inside(folder.path(), "a").is_err());
        fs::write(folder.path().join("large"), vec![b'x'; 1 << 21]).expect("it can be written");
        assert!(read_inside(folder.path(), "large").is_err());
        assert!(write(&folder.path().join("none/x"), "x").is_err());
    }
}
