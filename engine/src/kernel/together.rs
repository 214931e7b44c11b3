//! Simultaneous questions: several seats answer at once, each in a sealed dialogue of its own.
//!
//! A branch is run from the state at the question and undone when its seat has finished, or must be waited for; no
//! branch sees another. When every seat has finished or waits, the branches are opened in the declared order: run
//! once more, from the answers that were sealed, on what the branches before them have left. A seat that waits is
//! asked when its turn has come, with their changes in view. What comes of it depends on the answers alone, never on
//! when they came.

use super::ask::{Ask, single};
use super::ids::{Handle, Seat, Word};
use super::prompt::{Answer, Choice, Part, Prompt, Question, Shape};
use super::rules::Hook;
use super::state::Generator;
use super::table::{Arg, ChanceQuestion, Fault, Stop, Table};
use super::tape::{Branch, Input, Print, Stage};
use super::trace::{Thing, Things, What};
use super::value::Value;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A question to several seats at once.
#[derive(Clone, Copy, Debug)]
pub struct Together<'a> {
    /// Who is asked, in the order in which their branches are opened.
    pub seats: &'a [Seat],
    /// The function that each seat's dialogue is: it is given the player and the value.
    pub hook: &'a Hook,
    /// What the function is told.
    pub value: Value,
    /// Whether a seat may wait for those before it instead of answering.
    pub may_wait: bool,
}

/// The branch that is running.
#[derive(Debug)]
pub(super) struct Running {
    seat: Seat,
    /// Which input of the step the question is, and which of its branches this is.
    entry: usize,
    branch: usize,
    /// How far the branch's own inputs were read.
    at: usize,
    way: Way,
    may_wait: bool,
    waits: bool,
    /// The line of the question that is asked now is written already: what was answered, and what comes of it.
    told: bool,
    /// What was said in the sealed dialogue; while it is opened, what is left of it.
    said: Vec<Said>,
    /// Chance inside a sealed dialogue has a source of its own.
    generator: Option<Generator>,
}

/// In what way a branch runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Sealed: what it does is undone.
    Sealed,
    /// Opened: what was said in the sealed dialogue is done.
    Opened,
    /// Its seat has waited, and is asked with the changes of the others in view.
    InView,
}

/// Something that was said in a sealed dialogue, by what it meant and not by its position among the options.
#[derive(Clone, Debug)]
enum Said {
    /// The seat answered.
    Answer(Question, Meaning),
    /// Chance gave these; whether the game's own generator did.
    Chance(Word, Seat, Vec<Thing>, bool),
}

/// What an answer meant.
#[derive(Clone, Debug)]
enum Meaning {
    Chosen(Vec<Choice>),
    Number(i64),
    Shares(Vec<(Choice, i64)>),
}

/// What a sealed branch is undone to.
struct Before {
    changes: usize,
    facts: usize,
    unchecked: super::flow::Due,
    causes: usize,
    frames: usize,
    replaced: usize,
    barred: usize,
    idle: u32,
    faults: u32,
}

impl Table {
    /// Asks several seats at once. Gives what the function gave for each of them, in their order; nothing where it
    /// failed.
    ///
    /// # Errors
    /// [`Stop::Pending`] while an answer is missing; a fault if a re-run asks something else than before.
    pub fn together(&mut self, asked: Together<'_>) -> Result<Vec<Value>, Stop> {
        self.refuse_if_pure("a simultaneous question")?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        if self.run.branch.is_some() {
            return Err(Fault::stop("a simultaneous question cannot be asked inside of another"));
        }
        let present = self.state().present;
        let seats: SmallVec<[Seat; 8]> = asked.seats.iter().copied().filter(|seat| present.has(*seat)).collect();
        if seats.is_empty() {
            return Ok(Vec::new());
        }
        let asked = Together { seats: &seats, ..asked };
        let entry = self.begin_together(asked)?;
        let said = self.seal_branches(asked, entry)?;
        self.open_branches(asked, entry, said)
    }

    /// Finds the question on the tape, or puts it there.
    fn begin_together(&mut self, asked: Together<'_>) -> Result<usize, Stop> {
        if self.leaves_first() {
            return Err(Stop::Pending);
        }
        let print = self.print_of_together(asked);
        let entry = self.run.at;
        let before = self.game.log.get(self.game.tape_from + entry);
        match before.map(|input| matches!(input, Input::Together(before, _) if *before == print)) {
            Some(same) => {
                if !same || !self.as_when_stopped() {
                    return Err(self.diverged("several seats were asked together", print));
                }
            }
            None => {
                let branches = asked.seats.iter().map(|seat| Branch::new(*seat, self.game.new_number())).collect();
                self.game.log.push(Input::Together(print, branches));
            }
        }
        self.run.at += 1;
        self.run.sealed |= asked.seats.iter().any(|seat| self.run.acting != Some(*seat));
        Ok(entry)
    }

    fn print_of_together(&self, asked: Together<'_>) -> Print {
        let mut hasher = rustc_hash::FxHasher::default();
        (asked.seats, &asked.hook.name, asked.value, asked.may_wait).hash(&mut hasher);
        Print { changes: self.changes_since_mark() as u32, question: hasher.finish() }
    }

    // ---- sealed ----

    /// Runs every dialogue by itself and undoes it. Gives what was said in those that have come to their end.
    fn seal_branches(&mut self, asked: Together<'_>, entry: usize) -> Result<Vec<Vec<Said>>, Stop> {
        self.game.prompts.clear();
        let mut said: Vec<Option<Vec<Said>>> = vec![None; asked.seats.len()];
        // Those that are finished need not run again before the last answer has come.
        for stage in [Stage::Open, Stage::Finished] {
            for (at, said) in said.iter_mut().enumerate() {
                if said.is_none() && self.stage_of(entry, at) == stage {
                    *said = self.run_sealed(asked, entry, at);
                }
            }
            if !self.game.prompts.is_empty() {
                self.game.stopped_at = Some((entry as u32, self.print_of_changes()));
                self.run.stopped = true;
                return Err(Stop::Pending);
            }
        }
        Ok(said.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn run_sealed(&mut self, asked: Together<'_>, entry: usize, at: usize) -> Option<Vec<Said>> {
        let before = self.before_branch();
        self.enter_branch(asked, entry, at, Way::Sealed, Vec::new());
        // A dialogue that fails is finished: it fails again, for all to see, when it is opened.
        let _ = self.call_branch(asked, at);
        let running = self.leave_branch()?;
        let stopped = std::mem::take(&mut self.run.stopped);
        if stopped {
            self.scripts.resume();
        }
        self.undo_branch(before);
        let stage = match stopped {
            false => Stage::Finished,
            true if running.waits => Stage::Waiting,
            true => Stage::Open,
        };
        self.branch_mut(entry, at)?.stage = stage;
        (!stopped).then_some(running.said)
    }

    fn call_branch(&mut self, asked: Together<'_>, at: usize) -> Result<Value, Stop> {
        self.call(asked.hook, &[Arg::Player(asked.seats[at]), Arg::Value(asked.value)])
    }

    fn enter_branch(&mut self, asked: Together<'_>, entry: usize, branch: usize, way: Way, said: Vec<Said>) {
        let (seat, may_wait) = (asked.seats[branch], asked.may_wait && way == Way::Sealed);
        let running =
            Running { seat, entry, branch, at: 0, way, may_wait, waits: false, told: false, said, generator: None };
        self.run.branch = Some(running);
        self.game.branch = Some((self.game.tape_from + entry, branch, way == Way::Sealed));
    }

    fn leave_branch(&mut self) -> Option<Running> {
        self.game.branch = None;
        self.run.branch.take()
    }

    fn before_branch(&self) -> Before {
        Before {
            changes: self.game.journal.len(),
            facts: self.game.trace.len(),
            unchecked: self.game.unchecked,
            causes: self.run.causes.len(),
            frames: self.run.frames.len(),
            replaced: self.run.replaced.len(),
            barred: self.run.barred.len(),
            idle: self.run.idle,
            faults: self.run.faults,
        }
    }

    fn undo_branch(&mut self, before: Before) {
        self.undo_to(before.changes);
        self.game.trace.truncate(before.facts);
        self.game.unchecked = before.unchecked;
        self.run.causes.truncate(before.causes);
        self.run.frames.truncate(before.frames);
        self.run.replaced.truncate(before.replaced);
        self.run.barred.truncate(before.barred);
        self.run.idle = before.idle;
        self.run.faults = before.faults;
    }

    // ---- opened ----

    /// Opens the branches in their order.
    fn open_branches(&mut self, asked: Together<'_>, entry: usize, said: Vec<Vec<Said>>) -> Result<Vec<Value>, Stop> {
        for at in 0..asked.seats.len() {
            if self.stage_of(entry, at) == Stage::Waiting {
                self.tell(What::Waits(asked.seats[at]));
            }
        }
        let mut values = Vec::with_capacity(said.len());
        for (at, said) in said.into_iter().enumerate() {
            if self.state().outcome.is_some() {
                values.push(Value::Nothing);
                continue;
            }
            let way = if self.stage_of(entry, at) == Stage::Waiting { Way::InView } else { Way::Opened };
            self.enter_branch(asked, entry, at, way, said);
            let value = self.call_branch(asked, at);
            self.leave_branch();
            values.push(match value {
                Ok(value) => value,
                Err(Stop::Fault(_)) => Value::Nothing,
                Err(stop) => return Err(stop),
            });
        }
        Ok(values)
    }

    // ---- questions inside of a branch ----

    /// Asks the seat whose dialogue is running.
    ///
    /// # Errors
    /// [`Stop::Pending`] if there is no answer yet, or the seat waits.
    pub(super) fn ask_in_branch(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        if ask.seat != running.seat {
            return Err(Fault::stop("in a simultaneous question each dialogue asks only its own player"));
        }
        if running.way == Way::Opened {
            return Ok(self.say_again(ask));
        }
        let question = ask.question;
        let (answer, options) = match ask.public && single(&ask) {
            true => (ask.shape.least(ask.options.len()), ask.options),
            false => self.ask_openly(ask)?,
        };
        if let Some(running) = &mut self.run.branch {
            running.said.push(Said::Answer(question, Meaning::of(&answer, &options)));
        }
        Ok((answer, options))
    }

    fn ask_openly(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        let changes = self.changes_since_mark() as u32;
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        let (entry, branch, at) = (running.entry, running.branch, running.at);
        let part = Part {
            entry: entry as u32,
            branch: branch as u16,
            changes,
            sealed: running.way == Way::Sealed,
            may_wait: running.may_wait && running.said.iter().all(|said| matches!(said, Said::Answer(..))),
        };
        let default = ask.default.unwrap_or_else(|| ask.shape.least(ask.options.len()));
        let prompt = Prompt {
            number: self.branch(entry, branch).map_or(0, |branch| branch.number),
            seat: ask.seat,
            question: ask.question,
            shape: ask.shape,
            options: ask.options,
            default,
            withdrawable: false,
            part: Some(part),
        };
        if self.state().is_leaving(prompt.seat) {
            return Ok((prompt.default, prompt.options));
        }
        let print = Print::of(&prompt, changes as usize);
        let answer = match self.input_of_branch(at) {
            Some(Input::Answer(before, _, answer)) if before == print && prompt.check(&answer).is_ok() => answer,
            Some(_) => return Err(self.diverged_in_branch()),
            None => {
                let leaves = self.game.leaving.contains(&prompt.seat).then(|| prompt.default.clone());
                let Some(answer) = leaves.or_else(|| self.decided(&prompt)) else {
                    return Err(self.leave_open(prompt));
                };
                self.note_in_branch(Input::Answer(print, prompt.seat, answer.clone()));
                answer
            }
        };
        self.run.idle = 0;
        if let Some(running) = &mut self.run.branch {
            running.at += 1;
            running.waits = answer == Answer::Wait;
            if running.waits {
                self.run.stopped = true;
                return Err(Stop::Pending);
            }
        }
        Ok((answer, prompt.options))
    }

    /// The question stays open: the branch ends here until it is answered.
    fn leave_open(&mut self, prompt: Prompt) -> Stop {
        if prompt.part.is_some_and(|part| !part.sealed) {
            self.game.stopped_at = None;
            self.game.prompts.clear();
        }
        self.game.prompts.push(prompt);
        self.run.stopped = true;
        Stop::Pending
    }

    /// What chance gives inside of a branch.
    ///
    /// # Errors
    /// A fault if a re-run asks something else than before.
    pub(super) fn chance_in_branch(
        &mut self,
        question: &ChanceQuestion,
        print: Print,
    ) -> Result<SmallVec<[u16; 4]>, Stop> {
        let Some(running) = &self.run.branch else { return Err(Stop::Pending) };
        if running.way == Way::Opened {
            return Ok(self.chance_again(question));
        }
        let (at, sealed) = (running.at, running.way == Way::Sealed);
        let (answer, generated) = match self.input_of_branch(at) {
            Some(Input::Chance(before, answer, generated))
                if before == print && super::ask::fits(question, &answer) =>
            {
                if generated {
                    self.generated_in_branch(question, sealed);
                }
                (answer, generated)
            }
            Some(_) => return Err(self.diverged_in_branch()),
            None => {
                let (answer, generated) = match self.named_by_decider(question) {
                    Some(answer) => (answer, false),
                    None => (self.generated_in_branch(question, sealed), true),
                };
                self.note_in_branch(Input::Chance(print, answer.clone(), generated));
                (answer, generated)
            }
        };
        if let Some(running) = &mut self.run.branch {
            running.at += 1;
            let things = answer.options().iter().map(|at| question.options[usize::from(*at)]).collect();
            running.said.push(Said::Chance(question.what, question.seat, things, generated));
        }
        Ok(answer.options().into())
    }

    /// Draws from the generator of the game, or, inside of a sealed dialogue, from one of the dialogue's own: what
    /// chance gives to one seat says nothing about what it gives to another.
    fn generated_in_branch(&mut self, question: &ChanceQuestion, sealed: bool) -> Answer {
        if !sealed {
            return self.generated(question);
        }
        let mut source = self.state().generator;
        let Some(running) = &mut self.run.branch else { return Answer::one(0) };
        let generator = running.generator.get_or_insert_with(|| {
            let seed = (u64::from(source.bits()) << 32) | u64::from(source.bits());
            Generator::new(seed ^ (running.branch as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        });
        super::ask::draw(question, generator)
    }

    // ---- saying again what was sealed ----

    /// The sealed answer to a question, as far as it can still be given; a line says what cannot.
    fn say_again(&mut self, ask: Ask) -> (Answer, Vec<Choice>) {
        let said = self.said(|said| matches!(said, Said::Answer(question, _) if *question == ask.question));
        let default = ask.default.unwrap_or_else(|| ask.shape.least(ask.options.len()));
        let Some(Said::Answer(_, meaning)) = said else { return (default, ask.options) };
        let (answer, all) = meaning.among(&ask.shape, &ask.options, &default);
        if !all && let Question::Choose(word) | Question::Announce(word) = ask.question {
            let instead = Meaning::of(&answer, &ask.options).things();
            self.tell(What::Chooses(ask.seat, word, meaning.things()));
            self.tell(What::Lost(ask.seat, instead));
            if let Some(running) = &mut self.run.branch {
                running.told = true;
            }
        }
        (answer, ask.options)
    }

    /// What chance gave in the sealed dialogue, if it can still come; something new otherwise.
    fn chance_again(&mut self, question: &ChanceQuestion) -> SmallVec<[u16; 4]> {
        let said = self.said(
            |said| matches!(said, Said::Chance(what, seat, ..) if *what == question.what && *seat == question.seat),
        );
        // The game's own source moves on as if it had been asked now.
        let Some(Said::Chance(_, _, things, false)) = &said else {
            let fresh = self.generated(question);
            let Some(Said::Chance(_, _, things, _)) = said else { return fresh.options().into() };
            return positions(question, &things).unwrap_or_else(|| fresh.options().into());
        };
        match positions(question, things) {
            Some(positions) => positions,
            None => self.generated(question).options().into(),
        }
    }

    /// The first of what is left of the sealed dialogue that fits; what stands before it is not asked again.
    fn said(&mut self, fits: impl Fn(&Said) -> bool) -> Option<Said> {
        let running = self.run.branch.as_mut()?;
        let at = running.said[running.at..].iter().position(fits)? + running.at;
        running.at = at + 1;
        Some(running.said[at].clone())
    }

    // ---- the tape of a branch ----

    fn branch(&self, entry: usize, at: usize) -> Option<&Branch> {
        match self.game.log.get(self.game.tape_from + entry) {
            Some(Input::Together(_, branches)) => branches.get(at),
            _ => None,
        }
    }

    fn branch_mut(&mut self, entry: usize, at: usize) -> Option<&mut Branch> {
        self.game.branch_at(entry, at)
    }

    fn stage_of(&self, entry: usize, at: usize) -> Stage {
        self.branch(entry, at).map_or(Stage::Finished, |branch| branch.stage)
    }

    fn input_of_branch(&self, at: usize) -> Option<Input> {
        let running = self.run.branch.as_ref()?;
        let branch = self.branch(running.entry, running.branch)?;
        branch.inputs(running.way == Way::Sealed).get(at).cloned()
    }

    fn note_in_branch(&mut self, input: Input) {
        let Some(running) = &self.run.branch else { return };
        let (entry, at, sealed) = (running.entry, running.branch, running.way == Way::Sealed);
        if let Some(branch) = self.branch_mut(entry, at) {
            branch.note(input, sealed);
        }
    }

    fn diverged_in_branch(&mut self) -> Stop {
        if let Some(running) = &self.run.branch {
            let (entry, branch, at, sealed) = (running.entry, running.branch, running.at, running.way == Way::Sealed);
            if let Some(branch) = self.branch_mut(entry, branch) {
                branch.truncate(at, sealed);
            }
        }
        Fault::stop(super::divergence::NOT_DETERMINISTIC)
    }
}

impl Running {
    /// Whether the line of the answered question is written already, because not all of the answer was possible.
    pub(super) fn was_told(&mut self, what: &What) -> bool {
        matches!(what, What::Chooses(..)) && std::mem::take(&mut self.told)
    }
}

impl Meaning {
    fn of(answer: &Answer, options: &[Choice]) -> Self {
        match answer {
            Answer::Options(chosen) => Self::Chosen(chosen.iter().map(|at| options[usize::from(*at)]).collect()),
            Answer::Number(number) => Self::Number(*number),
            Answer::Shares(shares) => Self::Shares(options.iter().copied().zip(shares.iter().copied()).collect()),
            Answer::Wait => Self::Chosen(Vec::new()),
        }
    }

    /// What was meant, as the trace tells it.
    fn things(&self) -> Things {
        match self {
            Self::Chosen(chosen) => chosen.iter().map(Choice::thing).collect(),
            Self::Number(number) => Things::from_slice(&[Thing::Number(*number)]),
            Self::Shares(shares) => {
                shares.iter().flat_map(|(choice, share)| [choice.thing(), Thing::Number(*share)]).collect()
            }
        }
    }

    /// The answer that comes nearest to what was meant, and whether it is all of that.
    fn among(&self, shape: &Shape, options: &[Choice], default: &Answer) -> (Answer, bool) {
        match (self, shape) {
            (Self::Chosen(chosen), Shape::OneOf | Shape::SomeOf(..) | Shape::InOrder) => {
                chosen_among(chosen, shape, options, default)
            }
            (Self::Number(number), Shape::Number(from, to)) => {
                let nearest = (*number).clamp(*from, *to);
                (Answer::Number(nearest), nearest == *number)
            }
            (Self::Shares(shares), Shape::Shares(total, caps)) => shared_among(shares, *total, caps, options),
            _ => (default.clone(), false),
        }
    }
}

fn chosen_among(chosen: &[Choice], shape: &Shape, options: &[Choice], default: &Answer) -> (Answer, bool) {
    let mut found: SmallVec<[u16; 4]> = SmallVec::new();
    for choice in chosen {
        let free = |at: &usize| choice.is_same(&options[*at]) && !found.contains(&(*at as u16));
        found.extend((0..options.len()).find(free).map(|at| at as u16));
    }
    let (from, to) = match shape {
        Shape::SomeOf(from, to) => (*from as usize, *to as usize),
        Shape::InOrder => (options.len(), options.len()),
        Shape::OneOf | Shape::Number(..) | Shape::Shares(..) => (1, 1),
    };
    found.truncate(to);
    let kept = found.len();
    for at in default.options().iter().copied().chain(0..options.len() as u16) {
        if found.len() < from && !found.contains(&at) {
            found.push(at);
        }
    }
    let all = kept == chosen.len() && found.len() == kept;
    (Answer::Options(found), all)
}

fn shared_among(shares: &[(Choice, i64)], total: i64, caps: &[i64], options: &[Choice]) -> (Answer, bool) {
    let mut now: SmallVec<[i64; 4]> = SmallVec::from_elem(0, options.len());
    let mut left = total;
    let mut all = true;
    for (choice, share) in shares.iter().filter(|(_, share)| *share > 0) {
        let at = options.iter().position(|option| option.is_same(choice));
        let given = at.map_or(0, |at| caps[at].min(left).min(*share));
        if let Some(at) = at {
            now[at] += given;
        }
        left -= given;
        all &= given == *share;
    }
    all &= left == 0;
    for (share, cap) in now.iter_mut().zip(caps) {
        let more = left.min(cap - *share);
        *share += more;
        left -= more;
    }
    (Answer::Shares(now), all)
}

/// Where these things stand among the options of a question to chance, if they all do.
fn positions(question: &ChanceQuestion, things: &[Thing]) -> Option<SmallVec<[u16; 4]>> {
    if things.len() != question.count as usize {
        return None;
    }
    let same = |one: &Thing, other: &Thing| match (one, other) {
        (Thing::Card(one), Thing::Card(other)) => one.card == other.card && one.def == other.def,
        _ => one == other,
    };
    things.iter().map(|thing| Some(question.options.iter().position(|other| same(thing, other))? as u16)).collect()
}

impl Choice {
    /// Whether two options mean the same thing, whatever somebody knows about it.
    fn is_same(&self, other: &Self) -> bool {
        let meant = |choice: &Self| match choice {
            Self::Use { card, number, .. } => Some((*card, *number)),
            Self::Entity(handle, _) => Some((*handle, u16::MAX)),
            Self::Pass | Self::Player(_) | Self::Word(_) | Self::Number(_) | Self::Zone(_) => None,
        };
        match (meant(self), meant(other)) {
            (Some(one), Some(other)) => one == other && one.0 != Handle::NONE,
            (None, None) => self == other,
            _ => false,
        }
    }
}
