//! The guide says what is true: every example in the chapters about rulings gives what stands under it.

use crate::guides::{document, path_of};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::Colour;
use cardwright_rulings::rulings::{self, RulingFile};
use std::fs;
use suite::root;

const CHAPTERS: [&str; 3] = ["rulings", "steps", "running"];

/// The blocks of one language, and where each begins and ends.
fn blocks<'g>(guide: &'g str, language: &str) -> Vec<(usize, &'g str)> {
    let fence = format!("```{language}\n");
    let found = guide.match_indices(&fence).filter_map(|(at, _)| {
        let start = at + fence.len();
        guide[start..].find("```").map(|length| (start, &guide[start..start + length]))
    });
    found.collect()
}

/// The trace of a ruling, or what is wrong with it.
fn shown(text: &str, game: &Ruleset) -> String {
    let path = format!("tests/rulings/{}/subject/claim.toml", game.rules().pack);
    let file = RulingFile { root: root(), path: path.into(), text: text.into() };
    let ruling = match rulings::read(&file, game) {
        Ok(ruling) => ruling,
        Err(problems) => return problems.render(&file.source(), Colour::Plain),
    };
    let run = rulings::run(&ruling, game, &game.host());
    match run.failures.first() {
        Some(problem) => format!("{}\n", problem.render(&file.source(), Colour::Plain)),
        None => run.trace,
    }
}

#[test]
fn every_example_gives_what_stands_under_it() {
    // An example is Spellfire's unless a comment on its first line names another game.
    let games = ["spellfire", "mega_calamities"].map(suite::game);
    let game = |example: &str| {
        let named = example.lines().next().and_then(|line| line.strip_prefix("# "));
        games.iter().find(|game| named == Some(game.title())).unwrap_or(&games[0])
    };
    for path in CHAPTERS.map(path_of) {
        let guide = document(&path);
        let (examples, traces) = (blocks(&guide, "toml"), blocks(&guide, "text"));
        assert_eq!(examples.len(), traces.len(), "{path}: every example is followed by what it gives");

        let mut current = guide.clone();
        for ((_, example), (start, trace)) in examples.iter().zip(&traces).rev() {
            current.replace_range(*start..start + trace.len(), &shown(example, game(example)));
        }
        if current != guide {
            fs::write(root().join(format!("{path}.new")), &current).unwrap_or_default();
            panic!("what is true lies in `{path}.new`:\n{}", rulings::diff(&guide, &current));
        }
    }
}

#[test]
fn every_form_of_a_claim_is_in_the_guide() {
    let guide = document(&path_of("steps"));
    for (form, meaning) in rulings::CLAIMS {
        assert!(guide.contains(&format!("\n| `{form}` | {meaning} |\n")), "{form}: {meaning}");
    }
}
