//! The façade, all that an embedder needs: load packs, begin a match, ask and answer, view, fork, save. It wires the other
//! layers together.
//!
//! What leaves for a seat is made in one place, `seat`. What is marked as internal is only for the command and the tests
//! of this repository, behind the cargo feature `internals`.

mod bots;
mod chance;
mod deciders;
mod failure;
mod handles;
mod hosts;
mod imagine;
mod info;
#[cfg(feature = "internals")]
mod lens;
mod load;
mod matches;
mod pieces;
#[cfg(feature = "internals")]
mod reference;
mod replay;
mod save;
mod seat;
mod table;
mod told;

pub use crate::base::{Colour, Problem, Problems};
pub use crate::catalog::Files;
pub use crate::model::deal::DealError;
pub use crate::model::generator::{Seed, SeedError};
pub use crate::model::ids::{PlayerId, Seat};
pub use crate::model::prompt::{Answer, AnswerError};
pub use crate::model::rules::{
    BoardForm, BoardLook, KindLook, LookBy, LookIcon, Looks, SeatLook, ZoneForm, ZoneLook, ZoneSide,
};
pub use crate::play::flow::{ActionError, Progress};
pub use bots::{Bot, Situation};
pub use chance::{ChanceOutcome, ChanceView};
pub use deciders::{DECIDERS, DeciderError, Greedy, Mcts, decider};
pub use failure::ScriptFailure;
pub use handles::SeatHandle;
pub use info::{
    AttributeInfo, CardInfo, GameInfo, JointInfo, KindInfo, OptionInfo, PrintedInfo, SpaceInfo, TableInfo, TitleInfo,
    ZoneInfo,
};
pub use load::{Evaluator, Loaded, Ruleset, load};
pub use matches::Match;
pub use pieces::SaveUpdate;
pub use save::{FORMAT, LoadError};
pub use seat::{
    AnswerShape, Attempted, CardView, ChoiceView, Datum, EffectView, ItemStatus, ItemView, LearnedView, NamedView,
    Observation, OptionView, OutcomeView, PlaceKey, PlacingView, PlayerView, PromptView, Properties, QuestionView,
    SiteView, TraceLine, TurnView, UnknownCardView, Until, ValueLine, ValueOf, ValueView, View, Viewer, WhyNot,
    WhyView, WindowView, ZoneKey, ZoneView,
};
pub use table::{Begin, BeginError, Random};

#[cfg(feature = "internals")]
pub use {
    lens::{Lens, Member},
    reference::{HookDoc, LimitDoc, Verb, hooks, limits, verbs},
    replay::{Replaying, Spectator},
    table::Player,
};

/// Games and rulesets can be sent and shared, matches can be sent: checked where this is compiled.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    const fn sent<T: Send>() {}
    shared::<crate::model::game::Game>();
    shared::<Ruleset>();
    shared::<Observation>();
    shared::<GameInfo>();
    sent::<Match>();
};
