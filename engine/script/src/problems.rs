//! The kinds of problems that scripts can have.
//!
//! The guide and the site list them by these rows.

/// Kinds of problems in scripts: their codes, with a space between them, and what is wrong.
pub const PROBLEMS: &[(&str, &str)] = &[
    (
        "script-syntax",
        "the file is not a valid script; or a reserved word is used as a name; or a text stands in single quotes",
    ),
    (
        "script-switch",
        "a case of a `switch` begins with something else than whole numbers, ranges of them, texts, `true`, `false`, \
         `()` or `_`; or the value that it looks at has a block in it",
    ),
    (
        "script-too-large",
        "more than 1,000 different names, 1,000 cases of `switch`, 60,000 lines, or 2,000 bytes in a line: divide the \
         script",
    ),
    ("script-outside", "only functions and plain constants may stand outside functions"),
    ("script-unusual", "a correct script that the engine cannot run: write it in another way"),
    ("script-forbidden", "part of Rhai, but not available to scripts here: `print`, `try`, `import`, `this`, …"),
    (
        "verb-unknown property-unknown function-unknown variable-unknown",
        "nothing has that name there; a verb is written with `()`, a property without",
    ),
    (
        "event-lacks",
        "a listener reads what no event of its signals ever has: `event.subject` of a turn; the message says what there is",
    ),
    (
        "event-past",
        "a listener stops or changes what has happened: only one with `when = \"instead\"` is called before",
    ),
    ("name-unknown", "a text should be the name of a zone, action, window, kind, choice, …, but is not"),
    (
        "zone-pending zone-on-board",
        "cards are put where they lie only while their uses wait; the zone lies on the board, and it is not said on \
         which space",
    ),
    ("argument-count argument-kind", "a verb or function is given the wrong number or kind of arguments"),
    ("value-kind property-read-only", "a property is set to the wrong kind of value; it can only be read"),
    ("value-unused", "a value is computed and then dropped; often `==` instead of `=`, or a verb without `()`"),
    (
        "condition-kind comparison-kind operand-kind index-kind for-kind text-kind",
        "a value of the wrong kind in a condition, comparison, operation, index, loop or text",
    ),
    ("value-nothing", "something that returns nothing is kept, passed on, indexed or compared"),
    (
        "may-be-nothing",
        "something is done to what may not be there, and nothing asks whether it is: a pile or card that was looked \
         for, and the owner of a card in a game whose cards may be nobody's",
    ),
    ("text-built", "a text that is passed to the engine is put together instead of written out"),
    (
        "note-unknown note-unread",
        "a script reads a note that no script makes; a note that is made resembles another that is read",
    ),
    ("blank-given", "a line is given something that it has no name in braces for, or nothing for one that it has"),
    ("block-empty", "nothing is done, whether the condition holds or not"),
    (
        "closure-arity closure-gives closure-root closure-capture",
        "a closure takes the wrong number of parameters or returns the wrong kind of value; it uses the variable that \
         its own chain starts from, or one that is named like a function of the file",
    ),
    (
        "change-in-condition change-in-closure change-in-predicate",
        "something changes the game, or asks, where a script may only look",
    ),
    ("hook-unknown", "nothing calls this function"),
    (
        "hook-arity hook-parameter hook-gives",
        "a hook with the wrong parameters, or one that returns the wrong kind of value",
    ),
    ("function-uncalled", "a function is named where its result is needed: `units.len` instead of `units().len`"),
    (
        "function-gives",
        "a function returns a number, a flag or a list in some cases and nothing in others, its value is used, and \
         nobody checks which. The value of the last statement is what a function returns, even with a `;`",
    ),
    (
        "value-circle",
        "a warning: what computes one value reads another, and the other way round: on some table a value may need \
         itself",
    ),
    (
        "listener-unmasked",
        "a warning: a card listens from a zone that not everybody sees, and its function asks: whoever is asked has \
         the card. [`masked = true`](#being-asked-betrays-nothing) asks everybody who may have it",
    ),
    ("function-unused", "a warning: nothing in these packs calls this function of a ruleset or of `shared/`"),
    (
        "name-odd text-lonely",
        "warnings: a text in a list of names resembles a name but is none; a text that something is compared with \
         occurs nowhere else and resembles another",
    ),
    ("function-twice", "the name belongs to a verb, or to another function that can be called from here"),
    ("constant-twice", "another script of the same ruleset declares a constant of this name already"),
    ("unreachable loop-endless", "code that is never reached, a loop that never ends"),
];
