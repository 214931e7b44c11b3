//! Where new files go, and how they are written.

use crate::out::Out;
use cardwright_content::{Files, pack_of};
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use std::env;
use std::path::{Path, PathBuf};

/// The folder of packs to write into. If it has packs already, they are in sight from now on.
///
/// # Errors
/// If there is no current folder.
pub fn root(dir: Option<PathBuf>, packs: &mut Packs) -> Result<PathBuf, CommandError> {
    let here = || {
        env::current_dir().map_err(|error| CommandError::broken(format!("the current folder cannot be found: {error}")))
    };
    let root = match (dir, packs.roots.last()) {
        (Some(dir), _) => dir,
        (None, Some(root)) => root.clone(),
        (None, None) => here()?,
    };
    let same =
        |known: &PathBuf| known.canonicalize().is_ok_and(|known| root.canonicalize().is_ok_and(|root| root == known));
    if root.join("cards").is_dir() && !packs.roots.iter().any(same) {
        packs.lay_over(&root)?;
    }
    Ok(root)
}

/// New files, by their paths under the root.
#[derive(Clone, Debug, Default)]
pub struct Draft(Vec<(String, String)>);

impl Draft {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.push((path.into(), text.into()));
    }

    /// Adds the files of another draft.
    pub fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The packs with the new files among them, without writing anything.
    pub fn laid_over(&self, packs: &Packs) -> Packs {
        let old = packs.files.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        Packs { files: Files::new(old.chain(self.0.iter().cloned())), ..packs.clone() }
    }

    /// Writes the files and lists them.
    ///
    /// # Errors
    /// If one of them is there already, or cannot be written.
    pub fn write(&self, root: &Path, packs: &Packs, out: &mut Out) -> Result<(), CommandError> {
        let packs = &self.laid_over(packs);
        if let Some((path, _)) = self.0.iter().find(|(path, _)| root.join(path).exists()) {
            return Err(CommandError::usage(format!("`{}` already exists", root.join(path).display())));
        }
        for (path, text) in &self.0 {
            let text = &format!("{}{text}", schema_line(path, root, packs));
            let file = root.join(path);
            disk::write_inside(root, path, text).map_err(|error| CommandError::unwritable(&file, &error))?;
            out.line(format_args!("wrote {}", file.display()));
        }
        Ok(())
    }
}

/// The game to which a file belongs.
fn game_of(path: &str, packs: &Packs) -> Option<String> {
    packs.game_of(pack_of(path)?).ok()
}

/// The first line of a TOML file, which names its schema for editors; nothing for other files, nor where
/// `cardwright schema` has not written the schemas of the game.
fn schema_line(path: &str, root: &Path, packs: &Packs) -> String {
    let (Some(name), Some(game)) = (crate::schema::name_for(path), game_of(path, packs)) else { return String::new() };
    if !root.join("schemas").join(&game).join(&name).is_file() {
        return String::new();
    }
    let up = "../".repeat(path.matches('/').count());
    format!("#:schema {up}schemas/{game}/{name}\n")
}

/// A name as the name of a file: `Hedge Cleric` is `hedge-cleric`.
pub fn file_name(name: &str) -> String {
    let kept = name.to_lowercase().replace(['\'', '’', '!', '?', '.', ','], "");
    let joined: String = kept.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    joined.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// A text as TOML writes it.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_become_names_of_files() {
        assert_eq!(file_name("Dragon's Calm"), "dragons-calm");
        assert_eq!(file_name("  The Five—Peaks! "), "the-five-peaks");
    }
}
