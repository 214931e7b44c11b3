//! Games after a restart of the server, after their end, and as they once stood.

use super::{Server, answer_first, cookie, copied};
use crate::Limits;
use serde_json::{Value, json};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// A server that keeps its games in a file, with one for two players: its name, and what opens its seats.
fn opened(file: &Path) -> (Server, String, Vec<String>) {
    let server = Server::of(&["spellfire"], false, Some(file), Limits::default());
    let (id, secrets) = server.open(2, "");
    let cookies = "AB".chars().zip(&secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
    (server, id, cookies)
}

#[test]
fn games_go_on_after_a_restart_and_with_the_packs_they_began_with() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let (first, id, cookies) = opened(&file);
    for turn in 0..5 {
        assert_eq!(answer_first(&first, &id, &cookies, &turn.to_string()).1.status, 200);
    }
    let stood = |server: &Server, seat: usize| {
        let letter = (b'A' + seat as u8) as char;
        let view = server.first(&format!("/api/g/{id}/{letter}/events"), &cookies[seat]);
        (view["lines"].clone(), view["view"].clone(), view["prompts"].clone())
    };
    for (games, name) in [(&["spellfire"][..], "second.db"), (&[], "third.db")] {
        let second = Server::of(games, false, Some(&copied(&file, name)), Limits::default());
        for seat in 0..2 {
            assert!(stood(&second, seat) == stood(&first, seat), "the game stands where it stood");
        }
        assert_eq!(second.get(&format!("/api/g/{id}/A/events"), &cookies[1]).status, 403);
        assert_eq!(second.get(&format!("/api/g/{id}"), "").body["game"]["title"], json!("Spellfire"));
    }
}

/// Waits until it is noted what everybody was shown, which happens some time soon.
fn wait_for_notes(file: &Path) {
    let reading = rusqlite::Connection::open(file).expect("it can be opened");
    let notes = || reading.query_row("SELECT count(*) FROM last_shown", [], |row| row.get::<_, u32>(0));
    let began = Instant::now();
    while notes().expect("it is SQL") == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is noted");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_game_whose_packs_cannot_be_loaded_is_shown_as_it_was_last_noted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let (first, id, cookies) = opened(&file);
    let stood = first.first(&format!("/api/g/{id}/B/events"), &cookies[1]);
    wait_for_notes(&file);
    let copy = copied(&file, "second.db");
    let writing = rusqlite::Connection::open(&copy).expect("it can be opened");
    writing.execute("UPDATE archives SET files = x'7b7d'", []).expect("it is SQL");

    let second = Server::of(&[], false, Some(&copy), Limits::default());
    let shown = second.first(&format!("/api/g/{id}/B/events"), &cookies[1]);
    let why = shown["frozen"].as_str().expect("a reason");
    assert!(why.starts_with("its packs do not work with this version"), "{why}");
    assert!((&shown["view"], &shown["lines"]) == (&stood["view"], &stood["lines"]), "the table stands");
    assert_eq!(shown["prompts"], json!([]), "nobody is asked");
    assert_eq!(second.get(&format!("/api/g/{id}"), "").body["game"]["title"], json!("Spellfire"));
    let deed = json!({ "key": "1", "do": "undo" });
    let refused = second.post(&format!("/api/g/{id}/B/do"), &cookies[1], &deed);
    assert_eq!(refused.status, 410, "{}", refused.body);
    assert_eq!(second.get(&format!("/api/g/{id}/A/events"), &cookies[1]).status, 403, "its seats stay closed");
    assert_eq!(second.get("/api/games", "").body["rooms"][0]["frozen"], json!(why));
    // Where nothing was noted, the reason is all there is.
    writing.execute("DELETE FROM last_shown", []).expect("it is SQL");
    assert_eq!(second.get(&format!("/api/g/{id}/B/events"), &cookies[1]).status, 410);
}

#[test]
fn a_damaged_game_is_the_end_of_that_game_and_not_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let (first, good, cookies) = opened(&file);
    let others: Vec<(String, Vec<String>)> = (0..3).map(|_| first.open(2, "")).collect();
    let copy = copied(&file, "second.db");
    let writing = rusqlite::Connection::open(&copy).expect("it can be opened");
    for ((id, _), damage) in others.iter().zip([
        "UPDATE rooms SET save = substr(save, 1, length(save) - 9) WHERE id = ?",
        "UPDATE seats SET secret = x'00' WHERE room = ?",
        "UPDATE rooms SET packs = zeroblob(32) WHERE id = ?",
    ]) {
        let off = writing.pragma_update(None, "foreign_keys", false);
        off.and_then(|()| writing.execute("DELETE FROM pieces WHERE room = ?", [id])).expect("it is SQL");
        writing.execute(damage, [id]).expect("it is SQL");
    }
    let second = Server::of(&["spellfire"], false, Some(&copy), Limits::default());
    for (id, secrets) in &others {
        let said = cookie(id, 'A', &secrets[0]);
        let refused = second.get(&format!("/api/g/{id}/A/at/0"), &said);
        assert!(matches!(refused.status, 403 | 410), "{}", refused.body);
    }
    let rooms = second.get("/api/games", "").body["rooms"].clone();
    let is_frozen = |id: &str| {
        let mut rooms = rooms.as_array().expect("a list").iter();
        rooms.any(|room| room["id"] == id && room["frozen"].is_string())
    };
    assert!(others[..2].iter().all(|(id, _)| is_frozen(id)) && !is_frozen(&good), "{rooms}");
    assert_eq!(answer_first(&second, &good, &cookies, "on").1.status, 200, "the others go on");
}

#[test]
fn a_finished_game_is_replayed_by_a_link_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("games.db");
    let server = Server::of(&["kuhn_poker"], false, Some(&file), Limits::default());
    let made = server.post("/api/games", "", &json!({ "pack": "kuhn_poker", "people": 2 }));
    let id = made.body["id"].as_str().expect("a name").to_owned();
    let secret = |seat: usize| made.body["secrets"][seat].as_str().expect("a secret").to_owned();
    let cookies = [cookie(&id, 'A', &secret(0)), cookie(&id, 'B', &secret(1))];
    let of = |server: &Server, name: &str, said: &str| server.get(&format!("/api/g/{id}/{name}/replay"), said);
    let enter =
        |server: &Server, secret: &Value| server.post(&format!("/api/g/{id}/enter"), "", &json!({ "secret": secret }));
    assert_eq!(of(&server, "A", &cookies[0]).status, 409, "there is none before the end");
    let is_over = || server.first(&format!("/api/g/{id}/A/events"), &cookies[0])["view"]["outcome"].is_object();
    for turn in 0..20 {
        if is_over() {
            break;
        }
        assert_eq!(answer_first(&server, &id, &cookies, &turn.to_string()).1.status, 200);
    }
    assert!(is_over());
    let replay = of(&server, "A", &cookies[0]).body["secret"].clone();
    assert_eq!(of(&server, "B", &cookies[1]).body["secret"], replay, "both give the same link");
    assert_eq!(of(&server, "watch", "").status, 403);
    // It shows everything, to nobody without the link, and nobody can do anything there.
    assert_eq!(enter(&server, &replay).body["seat"], json!("replay"));
    let said = format!("cw_{id}_replay={}", replay.as_str().expect("a secret"));
    let shown = server.first(&format!("/api/g/{id}/replay/events"), &said);
    assert_eq!(shown["view"]["viewer"], json!("host"));
    for (name, said) in [("replay", ""), ("replay", &*cookies[0]), ("all", &*said), ("A", &*said)] {
        assert_eq!(server.get(&format!("/api/g/{id}/{name}/events"), said).status, 403, "{name} {said}");
    }
    let undo = json!({ "key": "undo", "do": "undo" });
    assert_eq!(server.post(&format!("/api/g/{id}/replay/do"), &said, &undo).status, 403);
    for seat in 0..2 {
        let done = server.post(&format!("/api/g/{id}/{}/do", ['A', 'B'][seat]), &cookies[seat], &undo);
        assert_eq!(done.status, 422, "what everybody has seen is not played on: {}", done.body);
    }
    // The link leads there after a restart as well.
    let copy = copied(&file, "second.db");
    let second = Server::of(&["kuhn_poker"], false, Some(&copy), Limits::default());
    assert_eq!(enter(&second, &replay).status, 200);
}

#[test]
fn the_past_is_shown_to_a_seat_as_it_was_seen() {
    let server = Server::studio();
    let author = server.author();
    let (id, _) = server.open(2, &author);
    let all = server.first(&format!("/api/g/{id}/all/events"), &author);
    let lines = all["lines"].as_array().expect("a list").len();
    assert!(lines > 2);
    for name in ["events", "at/0"] {
        let path = format!("/api/g/{id}/watch/{name}");
        let shown = if name == "events" { server.first(&path, &author) } else { server.get(&path, &author).body };
        assert_eq!(shown["view"]["viewer"], json!("watcher"), "who watches has no letter");
    }
    let then = server.get(&format!("/api/g/{id}/A/at/0"), &author);
    assert_eq!((then.status, &then.body["view"]["viewer"]), (200, &json!("A")));
    let mut hands = then.body["view"]["zones"].as_array().expect("a list").iter();
    let hand = hands.rfind(|zone| zone["zone"] == "hand" && zone["owner"] == "B").expect("B has a hand");
    assert_eq!(hand["cards"], json!([]), "nobody sees another's hand");
    assert_eq!(server.get(&format!("/api/g/{id}/A/at/100000"), &author).status, 404);

    let fork = server.post(&format!("/api/g/{id}/all/fork"), &author, &json!({ "line": lines - 1, "as": "all" }));
    assert_eq!(fork.status, 200, "{}", fork.body);
    let fork = fork.body["id"].as_str().expect("a name");
    let forked = server.first(&format!("/api/g/{fork}/all/events"), &author);
    assert!(forked["prompts"].get(0).is_some(), "it can be played on");
    let rooms = server.get("/api/games", &author).body["rooms"].clone();
    let of = |id: &str| rooms.as_array().expect("a list").iter().find(|room| room["id"] == id).expect("it is listed");
    assert_eq!((&of(fork)["parent"], &of(&id)["parent"]), (&json!(id), &Value::Null));
}
