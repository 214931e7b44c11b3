//! The kinds of problems that rulings can have.
//!
//! The guide and the site list them by these rows.

/// Kinds of problems in rulings: their codes, with a space between them, and what is wrong.
pub const PROBLEMS: &[(&str, &str)] = &[
    (
        "claim-missing claim-malformed claim-untrue",
        "a ruling has no claim, a line claims nothing that can be checked, or what it claims is not so",
    ),
    (
        "steps-missing step-malformed steps-endless",
        "nothing is done in it; a line is no step; it does not come to an end",
    ),
    (
        "step-illegal step-unmatched step-left",
        "what the line says may not be done; nothing that is asked fits it; the game has ended, or nobody is asked, \
         before it",
    ),
    (
        "step-unclear step-unfinished question-open",
        "a line fits several options; it must say more, or somebody is still asked when the steps are over",
    ),
    (
        "script-failed fault-missing",
        "a script failed, and the ruling does not expect it; or it expects that and none did",
    ),
    (
        "begins-arranged deck-unknown decks-too-many decks-misfit",
        "decks and cards are given at once; there is no such deck, or there are more of them than players; the game \
         cannot begin with them",
    ),
    (
        "players-too-many option-unknown seed-unreadable rules-too-many",
        "more players are named than the game has; it has no such option; the seed is none; more rules are named than \
         one file proves",
    ),
];
