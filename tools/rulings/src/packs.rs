//! The packs that a command works with: those of the repository around it, or those inside the binary, and
//! what `--packs` lays over them.

use crate::command_error::CommandError;
use crate::install;
use crate::pictures;
use crate::rulings::RulingFile;
use cardwright_content::{Files, PackInfo};
use cardwright_game::{MakeScripts, Ruleset, RulesetInside};
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_kernel::rules::StandingTable;
use cardwright_pictures::Judge;
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../cards");
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts");
static RULINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/rulings");

/// All packs in sight.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    /// Their files.
    pub files: Files,
    /// What could not be read.
    pub problems: Problems,
    /// The folders that were read, each laid over those before it; none for what is inside the binary.
    pub roots: Vec<PathBuf>,
    /// The folders that were named on the command line.
    pub named: Vec<PathBuf>,
    /// The packs that are left out.
    pub without: Vec<String>,
    /// What runs their scripts, unless it is the engine's own evaluator.
    pub scripts: Option<MakeScripts>,
    /// Who judges their pictures.
    pub judge: &'static Judge,
}

impl Packs {
    /// The same rules, with what runs scripts here.
    pub fn with_scripts(&self, ruleset: Ruleset) -> Ruleset {
        match self.scripts {
            Some(scripts) => ruleset.run_by(scripts),
            None => ruleset,
        }
    }

    /// The built-in packs, and over them those of these folders. Outside of a repository, packs around the current
    /// folder are in sight as well.
    ///
    /// # Errors
    /// If a folder is none, or holds no packs.
    pub fn gather(folders: &[PathBuf]) -> Result<Self, CommandError> {
        let mut packs = match repository() {
            Some(root) => {
                finish_installation(&root)?;
                Self::read(&root)
            }
            None => Self { files: embedded(), ..Self::default() },
        };
        if let (true, Some(around)) = (packs.roots.is_empty(), folder_of_packs()) {
            packs.lay_over(&around)?;
        }
        for folder in folders {
            packs.lay_over(folder)?;
        }
        packs.named = folders.to_vec();
        Ok(packs)
    }

    /// Only the packs of this folder.
    fn read(root: &Path) -> Self {
        let (files, problems) = Files::read(root);
        Self { files, problems, roots: vec![root.to_path_buf()], ..Self::default() }
    }

    /// Lays the packs of a folder over these.
    ///
    /// # Errors
    /// If it is no folder, or holds no packs.
    pub fn lay_over(&mut self, folder: &Path) -> Result<(), CommandError> {
        if !folder.join("cards").is_dir() {
            let failure = CommandError::usage(format!("`{}` contains no packs", folder.display()));
            return Err(failure.help("a folder of packs contains `cards`, and beside it `scripts` and `tests`"));
        }
        finish_installation(folder)?;
        let over = Self::read(folder);
        self.files.overlay(over.files);
        self.problems.extend(over.problems);
        self.roots.extend(over.roots);
        Ok(())
    }

    /// Adds the folder of packs in which a file lies, unless it is known: that folder, and the path inside it.
    ///
    /// # Errors
    /// If it lies in none.
    pub fn bring_in(&mut self, file: &Path) -> Result<(PathBuf, String), CommandError> {
        let Some(root) = file.ancestors().find(|folder| folder.join("cards").is_dir()) else {
            let failure = CommandError::usage(format!("`{}` is not in a folder of packs", file.display()));
            return Err(failure.help("a folder of packs contains `cards`, and beside it `scripts` and `tests`"));
        };
        if !self.roots.iter().any(|known| known.canonicalize().is_ok_and(|known| known == root)) {
            self.lay_over(root)?;
        }
        let inside = file.strip_prefix(root).unwrap_or(file);
        Ok((root.to_path_buf(), inside.to_string_lossy().replace('\\', "/")))
    }

    /// Leaves a pack out.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn leave_out(&mut self, pack: &str) -> Result<(), CommandError> {
        self.check_name(pack)?;
        self.drop_files(pack);
        self.without.push(pack.to_owned());
        Ok(())
    }

    fn drop_files(&mut self, pack: &str) {
        self.files = self.files.only(|path| cardwright_content::pack_of(path) != Some(pack));
    }

    /// Reads all folders anew.
    pub fn read_again(&mut self) {
        let mut packs = match self.roots.first() {
            Some(first) if is_repository(first) => Self::default(),
            _ => Self { files: embedded(), ..Self::default() },
        };
        for root in &self.roots {
            let read = Self::read(root);
            packs.files.overlay(read.files);
            packs.problems.extend(read.problems);
        }
        for pack in &self.without {
            packs.drop_files(pack);
        }
        (self.files, self.problems) = (packs.files, packs.problems);
    }

    /// Reads one file anew, by its root and its path from there.
    pub fn read_file_again(&mut self, root: &Path, path: &str) {
        if cardwright_content::pack_of(path).is_some_and(|pack| self.without.iter().any(|without| without == pack)) {
            return;
        }
        let mut problems: Problems = self.problems.iter().filter(|problem| *problem.path != *path).cloned().collect();
        problems.extend(self.files.reread(root, path));
        self.problems = problems;
    }

    /// The folder from which a pack comes; none if it comes from inside the binary, or is not there.
    pub fn home_of(&self, pack: &str) -> Option<&Path> {
        let holds = |root: &&PathBuf| {
            ["cards", "scripts", "tests/rulings"].iter().any(|folder| root.join(folder).join(pack).is_dir())
        };
        self.roots.iter().rev().find(holds).map(PathBuf::as_path)
    }

    /// What there is to know about every pack, in the order of their names.
    pub fn infos(&self) -> Vec<PackInfo> {
        cardwright_content::packs(&self.files)
    }

    /// Checks that there is a pack of this name.
    ///
    /// # Errors
    /// If there is none, or some of it cannot be read.
    pub fn check_name(&self, pack: &str) -> Result<(), CommandError> {
        let unreadable = self.files.unreadable(|of| of == pack);
        if !unreadable.is_empty() {
            let problems = unreadable.render(&self.files, Colour::Plain);
            return Err(CommandError::broken(format!("`{pack}` cannot be read\n\n{}", problems.trim_end())));
        }
        let infos = self.infos();
        match infos.iter().any(|info| info.name == pack) {
            true => Ok(()),
            false => Err(CommandError::unknown("pack", pack, infos.iter().map(|info| &*info.name))),
        }
    }

    /// The game to which a pack belongs: itself if it has a ruleset.
    ///
    /// # Errors
    /// If there is no such pack, or it belongs to no game.
    pub fn game_of(&self, pack: &str) -> Result<String, CommandError> {
        self.check_name(pack)?;
        let info = self.infos().into_iter().find(|info| info.name == pack);
        info.and_then(|info| info.games.first().cloned()).ok_or_else(|| {
            CommandError::broken(format!("the pack `{pack}` belongs to no game"))
                .help("add the pack of its game to `requires` in its `pack.toml`")
        })
    }

    /// The rulings whose names contain the filter, in the order of their paths. Those inside the binary have an
    /// empty root.
    pub fn rulings(&self, filter: &str) -> Vec<RulingFile> {
        let root = |path: &str| self.roots.iter().rev().find(|root| root.join(path).is_file()).cloned();
        let rulings =
            self.files.iter().filter(|(path, _)| path.starts_with("tests/rulings/") && path.ends_with(".toml"));
        let file = |(path, text): (&str, &str)| RulingFile {
            root: root(path).unwrap_or_default(),
            path: path.into(),
            text: text.into(),
        };
        rulings.map(file).filter(|file| file.name().contains(filter)).collect()
    }

    /// The rules of the game to which a pack belongs.
    ///
    /// # Errors
    /// If there is no such pack; all problems of the game, if it has any.
    pub fn ruleset(&self, pack: &str) -> Result<Ruleset, CommandError> {
        self.loaded(&self.game_of(pack)?, &self.files)
    }

    /// The rules with which the rulings of a pack are run: without packs that it does not ask for and that replace the board.
    ///
    /// # Errors
    /// As [`Packs::ruleset`].
    pub fn ruleset_of_rulings(&self, pack: &str) -> Result<Ruleset, CommandError> {
        self.loaded(&self.game_of(pack)?, &without(&self.files, &cardwright_content::rivals(&self.files, pack)))
    }

    fn loaded(&self, game: &str, files: &Files) -> Result<Ruleset, CommandError> {
        let loaded = cardwright_game::load(files, game);
        let mut problems = loaded.problems;
        problems.extend(pictures::problems(self.judge, files, game));
        let ruleset = loaded.ruleset.filter(|_| problems.is_empty());
        ruleset.map(|ruleset| self.with_scripts(ruleset)).ok_or_else(|| {
            let problems = problems.render(files, Colour::Plain);
            CommandError::broken(format!("{game} cannot be played\n\n{problems}"))
                .help("`cardwright check` shows this too")
        })
    }
}

/// These files without those of some packs.
pub fn without<'f>(files: &'f Files, packs: &BTreeSet<String>) -> Cow<'f, Files> {
    if packs.is_empty() {
        return Cow::Borrowed(files);
    }
    Cow::Owned(
        files.only(|path| cardwright_content::pack_of(&format!("{path}/")).is_none_or(|pack| !packs.contains(pack))),
    )
}

/// The rules with which rulings are read that do not ask for the board of another pack, by the packs of these rulings.
pub fn apart(files: &Files, game: &str) -> BTreeMap<String, Ruleset> {
    let of_game = cardwright_content::packs(files).into_iter().filter(|info| info.games.iter().any(|it| it == game));
    let rules = of_game.filter_map(|info| {
        let rivals = cardwright_content::rivals(files, &info.name);
        let loaded = (!rivals.is_empty()).then(|| cardwright_game::load(&without(files, &rivals), game))?;
        Some((info.name, loaded.ruleset?))
    });
    rules.collect()
}

/// What is said where rulings of these packs are run without others that replace their board.
pub fn boards_apart<'p>(files: &Files, packs: impl IntoIterator<Item = &'p str>) -> Vec<String> {
    let packs: BTreeSet<&str> = packs.into_iter().collect();
    let said = |pack: &&str| {
        let rivals = cardwright_content::rivals(files, pack);
        let named: Vec<String> = rivals.iter().map(|rival| format!("`{rival}`")).collect();
        (!named.is_empty()).then(|| format!("rulings of `{pack}` are run without {}: another board", named.join(", ")))
    };
    packs.iter().filter_map(said).collect()
}

/// The table that a game declares by this name.
///
/// # Errors
/// If it declares none.
pub fn table<'r>(ruleset: &'r Ruleset, name: &str) -> Result<&'r StandingTable, CommandError> {
    let tables = &ruleset.rules().tables;
    tables.get(name).ok_or_else(|| match tables.is_empty() {
        true => CommandError::usage(format!("{} declares no tables", ruleset.title())),
        false => CommandError::unknown("table", name, tables.keys().map(|key| &**key)),
    })
}

/// The files of a pack that is inside the binary, as far as they belong into an archive.
pub fn embedded_files(pack: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for (folder, dir) in [("cards", &CARDS), ("scripts", &SCRIPTS), ("tests/rulings", &RULINGS)] {
        if let Some(dir) = dir.get_dir(pack) {
            all_files(dir, folder, &mut found);
        }
    }
    found.retain(|path, _| crate::archive::check_path(path, pack).is_ok());
    found
}

fn all_files(dir: &Dir<'static>, folder: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for file in dir.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        found.insert(format!("{folder}/{path}"), file.contents().to_vec());
    }
    for dir in dir.dirs() {
        all_files(dir, folder, found);
    }
}

/// The snapshot of a ruling that is inside the binary.
pub fn embedded_snapshot(ruling: &RulingFile) -> Option<&'static str> {
    RULINGS.get_file(format!("{}.snap", ruling.name()))?.contents_utf8()
}

/// Finishes an installation into a folder of packs that was killed: until then its packs may be of two versions.
fn finish_installation(root: &Path) -> Result<(), CommandError> {
    install::recover(root).map_err(|error| {
        let shown = root.display();
        CommandError::broken(format!("a pack was being installed into `{shown}`, and this cannot be finished: {error}"))
            .help("`.cardwright-install` in there holds the new version under `new` and the old one under `old`")
    })
}

/// The repository around the current folder.
fn repository() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    here.ancestors().find(|folder| is_repository(folder)).map(Path::to_path_buf)
}

fn is_repository(folder: &Path) -> bool {
    ["cards", "scripts", "Cargo.toml"].iter().all(|part| folder.join(part).exists())
}

/// The folder of packs around the current folder.
fn folder_of_packs() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    here.ancestors().find(|folder| folder.join("cards").is_dir()).map(Path::to_path_buf)
}

/// The packs inside the binary.
fn embedded() -> Files {
    let mut pairs = Vec::new();
    for (folder, dir) in [("cards", &CARDS), ("scripts", &SCRIPTS), ("tests/rulings", &RULINGS)] {
        gather(dir, folder, &mut pairs);
    }
    let mut images = BTreeMap::new();
    all_files(&CARDS, "cards", &mut images);
    let images = images.into_iter().filter(|(path, _)| cardwright_content::is_image(path));
    Files::new(pairs).with_images(images.map(|(path, bytes)| (path, bytes.into())))
}

fn gather(dir: &Dir<'static>, folder: &str, pairs: &mut Vec<(String, &'static str)>) {
    for file in dir.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        if path.ends_with(".toml") || path.ends_with(".rhai") {
            pairs.extend(file.contents_utf8().map(|text| (format!("{folder}/{path}"), text)));
        }
    }
    for dir in dir.dirs() {
        gather(dir, folder, pairs);
    }
}

/// An option of a game as it is chosen on the command line: `lanterns=6`.
///
/// # Errors
/// It has another form.
pub fn option(said: &str) -> Result<(String, String), String> {
    let parts = said.split_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty());
    let (name, value) = parts.ok_or("an option is chosen like this: `lanterns=6`")?;
    Ok((name.to_string(), value.to_string()))
}
