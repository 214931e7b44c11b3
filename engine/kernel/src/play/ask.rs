//! Asking a seat, and asking chance: the tape answers first, then the decider, and if nobody can, the game waits.

use crate::model::chance::Draws;
use crate::model::change::Change;
use crate::model::game::Game;
use crate::model::ids::{EntityId, PlayerId, Seat, ZoneId};
use crate::model::open_chance::{ChanceQuestion, OpenChance};
use crate::model::prompt::{Answer, AskedAt, Choice, Prompt, Question, Shape};
use crate::model::rules::{Rules, SeenBy};
use crate::model::tape::{Input, QuestionHash};
use crate::model::trace::Things;
use crate::play::call::Stop;
use crate::play::dialogue::{AnswerMeaning, Said, Way};
use crate::play::divergence::described;
use crate::play::faults;
use crate::play::queries::zone_decl;
use crate::play::session::{Decider, Table};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::slice::from_ref;

/// A question as the kernel puts it.
pub struct Ask {
    /// Which player is asked; the seat that speaks for the player now answers.
    pub player: PlayerId,
    /// What is asked.
    pub question: Question,
    /// What is filled in for the names in it.
    pub about: Things,
    /// How options may be combined.
    pub shape: Shape,
    /// The options.
    pub options: Vec<Choice>,
    /// Whether everybody can see what the options are, so that a single legal answer need not be asked for.
    pub public: bool,
}

impl Ask {
    /// The question as this seat gets it, under this number.
    pub(super) fn into_prompt(self, number: u32, seat: Seat) -> Prompt {
        let default = self.shape.least(self.options.len());
        Prompt {
            number,
            seat,
            question: self.question,
            about: self.about,
            shape: self.shape,
            options: self.options,
            default,
            withdrawable: false,
            part: None,
            asked_at: None,
        }
    }
}

/// The work of showing an option to whoever is asked.
const OPTION: u64 = 8;

impl Table {
    /// Asks a seat. In a simultaneous question, only the one whose dialogue is running.
    ///
    /// # Errors
    /// [`Stop::Pending`] if there is no answer yet, or the seat waits; a fault if a re-run asks something else than before.
    pub fn ask(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        self.refuse_if_pure("a question")?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        limited(ask.options.len())?;
        self.run.work.add(OPTION * ask.options.len() as u64);
        match &self.run.branch {
            Some(running) if ask.player != running.player => {
                return Err(faults::together_asks_another().into());
            }
            Some(running) if running.way == Way::Opened => return Ok(self.say_again(ask)),
            // Before the tape is read, so that a re-run checks at the same place.
            None if self.rules.checked_at.questions => self.check_inside()?,
            Some(_) | None => {}
        }
        let question = ask.question;
        // An answer that is not asked for is not put on the tape: a re-run finds the same single option.
        let (answer, options) = match ask.public && single(&ask.shape, ask.options.len()) {
            true => (ask.shape.least(ask.options.len()), ask.options),
            false => self.ask_openly(ask)?,
        };
        if let Some(running) = &mut self.run.branch {
            running.said.push(Said::Answer(question, AnswerMeaning::of(&answer, &options)));
        }
        Ok((answer, options))
    }

    fn ask_openly(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        let player = ask.player;
        let seat = self.state().acting_seat(player);
        let (number, part) = self.place_of_prompt(seat);
        let mut prompt = Prompt { part, ..ask.into_prompt(number, seat) };
        if !self.state().present.has(player) || self.state().is_leaving(player) {
            return Ok((prompt.default, prompt.options));
        }
        self.seal_unless(player);
        prompt.withdrawable = self.run.acting == Some(player) && !self.run.sealed && part.is_none();
        let Some((_, answer)) = self.first_answer(from_ref(&prompt), &[player])? else {
            return Err(self.leave_open(prompt));
        };
        self.note_doing(&prompt, &answer);
        if let Some(running) = &mut self.run.branch {
            running.waits = answer == Answer::Wait;
            if running.waits {
                self.run.stopped = true;
                return Err(Stop::Pending);
            }
        }
        Ok((answer, prompt.options))
    }

    /// The first answer to one of these prompts, of the player beside it: from the tape, or from whoever decides. Nothing if there
    /// is none yet.
    ///
    /// # Errors
    /// A stop if somebody leaves first; a fault if a re-run asks something else than before.
    pub(super) fn first_answer(
        &mut self,
        prompts: &[Prompt],
        players: &[PlayerId],
    ) -> Result<Option<(usize, Answer)>, Stop> {
        let changes = self.changes_since_mark();
        if let Some(input) = self.replayed() {
            let is_answered = |prompt: &Prompt| {
                matches!(&input, Input::Answer(before, who, answer) if *who == prompt.seat
                    && *before == QuestionHash::of(prompt, changes)
                    && prompt.check(answer).is_ok())
            };
            let found = prompts.iter().position(is_answered);
            return match (found, input) {
                (Some(at), Input::Answer(_, _, answer)) if self.run.branch.is_some() || self.as_when_stopped() => {
                    self.read_on();
                    self.note_decision();
                    Ok(Some((at, answer)))
                }
                _ => {
                    let now = described(&self.rules, self.state(), &prompts[0]);
                    Err(self.diverged(&now, QuestionHash::of(&prompts[0], changes)))
                }
            };
        }
        if self.leaves_first() {
            return Err(Stop::Pending);
        }
        for (at, (prompt, player)) in prompts.iter().zip(players).enumerate() {
            // Whoever is about to leave answers no more; that they did not is on the tape, like any answer.
            let leaves = self.game.leaving.contains(player).then(|| prompt.default.clone());
            if let Some(answer) = leaves.or_else(|| self.decided(prompt)) {
                self.note(Input::Answer(QuestionHash::of(prompt, changes), prompt.seat, answer.clone()));
                return Ok(Some((at, answer)));
            }
        }
        Ok(None)
    }

    /// Notes it if a seat has done something other than pass, where it could have done something else: what is set off
    /// from here on is not what was set off before.
    pub(super) fn note_doing(&mut self, prompt: &Prompt, answer: &Answer) {
        let is_pass = |at: &u16| prompt.options.get(usize::from(*at)) == Some(&Choice::Pass);
        let passes = matches!(answer, Answer::Options(chosen) if chosen.iter().all(is_pass));
        self.run.counts_anew |= !passes && !single(&prompt.shape, prompt.options.len());
    }

    /// The question stays open: the step, or the branch of a simultaneous question, ends here until it is answered.
    fn leave_open(&mut self, prompt: Prompt) -> Stop {
        let prompt = Prompt { asked_at: self.asking_at(), ..prompt };
        if !prompt.is_sealed() {
            let stopped_at = prompt.part.is_none().then(|| (self.run.at as u32, self.game.hash_of_changes()));
            self.game.stopped_at = stopped_at;
            self.game.prompts.clear();
        }
        self.game.prompts.push(prompt);
        self.stop_at_question()
    }

    /// The step ends here until what is asked has been answered.
    pub(super) fn stop_at_question(&mut self) -> Stop {
        self.run.stopped = true;
        Stop::Pending
    }

    /// Where the running script asks, and in whose name.
    fn asking_at(&self) -> Option<AskedAt> {
        let by = self.run.causes.last().and_then(|cause| cause.named);
        self.run.place.map(|place| AskedAt { place, by })
    }

    /// Asks chance: positions among the options, or numbers of sides.
    ///
    /// # Errors
    /// A fault if a re-run asks something else than before.
    pub(crate) fn ask_chance(&mut self, question: ChanceQuestion) -> Result<SmallVec<[u16; 4]>, Stop> {
        self.refuse_if_pure("chance")?;
        limited(question.options.len())?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        self.run.sealed = true;
        if self.run.branch.as_ref().is_some_and(|running| running.way == Way::Opened) {
            return Ok(self.chance_again(&question));
        }
        let hash = hash_of_chance(&question);
        let (answer, generated) = match self.replayed() {
            Some(Input::Chance(before, answer, generated)) if before == hash && question.check(&answer).is_ok() => {
                self.read_on();
                // What it gives is on the tape already, but the source must move on as it did the first time.
                if generated {
                    self.generated(&question);
                }
                (answer, generated)
            }
            Some(_) => {
                let what = self.rules.words.text(question.what);
                let now = format!("chance was asked \"{what}\" for {}", question.player.letter());
                return Err(self.diverged(&now, hash));
            }
            None => {
                let (answer, generated) = match self.named_by_decider(&question) {
                    ChanceSource::Named(answer) => (answer, false),
                    ChanceSource::Generator => (self.generated(&question), true),
                    ChanceSource::Outside => return Err(self.leave_chance_open(question, hash)),
                };
                self.note(Input::Chance(hash, answer.clone(), generated));
                (answer, generated)
            }
        };
        if let Some(running) = &mut self.run.branch {
            let things = answer.options().iter().map(|at| question.options[usize::from(*at)]).collect();
            running.said.push(Said::Chance(question.what, question.player, things, generated));
        }
        Ok(answer.options().into())
    }

    /// Where the answer to a question to chance comes from. One that the decider names and that does not fit leaves the
    /// question open, and [`Run::unfit`](crate::play::run::Run::unfit) says so.
    fn named_by_decider(&mut self, question: &ChanceQuestion) -> ChanceSource {
        match self.with_decider(|decider, game, rules| decider.chance(question, game, rules)) {
            Some(given) => match question.check(&given) {
                Ok(()) => ChanceSource::Named(given),
                Err(unfit) => {
                    self.run.unfit = Some((None, unfit));
                    ChanceSource::Outside
                }
            },
            None if self.decider.as_ref().is_some_and(|decider| decider.leaves_chance_open()) => ChanceSource::Outside,
            None => ChanceSource::Generator,
        }
    }

    /// The question to chance stays open; the step ends here until it is answered from outside. Of several that are open
    /// at once, in branches, the first comes first.
    fn leave_chance_open(&mut self, question: ChanceQuestion, hash: QuestionHash) -> Stop {
        let running = self.run.branch.as_ref();
        let part = running.map(|running| (running.entry, running.branch, running.is_sealed()));
        if part.is_none_or(|(.., sealed)| !sealed) {
            self.game.stopped_at = None;
            self.game.prompts.clear();
        }
        let number = self.game.numbers.next_of_chance();
        let open = OpenChance { number, question, named: SmallVec::new(), hash: hash.question, part };
        self.game.chance.get_or_insert(open);
        self.run.stopped = true;
        Stop::Pending
    }

    /// Somebody leaves before the first question of the step.
    pub(super) fn leaves_first(&mut self) -> bool {
        let leaves = !self.game.leaving.is_empty() && self.game.log.len() == self.game.tape_from;
        if leaves {
            self.run.leaves_first = true;
            self.run.stopped = true;
        }
        leaves
    }

    /// Draws from the source of the game, or, inside of a sealed dialogue, from one of the dialogue's own: what chance gives
    /// to one seat says nothing about what it gives to another.
    pub(super) fn generated(&mut self, question: &ChanceQuestion) -> Answer {
        let before = self.state().chance;
        if let Some(running) = self.run.branch.as_mut().filter(|running| running.is_sealed()) {
            let draws = running.draws.get_or_insert_with(|| before.part(running.branch as u64).draw());
            return draw(question, draws);
        }
        let mut draws = before.draw();
        let outcome = draw(question, &mut draws);
        self.change(Change::Chance { before: before.drawn(), after: draws.source().drawn() });
        outcome
    }

    /// The next input on the tape of the step, or of the dialogue that is running.
    pub(super) fn replayed(&self) -> Option<Input> {
        match &self.run.branch {
            Some(running) => {
                let branch = self.branch(running.entry, running.branch)?;
                branch.inputs(running.is_sealed()).get(running.at).cloned()
            }
            None => self.game.log.get(self.game.tape_from + self.run.at).cloned(),
        }
    }

    /// That input has been read.
    pub(super) fn read_on(&mut self) {
        match &mut self.run.branch {
            Some(running) => running.at += 1,
            None => self.run.at += 1,
        }
    }

    /// Puts an input on that tape.
    pub(super) fn note(&mut self, input: Input) {
        if input.is_decision() {
            self.note_decision();
        }
        match &self.run.branch {
            Some(running) => {
                if let Some(branch) = self.game.branch_at(running.entry, running.branch) {
                    branch.note(input, running.is_sealed());
                }
            }
            None => self.game.log.push(input),
        }
        self.read_on();
    }

    pub(super) fn seal_unless(&mut self, player: PlayerId) {
        if self.run.acting.is_some_and(|acting| acting != player) {
            self.run.sealed = true;
        }
    }

    /// At the question where the earlier attempt stopped, the changes must be the same as then.
    pub(super) fn as_when_stopped(&mut self) -> bool {
        match self.game.stopped_at {
            Some((at, before)) if at as usize == self.run.at => before == self.game.hash_of_changes(),
            Some(_) | None => true,
        }
    }

    fn decided(&mut self, prompt: &Prompt) -> Option<Answer> {
        let answer = self.with_decider(|decider, game, rules| decider.decide(prompt, game, rules))?;
        match prompt.check(&answer) {
            Ok(()) => Some(answer),
            Err(unfit) => {
                self.run.unfit = Some((Some(prompt.seat), unfit));
                None
            }
        }
    }

    fn with_decider<T>(&mut self, ask: impl FnOnce(&mut dyn Decider, &Game, &Rules) -> Option<T>) -> Option<T> {
        // It is taken out while it decides, because it is shown the game of the same table.
        let mut decider = self.decider.take()?;
        let answer = ask(&mut *decider, &self.game, &self.rules);
        self.decider = Some(decider);
        answer
    }

    /// Notes that the running script looks into a zone.
    pub fn look_into(&self, zone: ZoneId) {
        let is_open = || {
            let everyone = self.everyone();
            let known = |card: &EntityId| self.state().entity(*card).known == everyone;
            zone_decl(self.reading(), zone).seen == SeenBy::All || self.state().zone(zone).cards.iter().all(known)
        };
        if self.run.pure == 0 && !self.run.looked.get() && zone.is_some() && !is_open() {
            self.run.looked.set(true);
        }
    }

    /// Whether everybody knows what the running script has looked at. Otherwise the options of its questions may depend on
    /// hidden cards even if none of them is one, and there may be none at all: not being asked would tell.
    pub fn sees_what_all_see(&self) -> bool {
        !self.run.looked.get()
    }
}

/// Answers name options by positions of 16 bits.
pub(super) fn limited(options: usize) -> Result<(), Stop> {
    const MOST: usize = u16::MAX as usize;
    if options <= MOST { Ok(()) } else { Err(faults::too_many_options(MOST).into()) }
}

/// Where the answer to a question to chance comes from.
enum ChanceSource {
    /// The decider has named it.
    Named(Answer),
    /// The generator of the game gives it.
    Generator,
    /// It is to be named from outside.
    Outside,
}

/// Whether there is only one legal answer.
fn single(shape: &Shape, options: usize) -> bool {
    match shape {
        Shape::OneOf | Shape::InOrder => options == 1,
        Shape::SomeOf(from, to) => *to == 0 || *from as usize == options,
        Shape::Number(from, to) => from == to,
        Shape::Shares(total, caps) => *total == 0 || caps.len() == 1 || *total == caps.iter().sum::<i64>(),
    }
}

fn hash_of_chance(question: &ChanceQuestion) -> QuestionHash {
    let mut hasher = rustc_hash::FxHasher::default();
    question.hash(&mut hasher);
    // Chance from the game's own source is itself a change; outcomes that a ruling names are not. Hashes of questions
    // to chance therefore say nothing about the number of changes.
    QuestionHash { changes: 0, question: hasher.finish() }
}

fn draw(question: &ChanceQuestion, draws: &mut Draws) -> Answer {
    let options = question.options.len();
    if question.without_repetition {
        let mut all: SmallVec<[u16; 4]> = (0..options as u16).collect();
        for at in 0..(question.count as usize).min(options) {
            let other = at + draws.below((options - at) as u32) as usize;
            all.swap(at, other);
        }
        all.truncate(question.count as usize);
        return Answer::Options(all);
    }
    Answer::Options((0..question.count).map(|_| draws.below(options as u32) as u16).collect())
}
