//! A mistake as a file: what is wrong, the files that are laid over the base game, the ruling that is played.

use cardwright_content::Files;
use cardwright_game::{Loaded, Ruleset, load};
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_rulings::rulings::RulingFile;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::{Table, Value};

/// The game of the base packs.
pub const GAME: &str = "fair";

/// The game on a board, which lies in a folder of its own: mistakes with boards are made in it.
const BOARD_GAME: &str = "ring";

/// Something wrong, as a designer might write it.
#[derive(Debug)]
pub struct Mistake {
    /// What is wrong, in a sentence.
    pub what: String,
    /// The game that is loaded.
    pub game: String,
    /// The base files with those of the mistake.
    pub files: Files,
    /// The ruling that is played.
    pub ruling: RulingFile,
}

/// The files of all mistakes under a folder, in the order of their paths.
pub fn find(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for part in ["load", "idle", "play", "kept", "ruling"] {
        let entries = fs::read_dir(folder.join(part)).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "toml")));
    }
    found.sort();
    found
}

/// The files of the base game.
pub fn base() -> Files {
    Files::read(&super::folder().join("base")).0
}

/// The files of the game on a board.
fn boards() -> Files {
    Files::read(&super::folder().join("boards")).0
}

/// The base game, which nothing is wrong with.
pub fn sound() -> Ruleset {
    ruleset(&base(), GAME).expect("the base game is sound")
}

/// The ruleset of a game in these files; its problems as text if it has any.
pub fn ruleset(files: &Files, game: &str) -> Result<Ruleset, String> {
    let Loaded { ruleset, problems, .. } = load(files, game);
    ruleset.ok_or_else(|| problems.render(files, Colour::Plain))
}

impl Mistake {
    const KEYS: [&str; 7] = ["mistake", "game", "remove", "edit", "files", "many", "ruling"];

    /// Reads the file of a mistake.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        if let Some(key) = table.keys().find(|key| !Self::KEYS.contains(&key.as_str())) {
            return Err(format!("a mistake has no key `{key}`"));
        }
        let word = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self {
            what: word("mistake"),
            game: if table.contains_key("game") { word("game") } else { GAME.to_string() },
            files: overlaid(&table)?,
            ruling: RulingFile {
                root: PathBuf::new(),
                path: format!("tests/rulings/{GAME}/mistakes/{name}.toml").into(),
                text: word("ruling").into(),
            },
        })
    }

    /// The rules of the game, if nothing is wrong with its files.
    pub fn ruleset(&self) -> Result<Ruleset, String> {
        ruleset(&self.files, &self.game)
    }

    /// Problems of the ruling as text.
    pub fn shown(&self, problems: &Problems) -> String {
        problems.render(&self.ruling.source(), Colour::Plain)
    }
}

/// These files with one of them written anew.
pub fn with(files: &Files, path: &str, text: &str) -> Files {
    let all = files.iter().map(|(path, text)| (path.to_string(), text.to_string()));
    Files::new(all.chain([(path.to_string(), text.to_string())]))
}

/// These files with a passage of one of them replaced.
pub fn edit(files: &Files, path: &str, old: &str, new: &str) -> Files {
    let text = files.get(path).unwrap_or_default();
    assert_eq!(text.matches(old).count(), 1, "`{old}` stands exactly once in `{path}`");
    with(files, path, &text.replace(old, new))
}

/// The base files with a passage of one of them replaced.
pub fn edited(path: &str, old: &str, new: &str) -> Files {
    edit(&base(), path, old, new)
}

/// The base files without those that the mistake removes, with its edits and with its own files.
fn overlaid(table: &Table) -> Result<Files, String> {
    let is_on_board = table.get("game").and_then(Value::as_str) == Some(BOARD_GAME);
    let base = if is_on_board { boards() } else { base() };
    let mut texts: BTreeMap<String, String> = base.iter().map(|(path, text)| (path.into(), text.into())).collect();
    for removed in table.get("remove").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        texts.retain(|path, _| !path.starts_with(removed));
    }
    for edit in table.get("edit").and_then(Value::as_array).into_iter().flatten() {
        let (file, old) = (part_of(edit, "file"), part_of(edit, "old"));
        let text = texts.get_mut(file).filter(|text| text.matches(old).count() == 1);
        let text = text.ok_or_else(|| format!("`{old}` does not stand exactly once in `{file}`"))?;
        *text = text.replace(old, part_of(edit, "new"));
    }
    for (path, text) in table.get("files").and_then(Value::as_table).into_iter().flatten() {
        texts.insert(path.clone(), text.as_str().unwrap_or_default().to_string());
    }
    for many in table.get("many").and_then(Value::as_array).into_iter().flatten() {
        let (file, line) = (part_of(many, "file"), part_of(many, "line"));
        let times = many.get("times").and_then(Value::as_integer).unwrap_or_default();
        let lines: String = (1..=times).map(|number| line.replace("{n}", &number.to_string()) + "\n").collect();
        *texts.entry(file.to_string()).or_default() += &lines;
    }
    let (pictures, texts): (BTreeMap<_, _>, BTreeMap<_, _>) =
        texts.into_iter().partition(|(path, _)| cardwright_content::is_image(path));
    let files = Files::new(texts);
    if pictures.is_empty() {
        return Ok(files);
    }
    Ok(files.with_images(pictures.into_iter().map(|(path, text)| (path, Arc::from(text.into_bytes())))))
}

/// A text of an entry, or none.
fn part_of<'v>(entry: &'v Value, key: &str) -> &'v str {
    entry.get(key).and_then(Value::as_str).unwrap_or_default()
}
