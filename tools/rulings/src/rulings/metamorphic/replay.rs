//! Variants that start anew: from the log of inputs, and from the lines of the trace.

use super::{Divergence, VariantContext, differs};
use crate::rulings::play::{Pace, Play, Run};
use crate::rulings::steps::feed;
use cardwright_game::RulesetInside;
use cardwright_kernel::problems::{Colour, Source};
use cardwright_kernel::questions::{Input, Prompt};
use cardwright_kernel::setup::Setup;
use cardwright_kernel::state::Game;

/// The inputs of the log, put in again, give the same game.
pub(super) fn replayed(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    let start = Game::new(setting.ruleset.rules(), &setting.ruling.setup);
    let game = setting.ruleset.replay(setting.host, start, expected.game.log());
    let trace = setting.ruleset.trace(&expected.game, None);
    let found = Run { trace: setting.ruleset.trace(&game, None), game, ..expected.clone() };
    differs("replayed from its log", &Run { trace, ..expected.clone() }, &found)
}

/// Whether the game has come to its end in a simultaneous question that some have answered: what is sealed is in no trace.
fn is_in_a_dialogue(game: &Game) -> bool {
    let answered = match game.log().last() {
        Some(Input::Together(_, branches)) => branches.iter().any(|branch| !branch.sealed.is_empty()),
        _ => false,
    };
    answered && game.prompts().iter().any(Prompt::is_sealed)
}

/// The decisions and outcomes of the trace, fed back as steps under another seed, give the same trace.
pub(super) fn fed_back(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    const VARIANT: &str = "fed back from its trace";
    if is_in_a_dialogue(&expected.game) {
        return None;
    }
    let trace = setting.ruleset.trace(&expected.game, None);
    let fed = feed(&trace) + &setting.ruling.closing_questions();
    let ruling = match setting.ruling.with_steps(setting.ruleset.rules(), &fed) {
        Ok(ruling) => ruling,
        Err(problems) => {
            let source = Source { path: "steps", text: &fed };
            return Some(Divergence::new(VARIANT, problems.render(&source, Colour::Plain)));
        }
    };
    let seed = ruling.setup.seed.short().map_or(1, |seed| seed.wrapping_add(1)).into();
    let ruling = crate::rulings::Ruling { setup: Setup { seed, ..ruling.setup.clone() }, ..ruling };
    let mut play = Play::new(&ruling, setting.ruleset, setting.host, Pace::AtOnce);
    play.play_out(&mut |_| {});
    let found = play.finish();
    if let Some(problem) = found.failures.first() {
        let place = problem.span.and_then(|span| ruling.text.get(span.range())).unwrap_or_default();
        return Some(Divergence::new(VARIANT, format!("{}\nat: {place}\n\n{}", problem.message, found.trace)));
    }
    (trace != found.trace).then(|| Divergence::new(VARIANT, crate::rulings::snapshot::diff(&trace, &found.trace)))
}
