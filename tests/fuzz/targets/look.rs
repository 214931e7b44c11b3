//! What a pack shows: `look.toml`, an SVG if it begins with `<`, or another picture. Pictures are judged as `check` judges them.
#![no_main]

use cardwright_rulings::pictures;
use cardwright_content::Files;
use cardwright_face::OF_OUTLINES;
use cardwright_fuzz::files_of;
use cardwright_game::load;
use cardwright_kernel::problems::Colour;
use libfuzzer_sys::{Corpus, fuzz_target};
use std::sync::Arc;

const PACK: &str = "bells";

fuzz_target!(|input: &[u8]| -> Corpus {
    let own = files_of(PACK).expect("it is among the packs");
    let pictured = |ending: &str| {
        let path = format!("cards/{PACK}/art/own.{ending}");
        let look = format!("[art]\n\"Chime 3\" = \"art/own.{ending}\"\n");
        let files = own.iter().map(|(path, text)| (path.to_owned(), text.to_owned()));
        let files = files.chain([(format!("cards/{PACK}/look.toml"), look)]);
        Files::new(files).with_images([(path, Arc::from(input))])
    };
    let files = match input.first() {
        Some(b'<') => pictured("svg"),
        Some(0x89) => pictured("png"),
        Some(0xff) => pictured("jpg"),
        Some(b'R') => pictured("webp"),
        _ => {
            let Ok(text) = std::str::from_utf8(input) else { return Corpus::Reject };
            let files = own.iter().map(|(path, text)| (path.to_owned(), text.to_owned()));
            Files::new(files.chain([(format!("cards/{PACK}/look.toml"), text.to_owned())]))
        }
    };
    let loaded = load(&files, PACK);
    let _ = loaded.problems.render(&files, Colour::Plain);
    let _ = pictures::problems(&OF_OUTLINES, &files, PACK).render(&files, Colour::Plain);
    Corpus::Keep
});
