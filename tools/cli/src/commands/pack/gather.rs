//! Gathering the files of a pack: all that belongs into its archive.

use cardwright_content::{LARGEST_FILE, path_inside};
use cardwright_rulings::archive::{self, MOST_UNPACKED};
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::disk;
use cardwright_rulings::packs::{self, Packs};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files of a pack, and those that lie among them and are left out.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Files by their paths from the root.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Paths of what does not belong to a pack, and why.
    pub left_out: Vec<(String, &'static str)>,
    /// How many bytes the files have together.
    size: u64,
}

/// Gathers the files of a pack where it was found: on the disk, or inside the binary.
pub fn gather(packs: &Packs, name: &str) -> Result<Gathered, CommandError> {
    let root = packs.roots.iter().rev().find(|root| root.join("cards").join(name).is_dir());
    let mut gathered = Gathered::default();

    match root {
        None => gathered.files = packs::embedded_files(name),
        Some(root) => {
            for folder in ["cards", "scripts", "tests/rulings"] {
                gathered.folder(root, &format!("{folder}/{name}"), name)?;
            }
        }
    }
    gathered.left_out.sort();
    Ok(gathered)
}

impl Gathered {
    fn folder(&mut self, root: &Path, path: &str, name: &str) -> Result<(), CommandError> {
        let Ok(folder) = path_inside(root, path) else {
            self.left_out.push((path.to_owned(), "it is a link"));
            return Ok(());
        };
        if !folder.is_dir() {
            return Ok(());
        }
        let unreadable = |error| CommandError::broken(format!("`{}` cannot be read: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let inside = format!("{path}/{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_symlink() {
                self.left_out.push((inside, "it is a link"));
            } else if kind.is_dir() {
                self.folder(root, &inside, name)?;
            } else if kind.is_file() {
                self.file(&entry.path(), inside, name)?;
            } else {
                self.left_out.push((inside, "it is not a file"));
            }
        }
        Ok(())
    }

    fn file(&mut self, file: &Path, path: String, name: &str) -> Result<(), CommandError> {
        if let Err(why) = archive::check_path(&path, name) {
            self.left_out.push((path, why));
            return Ok(());
        }
        let unreadable = |error| CommandError::broken(format!("`{}` cannot be read: {error}", file.display()));
        let bytes = disk::read_up_to(file, LARGEST_FILE).map_err(unreadable)?;
        self.size += bytes.len() as u64;
        if self.size > MOST_UNPACKED {
            let most = MOST_UNPACKED >> 20;
            return Err(CommandError::broken(format!(
                "the pack `{name}` is larger than {most} MiB, and no archive holds more"
            )));
        }
        self.files.insert(path, bytes);
        Ok(())
    }
}
