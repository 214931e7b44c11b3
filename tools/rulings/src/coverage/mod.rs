//! Coverage: which functions, clauses and branches of scripts, which keys of cards and which gates rulings exercise, and
//! how many rulings do.
//!
//! [`mod@points`] lists what can be exercised, [`footprints`] runs the rulings and keeps what each exercised, and [`Coverage`]
//! brings the two together. [`text`], [`lcov`] and [`json`] are how it is shown.

mod footprint;
mod keys;
mod marks;
mod points;
mod report;
mod unexercised;

pub use footprint::{Footprint, footprints};
pub use marks::Marks;
pub use points::{Need, Point, PointSort, points};
pub use report::{json, lcov, text};
pub use unexercised::unexercised;

use cardwright_content::Files;
use std::collections::BTreeMap;

/// What was exercised, and by how many rulings.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Each point, in the order of files and lines.
    pub points: Vec<CoveredPoint>,
    /// How many rulings ran.
    pub rulings: usize,
}

/// A point, and how many rulings exercise it.
#[derive(Clone, Debug)]
pub struct CoveredPoint {
    /// The point.
    pub point: Point,
    /// For each of its needs, how many rulings meet it.
    pub counts: Vec<u32>,
    /// Why it need not be exercised, where its file says so.
    pub reason: Option<String>,
}

impl CoveredPoint {
    /// The needs that no ruling meets, though no mark says why; none for a point that is fine.
    pub fn open(&self) -> impl Iterator<Item = &Need> {
        let unmet = self.point.needs.iter().zip(&self.counts).filter(|(_, count)| **count == 0);
        unmet.filter(|_| self.reason.is_none()).map(|(need, _)| need)
    }

    /// Whether every need is met, or a mark says why not.
    pub fn is_fine(&self) -> bool {
        self.open().next().is_none()
    }
}

impl Coverage {
    /// Counts what these rulings exercised.
    pub fn of(files: &Files, points: Vec<Point>, footprints: &[Footprint]) -> Self {
        let mut marks = Marks::default();
        let counted = points.into_iter().map(|point| {
            let met = |need: &Need| footprints.iter().filter(|footprint| need.is_met(footprint)).count() as u32;
            let counts = point.needs.iter().map(met).collect();
            let reason = marks.reason(files, &point.path, point.line);
            CoveredPoint { point, counts, reason }
        });
        Self { points: counted.collect(), rulings: footprints.len() }
    }

    /// Counts what the rulings of a pack that extends the game exercised of the same places.
    pub fn add_of_extension(&mut self, extension: &Self) {
        let known: BTreeMap<_, _> = extension.points.iter().map(|covered| (covered.point.place(), covered)).collect();
        for covered in &mut self.points {
            let counts = known.get(&covered.point.place()).map_or(&[][..], |other| &other.counts);
            covered.counts.iter_mut().zip(counts).for_each(|(count, more)| *count += more);
        }
        self.rulings += extension.rulings;
    }

    /// Adds the coverage of another game.
    pub fn extend(&mut self, other: Self) {
        self.points.extend(other.points);
        self.rulings += other.rulings;
    }
}
