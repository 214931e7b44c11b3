//! Words that the kernel itself uses. Every ruleset's words begin with them, in this order.

use crate::model::ids::Word;
use crate::model::rules::{SignalSort, Words};

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        words!(@ 0u32, $($name = $text,)*);
        const ALL: &[&str] = &[$($text),*];
    };
    (@ $at:expr, $name:ident = $text:literal, $($rest:tt)*) => {
        #[doc = concat!("`", $text, "`")]
        pub const $name: Word = Word($at);
        words!(@ $at + 1, $($rest)*);
    };
    (@ $at:expr,) => {};
}

words! {
    PASS = "pass",
    PLAYED = "played",
    NEGATED = "negated",
    FAULTED = "faulted",
    FIZZLED = "fizzled",
    DISCARDED = "discarded",
    DRAWN = "drawn",
    MOVED = "moved",
    ENTERS = "enters",
    LEAVES = "leaves",
    RESOLVED = "resolved",
    SETTLED = "settled",
    UNATTACHED = "unattached",
    SHUFFLED = "shuffled",
    TURN_BEGINS = "turn begins",
    TURN_ENDS = "turn ends",
    PHASE_BEGINS = "phase begins",
    PHASE_ENDS = "phase ends",
    EXTRA_TURN = "extra turn",
    LEFT = "left",
    YES = "yes",
    NO = "no",
    EXPIRED = "expired",
    RETURNED = "returned",
    PAYS = "pays",
    ALONE = "alone",
    CLEARED = "cleared",
    CREATED = "created",
    VANISHED = "vanished",
    PAID = "paid",
    TRIGGERS = "in which order do they wait",
    DICE = "dice",
    REFILLED = "refilled",
    CIRCLE = "the game goes round in circles",
    TARGETED = "targeted",
    GIVEN = "given",
    REPLACEMENTS = "which comes first",
    BECOMES = "becomes",
}

impl Words {
    /// The words that every ruleset begins with.
    pub fn kernel() -> Self {
        let mut words = Self::default();
        for word in ALL {
            words.intern(word);
        }
        words
    }
}

impl SignalSort {
    /// What the engine itself sends under a word; none if the word is a game's own.
    pub const fn of_engine(signal: Word) -> &'static [Self] {
        match signal {
            ENTERS | LEAVES => &[Self::Play],
            REFILLED => &[Self::Refill],
            DRAWN => &[Self::Draw],
            RESOLVED | NEGATED | FIZZLED | FAULTED => &[Self::Done, Self::Cause],
            TURN_BEGINS | TURN_ENDS | PHASE_BEGINS | PHASE_ENDS => &[Self::Turn],
            TARGETED => &[Self::Target],
            EXTRA_TURN => &[Self::ExtraTurn],
            EXPIRED => &[Self::Expire, Self::Cause],
            _ => &[],
        }
    }
}
