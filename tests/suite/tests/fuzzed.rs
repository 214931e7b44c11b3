//! The corpora of `tests/fuzz`: they are small, and what they hold is still looked at by the targets.
//!
//! What the targets begin with is made in every run; `CARDWRIGHT_CORPUS=1` writes it into the corpora. `CARDWRIGHT_LONG=1` runs
//! each target for two minutes.

use cardwright_content::{Files, pack_of};
use cardwright_game::{Begin, Match, MatchInside, Random, Ruleset, RulesetInside, Viewer, load};
use cardwright_rulings::archive::{self, Archive};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::record::Record;
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use suite::saves::HEAD;
use suite::{is_long, root};

/// How many files a corpus has at most, and how large each is.
const FILES: usize = 200;
const LARGEST: u64 = 64 << 10;

/// The targets.
const TARGETS: [&str; 8] = ["archive", "http", "look", "lsp", "pack", "record", "save", "script"];

/// Packs that are small and have a game of their own, so that they load fast.
const PACKS: [&str; 10] =
    ["bells", "burrow", "dominoes", "echoes", "gong", "seesaw", "shelf", "snatch", "thicket", "wells"];

fn corpus(target: &str) -> PathBuf {
    root().join("tests/fuzz/corpus").join(target)
}

fn files_of(pack: &str) -> Files {
    Files::read(&root().join("tests/packs").join(pack)).0
}

#[test]
fn corpora_are_small_and_of_use() {
    let folders = fs::read_dir(root().join("tests/fuzz/corpus")).expect("there are corpora").flatten();
    let mut folders: Vec<String> = folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    folders.sort();
    assert_eq!(folders, TARGETS);
    let targets = fs::read_to_string(root().join("tests/fuzz/Cargo.toml")).expect("it can be read");
    for target in TARGETS {
        assert!(targets.contains(&format!("name = \"{target}\"\npath = \"targets/{target}.rs\"")), "{target}");
        let files: Vec<PathBuf> =
            fs::read_dir(corpus(target)).expect("it is there").flatten().map(|file| file.path()).collect();
        assert!((1..=FILES).contains(&files.len()), "{target}: {} files", files.len());
        for file in &files {
            let size = fs::metadata(file).expect("it is there").len();
            assert!(size <= LARGEST, "{}: {size} bytes", file.display());
        }
        if !["pack", "script"].contains(&target) {
            continue;
        }
        // What names no file of a pack is not looked at.
        let of_use = files.iter().filter(|file| {
            let bytes = fs::read(file).expect("it can be read");
            let first = bytes.split(|byte| *byte == b'\n').next().and_then(|line| std::str::from_utf8(line).ok());
            first
                .and_then(|path| Some((pack_of(path)?, path)))
                .is_some_and(|(pack, path)| root().join("tests/packs").join(pack).join(path).is_file())
        });
        assert_eq!(of_use.count(), files.len(), "{target}");
    }
}

/// Two minutes of each target, from a copy of its corpus: what it finds is kept in `tests/fuzz/artifacts`.
#[test]
fn the_long_version_runs_each_target() {
    if !is_long() {
        return;
    }
    for target in TARGETS {
        let found = tempfile::tempdir().expect("there is room");
        let run = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none", target])
            .arg(found.path())
            .arg(corpus(target))
            .args(["--", "-max_total_time=120", "-timeout=30", "-rss_limit_mb=4096"])
            .current_dir(root())
            .output()
            .expect("cargo is there");
        let said = String::from_utf8_lossy(&run.stderr);
        let lines: Vec<&str> = said.lines().collect();
        let last = &lines[lines.len().saturating_sub(30)..];
        assert!(
            run.status.success(),
            "{target} (it needs a nightly toolchain, and `cargo install cargo-fuzz`):\n{}",
            last.join("\n")
        );
    }
}

// ---- what the targets begin with ----

/// What a target begins with: its name, the name of the file, and what the file holds.
type Seed = (&'static str, String, Vec<u8>);

/// Each target begins with something that it can be of use with; a seed of a record or of an archive is none that is refused.
#[test]
fn each_target_has_something_to_begin_with() {
    let seeds = seeds();
    for target in TARGETS {
        assert!(seeds.iter().any(|(of, _, bytes)| *of == target && !bytes.is_empty()), "{target}");
    }
    for (target, name, bytes) in &seeds {
        let is_read = match (*target, &**name) {
            ("record", _) => Record::read(bytes).is_ok(),
            ("archive", "packed") => archive::read(bytes).is_ok(),
            _ => true,
        };
        assert!(is_read && bytes.len() as u64 <= LARGEST, "{target}/{name}");
    }
    if std::env::var_os("CARDWRIGHT_CORPUS").is_some() {
        for (target, name, bytes) in seeds {
            fs::write(corpus(target).join(name), bytes).expect("it can be written");
        }
    }
}

fn seeds() -> Vec<Seed> {
    let mut seeds = Vec::new();
    let write = &mut |target: &'static str, name: &str, bytes: &[u8]| {
        seeds.push((target, name.to_owned(), bytes.to_vec()));
    };
    for pack in PACKS {
        let files = files_of(pack);
        for (at, (path, text)) in files.iter().enumerate().filter(|(_, (path, _))| !path.starts_with("tests/")) {
            let target = if path.ends_with(".rhai") { "script" } else { "pack" };
            write(target, &format!("{pack}-{at}"), format!("{path}\n{text}").as_bytes());
        }
    }
    looks(write);
    let files = files_of("burrow");
    let burrow = load(&files, "burrow").ruleset.expect("it is right");
    for answers in [0, 3, 9, 20] {
        write("save", &format!("burrow-{answers}"), &played(&burrow, answers).save()[HEAD..]);
    }
    ["bells", "seesaw", "shelf"].into_iter().for_each(|pack| record(pack, write));
    archives(write);
    messages(write);
    seeds
}

/// A random game of so many answers.
fn played(ruleset: &Ruleset, answers: usize) -> Match {
    let people = ruleset.rules().players.0.max(3).min(ruleset.rules().players.1);
    let mut playing = Match::begin(ruleset, &Begin::new(people, 3)).expect("so many can play it");
    let mut random = Random::new(3);
    for _ in 0..answers {
        let _ = playing.advance();
        let Some(prompt) = playing.prompts(Viewer::Host).into_iter().next() else { break };
        playing.answer(prompt.number, random.choose(&prompt)).expect("it fits");
    }
    let _ = playing.advance();
    playing
}

type Write<'w> = &'w mut dyn FnMut(&'static str, &str, &[u8]);

fn looks(write: Write<'_>) {
    for file in fs::read_dir(root().join("cards/apiary/art")).expect("it is there").flatten() {
        write("look", &file.file_name().to_string_lossy(), &fs::read(file.path()).expect("it can be read"));
    }
    for pack in ["apiary", "spellfire", "french_deck", "war_of_the_ring", "time_nodes"] {
        let look = fs::read(root().join("cards").join(pack).join("look.toml")).expect("it can be read");
        write("look", &format!("{pack}.toml"), &look);
    }
    let drawn = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><defs><pattern id=\"p\" width=\"3\" \
                 height=\"3\"><circle r=\"1\"/></pattern><linearGradient id=\"g\"><stop offset=\"1\"/></linearGradient>\
                 <filter id=\"f\"><feTurbulence numOctaves=\"2\"/></filter></defs><style>.a{fill:url(#p)}</style>\
                 <g filter=\"url(#f)\"><rect class=\"a\" width=\"9\" height=\"9\" stroke-dasharray=\"1 2\"/><use \
                 href=\"#p\"/><path d=\"M1 1c2 3 4 5 6 7z\" fill=\"url(#g)\"/></g></svg>";
    write("look", "drawn.svg", drawn.as_bytes());
    write("look", "small.png", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x04\0\0\0\x04\x08\x02\0\0\0");
    write("look", "small.jpg", b"\xff\xd8\xff\xc0\0\x11\x08\0\x04\0\x04\x03\x01\x22\0\x02\x11\x01\x03\x11\x01");
    write("look", "small.webp", b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0");
}

fn record(pack: &str, write: Write<'_>) {
    let files = files_of(pack);
    let ruleset = load(&files, pack).ruleset.expect("it is right");
    let playing = played(&ruleset, 12);
    let packs = Packs { files, ..Packs::default() };
    let mut record = Record::new(&packs, &ruleset, playing.game()).expect("its beginning is known");
    // With its cards it is too large to be mutated well.
    record.files.clear();
    write("record", pack, record.text().as_bytes());
}

fn archives(write: Write<'_>) {
    let mut files = BTreeMap::new();
    files.insert("cards/moths/pack.toml".to_owned(), b"version = \"1.0.0\"\n".to_vec());
    files.insert("scripts/moths/a.rhai".to_owned(), b"//! A.\n".to_vec());
    let built = Archive::new("moths", "1.0.0", files).build().expect("it can be built");
    let mut tar = Vec::new();
    GzDecoder::new(&*built).read_to_end(&mut tar).expect("it unpacks");
    write("archive", "packed", &built);
    write("archive", "tar", &tar);
}

fn messages(write: Write<'_>) {
    let uri = "file://ROOT/cards/bells/ruleset.toml";
    // What stands for the folder is shorter than the folder.
    let framed = |body: String| format!("Content-Length: {}\r\n\r\n{body}", body.len() + 60);
    let at = format!("{{\"textDocument\":{{\"uri\":\"{uri}\"}},\"position\":{{\"line\":3,\"character\":4}}}}");
    for method in ["hover", "completion", "definition", "codeLens"] {
        let asked = format!("{{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"textDocument/{method}\",\"params\":{at}}}");
        write("lsp", method, framed(asked).as_bytes());
    }
    let open = format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":{{\"uri\":\"{uri}\",\
         \"languageId\":\"toml\",\"version\":1,\"text\":\"title = 3\\n[kinds.\"}}}}}}"
    );
    write("lsp", "open", framed(open).as_bytes());
    let head = "Host: HOST\r\nOrigin: http://HOST\r\nConnection: close\r\n";
    let paths = ["/", "/api/hello", "/api/games", "/api/packs/bells", "/api/g/GAME", "/api/g/GAME/watch/events"];
    for (at, path) in paths.into_iter().chain(["/api/g/GAME/watch/at/3"]).enumerate() {
        write("http", &format!("get-{at}"), format!("GET {path} HTTP/1.1\r\n{head}\r\n").as_bytes());
    }
    for (at, (path, body)) in [
        ("/api/games", "{\"pack\":\"bells\",\"people\":2,\"bots\":[\"B\"],\"options\":[]}"),
        ("/api/g/GAME/enter", "{\"secret\":\"00\"}"),
        ("/api/g/GAME/A/do", "{\"key\":\"1\",\"do\":{\"answer\":{\"number\":1,\"answer\":{\"options\":[0]}}}}"),
        ("/api/g/GAME/watch/explain", "{\"of\":{\"player\":\"A\"},\"value\":\"x\"}"),
        ("/api/g/GAME/remove", "{}"),
    ]
    .into_iter()
    .enumerate()
    {
        let json = "Content-Type: application/json\r\n";
        let length = body.len();
        let post = format!("POST {path} HTTP/1.1\r\n{head}{json}Content-Length: {length}\r\n\r\n{body}");
        write("http", &format!("post-{at}"), post.as_bytes());
    }
}
