//! `cardwright serve` under many people: a thousand tables at once, a day of games, and strangers who ask without end. In each
//! run on a smaller scale; `CARDWRIGHT_LONG=1` has the whole, and writes its figures to the standard error.
//!
//! Found once: watchers keep a game so busy that its players are refused; after 500 games no more can be opened, though all are
//! over.

#![cfg(target_os = "linux")]

use crate::served::Served;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The name under which these servers are reached: by a proxy, which says for whom it asks.
const HOST: &str = "cards.example";

/// How many people do something at the same time.
const HANDS: usize = 8;

fn is_long() -> bool {
    std::env::var_os("CARDWRIGHT_LONG").is_some_and(|long| long == "1")
}

/// A server that is reached by its name, through a proxy.
struct Crowded(Served);

impl Crowded {
    fn of(game: &str, db: &Path, words: &[&str]) -> Self {
        Self(Served::of(game, db, &[&["--host", HOST], words].concat()))
    }

    fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(&self.0.address).expect("it is there");
        socket.set_read_timeout(Some(Duration::from_secs(120))).expect("it can be set");
        socket
    }

    /// What somebody at an address is answered: the status, the head and the body.
    fn ask(&self, from: usize, path: &str, cookie: &str, body: Option<&Value>) -> (u16, String, Value) {
        let mut socket = self.connect();
        let (method, body) = body.map_or(("GET", String::new()), |body| ("POST", body.to_string()));
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{}Origin: https://{HOST}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            head(from, cookie),
            body.len()
        );
        socket.write_all(request.as_bytes()).expect("it is sent");
        let mut text = String::new();
        socket.read_to_string(&mut text).expect("it is answered");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A number of the process: `VmRSS` in kB, `VmHWM`, `Threads`.
    fn number(&self, of: &str) -> usize {
        let text = fs::read_to_string(format!("/proc/{}/status", self.0.child.id())).expect("it runs");
        let line = text.lines().find_map(|line| line.strip_prefix(of)).expect("it is told");
        line.trim_matches([':', ' ', '\t', 'k', 'B']).parse().expect("a number")
    }

    fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.0.child.id())).expect("it runs").count()
    }
}

fn head(from: usize, cookie: &str) -> String {
    let address = format!("10.{}.{}.{}", from >> 16 & 255, from >> 8 & 255, from & 255);
    format!("Host: {HOST}\r\nX-Forwarded-For: {address}\r\nCookie: {cookie}\r\n")
}

/// A game of one person against a bot, or of two people.
struct Table {
    id: String,
    from: usize,
    cookies: Vec<String>,
    owner: String,
}

impl Table {
    fn begin(served: &Crowded, game: &str, from: usize, bots: &[&str]) -> Self {
        let wanted = json!({ "pack": game, "people": 2, "bots": bots });
        let (status, head, made) = served.ask(from, "/api/games", "", Some(&wanted));
        assert_eq!(status, 200, "{made}");
        let id = made["id"].as_str().expect("a name").to_owned();
        let secrets = made["secrets"].as_array().expect("a list").iter().filter_map(Value::as_str);
        let cookies = "AB".chars().zip(secrets).map(|(seat, secret)| format!("cw_443_{id}_{seat}={secret}")).collect();
        let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("what removes it");
        let owner = set.split(';').next().unwrap_or_default().to_owned();
        Self { id, from, cookies, owner }
    }

    fn path(&self, viewer: &str, rest: &str) -> String {
        format!("/api/g/{}/{viewer}/{rest}", self.id)
    }

    fn listen(&self, served: &Crowded, viewer: &str, cookie: &str) -> Listener {
        let mut socket = served.connect();
        let path = self.path(viewer, "events");
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\n", head(self.from, cookie));
        socket.write_all(request.as_bytes()).expect("it is sent");
        Listener { socket, text: Vec::new(), newest: Value::Null }
    }

    /// Gives the default answer to a question.
    fn answer(&self, served: &Crowded, seat: usize, prompt: &Value) -> u16 {
        let answer = json!({ "number": prompt["number"], "answer": prompt["default"] });
        let deed = json!({ "key": prompt["number"].to_string(), "do": { "answer": answer } });
        let path = self.path(["A", "B"][seat], "do");
        served.ask(self.from, &path, &self.cookies[seat], Some(&deed)).0
    }
}

/// A browser that listens.
struct Listener {
    socket: TcpStream,
    text: Vec<u8>,
    newest: Value,
}

impl Listener {
    /// Takes what comes until something holds of the newest moment.
    fn until(&mut self, holds: impl Fn(&Value) -> bool) -> &Value {
        while self.newest.is_null() || !holds(&self.newest) {
            let mut some = [0; 1 << 16];
            let read = self.socket.read(&mut some).expect("it goes on");
            assert!(read > 0, "the stream has ended: {}", String::from_utf8_lossy(&self.text));
            self.text.extend_from_slice(&some[..read]);
            while let Some(end) = self.text.windows(2).position(|two| two == b"\n\n") {
                let message: Vec<u8> = self.text.drain(..end + 2).collect();
                let message = String::from_utf8_lossy(&message);
                // Pieces of a body have their lengths before them.
                let data = message.lines().find_map(|line| line.strip_prefix("data: "));
                if let Some(moment) = data.and_then(|data| serde_json::from_str(data).ok()) {
                    self.newest = moment;
                }
            }
        }
        &self.newest
    }

    fn is_over(&self) -> bool {
        self.newest["view"]["outcome"].is_object()
    }
}

/// Whether a moment still asks this.
fn asks(moment: &Value, prompt: &Value) -> bool {
    moment["prompts"][0]["number"] == prompt["number"]
}

/// How long the trace is at a moment.
fn lines_of(moment: &Value) -> u64 {
    moment["lines"].as_array().map_or(0, Vec::len) as u64 + moment["from"].as_u64().unwrap_or(0)
}

/// Does something for each of so many, with several hands.
fn for_each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..HANDS {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    work(at);
                }
            });
        }
    });
}

fn tell(figures: &str) {
    let _ = writeln!(io::stderr(), "{figures}");
}

#[test]
fn many_tables_with_bots_are_played_at_once() {
    let (tables, rounds) = if is_long() { (1_000, 8) } else { (40, 4) };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let served = Crowded::of("crazy_eights", &folder.path().join("games.db"), &[]);
    let before = served.number("VmRSS");
    let took = std::sync::Mutex::new(Vec::new());
    let listening: Vec<_> = (0..tables).map(|_| std::sync::Mutex::new(None)).collect();
    for_each(tables, |at| {
        let table = Table::begin(&served, "crazy_eights", at, &["B"]);
        let mut seat = table.listen(&served, "A", &table.cookies[0]);
        let mut watching = table.listen(&served, "watch", "");
        seat.until(|moment| moment["prompts"].get(0).is_some());
        watching.until(|_| true);
        *listening[at].lock().expect("it is whole") = Some((table, seat, watching));
    });
    for _ in 0..rounds {
        for_each(tables, |at| {
            let mut own = listening[at].lock().expect("it is whole");
            let (table, seat, watching) = own.as_mut().expect("it has begun");
            if seat.is_over() {
                return;
            }
            let prompt = seat.newest["prompts"][0].clone();
            let began = Instant::now();
            assert_eq!(table.answer(&served, 0, &prompt), 200, "{}", table.id);
            let before = watching.newest["rev"].as_u64();
            seat.until(|moment| !asks(moment, &prompt));
            took.lock().expect("it is whole").push(began.elapsed());
            // Of a game of which everybody sees each deed.
            watching.until(|moment| moment["rev"].as_u64() > before);
        });
    }
    let (most, threads) = (served.number("VmHWM"), served.number("Threads"));
    let mut took = took.into_inner().expect("it is whole");
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 100];
    if is_long() {
        tell(&format!(
            "{tables} tables with bots, {} streams, {} answers: answer to event median {:?}, 95 % within {:?}, most \
             {:?}; memory {} MB before, at most {} MB; {threads} threads",
            2 * tables,
            took.len(),
            at(50),
            at(95),
            at(100),
            before >> 10,
            most >> 10
        ));
    }
    assert!(took.len() >= tables * rounds / 2, "{} answers", took.len());
    assert!(most < 1 << 20, "{} MB, of which {} MB at the beginning", most >> 10, before >> 10);
    assert!(most - before < tables * 900 + (100 << 10), "{} kB for {tables} tables", most - before);
}

#[test]
fn a_day_of_games_leaves_nothing_behind() {
    // 200 games an hour. A hand that is slow looks at its game before so many others are over that it has left.
    let (games, finished) = if is_long() { (24 * 200, 300) } else { (120, 24) };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let db = folder.path().join("games.db");
    let served = Crowded::of("kuhn_poker", &db, &["--finished", &finished.to_string()]);
    let mut marks = Vec::new();
    let quarter = games / 4;
    for from in (0..games).step_by(quarter) {
        for_each(quarter, |at| play_through(&served, from + at));
        // What is over leaves within a second, and old ones make room.
        thread::sleep(Duration::from_secs(3));
        let listed = served.ask(0, "/api/games", "", None).2["rooms"].as_array().map_or(0, Vec::len);
        assert!(listed <= finished.min(50), "{listed} games are listed");
        let size = fs::metadata(&db).map_or(0, |known| known.len());
        marks.push((served.number("VmRSS"), size as usize >> 10, served.open_files()));
    }
    if is_long() {
        tell(&format!("{games} games; after each quarter memory in kB, file in kB, open files: {marks:?}"));
    }
    // As many as are kept have been there for a while: the file has its size.
    let ((early, small, few), (late, large, many)) = (marks[2], marks[3]);
    assert!(late <= early + early / 10 + 4_096, "memory grows: {marks:?}");
    assert!(large <= small + small / 10 + 256, "the file grows: {marks:?}");
    assert!(many <= few + 8, "files stay open: {marks:?}");
}

/// A game from its beginning to its end, as people play them: some look back, some pass the replay on, and one in ten removes it.
fn play_through(served: &Crowded, number: usize) {
    let table = Table::begin(served, "kuhn_poker", number, &[]);
    let mut seats = [0, 1].map(|seat| table.listen(served, ["A", "B"][seat], &table.cookies[seat]));
    for seat in &mut seats {
        seat.until(|_| true);
    }
    while !seats[0].is_over() {
        let asked = [0, 1].into_iter().find(|seat| seats[*seat].newest["prompts"].get(0).is_some());
        let asked = asked.expect("somebody is asked");
        let prompt = seats[asked].newest["prompts"][0].clone();
        assert_eq!(table.answer(served, asked, &prompt), 200);
        let waiting = seats[asked].until(|moment| !asks(moment, &prompt))["view"]["waiting_for"].clone();
        for seat in &mut seats {
            seat.until(|moment| moment["view"]["waiting_for"] == waiting);
        }
    }
    if number.is_multiple_of(3) {
        assert_eq!(served.ask(table.from, &table.path("A", "at/0"), &table.cookies[0], None).0, 200);
        let (status, _, replay) = served.ask(table.from, &table.path("B", "replay"), &table.cookies[1], None);
        assert_eq!(status, 200, "{replay}");
    }
    if number.is_multiple_of(10) {
        let path = format!("/api/g/{}/remove", table.id);
        assert_eq!(served.ask(table.from, &path, &table.cookies[0], Some(&json!({}))).0, 403, "a seat is no owner");
        assert_eq!(served.ask(table.from, &path, &table.owner, Some(&json!({}))).0, 200);
        assert_eq!(served.ask(table.from, &table.path("A", "at/0"), &table.cookies[0], None).0, 404);
    }
}

#[test]
fn whoever_watches_keeps_no_player_from_playing() {
    let (strangers, rounds) = if is_long() { (70, 100) } else { (40, 25) };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let served = Crowded::of("war_of_the_ring", &folder.path().join("games.db"), &[]);
    let table = Table::begin(&served, "war_of_the_ring", 1, &["B"]);
    let mut seat = table.listen(&served, "A", &table.cookies[0]);
    let mut play = || {
        let is_over = |moment: &Value| moment["view"]["outcome"].is_object();
        let moment = seat.until(|moment| moment["prompts"].get(0).is_some() || is_over(moment)).clone();
        if is_over(&moment) {
            return None;
        }
        let began = Instant::now();
        let status = table.answer(&served, 0, &moment["prompts"][0]);
        seat.until(|newest| !asks(newest, &moment["prompts"][0]));
        Some((status, began.elapsed(), lines_of(&moment)))
    };
    let (.., lines) = (0..20).map_while(|_| play()).last().expect("it has begun");
    let (goes, asked) = (AtomicBool::new(true), AtomicUsize::new(0));
    let ask = |from: usize| {
        while goes.load(Ordering::Relaxed) {
            for path in [format!("at/{}", lines.saturating_sub(1)), "at/0".into()] {
                let (status, ..) = served.ask(from, &table.path("watch", &path), "", None);
                assert!(matches!(status, 200 | 429 | 503), "{status}");
                asked.fetch_add(usize::from(status == 200), Ordering::Relaxed);
            }
            // One who only looks in, and goes.
            drop(table.listen(&served, "watch", ""));
        }
    };
    let mut played = thread::scope(|scope| {
        for from in 0..strangers {
            scope.spawn(move || ask(100 + from));
        }
        let played: Vec<_> = (0..rounds).map_while(|_| play()).collect();
        goes.store(false, Ordering::Relaxed);
        played
    });
    assert!(played.len() > 10 && played.iter().all(|(status, ..)| *status == 200), "{played:?}");
    played.sort_unstable_by_key(|(_, took, _)| *took);
    let (median, most) = (played[played.len() / 2].1, played[played.len() - 1].1);
    if is_long() {
        let asked = asked.into_inner();
        tell(&format!("{strangers} strangers, {asked} questions answered: an answer median {median:?}, most {most:?}"));
    }
    assert!(most < Duration::from_secs(20), "median {median:?}, most {most:?}");
}
