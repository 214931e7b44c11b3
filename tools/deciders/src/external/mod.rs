//! A decider that is another program. It is sent what its seat gets and nothing else, a line of JSON for each question, and
//! answers each with a line. `tools/deciders/README.md` describes the lines.
//!
//! Nothing that the program does, or does not do, holds up a game for longer than its patience.

mod process;

use super::Complaints;
use cardwright_game::{Answer, Bot, PromptView, Ruleset, RulesetInside, Seat, Situation};
use process::{Broken, Process};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the lines.
const VERSION: u32 = 1;

/// How long a program may take for an answer where nothing is said.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How much of a line that is no answer is quoted.
const QUOTED: usize = 60;

/// The program to be run.
pub(crate) struct Programme {
    pub command: Vec<String>,
    pub patience: Duration,
    pub seed: u64,
}

/// A program that answers for a seat. It is started at the first question and ended with the game; after its first fault it
/// answers nothing.
pub(crate) struct External {
    programme: Programme,
    ruleset: Ruleset,
    complaints: Complaints,
    process: Option<Process>,
    has_failed: bool,
    /// The lines of the trace that it has been sent.
    told: Vec<Value>,
}

/// Starts a program and ends it again.
pub(crate) fn try_start(command: &[String]) -> Result<(), String> {
    Process::start(command).map(drop).map_err(|broken| broken.to_string())
}

/// A line of the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    number: u32,
    answer: Answer,
}

impl External {
    pub fn new(programme: Programme, ruleset: Ruleset, complaints: Complaints) -> Self {
        Self { programme, ruleset, complaints, process: None, has_failed: false, told: Vec::new() }
    }

    fn ask(&mut self, asked: &PromptView, at: &Situation<'_>) -> Result<Answer, String> {
        // A process that was forked has a program of its own, which has been told nothing yet.
        if self.process.as_ref().is_some_and(|process| !process.is_own()) {
            (self.process, self.told) = (None, Vec::new());
        }
        let question = self.question(asked.number, at);
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let process = Process::start(&self.programme.command).map_err(|why| why.to_string())?;
                process.tell(self.greeting(asked.seat, at).to_string());
                self.process.insert(process)
            }
        };
        process.tell(question.to_string());
        let line = process.line(self.programme.patience).map_err(|broken| match broken {
            Broken::Silent => format!("has not answered within {:?}", self.programme.patience),
            other => other.to_string(),
        })?;
        let reply: Reply = serde_json::from_str(&line)
            .map_err(|error| format!("has answered `{}`, which is no answer: {error}", beginning(&line)))?;
        if reply.number != asked.number {
            return Err(format!("has answered question {} instead of {}", reply.number, asked.number));
        }
        match asked.check(&reply.answer) {
            Ok(()) => Ok(reply.answer),
            Err(unfit) => Err(format!("has given an answer that does not fit, `{}`: {unfit}", beginning(&line))),
        }
    }

    fn greeting(&self, seat: Seat, at: &Situation<'_>) -> Value {
        let rules = self.ruleset.rules();
        let people: usize = at.view().players.iter().map(|player| player.seats.len()).sum();
        json!({
            "cardwright": VERSION, "game": &*rules.pack, "title": &*rules.title, "seat": seat.letter(), "people": people,
            "seed": self.programme.seed,
        })
    }

    /// The question: what the seat gets, of the trace only what it was not sent before.
    fn question(&mut self, number: u32, at: &Situation<'_>) -> Value {
        let mut observation = serde_json::to_value(at.observe()).unwrap_or_default();
        let lines = match observation["trace"].take() {
            Value::Array(lines) => lines,
            _ => Vec::new(),
        };
        let from = self.told.iter().zip(&lines).take_while(|(told, line)| told == line).count();
        observation["trace"] = lines[from..].into();
        self.told = lines;
        json!({ "number": number, "from": from, "observation": observation })
    }
}

impl Bot for External {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        if self.has_failed {
            return None;
        }
        match self.ask(asked, at) {
            Ok(answer) => Some(answer),
            Err(why) => {
                self.has_failed = true;
                self.process = None;
                let command = self.programme.command.join(" ");
                self.complaints.note(asked.seat, format!("`{command}` {why}"));
                None
            }
        }
    }
}

fn beginning(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
