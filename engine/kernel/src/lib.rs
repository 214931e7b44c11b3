//! The kernel: what a game is, and what happens in it. It has zones, the stack, windows, items, effects and questions, and
//! knows no word of any game, no file and no script.
//!
//! This page is its interface: what the layers above may use, by noun. Everything else is private.

mod audit;
mod base;
mod model;
mod play;

/// What is wrong with a file, and where: sources, places in them, problems in the words of whoever can mend them.
pub mod problems {
    pub use crate::base::{Colour, Problem, Problems, Source, SourceId, Sources, Span};
}

/// Wording: lists, ranges, suggestions for misspelt words, and what may be shown of a text from outside.
pub mod text {
    pub use crate::base::{
        acts, from_to, is_typographic_quote, list, not_a_quote, printable, printable_json, short_hash, suggest,
        text_of, with_article,
    };
}

/// What is spoken of by number: players, cards, zones, kinds, words, and whatever a ruleset declares. An id is a position in a table
/// of [`rules::Rules`] or of a [`state::State`].
pub mod ids {
    pub use crate::model::ids::{
        ActionId, AttrId, DefId, EntityId, Handle, KindId, LineId, PhaseId, PlayerId, Players, ProcedureId, ScriptId,
        Seat, Seats, SiteId, ValueId, WindowId, Word, ZoneDeclId, ZoneId,
    };
}

/// The declarations of one game, as content fills them in. Each type is a row of a table of [`rules::Rules`], or a field of such a row.
pub mod rules {
    pub use crate::model::rules::{
        Abilities, AbilitySort, Action, AffectedBy, Affects, AfterActing, Amount, ArrangedCard, ArrangedValue,
        ArrangedZone, Arrangement, AskOrder, Asks, AttrType, Attribute, Bearer, Board, BoardForm, BoardLook, Category,
        Check, CheckedAt, Combine, Contribution, Cost, CostPart, Deck, DeclMap, Definition, Dice, Does, Ending,
        EndingHole, EndingText, Exercised, FieldType, Filter, First, FunctionId, GameOption, Gate, Holder, Hook,
        HookGives, HookPlace, HookTakes, Joint, Kind, KindLook, Lasts, LayerOrder, LeftWaiting, Lifetime, Listener,
        LookBy, LookIcon, Looks, Loops, Method, MethodValue, NamedEffect, NewOwner, Opening, OutlinedFunction, Pass,
        Patched, Phase, Price, Printed, Procedure, Purpose, Recorder, Refill, Relation, Repetition, ReplacementOrder,
        Route, Rules, SIGNALS, Scoring, ScriptOutline, ScriptRole, ScriptSource, SeatLook, SeenBy, SignalRow,
        SignalSort, Silence, SourceLine, SourceLines, Space, StandingTable, StaticAbility, Taken, Targets, Template,
        Then, ToldMoment, ToldRule, TriggerOrder, TurnLimit, Turns, Use, ValueDecl, When, Who, Whose, Window, Words,
        Worth, ZoneDecl, ZoneForm, ZoneHolder, ZoneLook, ZonePer, ZoneSide,
    };
}

/// The words that the kernel itself uses: causes, signals, questions and classes that exist in every game.
pub use model::words;

/// How a game begins: who sits where, what lies where, and what chance begins with.
pub mod setup {
    pub use crate::model::deal::{Deal, DealError, Hidden, Homes};
    pub use crate::model::generator::{Generator, Seed, SeedError};
    pub use crate::model::options::OptionError;
    pub use crate::model::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};
}

/// What attributes, values and scripts hold, and how a value comes about.
pub mod values {
    pub use crate::model::carried::{Carried, CarriedPart, CarriedParts};
    pub use crate::model::index::Cell;
    pub use crate::model::numbers::PromptNumbers;
    pub use crate::model::packed::{ChoiceSet, NumberList};
    pub use crate::model::value::{Value, Values};
    pub use crate::play::computing::Line;
    pub use crate::play::query::ValueNow;
}

/// A game as it stands. Only the kernel changes it; what is read here is complete, hidden things included.
pub mod state {
    pub use crate::model::agenda::{Event, OpenWindow, Step};
    pub use crate::model::chance::Chance;
    pub use crate::model::due::Due;
    pub use crate::model::effect::{Effect, Expiry};
    pub use crate::model::game::Game;
    pub use crate::model::item::{Item, NotedValues, Status};
    pub use crate::model::knowledge::Learned;
    pub use crate::model::memory::Memory;
    pub use crate::model::spent::{SetOff, Spent};
    pub use crate::model::state::{Entity, State, Zone};
}

/// What is asked and what is answered, by seats and by chance; and the tape on which answers are kept.
pub mod questions {
    pub use crate::model::open_chance::ChanceQuestion;
    pub use crate::model::prompt::{Answer, AnswerError, AskedText, Choice, Prompt, Question, Shape};
    pub use crate::model::tape::{Branch, BranchStage, Input, QuestionHash};
    pub use crate::play::AnswerMeaning;
}

/// What happened, as facts with numbers; the crate `report` has the words.
pub mod trace {
    pub use crate::model::result::{Placing, Scores};
    pub use crate::model::trace::{
        Against, Fact, FactKind, LoggedLine, Named, NotNow, Reason, Reasons, ScriptLocation, Thing, Things, Written,
    };
}

/// What stops a script or a step, as rows: each with its sentence, and what helps.
pub mod faults {
    pub use crate::play::call::{Fault, Stop};
    pub use crate::play::faults::{FAULTS, FaultRows, step_exhausted};
}

/// How much there may be of everything that content could make grow. The guide has a table of them.
pub mod limits {
    pub use crate::model::agenda::MOST_ANSWERS;
    pub use crate::model::rules::MOST_GIVEN;
    pub use crate::model::spent::{
        AGENDA, CHANGES, ENTITIES, FACTS, HELD, LARGE, LEARNED, PARTS, RULED_OUT, SET_OFF, TURNS,
    };
    pub use crate::play::flow::{CHECKS, IDLE};
    pub use crate::play::limits::{CALL_WORK, LOOK_WORK, NESTING, STEP_WORK, TRACE};
}

/// A game being played: rules, state, scripts and deciders in one place, step by step.
pub mod table {
    pub use crate::play::flow::{ActionError, Progress};
    pub use crate::play::session::{Decider, Nobody, Table, TableMemory};
}

/// What runs scripts for the kernel ([`scripts::Scripts`]), and what it may ask and do while it does.
pub mod scripts {
    pub use crate::play::ask::Ask;
    pub use crate::play::call::{Arg, Wanted};
    pub use crate::play::item::Beginning;
    pub use crate::play::operations::{Goes, ZonePosition, one};
    pub use crate::play::queries::{Attempt, attachments, attempt_at, is_in_supply, is_pile, pile_in, zone_decl};
    pub use crate::play::run::{RuledOut, RunningEvent};
    pub use crate::play::session::Scripts;
    pub use crate::play::together::{DialogueKind, Together};
}

/// Every id in what is saved and told, visited in order: for checks of what comes from outside, and for renumbering.
pub mod visits {
    pub use crate::model::visit::{IdVisitor, VisitIds, Visited};
}
