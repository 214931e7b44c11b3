//! The stepper: it follows the scripts, keeps their frames, and stops where somebody wants to look.

use super::Front;
use super::breakpoints::Breakpoints;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::{FunctionId, Rules};
use cardwright_kernel::state::Game;
use cardwright_script::watch::{Begins, Passing, Watch, WatchedVariable};
use std::sync::Arc;

/// A function that is running, and where.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The path of its script.
    pub path: Box<str>,
    /// Its name.
    pub function: Box<str>,
    /// The statement that runs: its line, counted from 1.
    pub line: u16,
    /// The column, counted from 1.
    pub column: u16,
    /// The variables before that statement.
    pub variables: Vec<WatchedVariable>,
    /// Which call from outside it belongs to, and how many functions of that are inside of each other.
    call: usize,
    level: usize,
    order: u32,
    /// The number of that call among all calls.
    serial: usize,
}

/// Where the scripts have stopped.
pub struct Paused<'p> {
    /// The functions that are running, the outermost first.
    pub frames: &'p [Frame],
    /// The game at this moment.
    pub game: &'p Game,
    /// The breakpoint that was met.
    pub breakpoint: Option<usize>,
}

/// How the scripts go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// To the next statement, wherever that is.
    Into,
    /// To the next statement of the same function, or of those around it.
    Over,
    /// Until the function is left.
    Out,
    /// To the next breakpoint.
    On,
    /// To the end.
    Leave,
}

/// Where the scripts were when they were told to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct From {
    depth: usize,
    /// The number of the outermost call.
    serial: usize,
}

/// What watches the scripts.
pub struct Stepper {
    rules: Arc<Rules>,
    front: Box<dyn Front>,
    breakpoints: Breakpoints,
    frames: Vec<Frame>,
    /// How many calls from outside are inside of each other.
    calls: usize,
    /// How many there have been.
    serial: usize,
    resume: Resume,
    from: From,
}

impl Stepper {
    /// A stepper that has not begun.
    pub fn new(ruleset: &Ruleset, front: Box<dyn Front>, breakpoints: Breakpoints, first: Resume) -> Self {
        let from = From { depth: usize::MAX, serial: 0 };
        let rules = Arc::clone(ruleset.rules());
        Self { rules, front, breakpoints, frames: Vec::new(), calls: 0, serial: 0, resume: first, from }
    }

    /// Notes what begins in the frames. Whether it is another line than before, or the same statement again.
    fn follow(&mut self, passing: &Passing<'_>) -> bool {
        let (call, level) = (self.calls, passing.level);
        self.frames.retain(|frame| (frame.call, frame.level) <= (call, level));
        let is_function = matches!(passing.begins, Begins::Function(..));
        let is_running = self.frames.last().is_some_and(|frame| (frame.call, frame.level) == (call, level));
        if is_function && is_running {
            // Another function is called in the place of one that is over.
            self.frames.pop();
        }
        if is_function || !is_running {
            self.frames.push(self.frame(passing));
            return true;
        }
        let Some(frame) = self.frames.last_mut() else { return true };
        let is_new = frame.line != passing.line || passing.order == frame.order;
        (frame.line, frame.column, frame.order) = (passing.line, passing.column, passing.order);
        frame.variables.clone_from(&passing.variables);
        is_new
    }

    fn frame(&self, passing: &Passing<'_>) -> Frame {
        let script = usize::from(passing.script);
        let names = self.rules.function_names.get(script);
        let function: Box<str> = match passing.begins {
            Begins::Function(number, _) => {
                names.and_then(|names| names.get(usize::from(number))).cloned().unwrap_or_default()
            }
            Begins::Closure | Begins::Statement => "a closure".into(),
        };
        Frame {
            path: self.rules.scripts.get_index(script).map(|(path, _)| path.clone()).unwrap_or_default(),
            function,
            line: passing.line,
            column: passing.column,
            variables: passing.variables.clone(),
            call: self.calls,
            level: passing.level,
            order: passing.order,
            serial: self.serial,
        }
    }

    /// The number of the outermost call.
    fn outermost(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.serial)
    }

    /// Whether this is where the last step was to lead.
    fn is_there(&self, is_new: bool) -> bool {
        let depth = self.frames.len();
        let is_left = depth < self.from.depth || self.outermost() != self.from.serial;
        match self.resume {
            Resume::Into => is_new,
            Resume::Over => is_left || depth == self.from.depth && is_new,
            Resume::Out => is_left,
            Resume::On | Resume::Leave => false,
        }
    }

    fn pause(&mut self, passing: &Passing<'_>, breakpoint: Option<usize>) {
        let paused = Paused { frames: &self.frames, game: passing.table.game(), breakpoint };
        self.resume = self.front.paused(&paused, &mut self.breakpoints);
        self.from = From { depth: self.frames.len(), serial: self.outermost() };
    }
}

impl Watch for Stepper {
    fn begins(&mut self, _: FunctionId) {
        self.calls += 1;
        self.serial += 1;
    }

    fn passes(&mut self, passing: &Passing<'_>) {
        if self.resume == Resume::Leave {
            return;
        }
        let is_new = self.follow(passing);
        let is_statement = !matches!(passing.begins, Begins::Function(_, false));
        // What is done again has been shown.
        if !is_statement || passing.table.repeats() {
            return;
        }
        let facts = passing.table.game().trace().len();
        let met = self.breakpoints.met((passing.script, passing.line), is_new, facts);
        let wanted = self.front.wants_pause(&mut self.breakpoints);
        if met.is_some() || wanted || self.is_there(is_new) {
            self.pause(passing, met);
        }
    }

    fn ends(&mut self) {
        let call = self.calls;
        self.frames.retain(|frame| frame.call < call);
        self.calls = self.calls.saturating_sub(1);
    }
}
