//! The trace as a seat may read it.

use super::observer::Observer;
use cardwright_kernel::trace::Fact;
use cardwright_report::Reporter;
use serde::Serialize;
use std::fmt;

/// A line of the trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceLine {
    /// How many open answers, and uses that have set off others, it is inside of.
    pub depth: u16,
    /// `#` heading, `>` decision, `*` chance, `-` change, `x` something kept from happening, `!` fault.
    pub mark: &'static str,
    /// What sort of fact it tells: `moves`, `uses`.
    pub fact: &'static str,
    /// The sentence.
    pub text: String,
    /// Whether only this seat reads it yet: what its own answers in a sealed dialogue have come to.
    pub sealed: bool,
}

impl fmt::Display for TraceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:indent$}{} {}", "", self.mark, self.text, indent = cardwright_report::indent(self.depth))
    }
}

impl TraceLine {
    /// The lines that tell these facts.
    pub(crate) fn of(reporter: &Reporter<'_>, facts: &[Fact], sealed: bool) -> Vec<Self> {
        let line = |(at, line): (usize, String)| {
            let fact = &facts[at];
            let mark = fact.what.mark();
            let text = line.trim_start().strip_prefix(mark).unwrap_or(&line).trim_start().to_string();
            let depth = if mark.starts_with('#') { 0 } else { fact.depth };
            Self { depth, mark, fact: fact.what.tag(), text, sealed }
        };
        reporter.lines(facts).into_iter().map(line).collect()
    }
}

impl Observer<'_> {
    /// The trace; of a game inside of a sealed dialogue, that of the dialogue.
    pub(crate) fn lines(&self, sealed: bool) -> Vec<TraceLine> {
        TraceLine::of(&self.reporter(), self.game.trace(), sealed)
    }
}
