//! The face of a card without a picture: a rosette that its name alone decides, so that a card is recognised. The studio
//! draws the same one.

use crate::svg::{Drawing, number};

/// Numbers from 0 to 1 that follow from a text.
struct Numbers(u32);

impl Numbers {
    fn of(text: &str) -> Self {
        let mix = |hash: u32, letter: char| (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193);
        Self(text.chars().fold(0x811c_9dc5, mix).max(1))
    }

    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / 4_294_967_296.0
    }
}

/// Draws the rosette of a card around a place, in a square of that size.
pub(crate) fn draw(drawing: &mut Drawing, name: &str, centre: (f32, f32), size: f32, colour: &str) {
    let scale = number(size / 100.0);
    let place = format!("translate({} {}) scale({scale})", number(centre.0), number(centre.1));
    drawing.open("g", &[("transform", &place), ("class", "cf-rosette"), ("color", colour)]);
    let mut next = Numbers::of(name);
    // Between three and eight petals a ring.
    let count = 3 + (next.next() * 6.0) as u32;
    for ring in 0..3_u32 {
        let (path, full) = petal(&mut next, ring, count);
        let shift = if ring % 2 == 1 { 180.0 / f64::from(count) } else { 0.0 };
        for at in 0..count {
            let turn = format!("rotate({:.1})", shift + f64::from(at) * 360.0 / f64::from(count));
            let paint: &[(&str, &str)] = match full {
                true => &[("fill", "currentColor"), ("fill-opacity", ".45")],
                false => &[("fill", "none"), ("stroke", "currentColor"), ("stroke-width", "1.4")],
            };
            drawing.element("path", &[&[("d", &*path), ("transform", &turn)], paint].concat());
        }
    }
    drawing.element("circle", &[("r", "3.5"), ("fill", "currentColor")]);
    drawing.close("g");
}

/// The petals of a ring, the outermost first: their shape, and whether they are filled.
fn petal(next: &mut Numbers, ring: u32, count: u32) -> (String, bool) {
    let tip = 47.0 - f64::from(ring) * 13.0 - next.next() * 5.0;
    let root = if ring == 0 { tip * (0.3 + next.next() * 0.3) } else { next.next() * 8.0 };
    let width = tip * (0.14 + next.next() * 0.34) * if count > 5 { 0.75 } else { 1.0 };
    let waist = root + (tip - root) * (0.35 + next.next() * 0.4);
    let path = format!(
        "M0 {:.1}C{:.1} {:.1} {:.1} {:.1} 0 {:.1}C{:.1} {:.1} {:.1} {:.1} 0 {:.1}Z",
        -root,
        width,
        -waist,
        width * 0.7,
        -tip * 0.86,
        -tip,
        -width * 0.7,
        -tip * 0.86,
        -width,
        -waist,
        -root
    );
    let full = (ring + (next.next() * 2.0) as u32) % 2 == 1;
    (path, full)
}
