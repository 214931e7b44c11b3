//! Judges an SVG before it is shown or printed: it holds only what is on a list, it says how large it is, and to draw it has a
//! bound, whatever it says.
//!
//! There are two looks at the tree of elements, which is read by the XML reader that the renderer has too: one against the
//! lists of what is allowed (`allowed`, `values`), and one at how often each element is drawn (`spread`, `sheet`). How far the
//! outlines reach that the renderer makes of it is measured by `cardwright-face`, which has the renderer; the crate here is
//! small enough for `cardwright-lite`.

mod allowed;
mod fault;
mod judge;
mod sheet;
mod size;
mod spread;
#[cfg(test)]
mod tests;
mod values;

pub use fault::{FARTHEST, Fault, MOST, PictureFault};
pub use judge::Judge;

use roxmltree::{Document, ParsingOptions};
use std::ops::Range;

/// More elements than any picture may have; the reader stops there.
const MOST_NODES: u32 = 200_000;

/// More attributes than any element has, and more prefixes than any picture declares: the reader compares each attribute of an
/// element with all others, and keeps for each element the prefixes of all around it.
const MOST_ATTRIBUTES: usize = 1_000;
const MOST_PREFIXES: usize = 250;

/// The judge who knows the lists and counts what is drawn.
pub static OF_TREES: Judge = Judge::new(|svg| Drawing::read(svg).map(drop));

/// An SVG that holds only what it may.
#[derive(Debug)]
pub struct Drawing<'s> {
    svg: &'s str,
    /// Its elements.
    pub read: Document<'s>,
    /// Its longer side, in its own units.
    pub side: f32,
}

impl<'s> Drawing<'s> {
    /// Reads a drawing and judges it.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(svg: &'s str) -> Result<Self, PictureFault> {
        let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        crowded(svg).map_or(Ok(()), |at| Err(Fault::TooMuch.at(head_of(svg, at))))?;
        let read = Document::parse_with_options(svg, options).map_err(|error| unreadable(svg, &error))?;
        let at = |(fault, at): (Fault, Range<usize>)| fault.at(head_of(svg, at));
        let root = read.root_element();
        let side = size::longer_side(root).map_err(|fault| at((fault, root.range())))?;
        allowed::check(&read).map_err(at)?;
        spread::check(&read).map_err(at)?;
        Ok(Self { svg, read, side })
    }

    /// Something is wrong with the element at these bytes.
    pub fn refused(&self, fault: Fault, at: Range<usize>) -> PictureFault {
        fault.at(head_of(self.svg, at))
    }
}

/// What the reader would take long for: a tag with too many attributes, or the prefix that is one too many.
fn crowded(svg: &str) -> Option<Range<usize>> {
    if let Some((at, _)) = svg.match_indices("xmlns:").nth(MOST_PREFIXES) {
        return Some(at..svg.len());
    }
    // No `<` stands inside of a tag, so that what lies between two of them holds one at the most.
    let mut begun = 0;
    svg.split_inclusive('<').find_map(|piece| {
        let at = begun..begun + piece.len();
        begun = at.end;
        piece.match_indices('=').nth(MOST_ATTRIBUTES).map(|_| at)
    })
}

/// Where the tag of an element ends, or the first line of what it is.
fn head_of(svg: &str, at: Range<usize>) -> Range<usize> {
    let text = svg.get(at.clone()).unwrap_or_default();
    let head = text.find(['>', '\n']).map_or(text.len(), |end| end + usize::from(text[end..].starts_with('>')));
    at.start..at.start + head
}

fn unreadable(svg: &str, error: &roxmltree::Error) -> PictureFault {
    let place = error.pos();
    let line = svg.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let letters = svg.get(line..).unwrap_or_default().chars().take(place.col.saturating_sub(1) as usize);
    let at = (line + letters.map(char::len_utf8).sum::<usize>()).min(svg.len());
    let fault = match error {
        roxmltree::Error::DtdDetected => Fault::Declares,
        roxmltree::Error::NodesLimitReached | roxmltree::Error::AttributesLimitReached => Fault::TooMuch,
        _ => Fault::Malformed(error.to_string()),
    };
    fault.at(at..at)
}
