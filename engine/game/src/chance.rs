//! Chance that is asked from outside: for dice on a real table, or a search that treats chance as a player.

use super::load::Ruleset;
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::state::Game;
use cardwright_report::Reporter;
use serde::Serialize;

/// A question to chance. It may name hidden cards: it is the host's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChanceView {
    /// The number by which an answer names it.
    pub number: u32,
    /// What is decided: the name of a die, `shuffled`, `drawn`.
    pub what: String,
    /// For whom.
    pub player: PlayerId,
    /// What may come next, each as likely as the others: the faces of a die, the cards that are left. A shuffle names the
    /// cards from the top.
    pub outcomes: Vec<ChanceOutcome>,
    /// How many outcomes are still to be named. They can be named one by one; the last card of a shuffle is certain and
    /// need not be.
    pub left: usize,
}

/// Something that chance may give.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChanceOutcome {
    /// The number by which an answer names it.
    pub number: u16,
    /// What it is.
    pub text: String,
}

impl ChanceView {
    /// The open question to chance of a game.
    pub(super) fn of(ruleset: &Ruleset, game: &Game) -> Option<Self> {
        let open = game.chance()?;
        let reporter = Reporter { rules: ruleset.rules(), state: game.state(), reader: None, places: false };
        let question = &open.question;
        let is_open = |at: &u16| !question.without_repetition || !open.named.contains(at);
        let outcomes = (0..question.options.len() as u16).filter(is_open);
        Some(Self {
            number: open.number,
            what: ruleset.rules().words.text(question.what).to_string(),
            player: question.player,
            outcomes: outcomes
                .map(|number| ChanceOutcome {
                    number,
                    text: reporter.thing(&question.options[usize::from(number)], None),
                })
                .collect(),
            left: open.left(),
        })
    }
}
