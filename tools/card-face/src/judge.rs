//! Judges the SVGs of packs: what they hold, and then how far the outlines reach that the renderer makes of them.

use crate::{outlines, renderer};
use cardwright_pictures::{Drawing, Judge, PictureFault};
use resvg::usvg::Options;
use std::ops::Range;
use std::sync::LazyLock;

/// The judge who also measures what the renderer draws.
pub static OF_OUTLINES: Judge = Judge::new(look);

/// Elements that are drawn by themselves.
const SHAPES: [&str; 9] = ["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text", "use"];

/// The renderer that is asked.
static RENDERER: LazyLock<Options<'static>> = LazyLock::new(renderer::plain);

fn look(svg: &str) -> Result<(), PictureFault> {
    let drawing = Drawing::read(svg)?;
    outlines::check(&drawing, &RENDERER).map_err(|fault| drawing.refused(fault, culprit(svg, &drawing)))
}

/// The element with which something begins to be wrong. The renderer does not tell where an outline comes from, so elements are
/// left out from the end until all is well.
fn culprit(svg: &str, drawing: &Drawing<'_>) -> Range<usize> {
    let elements = drawing.read.descendants().filter(|node| SHAPES.contains(&node.tag_name().name()));
    let shapes: Vec<Range<usize>> = elements.map(|node| node.range()).collect();
    let is_wrong = |count: &usize| {
        let mut kept = svg.as_bytes().to_vec();
        shapes[*count..].iter().for_each(|left_out| kept[left_out.clone()].fill(b' '));
        let kept = String::from_utf8(kept).unwrap_or_default();
        Drawing::read(&kept).is_ok_and(|drawing| outlines::check(&drawing, &RENDERER).is_err())
    };
    let counts: Vec<usize> = (0..=shapes.len()).collect();
    let first = counts.partition_point(|count| !is_wrong(count));
    let last_kept = first.checked_sub(1).and_then(|at| shapes.get(at));
    last_kept.cloned().unwrap_or_else(|| drawing.read.root_element().range())
}

#[cfg(test)]
mod tests;
