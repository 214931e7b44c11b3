//! What went wrong in a script that Rhai ran, in words for its author, and where.

use super::meter::{Halt, Meter};
use cardwright_script::faults;
use cardwright_script::sandbox::{Location, TooLarge, small_first};
use rhai::EvalAltResult;
use std::fmt;

/// What went wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// In words for the author.
    pub message: Box<str>,
    /// Where.
    pub place: Location,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.place)
    }
}

/// How a call of a script ended that gave no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was stopped, because a question is open.
    Stopped,
    /// It failed.
    Faulted(Box<ScriptFault>),
}

impl Ended {
    /// Judges an error that came out of a script.
    ///
    /// `hook` is where the called function stands: the place of errors that have no other.
    pub(super) fn from_error(error: EvalAltResult, meter: &Meter, hook: Location) -> Self {
        if meter.halt() == Some(Halt::Stopped) {
            return Self::Stopped;
        }
        let (path, error) = innermost(hook.path.clone(), error);
        // Rhai gives the errors of limits the place of some outer call, or none.
        let known = if error.is_system_exception() { None } else { Location::new(&path, error.position()) };
        let place = known.or_else(|| meter.place()).unwrap_or(hook);
        Self::faulted(words(&error, meter), place)
    }

    fn faulted(message: String, place: Location) -> Self {
        Self::Faulted(Box::new(ScriptFault { message: message.into(), place }))
    }

    /// A call that was not begun because too many are open.
    pub(super) fn too_deep(meter: &Meter, hook: Location) -> Self {
        let most = meter.allowance.nesting;
        Self::faulted(format!("scripts set off scripts too deeply: {most} calls are open at once"), hook)
    }

    /// A call that ended in a panic: a mistake of the engine, not of the script.
    pub(super) fn panicked(meter: &Meter, hook: Location) -> Self {
        Self::faulted("the engine itself failed here: please report it".into(), meter.place().unwrap_or(hook))
    }
}

/// An error without the calls that led to it, and the file of the function that failed.
fn innermost(path: Box<str>, error: EvalAltResult) -> (Box<str>, EvalAltResult) {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, inside, inner, _) => {
            innermost(if inside.is_empty() { path } else { inside.into() }, *inner)
        }
        other => (path, other),
    }
}

/// An error in words for an author.
fn words(error: &EvalAltResult, meter: &Meter) -> String {
    match error {
        EvalAltResult::ErrorTerminated(..) => halted(meter),
        EvalAltResult::ErrorRuntime(value, _) => value.to_string(),
        EvalAltResult::ErrorStackOverflow(_) => faults::levels_exhausted().message,
        EvalAltResult::ErrorDataTooLarge(what, _) => too_large(what).fault().message,
        EvalAltResult::ErrorArithmetic(what, _) => small_first(what),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => not_found(signature),
        EvalAltResult::ErrorDotExpr(text, _) => no_property(text).unwrap_or_else(|| text.clone()),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) => {
            // A captured variable is called by the name of its cell; it was the last that was read.
            let shared = meter.shared();
            let found = if found.contains("RefCell<") { &shared } else { found };
            format!("here stands {}, where {} is wanted", called(found), called(wanted))
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => format!("there is no variable `{name}`"),
        EvalAltResult::ErrorArrayBounds(len, index, _) => {
            format!("the list has {len} elements, and none at {index}")
        }
        EvalAltResult::ErrorIndexingType(text, _) => {
            format!("{} has no elements", called(text.split(" [").next().unwrap_or(text)))
        }
        EvalAltResult::ErrorDataRace(..) => {
            "a closure uses the variable that its own chain starts from: name the list first".into()
        }
        other => without_position(other),
    }
}

fn halted(meter: &Meter) -> String {
    let allowance = meter.allowance;
    match meter.halt() {
        Some(Halt::Exhausted) => {
            format!("the scripts of one step took more than {} operations together", allowance.total)
        }
        _ => format!("this script does not come to an end: it took more than {} operations", allowance.per_call),
    }
}

/// What is too large, as Rhai names it.
fn too_large(what: &str) -> TooLarge {
    let what = what.to_lowercase();
    let is = |word| what.contains(word);
    if is("string") {
        TooLarge::Text
    } else if is("map") {
        TooLarge::Map
    } else {
        TooLarge::List
    }
}

fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    match text.rfind(" (line ") {
        Some(end) if !error.position().is_none() => text[..end].into(),
        _ => text,
    }
}

/// A call that nothing answers to: `name (type, type)`.
fn not_found(signature: &str) -> String {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ""));
    let types = types.strip_suffix(')').unwrap_or(types);
    if types.is_empty() {
        return format!("there is no `{name}`");
    }
    let types: Vec<String> = types.split(", ").map(called).collect();
    format!("there is no `{name}` for {}", types.join(" and "))
}

/// A property that a type does not have. Rhai has a sentence of its own for that.
fn no_property(text: &str) -> Option<String> {
    let mut quoted = text.split('\'').skip(1).step_by(2);
    let (name, type_) = (quoted.next()?, quoted.next()?);
    let done = if text.starts_with("No writable") { "be set like this" } else { "be read" };
    Some(format!("`{name}` of {} cannot {done}", called(type_)))
}

/// How people call a type.
pub(super) fn called(type_: &str) -> String {
    match type_.rsplit("::").next().unwrap_or(type_) {
        "i64" => "a number".into(),
        "bool" => "true or false".into(),
        "()" => "nothing".into(),
        "array" => "a list".into(),
        "map" => "a map".into(),
        "Fn" => "a closure".into(),
        "Item" => "a stack item".into(),
        "Effect" => "a standing effect".into(),
        "Event" => "an event".into(),
        "Game" => "the game".into(),
        name @ ("Card" | "Player" | "Zone") => format!("a {}", name.to_lowercase()),
        text if text.contains("tring") || text == "char" => "a text".into(),
        other => format!("a {other}"),
    }
}
