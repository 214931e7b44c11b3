#![doc = include_str!("../../README.md")]
//! # Steps
//!
//! What happens between the files of a pack and what a seat sees, and where it is done:
//!
//! 1. **Reading** (`cardwright-content`): the TOML files become rules; everything that is wrong is reported in one run.
//! 2. **Compiling** (`cardwright-script`): the scripts are parsed, checked against the rules and lowered.
//! 3. **Playing** (`cardwright-kernel`): the flow of the game, step by step; each step is a transaction that may ask.
//! 4. **Telling** (`cardwright-report`): facts become lines.
//! 5. **Matches** (`cardwright-game`): all of this at one table, and what each seat gets of it.

pub use cardwright_game::{
    ActionError, Answer, AnswerError, AnswerShape, Attempted, AttributeInfo, Begin, BeginError, BoardForm, BoardLook,
    Bot, CardInfo, CardView, ChanceOutcome, ChanceView, ChoiceView, Colour, Datum, DealError, EffectView, FORMAT,
    Files, GameInfo, ItemStatus, ItemView, JointInfo, KindInfo, KindLook, LearnedView, LoadError, Loaded, LookBy,
    LookIcon, Looks, Match, NamedView, Observation, OptionInfo, OptionView, OutcomeView, PlaceKey, PlacingView,
    PlayerId, PlayerView, PrintedInfo, Problem, Problems, Progress, PromptView, Properties, QuestionView, Random,
    Ruleset, SaveUpdate, ScriptFailure, Seat, SeatHandle, SeatLook, Seed, SeedError, SiteView, Situation, SpaceInfo,
    TableInfo, TitleInfo, TraceLine, TurnView, UnknownCardView, Until, ValueInfo, ValueLine, ValueOf, ValueView, View,
    Viewer, WhyNot, WhyView, WindowView, ZoneForm, ZoneInfo, ZoneKey, ZoneLook, ZoneSide, ZoneView, load,
};
