//! Faces, sheets and pages, from a pack that is made up for it.
//!
//! Found once: a card of 1 MiB of text keeps whoever draws it busy for seconds; a picture that the renderer cannot draw ends
//! `print --png` with a panic instead of an error that names the card.

use crate::{CardFace, CardSize, DrawnFace, Easel, Gallery, Imposition, Paper, Press, Sheet, impose};
use cardwright_content::Files;
use cardwright_game::load;
use krilla::SerializeSettings;
use resvg::tiny_skia::Pixmap;
use std::sync::Arc;

const RULESET: &str = r#"
title = "Toy"
players = { from = 2, to = 2 }
causes = ["used"]
result = { score = "score" }
[zones]
draw = {}
hand = {}
[kinds.charm]
folder = "charms"
goes = { otherwise = "draw" }
[kinds.boon]
folder = "boons"
goes = { otherwise = "draw" }
[attributes]
price = { type = "number", of = ["charm", "boon"] }
sort = { type = "choice", of = ["charm", "boon"], choices = ["bright", "dark"] }
score = { type = "number", of = "player", changes = true, default = 0 }
[phases.turn]
windows = []
"#;

const LOOK: &str = r##"
[card]
badge = "price"
foot = "sort"
[kinds.charm]
colour = "moss"
icon = "star"
right = "price"
[kinds.boon]
colour = "#7a4a06"
ink = "#fff4dd"
icon = "disc"
art = "art/boon.svg"
"##;

/// A red picture.
const ART: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>"##;

fn gallery(cards: &[(&str, &str)]) -> Gallery {
    let mut texts = vec![
        ("cards/toy/pack.toml".to_string(), "name = \"toy\"\ntitle = \"Toy\"\nversion = \"0.1.0\"\n".to_string()),
        ("cards/toy/ruleset.toml".into(), RULESET.into()),
        ("cards/toy/look.toml".into(), LOOK.into()),
    ];
    texts.extend(cards.iter().map(|(path, text)| (format!("cards/toy/{path}.toml"), (*text).to_string())));
    let art: Arc<[u8]> = ART.as_bytes().into();
    let files = Files::new(texts).with_images([("cards/toy/art/boon.svg", art)]);
    let loaded = load(&files, "toy");
    let told = loaded.problems.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>();
    Gallery::new(&loaded.ruleset.unwrap_or_else(|| panic!("the toy is wrong: {told:?}")), &files)
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let written = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        ' '..='~' => letter.to_string(),
        _ => format!("\\U{:08x}", u32::from(letter)),
    };
    format!("\"{}\"", text.chars().map(written).collect::<String>())
}

fn face(plain: &str, text: &str) -> CardFace {
    let (name, text) = (quoted(plain), quoted(text));
    let card = format!("name = {name}\ntext = {text}\nprice = 7\nsort = \"dark\"\n");
    gallery(&[("charms/one", &card)]).face(plain).expect("it is in the gallery")
}

fn drawn(face: &CardFace) -> Vec<DrawnFace> {
    Easel::new(CardSize::USUAL).draw(face)
}

fn sheets(count: usize, imposition: Imposition) -> Vec<Sheet> {
    let faces = drawn(&face("Lantern", "Every player draws a card."));
    impose(&vec![faces[0].clone(); count], imposition, "Toy 0.1.0")
}

fn imposition(paper: Paper, bleed: f32) -> Imposition {
    Imposition::new(paper, CardSize::USUAL, bleed, true).expect("cards fit on this paper")
}

/// The colour of a pixel at a place in millimetres.
fn at(pixels: &Pixmap, dots: u32, x: f32, y: f32) -> [u8; 3] {
    let pixel = |length: f32| (length / 25.4 * dots as f32) as u32;
    let found = pixels.pixel(pixel(x), pixel(y)).expect("it lies on the page").demultiply();
    [found.red(), found.green(), found.blue()]
}

#[test]
fn a_face_shows_what_is_printed_where_its_look_puts_it() {
    let face = face("Lantern", "Every player draws a card.");
    assert_eq!(face.badge.as_deref(), Some("7"));
    assert_eq!(face.corners[1].as_deref(), Some("7"));
    assert_eq!(face.foot, "dark");
    let svg = drawn(&face)[0].svg(0.0);
    for told in [">Lantern<", ">Every player draws a card.<", ">charm<", ">dark<", ">7<", "#596d0f"] {
        assert!(svg.contains(told), "{told} in {svg}");
    }
    assert!(svg.contains(r#"width="63mm" height="88mm""#), "{svg}");
}

#[test]
fn texts_are_escaped_and_nothing_is_referred_to() {
    let face = face("<script>&\"Odd", "<image href='file:///etc/passwd'/> ]]> \u{1}\u{fffe} & done");
    let svg = drawn(&face)[0].svg(0.0);
    assert!(!svg.contains("<script") && !svg.contains("<image"), "{svg}");
    assert!(svg.contains("&lt;script&gt;&amp;&quot;Odd"), "{svg}");
    assert!(!svg.contains('\u{1}') && !svg.contains('\u{fffe}'));
    assert!(!svg.contains("href=\""), "{svg}");
    Press::new().pixels(&svg, &[], 40).expect("it is well-formed");
}

#[test]
fn a_picture_comes_from_the_memory_of_the_pack() {
    let gallery = gallery(&[("boons/one", "name = \"Boon\"\ntext = \"Helps.\"\n")]);
    let face = gallery.face("Boon").expect("it is in the gallery");
    let svg = drawn(&face)[0].svg(0.0);
    assert!(svg.contains("href=\"data:image/svg+xml;base64,"), "{svg}");
    let pixels = Press::new().pixels(&svg, &[], 100).expect("it can be drawn");
    assert_eq!(at(&pixels, 100, 33.0, 30.0), [255, 0, 0], "the picture is shown");
    assert_eq!(at(&pixels, 100, 1.0, 30.0), [0x7a, 0x4a, 0x06], "the stripe has the pack's own colour");
}

#[test]
fn a_picture_opens_no_file_and_no_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("red.svg");
    std::fs::write(&file, ART).expect("a file can be written");
    let href = file.display();
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10mm" height="10mm"><image href="{href}" width="10" height="10"/></svg>"#
    );
    let pixels = Press::new().pixels(&svg, &[], 72).expect("it can be drawn");
    assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 0), "nothing is drawn of {href}");
}

#[test]
fn long_texts_are_set_smaller_and_very_long_ones_go_on() {
    let text = "Every other player discards a card, then draws two cards from the pile that is nearest. ";
    let size = |times: usize| drawn(&face("Lantern", text.repeat(times).trim()))[0].points;
    assert_eq!(size(1), DrawnFace::USUAL_POINTS);
    assert!(size(9) < size(1), "{} and {}", size(9), size(1));
    let faces = drawn(&face("Lantern", text.repeat(40).trim()));
    assert!(faces.len() > 1);
    let numbers: Vec<usize> = faces.iter().map(|face| face.number).collect();
    assert_eq!(numbers, (1..=faces.len()).collect::<Vec<_>>());
    let words = |svg: &str| svg.matches("nearest").count();
    assert_eq!(faces.iter().map(|face| words(&face.content)).sum::<usize>(), 40, "no word is lost");
    assert!(faces[1].content.contains(&format!("2 of {}", faces.len())));
}

#[test]
fn a_text_without_end_is_cut_before_it_is_set() {
    let began = std::time::Instant::now();
    let faces = drawn(&face("Lantern", &"word ".repeat(200_000)));
    let words: usize = faces.iter().map(|face| face.content.matches("word").count()).sum();
    assert_eq!(words, 2_000, "10,000 letters are shown");
    assert!(faces.last().is_some_and(|face| face.content.contains('…')));
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}

#[test]
fn what_the_renderer_cannot_draw_is_an_error() {
    let mut face = drawn(&face("Lantern", "Every player draws a card.")).remove(0);
    face.content = r#"<g transform="scale(1e31)"><circle r="1" stroke="red"/></g>"#.into();
    match Press::new().png(&face, 0.0, 72) {
        Err(why) => assert!(why.to_string().starts_with("Lantern: "), "{why}"),
        Ok(_) => panic!("this renderer draws it; find another picture that it cannot draw"),
    }
}

#[test]
fn nothing_stands_outside_of_the_safe_area() {
    let long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);
    let names = ["Lantern", "The Very Long Name of a Card Without an End", &long[..39]];
    for name in names {
        for times in [0, 1, 12, 60] {
            for drawn in drawn(&face(name, &format!("{} ", &long[..60]).repeat(times))) {
                only_ground_at_the_edges(&drawn);
            }
        }
    }
}

/// Looks at the 2.5 mm within the right and lower edges: there are only the grounds of name and card.
fn only_ground_at_the_edges(face: &DrawnFace) {
    let pixels = Press::new().pixels(&face.svg(0.0), &[], 100).expect("it can be drawn");
    for step in 0..170 {
        let along = 4.0 + step as f32 * 0.45;
        if along < 60.0 {
            let found = at(&pixels, 100, along, 86.0);
            assert_eq!(found, [255, 255, 255], "{} at {along} above the lower edge", face.name);
        }
        if (30.0..84.0).contains(&along) {
            let found = at(&pixels, 100, 61.0, along);
            assert!(found == [255, 255, 255] || found == [0xe9, 0xf0, 0xdc], "{} at {along}: {found:?}", face.name);
        }
    }
}

#[test]
fn the_same_card_gives_the_same_bytes() {
    let once = || {
        let sheets = sheets(3, imposition(Paper::A4, 0.0));
        (sheets[0].svg(), Press::new().pdf(&sheets, "Toy", || ()).expect("it can be pressed"))
    };
    assert_eq!(once(), once());
}

#[test]
fn pages_hold_as_many_cards_as_fit() {
    for (paper, bleed, count) in [
        (Paper::A4, 0.0, 9),
        (Paper::Letter, 0.0, 9),
        (Paper::A4, 3.0, 8),
        (Paper::Letter, 3.0, 6),
        (Paper::Card, 3.0, 1),
    ] {
        assert_eq!(imposition(paper, bleed).per_page(), count, "{paper:?} with {bleed} mm");
    }
    assert_eq!(sheets(19, imposition(Paper::A4, 0.0)).len(), 3);
    assert!(Imposition::new(Paper::A4, CardSize::USUAL, 6.0, true).is_none(), "more bleed than is drawn");
    let large = CardSize::of_millimetres(150.0, 150.0).expect("a size");
    assert!(Imposition::new(Paper::A4, large, 5.0, true).is_some());
    assert!(CardSize::of_millimetres(63.0, 151.0).is_none() && CardSize::of_millimetres(f32::NAN, 88.0).is_none());
}

#[test]
fn marks_stand_at_every_cut_and_nowhere_else() {
    const DOTS: u32 = 300;
    for (paper, bleed) in [(Paper::A4, 0.0), (Paper::Letter, 3.0)] {
        let sheet = &sheets(5, imposition(paper, bleed))[0];
        let pixels = Press::new().pixels(&sheet.svg(), &[], DOTS).expect("it can be drawn");
        let [left, top, right, bottom] = sheet.trim;
        let dark = |x: f32, y: f32| at(&pixels, DOTS, x, y).iter().all(|channel| *channel < 128);
        let away = bleed.max(1.0) + 2.0;
        let mut cuts = vec![left, left + 63.0, right - 63.0, right];
        cuts.dedup_by(|one, other| (*one - *other).abs() < 0.1);
        for x in &cuts {
            assert!(dark(*x, top - away), "{paper:?}: a mark above {x}");
            assert!(dark(*x, bottom + away), "{paper:?}: a mark below {x}");
            assert!(!dark(x + 0.5, top - away), "{paper:?}: none beside {x}");
        }
        for y in [top, top + 88.0, bottom] {
            assert!(dark(left - away, y) && dark(right + away, y), "{paper:?}: marks beside {y}");
        }
        let spine = at(&pixels, DOTS, left + 1.0, top + 40.0);
        assert_eq!(spine, [0x59, 0x6d, 0x0f], "{paper:?}: the first card is there");
        if bleed > 0.0 {
            assert_eq!(at(&pixels, DOTS, left - 2.0, top + 40.0), spine, "its stripe reaches over the edge");
            assert_eq!(at(&pixels, DOTS, left - 3.4, top + 40.0), [255, 255, 255], "but not farther than it should");
        }
    }
    let without = Imposition::new(Paper::A4, CardSize::USUAL, 0.0, false).expect("cards fit");
    assert!(!sheets(5, without)[0].svg().contains("<line"));
}

/// The numbers of a box of the first page.
fn page_box(pdf: &str, name: &str) -> Vec<f32> {
    let from = pdf.find(&format!("/{name}[")).unwrap_or_else(|| panic!("no {name}")) + name.len() + 2;
    let text = &pdf[from..from + pdf[from..].find(']').expect("it ends")];
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

fn near(found: &[f32], wanted: [f32; 4]) -> bool {
    found.len() == 4 && found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.06)
}

#[test]
fn a_pdf_has_the_boxes_of_its_pages_and_its_fonts_inside() {
    for (paper, bleed, page) in
        [(Paper::A4, 0.0, [595.276, 841.89]), (Paper::Letter, 0.0, [612.0, 792.0]), (Paper::A4, 3.0, [841.89, 595.276])]
    {
        let sheets = sheets(9, imposition(paper, bleed));
        let plain = SerializeSettings {
            compress_content_streams: false,
            ascii_compatible: true,
            ..SerializeSettings::default()
        };
        let pdf = Press::new().document(&sheets, "Toy", plain, || ()).expect("it can be pressed");
        let pdf = String::from_utf8_lossy(&pdf);
        assert!(near(&page_box(&pdf, "MediaBox"), [0.0, 0.0, page[0], page[1]]), "{paper:?}");
        let [left, top, right, bottom] = sheets[0].trim.map(|edge| edge * 72.0 / 25.4);
        let more = bleed * 72.0 / 25.4;
        assert!(near(&page_box(&pdf, "TrimBox"), [left, page[1] - bottom, right, page[1] - top]), "{paper:?}");
        let bled = [left - more, page[1] - bottom - more, right + more, page[1] - top + more];
        assert!(near(&page_box(&pdf, "BleedBox"), bled), "{paper:?}");
        let fonts = pdf.matches("/FontFile").count();
        assert_eq!(fonts, 2, "both weights are embedded, each once");
        assert!(pdf.contains("CardwrightCondensed"), "the font has its own name");
        assert_eq!(pdf.matches("/Type/Page/").count(), sheets.len());
    }
}

#[test]
fn a_png_is_as_large_as_the_card_with_its_bleed() {
    let face = &drawn(&face("Lantern", "Every player draws a card."))[0];
    let press = Press::new();
    for (bleed, size) in [(0.0, (744, 1039)), (3.0, (815, 1110))] {
        let png = press.png(face, bleed, 300).expect("it can be drawn");
        let pixels = Pixmap::decode_png(&png).expect("it is a PNG");
        assert_eq!((pixels.width(), pixels.height()), size, "{bleed} mm");
    }
    assert!(press.png(face, 0.0, 10_000_000).is_err(), "a picture that is too large is refused");
}
