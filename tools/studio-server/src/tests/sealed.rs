//! As long as a question is sealed, everybody else gets the same of a room, byte for byte and event by event, whatever was
//! answered in it, and whether anything was.

use super::secrets::{GAMES, apart, times};
use super::{Server, cookie, game, next};
use crate::GamePack;
use crate::Limits;
use crate::catalogue::Catalogue;
use crate::past::Past;
use crate::requests::{Act, Deed, Explained};
use crate::room::{Eyes, Opening, Order, Refused, Room};
use crate::shown::{Shown, text};
use cardwright_content::Files;
use cardwright_game::{Answer, Begin, Match, MatchInside, PromptView, Random, RulesetInside, Seat, Viewer};
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use serde_json::{Value, json};
use std::io::{BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{oneshot, watch};

/// In how many sealed questions of each game answers are exchanged, ten times as many in the long version.
const QUESTIONS: usize = 4;

/// How many decisions of a random game are made at most, and in how many games a sealed question is looked for.
const MOST: usize = 250;
const GAMES_TRIED: u64 = 2;

/// A room, and what each viewer was sent who looks at it.
struct Watched {
    room: Room,
    viewers: Vec<Looking>,
    deeds: u32,
}

struct Looking {
    viewer: Viewer,
    moments: watch::Receiver<Arc<Shown>>,
    rev: u64,
    lines: Arc<[Box<str>]>,
    sent: String,
}

impl Watched {
    fn of(catalogue: &Arc<Catalogue>, playing: &Match, threads: &Runtime) -> Self {
        let ruleset = &catalogue.pack.ruleset;
        let game = ruleset.match_of(playing.game().clone());
        let people = game.people() as u8;
        let catalogue = Arc::clone(catalogue);
        let opening = Opening { catalogue, game, bots: Vec::new(), undoes_freely: false, keeper: None };
        let room = Room::open(opening, threads.handle());
        let viewers = (0..people).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::WATCHER, Viewer::Host]);
        let viewers = viewers.map(|viewer| {
            let moments = told(&room, |reply| Order::Watch(viewer, Eyes::Own, reply)).expect("it can be watched");
            Looking { viewer, moments, rev: 0, lines: Arc::default(), sent: String::new() }
        });
        let viewers = viewers.collect();
        let mut watched = Self { room, viewers, deeds: 0 };
        // Who is here is shown when all have come.
        told(&watched.room, |reply| Order::Now(Viewer::Host, reply)).expect("it goes on");
        watched.send();
        watched
    }

    /// Sends each viewer what is new.
    fn send(&mut self) {
        for looking in &mut self.viewers {
            if looking.rev > 0 && !looking.moments.has_changed().expect("the room is there") {
                continue;
            }
            let shown = Arc::clone(&looking.moments.borrow_and_update());
            looking.rev += 1;
            looking.sent += &shown.message(looking.rev, &looking.lines);
            looking.sent.push('\n');
            looking.lines = Arc::clone(&shown.lines);
        }
    }

    fn act(&mut self, viewer: Viewer, act: Act) -> Result<(), Refused> {
        self.deeds += 1;
        let deed = Deed { key: self.deeds.to_string(), act };
        let done = told(&self.room, |reply| Order::Do(viewer, deed, reply)).expect("it is answered");
        self.send();
        done
    }

    /// The newest of what somebody was shown.
    fn shown_to(&self, viewer: Viewer) -> Value {
        let looking = self.viewers.iter().find(|looking| looking.viewer == viewer).expect("all look");
        let shown = Arc::clone(&looking.moments.borrow());
        serde_json::from_str(&shown.message(0, &[])).expect("it is JSON")
    }

    /// A seat answers so many of the sealed questions that it is asked, by luck. Whether that is still about the same.
    fn answer(&mut self, seat: Seat, many: u32, luck: &mut Random) -> bool {
        let inputs = self.now().log().len();
        for _ in 0..many {
            let Some(prompt) = self.sealed().into_iter().find(|prompt| prompt.seat == seat) else { break };
            let answer = luck.choose(&prompt);
            let act = Act::Answer { number: prompt.number, answer };
            self.act(Viewer::Seat(seat), act).expect("what is drawn fits");
            if self.now().log().len() > inputs {
                // What comes now is another question.
                return false;
            }
        }
        !self.sealed().is_empty()
    }

    /// The game as it stands.
    fn now(&self) -> Arc<Game> {
        told(&self.room, |reply| Order::Now(Viewer::Host, reply)).expect("it goes on")
    }

    /// The sealed questions that are open.
    fn sealed(&self) -> Vec<PromptView> {
        let prompts = self.room.catalogue().pack.ruleset.match_of((*self.now()).clone()).prompts(Viewer::Host);
        prompts.into_iter().filter(|prompt| prompt.sealed).collect()
    }

    /// Whatever else a viewer can ask for or try, and what is answered.
    fn answered(&mut self, viewer: Viewer) -> String {
        let catalogue = Arc::clone(self.room.catalogue());
        let mut said = format!("{}\n", self.room.status());
        let values = catalogue.pack.ruleset.rules().values.keys().map(ToString::to_string);
        for value in values.take(12) {
            for of in [Explained::Game, Explained::Player('A'), Explained::Player('B')] {
                let explained = told(&self.room, |reply| Order::Explain(viewer, of, value.clone(), reply));
                said += &format!("{value}: {explained:?}\n");
            }
        }
        let now = told(&self.room, |reply| Order::Now(viewer, reply)).expect("it goes on");
        let lines = self.shown_to(viewer)["lines"].as_array().map_or(0, Vec::len);
        let mut past = Past::default();
        for line in [lines.saturating_sub(1), lines] {
            let then = past.at(&catalogue.pack.ruleset, &now, viewer, line);
            said += &format!("line {line}: {:?}\n", then.map(|then| text(&then.view(viewer))));
        }
        let own = self.shown_to(viewer)["prompts"].clone();
        let is_own =
            |number: u32| own.as_array().is_some_and(|own| own.iter().any(|prompt| prompt["number"] == number));
        for number in (0..60).filter(|number| !is_own(*number)) {
            let late = self.act(viewer, Act::Answer { number, answer: Answer::Wait });
            said += &format!("{number}: {late:?} {:?}\n", self.act(viewer, Act::Withdraw { number }));
        }
        said
    }
}

fn told<T>(room: &Room, order: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Refused> {
    let (sender, receiver) = oneshot::channel();
    room.order(order(sender))?;
    receiver.blocking_recv().map_err(|_| Refused::Broken)
}

/// Rooms that differ in what a seat has answered in the sealed question that is open, if anything.
fn compare(catalogue: &Arc<Catalogue>, playing: &Match, threads: &Runtime, luck: &mut Generator) -> Option<bool> {
    let mut rooms: [Watched; 3] = std::array::from_fn(|_| Watched::of(catalogue, playing, threads));
    let sealed = rooms[0].sealed();
    let answering = sealed[luck.below(sealed.len() as u32) as usize].seat;
    let other = Seat((answering.0 + 1) % playing.people() as u8);
    let many = 1 + luck.below(3);
    if luck.below(2) == 0 {
        // A wish to take something back stands beside the question, or was refused or granted before.
        wish(catalogue, &mut rooms, other, luck);
    }
    if rooms[0].sealed().iter().all(|prompt| prompt.seat != answering) {
        return None;
    }
    let seeds = [luck.bits(), luck.bits()].map(u64::from);
    for (seed, room) in seeds.into_iter().zip(&mut rooms[1..]) {
        if !room.answer(answering, many, &mut Random::new(seed)) {
            return None;
        }
    }
    let asked = [0, 1].map(|at| rooms[at].shown_to(Viewer::Host)["prompts"].clone());
    let differs = asked[0] != asked[1];
    same(catalogue, &mut rooms, answering);
    for _ in 0..luck.below(4) {
        let by = Seat(luck.below(playing.people() as u32) as u8);
        wish(catalogue, &mut rooms, by, luck);
    }
    same(catalogue, &mut rooms, answering);
    // Now somebody else answers as well.
    let seed = u64::from(luck.bits());
    let open = rooms.each_mut().map(|room| room.answer(other, 2, &mut Random::new(seed)));
    // Otherwise it is over in one of them, and what was answered may be told; or it was taken back in all of them.
    if open == [true; 3] {
        same(catalogue, &mut rooms, answering);
    }
    Some(differs)
}

/// Somebody wants to take back an answer, and the others agree, or one of them says nothing or refuses. Whether that is granted
/// is the same in all rooms, and so is whether the question stands afterwards.
fn wish(catalogue: &Catalogue, rooms: &mut [Watched; 3], by: Seat, luck: &mut Generator) {
    let people = rooms[0].viewers.len() as u8 - 2;
    let differs = luck.below(2 * u32::from(people)) as u8;
    for on in 0..people {
        let seat = Seat((by.0 + on) % people);
        let act = match on == differs {
            true if on > 0 && luck.below(2) == 0 => Act::Refuse,
            true if on > 0 => continue,
            _ => Act::Undo,
        };
        let pack = &catalogue.pack.pack;
        let done = rooms.each_mut().map(|room| room.act(Viewer::Seat(seat), act.clone()));
        assert!(done[1..] == [done[0].clone(), done[0].clone()], "{pack}: {} is told {done:?}", seat.letter());
        let open = rooms.each_ref().map(|room| room.sealed().is_empty());
        assert!(open[1..] == [open[0]; 2], "{pack}: how far the wish of {} goes differs: {open:?}", by.letter());
    }
}

/// That everybody but one seat was sent the same of all rooms, and is answered the same.
fn same(catalogue: &Catalogue, rooms: &mut [Watched; 3], answering: Seat) {
    let others = (0..rooms[0].viewers.len()).filter(|at| !matches!(rooms[0].viewers[*at].viewer, Viewer::Host));
    for at in others.filter(|at| rooms[0].viewers[*at].viewer != Viewer::Seat(answering)).collect::<Vec<_>>() {
        let viewer = rooms[0].viewers[at].viewer;
        let answered = rooms.each_mut().map(|room| room.answered(viewer));
        for other in 1..3 {
            let (one, two) = (&rooms[0].viewers[at].sent, &rooms[other].viewers[at].sent);
            let pack = &catalogue.pack.pack;
            assert!(
                one == two,
                "{pack}: {viewer:?} is sent what {} has answered: {}",
                answering.letter(),
                apart(one, two)
            );
            let (one, two) = (&answered[0], &answered[other]);
            assert!(
                one == two,
                "{pack}: {viewer:?} is told what {} has answered: {}",
                answering.letter(),
                apart(one, two)
            );
        }
    }
}

/// Compares rooms in some sealed questions of a game. How many there were.
fn exchange(pack: GamePack, people: u8, threads: &Runtime) -> usize {
    let catalogue = Arc::new(Catalogue::of(pack));
    let ruleset = &catalogue.pack.ruleset;
    let (wanted, mut compared, mut differ) = (times() * QUESTIONS, 0, 0);
    let mut luck = Generator::new(11);
    for seed in 1.. {
        let mut playing = Match::begin(ruleset, &Begin::new(people, seed)).expect("so many can play it");
        let mut random = Random::new(seed);
        for _ in 0..MOST {
            if playing.advance().is_err() || playing.outcome().is_some() || compared >= wanted {
                break;
            }
            let open = playing.prompts(Viewer::Host);
            if open.iter().filter(|prompt| prompt.sealed).count() > 1 && luck.below(3) == 0 {
                let found = compare(&catalogue, &playing, threads, &mut luck);
                compared += usize::from(found.is_some());
                differ += usize::from(found == Some(true));
            }
            let prompt = &open[luck.below(open.len() as u32) as usize];
            playing.answer(prompt.number, random.choose(prompt)).expect("what is drawn fits");
        }
        if compared >= wanted || (compared == 0 && seed >= GAMES_TRIED) {
            break;
        }
    }
    assert!(compared == 0 || differ > 0, "{}: who sees everything can tell them apart", catalogue.pack.pack);
    compared
}

#[test]
fn a_sealed_answer_changes_nothing_that_others_are_sent() {
    let threads = Builder::new_multi_thread().worker_threads(1).build().expect("it can be made");
    let in_secret: Vec<&str> = std::thread::scope(|scope| {
        let games = GAMES.map(|(pack, people)| {
            (
                pack,
                scope.spawn({
                    let threads = &threads;
                    move || exchange(game(pack), people, threads)
                }),
            )
        });
        let met =
            games.into_iter().filter_map(|(pack, met)| (met.join().expect("they are the same") > 0).then_some(pack));
        met.collect()
    });
    assert_eq!(in_secret, ["hearts", "mega_calamities", "roadstead", "tideline", "war_of_the_ring"]);
    for name in ["toy", "snatch"] {
        let (files, _) = Files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs").join(name));
        let ruleset = cardwright_game::load(&files, name).ruleset.expect("the pack is right");
        assert!(exchange(GamePack { pack: name.into(), ruleset, files }, 3, &threads) > 0, "{name} asks in secret");
    }
}

/// How long a moment is waited for: less than until the server says on a quiet stream that it is still there.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes on a stream as long as it waits for more. The end of the last event may still be on its way.
fn read_all(stream: &mut BufReader<TcpStream>) -> String {
    let mut came = Vec::new();
    stream.get_ref().set_read_timeout(Some(Duration::from_millis(30))).expect("it can be set");
    let _ = stream.read_to_end(&mut came);
    stream.get_ref().set_read_timeout(Some(PATIENCE)).expect("it can be set");
    String::from_utf8_lossy(&came).into_owned()
}

/// A game of hearts over sockets, and the streams of its seats and of a watcher.
struct Hearts {
    server: Server,
    id: String,
    cookies: Vec<String>,
    streams: Vec<BufReader<TcpStream>>,
    /// What was last sent to each.
    newest: Vec<Value>,
    deeds: u32,
}

impl Hearts {
    const VIEWERS: [&str; 5] = ["A", "B", "C", "D", "watch"];

    /// Everybody is here, and all pass cards in secret.
    fn begun() -> Self {
        let server = Server::of(&["hearts"], false, None, Limits::default());
        let made = server.post("/api/games", "", &json!({ "pack": "hearts", "people": 4 }));
        let id = made.body["id"].as_str().expect("a name").to_owned();
        let secrets = made.body["secrets"].as_array().expect("a list").iter().filter_map(Value::as_str);
        let cookies: Vec<String> =
            "ABCD".chars().zip(secrets).map(|(seat, secret)| cookie(&id, seat, secret)).collect();
        let of = |(at, viewer): (usize, &&str)| {
            let path = format!("/api/g/{id}/{viewer}/events");
            server.stream(&path, cookies.get(at).map_or("", |own| own))
        };
        let mut streams: Vec<_> = Self::VIEWERS.iter().enumerate().map(of).collect();
        let all_are_here = |moment: &Value| moment["around"]["here"] == json!(["A", "B", "C", "D"]);
        let first = |stream: &mut BufReader<TcpStream>| loop {
            stream.get_ref().set_read_timeout(Some(PATIENCE)).expect("it can be set");
            let moment = next(stream);
            if all_are_here(&moment) {
                break moment;
            }
        };
        let newest: Vec<Value> = streams.iter_mut().map(first).collect();
        assert!(newest[..4].iter().all(|moment| moment["prompts"][0]["sealed"] == true), "all pass cards");
        Self { server, id, cookies, streams, newest, deeds: 0 }
    }

    /// What a seat does, and what is answered.
    fn act(&mut self, seat: usize, act: &Value) -> (u16, Value) {
        self.deeds += 1;
        let path = format!("/api/g/{}/{}/do", self.id, Self::VIEWERS[seat]);
        let deed = json!({ "key": self.deeds.to_string(), "do": act });
        let done = self.server.post(&path, &self.cookies[seat], &deed);
        (done.status, done.body)
    }

    /// Everybody but this seat is sent nothing.
    fn nobody_else_is_sent_anything(&mut self, seat: usize) {
        for (at, stream) in self.streams.iter_mut().enumerate().filter(|(at, _)| *at != seat) {
            let came = read_all(stream);
            assert!(!came.contains("data:"), "{} is sent {came}", Self::VIEWERS[at]);
        }
    }

    /// A seat passes cards, and is the only one to see anything of it.
    fn passes(&mut self, seat: usize) {
        let prompt = self.newest[seat]["prompts"][0].clone();
        let answer = json!({ "answer": { "number": prompt["number"], "answer": prompt["default"] } });
        assert_eq!(self.act(seat, &answer), (200, json!({ "v": 1 })));
        let own = next(&mut self.streams[seat]);
        let rev = self.newest[seat]["rev"].as_u64().map(|rev| rev + 1);
        assert_eq!((&own["prompts"], &own["rev"]), (&json!([]), &json!(rev)));
        self.newest[seat] = own;
        self.nobody_else_is_sent_anything(seat);
    }

    /// Everybody agrees that a seat takes back an answer. What came of it, after everybody was sent the same of it: first
    /// who has agreed so far, then that the wish is over.
    fn all_agree_to_the_wish_of(&mut self, by: usize) -> u16 {
        let mut status = 0;
        for on in 0..4 {
            status = self.act((by + on) % 4, &json!("undo")).0;
            let moments = self.streams.iter_mut().map(next);
            self.newest = moments.collect();
            let agreed = |moment: &Value| moment["around"]["undo"]["agreed"].as_array().map_or(0, Vec::len);
            let expected = (on + 1) % 4;
            assert!(self.newest.iter().all(|moment| agreed(moment) == expected), "{on}: {:?}", self.newest[4]);
        }
        status
    }
}

/// Over sockets: nobody gets a byte when somebody else has answered in secret, so no time at which something comes tells
/// that anybody has.
#[test]
fn no_byte_leaves_the_server_when_somebody_answers_in_secret() {
    let mut game = Hearts::begun();
    (0..3).for_each(|seat| game.passes(seat));
    // Nor when it is refused, as too late.
    assert_eq!(game.act(1, &json!({ "answer": { "number": 2, "answer": "wait" } })).0, 409);
    game.nobody_else_is_sent_anything(4);
}

/// What was answered in secret is taken back without asking anybody, and nobody gets a byte of it, nor of a wish that stands.
#[test]
fn no_byte_leaves_the_server_when_somebody_takes_back_a_secret_answer() {
    let mut game = Hearts::begun();
    let first = game.newest[0]["prompts"][0].clone();
    game.passes(0);
    game.passes(1);
    assert_eq!(game.act(2, &json!("undo")).0, 200);
    game.newest = game.streams.iter_mut().map(next).collect();
    assert_eq!(game.act(0, &json!("take_back")).0, 200);
    let own = next(&mut game.streams[0]);
    let asked = &own["prompts"][0];
    assert_eq!((&asked["text"], &asked["options"]), (&first["text"], &first["options"]), "A is asked the same again");
    assert_ne!(asked["number"], first["number"], "under another number");
    assert_eq!(own["around"]["undo"]["agreed"], json!(["C"]), "what C wishes stands");
    game.newest[0] = own;
    game.nobody_else_is_sent_anything(0);
    // Whoever has answered nothing takes nothing back, and of that, too, nobody else learns.
    game.act(3, &json!("take_back"));
    game.newest[3] = next(&mut game.streams[3]);
    game.nobody_else_is_sent_anything(3);
    // When all have answered, it was shown: then all are asked.
    (0..4).filter(|seat| *seat != 1).for_each(|seat| {
        let prompt = game.newest[seat]["prompts"][0].clone();
        let answer = json!({ "answer": { "number": prompt["number"], "answer": prompt["default"] } });
        game.act(seat, &answer);
    });
    assert_eq!(game.act(1, &json!("take_back")).0, 422, "the cards have been passed");
}

/// A wish that could not be granted is over at once.
///
/// Found once: those who had agreed were shown when next somebody answered, if in secret.
#[test]
fn no_byte_leaves_the_server_when_somebody_answers_in_secret_after_a_wish() {
    let mut game = Hearts::begun();
    game.passes(1);
    assert_eq!(game.all_agree_to_the_wish_of(0), 200, "whatever A has answered is taken back, which is nothing");
    assert_eq!(game.newest[1]["prompts"], json!([]), "the answer of B stays");
    game.passes(0);
    assert_eq!(game.all_agree_to_the_wish_of(0), 422, "there is nothing before the first question");
    assert_eq!((&game.newest[0]["prompts"], &game.newest[1]["prompts"]), (&json!([]), &json!([])));
    game.passes(2);
}
