//! Information-set Monte Carlo tree search.

use super::answers;
use super::playout::playout;
use cardwright_game::{Bot, PromptView, RulesetInside, Situation, SituationInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Prompt, QuestionHash};
use cardwright_kernel::setup::Generator;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// After how many decisions a playout ends, where the ruleset says what a position is worth.
const DECISIONS: u32 = 12;

/// After how many where only the result of the game counts.
const TO_THE_END: u32 = 400;

/// How much an answer that was hardly tried is favoured.
const CURIOSITY: f64 = 0.6;

/// Searches: in each playout it imagines another deal of what its seat does not know, and plays it on, each seat
/// choosing where it has chosen before what was good for it, and at random from there.
///
/// A node of the tree is what one seat has been asked and has answered; so it holds for all deals that this seat cannot tell
/// apart. A playout ends after 12 decisions and is worth what the ruleset declares as `[worth]`; without that, after 400
/// decisions or at the end of the game. The search ends early when the playouts that are left cannot change its answer. With
/// the same seed, and without [`stop`](Self::stop), it gives the same answers.
pub struct Mcts {
    playouts: u32,
    luck: Generator,
    stop: Option<StopSearch>,
}

type StopSearch = Box<dyn FnMut(u32) -> bool + Send>;

impl Mcts {
    /// A search with so many playouts for each decision, and a seed of its own.
    pub fn new(playouts: u32, seed: u64) -> Self {
        Self { playouts, luck: Generator::new(seed), stop: None }
    }

    /// Also ends the search for an answer as soon as this is true. It is asked before each playout, with the number of those
    /// that were played for this answer: 0 begins a new one.
    #[must_use]
    pub fn stop(self, stop: impl FnMut(u32) -> bool + Send + 'static) -> Self {
        Self { stop: Some(Box::new(stop)), ..self }
    }
}

impl fmt::Debug for Mcts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("playouts", &self.playouts).finish_non_exhaustive()
    }
}

impl Bot for Mcts {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        let mut root = SearchNode::new(answers(at.asked(), &mut self.luck));
        if root.tried.len() < 2 {
            return root.tried.pop().map(|tried| tried.answer).or_else(|| Some(asked.default.clone()));
        }
        let most = if at.ruleset().rules().worth.is_some() { DECISIONS } else { TO_THE_END };
        let player = at.game().state().player_of(at.asked().seat).index();
        let tree = Rc::new(RefCell::new(Tree::default()));
        let dealer = at.dealer().ok();
        for number in 0..self.playouts {
            if self.stop.as_mut().is_some_and(|stop| stop(number)) {
                break;
            }
            if root.is_decided(self.playouts - number) {
                break;
            }
            let chosen = root.choose(&mut self.luck);
            tree.borrow_mut().begin(Generator::new(u64::from(self.luck.bits())));
            let guide = Rc::clone(&tree);
            let decides = move |asked: &Prompt| guide.borrow_mut().decide(asked);
            let seed = u64::from(self.luck.bits());
            // What cannot be imagined now can hardly be in the next playout.
            let Some(dealer) = &dealer else { break };
            let Some(worth) = playout(at, dealer, seed, &root.tried[chosen].answer, most, decides) else { break };
            root.note(chosen, worth[player]);
            tree.borrow_mut().note(|seat| worth[at.game().state().player_of(seat).index()]);
        }
        root.best().or_else(|| Some(at.asked().shape.draw(at.asked().options.len(), &mut self.luck)))
    }
}

/// The answers to one question, and what came of them.
struct SearchNode {
    tried: Vec<Tried>,
    visits: u32,
}

struct Tried {
    answer: Answer,
    visits: u32,
    worth: f64,
}

impl SearchNode {
    fn new(answers: Vec<Answer>) -> Self {
        let tried = answers.into_iter().map(|answer| Tried { answer, visits: 0, worth: 0.0 });
        Self { tried: tried.collect(), visits: 0 }
    }

    /// One that was not tried yet, or the one with the best upper bound.
    fn choose(&self, luck: &mut Generator) -> usize {
        let untried: Vec<usize> = (0..self.tried.len()).filter(|at| self.tried[*at].visits == 0).collect();
        if !untried.is_empty() {
            return untried[luck.below(untried.len() as u32) as usize];
        }
        let all = f64::from(self.visits).ln();
        let bound = |tried: &Tried| {
            let visits = f64::from(tried.visits);
            tried.worth / visits + CURIOSITY * (all / visits).sqrt()
        };
        let better = |best: usize, at: usize| match bound(&self.tried[at]) > bound(&self.tried[best]) {
            true => at,
            false => best,
        };
        (0..self.tried.len()).fold(0, better)
    }

    fn note(&mut self, at: usize, worth: f64) {
        self.visits += 1;
        self.tried[at].visits += 1;
        self.tried[at].worth += worth;
    }

    /// Whether one answer has been tried so often that no other can be tried as often in so many more playouts.
    fn is_decided(&self, left: u32) -> bool {
        let (mut most, mut next) = (0, 0);
        for tried in &self.tried {
            (most, next) = (most.max(tried.visits), next.max(most.min(tried.visits)));
        }
        most > next.saturating_add(left)
    }

    /// The answer that was tried most; of several, the one that was worth most.
    fn best(self) -> Option<Answer> {
        let all = self.tried.into_iter().filter(|tried| tried.visits > 0);
        let best = all.reduce(|best, tried| match (tried.visits, tried.worth) > (best.visits, best.worth) {
            true => tried,
            false => best,
        });
        best.map(|tried| tried.answer)
    }
}

/// Nodes by seat, what the seat has answered before, and what it is asked.
#[derive(Default)]
struct Tree {
    nodes: BTreeMap<u64, SearchNode>,
    /// What was chosen in the running playout.
    path: Vec<(Seat, u64, usize)>,
    /// A hash of what each seat was asked and has answered in it.
    said: Vec<u64>,
    /// Whether the playout has left the tree.
    is_outside: bool,
    luck: Option<Generator>,
}

impl Tree {
    fn begin(&mut self, luck: Generator) {
        self.path.clear();
        self.said.clear();
        (self.is_outside, self.luck) = (false, Some(luck));
    }

    fn decide(&mut self, asked: &Prompt) -> Answer {
        let Some(luck) = &mut self.luck else { return asked.default.clone() };
        if self.is_outside {
            return asked.shape.draw(asked.options.len(), luck);
        }
        let seat = asked.seat.index();
        if self.said.len() <= seat {
            self.said.resize(seat + 1, 0);
        }
        let mixed = (self.said[seat] ^ QuestionHash::of(asked, 0).question).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = mixed.rotate_left(23) ^ seat as u64;
        let is_new = !self.nodes.contains_key(&key);
        let node = self.nodes.entry(key).or_insert_with(|| SearchNode::new(answers(asked, luck)));
        let chosen = node.choose(luck);
        // Answers of another question with the same hash would not fit.
        let Some(tried) = node.tried.get(chosen).filter(|tried| asked.check(&tried.answer).is_ok()) else {
            self.is_outside = true;
            return asked.shape.draw(asked.options.len(), luck);
        };
        self.is_outside = is_new;
        self.said[seat] = key.wrapping_add(1 + chosen as u64);
        self.path.push((asked.seat, key, chosen));
        tried.answer.clone()
    }

    fn note(&mut self, worth: impl Fn(Seat) -> f64) {
        for (seat, key, chosen) in std::mem::take(&mut self.path) {
            if let Some(node) = self.nodes.get_mut(&key) {
                node.note(chosen, worth(seat));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question whose answers were tried so often.
    fn tried(visits: &[u32]) -> SearchNode {
        let mut node = SearchNode::new((0..visits.len() as i64).map(Answer::Number).collect());
        for (at, visits) in visits.iter().enumerate() {
            (0..*visits).for_each(|_| node.note(at, 0.5));
        }
        node
    }

    #[test]
    fn a_search_ends_early_only_if_nothing_can_change_its_answer() {
        assert!(tried(&[9, 3, 5]).is_decided(3));
        assert!(tried(&[5, 9, 3]).is_decided(3));
        assert!(!tried(&[9, 3, 5]).is_decided(4), "with four more, one would be level, and be worth more");
        assert!(!tried(&[4, 4]).is_decided(0));
        assert!(!tried(&[9, 3]).is_decided(u32::MAX));
    }
}
