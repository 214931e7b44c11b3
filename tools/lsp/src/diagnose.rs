//! Problems as you type.

use super::place;
use super::workspace::Workspace;
use cardwright_content::{Files, games, pack_of, packs};
use cardwright_game::Ruleset;
use cardwright_kernel::problems::{Problem, Problems, Sources, Span};
use cardwright_pictures::Judge;
use cardwright_rulings::packs::apart;
use cardwright_rulings::pictures;
use cardwright_rulings::rulings::{self, RulingFile};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams,
};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// What is wrong in each file, and nothing for files in which something was.
pub(super) fn diagnose(workspace: &mut Workspace) -> Vec<PublishDiagnosticsParams> {
    let files = workspace.files();
    let mut by_file: BTreeMap<Box<str>, Vec<Diagnostic>> =
        workspace.told.iter().map(|path| (path.clone(), Vec::new())).collect();
    for problem in &problems(workspace.judge(), &files, &mut workspace.known) {
        let diagnostic = diagnostic(workspace, &files, problem);
        by_file.entry(problem.path.clone()).or_default().push(diagnostic);
    }
    workspace.told = by_file.iter().filter(|(_, found)| !found.is_empty()).map(|(path, _)| path.clone()).collect();
    let params = |(path, found): (Box<str>, Vec<Diagnostic>)| {
        let uri = place::uri(&workspace.on_disk(&path)?)?;
        Some(PublishDiagnosticsParams::new(uri, found, None))
    };
    by_file.into_iter().filter_map(params).collect()
}

/// All problems of all games in the files, and of their rulings. What has not changed since is not looked at again.
fn problems(judge: &Judge, files: &Files, known: &mut Known) -> Vec<Problem> {
    let stamps = Stamps::of(files);
    known.games.retain(|game, _| stamps.games.contains_key(game));
    let mut all = Problems::new();
    for (game, stamp) in &stamps.games {
        let kept = known.games.remove(game).filter(|kept| kept.stamp == *stamp);
        let mut kept = kept.unwrap_or_else(|| KnownGame::load(judge, files, game, *stamp));
        kept.read(files, stamps.rulings.get(game));
        all.extend(kept.problems.iter().cloned());
        all.extend(kept.rulings.values().filter_map(|ruling| ruling.about.as_ref().err()).flatten().cloned());
        all.extend(kept.unshown(files));
        known.games.insert(game.clone(), kept);
    }
    all.into_iter().collect()
}

/// What is known about the games, by their names.
#[derive(Default)]
pub(super) struct Known {
    games: BTreeMap<Box<str>, KnownGame>,
}

/// What is known about a game as it was when its files had this stamp.
struct KnownGame {
    stamp: u64,
    problems: Problems,
    ruleset: Option<Ruleset>,
    /// With what the rulings of packs are read that do not ask for another board, by these packs.
    apart: BTreeMap<String, Ruleset>,
    /// The rulings by the paths of their files.
    rulings: BTreeMap<Box<str>, KnownRuling>,
}

/// What is known about a ruling as it was when its file had this stamp.
struct KnownRuling {
    stamp: u64,
    /// The cards that it is about, or what is wrong with it.
    about: Result<Vec<Box<str>>, Vec<Problem>>,
}

impl KnownGame {
    fn load(judge: &Judge, files: &Files, game: &str, stamp: u64) -> Self {
        let loaded = cardwright_game::load(files, game);
        let rulings = BTreeMap::new();
        let mut problems = loaded.told();
        problems.extend(pictures::problems(judge, files, game));
        Self { stamp, problems, ruleset: loaded.ruleset, apart: apart(files, game), rulings }
    }

    /// Reads the rulings whose files have changed, and forgets those that are gone.
    fn read(&mut self, files: &Files, stamps: Option<&BTreeMap<Box<str>, u64>>) {
        let (Some(ruleset), Some(stamps)) = (&self.ruleset, stamps) else { return self.rulings.clear() };
        self.rulings.retain(|path, ruling| stamps.get(path) == Some(&ruling.stamp));
        for (path, stamp) in stamps {
            if !self.rulings.contains_key(path) {
                let text = files.get(path).unwrap_or_default().into();
                let file = RulingFile { root: PathBuf::new(), path: path.clone(), text };
                let read = rulings::read(&file, self.apart.get(file.pack()).unwrap_or(ruleset));
                let about = read.map(|ruling| ruling.cards).map_err(|problems| problems.into_iter().collect());
                self.rulings.insert(path.clone(), KnownRuling { stamp: *stamp, about });
            }
        }
    }

    /// The cards whose texts nothing carries out or shows.
    fn unshown(&self, files: &Files) -> Problems {
        let Some(ruleset) = &self.ruleset else { return Problems::new() };
        let about = self.rulings.values().map(|ruling| ruling.about.as_deref().ok());
        rulings::unshown(files, ruleset, about)
    }
}

/// Prints of the texts of files: of what a game is made of, and of each of its rulings.
struct Stamps {
    games: BTreeMap<Box<str>, u64>,
    rulings: BTreeMap<Box<str>, BTreeMap<Box<str>, u64>>,
}

impl Stamps {
    fn of(files: &Files) -> Self {
        let infos = packs(files);
        let games = games(files);
        let mut hashers: BTreeMap<&str, DefaultHasher> =
            games.iter().map(|game| (*game, DefaultHasher::new())).collect();
        let mut rulings: BTreeMap<Box<str>, BTreeMap<Box<str>, u64>> = BTreeMap::new();
        let of_pack: BTreeMap<&str, &[String]> = infos.iter().map(|info| (&*info.name, &*info.games)).collect();
        for (path, text) in files.iter() {
            let own = pack_of(path).and_then(|pack| of_pack.get(pack)).copied().unwrap_or_default();
            if path.starts_with("tests/") {
                for game in own {
                    rulings.entry(game.as_str().into()).or_default().insert(path.into(), print(path, text));
                }
                continue;
            }
            // What belongs to no game may be meant for any; so may a pack that says something else now.
            let is_common = own.is_empty() || path.ends_with("/pack.toml");
            for (game, hasher) in &mut hashers {
                if is_common || own.iter().any(|name| name == game) {
                    (path, text).hash(hasher);
                }
            }
        }
        for (path, bytes) in files.images() {
            let own = pack_of(path).and_then(|pack| of_pack.get(pack)).copied().unwrap_or_default();
            for game in own {
                hashers.get_mut(game.as_str()).into_iter().for_each(|hasher| (path, &bytes).hash(hasher));
            }
        }
        Self { games: hashers.into_iter().map(|(game, hasher)| (game.into(), hasher.finish())).collect(), rulings }
    }
}

fn print(path: &str, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (path, text).hash(&mut hasher);
    hasher.finish()
}

fn diagnostic(workspace: &Workspace, files: &Files, problem: &Problem) -> Diagnostic {
    let text = files.text(&problem.path).unwrap_or_default();
    let span = problem.span.map(Span::range).unwrap_or(0..text.find('\n').unwrap_or(text.len()));
    let severity = if problem.is_warning { DiagnosticSeverity::WARNING } else { DiagnosticSeverity::ERROR };
    let told = [Some(&problem.label), problem.help.as_ref()].into_iter().flatten().filter(|told| !told.is_empty());
    let plain = problem.notes.iter().filter(|note| note.place.is_none()).map(|note| &note.message);
    let mut message = problem.message.clone();
    for told in told.chain(plain) {
        message = format!("{message}\n{told}");
    }
    let related = problem.notes.iter().filter_map(|note| {
        let (path, span) = note.place.as_ref()?;
        let location = place::location(&workspace.on_disk(path)?, files.get(path)?, &span.range())?;
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
