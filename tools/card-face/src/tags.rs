//! Tags: short words in frames, side by side, above the text of a card.

use crate::colour::{INK_SOFT, LINE};
use crate::renderer::FAMILY;
use crate::svg::Drawing;
use crate::typeset::{Block, Style, Typesetter, Weight};

const SIZE: f32 = 25.0;
const LEADING: f32 = 29.0;
const INSIDE: f32 = 11.0;
const GAP: f32 = 7.0;

/// Tags with their places, from the upper left corner of where they stand.
#[derive(Debug, Default)]
pub(crate) struct SetTags {
    all: Vec<(f32, f32, Block)>,
    /// From the top to the bottom of the last row, with the distance to what follows; 0 without tags.
    pub height: f32,
}

/// Puts tags into rows of a width. Those that would need more than a height are left out, and counted in the last one.
pub(crate) fn set(setter: &mut Typesetter, tags: &[String], width: f32, most: f32) -> SetTags {
    let style = Style::new(Weight::Regular, SIZE, LEADING).breaking_words();
    let mut set = SetTags::default();
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0_f32);
    for (at, tag) in tags.iter().enumerate() {
        let mut block = setter.set(tag, style, width - 2.0 * INSIDE);
        if y + block.height + row > most {
            block = setter.set(&format!("+ {}", tags.len() - at), style, width - 2.0 * INSIDE);
        }
        let is_last = y + block.height + row > most;
        let wide = block.width + 2.0 * INSIDE;
        if x > 0.0 && x + wide > width {
            (x, y, row) = (0.0, y + row + GAP, 0.0);
        }
        row = row.max(block.height + 8.0);
        set.all.push((x, y, block));
        x += wide + GAP;
        if is_last {
            break;
        }
    }
    set.height = if set.all.is_empty() { 0.0 } else { y + row + 14.0 };
    set
}

impl SetTags {
    /// Draws them with their upper left corner at a place.
    pub fn draw(&self, drawing: &mut Drawing, (left, top): (f32, f32)) {
        let frame = [("rx", "6"), ("fill", "none"), ("stroke", LINE), ("stroke-width", "2"), ("class", "cf-line")];
        let size = SIZE.to_string();
        let letters = [
            ("font-family", FAMILY),
            ("font-weight", Weight::Regular.number()),
            ("font-size", &*size),
            ("fill", INK_SOFT),
            ("class", "cf-ink2"),
        ];
        for (x, y, block) in &self.all {
            drawing.rectangle([left + x, top + y, block.width + 2.0 * INSIDE, block.height + 8.0], &frame);
            for (baseline, line) in &block.lines {
                drawing.text(left + x + INSIDE, top + y + baseline + 3.0, &letters, line);
            }
        }
    }
}
