//! The debug adapter: an editor follows the scripts of a ruling by the Debug Adapter Protocol over standard input and output.
//!
//! What comes in is read on a thread, so that a running ruling can be paused. One message is answered after another, by the thread
//! that runs the scripts: before they run, and where they have stopped.

use super::Followed;
use super::shown::{Looked, held};
use crate::commands::ask;
use cardwright_game::{AskedFor, Asker, Ruleset};
use cardwright_lsp::wire::{Incoming, MessageReader, write};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::debug::{Breakpoints, Frame, Front, Paused, Resume, debug};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::selection::selected_one;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The only thread that editors see.
const THREAD: u32 = 1;

/// The variables of the game, beside those of frames, which are numbered from 1.
const GAME: u64 = 1 << 20;

/// A conversation with an editor.
struct Adapter {
    incoming: Receiver<Incoming>,
    output: Box<dyn Write>,
    /// How many messages have been sent.
    sent: u64,
    /// What is subtracted from lines and columns: editors may count from 0.
    base: (u16, u16),
    launched: Option<Launched>,
    /// Whether the ruling stops at its first statement.
    stops_at_first: bool,
    pauses: bool,
    leaves: bool,
}

/// What is debugged.
struct Launched {
    followed: Followed,
    asker: Asker,
    roots: Vec<PathBuf>,
}

/// A request of the editor.
struct Request {
    number: Value,
    command: String,
    arguments: Value,
}

/// Serves an editor until it goes away.
pub(super) fn serve(packs: Packs) -> Outcome {
    let (sender, incoming) = channel();
    thread::spawn(move || {
        let mut reader = MessageReader::new(BufReader::new(io::stdin()));
        while let Some(message) = reader.incoming() {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    let adapter = Adapter {
        incoming,
        output: Box::new(io::stdout()),
        sent: 0,
        base: (0, 0),
        launched: None,
        stops_at_first: false,
        pauses: false,
        leaves: false,
    };
    converse(adapter, packs)
}

fn converse(mut adapter: Adapter, mut packs: Packs) -> Outcome {
    let mut breakpoints = None;
    while let Some(request) = adapter.next() {
        match (&*request.command, &mut breakpoints) {
            ("launch", None) => match adapter.launch(&request, &mut packs) {
                Ok(ruleset) => {
                    breakpoints = Some(Breakpoints::new(&ruleset));
                    adapter.answer(&request, json!({}));
                    adapter.tell("initialized", json!({}));
                }
                Err(failure) => adapter.refuse(&request, failure.to_string().trim_start_matches("error: ")),
            },
            ("configurationDone", Some(_)) => {
                adapter.answer(&request, json!({}));
                let Some(breakpoints) = breakpoints.take() else { continue };
                return Ok(follow(adapter, breakpoints));
            }
            (_, Some(breakpoints)) => adapter.always(&request, breakpoints),
            (_, None) => adapter.before(&request),
        }
        if adapter.leaves {
            break;
        }
    }
    Ok(Verdict::Fine)
}

/// Runs the ruling, and answers the editor until it goes away.
fn follow(adapter: Adapter, breakpoints: Breakpoints) -> Verdict {
    let Some(launched) = &adapter.launched else { return Verdict::Fine };
    let (ruling, ruleset) = (launched.followed.ruling.clone(), launched.followed.ruleset.clone());
    let first = if adapter.stops_at_first { Resume::Into } else { Resume::On };
    let adapter = Rc::new(RefCell::new(adapter));
    let run = debug(&ruling, &ruleset, Box::new(Editor(Rc::clone(&adapter))), breakpoints, first);
    let mut adapter = adapter.borrow_mut();
    if adapter.leaves {
        return Verdict::Fine;
    }
    let failures = run.failures.iter().map(|problem| format!("{}\n", problem.message)).collect::<String>();
    adapter.tell("output", json!({ "category": "stdout", "output": format!("{}{failures}", run.trace) }));
    let code = i32::from(!run.failures.is_empty());
    adapter.tell("exited", json!({ "exitCode": code }));
    adapter.tell("terminated", json!({}));
    while let Some(request) = adapter.next() {
        adapter.before(&request);
        if adapter.leaves {
            break;
        }
    }
    Verdict::Fine
}

impl Adapter {
    /// The next request. What is none is told to the editor, and passed over.
    fn next(&mut self) -> Option<Request> {
        loop {
            let incoming = self.incoming.recv().ok()?;
            if let Some(request) = self.request(incoming) {
                return Some(request);
            }
        }
    }

    fn request(&mut self, incoming: Incoming) -> Option<Request> {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Broken(why) => {
                self.tell("output", json!({ "category": "stderr", "output": format!("{why}\n") }));
                return None;
            }
        };
        let command = message["command"].as_str().filter(|_| message["type"] == "request")?.to_owned();
        Some(Request { number: message["seq"].clone(), command, arguments: message["arguments"].clone() })
    }

    // ---- what is said ----

    fn send(&mut self, mut message: Value) {
        self.sent += 1;
        message["seq"] = json!(self.sent);
        // Whoever has gone away is found out by the end of the input.
        let _ = write(&mut self.output, &message);
    }

    fn tell(&mut self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    fn answer(&mut self, request: &Request, body: Value) {
        let (number, command) = (&request.number, &request.command);
        self.send(
            json!({ "type": "response", "request_seq": number, "success": true, "command": command, "body": body }),
        );
    }

    fn refuse(&mut self, request: &Request, why: &str) {
        let (number, command) = (&request.number, &request.command);
        self.send(json!({
            "type": "response", "request_seq": number, "success": false, "command": command, "message": why,
        }));
    }

    // ---- what is asked ----

    /// Loads the ruling that is to be followed.
    fn launch(&mut self, request: &Request, packs: &mut Packs) -> Result<Ruleset, CommandError> {
        let name = request.arguments["ruling"].as_str();
        let name = name.ok_or_else(|| CommandError::usage("`launch` needs a `ruling`: its file or its name"))?;
        let file = selected_one(packs, name)?;
        let ruleset = packs.ruleset_of_rulings(file.pack())?;
        let followed = Followed::new(&file, ruleset.clone())?;
        self.stops_at_first = request.arguments["stopOnEntry"].as_bool().unwrap_or_default();
        self.launched = Some(Launched { followed, asker: Asker::new(&ruleset), roots: packs.roots.clone() });
        Ok(ruleset)
    }

    /// Answers what can be asked while nothing runs.
    fn before(&mut self, request: &Request) {
        match &*request.command {
            "initialize" => {
                let from_0 = |key: &str| u16::from(request.arguments[key] == json!(false));
                self.base = (from_0("linesStartAt1"), from_0("columnsStartAt1"));
                let able = json!({ "supportsConfigurationDoneRequest": true, "supportsEvaluateForHovers": true });
                self.answer(request, able);
            }
            "threads" => self.threads(request),
            "disconnect" | "terminate" => self.leave(request),
            _ => self.refuse(request, "nothing runs"),
        }
    }

    /// Answers what can be asked as soon as it is known what runs.
    fn always(&mut self, request: &Request, breakpoints: &mut Breakpoints) {
        match &*request.command {
            "setBreakpoints" => {
                let set = self.set_breakpoints(&request.arguments, breakpoints);
                self.answer(request, json!({ "breakpoints": set }));
            }
            "setExceptionBreakpoints" => self.answer(request, json!({})),
            "pause" => {
                self.pauses = true;
                self.answer(request, json!({}));
            }
            "threads" => self.threads(request),
            "disconnect" | "terminate" => self.leave(request),
            command => {
                let why = format!("`{command}` cannot be done now");
                self.refuse(request, &why);
            }
        }
    }

    fn threads(&mut self, request: &Request) {
        self.answer(request, json!({ "threads": [{ "id": THREAD, "name": "scripts" }] }));
    }

    fn leave(&mut self, request: &Request) {
        self.leaves = true;
        self.answer(request, json!({}));
    }

    /// Sets all breakpoints of a script anew. Each moves to the next statement.
    fn set_breakpoints(&self, arguments: &Value, breakpoints: &mut Breakpoints) -> Vec<Value> {
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        breakpoints.clear_lines(path);
        let wanted = arguments["breakpoints"].as_array().cloned().unwrap_or_default();
        let set = wanted.iter().map(|wanted| {
            let line = wanted["line"].as_u64().and_then(|line| u16::try_from(line).ok()).unwrap_or_default();
            let line = line.saturating_add(self.base.0);
            let moved = breakpoints.next_line(path, line).unwrap_or(line);
            match breakpoints.at_line(path, moved) {
                Ok(set) => json!({ "id": set.number, "verified": true, "line": moved - self.base.0 }),
                Err(why) => json!({ "verified": false, "message": why }),
            }
        });
        set.collect()
    }

    /// Answers what is asked where the scripts have stopped; how they go on, if they are to.
    fn stopped(&mut self, request: &Request, paused: &Paused<'_>, breakpoints: &mut Breakpoints) -> Option<Resume> {
        let resume = match &*request.command {
            "continue" => Resume::On,
            "next" => Resume::Over,
            "stepIn" => Resume::Into,
            "stepOut" => Resume::Out,
            "stackTrace" => {
                let frames: Vec<Value> =
                    paused.frames.iter().rev().enumerate().map(|(at, frame)| self.frame(at, frame)).collect();
                let count = frames.len();
                self.answer(request, json!({ "stackFrames": frames, "totalFrames": count }));
                return None;
            }
            "scopes" => {
                let frame = request.arguments["frameId"].as_u64().unwrap_or_default();
                let scope = |name: &str, reference: u64| json!({ "name": name, "variablesReference": reference, "expensive": false });
                self.answer(request, json!({ "scopes": [scope("Variables", frame), scope("Game", GAME)] }));
                return None;
            }
            "variables" => {
                let variables = self.variables(request, paused);
                self.answer(request, json!({ "variables": variables }));
                return None;
            }
            "evaluate" => {
                match self.evaluate(request, paused) {
                    Ok(result) => self.answer(request, json!({ "result": result, "variablesReference": 0 })),
                    Err(why) => self.refuse(request, &why),
                }
                return None;
            }
            // They have stopped.
            "pause" => {
                self.answer(request, json!({}));
                return None;
            }
            _ => {
                self.always(request, breakpoints);
                return self.leaves.then_some(Resume::Leave);
            }
        };
        self.answer(request, json!({ "allThreadsContinued": true }));
        Some(resume)
    }

    fn frame(&self, at: usize, frame: &Frame) -> Value {
        let name = frame.path.rsplit('/').next().unwrap_or_default();
        let roots = self.launched.iter().flat_map(|launched| launched.roots.iter().rev());
        let files = roots.map(|root| root.join(&*frame.path)).filter(|file| file.is_file());
        let path = files.filter_map(|file| file.canonicalize().ok()).next();
        json!({
            "id": at + 1,
            "name": frame.function,
            "source": { "name": name, "path": path },
            "line": frame.line.saturating_sub(self.base.0),
            "column": frame.column.saturating_sub(self.base.1),
        })
    }

    /// The frame with a number, counted from the innermost, which has 1.
    fn looked_at<'p>(paused: &'p Paused<'_>, number: &Value) -> Option<&'p Frame> {
        let number = usize::try_from(number.as_u64()?).ok()?;
        paused.frames.iter().rev().nth(number.checked_sub(1)?)
    }

    fn variables(&self, request: &Request, paused: &Paused<'_>) -> Vec<Value> {
        let Some(launched) = &self.launched else { return Vec::new() };
        let looked = Looked { followed: &launched.followed, game: paused.game };
        let variable =
            |(name, value): (String, String)| json!({ "name": name, "value": value, "variablesReference": 0 });
        let reference = &request.arguments["variablesReference"];
        if *reference == json!(GAME) {
            let stack = ("stack".to_owned(), looked.items().join(", "));
            return looked.zones().into_iter().chain([stack]).map(variable).collect();
        }
        let frame = Self::looked_at(paused, reference);
        let variables = frame.into_iter().flat_map(|frame| &frame.variables);
        variables.map(|it| variable((it.name.to_string(), held(it, &looked.reporter())))).collect()
    }

    fn evaluate(&mut self, request: &Request, paused: &Paused<'_>) -> Result<String, String> {
        let launched = self.launched.as_mut().ok_or("nothing runs")?;
        let expression = request.arguments["expression"].as_str().unwrap_or_default();
        let frame = Self::looked_at(paused, &request.arguments["frameId"]).or(paused.frames.last());
        let variables = frame.into_iter().flat_map(|frame| &frame.variables);
        let variables = variables.filter_map(|variable| Some((variable.name.clone(), variable.held.clone().ok()?)));
        let within = frame.map(|frame| &*frame.path);
        let question = AskedFor { expression, within, variables: variables.collect() };
        match launched.asker.ask(paused.game, &question) {
            Ok(reply) => Ok(ask::lines(&reply, paused.game).join("\n")),
            Err(problems) => Err(problems.iter().next().map_or_else(String::new, |problem| problem.message.clone())),
        }
    }
}

/// The editor, asked by the stepper.
struct Editor(Rc<RefCell<Adapter>>);

impl Front for Editor {
    fn paused(&mut self, paused: &Paused<'_>, breakpoints: &mut Breakpoints) -> Resume {
        let mut adapter = self.0.borrow_mut();
        if adapter.leaves {
            return Resume::Leave;
        }
        let reason = match paused.breakpoint {
            Some(_) => "breakpoint",
            None if std::mem::take(&mut adapter.pauses) => "pause",
            None if std::mem::take(&mut adapter.stops_at_first) => "entry",
            None => "step",
        };
        adapter.tell("stopped", json!({ "reason": reason, "threadId": THREAD, "allThreadsStopped": true }));
        while let Some(request) = adapter.next() {
            if let Some(resume) = adapter.stopped(&request, paused, breakpoints) {
                return resume;
            }
        }
        adapter.leaves = true;
        Resume::Leave
    }

    fn wants_pause(&mut self, breakpoints: &mut Breakpoints) -> bool {
        let mut adapter = self.0.borrow_mut();
        while let Ok(incoming) = adapter.incoming.try_recv() {
            if let Some(request) = adapter.request(incoming) {
                adapter.always(&request, breakpoints);
            }
        }
        adapter.pauses || adapter.leaves
    }
}
