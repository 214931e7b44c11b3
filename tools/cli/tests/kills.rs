//! What is killed while it writes loses nothing: attacks 11 and 12, with `kill -9` at moments spread over the whole run.
//!
//! Ten kills of each kind in each run, 250 with `CARDWRIGHT_LONG=1`. A kill is not a power cut: what the disk itself may
//! lose is not tested.
//!
//! Found once: a kill leaves half a file or half a pack.

#![expect(clippy::print_stdout, reason = "the figures of the long version")]

use crate::common::{Folder, Ran, run_in};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How long a game may take until its first save.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often each command is killed.
fn kills() -> u32 {
    let is_long = std::env::var_os("CARDWRIGHT_LONG").is_some_and(|value| value == "1");
    if is_long { 250 } else { 10 }
}

/// Starts the command; nobody reads what it prints.
fn started(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(crate::PROGRAM)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// Runs the command, and kills it after a while. Returns whether it had ended before.
fn killed(folder: &Path, arguments: &[&str], after: Duration) -> bool {
    let mut child = started(folder, arguments);
    thread::sleep(after);
    let has_ended = child.try_wait().expect("it can be asked").is_some();
    let _ = child.kill();
    child.wait().expect("it has ended");
    has_ended
}

/// How long a whole run takes.
fn duration(folder: &Path, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let ran = run_in(folder, arguments, "");
    assert_eq!(ran.status, 0, "{ran:?}");
    start.elapsed()
}

/// The moments at which something is killed that takes so long.
fn moments(whole: Duration) -> impl Iterator<Item = Duration> {
    let kills = kills();
    (0..kills).map(move |kill| whole * (kill + 1) / (kills + 1))
}

/// All files under a folder, by their paths.
fn files(folder: &Path) -> BTreeMap<String, String> {
    fn gather(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                gather(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("it lies there").to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("it can be read"));
            }
        }
    }
    let mut found = BTreeMap::new();
    gather(folder, folder, &mut found);
    found
}

fn ok(ran: &Ran) {
    assert_eq!(ran.status, 0, "{ran:?}");
}

#[test]
fn accept_leaves_old_snapshots_or_new_ones() {
    let folder = Folder::new().with_toy();
    let rulings = folder.0.join("tests/rulings/toy");
    let new: BTreeMap<String, String> =
        files(&rulings).into_iter().filter(|(path, _)| path.ends_with(".snap")).collect();
    let old = |text: &String| format!("{text}{}", "> old\n".repeat(40));
    let reset =
        || new.iter().for_each(|(path, text)| fs::write(rulings.join(path), old(text)).expect("it can be written"));
    reset();
    let whole = duration(&folder.0, &["accept", "toy/"]);
    let mut half_way = 0;
    for moment in moments(whole) {
        reset();
        killed(&folder.0, &["accept", "toy/"], moment);
        let there = files(&rulings);
        let accepted = new.iter().filter(|(path, text)| there[*path] == **text).count();
        let kept = new.iter().filter(|(path, text)| there[*path] == old(text)).count();
        assert_eq!(accepted + kept, new.len(), "killed after {moment:?}");
        half_way += u32::from(accepted > 0 && kept > 0);
    }
    println!("accept: {} kills, {half_way} of them half-way; nothing lost", kills());
    reset();
    ok(&run_in(&folder.0, &["accept", "toy/"], ""));
    let hidden = files(&rulings).into_keys().filter(|path| path.contains("/.")).count();
    assert_eq!(hidden, 0, "what was left behind is removed by the next run");
}

/// When a file was written last, if it is there.
fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|entry| entry.modified()).ok()
}

/// Lets a game save itself over and over, and kills it a while after a save.
fn killed_while_saving(folder: &Path, input: &[u8], after: Duration) {
    let save = folder.join("game.save");
    let before = written(&save);
    let mut child = started(folder, &["play", "toy", "--seed", "1"]);
    let mut pipe = child.stdin.take().expect("its input is a pipe");
    let start = Instant::now();
    thread::scope(|scope| {
        // The pipe fills up long before the command has read all of it.
        scope.spawn(move || pipe.write_all(input).is_ok());
        while written(&save) == before && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(after);
        let _ = child.kill();
        child.wait().expect("it has ended");
    });
    assert_ne!(written(&save), before, "it has saved before it was killed");
}

#[test]
fn a_game_that_is_saved_again_and_again_can_always_be_loaded() {
    let folder = Folder::new().with_toy();
    let mut input = "1\n".repeat(4);
    (0..20_000).for_each(|_| input.push_str("s game.save\n"));
    let (mut tried, mut saving) = (0, 0);
    // Some kills fall between two saves: those that count are in the middle of one.
    while saving < kills() {
        assert!(tried < 20 * kills(), "of {tried} kills only {saving} were in the middle of a save");
        // Different moments of a save, and of the next ones.
        let after = Duration::from_micros(u64::from(tried) * 370 % 20_000);
        killed_while_saving(&folder.0, input.as_bytes(), after);
        tried += 1;
        let hidden = fs::read_dir(&folder.0).expect("it can be read").flatten();
        let unfinished = hidden.filter(|entry| entry.file_name().to_string_lossy().ends_with(".new")).count();
        assert!(unfinished <= 1, "each save removes what the one before has left");
        saving += u32::from(unfinished > 0);
        let loaded = run_in(&folder.0, &["play", "toy", "--load", "game.save"], "q\n");
        assert_eq!(loaded.status, 0, "killed {after:?} after a save: {loaded:?}");
    }
    println!("play, saving again and again: {tried} kills, {saving} in the middle of a save; nothing lost");
}

/// A version of a pack that is large enough to be killed while it is installed, as an archive.
fn archive(version: &str) -> (Folder, String) {
    let folder = Folder::new().with_toy();
    let manifest = folder.read("cards/toy/pack.toml").replace("\"0.1.0\"", &format!("\"{version}\""));
    folder.write("cards/toy/pack.toml", &manifest);
    for number in 0..100 {
        for part in ["cards", "scripts", "tests/rulings"] {
            let mut text = String::new();
            let _ = writeln!(text, "{version}");
            folder.write(&format!("{part}/toy/n{number}.md"), &text);
        }
    }
    ok(&run_in(&folder.0, &["pack", "build", "toy", "--unchecked"], ""));
    let file = folder.0.join(format!("toy-{version}.cardpack")).to_string_lossy().into_owned();
    (folder, file)
}

/// The installed files of a pack.
fn installed(root: &Path) -> BTreeMap<String, String> {
    files(root).into_iter().filter(|(path, _)| !path.starts_with('.')).collect()
}

#[test]
fn an_installed_pack_is_of_one_version() {
    let ((_one, first), (_two, second)) = (archive("0.1.0"), archive("0.2.0"));
    let folder = Folder::new();
    fs::create_dir(folder.0.join("cards")).expect("a folder can be made");
    let install = |file: &str| run_in(&folder.0, &["pack", "install", "--unchecked", "--replace", file], "");
    ok(&install(&second));
    let new = installed(&folder.0);
    ok(&install(&first));
    let old = installed(&folder.0);
    assert!(old.len() == new.len() && old != new);

    let arguments = ["pack", "install", "--unchecked", "--replace", &second];
    let whole = duration(&folder.0, &arguments);
    let (mut begun, mut done) = (0, 0);
    for moment in moments(whole) {
        ok(&install(&first));
        killed(&folder.0, &arguments, moment);
        begun += u32::from(folder.0.join(".cardwright-install").exists());
        // Whatever reads the folder next finds one version.
        ok(&run_in(&folder.0, &["list", "packs"], ""));
        let there = installed(&folder.0);
        assert!(there == old || there == new, "killed after {moment:?}");
        done += u32::from(there == new);
    }
    println!(
        "pack install --replace: {} kills, {begun} of them while it installed, {done} finished; nothing mixed",
        kills()
    );
    ok(&install(&first));
    let hidden: Vec<String> = files(&folder.0).into_keys().filter(|path| path.starts_with('.')).collect();
    assert_eq!(hidden, [""; 0], "what was left behind is removed by the next installation");
}
