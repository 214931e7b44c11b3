//! What the command and the tests of this repository do beyond the façade: they take the games out of matches, and play them on
//! tables of their own. With it a program could do what the rules of a game forbid, so the crate `cardwright` passes none of
//! it on: a method of a trait that nobody can name cannot be called.

use crate::bots::{Bot, Situation};
use crate::imagine::Dealer;
use crate::load::{MakeScripts, Ruleset};
use crate::matches::Match;
use crate::replay::{Replaying, Spectator};
use crate::save::LoadError;
use crate::seat::{Observation, PromptView, TraceLine, View, Viewer, WhyNot};
use crate::table::{Begin, BeginError, Player};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Input, Prompt};
use cardwright_kernel::rules::{Recorder, Rules};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{DealError, Homes};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Table;
use cardwright_report::Reporter;
use cardwright_script::lower::code::Probe;
use cardwright_script::watch::Watcher;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A row for each method: the trait declares it, and the type does it by its own method of that name.
macro_rules! inside {
    ($(#[$about:meta])* $trait:ident of $type:ident {$(
        $(#[$meta:meta])*
        fn $name:ident $(<$life:lifetime>)? (&$($own:lifetime)? self $(, $argument:ident: $given:ty)*) $(-> $result:ty)?;
    )*}) => {
        $(#[$about])*
        pub trait $trait {$(
            $(#[$meta])*
            fn $name $(<$life>)? (&$($own)? self $(, $argument: $given)*) $(-> $result)?;
        )*}

        impl $trait for $type {$(
            fn $name $(<$life>)? (&$($own)? self $(, $argument: $given)*) $(-> $result)? {
                $type::$name(self $(, $argument)*)
            }
        )*}
    };
}

inside! {
    /// Rulesets, for programs that play games without a [`Match`].
    RulesetInside of Ruleset {
        /// The rules.
        fn rules(&self) -> &Arc<Rules>;

        /// From which part of a deck each card comes.
        fn homes(&self) -> &Homes;

        /// Scripts that nobody else uses.
        fn host(&self) -> Rc<dyn Scripts>;

        /// The same rules, with scripts that something else runs.
        fn run_by(&self, scripts: MakeScripts) -> Ruleset;

        /// The same rules, and what records which of them, and which parts of scripts, are exercised by games with them.
        fn recorded(&self) -> (Ruleset, Arc<Recorder>);

        /// Where it is recorded what scripts do, by the numbers of the probes; none unless the ruleset is recorded.
        fn probes(&self) -> &[Probe];

        /// Scripts that nobody else uses, and that show somebody what they do.
        fn watched(&self, watcher: Watcher) -> Rc<dyn Scripts>;

        /// The scripts, by number, and lines on which statements begin.
        fn statement_lines(&self) -> BTreeSet<(u16, u16)>;

        /// Begins a game; the first [`advance`](Table::advance) of its table sets it up.
        ///
        /// # Errors
        /// Says what does not fit: the number of players, a deck, a table, or who begins.
        fn begin(&self, begin: &Begin) -> Result<Game, BeginError>;

        /// A match of a game that stands somewhere. Advance it once to have its open prompts again.
        fn match_of(&self, game: Game) -> Match;

        /// Puts a game on a table with somebody who decides.
        fn table(&self, host: &Rc<dyn Scripts>, game: Game, decider: Player) -> Table;

        /// Puts a game on a table where every question waits for an answer from outside.
        fn table_of_people(&self, host: &Rc<dyn Scripts>, game: Game) -> Table;

        /// Asks a bot at a table where no [`Match`] does. It sees what its seat sees, as in a match.
        fn put_to(&self, bot: &mut dyn Bot, game: &Game, asked: &Prompt) -> Option<Answer>;

        /// The trace of a game as text: all of it, or what a seat may read.
        fn trace(&self, game: &Game, reader: Option<Seat>) -> String;

        /// Words facts of a game for the host or for a seat.
        fn reporter<'a>(&'a self, game: &'a Game, reader: Option<Seat>) -> Reporter<'a>;

        /// What a viewer sees of a game.
        fn view(&self, game: &Game, viewer: impl Into<Viewer>) -> View;

        /// What a viewer is asked.
        fn prompts(&self, game: &Game, viewer: impl Into<Viewer>) -> Vec<PromptView>;

        /// The game as bytes.
        fn save(&self, game: &Game) -> Vec<u8>;

        /// The game that the bytes hold. Advance it once to have its open prompts again.
        ///
        /// # Errors
        /// Says why the bytes are no save that fits.
        fn load(&self, bytes: &[u8]) -> Result<Game, LoadError>;

        /// A canonical hash of the state: equal states have equal fingerprints on every machine.
        fn fingerprint(&self, game: &Game) -> u64;

        /// From now on the table keeps the fingerprint after every decision.
        fn keep_fingerprints(&self, table: &mut Table);

        /// Plays a game on with the inputs of a log, from where the game's own log ends, until they are used up or one
        /// does not fit.
        fn replay(&self, host: &Rc<dyn Scripts>, game: Game, log: &[Input]) -> Game;

        /// A game that is played with the inputs of a log, step by step, with an observer.
        fn replaying(
            &self,
            host: &Rc<dyn Scripts>,
            game: Game,
            log: &[Input],
            spectator: Option<Box<dyn Spectator>>
        ) -> Replaying;
    }
}

inside! {
    /// Matches, for what authors are shown and for programs that go on with a game by themselves.
    MatchInside of Match {
        /// The game.
        fn game(&self) -> &Game;

        /// All that a viewer gets if it is an author: also where in the files of the packs each reason is written.
        fn observe_for_author(&self, viewer: Viewer) -> Observation;

        /// What a viewer gets of the trace if it is an author: also where in the files of the packs each reason is written.
        fn trace_for_author(&self, viewer: Viewer) -> Vec<TraceLine>;

        /// What a seat that is asked cannot do now, for an author: also where in the files of the packs each reason is written.
        fn why_not_for_author(&self, viewer: Viewer) -> WhyNot;
    }
}

/// What bots that look ahead are asked, with what their seat may not see: they use it to imagine, and for nothing else.
pub trait SituationInside {
    /// The rules.
    fn ruleset(&self) -> &Ruleset;

    /// The game as it is.
    fn game(&self) -> &Game;

    /// What is asked.
    fn asked(&self) -> &Prompt;

    /// What imagines many games that the bot's seat could not tell from this one.
    ///
    /// # Errors
    /// As for [`Situation::imagine`].
    fn dealer(&self) -> Result<Dealer<'_>, DealError>;
}

impl SituationInside for Situation<'_> {
    fn ruleset(&self) -> &Ruleset {
        Situation::ruleset(self)
    }

    fn game(&self) -> &Game {
        Situation::game(self)
    }

    fn asked(&self) -> &Prompt {
        Situation::asked(self)
    }

    fn dealer(&self) -> Result<Dealer<'_>, DealError> {
        Situation::dealer(self)
    }
}
