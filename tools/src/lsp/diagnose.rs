//! Problems as you type.

use super::desk::Desk;
use super::place;
use crate::rulings::{self, RulingFile};
use cardwright::base::{Problem, Problems};
use cardwright::catalog::{Files, games, packs};
use cardwright::game;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What is wrong in each file, and nothing for files in which something was.
pub(super) fn diagnose(desk: &mut Desk) -> Vec<PublishDiagnosticsParams> {
    let files = desk.files();
    let mut by_file: BTreeMap<Box<str>, Vec<Diagnostic>> =
        desk.told.iter().map(|path| (path.clone(), Vec::new())).collect();
    for problem in &problems(&files) {
        let diagnostic = diagnostic(desk, &files, problem);
        by_file.entry(problem.path.clone()).or_default().push(diagnostic);
    }
    desk.told = by_file.iter().filter(|(_, found)| !found.is_empty()).map(|(path, _)| path.clone()).collect();
    let params = |(path, found): (Box<str>, Vec<Diagnostic>)| {
        let uri = place::uri(&desk.on_disk(&path)?)?;
        Some(PublishDiagnosticsParams::new(uri, found, None))
    };
    by_file.into_iter().filter_map(params).collect()
}

/// All problems of all games in the files, and of their rulings.
fn problems(files: &Files) -> Vec<Problem> {
    let infos = packs(files);
    let mut all = Problems::new();
    for game in games(files) {
        let loaded = game::load(files, game);
        all.extend(loaded.problems);
        all.extend(loaded.warnings);
        let Some(ruleset) = loaded.ruleset else { continue };
        let members: BTreeSet<&str> =
            infos.iter().filter(|info| info.games.iter().any(|name| name == game)).map(|info| &*info.name).collect();
        for (path, text) in files.iter().filter(|(path, _)| path.starts_with("tests/rulings/")) {
            let file = RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() };
            if members.contains(file.pack()) {
                all.extend(rulings::read(&file, &ruleset).err().into_iter().flatten());
            }
        }
    }
    all.into_iter().collect()
}

fn diagnostic(desk: &Desk, files: &Files, problem: &Problem) -> Diagnostic {
    let text = files.get(&problem.path).unwrap_or_default();
    let span = problem.span.clone().unwrap_or(0..text.find('\n').unwrap_or(text.len()));
    let severity = if problem.is_warning { DiagnosticSeverity::WARNING } else { DiagnosticSeverity::ERROR };
    let told = [Some(&problem.label), problem.help.as_ref()].into_iter().flatten().filter(|told| !told.is_empty());
    let plain = problem.notes.iter().filter(|note| note.place.is_none()).map(|note| &note.message);
    let mut message = problem.message.clone();
    for told in told.chain(plain) {
        message = format!("{message}\n{told}");
    }
    let related = problem.notes.iter().filter_map(|note| {
        let (path, span) = note.place.as_ref()?;
        let location = place::location(&desk.on_disk(path)?, files.get(path)?, span)?;
        Some(DiagnosticRelatedInformation { location, message: note.message.clone() })
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: place::range(text, &span),
        severity: Some(severity),
        code: Some(NumberOrString::String(problem.code.to_string())),
        source: Some("cardwright".into()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
