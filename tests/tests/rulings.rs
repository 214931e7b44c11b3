//! One test for every ruling, and one for its metamorphic suite; found when the tests run.

use cardwright::base::{Colour, Problem, Problems};
use cardwright::catalog::{Files, games};
use cardwright::game::{Ruleset, load};
use cardwright::kernel::table::Scripts;
use cardwright_cli::rulings::{self, RulingFile};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (files, problems) = Files::read(&root);
    let rulesets: BTreeMap<String, Result<Ruleset, String>> =
        games(&files).into_iter().map(|game| (game.to_string(), ruleset(&files, game))).collect();
    let (found, unreadable) = rulings::find(&root, "");
    let mut trials = vec![Trial::test("rulings can be read", move || readable(problems, unreadable))];

    for file in found {
        let ruleset = rulesets.get(file.pack()).cloned().unwrap_or_else(|| Err("no game".into()));
        let (other, same) = (file.clone(), ruleset.clone());
        trials.push(Trial::test(file.name().to_string(), move || snapshot(&file, &ruleset?)));
        let name = format!("{} (variants)", other.name());
        trials.push(Trial::test(name, move || variants(&other, &same?)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn ruleset(files: &Files, game: &str) -> Result<Ruleset, String> {
    let loaded = load(files, game);
    loaded.ruleset.ok_or_else(|| loaded.problems.render(files, Colour::Plain))
}

fn readable(files: Problems, rulings: Problems) -> Result<(), Failed> {
    let all: Problems = files.into_iter().chain(rulings).collect();
    if all.is_empty() {
        Ok(())
    } else {
        Err(all.iter().map(|problem| problem.message.clone()).collect::<String>().into())
    }
}

fn snapshot(file: &RulingFile, ruleset: &Ruleset) -> Result<(), Failed> {
    let ruling = rulings::read(file, ruleset).map_err(|problems| problems.render(&file.source(), Colour::Plain))?;
    let host: Rc<dyn Scripts> = ruleset.host();
    let run = rulings::run(&ruling, ruleset, &host);
    if !run.failures.is_empty() {
        return Err(shown(file, &run.failures, &run.trace).into());
    }
    assert_snapshot(file, &ruling.claim, &run.trace);
    Ok(())
}

fn variants(file: &RulingFile, ruleset: &Ruleset) -> Result<(), Failed> {
    // What is wrong in the file is the other test's business.
    let Ok(ruling) = rulings::read(file, ruleset) else { return Ok(()) };
    let host: Rc<dyn Scripts> = ruleset.host();
    let found: Vec<String> = rulings::metamorphic(&ruling, ruleset, &host)
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
