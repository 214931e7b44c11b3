//! `cardwright serve` as a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is killed when it is dropped.
pub struct Served {
    /// Its process.
    pub child: Child,
    /// Where it is reached: a host and a port.
    pub address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    /// A server for the games of a pack, which it keeps in this file, with more words of the command.
    pub fn of(game: &str, db: &Path, words: &[&str]) -> Self {
        let mut child = Command::new(crate::PROGRAM)
            .args(["serve", game, "--bind", "127.0.0.1:0", "--db"])
            .arg(db)
            .args(words)
            .current_dir(db.parent().expect("a file lies in a folder"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output is a pipe");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let address = line.trim().trim_end_matches('/').rsplit("//").next().unwrap_or_default().to_owned();
        Self { child, address }
    }
}
