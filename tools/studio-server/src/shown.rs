//! What a viewer is shown of a game at one moment, as JSON that can be sent to however many windows the viewer has open.

use cardwright_game::{Match, MatchInside, Observation, Seat, Viewer};
use serde_json::{Value, json};
use std::sync::Arc;

/// The version of the messages.
pub(crate) const VERSION: u32 = 1;

/// What a viewer is shown at one moment. It has no number: how often others did something is not the viewer's to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Everything but the lines of the trace, as the fields of a JSON object without its braces.
    pub body: Arc<str>,
    /// The lines of the trace, each as JSON.
    pub lines: Arc<[Box<str>]>,
    /// Whether nothing can follow: the game is over, and nobody takes anything back.
    pub is_final: bool,
}

impl Shown {
    /// Takes the place of what was shown before, if it is anything else. What a viewer cannot see is no new moment.
    pub fn replace(self, before: &mut Arc<Self>) -> bool {
        let is_new = self != **before;
        if is_new {
            *before = Arc::new(self);
        }
        is_new
    }

    /// What somebody is shown who was shown this much before: only those lines that are not as they were. `rev` says the
    /// how-manieth message of a stream it is.
    pub fn message(&self, rev: u64, before: &[Box<str>]) -> String {
        let same = before.iter().zip(&*self.lines).take_while(|(old, new)| old == new).count();
        let mut text = format!(r#"{{"v":{VERSION},"kind":"view","rev":{rev},{},"#, self.body);
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
pub(crate) fn of(game: &Match, viewer: Viewer, around: &Around) -> Shown {
    made(game.observe(viewer), around)
}

/// What the author is shown who looks with the eyes of a viewer: besides, where in the files of the packs reasons are written.
pub(crate) fn for_author(game: &Match, viewer: Viewer, around: &Around) -> Shown {
    made(game.observe_for_author(viewer), around)
}

/// What everybody is shown.
pub(crate) fn public(game: &Match) -> String {
    text(&game.observe(Viewer::WATCHER))
}

fn made(Observation { view, prompts, trace, why_not }: Observation, around: &Around) -> Shown {
    let lines: Vec<Box<str>> = trace.iter().map(|line| text(line).into()).collect();
    let body = format!(
        r#""view":{},"prompts":{},"why_not":{},"around":{}"#,
        text(&view),
        text(&prompts),
        text(&why_not),
        around.json()
    );
    Shown { body: body.into(), lines: lines.into(), is_final: false }
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
        Shown { body: r#""view":{}"#.into(), lines, is_final: false }
    }

    #[test]
    fn what_a_viewer_cannot_see_is_no_new_moment() {
        let mut before = Arc::new(shown(&["1"]));
        assert!(!shown(&["1"]).replace(&mut before));
        assert!(shown(&["1", "2"]).replace(&mut before) && before.lines.len() == 2);
    }

    #[test]
    fn only_lines_that_changed_are_sent() {
        let before = shown(&["1", "2", "3"]);
        let message: Value =
            serde_json::from_str(&shown(&["1", "2", "4", "5"]).message(7, &before.lines)).expect("JSON");
        assert_eq!((&message["from"], &message["lines"], &message["rev"]), (&json!(2), &json!([4, 5]), &json!(7)));
        let message: Value = serde_json::from_str(&shown(&["1"]).message(8, &before.lines)).expect("JSON");
        assert_eq!((&message["from"], &message["lines"], &message["v"]), (&json!(1), &json!([]), &json!(1)));
    }
}
