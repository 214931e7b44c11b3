//! Looks one step ahead.

use super::answers;
use super::playout::playout;
use cardwright_game::{Bot, PromptView, RulesetInside, Situation, SituationInside};
use cardwright_kernel::questions::Answer;
use cardwright_kernel::setup::Generator;

/// In how many imagined games each answer is tried.
const TRIES: u64 = 6;

/// How many decisions are made at random after the answer, where the ruleset says what a position is worth.
const STEPS: u32 = 3;

/// How many where only the result of the game counts.
const TO_THE_END: u32 = 120;

/// Tries each answer in a few games that its seat imagines, and takes the one after which the position is worth most.
///
/// What a position is worth is what the ruleset declares as `[worth]`; without it, a few games are played on at random. With
/// the same seed it gives the same answers.
#[derive(Clone, Debug)]
pub struct Greedy(Generator);

impl Greedy {
    /// A greedy decider with a seed of its own.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }
}

impl Bot for Greedy {
    fn answer(&mut self, asked: &PromptView, at: &Situation<'_>) -> Option<Answer> {
        let mut answers = answers(at.asked(), &mut self.0);
        if answers.len() < 2 {
            return answers.pop().or_else(|| Some(asked.default.clone()));
        }
        // Of answers that are worth the same, any.
        self.0.shuffle(&mut answers);
        let most = if at.ruleset().rules().worth.is_some() { STEPS } else { TO_THE_END };
        let seeds: Vec<u64> = (0..TRIES).map(|_| u64::from(self.0.bits())).collect();
        let player = at.game().state().player_of(at.asked().seat).index();
        let dealer = at.dealer().ok();
        let value = |answer: &Answer| -> Option<f64> {
            let dealer = dealer.as_ref()?;
            let one = |seed: &u64| {
                let mut luck = Generator::new(*seed);
                let decides = move |asked: &cardwright_kernel::questions::Prompt| {
                    asked.shape.draw(asked.options.len(), &mut luck)
                };
                Some(playout(at, dealer, *seed, answer, most, decides)?[player])
            };
            seeds.iter().map(one).sum()
        };
        let mut best: Option<(f64, &Answer)> = None;
        for answer in &answers {
            // Where nothing can be imagined, any answer is as good.
            let Some(value) = value(answer) else { break };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, answer));
            }
        }
        best.map(|(_, answer)| answer.clone()).or_else(|| answers.first().cloned())
    }
}
