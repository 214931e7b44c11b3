//! What a browser sends to a lobby, where `HOST` stands for its address and `GAME` for a game: it is answered or not waited for,
//! and the server says who it is afterwards.
#![no_main]

use cardwright_deciders::DeciderName;
use cardwright_fuzz::{files_of, game};
use cardwright_studio::{Bound, Config, GamePack, Limits};
use libfuzzer_sys::fuzz_target;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

const PACK: &str = "bells";

/// The address of the server, and the name of a game of two.
static SERVER: LazyLock<(SocketAddr, String)> = LazyLock::new(|| {
    let files = files_of(PACK).expect("it is among the packs").clone();
    let config = Config {
        games: vec![GamePack { pack: PACK.into(), ruleset: game(PACK), files }],
        store: None,
        author: None,
        once: None,
        hosts: Vec::new(),
        workshop: None,
        bot: DeciderName::default(),
        limits: Limits::default(),
    };
    let bound = Bound::to(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port is free");
    let address = bound.address();
    thread::spawn(move || bound.serve(config));
    let body = format!("{{\"pack\":\"{PACK}\",\"people\":2}}");
    let head =
        format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n");
    let begin = format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let made = said(address, begin.as_bytes(), Duration::from_secs(20));
    let made = String::from_utf8_lossy(&made).into_owned();
    let id = made.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
    (address, id.unwrap_or_else(|| panic!("no game was begun: {made}")).to_owned())
});

/// How long is waited for what the server says, and for more of it.
const AT_ONCE: Duration = Duration::from_millis(40);

/// What the server says to this, as far as it comes so soon.
fn said(address: SocketAddr, bytes: &[u8], soon: Duration) -> Vec<u8> {
    let mut socket = TcpStream::connect(address).expect("it is there");
    socket.set_read_timeout(Some(soon)).expect("it can be set");
    // Whoever is refused early may not be able to say the rest.
    let _ = socket.write_all(bytes);
    let (mut said, mut some) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = socket.read(&mut some) {
        said.extend_from_slice(&some[..read]);
        if said.len() > 1 << 20 {
            break;
        }
    }
    said
}

fuzz_target!(|input: &[u8]| {
    let (address, id) = &*SERVER;
    let text = String::from_utf8_lossy(input).replace("HOST", &address.to_string()).replace("GAME", id);
    let answered = said(*address, text.as_bytes(), AT_ONCE);
    let answered = String::from_utf8_lossy(&answered);
    assert!(!answered.starts_with("HTTP/1.1 500"), "{answered}");
    let hello = format!("GET /api/hello HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let hello = said(*address, hello.as_bytes(), AT_ONCE);
    assert!(hello.starts_with(b"HTTP/1.1 200") || hello.is_empty(), "{}", String::from_utf8_lossy(&hello));
});
