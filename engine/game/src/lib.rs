//! Rulesets and matches: load packs, begin a match, ask and answer, view, fork, save. Kernel, content, scripts and report meet
//! here.
//!
//! What leaves for a seat is made in one place, `seat`. Embedders get what the crate `cardwright` passes on; [`RulesetInside`],
//! [`MatchInside`] and the last names here are for the command and the tests of this repository.

mod asking;
mod bots;
mod chance;
mod failure;
mod handles;
mod imagine;
mod info;
mod inside;
mod lens;
mod load;
mod matches;
mod pieces;
mod reference;
mod replay;
mod save;
mod seat;
mod table;
mod told;

pub use bots::{Bot, Situation};
pub use cardwright_content::Files;
pub use cardwright_kernel::ids::{PlayerId, Seat};
pub use cardwright_kernel::problems::{Colour, Problem, Problems};
pub use cardwright_kernel::questions::{Answer, AnswerError};
pub use cardwright_kernel::rules::{
    BoardForm, BoardLook, KindLook, LookBy, LookIcon, Looks, SeatLook, ZoneForm, ZoneLook, ZoneSide,
};
pub use cardwright_kernel::setup::{DealError, Seed, SeedError};
pub use cardwright_kernel::table::{ActionError, Progress};
pub use chance::{ChanceOutcome, ChanceView};
pub use failure::ScriptFailure;
pub use handles::SeatHandle;
pub use imagine::Dealer;
pub use info::{
    AttributeInfo, CardInfo, GameInfo, JointInfo, KindInfo, OptionInfo, PrintedInfo, SpaceInfo, TableInfo, TitleInfo,
    ValueInfo, ZoneInfo,
};
pub use inside::{MatchInside, RulesetInside, SituationInside};
pub use load::{Loaded, MakeScripts, Ruleset, load};
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

pub use {
    asking::{AskedFor, Asker, Failing, Reply, ValueParts},
    lens::{Lens, Member},
    reference::{HookDoc, LimitDoc, Verb, hooks, limits, verbs},
    replay::{Replaying, Spectator},
    table::Player,
};

/// Games and rulesets can be sent and shared, matches can be sent: checked where this is compiled.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    const fn sent<T: Send>() {}
    shared::<cardwright_kernel::state::Game>();
    shared::<Ruleset>();
    shared::<Observation>();
    shared::<GameInfo>();
    sent::<Match>();
};
