//! A terminal, or a file of orders, that scripts are followed in.

use super::Followed;
use super::orders::{self, HELP, Order};
use super::shown::{Looked, held};
use crate::commands::ask;
use crate::out::Out;
use cardwright_game::{AskedFor, Asker};
use cardwright_kernel::problems::Source;
use cardwright_rulings::debug::{Breakpoints, Frame, Front, Paused, Resume};
use cardwright_script::asked::EXPRESSION;
use std::cell::Cell;
use std::io::BufRead;
use std::rc::Rc;

/// How many lines of a script are shown before and behind the one that runs.
const AROUND: u16 = 3;

/// How many lines of the trace are shown.
const LAST: usize = 10;

/// Somebody who follows scripts.
pub(super) struct Terminal {
    followed: Followed,
    asker: Asker,
    input: Box<dyn BufRead>,
    /// Whether orders are repeated in the output.
    echoes: bool,
    out: Out,
    /// The frame that is looked at, counted from the innermost.
    frame: usize,
    left: Rc<Cell<bool>>,
}

impl Terminal {
    /// Somebody who follows a ruling.
    pub fn new(followed: Followed, input: Box<dyn BufRead>, echoes: bool, out: Out) -> Self {
        let asker = Asker::new(&followed.ruleset);
        Self { followed, asker, input, echoes, out, frame: 0, left: Rc::default() }
    }

    /// Whether it was left before the end.
    pub fn left(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.left)
    }

    /// What is typed before anything runs.
    pub fn begin(&mut self, breakpoints: &mut Breakpoints) -> Resume {
        self.out.line(format_args!("{}: {} steps", self.followed.ruling.path, self.followed.ruling.step_lines()));
        self.obey(None, breakpoints)
    }

    /// Does what is typed until the scripts are to go on.
    fn obey(&mut self, paused: Option<&Paused<'_>>, breakpoints: &mut Breakpoints) -> Resume {
        loop {
            self.out.text("debug> ");
            self.out.flush();
            let Some(line) = self.read_line() else {
                self.out.line("");
                return self.leave();
            };
            if self.echoes {
                self.out.line(line.trim_end());
            }
            match orders::read(&line) {
                Ok(Order::GoOn(Resume::Leave)) => return self.leave(),
                Ok(Order::GoOn(resume)) => {
                    self.out.flush();
                    return resume;
                }
                Ok(order) => self.order(&order, paused, breakpoints),
                Err(message) => self.out.line(message),
            }
        }
    }

    fn leave(&mut self) -> Resume {
        self.left.set(true);
        self.out.flush();
        Resume::Leave
    }

    /// A line of input; `None` at its end, or if it cannot be read.
    fn read_line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    fn order(&mut self, order: &Order, paused: Option<&Paused<'_>>, breakpoints: &mut Breakpoints) {
        match (order, paused) {
            (Order::Nothing | Order::GoOn(_), _) => {}
            (Order::Help, _) => self.out.line(HELP),
            (Order::Break(place), _) => match orders::set(place, &self.followed, breakpoints) {
                Ok((number, told)) => self.out.line(format_args!("breakpoint {number}: {told}")),
                Err(message) => self.out.line(message),
            },
            (Order::Breaks, _) => {
                let told = breakpoints.all().iter().map(|it| format!("{}: {}", it.number, it.told));
                self.lines(told.collect(), "no breakpoints");
            }
            (Order::Delete(number), _) if breakpoints.remove(*number) => {}
            (Order::Delete(number), _) => self.out.line(format_args!("there is no breakpoint {number}")),
            (_, None) => {
                self.out.line("nothing runs yet: `step` goes to the first statement, `continue` to a breakpoint")
            }
            (order, Some(paused)) => self.look(order, paused),
        }
    }

    /// Shows what an order asks for.
    fn look(&mut self, order: &Order, paused: &Paused<'_>) {
        let looked = Looked { followed: &self.followed, game: paused.game };
        let (told, none) = match order {
            Order::Print(expression) => return self.print(expression, paused),
            Order::Frame(number) => return self.look_at(*number, paused),
            Order::Locals => (self.locals(paused), "no variables here"),
            Order::Where => {
                let frames = paused.frames.iter().rev().enumerate();
                (frames.map(|(at, frame)| format!("{at}: {}", looked.call(frame))).collect(), "")
            }
            Order::Source => (self.source(paused), ""),
            Order::Stack => (looked.items(), "nothing waits"),
            Order::Zones => {
                let zones = looked.zones().into_iter().map(|(zone, cards)| format!("{zone}: {cards}"));
                (zones.collect(), "all zones are empty")
            }
            Order::Trace => (told(looked), "nothing was told yet"),
            Order::GoOn(_) | Order::Break(_) | Order::Breaks | Order::Delete(_) | Order::Help | Order::Nothing => {
                return;
            }
        };
        self.lines(told, none);
    }

    fn look_at(&mut self, number: usize, paused: &Paused<'_>) {
        let last = paused.frames.len().saturating_sub(1);
        if number > last {
            return self.out.line(format_args!("frames are numbered from 0 to {last}"));
        }
        self.frame = number;
        self.show(paused);
    }

    fn lines(&mut self, lines: Vec<String>, none: &str) {
        if lines.is_empty() {
            self.out.line(none);
        }
        lines.iter().for_each(|line| self.out.line(line));
    }

    /// The frame that is looked at.
    fn looked_at<'p>(&self, paused: &'p Paused<'_>) -> Option<&'p Frame> {
        paused.frames.iter().rev().nth(self.frame)
    }

    /// Shows where the scripts are.
    fn show(&mut self, paused: &Paused<'_>) {
        let Some(frame) = self.looked_at(paused) else { return };
        let met = paused.breakpoint.filter(|_| self.frame == 0);
        let met = met.map(|number| format!(" (breakpoint {number})")).unwrap_or_default();
        let is_sealed = paused.game.branch().is_some_and(|(_, _, sealed)| sealed);
        let sealed = if is_sealed { " (sealed: it is undone, and done again when all have answered)" } else { "" };
        let looked = Looked { followed: &self.followed, game: paused.game };
        let line = looked.source_line(frame, frame.line).unwrap_or_default();
        let head = format!("{}:{} in {}{met}{sealed}", frame.path, frame.line, frame.function);
        self.lines(vec![head, format!("{:>5} | {line}", frame.line)], "");
    }

    /// The lines around the one that runs.
    fn source(&self, paused: &Paused<'_>) -> Vec<String> {
        let Some(frame) = self.looked_at(paused) else { return Vec::new() };
        let looked = Looked { followed: &self.followed, game: paused.game };
        let around = frame.line.saturating_sub(AROUND).max(1)..=frame.line.saturating_add(AROUND);
        let shown = around.filter_map(|at| {
            let mark = if at == frame.line { '>' } else { ' ' };
            Some(format!("{mark}{at:>4} | {}", looked.source_line(frame, at)?))
        });
        shown.collect()
    }

    fn locals(&self, paused: &Paused<'_>) -> Vec<String> {
        let reporter = Looked { followed: &self.followed, game: paused.game }.reporter();
        let variables = self.looked_at(paused).into_iter().flat_map(|frame| &frame.variables);
        variables.map(|variable| format!("{} = {}", variable.name, held(variable, &reporter))).collect()
    }

    fn print(&mut self, expression: &str, paused: &Paused<'_>) {
        let frame = self.looked_at(paused);
        let variables = frame.into_iter().flat_map(|frame| &frame.variables);
        let variables = variables.filter_map(|variable| Some((variable.name.clone(), variable.held.clone().ok()?)));
        let within = frame.map(|frame| &*frame.path);
        let question = AskedFor { expression, within, variables: variables.collect() };
        match self.asker.ask(paused.game, &question) {
            Ok(reply) => self.lines(ask::lines(&reply, paused.game), ""),
            Err(problems) => {
                let rendered = problems.render(&Source { path: EXPRESSION, text: expression }, self.out.colour());
                self.out.rendered(rendered);
            }
        }
    }
}

impl Front for Terminal {
    fn paused(&mut self, paused: &Paused<'_>, breakpoints: &mut Breakpoints) -> Resume {
        self.frame = 0;
        self.show(paused);
        self.obey(Some(paused), breakpoints)
    }

    fn wants_pause(&mut self, _: &mut Breakpoints) -> bool {
        false
    }
}

/// The last lines of the trace, with their numbers.
fn told(looked: Looked<'_>) -> Vec<String> {
    let lines = looked.reporter().lines(looked.game.trace());
    let from = lines.len().saturating_sub(LAST);
    lines[from..].iter().enumerate().map(|(at, (_, line))| format!("{:>4}  {line}", from + at + 1)).collect()
}
