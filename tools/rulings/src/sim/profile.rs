//! Where the time of a simulation goes: each function of a script, how often it was called and how long it took.

use cardwright_kernel::faults::Stop;
use cardwright_kernel::rules::{FunctionId, Rules};
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::Table;
use cardwright_kernel::values::Carried;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A script, and a function in it.
type Function = (u16, Box<str>);

/// What the functions of scripts took.
#[derive(Clone, Debug, Default)]
pub struct Profile(BTreeMap<Function, (u64, Duration)>);

/// What a function took in all games together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Took {
    /// The script's file.
    pub script: String,
    /// The function.
    pub function: String,
    /// How often it was called.
    pub calls: u64,
    /// How long it took, in seconds, without the functions that its verbs called.
    pub seconds: f64,
}

impl Profile {
    pub(super) fn add(&mut self, other: Self) {
        for (function, (calls, time)) in other.0 {
            let total = self.0.entry(function).or_default();
            total.0 += calls;
            total.1 += time;
        }
    }

    /// What each function took, the longest first.
    pub fn took(&self, rules: &Rules) -> Vec<Took> {
        let path = |script: u16| rules.scripts.get_index(usize::from(script)).map_or("", |(path, _)| path);
        let took = |((script, function), (calls, time)): (&Function, &(u64, Duration))| Took {
            script: path(*script).to_string(),
            function: function.to_string(),
            calls: *calls,
            seconds: time.as_secs_f64(),
        };
        let mut all: Vec<Took> = self.0.iter().map(took).collect();
        all.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        all
    }
}

/// A host that measures what it calls.
pub(super) struct Measured {
    host: Rc<dyn Scripts>,
    profile: RefCell<Profile>,
    /// What the calls inside of each running call took.
    inside: RefCell<Vec<Duration>>,
}

impl Measured {
    pub(super) fn new(host: Rc<dyn Scripts>) -> Self {
        Self { host, profile: RefCell::default(), inside: RefCell::default() }
    }

    /// What was measured since it was asked last.
    pub(super) fn taken(&self) -> Profile {
        self.inside.take();
        self.profile.take()
    }
}

impl Scripts for Measured {
    fn begin(&self) {
        self.host.begin();
    }

    fn resume(&self) {
        self.host.resume();
    }

    fn parameters_read(&self, function: FunctionId) -> u8 {
        self.host.parameters_read(function)
    }

    fn remember(&self) -> bool {
        self.host.remember()
    }

    fn call(&self, table: &mut Table, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        self.inside.borrow_mut().push(Duration::ZERO);
        let began = Instant::now();
        let result = self.host.call(table, function, args, wanted);
        let took = began.elapsed();
        let mut running = self.inside.borrow_mut();
        let inside = running.pop().unwrap_or_default();
        if let Some(outer) = running.last_mut() {
            *outer += took;
        }
        let mut profile = self.profile.borrow_mut();
        let total = profile.0.entry((function.script.0, table.rules().function_name(function).into())).or_default();
        total.0 += 1;
        total.1 += took.saturating_sub(inside);
        result
    }
}
