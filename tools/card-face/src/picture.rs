//! Pictures of packs, as parts of drawings. A drawing names a picture by its mark, so that it stays small however often the
//! picture is shown in it; whoever gives the drawing away puts the picture itself there, and never a reference to anything
//! outside of it.

use crate::judge::OF_OUTLINES;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cardwright_content::{Files, LARGEST_FILE};
use std::sync::Arc;

/// A picture of a pack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    /// By which drawings name it: of what it holds.
    pub mark: Arc<str>,
    /// Its type, as addresses and the renderer name it.
    pub media: &'static str,
    pub bytes: Arc<[u8]>,
}

/// A picture on the face of a card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    /// The card.
    pub card: Arc<str>,
    pub picture: Picture,
}

impl Picture {
    /// A picture by its path. None if the packs hold no such picture, or none that can be shown.
    pub fn of(files: &Files, path: &str) -> Option<Self> {
        let (_, bytes) = files.images().find(|(known, _)| *known == path)?;
        if bytes.is_empty() || bytes.len() as u64 > LARGEST_FILE || !OF_OUTLINES.may_show(path, &bytes) {
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
        let mark = format!("picture-{}", blake3::hash(&bytes).to_hex());
        Some(Self { mark: mark.into(), media, bytes })
    }

    /// Its width and height if it has to be decoded before it can stand in a PDF; a JPEG stands there as it is.
    pub fn decoded_size(&self) -> Option<[u64; 2]> {
        if !matches!(self.media, "image/png" | "image/webp") {
            return None;
        }
        let size = imagesize::blob_size(&self.bytes).ok()?;
        Some([size.width as u64, size.height as u64])
    }

    /// The address that holds the picture itself.
    fn address(&self) -> String {
        format!("data:{};base64,{}", self.media, BASE64_STANDARD.encode(&self.bytes))
    }
}

/// A drawing with these pictures in it. In a text there is no such attribute, as its quotes are escaped.
pub(crate) fn put_in<'p>(drawing: String, pictures: impl Iterator<Item = &'p Picture>) -> String {
    pictures.fold(drawing, |drawing, picture| {
        let named = format!("href=\"{}\"", picture.mark);
        if drawing.contains(&named) {
            drawing.replace(&named, &format!("href=\"{}\"", picture.address()))
        } else {
            drawing
        }
    })
}
