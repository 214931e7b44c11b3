//! Colours: names of hues, whose contrast is looked after by every client, and colours of a pack's own, whose contrast is
//! judged here.

/// The hues that a pack can name.
pub(crate) const HUES: [&str; 12] =
    ["ember", "moss", "cobalt", "violet", "amber", "teal", "rose", "sky", "fern", "orchid", "sand", "slate"];

/// The contrast that text must have, in hundredths: 4.5 to 1.
pub(super) const LEAST_CONTRAST: u64 = 450;

/// The text on a colour for which no other is named.
pub(super) const WHITE: &str = "#ffffff";

/// The red, green and blue of `#rrggbb`.
pub(super) fn channels(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// How many hundredths the lighter of two colours is as light as the darker, as the guidelines for accessible web content
/// measure it.
pub(super) fn contrast(one: [u8; 3], other: [u8; 3]) -> u64 {
    let (one, other) = (luminance(one), luminance(other));
    let (light, dark) = (one.max(other), one.min(other));
    (light + ONE / 20) * 100 / (dark + ONE / 20)
}

/// 1 in the numbers that stand for fractions here: floating-point numbers may differ between machines.
const ONE: u64 = 1_000_000;

fn luminance([red, green, blue]: [u8; 3]) -> u64 {
    (2126 * linear(red) + 7152 * linear(green) + 722 * linear(blue)) / 10_000
}

/// The light of a channel: `((c + 0.055) / 1.055) ^ 2.4`, and a straight line where it is nearly dark.
fn linear(channel: u8) -> u64 {
    let share = u64::from(channel) * ONE / 255;
    if channel <= 10 {
        return share * 100 / 1292;
    }
    let base = (share + 55_000) * 1000 / 1055;
    base * base / ONE * fifth_root_of_square(base) / ONE
}

/// `base ^ 0.4`.
fn fifth_root_of_square(base: u64) -> u64 {
    let square = u128::from(base).pow(2) * u128::from(ONE).pow(3);
    let (mut low, mut high) = (0, ONE + 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        match u128::from(middle).pow(5) <= square {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(one: &str, other: &str) -> u64 {
        contrast(channels(one).unwrap_or_default(), channels(other).unwrap_or_default())
    }

    #[test]
    fn contrast_is_what_the_guidelines_say() {
        assert_eq!(between("#000000", "#ffffff"), 2100);
        assert_eq!(between("#777777", "#777777"), 100);
        // The two greys between which the line is drawn on white.
        assert!(between("#767676", "#ffffff") >= LEAST_CONTRAST);
        assert!(between("#777777", "#ffffff") < LEAST_CONTRAST);
        assert!(between("#ff0000", "#ffffff").abs_diff(400) <= 1);
    }

    #[test]
    fn a_colour_has_six_digits() {
        assert_eq!(channels("#0a58A8"), Some([10, 88, 168]));
        for wrong in ["0a58a8", "#0a58a", "#0a58ag", "#0a58a8ff", "#ää00"] {
            assert_eq!(channels(wrong), None, "{wrong}");
        }
    }
}
