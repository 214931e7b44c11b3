//! How many mistakes were caught.

use super::{Group, Sort};
use std::collections::BTreeMap;
use std::fmt;

/// Mistakes by sort: how many were made, and how many caught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutationTally(BTreeMap<Sort, (u32, u32)>);

impl MutationTally {
    /// Counts one.
    pub fn add(&mut self, sort: Sort, caught: bool) {
        let (made, found) = self.0.entry(sort).or_default();
        *made += 1;
        *found += u32::from(caught);
    }

    /// Adds another count.
    pub fn extend(&mut self, other: &Self) {
        for (sort, (made, found)) in &other.0 {
            let own = self.0.entry(*sort).or_default();
            *own = (own.0 + made, own.1 + found);
        }
    }

    /// How many mistakes of a group were made, and how many of them caught.
    pub fn of(&self, group: Group) -> (u32, u32) {
        let all = self.0.iter().filter(|(sort, _)| sort.group() == group);
        all.fold((0, 0), |(made, found), (_, (more, caught))| (made + more, found + caught))
    }

    /// The share of a group that was caught, in tenths of a percent; all of nothing is all.
    pub fn per_mille(&self, group: Group) -> u32 {
        let (made, found) = self.of(group);
        if made == 0 { 1000 } else { (u64::from(found) * 1000 / u64::from(made)) as u32 }
    }
}

impl fmt::Display for MutationTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in Group::ALL {
            line(f, group.title(), self.of(group))?;
            for sort in Sort::ALL.into_iter().filter(|sort| sort.group() == group) {
                if let Some(counts) = self.0.get(&sort) {
                    line(f, &format!("  {}", sort.title()), *counts)?;
                }
            }
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, title: &str, (made, found): (u32, u32)) -> fmt::Result {
    let share = if made == 0 { 1000 } else { u64::from(found) * 1000 / u64::from(made) };
    writeln!(f, "{title:<36} {found:>6} of {made:>6}  {:>3}.{} %", share / 10, share % 10)
}
