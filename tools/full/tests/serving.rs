//! `cardwright serve`, killed at random moments while somebody plays: every game stands where its last confirmed answer
//! left it, and nobody enters a seat without its secret.
//!
//! Found once: wo servers write to one file of games by a hard link, or after its lock was removed; he author's token is in the
//! list of processes, and everybody reads the file of games.

use crate::served::Served;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often the server is killed, in short and in long.
const KILLS: [u64; 2] = [20, 200];

/// A server of crazy eights.
fn served(db: &Path) -> Served {
    Served::of("crazy_eights", db, &[])
}

/// Cookies, which are named here without the port that is in the name of each.
fn sent(address: &str, cookie: &str) -> String {
    cookie.replace("cw_", &format!("cw_{}_", address.rsplit(':').next().unwrap_or_default()))
}

/// What the server answers: nothing if it is gone before it has.
fn ask(address: &str, path: &str, cookie: &str, body: Option<&Value>) -> Option<(u16, Value)> {
    let mut socket = TcpStream::connect(address).ok()?;
    socket.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let cookie = sent(address, cookie);
    let (method, body) = body.map_or(("GET", String::new()), |body| ("POST", body.to_string()));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
         Cookie: {cookie}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    socket.write_all(request.as_bytes()).ok()?;
    let mut text = String::new();
    socket.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
}

/// What a seat is shown just now.
fn shown(address: &str, id: &str, seat: char, cookie: &str) -> Option<Value> {
    let mut socket = TcpStream::connect(address).ok()?;
    socket.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let cookie = sent(address, cookie);
    let request = format!(
        "GET /api/g/{id}/{seat}/events HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).ok()?;
    let lines = BufReader::new(socket).lines().map_while(Result::ok);
    let data = lines.take(200).find_map(|line| line.strip_prefix("data: ").map(str::to_owned))?;
    serde_json::from_str(&data).ok()
}

/// A game and the cookies of its two seats.
struct Playing {
    id: String,
    cookies: [String; 2],
}

impl Playing {
    fn begin(address: &str) -> Self {
        let wanted = json!({ "pack": "crazy_eights", "people": 2 });
        let (status, made) = ask(address, "/api/games", "", Some(&wanted)).expect("it answers");
        assert_eq!(status, 200, "{made}");
        let id = made["id"].as_str().expect("it has a name").to_owned();
        let cookie = |seat: usize| {
            let secret = made["secrets"][seat].as_str().expect("a secret");
            format!("cw_{id}_{}={secret}", letter(seat))
        };
        Self { cookies: [cookie(0), cookie(1)], id }
    }

    /// Gives one answer. Returns it if it was confirmed, and nothing when there is no more to do.
    fn answer(&self, address: &str, key: &str) -> Option<Confirmed> {
        for seat in 0..2 {
            let view = shown(address, &self.id, letter(seat), &self.cookies[seat])?;
            let Some(prompt) = view["prompts"].get(0) else { continue };
            let number = prompt["number"].as_u64()?;
            let deed = json!({ "key": key, "do": { "answer": { "number": number, "answer": { "options": [0] } } } });
            let path = format!("/api/g/{}/{}/do", self.id, letter(seat));
            let (status, _) = ask(address, &path, &self.cookies[seat], Some(&deed))?;
            let lines = read_by(&view);
            return (status == 200).then_some(Confirmed { seat, number, lines });
        }
        None
    }

    /// What stands after a restart, for each seat: how many lines it reads, and the number of its open question.
    fn stands(&self, address: &str) -> [(usize, Option<u64>); 2] {
        [0, 1].map(|seat| {
            let view = shown(address, &self.id, letter(seat), &self.cookies[seat]).expect("it is shown");
            (read_by(&view), view["prompts"][0]["number"].as_u64())
        })
    }
}

/// An answer that the server has confirmed.
struct Confirmed {
    seat: usize,
    /// The number of the question; each seat has a row of its own.
    number: u64,
    /// How many lines of the trace the seat had read before.
    lines: usize,
}

/// How many lines of the trace a seat reads.
fn read_by(view: &Value) -> usize {
    view["lines"].as_array().map_or(0, Vec::len)
}

fn letter(seat: usize) -> char {
    (b'A' + seat as u8) as char
}

#[test]
fn a_killed_server_comes_back_with_every_confirmed_answer() {
    let kills = KILLS[usize::from(std::env::var_os("CARDWRIGHT_LONG").is_some_and(|long| long == "1"))];
    let folder = tempfile::tempdir().expect("a folder can be made");
    let db = folder.path().join("games.db");
    let mut serving = served(&db);
    let mut playing = Playing::begin(&serving.address);
    for kill in 0..kills {
        let confirmed = play_until_killed(&mut serving, &playing, kill);
        drop(serving);
        serving = served(&db);
        let stands = playing.stands(&serving.address);
        assert!(stands.iter().all(|(lines, _)| *lines > 0), "both seats read the trace again");
        for Confirmed { seat, number, lines } in confirmed {
            let (now, open) = stands[seat];
            assert!(now > lines, "question {number} was answered after {lines} lines, and there are {now}");
            assert!(open.is_none_or(|open| open > number), "question {number} was answered, and {open:?} is asked");
        }
        let other = shown(&serving.address, &playing.id, 'A', &playing.cookies[1]);
        assert_eq!(other, None, "the cookie of B opens nothing of A");
        let (status, _) =
            ask(&serving.address, &format!("/api/g/{}/B/at/0", playing.id), "", None).expect("it answers");
        assert_eq!(status, 403);
        if stands.iter().all(|(_, open)| open.is_none()) {
            playing = Playing::begin(&serving.address);
        }
    }
}

#[test]
fn a_second_server_does_not_take_the_games_of_the_first() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let db = folder.path().join("two.db");
    let first = served(&db);
    let playing = Playing::begin(&first.address);
    assert!(playing.answer(&first.address, "one").is_some());
    let said = refused(folder.path(), "two.db");
    assert!(said.contains("another server keeps its games in `two.db`"), "{said}");
    assert!(playing.answer(&first.address, "two").is_some(), "the first goes on");
    #[cfg(unix)]
    for (name, told) in [("hard.db", "another server keeps"), ("two.db", "another server keeps")] {
        let _ = std::fs::hard_link(&db, folder.path().join("hard.db"));
        let _ = std::fs::remove_file(folder.path().join("two.db-lock"));
        let said = refused(folder.path(), name);
        assert!(said.contains(told), "{name}: {said}");
    }
    drop(first);
    #[cfg(unix)]
    {
        let said = refused(folder.path(), "hard.db");
        assert!(said.contains("has a second name, a hard link"), "its journal lies beside the other name: {said}");
        std::fs::remove_file(folder.path().join("hard.db")).expect("it can be removed");
    }
    let stands = playing.stands(&served(&db).address);
    assert!(stands.iter().all(|(lines, _)| *lines > 0), "the game is not damaged");
}

/// What a server says that does not start with this file.
fn refused(folder: &Path, db: &str) -> String {
    let second = Command::new(crate::PROGRAM)
        .args(["serve", "crazy_eights", "--bind", "127.0.0.1:0", "--db", db])
        .current_dir(folder)
        .output()
        .expect("the command starts");
    assert_eq!(second.status.code(), Some(1));
    String::from_utf8_lossy(&second.stderr).into_owned()
}

#[test]
fn a_bot_whose_program_cannot_be_started_is_refused_at_the_start() {
    let serve = Command::new(crate::PROGRAM)
        .args(["serve", "crazy_eights", "--bind", "127.0.0.1:0", "--bot", "external:/nonexistent"])
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the command starts");
    assert_eq!(serve.status.code(), Some(2));
    let said = String::from_utf8_lossy(&serve.stderr);
    assert!(said.contains("`external:/nonexistent` cannot be started"), "{said}");
}

/// Plays for a while that is different each time, and kills the server in the middle of it. Returns the answers that were
/// confirmed.
fn play_until_killed(serving: &mut Served, playing: &Playing, kill: u64) -> Vec<Confirmed> {
    let address = serving.address.clone();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let player = scope.spawn(|| {
            let mut confirmed = Vec::new();
            for at in 0.. {
                match playing.answer(&address, &format!("{kill}-{at}")) {
                    Some(answered) => confirmed.push(answered),
                    None => break,
                }
                if over.load(Ordering::Relaxed) {
                    break;
                }
            }
            confirmed
        });
        thread::sleep(Duration::from_millis(40 + (kill * 7919) % 397));
        let _ = serving.child.kill();
        over.store(true, Ordering::Relaxed);
        player.join().expect("who plays does not fail")
    })
}

/// A program in place of the one that opens a browser. It keeps how it was started, and what it was to open.
#[cfg(unix)]
fn pretended_browser(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nls -l \"$1\" > mode\nls -ld \"$(dirname \"$1\")\" > folder\ncp \"$1\" page\n\
                  tr '\\0' ' ' < /proc/$$/cmdline > started\n";
    for name in ["xdg-open", "open"] {
        let path = folder.join(name);
        std::fs::write(&path, script).expect("it can be written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("it can be set");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_authors_link_is_in_no_list_of_processes_and_opens_once() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    pretended_browser(folder.path());
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = Command::new(crate::PROGRAM)
        .args(["studio", "kuhn_poker", "--open", "--port", "0"])
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where it is");
    let (address, token) = line.trim().rsplit_once("/#author=").expect("a link");
    let serving = Served { child, address: address.rsplit("//").next().unwrap_or_default().to_owned() };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let began = std::time::Instant::now();
    while !read("started").contains("open") {
        assert!(began.elapsed() < Duration::from_secs(60), "no browser is opened");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!read("started").contains("author") && !read("started").contains(token), "{}", read("started"));
    assert!(read("mode").starts_with("-rw-------") && read("folder").starts_with("drwx------"), "{}", read("mode"));
    let page = read("page");
    let once = page.split("/#author=").nth(1).and_then(|rest| rest.get(..32)).expect("it leads to the page");
    assert_ne!(once, token);
    let enter = |secret: &str| {
        ask(&serving.address, "/api/author", "", Some(&json!({ "secret": secret }))).map(|(status, _)| status)
    };
    assert_eq!((enter(once), enter(once), enter(token)), (Some(200), Some(403), Some(200)));
}
