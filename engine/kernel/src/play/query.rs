//! What scripts are asked: values and predicates, kept until something that the computation read changes. So is that a
//! state check found nothing to do.

use crate::model::carried::Carried;
use crate::model::ids::{EntityId, Handle, ValueId};
use crate::model::index::Cell;
use crate::model::rules::{FunctionId, Predicate, Taken};
use crate::model::spent::PARTS;
use crate::model::trace::{FactKind, Things};
use crate::model::value::Value;
use crate::play::call::{Arg, Stop, Wanted};
use crate::play::computing::Line;
use crate::play::kept::{Kept, KeptCost, KeptKey, MOST_KEPT};
use crate::play::limits::NESTING;
use crate::play::queries::{Moment, Reading};
use crate::play::session::Table;
use smallvec::SmallVec;

/// A value for callers outside a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueNow {
    /// The value that the game computes with: what fails contributes nothing. `None` if it cannot be computed.
    pub value: Option<i64>,
    /// What was read to compute it: who does not know all of that must not be told the value.
    pub reads: Vec<Cell>,
    /// What failed, as facts.
    pub faults: Vec<FactKind>,
}

impl Table {
    /// What looking at the game needs.
    pub fn reading(&self) -> Reading<'_> {
        let at = Reading::new(&self.rules, self.state(), (&self.run.reads, &self.run.work), &self.cache.layers);
        match self.run.before {
            None => at,
            Some(position) => at.at(Moment::Before(position)),
        }
    }

    /// Notes that the running computation reads something.
    pub fn note_read(&self, cell: Cell) {
        self.reading().note(cell);
    }

    /// A value of an entity; a set of words as bits.
    ///
    /// # Errors
    /// A fault that names the chain if the value needs itself; a stop from a script.
    pub fn value(&mut self, value: ValueId, subject: EntityId) -> Result<i64, Stop> {
        if self.rules.values[value.index()].words.is_some() {
            return Ok(self.reading().words(value, subject).bits());
        }
        let moment = self.run.before.map(|before| (before, self.reading().sequence().number));
        self.keep(KeptKey::value(value, subject, moment), |table| table.compute(value, subject, None))
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

    /// A value for callers outside a step.
    pub fn value_now(&mut self, value: ValueId, subject: EntityId) -> ValueNow {
        self.value_after(0, value, subject).0
    }

    /// The same for a look that has spent so much already of what a step may; also returns what the value took.
    pub fn value_after(&mut self, spent: u64, value: ValueId, subject: EntityId) -> (ValueNow, u64) {
        let mut reads = Box::default();
        let (value, faults) = self.looking(spent, |table| {
            let (result, cells) = table.watched(|table| table.value(value, subject));
            reads = cells;
            result
        });
        let mut reads = reads.to_vec();
        if reads.contains(&Cell::Order.number()) {
            reads.extend(self.reading().read_for_order());
        }
        let reads = reads.into_iter().map(Cell::of_number).collect();
        (ValueNow { value, reads, faults }, self.run.work.total() - spent)
    }

    /// The same with its explanation.
    pub fn explain_now(&mut self, value: ValueId, subject: EntityId) -> Option<(i64, Vec<Line>)> {
        self.begin_scripts();
        self.explain(value, subject).ok()
    }

    /// Whether somebody wants to know how the value comes about that is being computed.
    pub fn explains(&self) -> bool {
        self.run.parts.as_ref().is_some_and(|parts| parts.depth == self.run.computing.len())
    }

    /// Notes a part of the value that is being computed, if somebody wants to know.
    pub fn add_part(&mut self, amount: i64, why: Things) {
        if self.explains()
            && let Some(parts) = &mut self.run.parts
            // The rest is told as one part.
            && parts.parts.len() < PARTS
        {
            parts.parts.push((amount, why));
        }
    }

    /// Writes to the trace how a value comes about. Returns the value.
    ///
    /// # Errors
    /// As [`Table::value`].
    pub fn tell_value(&mut self, value: ValueId, subject: EntityId) -> Result<i64, Stop> {
        let (result, lines) = self.explain(value, subject)?;
        let thing = (subject != EntityId::GAME).then(|| self.thing(subject));
        self.tell(FactKind::Value(value, thing, result));
        for line in lines {
            self.tell_deeper(FactKind::Part(line.amount, line.by, line.why));
        }
        Ok(result)
    }

    /// The kept result if nothing that it read has changed; otherwise computes it and keeps it.
    fn keep(&mut self, key: KeptKey, compute: impl FnOnce(&mut Self) -> Result<i64, Stop>) -> Result<i64, Stop> {
        if let Some((result, cost)) = self.kept(&key).filter(|(_, cost)| self.has_room_for(*cost)) {
            self.run.deepest = self.run.deepest.max(self.run.nesting + cost.levels);
            if cfg!(debug_assertions) {
                let logged = self.game.logged_lines().len();
                let fresh = compute(self)?;
                self.game.cut_log(logged);
                debug_assert_eq!(result, fresh, "a kept result must be what a fresh computation gives: {key:?}");
            } else {
                self.reading().spend(cost);
            }
            return Ok(result);
        }
        let before = self.begin_costing();
        let (faults, began) = (self.run.faults, self.state().index.clock());
        let (result, reads) = self.watched(compute);
        let cost = self.end_costing(before);
        // What is kept writes no lines: a computation in which something failed is done, and told, every time.
        if let (Ok(result), true) = (&result, self.run.faults == faults) {
            let result = *result;
            if self.cache.kept.len() >= MOST_KEPT {
                self.cache.kept.clear();
            }
            self.cache.kept.insert(key, Kept::new(result, reads, began, cost));
        }
        result
    }

    /// Runs a state check, unless nothing that it read has changed since it looked and found nothing to do.
    ///
    /// # Errors
    /// A stop from the check.
    pub(super) fn run_check(&mut self, number: usize) -> Result<(), Stop> {
        let key = KeptKey::check(number);
        let kept = self.kept(&key).filter(|(_, cost)| self.has_room_for(*cost));
        if let (Some((_, cost)), false) = (kept, cfg!(debug_assertions)) {
            self.reading().spend(cost);
            self.run.deepest = self.run.deepest.max(self.run.nesting + cost.levels);
            return Ok(());
        }
        let check = self.rules.checks[number].hook.id();
        let started = self.begin_costing();
        let began = self.state().index.clock();
        let before = (self.run.operations.get(), self.game.journal.len(), self.game.trace.len(), self.run.faults);
        let (result, reads) = self.watched(|table| table.call(check, &[Arg::Game]));
        let after = (self.run.operations.get(), self.game.journal.len(), self.game.trace.len(), self.run.faults);
        let cost = self.end_costing(started);
        let only_looked = before == after && result.is_ok();
        debug_assert!(
            kept.is_none() || only_looked,
            "the check `{}` finds something to do, and nothing that it read has changed",
            self.rules.checks[number].hook.name
        );
        if only_looked {
            self.cache.kept.insert(key, Kept::new(0, reads, began, cost));
        }
        result
    }

    /// Notes what has been spent, and how deep calls have been, before something is computed that may be kept.
    fn begin_costing(&mut self) -> ((u64, u64), u32) {
        let deepest = std::mem::replace(&mut self.run.deepest, self.run.nesting);
        ((self.run.work.total(), self.run.work.orders()), deepest)
    }

    /// What has been spent since, and how many calls were inside of each other.
    fn end_costing(&mut self, (before, deepest): ((u64, u64), u32)) -> KeptCost {
        let (work, orders) = self.reading().spent_since(before);
        let cost = KeptCost { work, orders, levels: self.run.deepest - self.run.nesting };
        self.run.deepest = self.run.deepest.max(deepest);
        cost
    }

    /// Whether what is kept could be computed here: otherwise it would depend on what is kept whether there is room.
    const fn has_room_for(&self, cost: KeptCost) -> bool {
        self.run.nesting + cost.levels <= NESTING
    }

    /// A kept result that is still good, and what it takes to compute it.
    fn kept(&self, key: &KeptKey) -> Option<(i64, KeptCost)> {
        let kept = self.cache.kept.get(key)?;
        // The computation around this one depends on all that the kept result depends on.
        self.reading().is_good(kept).then_some((kept.result, kept.cost))
    }

    /// Does something and notes what it reads, each cell once; an outer computation has read it, too.
    fn watched<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> (R, Box<[u32]>) {
        let outer = self.run.reads.begin(self.state().cells());
        let result = work(self);
        let reads = self.run.reads.end(outer);
        (result, reads)
    }

    /// Calls a function that may only look.
    ///
    /// # Errors
    /// A fault of the script.
    pub(crate) fn pure_call(
        &mut self,
        function: FunctionId,
        args: &[Arg<'_>],
        wanted: Wanted,
    ) -> Result<Carried, Stop> {
        self.run.pure += 1;
        let result = self.call_for(function, args, wanted);
        self.run.pure -= 1;
        result
    }

    /// Asks a predicate, of all that its purpose can give it. One that fails refuses, and the fault is reported.
    ///
    /// # Errors
    /// A pending stop, or a fault if no script can be called any more.
    pub fn predicate(&mut self, predicate: Predicate, given: &[Arg<'_>]) -> Result<bool, Stop> {
        let Predicate { function, taken } = predicate;
        let takes = taken.places().iter().filter_map(|place| given.get(usize::from(*place)).copied());
        let args: SmallVec<[Arg<'_>; Taken::MOST]> = takes.collect();
        let args = args.as_slice();
        let reads = self.scripts.parameters_read(function);
        // While a layer is computed, predicates look at what is so in that layer only.
        let key = predicate_key(function, args, reads).filter(|_| self.run.before.is_none());
        let Some(key) = key else { return self.ask_predicate(function, args) };
        let result = self.keep(key, |table| table.ask_predicate(function, args).map(i64::from))?;
        Ok(result != 0)
    }

    fn ask_predicate(&mut self, function: FunctionId, args: &[Arg<'_>]) -> Result<bool, Stop> {
        self.room_for_a_call()?;
        match self.pure_call(function, args, Wanted::Flag) {
            Ok(Carried::One(Value::Flag(holds))) => Ok(holds),
            Ok(_) | Err(Stop::Fault(_) | Stop::Illegal(_)) => Ok(false),
            Err(Stop::Pending) => Err(Stop::Pending),
        }
    }
}

/// By what the result of a predicate is kept: what it is asked about, as far as it looks at that, so that a gate that is
/// the same for all cards is asked once. `None` if it is asked about more than three things, about a happening, which
/// nothing else is like, or about what cannot be packed.
fn predicate_key(function: FunctionId, args: &[Arg<'_>], reads: u8) -> Option<KeptKey> {
    let mut about = [(0, 0); 3];
    for (at, arg) in args.iter().enumerate().filter(|(at, _)| u32::from(reads) >> at & 1 == 1) {
        *about.get_mut(at)? = packed(arg)?;
    }
    Some(KeptKey::predicate(function.script, function.function?, about))
}

/// An argument as a sort and a number.
fn packed(arg: &Arg<'_>) -> Option<(u64, u64)> {
    let entity = |handle: Handle| (3, u64::from(handle.incarnation) << 32 | u64::from(handle.id.0));
    Some(match *arg {
        Arg::Value(Value::Nothing) => (0, 0),
        // The game is never replaced, so its incarnation does not matter.
        Arg::Game => (1, 0),
        Arg::Player(player) | Arg::Value(Value::Player(player)) => (2, u64::from(player.0)),
        Arg::Card(handle) | Arg::Space(handle) | Arg::Joint(handle) | Arg::Item(handle) | Arg::Effect(handle) => {
            entity(handle)
        }
        Arg::Value(Value::Entity(handle)) => entity(handle),
        Arg::Value(Value::Number(number)) => (4, number as u64),
        Arg::Value(Value::Flag(flag)) => (5, u64::from(flag)),
        Arg::Value(Value::Word(word)) => (6, word.0.into()),
        Arg::Event(_) | Arg::Carried(_) | Arg::Value(Value::Players(_) | Value::Choices(_) | Value::Numbers(_)) => {
            return None;
        }
    })
}
