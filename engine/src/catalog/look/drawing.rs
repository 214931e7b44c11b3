//! What it costs to draw an SVG, whatever it says: how many shapes are drawn, with those that are drawn again and again.
//!
//! Whoever draws a picture is not known here, so everything counts as much as it may cost with any renderer. What has
//! a cost that cannot be told from the text is refused: filters, patterns and markers. So is what has no size, and what
//! reaches far out of the picture.
//!
//! Found once: an SVG filter of a billion octaves is drawn for ever; an SVG of extreme numbers ends `print` with a panic, or is
//! drawn for minutes: its dashes, circles, strokes and gradients; an SVG of 1 MiB with thousands of classes or of elements with
//! the same id is judged for minutes.

use super::costs::Costs;
use super::element::{Element, value};
use super::markup::{Markup, MarkupPiece, decoded};
use super::not_drawn::{DEEPEST, DEEPEST_LAYER, FARTHEST, MOST, NotDrawn, Undrawn};
use super::outline::{of_path, of_points};
use super::reach::{self, Shift};
use super::style::{StyleSheet, declarations, without_comments};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// What makes a shape dearer: a layer of its own, and the colours of a gradient.
const LAYER: u64 = 20;
const GRADIENT: u64 = 19;

/// How many dashes cost as much as a shape. Those of one outline that lie across each other cost their square.
const DASHES: f64 = 5.0;
const DASHES_ACROSS: f64 = 200.0;

/// How many attributes of one element cost as much as a shape: each is compared with all others, so they cost their square.
const ATTRIBUTES: u64 = 32;

/// How many bytes of its style sheet may be read for a picture: each element reads those of its classes.
const DECLARED: usize = 8 << 20;

/// How often an element may be compared with a selector.
const COMPARED: usize = 4 << 20;

/// An SVG that is being read.
#[derive(Debug, Default)]
struct Drawing {
    elements: Vec<Element>,
    /// By id, the elements of that id that may cost something where they are named.
    ids: BTreeMap<String, Vec<usize>>,
    sheet: StyleSheet,
    /// Its longer side.
    side: f64,
    /// What all shapes may have because something else hands it down to them: dashes, the colours of a gradient, and how
    /// far a stroke or a letter reaches.
    dash: Option<f64>,
    is_shaded: bool,
    reach: f64,
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
        let fault = |why, place| Err(Undrawn { place, why });
        let Ok(piece) = markup.next() else { return fault(NotDrawn::Malformed, markup.place()) };
        match piece {
            None if open.is_empty() && !drawing.elements.is_empty() => return Ok(drawing),
            None => return fault(NotDrawn::Malformed, markup.place()),
            Some(MarkupPiece::Open { name, attributes, is_empty }) => {
                let element = Element::at(markup.place());
                let number = drawing.add(element, name, &attributes)?;
                if let Some((around, _)) = open.last() {
                    drawing.elements[*around].hold(number, name)?;
                }
                if !is_empty {
                    open.push((number, Texts::of(name)));
                }
                if open.len() > DEEPEST {
                    return fault(NotDrawn::TooDeep, markup.place());
                }
                if drawing.elements.len() as u64 > MOST {
                    return fault(NotDrawn::TooMuch, markup.place());
                }
            }
            Some(MarkupPiece::Close) => drop(open.pop()),
            Some(MarkupPiece::Text(text)) => match open.last() {
                Some((_, Texts::Style)) => drawing.sheet.add(&decoded(text)),
                Some((number, Texts::Shown)) => drawing.elements[*number].letters += text.trim().len(),
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
            return Err(element.fault(NotDrawn::Unbounded(what)));
        }
        element.cost = 1 + (attributes.len() as u64 / ATTRIBUTES).pow(2);
        element.is_shape = SHAPES.contains(&name);
        // Nothing is drawn for who names a gradient but one shape in its colours.
        let is_gradient = matches!(name, "linearGradient" | "radialGradient");
        let number = self.elements.len();
        let is_whole = number == 0;
        if is_whole {
            self.side = size(name, attributes).map_err(|why| element.fault(why))?;
        }
        for (key, value) in attributes {
            match *key {
                "x" | "y" | "width" | "height" if is_whole => {}
                "id" if is_gradient => {}
                "id" => self.ids.entry(value.to_string()).or_default().push(number),
                "class" => element.classes = value.to_string(),
                "d" => element.draw(value, of_path(value))?,
                "points" => element.draw(value, of_points(value))?,
                "href" => element.named.extend(value.trim().strip_prefix('#').map(str::to_owned)),
                "style" => self.style(&mut element, &without_comments(value))?,
                _ => self.property(&mut element, key, value)?,
            }
        }
        element.view(name, attributes, self.side, is_whole)?;
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
            "clipPathUnits" | "maskContentUnits" if value.trim() == "objectBoundingBox" => {
                return Err(element.fault(NotDrawn::Unbounded("objectBoundingBox")));
            }
            "stroke-dasharray" => self.dashed(element, value),
            "fill" | "stroke" if value.contains("url(") => {
                *if element.is_shape { &mut element.is_shaded } else { &mut self.is_shaded } = true;
            }
            _ => return self.measure(element, name, value),
        }
        Ok(())
    }

    fn dashed(&mut self, element: &mut Element, value: &str) {
        let dash = if element.is_shape { &mut element.dash } else { &mut self.dash };
        *dash = [*dash, reach::dash(value)].into_iter().flatten().reduce(f64::min);
    }

    /// How far a property of an element makes it reach, and how long its outline is by it.
    fn measure(&mut self, element: &mut Element, name: &str, value: &str) -> Result<(), Undrawn> {
        let lengths = || reach::lengths(value, self.side).sum::<f64>();
        match name {
            "transform" | "gradientTransform" => {
                let shift = Shift::of(value).ok_or_else(|| element.fault(NotDrawn::Unread))?;
                element.shift = element.shift.then(shift);
            }
            "transform-origin" => {
                element.reach += lengths();
                element.shift.moves += lengths();
            }
            "scale" | "zoom" => return Err(element.fault(NotDrawn::Unbounded("scale"))),
            "x" | "y" | "cx" | "cy" | "fx" | "fy" | "fr" | "dx" | "dy" => element.reach += lengths(),
            "x1" | "x2" | "y1" | "y2" => element.stretch(lengths(), 1.0),
            "width" | "height" => element.stretch(lengths(), 2.0),
            "r" | "rx" | "ry" => element.stretch(lengths(), TAU),
            "stroke-width" | "stroke-miterlimit" | "font-size" | "letter-spacing" | "word-spacing"
            | "baseline-shift" => {
                if name == "font-size" {
                    element.shift.grows *= reach::letters_grow(value);
                }
                let reach = lengths();
                if element.is_shape {
                    element.reach += reach;
                } else {
                    self.reach = self.reach.max(reach);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a shape costs and how far it reaches by what is handed down to it.
    fn hand_down(&self, element: &mut Element) -> Result<(), Undrawn> {
        element.cost += element.letters as u64;
        if element.is_shaded || element.is_shape && self.is_shaded {
            element.cost += GRADIENT;
        }
        if element.is_shape {
            // A stroke of which nothing is said has the width 1.
            element.reach += self.reach + 1.0;
        }
        // Letters may be as large as the picture may reach.
        let length = element.length + element.letters as f64 * self.side * FARTHEST;
        if let Some(dash) = element.dash.or(self.dash)
            && length > 0.0
        {
            let count = length / dash;
            let cost = count / DASHES + (count / DASHES_ACROSS).powi(2);
            if cost.is_nan() || cost > MOST as f64 {
                return Err(element.fault(NotDrawn::Dashes));
            }
            element.cost += cost as u64;
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
        elements.iter_mut().try_for_each(|element| self.hand_down(element))?;
        let farthest = self.side * FARTHEST;
        let mut costs = Costs::new(&elements, &self.ids);
        // Backwards, so that the innermost element is told in which there is too much.
        (0..elements.len()).rev().try_for_each(|number| match costs.of(number, 0)? {
            whole if whole.cost > MOST => Err(elements[number].fault(NotDrawn::TooMuch)),
            whole if whole.layers > DEEPEST_LAYER => Err(elements[number].fault(NotDrawn::Layers)),
            whole if whole.reach <= farthest => Ok(()),
            _ => Err(elements[number].fault(NotDrawn::Far)),
        })
    }
}

/// The longer side of the picture that begins with this element.
fn size(name: &str, attributes: &[(&str, Cow<'_, str>)]) -> Result<f64, NotDrawn> {
    if name != "svg" {
        return Err(NotDrawn::Malformed);
    }
    let said = |wanted| value(attributes, wanted);
    let [wide, high] = reach::sides(said("viewBox"), said("width"), said("height")).map_err(NotDrawn::Size)?;
    Ok(wide.max(high))
}

/// What may stand around the name in a link.
fn is_around(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '"' | '\'')
}

#[cfg(test)]
mod tests {
    use super::super::reach::NoSize;
    use super::*;

    fn why(inside: &str) -> Option<(usize, NotDrawn)> {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\">\n{inside}\n</svg>");
        undrawn(&text).map(|undrawn| (undrawn.place.line, undrawn.why))
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
        let gradients = "<linearGradient id='a'/>".repeat(2_000) + &"<path fill='url(#a)'/>".repeat(100);
        assert_eq!(why(&gradients), None, "a gradient costs no more for each of its name");
        assert_eq!(why(&"\n<path/>".repeat(4_900)), None, "lines are counted once");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for inside in [
            "<path/>".repeat(5_001),
            "<path opacity='.5'/>".repeat(250),
            "<path d='M0 0h999' stroke-dasharray='1'/>".repeat(30),
            "<g stroke-dasharray='1'>PATHS</g>".replace("PATHS", &"<path d='M0 0h999'/>".repeat(30)),
            format!("<style>.a{{stroke-dasharray:1}}</style>{}", "<path class='a' d='M0 0h999'/>".repeat(30)),
            format!(
                "<linearGradient id='g'/><g fill='url(#g)'>{}</g>{}",
                "<path/>".repeat(1_000),
                "<path/>".repeat(300)
            ),
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

    #[test]
    fn what_reaches_far_is_refused() {
        for inside in [
            "<circle r='1e7' cx='-1e7' stroke='red' stroke-width='1e6' fill='none'/>",
            "<circle r='4e4'/>",
            "<path d='M0 0h1e999'/>",
            "<path d='M0 0l4e4 0 4e4 0'/>",
            "<path d='M0 0a1e3 .001 0 0 0 9 9'/>",
            "<polygon points='0 0 9 9 1e5 9'/>",
            "<path stroke-width='1000in'/>",
            "<path style='stroke-width:1e5'/>",
            "<style>.a{stroke-width:1e5}</style><path class='a'/>",
            "<g stroke-width='1e5'><path/></g>",
            "<g stroke-width='1e4'><path transform='scale(9)'/></g>",
            "<path transform='scale(1e5)'/>",
            "<path style='transform:scale(1e5)'/>",
            "<g transform='scale(300)'><g transform='scale(300)'><path/></g></g>",
            "<path id='a' transform='scale(300)'/><use href='#a' transform='scale(300)'/>",
            "<path transform='translate(1e5)'/>",
            "<svg viewBox='0 0 .001 .001'><path/></svg>",
            "<svg viewBox='0 0 0 0'><path/></svg>",
            "<symbol viewBox='0 0 1 1' id='a'><path d='M0 0h9'/></symbol><use href='#a' width='9e3'/>",
            "<g font-size='300em'><g style='font-size: 30000%'><text>a</text></g></g>",
        ] {
            assert!(matches!(why(inside), Some((2, NotDrawn::Far))), "{inside}: {:?}", why(inside));
        }
        for inside in [
            "<g transform='translate(0,400) scale(.1,-.1)'><path d='M0 0h4000v4000h-4000z'/></g>",
            "<path d='M1e-15 0l-1e-9 9' stroke-width='100%'/>",
            "<symbol viewBox='0 0 24 24' id='a'><path d='M0 0h9'/></symbol><use href='#a' width='200' height='200'/>",
            "<text font-size='20' dy='1.2em' transform='rotate(45 200 200)'>a</text>",
            &"<g stroke-width='40'><path/></g>".repeat(2_000),
        ] {
            assert_eq!(why(inside), None, "{inside}");
        }
    }

    #[test]
    fn dashes_and_gradients_have_bounds() {
        for inside in [
            "<rect width='300' height='300' stroke='red' stroke-width='300' stroke-dasharray='0.002 0.001'/>",
            "<circle r='100' stroke-dasharray='.001'/>",
            "<path d='M0 0h300' stroke-dasharray='1e-9em'/>",
            "<path d='M0 0h3000' stroke-dasharray='.001 .001 .001 .001 .001 1'/>",
            "<g stroke-dasharray='.001'><path d='M0 0h300'/></g>",
            "<text stroke-dasharray='1'>a</text>",
        ] {
            assert_eq!(why(inside), Some((2, NotDrawn::Dashes)), "{inside}");
        }
        let dotted = "<rect x='5' y='5' width='390' height='390' stroke-dasharray='1 1'/>";
        assert_eq!(why(dotted), None, "a fine dotted frame");
        assert_eq!(why("<path d='M0 0h300' style='stroke-dasharray:0'/>"), None, "a plain line");
        let gradient = |stops: usize| format!("<linearGradient id='g'>{}</linearGradient>", "<stop/>".repeat(stops));
        assert_eq!((why(&gradient(32)), why(&gradient(33))), (None, Some((2, NotDrawn::Stops))));
        let unit = "<clipPath clipPathUnits='objectBoundingBox'/>";
        assert_eq!(why(unit), Some((2, NotDrawn::Unbounded("objectBoundingBox"))));
    }

    #[test]
    fn a_picture_has_a_size_and_a_mistake_has_a_place() {
        let found = |text: &str| undrawn(text).map(|undrawn| (undrawn.place.line, undrawn.place.column, undrawn.why));
        let panics = "<svg width='10' height='10' viewBox='0 0 1e-30 1e-30'><circle r='1' stroke='red'/></svg>";
        assert_eq!(found(panics), Some((1, 1, NotDrawn::Size(NoSize::Unfit))));
        assert_eq!(found("\n<svg/>"), Some((2, 1, NotDrawn::Size(NoSize::Unsaid))));
        assert_eq!(found("<svg width='9' height='9'>\n<g>  <path d='x'/></g></svg>"), Some((2, 6, NotDrawn::Unread)));
        assert_eq!(found("<svg width='9' height='9'><path transform='x'/></svg>"), Some((1, 27, NotDrawn::Unread)));
    }
}
