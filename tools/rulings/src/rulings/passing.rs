//! A span of passes in a window: from the first question in it after a step, as long as everybody only passes.

use cardwright_kernel::ids::{Handle, PhaseId, Seat, WindowId};
use cardwright_kernel::rules::{Asks, Rules};
use cardwright_kernel::state::{Game, OpenWindow, Step};
use cardwright_kernel::trace::FactKind;

/// Where a span of passes began, and who was asked what in it.
#[derive(Clone, Debug)]
pub(super) struct PassingSpan {
    depth: usize,
    window: WindowId,
    subject: Handle,
    turn: (u32, PhaseId),
    facts: usize,
    /// The window and what it is about, in words.
    pub about: Option<String>,
    /// The seats that were asked, with what each was offered.
    pub asked: Vec<(Seat, Vec<String>)>,
}

impl PassingSpan {
    /// A span of passes that begins with the question that is open.
    pub fn begin(game: &Game) -> Option<Self> {
        let (depth, open) = innermost(game)?;
        let turn = game.state().turn();
        Some(Self {
            depth,
            window: open.decl,
            subject: open.subject,
            turn: (turn.number, turn.phase),
            facts: game.trace().len(),
            about: None,
            asked: Vec::new(),
        })
    }

    /// Whether the question that is open still belongs to the span of passes.
    pub fn goes_on(&self, game: &Game) -> bool {
        let turn = game.state().turn();
        let since = game.trace().get(self.facts..).unwrap_or_default();
        self.turn == (turn.number, turn.phase)
            && innermost(game).is_some_and(|(depth, open)| {
                (depth, open.decl, open.subject) == (self.depth, self.window, self.subject)
            })
            && since.iter().all(|fact| matches!(fact.what, FactKind::Passes(..)))
    }
}

/// The innermost open window, and how deep it lies on the agenda.
fn innermost(game: &Game) -> Option<(usize, OpenWindow)> {
    let steps = game.state().agenda().iter().enumerate().rev();
    steps.filter_map(|(at, step)| if let Step::Window(open) = step { Some((at, *open)) } else { None }).next()
}

/// Whether the innermost window is about nothing and asks only the player whose it is.
pub(super) fn is_own_window(game: &Game, rules: &Rules) -> bool {
    innermost(game)
        .is_some_and(|(_, open)| open.subject == Handle::NONE && rules.windows[open.decl.index()].asks == Asks::Actor)
}

/// Whether nothing waits: a window about nothing is open, no item is pending, and no resolution is interrupted.
pub fn is_at_rest(game: &Game) -> bool {
    let state = game.state();
    let quiet = matches!(state.agenda().last(), Some(Step::Window(open)) if open.subject == Handle::NONE);
    quiet && state.items().is_empty() && !state.agenda().contains(&Step::Floor)
}
