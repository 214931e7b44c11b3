//! A day with a pack: broken on purpose and mended, passed on and played elsewhere.

use super::{Folder, Ran, run_in};
use std::fs;

/// The command did what was asked.
pub fn ok(ran: &Ran) {
    assert_eq!(ran.status, 0, "{ran:?}");
}

/// Breaks a sound pack in one way after the other, and gives what is said about each; the pack is sound again then.
pub fn told(folder: &Folder, pack: &str, broken: &[(&str, &str, &str)]) -> String {
    let mut told = String::new();
    for (at, (path, old, new)) in broken.iter().enumerate() {
        let text = folder.read(path);
        assert!(text.contains(old), "{path} has no {old}:\n{text}");
        // The first line only tells editors which schema the file has.
        let (head, body) = text.split_at(text.find('\n').filter(|_| text.starts_with("#:schema")).unwrap_or(0));
        folder.write(path, &format!("{head}{}", body.replacen(old, new, 1)));
        let check = run_in(&folder.0, &["check", pack], "");
        let rulings = format!("{pack}/");
        let ran = if check.status == 0 { run_in(&folder.0, &["test", &rulings, "--quick"], "") } else { check };
        assert_ne!(ran.status, 0, "{path}: `{new}` is noticed: {ran:?}");
        let (new, old) = (new.escape_debug(), old.escape_debug());
        told += &format!("{}. {path}: `{new}` for `{old}`\n\n{}{}\n", at + 1, ran.out, ran.err);
        folder.write(path, &text);
        let left = folder.0.join(path).with_extension("snap.new");
        let _ = fs::remove_file(left);
    }
    ok(&run_in(&folder.0, &["check", pack], ""));
    told
}

/// Compares what was told with the snapshot of that name.
pub fn keeps(name: &str, told: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("../snapshots");
    settings.bind(|| insta::assert_snapshot!(name, told));
}

/// The archive of a pack has the same bytes twice; elsewhere it is verified, installed, and played.
pub fn is_passed_on(folder: &Folder, pack: &str) {
    let other = Folder::new();
    ok(&run_in(&folder.0, &["pack", "build", pack], ""));
    ok(&run_in(&folder.0, &["pack", "build", pack, "--out", "again.cardpack"], ""));
    let bytes = |name: &str| fs::read(folder.0.join(name)).expect("it was written");
    assert_eq!(bytes(&format!("{pack}-0.1.0.cardpack")), bytes("again.cardpack"));
    let file = folder.0.join("again.cardpack");
    let file = file.to_str().expect("a path");
    ok(&run_in(&other.0, &["pack", "verify", file], ""));
    ok(&run_in(&other.0, &["pack", "install", file], ""));
    ok(&run_in(&other.0, &["test", &format!("{pack}/"), "--quick"], ""));
    ok(&run_in(&other.0, &["sim", pack, "--games", "2"], ""));
    ok(&run_in(&other.0, &["play", pack, "--seats", "2"], ""));
}
