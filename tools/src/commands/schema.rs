//! `cardwright schema`: writes JSON Schemas of the TOML files of a game, and the definitions of its verbs.

use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use crate::schema;
use cardwright::game::Lens;
use clap::Args;
use std::fs;
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
    let beside = || packs.roots.last().cloned().unwrap_or_default().join("schemas").join(&game);
    let folder = arguments.out.clone().unwrap_or_else(beside);
    let written = write(packs, &game, &folder)?;
    out.line(format_args!("wrote {written} files into {}", folder.display()));
    Ok(Verdict::Fine)
}

/// Writes the schemas of a game into a folder, and tells how many files they are.
fn write(packs: &Packs, game: &str, folder: &Path) -> Result<usize, Failure> {
    let lens = Lens::new(&packs.files, game);
    let broken = |error: std::io::Error| Failure::unwritable(folder, &error);
    fs::create_dir_all(folder).map_err(broken)?;
    let schemas = schema::schemas(&lens);
    let written = schemas.len() + 1;
    for (name, schema) in schemas {
        let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        fs::write(folder.join(name), text + "\n").map_err(broken)?;
    }
    fs::write(folder.join("cardwright.d.rhai"), lens.definitions()).map_err(broken)?;
    Ok(written)
}
