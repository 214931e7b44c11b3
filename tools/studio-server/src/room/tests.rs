//! What a room does when something goes wrong that cannot go wrong, and when too much is asked of it.

use super::*;
use cardwright::catalog::Files;
use cardwright::game::{Begin, load};
use serde_json::json;
use std::path::Path;

fn room() -> Room {
    let (files, _) = Files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/toy"));
    let ruleset = load(&files, "toy").ruleset.expect("the pack is right");
    let game = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play it");
    let catalogue = Arc::new(Catalogue::of(crate::GamePack { pack: "toy".into(), ruleset, files }));
    Room::open(Opening { id: "room".into(), catalogue, game, bots: Vec::new(), undoes_freely: false, keeper: None })
}

fn told<T>(room: &Room, order: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Refused> {
    let (sender, receiver) = oneshot::channel();
    room.order(order(sender))?;
    receiver.blocking_recv().map_err(|_| Refused::Broken)
}

#[test]
fn a_panic_is_told_and_the_game_goes_on_where_it_stood() {
    let room = room();
    let watched = told(&room, |reply| Order::Watch(Viewer::Seat(Seat(0)), reply)).expect("it can be watched");
    let save = || told(&room, |reply| Order::Save(Viewer::Host, None, reply)).expect("it can be saved");
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
    let order = || {
        let (sender, receiver) = oneshot::channel();
        room.order(Order::Origins(sender)).map(|()| receiver)
    };
    let waiting: Vec<_> = (0..WAITING).map(|_| order().expect("so many may wait")).collect();
    assert_eq!(order().err(), Some(Refused::Busy));
    assert_eq!(room.order(Order::Gone).err(), Some(Refused::Busy));
    let_go.send(()).expect("the room waits for it");
    assert!(waiting.into_iter().all(|answer| answer.blocking_recv().is_ok()), "those that waited are answered");
    assert!(order().is_ok(), "and there is room again");
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
