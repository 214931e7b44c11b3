//! The chapter "Changing a game without fear" is true: its files are written, its commands are run, in their order, and print
//! what stands under them.

use crate::common::{Folder, run_in, words};
use std::fs;
use std::path::Path;

const CHAPTER: &str = include_str!("../../guides/changing.md");

/// The fenced blocks: the language and the text.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let fenced = CHAPTER.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap_or((block, ""))).collect()
}

/// Runs a command line in a folder; what it prints.
fn print(folder: &Path, line: &str) -> String {
    if line == "cp -r . ../before" {
        copy(folder, &folder.join("../before"));
        return String::new();
    }
    let arguments = words(line.strip_prefix("cardwright ").unwrap_or_else(|| panic!("`{line}` is no command")));
    let ran = run_in(folder, &arguments, "");
    assert!(ran.status <= 1 && ran.err.is_empty(), "{line}: {ran:?}");
    ran.out
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a file can be copied")),
        }
    }
}

#[test]
fn every_command_of_the_chapter_prints_what_it_says() {
    let outer = Folder::new();
    let toy = Folder::new().with_toy();
    let game = outer.0.join("my-game");
    copy(&toy.0, &game);
    let (mut files, mut commands) = (0, 0);
    for (language, text) in blocks() {
        if language != "console" {
            let (head, rest) = text.split_once('\n').expect("a file has lines");
            let path = head.trim_start_matches(['#', '/', ' ']);
            outer.write(&format!("my-game/{path}"), &format!("{rest}\n"));
            files += 1;
            continue;
        }
        for part in text.split("$ ").skip(1) {
            let (line, expected) = part.split_once('\n').unwrap_or((part, ""));
            let printed = print(&game, line);
            let lines = |text: &str| text.trim_matches('\n').lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            assert_eq!(lines(&printed), lines(expected), "{line}");
            commands += 1;
        }
    }
    assert!(files >= 3 && commands >= 7, "{files} files, {commands} commands");
}
