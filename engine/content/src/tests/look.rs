//! Claims about looks: what packs say, what is refused, and what holds if nobody says anything.
//!
//! Found once: an SVG of any size is accepted.

use super::{Demo, only};
use cardwright_kernel::rules::{LookIcon, Looks, ZoneForm};
use std::sync::Arc;

const PATH: &str = "cards/demo/look.toml";

fn with_look(text: &str) -> Demo {
    Demo::new().file(PATH, text)
}

fn looks(demo: &Demo) -> Looks {
    let loaded = demo.load();
    assert!(loaded.problems.is_empty(), "{:#?}", demo.problems());
    loaded.rules.looks
}

/// With a picture of these bytes.
fn with_picture(path: &str, bytes: &[u8], look: &str) -> Demo {
    let demo = with_look(look);
    Demo(demo.0.with_images([(path, Arc::from(bytes))]))
}

#[test]
fn everything_has_a_look_that_nobody_gives_it() {
    let looks = looks(&Demo::new());
    let kinds: Vec<(&str, &str)> = looks.kinds.iter().map(|(key, look)| (&**key, &*look.colour)).collect();
    assert_eq!(kinds, [("event", "ember"), ("realm", "moss")]);
    assert_eq!(looks.zones["hand"].form, ZoneForm::Fan);
    assert_eq!(looks.zones["discard"].form, ZoneForm::Pile);
    assert_eq!(looks.zones["pool"].form, ZoneForm::Row);
}

#[test]
fn a_pack_says_how_its_kinds_and_zones_look() {
    let text = "[card]\nbadge = \"level\"\n[icons]\nhook = \"M1 1h4z\"\n[kinds.realm]\ncolour = \"#123456\"\nicon = \"hook\"\n\
                [kinds.event]\nicon = \"E\"\ntint = { by = \"polarity\", of = { harmful = \"rose\" } }\n\
                [zones.pool]\nas = \"pyramid\"\nrows = [1, 2]\n";
    let looks = looks(&with_look(text));
    let realm = &looks.kinds["realm"];
    assert_eq!((&*realm.colour, realm.ink.as_deref()), ("#123456", Some("#ffffff")));
    assert_eq!(realm.icon, LookIcon::Path("M1 1h4z".into()));
    assert_eq!(realm.badge.as_deref(), Some("level"));
    assert_eq!(looks.kinds["event"].icon, LookIcon::Letter("E".into()));
    assert_eq!(looks.kinds["event"].badge, None, "events have no level");
    assert_eq!((looks.zones["pool"].form, &*looks.zones["pool"].rows), (ZoneForm::Pyramid, &[1, 2][..]));
}

#[test]
fn how_it_looks_is_no_part_of_the_rules() {
    let (one, other) = (Demo::new().load().rules, with_look("[kinds.realm]\ncolour = \"rose\"\n").load().rules);
    assert_ne!(one.looks, other.looks);
    assert_eq!(one.hash, other.hash);
}

#[test]
fn a_ruleset_has_its_look_in_a_table_or_beside_it_but_not_both() {
    let table = "\n[look.kinds.realm]\ncolour = \"rose\"\n";
    assert_eq!(&*looks(&Demo::new().more_rules(table)).kinds["realm"].colour, "rose");
    let both = Demo::new().more_rules(table).file(PATH, "[kinds.realm]\ncolour = \"moss\"\n");
    assert_eq!(only(&both), "look-twice: realm: given again");
}

#[test]
fn what_does_not_exist_has_no_look() {
    for (text, problem) in [
        ("[kinds.event]\nbadge = \"level\"\n", "field-unknown: \"level\": unknown"),
        ("[kinds.realm]\nicon = \"stare\"\n", "icon-unknown: \"stare\": did you mean `star`?"),
        ("[seats.Z]\ntitle = \"Nobody\"\n", "seat-unknown: Z: unknown"),
        (
            "[kinds.event.tint]\nby = \"polarity\"\nof = { harmfull = \"rose\" }\n",
            "choice-unknown: harmfull: did you mean `harmful`?",
        ),
    ] {
        assert_eq!(only(&with_look(text)), problem, "{text}");
    }
}

#[test]
fn text_on_a_colour_can_be_read() {
    assert_eq!(only(&with_look("[kinds.realm]\ncolour = \"mos\"\n")), "colour-unknown: \"mos\": did you mean `moss`?");
    let pale = with_look("[kinds.realm]\ncolour = \"#ffee88\"\n");
    assert!(only(&pale).starts_with("contrast-low: \"#ffee88\": the contrast is 1.1"), "{}", only(&pale));
    assert!(with_look("[kinds.realm]\ncolour = \"#ffee88\"\nink = \"#111111\"\n").problems().is_empty());
    let both = with_look("[kinds.realm]\ncolour = \"moss\"\nink = \"#111111\"\n");
    assert_eq!(only(&both), "ink-of-hue: \"#111111\": remove `ink`, or write the colour as `#rrggbb`");
}

#[test]
fn pictures_lie_in_the_pack_and_are_what_they_seem() {
    let png = |wide: u32| {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend([wide.to_be_bytes(), 64u32.to_be_bytes()].concat());
        bytes
    };
    let look = "[art]\nCalm = \"art/calm.png\"\n";
    let path = "cards/demo/art/calm.png";
    assert_eq!(&*looks(&with_picture(path, &png(64), look)).art["Calm"], path);
    assert!(only(&with_picture("cards/demo/art/clam.png", &png(64), look)).ends_with("did you mean `art/clam.png`?"));
    for (bytes, code) in
        [(png(5000), "art-too-large"), (b"<svg/>".to_vec(), "art-type"), (b"GIF89a".to_vec(), "art-type")]
    {
        assert!(only(&with_picture(path, &bytes, look)).starts_with(code));
    }
    for (said, code) in
        [("../../secret.png", "art-outside"), ("/etc/a.png", "art-outside"), ("art/calm.gif", "art-type")]
    {
        let demo = with_picture(path, &png(64), &format!("[art]\nCalm = \"{said}\"\n"));
        assert!(only(&demo).starts_with(code), "{said}");
    }
    let drawn = with_picture("cards/demo/art/calm.svg", b"<svg/>", "[art]\nCalm = \"art/calm.svg\"\n");
    assert!(drawn.problems().is_empty(), "what it holds is judged by who shows it");
    let endless =
        with_picture("cards/demo/art/calm.jpg", b"\xff\xd8\xff\xda\0\x02", "[art]\nCalm = \"art/calm.jpg\"\n");
    assert!(only(&endless).starts_with("art-too-large"));
    // What could not be read is empty here, and was reported before.
    assert!(with_picture(path, b"", look).problems().is_empty());
    // Where only texts were kept, nobody knows which pictures there are.
    assert!(with_look(look).problems().is_empty());
}
