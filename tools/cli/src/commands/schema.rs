//! `cardwright schema`: writes JSON Schemas of the TOML files of a game, and the definitions of its verbs.

use crate::out::Out;
use crate::schema;
use cardwright_game::Lens;
use cardwright_kernel::text::printable_json;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `cardwright schema`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game, or a pack for it
    pack: String,
    /// The folder to write to (default: `schemas/<game>` in the folder of packs, which new files refer to)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let game = packs.game_of(&arguments.pack)?;
    let beside = || (packs.roots.last().cloned().unwrap_or_default(), format!("schemas/{game}/"));
    let (root, folder) = arguments.out.clone().map_or_else(beside, |folder| (folder, String::new()));
    let written = write(packs, &game, &root, &folder)?;
    out.line(format_args!("wrote {written} files into {}", root.join(folder).display()));
    Ok(Verdict::Fine)
}

/// Writes the schemas of a game into a folder under a root, and tells how many files they are.
fn write(packs: &Packs, game: &str, root: &Path, folder: &str) -> Result<usize, CommandError> {
    let lens = Lens::new(&packs.files, game);
    let schemas = schema::schemas(&lens);
    let written = schemas.len() + 1;
    let put = |name: &str, text: &str| {
        let path = format!("{folder}{name}");
        disk::write_inside(root, &path, text).map_err(|error| CommandError::unwritable(&root.join(&path), &error))
    };
    for (name, schema) in &schemas {
        // An editor shows what is in it.
        put(name, &printable_json(&(serde_json::to_string_pretty(schema).unwrap_or_default() + "\n")))?;
    }
    put("cardwright.d.rhai", &lens.definitions())?;
    Ok(written)
}
