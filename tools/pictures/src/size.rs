//! How large a picture says it is.

use crate::fault::Fault;
use roxmltree::Node;

/// The shortest and the longest side of a picture, and how many times longer than the other one may be.
pub(crate) const SIDES: (f64, f64) = (1.0, 4096.0);
pub(crate) const SHAPE: f64 = 20.0;

/// The longer side of a picture in its own units: of its `viewBox`, or else of its `width` and `height`.
pub(crate) fn longer_side(root: Node<'_, '_>) -> Result<f32, Fault> {
    if root.tag_name().name() != "svg" {
        return Err(Fault::Malformed("it does not begin with `svg`".into()));
    }
    let outer = ["width", "height"].map(|side| root.attribute(side).and_then(length));
    let inner = match root.attribute("viewBox") {
        Some(view) => view_box(view),
        None => outer[0].zip(outer[1]).map(|(wide, high)| [wide, high]),
    };
    let inner = inner.ok_or(Fault::Unsaid)?;
    let fits = |side: &f64| (SIDES.0..=SIDES.1).contains(side);
    let is_even = |[wide, high]: [f64; 2]| wide <= high * SHAPE && high <= wide * SHAPE;
    let all_fit = outer.iter().flatten().chain(&inner).all(fits) && is_even(inner);
    // With one side only, the other follows from the shape of the viewBox.
    let [wide, high] = [0, 1].map(|axis| outer[axis].unwrap_or(inner[axis]));
    let outer_fits = outer.contains(&None) || is_even([wide, high]);
    if all_fit && outer_fits { Ok(inner[0].max(inner[1]) as f32) } else { Err(Fault::AnswerError) }
}

fn view_box(said: &str) -> Option<[f64; 2]> {
    let numbers = said.split([' ', ',', '\t', '\n', '\r']).filter(|part| !part.is_empty());
    let numbers: Vec<f64> = numbers.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [.., wide, high] = *<&[f64; 4]>::try_from(&*numbers).ok()?;
    Some([wide, high])
}

/// A length in user units; none of one that depends on what it stands in.
fn length(said: &str) -> Option<f64> {
    let said = said.trim();
    let number = said.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    // An exponent belongs to the number: `1e3`.
    let (number, unit) = match said.parse() {
        Ok(number) => (number, ""),
        Err(_) => (number.parse::<f64>().ok()?, &said[number.len()..]),
    };
    Some(number * absolute(unit)?)
}

fn absolute(unit: &str) -> Option<f64> {
    Some(match &*unit.to_ascii_lowercase() {
        "" | "px" => 1.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "q" => 96.0 / 101.6,
        _ => return None,
    })
}
