//! Tests of a whole server, over sockets as browsers use them.
//!
//! Found once: a browser makes a room of the server remember 16 MB; whoever opens a game of a lobby chooses its seed, and knows
//! every card.

mod past;
#[cfg(feature = "print")]
mod print;
mod promises;
mod sealed;
mod secrets;

use crate::{Bound, Config, GamePack, Limits, Secret, Store};
use cardwright_content::Files;
use cardwright_deciders::DeciderName;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A server and its client.
struct Server {
    address: SocketAddr,
    token: Option<Secret>,
}

/// What was answered.
struct Answered {
    status: u16,
    head: String,
    body: Value,
}

pub(crate) fn game(pack: &str) -> GamePack {
    let (files, _) = Files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let svg = |inside: &str| {
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inside}</svg>");
        Arc::<[u8]>::from(text.into_bytes())
    };
    let pictures = [("shown", svg("<path d='M0 0h9'/>")), ("runs", svg("<set attributeName='href'/>"))];
    let pictures = pictures.map(|(name, svg)| (format!("cards/{pack}/art/{name}.svg"), svg));
    let files = Files::new(files.iter().filter(|(path, _)| !path.starts_with("tests/")))
        .with_images(files.images())
        .with_images(pictures);
    let ruleset = cardwright_game::load(&files, pack).ruleset.expect("the pack is right");
    GamePack { pack: pack.into(), ruleset, files }
}

/// A copy of the file in which a server keeps its games, beside it: what a kill at this moment would leave.
fn copied(file: &Path, name: &str) -> PathBuf {
    let copy = file.with_file_name(name);
    let reading = rusqlite::Connection::open(file).expect("it can be opened");
    reading.execute("VACUUM INTO ?", [copy.to_str()]).expect("it can be copied");
    copy
}

impl Server {
    fn of(games: &[&str], author: bool, store: Option<&Path>, limits: Limits) -> Self {
        let token = author.then(|| Secret::new().expect("there is chance"));
        let config = Config {
            games: games.iter().map(|pack| game(pack)).collect(),
            store: store.map(|file| Store::open(file).expect("it can be opened")),
            author: token.clone(),
            once: None,
            hosts: Vec::new(),
            workshop: None,
            bot: DeciderName::default(),
            limits,
        };
        let bound = Bound::to(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port is free");
        let address = bound.address();
        thread::spawn(move || bound.serve(config));
        Self { address, token }
    }

    fn lobby() -> Self {
        Self::of(&["spellfire"], false, None, Limits::default())
    }

    fn studio() -> Self {
        Self::of(&["spellfire"], true, None, Limits::default())
    }

    fn send(&self, request: &str) -> Answered {
        let mut socket = TcpStream::connect(self.address).expect("it is there");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("it can be set");
        socket.write_all(request.as_bytes()).expect("it can be sent");
        let mut bytes = Vec::new();
        let _ = socket.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answered { status, head: head.to_lowercase(), body: serde_json::from_str(body).unwrap_or(Value::Null) }
    }

    /// What a browser sends of its cookies, which are named here without the port that is in the name of each.
    fn sent(&self, cookie: &str) -> String {
        cookie.replace("cw_", &format!("cw_{}_", self.address.port()))
    }

    fn get(&self, path: &str, cookie: &str) -> Answered {
        let (address, cookie) = (self.address, self.sent(cookie));
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"))
    }

    fn post(&self, path: &str, cookie: &str, body: &Value) -> Answered {
        let (address, body, cookie) = (self.address, body.to_string(), self.sent(cookie));
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
             Cookie: {cookie}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    /// A game of so many: its name and the secrets of its seats.
    fn open(&self, people: u8, cookie: &str) -> (String, Vec<String>) {
        let seed = self.token.is_some().then_some(7);
        let made = self.post("/api/games", cookie, &json!({ "pack": "spellfire", "people": people, "seed": seed }));
        assert_eq!(made.status, 200, "{}", made.body);
        let secrets = made.body["secrets"].as_array().expect("a list").iter();
        let secrets = secrets.filter_map(|secret| Some(secret.as_str()?.to_owned())).collect();
        (made.body["id"].as_str().expect("a name").to_owned(), secrets)
    }

    /// The first message of a stream.
    fn first(&self, path: &str, cookie: &str) -> Value {
        let mut stream = self.stream(path, cookie);
        next(&mut stream)
    }

    fn stream(&self, path: &str, cookie: &str) -> BufReader<TcpStream> {
        let mut socket = TcpStream::connect(self.address).expect("it is there");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("it can be set");
        let (address, cookie) = (self.address, self.sent(cookie));
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
        socket.write_all(request.as_bytes()).expect("it can be sent");
        BufReader::new(socket)
    }

    fn author(&self) -> String {
        format!("cw_author={}", self.token.as_ref().map_or("", Secret::as_str))
    }
}

/// The next message of a stream.
fn next(stream: &mut BufReader<TcpStream>) -> Value {
    let mut line = String::new();
    while stream.read_line(&mut line).expect("it goes on") > 0 {
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).expect("it is JSON");
        }
        line.clear();
    }
    panic!("the stream has ended");
}

fn cookie(id: &str, seat: char, secret: &str) -> String {
    format!("cw_{id}_{seat}={secret}")
}

#[test]
fn a_seat_is_opened_by_its_own_secret_only() {
    let server = Server::lobby();
    let (id, secrets) = server.open(3, "");
    assert_eq!(secrets.len(), 3);
    let entered = server.post(&format!("/api/g/{id}/enter"), "", &json!({ "secret": secrets[1] }));
    assert_eq!((entered.status, &entered.body["seat"]), (200, &json!("B")));
    let name = format!("set-cookie: cw_{}_{id}_b=", server.address.port());
    for part in ["httponly", "samesite=strict", &format!("path=/api/g/{id}/b"), &name] {
        assert!(entered.head.contains(part), "{part}: {}", entered.head);
    }
    let mine = cookie(&id, 'B', &secrets[1]);
    let view = server.first(&format!("/api/g/{id}/B/events"), &mine);
    assert_eq!((&view["view"]["viewer"], &view["v"], &view["kind"]), (&json!("B"), &json!(1), &json!("view")));

    assert_eq!(server.post(&format!("/api/g/{id}/enter"), "", &json!({ "secret": "0" })).status, 403);
    for (seat, said) in [
        ('A', mine.clone()),
        ('A', cookie(&id, 'A', &secrets[1])),
        ('B', cookie(&id, 'B', &"0".repeat(32))),
        ('B', String::new()),
        ('B', cookie("other-1", 'B', &secrets[1])),
    ] {
        for path in ["events", "at/0"] {
            assert_eq!(server.get(&format!("/api/g/{id}/{seat}/{path}"), &said).status, 403, "{seat} {said} {path}");
        }
        let deed = json!({ "key": "1", "do": "undo" });
        assert_eq!(server.post(&format!("/api/g/{id}/{seat}/do"), &said, &deed).status, 403, "{seat} {said}");
    }
    for name in ["all", "a", "AB", "Z", "%41"] {
        let refused = server.get(&format!("/api/g/{id}/{name}/events"), &mine).status;
        assert!(matches!(refused, 403 | 404), "{name}: {refused}");
    }
}

#[test]
fn an_option_that_cannot_be_chosen_is_refused() {
    let server = Server::lobby();
    let begin = |options: Value| {
        server.post("/api/games", "", &json!({ "pack": "spellfire", "people": 2, "options": options }))
    };
    assert_eq!(begin(json!([["copies", "in turn"]])).status, 200);
    for (options, why) in [
        (json!([["copies", "never"]]), "the option `copies` cannot be `never`, but after negations or in turn"),
        (json!([["stalemate", "0"]]), "the option `stalemate` cannot be `0`, but 1 to 100"),
        (json!([["copy", "in turn"]]), "there is no option `copy`"),
        (json!([["stalemate", "3"], ["stalemate", "4"]]), "the option `stalemate` is chosen twice"),
    ] {
        let refused = begin(options);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.to_string().contains(why), "{}", refused.body);
    }
}

#[test]
fn nobody_chooses_the_seed_of_a_game_for_others() {
    let begin = |server: &Server, cookie: &str, bots: Value| {
        let wanted = json!({ "pack": "kuhn_poker", "people": 2, "seed": 7, "bots": bots });
        server.post("/api/games", cookie, &wanted)
    };
    let lobby = Server::of(&["kuhn_poker"], false, None, Limits::default());
    for bots in [json!([]), json!(["C"]), json!(["C", "Z", "?"])] {
        let refused = begin(&lobby, "", bots);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.to_string().contains("a seed tells every card"), "{}", refused.body);
    }
    assert_eq!(begin(&lobby, "", json!(["B"])).status, 200, "who plays alone may");
    let studio = Server::of(&["kuhn_poker"], true, None, Limits::default());
    assert_eq!(begin(&studio, &studio.author(), json!([])).status, 200, "an author sees everything anyway");
}

#[test]
fn what_the_author_may_nobody_else_may() {
    let server = Server::studio();
    let author = server.author();
    let (id, secrets) = server.open(2, &author);
    let all = server.first(&format!("/api/g/{id}/all/events"), &author);
    assert_eq!(all["view"]["viewer"], json!("host"));
    let file = json!({ "path": "cards/spellfire/events/calm.toml" });
    let read = server.post("/api/packs/spellfire/source", &author, &file);
    assert!(read.body["text"].as_str().is_some_and(|text| text.contains("Calm")));

    let seat = cookie(&id, 'A', &secrets[0]);
    let places = |said: &str| {
        let why_not = server.first(&format!("/api/g/{id}/A/events"), said)["why_not"].to_string();
        (why_not.matches(r#""place":"#).count(), why_not.matches(r#""place":""#).count())
    };
    let ((known, told), (same, untold)) = (places(&author), places(&seat));
    assert!(
        told > 0 && known == same && untold == 0,
        "where reasons are written: {told} of {known}, {untold} of {same}"
    );
    for said in ["", &*seat, "cw_author=0", "cw_author="] {
        for path in [format!("/api/g/{id}/all/events"), format!("/api/g/{id}/watch/events"), "/api/games".into()] {
            assert_eq!(server.get(&path, said).status, 403, "{said} {path}");
        }
        for path in [
            &*format!("/api/g/{id}/all/origins"),
            "/api/rulings",
            "/api/packs/spellfire/files",
            "/api/packs/spellfire/language",
            "/api/lab",
        ] {
            assert_eq!(server.get(path, said).status, 403, "{said} {path}");
        }
        for (path, body) in [
            (format!("/api/g/{id}/all/fork"), json!({ "line": 0, "as": "all" })),
            ("/api/packs/spellfire/source".into(), file.clone()),
            ("/api/games".into(), json!({ "pack": "spellfire", "people": 2 })),
            ("/api/rulings".into(), json!({ "ruling": "spellfire/calm/spares-only-its-player" })),
            ("/api/rulings/judge".into(), json!({ "rulings": ["spellfire/calm/spares-only-its-player"] })),
            ("/api/rulings/accept".into(), json!({ "ruling": "spellfire/calm/spares-only-its-player", "print": "" })),
            ("/api/rulings/reject".into(), json!({ "ruling": "spellfire/calm/spares-only-its-player" })),
            (format!("/api/g/{id}/all/ruling"), json!({ "line": 0, "name": "calm/x" })),
            ("/api/tables".into(), json!({ "pack": "spellfire", "people": 2, "turn": "A", "places": [] })),
            (
                "/api/tables/ruling".into(),
                json!({ "table": { "pack": "spellfire", "people": 2, "turn": "A", "places": [] }, "name": "calm/x" }),
            ),
            ("/api/files/read".into(), json!({ "path": "cards/spellfire/events/calm.toml" })),
            ("/api/files/save".into(), json!({ "path": "cards/spellfire/events/calm.toml", "text": "", "print": "" })),
            ("/api/language/0".into(), json!({})),
            ("/api/lab".into(), json!({ "pack": "spellfire", "games": 1, "people": 2, "seed": 1 })),
            ("/api/lab/stop".into(), json!({})),
            ("/api/author".into(), json!({ "secret": "0" })),
        ] {
            assert_eq!(server.post(&path, said, &body).status, 403, "{said} {path}");
        }
    }
    for path in ["../Cargo.toml", "/etc/passwd", "cards/spellfire/../../Cargo.toml", "Cargo.toml", ""] {
        assert_eq!(server.post("/api/packs/spellfire/source", &author, &json!({ "path": path })).status, 404, "{path}");
    }
}

#[test]
fn pictures_of_packs_are_shown_and_nothing_else_is() {
    let server = Server::lobby();
    for path in
        ["cards/spellfire/pack.toml", "../Cargo.toml", "%2e%2e/Cargo.toml", "/etc/passwd", "cards/spellfire/art/x.png"]
    {
        assert_eq!(server.get(&format!("/api/packs/spellfire/art/{path}"), "").status, 404, "{path}");
    }
    let status = |name: &str| {
        server.send(&format!(
        "GET /api/packs/spellfire/art/cards/spellfire/art/{name}.svg HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    )).status
    };
    assert_eq!((status("shown"), status("runs")), (200, 404), "a drawing holds nothing that runs");
}

#[test]
fn requests_from_elsewhere_and_too_large_ones_are_refused() {
    let server = Server::lobby();
    let address = server.address;
    let page = server.get("/", "");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{}", page.head);
    let elsewhere = |host: &str| server.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    assert_eq!(elsewhere("evil.example").status, 403);
    let body = json!({ "pack": "spellfire", "people": 2 }).to_string();
    let from = |origin: &str| {
        server.send(&format!(
            "POST /api/games HTTP/1.1\r\nHost: {address}\r\n{origin}Content-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        ))
    };
    assert_eq!(from("").status, 403);
    assert_eq!(from("Origin: http://evil.example\r\n").status, 403);
    assert_eq!(from(&format!("Origin: http://{address}\r\n")).status, 200);
    let large = json!({ "secret": "x".repeat(200_000) });
    assert_eq!(server.post("/api/author", "", &large).status, 413);
    assert_eq!(server.get("/assets/../Cargo.toml", "").status, 404);
    assert_eq!(server.get("/api/nothing", "").status, 404);
    let crowded = Server::of(&["spellfire"], false, None, Limits { rooms: 1, streams: 0, ..Limits::default() });
    let (id, secrets) = crowded.open(2, "");
    assert_eq!(crowded.post("/api/games", "", &json!({ "pack": "spellfire", "people": 2 })).status, 503);
    assert_eq!(crowded.get(&format!("/api/g/{id}/A/events"), &cookie(&id, 'A', &secrets[0])).status, 503);
}

#[test]
fn bots_of_one_game_need_not_play_alike() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let server = Server::of(&["crazy_eights"], false, Some(&file), Limits::default());
    let wanted =
        |deciders: Value| json!({ "pack": "crazy_eights", "people": 3, "bots": ["B", "C"], "deciders": deciders });
    let made = server.post("/api/games", "", &wanted(json!([["C", "greedy"]])));
    assert_eq!(made.status, 200, "{}", made.body);
    let copy = copied(&file, "copy.db");
    let kept = Store::open(&copy).expect("it can be opened").rooms().expect("they can be read");
    let seats: Vec<_> = kept[0].seats.iter().map(|seat| (seat.bot, seat.decider.as_deref())).collect();
    assert_eq!(seats, [(false, None), (true, None), (true, Some("greedy"))]);
    for (deciders, why) in [
        (json!([["A", "greedy"]]), "no bot sits at A"),
        (json!([["B", "gredy"]]), "there is no decider `gredy`"),
        (json!([["B", "mcts:1000000"]]), "cannot be named here"),
        (json!([["B", "weights:/etc/passwd"]]), "cannot be named here"),
        (json!([["B", "external:true"]]), "cannot be named here"),
    ] {
        let refused = server.post("/api/games", "", &wanted(deciders));
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.to_string().contains(why), "{}", refused.body);
    }
}

#[test]
fn bots_sit_only_where_there_are_seats() {
    let server = Server::of(&["kuhn_poker"], false, None, Limits::default());
    let begin =
        |bots: Value| server.post("/api/games", "", &json!({ "pack": "kuhn_poker", "people": 2, "bots": bots }));
    assert_eq!(begin(json!(["A", "B"])).status, 200);
    for (bots, why) in [
        (json!(["Z", "!", "Ω"]), "there is no seat `Z` for a bot"),
        (json!(["B", "C"]), "there is no seat `C` for a bot"),
        (json!(["b"]), "there is no seat `b` for a bot"),
        (json!(["Ω"]), "there is no seat `Ω` for a bot"),
        (json!(["B", "B"]), "seat `B` is given to a bot twice"),
    ] {
        let refused = begin(bots);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body.to_string().contains(why), "{}", refused.body);
    }
}

/// Answers the open question of a seat by its first option. Returns what was asked.
fn answer_first(server: &Server, id: &str, cookies: &[String], key: &str) -> (usize, Answered, Value) {
    for (seat, cookie) in cookies.iter().enumerate() {
        let letter = (b'A' + seat as u8) as char;
        let view = server.first(&format!("/api/g/{id}/{letter}/events"), cookie);
        let Some(prompt) = view["prompts"].get(0) else { continue };
        assert_eq!(prompt["seat"], json!(letter.to_string()), "a seat gets its own questions only");
        let deed =
            json!({ "key": key, "do": { "answer": { "number": prompt["number"], "answer": { "options": [0] } } } });
        return (seat, server.post(&format!("/api/g/{id}/{letter}/do"), cookie, &deed), deed);
    }
    panic!("nobody is asked");
}

#[test]
fn an_answer_counts_once_and_a_late_one_is_told_so() {
    let server = Server::lobby();
    let (id, secrets) = server.open(2, "");
    let cookies: Vec<String> = "AB".chars().zip(&secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
    let (seat, done, deed) = answer_first(&server, &id, &cookies, "one");
    assert_eq!(done.status, 200, "{}", done.body);
    let letter = (b'A' + seat as u8) as char;
    let path = format!("/api/g/{id}/{letter}/do");
    let again = server.post(&path, &cookies[seat], &deed);
    assert_eq!((again.status, again.body), (200, done.body), "the same key does nothing twice");
    let mut late = deed.clone();
    late["key"] = json!("two");
    let late = server.post(&path, &cookies[seat], &late);
    assert_eq!(late.status, 409);
    assert_eq!(late.body["error"], json!("that question is no longer open"));
    let mut long = deed.clone();
    long["key"] = json!("x".repeat(101));
    let long = server.post(&path, &cookies[seat], &long);
    assert_eq!(long.status, 422, "what is remembered has a limit: {}", long.body);
    let other = 1 - seat;
    let stolen = server.post(&format!("/api/g/{id}/{}/do", (b'A' + other as u8) as char), &cookies[other], &deed);
    assert_eq!(stolen.status, 409, "the question of another seat is none of mine");
}

#[test]
fn undo_needs_everybody() {
    let server = Server::lobby();
    let (id, secrets) = server.open(2, "");
    let cookies: Vec<String> = "AB".chars().zip(&secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
    let (seat, ..) = answer_first(&server, &id, &cookies, "one");
    let letter = |seat: usize| (b'A' + seat as u8) as char;
    let undo = |seat: usize, key: &str| {
        let deed = json!({ "key": key, "do": "undo" });
        server.post(&format!("/api/g/{id}/{}/do", letter(seat)), &cookies[seat], &deed).status
    };
    let lines = |seat: usize| {
        let view = server.first(&format!("/api/g/{id}/{}/events", letter(seat)), &cookies[seat]);
        (view["lines"].as_array().map_or(0, Vec::len), view["around"]["undo"].clone())
    };
    let (before, none) = lines(seat);
    assert_eq!(none, Value::Null);
    assert_eq!(undo(seat, "a"), 200);
    let (still, wish) = lines(1 - seat);
    assert_eq!((still, &wish["by"]), (before, &json!(letter(seat).to_string())), "one alone takes nothing back");
    assert_eq!(undo(1 - seat, "b"), 200);
    assert!(lines(seat).0 < before, "both together do");
}
