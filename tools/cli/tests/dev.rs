//! `cardwright dev`: what it says after a save, and that it leaves nothing behind.

use crate::common::{self, Folder};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// A running `cardwright dev`.
struct Dev {
    child: Child,
    lines: Receiver<String>,
}

impl Dev {
    fn start(folder: &Path) -> Self {
        Self::start_by(Command::new(crate::PROGRAM).arg("dev"), folder)
    }

    fn start_by(command: &mut Command, folder: &Path) -> Self {
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).spawn().expect("the command starts");
        let out = child.stdout.take().expect("its output is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut dev = Self { child, lines };
        dev.until("watching ");
        dev
    }

    /// Ctrl-C ends it.
    fn interrupt(&mut self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        if !sent.is_ok_and(|sent| sent.success()) {
            return;
        }
        let start = Instant::now();
        while self.child.try_wait().expect("it can be asked").is_none() {
            assert!(start.elapsed() < Duration::from_secs(20), "Ctrl-C ends it");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// All lines up to the first that contains this.
    fn until(&mut self, part: &str) -> String {
        let mut seen = String::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => seen += &format!("{line}\n"),
                Err(error) => panic!("`{part}` does not come ({error}):\n{seen}"),
            }
            if seen.lines().last().is_some_and(|line| line.contains(part)) {
                return seen;
            }
        }
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn snapshot(folder: &Path) -> Vec<(String, SystemTime)> {
    fn gather(folder: &Path, found: &mut Vec<(String, SystemTime)>) {
        for entry in fs::read_dir(folder).expect("it can be read").flatten() {
            if entry.path().is_dir() {
                gather(&entry.path(), found);
            }
            let written = entry.metadata().and_then(|data| data.modified()).expect("it is known");
            found.push((entry.path().display().to_string(), written));
        }
    }
    let mut found = Vec::new();
    gather(folder, &mut found);
    found.sort();
    found
}

/// Saves a file as many editors do: beside it, then over it.
fn save(folder: &Folder, path: &str, text: &str) {
    folder.write(&format!("{path}.tmp"), text);
    fs::rename(folder.0.join(format!("{path}.tmp")), folder.0.join(path)).expect("it can be moved");
}

#[test]
fn every_save_tells_what_is_wrong_and_what_moved() {
    let folder = Folder::new().with_toy();
    let script = folder.read("scripts/toy/strikes/scatter.rhai");
    let mut dev = Dev::start(&folder.0);

    // A mistake, at once.
    save(
        &folder,
        "scripts/toy/strikes/scatter.rhai",
        &script.replace("fn resolve(item) {", "fn resolve(item) {\n    item.player.drow(1);"),
    );
    let told = dev.until("after the save");
    assert!(told.contains("has no verb `drow`") && told.contains("did you mean `draw`?"), "{told}");
    dev.until("rulings wait until their game can be loaded");

    // It is mended, and does something else: the rulings that can be affected move.
    save(
        &folder,
        "scripts/toy/strikes/scatter.rhai",
        &script.replace("fn resolve(item) {", "fn resolve(item) {\n    item.player.draw(1);"),
    );
    let told = dev.until("do not");
    assert!(told.contains("after the save") && told.contains("moved: toy/scatter/") && told.contains("\n+"), "{told}");

    // As it was.
    save(&folder, "scripts/toy/strikes/scatter.rhai", &script);
    let told = dev.until("all rulings hold");
    assert!(told.contains("after the save") && told.contains("holds again: toy/scatter/"), "{told}");

    // A ruling of its own, a new pack, a pack that goes away.
    folder.write("tests/rulings/toy/scatter/broken.toml", "claim = \"x\"\n");
    assert!(dev.until("after the save").contains("error[steps-missing]"));
    fs::remove_file(folder.0.join("tests/rulings/toy/scatter/broken.toml")).expect("it can be removed");
    dev.until("after the save");
    folder.write("cards/more/pack.toml", "name = \"more\"\ntitle = \"More\"\nversion = \"1\"\nrequires = [\"tyo\"]\n");
    assert!(dev.until("after the save").contains("did you mean `toy`?"));
    fs::remove_dir_all(folder.0.join("cards/more")).expect("it can be removed");
    let told = dev.until("after the save");
    assert!(!told.contains("error["), "{told}");
}

#[test]
fn a_card_that_nothing_shows_is_told_until_a_ruling_does() {
    let folder = Folder::new().with_toy();
    let mut dev = Dev::start(&folder.0);
    let card = "name = \"Quiet Bell\"\ntext = \"You may laugh.\"\n";
    save(&folder, "cards/toy/charms/quiet-bell.toml", card);
    let told = dev.until("after the save");
    assert!(told.contains("warning[text-unshown]: nothing does what `Quiet Bell` says"), "{told}");

    let ruling =
        "claim = \"It only lies there.\"\n\n[A]\npool = [\"Quiet Bell\"]\n\n[play]\nsteps = \"\"\"\nall pass\n\"\"\"\n";
    save(&folder, "tests/rulings/toy/quiet-bell/only-lies-there.toml", ruling);
    let told = dev.until("after the save");
    assert!(!told.contains("text-unshown"), "{told}");
}

#[test]
fn nothing_is_left_behind() {
    let folder = Folder::new().with_toy();
    let mut dev = Dev::start(&folder.0);
    let script = folder.read("scripts/toy/strikes/scatter.rhai");
    folder.write("scripts/toy/strikes/scatter.rhai", &script.replace("}", "    item.player.draw(1);\n}"));
    dev.until("after the save");
    let before = snapshot(&folder.0);
    dev.interrupt();
    assert_eq!(snapshot(&folder.0), before);
}

/// Shells leave the interrupt ignored for what they start in the background, and so does who is started by such a one.
#[cfg(unix)]
#[test]
fn an_interrupt_that_was_inherited_as_ignored_ends_it_too() {
    let folder = Folder::new().with_toy();
    let script = "trap '' INT; exec \"$0\" dev";
    let mut dev = Dev::start_by(Command::new("sh").args(["-c", script, crate::PROGRAM]), &folder.0);
    dev.interrupt();
}

#[test]
fn what_is_no_folder_of_packs_is_not_watched() {
    let folder = Folder::new();
    let ran = common::run_in(&folder.0, &["dev"], "");
    assert!(ran.status == 2 && ran.err.contains("there are no packs to watch here"), "{ran:?}");
    let once = common::run_in(&Folder::new().with_toy().0, &["dev", "--once"], "");
    assert_eq!(once.status, 0, "{once:?}");
}
