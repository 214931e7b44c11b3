//! Claims about editors that do not keep to the protocol: each gets an error answer, and the server stays.
//!
//! Twelve broken sessions in each run, 1,000 with `CARDWRIGHT_LONG=1`.
//!
//! Found once: a message ends the language server.

use super::{Goodbye, serve};
use cardwright_kernel::setup::Generator;
use cardwright_rulings::packs::Packs;
use serde_json::{Value, json};
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

/// The packs of the toy, and nothing else.
fn toy() -> (PathBuf, Packs) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/toy").canonicalize().expect("it is there");
    let mut packs = Packs::default();
    packs.lay_over(&root).expect("it can be read");
    (root, packs)
}

fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn message(message: &Value) -> Vec<u8> {
    framed(&message.to_string())
}

fn request(id: u64, method: &str, params: &Value) -> Vec<u8> {
    message(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
}

fn notification(method: &str, params: &Value) -> Vec<u8> {
    message(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

/// Introduces the editor.
fn hello() -> Vec<u8> {
    [request(1, "initialize", &json!({ "capabilities": {} })), notification("initialized", &json!({}))].concat()
}

/// Says goodbye, whatever was said before.
fn goodbye() -> Vec<u8> {
    let exit = notification("exit", &Value::Null);
    [request(998, "initialize", &json!({ "capabilities": {} })), request(999, "shutdown", &Value::Null), exit].concat()
}

/// What the server says to all this, and how it ends.
fn talk(packs: &Packs, said: Vec<u8>) -> (Goodbye, Vec<Value>) {
    let mut output = Vec::new();
    let end = serve(BufReader::new(Cursor::new(said)), &mut output, packs.clone()).expect("everything can be written");
    let mut reader = super::MessageReader::new(&*output);
    let mut answers = Vec::new();
    while let Some(incoming) = reader.incoming() {
        match incoming {
            super::Incoming::Message(message) => answers.push(message),
            super::Incoming::Broken(why) => panic!("the server itself broke the protocol: {why}"),
        }
    }
    (end, answers)
}

/// The answer to a request.
fn answer(answers: &[Value], id: impl Into<Value>) -> &Value {
    let id = id.into();
    answers.iter().find(|answer| answer["id"] == id && answer.get("method").is_none()).expect("there is an answer")
}

/// Attack 4: each of these ended the server.
#[test]
fn a_bad_request_ends_in_an_error_answer() {
    let (root, packs) = toy();
    let wager = format!("file://{}/cards/toy/boons/wager.toml", root.display());
    let at = |uri: &str, line: Value| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 0 } });
    let mut said = hello();
    let mut next = 10;
    for method in ["textDocument/hover", "textDocument/completion", "textDocument/definition"] {
        for params in [
            json!({}),
            json!(null),
            json!([]),
            json!(5),
            at(&wager, json!(-1)),
            at(&wager, json!(1.5)),
            at(&wager, json!(1_u64 << 32)),
            at("file:///cards/toy/%zz.toml", json!(0)),
            at("no uri at all", json!(0)),
        ] {
            said.extend(request(next, method, &params));
            next += 1;
        }
        for line in [0, 1, 7, 4_000_000_000_u64] {
            said.extend(request(1000 + next, method, &at(&wager, json!(line))));
            next += 1;
        }
    }
    said.extend(goodbye());
    let (end, answers) = talk(&packs, said);
    assert_eq!(end, Goodbye::Said);
    let refused: Vec<&Value> =
        answers.iter().filter(|answer| answer["id"].as_u64().is_some_and(|id| (10..900).contains(&id))).collect();
    assert_eq!(refused.len(), 27);
    assert!(refused.iter().all(|answer| answer["error"]["code"] == -32602), "{refused:?}");
    let granted = answers.iter().filter(|answer| answer["id"].as_u64().is_some_and(|id| id > 1000));
    assert_eq!(granted.filter(|answer| answer.get("result").is_some()).count(), 12);
    assert!(answer(&answers, 999).get("result").is_some());
}

#[test]
fn a_bad_notification_is_logged() {
    let (root, packs) = toy();
    let open = |uri: &str| json!({ "textDocument": { "uri": uri, "languageId": "toml", "version": 1, "text": "x" } });
    let broken = format!("file://{}/cards/toy/%zz.toml", root.display());
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        ("textDocument/didOpen", open(&broken)),
        ("textDocument/didOpen", open("file:///%C3")),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///x", "version": 1 }, "contentChanges": 3 }),
        ),
        ("textDocument/didClose", json!(null)),
    ] {
        let (end, answers) = talk(&packs, [hello(), notification(method, &params), goodbye()].concat());
        assert_eq!(end, Goodbye::Said);
        let logged = answers.iter().any(|answer| answer["method"] == "window/logMessage");
        let uri = params["textDocument"]["uri"].as_str();
        assert!(logged || uri == Some("file:///%C3"), "{method} {params}: {answers:?}");
        assert!(answer(&answers, 999).get("result").is_some());
    }
}

/// Attack 3: what a header claims is neither believed nor a reason to stop.
#[test]
fn a_bad_length_ends_in_an_error_answer() {
    let (_, packs) = toy();
    for header in ["1000000000000", "18446744073709551615", "-1", "99999999999999999999999", "x"] {
        let bad = format!("Content-Length: {header}\r\n\r\n{{}}").into_bytes();
        for said in [[bad.clone(), hello()].concat(), [hello(), bad].concat()] {
            let (end, answers) = talk(&packs, [said, goodbye()].concat());
            assert_eq!(
                (end, &answer(&answers, Value::Null)["error"]["code"]),
                (Goodbye::Said, &json!(-32700)),
                "{header}"
            );
            assert!(answer(&answers, 999).get("result").is_some());
        }
    }
}

#[test]
fn what_comes_at_the_wrong_time_is_refused() {
    let (_, packs) = toy();
    let early = [request(2, "shutdown", &json!(null)), request(3, "textDocument/hover", &json!({}))].concat();
    let twice = request(4, "initialize", &json!({ "capabilities": {} }));
    let (_, answers) = talk(&packs, [early, request(5, "initialize", &json!(5)), hello(), twice, goodbye()].concat());
    let codes = [2, 3, 4, 5].map(|id| answer(&answers, id)["error"]["code"].clone());
    assert_eq!(codes, [-32002, -32002, -32600, -32602].map(Value::from));

    let late = [request(999, "shutdown", &json!(null)), request(6, "textDocument/hover", &json!({}))].concat();
    let (end, answers) = talk(&packs, [hello(), late, notification("exit", &json!(null))].concat());
    assert_eq!((end, &answer(&answers, 6)["error"]["code"]), (Goodbye::Said, &json!(-32600)));

    let (end, _) = talk(&packs, [hello(), notification("exit", &json!(null))].concat());
    assert_eq!(end, Goodbye::Unsaid);
    assert_eq!(talk(&packs, Vec::new()), (Goodbye::Said, vec![]));
}

#[test]
fn what_is_no_message_is_refused() {
    let (_, packs) = toy();
    for (body, id) in [
        ("[]", json!(null)),
        ("5", json!(null)),
        ("{}", json!(null)),
        ("{\"id\":7}", json!(7)),
        ("{\"id\":[],\"method\":\"x\"}", json!(null)),
    ] {
        let (_, answers) = talk(&packs, [hello(), framed(body), goodbye()].concat());
        assert_eq!(answer(&answers, id)["error"]["code"], -32600, "{body}");
    }
    let (_, answers) = talk(&packs, [hello(), request(7, "foo/bar", &json!([])), goodbye()].concat());
    assert_eq!(answer(&answers, 7)["error"]["code"], -32601);
}

/// Something that a broken editor might put in place of any value.
fn strange(numbers: &mut Generator) -> Value {
    let values = [
        json!(null),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(""),
        json!("\u{0}\u{1b}"),
        json!([]),
        json!({}),
        json!(true),
        json!("file:///%"),
        json!("file:///cards/../../etc/passwd"),
        json!("x".repeat(5_000)),
    ];
    values[numbers.index(values.len())].clone()
}

/// The value with one of its parts changed.
fn bent(value: &Value, numbers: &mut Generator) -> Value {
    match value {
        Value::Object(fields) if !fields.is_empty() && numbers.index(8) > 0 => {
            let at = numbers.index(fields.len());
            let mut bent_fields = fields.clone();
            let key = fields.keys().nth(at).cloned().unwrap_or_default();
            match numbers.index(6) {
                0 => drop(bent_fields.remove(&key)),
                _ => drop(bent_fields.insert(key.clone(), bent(&fields[&key], numbers))),
            }
            Value::Object(bent_fields)
        }
        Value::Array(values) if !values.is_empty() && numbers.index(8) > 0 => {
            let at = numbers.index(values.len());
            let mut bent_values = values.clone();
            bent_values[at] = bent(&values[at], numbers);
            Value::Array(bent_values)
        }
        _ => strange(numbers),
    }
}

/// What a sound editor might say about the files of the toy.
fn sound(root: &Path, numbers: &mut Generator) -> Value {
    let paths = [
        "cards/toy/boons/wager.toml",
        "scripts/toy/boons/wager.rhai",
        "cards/toy/ruleset.toml",
        "tests/rulings/toy/x/y.toml",
    ];
    let texts = ["name = \"W", "fn resolve(item) { item.player.", "[[[[", "\u{1f600} = \"", "fn x(a) { `${a", ""];
    let uri = format!("file://{}/{}", root.display(), paths[numbers.index(paths.len())]);
    let text = texts[numbers.index(texts.len())];
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": numbers.index(9), "character": numbers.index(40) } });
    let id = 100 + numbers.index(100);
    match numbers.index(7) {
        0 => json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": at }),
        1 => json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/completion", "params": at }),
        2 => json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/definition", "params": at }),
        3 => {
            json!({ "jsonrpc": "2.0", "method": "textDocument/didClose", "params": { "textDocument": { "uri": uri } } })
        }
        4 => json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] } }),
        5 => {
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {}, "rootUri": uri } })
        }
        _ => json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
            "textDocument": { "uri": uri, "languageId": "toml", "version": 1, "text": text } } }),
    }
}

/// A few messages, each perhaps broken: in what it says, in its bytes, or in its header.
fn session(root: &Path, numbers: &mut Generator) -> Vec<u8> {
    let mut said = if numbers.index(10) > 0 { hello() } else { Vec::new() };
    for _ in 0..=numbers.index(8) {
        let whole = sound(root, numbers);
        let whole = if numbers.index(3) > 0 { bent(&whole, numbers) } else { whole };
        let mut body = whole.to_string().into_bytes();
        let mut length = body.len().to_string();
        match numbers.index(12) {
            0 => body.truncate(numbers.index(body.len())),
            1 => {
                let at = numbers.index(body.len());
                body[at] ^= 1 << numbers.index(8);
            }
            2 => length = numbers.index(20_000).to_string(),
            3 => length = ["-1", "1000000000000", "18446744073709551615", "x", ""][numbers.index(5)].to_owned(),
            4 => said.extend(b"\r\n\r\ngarbage\0\xff"),
            _ => {}
        }
        said.extend(format!("Content-Length: {length}\r\n\r\n").into_bytes());
        said.extend(body);
    }
    // A header may have claimed more than there was.
    said.extend(vec![b' '; 20_000]);
    said
}

#[test]
fn broken_sessions_end_with_a_goodbye() {
    let is_long = std::env::var_os("CARDWRIGHT_LONG").is_some_and(|value| value == "1");
    let (root, packs) = toy();
    let mut numbers = Generator::new(11);
    let mut refused = 0;
    for round in 0..if is_long { 1_000 } else { 12 } {
        let (end, answers) = talk(&packs, [session(&root, &mut numbers), goodbye()].concat());
        assert_eq!(end, Goodbye::Said, "round {round}");
        assert!(answer(&answers, 999).get("result").is_some(), "round {round}: {answers:?}");
        let errors = || answers.iter().filter(|answer| answer.get("error").is_some());
        assert!(errors().all(|answer| answer["error"]["code"] != super::INTERNAL_ERROR), "round {round}: {answers:?}");
        refused += errors().count();
    }
    assert!(refused > 12, "{refused} errors");
}
