//! Driving the command, and folders to drive it in.

// Not every test uses everything.
#![allow(dead_code)]

pub mod trial;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run of the command gave.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status.
    pub status: i32,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
}

/// The words of a command line, with quotes around those that have spaces.
pub fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

/// Runs the command in a folder, with this as its input.
pub fn run_in<A: AsRef<OsStr>>(folder: &Path, arguments: &[A], input: &str) -> Ran {
    run_program(Path::new(crate::PROGRAM), folder, arguments, input)
}

/// Runs a program in a folder, with this as its input.
pub fn run_program<A: AsRef<OsStr>>(program: &Path, folder: &Path, arguments: &[A], input: &str) -> Ran {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Who does not read closes the pipe; that is no mistake of the test.
    let _ = child.stdin.take().expect("its input is a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs the command on the toy game, outside of the repository.
pub fn with_toy(arguments: &[&str], input: &str) -> Ran {
    let folder = Folder::new();
    let toy = toy();
    let mut all = vec!["--packs", toy.to_str().expect("paths of the repository are text")];
    all.extend(arguments);
    run_in(&folder.0, &all, input)
}

/// The repository.
pub fn root() -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|folder| folder.join("cards").is_dir()).expect("the packs are there");
    root.canonicalize().expect("it is there")
}

/// The toy game's folder of packs.
pub fn toy() -> PathBuf {
    root().join("tests/packs/toy")
}

/// One of the folders of packs that are made for tests.
pub fn packs(name: &str) -> String {
    root().join("tests/packs").join(name).to_string_lossy().into_owned()
}

/// A folder of its own, which goes away with it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty folder outside of any repository.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cardwright-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        Self(folder)
    }

    /// Writes a file under it.
    pub fn write(&self, path: &str, text: &str) {
        let file = self.0.join(path);
        fs::create_dir_all(file.parent().expect("files lie in folders")).expect("a folder can be made");
        fs::write(file, text).expect("a file can be written");
    }

    /// Reads a file under it.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect("the file can be read")
    }

    /// Copies the toy game here.
    pub fn with_toy(self) -> Self {
        copy(&toy(), &self.0);
        self
    }

    /// Copies the toy game into a folder under it.
    pub fn put_toy(&self, folder: &str) {
        copy(&toy(), &self.0.join(folder));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}
