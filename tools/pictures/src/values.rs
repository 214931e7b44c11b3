//! What values may hold: functions that are on a list, and names of what is in the picture itself.

use crate::allowed;
use crate::fault::Fault;

/// Functions of colours and transforms.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "hsl", "hsla", "matrix", "rgb", "rgba", "rotate", "rotatex", "rotatey", "scale", "scalex", "scaley", "skewx", "skewy",
    "translate", "translatex", "translatey",
];

/// How long the style of an element and a style sheet may be: to read one takes the square of its length.
const LONGEST_STYLE: usize = 8 << 10;
const LONGEST_SHEET: usize = 32 << 10;

/// A link names something in the picture itself.
pub(crate) fn link(value: &str) -> Result<(), Fault> {
    if value.trim().starts_with('#') { Ok(()) } else { Err(Fault::Value(shortened(value))) }
}

/// A value calls no function but those of the list, and names only what is in the picture. Nothing in it can be spelt otherwise
/// than it looks.
pub(crate) fn value(value: &str) -> Result<(), Fault> {
    if value.contains('\\') {
        return Err(Fault::Value("\\".into()));
    }
    let mut rest = value;
    while let Some(at) = rest.find('(') {
        let before = rest[..at].trim_end();
        let is_named = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        let name = &before[before.trim_end_matches(is_named).len()..];
        rest = &rest[at + 1..];
        match &*name.to_ascii_lowercase() {
            "url" => rest = named_in(rest)?.1,
            listed if FUNCTIONS.contains(&listed) => {}
            _ => return Err(Fault::Value(format!("{name}("))),
        }
    }
    Ok(())
}

/// The numbers in what says where or how large something is are such as a picture can have. The renderer would take any time
/// for others.
pub(crate) fn numbers(value: &str) -> Result<(), Fault> {
    const GREATEST: f64 = 1e6;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '+' | '-');
    let is_exponent =
        |text: &str| text.chars().next().is_some_and(|letter| letter.is_ascii_digit() || "+-".contains(letter));
    for run in value.split(|letter| !is_part(letter)) {
        let mut rest = run;
        while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let digits = rest[at..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |end| at + end);
            let behind = rest[digits..].strip_prefix(['e', 'E']).filter(|behind| is_exponent(behind));
            let exponent = behind.map_or("0", |behind| {
                let sign = usize::from(behind.starts_with(['+', '-']));
                let end =
                    behind[sign..].find(|letter: char| !letter.is_ascii_digit()).map_or(behind.len(), |end| sign + end);
                &behind[..end]
            });
            // What has no number behind its sign, or too many digits, is no number of a picture either.
            let number = rest[at..digits].parse::<f64>().ok().zip(exponent.parse::<i32>().ok());
            match number {
                Some((number, exponent)) if number * 10f64.powi(exponent) <= GREATEST => {}
                _ => return Err(Fault::Far),
            }
            rest = behind.map_or(&rest[digits..], |behind| &behind[exponent.len()..]);
        }
    }
    Ok(())
}

/// The properties of a `style` are on the list, and so is what their values hold.
pub(crate) fn style(text: &str) -> Result<(), Fault> {
    if text.len() > LONGEST_STYLE {
        return Err(Fault::TooMuch);
    }
    if text.contains(['@', '{', '}']) {
        return Err(Fault::Value(shortened(text)));
    }
    value(text)?;
    simplecss::DeclarationTokenizer::from(text)
        .try_for_each(|said| allowed::property(said.name, said.value, "property"))
}

/// The same of all rules of a style sheet, which have plain selectors.
pub(crate) fn style_sheet(text: &str) -> Result<(), Fault> {
    if text.len() > LONGEST_SHEET {
        return Err(Fault::TooMuch);
    }
    if let Some(at) = text.find('@') {
        return Err(Fault::Value(shortened(&text[at..])));
    }
    value(text)?;
    blocks(text)?;
    for rule in simplecss::StyleSheet::parse(text).rules {
        let selector = rule.selector.to_string();
        // Deeper ones are compared with whatever lies around an element, again and again.
        if !is_plain(&selector) {
            return Err(Fault::Selector(selector));
        }
        rule.declarations.iter().try_for_each(|said| allowed::property(said.name, said.value, "property"))?;
    }
    Ok(())
}

/// The reader of styles copies what stands in braces for each selector before them. Braces are where they seem to be, and what
/// comes of it is not too much.
fn blocks(text: &str) -> Result<(), Fault> {
    const MOST: usize = 1 << 18;
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (opened, inside) = rest[at..].split_at(1);
        let closes = match opened {
            "/" if !inside.starts_with('*') => {
                rest = inside;
                continue;
            }
            "/" => "*/",
            quote => quote,
        };
        let end = inside.find(closes).ok_or_else(|| Fault::Value(shortened(&rest[at..])))?;
        if inside[..end].contains(['{', '}']) {
            return Err(Fault::Value(shortened(&rest[at..])));
        }
        rest = &inside[end + closes.len()..];
    }
    let copied = |block: &str| (block.matches(',').count() + 1) * (block.matches(';').count() + 1);
    if text.split('}').map(copied).sum::<usize>() > MOST { Err(Fault::TooMuch) } else { Ok(()) }
}

/// Whether a selector, as the reader of styles writes it, asks for no more than one name, classes and ids.
fn is_plain(selector: &str) -> bool {
    let parts = selector.replace("[class~='", "'").replace("[id='", "'").replace("']", "'");
    !parts.contains([' ', '>', '+', '[', ':'])
}

/// The names of other elements in a value that was found good: `url(#name)`.
pub(crate) fn names(value: &str) -> impl Iterator<Item = &str> {
    // Good values have no other brackets around a name.
    let calls = value.split('(').zip(value.split('(').skip(1));
    let is_link =
        |before: &str| before.len() >= 3 && before.as_bytes()[before.len() - 3..].eq_ignore_ascii_case(b"url");
    calls.filter(move |(before, _)| is_link(before.trim_end())).filter_map(|(_, inside)| Some(named_in(inside).ok()?.0))
}

/// What stands between the brackets of `url(`, if it is the name of something in the picture, and what is behind them.
fn named_in(rest: &str) -> Result<(&str, &str), Fault> {
    let outside = || Fault::Value(shortened(&format!("url({rest}")));
    let (inside, behind) = rest.split_once(')').ok_or_else(outside)?;
    let around = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'');
    let name = inside.trim_matches(around).strip_prefix('#').ok_or_else(outside)?;
    Ok((name, behind))
}

fn shortened(value: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = value.trim().chars().take(LONGEST).collect();
    if shown.len() < value.trim().len() { shown + "…" } else { shown }
}
