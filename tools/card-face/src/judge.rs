//! Judges the SVGs of packs: what they hold, and then how far the outlines reach that the renderer makes of them.

use crate::{outlines, renderer};
use cardwright_pictures::{Drawing, Judge, PictureFault};
use resvg::usvg::Options;
use std::sync::LazyLock;

/// The judge who also measures what the renderer draws.
pub static OF_OUTLINES: Judge = Judge::new(look);

/// The renderer that is asked.
static RENDERER: LazyLock<Options<'static>> = LazyLock::new(renderer::plain);

fn look(svg: &str) -> Result<(), PictureFault> {
    let drawing = Drawing::read(svg)?;
    outlines::check(&drawing, &RENDERER).map_err(|fault| drawing.refused(fault))
}

#[cfg(test)]
mod tests;
