//! The trace: what happened, as typed facts in order. Facts name cards and definitions, never an entity that
//! may be gone; who knew a name is kept as it was when the fact was written. The report turns facts into sentences.

use crate::model::ids::{
    ActionId, AttrId, LineId, PhaseId, PlayerId, Players, Seat, Seats, ValueId, WindowId, Word, ZoneId,
};
use crate::model::result::Placing;
use crate::model::value::Value;
use serde::{Deserialize, Serialize};

pub use crate::model::named::{Named, Thing, Things};
pub use crate::model::reason::{Against, NotNow, Reason, Reasons, ScriptLocation, Written};

/// A line that a script has written for its author. It is no part of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedLine {
    /// What it says.
    pub text: Box<str>,
    /// The place in the script.
    pub place: Option<ScriptLocation>,
}

/// A row for each sort of fact: its mark in the trace, its tag in JSON, and its fields. What stands between the name of a
/// field and its type is for the [visitor](crate::model::visit).
macro_rules! fact_rows {
    ($then:ident) => {
        $then! {
            /// A turn begins: its number, whose it is, whether it was inserted.
            "#" "turn" Turn(number: u32, player: PlayerId, extra: bool);
            /// A phase begins.
            "##" "phase" Phase(phase: PhaseId);
            /// A seat uses a card, perhaps in answer to an item. A decision.
            ">" "uses" Uses {
                /// Who.
                seat: Seat,
                /// How.
                action: ActionId,
                /// Which card.
                card: Named,
                /// What it answers.
                answers: Option<Named>,
            };
            /// What was chosen while announcing: it becomes part of the line of the use.
            ">" "announces" Announces(phrase: Word, things: Things);
            /// A seat passes. A decision. The window and round in which it does.
            ">" "passes" Passes(seat: Seat, window: WindowId, round: u8);
            /// A seat answers a question. A decision.
            ">" "chooses" Chooses(seat: Seat, question: Word, about each or none: Things, things: Things);
            /// A seat waits, in a simultaneous question, until those before it have been seen. A decision.
            ">" "waits" Waits(seat: Seat);
            /// Chance decided: what was asked, for whom, and what came.
            "*" "chance" Chance(what: Word, player: PlayerId, things: Things, seen: Seats);
            /// A card goes from a zone to another.
            "-" "moves" Moves(card: Named, from: ZoneId, to: ZoneId, cause: Word);
            /// So many pieces of a pile go from a zone to another; from none they are new, to none they are gone.
            "-" "pieces" Pieces(pile: Named, count: u32, from or none: ZoneId, to or none: ZoneId, cause: Word);
            /// An attribute of a card, a player or the game changes.
            "-" "sets" Sets(thing: Option<Thing>, attribute: AttrId, before: Value, after: Value);
            /// A value of something, or of the game; its parts follow.
            "-" "value" Value(value: ValueId, thing: Option<Thing>, amount: i64);
            /// A part of a value: its amount, its contributor, and what it is for.
            "-" "part" Part(amount: i64, by: Option<Named>, why: Things);
            /// A card is attached to another, or no longer to any.
            "-" "attaches" Attaches(card: Named, host: Option<Named>);
            /// A player gains or loses control of a card.
            "-" "controls" Controls(card: Named, player: PlayerId);
            /// A card becomes something else, or what it is by itself.
            "-" "becomes" Becomes(card: Named, now: Named);
            /// A card is shown to seats.
            "-" "shows" Shows(card: Named, seats: Seats);
            /// Seats learn of cards that an attribute of theirs has a value, or has not.
            "-" "learns" Learns {
                /// Who.
                by: Seats,
                /// The attribute.
                attr: AttrId,
                /// The value.
                value: Value,
                /// Whether it is so.
                is: bool,
                /// The cards.
                things: Things,
            };
            /// So many cards of a zone are put on its top, or at its bottom.
            "-" "restacks" Restacks(zone: ZoneId, count: u32, top: bool);
            /// A zone is shuffled.
            "-" "shuffles" Shuffles(zone: ZoneId);
            /// The cards of a zone went to another, which is refilled from it.
            "-" "refills" Refills(from: ZoneId, to: ZoneId);
            /// Cards became a player's, or nobody's.
            "-" "owns" Owns(card: Named, player or none: PlayerId);
            /// An item's effect is carried out.
            "-" "resolves" Resolves(card: Named);
            /// A listener's call is put on the stack.
            "-" "triggers" Triggers(card: Named);
            /// A listener's call is not put on the stack, because of this.
            "x" "does not trigger" Idle(thing: Thing, reason: Reason);
            /// A listener's call that waited on the stack is carried out.
            "-" "trigger resolves" TriggerResolves(card: Named);
            /// A card is created in a zone.
            "-" "creates" Creates(card: Named, zone: ZoneId);
            /// A listener's call that waited on the stack leaves it without effect.
            "-" "trigger leaves" TriggerLeaves(card: Named);
            /// What was created, or a copy, ceases to exist, because of this.
            "-" "vanishes" Vanishes(card: Named, why: Word);
            /// An item is stopped by another.
            "-" "negated" Negated(item: Named, by: Named);
            /// An item finds nothing to do any more.
            "x" "fizzles" Fizzles(card: Named);
            /// A player is exempt from an item or a standing effect.
            "-" "exempt" Exempt(player: PlayerId, card: Named);
            /// An item is aimed anew.
            "-" "retargets" Retargets(item: Named, things: Things);
            /// A player makes a copy of an item.
            "-" "copies" Copies(player: PlayerId, card: Named);
            /// A player puts a copy of an item on the stack.
            "-" "copied" Copied(player: PlayerId, card: Named);
            /// A standing effect begins.
            "-" "stands" Stands(card: Named);
            /// A standing effect ends.
            "-" "ends" Ends(card: Named);
            /// A player is going to have a turn more.
            "-" "extra-turn" ExtraTurn(player: PlayerId);
            /// A player's next turn is skipped, or has just been.
            "-" "skip" Skip(player: PlayerId, done: bool);
            /// The direction of play changes.
            "-" "reverses" Reverses;
            /// A line that the ruleset declares, and what it is about.
            "-" "says" Says(line: LineId, about each or none: Things);
            /// Something was kept from happening.
            "x" "stays" Stays(thing: Thing, reason: Reason);
            /// What a seat had answered in a simultaneous question cannot be done any more; this is done instead.
            "x" "lost" Lost(seat: Seat, things: Things);
            /// An attempt was refused.
            "x" "refused" Refused {
                /// Who.
                seat: Seat,
                /// How.
                action: ActionId,
                /// Which card.
                card: Named,
                /// In answer to what.
                answers: Option<Named>,
                /// With what choice: the phrase, and what was chosen.
                choosing: Option<(Word, Thing)>,
                /// Why.
                why: Box<Reasons>,
            };
            /// An answer to a question was refused.
            "x" "refused choice" RefusedChoice {
                /// Who.
                seat: Seat,
                /// To what question.
                question: Word,
                /// What is filled into it.
                about each or none: Things,
                /// What would have been chosen.
                things: Things,
                /// Why.
                why: Against,
            };
            /// A script failed: which card or ruleset, where, and what it said.
            "!" "faulted" Faulted(who: Option<Named>, place: Option<ScriptLocation>, message: Box<str>);
            /// A player leaves the game. A decision.
            ">" "leaves" Leaves(player: PlayerId);
            /// How many points the players have at the end, in the order of their places.
            "#" "scores" Scores(placings: Box<[Placing]>);
            /// The game is over: the winners, why, and whether everybody has lost.
            "#" "over" Over(winners: Players, why: Word, defeat: bool);
            /// A player has lost and is out of the game.
            "-" "drops" Drops(player: PlayerId);
            /// The same position has come up so often.
            "-" "repeats" Repeats(times: u32);
            /// So many things were set off in a row, by these cards, while nobody did anything but pass.
            "-" "loops" Loops(count: u32, cards: Things);
            /// The game is over, for a reason with a text that names things.
            "#" "over" Ended {
                /// The winners.
                winners: Players,
                /// Why: the name of an ending.
                why: Word,
                /// Whether everybody has lost.
                defeat: bool,
                /// What is put into the text.
                about each or none: Things,
            };
            /// A line that the ruleset declares about cards of which others have one of the same name: it says whose they are. (Saves
            /// number facts in this order: what is new comes last.)
            "-" "says" SaysOf(line: LineId, about each or none: Things);
            /// Several players leave the game at the same time, by conceding or dropping out.
            ">" "leaves" LeaveTogether(players: Players);
            /// What has just gone somewhere was sent there by this, instead of where it would have gone: part of its line.
            "-" "sent" Sent(card: Named);
        }
    };
}
pub(crate) use fact_rows;

macro_rules! facts {
    ($(
        $(#[$doc:meta])*
        $mark:literal $tag:literal $name:ident
        $(( $($field:ident $($how:ident)*: $type:ty),+ ))?
        $({ $( $(#[$about:meta])* $named:ident $($named_how:ident)*: $of:ty, )+ })?;
    )*) => {
        /// What happened. Saves number facts in the order of these rows: what is new comes last.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum FactKind {$(
            $(#[$doc])*
            $name $(( $($type),+ ))? $({ $( $(#[$about])* $named: $of ),+ })?,
        )*}

        impl FactKind {
            /// How its line begins: `#` heading, `>` decision, `*` what chance gave, `-` change, `x` something kept from
            /// happening, `!` fault.
            pub const fn mark(&self) -> &'static str {
                match self { $(Self::$name { .. } => $mark,)* }
            }

            /// What sort of fact it is, as JSON has it.
            pub const fn tag(&self) -> &'static str {
                match self { $(Self::$name { .. } => $tag,)* }
            }
        }
    };
}

fact_rows!(facts);

/// A fact: what happened, how deep in answers to answers, and where it came from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// How many open answers, and uses that have set off others, it is inside of.
    pub depth: u16,
    /// What happened.
    pub what: FactKind,
    /// The item or card that caused it.
    pub cause: Option<Named>,
    /// The place in a script that did it.
    pub place: Option<ScriptLocation>,
    /// Whether the fact stays when the script that wrote it faults: decisions and chance do.
    pub input: bool,
}

impl FactKind {
    /// Whether the fact is an input, a decision or chance: fed back, inputs repeat the trace.
    pub const fn is_input(&self) -> bool {
        matches!(self.mark().as_bytes(), b">" | b"*")
    }
}
