//! Ways of using a card: gates and prices.

use super::{AfterActing, DeclMap, Filter, Hook, Printed, SourceLine, SourceLines, Targets};
use crate::model::ids::{AttrId, DefId, KindId, PhaseId, ValueId, Word, ZoneDeclId};

/// A way of using a card: playing it, putting it on the table, attacking with it, discarding it as a price.
#[derive(Clone, Debug, Default)]
pub struct Action {
    /// The verb of the trace in the third person: "plays", "discards".
    pub says: Box<str>,
    /// The same behind "cannot": "play", "discard".
    pub cannot: Box<str>,
    /// What its uses are called as items, if it is of players or of the game: "income".
    pub title: Box<str>,
    /// The kinds of card that have it by themselves, or players, or the game; a card may declare more in `[uses.<action>]`.
    pub of: Vec<KindId>,
    /// The zones from which a card is used.
    pub from: Vec<ZoneDeclId>,
    /// Who may use a card in those zones.
    pub holder: Holder,
    /// The classes of offers it belongs to; a window's round offers one class.
    pub offered: Vec<Word>,
    /// What must be true; a grant opens a gate by its name.
    pub gates: DeclMap<Gate>,
    /// What is paid when it is announced.
    pub cost: Cost,
    /// Whether the card moves to the pending zone while its item waits; otherwise it stays where it is.
    pub moves: bool,
    /// `fn announce_<action>(item)` of the ruleset: choices made before payment; the card's own `announce` replaces it.
    pub announce: Option<Hook>,
    /// What its uses are aimed at, if they or their cards do not say that themselves.
    pub targets: Vec<Targets>,
    /// `fn resolve_<action>(item)` of the ruleset: what it does; the card's own `resolve` replaces it.
    pub resolve: Option<Hook>,
    /// Whether the ruleset's `resolve_<action>` holds even if the card's script has a `resolve` of its own.
    pub overrides_resolve: bool,
    /// The signal that its announcement sends ("played"), for windows and listeners.
    pub signal: Option<Word>,
    /// The cause with which the card leaves the pending zone when its item is done.
    pub leaves: Option<Word>,
    /// Whether everybody is told at once what is used (true), or the card stays unknown until it resolves.
    pub open: bool,
    /// Whether its use waits on the stack until a window resolves it; not given, it does if the window in which it
    /// is announced resolves the top of the stack.
    pub waits: Option<bool>,
    /// Whether the player who did it is asked again in the same window, as if they had not acted yet.
    pub keeps_turn: bool,
    /// Who is asked after somebody has done it, if the action overrides the window.
    pub after_acting: Option<AfterActing>,
    /// Which items it answers, if it is of players or of the game.
    pub answers: Option<Filter>,
    /// Whom its uses affect, if it is of players or of the game.
    pub affects: AffectedBy,
    /// Whether it may be offered and prove impossible by what is chosen while it is announced; otherwise that is a fault of
    /// the game, for which simulations look.
    pub may_fail: bool,
    /// The definition of its items, if it is of players or of the game.
    pub item: Option<DefId>,
    /// Where it is declared.
    pub lines: SourceLines,
}

/// Whom an item affects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AffectedBy {
    /// The player who used it.
    #[default]
    Actor,
    /// Every player.
    Everyone,
    /// Every player but the one who used it.
    Others,
    /// The players among its targets and the controllers of the cards among them.
    Targets,
    /// Nobody: it deals with an item.
    Nobody,
}

/// Who may use a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Its controller.
    #[default]
    Controller,
    /// Every other player.
    Others,
    /// Everybody.
    Anyone,
}

/// One gate of an action: a predicate, and how people call it.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// Why it is closed, for people: "only in the combat phase".
    pub why: Box<str>,
    /// In one of these phases; empty for any.
    pub phases: Vec<PhaseId>,
    /// In whose turn.
    pub turn: Option<Whose>,
    /// Only while no item waits.
    pub stack_empty: bool,
    /// What the card must be.
    pub card: Option<Filter>,
    /// What the player must be.
    pub player: Option<Filter>,
    /// A predicate of the ruleset, of the card or of a shared script. Uses that answer nothing pass a gate that asks about the
    /// item that is answered.
    pub condition: Option<Hook>,
    /// What the predicate is given besides.
    pub with: Option<Printed>,
    /// Whether it must also stay open: what the use leaves in effect ends as soon as the gate closes.
    pub lasting: bool,
    /// Where it is declared.
    pub line: Option<SourceLine>,
}

impl Gate {
    /// The place of the item that is answered, among what a gate's predicate can be given.
    pub const ANSWERED: u8 = 2;
    /// The place of what it is given besides.
    pub const WITH: u8 = 3;
}

/// Whose turn it is, seen from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The player's own.
    Own,
    /// Another player's.
    Others,
}

/// What an action costs: one of these alternatives; none at all if empty. The first that can be paid is paid, or,
/// where they have names, the one that the player chooses.
pub type Cost = Vec<Price>;

/// For so many parts of a price cards or pieces may be given: to divide them, every set of parts is looked at.
pub const MOST_GIVEN: usize = 8;

/// One alternative of a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Its name, if it has one: the player then chooses among the prices that can be paid, and the trace names it.
    pub name: Option<Word>,
    /// For which cards it holds.
    pub card: Option<Filter>,
    /// For which players it holds.
    pub player: Option<Filter>,
    /// What is paid: all of it, or nothing.
    pub parts: Vec<CostPart>,
}

/// How much of something a price asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A fixed number.
    Fixed(i64),
    /// A value of the card that is used.
    Value(ValueId),
    /// A number attribute of the card that is used, or an option of the game.
    Attribute(AttrId),
}

/// A part of a price. All parts are paid, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostPart {
    /// The card itself leaves with this cause.
    Leave(Word),
    /// A flag or number of the card itself is set; it must not have that value already.
    Set(AttrId, Printed),
    /// The player's attribute goes down by this much, or one of the card itself; it must not fall below zero.
    Spend(AttrId, Amount),
    /// Attributes of the player go down by this much together, besides what else the price takes of them.
    SpendAny(Vec<(AttrId, Word)>, Amount),
    /// Cards of the player's zone leave with this cause.
    Give {
        /// How many.
        count: Amount,
        /// From which of the player's zones.
        from: ZoneDeclId,
        /// Which cards will do.
        card: Filter,
        /// The cause of their leaving.
        cause: Word,
        /// Drawn at random instead of chosen.
        random: bool,
    },
}
