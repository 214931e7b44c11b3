//! Pictures of packs, as part of an SVG: never as a reference to anything outside of it.

use crate::judge::OF_OUTLINES;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cardwright::catalog::{Files, LARGEST_FILE};

/// The address of a picture that holds the picture itself. None if the packs hold no such picture, or none that can be
/// shown.
pub(crate) fn address(files: &Files, path: &str) -> Option<String> {
    let bytes = files.image(path).filter(|bytes| !bytes.is_empty() && bytes.len() as u64 <= LARGEST_FILE)?;
    if !OF_OUTLINES.may_show(path, bytes) {
        return None;
    }
    let (_, ending) = path.rsplit_once('.')?;
    let media = match &*ending.to_ascii_lowercase() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    Some(format!("data:{media};base64,{}", BASE64_STANDARD.encode(bytes)))
}
