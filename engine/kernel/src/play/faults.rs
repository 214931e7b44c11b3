//! What can fail in a game: every sentence, and what its author can do about it. The guide lists them by these rows.

use super::flow::{CHECKS, IDLE};
use super::limits::{NESTING, STEP_WORK};
use crate::model::spent::{AGENDA, CHANGES, ENTITIES, FACTS, HELD, LEARNED, RULED_OUT, SET_OFF, TURNS};

/// What one can do, and the sentences of the faults against which it helps: what they name stands in braces.
pub type FaultRows = &'static [(&'static str, &'static [&'static str])];

/// Declares faults. Those against which the same helps stand together, below what one can do; each has the name of the
/// function that makes it, what that takes, and its sentence.
#[macro_export]
macro_rules! faults {
    ($($advice:literal { $($name:ident($($arg:ident),*) $sentence:literal;)* })*) => {
        /// All of them, in the order of the guide.
        pub const FAULTS: $crate::faults::FaultRows = &[$(($advice, &[$($sentence),*])),*];

        $($(
            #[doc = $sentence]
            #[cold]
            pub fn $name($($arg: impl std::fmt::Display),*) -> $crate::faults::Fault {
                $crate::faults::Fault { message: format!($sentence), place: None }
            }
        )*)*
    };
}

faults! {
    "a loop runs too long, or makes too much: see [the limits](limits.md)" {
        step_exhausted() "the scripts of one step took more than {STEP_WORK} operations together";
        changes_exhausted() "one step made more than {CHANGES} changes";
        lines_exhausted() "one step wrote more than {FACTS} lines";
        steps_exhausted() "more than {AGENDA} steps wait to be done: let each set off the next instead of all at once";
        turns_exhausted() "more than {TURNS} extra turns wait";
        entities_exhausted() "there are more than {ENTITIES} cards, items and effects: what is over must cease to exist";
        knowledge_exhausted() "seats have learned more than {LEARNED} things about cards: let them see the cards instead";
        room_exhausted()
            "items, effects and steps that wait hold more than {HELD} things together: let notes, targets and what is handed on be shorter, or fewer";
        exclusions_exhausted() "more than {RULED_OUT} options are ruled out of questions at a time: offer what is left";
    }
    "let one of them come afterwards: a listener with `when = \"after\"`, a use or a window with `\"next\"`, a function with `next`. The script that went too deep is undone; those around it go on" {
        cards_too_deep()
            "cards set each other off at once more than {NESTING} deep: let one of them wait until what it has heard is done, with `when = \"after\"`";
        scripts_too_deep()
            "scripts set each other off more than {NESTING} deep: let one of them go on afterwards, with `next` or `perform(…, \"next\")`";
        uses_too_deep()
            "uses and windows are more than {NESTING} deep inside each other: let one of them come afterwards, with `perform(…, \"next\")`";
    }
    "keep one of them in an attribute, and set that when something changes" {
        values_too_deep()
            "values and conditions need each other more than {NESTING} deep: keep one of them in an attribute, and set that when something changes";
        value_in_circle(value, chain) "the value `{value}` needs itself: {chain}";
    }
    "let something come to an end: a check that changes only what it has not changed yet, a step that does not set off itself; or say in [`[loops]`](endings.md) what becomes of it" {
        checks_restless(check)
            "the state checks do not come to rest: after {CHECKS} rounds, `{check}` still changes something";
        set_off_without_end(what)
            "nobody has done anything but pass while {SET_OFF} things were set off in a row: {what} without end (`[loops]` can say how the game ends then)";
        goes_in_circles(spent, what) "nobody was asked anything {spent}: {what} goes round in circles";
        turns_in_circles(spent) "nobody was asked anything {spent}: the turns go round in circles";
        nobody_asked() "nobody was asked anything for {IDLE} steps: what it sets off has no end";
    }
    "do it afterwards, with `open(…, \"next\")` or `next`" {
        window_inside_together()
            "a window cannot be opened inside a simultaneous question: open it afterwards, with `open(…, \"next\")`";
        together_inside_together()
            "a simultaneous question cannot be asked inside another: ask it afterwards, with `next`";
    }
    "ask each player in their own dialogue" {
        together_asks_another() "in a simultaneous question each dialogue asks only its own player";
    }
    "offer less, or ask in parts" {
        too_many_options(most) "a question cannot have more than {most} options";
        too_much_to_divide(most, question) "nobody can divide more than {most}: `{question}`";
        too_many_numbers_to_rule_out(most) "of more than {most} numbers none can be ruled out";
    }
    "a gate, ban, value or the like may only look: act in a hook that may" {
        refused_while_looking(verb) "`{verb}` is refused here: a predicate or a value asks nobody and changes nothing";
    }
    "say so while it is announced, in `announce`" {
        impossible_too_late() "an action can prove impossible only while it is announced";
    }
    "do not keep an item beyond its end" {
        item_gone() "this item is no longer there";
    }
    "declare it, or give it to the kind" {
        effect_unknown(name) "neither the card nor the rules declare an effect `{name}`";
        attribute_unchanging(kind, attribute) "the kind `{kind}` has no changing attribute `{attribute}`";
        attribute_of_no_kind(kind, attribute) "the kind `{kind}` has no attribute `{attribute}`";
        attribute_is_option(attribute) "`{attribute}` is an option of the game, which is chosen before it begins and stays";
        attribute_not_learned(attribute)
            "`{attribute}` cannot be learned: only numbers, flags, choices and single words of several can";
    }
    "cards and counted pieces have verbs of their own: see [what belongs to nobody](commons.md)" {
        not_a_card(name)
            "`{name}` is not a card; of counted pieces, say how many: `player.create(\"{name}\", zone, amount)`";
        not_counted(name) "`{name}` is not a counted piece";
        becomes_other_kind(kind, other) "a card of the kind `{kind}` cannot become one of the kind `{other}`, and a piece nothing else";
        becomes_elsewhere(name) "`{name}` can turn, or become something else, only in play";
        supply_not_drawn() "cards of a supply are taken, not drawn: use `take` or `move_to`";
    }
    "end the game as the ruleset declares it" {
        all_win_together() "in a game that is `cooperative` all who are still there win together";
        no_result_declared() "the ruleset declares no `result`: say who has won with `end`";
        shared_turn_not_skipped() "a turn that is everybody's cannot be skipped by one player";
    }
    "it was run again with the same answers and did something different; both versions are shown" {
        not_deterministic() "this script is not deterministic: run again with the same answers, it did something different";
        differs_when_run_again(versions)
            "this script is not deterministic: run again with the same answers, it did something different: {versions}";
    }
}
