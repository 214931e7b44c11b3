//! Warnings about cards of which rulings show something, but not everything.

use super::{Coverage, CoveredPoint, PointSort, footprints, points};
use crate::parallel;
use crate::rulings::{self, RulingFile};
use cardwright_content::{Files, tree};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Problem, Problems, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The functions and statements of cards' scripts that no ruling reaches, though rulings about the card call some of its
/// functions, and though no mark says why.
pub fn unexercised(
    files: &Files,
    ruleset: &Ruleset,
    rulings: &[RulingFile],
    is_meant: impl Fn(&str) -> bool,
) -> Problems {
    let read = rulings.iter().filter_map(|file| rulings::read(file, ruleset).ok());
    let shown: BTreeSet<Box<str>> = read.flat_map(|ruling| ruling.cards).collect();
    let scripts = scripts_of(ruleset, &shown);
    let points = points(files, ruleset, |path| scripts.contains_key(path) && is_meant(path));
    let coverage = Coverage::of(files, points, &footprints(ruleset, rulings, parallel::threads()));
    let mut problems = Problems::new();
    let mut is_gap = false;
    let begun = begun(&coverage);
    for covered in &coverage.points {
        let was_gap = match covered.point.sort {
            PointSort::Function => false,
            PointSort::Clause => is_gap,
            PointSort::Branch | PointSort::Key | PointSort::Gate => continue,
        };
        is_gap = !covered.is_fine();
        // What follows a place that is never reached is not reached either: one warning for all of it.
        if is_gap
            && !was_gap
            && begun.contains(&covered.point.path)
            && let Some((name, id)) = scripts.get(&*covered.point.path)
        {
            problems.extend([problem(files, covered, name, id)]);
        }
    }
    problems
}

/// The scripts of which rulings call a function at least. A card whose rulings show nothing of its script yet is only
/// begun, as `cardwright new card` leaves it.
fn begun(coverage: &Coverage) -> BTreeSet<String> {
    let called = coverage.points.iter().filter(|covered| covered.point.sort == PointSort::Function);
    called.filter(|covered| covered.is_fine()).map(|covered| covered.point.path.clone()).collect()
}

/// The scripts of these cards: the first card that has each, and its identifier.
fn scripts_of<'r>(ruleset: &'r Ruleset, shown: &BTreeSet<Box<str>>) -> BTreeMap<&'r str, (&'r str, &'r str)> {
    let rules = ruleset.rules();
    let mut scripts = BTreeMap::new();
    for (name, definition) in rules.definitions.iter().filter(|(name, _)| shown.contains(*name)) {
        let script = definition.script.and_then(|script| rules.scripts.get_index(script.index()));
        if let Some((path, _)) = script {
            scripts.entry(&**path).or_insert((&**name, &*definition.id));
        }
    }
    scripts
}

fn problem(files: &Files, covered: &CoveredPoint, name: &str, id: &str) -> Problem {
    let point = &covered.point;
    let text = files.get(&point.path).unwrap_or_default();
    let message = match point.sort {
        PointSort::Function => format!("no ruling about `{name}` calls `{}`", point.name),
        _ => format!("no ruling about `{name}` reaches this"),
    };
    let problem = Problem::new("clause-unexercised", &point.path, message).at(span(text, point.line, point.column));
    let help = "write a ruling that shows it, or say why none can: `// unexercised: …` above the line";
    let card = format!("cards/{}.toml", id.replacen(':', "/", 1));
    let (fields, _) = tree::parse(&card, files.get(&card).unwrap_or_default());
    let problem = problem.warning().help(help);
    match tree::field(&fields, "text") {
        Some(says) => problem.note_at("what the card says", &card, says.node.span),
        None => problem,
    }
}

/// From a place to the end of its line.
fn span(text: &str, line: u32, column: u32) -> Span {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
    let shown = text[start..].lines().next().unwrap_or_default();
    let before: usize = shown.chars().take(column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    Span::from(start + before..start + shown.trim_end().len())
}
