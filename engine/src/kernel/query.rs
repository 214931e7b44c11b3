//! Values: numbers that cards modify. They are computed in stages, explain themselves line by line, and are kept
//! until something that the computation read changes.

use super::filter::Looker;
use super::ids::{EntityId, ValueId};
use super::index::{Entry, Topic};
use super::rules::{Contribution, Hook, Stage};
use super::table::{Arg, Fault, Stop, Table};
use super::trace::Named;
use super::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A line of a value's explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who contributes; `None` for what the value starts from.
    pub by: Option<Named>,
    /// In which stage, a position in [`Rules::stages`](super::rules::Rules::stages).
    pub stage: u16,
    /// What is set, added, multiplied by.
    pub amount: i64,
    /// What the value is then.
    pub total: i64,
}

/// A value that is being computed.
#[derive(Clone, Debug)]
pub struct Computing {
    value: ValueId,
    subject: EntityId,
    reads: Vec<(EntityId, u32)>,
}

#[derive(Clone, Debug)]
struct Kept {
    result: i64,
    layout: u32,
    reads: Box<[(EntityId, u32)]>,
}

/// Values that were computed, and what they read.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    kept: FxHashMap<(ValueId, EntityId), Kept>,
}

impl Table {
    /// A value of an entity.
    ///
    /// # Errors
    /// A fault that names the chain if the value needs itself; a stop from a script.
    pub fn value(&mut self, value: ValueId, subject: EntityId) -> Result<i64, Stop> {
        self.note_read(subject);
        if let Some(kept) = self.cache.kept.get(&(value, subject))
            && self.still_holds(kept)
        {
            let (result, reads) = (kept.result, kept.reads.clone());
            self.inherit(&reads);
            return Ok(result);
        }
        self.compute(value, subject, None)
    }

    /// A value with its explanation.
    ///
    /// # Errors
    /// As [`Table::value`].
    pub fn explain(&mut self, value: ValueId, subject: EntityId) -> Result<(i64, Vec<Line>), Stop> {
        let mut lines = Vec::new();
        let result = self.compute(value, subject, Some(&mut lines))?;
        Ok((result, lines))
    }

    /// Notes that the running computation reads something about an entity.
    pub fn note_read(&mut self, id: EntityId) {
        let version = self.state().index.versions.get(id.index()).copied().unwrap_or(0);
        if let Some(computing) = self.run.computing.last_mut()
            && !computing.reads.contains(&(id, version))
        {
            computing.reads.push((id, version));
        }
    }

    fn still_holds(&self, kept: &Kept) -> bool {
        let index = &self.state().index;
        kept.layout == index.layout
            && kept.reads.iter().all(|(id, version)| index.versions.get(id.index()).copied().unwrap_or(0) == *version)
    }

    fn inherit(&mut self, reads: &[(EntityId, u32)]) {
        if let Some(computing) = self.run.computing.last_mut() {
            for read in reads {
                if !computing.reads.contains(read) {
                    computing.reads.push(*read);
                }
            }
        }
    }

    fn compute(&mut self, value: ValueId, subject: EntityId, lines: Option<&mut Vec<Line>>) -> Result<i64, Stop> {
        if self.run.computing.iter().any(|other| other.value == value && other.subject == subject) {
            return Err(Fault::stop(self.circle(value)));
        }
        self.run.computing.push(Computing { value, subject, reads: Vec::new() });
        self.note_read(subject);
        let result = self.compute_stages(value, subject, lines);
        let Some(done) = self.run.computing.pop() else {
            return result;
        };
        self.inherit(&done.reads);
        if let Ok(result) = result {
            let layout = self.state().index.layout;
            let kept = Kept { result, layout, reads: done.reads.into() };
            self.cache.kept.insert((value, subject), kept);
        }
        result
    }

    fn circle(&self, value: ValueId) -> String {
        let name = |id: ValueId| self.rules.values.get_index(id.index()).map_or("?", |(name, _)| name);
        let chain: Vec<&str> = self.run.computing.iter().map(|computing| name(computing.value)).collect();
        format!("the value `{}` needs itself: {} needs {0}", name(value), chain.join(" needs "))
    }

    fn compute_stages(
        &mut self,
        value: ValueId,
        subject: EntityId,
        mut lines: Option<&mut Vec<Line>>,
    ) -> Result<i64, Stop> {
        let rules = self.rules.clone();
        let decl = &rules.values[value.index()];
        let mut total = match (&decl.script, decl.base) {
            (Some(hook), _) => self.pure_call(hook, &[self.arg_of(subject)])?.number(),
            (None, Some(attr)) => self.state().attribute(&rules, subject, attr).number(),
            (None, None) => decl.start,
        };
        if let Some(lines) = &mut lines {
            lines.push(Line { by: None, stage: 0, amount: total, total });
        }
        let entries: SmallVec<[Entry; 8]> = self.state().index.about(Topic::contribution(value)).into();
        for (stage, kind) in rules.stages.values().enumerate() {
            for entry in &entries {
                let def = self.state().entity(entry.entity).def;
                let contribution = &rules.definitions[def.index()].abilities.contributions[usize::from(entry.number)];
                if usize::from(contribution.stage) != stage {
                    continue;
                }
                let Some(amount) = self.contributed(contribution, *entry, subject)? else {
                    continue;
                };
                total = kind.combine(total, amount);
                if let Some(lines) = &mut lines {
                    let by = Some(self.named(entry.entity));
                    lines.push(Line { by, stage: stage as u16, amount, total });
                }
            }
        }
        Ok(decl.at_least.map_or(total, |least| total.max(least)))
    }

    fn contributed(&mut self, of: &Contribution, entry: Entry, subject: EntityId) -> Result<Option<i64>, Stop> {
        self.note_read(entry.entity);
        let looker = Looker { seat: self.state().entity(entry.entity).controller, source: entry.entity };
        let exempt = self
            .state()
            .effect(entry.entity)
            .is_some_and(|effect| effect.exempt.has(self.state().entity(subject).controller));
        if exempt || !self.passes(&of.subject, subject, looker) {
            return Ok(None);
        }
        match &of.script {
            None => Ok(Some(of.amount)),
            Some(hook) => match self.pure_call(hook, &[self.arg_of(entry.entity), self.arg_of(subject)]) {
                Ok(Value::Nothing) | Err(Stop::Fault(_)) => Ok(None),
                Ok(amount) => Ok(Some(amount.number())),
                Err(stop) => Err(stop),
            },
        }
    }

    /// Calls a function that may only look.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn pure_call(&mut self, hook: &Hook, args: &[Arg]) -> Result<Value, Stop> {
        self.run.pure += 1;
        let result = self.call(hook, args);
        self.run.pure -= 1;
        result
    }

    /// Asks a predicate. One that fails refuses, and the fault is reported.
    ///
    /// # Errors
    /// A pending stop only.
    pub fn predicate(&mut self, hook: &Hook, args: &[Arg]) -> Result<bool, Stop> {
        match self.pure_call(hook, args) {
            Ok(Value::Flag(holds)) => Ok(holds),
            Ok(_) | Err(Stop::Fault(_) | Stop::Illegal(_)) => Ok(false),
            Err(Stop::Pending) => Err(Stop::Pending),
        }
    }
}

impl Stage {
    const fn combine(self, total: i64, amount: i64) -> i64 {
        match self {
            Self::Set => amount,
            Self::Add => total.saturating_add(amount),
            Self::Multiply => total.saturating_mul(amount),
            Self::AtLeast => {
                if total > amount {
                    total
                } else {
                    amount
                }
            }
            Self::AtMost => {
                if total < amount {
                    total
                } else {
                    amount
                }
            }
        }
    }
}
