//! A game at the table: the plain data of the [`Game`], and for the time of a run what it needs from outside:
//! the rules, the scripts, who decides.

use crate::model::agenda::{Event, Step};
use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::game::Game;
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Seat, Seats, SiteId, Word, ZoneId};
use crate::model::open_chance::ChanceQuestion;
use crate::model::prompt::{Answer, AnswerError, AskedAt, AskedText, Prompt};
use crate::model::rules::{FunctionId, Rules};
use crate::model::spent::{Limit, SMALL};
use crate::model::state::{Entity, State};
use crate::model::trace::{Against, Fact, FactKind, LoggedLine, Named, Reason, Things};
use crate::model::value::Value;
use crate::play::call::{Arg, Stop, Wanted};
use crate::play::dialogue::Peek;
use crate::play::faults;
use crate::play::kept::{Cache, Reads, Work};
use crate::play::look::KeptMoment;
use crate::play::run::{FailedOffer, Run, RunningEvent};
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// Runs the functions of scripts. The game layer hands in the implementation.
pub trait Scripts {
    /// A transaction begins: nothing is spent yet.
    fn begin(&self) {}

    /// A dialogue has stopped, but not what it is a part of: scripts may go on.
    fn resume(&self) {}

    /// Which of its parameters a function looks at, as bits from the lowest: its result does not depend on the others.
    fn parameters_read(&self, _function: FunctionId) -> u8 {
        u8::MAX
    }

    /// Whether one of them asks what a card was before it moved.
    fn remember(&self) -> bool {
        false
    }

    /// Calls a function, and gives what is wanted of it: nothing if that does not matter.
    ///
    /// # Errors
    /// A [`Stop`]: a question without an answer, an illegal action, or a fault of the script.
    fn call(&self, table: &mut Table, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop>;
}

/// Answers questions for seats, and may answer for chance.
pub trait Decider {
    /// The answer of a seat, or `None` if it cannot be had now: the game is then pending.
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer>;

    /// Whether chance is asked from outside where [`chance`](Self::chance) names nothing: the game then waits for
    /// [`Table::answer_chance`].
    fn leaves_chance_open(&self) -> bool {
        false
    }

    /// The outcome of a question to chance, or `None` to leave it to the game's own source.
    fn chance(&mut self, _asked: &ChanceQuestion, _game: &Game, _rules: &Rules) -> Option<Answer> {
        None
    }
}

/// Never answers: every question leaves the game pending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Decider for Nobody {
    fn decide(&mut self, _: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        None
    }
}

/// How many calls of scripts inside each other find room that was kept.
const MOST_ROOMS: usize = 32;

/// The fingerprints of a game at a table.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    pub(crate) of: fn(&State) -> u64,
    pub(crate) taken: Vec<(u32, usize, u64)>,
}

/// A table: the game and what it is played with.
pub struct Table {
    /// The game. Only the kernel changes it: what is kept beside it belongs to this one game.
    pub(crate) game: Game,
    pub(super) rules: Arc<Rules>,
    pub(super) scripts: Rc<dyn Scripts>,
    pub(super) decider: Option<Box<dyn Decider>>,
    /// What lives only while a step runs.
    pub(crate) run: Run,
    /// Room that the scripts keep from call to call; nothing in it outlives a call.
    pub(crate) workspace: Vec<Box<dyn Any + Send>>,
    pub(super) cache: Cache,
    pub(crate) fingerprints: Option<Fingerprints>,
    pub(super) peek: Peek,
    pub(super) moment: Option<KeptMoment>,
    /// For whom values are computed, where they are shown to a seat and not played with.
    beholder: Option<Seat>,
}

/// What a table keeps of a game for the next one: results that may still be good, the numbers of the computations that
/// have noted what they were read from, and room for the calls of scripts.
#[derive(Default)]
pub struct TableMemory {
    cache: Cache,
    reads: Reads,
    workspace: Vec<Box<dyn Any + Send>>,
}

/// Tables.
impl Table {
    /// Puts a game on a table.
    pub fn new(mut game: Game, rules: Arc<Rules>, scripts: Rc<dyn Scripts>, decider: Box<dyn Decider>) -> Self {
        game.watch();
        Self {
            game,
            rules,
            scripts,
            decider: Some(decider),
            run: Run::default(),
            workspace: Vec::new(),
            cache: Cache::default(),
            fingerprints: None,
            peek: Peek::default(),
            moment: None,
            beholder: None,
        }
    }

    /// A table for another game with the same rules and scripts.
    #[must_use]
    pub fn table_for(&self, game: Game, decider: Box<dyn Decider>) -> Self {
        Self::new(game, Arc::clone(&self.rules), Rc::clone(&self.scripts), decider)
    }

    /// Everything that lies on the table, for evaluators that must own the table. The table is empty until
    /// it is put back.
    pub fn lend(&mut self) -> Box<Self> {
        let empty = self.table_for(Game::default(), Box::new(Nobody));
        Box::new(std::mem::replace(self, empty))
    }

    /// The table as this seat would compute values at it: without contributions of what the seat does not know. Otherwise
    /// what a value is, or whether it was computed from something unknown, could tell which card that is.
    #[must_use]
    pub fn of_beholder(mut self, seat: Option<Seat>) -> Self {
        self.cache.layers.beholder = seat;
        self.beholder = seat;
        self
    }

    /// Whether values are computed for a seat that does not know this.
    pub(super) fn is_unseen(&self, entity: &Entity) -> bool {
        self.beholder.is_some_and(|seat| entity.can_be_hidden() && !entity.known.has(seat))
    }

    /// The game, taken from the table.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// A table that goes on with what another one of the same game has kept. Nothing else may have changed the game
    /// since: what was computed would not be found out to be old.
    pub fn with_memory(self, memory: TableMemory) -> Self {
        let TableMemory { cache, reads, workspace } = memory;
        Self { cache, workspace, run: Run { reads, ..self.run }, ..self }
    }

    /// The game, taken from the table, and what the next table for it goes on with.
    pub fn into_parts(self) -> (Game, TableMemory) {
        let Self { game, cache, workspace, run: Run { reads, .. }, .. } = self;
        (game, TableMemory { cache, reads, workspace })
    }

    /// Room for a call of a script, of which the table keeps what is not in use.
    pub fn take_room<T: Any + Default>(&mut self) -> Box<T> {
        let kept = self.workspace.pop().and_then(|kept: Box<dyn Any + Send>| kept.downcast::<T>().ok());
        kept.unwrap_or_default()
    }

    /// Keeps room for the next call, which must have been cleared.
    pub fn keep_room<T: Any + Send>(&mut self, room: Box<T>) {
        if self.workspace.len() < MOST_ROOMS {
            self.workspace.push(room);
        }
    }

    /// The work that the running step has done.
    pub fn work(&self) -> &Work {
        &self.run.work
    }

    /// The limit that the running step has crossed by what was made in it.
    pub fn exceeded(&self) -> Option<Limit> {
        self.run.exceeded
    }

    /// What a decider has answered that does not fit: whose question it was, none for chance, and why.
    pub fn unfit(&self) -> Option<(Option<Seat>, AnswerError)> {
        self.run.unfit
    }

    /// Why the action that was answered last proved impossible and was taken back, if it was; and which card was used.
    pub fn take_illegal(&mut self) -> Option<(Against, Option<Handle>)> {
        self.run.illegal.take()
    }

    /// What makes the running action impossible, for this reason: everything it did is undone, and the player is asked again.
    pub fn refusal(&self, reason: Reason) -> Stop {
        Stop::Illegal(Against::done(reason, self.run.place))
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Who decides; nobody does until another decider comes.
    pub fn take_decider(&mut self) -> Box<dyn Decider> {
        self.decider.take().unwrap_or_else(|| Box::new(Nobody))
    }

    /// Why the action that was answered last proved impossible and was taken back, if it was.
    pub fn illegal(&self) -> Option<Against> {
        self.run.illegal.map(|(against, _)| against)
    }

    /// What was offered, proved impossible in the last step, and was taken back.
    pub fn failed_offers(&self) -> &[FailedOffer] {
        &self.run.failed_offers
    }

    /// Where the script that left the last question open asked it, and in whose name.
    pub fn asked_at(&self) -> Option<AskedAt> {
        self.game.prompts.last()?.asked_at
    }
}

/// What a step does with its table.
impl Table {
    /// Scripts have spent nothing from here on.
    pub(super) fn begin_scripts(&mut self) {
        self.run.work.set(0);
        self.scripts.begin();
    }

    /// How many changes the running step has made.
    pub(super) fn changes_since_mark(&self) -> usize {
        self.game.changes_since_mark().len()
    }

    /// Undoes changes down to this length of the journal.
    pub(super) fn undo_to(&mut self, changes: usize) {
        self.game.undo_to(&self.rules, changes);
        self.run.control_due = true;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.game.state
    }

    /// Makes a change, and notes it in the journal: nothing else writes the state.
    pub(super) fn change(&mut self, change: Change) {
        let arrival = self.rules.keeps_time().then(|| change.arrival()).flatten();
        let grown = change.grows();
        let found = change.work_in(self.state());
        let weight = self.game.change(&self.rules, change);
        self.run.control_due = true;
        self.run.work.add(found + weight);
        self.note_limits(grown);
        if let Some(id) = arrival {
            let (before, after) = (self.state().since(id), self.state().index.newest + 1);
            self.change(Change::Arrive { id, before, after });
        }
    }

    /// Writes a fact that belongs to the one before it.
    pub(crate) fn tell_deeper(&mut self, what: FactKind) {
        self.tell(what);
        if let Some(fact) = self.game.trace.last_mut() {
            fact.depth += 1;
        }
    }

    /// Writes a fact.
    pub fn tell(&mut self, what: FactKind) {
        if self.run.branch.as_mut().is_some_and(|branch| branch.was_told(&what)) {
            return;
        }
        let input = what.is_input();
        let cause = if input { None } else { self.run.causes.last().and_then(|cause| cause.named) };
        // Where a choice is asked for is known, though nobody may have been asked.
        let place = if input && !matches!(what, FactKind::Announces(..)) { None } else { self.run.place };
        let depth = self.run.depth;
        self.run.tells_fault |= matches!(what, FactKind::Faulted(..));
        let fact = Fact { depth, what, cause, place, input };
        self.run.work.add(fact.weight());
        self.game.tell(fact);
        self.note_moment();
        self.note_limits(&[]);
    }

    /// Writes a line for the author of the running script, where somebody reads such lines.
    pub fn log(&mut self, text: impl FnOnce() -> Box<str>) {
        let place = self.run.place;
        self.game.add_to_log(|| LoggedLine { text: text(), place });
    }

    /// Writes what a player has chosen, in the name of the seat that spoke for the player.
    pub fn tell_choice(&mut self, player: PlayerId, question: impl Into<AskedText>, things: Things) {
        let AskedText { text, about } = question.into();
        self.tell(FactKind::Chooses(self.state().acting_seat(player), text, about, things));
    }

    /// How deep what happens now lies, as far as the agenda tells: in open answers, and in uses that have set off others.
    pub fn depth(&self) -> u16 {
        // What a use does lies as deep as the use itself.
        self.around() - u16::from(matches!(self.state().agenda.last(), Some(Step::Finish(_))))
    }

    /// How deep what a step does lies, which has just been taken off the agenda if it is no window.
    pub(super) fn depth_of(&self, step: &Step) -> u16 {
        let top = self.state().agenda.last();
        let is_set_off = matches!(step, Step::Announce(_, announcement) if announcement.is_set_off())
            // What was used before the item that runs is cleared away because that has stopped it.
            || matches!((step, top), (Step::Finish(item), Some(Step::Finish(running))) if !self.is_older(*item, *running));
        if is_set_off { self.around() } else { self.depth() }
    }

    /// How many open answers there are, and uses that have begun and are not cleared away.
    pub(super) fn around(&self) -> u16 {
        let agenda = &self.game.state.agenda;
        let is_open = |step: &Step| matches!(step, Step::Window(window) if window.subject != Handle::NONE);
        // As long as a use waits to resolve, nothing happens because of it.
        let has_begun = |at: usize, step: &Step| matches!(step, Step::Finish(item) if agenda.get(at + 1) != Some(&Step::Resolve(*item)));
        let around = agenda.iter().enumerate().filter(|(at, step)| is_open(step) || has_begun(*at, step)).count();
        u16::try_from(around).unwrap_or(u16::MAX)
    }

    /// Whether an item lies below another on the stack.
    fn is_older(&self, item: Handle, other: Handle) -> bool {
        let mut ids = self.state().items().iter().map(|item| item.id);
        ids.find(|id| [item.id, other.id].contains(id)) == Some(item.id)
    }

    /// The name of a card or of what an item or effect is made from, as it is known now.
    pub fn named(&self, id: EntityId) -> Named {
        let entity = self.state().entity(id);
        Named {
            def: entity.def,
            controller: entity.controller,
            ordinal: 0,
            known: entity.known,
            site: SiteId::NONE,
            zone: if entity.place > 0 { entity.zone } else { ZoneId::NONE },
            place: entity.place,
            card: id,
        }
    }

    /// Whether other players have a card of this name too, which everybody can see.
    pub fn others_have_one_like(&self, named: &Named) -> bool {
        self.run.work.add((self.state().entities.len() / SMALL) as u64);
        let everyone = self.everyone();
        let is_like = |entity: &Entity| {
            entity.def == named.def
                && entity.zone.is_some()
                && entity.controller.is_somebody()
                && entity.controller != named.controller
                && entity.known == everyone
        };
        named.controller.is_somebody()
            && self.rules().is_card(named.def)
            && self.state().entities().any(|(_, entity)| is_like(entity))
    }

    /// The name of what happens just now: a card, or the rules if it is none.
    pub fn named_cause(&self) -> Named {
        match self.cause() {
            Handle::NONE => self.named_definition(DefId::NONE, PlayerId::NOBODY),
            cause => self.named(cause.id),
        }
    }

    /// The name of the item, effect or card in whose name something is done, if it is in that of any.
    pub fn named_source(&self) -> Option<Named> {
        (self.cause() != Handle::NONE).then(|| self.named_cause())
    }

    /// The name of a definition, which everybody knows.
    pub fn named_definition(&self, def: DefId, controller: PlayerId) -> Named {
        let (site, zone, card) = (SiteId::NONE, ZoneId::NONE, EntityId::NONE);
        Named { def, controller, ordinal: 0, known: self.everyone(), site, zone, place: 0, card }
    }

    /// All seats of the game.
    pub fn everyone(&self) -> Seats {
        Seats::first(self.state().people())
    }

    /// What is being done just now, for listeners and facts.
    pub fn cause(&self) -> Handle {
        self.run.causes.last().map_or(Handle::NONE, |cause| cause.source)
    }

    /// What happens, because of what is being done just now.
    pub(super) fn event(&self, signal: Word, player: PlayerId, subject: Value, amount: i64, from: ZoneId) -> Event {
        Event { signal, player, subject, amount, cause: self.cause(), from }
    }

    /// Whether changes are refused just now. Every verb that does something asks this first.
    ///
    /// # Errors
    /// A fault that says that predicates change nothing.
    pub fn refuse_if_pure(&self, verb: &str) -> Result<(), Stop> {
        if self.run.pure > 0 {
            return Err(faults::refused_while_looking(verb).into());
        }
        self.run.operations.set(self.run.operations.get().wrapping_add(1));
        Ok(())
    }

    /// Whether a predicate or a contribution runs, which may only look.
    pub const fn only_looks(&self) -> bool {
        self.run.pure > 0
    }

    /// How many verbs that do something have been called in this step.
    pub const fn operations(&self) -> u32 {
        self.run.operations.get()
    }

    /// Those that were called since there were so many have done nothing.
    pub fn take_back_operations(&self, before: u32) {
        self.run.operations.set(before);
    }

    /// The happening that listeners look at.
    pub fn running_event(&self, index: u32) -> Option<&RunningEvent> {
        self.run.events.get(index as usize)
    }

    /// The happening that listeners look at, to be changed by a replacement: only while it is still to happen.
    pub fn open_event(&mut self, index: u32) -> Option<&mut RunningEvent> {
        self.run.events.get_mut(index as usize).filter(|running| running.open)
    }
}
