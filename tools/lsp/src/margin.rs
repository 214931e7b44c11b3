//! The margin: above each function how many rulings call it, and what no ruling exercises.

use super::place;
use super::workspace::Workspace;
use cardwright_content::{Files, pack_of, packs};
use cardwright_rulings::coverage::{self, Coverage, CoveredPoint, PointSort};
use cardwright_rulings::parallel;
use cardwright_rulings::rulings::RulingFile;
use lsp_types::{CodeLens, Command, Position, Range, TextDocumentIdentifier};
use std::path::PathBuf;

/// What stands in the margin of a file; nothing where the game has no rulings, or cannot be played as it is.
pub(super) fn margin(workspace: &mut Workspace, document: &TextDocumentIdentifier) -> Vec<CodeLens> {
    let Some((path, text)) = workspace.file(document.uri.as_str()) else { return Vec::new() };
    let Some(coverage) = workspace.coverage(&path) else { return Vec::new() };
    let points = coverage.points.iter().filter(|point| *point.point.path == *path);
    points.filter_map(|point| Some(lens(&text, point, &title(point)?))).collect()
}

/// What is exercised of a game, as its files are now; none without rulings, or if it cannot be played.
pub(super) fn coverage_of(files: &Files, game: &str) -> Option<Coverage> {
    let infos = packs(files);
    let is_of_game =
        |pack: &str| infos.iter().any(|info| info.name == pack && info.games.first().is_some_and(|it| it == game));
    let is_ruling = |path: &str| path.starts_with("tests/rulings/") && path.ends_with(".toml");
    let rulings: Vec<RulingFile> = files
        .iter()
        .filter(|(path, _)| is_ruling(path) && pack_of(path).is_some_and(is_of_game))
        .map(|(path, text)| RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() })
        .collect();
    if rulings.is_empty() {
        return None;
    }
    let ruleset = cardwright_game::load(files, game).ruleset?;
    let points = coverage::points(files, &ruleset, |path| pack_of(path).is_some_and(is_of_game));
    Some(Coverage::of(files, points, &coverage::footprints(&ruleset, &rulings, parallel::threads())))
}

/// What is said of a point: of a function how many rulings call it, of anything else only what is missing.
fn title(covered: &CoveredPoint) -> Option<String> {
    let open: Vec<&str> = covered.open().map(|need| need.unmet).collect();
    match (covered.point.sort, covered.counts.first()) {
        (_, _) if !open.is_empty() => Some(format!("no ruling: {}", open.join(" and "))),
        (PointSort::Function, Some(1)) => Some("1 ruling".to_owned()),
        (PointSort::Function, Some(0)) => covered.reason.as_ref().map(|why| format!("no ruling: {why}")),
        (PointSort::Function, Some(count)) => Some(format!("{count} rulings")),
        _ => None,
    }
}

fn lens(text: &str, covered: &CoveredPoint, title: &str) -> CodeLens {
    let line = covered.point.line.saturating_sub(1);
    let shown = text.lines().nth(line as usize).unwrap_or_default();
    let before: String = shown.chars().take(covered.point.column.saturating_sub(1) as usize).collect();
    let start = place::position(&before, before.len()).character;
    let end = place::position(shown, shown.len()).character;
    CodeLens {
        range: Range::new(Position::new(line, start), Position::new(line, end.max(start))),
        command: Some(Command { title: title.to_owned(), command: String::new(), arguments: None }),
        data: None,
    }
}
