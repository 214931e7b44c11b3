//! Rulings that are made of what has happened in a game.

use super::Workbench;
use cardwright_cli::commands::{check_ruling_name, write_ruling};
use cardwright_game::{Match, MatchInside, Ruleset, RulesetInside};
use cardwright_kernel::model::game::Game;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::promote::{Patience, Promoted, Promoting};
use cardwright_rulings::record::Record;
use cardwright_studio::{Happened, WrittenRuling};
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// Makes a ruling of a line, writes it, and adds it to those in sight.
pub(super) fn promote(bench: &Workbench, happened: &Happened) -> Result<WrittenRuling, String> {
    let told = |failure: CommandError| failure.to_string();
    check_ruling_name(&happened.name).map_err(told)?;
    let packs = bench.packs();
    let game = Match::load(&happened.ruleset, &happened.save).map_err(|damage| damage.to_string())?;
    let line = line(&happened.ruleset, game.game(), happened.line)?;
    let record = Record::new(&packs, &happened.ruleset, game.game()).map_err(told)?;
    let ruleset = bench.ruleset(&record.game).map_err(told)?;
    let host = ruleset.host();
    // Looking for the ruling takes long; that there is no place for it is said before.
    home(&packs, &record.game)?;
    let happens = format!("This happened in a game: {}", line.trim_start_matches(['-', '!', 'x', '#', '>', '*', ' ']));
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
    keep(bench, &record.game, promoted)
}

/// The folder into which rulings of a game are written.
pub(super) fn home<'p>(packs: &'p Packs, game: &str) -> Result<&'p Path, String> {
    packs.home_of(game).ok_or_else(|| "this game is inside of the program: nothing can be written there".into())
}

/// Writes a ruling, and adds it to those in sight.
pub(super) fn keep(bench: &Workbench, game: &str, promoted: Promoted) -> Result<WrittenRuling, String> {
    let packs = bench.packs();
    let root = home(&packs, game)?;
    write_ruling(&promoted, root).map_err(|failure| failure.to_string())?;
    let name = promoted.file.name().to_owned();
    let (path, trace) = (promoted.file.path.to_string(), promoted.trace);
    let mut now = bench.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut packs = (*now.packs).clone();
    packs.read_file_again(root, &path);
    now.packs = Arc::new(packs);
    Ok(WrittenRuling { name, path, trace })
}

/// A line of the trace that shows everything, as rulings name it.
fn line(ruleset: &Ruleset, game: &Game, at: usize) -> Result<String, String> {
    let lines = ruleset.reporter(game, None).lines(game.trace());
    let (_, line) = lines.get(at).ok_or("there is no such line")?;
    Ok(line.trim().to_owned())
}
