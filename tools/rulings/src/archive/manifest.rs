//! The manifest of an archive: which files it holds, and what they hash to.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// What an archive says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// How archives are written.
    pub format: u32,
    /// The name of the pack.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its files, in the order of their paths.
    pub files: Vec<Listed>,
}

/// A file as a manifest lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its path from the root.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its BLAKE3 hash, in hexadecimal digits.
    pub hash: String,
}

impl Listed {
    /// What a manifest lists of this file.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        Self { path: path.to_owned(), size: bytes.len() as u64, hash: blake3::hash(bytes).to_hex().to_string() }
    }
}

impl Manifest {
    /// The manifest of these files.
    pub fn of(name: &str, version: &str, files: &BTreeMap<String, Vec<u8>>) -> Self {
        let files = files.iter().map(|(path, bytes)| Listed::of(path, bytes)).collect();
        Self { format: FORMAT, name: name.to_owned(), version: version.to_owned(), files }
    }

    /// The text of the manifest.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
