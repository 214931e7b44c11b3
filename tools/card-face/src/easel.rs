//! Drawing the face of a card. Lengths are tenths of a millimetre, so a card of 63 × 88 mm is 630 wide.

use crate::colour::{GROUND, INK};
use crate::facts::CardFace;
use crate::foot::{self, FootFacts};
use crate::picture::{Shown, put_in};
use crate::renderer::FAMILY;
use crate::rosette;
use crate::svg::{Drawing, number};
use crate::tags;
use crate::typeset::{Block, Style, Typesetter, Weight};

/// The stripe in the colour of the kind at the left edge.
const SPINE: f32 = 26.0;
/// From the stripe, and from the other edges, to what must not be cut off.
const INSIDE: f32 = 26.0;
const EDGE: f32 = 36.0;
/// The sizes in which a name is tried, with the number of lines that it may have.
const NAME_SIZES: [(f32, usize); 7] = [(46.0, 2), (42.0, 2), (38.0, 2), (38.0, 3), (32.0, 3), (28.0, 4), (23.0, 8)];
/// The least height of the ground of the name.
const BAND: f32 = 128.0;
/// The sizes in which a text is tried, the largest first: from 9 points to 6.
const TEXT_SIZES: [f32; 11] = [32.0, 31.0, 30.0, 29.0, 28.0, 27.0, 26.0, 25.0, 24.0, 22.5, 21.0];
/// The size of a text that continues on a second face.
const LONG_TEXT: f32 = 26.0;
/// How high a picture stays before its text is set smaller.
const PICTURE: f32 = 150.0;
/// How high it is at most, of its width: beyond that it would lose too much at both sides.
const PICTURE_SHAPE: f32 = 0.8;
/// Below this there is no rosette, nor a picture.
const ROSETTE: f32 = 64.0;

/// The size of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardSize {
    width: f32,
    height: f32,
}

impl CardSize {
    /// The size of most trading cards: 63 × 88 mm.
    pub const USUAL: Self = Self { width: 630.0, height: 880.0 };
    /// The least and the greatest length of a side, in millimetres.
    pub const SIDES: (f32, f32) = (40.0, 150.0);

    /// A size in millimetres; none if a side is too short or too long.
    pub fn of_millimetres(width: f32, height: f32) -> Option<Self> {
        let fits = |side: f32| side >= Self::SIDES.0 && side <= Self::SIDES.1;
        (fits(width) && fits(height)).then_some(Self { width: width * 10.0, height: height * 10.0 })
    }

    /// Its width in millimetres.
    pub fn width(self) -> f32 {
        self.width / 10.0
    }

    /// Its height in millimetres.
    pub fn height(self) -> f32 {
        self.height / 10.0
    }
}

/// A face as it was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnFace {
    /// The card.
    pub name: String,
    /// Which of its faces, counted from 1; a card has more than one only if its text is too long.
    pub number: usize,
    /// The size of its text in points.
    pub points: f32,
    pub(crate) size: CardSize,
    pub(crate) class: String,
    pub(crate) content: String,
    /// The picture that the content names.
    pub(crate) shown: Option<Shown>,
}

impl DrawnFace {
    /// The size in which texts are set if they have room, in points.
    pub const USUAL_POINTS: f32 = TEXT_SIZES[0] * 72.0 / 254.0;

    /// The class of the drawing that names its hue, such as `h-moss`; `h-own` for a colour of the pack's own.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// A whole SVG document, with so much around the card as is cut off, in millimetres.
    pub fn svg(&self, bleed: f32) -> String {
        put_in(self.drawing(bleed), self.shown.iter().map(|shown| &shown.picture))
    }

    /// The same, with the mark of the picture in place of it.
    pub(crate) fn drawing(&self, bleed: f32) -> String {
        let (wide, high) = (self.size.width() + 2.0 * bleed, self.size.height() + 2.0 * bleed);
        let mut drawing = Drawing::default();
        let (width, height) = (format!("{}mm", number(wide)), format!("{}mm", number(high)));
        let view = self.view(bleed);
        let class = format!("card-face {}", self.class);
        let label = if self.number > 1 { format!("{}, face {}", self.name, self.number) } else { self.name.clone() };
        drawing.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", &view),
                ("width", &width),
                ("height", &height),
                ("class", &class),
                ("role", "img"),
                ("aria-label", &label),
            ],
        );
        drawing.append(&self.content);
        drawing.close("svg");
        drawing.finish()
    }

    /// What of the drawing is shown with this bleed.
    pub(crate) fn view(&self, bleed: f32) -> String {
        let (wide, high) = (self.size.width + 20.0 * bleed, self.size.height + 20.0 * bleed);
        format!("{} {} {} {}", number(-10.0 * bleed), number(-10.0 * bleed), number(wide), number(high))
    }
}

/// Draws faces of cards.
pub struct Easel {
    setter: Typesetter,
    size: CardSize,
}

impl std::fmt::Debug for Easel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Easel").field("size", &self.size).finish_non_exhaustive()
    }
}

/// How much is drawn around a card to be cut off, at most: in millimetres.
pub(crate) const MOST_BLEED: f32 = 5.0;

/// A text that was fitted between tags and foot.
struct Fitted {
    size: f32,
    text: Block,
}

/// The name of a card with its badge, on their ground.
struct Head {
    name: Block,
    name_size: f32,
    /// The badge with its width and the size of its letters.
    badge: Option<(String, f32, f32)>,
    height: f32,
}

impl Easel {
    /// An easel for cards of a size.
    pub fn new(size: CardSize) -> Self {
        Self { setter: Typesetter::new(), size }
    }

    /// Draws all faces of a card: one, unless its text is too long.
    pub fn draw(&mut self, face: &CardFace) -> Vec<DrawnFace> {
        let head = self.head(face);
        let [left, right] = [SPINE + INSIDE, self.size.width - EDGE];
        let width = right - left;
        let bottom = self.size.height - EDGE;
        let facts = FootFacts {
            palette: &face.palette,
            sign: &face.sign,
            kind: &face.kind,
            corners: &face.corners,
            fact: &face.foot,
        };
        let mut foot = foot::set(&mut self.setter, facts, width);
        let mut tags = face.tags.clone();
        if !face.foot.is_empty() && !foot.has_fact() {
            tags.push(face.foot.clone());
        }
        let end = bottom - foot.height() - 14.0;
        let tags = tags::set(&mut self.setter, &tags, width, (end - head.height) * 0.4);
        let room = end - head.height - tags.height - 16.0;
        let (fitted, rest) = self.fit(face, width, room);
        let pages = 1 + rest.len();
        let told = format!("1 of {pages}");
        if pages > 1 {
            foot = foot::set(&mut self.setter, FootFacts { fact: &told, ..facts }, width);
        }
        let mut drawing = self.ground(face, &head);
        let lowest = end - fitted.text.height - tags.height;
        let tags_top = self.face(&mut drawing, face, [head.height, lowest]);
        let text_top = tags_top + tags.height;
        tags.draw(&mut drawing, (left, tags_top));
        paragraph(&mut drawing, &fitted, (left, text_top));
        foot.draw(&mut drawing, [left, right], bottom);
        let mut drawn = vec![self.drawn(face, 1, fitted.size, drawing)];
        for (at, text) in rest.into_iter().enumerate() {
            let told = format!("{} of {pages}", at + 2);
            let foot = foot::set(&mut self.setter, FootFacts { fact: &told, ..facts }, width);
            let mut drawing = self.ground(face, &head);
            let fitted = Fitted { size: LONG_TEXT, text };
            paragraph(&mut drawing, &fitted, (left, head.height + 16.0));
            foot.draw(&mut drawing, [left, right], bottom);
            drawn.push(self.drawn(face, at + 2, fitted.size, drawing));
        }
        drawn
    }

    fn drawn(&self, face: &CardFace, number: usize, size: f32, drawing: Drawing) -> DrawnFace {
        DrawnFace {
            name: face.name.clone(),
            number,
            points: size * 72.0 / 254.0,
            size: self.size,
            class: face.palette.class.clone(),
            content: drawing.finish(),
            shown: (number == 1)
                .then_some(face.picture.as_ref())
                .flatten()
                .map(|picture| Shown { card: face.name.as_str().into(), picture: picture.clone() }),
        }
    }

    /// Sets name and badge.
    fn head(&mut self, face: &CardFace) -> Head {
        let [left, right] = [SPINE + INSIDE, self.size.width - EDGE];
        let badge = face.badge.as_ref().map(|text| {
            let size = if text.chars().count() > 4 { 30.0 } else { 44.0 };
            let wide = self.setter.set(text, Style::new(Weight::SemiBold, size, size), f32::MAX).width + 26.0;
            (text.clone(), wide.clamp(60.0, (right - left) / 2.0), size)
        });
        let width = right - left - badge.as_ref().map_or(0.0, |(_, wide, _)| wide + 14.0);
        let tried = NAME_SIZES.iter().find_map(|(size, lines)| {
            let block = self.setter.set(&face.name, Style::new(Weight::SemiBold, *size, size * 1.1), width);
            (block.lines.len() <= *lines && block.width <= width).then_some((block, *size))
        });
        let (name, name_size) = tried.unwrap_or_else(|| {
            let (size, lines) = NAME_SIZES[NAME_SIZES.len() - 1];
            let style = Style::new(Weight::SemiBold, size, size * 1.1).breaking_words();
            (shortened(self.setter.set(&face.name, style, width), lines), size)
        });
        let height = (EDGE + name.height + 22.0).max(BAND);
        Head { name, name_size, badge, height }
    }

    /// Finds the largest size in which the text has room, and what is left over for further faces.
    fn fit(&mut self, face: &CardFace, width: f32, room: f32) -> (Fitted, Vec<Block>) {
        let picture = if face.picture.is_some() { PICTURE } else { 0.0 };
        for wanted in [picture, 0.0] {
            for size in TEXT_SIZES {
                let text = self.setter.set(&face.text, body(size), width);
                if text.height + wanted <= room {
                    return (Fitted { size, text }, Vec::new());
                }
            }
        }
        let whole = self.setter.set(&face.text, body(LONG_TEXT), width);
        let later = self.size.height - EDGE - 46.0 - 14.0 - BAND - 120.0;
        let mut parts = split(&whole, room, later).into_iter();
        (Fitted { size: LONG_TEXT, text: parts.next().unwrap_or_default() }, parts.collect())
    }

    /// What all faces of a card have: ground, stripe, name and badge. It reaches over the edges, for what is cut off.
    fn ground(&self, face: &CardFace, head: &Head) -> Drawing {
        let over = MOST_BLEED * 10.0;
        let (wide, high) = (self.size.width + 2.0 * over, self.size.height + 2.0 * over);
        let palette = &face.palette;
        let mut drawing = Drawing::default();
        drawing.rectangle([-over, -over, wide, high], &[("fill", GROUND), ("class", "cf-ground")]);
        drawing.rectangle([-over, -over, wide, over + head.height], &[("fill", &palette.band), ("class", "cf-band")]);
        self.spine(&mut drawing, face);
        let size = number(head.name_size);
        let style = [
            ("font-family", FAMILY),
            ("font-weight", "600"),
            ("font-size", &*size),
            ("fill", &*palette.title),
            ("class", "cf-title"),
        ];
        // The first line stands beside the badge.
        let top = EDGE - 4.0 + (56.0 - head.name_size * 1.1) / 2.0;
        for (baseline, line) in &head.name.lines {
            drawing.text(SPINE + INSIDE, top + baseline, &style, line);
        }
        if let Some((text, wide, size)) = &head.badge {
            self.badge(&mut drawing, palette, (text, *wide, *size));
        }
        drawing
    }

    fn badge(&self, drawing: &mut Drawing, palette: &crate::colour::Palette, (text, wide, size): (&str, f32, f32)) {
        let [ground, ink] = &palette.badge;
        let left = self.size.width - EDGE - wide;
        drawing.rectangle([left, EDGE - 4.0, wide, 56.0], &[("rx", "8"), ("fill", ground), ("class", "cf-badge")]);
        let size = number(size);
        let style = [
            ("font-family", FAMILY),
            ("font-weight", "600"),
            ("font-size", &*size),
            ("text-anchor", "middle"),
            ("fill", ink),
            ("class", "cf-badge-ink"),
        ];
        let baseline = EDGE + 24.0 + if text.chars().count() > 4 { 10.5 } else { 15.5 };
        drawing.text(left + wide / 2.0, baseline, &style, text);
    }

    /// The picture below the name, or the rosette between the name and what stands below. Returns where that begins, which
    /// is the bottom or, where a picture leaves more room than it needs, above it.
    fn face(&self, drawing: &mut Drawing, face: &CardFace, [top, bottom]: [f32; 2]) -> f32 {
        let room = bottom - top - 16.0;
        let visible = self.size.width - SPINE;
        if let Some(picture) = &face.picture {
            if room < ROSETTE {
                return bottom;
            }
            let high = room.min(visible * PICTURE_SHAPE);
            let over = MOST_BLEED * 10.0;
            // As much over the left edge of its place as over the right one, so that its middle is in the middle.
            let [x, y, wide, tall] = [SPINE - over, top, visible + 2.0 * over, high].map(number);
            let place = [("x", &*x), ("y", &*y), ("width", &*wide), ("height", &*tall)];
            let shown = [("preserveAspectRatio", "xMidYMid slice"), ("href", &*picture.mark)];
            drawing.element("image", &[&place[..], &shown[..]].concat());
            self.spine(drawing, face);
            return top + high + 16.0;
        }
        let size = (room - 24.0).min(self.size.width * 0.62);
        if size >= ROSETTE {
            let centre = (SPINE + visible / 2.0, top + room / 2.0 + 4.0);
            rosette::draw(drawing, &face.name, centre, size, &face.palette.strong);
        }
        bottom
    }

    /// The stripe in the colour of the kind.
    fn spine(&self, drawing: &mut Drawing, face: &CardFace) {
        let over = MOST_BLEED * 10.0;
        let place = [-over, -over, over + SPINE, self.size.height + 2.0 * over];
        drawing.rectangle(place, &[("fill", &face.palette.strong), ("class", "cf-k")]);
    }
}

/// How the text of a card is set.
fn body(size: f32) -> Style {
    Style::new(Weight::Regular, size, size * 1.28).breaking_words()
}

/// Draws a text with its upper left corner at a place.
fn paragraph(drawing: &mut Drawing, fitted: &Fitted, (left, top): (f32, f32)) {
    let size = number(fitted.size);
    drawing.open(
        "g",
        &[("font-family", FAMILY), ("font-weight", "400"), ("font-size", &*size), ("fill", INK), ("class", "cf-ink")],
    );
    for (baseline, line) in &fitted.text.lines {
        drawing.text(left, top + baseline, &[], line);
    }
    drawing.close("g");
}

/// The first lines of a name that is longer than any name should be.
fn shortened(mut block: Block, most: usize) -> Block {
    if block.lines.len() > most {
        let leading = block.height / block.lines.len() as f32;
        block.lines.truncate(most);
        block.height = leading * most as f32;
        if let Some((_, last)) = block.lines.last_mut() {
            last.push('…');
        }
    }
    block
}

/// The lines of a text on several faces: so many on the first as have room there, then on each of the others.
fn split(whole: &Block, first: f32, later: f32) -> Vec<Block> {
    let leading = whole.height / whole.lines.len().max(1) as f32;
    let mut parts: Vec<Block> = Vec::new();
    let mut begun = 0;
    while begun < whole.lines.len() {
        let room = if parts.is_empty() { first } else { later };
        let least = usize::from(!parts.is_empty());
        let count = ((room / leading) as usize).max(least).min(whole.lines.len() - begun);
        let lines = whole.lines[begun..begun + count].iter();
        let lines = lines.map(|(baseline, line)| (baseline - begun as f32 * leading, line.clone())).collect();
        parts.push(Block { lines, width: whole.width, height: count as f32 * leading });
        begun += count;
    }
    parts
}
