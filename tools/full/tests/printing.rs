//! `cardwright print` from outside: what it writes, and when it writes nothing.

use crate::common::{Folder, run_in, with_toy};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::fs;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

/// `cardwright-lite` has no renderer and leaves this out.
#[test]
fn what_the_renderer_measures_is_told_by_check_and_not_printed() {
    let packs = Folder::new().with_toy();
    let dashes = "<path d=\"M0 0h90\" stroke=\"red\" stroke-dasharray=\".001\"/>";
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n{dashes}\n</svg>\n");
    packs.write("cards/toy/art/dashed.svg", &svg);
    for arguments in [&["check", "toy"][..], &["print", "toy", "--out", "cards.pdf"]] {
        let ran = run_in(&packs.0, arguments, "");
        let said = ran.out.clone() + &ran.err;
        assert_ne!(ran.status, 0, "{arguments:?}: {ran:?}");
        assert!(said.contains("error[art-costly]: its dashes are too short for so long a line"), "{ran:?}");
        assert!(
            said.contains("--> cards/toy/art/dashed.svg:2:1") && said.contains("make dashes and gaps longer"),
            "{ran:?}"
        );
    }
    assert!(!packs.0.join("cards.pdf").exists());
}

/// As much as printing may have in memory, in kB: 64 different pictures of the largest size that is pressed, with some ground.
const MOST_MEMORY: u64 = 1 << 20;

/// Twenty-nine pictures of the largest size that packs may have; three, unless `CARDWRIGHT_LONG=1`.
#[test]
fn large_pictures_are_printed_one_after_another_in_bounded_memory() {
    let is_long = std::env::var_os("CARDWRIGHT_LONG").is_some_and(|long| long == "1");
    let (count, side) = if is_long { (29, 4096) } else { (3, 2100) };
    let packs = Folder::new().with_toy();
    let art = packs.0.join("cards/toy/art");
    fs::create_dir_all(&art).expect("a folder can be made");
    let mut look = packs.read("cards/toy/look.toml") + "\n[art]\n";
    for at in 0..count {
        let name = format!("Large Charm {at}");
        let card = packs.read("cards/toy/charms/bellows.toml").replace("Bellows", &name);
        packs.write(&format!("cards/toy/charms/large-{at}.toml"), &card);
        fs::write(art.join(format!("{at}.png")), tiles(side, at)).expect("a file can be written");
        look += &format!("\"{name}\" = \"art/{at}.png\"\n");
    }
    packs.write("cards/toy/look.toml", &look);

    let arguments = ["print", "toy", "--cards", "large", "--out", "cards.pdf", "--png", "drawn", "--dpi", "72"];
    let began = Instant::now();
    let mut child = Command::new(crate::PROGRAM)
        .args(arguments)
        .current_dir(&packs.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it is ours").is_none() {
        most = most.max(fs::read_to_string(&status).ok().and_then(|said| peak(&said)).unwrap_or_default());
        thread::sleep(Duration::from_millis(20));
    }
    let ended = child.wait_with_output().expect("it has ended");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}");
    assert_eq!(said, "", "how far it has come is shown on terminals only");
    assert!(most < MOST_MEMORY, "{most} kB are too much");
    if is_long {
        let (took, most) = (began.elapsed(), most / 1024);
        writeln!(io::stderr(), "{count} pictures of {side} × {side}: {took:?}, at most {most} MB in memory")
            .expect("somebody reads");
    }
    let pdf = fs::read(packs.0.join("cards.pdf")).expect("it was written");
    let pdf = String::from_utf8_lossy(&pdf);
    let pressed = side.div_ceil(2);
    assert_eq!(pdf.matches(&format!("/Width {pressed}")).count(), count, "both sides of each are halved");
    assert!(!pdf.contains(&format!("/Width {side}")));
    assert_eq!(fs::read_dir(packs.0.join("drawn")).expect("it was made").count(), count);
}

/// The most that a process has had in memory, in kB.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// A square PNG of coloured tiles, which are others for another number.
fn tiles(side: usize, number: usize) -> Vec<u8> {
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::fast());
    for y in 0..side {
        let row = (0..side).flat_map(|x| {
            let tile = x / 64 * 31 + y / 64 * 17 + number * 7;
            [tile as u8, (tile * 5) as u8, (tile * 11) as u8]
        });
        let row: Vec<u8> = std::iter::once(0).chain(row).collect();
        pixels.write_all(&row).expect("memory takes it");
    }
    let side = (side as u32).to_be_bytes();
    let head = [&side[..], &side[..], &[8, 2, 0, 0, 0]].concat();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", head), (b"IDAT", pixels.finish().expect("memory takes it")), (b"IEND", Vec::new())] {
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(&data);
        png.extend((data.len() as u32).to_be_bytes());
        png.extend(kind);
        png.extend(data);
        png.extend(sum.sum().to_be_bytes());
    }
    png
}
