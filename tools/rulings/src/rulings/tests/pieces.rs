//! Claims about pieces and about zones on a board: each true, false and misspelt, in the game of calamities.

use crate::rulings::{RulingFile, read, run};
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const TABLE: &str = "table = \"trade\"\n\
    [board.\"Nineveh\"]\n\
    units = [{ name = \"Token\", count = 3, of = \"A\" }, { name = \"Token\", count = 1, of = \"B\" }]\n\
    [board.\"Latium\"]\n\
    units = [{ name = \"Token\", count = 1, of = \"C\" }]";

fn game() -> &'static Ruleset {
    static GAME: OnceLock<Ruleset> = OnceLock::new();
    GAME.get_or_init(|| {
        let (files, _) = Files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        load(&files, "mega_calamities").ruleset.expect("the game can be loaded")
    })
}

/// What is said of a claim; nothing if it is true.
fn told(claim: &str) -> String {
    let text = format!("claim = \"It holds.\"\n{TABLE}\n[play]\nsteps = \"\"\"\n{claim}\n\"\"\"\n");
    let path = "tests/rulings/mega_calamities/x/y.toml".into();
    let file = RulingFile { root: PathBuf::new(), path, text: text.into() };
    match read(&file, game()) {
        Ok(ruling) => {
            let run = run(&ruling, game(), &game().host());
            run.failures.iter().map(|problem| format!("{}: {}", problem.code, problem.message)).collect()
        }
        Err(problems) => problems.render(&file.source(), Colour::Plain),
    }
}

fn form(is: &str, (is_not, instead): (&str, &str), (wrong, meant): (&str, &str)) {
    assert_eq!(told(is), "", "{is}");
    assert_eq!(told(is_not), format!("claim-untrue: {instead}"), "{is_not}");
    assert!(told(wrong).contains(meant), "{wrong}\n{}", told(wrong));
}

#[test]
fn pieces_are_counted_by_place() {
    let there = "Nineveh holds only: 3 Tokens (A), 1 Token (B)";
    form(
        "Nineveh holds: 3 Tokens (A)",
        ("Nineveh holds: 4 Tokens (A)", there),
        ("Nineveh holds: 3 Tokns (A)", "did you mean `Tokens`?"),
    );
    form(
        "Nineveh holds only: 1 Token (B), 3 Tokens (A)",
        ("Nineveh holds only: 3 Tokens (A)", there),
        ("Nineveh holds only: 3 Tokens, 1 Ctiy", "did you mean `City`?"),
    );
    form(
        "Nineveh holds no: 3 Tokens (B)",
        ("Nineveh holds no: 1 Token", there),
        ("Nineveh holds no: Token", "`Token` are counted: say how many, as in `3 Tokens`"),
    );
    form(
        "Nineveh holds: 3 Tokens",
        ("Nineveh holds: 3 Tokens (C)", there),
        ("Nineveh holds: 3 Tokens (D)", "it has 3 players"),
    );
    form(
        "A's stock holds: 40 Tokens, 7 Cities",
        ("A's stock holds: 41 Tokens", "A's stock holds only: 40 Tokens, 7 Cities"),
        ("A's stokc holds: 40 Tokens", "did you mean `stock`?"),
    );
}

#[test]
fn zones_on_the_board_are_called_like_their_spaces() {
    form(
        "Memphis holds nothing",
        ("Latium holds nothing", "Latium holds only: 1 Token (C)"),
        ("Mempis holds nothing", "did you mean `Memphis`?"),
    );
    // Pieces are not cards.
    form(
        "Latium holds no cards",
        ("Latium holds 1 card", "Latium holds no cards"),
        ("Latium hold no cards", "is no step"),
    );
}

#[test]
fn spaces_have_attributes_and_flags() {
    form(
        "Nineveh: limit 4",
        ("Nineveh: limit 5", "Nineveh: limit 4"),
        ("Nineveh: limt 4", "an area has no attribute or value `limt`"),
    );
    form(
        "Nineveh is not raided",
        ("Nineveh is raided", "Nineveh is not raided"),
        ("Nineveh is radied", "did you mean `raided`?"),
    );
}
