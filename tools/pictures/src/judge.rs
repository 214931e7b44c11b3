//! The judge of pictures, which remembers what it said of each.

use crate::fault::{Fault, PictureFault};
use cardwright_content::{Files, pack_of};
use cardwright_kernel::problems::{Problem, Problems, Span};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

/// How many judgements are remembered at the most.
const REMEMBERED: usize = 4_096;

/// What is wrong with an SVG, if anything is.
type Looks = fn(&str) -> Result<(), PictureFault>;

/// Says which SVGs may be shown. Each is looked at once, however often it is shown.
pub struct Judge {
    looks: Looks,
    /// What was said before, by the hash of the text.
    said: Mutex<BTreeMap<[u8; 32], Option<PictureFault>>>,
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl Default for &Judge {
    fn default() -> Self {
        &crate::OF_TREES
    }
}

impl Judge {
    /// A judge who looks like this.
    pub const fn new(looks: Looks) -> Self {
        Self { looks, said: Mutex::new(BTreeMap::new()) }
    }

    /// Why an SVG is not shown, if it is not.
    pub fn refuses(&self, svg: &str) -> Option<PictureFault> {
        let hash = *blake3::hash(svg.as_bytes()).as_bytes();
        let said = || self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = said().get(&hash) {
            return known.clone();
        }
        // What the readers cannot read at all, they may panic about.
        let found = catch_unwind(|| (self.looks)(svg)).unwrap_or_else(|_| Err(Fault::Unread.at(0..0))).err();
        let mut said = said();
        if said.len() >= REMEMBERED {
            said.clear();
        }
        said.insert(hash, found.clone());
        found
    }

    /// What is wrong with the SVG files of packs for which this holds, each at its place in the file.
    pub fn problems(&self, files: &Files, is_meant: impl Fn(&str) -> bool) -> Problems {
        let is_svg = |path: &str| is_svg(path) && pack_of(path).is_some_and(&is_meant);
        let svgs = files.images().filter(|(path, _)| is_svg(path));
        let found = svgs.filter_map(|(path, bytes)| {
            // What could not be read was told where the files were read.
            let fault = match std::str::from_utf8(&bytes) {
                Ok("") => return None,
                Ok(svg) => self.refuses(svg)?,
                Err(_) => Fault::NoText.at(0..0),
            };
            let problem = Problem::new(fault.code, path, fault.message).help(fault.help);
            Some(problem.at(Span::from(fault.at)))
        });
        found.collect()
    }

    /// Whether a picture of a pack may be shown or printed.
    pub fn may_show(&self, path: &str, bytes: &[u8]) -> bool {
        !is_svg(path) || std::str::from_utf8(bytes).is_ok_and(|svg| self.refuses(svg).is_none())
    }
}

fn is_svg(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".svg")
}
