//! What runs before a change lands: its parts fit into the time that they have together, and what is missing on a machine
//! is skipped by name, or an error where `CI=true`.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::root;

/// Minutes of all parts together, on two cores and nothing built.
const MOST: u32 = 49;

/// What a run said, and whether all is well.
fn run(folder: &Path, arguments: &[&str], ci: &str) -> (bool, String) {
    let mut command = Command::new("bash");
    let ran = command.arg(folder.join(".ci/run")).args(arguments).env("CI", ci).output().expect("bash is there");
    (ran.status.success(), String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// A folder with the script and parts of its own, which goes away with it.
struct Parts(PathBuf);

impl Parts {
    fn new(name: &str, parts: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("cardwright-ci-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join(".ci/parts")).expect("a folder can be made");
        fs::copy(root().join(".ci/run"), folder.join(".ci/run")).expect("the script is there");
        for (name, text) in parts {
            let file = folder.join(".ci/parts").join(name);
            fs::write(&file, format!("#!/usr/bin/env bash\n{text}\n")).expect("a file can be written");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it can be run");
        }
        Self(folder)
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_parts_fit_into_their_time_and_are_told_of() {
    let (fine, list) = run(&root(), &["--list"], "");
    assert!(fine, "{list}");
    let told = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("it is there");
    let mut all = 0;
    for line in list.lines() {
        let (name, minutes) = line.split_once(' ').expect("a name and a number");
        all += minutes.parse::<u32>().unwrap_or_else(|_| panic!("`{name}` does not say how many minutes it may take"));
        let row = format!("| `{name}` | {minutes} |");
        assert!(told.contains(&row), "CONTRIBUTING.md has no row that begins `{row}`");
    }
    assert!(list.lines().count() >= 4 && all <= MOST, "the parts may take {all} minutes:\n{list}");
}

#[test]
fn what_is_missing_is_skipped_by_name_or_an_error() {
    let parts = [
        ("10-web", "# needs: no-such-program\n# minutes: 1\necho never"),
        ("20-here", "# needs: bash\n# minutes: 1\necho here"),
    ];
    let folder = Parts::new("missing", &parts);
    let (fine, told) = run(&folder.0, &[], "");
    assert!(fine && told.contains("web: skipped, missing: no-such-program") && told.contains("here: passed"), "{told}");
    assert!(!told.contains("never"), "{told}");
    let (fine, told) = run(&folder.0, &[], "true");
    assert!(
        !fine && told.contains("web: skipped, missing: no-such-program") && told.contains("here: passed"),
        "{told}"
    );
    let (fine, told) = run(&folder.0, &["here"], "true");
    assert!(fine && !told.contains("web"), "{told}");
    assert!(!run(&folder.0, &["nowhere"], "").0, "a part that is not there");
}

#[test]
fn what_fails_or_takes_too_long_is_told() {
    let parts = [("10-slow", "# needs:\n# minutes: 0\nsleep 1.1"), ("20-wrong", "# needs:\n# minutes: 1\nexit 3")];
    let folder = Parts::new("wrong", &parts);
    let (fine, told) = run(&folder.0, &[], "");
    assert!(!fine && told.contains("slow: passed") && told.contains("wrong: failed"), "{told}");
    let (fine, told) = run(&folder.0, &["slow"], "true");
    assert!(!fine && told.contains("slow: too slow"), "{told}");
    assert!(run(&folder.0, &["slow"], "").0, "elsewhere a slow machine is nobody's fault");
}
