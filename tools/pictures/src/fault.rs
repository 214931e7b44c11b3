//! What is wrong with an SVG, and what its author can do.

use crate::size::{SHAPE, SIDES};
use std::fmt;
use std::ops::Range;

/// The most that a picture may cost, in plain shapes.
pub const MOST: u64 = 5_000;

/// How many colours a gradient may have: each point is compared with all of them.
pub(crate) const STOPS: usize = 32;

/// How many times its longer side a picture may reach.
pub const FARTHEST: f32 = 100.0;

/// How deep elements may lie in each other, and how deep those with a layer, which takes as much memory as the whole picture.
pub(crate) const DEEPEST: usize = 100;
pub(crate) const DEEPEST_LAYER: u32 = 8;

/// Why an SVG is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFault {
    /// Its kind, in kebab case: `art-active`.
    pub code: &'static str,
    /// The bytes concerned.
    pub at: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What its author can do.
    pub help: String,
}

/// What is wrong with an SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An element, an attribute or a property that is not on the list.
    Unlisted(&'static str, String),
    /// A function in a value that is not on the list, or a link that leads out.
    Value(String),
    /// A declaration of a document type, or a processing instruction.
    Declares,
    /// A style sheet with more than plain selectors.
    Selector(String),
    /// An element or a property that may cost anything.
    Unbounded(String),
    /// More is drawn than in [`MOST`] shapes.
    TooMuch,
    /// Elements lie in each other too deep.
    TooDeep,
    /// Elements with layers lie in each other too deep.
    Layers,
    /// Something is drawn in itself.
    Circle,
    /// It is no XML, or no SVG.
    Malformed(String),
    /// It is no text.
    NoText,
    /// The renderer cannot make anything of it.
    Unread,
    /// Its size is not said.
    Unsaid,
    /// Its size is none that a picture has.
    AnswerError,
    /// Something reaches further than [`FARTHEST`] times its longer side.
    Far,
    /// Lines are cut into too many dashes.
    Dashes,
    /// A gradient has too many stops.
    Stops,
}

impl Fault {
    /// This fault, at these bytes.
    pub fn at(self, at: Range<usize>) -> PictureFault {
        PictureFault { code: self.code(), at, message: self.to_string(), help: self.help() }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Unlisted(..) | Self::Value(_) | Self::Declares | Self::Selector(_) => "art-active",
            Self::Unsaid | Self::AnswerError => "art-too-large",
            Self::Malformed(_) | Self::NoText => "art-malformed",
            Self::Unbounded(_)
            | Self::TooMuch
            | Self::TooDeep
            | Self::Layers
            | Self::Circle
            | Self::Unread
            | Self::Far
            | Self::Dashes
            | Self::Stops => "art-costly",
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Unlisted(..) | Self::Value(_) | Self::Declares => {
                "nothing in a picture runs or is fetched: it holds shapes, texts, gradients, clip paths and masks; `url(#…)` and \
                 `href=\"#…\"` name what is in it"
            }
            Self::Selector(_) => "select by one class, id or name, or write the style at the element",
            Self::Unbounded(_) | Self::TooMuch => {
                "draw it with plain shapes, or save it as png or webp: whoever prints the cards waits for it"
            }
            Self::TooDeep | Self::Layers => "take groups apart that hold nothing but a group",
            Self::Circle => "let nothing refer to what it lies in",
            Self::Malformed(_) => "write it as XML: every tag is closed, every value is quoted",
            Self::NoText => "save it as UTF-8",
            Self::Unread => "write it as the SVG standard has it, or save it as png or webp",
            Self::Unsaid | Self::AnswerError => return size_help(),
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlisted(what, name) => write!(f, "a picture holds no {what} `{name}`"),
            Self::Value(value) => write!(f, "a picture holds no `{value}`"),
            Self::Declares => f.write_str("a picture holds no `<!DOCTYPE` and no processing instruction"),
            Self::Selector(selector) => write!(f, "`{selector}` selects by more than one class, id or name"),
            Self::Unbounded(what) => write!(f, "`{what}` may take any time to draw"),
            Self::TooMuch => write!(f, "it draws more than {MOST} shapes, or as much as these"),
            Self::TooDeep => write!(f, "more than {DEEPEST} elements lie in each other"),
            Self::Layers => {
                write!(f, "more than {DEEPEST_LAYER} elements with opacity, a mask or a clip path lie in each other")
            }
            Self::Circle => f.write_str("something is drawn in itself"),
            Self::Malformed(why) => write!(f, "it is not well-formed: {why}"),
            Self::NoText => f.write_str("it is no text"),
            Self::Unread => f.write_str("the renderer cannot read it"),
            Self::Unsaid => f.write_str("it does not say how large it is"),
            Self::AnswerError => f.write_str("this is no size for a picture"),
            Self::Far => write!(f, "something reaches further than {FARTHEST} times the longer side of the picture"),
            Self::Dashes => f.write_str("its dashes are too short for so long a line"),
            Self::Stops => write!(f, "a gradient has more than {STOPS} stops"),
        }
    }
}

fn size_help() -> String {
    let (least, most) = SIDES;
    format!(
        "give it a `viewBox`, or `width` and `height` in units such as `px` or `mm`: both sides from {least} to {most}, and \
         neither more than {SHAPE} times as long as the other"
    )
}
