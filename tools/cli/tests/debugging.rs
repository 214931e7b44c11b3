//! `cardwright debug`: scripts are followed from a file of orders, as from a terminal.

use crate::common::{Folder, Ran, run_in, with_toy};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const HEDGE: &str = "toy/thorn-hedge/takes-one-off-every-harm";

/// Follows a ruling with these orders on standard input.
fn follow(arguments: &[&str], orders: &str) -> Ran {
    with_toy(&[&["debug", HEDGE], arguments].concat(), orders)
}

/// The lines that tell where the scripts stopped: `flare.rhai:3 in resolve`.
fn stops(ran: &Ran) -> Vec<String> {
    let heads = ran.out.lines().filter(|line| line.contains(".rhai:") && line.contains(" in "));
    heads.map(|line| line.rsplit('/').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_breakpoint_at_a_line_is_met_each_time() {
    let ran = follow(&["--break", "flare.rhai:4"], "continue\nlocals\nwhere\nprint item.target\ncontinue\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    insta::assert_snapshot!("debug_breakpoint", ran.out);
}

#[test]
fn steps_go_over_into_and_out_of_functions() {
    let over = follow(&["--break", "flare.rhai:4"], "continue\nnext\nnext\nquit\n");
    let functions =
        ["flare.rhai:4 in resolve (breakpoint 1)", "flare.rhai:6 in resolve", "ruleset.rhai:40 in check_hearts"];
    assert_eq!(stops(&over), functions, "{over:?}");
    let step = follow(&["--break", "step 2"], "continue\ntrace\nquit\n");
    assert!(step.out.contains("> A and B pass\n") && !step.out.contains("A casts Flare"), "{step:?}");
    let into = follow(&["--break", "flare.rhai:4"], "continue\nstep\nstep\nstep\nwhere\nout\nquit\n");
    insta::assert_snapshot!("debug_steps", into.out);
}

#[test]
fn it_stops_when_a_line_of_the_trace_is_told() {
    let trace = with_toy(&["run", HEDGE], "").out;
    let resolves = trace.lines().position(|line| line == "- Flare resolves").expect("it resolves") + 1;
    for place in [format!("trace {resolves}"), "trace Flare resolves".to_owned()] {
        let ran = follow(&["--break", &place], "continue\ntrace\nstack\nzones\nquit\n");
        assert!(ran.out.contains(&format!("{resolves:>4}  - Flare resolves\n")), "{place}: {ran:?}");
        assert!(stops(&ran)[0].starts_with("flare.rhai:"), "{place}: {ran:?}");
        assert!(ran.out.contains("A's discard pile: Spark\n"), "{ran:?}");
    }
}

#[test]
fn orders_come_from_a_file_too_and_the_end_is_told() {
    let folder = Folder::new().with_toy();
    folder.write("orders.txt", "break flare.rhai:4\nbreaks\ndelete 1\nbreaks\ncontinue\n");
    let ran = run_in(&folder.0, &["debug", HEDGE, "--commands", "orders.txt"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("breakpoint 1: scripts/toy/strikes/flare.rhai:4\n"), "{}", ran.out);
    assert!(ran.out.contains("no breakpoints\n"), "{}", ran.out);
    assert!(ran.out.ends_with("the ruling is over, after 11 lines of its trace\n"), "{}", ran.out);
}

#[test]
fn what_is_no_order_and_no_place_is_refused() {
    let orders = "fnord\nlocals\nbreak\nbreak x\nbreak flair.rhai:2\nbreak flare.rhai:99\nbreak trace 99\nbreak step 9\ndelete 7\nprint\nstep 3\nquit\n";
    let ran = follow(&[], orders);
    for told in [
        "there is no order `fnord`",
        "nothing runs yet",
        "`break` needs a place",
        "`x` is no place",
        "the game has no script `flair.rhai`; did you mean `flare.rhai`?",
        "no statement begins on line 99 of `scripts/toy/strikes/flare.rhai`",
        "none of them is `99`",
        "none with the number 9",
        "there is no breakpoint 7",
        "`print` needs an expression",
        "`step` takes nothing",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
    assert_eq!(follow(&["--break", "nowhere"], "").status, 2);
}

#[test]
fn expressions_know_the_variables_of_the_place() {
    let orders = "continue\nprint item.player\nprint fnord\nprint A.draw(1)\nprint B.shelter\nquit\n";
    let ran = follow(&["--break", "flare.rhai:4"], orders);
    for told in ["\nA\n", "there is no variable `fnord`", "may only look", "add: +1 (Thorn Hedge)"] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
}

#[test]
fn what_is_done_again_is_shown_once_or_said_to_be_sealed() {
    // Three players bid in secret: what each has said so far is done again after every answer, and for all to see at the end.
    let ruling = "toy/blind-bids/each-dialogue-is-its-own";
    let ran = with_toy(&["debug", ruling], &"step\n".repeat(400));
    assert!(ran.out.ends_with("the ruling is over, after 15 lines of its trace\n"), "{ran:?}");
    let stops = stops(&ran);
    let open = |place: &str| stops.iter().filter(|stop| **stop == *place).count();
    let sealed = |place: &str| {
        let begins = |stop: &&String| stop.starts_with(place) && stop.contains("(sealed: it is undone");
        stops.iter().filter(begins).count()
    };
    assert_eq!(open("blind-bids.rhai:2 in resolve"), 1, "{stops:#?}");
    // Each of the three is asked in the first line of the dialogue: in secret, and once for all to see.
    assert_eq!(open("ruleset.rhai:70 in bid"), 3, "{stops:#?}");
    assert!(sealed("ruleset.rhai:70 in bid") >= 3, "{stops:#?}");
    // One has bid nothing, and two have lost what they have bid.
    assert_eq!(open("ruleset.rhai:75 in bid"), 2, "{stops:#?}");
}

/// An editor that follows a ruling of the toy by the Debug Adapter Protocol.
struct Editor {
    folder: Folder,
    adapter: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    sent: u64,
}

impl Editor {
    fn start() -> Self {
        let folder = Folder::new().with_toy();
        let mut adapter = Command::new(crate::PROGRAM)
            .args(["debug", "--dap"])
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the adapter starts");
        let to = adapter.stdin.take().expect("its input is a pipe");
        let from = BufReader::new(adapter.stdout.take().expect("its output is a pipe"));
        Self { folder, adapter, to, from, sent: 0 }
    }

    fn message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("it can be read") > 0, "the adapter has gone away");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("it is a number"),
                _ => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("the message is whole");
        serde_json::from_slice(&body).expect("it is JSON")
    }

    /// The next message like this; those before it are passed over.
    fn wait(&mut self, kind: &str, name: &str) -> Value {
        loop {
            let message = self.message();
            if message["type"] == *kind && (message["command"] == *name || message["event"] == *name) {
                return message;
            }
        }
    }

    /// The response to a request.
    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        self.sent += 1;
        let request = json!({ "seq": self.sent, "type": "request", "command": command, "arguments": arguments });
        let body = request.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it can be written");
        let response = self.wait("response", command);
        assert_eq!(response["request_seq"], self.sent, "{response}");
        response
    }

    /// Begins to follow the ruling with breakpoints at these lines of Flare; the lines at which they are.
    fn launch(&mut self, arguments: &Value, lines: &[u16]) -> Vec<Value> {
        assert_eq!(self.ask("initialize", &json!({ "adapterID": "cardwright" }))["success"], true);
        assert_eq!(self.ask("launch", arguments)["success"], true);
        self.wait("event", "initialized");
        let path = self.folder.0.join("scripts/toy/strikes/flare.rhai");
        let lines: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
        let set = self.ask("setBreakpoints", &json!({ "source": { "path": path }, "breakpoints": lines }));
        assert_eq!(self.ask("configurationDone", &json!({}))["success"], true);
        set["body"]["breakpoints"].as_array().cloned().unwrap_or_default()
    }

    /// The functions that are running, the innermost first: `resolve:6`.
    fn stack(&mut self) -> Vec<String> {
        let stack = self.ask("stackTrace", &json!({ "threadId": 1 }));
        let frames = stack["body"]["stackFrames"].as_array().expect("there are frames");
        frames.iter().map(|frame| format!("{}:{}", frame["name"].as_str().unwrap_or_default(), frame["line"])).collect()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.adapter.kill();
        let _ = self.adapter.wait();
    }
}

#[test]
fn an_editor_follows_a_ruling() {
    let mut editor = Editor::start();
    let set = editor.launch(&json!({ "ruling": HEDGE }), &[5, 99]);
    assert_eq!((&set[0]["verified"], &set[0]["line"]), (&json!(true), &json!(6)), "it moves to the next statement");
    assert_eq!(set[1]["verified"], false);
    assert_eq!(editor.wait("event", "stopped")["body"]["reason"], "breakpoint");
    assert_eq!(editor.ask("threads", &json!({}))["body"]["threads"][0]["id"], 1);
    assert_eq!(editor.stack(), ["resolve:6"]);

    let scopes = editor.ask("scopes", &json!({ "frameId": 1 }));
    let of = |scope: usize| json!({ "variablesReference": scopes["body"]["scopes"][scope]["variablesReference"] });
    let variables = editor.ask("variables", &of(0));
    assert_eq!(variables["body"]["variables"][1]["name"], "shown");
    assert_eq!(variables["body"]["variables"][1]["value"], "6");
    let game = editor.ask("variables", &of(1));
    assert!(game.to_string().contains("Thorn Hedge"), "{game}");
    assert_eq!(editor.ask("evaluate", &json!({ "expression": "shown + 1", "frameId": 1 }))["body"]["result"], "7");
    let refused = editor.ask("evaluate", &json!({ "expression": "A.draw(1)", "frameId": 1 }));
    assert!(refused["success"] == false && refused.to_string().contains("may only look"), "{refused}");

    assert_eq!(editor.ask("stepIn", &json!({ "threadId": 1 }))["success"], true);
    assert_eq!(editor.wait("event", "stopped")["body"]["reason"], "step");
    assert_eq!(editor.stack(), ["harm:33", "resolve:6"]);
    editor.ask("next", &json!({ "threadId": 1 }));
    editor.wait("event", "stopped");
    assert_eq!(editor.stack(), ["harm:35", "resolve:6"]);
    editor.ask("stepOut", &json!({ "threadId": 1 }));
    editor.wait("event", "stopped");
    assert_eq!(editor.stack(), ["check_hearts:40"]);

    editor.ask("continue", &json!({ "threadId": 1 }));
    let told = editor.wait("event", "output");
    assert!(told.to_string().contains("hearts 5 → 4"), "{told}");
    assert_eq!(editor.wait("event", "exited")["body"]["exitCode"], 0);
    editor.wait("event", "terminated");
    assert_eq!(editor.ask("disconnect", &json!({}))["success"], true);
    assert!(editor.adapter.wait().expect("it ends").success());
}

#[test]
fn an_editor_can_leave_in_the_middle_and_is_refused_what_cannot_be() {
    let mut editor = Editor::start();
    assert_eq!(editor.ask("stackTrace", &json!({ "threadId": 1 }))["success"], false, "nothing runs");
    let unknown = editor.ask("launch", &json!({ "ruling": "fnord" }));
    assert!(unknown["success"] == false && unknown.to_string().contains("there is no ruling `fnord`"), "{unknown}");
    editor.launch(&json!({ "ruling": HEDGE, "stopOnEntry": true }), &[]);
    assert_eq!(editor.wait("event", "stopped")["body"]["reason"], "entry");
    assert_eq!(editor.stack(), ["check_hearts:40"]);
    assert_eq!(editor.ask("fnord", &json!({}))["success"], false);
    editor.ask("disconnect", &json!({}));
    assert!(editor.adapter.wait().expect("it ends").success());
}
