//! Asking a seat, and asking chance: the tape answers first, then the decider, and if nobody can, the game waits.

use crate::model::chance::Draws;
use crate::model::change::Change;
use crate::model::game::Game;
use crate::model::ids::{EntityId, PlayerId, Seat, ZoneId};
use crate::model::prompt::{Answer, ChanceQuestion, Choice, OpenChance, Prompt, Question, Shape, Unfit, is_repeated};
use crate::model::rules::{Rules, SeenBy};
use crate::model::tape::{Input, QuestionHash};
use crate::model::trace::{Named, ScriptLocation};
use crate::play::divergence::described;
use crate::play::look::zone_decl;
use crate::play::session::{Decider, Fault, Stop, Table};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A question as the kernel puts it.
pub struct Ask {
    /// Which player is asked; the seat that speaks for the player now answers.
    pub player: PlayerId,
    /// What is asked.
    pub question: Question,
    /// How options may be combined.
    pub shape: Shape,
    /// The options.
    pub options: Vec<Choice>,
    /// The answer for a seat that is not there; the smallest one if not given.
    pub default: Option<Answer>,
    /// Whether everybody can see what the options are, so that a single legal answer need not be asked for.
    pub public: bool,
}

impl Ask {
    /// The question as this seat gets it, under this number.
    pub(super) fn into_prompt(self, number: u32, seat: Seat) -> Prompt {
        let default = self.default.unwrap_or_else(|| self.shape.least(self.options.len()));
        Prompt {
            number,
            seat,
            question: self.question,
            shape: self.shape,
            options: self.options,
            default,
            withdrawable: false,
            part: None,
        }
    }
}

impl Table {
    /// Asks a seat.
    ///
    /// # Errors
    /// [`Stop::Pending`] if there is no answer yet; a fault if a re-run asks something else than before.
    pub fn ask(&mut self, ask: Ask) -> Result<(Answer, Vec<Choice>), Stop> {
        self.refuse_if_pure("a question")?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        limited(ask.options.len())?;
        if self.run.branch.is_some() {
            return self.ask_in_branch(ask);
        }
        // Before the tape is read, so that a re-run checks at the same place.
        if self.rules.checked_at.questions {
            self.check_inside()?;
        }
        // Such an answer is not put on the tape: a re-run finds the same single option.
        if ask.public && single(&ask) {
            return Ok((ask.shape.least(ask.options.len()), ask.options));
        }
        let player = ask.player;
        let seat = self.state().acting_seat(player);
        let mut prompt = ask.into_prompt(self.game.next_prompt, seat);
        if !self.state().present.has(player) || self.state().is_leaving(player) {
            return Ok((prompt.default, prompt.options));
        }
        self.seal_unless(player);
        prompt.withdrawable = self.run.acting == Some(player) && !self.run.sealed;
        let hash = QuestionHash::of(&prompt, self.changes_since_mark());
        if let Some(input) = self.replayed() {
            return match input {
                Input::Answer(before, who, answer)
                    if before == hash && who == seat && prompt.check(&answer).is_ok() && self.as_when_stopped() =>
                {
                    self.run.at += 1;
                    self.note_decision();
                    Ok((answer, prompt.options))
                }
                _ => {
                    let now = described(&self.rules, self.state(), &prompt);
                    Err(self.diverged(&now, hash))
                }
            };
        }
        if self.leaves_first() {
            return Err(Stop::Pending);
        }
        // Who is about to leave answers no more; that he did not is on the tape, like any answer.
        let leaves = self.game.leaving.contains(&player).then(|| prompt.default.clone());
        match leaves.or_else(|| self.decided(&prompt)) {
            Some(answer) => {
                self.note(Input::Answer(hash, seat, answer.clone()));
                Ok((answer, prompt.options))
            }
            None => {
                self.game.stopped_at = Some((self.run.at as u32, self.game.hash_of_changes()));
                self.game.prompts.clear();
                self.game.prompts.push(prompt);
                self.run.asked_at = self.asking_place();
                self.run.stopped = true;
                Err(Stop::Pending)
            }
        }
    }

    /// Where the running script asks, and in whose name.
    pub(super) fn asking_place(&self) -> Option<(ScriptLocation, Option<Named>)> {
        let cause = self.run.causes.last().and_then(|cause| cause.named);
        self.run.place.map(|place| (place, cause))
    }

    /// Asks chance: positions among the options, or numbers of sides.
    ///
    /// # Errors
    /// A fault if a re-run asks something else than before.
    pub fn ask_chance(&mut self, question: ChanceQuestion) -> Result<SmallVec<[u16; 4]>, Stop> {
        self.refuse_if_pure("chance")?;
        limited(question.options.len())?;
        if self.run.stopped {
            return Err(Stop::Pending);
        }
        self.run.sealed = true;
        let hash = self.hash_of_chance(&question);
        if self.run.branch.is_some() {
            return self.chance_in_branch(&question, hash);
        }
        if let Some(input) = self.replayed() {
            return match input {
                Input::Chance(before, answer, generated) if before == hash && fits(&question, &answer) => {
                    self.run.at += 1;
                    // What it gives is on the tape already, but the source must move on as it did the first time.
                    if generated {
                        self.generated(&question);
                    }
                    Ok(answer.options().into())
                }
                _ => {
                    let what = self.rules.words.text(question.what);
                    let now = format!("chance was asked \"{what}\" for {}", question.player.letter());
                    Err(self.diverged(&now, hash))
                }
            };
        }
        let (answer, generated) = match self.named_by_decider(&question) {
            ChanceSource::Named(answer) => (answer, false),
            ChanceSource::Generator => (self.generated(&question), true),
            ChanceSource::Outside => return Err(self.leave_chance_open(question, hash, None)),
        };
        self.note(Input::Chance(hash, answer.clone(), generated));
        Ok(answer.options().into())
    }

    /// Where the answer to a question to chance comes from. One that the decider names and that does not fit leaves the
    /// question open, and [`Run::unfit`](crate::play::run::Run::unfit) says so.
    pub(super) fn named_by_decider(&mut self, question: &ChanceQuestion) -> ChanceSource {
        match self.with_decider(|decider, game, rules| decider.chance(question, game, rules)) {
            Some(given) if fits(question, &given) => ChanceSource::Named(given),
            Some(given) => {
                self.run.unfit = Some((None, misfit(question, &given)));
                ChanceSource::Outside
            }
            None if self.decider.as_ref().is_some_and(|decider| decider.leaves_chance_open()) => ChanceSource::Outside,
            None => ChanceSource::Generator,
        }
    }

    /// The question to chance stays open; the step ends here until it is answered from outside. Of several that are open
    /// at once, in branches, the first comes first.
    pub(super) fn leave_chance_open(
        &mut self,
        question: ChanceQuestion,
        hash: QuestionHash,
        part: Option<(usize, usize, bool)>,
    ) -> Stop {
        if part.is_none_or(|(.., sealed)| !sealed) {
            self.game.stopped_at = None;
            self.game.prompts.clear();
        }
        let number = self.game.next_prompt;
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

    pub(super) fn generated(&mut self, question: &ChanceQuestion) -> Answer {
        let before = self.state().chance;
        let mut draws = before.draw();
        let outcome = draw(question, &mut draws);
        self.change(Change::Chance { before: before.drawn(), after: draws.source().drawn() });
        outcome
    }

    fn hash_of_chance(&self, question: &ChanceQuestion) -> QuestionHash {
        let mut hasher = rustc_hash::FxHasher::default();
        question.hash(&mut hasher);
        // Chance from the game's own source is itself a change; outcomes that a ruling names are not. Hashes of questions
        // to chance therefore say nothing about the number of changes.
        QuestionHash { changes: 0, question: hasher.finish() }
    }

    pub(super) fn replayed(&self) -> Option<Input> {
        self.game.log.get(self.game.tape_from + self.run.at).cloned()
    }

    pub(super) fn note(&mut self, input: Input) {
        if input.is_decision() {
            self.note_decision();
        }
        self.game.log.push(input);
        self.run.at += 1;
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

    pub(super) fn decided(&mut self, prompt: &Prompt) -> Option<Answer> {
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
}

impl Table {
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
    if options <= MOST { Ok(()) } else { Err(Fault::stop(format!("a question cannot have more than {MOST} options"))) }
}

/// Where the answer to a question to chance comes from.
pub(super) enum ChanceSource {
    /// The decider has named it.
    Named(Answer),
    /// The generator of the game gives it.
    Generator,
    /// It is to be named from outside.
    Outside,
}

/// Whether there is only one legal answer.
pub(super) fn single(ask: &Ask) -> bool {
    match &ask.shape {
        Shape::OneOf | Shape::InOrder => ask.options.len() == 1,
        Shape::SomeOf(from, to) => *to == 0 || *from as usize == ask.options.len(),
        Shape::Number(from, to) => from == to,
        Shape::Shares(total, caps) => *total == 0 || caps.len() == 1 || *total == caps.iter().sum::<i64>(),
    }
}

pub(super) fn fits(question: &ChanceQuestion, answer: &Answer) -> bool {
    let Answer::Options(chosen) = answer else {
        return false;
    };
    chosen.len() == question.count as usize
        && chosen.iter().all(|option| usize::from(*option) < question.options.len())
        && !(question.without_repetition && is_repeated(chosen))
}

/// Why an answer does not fit a question to chance.
fn misfit(question: &ChanceQuestion, answer: &Answer) -> Unfit {
    match answer {
        Answer::Options(chosen) if chosen.iter().any(|option| usize::from(*option) >= question.options.len()) => {
            Unfit::Unknown
        }
        Answer::Options(chosen) if chosen.len() != question.count as usize => Unfit::Bounds,
        Answer::Options(_) => Unfit::Twice,
        Answer::Number(_) | Answer::Shares(_) | Answer::Wait => Unfit::Form,
    }
}

pub(super) fn draw(question: &ChanceQuestion, draws: &mut Draws) -> Answer {
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
