//! Leaflets: short lines under headings in narrow columns, on as few pages as are wanted, in the largest type that fits there.

use crate::press::PressError;
use crate::renderer::FAMILY;
use crate::sheet::Sheet;
use crate::svg::{Drawing, number};
use crate::typeset::{Block, Style, Typesetter, Weight};

/// The page: A4, upright, in millimetres.
const PAGE: [f32; 2] = [210.0, 297.0];
/// What stays white around it, and between two columns.
const MARGIN: f32 = 8.0;
const GAP: f32 = 3.0;
const COLUMNS: usize = 4;
/// The sizes in which it is tried, in points, the largest first.
const SIZES: [f32; 11] = [9.0, 8.5, 8.0, 7.5, 7.0, 6.75, 6.5, 6.25, 6.0, 5.75, 5.5];
/// Millimetres in a point.
const POINT: f32 = 25.4 / 72.0;
/// The distance of two lines, and of two entries, in sizes of the type.
const LEADING: f32 = 1.16;
const APART: f32 = 0.3;

/// A part of a leaflet: a heading, and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafletPart {
    /// The heading.
    pub title: String,
    /// Each a name, which is set in bold, and what is said of it; either may be empty.
    pub lines: Vec<(String, String)>,
}

/// Sets a leaflet of at most so many pages.
///
/// # Errors
/// If it does not fit even in the smallest type that can be read.
pub fn leaflet(title: &str, told: &str, parts: &[LeafletPart], most: usize) -> Result<Vec<Sheet>, PressError> {
    let mut typesetter = Typesetter::new();
    let set = SIZES.iter().find_map(|size| {
        let set = Setter { typesetter: &mut typesetter, size: size * POINT }.set(title, told, parts);
        (set.columns.len() <= most * COLUMNS).then_some(set)
    });
    let set = set.ok_or_else(|| PressError::because(format!("it does not fit on {most} pages")))?;
    let pages: Vec<&[Column]> = set.columns.chunks(COLUMNS).collect();
    Ok(pages.into_iter().map(|columns| sheet(columns, title)).collect())
}

/// A column: lines with the place of the baseline below its top.
type Column = Vec<(f32, LeafletLine)>;

#[derive(Clone, Debug)]
struct LeafletLine {
    text: String,
    weight: Weight,
    size: f32,
    indent: f32,
}

/// What is set in columns.
struct Columns {
    columns: Vec<Column>,
    /// How much of the last column is filled.
    filled: f32,
}

impl Columns {
    /// Puts a block where there is room for it: what belongs together stays together.
    fn put(&mut self, block: &Block, (weight, size, indent): (Weight, f32, f32), with: f32) {
        if self.filled + block.height + with > PAGE[1] - 2.0 * MARGIN && self.filled > 0.0 {
            self.columns.push(Column::new());
            self.filled = 0.0;
        }
        let (top, column) = (self.filled, self.columns.len() - 1);
        let lines = block
            .lines
            .iter()
            .map(|(baseline, text)| (top + baseline, LeafletLine { text: text.clone(), weight, size, indent }));
        self.columns[column].extend(lines);
        self.filled += block.height;
    }
}

/// Sets a leaflet in one size.
struct Setter<'t> {
    typesetter: &'t mut Typesetter,
    size: f32,
}

impl Setter<'_> {
    fn set(&mut self, title: &str, told: &str, parts: &[LeafletPart]) -> Columns {
        let mut columns = Columns { columns: vec![Column::new()], filled: 0.0 };
        let heading = (Weight::SemiBold, self.size * 2.0, 0.0);
        columns.put(&self.block(title, heading), heading, 0.0);
        let plain = (Weight::Regular, self.size, 0.0);
        columns.put(&self.block(told, plain), plain, 0.0);
        for part in parts {
            self.part(&mut columns, part);
        }
        columns
    }

    fn part(&mut self, columns: &mut Columns, part: &LeafletPart) {
        columns.filled += self.size * LEADING;
        let heading = (Weight::SemiBold, self.size * 1.4, 0.0);
        // A heading is not the last of its column.
        columns.put(&self.block(&part.title, heading), heading, self.size * LEADING * 3.0);
        for (name, rest) in &part.lines {
            let (bold, plain) = ((Weight::SemiBold, self.size, 0.0), (Weight::Regular, self.size, self.size));
            let (name, rest) = (self.block(name, bold), self.block(rest, plain));
            columns.put(&name, bold, rest.height);
            columns.put(&rest, plain, 0.0);
            columns.filled += self.size * APART;
        }
    }

    fn block(&mut self, text: &str, (weight, size, indent): (Weight, f32, f32)) -> Block {
        let style = Style::new(weight, size, size * LEADING).breaking_words();
        self.typesetter.set(text, style, column_width() - indent)
    }
}

fn column_width() -> f32 {
    let columns = COLUMNS as f32;
    (PAGE[0] - 2.0 * MARGIN - (columns - 1.0) * GAP) / columns
}

/// A page with these columns.
fn sheet(columns: &[Column], title: &str) -> Sheet {
    let view = format!("0 0 {} {}", number(PAGE[0]), number(PAGE[1]));
    let size = PAGE.map(|side| format!("{}mm", number(side)));
    let mut drawing = Drawing::default();
    drawing.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", &view),
            ("width", &size[0]),
            ("height", &size[1]),
            ("role", "img"),
            ("aria-label", title),
        ],
    );
    drawing.rectangle([0.0, 0.0, PAGE[0], PAGE[1]], &[("fill", "#ffffff")]);
    for (at, column) in columns.iter().enumerate() {
        let left = MARGIN + at as f32 * (column_width() + GAP);
        for (baseline, LeafletLine { text, weight, size, indent }) in column {
            let size = number(*size);
            let style =
                [("font-family", FAMILY), ("font-weight", weight.number()), ("font-size", &size), ("fill", "#1b1f1d")];
            drawing.text(left + indent, MARGIN + baseline, &style, text);
        }
    }
    drawing.close("svg");
    let trim = [0.0, 0.0, PAGE[0], PAGE[1]];
    Sheet { page: PAGE, trim, bleed: 0.0, drawing: drawing.finish(), shown: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(lines: usize) -> Vec<LeafletPart> {
        let line = |at: usize| (format!("name{at}"), "what is said of it".repeat(3));
        vec![LeafletPart { title: "Part".into(), lines: (0..lines).map(line).collect() }]
    }

    #[test]
    fn little_is_set_large_on_one_page_and_much_smaller_on_both() {
        let few = leaflet("Title", "what it is", &parts(20), 2).expect("it fits");
        assert_eq!(few.len(), 1);
        assert!(few[0].drawing.contains(&format!("font-size=\"{}\"", number(9.0 * POINT))));
        let many = leaflet("Title", "what it is", &parts(400), 2).expect("it fits");
        assert_eq!(many.len(), 2);
        assert!(!many[1].drawing.contains(&format!("font-size=\"{}\"", number(9.0 * POINT))));
        assert!(many[1].drawing.contains("name399"), "nothing is left out");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(leaflet("Title", "", &parts(4_000), 2).is_err());
    }
}
