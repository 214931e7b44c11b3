//! What of the rules is exercised while somebody records it: which declarations came into play, and which probes of
//! scripts were passed. Games that nobody records note nothing.

use crate::model::ids::{ActionId, AttrId, DefId};
use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// Something of the rules that came into play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exercised {
    /// A probe of a script was passed; its number among the probes.
    Passed(u32),
    /// What stands at a probe was true or false.
    Held(u32, bool),
    /// An attribute of a card of this definition was read.
    Attribute(DefId, AttrId),
    /// A use of a definition was announced.
    Use(DefId, u16),
    /// A gate of an action was open or closed.
    Gate(ActionId, u16, bool),
    /// A gate of a definition's own use was open or closed: definition, use, gate.
    OwnGate(DefId, u16, u16, bool),
    /// An ability of a definition, or of one of its named effects, did something: its part and its number in its list.
    Ability(AbilitySort, DefId, u16, u16),
}

/// The lists of abilities.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AbilitySort {
    /// Something was heard.
    Listener,
    /// Something was forbidden, allowed, modified or protected.
    Static,
}

/// Collects what is exercised, from all games with the rules that hold it.
#[derive(Debug, Default)]
pub struct Recorder(Mutex<BTreeSet<Exercised>>);

impl Recorder {
    /// Notes something.
    pub fn note(&self, what: Exercised) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(what);
    }

    /// Everything that was noted since the last time.
    pub fn taken(&self) -> BTreeSet<Exercised> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
