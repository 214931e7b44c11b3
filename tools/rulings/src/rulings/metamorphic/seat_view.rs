//! What a seat sees at one moment, part by part; and how two moments differ, for a designer to read.

use crate::rulings::play::Play;
use cardwright_game::{PromptView, Ruleset, RulesetInside, View};
use cardwright_kernel::ids::Seat;
use cardwright_report::{Reporter, listed};
use serde::Serialize;
use serde_json::Value;

/// Values longer than this are cut in a report.
const LONGEST: usize = 120;

/// What a seat can see at one question, or at the end.
pub(super) struct SeatView {
    /// Who is waited for.
    waited_for: String,
    /// What the seat is offered.
    offers: Vec<PromptView>,
    /// The trace as the seat reads it.
    trace: String,
    /// The same as JSON lines.
    json: String,
    /// What lies on the table for the seat.
    view: View,
}

impl SeatView {
    /// What the seat sees now.
    pub fn of(play: &Play, ruleset: &Ruleset, seat: Seat) -> Self {
        let game = play.table.game();
        let facts = play.facts();
        let reporter = Reporter::for_seat(play.table.rules(), game.state(), seat);
        let waited = game.prompts().iter().map(|prompt| prompt.seat.letter().to_string()).collect();
        Self {
            waited_for: listed(waited),
            offers: ruleset.prompts(game, seat),
            trace: reporter.trace(&facts),
            json: reporter.json_lines(&facts, &[]),
            view: ruleset.view(game, seat),
        }
    }

    /// What tells this moment from another, if anything does: what is seen, here and there.
    pub fn differs(&self, other: &Self) -> Option<String> {
        if self.waited_for != other.waited_for {
            return Some(format!("the game waits for {}, or else for {}", self.waited_for, other.waited_for));
        }
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<String>>();
        // What tells two moments apart is put into words only if there is something.
        let (part, one, other) = if self.trace != other.trace {
            ("the trace", lines(&self.trace), lines(&other.trace))
        } else if self.offers != other.offers {
            ("the number or the words of what is offered", values(&self.offers), values(&other.offers))
        } else if self.view != other.view {
            ("the table", values(&self.view), values(&other.view))
        } else if self.json != other.json {
            ("the trace as JSON", lines(&self.json), lines(&other.json))
        } else {
            return None;
        };
        let at = one.iter().zip(&other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
        let line = |lines: &[String]| lines.get(at).map_or("nothing".to_string(), |line| shortened(line.trim()));
        Some(format!("{part} shows\n    {}\nor else\n    {}", line(&one), line(&other)))
    }
}

fn shortened(line: &str) -> String {
    let cut: String = line.chars().take(LONGEST).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

/// A tree of values as one line a value, each with the way to it: `zones › 3 › cards › 0 › name: Calm`.
fn values(tree: &impl Serialize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Ok(tree) = serde_json::to_value(tree) {
        gather("", &tree, &mut lines);
    }
    lines
}

fn gather(way: &str, value: &Value, lines: &mut Vec<String>) {
    let below = |key: &str| if way.is_empty() { key.to_string() } else { format!("{way} › {key}") };
    match value {
        Value::Array(values) => {
            lines.push(format!("{way}: {} in all", values.len()));
            values.iter().enumerate().for_each(|(at, value)| gather(&below(&(at + 1).to_string()), value, lines));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, value)| gather(&below(key), value, lines)),
        Value::Null => {}
        Value::String(text) => lines.push(format!("{way}: {text}")),
        Value::Bool(_) | Value::Number(_) => lines.push(format!("{way}: {value}")),
    }
}
