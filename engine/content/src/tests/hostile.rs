//! Nothing in a file can make the reader fail.

use super::{DEMO, Demo};
use crate::{Files, load};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::setup::Generator;
use cardwright_script::syntax::outline;

/// Loads and shows whatever is found.
fn survive(files: &Files) -> usize {
    let loaded = load(files, "demo", outline);
    assert!(!loaded.problems.to_json(files).is_empty());
    loaded.problems.render(files, Colour::Plain).len()
}

#[test]
fn every_file_can_be_cut_off_anywhere() {
    for (path, text) in DEMO {
        for end in 0..text.len() {
            survive(&Demo::new().file(path, &text[..end]).0);
        }
    }
}

#[test]
fn every_value_can_be_replaced_by_any_other() {
    const VALUES: [&str; 12] = [
        "1",
        "-9223372036854775808",
        "99999999999999999999999",
        "1.5",
        "true",
        "\"\"",
        "\"x\"",
        "[]",
        "[[]]",
        "{}",
        "{ x = 1 }",
        "1979-05-27",
    ];
    for (path, text) in DEMO.iter().filter(|(path, _)| path.ends_with(".toml")) {
        let values: Vec<usize> = text.match_indices("= ").map(|(start, _)| start + 2).collect();

        for (start, value) in values.iter().flat_map(|start| VALUES.map(|value| (*start, value))) {
            let rest = &text[start..];
            let end = rest.find(['\n', ',', '}']).unwrap_or(rest.len());
            survive(&Demo::new().file(path, &format!("{}{value}{}", &text[..start], &rest[end..])).0);
        }
    }
}

#[test]
fn every_file_can_be_mangled() {
    const PIECES: [&str; 16] =
        ["[", "]", "{", "}", "=", "\"", "'", "\n", ".", ",", "\\u0000", "\u{0}", "ö", "#", "[[on]]", "fn ("];
    let mut numbers = Generator::new(7);

    for round in 0..4_000 {
        let (path, text) = DEMO[round % DEMO.len()];
        let mut text = text.to_owned();

        for _ in 0..=numbers.index(3) {
            let at = text.floor_char_boundary(numbers.index(text.len()));
            let end = text.floor_char_boundary((at + numbers.index(12)).min(text.len()));
            text.replace_range(at..end.max(at), PIECES[numbers.index(PIECES.len())]);
        }
        survive(&Demo::new().file(path, &text).0);
    }
}

#[test]
fn more_names_than_ids_are_refused() {
    let kinds: String = (0..70_000).map(|number| format!("k{number}={{}}\n")).collect();
    let zones: String = (0..70_000).map(|number| format!("z{number}={{}}\n")).collect();
    let attributes: String = (0..70_000).map(|number| format!("a{number}={{}}\n")).collect();

    for text in [format!("[kinds]\n{kinds}"), format!("[zones]\n{zones}"), format!("[attributes]\n{attributes}")] {
        assert!(survive(&Demo::new().file("cards/demo/ruleset.toml", &text).0) > 0);
    }
}

#[test]
fn more_cards_than_ids_are_refused() {
    let cards = (0..66_000).map(|number| {
        (format!("cards/demo/realms/r{number}.toml"), format!("name = \"R{number}x\"\ntext = \"No power.\"\n"))
    });
    let demo = DEMO.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let files = Files::new(demo.into_iter().chain(cards));
    let loaded = load(&files, "demo", outline);

    assert!(loaded.problems.iter().any(|problem| problem.code == "names-too-many"));
    assert!(loaded.rules.definitions.len() < usize::from(u16::MAX));
}

#[test]
fn strange_paths_are_harmless() {
    for path in [
        "",
        "/",
        "cards",
        "cards/",
        "cards//",
        "cards/demo/",
        "cards/demo//x.toml",
        "scripts/demo/",
        "cards/demo/.toml",
        "cards/demo/realms/.toml",
        "scripts/demo/realms/.rhai",
        "cards/../x/pack.toml",
    ] {
        survive(&Demo::new().file(path, "x = 1").0);
    }
}
