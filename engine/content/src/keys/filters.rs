//! Keys of filters, of prices, of gates, and of actions.

use super::history::Since;
use super::row::*;
use super::who::{EVERYONE, NOBODY, OTHERS, TARGETS, YOU};
use cardwright_kernel::rules::{AffectedBy, Affects, AfterActing, Holder, Relation, Targets, Who, Whose};

table! {
    /// What every filter may say.
    condition = "a filter" {
        /// One kind or several.
        kind: Texts, names &["kind"];
        /// Printed names.
        name: Texts, names &["card"];
        /// Printed names that it must not have.
        not_name: Texts, names &["card"];
        /// Has none of these values; a list names several: `not = { immune = ["stop", "turn"] }`.
        not: Entries(&ValueShape::ALL), keyed &["attribute"];
        /// Lies in one of these zones.
        zone: Texts, names &["zone"];
        /// `"you"`, `"others"`: controlled by the same player as the card that has the filter, or by another; `"this"`: the
        /// card itself, or a use of it; `"host"`: what it is attached to; `"target"`: what an effect is about.
        of: OneOf<Relation>(&RELATIONS), history &[Since("0.3").word("yours", YOU)];
        /// `true`: the card `lasts`.
        lasts: Flag;
        /// Uses only: the action.
        action: Texts, names &["action"];
        /// Uses only: `"you"`, or `"you alone"`.
        affects: OneOf<Affects>(&AFFECTS);
        /// Uses only: whether it answers a use.
        answer: Flag;
        /// Uses only: whether it is a copy.
        copy: Flag;
        /// Uses only: whether it is a trigger.
        trigger: Flag;
    }

    /// Which cards or uses are meant.
    filter = "a filter" with condition, open Attributes "has this value; an attribute that holds several words has this \
        word among them. An option: the game is played with [this option](#options)" {}

    /// Which uses are answered, and why no others.
    answered = "what is answered" with condition, open Attributes "has this value, as in any filter" {
        /// No condition: the reason that players read of what does not match.
        why: Text;
    }

    /// On which signals a window opens by itself.
    opening = "an opening" with condition, open Attributes "has this value, as in any filter" {
        /// The signal.
        on: Text, required, names &["signal"];
    }

    /// A price, or one of several.
    cost = "a cost" {
        /// The cause for which the card itself leaves.
        leave: Text, names &["cause"];
        /// Attributes of the card that are set, with their new values, which they must not have yet.
        set: Entries(&ValueShape::ALL), keyed &["attribute"];
        /// Attributes of the player that are reduced, not below zero, and by how much; or of the card itself, if players have none
        /// of that name.
        spend: Entries(&[ValueShape::Number, ValueShape::Text]), keyed &["attribute"];
        /// What any of several attributes of the player pay, besides what `spend` takes of them; the player divides it.
        any: Inner(&generic::TABLE);
        /// The name of the price; if one price of a list has a name, all must.
        r#as: Text;
        /// A filter of the cards that this price applies to.
        card: Inner(&filter::TABLE);
        /// A filter of the players that this price applies to.
        player: Inner(&filter::TABLE);
        /// Cards that leave another zone of the player.
        give: Tables(&gift::TABLE);
    }

    /// What any of several attributes pay.
    generic = "what any pay" {
        /// The attributes, of the player.
        of: Texts, required, names &["attribute"];
        /// How much together: a number, or the name of a value or of a number attribute of the card that is used.
        amount: Value(&[ValueShape::Number, ValueShape::Text]), required;
    }

    /// What is given for a price.
    gift = "a part of a cost" {
        /// How many cards: a number, or the name of a value or of a number attribute of the card that is used.
        amount: Value(&[ValueShape::Number, ValueShape::Text]), default "1", history &[Since("0.3").key("count")];
        /// The zone that they leave.
        from: Text, required, names &["zone"];
        /// A filter of the cards.
        card: Inner(&filter::TABLE), default "any";
        /// The cause for which they leave.
        cause: Text, required, names &["cause"];
        /// `true`: chance chooses.
        random: FlagOr(false);
    }

    /// What a use or a trigger is aimed at. One of `card`, `player` and `use` is given.
    target = "a target" {
        /// What precedes it in the trace, and in the reason why there is none: `"at"`.
        r#as: Text, required;
        /// A filter of the cards that may be aimed at: those in play, or in the zones that it names, as far as the player
        /// knows them.
        card: Inner(&filter::TABLE), default "no card";
        /// Which players may be aimed at: `"everyone"`, `"you"`, `"others"`.
        player: OneOf<Who>(&WHO), default "nobody";
        /// A filter of the uses and triggers that wait and may be aimed at.
        r#use: Inner(&filter::TABLE), default "none";
        /// How many at least.
        from: Number(0, Targets::MOST as i64), default "1";
        /// How many at most.
        to: Number(0, Targets::MOST as i64), default "as many as at least, and not less than one";
        /// A [predicate](#predicates), which may take `player`, `card` and `target`, and must be true as well.
        r#if: Text;
    }

    /// A condition of an action.
    gate = "a gate" {
        /// The reason that players read when the gate is closed.
        why: Text, default "the name of the gate";
        /// Only in one of these phases.
        phases: Texts, names &["phase"];
        /// `"you"` or `"others"`: whose turn it must be.
        turn: OneOf<Whose>(&TURNS), history &[Since("0.3").word("own", YOU)];
        /// `true`: only while nothing waits on the stack.
        stack_empty: FlagOr(false);
        /// A filter of the card.
        card: Inner(&filter::TABLE);
        /// A filter of the player.
        player: Inner(&filter::TABLE);
        /// A [predicate](#predicates) of the card's script, the ruleset's or a shared one. It may take `player`, `card`, and
        /// `item`, the use that would be answered: uses that answer nothing pass a gate that takes it.
        r#if: Text, history &[Since("0.3").key("script").gave(&["player", "card", "item"]), Since("0.3").gone("answered")];
        /// A text, a number or a flag, which the predicate takes by any other name: `fn <name>(player, nation)`.
        with: Value(&[ValueShape::Text, ValueShape::Number, ValueShape::Flag]);
        /// `true`: the card's standing effect, if it lasts `"while its gates are open"`, ends as soon as this gate closes.
        lasting: FlagOr(false);
    }

    /// A way of using a card, or of acting without one.
    action = "an action" {
        /// The verb of the trace: "throws".
        says: Text, required;
        /// The same behind "cannot": "throw"; needed where `says` is no verb in the third person.
        cannot: Text, default "from `says`";
        /// The kinds whose cards all have this action; or `player` or `game`, for
        /// [an action without a card](#what-belongs-to-nobody).
        of: Texts, default "no kind", names &["kind"];
        /// The zones from which a card is used.
        from: Texts, names &["zone"];
        /// Who may use a card there: `"you"`, who controls it, `"others"`, `"everyone"`.
        holder: OneOf<Holder>(&HOLDERS), default "`\"you\"`; of an action of the game, `\"everyone\"`",
            history &[Since("0.3").word("controller", YOU), Since("0.3").word("anyone", EVERYONE)];
        /// Its classes; a round of a window offers the uses of one class.
        offered: Texts, names &["round"];
        /// Its [gates](#gates), or their names: `gates.poor = "is_poor"`.
        gates: NamedOrText(&gate::TABLE);
        /// Its [price](#costs), or a list of prices.
        cost: Tables(&cost::TABLE);
        /// The card lies on the stack while its use waits.
        moves: FlagOr(true);
        /// Everybody learns at once which card it is.
        open: FlagOr(true);
        /// What its uses [are aimed at](#targets), unless a use or its card says that itself.
        targets: Tables(&target::TABLE);
        /// A function of the ruleset, called with `item`; a card's own takes precedence. `true`: the one of the usual name must be there.
        announce: HookName, default "`fn announce_<action>`, if there is one";
        /// A function of the ruleset, called with `item`; a card's own takes precedence. `true`: the one of the usual name must be there.
        resolve: HookName, default "`fn resolve_<action>`, if there is one";
        /// `true`: the ruleset's `resolve_<action>` is called instead of the `resolve` of a card that has one.
        overrides_resolve: FlagOr(false), history &[Since("0.3").key("own_resolve")];
        /// The signal that its announcement sends.
        signal: Text;
        /// The cause with which the card leaves the stack.
        leaves: Text, default "`\"played\"`";
        /// Whether its use waits on the stack until a window resolves it.
        waits: Flag, default "only in a window that resolves the top of the stack";
        /// The player who did it is asked again as if they had not acted yet.
        keeps_turn: FlagOr(false);
        /// What is chosen while it is announced may prove it impossible, so that it is taken back; otherwise `sim` counts that as
        /// a fault.
        may_fail: FlagOr(false);
        /// Who is asked next: the `"next"` player, `"you"` who acted, or the `"turn player"`.
        after_acting: OneOf<AfterActing>(&AfterActing::WORDS), default "the window's", names &["attribute"],
            history &[Since("0.3").word("actor", YOU)];
        /// Of an action without a card: what its use is called while it waits to resolve.
        title: Text, default "the action's key";
        /// Of an action without a card: a [filter](#filters) of the uses that it answers, in the rounds that `offered` names.
        answers: Inner(&answered::TABLE);
        /// Of an action without a card: whom it affects, as for a card.
        affects: FirstOf<AffectedBy>(&WHOM);
    }

    /// On which terms a card is used.
    terms = "a use" {
        /// The zones from which it is used.
        from: Texts, default "the action's", names &["zone"];
        /// Its [price](#costs).
        cost: Tables(&cost::TABLE), default "the action's";
        /// [Gates](#gates), in addition to the action's; one of the same name replaces the action's.
        gates: NamedOrText(&gate::TABLE);
        /// What it [is aimed at](#targets).
        targets: Tables(&target::TABLE), default "what the card's are, or the action's";
        /// `false`: this use leaves nothing in effect even though the card `lasts`.
        lasts: FlagOr(true);
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// A use of a card by an action, on terms of its own.
    usage = "a use" with terms {
        /// The action's classes; a round of a window offers one class.
        offered: Texts, default "the action's", names &["round"];
    }

    /// A use of a card that answers others.
    answer = "an answer" with terms {
        /// The rounds of windows in which it is offered.
        round: Texts, required, names &["round"];
        /// A [filter](#filters) of what it answers.
        to: Inner(&answered::TABLE), required;
        /// `true`: this action can use the card only as an answer.
        only: FlagOr(false);
        /// The action by which it answers.
        by: Text, default "the first action of its kind", names &["action"];
    }
}

/// Whose something is, as files say it.
pub(super) const RELATIONS: [(&str, Relation); 5] = [
    (YOU, Relation::Yours),
    (OTHERS, Relation::Others),
    ("this", Relation::This),
    ("host", Relation::Host),
    ("target", Relation::Target),
];

const AFFECTS: [(&str, Affects); 2] = [(YOU, Affects::You), ("you alone", Affects::YouAlone)];

const HOLDERS: [(&str, Holder); 3] = [(YOU, Holder::Controller), (OTHERS, Holder::Others), (EVERYONE, Holder::Anyone)];

/// Who is meant.
pub(super) const WHO: [(&str, Who); 3] = [(EVERYONE, Who::Everyone), (YOU, Who::You), (OTHERS, Who::Others)];

/// Whom a use affects.
pub(super) const WHOM: [(&str, AffectedBy); 5] = [
    (YOU, AffectedBy::Actor),
    (EVERYONE, AffectedBy::Everyone),
    (OTHERS, AffectedBy::Others),
    (TARGETS, AffectedBy::Targets),
    (NOBODY, AffectedBy::Nobody),
];

const TURNS: [(&str, Whose); 2] = [(YOU, Whose::Own), (OTHERS, Whose::Others)];
