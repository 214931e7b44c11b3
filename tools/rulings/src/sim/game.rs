//! One simulated game.

use super::cards::{self, CardsOfGame};
use super::curves::TurnPoint;
use super::decks;
use super::luck::Luck;
use super::{Answers, Plan};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PlayerId, Players, Seat, Word};
use cardwright_kernel::questions::Prompt;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Progress, Table};
use cardwright_kernel::trace::{FactKind, Scores};
use cardwright_report::Reporter;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::rc::Rc;

/// How many different failures of scripts are reported for one game.
const MOST_FLAWS: usize = 20;

/// The report on a game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Its seed.
    pub seed: u64,
    /// How many turns it had.
    pub turns: u32,
    /// How many questions were answered.
    pub decisions: u64,
    /// The player for whom each seat answers.
    pub players: Vec<PlayerId>,
    /// Which of the plan's contenders has had each seat; none if chance has answered.
    pub seating: Vec<usize>,
    /// The winners, and why; none if the game was broken off.
    pub ending: Option<(Players, Word)>,
    /// How many points each player had, if they were scored.
    pub scores: Vec<(PlayerId, i64)>,
    /// What it was worth to each player; nothing if it was broken off.
    pub worth: Option<Scores>,
    /// The place of each player, if they were scored.
    pub places: Vec<(PlayerId, u8)>,
    /// What became of its cards.
    pub cards: CardsOfGame,
    /// Its turns, if they are wanted.
    pub points: Vec<TurnPoint>,
    /// What went wrong.
    pub flaws: Vec<Flaw>,
    /// A digest of its trace, if one was asked for.
    pub digest: Option<[u8; 32]>,
    /// Its trace, if it was asked for.
    pub trace: Option<String>,
    /// The game at its end, if its trace was asked for.
    pub game: Option<Game>,
}

impl Played {
    /// How often each card was used, by whomever.
    pub fn uses(&self) -> impl Iterator<Item = (DefId, u32)> {
        let mut uses: BTreeMap<DefId, u32> = BTreeMap::new();
        for ((def, _), counts) in self.cards.iter().filter(|(_, counts)| counts.used > 0) {
            *uses.entry(*def).or_default() += counts.used;
        }
        uses.into_iter()
    }
}

/// Something that must not happen in any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What sort of thing.
    pub kind: &'static str,
    /// What happened.
    pub message: String,
}

impl Flaw {
    /// A script failed.
    pub const SCRIPT: &'static str = "script";
    /// The engine panicked.
    pub const PANIC: &'static str = "panic";
    /// The game does not end, or goes on waiting.
    pub const ENDLESS: &'static str = "endless";
    /// A decider fails.
    pub const DECIDER: &'static str = "decider";
    /// An invariant of the engine does not hold.
    pub const INVARIANT: &'static str = "invariant";
    /// What was offered proved impossible.
    pub const OFFER: &'static str = "offer";

    fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what a panic says, for the flaw that it becomes.
pub(super) fn keep_panic(info: &PanicHookInfo<'_>) {
    LAST_PANIC.with_borrow_mut(|last| *last = info.to_string().replace('\n', " "));
}

/// Plays one game to its end.
pub fn play(ruleset: &Ruleset, host: &Rc<dyn Scripts>, plan: &Plan, seed: u64) -> Played {
    let playing = || Some(Playing::begin(ruleset, host, plan, seed)?.play_out());
    match catch_unwind(AssertUnwindSafe(playing)) {
        Ok(Some(played)) => played,
        Ok(None) => broken(seed, Flaw::new(Flaw::ENDLESS, "the game cannot begin: players or decks do not fit")),
        Err(_) => broken(seed, Flaw::new(Flaw::PANIC, LAST_PANIC.take())),
    }
}

fn broken(seed: u64, flaw: Flaw) -> Played {
    Played { seed, flaws: vec![flaw], ..Played::default() }
}

/// A game that is being played.
struct Playing<'a> {
    ruleset: &'a Ruleset,
    host: &'a Rc<dyn Scripts>,
    plan: &'a Plan,
    table: Table,
    luck: Luck,
    leavers: Players,
    played: Played,
}

impl<'a> Playing<'a> {
    fn begin(ruleset: &'a Ruleset, host: &'a Rc<dyn Scripts>, plan: &'a Plan, seed: u64) -> Option<Self> {
        let mut game = decks::begin(ruleset, plan, seed, &mut decks::luck_of_decks(seed))?;
        if plan.is_light() {
            game.make_light();
        }
        let mut chance = Generator::new(scatter(seed, 1));
        let leaves = plan.leaving && chance.below(2) == 0;
        let leavers = if leaves { leavers(game.state().players(), &mut chance) } else { Players::NONE };
        let pause_at = leaves.then(|| u64::from(chance.below(200)));
        let luck = Luck::new(ruleset, plan, (seed, scatter(seed, 2)), pause_at);
        Some(Self {
            ruleset,
            host,
            plan,
            table: ruleset.table(host, game, luck.decider()),
            luck,
            leavers,
            played: Played { seed, seating: plan.seating(ruleset.rules(), seed), ..Played::default() },
        })
    }

    fn play_out(mut self) -> Played {
        let end = loop {
            match self.table.step() {
                Some(Progress::Over | Progress::Chance) => break None,
                Some(Progress::Waiting) => {
                    if let Err(flaw) = self.go_on_waiting() {
                        break Some(flaw);
                    }
                }
                None if self.plan.is_light() => self.note_facts(),
                None => {}
            }
            self.note_failed_offers();
            self.note_turn();
            if self.plan.checked && !self.is_sound() {
                break None;
            }
            if self.table.state().turn().number > self.plan.max_turns {
                break Some(Flaw::new(Flaw::ENDLESS, format!("no end after {} turns", self.plan.max_turns)));
            }
        };
        self.played.flaws.extend(end);
        // A light game has only the facts of its last step, and these were noted after it.
        if !self.plan.is_light() {
            self.note_facts();
        }
        self.is_sound();
        self.tell()
    }

    /// Nobody answered: players leave now, answers come late, or there were too many questions.
    fn go_on_waiting(&mut self) -> Result<(), Flaw> {
        if self.luck.is_spent() {
            return Err(Flaw::new(Flaw::ENDLESS, format!("no end after {} decisions", self.plan.max_decisions)));
        }
        let leavers = if self.luck.pauses() { mem::take(&mut self.leavers) } else { Players::NONE };
        if let Some(complaint) = self.luck.complaint() {
            return Err(Flaw::new(Flaw::DECIDER, complaint));
        }
        if leavers.is_empty() && self.plan.answers == Answers::AtOnce {
            return Err(Flaw::new(Flaw::ENDLESS, "the game waits although every question is answered"));
        }
        if self.plan.answers == Answers::Saved {
            self.save_and_load()?;
        }
        if !leavers.is_empty() {
            self.luck.go_on();
            leavers.iter().for_each(|leaver| self.table.leave(leaver));
        }
        // Nothing is asked any more if the seat that was asked is the one that leaves.
        let Some(prompt) = self.table.game().prompts().first().cloned() else { return Ok(()) };
        let answer = self.luck.answer(&prompt, self.table.game(), self.ruleset.rules());
        let answer = answer.unwrap_or_else(|| prompt.default.clone());
        self.table
            .answer(prompt.number, answer)
            .map_err(|refusal| Flaw::new(Flaw::ENDLESS, format!("a legal answer was refused: {refusal:?}")))
    }

    /// Saves the game to bytes and loads it onto another table, which must ask the same.
    fn save_and_load(&mut self) -> Result<(), Flaw> {
        let asked = self.table.game().prompts().to_vec();
        let game = self.ruleset.load(&self.ruleset.save(self.table.game()));
        let game = game.map_err(|damage| Flaw::new(Flaw::INVARIANT, damage.to_string()))?;
        self.table = self.ruleset.table(self.host, game, self.luck.decider());
        while self.table.step().is_none() {}
        let same = |(one, other): (&Prompt, &Prompt)| Prompt { number: one.number, ..other.clone() } == *one;
        let now = self.table.game().prompts();
        if asked.len() == now.len() && asked.iter().zip(now).all(same) {
            return Ok(());
        }
        let shown = |prompts: &[Prompt]| format!("{prompts:?}");
        let (before, after) = (shown(&asked), shown(now));
        Err(Flaw::new(Flaw::INVARIANT, format!("after a save and a load {after} is asked instead of {before}")))
    }

    /// Checks the invariants; what is broken is noted once.
    fn is_sound(&mut self) -> bool {
        let broken = self.table.game().check_invariants(self.ruleset.rules());
        for line in &broken {
            let flaw = Flaw::new(Flaw::INVARIANT, line);
            if !self.played.flaws.contains(&flaw) {
                self.played.flaws.push(flaw);
            }
        }
        broken.is_empty()
    }

    /// Notes which cards were used, and which scripts failed, according to the facts that the game has.
    fn note_facts(&mut self) {
        let game = self.table.game();
        for fact in game.trace() {
            match &fact.what {
                FactKind::Faulted(..) => {
                    let flaw = Flaw::new(Flaw::SCRIPT, self.ruleset.reporter(game, None).sentence(&fact.what));
                    if self.played.flaws.len() < MOST_FLAWS && !self.played.flaws.contains(&flaw) {
                        self.played.flaws.push(flaw);
                    }
                }
                fact => cards::note(&mut self.played.cards, fact, game, self.ruleset.rules()),
            }
        }
    }

    /// Notes what was offered in the last step and proved impossible, unless the ruleset says that it may.
    fn note_failed_offers(&mut self) {
        for failed in self.table.failed_offers() {
            let action = &self.ruleset.rules().actions[failed.action.index()];
            if action.may_fail {
                continue;
            }
            let reporter = Reporter { places: true, ..self.ruleset.reporter(self.table.game(), None) };
            let (card, reason) = (reporter.name(&failed.named), reporter.against(&[failed.against], &failed.named));
            let message = format!("`{} {card}` was offered and proved impossible: {reason}", action.says);
            let flaw = Flaw::new(Flaw::OFFER, message);
            if self.played.flaws.len() < MOST_FLAWS && !self.played.flaws.contains(&flaw) {
                self.played.flaws.push(flaw);
            }
        }
    }

    /// Notes the turn that has begun, if it has, and turns are wanted.
    fn note_turn(&mut self) {
        let turns = self.table.state().turn().number as usize;
        if self.plan.curves && turns > self.played.points.len() {
            let point = TurnPoint::of(&mut self.table, self.luck.count());
            self.played.points.resize(turns, point);
        }
    }

    fn tell(mut self) -> Played {
        let game = self.table.game();
        let outcome = game.state().outcome();
        if outcome.is_some() && !game.prompts().is_empty() {
            self.played.flaws.push(Flaw::new(Flaw::INVARIANT, "a question is open after the end of the game"));
        }
        self.played.turns = game.state().turn().number;
        self.played.decisions = self.luck.count();
        self.played.ending = outcome.map(|outcome| (outcome.winners, outcome.why));
        let placings = outcome.map(|outcome| &outcome.placings[..]).unwrap_or_default();
        self.played.scores = placings.iter().map(|placing| (placing.player, placing.score)).collect();
        self.played.places = placings.iter().map(|placing| (placing.player, placing.place)).collect();
        self.played.worth =
            outcome.map(|outcome| Scores::of(outcome, game.state().players(), self.ruleset.rules().cooperative));
        let people = game.state().people() as u8;
        self.played.players = (0..people).map(|seat| game.state().player_of(Seat(seat))).collect();
        if self.plan.digest || self.plan.traces {
            let trace = self.ruleset.trace(game, None);
            self.played.digest = Some(blake3::hash(trace.as_bytes()).into());
            if self.plan.traces {
                self.played.game = Some(game.clone());
                self.played.trace = Some(trace);
            }
        }
        self.played
    }
}

/// Who leaves: in half of the cases one player, in the others any number, all of them included.
fn leavers(players: usize, chance: &mut Generator) -> Players {
    let many = if chance.below(2) == 0 { 1 } else { 1 + chance.below(players as u32) as usize };
    let mut leavers = Players::NONE;
    while leavers.len() < many {
        leavers = leavers.with(PlayerId(chance.below(players as u32) as u8));
    }
    leavers
}

/// A seed of its own for each source of luck of a game, so that none repeats another.
pub(super) fn scatter(seed: u64, source: u64) -> u64 {
    (seed ^ source.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
}
