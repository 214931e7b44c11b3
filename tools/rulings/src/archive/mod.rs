//! Archives of packs: one file with everything of a pack, the same bytes whenever it is built of the same files.
//!
//! An archive is a gzipped tar. Its first entry is the manifest, which lists every file with its size and its hash; the
//! files follow in the order of their paths. The hash of the manifest is the hash of the pack. Reading trusts nothing:
//! what `pack build` would not have written is refused, before anything is written to the disk.

mod manifest;
mod paths;
mod portable;
mod read;
mod spellings;
mod write;

pub use manifest::{FORMAT, Listed, Manifest};
pub use paths::{belongs, check as check_path, folded, is_name};
pub use portable::unportable;
pub use read::{MOST_FILES, MOST_UNPACKED, Refused, read};

use cardwright_content::{Files, is_image};
use cardwright_kernel::text::text_of;
use std::collections::BTreeMap;

/// The ending of the names of archives.
pub const ENDING: &str = "cardpack";

/// A pack as it is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Its files by their paths from the root.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    /// The archive of these files.
    pub fn new(name: &str, version: &str, files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { manifest: Manifest::of(name, version, &files), files }
    }

    /// The bytes of the archive, always the same for the same files.
    pub fn build(&self) -> Result<Vec<u8>, String> {
        write::packed(&write::written(&self.manifest.text(), &self.files)?)
    }

    /// The hash of the pack: that of its manifest.
    pub fn hash(&self) -> String {
        blake3::hash(self.manifest.text().as_bytes()).to_hex().to_string()
    }

    /// The cards, pictures, scripts and rulings as packs are loaded from.
    pub fn texts(&self) -> Files {
        let text = |path: &str| path.ends_with(".toml") || path.ends_with(".rhai");
        let texts = self.files.iter().filter(|(path, _)| text(path));
        let texts = texts.filter_map(|(path, bytes)| Some((path.as_str(), text_of(bytes).ok()?)));
        let images = self.files.iter().filter(|(path, _)| is_image(path));
        Files::new(texts).with_images(images.map(|(path, bytes)| (path.as_str(), bytes.as_slice().into())))
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
