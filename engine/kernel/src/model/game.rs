//! A game as plain data: what is saved, and what the running step needs to be undone.

use crate::model::chance::Chance;
use crate::model::change::Change;
use crate::model::deal::Deal;
use crate::model::due::{self, Due};
use crate::model::generator::Seed;
use crate::model::ids::EntityId;
use crate::model::ids::{Handle, PlayerId, Seat};
use crate::model::index::Index;
use crate::model::numbers::PromptNumbers;
use crate::model::open_chance::OpenChance;
use crate::model::prompt::Prompt;
use crate::model::rules::Rules;
use crate::model::setup::Setup;
use crate::model::spent::{SetOff, Spent};
use crate::model::state::State;
use crate::model::tape::{Branch, Input};
use crate::model::trace::{Fact, LoggedLine};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// What everybody may read and only this file can write.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReadOnly<T>(T);

impl<T> Deref for ReadOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A game: plain data. It can be cloned, sent to another thread, saved and loaded. The default is no game: nothing exists.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The state. Only changes of the model write it.
    pub state: ReadOnly<State>,
    /// What it began with; none for a fork, whose log begins later.
    pub setup: Option<Arc<Setup>>,
    /// What has happened, the oldest first.
    pub trace: Vec<Fact>,
    /// What was decided, and what chance gave.
    pub log: Vec<Input>,
    /// Where in the log the tape of the running step begins.
    pub tape_from: usize,
    /// What is asked now.
    pub prompts: Vec<Prompt>,
    /// The numbers that the next prompts get.
    pub numbers: PromptNumbers,
    /// The prompts that were open beside one that was answered: one that comes up again as it was keeps its number.
    #[serde(skip)]
    pub(crate) kept_prompts: Vec<Prompt>,
    /// Who leaves when the running step is done.
    pub leaving: SmallVec<[PlayerId; 2]>,
    /// Uses that have proved impossible, until something else happens.
    pub barred: Vec<(Handle, u16)>,
    /// Where the last attempt of the running step stopped: after how many inputs, and a hash of its changes.
    pub stopped_at: Option<(u32, u64)>,
    /// Which state checks watch something that has changed since they ran.
    pub unchecked: Due,
    /// How many steps have been done since a seat decided something.
    pub idle: u32,
    /// What has been spent since then.
    pub spent: Spent,
    /// What was set off since somebody last did something other than pass.
    pub set_off: SetOff,
    /// The key of the handles by which seats name cards; nobody but the host may know it.
    pub handle_key: [u8; 32],
    /// The branch of a simultaneous question that is running: which input of the log, which branch, and whether
    /// it is sealed.
    #[serde(skip)]
    pub(crate) branch: Option<(usize, usize, bool)>,
    /// A question to chance that is to be answered from outside.
    #[serde(skip)]
    pub(crate) chance: Option<OpenChance>,
    /// The faults of steps that are done, of which nobody outside has been told.
    #[serde(skip)]
    pub(crate) faults: Vec<Fact>,
    /// Whether of the steps that are done only the log is kept, neither their facts nor their changes.
    #[serde(skip)]
    pub light: bool,
    /// What scripts have written for their authors, where somebody reads it. It is no part of the game.
    #[serde(skip)]
    pub(crate) logged: Option<Vec<LoggedLine>>,
    /// How many steps have been done since the game began or was loaded, also of those that were taken back.
    #[serde(skip)]
    pub steps: u64,
    /// How many changes were made or undone.
    #[serde(skip)]
    pub(crate) changed: u64,
    #[serde(skip)]
    pub(crate) journal: Vec<Change>,
    /// The weight of all changes that were made and not undone, also of those that the journal no longer holds.
    #[serde(skip)]
    pub(crate) journaled: u64,
    /// The weight of the trace.
    #[serde(skip)]
    pub(crate) told: u64,
    /// What the running step did before it was rewound for an answer.
    #[serde(skip)]
    pub(crate) earlier: Earlier,
    #[serde(skip)]
    pub(crate) marks: Vec<Mark>,
    /// Where the running step began.
    #[serde(skip)]
    pub mark: Mark,
}

/// Where a step began: positions in the journal, the trace and the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    pub(crate) changes: usize,
    /// The length of the trace.
    pub facts: usize,
    pub(crate) inputs: usize,
    pub(crate) logged: usize,
    /// Whether checks were due: a step that is run again begins as it did.
    pub unchecked: Due,
    /// For how many steps nobody had decided anything.
    pub idle: u32,
    /// What had been spent since then.
    pub spent: Spent,
    /// What had been set off.
    pub set_off: SetOff,
    /// The weight of the changes and of the trace.
    pub(crate) journaled: u64,
    pub(crate) told: u64,
}

/// What the running step did before it was rewound: questions by their places in the log, and changes in order.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    pub(crate) asked: Vec<(usize, Prompt)>,
    pub(crate) changes: Vec<Change>,
}

impl Game {
    /// A game before its first step.
    pub fn new(rules: &Rules, setup: &Setup) -> Self {
        let state = setup.state(rules);
        Self {
            numbers: PromptNumbers::of(state.people()),
            state: ReadOnly(state),
            setup: Some(Arc::new(setup.clone())),
            unchecked: due::ALL,
            handle_key: setup.handle_key(),
            mark: Mark { unchecked: due::ALL, ..Mark::default() },
            ..Self::default()
        }
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What it began with: together with the log it is the whole game. `None` for a fork, which begins in the middle of
    /// another game.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_deref()
    }

    /// What has happened so far, also in the step that waits for an answer.
    pub fn trace(&self) -> &[Fact] {
        &self.trace
    }

    /// The open questions, at most one a seat.
    pub fn prompts(&self) -> &[Prompt] {
        &self.prompts
    }

    /// The question to chance that is to be answered from outside.
    pub const fn chance(&self) -> Option<&OpenChance> {
        self.chance.as_ref()
    }

    /// The key of the handles by which seats name cards; nobody but the host may know it.
    pub fn handle_key(&self) -> &[u8; 32] {
        &self.handle_key
    }

    /// All inputs so far.
    pub fn log(&self) -> &[Input] {
        &self.log
    }

    /// The branch of a simultaneous question that is running just now: which input of the log it belongs to, which
    /// of its branches it is, and whether it is sealed.
    pub const fn branch(&self) -> Option<(usize, usize, bool)> {
        self.branch
    }

    /// A branch of the simultaneous question that is this input of the running step.
    pub(crate) fn branch_at(&mut self, entry: usize, at: usize) -> Option<&mut Branch> {
        match self.log.get_mut(self.tape_from + entry) {
            Some(Input::Together(_, branches)) => branches.get_mut(at),
            _ => None,
        }
    }
}

/// The mark, the journal and copies.
impl Game {
    /// The mark is where the game stands now.
    pub(crate) fn mark_here(&mut self) {
        self.mark = Mark {
            changes: self.journal.len(),
            facts: self.trace.len(),
            inputs: self.tape_from,
            logged: self.logged_lines().len(),
            unchecked: self.unchecked,
            idle: self.idle,
            spent: self.spent,
            set_off: self.set_off,
            journaled: self.journaled,
            told: self.told,
        };
    }

    /// Of the steps that are done only the log is kept from now on, neither their facts nor their changes: such a game is
    /// played faster and needs less memory. It can be told by replaying its log, but no step that is done can be undone.
    pub fn make_light(&mut self) {
        self.light = true;
    }

    /// What scripts write for their authors is kept from now on.
    pub fn keep_log(&mut self) {
        self.logged = Some(Vec::new());
    }

    /// What scripts have written for their authors.
    pub fn logged_lines(&self) -> &[LoggedLine] {
        self.logged.as_deref().unwrap_or_default()
    }

    /// Keeps a line for the author of a script.
    pub(crate) fn add_to_log(&mut self, line: impl FnOnce() -> LoggedLine) {
        const MOST: usize = 1_000;
        // A sealed branch runs once more when it is opened.
        let sealed = matches!(self.branch, Some((_, _, true)));
        if let Some(logged) = self.logged.as_mut().filter(|logged| logged.len() < MOST && !sealed) {
            logged.push(line());
        }
    }

    /// Takes the lines for authors behind this many back.
    pub(crate) fn cut_log(&mut self, lines: usize) {
        self.logged.iter_mut().for_each(|logged| logged.truncate(lines));
    }

    /// A light game forgets the steps that are done, when the next one begins.
    pub(crate) fn forget_if_light(&mut self) {
        if self.light {
            self.trace.clear();
            self.journal.clear();
            self.marks.clear();
        }
    }

    /// A copy that plays on by itself: the state at the mark and the tape, without the past.
    pub fn fork(&self, rules: &Rules) -> Self {
        Self {
            state: ReadOnly(self.state_at_mark(rules)),
            log: self.log[self.tape_from..].to_vec(),
            numbers: self.numbers.clone(),
            kept_prompts: self.prompts.clone(),
            leaving: self.leaving.clone(),
            barred: self.barred.clone(),
            unchecked: self.mark.unchecked,
            idle: self.mark.idle,
            spent: self.mark.spent,
            set_off: self.mark.set_off,
            handle_key: self.handle_key,
            light: self.light,
            mark: Mark {
                unchecked: self.mark.unchecked,
                idle: self.mark.idle,
                spent: self.mark.spent,
                set_off: self.mark.set_off,
                ..Mark::default()
            },
            ..Self::default()
        }
    }

    /// A [fork](Self::fork) in which each of two cards is what the other was: for tests of what a seat can tell apart.
    pub fn fork_exchanged(&self, rules: &Rules, one: EntityId, other: EntityId) -> Self {
        self.fork_dealt(rules, &Deal::exchange(one, other))
    }

    /// A [fork](Self::fork) in which hidden cards are dealt anew.
    pub(crate) fn fork_dealt(&self, rules: &Rules, deal: &Deal) -> Self {
        let mut fork = self.fork(rules);
        fork.state.0.deal(rules, deal);
        fork
    }

    /// Such a fork for a seat that may not know what comes: its chance is of this seed, and of the running step it holds
    /// only who leaves. What else was decided in the step names hidden cards, and must be decided again.
    pub fn fork_imagined(&self, rules: &Rules, deal: &Deal, seed: &Seed) -> Self {
        let mut fork = self.fork_dealt(rules, deal);
        fork.state.0.chance = Chance::new(seed);
        fork.log.retain(|input| !input.leavers().is_empty());
        fork.kept_prompts.clear();
        fork.numbers = PromptNumbers::of(fork.state.people());
        fork
    }

    /// Gives the prompt of a seat the number that it has in the game of which this is a fork. Others have numbers of their own
    /// here, which say nothing about what they were asked there.
    pub fn take_number_of(&mut self, other: &Self, asked: &[Prompt], seat: Seat) {
        self.numbers.continue_row(&other.numbers, seat);
        let Some(number) = asked.iter().find(|asked| asked.seat == seat).map(|asked| asked.number) else { return };
        for prompt in self.prompts.iter_mut().filter(|prompt| prompt.seat == seat) {
            prompt.number = number;
            if let Some(Input::Together(_, own)) = prompt.part.and_then(|part| self.log.get_mut(part.entry as usize)) {
                own.iter_mut().filter(|branch| branch.seat == seat).for_each(|branch| branch.number = number);
            }
        }
    }

    /// A copy with nothing but the state as it is now, also in the middle of a step: to compute what can be seen there.
    pub fn state_only(&self) -> Self {
        Self {
            state: self.state.clone(),
            numbers: self.numbers.clone(),
            unchecked: due::ALL,
            handle_key: self.handle_key,
            ..Self::default()
        }
    }

    /// The game is put on a table: from now on results may be kept that were computed from its state.
    pub(crate) fn watch(&mut self) {
        self.state.0.index.watch();
    }

    /// The state at the mark: before what the running step has done so far.
    pub fn state_at_mark(&self, rules: &Rules) -> State {
        let mut state = State::clone(&self.state);
        for change in self.journal[self.mark.changes.min(self.journal.len())..].iter().rev() {
            change.undo(rules, &mut state);
        }
        state
    }

    /// Makes a change, and notes it in the journal. Returns its weight.
    pub(crate) fn change(&mut self, rules: &Rules, change: Change) -> u64 {
        self.journal.push(change);
        let change = self.journal.last().expect("it has just been put there");
        change.apply(rules, &mut self.state.0);
        self.unchecked |= rules.due(&self.state, change);
        self.changed += 1;
        let weight = change.weight();
        self.journaled += weight;
        weight
    }

    /// Makes a change for a look at what would be then. It is no part of the game: it is taken back before anything else
    /// changes.
    pub(crate) fn suppose(&mut self, rules: &Rules, change: &Change) {
        change.apply(rules, &mut self.state.0);
    }

    /// Takes back what was supposed.
    pub(crate) fn suppose_no_more(&mut self, rules: &Rules, change: &Change) {
        change.undo(rules, &mut self.state.0);
    }

    /// Undoes changes down to this length of the journal.
    pub(crate) fn undo_to(&mut self, rules: &Rules, changes: usize) {
        while self.journal.len() > changes {
            let change = self.journal.pop().expect("the journal is longer than that");
            // Before the change is undone: what a creation has made can only be looked up while it is there.
            self.unchecked |= rules.due(&self.state, &change);
            change.undo(rules, &mut self.state.0);
            self.changed += 1;
            self.journaled -= change.weight();
        }
    }

    /// Writes a fact.
    pub(crate) fn tell(&mut self, fact: Fact) {
        self.told += fact.weight();
        self.trace.push(fact);
    }

    /// Takes the facts behind this many back; those that are to stay are written again.
    pub(crate) fn untell(&mut self, facts: usize, stays: impl Fn(&Fact) -> bool) {
        let taken: Vec<Fact> = self.trace.drain(facts.min(self.trace.len())..).collect();
        self.told -= taken.iter().map(Fact::weight).sum::<u64>();
        taken.into_iter().filter(stays).for_each(|fact| self.tell(fact));
    }

    /// Whether the running step has changed nothing yet.
    pub fn is_at_mark(&self) -> bool {
        self.changes_since_mark().is_empty()
    }

    /// The changes of the running step.
    pub(crate) fn changes_since_mark(&self) -> &[Change] {
        &self.journal[self.mark.changes..]
    }

    /// A hash of all changes since the mark.
    pub(crate) fn hash_of_changes(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.changes_since_mark().iter().for_each(|change| change.hash(&mut hasher));
        hasher.finish()
    }

    /// Makes what is never saved: after a load.
    pub fn complete(&mut self, rules: &Rules) {
        // A prompt may only keep a number that was given away before.
        self.kept_prompts = std::mem::take(&mut self.prompts);
        self.kept_prompts.retain(|kept| self.numbers.is_spent(kept.seat, kept.number));
        self.mark.facts = self.trace.len();
        self.mark.inputs = self.tape_from;
        self.mark.unchecked = self.unchecked;
        self.mark.idle = self.idle;
        self.mark.spent = self.spent;
        self.mark.set_off = self.set_off;
        self.told = self.trace.iter().map(Fact::weight).sum();
        self.mark.told = self.told;
        self.state.0.index = Index::of(rules, &self.state);
        self.state.0.held = self.state.count_held();
    }
}
