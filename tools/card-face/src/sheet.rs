//! Sheets: faces side by side on paper, with what is cut off around them and the marks along which to cut.

use crate::easel::{CardSize, DrawnFace, MOST_BLEED};
use crate::picture::{Shown, put_in};
use crate::renderer::FAMILY;
use crate::svg::{Drawing, number};

/// From the edge of the paper to the first card, at least: there is room for the marks, and printers leave it white.
const MARGIN: f32 = 7.5;
/// How long a mark is, and how far from the card it begins.
const MARK: f32 = 4.0;
const OFFSET: f32 = 1.0;
/// How thick it is.
const THIN: &str = "0.15";

/// The paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
    /// A page for each card, as large as the card with its bleed, without marks.
    Card,
}

/// How cards are put on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Imposition {
    /// The paper.
    pub paper: Paper,
    /// The size of the cards.
    pub card: CardSize,
    /// How much is printed around each card to be cut off, in millimetres.
    bleed: f32,
    /// Whether there are marks along which to cut.
    pub marks: bool,
}

/// A page with cards. Lengths are in millimetres, from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The width and height of the page.
    pub page: [f32; 2],
    /// What is left when everything around has been cut off: left, top, right and bottom of all cards together.
    pub trim: [f32; 4],
    /// How much is printed around it.
    pub bleed: f32,
    /// The page as an SVG document, with the marks of pictures.
    pub(crate) drawing: String,
    /// The pictures, as often as they are shown.
    pub(crate) shown: Vec<Shown>,
}

impl Sheet {
    /// The page as a whole SVG document.
    pub fn svg(&self) -> String {
        put_in(self.drawing.clone(), self.shown.iter().map(|shown| &shown.picture))
    }
}

impl Imposition {
    /// The most that is printed around a card, in millimetres.
    pub const MOST_BLEED: f32 = MOST_BLEED;

    /// Cards on paper with this bleed, in millimetres; none if it is too much, or if no card fits on the paper.
    pub fn new(paper: Paper, card: CardSize, bleed: f32, marks: bool) -> Option<Self> {
        let imposition = Self { paper, card, bleed, marks };
        let [columns, rows] = imposition.layout().2;
        ((0.0..=MOST_BLEED).contains(&bleed) && columns * rows > 0).then_some(imposition)
    }

    /// How many cards a page holds.
    pub fn per_page(&self) -> usize {
        let [columns, rows] = self.layout().2;
        columns * rows
    }

    /// The page, upright or lying, whichever holds more cards: its size, and how many columns and rows it has.
    fn layout(&self) -> (f32, f32, [usize; 2]) {
        let (wide, high) = match self.paper {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
            Paper::Card => {
                return (self.card.width() + 2.0 * self.bleed, self.card.height() + 2.0 * self.bleed, [1, 1]);
            }
        };
        let fit = |paper: f32, card: f32| {
            let gap = 2.0 * self.bleed;
            // A tenth of a millimetre makes up for sizes in inches.
            ((paper - 2.0 * MARGIN + gap + 0.1) / (card + gap)) as usize
        };
        let upright = [fit(wide, self.card.width()), fit(high, self.card.height())];
        let lying = [fit(high, self.card.width()), fit(wide, self.card.height())];
        if lying[0] * lying[1] > upright[0] * upright[1] { (high, wide, lying) } else { (wide, high, upright) }
    }
}

/// Puts faces on as many pages as they need, in their order. The title stands at the foot of each page, before its number.
pub fn impose(faces: &[DrawnFace], imposition: Imposition, title: &str) -> Vec<Sheet> {
    let (wide, high, [columns, rows]) = imposition.layout();
    let pages = faces.chunks(columns * rows);
    let count = pages.len();
    let page = |(at, faces): (usize, &[DrawnFace])| {
        let grid = Grid { imposition, page: [wide, high], columns, faces };
        let size = format!("{} × {} mm", number(imposition.card.width()), number(imposition.card.height()));
        grid.sheet(&format!("{title} · sheet {} of {count} · {size}", at + 1))
    };
    pages.enumerate().map(page).collect()
}

/// The cards of one page.
struct Grid<'f> {
    imposition: Imposition,
    page: [f32; 2],
    columns: usize,
    faces: &'f [DrawnFace],
}

impl Grid<'_> {
    fn step(&self) -> [f32; 2] {
        let Imposition { card, bleed, .. } = self.imposition;
        [card.width() + 2.0 * bleed, card.height() + 2.0 * bleed]
    }

    fn used(&self) -> [usize; 2] {
        [self.columns.min(self.faces.len()), self.faces.len().div_ceil(self.columns)]
    }

    /// Where the first card begins: a full page is centred, and others begin in the same corner.
    fn origin(&self) -> [f32; 2] {
        let Imposition { bleed, .. } = self.imposition;
        let rows = self.imposition.per_page() / self.columns;
        let [wide, high] = self.step();
        let across = self.columns as f32 * wide - 2.0 * bleed;
        let down = rows as f32 * high - 2.0 * bleed;
        [(self.page[0] - across) / 2.0, (self.page[1] - down) / 2.0]
    }

    fn sheet(&self, title: &str) -> Sheet {
        let Imposition { bleed, card, paper, marks } = self.imposition;
        let ([left, top], [wide, high], [columns, rows]) = (self.origin(), self.step(), self.used());
        let right = left + columns as f32 * wide - 2.0 * bleed;
        let bottom = top + rows as f32 * high - 2.0 * bleed;
        let mut drawing = Drawing::default();
        let view = format!("0 0 {} {}", number(self.page[0]), number(self.page[1]));
        let size = self.page.map(|side| format!("{}mm", number(side)));
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
        drawing.rectangle([0.0, 0.0, self.page[0], self.page[1]], &[("fill", "#ffffff")]);
        for (at, face) in self.faces.iter().enumerate() {
            let x = left + (at % self.columns) as f32 * wide - bleed;
            let y = top + (at / self.columns) as f32 * high - bleed;
            let places = [x, y, card.width() + 2.0 * bleed, card.height() + 2.0 * bleed].map(number);
            let [x, y, wide, high] = places.each_ref().map(|place| &**place);
            let view = face.view(bleed);
            drawing.open("svg", &[("x", x), ("y", y), ("width", wide), ("height", high), ("viewBox", &view)]);
            drawing.append(&face.content);
            drawing.close("svg");
        }
        if paper != Paper::Card {
            if marks {
                self.marks(&mut drawing, [left, top, right, bottom]);
            }
            let style = [("font-family", FAMILY), ("font-weight", "400"), ("font-size", "2.1"), ("fill", "#545d58")];
            drawing.text(left + 1.5, bottom + bleed.max(OFFSET) + 3.2, &style, title);
        }
        drawing.close("svg");
        let shown = self.faces.iter().filter_map(|face| face.shown.clone()).collect();
        Sheet { page: self.page, trim: [left, top, right, bottom], bleed, drawing: drawing.finish(), shown }
    }

    /// Marks outside of all cards, at every line along which is cut.
    fn marks(&self, drawing: &mut Drawing, [left, top, right, bottom]: [f32; 4]) {
        let Imposition { bleed, card, .. } = self.imposition;
        let ([wide, high], [columns, rows]) = (self.step(), self.used());
        let away = bleed.max(OFFSET) + 0.2;
        let mut line = |from: [f32; 2], to: [f32; 2]| {
            let [x1, y1] = from.map(number);
            let [x2, y2] = to.map(number);
            let style = [("stroke", "#000000"), ("stroke-width", THIN)];
            drawing.element("line", &[&[("x1", &*x1), ("y1", &*y1), ("x2", &*x2), ("y2", &*y2)], &style[..]].concat());
        };
        for x in cuts(left, wide, card.width(), columns) {
            line([x, top - away - MARK], [x, top - away]);
            line([x, bottom + away], [x, bottom + away + MARK]);
        }
        for y in cuts(top, high, card.height(), rows) {
            line([left - away - MARK, y], [left - away, y]);
            line([right + away, y], [right + away + MARK, y]);
        }
    }
}

/// Where is cut between the first edge and the last: once between cards that touch, twice between others.
fn cuts(from: f32, step: f32, card: f32, count: usize) -> Vec<f32> {
    let edges = (0..count).flat_map(|at| [from + at as f32 * step, from + at as f32 * step + card]);
    let mut cuts: Vec<f32> = edges.collect();
    cuts.dedup_by(|one, other| (*one - *other).abs() < 0.01);
    cuts
}
