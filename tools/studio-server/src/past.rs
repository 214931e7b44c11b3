//! The past of a game: the table as it stood after any line of the trace, and games that are played on from there.

use cardwright::game::{Match, Progress, Replaying, Ruleset, Viewer};
use cardwright::model::game::Game;
use cardwright::report::Reporter;
use serde_json::{Value, json};

/// A reader of the past of one game. It remembers where it stands, so going forward by a line is cheap.
#[derive(Default)]
pub(crate) struct Past {
    replay: Option<Replaying>,
    /// How many inputs the game had when the replay was begun: one that has gone on is replayed anew.
    inputs: usize,
    steps: usize,
}

impl Past {
    /// The table as it stood when the step was done that told this line of a viewer's trace.
    pub fn at(&mut self, ruleset: &Ruleset, game: &Game, viewer: Viewer, line: usize) -> Option<Match> {
        let fact = fact_of(ruleset, game, viewer, line)?;
        self.go_to(ruleset, game, fact)?;
        Some(Match::of(ruleset, self.replay.as_ref()?.game().clone()))
    }

    /// The game before the step that told this line, ready to be played on otherwise.
    pub fn before(&mut self, ruleset: &Ruleset, game: &Game, viewer: Viewer, line: usize) -> Option<Match> {
        let fact = fact_of(ruleset, game, viewer, line)?;
        self.forget();
        self.go_to(ruleset, game, fact)?;
        let steps = self.steps - 1;
        let mut replay = begin(ruleset, game)?;
        for _ in 0..steps {
            replay.step();
        }
        Some(Match::of(ruleset, replay.game().clone()))
    }

    /// Goes on, or begins again, until this fact has been told.
    fn go_to(&mut self, ruleset: &Ruleset, game: &Game, fact: usize) -> Option<()> {
        let is_behind = self.replay.as_ref().is_some_and(|replay| replay.game().trace().len() <= fact);
        if !is_behind || self.inputs != game.log().len() {
            (self.replay, self.inputs, self.steps) = (Some(begin(ruleset, game)?), game.log().len(), 0);
        }
        let replay = self.replay.as_mut()?;
        while replay.game().trace().len() <= fact {
            self.steps += 1;
            if !replay.step() {
                break;
            }
        }
        Some(())
    }

    /// Forgets where it stands: the game has become another one.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The replay of a game from its beginning; of a game without one, nothing.
fn begin(ruleset: &Ruleset, game: &Game) -> Option<Replaying> {
    let beginning = Game::new(ruleset.rules(), game.setup()?);
    Some(ruleset.replaying(&ruleset.host(), beginning, game.log(), None))
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
