//! Cards as pictures: the SVG of a card from its look, and sheets of cards as PDF and PNG; and which SVGs of packs may be shown.
//!
//! There is one renderer: [`Gallery`] says what stands on the face of each card of a game, and [`Easel`] draws it. Texts are
//! laid out with the two fonts that are built in, so a card looks the same everywhere. A text that is too long is set
//! smaller; if that does not suffice, it continues on a second face. Pictures come from the memory of the packs and are part
//! of the SVG, which refers to nothing outside of itself; before anybody shows or prints an SVG among them, it is judged by what
//! the same renderer makes of it ([`OF_OUTLINES`]).

mod colour;
mod easel;
mod facts;
mod foot;
mod judge;
mod leaflet;
mod order;
mod outlines;
mod picture;
mod press;
mod renderer;
mod rosette;
mod sheet;
mod stock;
mod svg;
mod tags;
#[cfg(test)]
mod tests;
mod typeset;

pub use easel::{CardSize, DrawnFace, Easel};
pub use facts::{CardFace, Gallery};
pub use judge::OF_OUTLINES;
pub use leaflet::{LeafletPart, leaflet};
pub use order::{NoPrint, PrintOrder, PrintRun};
pub use press::{Press, PressError};
pub use sheet::{Imposition, Paper, Sheet, impose};
