//! A player who organises whenever he can, and otherwise looks for a node where he could: at random few events would
//! be laid, for there is one way to organise among a dozen ways to spend a unit on something else.

use cardwright_game::Random;
use cardwright_kernel::ids::ActionId;
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;

/// The numbers of the actions that matter to him.
#[derive(Clone, Copy)]
struct Wishes {
    organise: ActionId,
    walk: ActionId,
}

/// Decides for everybody at the table.
pub struct Eager {
    wishes: Wishes,
    luck: Generator,
    otherwise: Random,
}

impl Eager {
    pub fn new(rules: &Rules, seed: u64) -> Self {
        let action = |key| rules.actions.get_index_of(key).expect("it is declared").into();
        let wishes = Wishes { organise: action("organise"), walk: action("walk") };
        Self { wishes, luck: Generator::new(seed), otherwise: Random::new(seed) }
    }

    /// One of the uses of this action that are offered.
    fn one_of(&mut self, prompt: &Prompt, wish: ActionId) -> Option<Answer> {
        let offered = uses(prompt, wish);
        let at = offered.get(self.luck.below(offered.len().max(1) as u32) as usize)?;
        Some(Answer::one(*at))
    }

    /// He organises; or he walks on, in two of three cases.
    fn wish(&mut self, prompt: &Prompt) -> Option<Answer> {
        let organises = self.one_of(prompt, self.wishes.organise);
        let walks = if self.luck.below(3) > 0 { self.one_of(prompt, self.wishes.walk) } else { None };
        organises.or(walks)
    }
}

/// Where in a question the uses of an action stand.
pub fn uses(prompt: &Prompt, wish: ActionId) -> Vec<usize> {
    let wished = |option: &Choice| matches!(option, Choice::Use { action, .. } if *action == wish);
    let options = prompt.options.iter().enumerate();
    options.filter(|(_, option)| wished(option)).map(|(at, _)| at).collect()
}

impl Decider for Eager {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let wish = if matches!(asked.question, Question::Act { .. }) { self.wish(asked) } else { None };
        wish.or_else(|| self.otherwise.decide(asked, game, rules))
    }
}
