//! What a viewer is shown of a game at one moment, as JSON that can be sent to however many of his windows.

use cardwright::game::{Match, Observation, Seat, Viewer};
use serde_json::{Value, json};
use std::sync::Arc;

/// The version of the messages.
pub(crate) const VERSION: u32 = 1;

/// What a viewer is shown at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// Which moment of the room, counted from 1.
    pub rev: u64,
    /// Everything but the lines of the trace, as the fields of a JSON object without its braces.
    pub body: Arc<str>,
    /// The lines of the trace, each as JSON.
    pub lines: Arc<[Box<str>]>,
    /// Whether nothing can follow: the game is over, and nobody takes anything back.
    pub is_final: bool,
}

impl Shown {
    /// What somebody is shown who was shown this much before: only those lines that are not as they were.
    pub fn message(&self, before: &[Box<str>]) -> String {
        let same = before.iter().zip(&*self.lines).take_while(|(old, new)| old == new).count();
        let mut text = format!(r#"{{"v":{VERSION},"kind":"view","rev":{},{},"#, self.rev, self.body);
        text.push_str(&format!(r#""from":{same},"lines":["#));
        text.push_str(&self.lines[same..].join(","));
        text.push_str("]}");
        text
    }
}

/// What a room adds to an observation: nothing of it depends on what is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Around {
    /// The seats of which somebody has a window open.
    pub here: Vec<Seat>,
    /// The seats that bots answer for.
    pub bots: Vec<Seat>,
    /// A wish to take back the last answer: whose, and who has agreed.
    pub undo: Option<(Seat, Vec<Seat>)>,
}

/// What a viewer is shown.
pub(crate) fn of(game: &Match, viewer: Viewer, rev: u64, around: &Around) -> Shown {
    made(game.observe(viewer), rev, around)
}

/// What the author is shown who looks with the eyes of a viewer: besides, where in the files of the packs reasons are written.
pub(crate) fn for_author(game: &Match, viewer: Viewer, rev: u64, around: &Around) -> Shown {
    made(game.observe_for_author(viewer), rev, around)
}

fn made(Observation { view, prompts, trace, why_not }: Observation, rev: u64, around: &Around) -> Shown {
    let lines: Vec<Box<str>> = trace.iter().map(|line| text(line).into()).collect();
    let body = format!(
        r#""view":{},"prompts":{},"why_not":{},"around":{}"#,
        text(&view),
        text(&prompts),
        text(&why_not),
        around.json()
    );
    Shown { rev, body: body.into(), lines: lines.into(), is_final: false }
}

impl Around {
    fn json(&self) -> Value {
        let letters = |seats: &[Seat]| seats.iter().map(|seat| seat.letter()).collect::<Vec<char>>();
        json!({
            "here": letters(&self.here),
            "bots": letters(&self.bots),
            "undo": self.undo.as_ref().map(|(by, agreed)| json!({ "by": by.letter(), "agreed": letters(agreed) })),
        })
    }
}

/// As JSON. What the engine gives has no maps with keys that are not texts, so nothing can fail here.
pub(crate) fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[&str]) -> Shown {
        let lines = lines.iter().map(|line| Box::from(*line)).collect();
        Shown { rev: 7, body: r#""view":{}"#.into(), lines, is_final: false }
    }

    #[test]
    fn only_lines_that_changed_are_sent() {
        let before = shown(&["1", "2", "3"]);
        let message: Value = serde_json::from_str(&shown(&["1", "2", "4", "5"]).message(&before.lines)).expect("JSON");
        assert_eq!((&message["from"], &message["lines"]), (&json!(2), &json!([4, 5])));
        let message: Value = serde_json::from_str(&shown(&["1"]).message(&before.lines)).expect("JSON");
        assert_eq!((&message["from"], &message["lines"], &message["v"]), (&json!(1), &json!([]), &json!(1)));
    }
}
