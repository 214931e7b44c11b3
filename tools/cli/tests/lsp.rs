//! The language server, driven over standard input and output as an editor does.

use crate::common::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Nothing may take longer, however slow the machine is.
const LONGEST: Duration = Duration::from_secs(60);

/// An editor with the toy game open.
struct Editor {
    folder: Folder,
    server: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    next: u64,
}

impl Editor {
    fn start() -> Self {
        Self::start_with(&["lsp"])
    }

    fn start_with(arguments: &[&str]) -> Self {
        let folder = Folder::new().with_toy();
        let mut server = Command::new(crate::PROGRAM)
            .args(arguments)
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let to = server.stdin.take().expect("its input is a pipe");
        let mut from = BufReader::new(server.stdout.take().expect("its output is a pipe"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut from) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Self { folder, server, to, from: receiver, next: 0 };
        let root = editor.uri("");
        let hello = json!({ "processId": null, "capabilities": {}, "rootUri": root });
        let abilities = editor.ask("initialize", hello);
        assert!(abilities["capabilities"]["completionProvider"].is_object(), "{abilities}");
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.folder.0.display())
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let sent = write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.to.flush());
        sent.expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.from.recv_timeout(LONGEST).expect("the server answers");
            if message["id"] == json!(id) {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "x", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// What is wrong in a file, as soon as the server says it; each as its code, its line and its message.
    fn problems(&mut self, path: &str) -> Vec<(String, u64, String)> {
        let uri = self.uri(path);
        loop {
            let message = self.from.recv_timeout(LONGEST).expect("the server tells");
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == json!(uri) {
                let found = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
                let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
                let problem = |it: &Value| {
                    let line = it["range"]["start"]["line"].as_u64().unwrap_or_default();
                    (text(&it["code"]), line, text(&it["message"]))
                };
                return found.iter().map(problem).collect();
            }
        }
    }

    /// Asks about the place where `~` stands in a text, which is opened as that file.
    fn at(&mut self, method: &str, path: &str, marked: &str) -> Value {
        let offset = marked.find('~').expect("the cursor is marked");
        let before = &marked[..offset];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        self.open(path, &marked.replacen('~', "", 1));
        let document = json!({ "uri": self.uri(path) });
        self.ask(method, json!({ "textDocument": document, "position": { "line": line, "character": character } }))
    }

    fn completions(&mut self, path: &str, marked: &str) -> Vec<String> {
        let items = self.at("textDocument/completion", path, marked);
        let labels = items.as_array().cloned().unwrap_or_default();
        labels.iter().filter_map(|item| item["label"].as_str().map(str::to_string)).collect()
    }

    /// What stands in the margin of a file: the lines, from 0, and the words.
    fn margin(&mut self, path: &str) -> Vec<(u64, String)> {
        let document = json!({ "uri": self.uri(path) });
        let lenses = self.ask("textDocument/codeLens", json!({ "textDocument": document }));
        let one = |it: &Value| {
            let title = it["command"]["title"].as_str().unwrap_or_default().to_owned();
            (it["range"]["start"]["line"].as_u64().unwrap_or_default(), title)
        };
        lenses.as_array().map(|lenses| lenses.iter().map(one).collect()).unwrap_or_default()
    }

    fn hover(&mut self, path: &str, marked: &str) -> String {
        let shown = self.at("textDocument/hover", path, marked);
        shown["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    /// The files and lines that a name leads to.
    fn definition(&mut self, path: &str, marked: &str) -> Vec<(String, u64)> {
        let found = self.at("textDocument/definition", path, marked);
        let root = self.uri("");
        let place = |it: &Value| {
            let uri = it["uri"].as_str().unwrap_or_default();
            let line = it["range"]["start"]["line"].as_u64().unwrap_or_default();
            (uri.strip_prefix(&root).unwrap_or(uri).to_string(), line)
        };
        found.as_array().map(|found| found.iter().map(place).collect()).unwrap_or_default()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.ask("shutdown", Value::Null);
            self.tell("exit", Value::Null);
            let ended = self.server.wait().expect("the server ends");
            assert!(ended.success(), "{ended}");
        }
        let _ = self.server.kill();
    }
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.parse().ok()?;
                }
            }
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

const SPARK: &str = "scripts/toy/strikes/spark.rhai";
const FLARE: &str = "cards/toy/strikes/flare.toml";

fn resolve(body: &str) -> String {
    format!("fn announce(item) {{\n    aim_at_rival(item);\n}}\n\nfn resolve(item) {{\n    {body}\n}}\n")
}

#[test]
fn problems_come_while_somebody_types_and_go_when_they_are_mended() {
    let mut editor = Editor::start();
    editor.open(SPARK, &resolve("item.player.drow(1);"));
    let problems = editor.problems(SPARK);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let (code, line, message) = &problems[0];
    assert_eq!((&**code, *line), ("verb-unknown", 5));
    assert!(message.contains("a player has no verb `drow`") && message.contains("did you mean `draw`?"), "{message}");

    editor.open(SPARK, &resolve("item.player.draw(1);"));
    assert_eq!(editor.problems(SPARK), []);

    editor.open(FLARE, "name = \"Flare\"\ntext = \"x\"\nafects = \"targets\"\n");
    let problems = editor.problems(FLARE);
    assert_eq!((&*problems[0].0, problems[0].1), ("key-unknown", 2), "{problems:?}");
}

#[test]
fn a_card_that_nothing_shows_is_told_until_a_ruling_does() {
    let mut editor = Editor::start();
    let path = "cards/toy/charms/quiet-bell.toml";
    editor.open(path, "name = \"Quiet Bell\"\ntext = \"You may laugh.\"\n");
    let problems = editor.problems(path);
    assert_eq!((&*problems[0].0, problems[0].1), ("text-unshown", 1), "{problems:?}");
    let steps = "[A]\npool = [\"Quiet Bell\"]\n\n[play]\nsteps = \"\"\"\nall pass\n\"\"\"\n";
    let ruling = format!("claim = \"It only lies there.\"\n\n{steps}");
    editor.open("tests/rulings/toy/quiet-bell/only-lies-there.toml", &ruling);
    assert_eq!(editor.problems(path), []);
}

#[test]
fn the_margin_says_which_rulings_call_what_and_what_none_does() {
    let mut editor = Editor::start();
    let said = |line: u64, words: &str| (line, words.to_owned());
    assert_eq!(editor.margin("scripts/toy/boons/blessing.rhai"), [said(0, "1 ruling"), said(5, "1 ruling")]);
    assert_eq!(editor.margin("scripts/toy/boons/warm-tea.rhai")[0], said(0, "no ruling: is never called"));
    assert_eq!(editor.margin("cards/toy/strikes/wildfire.toml"), [said(2, "no ruling: is on no card that is used")]);
    // A ruling that is being written counts as soon as it holds.
    let (folder, claim) = ("tests/rulings/toy/blessing", "claim = \"It is there.\"\n");
    let steps = "[A]\nhand = [\"Blessing\"]\n\n[play]\nsteps = \"\"\"\nA casts Blessing\nall pass\n\"\"\"\n";
    editor.open(&format!("{folder}/is-there.toml"), &format!("{claim}\n{steps}"));
    assert_eq!(editor.margin("scripts/toy/boons/blessing.rhai")[0], said(0, "2 rulings"));
}

/// Some clients, that of Visual Studio Code among them, add this to every command that talks so.
#[test]
fn an_editor_may_say_how_it_talks() {
    let mut editor = Editor::start_with(&["lsp", "--stdio"]);
    assert!(editor.completions(SPARK, &resolve("item.~")).contains(&"player".to_string()));
}

/// A verb with two heads stands once among what can be typed.
#[test]
fn a_name_is_completed_once() {
    let mut editor = Editor::start();
    let names = editor.completions(SPARK, &resolve("item.player.~"));
    let mut once = names.clone();
    once.dedup();
    assert_eq!(names, once);
    assert!(names.contains(&"begin".to_string()), "{names:?}");
}

#[test]
fn verbs_properties_and_variables_are_completed_by_what_they_are_asked_of() {
    let mut editor = Editor::start();
    let of_item = editor.completions(SPARK, &resolve("item.~"));
    assert!(["player", "negate", "target"].iter().all(|name| of_item.contains(&name.to_string())), "{of_item:?}");
    assert!(!of_item.contains(&"draw".to_string()), "{of_item:?}");
    let of_player = editor.completions(SPARK, &resolve("for rival in item.player.rivals { rival.h~ }"));
    assert!(["hand", "hearts", "draw"].iter().all(|name| of_player.contains(&name.to_string())), "{of_player:?}");
    let names = editor.completions(SPARK, &resolve("let victim = item.target; v~"));
    assert!(
        ["victim", "item", "game", "aim_at_rival"].iter().all(|name| names.contains(&name.to_string())),
        "{names:?}"
    );
}

#[test]
fn declared_words_and_hooks_are_completed_in_scripts() {
    let mut editor = Editor::start();
    let zones = editor.completions(SPARK, &resolve("item.card.move_to(\"~\");"));
    assert!(zones.contains(&"hand".into()) && zones.contains(&"discard".into()) && !zones.contains(&"cast".into()));
    let phases = editor.completions(SPARK, &resolve("if game().phase == \"~\" { item.negate(); }"));
    assert!(!phases.is_empty() && !phases.contains(&"hand".into()), "{phases:?}");
    let hooks = editor.completions("scripts/toy/charms/lantern.rhai", "//! x\n\nfn ~\n");
    assert!(hooks.contains(&"on_phase_begins".into()), "{hooks:?}");
}

#[test]
fn keys_words_and_names_of_cards_are_completed_in_files() {
    let mut editor = Editor::start();
    let keys = editor.completions(FLARE, "name = \"Flare\"\ntext = \"x\"\na~\n");
    assert!(keys.contains(&"affects".into()) && keys.contains(&"works_in".into()), "{keys:?}");
    let words = editor.completions(FLARE, "name = \"Flare\"\ntext = \"x\"\naffects = \"~\"\n");
    assert!(words.contains(&"targets".into()) && !words.contains(&"hand".into()), "{words:?}");
    let zones = editor.completions(FLARE, "name = \"Flare\"\ntext = \"x\"\nworks_in = [\"~\"]\n");
    assert!(zones.contains(&"pool".into()), "{zones:?}");
    let inside = editor.completions("cards/toy/charms/hush.toml", "name = \"Hush\"\ntext = \"x\"\n\n[[forbids]]\n~\n");
    assert!(inside.contains(&"action".into()) && inside.contains(&"who".into()), "{inside:?}");
    let actions = editor
        .completions("cards/toy/charms/hush.toml", "name = \"Hush\"\ntext = \"x\"\n\n[[forbids]]\naction = \"~\"\n");
    assert!(actions.contains(&"raise".into()), "{actions:?}");
    let cards = editor.completions("cards/toy/decks/evening.toml", "[cards]\n\"~\" = 1\n");
    assert!(cards.contains(&"Warm Tea".into()), "{cards:?}");
    let table = editor.completions("tests/rulings/toy/spark/x.toml", "claim = \"x\"\n\n[A]\nhand = [\"~\"]\n");
    assert!(table.contains(&"Spark".into()), "{table:?}");
}

#[test]
fn tables_of_the_game_are_completed_and_lead_to_where_they_are_declared() {
    let mut editor = Editor::start();
    let ruling = "tests/rulings/toy/spark/x.toml";
    let tables = editor.completions(ruling, "claim = \"x\"\ntable = \"~\"\n");
    assert_eq!(tables, ["embers"]);
    let keys = editor.completions(ruling, "claim = \"x\"\n~\n");
    assert!(keys.contains(&"table".into()) && keys.contains(&"expects".into()), "{keys:?}");
    let heads = editor.completions(ruling, "claim = \"x\"\n[~]\n");
    assert!(heads.contains(&"each".into()), "{heads:?}");
    let declared = editor.definition(ruling, "claim = \"x\"\ntable = \"emb~ers\"\n");
    assert_eq!(declared[0].0, "cards/toy/ruleset.toml");

    let ruleset = std::fs::read_to_string(crate::common::toy().join("cards/toy/ruleset.toml")).expect("it is there");
    let keys = editor.completions("cards/toy/ruleset.toml", &format!("{ruleset}\n[tables.late]\n~\n"));
    assert!(keys.contains(&"each".into()) && keys.contains(&"players".into()), "{keys:?}");
    let zones = editor.completions("cards/toy/ruleset.toml", &format!("{ruleset}\n[tables.late.A]\n~\n"));
    assert!(zones.contains(&"pool".into()) && zones.contains(&"attributes".into()), "{zones:?}");
    let cards =
        editor.completions("cards/toy/ruleset.toml", &format!("{ruleset}\n[tables.late]\nA = {{ hand = [\"~\"] }}\n"));
    assert!(cards.contains(&"Spark".into()), "{cards:?}");
}

#[test]
fn what_a_name_means_is_shown() {
    let mut editor = Editor::start();
    let verb = editor.hover(SPARK, &resolve("item.player.dr~aw(1);"));
    assert!(verb.contains("Player.draw(amount: number) -> [Card]") && verb.contains("from the draw pile"), "{verb}");
    let attribute = editor.hover(SPARK, &resolve("item.player.hea~rts = 1;"));
    assert!(attribute.contains("An attribute, which changes"), "{attribute}");
    let helper = editor.hover(SPARK, &resolve("aim_at_ri~val(item);"));
    assert!(helper.contains("fn aim_at_rival"), "{helper}");
    let key = editor.hover(FLARE, "name = \"Flare\"\ntext = \"x\"\naff~ects = \"targets\"\n");
    assert!(key.contains("whom a use of the card affects"), "{key}");
    let card = editor.hover("cards/toy/decks/evening.toml", "[cards]\n\"Warm~ Tea\" = 1\n");
    assert!(card.contains("Gain two hearts"), "{card}");
}

#[test]
fn names_lead_to_cards_scripts_rulings_and_declarations() {
    let mut editor = Editor::start();
    let function = editor.definition(SPARK, &resolve("aim_at_r~ival(item);"));
    assert_eq!(function[0].0, "scripts/toy/shared/aim-at-rival.rhai");
    let attribute = editor.definition(SPARK, &resolve("item.player.hea~rts = 1;"));
    assert_eq!(attribute[0].0, "cards/toy/ruleset.toml");
    let card = editor.definition("cards/toy/decks/evening.toml", "[cards]\n\"Warm~ Tea\" = 1\n");
    assert_eq!(card[0], ("cards/toy/boons/warm-tea.toml".into(), 0));
    let of_card = editor.definition(FLARE, "name = \"Fl~are\"\ntext = \"x\"\naffects = \"targets\"\n");
    assert!(of_card.iter().any(|(path, _)| path == "scripts/toy/strikes/flare.rhai"), "{of_card:?}");
    assert!(of_card.iter().any(|(path, _)| path.starts_with("tests/rulings/toy/")), "{of_card:?}");
    let hook = editor.definition(
        "scripts/toy/charms/lantern.rhai",
        "//! x\n\nfn on_phase~_begins(me, event) {\n    me.controller.sparks += 1;\n}\n",
    );
    assert!(hook.contains(&("cards/toy/charms/lantern.toml".into(), 3)), "{hook:?}");
}

#[test]
fn words_lead_to_where_the_ruleset_declares_them() {
    let mut editor = Editor::start();
    let path = "cards/toy/ruleset.toml";
    let old = std::fs::read_to_string(editor.folder.0.join(path)).expect("the toy has a ruleset");
    let shelf =
        "signals = [\"bell\"]\n\n[zones]\nshelf = { title = \"shelf\", per = \"player\", seen = \"everyone\" }\n";
    let ruleset = old.replacen("\n[kinds.strike]", &format!("{shelf}\n[kinds.strike]"), 1);
    let ruleset = ruleset.replacen("offered = [\"act\"]\ncost", "offered = [\"act\"]\nsignal  = \"shone\"\ncost", 1);
    editor.open(path, &ruleset);
    let line = |part: &str| {
        let at = ruleset.find(part).unwrap_or_else(|| panic!("the ruleset says {part}"));
        vec![(path.to_string(), ruleset[..at].matches('\n').count() as u64)]
    };
    let card = |rest: &str| format!("name = \"Flare\"\ntext = \"x\"\n{rest}");
    for (marked, declared) in [
        (card("[uses.cast]\noffered = [\"a~ct\"]\n"), "rounds       = [\"act\"]"),
        (card("[on.be~ll]\n"), "signals = [\"bell\"]"),
        (card("[on.\"sh~one\"]\n"), "signal  = \"shone\""),
        (card("[on.\"changed he~arts\"]\n"), "hearts = { type"),
        (card("[uses.ca~st]\nfrom = \"hand\"\n"), "[actions.cast]"),
        (card("[uses.cast]\nfrom = \"sh~elf\"\n"), "shelf = { title"),
    ] {
        assert_eq!(editor.definition(FLARE, &marked), line(declared), "{marked}");
    }
    let windows = ruleset.replacen("windows = [\"priority\"]", "windows = [\"prio~rity\"]", 1);
    assert_eq!(editor.definition(path, &windows), line("[windows.priority]"));
    let ruling = "claim = \"x\"\nphase = \"ni~ght\"\n\n[A]\nshelf = [\"Flare\"]\n";
    let ruled = "tests/rulings/toy/flare/new.toml";
    assert_eq!(editor.definition(ruled, ruling), line("night = { title"));
    let shelved = ruling.replace('~', "").replacen("shelf", "she~lf", 1);
    assert_eq!(editor.definition(ruled, &shelved), line("shelf = { title"));
    for (body, declared) in [
        ("item.card.move_to(\"she~lf\");", "shelf = { title"),
        ("item.player.draw(item.player.she~lf.len);", "shelf = { title"),
        ("game().signal(\"be~ll\", item.card);", "signals = [\"bell\"]"),
    ] {
        assert_eq!(editor.definition(SPARK, &resolve(body)), line(declared), "{body}");
    }
}

#[test]
fn texts_that_are_no_packs_and_places_that_do_not_exist_are_met_with_nothing() {
    let mut editor = Editor::start();
    assert_eq!(editor.completions("notes/todo.txt", "anything ~"), [""; 0]);
    assert_eq!(editor.completions(SPARK, "~"), editor.completions(SPARK, "~"));
    for broken in
        ["fn resolve(item) { item.~", "fn resolve(item) { \"~", "}}}}~", "fn ~(((", "`${~", "[[[~\n= = =", "ö~ü"]
    {
        editor.at("textDocument/completion", SPARK, broken);
        editor.at("textDocument/completion", FLARE, broken);
        editor.at("textDocument/hover", SPARK, broken);
        editor.at("textDocument/definition", FLARE, broken);
    }
    let document = json!({ "uri": editor.uri(SPARK) });
    let far = json!({ "textDocument": document, "position": { "line": 9999, "character": 9999 } });
    editor.ask("textDocument/completion", far);
}
