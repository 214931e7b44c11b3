//! A new pack: more cards for a game, or a small game to begin with.

use super::place::{Draft, quoted};
use super::{card, ruling};
use crate::out::Out;
use cardwright_game::RulesetInside;
use cardwright_kernel::rules::Category;
use cardwright_rulings::archive::is_name;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright new pack`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Its name: lower-case letters, digits, `-` and `_`
    name: String,
    /// The game, or a pack of it, that it adds cards to [default: the only game]
    #[arg(long, value_name = "PACK", conflicts_with = "game")]
    requires: Option<String>,
    /// Make it a game of its own
    #[arg(long)]
    game: bool,
}

/// The files of a small game, by their paths under the pack's folders.
const GAME: [(&str, &str); 6] = [
    ("cards/{pack}/ruleset.toml", include_str!("../../../../templates/game/ruleset.toml")),
    ("cards/{pack}/decks/first.toml", include_str!("../../../../templates/game/deck.toml")),
    ("cards/{pack}/boons/windfall.toml", include_str!("../../../../templates/game/windfall.toml")),
    ("cards/{pack}/boons/tax.toml", include_str!("../../../../templates/game/tax.toml")),
    ("scripts/{pack}/ruleset.rhai", include_str!("../../../../templates/game/ruleset.rhai")),
    ("scripts/{pack}/boons/tax.rhai", include_str!("../../../../templates/game/tax.rhai")),
];

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, root: &Path, out: &mut Out) -> Outcome {
    let name = &arguments.name;
    check_name(name)?;
    if packs.infos().iter().any(|info| info.name == *name) {
        return Err(CommandError::usage(format!("there is already a pack `{name}`")));
    }
    let mut draft = Draft::default();
    if arguments.game {
        add_game(&mut draft, &packs, name);
    } else {
        let required = arguments.required(&packs)?;
        add_extension(&mut draft, &packs, name, &required)?;
    }
    draft.write(root, &packs, out)?;
    out.line(format_args!("\nnext: run `cardwright new card NAME --kind KIND --pack {name}`, then `cardwright check`"));
    Ok(Verdict::Fine)
}

impl Arguments {
    fn required(&self, packs: &Packs) -> Result<String, CommandError> {
        if let Some(pack) = &self.requires {
            packs.game_of(pack)?;
            return Ok(pack.clone());
        }
        match cardwright_content::games(&packs.files)[..] {
            [game] => Ok(game.to_string()),
            [] => Err(CommandError::usage("there is no game to add cards to")
                .help("`--game` makes the pack a game of its own")),
            ref games => Err(CommandError::usage("which game should it add cards to?").help(format!(
                "`--requires` is one of {}; or `--game` makes the pack a game of its own",
                cardwright_kernel::text::list(games.iter().copied())
            ))),
        }
    }
}

/// Names of packs are names of folders, on every machine.
fn check_name(name: &str) -> Result<(), CommandError> {
    match is_name(name) {
        true => Ok(()),
        false => Err(CommandError::usage(format!("`{name}` cannot be the name of a pack"))
            .help("use lower-case letters, digits, `-` and `_`, with a letter first: `my-pack`")),
    }
}

/// The versions of the engine that a new pack is for: those that change nothing in this one.
const ENGINE: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

fn head(name: &str, requires: Option<&str>) -> String {
    let title = title(name);
    let requires = requires.map(|pack| format!("requires = [{}]\n", quoted(pack))).unwrap_or_default();
    format!(
        "name = {}\ntitle = {}\nversion = \"0.1.0\"\nengine = \"{ENGINE}\"\n# authors = [\"you\"]\n# licence = \"MIT OR Apache-2.0\"\n{requires}",
        quoted(name),
        quoted(&title)
    )
}

/// `my_first-pack` as a title: "My First Pack".
fn title(name: &str) -> String {
    name.split(['-', '_']).map(capital).collect::<Vec<_>>().join(" ")
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

/// A pack for a game, with a first card of the first kind that a ruling can play; of the first kind, if there is none.
fn add_extension(draft: &mut Draft, packs: &Packs, name: &str, required: &str) -> Result<(), CommandError> {
    let ruleset = packs.ruleset(required)?;
    draft.add(format!("cards/{name}/pack.toml"), head(name, Some(required)));
    let with_pack = draft.laid_over(packs);
    let kinds =
        ruleset.rules().kinds.iter().filter(|(_, kind)| !kind.folder.is_empty() && kind.category == Category::Card);
    let card_name = format!("First of {}", title(name));
    let mut found = None;
    for (kind, _) in kinds {
        let mut first = Draft::default();
        let is_played = card::add(&mut first, &with_pack, &ruleset, name, &card_name, kind)?;
        if is_played || found.is_none() {
            found = Some(first);
        }
        if is_played {
            break;
        }
    }
    draft.append(found.unwrap_or_default());
    Ok(())
}
