//! Commands that work on a hostile pack: `csv`, `dev`, `migrate`, `compare`, `mutate`, `record replay`, `record promote`, `pack verify`,
//! `pack install` and `lsp`, in this process. Whatever the files of the pack, the sheet or the record hold, a command ends with what it has found or with a
//! failure, never in a panic; it writes where it says and nowhere else, and all it prints is printable.
//!
//! Most packs are mangled at random; some things that random changes do not find are written out in [`SHEETS`] and [`RECORDS`].

use cardwright_cli::out::Out;
use cardwright_cli::run_on;
use cardwright_content::Files;
use cardwright_game::{Begin, Match, MatchInside, Random, RulesetInside, load};
use cardwright_kernel::setup::Generator;
use cardwright_lsp::{self as lsp, Goodbye};
use cardwright_rulings::archive::{self, Archive};
use cardwright_rulings::command_error::Outcome;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::promote::{Patience, Promoting};
use cardwright_rulings::record::Record;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufReader, Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use suite::clock::WorkClock;
use suite::mangle::{self, differences, games, mangled};
use suite::{cores, is_long, part};

/// How many packs are mangled for each command, and in the long version.
const PACKS: u64 = 12;
const PACKS_LONG: u64 = 2_000;

/// No command takes a processor longer, on however slow a machine.
const LONGEST: Duration = Duration::from_secs(60);

/// How many decisions the games of records have, and how many rulings are tried when one is promoted.
const DECISIONS: usize = 20;
const TRIES: u32 = 6;

/// The commands, by what is done with a number.
const COMMANDS: [&str; 8] = ["csv", "dev", "migrate", "compare", "mutate", "promote", "pack", "lsp"];

/// Sheets that mean harm; `{name}` stands for the name of a card.
const SHEETS: [&str; 12] = [
    "",
    "\n",
    "file\n",
    "file,name\n../../../etc/passwd,x\n",
    "file,name\n/etc/passwd,x\n",
    "file,name\n,\n",
    "name,name,name\n{name},{name},x\n",
    "\u{feff}name;text\n{name};x\n",
    "name,text\n\"{name},\u{1b}[2J\n",
    "name,text\n{name},\"\"\"\n[gates]\n\"\n",
    "name\n\0\n",
    "name,cost\n{name},99999999999999999999999999\n",
];

/// What a record may hold in place of a number.
const RECORDS: [&str; 6] = ["-1", "4294967295", "18446744073709551615", "1e9", "[]", "null"];

/// What a command printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("it is whole").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder of packs on the disk.
struct Folder {
    above: tempfile::TempDir,
    packs: PathBuf,
    /// How many commands have done their work.
    done: Cell<usize>,
}

impl Folder {
    fn of(files: &Files) -> Self {
        let above = tempfile::tempdir().expect("a folder can be made");
        let packs = above.path().join("packs");
        for (path, text) in files.iter() {
            let path = packs.join(path);
            fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Self { above, packs, done: Cell::new(0) }
    }

    fn beside(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.above.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        path.to_str().expect("it is UTF-8").to_owned()
    }

    fn path(&self) -> &str {
        self.packs.to_str().expect("it is UTF-8")
    }

    fn read(&self) -> Packs {
        let mut packs = Packs::default();
        packs.lay_over(&self.packs).expect("there are packs");
        packs
    }

    /// Runs a command. What it printed is printable.
    fn run(&self, command: &[&str]) -> (Outcome, String) {
        let printed = Printed::default();
        let mut out = Out::to(printed.clone());
        let outcome = run_on(self.read(), command, &mut out);
        out.flush();
        self.done.set(self.done.get() + usize::from(outcome.is_ok()));
        let text = String::from_utf8(printed.0.lock().expect("it is whole").clone()).expect("it is UTF-8");
        // A sheet is data for a file.
        let is_data = command.starts_with(&["csv", "out"]);
        assert!(is_data || text.chars().all(|c| !c.is_control() || "\n\t".contains(c)), "{command:?} prints {text:?}");
        (outcome, text)
    }

    /// All that lies below, with what is in it.
    fn all(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        gather(self.above.path(), &mut all);
        all
    }
}

fn gather(folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("it can be read").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => gather(&path, all),
            false => drop(all.insert(path.clone(), fs::read(path).expect("it can be read"))),
        }
    }
}

/// Runs a command that may write below some folders of the packs only. What it wrote is other than before.
fn run_within(folder: &Folder, command: &[&str], writes: &[&str]) -> (Outcome, String) {
    let before = folder.all();
    let done = folder.run(command);
    let after = folder.all();
    let all = before.keys().chain(after.keys());
    for path in all.filter(|path| before.get(*path) != after.get(*path)) {
        let inside = path.strip_prefix(&folder.packs).map(|path| path.to_string_lossy().into_owned());
        let may = inside.is_ok_and(|path| writes.iter().any(|folder| path.starts_with(&format!("{folder}/"))));
        assert!(may && before.len() <= after.len(), "{command:?} writes {}", path.display());
    }
    done
}

/// Sheets of each kind, mangled, put back.
fn csv(folder: &Folder, pack: &str, luck: &mut Generator) {
    let kinds = folder.read().ruleset(pack).map(|ruleset| {
        let kinds = ruleset.rules().kinds.iter().filter(|(_, kind)| !kind.folder.is_empty());
        kinds.map(|(key, _)| key.to_string()).collect()
    });
    let kinds: Vec<String> = kinds.unwrap_or_else(|_| vec!["charm".to_owned()]);
    for kind in kinds {
        let (_, sheet) = run_within(folder, &["csv", "out", pack, &kind], &[]);
        let name = sheet.lines().nth(1).and_then(|line| line.split(',').next()).unwrap_or("x");
        let hostile = SHEETS[luck.index(SHEETS.len())].replace("{name}", name);
        let mangled = mangle::mangle(&sheet, &hostile, luck);
        let mut bytes = mangled.clone().into_bytes();
        if let Some(at) = luck.index(bytes.len() + 1).checked_sub(1) {
            bytes[at] ^= 1 << luck.index(8);
        }
        for bytes in [sheet.as_bytes(), mangled.as_bytes(), hostile.as_bytes(), &bytes] {
            let sheet = folder.beside("sheet.csv", bytes);
            let _ = run_within(folder, &["csv", "in", pack, &kind, &sheet, "--dry"], &[]);
            let _ = run_within(folder, &["csv", "in", pack, &kind, &sheet], &[&format!("cards/{pack}")]);
        }
    }
}

/// A record of a random game of the whole pack.
fn record(whole: &Files, pack: &str, luck: &mut Generator) -> Option<Record> {
    let ruleset = load(whole, pack).ruleset?;
    let people = ruleset.rules().players.0.max(2).min(ruleset.rules().players.1);
    let seed = u64::from(luck.bits());
    let mut playing = Match::begin(&ruleset, &Begin::new(people, seed)).ok()?;
    let mut random = Random::new(seed);
    for _ in 0..DECISIONS {
        let _ = playing.advance();
        let Some(prompt) = playing.prompts(cardwright_game::Viewer::Host).into_iter().next() else { break };
        playing.answer(prompt.number, random.choose(&prompt)).expect("what is drawn fits");
    }
    let _ = playing.advance();
    let packs = Packs { files: whole.clone(), ..Packs::default() };
    Record::new(&packs, &ruleset, playing.game()).ok()
}

/// A record, whole or mangled, played again and made a ruling.
fn promote(folder: &Folder, whole: &Files, pack: &str, luck: &mut Generator) {
    let Some(record) = record(whole, pack, luck) else { return };
    let text = record.text();
    // What it was played with is most of it.
    let shown = text.split("\"files\"").next().unwrap_or_default().to_owned();
    let bent = match luck.below(3) {
        0 => text.clone(),
        1 => mangle::mangle(&shown, &shown, luck) + &text[shown.len()..],
        _ => {
            let numbers: Vec<_> = shown.match_indices(|c: char| c.is_ascii_digit()).collect();
            let (at, _) = numbers[luck.index(numbers.len())];
            format!("{}{}{}", &text[..at], RECORDS[luck.index(RECORDS.len())], &text[at + 1..])
        }
    };
    let file = folder.beside("record.json", &bent);
    for old in [&["record", "replay", &file][..], &["record", "replay", &file, "--old"]] {
        let _ = run_within(folder, old, &[]);
    }
    let _ = run_within(folder, &["record", "promote", &file, "--dir", folder.path()], &["tests/rulings"]);
    // A line of the game, as far as a few tries go.
    let (Ok(record), Ok(ruleset)) = (Record::read(bent.as_bytes()), folder.read().ruleset(pack)) else { return };
    let lines: Vec<&str> = record.trace.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let Some(line) = (!lines.is_empty()).then(|| lines[luck.index(lines.len())]) else { return };
    let promoting = Promoting {
        record: &record,
        ruleset: &ruleset,
        host: &ruleset.host(),
        path: format!("tests/rulings/{pack}/promoted/what-happened.toml"),
        claim: "This happened.".into(),
        line: line.to_owned(),
        also: None,
        from: 0,
        keeps_line: true,
        patience: &Patience::tries(TRIES),
    };
    let _ = promoting.promote();
}

/// The pack as an archive, whole or with a byte that is another one.
fn archives(folder: &Folder, pack: &str, luck: &mut Generator) {
    let files = folder.read().files;
    let own = files.iter().filter(|(path, _)| archive::check_path(path, pack).is_ok());
    let own = own.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect();
    let bytes = Archive::new(pack, "1.0.0", own).build().expect("it can be built");
    let mut bent = bytes.clone();
    let at = luck.index(bent.len());
    bent[at] ^= 1 << luck.index(8);
    for bytes in [bytes, bent] {
        let file = folder.beside("it.cardpack", bytes);
        let _ = run_within(folder, &["pack", "verify", &file], &[]);
        let _ = run_within(folder, &["compare", &file, folder.path(), "--games", "1", "--threads", "1"], &[]);
        let elsewhere = tempfile::tempdir().expect("a folder can be made");
        let into = elsewhere.path().to_str().expect("it is UTF-8");
        let _ = run_within(folder, &["pack", "install", &file, "--dir", into, "--unchecked"], &[]);
    }
}

/// An editor opens the folder, asks about all places of some files, and changes them.
fn edit(folder: &Folder, luck: &mut Generator) {
    let files = folder.read().files;
    let paths: Vec<(&str, &str)> = files.iter().collect();
    let mut said = Vec::new();
    let mut say = |id: Option<usize>, method: &str, params: &Value| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        let body = message.to_string();
        said.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    };
    say(Some(1), "initialize", &json!({ "capabilities": {} }));
    say(None, "initialized", &json!({}));
    for round in 0..4 {
        let (path, text) = paths[luck.index(paths.len())];
        let (_, other) = paths[luck.index(paths.len())];
        let uri = lsp::address(&folder.packs.join(path)).expect("it has an address");
        let mut text = text.to_owned();
        for version in 0..2 {
            let (lines, letters) = (text.lines().count() as u32 + 2, 60);
            for (at, method) in ["hover", "completion", "definition"].into_iter().cycle().take(24).enumerate() {
                let position = json!({ "line": luck.below(lines), "character": luck.below(letters) });
                let id = 100 + 1_000 * round + 100 * version + at;
                let of = json!({ "textDocument": { "uri": uri }, "position": position });
                say(Some(id), &format!("textDocument/{method}"), &of);
            }
            let of = json!({ "textDocument": { "uri": uri } });
            say(Some(180 + 1_000 * round + 100 * version), "textDocument/codeLens", &of);
            text = mangle::mangle(&text, other, luck);
            let document = json!({ "uri": uri, "version": version, "languageId": "toml", "text": text });
            let changes = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
            say(None, ["textDocument/didOpen", "textDocument/didChange"][version], &changes);
        }
    }
    say(Some(999_999), "shutdown", &Value::Null);
    say(None, "exit", &Value::Null);
    let mut output = Vec::new();
    let end = lsp::serve(BufReader::new(Cursor::new(said)), &mut output, folder.read()).expect("memory takes it");
    let output = String::from_utf8(output).expect("it is UTF-8");
    // Of a panic the server says that it is an error of its own.
    assert!(end == Goodbye::Said && !output.contains("-32603"), "{output}");
    folder.done.set(1);
}

fn attack(command: &str, whole: &Files, pack: &str, folder: &Folder, luck: &mut Generator) {
    match command {
        "csv" => csv(folder, pack, luck),
        "dev" => drop(run_within(folder, &["dev", pack, "--once"], &[])),
        "migrate" => {
            let _ = run_within(folder, &["migrate", pack, "--dry-run"], &[]);
            let _ = run_within(folder, &["migrate", pack], &["cards", "scripts", "tests"]);
            let (again, said) = run_within(folder, &["migrate", pack], &[]);
            assert!(again.is_err() || said.contains("is up to date"), "what was migrated is migrated again: {said}");
        }
        "compare" => {
            let old = Folder::of(whole);
            for sides in [[old.path(), folder.path()], [folder.path(), old.path()]] {
                let all = ["compare", sides[0], sides[1], pack, "--games", "1", "--threads", "1"];
                let _ = run_within(folder, &all, &[]);
            }
        }
        "mutate" => {
            let every = format!("{}", 400 + luck.below(400));
            let _ = run_within(folder, &["mutate", pack, "--every", &every, "--missed"], &[]);
            let seed = luck.below(1_000).to_string();
            let behaviour =
                ["mutate", pack, "--behaviour", "--sample", "1", "--games", "1", "--threads", "1", "--seed", &seed];
            let _ = run_within(folder, &behaviour, &[]);
        }
        "pack" => archives(folder, pack, luck),
        "lsp" => edit(folder, luck),
        _ => promote(folder, whole, pack, luck),
    }
}

/// Tries so many mangled packs on a command.
fn withstands(command: &str) {
    let (small, _) = games();
    let numbers: Vec<u64> = part(if is_long() { PACKS_LONG } else { PACKS }).collect();
    let first = 1_000_000 * (1 + COMMANDS.iter().position(|own| *own == command).expect("it is one of them") as u64);
    let done = cores::each(&numbers, |number| {
        let number = first + number;
        let (whole, pack) = &small[number as usize % small.len()];
        let mut luck = Generator::new(number);
        // What was not mangled goes further.
        let files = if luck.below(3) == 0 { whole.clone() } else { mangled(whole, pack, &mut luck) };
        let began = WorkClock::begin();
        let folder = Folder::of(&files);
        let tried = catch_unwind(AssertUnwindSafe(|| attack(command, whole, pack, &folder, &mut luck)));
        let named = || format!("`{command}` with {pack}, mangled by {number}:\n{}", differences(whole, &files));
        assert!(tried.is_ok(), "{} a panic", named());
        assert!(began.elapsed() < LONGEST, "{} {:?}", named(), began.elapsed());
        folder.done.get() > 0
    });
    // Otherwise the test would show nothing about what commands do.
    let done = done.into_iter().filter(|done| *done).count();
    assert!(done * 5 >= numbers.len(), "`{command}` has done its work for {done} of {} packs only", numbers.len());
}

/// A test for each command.
macro_rules! commands_withstand {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            withstands($name);
        })*

        #[test]
        fn every_command_is_among_them() {
            assert_eq!(COMMANDS, [$($name),*]);
        }
    };
}

commands_withstand! {
    csv_withstands_mangled_packs_and_sheets: "csv",
    dev_withstands_mangled_packs: "dev",
    migrate_withstands_mangled_packs: "migrate",
    compare_withstands_mangled_packs: "compare",
    mutate_withstands_mangled_packs: "mutate",
    promote_withstands_mangled_packs_and_records: "promote",
    archives_of_mangled_packs_are_withstood: "pack",
    the_language_server_withstands_mangled_packs: "lsp",
}
