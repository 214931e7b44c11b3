//! The past of a game: the table as it stood after any line of the trace, and games that are played on from there. It is
//! replayed on threads of its own; [places] says by whom and when.

mod places;
#[cfg(test)]
mod tests;

use cardwright_game::{Match, Progress, Ruleset, RulesetInside, Viewer};
use cardwright_kernel::state::Game;
use cardwright_report::Reporter;
pub(crate) use places::{Asker, Pasts};
use serde_json::{Value, json};
use std::sync::Arc;

/// Into how many stretches the past of a game is cut: so much less than the whole game is replayed for a question.
const STRETCHES: usize = 16;

/// The shortest stretch, in facts.
const SHORTEST: usize = 32;

/// A reader of the past of one game. It keeps the game as it stood at some moments, and replays from the last of them.
#[derive(Default)]
pub(crate) struct Past {
    /// The game as it was when somebody last asked.
    now: Option<Arc<Game>>,
    /// The game as it stood between steps, the earliest first.
    kept: Vec<Game>,
    #[cfg(test)]
    steps: usize,
}

impl Past {
    /// The table as it stood when the step was done that told this line of a viewer's trace.
    pub fn at(&mut self, ruleset: &Ruleset, game: &Arc<Game>, viewer: Viewer, line: usize) -> Option<Match> {
        let fact = fact_of(ruleset, game, viewer, line)?;
        self.turn_to(game);
        let (from, steps) = self.go_to(ruleset, game, fact)?;
        Some(ruleset.match_of(self.replayed(ruleset, game, &from, steps)))
    }

    /// The game before the step that told this line, ready to be played on otherwise.
    pub fn before(&mut self, ruleset: &Ruleset, game: &Arc<Game>, viewer: Viewer, line: usize) -> Option<Match> {
        let fact = fact_of(ruleset, game, viewer, line)?;
        self.turn_to(game);
        let (from, steps) = self.go_to(ruleset, game, fact)?;
        Some(ruleset.match_of(self.replayed(ruleset, game, &from, steps.saturating_sub(1))))
    }

    /// Keeps what belongs to the past of this game: of one that has gone on all, of one that was taken back what was before.
    fn turn_to(&mut self, game: &Arc<Game>) {
        if self.now.as_ref().is_some_and(|now| Arc::ptr_eq(now, game)) {
            return;
        }
        self.kept.retain(|kept| game.log().starts_with(kept.log()));
        self.now = Some(Arc::clone(game));
    }

    /// A moment before a fact was told, and how many steps later it had been. Moments on the way are kept.
    fn go_to(&mut self, ruleset: &Ruleset, game: &Game, fact: usize) -> Option<(Game, usize)> {
        let before = self.kept.partition_point(|kept| kept.trace().len() <= fact);
        let mut from = match before.checked_sub(1) {
            Some(at) => self.kept[at].clone(),
            None => Game::new(ruleset.rules(), game.setup()?),
        };
        let stretch = (game.trace().len() / STRETCHES).max(SHORTEST);
        let mut replay = ruleset.replaying(&ruleset.host(), from.clone(), game.log(), None);
        let mut steps = 0;
        while replay.game().trace().len() <= fact {
            let told = replay.game().trace().len();
            if steps > 0 && told >= from.trace().len() + stretch {
                from = replay.game().clone();
                self.keep(from.clone());
                steps = 0;
            }
            steps += 1;
            self.count();
            if !replay.step() {
                break;
            }
        }
        Some((from, steps))
    }

    /// Keeps a moment, and only every other one when they are many.
    fn keep(&mut self, moment: Game) {
        let at = self.kept.partition_point(|kept| kept.trace().len() < moment.trace().len());
        self.kept.insert(at, moment);
        if self.kept.len() > 2 * STRETCHES {
            let mut stays = false;
            self.kept.retain(|_| {
                stays = !stays;
                stays
            });
        }
    }

    /// The game so many steps after a moment.
    fn replayed(&mut self, ruleset: &Ruleset, game: &Game, from: &Game, steps: usize) -> Game {
        let mut replay = ruleset.replaying(&ruleset.host(), from.clone(), game.log(), None);
        for _ in 0..steps {
            self.count();
            replay.step();
        }
        replay.game().clone()
    }

    #[cfg(test)]
    fn count(&mut self) {
        self.steps += 1;
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "tests count steps")]
    const fn count(&mut self) {}
}

/// The fact with which a line of a viewer's trace begins.
fn fact_of(ruleset: &Ruleset, game: &Game, viewer: Viewer, line: usize) -> Option<usize> {
    let reporter = match viewer {
        Viewer::Host => Reporter::new(ruleset.rules(), game.state()),
        Viewer::Seat(seat) => Reporter::for_seat(ruleset.rules(), game.state(), seat),
    };
    reporter.lines(game.trace()).get(line).map(|(fact, _)| *fact)
}

/// What only the author may read of each line: what caused it, and the line of the script that did it.
pub(crate) fn origins(ruleset: &Ruleset, game: &Game) -> Vec<Value> {
    let reporter = Reporter::new(ruleset.rules(), game.state());
    let facts = game.trace();
    let origin = |(at, _): (usize, String)| {
        let fact = reporter.json(&facts[at]);
        json!({ "names": fact["names"], "cause": fact["cause"], "script": fact["script"], "why": fact["why"] })
    };
    reporter.lines(facts).into_iter().map(origin).collect()
}

/// Plays on until a seat must answer. What scripts do wrong is told by the trace.
pub(crate) fn advance(game: &mut Match) -> Option<Progress> {
    game.advance().map_or_else(|trouble| trouble.progress, Some)
}
