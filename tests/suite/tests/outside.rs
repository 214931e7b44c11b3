//! What a program outside of this repository can compile: it sees the crate `cardwright` and nothing beneath it. The
//! embedder's program compiles, and plays; each misuse fails with the error that its first line names.

#[path = "../../outside/embedder.rs"]
mod embedder;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::root;

/// The folder of a package that is no member of the workspace.
fn package() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside")
}

/// The misuses, by name: their files, and what their first lines say of the error.
fn misuses() -> BTreeMap<String, (PathBuf, String)> {
    let folder = root().join("tests/outside/misuse");
    let paths = fs::read_dir(folder).expect("there are misuses").map(|entry| entry.expect("an entry").path());
    let misuse = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("it is text");
        let error = text.lines().next().and_then(|line| line.strip_prefix("//! ")).expect("it names its error");
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), (path.clone(), error.to_string()))
    };
    paths.map(misuse).collect()
}

/// Writes the package anew: its dependency is the library, its programs are the files in `tests/outside/`.
fn write_package(programs: &BTreeMap<&str, &Path>) {
    let engine = root().join("engine/cardwright");
    let mut text = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\nautobins = false\n\n[workspace]\n\n\
         [profile.dev]\nopt-level = 0\ndebug = false\n\n[dependencies]\ncardwright.path = {engine:?}\n"
    );
    for (name, path) in programs {
        text += &format!("\n[[bin]]\nname = {name:?}\npath = {:?}\n", path.canonicalize().expect("it is there"));
    }
    fs::create_dir_all(package()).expect("a folder can be made");
    fs::write(package().join("Cargo.toml"), text).expect("it can be written");
    // The versions that everything here is built with: nothing need be fetched.
    fs::copy(root().join("Cargo.lock"), package().join("Cargo.lock")).expect("the workspace has one");
}

/// Runs cargo over the package.
fn cargo(arguments: &[&str]) -> Vec<Value> {
    let ran = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--message-format=json"])
        .current_dir(package())
        .env("CARGO_TARGET_DIR", package().join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let out = String::from_utf8_lossy(&ran.stdout);
    let messages: Vec<Value> = out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let finished = messages.iter().any(|message| message["reason"] == "build-finished");
    assert!(finished, "{}", String::from_utf8_lossy(&ran.stderr));
    messages
}

/// The errors, or with them the warnings, of one program or of the library.
fn told<'m>(messages: &'m [Value], program: &str, level: &str) -> Vec<&'m Value> {
    let own = messages.iter().filter(|message| message["target"]["name"] == program);
    own.map(|message| &message["message"]).filter(|message| message["level"] == level).collect()
}

fn is(error: &Value, expected: &str) -> bool {
    let Some((code, text)) = expected.split_once(": ") else { return false };
    error["code"]["code"] == code && error["message"].as_str().is_some_and(|message| message.contains(text))
}

#[test]
fn a_program_outside_can_do_what_it_should_and_nothing_else() {
    let misuses = misuses();
    let own = root().join("tests/outside/embedder.rs");
    let mut programs: BTreeMap<&str, &Path> = misuses.iter().map(|(name, (path, _))| (&**name, &**path)).collect();
    programs.insert("embedder", &own);
    write_package(&programs);
    let messages = cargo(&["check", "--bins", "--keep-going"]);

    for unwanted in ["error", "warning"] {
        for program in ["cardwright", "embedder"] {
            assert_eq!(told(&messages, program, unwanted), Vec::<&Value>::new(), "{program}");
        }
    }
    let mut wrong = Vec::new();
    for (name, (_, expected)) in &misuses {
        let errors = told(&messages, name, "error");
        if !errors.iter().any(|error| is(error, expected)) {
            let found: Vec<&str> = errors.iter().filter_map(|error| error["rendered"].as_str()).collect();
            wrong.push(format!("{name} should fail with {expected}, not with:\n{}", found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_embedder_plays() {
    for (packs, game, people) in [("tests/packs/toy", "toy", 3), (".", "war_of_the_ring", 4)] {
        let trace = embedder::play(&root().join(packs), game, people, 5);
        assert!(trace.len() > 20, "{game}: {trace:#?}");
        assert_eq!(trace, embedder::play(&root().join(packs), game, people, 5));
    }
}
