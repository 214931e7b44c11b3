//! What an author can do besides playing: rulings are judged and accepted as by `test` and `accept`, made of games as by
//! `record promote` and `new ruling`, files are saved as everything is that is written into packs, and many games are played
//! as by `sim`. Everything may take a while, so nothing here is called where others wait.

mod edited;
mod judged;
mod laid;
mod many;
mod promoted;

pub(crate) use edited::{FirstDifference, NotSaved};
pub(crate) use laid::TableLayout;
pub(crate) use many::ManyGames;
pub(crate) use promoted::{Happened, WrittenRuling};

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::state::Game;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, RulingFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A ruling in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RulingTitle {
    /// Its name: `spellfire/calm/spares-only-its-player`.
    pub name: String,
    /// The pack that holds the ruleset of its game.
    pub game: String,
    /// What it claims.
    pub claim: String,
    /// Whether its trace can be accepted: it lies in a folder, not inside the program.
    pub editable: bool,
}

/// Where a game can begin.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// The pack that holds the ruleset.
    pub game: String,
    /// The save of a game before its first step, or in the middle.
    pub save: Vec<u8>,
}

/// The packs as they are now, and the games of them that were loaded since they changed last.
#[derive(Clone)]
struct Now {
    packs: Arc<Packs>,
    loaded: BTreeMap<String, Ruleset>,
}

/// The packs of an author, and what can be done with them.
pub struct Workshop(Mutex<Now>);

impl Workshop {
    /// The workshop of these packs.
    pub fn new(packs: Packs) -> Self {
        Self(Mutex::new(Now { packs: Arc::new(packs), loaded: BTreeMap::new() }))
    }

    fn now(&self) -> Now {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn packs(&self) -> Arc<Packs> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner).packs)
    }

    /// Keeps games that were loaded from these packs, unless the packs have changed meanwhile.
    fn keep(&self, packs: &Arc<Packs>, loaded: BTreeMap<String, Ruleset>) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&now.packs, packs) {
            now.loaded.extend(loaded);
        }
    }

    /// The rules of the game to which a pack belongs.
    fn ruleset(&self, pack: &str) -> Result<Ruleset, CommandError> {
        let Now { packs, loaded } = self.now();
        let game = packs.game_of(pack)?;
        if let Some(ruleset) = loaded.get(&game) {
            return Ok(ruleset.clone());
        }
        let ruleset = packs.ruleset(&game)?;
        self.keep(&packs, BTreeMap::from([(game, ruleset.clone())]));
        Ok(ruleset)
    }

    fn ruling(&self, name: &str) -> Result<RulingFile, String> {
        let found = self.packs().rulings(name).into_iter().find(|file| file.name() == name);
        found.ok_or_else(|| "there is no such ruling".into())
    }

    /// All rulings in sight, in the order of their names.
    pub(crate) fn rulings(&self) -> Vec<RulingTitle> {
        let packs = self.packs();
        let games: BTreeMap<String, String> =
            packs.infos().into_iter().filter_map(|info| Some((info.name, info.games.first()?.clone()))).collect();
        let title = |file: RulingFile| {
            let game = games.get(file.pack())?.clone();
            let editable = !file.root.as_os_str().is_empty();
            Some(RulingTitle { name: file.name().to_owned(), claim: claim_of(&file.text), game, editable })
        };
        packs.rulings("").into_iter().filter_map(title).collect()
    }

    /// The table of a ruling.
    ///
    /// # Errors
    /// There is none, or it cannot be laid.
    pub(crate) fn lay(&self, ruling: &str) -> Result<Position, String> {
        let file = self.ruling(ruling)?;
        let game = self.packs().game_of(file.pack()).map_err(|failure| failure.to_string())?;
        let ruleset = self.ruleset(&game).map_err(|failure| failure.to_string())?;
        let ruling = rulings::read(&file, &ruleset).map_err(|problems| {
            problems.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>().join("; ")
        })?;
        Ok(Position { game, save: ruleset.save(&Game::new(ruleset.rules(), &ruling.setup)) })
    }

    /// Speaks the Language Server Protocol about the packs of a game until the input ends.
    pub(crate) fn language(&self, game: &str, input: impl BufRead + Send + 'static, output: &mut impl Write) {
        let mut packs = (*self.packs()).clone();
        // What belongs to other games would only take time. A library belongs to none.
        for info in packs.infos() {
            if info.games.first().is_some_and(|own| own != game) {
                let _ = packs.leave_out(&info.name);
            }
        }
        // It ends when the editor is closed; then nobody reads why.
        let _ = cardwright_lsp::serve(input, output, packs);
    }
}

/// The claim of a ruling, as it is written.
fn claim_of(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("claim"));
    let claim = line.and_then(|line| line.split_once('"')).map(|(_, rest)| rest.trim_end().trim_end_matches('"'));
    claim.unwrap_or_default().to_owned()
}
