//! What the tests of content share: the packs of this repository, their games and their rulings.

pub mod clock;
pub mod cores;
pub mod mangle;
pub mod reference;
pub mod saves;
pub mod sealed;

use cardwright_content::{Files, PackInfo, packs};
use cardwright_game::{Ruleset, load};
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, RulingFile};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The content of this repository.
pub struct Content {
    /// Cards and scripts.
    pub files: Files,
    /// What packs tell of themselves.
    pub packs: Vec<PackInfo>,
    /// The games, by the name of the pack that holds the ruleset; what is wrong where one cannot be loaded.
    pub games: BTreeMap<String, Result<Ruleset, String>>,
    /// The rulings, in the order of their paths.
    pub rulings: Vec<RulingFile>,
    /// Files that cannot be read.
    pub unreadable: Problems,
}

/// The root of this repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// A game of this repository.
///
/// # Panics
/// If there is no such game, or something is wrong in its packs.
pub fn game(name: &str) -> Ruleset {
    match content().games.get(name) {
        Some(Ok(game)) => game.clone(),
        Some(Err(problems)) => panic!("{problems}"),
        None => panic!("there is no game `{name}`"),
    }
}

/// The content of this repository, read once a process.
pub fn content() -> &'static Content {
    static CONTENT: LazyLock<Content> = LazyLock::new(Content::read);
    &CONTENT
}

/// A pack for tests, and its rulings: in `tests/packs`, each laid over the packs of this repository by itself.
pub struct TestPack {
    root: PathBuf,
    /// Its rulings, in the order of their paths.
    pub rulings: Vec<RulingFile>,
    games: Mutex<BTreeMap<String, Result<Ruleset, String>>>,
}

impl TestPack {
    /// All of them, in the order of their names.
    ///
    /// # Panics
    /// If the folder cannot be read.
    pub fn all() -> Vec<Self> {
        let folders = fs::read_dir(root().join("tests/packs")).expect("there are packs for tests");
        let mut roots: Vec<PathBuf> = folders.map(|entry| entry.expect("it can be read").path()).collect();
        roots.sort();
        let read = |root: PathBuf| {
            let (rulings, _) = rulings::find(&root, "");
            Self { root, rulings, games: Mutex::default() }
        };
        roots.into_iter().map(read).collect()
    }

    /// The game that a ruling is played in, with the pack. Each is loaded when it is first asked for.
    ///
    /// # Errors
    /// Says what is wrong in the packs.
    pub fn game(&self, file: &RulingFile) -> Result<Ruleset, String> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.entry(file.pack().to_owned()).or_insert_with(|| self.load(file.pack())).clone()
    }

    fn load(&self, pack: &str) -> Result<Ruleset, String> {
        let mut packs = Packs::default();
        let laid = [root(), self.root.clone()].iter().try_for_each(|root| packs.lay_over(root));
        laid.and_then(|()| packs.ruleset(pack)).map_err(|failure| format!("{failure:?}"))
    }
}

/// Whether tests play what takes minutes: `CARDWRIGHT_LONG=1`.
pub fn is_long() -> bool {
    std::env::var_os("CARDWRIGHT_LONG").is_some_and(|value| value == "1")
}

/// Which of so many numbers are tried here: all of them, or the third tenth with `CARDWRIGHT_PART=3/10`. So a long version can
/// be run in parts, and every number is tried in one of them.
///
/// # Panics
/// If there is no such part.
pub fn part(of: u64) -> Range<u64> {
    let Ok(part) = std::env::var("CARDWRIGHT_PART") else { return 0..of };
    let numbers = part.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let (part, parts): (u64, u64) = numbers.expect("CARDWRIGHT_PART is like 3/10");
    assert!((1..=parts).contains(&part), "there is no part {part} of {parts}");
    of * (part - 1) / parts..of * part / parts
}

impl Content {
    /// Reads everything.
    fn read() -> Self {
        let (files, unreadable) = Files::read(&root());
        let (rulings, _) = rulings::find(&root(), "");
        let packs = packs(&files);
        let games = packs.iter().flat_map(|pack| pack.games.clone());
        let games = games.map(|game| (game.clone(), ruleset(&files, &game))).collect();
        Self { files, packs, games, rulings, unreadable }
    }

    /// The game that a ruling is played in.
    ///
    /// # Errors
    /// Says what is wrong in the packs of the game, or that there is none.
    pub fn game(&self, file: &RulingFile) -> Result<Ruleset, String> {
        let pack = self.packs.iter().find(|pack| pack.name == file.pack());
        let game = pack.and_then(|pack| pack.games.first()).and_then(|game| self.games.get(game));
        game.cloned().unwrap_or_else(|| Err(format!("`{}` is no pack of any game", file.pack())))
    }
}

fn ruleset(files: &Files, game: &str) -> Result<Ruleset, String> {
    let loaded = load(files, game);
    loaded.ruleset.ok_or_else(|| loaded.problems.render(files, Colour::Plain))
}
