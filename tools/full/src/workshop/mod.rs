//! What the studio of an author borrows from the commands: rulings are judged and accepted as by `test` and `accept`, made
//! of games as by `record promote` and `new ruling`, files are saved as everything is that is written into packs, and many
//! games are played as by `sim`.

mod edited;
mod judged;
mod laid;
mod many;
mod promoted;

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::model::game::Game;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, RulingFile};
use cardwright_studio::{
    FileText, Happened, JudgedRuling, ManyGames, NotSaved, PackFile, PlayedAgain, Position, RulingTitle, SavedFile,
    TableLayout, Workshop, WrittenRuling,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The packs as they are now, and the games of them that were loaded since they changed last.
#[derive(Clone)]
struct Now {
    packs: Arc<Packs>,
    loaded: BTreeMap<String, Ruleset>,
}

/// The workshop.
pub struct Workbench(Mutex<Now>);

impl Workbench {
    /// A workshop for these packs.
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
}

/// The claim of a ruling, as it is written.
fn claim_of(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("claim"));
    let claim = line.and_then(|line| line.split_once('"')).map(|(_, rest)| rest.trim_end().trim_end_matches('"'));
    claim.unwrap_or_default().to_owned()
}

impl Workshop for Workbench {
    fn rulings(&self) -> Vec<RulingTitle> {
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

    fn lay(&self, ruling: &str) -> Result<Position, String> {
        let file = self.ruling(ruling)?;
        let game = self.packs().game_of(file.pack()).map_err(|failure| failure.to_string())?;
        let ruleset = self.ruleset(&game).map_err(|failure| failure.to_string())?;
        let ruling = rulings::read(&file, &ruleset).map_err(|problems| {
            problems.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>().join("; ")
        })?;
        Ok(Position { game, save: ruleset.save(&Game::new(ruleset.rules(), &ruling.setup)) })
    }

    fn judge(&self, rulings: &[String], with_lines: bool) -> Vec<JudgedRuling> {
        judged::judge(self, rulings, with_lines)
    }

    fn accept(&self, ruling: &str, print: &str) -> Result<(), String> {
        judged::accept(self, &self.ruling(ruling)?, print)
    }

    fn reject(&self, ruling: &str) -> Result<(), String> {
        let file = self.ruling(ruling)?;
        rulings::reject(&file).map_err(|error| CommandError::unwritable(&file.snapshot(), &error).to_string())
    }

    fn promote(&self, happened: &Happened) -> Result<WrittenRuling, String> {
        promoted::promote(self, happened)
    }

    fn lay_out(&self, layout: &TableLayout) -> Result<Position, String> {
        laid::lay(self, layout)
    }

    fn write_layout(&self, layout: &TableLayout, name: &str, claim: &str) -> Result<WrittenRuling, String> {
        laid::write(self, layout, name, claim)
    }

    fn files(&self, game: &str) -> Vec<PackFile> {
        edited::files(&self.packs(), game)
    }

    fn file(&self, path: &str) -> Option<FileText> {
        edited::file(&self.packs(), path)
    }

    fn save(&self, path: &str, text: &str, print: &str) -> Result<SavedFile, NotSaved> {
        edited::save(self, path, text, print)
    }

    fn play_again(&self, old: &Ruleset, save: &[u8], new: &Ruleset) -> Result<PlayedAgain, String> {
        edited::play_again(&self.packs(), old, save, new)
    }

    fn play_many(&self, games: &ManyGames, told: &mut dyn FnMut(u64) -> bool) -> Result<Value, String> {
        many::play(self, games, told)
    }

    fn one_of_many(&self, games: &ManyGames, seed: u64) -> Result<Position, String> {
        many::one(self, games, seed)
    }

    fn bots(&self) -> Vec<String> {
        many::bots()
    }

    fn language(&self, game: &str, input: Box<dyn BufRead + Send>, mut output: &mut dyn Write) {
        let mut packs = (*self.packs()).clone();
        // What belongs to other games would only take time. A library belongs to none.
        for info in packs.infos() {
            if info.games.first().is_some_and(|own| own != game) {
                let _ = packs.leave_out(&info.name);
            }
        }
        // It ends when the editor is closed; then nobody reads why.
        let _ = cardwright_lsp::serve(input, &mut output, packs);
    }
}
