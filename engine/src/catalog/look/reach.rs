//! The numbers of an SVG: its size, its lengths, and how much its transforms enlarge and move.
//!
//! Found once: an SVG of any size is accepted.

/// The shortest and the longest side of a drawing, and how many times longer than the other one may be.
pub(super) const SIDES: (f64, f64) = (1.0, 4096.0);
pub(super) const SHAPE: f64 = 20.0;

/// Numbers in a text, separated by blanks or commas, or by nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers<'t> {
    rest: &'t str,
}

impl<'t> Numbers<'t> {
    pub fn of(text: &'t str) -> Self {
        Self { rest: text }
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
    }

    /// Whether nothing follows.
    pub fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    /// The letter that follows, if one does.
    pub fn command(&mut self) -> Option<char> {
        self.skip();
        let letter = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(letter)
    }

    /// The `0` or `1` that follows.
    pub fn flag(&mut self) -> Option<()> {
        self.skip();
        self.rest = self.rest.strip_prefix(['0', '1'])?;
        Some(())
    }

    /// The number that follows.
    pub fn next(&mut self) -> Option<f64> {
        self.skip();
        let (number, rest) = self.rest.split_at(number_length(self.rest));
        let number = number.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    /// The next number in the text, and the unit behind it, whatever stands before it.
    fn length(&mut self) -> Option<(f64, &'t str)> {
        let begins = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+');
        loop {
            self.rest = &self.rest[self.rest.find(begins)?..];
            if let Some(number) = self.next() {
                let ends = |letter: char| !letter.is_ascii_alphabetic() && letter != '%';
                let (unit, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
                self.rest = rest;
                return Some((number, unit));
            }
            self.rest = &self.rest[1..];
        }
    }
}

/// How many bytes at the beginning of a text are a number.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |from: usize| from + usize::from(matches!(bytes.get(from), Some(b'+' | b'-')));
    let mut end = digits(sign(0));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let begun = sign(end + 1);
        let exponent = digits(begun);
        if exponent > begun {
            end = exponent;
        }
    }
    end
}

/// How many user units a unit has; none for one that depends on what it stands in.
fn absolute(unit: &str) -> Option<f64> {
    Some(match &*unit.to_ascii_lowercase() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" => 16.0,
        "mm" => 96.0 / 25.4,
        "cm" => 96.0 / 2.54,
        "in" => 96.0,
        "q" => 96.0 / 101.6,
        _ => return None,
    })
}

/// The lengths in a text, without their signs, in a drawing whose longer side is so long. A letter is taken to be as high
/// as the drawing.
pub(super) fn lengths(text: &str, side: f64) -> impl Iterator<Item = f64> {
    let mut numbers = Numbers::of(text);
    std::iter::from_fn(move || numbers.length()).map(move |(number, unit)| {
        let unit = if unit == "%" { side / 100.0 } else { absolute(unit).unwrap_or(side) };
        number.abs() * unit
    })
}

/// How long a dash of a pattern is on average; none if the pattern is a plain line. A unit that may be as short as one
/// likes is taken to be nothing.
pub(super) fn dash(pattern: &str) -> Option<f64> {
    let mut numbers = Numbers::of(pattern);
    let all: Vec<(f64, &str)> = std::iter::from_fn(|| numbers.length()).collect();
    let unit = |unit| absolute(unit).unwrap_or(if unit == "%" { 0.01 } else { 0.0 });
    let whole: f64 = all.iter().map(|(number, of)| number.abs() * unit(of)).sum();
    all.iter().any(|(number, _)| *number != 0.0).then(|| whole / all.len() as f64)
}

/// How many times larger letters get by a size that depends on what it stands in.
pub(super) fn letters_grow(size: &str) -> f64 {
    let relative = |(number, unit): (f64, &str)| match unit {
        "%" => Some(number / 100.0),
        unit => absolute(unit).is_none().then_some(number),
    };
    Numbers::of(size).length().map_or(1.2, |length| relative(length).unwrap_or(1.0)).max(1.0)
}

/// What a transform does at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shift {
    /// How many times longer it makes something.
    pub grows: f64,
    /// How far it moves something.
    pub moves: f64,
}

impl Default for Shift {
    /// What changes nothing.
    fn default() -> Self {
        Self { grows: 1.0, moves: 0.0 }
    }
}

impl Shift {
    /// The transforms in a text; none if there is anything else in it.
    pub fn of(text: &str) -> Option<Self> {
        let mut rest = text.trim();
        let mut whole = Self::default();
        while !rest.is_empty() && rest != "none" {
            let (name, behind) = rest.split_once('(')?;
            let (numbers, behind) = behind.split_once(')')?;
            whole = whole.then(Self::of_one(name.trim(), numbers)?);
            rest = behind.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        }
        Some(whole)
    }

    fn of_one(name: &str, numbers: &str) -> Option<Self> {
        let mut read = Numbers::of(numbers);
        let all: Vec<f64> =
            std::iter::from_fn(|| read.length()).map(|(number, unit)| number * absolute(unit).unwrap_or(1.0)).collect();
        let far = |numbers: &[f64]| numbers.iter().map(|number| number.abs()).sum::<f64>();
        Some(match (name, &*all) {
            ("translate" | "translateX" | "translateY", all) => Self { grows: 1.0, moves: far(all) },
            ("scale" | "scaleX" | "scaleY", [_, ..]) => {
                Self { grows: all.iter().fold(0.0, |most, number| number.abs().max(most)), moves: 0.0 }
            }
            ("rotate", [_, centre @ ..]) => Self { grows: 1.0, moves: 2.0 * far(centre) },
            ("skewX" | "skewY", [angle]) => Self { grows: 1.0 + angle.to_radians().tan().abs(), moves: 0.0 },
            ("matrix", [a, b, c, d, x, y]) => Self { grows: longest([*a, *b, *c, *d]), moves: far(&[*x, *y]) },
            _ => return None,
        })
    }

    /// This one around another.
    pub fn then(self, inner: Self) -> Self {
        Self { grows: self.grows * inner.grows, moves: self.moves + self.grows * inner.moves }
    }

    /// How far that reaches which reaches so far without it.
    pub fn applied(self, reach: f64) -> f64 {
        self.grows * reach + self.moves
    }
}

/// How long a matrix makes a line of the length 1 at most.
fn longest([a, b, c, d]: [f64; 4]) -> f64 {
    let squares = a * a + b * b + c * c + d * d;
    let area = a * d - b * c;
    ((squares + (squares * squares - 4.0 * area * area).max(0.0).sqrt()) / 2.0).sqrt()
}

/// Why a size is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSize {
    /// Nothing says it.
    Unsaid,
    /// A side is too short, too long, or too long for the other one.
    Unfit,
}

/// The place and the sides of a `viewBox`.
pub(super) fn view_box(text: &str) -> Option<[f64; 4]> {
    let mut numbers = Numbers::of(text);
    let view = [numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()?];
    numbers.is_at_end().then_some(view)
}

/// The sides of a drawing in user units: of its `viewBox`, or else its `width` and `height`.
pub(super) fn sides(view: Option<&str>, width: Option<&str>, height: Option<&str>) -> Result<[f64; 2], NoSize> {
    let said = |side: Option<&str>| {
        let (number, unit) = Numbers::of(side?).length()?;
        Some(number * absolute(unit)?)
    };
    let outer = [said(width), said(height)];
    let inner = match view {
        Some(view) => view_box(view).map(|[_, _, wide, high]| [wide, high]),
        None => outer[0].zip(outer[1]).map(|(wide, high)| [wide, high]),
    };
    let inner = inner.ok_or(NoSize::Unsaid)?;
    let fits = |side: &f64| (SIDES.0..=SIDES.1).contains(side);
    let is_even = |[wide, high]: [f64; 2]| wide <= high * SHAPE && high <= wide * SHAPE;
    let [wide, high] = [0, 1].map(|axis| outer[axis].unwrap_or(inner[axis]));
    let all_fit = outer.iter().flatten().chain(&inner).all(fits) && is_even(inner);
    // With one side only, the other follows from the shape of the viewBox.
    let outer_fits = outer.contains(&None) || is_even([wide, high]);
    if all_fit && outer_fits { Ok(inner) } else { Err(NoSize::Unfit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_says_how_large_it_is() {
        assert_eq!(sides(Some("0 0 200 130"), None, None), Ok([200.0, 130.0]));
        assert_eq!(sides(Some("-5,-5,24,24"), Some("100%"), Some("1em")), Ok([24.0, 24.0]));
        assert_eq!(sides(None, Some("400"), Some("300px")), Ok([400.0, 300.0]));
        assert_eq!(sides(Some("0 0 4096 4096"), Some("63mm"), Some("63mm")), Ok([4096.0, 4096.0]));
        for (view, width, height) in [
            (None, None, None),
            (None, Some("400"), None),
            (None, Some("100%"), Some("100%")),
            (Some("0 0 400"), Some("400"), Some("400")),
        ] {
            assert_eq!(sides(view, width, height), Err(NoSize::Unsaid), "{view:?} {width:?} {height:?}");
        }
        for (view, width, height) in [
            (None, Some("5000"), Some("5000")),
            (None, Some("1e30"), Some("1e30")),
            (Some("0 0 1e-30 1e-30"), Some("10"), Some("10")),
            (Some("0 0 0 0"), None, None),
            (Some("0 0 -9 9"), None, None),
            (Some("0 0 4097 4096"), None, None),
            (Some("0 0 9 9"), Some("100in"), None),
            (Some("0 0 9 9"), Some("4000"), Some("10")),
            (Some("0 0 10 201"), None, None),
        ] {
            assert_eq!(sides(view, width, height), Err(NoSize::Unfit), "{view:?} {width:?} {height:?}");
        }
    }

    #[test]
    fn lengths_are_read_with_their_units() {
        let all = |text: &str| lengths(text, 400.0).collect::<Vec<_>>();
        assert_eq!(all("-5"), [5.0]);
        assert_eq!(all("1e3in 50% .5-2,2em"), [96_000.0, 200.0, 0.5, 2.0, 800.0]);
        assert_eq!(all("calc(1px + 2px) auto - . inherit"), [1.0, 2.0]);
        assert_eq!((dash("3 8"), dash("1em"), dash("inherit")), (Some(5.5), Some(0.0), None));
        assert_eq!((letters_grow("20px"), letters_grow("150%"), letters_grow("larger")), (1.0, 1.5, 1.2));
        assert_eq!((letters_grow("3em"), letters_grow("50%")), (3.0, 1.0));
    }

    #[test]
    fn transforms_are_measured() {
        let of = |text: &str| Shift::of(text).map(|shift| (shift.grows, shift.moves));
        assert_eq!(of(""), Some((1.0, 0.0)));
        assert_eq!(of("translate(112 62) rotate(-14)"), Some((1.0, 174.0)));
        assert_eq!(of("translate(0,1280) scale(0.1,-0.1)"), Some((0.1, 1280.0)));
        assert_eq!(of("scale(10), scale(10)translate(5)"), Some((100.0, 500.0)));
        assert_eq!(of("matrix(0 1 -1 0 3 4)"), Some((1.0, 7.0)));
        assert_eq!(of("matrix(3 0 0 2 0 0)"), Some((3.0, 0.0)));
        for text in ["scale", "scale(", "scale()", "matrix(1)", "perspective(3)", "scale(2)x"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
