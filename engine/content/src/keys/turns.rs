//! Keys of windows, of the turn, and of what is counted in it.

use super::filters::opening;
use super::history::Since;
use super::row::*;
use super::who::{EVERYONE, NEXT, OTHERS, TURN_PLAYER, YOU};
use cardwright_kernel::limits::MOST_ANSWERS;
use cardwright_kernel::rules::{AfterActing, AskOrder, Asks, First, Pass, Then};

table! {
    /// Who may answer, in what order, how often.
    window = "a window" {
        /// Who is asked: `"others"`, `"everyone"`, or `"you"`, for whom it opens: who acted, or whose turn it is.
        asks: OneOf<Asks>(&ASKS), required, history &[Since("0.3").word("actor", YOU)];
        /// The class offered in each round.
        rounds: Texts, required, names &["round"];
        /// The name shown to people.
        title: Text, default "its name";
        /// `{ on = "<signal>", … }` with a filter of what sent it, or a list of these.
        opens: Tables(&opening::TABLE);
        /// `"at once"` and `"in secret"`: [all are asked at the same time](#several-players-at-once).
        order: FirstOf<AskOrder>(&ORDER);
        /// Who is asked first: `"you"`, the `"next"` player after you, or the `"turn player"`.
        from: OneOf<First>(&FIRST), default "by `asks`",
            history &[Since("0.3").word("left of actor", NEXT), Since("0.3").word("actor", YOU)];
        /// Who is asked after you have acted: the `"next"` player, `"you"` again, or the `"turn player"`; or the name of an option
        /// with such choices.
        after_acting: OneOf<AfterActing>(&AfterActing::WORDS), default "`\"next\"`", names &["attribute"],
            history &[Since("0.3").word("actor", YOU)];
        /// How many answers each player has.
        quota: Inner(&quota::TABLE), default "no limit";
        /// Who may pass, and [for how long](#how-long-a-pass-holds).
        pass: Inner(&passing::TABLE), history &[Since("0.3").beside("may_pass", "if").gave(&["player"]), Since("0.3").alone("holds")];
        /// `"for new targets"`: players who become affected are asked again.
        reopens: FirstOf<bool>(&REOPENS);
        /// Everybody is asked, even players who can do nothing; without it, `check` warns where a hand decides who is asked.
        masked: FlagOr(false);
        /// `"resolve top"`: when all have passed, the top of the stack resolves and all are asked again.
        then: FirstOf<Then>(&THEN);
        /// It opens by itself when items wait and nothing else would resolve them.
        for_waiting: FlagOr(false);
        /// A [predicate](#predicates), which may take `player`: who is asked.
        r#if: Text, history &[Since("0.3").key("only").gave(&["player"])];
    }

    /// What it means to pass.
    passing = "a pass" {
        /// A [predicate](#predicates), which may take `player`: who may pass.
        r#if: Text;
        /// `"final"`: for this round of this window; `"until the stack changes"`; `"hands on"`: it only hands the turn to the
        /// next player, until all pass in a row.
        holds: FirstOf<Pass>(&PASS);
    }

    /// How many answers each player has.
    quota = "a quota" {
        /// How many.
        answers: Number(1, MOST_ANSWERS as i64), required;
        /// `"if stopped"` returns an answer that was stopped.
        refund: FirstOf<bool>(&REFUND);
    }

    /// A phase of a turn.
    phase = "a phase" {
        /// The name shown to people and in traces.
        title: Text, default "its key";
        /// The windows that it opens, one after the other.
        windows: Texts, names &["window"];
        /// The function that is called when it begins, with `player`; `true`: the one of the usual name must be there.
        begin: HookName, default "`fn begin_<phase>`, if there is one";
        /// The function that is called when it ends, with `player`; `true`: the one of the usual name must be there.
        end: HookName, default "`fn end_<phase>`, if there is one";
        /// A [predicate](#predicates), which may take `player`: the phase takes place only if this is true.
        r#if: Text, history &[Since("0.3").key("only").gave(&["player"])];
        /// `true`: without state checks.
        unchecked: FlagOr(false);
        /// `true`: the gap between two turns; only possible for the last phase.
        between_turns: FlagOr(false);
        /// `true`: when a player leaves the game during their own turn, the turn continues with this phase; if it has come this
        /// far already, nothing is skipped. Without such a phase, the turn ends.
        after_leaving: FlagOr(false);
    }

    /// A number, or a set of words, that cards modify.
    value = "a value" {
        /// The kinds that have it; `player` and `game` are kinds.
        of: Texts, required, names &["kind"];
        /// What it starts from: a number; or the name of an attribute: a number, or a choice, which counts as its place among the
        /// `choices`, from 1. `true`: `fn value_<name>(subject)` returns the number; or the name of another function. With the
        /// name of an attribute of the type `choices`, which the value shares, it is [a set of words](#sets-of-words).
        amount: Value(&[ValueShape::Number, ValueShape::Text, ValueShape::Flag]), default "what `fn value_<name>` gives, if there is one; otherwise 0", names &["attribute", "function"],
            history &[Since("0.3").key("base"), Since("0.3").key("start"), Since("0.3").key("script")];
        /// It is never below this.
        at_least: Number(i64::MIN, i64::MAX);
        /// `play` does not show it; for bookkeeping that no player would mention.
        quiet: FlagOr(false);
    }

    /// A state check.
    check = "a check" {
        /// Its name.
        name: Text, required;
        /// It runs when something in one of these zones has changed.
        zones: Texts, names &["zone"];
        /// It runs when one of these attributes has changed.
        attributes: Texts, names &["attribute"];
        /// The function.
        hook: Text, default "`check_<name>`", history &[Since("0.3").key("script")];
    }

    /// Dice that are rolled into attributes of a player.
    dice = "dice" {
        /// The faces, each as often as it is on the die.
        faces: Texts, required;
        /// The number attribute of the player that each face adds to.
        adds: Entries(&[ValueShape::Text]), required, names &["attribute"];
    }
}

const ASKS: [(&str, Asks); 3] = [(OTHERS, Asks::Others), (EVERYONE, Asks::Everyone), (YOU, Asks::Actor)];

const FIRST: [(&str, First); 3] = [(NEXT, First::LeftOfActor), (YOU, First::Actor), (TURN_PLAYER, First::TurnPlayer)];

const ORDER: [(&str, AskOrder); 3] =
    [("in turn", AskOrder::InTurn), ("at once", AskOrder::AtOnce), ("in secret", AskOrder::InSecret)];

const PASS: [(&str, Pass); 3] =
    [("final", Pass::Final), ("until the stack changes", Pass::UntilStackChanges), ("hands on", Pass::HandsOn)];

const THEN: [(&str, Then); 2] = [("continue", Then::Continue), ("resolve top", Then::ResolveTop)];

const REFUND: [(&str, bool); 2] = [("never", false), ("if stopped", true)];

const REOPENS: [(&str, bool); 2] = [("never", false), ("for new targets", true)];
