//! What is printed: which cards, and how often each.

use crate::easel::{DrawnFace, Easel};
use crate::facts::Gallery;
use std::collections::BTreeMap;

/// The most faces that are printed at once.
const MOST_FACES: usize = 5_000;

/// Which cards are printed.
#[derive(Clone, Debug, Default)]
pub struct PrintOrder {
    /// The decks, by their keys; without any, one of each card.
    pub decks: Vec<String>,
    /// Only cards that come from this pack.
    pub pack: Option<String>,
    /// Only cards whose names contain this, in any case.
    pub name: String,
    /// How often all of it.
    pub copies: usize,
}

/// Why an order cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPrint {
    /// There is no such deck.
    Deck(String),
    /// No card is left.
    Nothing,
    /// There would be more faces than are printed at once.
    TooMany(usize),
}

/// The faces of an order.
#[derive(Clone, Debug, Default)]
pub struct PrintRun {
    /// Each face as often as it is printed: a deck after another, in their order.
    pub faces: Vec<DrawnFace>,
    /// Each face once.
    pub once: Vec<DrawnFace>,
}

impl Gallery {
    /// The names of the cards that are printed, each as often as it is.
    ///
    /// # Errors
    /// If there is no such deck, or no card is left.
    pub fn ordered(&self, order: &PrintOrder) -> Result<Vec<&str>, NoPrint> {
        let mut names: Vec<&str> = Vec::new();
        for deck in &order.decks {
            names.extend(self.deck(deck).ok_or_else(|| NoPrint::Deck(deck.clone()))?);
        }
        if order.decks.is_empty() {
            names.extend(self.names());
        }
        let name = order.name.to_lowercase();
        let own: Option<Vec<&str>> = order.pack.as_ref().map(|pack| self.names_of(pack).collect());
        names.retain(|card| card.to_lowercase().contains(&name) && own.as_ref().is_none_or(|own| own.contains(card)));
        let count = names.len().saturating_mul(order.copies);
        match count {
            0 => Err(NoPrint::Nothing),
            count if count > MOST_FACES => Err(NoPrint::TooMany(MOST_FACES)),
            _ => Ok(names.repeat(order.copies)),
        }
    }

    /// Draws what is ordered; each card once, however often it is printed.
    ///
    /// # Errors
    /// If there is no such deck, no card is left, or there would be too many faces.
    pub fn printed(&self, order: &PrintOrder, easel: &mut Easel) -> Result<PrintRun, NoPrint> {
        let mut known: BTreeMap<&str, Vec<DrawnFace>> = BTreeMap::new();
        let mut run = PrintRun::default();
        for name in self.ordered(order)? {
            if !known.contains_key(name) {
                let drawn = self.face(name).map(|face| easel.draw(&face)).unwrap_or_default();
                run.once.extend(drawn.iter().cloned());
                known.insert(name, drawn);
            }
            run.faces.extend(known.get(name).into_iter().flatten().cloned());
            if run.faces.len() > MOST_FACES {
                return Err(NoPrint::TooMany(MOST_FACES));
            }
        }
        Ok(run)
    }
}

impl PrintRun {
    /// The cards whose texts are set smaller than usual, with the size in points.
    pub fn smaller(&self) -> Vec<(&str, f32)> {
        let all = self.once.iter().filter(|face| face.number == 1 && face.points < DrawnFace::USUAL_POINTS);
        all.map(|face| (&*face.name, face.points)).collect()
    }

    /// The cards whose texts go on on further faces.
    pub fn continued(&self) -> Vec<&str> {
        self.once.iter().filter(|face| face.number == 2).map(|face| &*face.name).collect()
    }
}
