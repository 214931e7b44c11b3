//! What a seat sees at one moment, part by part; and how two moments differ, for a designer to read.

use crate::rulings::play::Play;
use cardwright::game::Ruleset;
use cardwright::model::ids::Seat;
use cardwright::report::{Reporter, listed};
use serde_json::Value;

/// Values longer than this are cut in a report.
const LONGEST: usize = 120;

/// What a seat can see at one question, or at the end.
pub(super) struct SeatView {
    /// Who is waited for.
    waited_for: String,
    /// What the seat is offered, value by value.
    offers: Vec<String>,
    /// The trace as the seat reads it.
    trace: Vec<String>,
    /// The same as JSON lines.
    json: Vec<String>,
    /// What lies on the table for the seat, value by value.
    view: Vec<String>,
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
            offers: values(serde_json::to_value(ruleset.prompts(game, seat))),
            trace: lines(&reporter.trace(&facts)),
            json: lines(&reporter.json_lines(&facts, &[])),
            view: values(serde_json::to_value(ruleset.view(game, seat))),
        }
    }

    /// What tells this moment from another, if anything does: what is seen, here and there.
    pub fn differs(&self, other: &Self) -> Option<String> {
        if self.waited_for != other.waited_for {
            return Some(format!("the game waits for {}, or else for {}", self.waited_for, other.waited_for));
        }
        let parts = [
            ("the trace", &self.trace, &other.trace),
            ("the number or the words of what is offered", &self.offers, &other.offers),
            ("the table", &self.view, &other.view),
            ("the trace as JSON", &self.json, &other.json),
        ];
        parts.into_iter().find_map(|(part, one, other)| {
            let at = one.iter().zip(other).position(|(one, other)| one != other);
            let at = at.or((one.len() != other.len()).then_some(one.len().min(other.len())))?;
            let line = |lines: &[String]| lines.get(at).map_or("nothing".to_string(), |line| shortened(line.trim()));
            Some(format!("{part} shows\n    {}\nor else\n    {}", line(one), line(other)))
        })
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

fn shortened(line: &str) -> String {
    let cut: String = line.chars().take(LONGEST).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

/// A tree of values as one line a value, each with the way to it: `zones › 3 › cards › 0 › name: Calm`.
fn values(tree: serde_json::Result<Value>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Ok(tree) = tree {
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
