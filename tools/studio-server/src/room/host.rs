//! Who runs the game of a room: it shows the game to whoever looks, and does what seats do.

use super::known::Known;
use super::{Eyes, Opening, Order, Refused, SeatedBot, key_of};
use crate::catalogue::Catalogue;
use crate::past;
use crate::requests::{Act, Deed};
use crate::shown::{self, Around, Shown};
use crate::store::Keeper;
use cardwright_deciders::{Complaints, DeciderName, OrDefault};
use cardwright_game::{ActionError, Match, MatchInside, Ruleset, Seat, Viewer};
use cardwright_kernel::state::Game;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use tokio::sync::watch;

/// After how many decisions it is noted what everybody is shown.
const NOTED_EVERY: u32 = 16;

/// How many deeds of a viewer are remembered, so that none is done twice.
const REMEMBERED: usize = 64;

/// How long the key of a deed may be, which is remembered with it.
const LONGEST_KEY: usize = 100;

/// Holds the newest of what a viewer is shown.
type ShownCell = watch::Sender<Arc<Shown>>;

/// A deed by its key, and what came of it.
type DoneDeed = (String, Result<(), Refused>);

/// A wish to take back an answer.
struct Wish {
    by: Seat,
    agreed: Vec<Seat>,
}

/// Who runs a game.
pub(crate) struct Host {
    catalogue: Arc<Catalogue>,
    game: Match,
    bots: Vec<SeatedBot>,
    undoes_freely: bool,
    known: Arc<Known>,
    wish: Option<Wish>,
    /// Whether the question that is asked in secret was asked anew by a wish, or came back by one: the next one goes back
    /// further. How far a wish goes must not depend on what nobody may know yet.
    asked_anew: bool,
    keeper: Option<Keeper>,
    /// What is on the disk, or would be: what the game goes back to.
    kept: Vec<u8>,
    /// How many decisions of which others saw something were made since it was noted what everybody is shown.
    unnoted: u32,
    /// What each viewer is shown who looks, or has looked since it was last made anew.
    viewers: BTreeMap<(u8, Eyes), (Viewer, ShownCell)>,
    /// The last deeds of each viewer by their keys, and what came of them.
    done: BTreeMap<u8, VecDeque<DoneDeed>>,
    /// The game as it stands, as long as somebody reads its past.
    now: Weak<Game>,
    /// Who was last shown to be here.
    here: Vec<Seat>,
}

impl Host {
    /// Plays on until a person must answer, and takes over from there.
    pub(super) fn of(opening: Opening, known: Arc<Known>) -> Self {
        let Opening { catalogue, mut game, bots, undoes_freely, keeper, .. } = opening;
        play_on(&mut game, &bots, &catalogue.pack.ruleset);
        let mut host = Self {
            catalogue,
            game,
            bots,
            undoes_freely,
            known,
            wish: None,
            asked_anew: false,
            keeper,
            kept: Vec::new(),
            unnoted: 0,
            viewers: BTreeMap::new(),
            done: BTreeMap::new(),
            now: Weak::new(),
            here: Vec::new(),
        };
        match host.keep() {
            Ok(()) => host.known.note(&host.game, &host.bots),
            // What bots have done by now is kept with the first answer, or done again.
            Err(_) => {
                host.kept = host.game.save();
                host.go_back();
            }
        }
        host.note();
        host
    }

    /// Carries out an order. What a panic leaves behind is replaced by what was kept; until that is there, orders panic again.
    pub fn carry_out(&mut self, order: Order) {
        if catch_unwind(AssertUnwindSafe(|| self.take(order))).is_err() {
            let _ = catch_unwind(AssertUnwindSafe(|| self.recover()));
        }
    }

    /// Shows everybody who is left, if somebody has gone.
    pub fn look_around(&mut self) {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.show_who_is_here();
            if self.unnoted > 0 {
                self.note();
            }
        }));
    }

    /// What is kept of the game.
    pub fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// Goes back to what was kept, and shows it to everybody who looks.
    fn recover(&mut self) {
        self.wish = None;
        self.now = Weak::new();
        self.go_back();
        self.show();
    }

    /// Who asked may have gone; then nobody takes what is sent.
    fn take(&mut self, order: Order) {
        match order {
            Order::Watch(viewer, eyes, reply) => {
                let _ = reply.send(self.watch(viewer, eyes));
                self.show_who_is_here();
            }
            Order::Do(viewer, deed, reply) => {
                let _ = reply.send(self.once(viewer, deed));
            }
            Order::Now(_, reply) => {
                let _ = reply.send(self.now());
            }
            Order::Explain(viewer, of, value, reply) => {
                let explained = of.subject().and_then(|of| self.game.explain(viewer, &of, &value));
                let _ = reply.send(explained.map(|value| shown::text(&value)));
            }
            Order::Origins(reply) => {
                let _ = reply.send(past::origins(&self.catalogue.pack.ruleset, self.game.game()));
            }
            Order::Save(reply) => {
                let _ = reply.send(self.game.save());
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

    fn watch(&mut self, viewer: Viewer, eyes: Eyes) -> watch::Receiver<Arc<Shown>> {
        // Whatever is there is what would be shown now, also if nobody looks at it any more.
        if let Some((_, sender)) = self.viewers.get(&(key_of(viewer), eyes)) {
            return sender.subscribe();
        }
        let (sender, moments) = watch::channel(Arc::new(self.shown_to(viewer, eyes, &self.around())));
        self.viewers.insert((key_of(viewer), eyes), (viewer, sender));
        moments
    }

    /// Makes anew what everybody sees who looks, if another seat is here now than before. Who watches is told to nobody.
    fn show_who_is_here(&mut self) {
        if self.around().here != self.here {
            self.show();
        }
    }

    /// Makes anew what everybody sees who looks. Who sees nothing new is told nothing.
    fn show(&mut self) {
        self.viewers.retain(|_, (_, sender)| sender.receiver_count() > 0);
        let around = self.around();
        self.here.clone_from(&around.here);
        for ((_, eyes), (viewer, sender)) in &self.viewers {
            let now = self.shown_to(*viewer, *eyes, &around);
            sender.send_if_modified(|before| now.replace(before));
        }
    }

    fn shown_to(&self, viewer: Viewer, eyes: Eyes, around: &Around) -> Shown {
        let is_final = !self.undoes_freely && self.known.is_over();
        let shown = match eyes {
            Eyes::Own => shown::of(&self.game, viewer, around),
            Eyes::Author => shown::for_author(&self.game, viewer, around),
        };
        Shown { is_final, ..shown }
    }

    fn around(&self) -> Around {
        let open = self.viewers.values().filter(|(_, sender)| sender.receiver_count() > 0);
        let here = open.filter_map(|(viewer, _)| match viewer {
            Viewer::Seat(seat) if *viewer != Viewer::WATCHER => Some(*seat),
            _ => None,
        });
        // The author may look with the eyes of a seat in which somebody sits.
        let here: BTreeSet<Seat> = here.collect();
        Around {
            here: here.into_iter().collect(),
            bots: self.bot_seats(),
            undo: self.wish.as_ref().map(|wish| (wish.by, wish.agreed.clone())),
        }
    }

    /// The game as it stands, for whoever reads its past on another thread. It is copied once for all of them.
    fn now(&mut self) -> Arc<Game> {
        let copy = || Arc::new(self.game.game().clone());
        let now = self.now.upgrade().unwrap_or_else(copy);
        self.now = Arc::downgrade(&now);
        now
    }

    // ---- doing ----

    /// Does what was not done before.
    fn once(&mut self, viewer: Viewer, deed: Deed) -> Result<(), Refused> {
        let before = self.done.get(&key_of(viewer)).into_iter().flatten();
        if let Some((_, result)) = before.rev().find(|(key, _)| *key == deed.key) {
            return result.clone();
        }
        if deed.key.len() > LONGEST_KEY {
            return Err(Refused::Unfit(format!("the key of a deed has at most {LONGEST_KEY} bytes")));
        }
        let result = self.act(viewer, deed.act);
        let done = self.done.entry(key_of(viewer)).or_default();
        if done.len() == REMEMBERED {
            done.pop_front();
        }
        done.push_back((deed.key, result.clone()));
        result
    }

    fn act(&mut self, viewer: Viewer, act: Act) -> Result<(), Refused> {
        // Whether others see anything of it is asked of answers in secret only: of all else they may.
        let before = self.is_in_secret(viewer, &act).then(|| shown::public(&self.game));
        let is_undone = matches!(act, Act::Undo);
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
            Act::TakeBack => self.take_back_own(viewer)?,
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
            past::advance(&mut self.game);
            self.now = Weak::new();
            if let Err(why) = self.keep() {
                self.go_back();
                return Err(Refused::Unkept(why));
            }
            self.known.note(&self.game, &self.bots);
            if before.is_none_or(|before| before != shown::public(&self.game)) {
                (self.wish, self.asked_anew) = (None, is_undone && self.game.game().sealed().is_some());
                self.unnoted += 1;
            }
            if self.unnoted >= NOTED_EVERY || self.game.outcome().is_some() {
                self.note();
            }
        }
        self.show();
        Ok(())
    }

    /// Whether it is about a sealed question.
    fn is_in_secret(&self, viewer: Viewer, act: &Act) -> bool {
        let number = match act {
            Act::Answer { number, .. } | Act::Withdraw { number } => number,
            // Only what was answered in secret is taken back like this.
            Act::TakeBack => return true,
            Act::Undo | Act::Refuse | Act::Leave => return false,
        };
        self.game.prompts(viewer).iter().any(|prompt| prompt.number == *number && prompt.sealed)
    }

    /// That a prompt is open, and asks this viewer.
    fn open_prompt(&self, viewer: Viewer, number: u32) -> Result<(), Refused> {
        let asked = self.game.prompts(viewer).iter().any(|prompt| prompt.number == number);
        if asked { Ok(()) } else { Err(refused(ActionError::Late)) }
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
        self.wish = None;
        let undone = self.take_back(of).map(|()| true).map_err(refused);
        if undone.is_err() {
            // At once, and not with the next answer of somebody, who may give it in secret.
            self.show();
        }
        undone
    }

    /// Takes back what a seat has answered in secret, which nobody else has seen. Returns that it did.
    fn take_back_own(&mut self, viewer: Viewer) -> Result<bool, Refused> {
        let Viewer::Seat(seat) = viewer else { return Err(refused(ActionError::Nothing)) };
        self.game.take_back_sealed(&[seat]).map(|()| true).map_err(refused)
    }

    /// Takes back what a seat has answered: all of it in the question that is asked in secret, if it takes part and all have
    /// not agreed to that before; otherwise, what it answered last before that question. Nothing here may depend on who
    /// has answered in secret.
    fn take_back(&mut self, of: Seat) -> Result<(), ActionError> {
        let Some(sealed) = self.game.game().sealed() else { return self.game.undo(&[of]).map(drop) };
        let asked: Vec<Seat> = sealed.iter().map(|branch| branch.seat).collect();
        if asked.contains(&of) && !self.asked_anew {
            return self.game.take_back_sealed(&[of]);
        }
        self.game.take_back_sealed(&asked)?;
        let undone = self.game.undo(&[of]).map(drop);
        if undone.is_err() {
            self.go_back();
        }
        undone
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
            let shown = shown::of(&self.game, viewer, &nobody);
            (key_of(viewer), shown.message(1, &[]))
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

fn refused(refusal: ActionError) -> Refused {
    match refusal {
        ActionError::Late => Refused::Late(refusal.to_string()),
        ActionError::Answer(_) | ActionError::Stands | ActionError::Nothing => Refused::Unfit(refusal.to_string()),
    }
}
