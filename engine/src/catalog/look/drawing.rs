//! What it costs to draw an SVG, whatever it says: how many shapes are drawn, with those that are drawn again and again.
//!
//! Whoever draws a picture is not known here, so everything counts as much as it may cost with any renderer. What has
//! a cost that cannot be told from the text is refused: filters, patterns and markers.

use super::markup::{Markup, MarkupPiece, decoded};
use super::style::{StyleSheet, declarations, without_comments};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The most that a picture may cost, in plain shapes.
const MOST: u64 = 5_000;

/// What makes a shape dearer: a layer of its own, and a stroke of up to a million dashes.
const LAYER: u64 = 20;
const DASHES: u64 = 200;

/// How many bytes of its outline cost as much as a shape. Edges of one outline that cross each other cost their square.
const OUTLINE: u64 = 64;
const CROSSING: u64 = 4096;

/// How many attributes of one element cost as much as a shape: each is compared with all others, so they cost their square.
const ATTRIBUTES: u64 = 32;

/// How many bytes of its style sheet may be read for a picture: each element reads those of its classes.
const DECLARED: usize = 8 << 20;

/// How often an element may be compared with a selector.
const COMPARED: usize = 4 << 20;

/// How deep elements may lie in each other, and how deep those with a layer, which takes as much memory as the whole picture.
const DEEPEST: usize = 100;
const DEEPEST_LAYER: u32 = 8;

/// Why an SVG is not drawn, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undrawn {
    pub line: usize,
    pub why: NotDrawn,
}

/// Why an SVG is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotDrawn {
    /// An element or a property that may cost anything.
    Unbounded(&'static str),
    /// There is too much of it.
    TooMuch,
    /// Elements lie too deep in each other.
    TooDeep,
    /// So do layers.
    Layers,
    /// It draws itself.
    Circle,
    /// It is not well-formed.
    Malformed,
}

impl fmt::Display for NotDrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbounded(what) => write!(f, "`{what}`, which may take any time to draw"),
            Self::TooMuch => write!(f, "it draws more than {MOST} shapes, or as much as these"),
            Self::TooDeep => write!(f, "more than {DEEPEST} elements lie in each other"),
            Self::Layers => {
                write!(f, "more than {DEEPEST_LAYER} elements with opacity, a mask or a clip path lie in each other")
            }
            Self::Circle => f.write_str("something is drawn in itself"),
            Self::Malformed => f.write_str("it is not well-formed"),
        }
    }
}

impl NotDrawn {
    /// What its author can do.
    pub fn help(self) -> &'static str {
        match self {
            Self::Unbounded(_) | Self::TooMuch => {
                "draw it with plain shapes, or save it as png or webp: whoever prints the cards waits for it"
            }
            Self::TooDeep | Self::Layers => "take groups apart that hold nothing but a group",
            Self::Circle => "let nothing refer to what it lies in",
            Self::Malformed => "write it as XML: every tag is closed, every value is quoted",
        }
    }
}

/// An element, with what is drawn for it besides itself.
#[derive(Debug, Default)]
struct Element {
    line: usize,
    cost: u64,
    /// The elements inside of it, by their numbers.
    inside: Vec<usize>,
    /// The elements that it names.
    named: Vec<String>,
    classes: String,
    is_shape: bool,
    has_layer: bool,
}

/// An SVG that is being read.
#[derive(Debug, Default)]
struct Drawing {
    elements: Vec<Element>,
    /// By id, the elements of that id that may cost something where they are named.
    ids: BTreeMap<String, Vec<usize>>,
    sheet: StyleSheet,
    /// Whether all shapes may be dashed, because something else hands it down to them.
    is_dashed: bool,
}

/// Why an SVG cannot be drawn in a time that is known before.
pub(super) fn undrawn(text: &str) -> Option<Undrawn> {
    read(text).and_then(Drawing::judge).err()
}

fn read(text: &str) -> Result<Drawing, Undrawn> {
    let mut markup = Markup::of(text);
    let mut drawing = Drawing::default();
    // The elements that have begun: their numbers, and whether their texts are a style or are shown.
    let mut open: Vec<(usize, Texts)> = Vec::new();
    loop {
        let fault = |why, line| Err(Undrawn { line, why });
        let Ok(piece) = markup.next() else { return fault(NotDrawn::Malformed, markup.line()) };
        match piece {
            None if open.is_empty() => return Ok(drawing),
            None => return fault(NotDrawn::Malformed, markup.line()),
            Some(MarkupPiece::Open { name, attributes, is_empty }) => {
                let element = Element { line: markup.line(), ..Element::default() };
                let number = drawing.add(element, name, &attributes)?;
                if let Some((around, _)) = open.last() {
                    drawing.elements[*around].inside.push(number);
                }
                if !is_empty {
                    open.push((number, Texts::of(name)));
                }
                if open.len() > DEEPEST {
                    return fault(NotDrawn::TooDeep, markup.line());
                }
                if drawing.elements.len() as u64 > MOST {
                    return fault(NotDrawn::TooMuch, markup.line());
                }
            }
            Some(MarkupPiece::Close) => drop(open.pop()),
            Some(MarkupPiece::Text(text)) => match open.last() {
                Some((_, Texts::Style)) => drawing.sheet.add(&decoded(text)),
                Some((number, Texts::Shown)) => drawing.elements[*number].cost += text.trim().len() as u64,
                Some((_, Texts::Unseen)) | None => {}
            },
        }
    }
}

/// What the text inside of an element is.
#[derive(Clone, Copy, Debug)]
enum Texts {
    Shown,
    Unseen,
    Style,
}

impl Texts {
    fn of(name: &str) -> Self {
        match name {
            "style" => Self::Style,
            "title" | "desc" => Self::Unseen,
            _ => Self::Shown,
        }
    }
}

impl Drawing {
    fn add(&mut self, mut element: Element, name: &str, attributes: &[(&str, Cow<'_, str>)]) -> Result<usize, Undrawn> {
        const UNBOUNDED: [&str; 3] = ["filter", "pattern", "marker"];
        const SHAPES: [&str; 8] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"];
        if let Some(what) = UNBOUNDED.into_iter().find(|what| name.eq_ignore_ascii_case(what)) {
            return Err(Undrawn { line: element.line, why: NotDrawn::Unbounded(what) });
        }
        element.cost = 1 + (attributes.len() as u64 / ATTRIBUTES).pow(2);
        element.is_shape = SHAPES.contains(&name);
        // Nothing is drawn for who names a gradient but one shape in its colours.
        let is_gradient = matches!(name, "linearGradient" | "radialGradient");
        let number = self.elements.len();
        for (key, value) in attributes {
            match *key {
                "id" if is_gradient => {}
                "id" => self.ids.entry(value.to_string()).or_default().push(number),
                "class" => element.classes = value.to_string(),
                "d" | "points" => element.cost += outline(value),
                "href" => element.named.extend(value.trim().strip_prefix('#').map(str::to_owned)),
                "style" => self.style(&mut element, &without_comments(value))?,
                _ => self.property(&mut element, key, value)?,
            }
        }
        self.elements.push(element);
        Ok(number)
    }

    fn style(&mut self, element: &mut Element, text: &str) -> Result<(), Undrawn> {
        declarations(text).try_for_each(|(name, value)| self.property(element, &name, value))
    }

    /// What a property of an element adds to what it costs.
    fn property(&mut self, element: &mut Element, name: &str, value: &str) -> Result<(), Undrawn> {
        let names =
            |link: &str| Some(link.split_once(')')?.0.trim_matches(is_around).trim_start_matches('#').to_owned());
        element.named.extend(value.split("url(").skip(1).filter_map(names));
        let is_said = !value.eq_ignore_ascii_case("none");
        match name {
            // A style can spell every name in another way with these.
            _ if name.contains('\\') => return Err(element.fault(NotDrawn::Unbounded("\\"))),
            "filter" | "backdrop-filter" if is_said => return Err(element.fault(NotDrawn::Unbounded("filter"))),
            "opacity" | "mask" | "clip-path" | "mix-blend-mode" | "isolation" if is_said => {
                element.cost += LAYER;
                element.has_layer = true;
            }
            "stroke-dasharray" if is_said && element.is_shape => element.cost += DASHES,
            "stroke-dasharray" if is_said => self.is_dashed = true,
            _ => {}
        }
        Ok(())
    }

    /// Adds up what everything costs.
    fn judge(mut self) -> Result<(), Undrawn> {
        let sheet = std::mem::take(&mut self.sheet);
        let mut elements = std::mem::take(&mut self.elements);
        if let Some(last) = elements.last()
            && sheet.selectors().saturating_mul(elements.len()) > COMPARED
        {
            return Err(last.fault(NotDrawn::TooMuch));
        }
        let mut left = DECLARED;
        for element in &mut elements {
            let classes = std::mem::take(&mut element.classes);
            for text in sheet.of(&classes) {
                left = left.checked_sub(text.len() + 1).ok_or_else(|| element.fault(NotDrawn::TooMuch))?;
                self.style(element, text)?;
            }
        }
        if self.is_dashed {
            elements.iter_mut().filter(|element| element.is_shape).for_each(|element| element.cost += DASHES);
        }
        let mut costs = Costs { elements: &elements, ids: &self.ids, known: vec![ShapeCost::Unknown; elements.len()] };
        // Backwards, so that the innermost element is told in which there is too much.
        (0..elements.len()).rev().try_for_each(|number| match costs.of(number, 0)? {
            (cost, _) if cost > MOST => Err(elements[number].fault(NotDrawn::TooMuch)),
            (_, layers) if layers > DEEPEST_LAYER => Err(elements[number].fault(NotDrawn::Layers)),
            _ => Ok(()),
        })
    }
}

impl Element {
    fn fault(&self, why: NotDrawn) -> Undrawn {
        Undrawn { line: self.line, why }
    }
}

/// What of an element's cost is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShapeCost {
    Unknown,
    /// It is being added up.
    Open,
    /// With how many layers lie in each other.
    Known(u64, u32),
}

/// What elements cost, with everything that is drawn for them.
#[derive(Debug)]
struct Costs<'d> {
    elements: &'d [Element],
    ids: &'d BTreeMap<String, Vec<usize>>,
    known: Vec<ShapeCost>,
}

impl Costs<'_> {
    fn of(&mut self, number: usize, depth: usize) -> Result<(u64, u32), Undrawn> {
        let element = &self.elements[number];
        match self.known[number] {
            ShapeCost::Known(cost, layers) => return Ok((cost, layers)),
            ShapeCost::Open => return Err(element.fault(NotDrawn::Circle)),
            ShapeCost::Unknown if depth > DEEPEST => return Err(element.fault(NotDrawn::TooDeep)),
            ShapeCost::Unknown => self.known[number] = ShapeCost::Open,
        }
        let named = element.named.iter().filter_map(|id| self.ids.get(id)).flatten();
        let (mut cost, mut layers) = (element.cost, 0);
        for part in element.inside.iter().chain(named) {
            let part = self.of(*part, depth + 1)?;
            (cost, layers) = (cost.saturating_add(part.0), layers.max(part.1));
            // What is too much already is not added up to its end.
            if cost > MOST {
                break;
            }
        }
        layers += u32::from(element.has_layer);
        self.known[number] = ShapeCost::Known(cost, layers);
        Ok((cost, layers))
    }
}

/// What drawing an outline costs besides its shape.
fn outline(data: &str) -> u64 {
    let length = data.len() as u64;
    length / OUTLINE + (length / CROSSING).pow(2)
}

/// What may stand around the name in a link.
fn is_around(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '"' | '\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(inside: &str) -> Option<(usize, NotDrawn)> {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{inside}\n</svg>");
        undrawn(&text).map(|undrawn| (undrawn.line, undrawn.why))
    }

    /// Groups, each of which shows the one before it so many times.
    fn nested(levels: usize, times: usize, mark: &str) -> String {
        let level = |level: usize| {
            format!("<g id='l{}'>{}</g>\n", level + 1, mark.replace('#', &format!("#l{level}")).repeat(times))
        };
        "<path id='l0' d='M0 0h1'/>\n".to_owned() + &(0..levels).map(level).collect::<String>()
    }

    #[test]
    fn what_pictures_usually_hold_is_drawn() {
        for inside in [
            "<path d='M0 0h9' opacity='.5' filter='none' stroke-dasharray='none'/>",
            "<style>.a{fill:url(#g);clip-path:url(#c)}</style><linearGradient id='g'><stop/></linearGradient>
             <clipPath id='c'><rect/></clipPath><path class='a'/><g class='a'><text>A filter, a pattern</text></g>",
            "<style>path{fill:url(#g)}</style><linearGradient id='g'><stop/></linearGradient><path/>",
            "<g stroke-dasharray='2 1'><path/><path/></g><use href='#a'/><path id='a'/>",
            "<metadata><a:b xmlns:a='x'>c</a:b></metadata><title>marker</title><desc>&lt;filter></desc>",
        ] {
            assert_eq!(why(inside), None, "{inside}");
        }
        assert_eq!(why(&"<path d='M0 0l1 1'/>".repeat(4_500)), None);
        assert_eq!(why(&nested(3, 7, "<use href='#'/>")), None);
    }

    #[test]
    fn what_may_take_any_time_is_refused() {
        for (inside, what) in [
            ("<filter id='f'><feTurbulence numOctaves='999999999'/></filter>", "filter"),
            ("<x:filter/>", "filter"),
            ("<path filter='blur(9px)'/>", "filter"),
            ("<path style='x:y; Filter : blur(9px)'/>", "filter"),
            ("<path style='&#102;ilter:blur(9px)'/>", "filter"),
            ("<path style='/**/filter:blur(9px)'/>", "filter"),
            ("<style>.a{fill:red}.a{filter:blur(9px)}</style><path class='a'/>", "filter"),
            ("<path/><style><![CDATA[path{filter:blur(9px)}]]></style>", "filter"),
            ("<style>@media all{path{filter:blur(9px)}}</style><path/>", "filter"),
            ("<path style='f\\69lter:blur(9px)'/>", "\\"),
            ("<defs><pattern/></defs>", "pattern"),
            ("<marker/>", "marker"),
        ] {
            assert_eq!(why(inside).map(|(_, why)| why), Some(NotDrawn::Unbounded(what)), "{inside}");
        }
    }

    #[test]
    fn what_repeats_itself_without_end_is_refused() {
        for mark in [
            "<use href='#'/>",
            "<use a:href=' #'/>",
            "<use href='&#35;l0'/><use href='#'/>",
            "<path mask='url(#)'/>",
            "<path style='clip-path: url( \"#\" )'/>",
        ] {
            assert!(
                matches!(why(&nested(30, 9, mark)), Some((2..33, NotDrawn::TooMuch))),
                "{mark}: {:?}",
                why(&nested(30, 9, mark))
            );
        }
        let of_class =
            "<style>.m{mask:url(#m)}</style><mask id='m'>PATHS</mask>".replace("PATHS", &"<path/>".repeat(200));
        assert_eq!(why(&(of_class.clone() + &"<path class='m'/>".repeat(10))), None);
        assert_eq!(why(&(of_class + &"<path class='m'/>".repeat(100))), Some((1, NotDrawn::TooMuch)));
        assert_eq!(why("<g id='a'>\n<use href='#a'/></g>"), Some((3, NotDrawn::Circle)));
        let of_all = why("<style>path{mask:url(#m)}</style>\n<mask id='m'><path/></mask>");
        assert_eq!(of_all, Some((3, NotDrawn::Circle)), "{of_all:?}");
        assert_eq!(why("<path/>\n<path/>\n<filter/>"), Some((4, NotDrawn::Unbounded("filter"))), "its line is told");
    }

    /// Some would take minutes if they were read to their end.
    #[test]
    fn what_would_take_long_to_read_is_refused() {
        let sheet = |style: &str| format!("<style>{style}</style>");
        let paths = "<path class='a'/>".repeat(4_000);
        for inside in [
            sheet(&format!(".a{{{}}}", "fill:red;".repeat(50_000))) + &paths,
            sheet(&format!("path{{{}}}", "fill:red;".repeat(50_000))) + &paths,
            sheet(".a{fill:url(#gradient)}") + &format!("<path class='{}'/>", "a ".repeat(250_000)).repeat(2),
            sheet(&format!("{}{{{}}}", ".a,".repeat(150_000), "fill:red;".repeat(50_000))) + &paths,
            sheet(&"b,".repeat(250_000)) + &paths,
            sheet("@media all{path{fill:red}}").repeat(1_000) + &"<path/>".repeat(3_000),
            format!("<path {}/>", "a='' ".repeat(150_000)),
            "<path id='a'/>".repeat(4_000) + &"<use href='#a'/>".repeat(900),
        ] {
            let began = std::time::Instant::now();
            let found = why(&inside);
            assert!(matches!(found, Some((_, NotDrawn::TooMuch))), "{}: {found:?}", &inside[..60]);
            assert!(began.elapsed().as_secs() < 10, "{}: {:?}", &inside[..60], began.elapsed());
        }
        let gradients = "<linearGradient id='a'/>".repeat(3_000) + &"<path fill='url(#a)'/>".repeat(1_500);
        assert_eq!(why(&gradients), None, "a gradient costs nothing where it is named");
        assert_eq!(why(&"\n<path/>".repeat(4_900)), None, "lines are counted once");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for inside in [
            "<path/>".repeat(5_001),
            "<path opacity='.5'/>".repeat(250),
            "<path stroke-dasharray='1'/>".repeat(30),
            "<g stroke-dasharray='1'>PATHS</g>".replace("PATHS", &"<path/>".repeat(30)),
            format!("<style>.a{{stroke-dasharray:1}}</style>{}", "<path class='a'/>".repeat(30)),
            format!("<path d='M0 0{}'/>", "L9 9 0 3".repeat(60_000)),
            format!("<text>{}</text>", "a".repeat(5_000)),
        ] {
            assert!(matches!(why(&inside), Some((_, NotDrawn::TooMuch))), "{}", &inside[..60]);
        }
        assert_eq!(why(&("<g>".repeat(100) + &"</g>".repeat(100))), Some((2, NotDrawn::TooDeep)));
        let layers = |count: usize| "<g opacity='.9'>".repeat(count) + &"</g>".repeat(count);
        assert_eq!((why(&layers(8)), why(&layers(9))), (None, Some((2, NotDrawn::Layers))));
        let masks = |count| why(&nested(count, 1, "<path mask='url(#)'/>"));
        assert!(masks(8).is_none() && masks(9).is_some_and(|(_, why)| why == NotDrawn::Layers));
        assert_eq!(why("<g>"), Some((3, NotDrawn::Malformed)));
        assert_eq!(why("<g a=b/>"), Some((2, NotDrawn::Malformed)));
    }
}
