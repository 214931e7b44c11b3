//! What elements of an SVG cost, with everything that is drawn for them.

use super::element::Element;
use super::not_drawn::{DEEPEST, MOST, NotDrawn, Undrawn};
use std::collections::BTreeMap;

/// What of an element's cost is known.
#[derive(Clone, Copy, Debug)]
enum ShapeCost {
    Unknown,
    /// It is being added up.
    Open,
    Known(WholeCost),
}

/// What an element costs with everything that is drawn for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeCost {
    pub(super) cost: u64,
    /// How many layers lie in each other.
    pub(super) layers: u32,
    /// How far it reaches.
    pub(super) reach: f64,
}

/// What elements cost, with everything that is drawn for them.
#[derive(Debug)]
pub(super) struct Costs<'d> {
    elements: &'d [Element],
    ids: &'d BTreeMap<String, Vec<usize>>,
    known: Vec<ShapeCost>,
}

impl<'d> Costs<'d> {
    pub(super) fn new(elements: &'d [Element], ids: &'d BTreeMap<String, Vec<usize>>) -> Self {
        Self { elements, ids, known: vec![ShapeCost::Unknown; elements.len()] }
    }

    pub(super) fn of(&mut self, number: usize, depth: usize) -> Result<WholeCost, Undrawn> {
        let element = &self.elements[number];
        match self.known[number] {
            ShapeCost::Known(whole) => return Ok(whole),
            ShapeCost::Open => return Err(element.fault(NotDrawn::Circle)),
            ShapeCost::Unknown if depth > DEEPEST => return Err(element.fault(NotDrawn::TooDeep)),
            ShapeCost::Unknown => self.known[number] = ShapeCost::Open,
        }
        let named = element.named.iter().filter_map(|id| self.ids.get(id)).flatten();
        let mut whole = WholeCost { cost: element.cost, layers: 0, reach: element.reach };
        for part in element.inside.iter().chain(named) {
            let part = self.of(*part, depth + 1)?;
            whole.cost = whole.cost.saturating_add(part.cost);
            whole.layers = whole.layers.max(part.layers);
            whole.reach = whole.reach.max(element.reach + part.reach);
            // What is too much already is not added up to its end.
            if whole.cost > MOST {
                break;
            }
        }
        whole.layers += u32::from(element.has_layer);
        whole.reach = element.shift.applied(whole.reach);
        self.known[number] = ShapeCost::Known(whole);
        Ok(whole)
    }
}
