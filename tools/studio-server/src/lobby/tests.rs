//! What a lobby keeps in memory and in its list, and for how long.
//!
//! Found once: after 500 games no more can be opened, though all are over.

use super::*;
use crate::room::{Eyes, Order};
use crate::tests::game;
use std::net::IpAddr;
use std::path::Path;
use std::thread;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("it can be made")
}

fn lobby(threads: &tokio::runtime::Runtime, store: Option<&Path>, limits: Limits) -> Arc<Lobby> {
    let config = Config {
        games: vec![game("kuhn_poker")],
        store: store.map(|file| Store::open(file).expect("it can be opened")),
        author: None,
        once: None,
        hosts: Vec::new(),
        workshop: None,
        bot: DeciderName::default(),
        limits,
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 7777));
    Arc::new(Lobby::open(config, address, threads.handle().clone()).expect("it can be opened"))
}

fn begin(lobby: &Lobby, bots: &str, by: [u8; 4]) -> Result<RoomId, NoRoom> {
    let wanted = json!({ "pack": "kuhn_poker", "people": 2, "bots": bots.chars().collect::<Vec<char>>() });
    let wanted: Wanted = serde_json::from_value(wanted).expect("it is right");
    lobby.create(&wanted, Caller::of(IpAddr::from(by))).map(|begun| begun.id)
}

/// Looks after the games until something holds.
fn until(lobby: &Lobby, what: &str, holds: impl Fn(&Lobby) -> bool) {
    let began = Instant::now();
    loop {
        lobby.tend();
        if holds(lobby) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(1));
    }
}

fn in_memory(lobby: &Lobby) -> usize {
    lobby.rooms().entries.values().filter(|entry| !entry.is_asleep()).count()
}

fn over(lobby: &Lobby) -> usize {
    lobby.rooms().entries.values().filter(|entry| entry.ended.is_some()).count()
}

const HERE: [u8; 4] = [127, 0, 0, 1];

#[test]
fn games_that_are_over_leave_the_memory_at_once_and_count_no_longer() {
    let (threads, folder) = (runtime(), tempfile::tempdir().expect("a folder can be made"));
    let file = folder.path().join("games.db");
    for store in [None, Some(&*file)] {
        let lobby = lobby(&threads, store, Limits { rooms: 5, ..Limits::default() });
        for _ in 0..4 {
            for _ in 0..5 {
                begin(&lobby, "AB", HERE).expect("those before are over");
            }
            until(&lobby, "they leave the memory", |lobby| in_memory(lobby) == 0);
        }
        assert_eq!(over(&lobby), 20);
        let id = lobby.rooms().entries.keys().next().cloned().expect("there are some");
        let room = threads.block_on(lobby.room(&id)).expect("it is opened again");
        assert!(room.is_over() || !threads.block_on(room.ask(Order::Save)).expect("it is there").is_empty());
        lobby.tend();
        assert_eq!(in_memory(&lobby), 1, "it stays as long as somebody looks");
        drop(room);
        until(&lobby, "it leaves again", |lobby| in_memory(lobby) == 0);
        for _ in 0..5 {
            begin(&lobby, "", HERE).expect("there is room for five");
        }
        assert_eq!(begin(&lobby, "", HERE), Err(NoRoom::Full));
        assert_eq!(in_memory(&lobby), 5, "games that go on stay for a while");
    }
}

#[test]
fn a_game_at_which_nobody_looks_leaves_the_memory_and_goes_on_as_it_stood() {
    let threads = runtime();
    let lobby = lobby(&threads, None, Limits::default());
    let id = begin(&lobby, "B", HERE).expect("it begins");
    let save = || {
        let room = threads.block_on(lobby.room(&id)).expect("it is there");
        threads.block_on(room.ask(Order::Save)).expect("it is there")
    };
    let before = save();
    until(&lobby, "nobody has a door", |lobby| {
        lobby.put_to_rest_in(Duration::from_secs(61));
        in_memory(lobby) == 0
    });
    assert!(save() == before, "it stands where it stood");
}

#[test]
fn the_oldest_make_room_and_what_nobody_has_touched() {
    let (threads, folder) = (runtime(), tempfile::tempdir().expect("a folder can be made"));
    let file = folder.path().join("games.db");
    let limits = Limits { over: 3, keep: 30, ..Limits::default() };
    let lobby = lobby(&threads, Some(&file), limits);
    let mut names = Vec::new();
    for at in 1..=5 {
        names.push(begin(&lobby, "AB", HERE).expect("it begins"));
        until(&lobby, "it is over", |lobby| over(lobby) == at.min(3) && in_memory(lobby) == 0);
    }
    let left: Vec<bool> = names.iter().map(|id| lobby.knows(id)).collect();
    assert_eq!(left, [false, false, true, true, true], "the last three are there");
    assert_eq!(threads.block_on(lobby.missing(&names[0])), NoRoom::Archived);
    assert_eq!(threads.block_on(lobby.missing("wren-0")), NoRoom::None);

    let open = begin(&lobby, "", HERE).expect("it begins");
    let other = begin(&lobby, "", HERE).expect("it begins");
    lobby.service.pass(29 * 24 * 60);
    lobby.touch(&other);
    until(&lobby, "nobody looks", |lobby| {
        lobby.put_to_rest_in(Duration::from_secs(61));
        in_memory(lobby) == 0
    });
    assert!(lobby.knows(&open));
    lobby.service.pass(24 * 60);
    until(&lobby, "what nobody has touched is archived", |lobby| !lobby.knows(&open));
    assert!(lobby.knows(&other), "what somebody has touched is not");
    assert_eq!(lobby.rooms().entries.len(), 1);
}

#[test]
fn no_clock_of_the_day_is_asked() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    // Put together, so that this file does not hold it.
    let clock = ["System", "Time"].concat();
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it can be read").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            files += 1;
            let text = std::fs::read_to_string(entry.path()).expect("it is a text");
            assert!(!text.contains(&clock), "{}: a clock can jump", entry.path().display());
        }
    }
    assert!(files > 30, "{files} files were read");
}

#[test]
fn how_long_it_has_served_is_known_after_a_restart() {
    let (threads, folder) = (runtime(), tempfile::tempdir().expect("a folder can be made"));
    let file = folder.path().join("games.db");
    let first = lobby(&threads, Some(&file), Limits::default());
    let id = begin(&first, "", HERE).expect("it begins");
    first.service.pass(1_000);
    first.touch(&id);
    first.note_touched_now();
    assert_eq!(first.service.minutes(), 1_000);
    let room = threads.block_on(first.room(&id)).expect("it is there");
    room.close();
    drop((room, first));
    let reopened = || {
        let began = Instant::now();
        loop {
            match Store::open(&file) {
                Ok(store) => return store,
                Err(_) => assert!(began.elapsed() < Duration::from_secs(60), "the first server has the file"),
            }
        }
    };
    let store = reopened();
    assert_eq!((store.minutes().expect("it is kept"), store.rooms().expect("they are")[0].touched), (1_000, 1_000));
}

#[test]
fn an_address_can_open_only_so_many() {
    let threads = runtime();
    let limits = Limits { rooms_of_one: 2, begun_by_one: 5, ..Limits::default() };
    let lobby = lobby(&threads, None, limits);
    let (one, other) = ([192, 0, 2, 1], [192, 0, 2, 2]);
    assert!((0..2).all(|_| begin(&lobby, "", one).is_ok()));
    assert_eq!(begin(&lobby, "", one), Err(NoRoom::TooMany), "two of it are open");
    for _ in 0..5 {
        begin(&lobby, "AB", other).expect("none of it is open");
        until(&lobby, "it is over", |lobby| in_memory(lobby) == 2);
    }
    assert_eq!(begin(&lobby, "AB", other), Err(NoRoom::TooMany), "five of it were begun within an hour");
    assert!((0..9).all(|_| begin(&lobby, "", HERE).is_ok()), "whoever sits at the machine is no stranger");
}

#[test]
fn whoever_has_begun_a_game_removes_it() {
    let (threads, folder) = (runtime(), tempfile::tempdir().expect("a folder can be made"));
    let file = folder.path().join("games.db");
    let lobby = lobby(&threads, Some(&file), Limits::default());
    let wanted: Wanted = serde_json::from_value(json!({ "pack": "kuhn_poker", "people": 2 })).expect("it is right");
    let begun = lobby.create(&wanted, Caller::of(IpAddr::from(HERE))).expect("it begins");
    assert!(lobby.removes(&begun.id, begun.owner.as_str()));
    assert!(!lobby.removes(&begun.id, begun.seats[0].as_str()) && !lobby.removes("wren-0", begun.owner.as_str()));
    let room = threads.block_on(lobby.room(&begun.id)).expect("it is there");
    let moments =
        threads.block_on(room.ask(|reply| Order::Watch(Viewer::WATCHER, Eyes::Own, reply))).expect("it is shown");
    lobby.remove(&begun.id).expect("it can be removed");
    let ended = async {
        let mut moments = moments;
        while moments.changed().await.is_ok() {}
    };
    threads.block_on(ended);
    assert_eq!(lobby.remove(&begun.id), Err(NoRoom::None));
    let store = lobby.store.as_ref().expect("there is a file");
    assert_eq!(store.rooms().expect("it can be read"), []);
    assert_eq!(threads.block_on(lobby.missing(&begun.id)), NoRoom::None);
}
