//! The games that a server offers, and what a page must know of each.

use crate::shown::{VERSION, text};
use crate::store::KeptPacks;
use cardwright_content::{Files, is_image, pack_of};
use cardwright_game::{GameInfo, Ruleset, RulesetInside};
use cardwright_rulings::packs::Packs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct GamePack {
    /// The pack that holds its ruleset.
    pub pack: String,
    /// Its rules.
    pub ruleset: Ruleset,
    /// The files of that pack and of all packs that belong to it, which games keep.
    pub files: Files,
}

impl GamePack {
    /// A game and the files that belong to it.
    pub fn of(packs: &Packs, pack: String, ruleset: Ruleset) -> Self {
        // A library belongs to no game, and may be one that this game is made of.
        let members = packs.infos().into_iter().filter(|info| info.games.contains(&pack) || info.games.is_empty());
        let members: Vec<String> = members.map(|info| info.name).collect();
        let of_game = |path: &str| {
            !path.starts_with("tests/") && pack_of(path).is_some_and(|it| members.iter().any(|member| member == it))
        };
        let files = packs.files.only(of_game);
        Self { pack, ruleset, files }
    }
}

/// Everything that a page must know of a game, and the hash of its packs.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    pub pack: GamePack,
    pub hash: [u8; 32],
    /// What is declared and printed, as JSON.
    pub info: Arc<str>,
    /// The game in short, for a list.
    pub short: Value,
    /// Its cards as they are printed, from when somebody first asks for one.
    #[cfg(feature = "print")]
    pub gallery: Arc<std::sync::OnceLock<cardwright_face::Gallery>>,
}

impl Catalogue {
    pub(crate) fn of(pack: GamePack) -> Self {
        let hash = pack.ruleset.rules().hash;
        let game = pack.ruleset.info();
        let info = format!(r#"{{"v":{VERSION},"hash":"{}","game":{}}}"#, hex(&hash), text(&game));
        let short = short(&game);
        Self {
            pack,
            hash,
            info: info.into(),
            short,
            #[cfg(feature = "print")]
            gallery: Arc::default(),
        }
    }

    /// The catalogue of a game from the files that were kept with it.
    ///
    /// # Errors
    /// Why these files can no longer be played.
    pub(crate) fn of_archive(pack: &str, archive: &[u8]) -> Result<Self, String> {
        let files: BTreeMap<String, String> = serde_json::from_slice(archive).map_err(|error| error.to_string())?;
        let (images, texts): (BTreeMap<_, _>, BTreeMap<_, _>) = files.into_iter().partition(|(path, _)| is_image(path));
        let images = images.into_iter().filter_map(|(path, digits)| Some((path, unhex(&digits)?.into())));
        let files = Files::new(texts).with_images(images);
        let loaded = cardwright_game::load(&files, pack);
        let Some(ruleset) = loaded.ruleset else {
            let first = loaded.problems.iter().next().map(|problem| problem.message.to_string());
            return Err(format!("its packs do not work with this version: {}", first.unwrap_or_default()));
        };
        Ok(Self::of(GamePack { pack: pack.into(), ruleset, files }))
    }

    /// The packs, as they are kept.
    pub(crate) fn kept(&self) -> KeptPacks {
        KeptPacks { files: self.archive(), info: Arc::clone(&self.info) }
    }

    /// The files: texts as they are, pictures in hexadecimal digits.
    fn archive(&self) -> Vec<u8> {
        let files = self.pack.files.iter().map(|(path, text)| (path, text.to_owned()));
        let images = self.pack.files.images().map(|(path, bytes)| (path, hex(&bytes)));
        let files: BTreeMap<&str, String> = files.chain(images).collect();
        serde_json::to_vec(&files).unwrap_or_default()
    }
}

/// A game in short.
fn short(game: &GameInfo) -> Value {
    // What players and places print are no cards.
    let is_card =
        |kind: &str| game.kinds.iter().any(|own| *own.key == *kind && matches!(own.category, "card" | "counted"));
    let cards = game.cards.iter().filter(|card| is_card(&card.kind)).count();
    json!({
        "pack": game.pack, "title": game.title, "people": game.people, "decks": game.decks, "tables": game.tables,
        "options": game.options, "cards": cards, "spaces": game.spaces.len(),
    })
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digits = digits.as_bytes();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
