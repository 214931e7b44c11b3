//! Files of packs, in memory: the only place that reads them.
//!
//! A root has the folders `cards/`, `scripts/` and `tests/rulings/`, each with a folder for every pack.
//!
//! Found once: links are followed out of a pack.

use crate::read::inside::{LINK, path_inside};
use crate::read::misnamed;
use cardwright_kernel::problems::{Problem, Problems, Sources};
use cardwright_kernel::text::text_of;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The largest size of a file, in bytes.
pub const LARGEST_FILE: u64 = 1 << 20;

/// How deeply folders may be nested.
const DEEPEST: usize = 16;

/// The endings of pictures.
pub const IMAGE_ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "svg"];

/// The folders of a root that hold packs.
const FOLDERS: [&str; 3] = ["cards", "scripts", RULINGS];

const RULINGS: &str = "tests/rulings";

/// Texts of files by their path (`cards/paperwood/events/hush.toml`), always in the order of the paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    texts: BTreeMap<Box<str>, Box<str>>,
    /// Pictures among the cards, by path; empty ones could not be read, which has been reported. None if nobody knows which
    /// there are, because only texts were kept.
    images: Option<Images>,
    /// What could not be read and is no picture or remark: packs without it are not whole.
    unreadable: Problems,
}

type Images = BTreeMap<Box<str>, Arc<[u8]>>;

impl Files {
    /// Files from pairs of path and text; of several with one path the last is taken.
    pub fn new<P: Into<Box<str>>, T: Into<Box<str>>>(pairs: impl IntoIterator<Item = (P, T)>) -> Self {
        let texts = pairs.into_iter().map(|(path, text)| (path.into(), text.into())).collect();
        Self { texts, images: None, unreadable: Problems::new() }
    }

    /// With these pictures besides.
    #[must_use]
    pub fn with_images<P: Into<Box<str>>>(mut self, images: impl IntoIterator<Item = (P, Arc<[u8]>)>) -> Self {
        let known = self.images.get_or_insert_default();
        known.extend(images.into_iter().map(|(path, bytes)| (path.into(), bytes)));
        self
    }

    /// Whether it is known which pictures there are.
    pub fn has_images(&self) -> bool {
        self.images.is_some()
    }

    /// A picture.
    pub fn image(&self, path: &str) -> Option<&[u8]> {
        self.images.as_ref()?.get(path).map(|bytes| &**bytes)
    }

    /// All pictures, in the order of their paths.
    pub fn images(&self) -> impl Iterator<Item = (&str, Arc<[u8]>)> {
        self.images.iter().flatten().map(|(path, bytes)| (&**path, Arc::clone(bytes)))
    }

    /// What could not be read of these packs, but for rulings and pictures: none of their games can be played.
    pub fn unreadable(&self, is_of: impl Fn(&str) -> bool) -> Problems {
        self.unreadable_where(|path| {
            // A whole folder may be unreadable.
            !path.starts_with(RULINGS) && pack_of(&format!("{path}/")).is_some_and(&is_of)
        })
    }

    fn unreadable_where(&self, mut wanted: impl FnMut(&str) -> bool) -> Problems {
        self.unreadable.iter().filter(|problem| wanted(&problem.path)).cloned().collect()
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().chain(self.images.iter().flat_map(BTreeMap::keys)).map(|path| &**path)
    }

    /// The same files, some of them with other texts.
    #[must_use]
    pub fn with_texts<'p>(&self, pairs: impl IntoIterator<Item = (&'p str, &'p str)>) -> Self {
        let mut files = self.clone();
        for (path, text) in pairs {
            files.texts.insert(path.into(), text.into());
            files.unreadable = files.unreadable_where(|unreadable| unreadable != path);
        }
        files
    }

    /// Only the files with paths like this.
    #[must_use]
    pub fn only(&self, mut wanted: impl FnMut(&str) -> bool) -> Self {
        let mut files = self.clone();
        files.texts.retain(|path, _| wanted(path));
        files.images.iter_mut().for_each(|images| images.retain(|path, _| wanted(path)));
        files.unreadable = files.unreadable_where(wanted);
        files
    }

    /// Reads the packs under a folder. What cannot be read is a problem and left out.
    ///
    /// Only `.toml` and `.rhai` files are read, and pictures among the cards; hidden ones are passed over. No link is followed, also where `cards` or
    /// another of the folders is one; only the root itself may be.
    pub fn read(root: &Path) -> (Self, Problems) {
        let mut reading = FolderReading::default();

        for folder in FOLDERS {
            match path_inside(root, folder) {
                Ok(path) if path.is_dir() => reading.folder(&path, folder, 0),
                Ok(_) => {}
                Err(error) => reading.problem("file-unreadable", folder, &error.to_string()),
            }
        }
        if !root.join("cards").is_dir() {
            let problem = Problem::new("folder-missing", "cards", "there is no folder `cards` here");
            let help = format!("packs are expected in `{}`", root.join("cards").display());
            reading.problems.add(problem.help(help));
        }
        let unreadable = reading.of_the_game().collect();
        (Self { texts: reading.texts, images: Some(reading.images), unreadable }, reading.problems)
    }

    /// Reads one file under a folder anew: its text is replaced, or it goes away with the file. What cannot be read is a
    /// problem.
    pub fn reread(&mut self, root: &Path, path: &str) -> Problems {
        self.texts.remove(path);
        if let Some(images) = &mut self.images {
            images.remove(path);
        }
        let mut reading = FolderReading::default();
        match path_inside(root, path) {
            Ok(file) if file.is_file() && is_read(path) => reading.file(&file, path.to_owned()),
            Ok(file) if file.is_file() => reading.problems.extend(misnamed::found(&file, path)),
            Ok(_) => {}
            Err(error) => reading.problem("file-unreadable", path, &error.to_string()),
        }
        self.unreadable = self.unreadable_where(|unreadable| unreadable != path);
        self.unreadable.extend(reading.of_the_game());
        self.texts.extend(reading.texts);
        self.images.get_or_insert_default().extend(reading.images);
        reading.problems
    }

    /// The text of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(|text| &**text)
    }

    /// All files, as path and text, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (&**path, &**text))
    }

    /// The files of a pack under one of the folders of a root, in the order of their paths.
    pub fn of_pack<'s>(&'s self, folder: &str, pack: &str) -> impl Iterator<Item = (&'s str, &'s str)> + use<'s> {
        let start = format!("{folder}/{pack}/");
        let from = self.texts.range(Box::from(&*start)..);
        let inside = from.take_while(move |(path, _)| path.starts_with(&start));
        inside.map(|(path, text)| (&**path, &**text))
    }

    /// Lays other files over these: a pack that both hold is replaced whole.
    pub fn overlay(&mut self, over: Self) {
        let paths = over.paths().chain(over.unreadable.iter().map(|problem| &*problem.path));
        let replaced: BTreeSet<String> = paths.filter_map(pack_of).map(str::to_owned).collect();
        let has_images = over.has_images();
        let stays = |path: &str| pack_of(path).is_none_or(|pack| !replaced.contains(pack));

        self.texts.retain(|path, _| stays(path));
        self.texts.extend(over.texts);
        let images = self.images.iter_mut().flat_map(std::mem::take).filter(|(path, _)| stays(path));
        let images: Images = images.chain(over.images.into_iter().flatten()).collect();
        self.images = (self.images.is_some() || has_images).then_some(images);
        self.unreadable = self.unreadable_where(stays);
        self.unreadable.extend(over.unreadable.iter().cloned());
    }
}

impl Sources for Files {
    fn text(&self, path: &str) -> Option<&str> {
        // Of pictures, an SVG has lines as well.
        let svg = || self.image(path).filter(|_| path.ends_with(".svg"));
        self.get(path).or_else(|| std::str::from_utf8(svg()?).ok())
    }
}

/// Whether a file is a picture of a pack, by its path.
pub fn is_image(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    path.starts_with("cards/") && IMAGE_ENDINGS.contains(&ending)
}

/// Whether a file is read, by its path.
fn is_read(path: &str) -> bool {
    path.ends_with(".toml") || path.ends_with(".rhai") || is_image(path)
}

/// Whether a file, or a folder, can hold a part of the game, by its path.
fn is_of_the_game(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.rsplit_once('.').is_none_or(|(_, ending)| matches!(ending, "toml" | "rhai"))
}

/// The pack that a file belongs to, by its path.
pub fn pack_of(path: &str) -> Option<&str> {
    FOLDERS.iter().find_map(|folder| {
        let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
        inside.split_once('/').map(|(pack, _)| pack)
    })
}

/// A run through folders.
#[derive(Default)]
struct FolderReading {
    texts: BTreeMap<Box<str>, Box<str>>,
    images: Images,
    problems: Problems,
}

impl FolderReading {
    fn folder(&mut self, folder: &Path, path: &str, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) if depth < DEEPEST => entries,
            Ok(_) => {
                return self.problem("file-unreadable", path, "folders are nested too deeply");
            }
            Err(error) => return self.unreadable(path, &error),
        };
        for entry in entries {
            match entry {
                Ok(entry) => self.entry(&entry, path, depth),
                Err(error) => self.unreadable(path, &error),
            }
        }
    }

    fn entry(&mut self, entry: &fs::DirEntry, folder: &str, depth: usize) {
        let name = entry.file_name();
        let path = format!("{folder}/{}", name.to_string_lossy());

        if name.to_string_lossy().starts_with('.') {
            return;
        }
        match entry.file_type() {
            Err(error) => self.unreadable(&path, &error),
            Ok(_) if name.to_str().is_none() => {
                self.problem("file-unreadable", &path, "the name of this file is not UTF-8");
            }
            Ok(kind) if kind.is_dir() => self.folder(&entry.path(), &path, depth + 1),
            Ok(kind) if kind.is_symlink() => self.problem("file-unreadable", &path, LINK),
            Ok(_) if !is_read(&path) => self.problems.extend(misnamed::found(&entry.path(), &path)),
            Ok(kind) if kind.is_file() => self.file(&entry.path(), path),
            Ok(_) => self.problem("file-unreadable", &path, "this is not a file"),
        }
    }

    fn file(&mut self, file: &Path, path: String) {
        let mut bytes = Vec::new();
        let read = fs::File::open(file).and_then(|open| open.take(LARGEST_FILE + 1).read_to_end(&mut bytes));

        if let Err(error) = read {
            return self.unreadable(&path, &error);
        }
        if bytes.len() as u64 > LARGEST_FILE {
            return self.problem("file-too-large", &path, "a file may have at most 1 MiB");
        }
        if is_image(&path) {
            self.images.insert(path.into(), bytes.into());
            return;
        }
        match text_of(&bytes) {
            Ok(text) => drop(self.texts.insert(path.into(), text.into())),
            Err(why) => self.problems.add(Problem::new("file-not-text", &path, why).help("save it as UTF-8")),
        }
    }

    fn unreadable(&mut self, path: &str, error: &std::io::Error) {
        self.problem("file-unreadable", path, &format!("this cannot be read: {error}"));
    }

    fn problem(&mut self, code: &'static str, path: &str, message: &str) {
        if is_image(path) {
            self.images.insert(path.into(), Arc::default());
        }
        self.problems.add(Problem::new(code, path, message));
    }

    /// What of all that is wrong a game cannot do without.
    fn of_the_game(&self) -> impl Iterator<Item = Problem> {
        self.problems.iter().filter(|problem| !problem.is_warning && is_of_the_game(&problem.path)).cloned()
    }
}

/// The file that declares the hooks of a script, unless another card shares it: that of the card, patch or ruleset.
pub fn file_beside(path: &str) -> String {
    if let Some((pack, _)) = path.split_once("/ruleset/") {
        return file_beside(&format!("{pack}/ruleset.rhai"));
    }
    path.replacen("scripts/", "cards/", 1).replace(".rhai", ".toml")
}

/// The pack of a card's file, and its path in the pack without the ending.
pub(crate) fn card_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("cards/")?.strip_suffix(".toml")?.split_once('/')
}

/// The path of the script that a card of this pack has by the name `<folder>/<file>`.
pub(crate) fn script_path(pack: &str, name: &str) -> String {
    format!("scripts/{pack}/{name}.rhai")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(files: &Files) -> Vec<&str> {
        files.iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn files_come_in_the_order_of_their_paths() {
        let files = Files::new([("cards/b/pack.toml", ""), ("cards/a/pack.toml", "")]);
        assert_eq!(paths(&files), ["cards/a/pack.toml", "cards/b/pack.toml"]);
    }

    #[test]
    fn a_path_names_its_pack() {
        assert_eq!(pack_of("cards/demo/events/hush.toml"), Some("demo"));
        assert_eq!(pack_of("scripts/demo/ruleset.rhai"), Some("demo"));
        assert_eq!(pack_of("tests/rulings/demo/hush/x.toml"), Some("demo"));
        assert_eq!(pack_of("cards/stray.toml"), None);
        assert_eq!(pack_of("cardsx/demo/stray.toml"), None);
    }

    #[test]
    fn a_pack_laid_over_another_replaces_it_whole() {
        let mut files = Files::new([("cards/a/old.toml", ""), ("scripts/a/old.rhai", ""), ("cards/b/x.toml", "")]);
        files.overlay(Files::new([("cards/a/new.toml", "")]));

        assert_eq!(paths(&files), ["cards/a/new.toml", "cards/b/x.toml"]);
    }

    /// A folder that is removed again.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("cardwright-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn file(&self, path: &str, bytes: &[u8]) {
            let path = self.0.join(path);
            let folder = path.parent().map(fs::create_dir_all);
            assert!(folder.is_some_and(|made| made.is_ok()) && fs::write(path, bytes).is_ok());
        }

        fn read(&self) -> (Vec<String>, Vec<String>) {
            let (files, problems) = Files::read(&self.0);
            let problems = problems.iter().map(|problem| format!("{} {}", problem.code, problem.path));
            (paths(&files).into_iter().map(str::to_owned).collect(), problems.collect())
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn packs_are_read_from_the_three_folders() {
        let folder = Folder::new("three");
        for path in ["cards/a/pack.toml", "cards/a/b/c.toml", "scripts/a/b/c.rhai", "tests/rulings/a/c/d.toml"] {
            folder.file(path, b"x");
        }
        for path in ["cards/a/README.md", "cards/a/.hidden.toml", "tests/Cargo.toml", "cards.toml", "src/a/b.rhai"] {
            folder.file(path, b"x");
        }
        let expected = ["cards/a/b/c.toml", "cards/a/pack.toml", "scripts/a/b/c.rhai", "tests/rulings/a/c/d.toml"];

        assert_eq!(folder.read(), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn what_is_too_large_or_no_text_is_a_problem() {
        let folder = Folder::new("large");
        folder.file("cards/a/just.toml", &vec![b'#'; 1 << 20]);
        folder.file("cards/a/large.toml", &vec![b'#'; (1 << 20) + 1]);
        folder.file("cards/a/latin.toml", b"name = \"\xe9\"");
        let problems = ["file-too-large cards/a/large.toml", "file-not-text cards/a/latin.toml"];

        assert_eq!(folder.read(), (vec!["cards/a/just.toml".to_owned()], problems.map(str::to_owned).to_vec()));
    }

    #[test]
    fn pictures_are_read_and_those_that_cannot_be_are_known() {
        let folder = Folder::new("pictures");
        folder.file("cards/a/art/b.png", b"\xff");
        folder.file("cards/a/art/large.svg", &vec![b' '; (1 << 20) + 1]);
        folder.file("scripts/a/art/b.png", b"x");
        let (files, problems) = Files::read(&folder.0);
        assert_eq!(files.image("cards/a/art/b.png"), Some(&b"\xff"[..]));
        assert_eq!(files.image("cards/a/art/large.svg"), Some(&b""[..]));
        assert_eq!(files.images().count(), 2);
        assert_eq!(problems.iter().map(|problem| &*problem.code).collect::<Vec<_>>(), ["file-too-large"]);
        let mut under = Files::new([("cards/b/pack.toml", "")]).with_images([("cards/a/art/old.png", Arc::default())]);
        under.overlay(files);
        assert_eq!(under.image("cards/a/art/old.png"), None);
        assert!(under.image("cards/a/art/b.png").is_some());
    }

    #[test]
    fn one_file_is_read_anew() {
        let folder = Folder::new("anew");
        let path = "cards/a/pack.toml";
        folder.file(path, b"x");
        let (mut files, _) = Files::read(&folder.0);
        folder.file(path, b"y");
        assert!(files.reread(&folder.0, path).is_empty());
        assert_eq!(files.get(path), Some("y"));
        folder.file(path, b"\xe9");
        assert_eq!(files.reread(&folder.0, path).len(), 1);
        assert!(fs::remove_file(folder.0.join(path)).is_ok() && files.reread(&folder.0, path).is_empty());
        assert_eq!(files.get(path), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = Folder::new("link");
        folder.file("cards/a/pack.toml", b"x");
        folder.file("outside/secret.toml", b"x");
        assert!(std::os::unix::fs::symlink(folder.0.join("outside"), folder.0.join("cards/b")).is_ok());
        assert!(
            std::os::unix::fs::symlink(folder.0.join("outside/secret.toml"), folder.0.join("cards/a/s.toml")).is_ok()
        );
        let problems = ["file-unreadable cards/a/s.toml", "file-unreadable cards/b"];

        assert_eq!(folder.read(), (vec!["cards/a/pack.toml".to_owned()], problems.map(str::to_owned).to_vec()));
    }

    /// Attack 14: the folders of the packs themselves.
    #[cfg(unix)]
    #[test]
    fn folders_of_packs_that_are_links_are_not_followed() {
        let (folder, outside) = (Folder::new("folders"), Folder::new("outside"));
        for path in ["cards/a/pack.toml", "scripts/a/b/c.rhai", "rulings/a/c/d.toml"] {
            outside.file(path, b"x");
        }
        folder.file("README.md", b"x");
        let link = |to: &str, from: &str| {
            let from = folder.0.join(from);
            from.parent().is_some_and(|parent| fs::create_dir_all(parent).is_ok())
                && std::os::unix::fs::symlink(outside.0.join(to), from).is_ok()
        };
        assert!(link("cards", "cards") && link("scripts", "scripts") && link("rulings", "tests/rulings"));
        let problems = ["cards", "scripts", "tests/rulings"].map(|path| format!("file-unreadable {path}"));
        assert_eq!(folder.read(), (vec![], problems.to_vec()));

        let mut files = Files::default();
        assert_eq!(files.reread(&folder.0, "cards/a/pack.toml").len(), 1);
        assert_eq!(files.paths().count(), 0);
    }
}
