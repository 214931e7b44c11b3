//! Packs that are mangled at random: a few of their lines, words or letters are others.

use crate::{content, root};
use cardwright_content::Files;
use cardwright_game::load;
use cardwright_kernel::setup::Generator;
use std::fs;

/// The files of packs, and the game in them.
pub type Packs = (Files, String);

/// The games of the tests and those of this repository, each with the files of its packs.
///
/// # Panics
/// If there are no packs for tests.
pub fn games() -> (Vec<Packs>, Vec<Packs>) {
    let folder = root().join("tests/packs");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("there are packs for the tests")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let small = names.into_iter().filter_map(|name| {
        let (files, _) = Files::read(&root().join("tests/packs").join(&name));
        load(&files, &name).ruleset.is_some().then_some((files, name))
    });
    let (all, _) = Files::read(&root());
    let large = content().games.keys().map(|name| (all.clone(), name.clone()));
    (small.collect(), large.collect())
}

/// These files, some of them mangled in a few places.
pub fn mangled(files: &Files, game: &str, luck: &mut Generator) -> Files {
    let mut texts: Vec<(String, String)> =
        files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    let own: Vec<usize> = (0..texts.len()).filter(|at| texts[*at].0.split('/').nth(1) == Some(game)).collect();
    for _ in 0..1 + luck.below(3) {
        let at = own[luck.below(own.len() as u32) as usize];
        let other = texts[own[luck.below(own.len() as u32) as usize]].1.clone();
        let text = std::mem::take(&mut texts[at].1);
        texts[at].1 = mangle(&text, &other, luck);
    }
    Files::new(texts)
}

/// A text with one thing in it changed.
pub fn mangle(text: &str, other: &str, luck: &mut Generator) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if lines.is_empty() {
        return other.to_string();
    }
    let at = luck.below(lines.len() as u32) as usize;
    let to = luck.below(lines.len() as u32) as usize;
    match luck.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at].clone()),
        2 => lines.swap(at, to),
        3 => lines.truncate(at),
        4 => {
            let theirs: Vec<&str> = other.lines().collect();
            let line = theirs.get(luck.below(theirs.len() as u32) as usize).unwrap_or(&"");
            lines.insert(at, (*line).to_string());
        }
        5 => {
            let mut letters: Vec<char> = lines[at].chars().collect();
            let place = luck.below(letters.len() as u32 + 1) as usize;
            let odd =
                ['"', '{', '}', '(', ')', '[', ']', '=', '.', ',', '|', '-', '0', 'é', '\u{202e}', '\0', '\\', '`'];
            letters.insert(place, odd[luck.below(odd.len() as u32) as usize]);
            lines[at] = letters.into_iter().collect();
        }
        _ => lines[at] = with_another_word(&lines[at], other, luck),
    }
    lines.join("\n") + "\n"
}

/// A line in which a word or number is another.
fn with_another_word(line: &str, other: &str, luck: &mut Generator) -> String {
    const EDGES: [&str; 12] = [
        "0",
        "1",
        "-1",
        "2",
        "65536",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "true",
        "()",
        "[]",
        "loop",
    ];
    let words = words(line);
    if words.is_empty() {
        return line.to_string();
    }
    let (from, to) = words[luck.below(words.len() as u32) as usize];
    let theirs = self::words(other);
    let new = match luck.below(2) {
        0 if !theirs.is_empty() => {
            let (from, to) = theirs[luck.below(theirs.len() as u32) as usize];
            &other[from..to]
        }
        _ => EDGES[luck.below(EDGES.len() as u32) as usize],
    };
    format!("{}{new}{}", &line[..from], &line[to..])
}

/// Where the words and numbers of a text are.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut from = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = letter.is_alphanumeric() || letter == '_';
        match (from, inside) {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                words.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    words
}

/// The lines in which mangled files differ from whole ones.
pub fn differences(whole: &Files, mangled: &Files) -> String {
    let texts = whole.iter().zip(mangled.iter()).filter(|(whole, mangled)| whole.1 != mangled.1);
    let told = texts.map(|((path, whole), (_, mangled))| {
        let missing = whole.lines().filter(|line| !mangled.lines().any(|other| other == *line));
        let new = mangled.lines().filter(|line| !whole.lines().any(|other| other == *line));
        let lines = missing.map(|line| format!("- {line}\n")).chain(new.map(|line| format!("+ {line}\n")));
        format!(
            "{path}, {} lines instead of {}\n{}",
            mangled.lines().count(),
            whole.lines().count(),
            lines.collect::<String>()
        )
    });
    told.collect()
}
