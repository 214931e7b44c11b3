//! What kind of picture some bytes are, without decoding them.

/// What a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    /// A picture of pixels of this type, so wide and so high if its head says it.
    Pixels(&'static str, Option<(u32, u32)>),
    /// An SVG.
    Drawing,
}

impl Picture {
    /// Whether a file with this ending may hold it.
    pub fn fits(self, ending: &str) -> bool {
        match self {
            Self::Pixels("jpeg", _) => matches!(ending, "jpg" | "jpeg"),
            Self::Pixels(kind, _) => kind == ending,
            Self::Drawing => ending == "svg",
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pixels(kind, _) => kind,
            Self::Drawing => "svg",
        }
    }

    /// The picture in these bytes, if they are one of the four types.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Self::Pixels("png", Some((be32(bytes, 16)?, be32(bytes, 20)?))));
        }
        if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            return Some(Self::Pixels("jpeg", jpeg_size(bytes)));
        }
        if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            return Some(Self::Pixels("webp", webp_size(bytes)));
        }
        let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}').trim_start();
        let is_drawing = text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg");
        is_drawing.then_some(Self::Drawing)
    }
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The size in the first frame header of a JPEG.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    while *bytes.get(at)? == 0xff {
        let marker = *bytes.get(at + 1)?;
        // Any number of these may stand before a marker.
        if marker == 0xff {
            at += 1;
            continue;
        }
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            return Some((be16(bytes, at + 7)?, be16(bytes, at + 5)?));
        }
        at += 2 + be16(bytes, at + 2)?.max(2) as usize;
    }
    None
}

fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let le = |at: usize, count: usize| {
        let part = bytes.get(at..at + count)?;
        Some(part.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
    };
    match bytes.get(12..16)? {
        b"VP8X" => Some((le(24, 3)? + 1, le(27, 3)? + 1)),
        b"VP8L" => Some(((le(21, 4)? & 0x3fff) + 1, (le(21, 4)? >> 14 & 0x3fff) + 1)),
        b"VP8 " => Some((le(26, 2)? & 0x3fff, le(28, 2)? & 0x3fff)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_first_bytes() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x40";
        assert_eq!(Picture::of(png), Some(Picture::Pixels("png", Some((256, 64)))));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x20\0\x10\x01";
        assert_eq!(Picture::of(jpeg), Some(Picture::Pixels("jpeg", Some((16, 32)))));
        let filled = b"\xff\xd8\xff\xff\xff\xe0\0\x04ab\xff\xff\xc0\0\x0b\x08\0\x20\0\x10\x01";
        assert_eq!(Picture::of(filled), Some(Picture::Pixels("jpeg", Some((16, 32)))));
        assert_eq!(Picture::of(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Some(Picture::Drawing));
        assert_eq!(Picture::of(b"GIF89a"), None);
        assert!(Picture::Drawing.fits("svg") && !Picture::Drawing.fits("png"));
    }
}
