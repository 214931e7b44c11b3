//! An element of an SVG, as it is read.

use super::markup::MarkupPlace;
use super::not_drawn::{NotDrawn, STOPS, Undrawn};
use super::outline::Outline;
use super::reach::{self, Shift};
use std::borrow::Cow;

/// How many bytes of its outline cost as much as a shape. Edges of one outline that cross each other cost their square.
const OUTLINE: u64 = 64;
const CROSSING: u64 = 4096;

/// An element, with what is drawn for it besides itself.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) place: MarkupPlace,
    pub(super) cost: u64,
    /// How far it reaches itself, and what its transforms do to it and to all that is drawn for it.
    pub(super) reach: f64,
    pub(super) shift: Shift,
    /// How long its outline is at most, how long its dashes are, and how many letters it has.
    pub(super) length: f64,
    pub(super) dash: Option<f64>,
    pub(super) letters: usize,
    pub(super) stops: usize,
    /// The elements inside of it, by their numbers.
    pub(super) inside: Vec<usize>,
    /// The elements that it names.
    pub(super) named: Vec<String>,
    pub(super) classes: String,
    pub(super) is_shape: bool,
    pub(super) is_shaded: bool,
    pub(super) has_layer: bool,
}

impl Element {
    pub(super) fn at(place: MarkupPlace) -> Self {
        Self { place, ..Self::default() }
    }

    pub(super) fn fault(&self, why: NotDrawn) -> Undrawn {
        Undrawn { place: self.place, why }
    }

    /// Takes another element in.
    pub(super) fn hold(&mut self, number: usize, name: &str) -> Result<(), Undrawn> {
        self.inside.push(number);
        self.stops += usize::from(name == "stop");
        if self.stops > STOPS { Err(self.fault(NotDrawn::Stops)) } else { Ok(()) }
    }

    pub(super) fn draw(&mut self, data: &str, outline: Option<Outline>) -> Result<(), Undrawn> {
        let outline = outline.ok_or_else(|| self.fault(NotDrawn::Unread))?;
        self.cost += outline_cost(data);
        self.length += outline.length;
        self.reach += outline.reach;
        Ok(())
    }

    /// Makes it reach so much further, with an outline that is so many times longer by it.
    pub(super) fn stretch(&mut self, length: f64, around: f64) {
        self.reach += length;
        self.length += length * around;
    }

    /// How much it enlarges what is drawn for it because it is a view of its own.
    pub(super) fn view(
        &mut self,
        name: &str,
        attributes: &[(&str, Cow<'_, str>)],
        side: f64,
        is_whole: bool,
    ) -> Result<(), Undrawn> {
        let view = value(attributes, "viewBox");
        let view = view.map(|view| reach::view_box(view).ok_or_else(|| self.fault(NotDrawn::Unread))).transpose()?;
        self.reach += view.map_or(0.0, |[x, y, ..]| x.abs() + y.abs());
        if is_whole {
            return Ok(());
        }
        let said = |wanted| value(attributes, wanted).map_or(0.0, |said| reach::lengths(said, side).sum());
        let shown = side.max(said("width")).max(said("height"));
        if let Some([_, _, wide, high]) = view {
            self.shift.grows *= shown / wide.min(high).max(0.0);
        } else if matches!(name, "svg" | "use" | "symbol") {
            self.shift.grows *= shown / side;
        }
        Ok(())
    }
}

pub(super) fn value<'a>(attributes: &'a [(&str, Cow<'_, str>)], wanted: &str) -> Option<&'a str> {
    attributes.iter().find(|(key, _)| *key == wanted).map(|(_, value)| &**value)
}

/// What drawing an outline costs besides its shape.
fn outline_cost(data: &str) -> u64 {
    let length = data.len() as u64;
    length / OUTLINE + (length / CROSSING).pow(2)
}
