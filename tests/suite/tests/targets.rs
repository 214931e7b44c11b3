//! No file of sources or tests is forgotten: each is declared where it belongs, and the tests are few binaries, because
//! each is linked, and run, after the one before it.

use std::fs;
use std::path::{Path, PathBuf};
use suite::root;
use toml::{Table, Value};

const MEMBERS: [&str; 10] = [
    "engine/kernel",
    "engine/content",
    "engine/script",
    "engine/report",
    "engine/game",
    "engine/cardwright",
    "tools/cli",
    "tools/rulings",
    "tools/lsp",
    "tests/suite",
];
/// Folders of a member with sources in them.
const FOLDERS: [&str; 3] = ["src", "tests", "benches"];
/// Test binaries: the unit tests of four crates of the engine, of the command, of rulings and of the language server, the command
/// from outside, the content, the rulings.
const BINARIES: usize = 10;

fn manifest(member: &str) -> Table {
    let text = fs::read_to_string(root().join(member).join("Cargo.toml")).expect("each member has one");
    text.parse().expect("it is TOML")
}

/// The targets of a kind that a manifest lists.
fn targets<'m>(manifest: &'m Table, kind: &str) -> impl Iterator<Item = &'m Table> {
    manifest.get(kind).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// The roots of the crates of a member.
fn roots(member: &str) -> Vec<PathBuf> {
    let folder = root().join(member);
    let manifest = manifest(member);
    let path = |target: &Table, otherwise: &str| {
        let name = target.get("name").and_then(Value::as_str).unwrap_or_default();
        let path = target.get("path").and_then(Value::as_str);
        folder.join(path.map_or_else(|| format!("{otherwise}/{name}.rs"), str::to_string))
    };
    let mut roots = vec![folder.join("src/lib.rs"), folder.join("src/main.rs")];
    for (kind, otherwise) in [("bin", "src/bin"), ("test", "tests"), ("bench", "benches")] {
        roots.extend(targets(&manifest, kind).map(|target| path(target, otherwise)));
    }
    roots.retain(|root| root.is_file());
    roots
}

/// All Rust files under a folder that is there.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether the module that a file should belong to declares it.
fn is_declared(file: &Path, roots: &[PathBuf]) -> bool {
    let module = if file.ends_with("mod.rs") { file.parent().expect("files lie in folders") } else { file };
    let Some((folder, name)) = module.parent().zip(module.file_stem()) else { return false };
    let declaration = format!("mod {};", name.to_string_lossy());
    let parents = [folder.join("mod.rs"), folder.with_extension("rs")];
    let parents = parents.iter().chain(roots.iter().filter(|root| root.parent() == Some(folder)));
    let mut texts = parents.filter_map(|parent| fs::read_to_string(parent).ok());
    texts.any(|text| text.lines().any(|line| line.trim_start_matches("pub ").ends_with(&declaration)))
}

#[test]
fn no_source_file_is_forgotten() {
    let mut forgotten = Vec::new();
    for member in MEMBERS {
        let roots = roots(member);
        let mut files = Vec::new();
        FOLDERS.iter().for_each(|folder| sources(&root().join(member).join(folder), &mut files));
        assert!(!files.is_empty(), "{member} has sources");
        forgotten.extend(files.into_iter().filter(|file| !roots.contains(file) && !is_declared(file, &roots)));
    }
    assert!(forgotten.is_empty(), "nothing declares these files: {forgotten:#?}");
}

#[test]
fn the_tests_are_few_binaries() {
    let mut binaries = Vec::new();
    for member in MEMBERS {
        let manifest = manifest(member);
        let is_off = |table: &Table, key: &str| table.get(key).and_then(Value::as_bool) == Some(false);
        let part = |key: &str| manifest.get(key).and_then(Value::as_table);
        assert!(
            !root().join(member).join("tests").exists() || part("package").is_some_and(|it| is_off(it, "autotests")),
            "{member}: without `autotests = false` each new file is a binary of its own"
        );
        if part("lib").is_none_or(|lib| !is_off(lib, "test")) {
            binaries.push(format!("{member}, unit tests"));
        }
        for kind in ["bin", "test"] {
            let tested = targets(&manifest, kind).filter(|target| !is_off(target, "test"));
            binaries.extend(tested.map(|target| format!("{member}, {}", target["name"])));
        }
    }
    assert!(binaries.len() <= BINARIES, "{binaries:#?}");
}
