//! One test for every ruling, one for the variants of it that nobody writes, and one for every mistake; found when the
//! tests run.

mod mistakes;

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Colour, Problem};
use cardwright_rulings::rulings::{self, RulingFile};
use libtest_mimic::{Arguments, Failed, Trial};
use mimalloc::MiMalloc;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use suite::{TestPack, content};

/// As the command has it: comparing what seats see takes and gives back a great deal.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

type Game = Result<Ruleset, String>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let content = content();
    let mut trials = mistakes::trials();

    for file in &content.rulings {
        let game = content.game(file);
        trials.push(trial(file.name().to_string(), file, &game, snapshot));
        trials.push(trial(format!("{} (variants)", file.name()), file, &game, variants));
    }
    for pack in TestPack::all() {
        trials.extend(of_test_pack(&Arc::new(pack)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: String, file: &RulingFile, game: &Game, test: fn(&RulingFile, &Ruleset) -> Result<(), Failed>) -> Trial {
    let (file, game) = (file.clone(), game.clone());
    Trial::test(name, move || test(&file, &game?))
}

/// What the packs of the repository promise to other packs: the rulings of those for tests.
fn of_test_pack(pack: &Arc<TestPack>) -> Vec<Trial> {
    let trial = |name: String, file: &RulingFile, test: fn(&RulingFile, &Ruleset) -> Result<(), Failed>| {
        let (pack, file) = (Arc::clone(pack), file.clone());
        Trial::test(name, move || test(&file, &pack.game(&file)?))
    };
    let both = |file: &RulingFile| {
        [trial(file.name().to_string(), file, snapshot), trial(format!("{} (variants)", file.name()), file, variants)]
    };
    pack.rulings.iter().flat_map(both).collect()
}

/// The ruling holds, and its trace is that of the snapshot.
fn snapshot(file: &RulingFile, game: &Ruleset) -> Result<(), Failed> {
    let ruling = rulings::read(file, game).map_err(|problems| problems.render(&file.source(), Colour::Plain))?;
    let run = rulings::run(&ruling, game, &game.host());
    if !run.failures.is_empty() {
        return Err(shown(file, &run.failures, &run.trace).into());
    }
    assert_snapshot(file, &ruling.claim, &run.trace);
    Ok(())
}

/// Saved, undone, forked, replayed, answered late, it is the same; nobody sees what he does not know.
fn variants(file: &RulingFile, game: &Ruleset) -> Result<(), Failed> {
    // What is wrong in the file is the other test's business.
    let Ok(ruling) = rulings::read(file, game) else { return Ok(()) };
    let found: Vec<String> = rulings::metamorphic(&ruling, game, &game.host())
        .into_iter()
        .map(|divergence| format!("{}:\n{}", divergence.variant, divergence.difference))
        .collect();
    if found.is_empty() { Ok(()) } else { Err(found.join("\n\n").into()) }
}

fn shown(file: &RulingFile, failures: &[Problem], trace: &str) -> String {
    let failures: Vec<String> = failures.iter().map(|problem| problem.render(&file.source(), Colour::Plain)).collect();
    format!("{}\n\nThe trace so far:\n{trace}", failures.join("\n\n"))
}

fn assert_snapshot(file: &RulingFile, claim: &str, trace: &str) {
    let path = file.file();
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(claim);
    settings.bind(|| insta::assert_snapshot!(name, trace));
}
