//! Rulings that are made of what has happened in a game.

use super::Workshop;
use cardwright_game::{Match, MatchInside, Ruleset, RulesetInside};
use cardwright_kernel::state::Game;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::promote::{Patience, Promoted, Promoting, check_name};
use cardwright_rulings::record::Record;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// A line of a trace from which a ruling is to be made.
#[derive(Debug, Deserialize)]
pub(crate) struct Happened {
    /// Which line of the trace that shows everything.
    pub line: usize,
    /// The name of the ruling, as `<subject>/<claim>`.
    pub name: String,
    /// What it claims; a sentence about the line if this is empty.
    #[serde(default)]
    pub claim: String,
    /// Whether the ruling only lays the table as it stood behind the line, and does not lead there.
    #[serde(default)]
    pub only_table: bool,
}

/// A ruling that was written.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct WrittenRuling {
    /// Its name.
    pub name: String,
    /// The path of its file.
    pub path: String,
    /// Its trace.
    pub trace: String,
}

impl Workshop {
    /// Makes a ruling of a line of a game, writes it, and adds it to those in sight.
    ///
    /// # Errors
    /// Why none can be made of it.
    pub(crate) fn promote(
        &self,
        played_with: &Ruleset,
        save: &[u8],
        happened: &Happened,
    ) -> Result<WrittenRuling, String> {
        let told = |failure: CommandError| failure.to_string();
        check_name(&happened.name).map_err(told)?;
        let packs = self.packs();
        let game = Match::load(played_with, save).map_err(|damage| damage.to_string())?;
        let line = line(played_with, game.game(), happened.line)?;
        let record = Record::new(&packs, played_with, game.game()).map_err(told)?;
        let ruleset = self.ruleset(&record.game).map_err(told)?;
        let host = ruleset.host();
        // Looking for the ruling takes long; that there is no place for it is said before.
        home(&packs, &record.game)?;
        let happens =
            format!("This happened in a game: {}", line.trim_start_matches(['-', '!', 'x', '#', '>', '*', ' ']));
        let promoting = Promoting {
            record: &record,
            ruleset: &ruleset,
            host: &host,
            path: format!("tests/rulings/{}/{}.toml", record.game, happened.name),
            claim: if happened.claim.trim().is_empty() { happens } else { happened.claim.trim().to_owned() },
            line,
            also: None,
            from: 0,
            keeps_line: true,
            patience: &Patience::OfAPerson,
        };
        let made = if happened.only_table { promoting.position() } else { promoting.promote() };
        let promoted = made.map_err(|reasons| format!("no ruling shows this line: {}", reasons.join("; ")))?;
        self.keep_ruling(&record.game, promoted)
    }

    /// Writes a ruling, and adds it to those in sight.
    pub(super) fn keep_ruling(&self, game: &str, promoted: Promoted) -> Result<WrittenRuling, String> {
        let packs = self.packs();
        let root = home(&packs, game)?;
        promoted.write(root).map_err(|failure| failure.to_string())?;
        let name = promoted.file.name().to_owned();
        let (path, trace) = (promoted.file.path.to_string(), promoted.trace);
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut packs = (*now.packs).clone();
        packs.read_file_again(root, &path);
        now.packs = Arc::new(packs);
        Ok(WrittenRuling { name, path, trace })
    }
}

/// The folder into which rulings of a game are written.
fn home<'p>(packs: &'p Packs, game: &str) -> Result<&'p Path, String> {
    packs.home_of(game).ok_or_else(|| "this game is inside of the program: nothing can be written there".into())
}

/// A line of the trace that shows everything, as rulings name it.
fn line(ruleset: &Ruleset, game: &Game, at: usize) -> Result<String, String> {
    let lines = ruleset.reporter(game, None).lines(game.trace());
    let (_, line) = lines.get(at).ok_or("there is no such line")?;
    Ok(line.trim().to_owned())
}
