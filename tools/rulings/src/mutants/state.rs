//! What was judged already: a file to which each verdict is added, so that a run that was ended goes on where it was.

use super::{Fate, Mutant};
use crate::rulings::RulingFile;
use cardwright_content::Files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Verdicts of earlier runs with the same packs and rulings.
#[derive(Debug, Default)]
pub struct Resumed {
    file: Option<PathBuf>,
    of: String,
    known: BTreeMap<String, Fate>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Verdict {
    /// A hash of the packs and rulings.
    of: String,
    /// Which mutant.
    mutant: String,
    fate: String,
    #[serde(default)]
    by: String,
}

impl Resumed {
    /// Reads the verdicts in a file that are about these packs and rulings; a file that is not there has none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(file: Option<&Path>, files: &Files, rulings: &[RulingFile]) -> io::Result<Self> {
        let of = hash(files, rulings);
        let Some(path) = file else { return Ok(Self { file: None, of, known: BTreeMap::new() }) };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut known = BTreeMap::new();
        // The last line of a run that was killed may be cut off.
        for verdict in text.lines().filter_map(|line| serde_json::from_str::<Verdict>(line).ok()) {
            if verdict.of == of
                && let Some(fate) = fate(&verdict)
            {
                known.insert(verdict.mutant, fate);
            }
        }
        Ok(Self { file: Some(path.to_path_buf()), of, known })
    }

    /// What became of a mutant in an earlier run.
    pub fn get(&self, mutant: &Mutant) -> Option<&Fate> {
        self.known.get(&name(mutant))
    }

    /// Adds what became of a mutant.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, mutant: &Mutant, fate: &Fate) -> io::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let (fate, by) = match fate {
            Fate::Refused => ("refused", String::new()),
            Fate::Killed(by) => ("killed", by.clone()),
            Fate::Untouched => ("untouched", String::new()),
            Fate::Matters(game) => ("matters", game.clone()),
            // An argument is looked up anew.
            Fate::Silent | Fate::Equivalent(_) => ("silent", String::new()),
        };
        let verdict = Verdict { of: self.of.clone(), mutant: name(mutant), fate: fate.to_owned(), by };
        let line = serde_json::to_string(&verdict).unwrap_or_default();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{line}")
    }
}

fn fate(verdict: &Verdict) -> Option<Fate> {
    Some(match &*verdict.fate {
        "refused" => Fate::Refused,
        "killed" => Fate::Killed(verdict.by.clone()),
        "untouched" => Fate::Untouched,
        "matters" => Fate::Matters(verdict.by.clone()),
        "silent" => Fate::Silent,
        _ => return None,
    })
}

fn name(mutant: &Mutant) -> String {
    format!("{}:{}..{}={}", mutant.path, mutant.span.start, mutant.span.end, mutant.instead)
}

fn hash(files: &Files, rulings: &[RulingFile]) -> String {
    let mut hasher = blake3::Hasher::new();
    let rulings = rulings.iter().map(|file| (&*file.path, &*file.text));
    for (path, text) in files.iter().chain(rulings) {
        hasher.update(path.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
    }
    hasher.finalize().to_hex().to_string()
}
