//! A new pack: more cards for a game, or a small game to begin with.

use super::place::{Draft, quoted};
use super::{card, ruling};
use crate::failure::{Failure, Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use cardwright::catalog;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright new pack`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Its name: small letters, digits and dashes
    name: String,
    /// The pack whose game it adds cards to; the only game where not given
    #[arg(long, value_name = "PACK", conflicts_with = "game")]
    requires: Option<String>,
    /// Make it a game of its own
    #[arg(long)]
    game: bool,
}

/// The files of a small game, by their paths under the pack's folders.
const GAME: [(&str, &str); 6] = [
    ("cards/{pack}/ruleset.toml", include_str!("../../../templates/game/ruleset.toml")),
    ("cards/{pack}/decks/first.toml", include_str!("../../../templates/game/deck.toml")),
    ("cards/{pack}/boons/windfall.toml", include_str!("../../../templates/game/windfall.toml")),
    ("cards/{pack}/boons/tax.toml", include_str!("../../../templates/game/tax.toml")),
    ("scripts/{pack}/ruleset.rhai", include_str!("../../../templates/game/ruleset.rhai")),
    ("scripts/{pack}/boons/tax.rhai", include_str!("../../../templates/game/tax.rhai")),
];

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, root: &Path, out: &mut Out) -> Outcome {
    let name = &arguments.name;
    check_name(name)?;
    if packs.infos().iter().any(|info| info.name == *name) {
        return Err(Failure::usage(format!("there is a pack `{name}` already")));
    }
    let mut draft = Draft::default();
    if arguments.game {
        add_game(&mut draft, &packs, name);
    } else {
        let required = arguments.required(&packs)?;
        add_extension(&mut draft, &packs, name, &required)?;
    }
    draft.write(root, &packs, out)?;
    out.line(format_args!("\nnext: `cardwright new card NAME --kind KIND --pack {name}`, then `cardwright check`"));
    Ok(Verdict::Fine)
}

impl Arguments {
    fn required(&self, packs: &Packs) -> Result<String, Failure> {
        if let Some(pack) = &self.requires {
            packs.game_of(pack)?;
            return Ok(pack.clone());
        }
        match catalog::games(&packs.files)[..] {
            [game] => Ok(game.to_string()),
            [] => {
                Err(Failure::usage("there is no game to add cards to")
                    .help("`--game` makes the pack a game of its own"))
            }
            ref games => Err(Failure::usage("which game does it add cards to?").help(format!(
                "`--requires` is one of {}; or `--game` makes the pack a game of its own",
                cardwright::base::list(games.iter().copied())
            ))),
        }
    }
}

/// Names of packs are names of folders, on every machine.
fn check_name(name: &str) -> Result<(), Failure> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits) {
        return Ok(());
    }
    Err(Failure::usage(format!("`{name}` is no name for a pack"))
        .help("small letters, digits and dashes, a letter first: `my-pack`"))
}

/// The versions of the engine that a new pack is for: those that change nothing in this one.
const ENGINE: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

fn head(name: &str, requires: Option<&str>) -> String {
    let title = name.split('-').map(capital).collect::<Vec<_>>().join(" ");
    let requires = requires.map(|pack| format!("requires = [{}]\n", quoted(pack))).unwrap_or_default();
    format!(
        "name = {}\ntitle = {}\nversion = \"0.1.0\"\nengine = \"{ENGINE}\"\n# authors = [\"you\"]\n# licence = \"MIT OR Apache-2.0\"\n{requires}",
        quoted(name),
        quoted(&title)
    )
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn add_game(draft: &mut Draft, packs: &Packs, name: &str) {
    draft.add(format!("cards/{name}/pack.toml"), head(name, None));
    for (path, text) in GAME {
        draft.add(path.replace("{pack}", name), text);
    }
    let with_game = draft.laid_over(packs);
    ruling::add(draft, &with_game, name, "Tax");
}

/// A pack for a game, with a first card of the first kind that can simply be used.
fn add_extension(draft: &mut Draft, packs: &Packs, name: &str, required: &str) -> Result<(), Failure> {
    let ruleset = packs.ruleset(required)?;
    draft.add(format!("cards/{name}/pack.toml"), head(name, Some(required)));
    let with_pack = draft.laid_over(packs);
    let kind = ruleset.rules().kinds.iter().find(|(_, kind)| !kind.folder.is_empty());
    let Some((kind, _)) = kind else { return Ok(()) };
    let title = name.split('-').map(capital).collect::<Vec<_>>().join(" ");
    let mut first = Draft::default();
    card::add(&mut first, &with_pack, &ruleset, name, &format!("First of {title}"), kind)?;
    draft.append(first);
    Ok(())
}
