//! Why an SVG is not drawn, and what its author can do.

use super::markup::MarkupPlace;
use super::reach::{NoSize, SHAPE, SIDES};
use std::fmt;

/// The most that a picture may cost, in plain shapes.
pub(super) const MOST: u64 = 5_000;

/// How many colours a gradient may have: each point is compared with all of them.
pub(super) const STOPS: usize = 32;

/// How many times its longer side a picture may reach.
pub(super) const FARTHEST: f64 = 100.0;

/// How deep elements may lie in each other, and how deep those with a layer, which takes as much memory as the whole picture.
pub(super) const DEEPEST: usize = 100;
pub(super) const DEEPEST_LAYER: u32 = 8;

/// Why an SVG is not drawn, and where the element begins that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undrawn {
    pub place: MarkupPlace,
    pub why: NotDrawn,
}

/// Why an SVG is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotDrawn {
    /// An element or a property that may cost anything.
    Unbounded(&'static str),
    TooMuch,
    TooDeep,
    Layers,
    Circle,
    Malformed,
    Unread,
    Size(NoSize),
    Far,
    Dashes,
    Stops,
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
            Self::Unread => f.write_str("an outline, a transform or a `viewBox` cannot be read"),
            Self::Size(NoSize::Unsaid) => f.write_str("it does not say how large it is"),
            Self::Size(NoSize::Unfit) => f.write_str("this is no size for a picture"),
            Self::Far => write!(f, "something reaches further than {FARTHEST} times the longer side of the picture"),
            Self::Dashes => f.write_str("its dashes are too short for so long a line"),
            Self::Stops => write!(f, "a gradient has more than {STOPS} stops"),
        }
    }
}

impl NotDrawn {
    /// What its author can do.
    pub fn help(self) -> String {
        match self {
            Self::Unbounded(_) | Self::TooMuch => {
                "draw it with plain shapes, or save it as png or webp: whoever prints the cards waits for it"
            }
            Self::TooDeep | Self::Layers => "take groups apart that hold nothing but a group",
            Self::Circle => "let nothing refer to what it lies in",
            Self::Malformed => "write it as XML: every tag is closed, every value is quoted",
            Self::Unread => "only what comes before the mistake would be drawn: write it as the SVG standard has it",
            Self::Size(_) => return size_help(),
            Self::Far => {
                "draw nothing far outside of the picture: coordinates, radii, strokes and letters count, with all transforms \
                 around them"
            }
            Self::Dashes => "make dashes and gaps longer in `stroke-dasharray`, or draw a plain line",
            Self::Stops => "leave stops out, or save it as png or webp",
        }
        .into()
    }
}

fn size_help() -> String {
    let (least, most) = SIDES;
    format!(
        "give it a `viewBox`, or `width` and `height` in units such as `px` or `mm`: both sides from {least} to {most}, and \
         neither more than {SHAPE} times as long as the other"
    )
}
