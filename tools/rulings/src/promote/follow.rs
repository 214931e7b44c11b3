//! Playing on from a table as a recorded game went on, as far as what was decided there can be done here too. What is
//! asked besides is passed; what is not asked is left out.

use super::course::{Course, Decided, Moment, When, when};
use crate::rulings::{self, QuestionInWords};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, ChanceQuestion, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{Generator, Setup};
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::{Decider, Progress};
use cardwright_report::Reporter;
use std::cell::RefCell;
use std::rc::Rc;

/// How many more questions are answered than were asked in the recorded game.
const MORE_QUESTIONS: usize = 300;

/// How many decisions of a seat are looked through for the one that fits a question.
const LOOKAHEAD: usize = 40;

/// A game that followed another.
pub struct Followed {
    /// The game.
    pub game: Game,
    /// After how many facts nothing waited in it.
    pub rests: Vec<usize>,
}

/// Plays from a table on, as the recorded game went on from a moment.
pub fn follow(ruleset: &Ruleset, host: &Rc<dyn Scripts>, setup: &Setup, course: &Course, moment: &Moment) -> Followed {
    let game = Game::new(ruleset.rules(), setup);
    let first = course.decided.iter().position(|decided| decided.inputs >= moment.inputs);
    let first = first.unwrap_or(course.decided.len());
    let chance = course.chance.iter().filter(|(facts, _)| *facts >= moment.facts).map(|(_, line)| line.clone());
    let guide = Rc::new(RefCell::new(Guide {
        decided: Rc::clone(&course.decided),
        is_done: (0..course.decided.len()).map(|at| at < first).collect(),
        chance: chance.collect(),
        began: (moment.when.0, when(game.state()).0),
        left: course.decided.len() - first + MORE_QUESTIONS,
        leaves: None,
        rests: Vec::new(),
        generator: Generator::new(setup.seed.aside(0)),
    }));
    let mut table = ruleset.table(host, game, Box::new(Follower(Rc::clone(&guide))));
    while table.advance() == Progress::Waiting {
        let Some(seat) = guide.borrow_mut().leaves.take() else { break };
        let player = table.state().player_of(seat);
        table.leave(player);
    }
    let rests = std::mem::take(&mut guide.borrow_mut().rests);
    Followed { game: table.into_game(), rests }
}

/// What was decided, and how much of it is done.
struct Guide {
    decided: Rc<[Decided]>,
    is_done: Vec<bool>,
    chance: Vec<String>,
    /// The turn at the beginning, there and here.
    began: (u32, u32),
    left: usize,
    /// Who leaves before anything else is decided.
    leaves: Option<Seat>,
    rests: Vec<usize>,
    generator: Generator,
}

struct Follower(Rc<RefCell<Guide>>);

impl Decider for Follower {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        self.0.borrow_mut().answer(asked, game, rules)
    }

    fn chance(&mut self, asked: &ChanceQuestion, game: &Game, rules: &Rules) -> Option<Answer> {
        self.0.borrow_mut().outcome(asked, game.state(), rules)
    }
}

impl Guide {
    fn answer(&mut self, prompt: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let now = self.here(game.state());
        self.left = self.left.checked_sub(1)?;
        if rulings::is_at_rest(game) && !prompt.is_sealed() && matches!(prompt.question, Question::Act { .. }) {
            self.rests.push(game.trace().len());
            if self.is_over(now) {
                return None;
            }
        }
        if let Some(at) = self.leaving(now) {
            self.is_done[at] = true;
            self.leaves = Some(self.decided[at].seat);
            return None;
        }
        let asked = QuestionInWords::of(prompt, rules, game.state());
        if let Some((at, answer)) = self.repeated(&asked, now) {
            let seat = prompt.seat;
            for earlier in (0..=at).filter(|earlier| self.decided[*earlier].seat == seat) {
                self.is_done[earlier] = true;
            }
            return Some(answer);
        }
        Some(prompt.pass().unwrap_or_else(|| prompt.default.clone()))
    }

    /// Turn and phase as the recorded game counted them.
    fn here(&self, state: &State) -> When {
        let (turn, phase) = when(state);
        (self.began.0 + turn.saturating_sub(self.began.1), phase)
    }

    fn open(&self) -> impl Iterator<Item = (usize, &Decided)> {
        self.decided.iter().enumerate().filter(|(at, _)| !self.is_done[*at])
    }

    /// Whether nothing is left to do, or its time is over.
    fn is_over(&self, now: When) -> bool {
        self.open().all(|(_, decided)| decided.when.0 < now.0)
    }

    /// Who has decided to leave, and has nothing to do before.
    fn leaving(&self, now: When) -> Option<usize> {
        let (at, leaves) = self.open().find(|(_, decided)| decided.said.is_none())?;
        let is_first = self.open().find(|(_, decided)| decided.seat == leaves.seat)?.0 == at;
        (is_first && leaves.when.0 <= now.0).then_some(at)
    }

    /// What the seat decided about a question like this.
    fn repeated(&self, asked: &QuestionInWords<'_>, now: When) -> Option<(usize, Answer)> {
        let acts = matches!(asked.prompt.question, Question::Act { .. });
        let of_seat = self.open().filter(|(_, decided)| decided.seat == asked.prompt.seat);
        let of_now = of_seat.filter(|(_, decided)| decided.when.0 == now.0 && (!acts || decided.when == now));
        of_now.take(LOOKAHEAD).find_map(|(at, decided)| Some((at, asked.repeated(decided.said.as_ref()?)?)))
    }

    /// What chance gave to a question like this.
    fn outcome(&mut self, question: &ChanceQuestion, state: &State, rules: &Rules) -> Option<Answer> {
        let head = format!("{} for {}: ", rules.words.text(question.what), question.player.letter());
        let reporter = Reporter::new(rules, state);
        let generator = &mut self.generator;
        let mut given = self.chance.iter().enumerate().filter_map(|(at, line)| Some((at, line.strip_prefix(&*head)?)));
        let (at, outcome) = given.next()?;
        let answer = rulings::outcome(question, outcome, reporter, generator).ok();
        self.chance.remove(at);
        answer
    }
}
