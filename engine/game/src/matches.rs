//! A match: a game, its ruleset and the bots that play in it. All that a client, a server or a study needs.

use super::bots::{Bot, Lent, Seated, Situation};
use super::chance::ChanceView;
use super::failure::ScriptFailure;
use super::load::Ruleset;
use super::pieces::{SaveUpdate, SavedUpTo};
use super::save::{LoadError, link_of};
use super::seat::{
    Aftermath, Observation, Observer, OutcomeView, PromptView, SharedValues, Told, TraceLine, ValueOf, ValueView, View,
    Viewer, WhyNot, tried_by,
};
use super::table::{Begin, BeginError};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Answer, Input};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{ActionError, Progress, Table, TableMemory};
use std::sync::Arc;

/// A game that is being played: begin or load one, advance it, answer its prompts.
///
/// It can be sent to another thread whenever no method of it runs.
pub struct Match {
    ruleset: Ruleset,
    /// There whenever no method runs.
    game: Option<Game>,
    /// What the last table of this game has kept.
    memory: TableMemory,
    bots: Seated,
    aftermath: Aftermath,
    /// What was computed to show the game as it is now.
    shared: SharedValues,
    /// Whether chance is asked from outside.
    asks_for_chance: bool,
    /// What was saved of it; nothing if the next save must be whole.
    saved: Option<SavedUpTo>,
}

impl Match {
    /// Begins a game; the first [`advance`](Self::advance) sets it up.
    ///
    /// # Errors
    /// Says what does not fit: the number of players, a deck, or who begins.
    pub fn begin(ruleset: &Ruleset, begin: &Begin) -> Result<Self, BeginError> {
        Ok(Self::of(ruleset, ruleset.begin(begin)?))
    }

    /// Goes on with a game that was saved. Advance it once to have its open prompts again.
    ///
    /// # Errors
    /// Says why the bytes are no save of a game of this ruleset.
    pub fn load(ruleset: &Ruleset, bytes: &[u8]) -> Result<Self, LoadError> {
        Ok(Self::of(ruleset, ruleset.load(bytes)?))
    }

    /// Keeps only the log of what is done from now on, neither its trace nor what undoing needs: for searches and studies,
    /// which play many games. [`trace`](Self::trace) still tells all of it, by replaying the log, which takes as long as
    /// playing did; a fork, which has no beginning, tells only its last step. [`undo`](Self::undo) takes back nothing but
    /// answers of the running step.
    #[must_use]
    pub fn light(mut self) -> Self {
        self.game.iter_mut().for_each(Game::make_light);
        self
    }

    /// Gives a seat to a bot, which answers for it from now on wherever it can. Prompts that are open already stay open.
    pub fn seat(&mut self, seat: Seat, bot: impl Bot + 'static) {
        if seat.index() < self.people() {
            self.bots.seat(seat, Box::new(bot));
        }
    }

    /// How many seats there are.
    pub fn people(&self) -> usize {
        self.game().state().people()
    }

    // ---- playing ----

    /// Plays on until somebody must answer or the game is over.
    ///
    /// # Errors
    /// A script has failed in a step that is now done, or a bot gave an answer that does not fit. The game has been played
    /// on all the same: [`ScriptFailure::progress`] says how far.
    pub fn advance(&mut self) -> Result<Progress, ScriptFailure> {
        self.advance_to_turn(u32::MAX).map(|progress| progress.unwrap_or(Progress::Waiting))
    }

    /// Plays on as [`advance`](Self::advance) does, or until the turn of this number has begun: `None` then.
    ///
    /// # Errors
    /// As for [`advance`](Self::advance).
    pub fn advance_to_turn(&mut self, number: u32) -> Result<Option<Progress>, ScriptFailure> {
        if self.game().chance().is_some() {
            return Ok(Some(Progress::Chance));
        }
        if !self.game().prompts().is_empty() {
            return Ok(Some(Progress::Waiting));
        }
        let (progress, unfit, faults, illegal, ruled_out) = self.at_table(|table| {
            let progress = table.advance_until(|state| state.turn().number >= number);
            let unfit = table.unfit().and_then(|(seat, unfit)| Some((seat?, unfit)));
            let illegal = table.take_illegal();
            let ruled_out = table.game().prompts().iter().flat_map(|prompt| {
                let of = table.ruled_out(table.state().player_of(prompt.seat));
                of.map(|ruled_out| (prompt.seat, ruled_out))
            });
            let ruled_out = ruled_out.collect();
            (progress, unfit, table.take_faults(), illegal, ruled_out)
        });
        let open = self.game.as_ref().map(Game::prompts).unwrap_or_default();
        self.aftermath.note_open(open, illegal, ruled_out);
        match ScriptFailure::of(&self.ruleset, self.game(), &faults, unfit, progress) {
            Some(trouble) => Err(trouble),
            None => Ok(progress),
        }
    }

    /// From now on chance is asked from outside, or no longer: the game waits with [`Progress::Chance`] wherever its own
    /// generator would be used.
    pub fn ask_for_chance(&mut self, asks: bool) {
        self.asks_for_chance = asks;
    }

    /// The question to chance that the game waits for. It may name hidden cards: it is the host's.
    pub fn chance(&self) -> Option<ChanceView> {
        ChanceView::of(&self.ruleset, self.game())
    }

    /// Says what chance gives: all outcomes that are left, or the next ones, so that a shuffle can be given card by card.
    /// Outcomes are named by their numbers. A save holds a question to chance only when it is wholly answered.
    ///
    /// # Errors
    /// The question is no longer open, or the outcomes do not fit it; nothing has changed.
    pub fn answer_chance(&mut self, number: u32, outcomes: &[u16]) -> Result<(), ActionError> {
        self.at_table(|table| table.answer_chance(number, outcomes))
    }

    /// Answers an open prompt. Other open prompts keep their numbers. Nothing is played by this: [`advance`](Self::advance)
    /// plays on, and says if a script fails.
    ///
    /// # Errors
    /// The prompt is no longer open, or the answer does not fit it; nothing has changed.
    pub fn answer(&mut self, number: u32, answer: Answer) -> Result<(), ActionError> {
        let prompt = self.game().prompts().iter().find(|prompt| prompt.number == number);
        let tried = prompt.and_then(|prompt| tried_by(prompt, &answer));
        self.at_table(|table| table.answer(number, answer))?;
        self.aftermath.note_tried(tried);
        Ok(())
    }

    /// Gives up the action during which this prompt asks.
    ///
    /// # Errors
    /// The prompt is no longer open, or another seat was asked, chance was used or something was shown since the action
    /// began.
    pub fn withdraw(&mut self, number: u32) -> Result<(), ActionError> {
        self.at_table(|table| table.withdraw(number))
    }

    /// Takes a player out of the game, as soon as the running step is done. What that means is the ruleset's to say.
    pub fn leave(&mut self, player: PlayerId) {
        if player.index() < self.game().state().players() {
            self.at_table(|table| table.leave(player));
        }
    }

    /// Takes back the last answer that one of these seats has given, and everything since. Returns the seat whose answer
    /// it was; advance the game to ask it again.
    ///
    /// # Errors
    /// None of them has given an answer that can still be taken back; nothing has changed.
    pub fn undo(&mut self, seats: &[Seat]) -> Result<Seat, ActionError> {
        let before = self.game().clone();
        // What was saved may be decided otherwise now.
        self.saved = None;
        let undone = self.at_table(|table| {
            loop {
                match table.undo()? {
                    Input::Answer(_, seat, _) if seats.contains(&seat) => return Ok(seat),
                    _ => {}
                }
            }
        });
        if undone.is_err() {
            // What was computed belongs to the game that was undone on the way.
            (self.game, self.memory) = (Some(before), TableMemory::default());
            self.shared = SharedValues::default();
        }
        undone
    }

    /// Takes back whatever these seats have answered in the sealed question that is open; advance the game to ask them anew.
    /// The answers of others stay. What others get does not depend on whether there was anything to take back, while
    /// [`undo`](Self::undo) goes back further if there was nothing.
    ///
    /// # Errors
    /// None of them takes part in a sealed question; nothing has changed.
    pub fn take_back_sealed(&mut self, seats: &[Seat]) -> Result<(), ActionError> {
        self.at_table(|table| table.take_back_sealed(seats))?;
        // What was saved may be decided otherwise now.
        self.saved = None;
        Ok(())
    }

    // ---- looking ----

    /// All that a viewer gets at this moment.
    pub fn observe(&self, viewer: Viewer) -> Observation {
        Observation {
            view: self.view(viewer),
            prompts: self.prompts(viewer),
            trace: self.trace(viewer),
            why_not: self.why_not(viewer),
        }
    }

    /// The table. In the middle of a sealed dialogue a seat sees what its own answers have changed so far.
    pub fn view(&self, viewer: Viewer) -> View {
        let inside = self.inside(viewer);
        let mut view = self.observer(inside.as_ref(), viewer).view();
        // Whom the game waits for is known to all, also where the dialogues of the others are not.
        view.waiting_for = self.observer(None, viewer).waiting_for();
        view
    }

    /// The open prompts of a seat, at most one; for the host those of all seats.
    pub fn prompts(&self, viewer: Viewer) -> Vec<PromptView> {
        self.observer(None, viewer).prompts()
    }

    /// What has happened, oldest first. The last lines may still change: passes in a row become one line, and a step
    /// that waits for an answer may be taken back.
    pub fn trace(&self, viewer: Viewer) -> Vec<TraceLine> {
        self.told(viewer, Told::ToPlayers)
    }

    /// What a seat that is asked cannot do now, and why.
    pub fn why_not(&self, viewer: Viewer) -> WhyNot {
        self.observer(None, viewer).why_not(&self.aftermath)
    }

    /// How a value comes about, step by step; `None` if there is no such value, or nothing there that the viewer knows.
    pub fn explain(&self, viewer: Viewer, of: &ValueOf, value: &str) -> Option<ValueView> {
        self.observer(None, viewer).explain(of, value)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<OutcomeView> {
        self.observer(None, Viewer::Host).outcome()
    }

    // ---- keeping ----

    /// The game as bytes, also in the middle of a step: what it has decided so far is part of them.
    pub fn save(&self) -> Vec<u8> {
        self.ruleset.save(self.game())
    }

    /// What is to be written down now, so that what is written can be loaded as the game is: at first the game as
    /// [bytes](Self::save), later mostly a piece that goes behind what was written before. Taking as long as the answers
    /// since then and not as the game, it is for whoever saves after each decision. If it cannot be written, go on with a
    /// match that is loaded from what was.
    pub fn save_on(&mut self) -> SaveUpdate {
        let game = self.game.as_ref().expect("the game is back whenever no method runs");
        if let Some(piece) = self.saved.as_mut().and_then(|saved| saved.piece(game)) {
            return SaveUpdate::More(piece);
        }
        let whole = self.ruleset.save(game);
        self.saved = Some(SavedUpTo::whole(game, link_of(&whole)));
        SaveUpdate::Whole(whole)
    }

    /// A copy that plays on by itself, without the past and without bots. It holds all that the game holds, hidden cards
    /// and the chance to come: it is the host's.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            asks_for_chance: self.asks_for_chance,
            ..Self::of(&self.ruleset, self.game().fork(self.ruleset.rules()))
        }
    }

    // ---- inside ----

    fn told(&self, viewer: Viewer, to: Told) -> Vec<TraceLine> {
        let told = self.ruleset.retold(self.game());
        let mut lines = self.observer(told.as_ref(), viewer).told(to).lines(false);
        if let Some(inside) = self.inside(viewer) {
            lines.extend(self.observer(Some(&inside), viewer).told(to).lines(true));
        }
        lines
    }

    pub(super) fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Another game of the same ruleset, with what is kept of it; what was said of the last action holds for it, too.
    pub(super) fn beside(&self, (game, memory): (Game, TableMemory)) -> Self {
        let (aftermath, asks_for_chance) = (self.aftermath.clone(), self.asks_for_chance);
        Self { aftermath, asks_for_chance, ..Self::of(&self.ruleset, game).with_memory(memory) }
    }

    /// The match with what was kept of its game.
    pub(super) fn with_memory(self, memory: TableMemory) -> Self {
        Self { memory, ..self }
    }

    fn observer<'a>(&'a self, inside: Option<&'a Game>, viewer: Viewer) -> Observer<'a> {
        let observer = Observer::new(&self.ruleset, inside.unwrap_or_else(|| self.game()), viewer);
        // What a seat sees inside of its sealed dialogue is its own.
        if inside.is_some() { observer } else { observer.beside(&self.shared) }
    }

    /// The game inside of the sealed dialogue of a seat, if it is asked in one.
    pub(super) fn inside(&self, viewer: Viewer) -> Option<Game> {
        let Viewer::Seat(seat) = viewer else { return None };
        let asked = self.game().prompts().iter().any(|prompt| prompt.seat == seat && prompt.is_sealed());
        let table = |game: &Game| self.ruleset.table_of_people(&self.ruleset.host(), game.clone());
        asked.then(|| table(self.game()).inside(seat)).flatten()
    }

    /// Puts the game on a table for as long as something is done there. A bot that panics leaves its prompt open, and
    /// panics on when the game is back.
    fn at_table<R>(&mut self, work: impl FnOnce(&mut Table) -> R) -> R {
        let game = self.game.take().expect("the game is back whenever no method runs");
        self.shared = SharedValues::default();
        let lent = Lent::new(&mut self.bots, &self.ruleset, self.asks_for_chance);
        let table = Table::new(game, Arc::clone(self.ruleset.rules()), self.ruleset.host(), lent.decider());
        let mut table = table.with_memory(std::mem::take(&mut self.memory));
        let result = work(&mut table);
        let (game, memory) = table.into_parts();
        (self.game, self.memory) = (Some(game), memory);
        lent.give_back(&mut self.bots);
        result
    }
}

impl Situation<'_> {
    /// A copy that plays on by itself: advanced once, it asks the same prompt. It holds all that the game holds, so a bot
    /// that plays fair does without.
    pub fn fork(&self) -> Match {
        Match::of(self.ruleset, self.game.fork(self.ruleset.rules()))
    }
}

impl Match {
    /// A match of a game that stands somewhere.
    pub(crate) fn of(ruleset: &Ruleset, game: Game) -> Self {
        Self {
            ruleset: ruleset.clone(),
            game: Some(game),
            memory: TableMemory::default(),
            bots: Seated::default(),
            aftermath: Aftermath::default(),
            shared: SharedValues::default(),
            asks_for_chance: false,
            saved: None,
        }
    }

    pub(crate) fn observe_for_author(&self, viewer: Viewer) -> Observation {
        let (trace, why_not) = (self.trace_for_author(viewer), self.why_not_for_author(viewer));
        Observation { view: self.view(viewer), prompts: self.prompts(viewer), trace, why_not }
    }

    pub(crate) fn trace_for_author(&self, viewer: Viewer) -> Vec<TraceLine> {
        self.told(viewer, Told::ToAuthors)
    }

    pub(crate) fn why_not_for_author(&self, viewer: Viewer) -> WhyNot {
        self.observer(None, viewer).told(Told::ToAuthors).why_not(&self.aftermath)
    }

    pub(crate) fn game(&self) -> &Game {
        self.game.as_ref().expect("the game is back whenever no method runs")
    }
}

impl Ruleset {
    pub(crate) fn match_of(&self, game: Game) -> Match {
        Match::of(self, game)
    }
}

impl std::fmt::Debug for Match {
    /// Names the game and nothing in it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match").field("game", &self.ruleset.rules().title).finish_non_exhaustive()
    }
}
