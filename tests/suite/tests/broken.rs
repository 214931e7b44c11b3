//! Files with a syntax error, made at every few lines of small packs: what is wrong is told in that file, and what only
//! follows from it nowhere.

use cardwright_content::Files;
use cardwright_game::load;
use cardwright_kernel::problems::{Colour, Problem};
use suite::{is_long, root};

/// What is put at the beginning of a line, so that nobody can read the file.
const BREAKS: [&str; 6] = ["\"", "{", "}", "= =", "'", "/*"];

/// The folders of small packs, and the games in them.
const GAMES: [(&str, &str); 5] = [
    ("tests/mistakes/base", "fair"),
    ("tests/mistakes/boards", "ring"),
    ("tests/packs/bells", "bells"),
    ("tests/packs/echoes", "echoes"),
    ("tests/packs/toy", "toy"),
];

#[test]
fn what_follows_from_a_broken_file_is_not_told() {
    let step = if is_long() { 1 } else { 7 };
    for (folder, game) in GAMES {
        let (files, _) = Files::read(&root().join(folder));
        let mut made = 0;
        for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("tests/")) {
            let lines = text.match_indices('\n').map(|(end, _)| end + 1).enumerate();
            for (line, at) in lines.filter(|(line, _)| line % step == 0) {
                let broken = format!("{}{}{}", &text[..at], BREAKS[(line / step) % BREAKS.len()], &text[at..]);
                made += usize::from(tells_only_of(&files.with_texts([(path, &*broken)]), game, path));
            }
        }
        assert!(made > 5, "only {made} files of {game} were broken");
    }
}

/// Whether a file has a syntax error; if it has, everything that is told lies in there.
fn tells_only_of(files: &Files, game: &str, path: &str) -> bool {
    let told = load(files, game).told();
    let is_broken = |problem: &Problem| *problem.path == *path && problem.code.ends_with("-syntax");
    if !told.iter().any(is_broken) {
        return false;
    }
    let elsewhere: Vec<String> =
        told.iter().filter(|problem| *problem.path != *path).map(|it| it.render(files, Colour::Plain)).collect();
    assert!(elsewhere.is_empty(), "`{path}` is broken, and this is told besides:\n{}", elsewhere.join("\n\n"));
    true
}
