//! The workspace: the files of packs as the editor has them, and what is known about their games.

use super::diagnose::Known;
use super::{margin, place};
use cardwright_content::{Files, PackInfo, pack_of, packs};
use cardwright_game::Lens;
use cardwright_pictures::Judge;
use cardwright_rulings::coverage::Coverage;
use cardwright_rulings::packs::Packs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The folders of a folder of packs.
const FOLDERS: [&str; 3] = ["cards", "scripts", "tests/rulings"];

/// The files, and what is known about them.
pub(super) struct Workspace {
    packs: Packs,
    /// Files that are open in the editor, by their paths inside a folder of packs.
    open: BTreeMap<Box<str>, Box<str>>,
    /// The path of a file on the disk.
    homes: BTreeMap<Box<str>, PathBuf>,
    /// Files for which problems were reported.
    pub told: BTreeSet<Box<str>>,
    /// What is known about the games since they were looked at last.
    pub known: Known,
    files: Option<Rc<Files>>,
    lenses: BTreeMap<Box<str>, Rc<Lens>>,
    /// What rulings exercise of a game, for those that were asked about.
    coverages: BTreeMap<Box<str>, Option<Rc<Coverage>>>,
}

impl Workspace {
    /// A workspace with these packs.
    pub fn new(packs: Packs) -> Self {
        let empty = BTreeMap::new();
        Self {
            packs,
            open: empty,
            homes: BTreeMap::new(),
            told: BTreeSet::new(),
            known: Known::default(),
            files: None,
            lenses: BTreeMap::new(),
            coverages: BTreeMap::new(),
        }
    }

    /// Who judges pictures.
    pub const fn judge(&self) -> &'static Judge {
        self.packs.judge
    }

    /// Adds the packs of a folder, if it is a folder of packs.
    pub fn add_folder(&mut self, folder: &Path) {
        let same = |known: &PathBuf| known.canonicalize().ok() == folder.canonicalize().ok();
        if folder.join("cards").is_dir() && !self.packs.roots.iter().any(same) {
            // A folder that cannot be read has no packs to add.
            let _ = self.packs.lay_over(folder);
            self.forget();
        }
    }

    /// A file is open, with this text.
    pub fn open(&mut self, uri: &str, text: String) {
        let Some((root, inside)) = home(uri) else { return };
        self.add_folder(&root);
        self.homes.insert(inside.clone(), root.join(&*inside));
        self.open.insert(inside, text.into());
        self.forget();
    }

    /// A file is not open any more.
    pub fn close(&mut self, uri: &str) {
        if let Some((_, inside)) = home(uri) {
            self.open.remove(&inside);
            self.read_again();
        }
    }

    /// Reads all files again.
    pub fn read_again(&mut self) {
        if !self.packs.roots.is_empty() {
            self.packs.read_again();
        }
        self.forget();
    }

    /// Forgets what was found out about the files.
    pub fn forget(&mut self) {
        self.files = None;
        self.lenses.clear();
        self.coverages.clear();
    }

    /// All files, as the editor has them.
    pub fn files(&mut self) -> Rc<Files> {
        let (packs, open) = (&self.packs, &self.open);
        let all = || packs.files.with_texts(open.iter().map(|(path, text)| (&**path, &**text)));
        Rc::clone(self.files.get_or_insert_with(|| Rc::new(all())))
    }

    /// What there is to know about every pack.
    pub fn infos(&mut self) -> Vec<PackInfo> {
        packs(&self.files())
    }

    /// The game to which a file belongs.
    pub fn game_of(&mut self, path: &str) -> Option<String> {
        let pack = pack_of(path)?;
        let info = self.infos().into_iter().find(|info| info.name == pack)?;
        info.games.into_iter().next()
    }

    /// What is known about the game of a file.
    pub fn lens(&mut self, path: &str) -> Option<Rc<Lens>> {
        let game = self.game_of(path)?;
        if let Some(lens) = self.lenses.get(&*game) {
            return Some(Rc::clone(lens));
        }
        let lens = Rc::new(Lens::new(&self.files(), &game));
        self.lenses.insert(game.into(), Rc::clone(&lens));
        Some(lens)
    }

    /// What rulings exercise of the game of a file; none without rulings, or if it cannot be played.
    pub fn coverage(&mut self, path: &str) -> Option<Rc<Coverage>> {
        let game = self.game_of(path)?;
        if let Some(known) = self.coverages.get(&*game) {
            return known.clone();
        }
        let coverage = margin::coverage_of(&self.files(), &game).map(Rc::new);
        self.coverages.insert(game.into(), coverage.clone());
        coverage
    }

    /// What would be known about the game of a file if it had this text.
    pub fn lens_with(&mut self, path: &str, text: &str) -> Option<Lens> {
        let game = self.game_of(path)?;
        let files = self.files();
        Some(Lens::new(&files.with_texts([(path, text)]), &game))
    }

    /// The path inside its folder of packs, and the text, of a file's address.
    pub fn file(&mut self, uri: &str) -> Option<(Box<str>, Box<str>)> {
        let (_, inside) = home(uri)?;
        let text = self.files().get(&inside)?.into();
        Some((inside, text))
    }

    /// The path of a file on the disk; none if it is inside the binary.
    pub fn on_disk(&self, path: &str) -> Option<PathBuf> {
        if let Some(home) = self.homes.get(path) {
            return Some(home.clone());
        }
        self.packs.roots.iter().rev().map(|root| root.join(path)).find(|file| file.is_file())
    }
}

/// The folder of packs that contains a file, and the path inside it.
fn home(uri: &str) -> Option<(PathBuf, Box<str>)> {
    let file = place::path(uri)?;
    let root = file.ancestors().skip(1).find(|folder| {
        let inside = file.strip_prefix(folder).map(|path| path.to_string_lossy().replace('\\', "/"));
        inside.is_ok_and(|inside| FOLDERS.iter().any(|folder| inside.starts_with(&format!("{folder}/"))))
    })?;
    let inside = file.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
    Some((root.to_path_buf(), inside.into()))
}
