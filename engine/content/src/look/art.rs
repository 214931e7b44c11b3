//! Pictures of cards: files of the pack, named by their paths inside of it.

use super::image::Picture;
use crate::read::context::{Name, SourceFile};
use crate::read::files::{Files, IMAGE_ENDINGS, pack_of};

/// The most pixels that a picture may be wide or high.
const LARGEST_SIDE: u32 = 4096;

/// The path of a picture from the root, if the pack of this file has it and it can be shown.
pub(super) fn art(file: SourceFile<'_>, files: &Files, said: Name<'_>) -> Option<Box<str>> {
    let refuse = |code, message: String, help: &str| {
        file.report(file.problem(code, said.span, message).help(help.to_owned()));
        None
    };
    let pack = pack_of(file.path).unwrap_or_default();
    let inside = format!("cards/{pack}/");
    if said.text.starts_with('/') || said.text.contains(['\\', ':']) || said.text.split('/').any(|part| part == "..") {
        let help = format!("name a file in `{inside}`, such as `art/{}`", said.text.rsplit('/').next().unwrap_or(""));
        return refuse("art-outside", format!("`{}` lies outside of the pack", said.text), &help);
    }
    let ending = said.text.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !IMAGE_ENDINGS.contains(&ending) {
        let message = format!("`{}` is no picture that can be shown", said.text);
        return refuse("art-type", message, "pictures are png, jpg, webp or svg files");
    }
    let path = format!("{inside}{}", said.text);
    if !files.has_images() {
        return Some(path.into());
    }
    let Some(bytes) = files.image(&path) else {
        let known = files.images().filter_map(|(path, _)| path.strip_prefix(&inside));
        let known: Vec<&str> = known.collect();
        file.unknown("art-missing", said, format!("there is no picture `{path}`"), known.iter().copied());
        return None;
    };
    if bytes.is_empty() {
        // Why it could not be read has been reported where the files were read.
        return None;
    }
    let Some(picture) = Picture::of(bytes).filter(|picture| picture.fits(ending)) else {
        let message = format!("`{path}` is not the {ending} file that its name promises");
        let found = Picture::of(bytes).map_or("none of these types", Picture::name);
        return refuse("art-type", message, &format!("pictures are png, jpg, webp or svg files; this is {found}"));
    };
    match picture {
        Picture::Pixels(_, Some((wide, high))) if wide.max(high) > LARGEST_SIDE => {
            let message = format!("`{path}` is too large: {wide} by {high} pixels");
            refuse("art-too-large", message, &format!("a picture may have at most {LARGEST_SIDE} pixels on a side"))
        }
        Picture::Pixels(_, None) => {
            let message = format!("`{path}` does not say how large it is");
            refuse("art-too-large", message, &format!("a picture may have at most {LARGEST_SIDE} pixels on a side"))
        }
        // What an SVG holds is judged by who shows it.
        Picture::Pixels(..) | Picture::Drawing => Some(path.into()),
    }
}
