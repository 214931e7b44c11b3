//! What every ruling must hold without saying so: saving, undoing, forking, replaying and answering late change
//! nothing, what a trace says is enough to repeat it, and nobody sees anything of cards that they do not know.

mod exchange;
mod knowledge;
mod replay;
mod seat_view;
mod tables;
mod variants;

use super::play::{Run, run};
use super::read::Ruling;
use super::snapshot::diff;
use cardwright_game::Ruleset;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use std::rc::Rc;

/// A variant of a run that differs from the run itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// What was done differently.
    pub variant: String,
    /// What came of it.
    pub difference: String,
}

impl Divergence {
    fn new(variant: impl Into<String>, difference: impl Into<String>) -> Self {
        Self { variant: variant.into(), difference: difference.into() }
    }
}

/// What a ruling is run with.
#[derive(Clone, Copy)]
pub(super) struct VariantContext<'a> {
    pub ruling: &'a Ruling,
    pub ruleset: &'a Ruleset,
    pub host: &'a Rc<dyn Scripts>,
}

/// Runs a ruling in every other way, and gives what differed. A ruling that fails by itself has no variants.
pub fn metamorphic(ruling: &Ruling, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Vec<Divergence> {
    let setting = VariantContext { ruling, ruleset, host };
    let expected = run(ruling, ruleset, host);
    if !expected.failures.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(variants::late(setting, &expected));
    found.extend(variants::last_first(setting, &expected));
    found.extend(variants::saved(setting, &expected));
    found.extend(variants::undone(setting, &expected));
    found.extend(variants::undone_to_the_beginning(setting, &expected));
    found.extend(variants::forked(setting, &expected));
    found.extend(replay::replayed(setting, &expected));
    found.extend(replay::fed_back(setting, &expected));
    found.extend(exchange::exchanged(setting));
    found
}

/// How a run differs from the expected one, if it does: in what is wrong, in its trace, or in the state at the end.
fn differs(variant: &str, expected: &Run, found: &Run) -> Option<Divergence> {
    if let Some(problem) = found.failures.first() {
        return Some(Divergence::new(variant, problem.message.clone()));
    }
    if expected.trace != found.trace {
        return Some(Divergence::new(variant, diff(&expected.trace, &found.trace)));
    }
    // A table that another game was put on has taken none.
    if !found.fingerprints.is_empty() && expected.fingerprints != found.fingerprints {
        return Some(Divergence::new(variant, "the state after a decision is another: the fingerprints differ"));
    }
    states_differ(&expected.game, &found.game).map(|difference| Divergence::new(variant, difference))
}

/// How two states differ, if they do.
fn states_differ(expected: &Game, found: &Game) -> Option<String> {
    (expected.state() != found.state())
        .then(|| diff(&format!("{:#?}", expected.state()), &format!("{:#?}", found.state())))
}
