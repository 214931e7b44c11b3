//! Colours on paper: the named hues in the lightness of the studio's light theme, and colours of a pack's own.

use cardwright_kernel::rules::KindLook;

/// The named hues: the colour itself, and the pale ground for black text.
const HUES: [(&str, &str, &str); 12] = [
    ("rose", "#994352", "#ffe6e8"),
    ("ember", "#98492c", "#ffe7df"),
    ("amber", "#895700", "#f8ebd9"),
    ("moss", "#596d0f", "#e9f0dc"),
    ("fern", "#167645", "#dff3e5"),
    ("teal", "#007772", "#d9f3f1"),
    ("sky", "#006e98", "#dbf1fc"),
    ("cobalt", "#3e61a4", "#e3edff"),
    ("violet", "#69549d", "#eeeafe"),
    ("orchid", "#874882", "#f8e6f6"),
    ("sand", "#6f6246", "#f0ece5"),
    ("slate", "#536674", "#e8eef2"),
];

pub(crate) const INK: &str = "#161b19";
pub(crate) const INK_SOFT: &str = "#434c47";
pub(crate) const LINE: &str = "#b9c1b7";
pub(crate) const GROUND: &str = "#ffffff";

/// The colours of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    /// The class by which a page gives the card its own colours, such as those of a dark theme.
    pub class: String,
    /// The colour of the kind.
    pub strong: String,
    /// The ground of the name.
    pub band: String,
    /// The name on it.
    pub title: String,
    /// The ground of the badge, and its text.
    pub badge: [String; 2],
    /// The name of the kind at the foot.
    pub foot: String,
}

impl Palette {
    /// The colours of a kind, or of a card that differs by its `hue`.
    pub fn of(look: &KindLook, hue: &str) -> Self {
        let [strong, band] = match HUES.iter().find(|(name, ..)| *name == hue) {
            Some((_, strong, band)) => [*strong, *band],
            None if hue.starts_with('#') => return Self::own(hue, look.ink.as_deref().unwrap_or(GROUND)),
            // Loading lets no other word through.
            None => [HUES[11].1, HUES[11].2],
        };
        Self {
            class: format!("h-{hue}"),
            strong: strong.into(),
            band: band.into(),
            title: INK.into(),
            badge: [strong.into(), GROUND.into()],
            foot: strong.into(),
        }
    }

    /// A colour of a pack's own, on which its ink has enough contrast; so the badge has it the other way round.
    fn own(colour: &str, ink: &str) -> Self {
        Self {
            class: "h-own".into(),
            strong: colour.into(),
            band: colour.into(),
            title: ink.into(),
            badge: [ink.into(), colour.into()],
            foot: INK.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUND, HUES};

    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits")) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_hue_can_be_read_on_white_and_on_its_own_ground() {
        for (name, strong, band) in HUES {
            assert!(contrast(strong, GROUND) >= 4.5, "{name} on white: {:.2}", contrast(strong, GROUND));
            assert!(contrast(strong, band) >= 4.5, "{name} on its ground: {:.2}", contrast(strong, band));
        }
    }
}
