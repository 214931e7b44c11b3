//! The foot of a card: numbers in its corners, the sign and the name of its kind, and one fact.

use crate::colour::{GROUND, INK, INK_SOFT, Palette};
use crate::renderer::FAMILY;
use crate::svg::{Drawing, number};
use crate::typeset::{Style, Typesetter, Weight};
use cardwright_kernel::rules::LookIcon;

/// How large the sign of a kind is.
const SIGN: f32 = 24.0;
/// The sizes in which kind and fact are tried, the largest first.
const SIZES: [f32; 3] = [26.0, 23.0, 20.0];
const CORNER: f32 = 46.0;

/// The foot, ready to be drawn.
#[derive(Debug)]
pub(crate) struct SetFoot<'f> {
    palette: &'f Palette,
    sign: &'f LookIcon,
    kind: &'f str,
    corners: [Option<(String, f32)>; 2],
    /// The fact with its width, if it has room.
    fact: Option<(&'f str, f32)>,
    size: f32,
}

/// What stands at the foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FootFacts<'f> {
    pub palette: &'f Palette,
    pub sign: &'f LookIcon,
    pub kind: &'f str,
    pub corners: &'f [Option<String>; 2],
    pub fact: &'f str,
}

/// Sets the foot within a width. A fact that has no room is left out; [`SetFoot::has_fact`] tells.
pub(crate) fn set<'f>(setter: &mut Typesetter, facts: FootFacts<'f>, width: f32) -> SetFoot<'f> {
    let mut wide = |text: &str, weight, size| setter.set(text, Style::new(weight, size, size), f32::MAX).width;
    let corners = facts.corners.each_ref().map(|corner| {
        let text = corner.as_ref()?;
        Some((text.clone(), (wide(text, Weight::SemiBold, 34.0) + 16.0).max(CORNER)))
    });
    let taken: f32 = corners.iter().flatten().map(|(_, wide)| wide + 12.0).sum();
    let room = width - taken - SIGN - 10.0;
    let tried = SIZES.into_iter().find_map(|size| {
        let kind = wide(facts.kind, Weight::SemiBold, size);
        let fact = wide(facts.fact, Weight::Regular, size);
        (kind + 16.0 + fact <= room).then_some((size, fact))
    });
    let (size, fact) = match tried {
        Some((size, wide)) => (size, (!facts.fact.is_empty()).then_some((facts.fact, wide))),
        None => {
            let fits = SIZES.into_iter().find(|size| wide(facts.kind, Weight::SemiBold, *size) <= room);
            (fits.unwrap_or(SIZES[2] * 0.8), None)
        }
    };
    SetFoot { palette: facts.palette, sign: facts.sign, kind: facts.kind, corners, fact, size }
}

impl SetFoot<'_> {
    /// Whether the fact has room.
    pub const fn has_fact(&self) -> bool {
        self.fact.is_some()
    }

    /// From its top to the bottom.
    pub const fn height(&self) -> f32 {
        if self.corners[0].is_some() || self.corners[1].is_some() { CORNER } else { 30.0 }
    }

    /// Draws it: from left to right, above a bottom.
    pub fn draw(&self, drawing: &mut Drawing, [left, right]: [f32; 2], bottom: f32) {
        let middle = bottom - self.height() / 2.0;
        let mut x = left;
        if let Some((text, wide)) = &self.corners[0] {
            self.corner(drawing, (x, middle), *wide, text);
            x += wide + 12.0;
        }
        let mut end = right;
        if let Some((text, wide)) = &self.corners[1] {
            self.corner(drawing, (right - wide, middle), *wide, text);
            end = right - wide - 12.0;
        }
        sign(drawing, self.sign, (x, middle - SIGN / 2.0), &self.palette.strong);
        let (size, baseline) = (number(self.size), middle + self.size * 0.34);
        let kind = [("font-weight", "600"), ("fill", &*self.palette.foot), ("class", "cf-foot")];
        drawing.text(
            x + SIGN + 10.0,
            baseline,
            &[&[("font-family", FAMILY), ("font-size", &size)], &kind[..]].concat(),
            self.kind,
        );
        if let Some((fact, wide)) = &self.fact {
            let fact_style = [("font-weight", "400"), ("fill", INK_SOFT), ("class", "cf-ink2")];
            let style = [&[("font-family", FAMILY), ("font-size", &*size)], &fact_style[..]].concat();
            drawing.text(end - wide, baseline, &style, fact);
        }
    }

    fn corner(&self, drawing: &mut Drawing, (x, middle): (f32, f32), wide: f32, text: &str) {
        let frame = [
            ("rx", "7"),
            ("fill", GROUND),
            ("stroke", &*self.palette.strong),
            ("stroke-width", "3"),
            ("class", "cf-corner"),
        ];
        drawing.rectangle([x, middle - CORNER / 2.0, wide, CORNER], &frame);
        let style = [
            ("font-family", FAMILY),
            ("font-weight", "600"),
            ("font-size", "34"),
            ("text-anchor", "middle"),
            ("fill", INK),
            ("class", "cf-ink"),
        ];
        drawing.text(x + wide / 2.0, middle + 12.0, &style, text);
    }
}

/// Draws the sign of a kind with its upper left corner at a place.
fn sign(drawing: &mut Drawing, sign: &LookIcon, (x, y): (f32, f32), colour: &str) {
    match sign {
        LookIcon::Path(data) => {
            let place = format!("translate({} {}) scale({})", number(x), number(y), number(SIGN / 12.0));
            drawing.element("path", &[("d", data), ("transform", &place), ("fill", colour), ("class", "cf-k")]);
        }
        LookIcon::Letter(letter) => {
            let style = [
                ("font-family", FAMILY),
                ("font-weight", "600"),
                ("font-size", "28"),
                ("text-anchor", "middle"),
                ("fill", colour),
                ("class", "cf-k"),
            ];
            drawing.text(x + SIGN / 2.0, y + SIGN - 3.0, &style, letter);
        }
    }
}
