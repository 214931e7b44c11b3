//! Text in lines: laid out with the fonts that are built in, so that it breaks at the same places everywhere.

use crate::renderer::{FAMILY, FONTS};
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::style::{FontFamily, FontWeight, LineHeight, OverflowWrap, StyleProperty};
use parley::{FontContext, Layout, LayoutContext};

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

impl Weight {
    pub const fn number(self) -> &'static str {
        match self {
            Self::Regular => "400",
            Self::SemiBold => "600",
        }
    }

    const fn value(self) -> f32 {
        match self {
            Self::Regular => 400.0,
            Self::SemiBold => 600.0,
        }
    }
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub weight: Weight,
    /// The size of the letters, and the distance of two lines.
    pub size: f32,
    pub leading: f32,
    /// Whether a word that is wider than the line is broken, rather than standing out.
    pub breaks_words: bool,
}

impl Style {
    pub const fn new(weight: Weight, size: f32, leading: f32) -> Self {
        Self { weight, size, leading, breaks_words: false }
    }

    pub const fn breaking_words(mut self) -> Self {
        self.breaks_words = true;
        self
    }
}

/// A text in lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// The lines, each with the place of its baseline below the top.
    pub lines: Vec<(f32, String)>,
    /// The width of the widest line.
    pub width: f32,
    /// From the top to the bottom.
    pub height: f32,
}

/// What texts are laid out with.
pub(crate) struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<()>,
}

impl Typesetter {
    pub fn new() -> Self {
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        for font in FONTS {
            collection.register_fonts(Blob::from(font.to_vec()), None);
        }
        let fonts = FontContext { collection, source_cache: SourceCache::default() };
        Self { fonts, layouts: LayoutContext::new() }
    }

    /// Lays out a text within a width. Spaces in a row become one, and ends of lines stay.
    pub fn set(&mut self, text: &str, style: Style, width: f32) -> Block {
        let text = tidied(text);
        if text.is_empty() {
            return Block::default();
        }
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, &text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::named(FAMILY)));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(style.weight.value())));
        builder.push_default(StyleProperty::FontSize(style.size));
        builder.push_default(StyleProperty::LineHeight(LineHeight::Absolute(style.leading)));
        if style.breaks_words {
            builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
        }
        let mut layout: Layout<()> = builder.build(&text);
        layout.break_all_lines(Some(width));
        let lines = layout.lines().map(|line| {
            let metrics = line.metrics();
            let shown = text.get(line.text_range()).unwrap_or_default().trim();
            (metrics.baseline, shown.to_string())
        });
        Block { lines: lines.collect(), width: layout.width(), height: layout.height() }
    }
}

fn tidied(text: &str) -> String {
    let lines = text.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}
