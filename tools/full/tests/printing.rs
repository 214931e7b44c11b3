//! `cardwright print` from outside: what it writes, and when it writes nothing.

use crate::common::{Folder, run_in, with_toy};
use std::fs;

#[test]
fn cards_are_written_as_pages_and_as_pictures() {
    let packs = Folder::new().with_toy();
    let ran = run_in(
        &packs.0,
        &["print", "toy", "--cards", "bell", "--copies", "2", "--out", "bells.pdf", "--png", "bells", "--dpi", "72"],
        "",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    let pictures = fs::read_dir(packs.0.join("bells")).expect("the folder was made");
    let names: Vec<String> =
        pictures.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(ran.out.contains(&format!("wrote bells.pdf: {} cards on 1 page", names.len() * 2)), "{ran:?}");
    assert!(!names.is_empty() && names.iter().all(|name| name.contains("bell") && name.ends_with(".png")), "{names:?}");
    let pdf = fs::read(packs.0.join("bells.pdf")).expect("it was written");
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    let png = fs::read(packs.0.join("bells").join(&names[0])).expect("it was written");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((side(16), side(20)), (179, 249), "63 × 88 mm with 72 dots per inch");
}

#[test]
fn what_cannot_be_printed_is_refused_before_anything_is_written() {
    let packs = Folder::new().with_toy();
    for (arguments, said) in [
        (&["--out", "a.pdf", "--deck", "nobody's"][..], "nobody's"),
        (&["--out", "a.pdf", "--cards", "no such card"], "there is no such card"),
        (&["--out", "a.pdf", "--bleed", "6"], "`--bleed` must be from 0 to 5"),
        (&["--out", "a.pdf", "--bleed", "nan"], "`--bleed` must be from 0 to 5"),
        (&["--out", "a.pdf", "--size", "63"], "63x88"),
        (&["--out", "a.pdf", "--size", "20x88"], "63x88"),
        (&["--out", "a.pdf", "--copies", "0"], "copies"),
        (&[], "required"),
    ] {
        let ran = run_in(&packs.0, &[&["print", "toy"], arguments].concat(), "");
        assert_ne!(ran.status, 0, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {ran:?}");
        assert!(!packs.0.join("a.pdf").exists(), "{arguments:?}");
    }
}

#[test]
fn a_deck_is_printed_as_often_as_it_has_each_card() {
    let folder = Folder::new();
    let ran =
        run_in(&folder.0, &["print", "apiary", "--deck", "beginning", "--out", "deck.pdf", "--paper", "letter"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("wrote deck.pdf: 10 cards on 2 pages"), "seven of one and three of another: {ran:?}");
}

#[cfg(unix)]
#[test]
fn nothing_is_printed_through_a_link() {
    let packs = Folder::new().with_toy();
    packs.write("victim", "precious");
    std::os::unix::fs::symlink("victim", packs.0.join("cards.pdf")).expect("a link");
    let ran = run_in(&packs.0, &["print", "toy", "--cards", "bell", "--out", "cards.pdf"], "");
    assert_ne!(ran.status, 0, "{ran:?}");
    assert_eq!(packs.read("victim"), "precious");
}

#[test]
fn the_site_shows_cards_as_they_are_printed() {
    let folder = Folder::new();
    let ran = with_toy(&["docs", "--out", folder.0.to_str().expect("a path")], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let cards = folder.read("cards-toy.html");
    assert!(cards.contains("<svg xmlns") && cards.contains("class=\"card-face h-"), "{}", &cards[..2000]);
    assert!(!cards.contains("<script>") && cards.contains("theme.js"));
    for file in ["style.css", "theme.js", "search.js", "fonts/ibm-plex-sans-latin-400-normal.woff2", "fonts/LICENSE"] {
        assert!(folder.0.join(file).is_file(), "{file}");
    }
    assert!(folder.read("style.css").contains("./fonts/ibm-plex-sans-latin-400-normal.woff2"));
    assert!(folder.read("game-toy.html").contains("aria-current=\"page\""));
}
