//! A room: one game on a thread of its own, whoever watches it, and what its seats do.
//!
//! Orders come through a queue of limited length. Nothing here ever waits for a browser: what a viewer is shown lies in a
//! cell that holds the newest only, and streams take it from there when they can.
//!
//! A panic ends an order, not the room: whoever gave it is told, and the game goes back to where it stood before.

mod known;
#[cfg(test)]
mod tests;

use crate::catalogue::Catalogue;
use crate::past::{self, Past};
use crate::requests::{Act, Deed, Explained};
use crate::shown::{self, Around, Shown};
use crate::store::Keeper;
use cardwright::game::{Match, Refusal, Ruleset, Seat, Viewer};
use cardwright_deciders::{Complaints, DeciderName, OrDefault};
use known::Known;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use tokio::sync::{oneshot, watch};

/// How many orders may wait.
const WAITING: usize = 64;

/// After how many decisions it is noted what everybody is shown.
const NOTED_EVERY: u32 = 16;

/// How many deeds are remembered, so that none is done twice.
const REMEMBERED: usize = 256;

/// How long the key of a deed may be, which is remembered with it.
const LONGEST_KEY: usize = 100;

/// The name of a room: a word and a number.
pub(crate) type RoomId = Arc<str>;

/// What is asked of a room.
pub(crate) enum Order {
    /// To be shown the game from now on.
    Watch(Viewer, oneshot::Sender<watch::Receiver<Arc<Shown>>>),
    /// Somebody no longer looks.
    Gone,
    /// Something that a seat does.
    Do(Viewer, Deed, oneshot::Sender<Result<u64, Refused>>),
    /// The table as it stood after a line.
    At(Viewer, usize, oneshot::Sender<Option<String>>),
    /// How a value comes about.
    Explain(Viewer, Explained, String, oneshot::Sender<Option<String>>),
    /// What only the author may read of the trace.
    Origins(oneshot::Sender<Vec<Value>>),
    /// A save of the game as it stood before a line, or as it is.
    Save(Viewer, Option<usize>, oneshot::Sender<Option<Vec<u8>>>),
    /// Everybody leaves, and then the room panics.
    #[cfg(test)]
    Panic(oneshot::Sender<()>),
    /// The room says that it is here, and then waits until it may go on.
    #[cfg(test)]
    Hold(oneshot::Sender<()>, Receiver<()>),
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It comes too late: the question is no longer open.
    Late(String),
    /// It does not fit.
    Unfit(String),
    /// It could not be written down, so it was not done.
    Unkept(String),
    /// The room has more to do than it may have.
    Busy,
    /// Something went wrong that cannot go wrong, and the order was not carried out.
    Broken,
}

/// A door to a room.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// The game as it was when the room was opened, whatever becomes of the files of its packs.
    pub catalogue: Arc<Catalogue>,
    orders: SyncSender<Order>,
    known: Arc<Known>,
}

/// What a room begins with.
pub(crate) struct Opening {
    pub id: RoomId,
    pub catalogue: Arc<Catalogue>,
    pub game: Match,
    pub bots: Vec<SeatedBot>,
    /// Whether answers can be taken back without asking anybody.
    pub undoes_freely: bool,
    pub keeper: Option<Keeper>,
}

/// A seat that a bot answers for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatedBot {
    pub seat: Seat,
    pub decider: DeciderName,
}

impl Room {
    /// Opens a room.
    pub fn open(opening: Opening) -> Self {
        let (orders, incoming) = sync_channel(WAITING);
        let (name, catalogue) = (format!("room {}", opening.id), Arc::clone(&opening.catalogue));
        let known = Arc::new(Known::default());
        known.note(&opening.game, &opening.bots);
        let noting = Arc::clone(&known);
        let thread = thread::Builder::new().name(name).spawn(move || Host::of(opening, noting).serve(&incoming));
        // Without a thread nobody takes orders, and every one is answered with `Broken`.
        drop(thread);
        Self { catalogue, orders, known }
    }

    /// Whether the game is over, and its end is on the disk where games are kept.
    pub fn is_over(&self) -> bool {
        self.known.is_over()
    }

    /// How far the game had got after its last change. It does not wait for the room.
    pub fn status(&self) -> Value {
        self.known.status()
    }

    /// Gives an order, if there is room for it.
    pub fn order(&self, order: Order) -> Result<(), Refused> {
        self.orders.try_send(order).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Busy,
            TrySendError::Disconnected(_) => Refused::Broken,
        })
    }

    /// Gives an order and waits for what comes of it.
    pub async fn ask<T>(&self, order: impl FnOnce(oneshot::Sender<T>) -> Order) -> Result<T, Refused> {
        let (sender, receiver) = oneshot::channel();
        self.order(order(sender))?;
        receiver.await.map_err(|_| Refused::Broken)
    }
}

/// A wish to take back an answer.
struct Wish {
    by: Seat,
    agreed: Vec<Seat>,
}

/// Who runs a game.
struct Host {
    catalogue: Arc<Catalogue>,
    game: Match,
    rev: u64,
    bots: Vec<SeatedBot>,
    undoes_freely: bool,
    known: Arc<Known>,
    wish: Option<Wish>,
    keeper: Option<Keeper>,
    /// What is on the disk, or would be: what the game goes back to.
    kept: Vec<u8>,
    /// How many decisions were made since it was noted what everybody is shown.
    unnoted: u32,
    viewers: BTreeMap<u8, (Viewer, watch::Sender<Arc<Shown>>)>,
    done: VecDeque<(Viewer, String, Result<u64, Refused>)>,
    past: Past,
}

impl Host {
    fn of(opening: Opening, known: Arc<Known>) -> Self {
        let Opening { catalogue, mut game, bots, undoes_freely, keeper, .. } = opening;
        play_on(&mut game, &bots, &catalogue.pack.ruleset);
        let mut host = Self {
            catalogue,
            game,
            rev: 1,
            bots,
            undoes_freely,
            known,
            wish: None,
            keeper,
            kept: Vec::new(),
            unnoted: 0,
            viewers: BTreeMap::new(),
            done: VecDeque::new(),
            past: Past::default(),
        };
        if host.keep().is_err() {
            // What bots have done by now is kept with the first answer at the latest.
            host.kept = host.game.save();
            host.go_back();
        }
        host.known.note(&host.game, &host.bots);
        host.note();
        host
    }

    fn serve(mut self, orders: &Receiver<Order>) {
        while let Ok(order) = orders.recv() {
            // What a panic leaves behind is replaced by what was kept; until that is there, orders panic again.
            if catch_unwind(AssertUnwindSafe(|| self.take(order))).is_err() {
                let _ = catch_unwind(AssertUnwindSafe(|| self.recover()));
            }
        }
    }

    /// Goes back to what was kept, and shows it to everybody who looks.
    fn recover(&mut self) {
        self.wish = None;
        self.past.forget();
        self.go_back();
        self.show();
    }

    /// Who asked may have gone; then nobody takes what is sent.
    fn take(&mut self, order: Order) {
        match order {
            Order::Watch(viewer, reply) => {
                let _ = reply.send(self.watch(viewer));
                self.show();
            }
            Order::Gone => {
                self.show();
                if self.unnoted > 0 {
                    self.note();
                }
            }
            Order::Do(viewer, deed, reply) => {
                let _ = reply.send(self.once(viewer, deed));
            }
            Order::At(viewer, line, reply) => {
                let _ = reply.send(self.at(viewer, line));
            }
            Order::Explain(viewer, of, value, reply) => {
                let explained = of.subject().and_then(|of| self.game.explain(viewer, &of, &value));
                let _ = reply.send(explained.map(|value| shown::text(&value)));
            }
            Order::Origins(reply) => {
                let _ = reply.send(past::origins(&self.catalogue.pack.ruleset, self.game.game()));
            }
            Order::Save(viewer, line, reply) => {
                let _ = reply.send(self.save(viewer, line));
            }
            #[cfg(test)]
            Order::Panic(_reply) => {
                self.people().into_iter().for_each(|seat| drop(self.leave(Viewer::Seat(seat))));
                past::advance(&mut self.game);
                panic!("as a test wants it");
            }
            #[cfg(test)]
            Order::Hold(here, go_on) => {
                let _ = (here.send(()), go_on.recv());
            }
        }
    }

    // ---- showing ----

    fn watch(&mut self, viewer: Viewer) -> watch::Receiver<Arc<Shown>> {
        let around = self.around();
        let now = || Arc::new(shown::of(&self.game, viewer, self.rev, &around));
        let (_, sender) = self.viewers.entry(key_of(viewer)).or_insert_with(|| (viewer, watch::Sender::new(now())));
        if sender.receiver_count() == 0 {
            sender.send_replace(now());
        }
        sender.subscribe()
    }

    /// Makes anew what everybody sees who looks.
    fn show(&mut self) {
        self.rev += 1;
        let around = self.around();
        for (viewer, sender) in self.viewers.values().filter(|(_, sender)| sender.receiver_count() > 0) {
            sender.send_replace(Arc::new(shown::of(&self.game, *viewer, self.rev, &around)));
        }
    }

    fn around(&self) -> Around {
        let open = self.viewers.values().filter(|(_, sender)| sender.receiver_count() > 0);
        let here = open.filter_map(|(viewer, _)| match viewer {
            Viewer::Seat(seat) if *viewer != Viewer::WATCHER => Some(*seat),
            _ => None,
        });
        Around {
            here: here.collect(),
            bots: self.bot_seats(),
            undo: self.wish.as_ref().map(|wish| (wish.by, wish.agreed.clone())),
        }
    }

    fn at(&mut self, viewer: Viewer, line: usize) -> Option<String> {
        let ruleset = &self.catalogue.pack.ruleset;
        let then = self.past.at(ruleset, self.game.game(), viewer, line)?;
        Some(format!(r#"{{"v":{},"line":{line},"view":{}}}"#, shown::VERSION, shown::text(&then.view(viewer))))
    }

    fn save(&mut self, viewer: Viewer, line: Option<usize>) -> Option<Vec<u8>> {
        let Some(line) = line else { return Some(self.game.save()) };
        let ruleset = &self.catalogue.pack.ruleset;
        let before = self.past.before(ruleset, self.game.game(), viewer, line);
        self.past.forget();
        Some(before?.save())
    }

    // ---- doing ----

    /// Does what was not done before.
    fn once(&mut self, viewer: Viewer, deed: Deed) -> Result<u64, Refused> {
        if let Some((.., result)) = self.done.iter().find(|(by, key, _)| *by == viewer && *key == deed.key) {
            return result.clone();
        }
        if deed.key.len() > LONGEST_KEY {
            return Err(Refused::Unfit(format!("the key of a deed has at most {LONGEST_KEY} bytes")));
        }
        let result = self.act(viewer, deed.act);
        if self.done.len() == REMEMBERED {
            self.done.pop_front();
        }
        self.done.push_back((viewer, deed.key, result.clone()));
        result
    }

    fn act(&mut self, viewer: Viewer, act: Act) -> Result<u64, Refused> {
        let changed = match act {
            Act::Answer { number, answer } => {
                self.open_prompt(viewer, number)?;
                self.game.answer(number, answer).map_err(refused)?;
                true
            }
            Act::Withdraw { number } => {
                self.open_prompt(viewer, number)?;
                self.game.withdraw(number).map_err(refused)?;
                true
            }
            Act::Undo => self.undo(viewer)?,
            Act::Refuse => {
                self.wish = None;
                false
            }
            Act::Leave => {
                self.leave(viewer)?;
                true
            }
        };
        if changed {
            self.wish = None;
            past::advance(&mut self.game);
            self.past.forget();
            if let Err(why) = self.keep() {
                self.go_back();
                return Err(Refused::Unkept(why));
            }
            self.known.note(&self.game, &self.bots);
            self.unnoted += 1;
            if self.unnoted >= NOTED_EVERY || self.game.outcome().is_some() {
                self.note();
            }
        }
        self.show();
        Ok(self.rev)
    }

    /// That a prompt is open, and asks this viewer.
    fn open_prompt(&self, viewer: Viewer, number: u32) -> Result<(), Refused> {
        let asked = self.game.prompts(viewer).iter().any(|prompt| prompt.number == number);
        if asked { Ok(()) } else { Err(refused(Refusal::Late)) }
    }

    /// Takes back an answer, or notes who wants to. Returns whether it was taken back.
    fn undo(&mut self, viewer: Viewer) -> Result<bool, Refused> {
        let people = self.people();
        let (by, seats) = match viewer {
            _ if self.undoes_freely => (None, people.clone()),
            Viewer::Host => (None, people.clone()),
            Viewer::Seat(seat) => (Some(seat), vec![seat]),
        };
        let Some(by) = by else { return self.game.undo(&seats).map(|_| true).map_err(refused) };
        // Its replay shows everything: who has seen that must not play on.
        if self.game.outcome().is_some() {
            return Err(Refused::Unfit("the game is over, and nothing of it is taken back".into()));
        }
        let wish = self.wish.get_or_insert(Wish { by, agreed: Vec::new() });
        if !wish.agreed.contains(&by) {
            wish.agreed.push(by);
        }
        if !people.iter().all(|seat| wish.agreed.contains(seat)) {
            return Ok(false);
        }
        let of = wish.by;
        self.game.undo(&[of]).map(|_| true).map_err(refused)
    }

    fn leave(&mut self, viewer: Viewer) -> Result<(), Refused> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::Unfit("only a seat can leave".into())) };
        let view = self.game.view(viewer);
        let player = view.players.iter().find(|player| player.seats.contains(&seat));
        let player = player.ok_or_else(|| Refused::Unfit("there is no such seat".into()))?;
        self.game.leave(player.player);
        Ok(())
    }

    /// The seats of people.
    fn people(&self) -> Vec<Seat> {
        let bots = self.bot_seats();
        (0..self.game.people()).map(|seat| Seat(seat as u8)).filter(|seat| !bots.contains(seat)).collect()
    }

    fn bot_seats(&self) -> Vec<Seat> {
        self.bots.iter().map(|bot| bot.seat).collect()
    }

    /// Writes the game down. What is not written down has not happened: nobody is shown it before.
    fn keep(&mut self) -> Result<(), String> {
        let update = self.game.save_on();
        if let Some(keeper) = &self.keeper {
            keeper.keep(update.clone(), self.game.outcome().is_some())?;
        }
        update.write_to(&mut self.kept);
        Ok(())
    }

    /// Notes what everybody is shown, for a time at which the packs can no longer be loaded.
    fn note(&mut self) {
        let Some(keeper) = &self.keeper else { return };
        let seats = (0..self.game.people()).map(|seat| Viewer::Seat(Seat(seat as u8)));
        let nobody = Around { here: Vec::new(), bots: self.bot_seats(), undo: None };
        let shown = seats.chain([Viewer::WATCHER, Viewer::Host]).map(|viewer| {
            let shown = shown::of(&self.game, viewer, self.rev, &nobody);
            (key_of(viewer), shown.message(&[]))
        });
        keeper.note(shown.collect());
        self.unnoted = 0;
    }

    /// Back to what was kept.
    fn go_back(&mut self) {
        if let Ok(mut game) = Match::load(&self.catalogue.pack.ruleset, &self.kept) {
            play_on(&mut game, &self.bots, &self.catalogue.pack.ruleset);
            self.game = game;
        }
    }
}

/// Seats the bots of a game, and plays on until a person must answer.
fn play_on(game: &mut Match, bots: &[SeatedBot], ruleset: &Ruleset) {
    for SeatedBot { seat, decider } in bots {
        // Whether it can play was checked when the game began. If its file has changed since, chance plays on.
        let contender = decider.ready(ruleset).or_else(|_| DeciderName::default().ready(ruleset));
        let Ok(contender) = contender else { continue };
        // What a bot does must say nothing about the chance of the game, nor repeat itself after a restart.
        let seed = crate::secrets::random::<8>().map_or(0, u64::from_le_bytes);
        // What goes wrong with a program has no reader here: the defaults of its prompts are answered.
        game.seat(*seat, OrDefault(contender.bot(seed, &Complaints::default())));
    }
    past::advance(game);
}

fn refused(refusal: Refusal) -> Refused {
    match refusal {
        Refusal::Late => Refused::Late(refusal.to_string()),
        Refusal::Unfit(_) | Refusal::Stands | Refusal::Nothing => Refused::Unfit(refusal.to_string()),
    }
}

/// Orders viewers: seats by their numbers, the host last.
pub(crate) fn key_of(viewer: Viewer) -> u8 {
    match viewer {
        Viewer::Seat(seat) => seat.0,
        Viewer::Host => u8::MAX,
    }
}
