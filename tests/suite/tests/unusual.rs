//! Scripts under `tests/unusual/` that are written as few would write them, and are right: the checker says nothing
//! about any of them, and each runs without a fault.

use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_rulings::rulings::{self, RulingFile};
use std::fs;
use suite::root;

const GAME: &str = "spellfire";

/// The names and the texts of the scripts, by name.
fn scripts() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("tests/unusual")).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "rhai"));
    let name = |path: &std::path::Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let read = |path: std::path::PathBuf| Some((name(&path)?, fs::read_to_string(&path).ok()?));
    let mut scripts: Vec<_> = files.filter_map(read).collect();
    scripts.sort();
    scripts
}

/// The name of the card that has the script.
fn card(script: &str) -> String {
    format!("Unusual {}", script.replace('-', " "))
}

/// The packs of the repository, and over them one with a card for each script.
fn files(scripts: &[(String, String)]) -> Files {
    let (files, _) = Files::read(&root());
    let mut own = vec![(
        "cards/unusual/pack.toml".to_string(),
        format!("name = \"unusual\"\ntitle = \"Unusual\"\nversion = \"0.1.0\"\nrequires = [\"{GAME}\"]\n"),
    )];
    for (name, text) in scripts {
        let printed = format!("name = \"{}\"\npolarity = \"helpful\"\ntext = \"Unusual.\"\n", card(name));
        own.push((format!("cards/unusual/events/{name}.toml"), printed));
        own.push((format!("scripts/unusual/events/{name}.rhai"), text.clone()));
    }
    let old = files.iter().map(|(path, text)| (path.to_string(), text.to_string()));
    Files::new(old.chain(own))
}

/// What goes wrong when the card is played at a table with something of everything.
fn faults(name: &str, ruleset: &Ruleset) -> Vec<String> {
    let side =
        "pool = [\"Griffin\"]\nformation = [\"Cormyr\", \"Celene\"]\ndiscard = [{ dull = 2 }]\ndraw = [{ dull = 9 }]\n";
    let text = format!(
        "claim = \"It runs.\"\n\n[A]\nhand = [\"{}\", {{ dull = 2 }}]\n{side}\n[B]\nhand = [{{ dull = 3 }}]\n{}\n[play]\nsteps = \"\"\"\nA plays {}\nall pass\nall pass\nall pass\n\"\"\"\n",
        card(name),
        side.replace("Cormyr", "Menzoberranzan").replace("Celene", "Ancient Kalidnay").replace("\"Griffin\"", ""),
        card(name)
    );
    let file = RulingFile { root: root(), path: "tests/rulings/unusual/it/runs.toml".into(), text: text.into() };
    match rulings::read(&file, ruleset) {
        Err(problems) => vec![problems.render(&file.source(), Colour::Plain)],
        Ok(ruling) => {
            let run = rulings::run(&ruling, ruleset, &ruleset.host());
            let resolves = run.trace.contains(&format!("- {} resolves", card(name)));
            let faults = run.trace.lines().filter(|line| line.trim_start().starts_with("! ")).map(str::to_string);
            faults.chain((!resolves).then(|| run.trace.clone())).collect()
        }
    }
}

#[test]
fn there_are_more_than_a_hundred() {
    assert!(scripts().len() > 100, "only {}", scripts().len());
}

#[test]
fn the_checker_says_nothing_about_them() {
    let scripts = scripts();
    let files = files(&scripts);
    let loaded = load(&files, GAME);
    assert_eq!(loaded.problems.render(&files, Colour::Plain) + &loaded.warnings.render(&files, Colour::Plain), "");
}

#[test]
fn each_of_them_runs() {
    let scripts = scripts();
    let ruleset = load(&files(&scripts), GAME).ruleset.expect("nothing is wrong with them");
    let failed: Vec<_> =
        scripts.iter().map(|(name, _)| (name, faults(name, &ruleset))).filter(|(_, it)| !it.is_empty()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}
