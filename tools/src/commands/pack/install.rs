//! `cardwright pack install`: puts the pack of an archive into a folder of packs, whole or not at all.

use super::{described, judge, open};
use crate::archive::Archive;
use crate::commands::new::root;
use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use clap::Args;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Arguments of `cardwright pack install`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The archive
    file: PathBuf,
    /// The folder of packs to install into [default: `--packs`, or where you are]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Refuse the archive unless it has this hash
    #[arg(long)]
    hash: Option<String>,
    /// Replace the installed pack of the same name
    #[arg(long)]
    replace: bool,
    /// Install it even if it does not work with the other packs
    #[arg(long)]
    unchecked: bool,
}

/// The folders of a root that hold packs.
const FOLDERS: [&str; 3] = ["cards", "scripts", "tests/rulings"];

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let archive = open(&arguments.file, arguments.hash.as_deref())?;
    judge::same_version(&archive)?;
    let root = root(arguments.dir.clone(), &mut packs)?;
    let name = &archive.manifest.name;
    let there = FOLDERS.iter().map(|folder| root.join(folder).join(name)).find(|path| path.symlink_metadata().is_ok());

    if let (Some(path), false) = (there, arguments.replace) {
        return Err(Failure::usage(format!("`{}` already exists", path.display())).help("`--replace` replaces it"));
    }
    if !arguments.unchecked {
        let with = judge::with(&packs, &archive);
        let problems = judge::new_problems(&packs, &with);
        judge::no_problems(&with, &problems, "nothing is installed", out.colour())?;
    }
    Staging::new(&root)
        .and_then(|staging| staging.install(&archive, &root))
        .map_err(|error| Failure::broken(format!("nothing was installed: {error}")))?;
    out.line(described(&archive));
    out.line(format_args!("installed into {}", root.display()));
    Ok(Verdict::Fine)
}

/// A folder in which everything is made ready; it goes away with what is left in it.
struct Staging(PathBuf);

impl Staging {
    fn new(root: &Path) -> io::Result<Self> {
        let folder = root.join(format!(".cardwright-{}", std::process::id()));
        fs::create_dir_all(root)?;
        fs::create_dir(&folder)?;
        Ok(Self(folder))
    }

    /// Writes all files here, then moves the folders of the pack to their places; if one cannot be moved, those
    /// before it go back.
    fn install(&self, archive: &Archive, root: &Path) -> io::Result<()> {
        for (path, bytes) in &archive.files {
            let file = self.0.join("new").join(path);
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(file, bytes)?;
        }
        let mut undo: Vec<(PathBuf, PathBuf)> = Vec::new();
        let moved = FOLDERS.iter().try_for_each(|folder| {
            let inside = Path::new(folder).join(&archive.manifest.name);
            self.exchange(&inside, root, &mut undo)
        });
        if moved.is_err() {
            for (from, to) in undo.iter().rev() {
                fs::rename(to, from)?;
            }
        }
        moved
    }

    /// Moves what is there out of the way, and what is new to its place.
    fn exchange(&self, inside: &Path, root: &Path, undo: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
        let (new, place, old) = (self.0.join("new").join(inside), root.join(inside), self.0.join("old").join(inside));
        let mut go = |from: &Path, to: &Path| -> io::Result<()> {
            if from.symlink_metadata().is_err() {
                return Ok(());
            }
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::rename(from, to)?;
            undo.push((from.to_owned(), to.to_owned()));
            Ok(())
        };
        go(&place, &old)?;
        go(&new, &place)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed is hidden, and no pack.
        let _ = fs::remove_dir_all(&self.0);
    }
}
