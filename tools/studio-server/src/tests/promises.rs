//! What SECURITY.md promises of a server and no other test covers.

use super::{Server, answer_first, cookie, next};
use crate::connections::PATIENCE;
use crate::lobby::Lobby;
use crate::{Config, Limits, Secret};
use cardwright_deciders::DeciderName;
use serde_json::json;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Instant;

#[test]
fn everything_is_shown_only_on_the_machine_itself() {
    let threads = tokio::runtime::Builder::new_current_thread().build().expect("it can be made");
    let is_studio = |address: Ipv4Addr| {
        let config = Config {
            games: Vec::new(),
            store: None,
            author: Some(Secret::new().expect("there is chance")),
            once: None,
            hosts: Vec::new(),
            workshop: None,
            bot: DeciderName::default(),
            limits: Limits::default(),
        };
        let lobby = Lobby::open(config, SocketAddr::from((address, 7777)), threads.handle().clone());
        lobby.expect("it keeps nothing").is_studio()
    };
    assert!(is_studio(Ipv4Addr::LOCALHOST));
    for elsewhere in [Ipv4Addr::UNSPECIFIED, Ipv4Addr::new(192, 168, 0, 7)] {
        assert!(!is_studio(elsewhere), "{elsewhere} has no author");
    }
}

/// Whether a secret is in one of the files of a store, as its digits or as its bits.
fn is_kept(folder: &Path, secret: &str) -> bool {
    let bits: Vec<u8> = (0..16).filter_map(|at| u8::from_str_radix(&secret[2 * at..2 * at + 2], 16).ok()).collect();
    let files = std::fs::read_dir(folder).expect("it can be read").flatten();
    let mut files = files.map(|file| std::fs::read(file.path()).expect("it can be read"));
    let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    files.any(|bytes| holds(&bytes, secret.as_bytes()) || holds(&bytes, &bits))
}

#[test]
fn only_the_hash_of_a_secret_is_kept() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let server = Server::of(&["spellfire"], false, Some(&folder.path().join("games.db")), Limits::default());
    let (id, secrets) = server.open(2, "");
    assert_eq!(server.get(&format!("/api/g/{id}"), "").status, 200);
    for secret in &secrets {
        assert_eq!(secret.len(), 32);
        assert!(!is_kept(folder.path(), secret), "whoever reads the file enters no seat");
    }
    std::fs::write(folder.path().join("other"), &secrets[0]).expect("it can be written");
    assert!(is_kept(folder.path(), &secrets[0]), "it would be found");
}

#[test]
fn a_browser_that_reads_nothing_holds_up_no_game() {
    let server = Server::lobby();
    let (id, secrets) = server.open(2, "");
    let cookies: Vec<String> = "AB".chars().zip(&secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
    let _unread: Vec<_> = (0..8).map(|_| server.stream(&format!("/api/g/{id}/A/events"), &cookies[0])).collect();
    for turn in 0..12 {
        assert_eq!(answer_first(&server, &id, &cookies, &turn.to_string()).1.status, 200);
    }
}

#[test]
fn every_refusal_is_json_and_says_why() {
    let server = Server::lobby();
    let address = server.address;
    let ask = |method: &str, path: &str, host: &str| {
        let origin = format!("Origin: http://{address}");
        server.send(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{origin}\r\nConnection: close\r\n\r\n"))
    };
    let here = address.to_string();
    for (method, path, host, status) in [
        ("GET", "/", "evil.example", 403),
        ("GET", "/api/nothing", &here, 404),
        ("GET", "/assets/nothing.js", &here, 404),
        ("POST", "/api/nothing", &here, 404),
        ("DELETE", "/api/games", &here, 405),
        ("GET", "/api/author", &here, 405),
        ("GET", "/api/g/wren-1/watch/at/first", &here, 400),
        ("GET", "/api/g/%ff", &here, 400),
        ("POST", "/api/games", &here, 415),
    ] {
        let refused = ask(method, path, host);
        assert_eq!(refused.status, status, "{method} {path}");
        assert!(refused.head.contains("content-type: application/json"), "{method} {path}: {}", refused.head);
        assert_eq!(refused.body["v"], json!(1), "{method} {path}");
        assert!(refused.body["error"].as_str().is_some_and(|why| !why.is_empty()), "{method} {path}: {}", refused.body);
        assert_eq!(refused.head.contains("allow: "), status == 405, "{method} {path}: {}", refused.head);
    }
}

#[test]
fn whoever_does_not_say_what_it_wants_is_not_waited_for() {
    let server = Server::lobby();
    let address = server.address;
    let (id, secrets) = server.open(2, "");
    let opened = |said: &str| {
        let mut socket = TcpStream::connect(address).expect("it is there");
        socket.set_read_timeout(Some(4 * PATIENCE)).expect("it can be set");
        socket.write_all(said.as_bytes()).expect("it can be sent");
        socket
    };
    let mut watching = server.stream(&format!("/api/g/{id}/A/events"), &cookie(&id, 'A', &secrets[0]));
    next(&mut watching);
    let began = Instant::now();
    let head = format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n");
    let body = format!("{head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{");
    for mut socket in ["", "GET / HTTP/1.1\r\n", &*head, &*body].map(opened) {
        let closed = socket.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
        assert!(matches!(closed, Ok(_) | Err(ErrorKind::ConnectionReset)), "it is not closed: {closed:?}");
    }
    assert!(began.elapsed() >= PATIENCE / 2, "whoever is slow has some time");
    // Whoever watches may be silent, and the next moment is still shown.
    let cookies: Vec<String> = "AB".chars().zip(&secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
    assert_eq!(answer_first(&server, &id, &cookies, "one").1.status, 200);
    assert_eq!(next(&mut watching)["kind"], json!("view"));
}
