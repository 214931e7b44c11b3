//! What verbs gather outside of the state, for something that comes later in the step.
//!
//! No verb can make it long: what is there is not added again, and there is a limit.

use crate::model::spent::Limit;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// What was gathered, by what it is, in the order in which it came.
#[derive(Clone, Debug)]
pub(super) struct Gathered<K, V> {
    all: IndexMap<K, V, FxBuildHasher>,
}

impl<K, V> Default for Gathered<K, V> {
    fn default() -> Self {
        Self { all: IndexMap::default() }
    }
}

impl<K: Hash + Eq, V> Gathered<K, V> {
    /// Adds something, unless it is there already.
    ///
    /// # Errors
    /// The limit, if there would be more than that.
    pub(super) fn add(&mut self, key: K, value: V, (limit, most): (Limit, usize)) -> Result<(), Limit> {
        let is_full = self.all.len() >= most;
        if !self.all.contains_key(&key) {
            if is_full {
                return Err(limit);
            }
            self.all.insert(key, value);
        }
        Ok(())
    }

    /// What belongs to a key.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.all.get(key)
    }

    /// All of it.
    pub(super) fn iter(&self) -> impl Iterator<Item = &V> {
        self.all.values()
    }

    /// How much there is.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Keeps only some of it, judged by its position as well.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(usize, &V) -> bool) {
        let mut at = 0;
        self.all.retain(|_, value| {
            at += 1;
            stays(at - 1, value)
        });
    }

    /// Forgets all of it, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }
}
