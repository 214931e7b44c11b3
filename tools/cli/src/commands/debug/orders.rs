//! What can be typed where the scripts have stopped.

use super::Followed;
use cardwright_rulings::debug::{Breakpoints, Resume};

/// An order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    GoOn(Resume),
    Break(String),
    Breaks,
    Delete(usize),
    Print(String),
    Locals,
    Where,
    Frame(usize),
    Source,
    Stack,
    Zones,
    Trace,
    Help,
    Nothing,
}

/// What is printed for `help`.
pub(super) const HELP: &str = "\
step, s            go on to the next statement, also in functions that are called
next, n            go on to the next statement of this function
out, o             go on until this function is left
continue, c        go on to the next breakpoint, or to the end
quit, q            leave

break WHERE, b     stop at a line of a script (card.rhai:12), when a line of the trace has been told (trace 7, or trace and a
                   part of the line), or where a step of the ruling begins (step 2)
breaks             the breakpoints
delete N           take a breakpoint away

print EXPRESSION   compute an expression, with the variables and functions of this place (p)
locals, l          the variables of this function
where, w           the functions that are running, the innermost first
frame N            look at the variables of another of them
list               the lines around
stack              what waits on the stack of the game
zones              where the cards lie
trace              the last lines of the trace";

/// Reads an order.
///
/// # Errors
/// Says that it is none.
pub(super) fn read(line: &str) -> Result<Order, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let number = || rest.parse::<usize>().map_err(|_| format!("`{word}` needs a number"));
    let order = match word {
        "" => Order::Nothing,
        "step" | "s" => Order::GoOn(Resume::Into),
        "next" | "n" => Order::GoOn(Resume::Over),
        "out" | "o" => Order::GoOn(Resume::Out),
        "continue" | "c" => Order::GoOn(Resume::On),
        "quit" | "q" => Order::GoOn(Resume::Leave),
        "break" | "b" if !rest.is_empty() => return Ok(Order::Break(rest.to_owned())),
        "break" | "b" => return Err("`break` needs a place: card.rhai:12, trace 7 or step 2".into()),
        "breaks" => Order::Breaks,
        "delete" => return number().map(Order::Delete),
        "print" | "p" if !rest.is_empty() => return Ok(Order::Print(rest.to_owned())),
        "print" | "p" => return Err("`print` needs an expression".into()),
        "locals" | "l" => Order::Locals,
        "where" | "w" => Order::Where,
        "frame" => return number().map(Order::Frame),
        "list" => Order::Source,
        "stack" => Order::Stack,
        "zones" => Order::Zones,
        "trace" => Order::Trace,
        "help" | "?" => Order::Help,
        _ => return Err(format!("there is no order `{word}`; type `help` for a list")),
    };
    match rest {
        "" => Ok(order),
        rest => Err(format!("`{word}` takes nothing, and `{rest}` stands behind it")),
    }
}

/// Sets a breakpoint at a place as it is typed. Gives its number and what is told of it.
///
/// # Errors
/// Says why there is no such place.
pub(super) fn set(place: &str, followed: &Followed, breakpoints: &mut Breakpoints) -> Result<(usize, String), String> {
    let (word, rest) = place.split_once(char::is_whitespace).unwrap_or((place, ""));
    let set = match (word, rest.trim()) {
        ("trace", rest) if !rest.is_empty() => {
            let at = followed.line(rest)?;
            let (facts, line) = &followed.lines[at];
            breakpoints.at_facts(*facts, format!("trace {}: {}", at + 1, line.trim()))
        }
        ("step", rest) if !rest.is_empty() => {
            let step = rest.parse().map_err(|_| format!("`{rest}` is no number of a step"))?;
            let facts = followed.facts_at_step(step).ok_or_else(|| {
                let there = crate::counted(followed.ruling.step_lines(), "line");
                format!("the steps of this ruling have {there}, and none with the number {step}")
            })?;
            breakpoints.at_facts(facts, format!("step {step}"))
        }
        _ => {
            let malformed = || format!("`{place}` is no place: card.rhai:12, trace 7 or step 2");
            let (path, line) = place.rsplit_once(':').ok_or_else(malformed)?;
            breakpoints.at_line(path.trim(), line.trim().parse().map_err(|_| malformed())?)?
        }
    };
    Ok((set.number, set.told.clone()))
}

impl Followed {
    /// The position of a line of the trace, given by its number, counted from 1, or by a part of it.
    fn line(&self, said: &str) -> Result<usize, String> {
        let at = match said.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|at| *at < self.lines.len()),
            Err(_) => self.lines.iter().position(|(_, line)| line.contains(said)),
        };
        at.ok_or_else(|| format!("the trace has {} lines, and none of them is `{said}`", self.lines.len()))
    }
}
