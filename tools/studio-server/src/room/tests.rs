//! What a room does when something goes wrong that cannot go wrong, and when too much is asked of it.
//!
//! Found once: watchers keep a game so busy that its players are refused.

use super::*;
use crate::requests::Act;
use cardwright_content::Files;
use cardwright_game::{Begin, load};
use serde_json::json;
use std::path::Path;
use std::sync::mpsc::sync_channel;

fn room() -> Room {
    kept_in(None)
}

fn kept_in(keeper: Option<Keeper>) -> Room {
    let (files, _) = Files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/toy"));
    let ruleset = load(&files, "toy").ruleset.expect("the pack is right");
    let game = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play it");
    let catalogue = Arc::new(Catalogue::of(crate::GamePack { pack: "toy".into(), ruleset, files }));
    let opening = Opening { catalogue, game, bots: Vec::new(), undoes_freely: false, keeper };
    Room::open(opening, threads())
}

/// The runtime of these tests, as long as they run.
fn threads() -> &'static Handle {
    static RUNTIME: std::sync::LazyLock<tokio::runtime::Runtime> = std::sync::LazyLock::new(|| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("it can be made")
    });
    RUNTIME.handle()
}

fn told<T>(room: &Room, order: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Refused> {
    let (sender, receiver) = oneshot::channel();
    room.order(order(sender))?;
    receiver.blocking_recv().map_err(|_| Refused::Broken)
}

#[test]
fn a_panic_is_told_and_the_game_goes_on_where_it_stood() {
    let room = room();
    let watched =
        told(&room, |reply| Order::Watch(Viewer::Seat(Seat(0)), Eyes::Own, reply)).expect("it can be watched");
    let save = || told(&room, Order::Save).expect("it can be saved");
    let before = save();
    assert_eq!(told(&room, Order::Panic), Err(Refused::Broken));
    assert_eq!(told(&room, Order::Panic), Err(Refused::Broken));
    assert!(save() == before, "the game is where it was");
    assert!(watched.has_changed().is_ok(), "whoever looks is still shown it");
}

#[test]
fn more_orders_than_may_wait_are_refused_and_those_that_wait_are_carried_out() {
    let room = room();
    let (let_go, go_on) = sync_channel(1);
    told(&room, |here| Order::Hold(here, go_on)).expect("the room is here");
    let order = |viewer: Viewer| {
        let (sender, receiver) = oneshot::channel();
        room.order(Order::Now(viewer, sender)).map(|()| receiver)
    };
    let seats = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::WATCHER];
    let fill = |viewer: Viewer| (0..queue::WAITING).map(|_| order(viewer).expect("so many may wait")).collect();
    let mut waiting: Vec<oneshot::Receiver<_>> = fill(Viewer::WATCHER);
    assert_eq!(order(Viewer::WATCHER).err(), Some(Refused::Busy));
    for seat in &seats[..2] {
        waiting.extend::<Vec<_>>(fill(*seat));
        assert_eq!(order(*seat).err(), Some(Refused::Busy), "whoever fills his own place fills no other");
    }
    room.leave();
    let_go.send(()).expect("the room waits for it");
    assert!(waiting.into_iter().all(|answer| answer.blocking_recv().is_ok()), "those that waited are answered");
    assert!(seats.into_iter().all(|viewer| order(viewer).is_ok()), "and there is room again");
}

#[test]
fn what_cannot_be_written_down_is_told_and_has_not_happened() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = crate::Store::read_only(&folder.path().join("games.db")).expect("it can be opened");
    let room = kept_in(Some(Keeper { store, id: "room".into() }));
    let watched =
        told(&room, |reply| Order::Watch(Viewer::Seat(Seat(0)), Eyes::Own, reply)).expect("it can be watched");
    let before = watched.borrow().lines.len();
    let leave = Deed { key: "leave".into(), act: Act::Leave };
    let left = told(&room, |reply| Order::Do(Viewer::Seat(Seat(0)), leave, reply)).expect("it is answered");
    let why = "the server may not write the file of its games";
    assert_eq!(left, Err(Refused::Unkept(why.into())));
    assert!(!room.is_over() && room.status()["outcome"].is_null(), "nobody has left");
    assert_eq!(watched.borrow().lines.len(), before, "nobody is shown what did not happen");
    let crate::routes::Failed(status, said) = Refused::Unkept(why.into()).into();
    assert_eq!(status, axum::http::StatusCode::INSUFFICIENT_STORAGE);
    assert!(said.contains("nothing was done: the server may not write") && said.contains("try again later"), "{said}");
}

#[test]
fn seats_come_first_and_take_turns() {
    let mut queue = Queue::default();
    let put = |queue: &mut Queue, viewer: Viewer| queue.put(viewer, Order::Now(viewer, oneshot::channel().0));
    for viewer in [Viewer::WATCHER, Viewer::WATCHER, Viewer::Host, Viewer::Seat(Seat(1))] {
        put(&mut queue, viewer).expect("there is room");
    }
    for _ in 0..3 {
        put(&mut queue, Viewer::Seat(Seat(0))).expect("there is room");
    }
    put(&mut queue, Viewer::Seat(Seat(2))).expect("there is room");
    let order: Vec<u8> = std::iter::from_fn(|| queue.next()).map(|order| key_of(order.viewer())).collect();
    let (watcher, host) = (key_of(Viewer::WATCHER), key_of(Viewer::Host));
    assert_eq!(order, [1, 2, 0, 0, 0, host, watcher, watcher]);
}

#[test]
fn who_watches_comes_and_goes_without_anything_being_shown_anew() {
    let room = room();
    let watch =
        |viewer: Viewer| told(&room, |reply| Order::Watch(viewer, Eyes::Own, reply)).expect("it can be watched");
    let mut seat = watch(Viewer::Seat(Seat(0)));
    let nothing = told(&room, |reply| Order::Now(Viewer::Seat(Seat(0)), reply));
    nothing.expect("all that was ordered before is done");
    seat.borrow_and_update();
    for _ in 0..3 {
        drop(watch(Viewer::WATCHER));
        room.leave();
    }
    told(&room, |reply| Order::Now(Viewer::WATCHER, reply)).expect("all that was ordered before is done");
    assert!(!seat.has_changed().expect("the room is there"), "nobody is told who watches");
    let other = watch(Viewer::Seat(Seat(1)));
    told(&room, |reply| Order::Now(Viewer::Seat(Seat(1)), reply)).expect("all that was ordered before is done");
    assert!(seat.has_changed().expect("the room is there"), "who sits down is told");
    drop(other);
}

#[test]
fn a_room_in_which_nothing_happens_has_no_thread_and_can_be_given_up() {
    let room = room();
    told(&room, Order::Save).expect("it can be saved");
    let began = std::time::Instant::now();
    while !room.is_deserted() {
        assert!(began.elapsed().as_secs() < 60, "its thread does not leave");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let door = room.clone();
    assert!(!room.is_deserted() && door.into_host().is_none(), "somebody may still come in");
    let host = room.into_host().expect("nobody else can");
    assert!(host.kept().starts_with(b"CWSV"), "its game is kept");
}

#[test]
fn a_room_that_is_closed_says_so_and_ends_its_streams() {
    let room = room();
    let mut watched = told(&room, |reply| Order::Watch(Viewer::WATCHER, Eyes::Own, reply)).expect("it can be watched");
    room.close();
    assert_eq!(room.order(Order::Save(oneshot::channel().0)), Err(Refused::Gone));
    let ended = threads().block_on(async {
        while watched.changed().await.is_ok() {}
        true
    });
    assert!(ended);
}

#[test]
fn how_far_a_game_has_got_is_known_while_its_room_is_busy() {
    let room = room();
    let (let_go, go_on) = sync_channel(1);
    told(&room, |here| Order::Hold(here, go_on)).expect("the room is here");
    let (before, is_over) = (room.status(), room.is_over());
    assert_eq!((&before["people"], &before["outcome"], is_over), (&json!(2), &Value::Null, false));
    assert_ne!(before["waiting_for"], json!([]), "somebody is asked");
    let_go.send(()).expect("the room waits for it");

    let leave = Deed { key: "leave".into(), act: Act::Leave };
    let left = told(&room, |reply| Order::Do(Viewer::Seat(Seat(0)), leave, reply)).expect("it is carried out");
    left.expect("a seat can leave");
    assert!(room.is_over() && room.status()["outcome"].is_object(), "{}", room.status());
}
