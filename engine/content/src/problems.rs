//! The kinds of problems that the files of packs can have.
//!
//! The guide and the site list them by these rows.

/// Kinds of problems in the files of packs: their codes, with a space between them, and what is wrong.
pub const IN_FILES: &[(&str, &str)] = &[
    ("toml-syntax", "the file is not valid TOML"),
    ("key-unknown key-missing", "a key that does not exist here, or a required key that is missing"),
    (
        "key-renamed word-renamed",
        "a key or a word that is called otherwise since another version: `cardwright migrate` rewrites it",
    ),
    ("problems-too-many", "a file has more problems than are told"),
    ("type-wrong number-out-of-range", "the value has the wrong type, or is too small or too large"),
    ("choice-unknown", "a word that is not among the choices"),
    ("cooperative-places", "players who can only win together are placed by points"),
    (
        "attribute-unknown attribute-missing attribute-of-other-kind attribute-unchanging",
        "the attribute does not exist; the card must print it; its kind does not have it; it never changes, so \
         nothing can be paid with it",
    ),
    (
        "attribute-not-unique attribute-of-pieces",
        "another card prints the same value of an attribute that is `unique`; an attribute changes that pieces have",
    ),
    (
        "kind-unknown zone-unknown action-unknown window-unknown phase-unknown moment-unknown stage-unknown layer-unknown \
         value-unknown card-unknown cause-unknown signal-unknown round-unknown gate-unknown \
         table-unknown seat-unknown space-unknown",
        "the ruleset declares no such thing",
    ),
    (
        "kind-of-other-sort",
        "a kind is of another sort than is wanted there: of spaces, joints, cards or pieces; or it is said to be of \
         several sorts",
    ),
    (
        "layers-beside-stages layers-missing layer-earlier",
        "values are computed in stages or in layers; something is said in layers that the ruleset does not have, or as \
         for stages; an effect goes on in a layer that comes before the one in which it has begun",
    ),
    ("set-malformed", "a set of words has another name than its attribute, other kinds, too many words, or is secret"),
    ("stand-in-acts", "`stand_in` names a card that does something"),
    (
        "name-duplicate name-alike name-malformed name-reserved name-in-use names-too-many",
        "a name is taken, too similar to another, malformed or reserved by the engine; a card is `renamed_from` the \
         name of another; there are too many names",
    ),
    (
        "hook-missing script-missing",
        "a function that is declared or required is not in the script, or there is no script",
    ),
    ("hook-undeclared", "a function is named like a hook, but no file declares it"),
    ("script-without-card", "a script that belongs to no card"),
    ("folder-missing folder-unknown folder-duplicate folder-reserved", "folders of kinds"),
    (
        "file-unknown file-unreadable file-not-text file-too-large",
        "a file that does not belong there or cannot be read",
    ),
    (
        "file-ignored",
        "a warning: a file looks as if it were meant, but nothing reads it because of its name: `kine.toml.txt`, \
         `kine.TOML`",
    ),
    (
        "filter-never",
        "nothing can ever pass this filter, or the listener is never called: `of = \"target\"` where no effect \
         stands, a part that only uses have where there are only cards",
    ),
    (
        "listener-late",
        "a listener with `when = \"instead\"` for a signal before which nobody is asked, like the beginning of a turn",
    ),
    (
        "listener-of-ruleset",
        "what the ruleset listens for has no `of`, `card`, `from`, `masked`, `condition` and `as`, and is heard at \
         once or instead",
    ),
    (
        "pack-file-missing pack-name pack-unknown pack-cycle pack-without-game pack-of-two-games pack-version \
         pack-conflict version-malformed game-unknown engine-mismatch",
        "packs and what they require",
    ),
    (
        "patch-undeclared patch-own patch-refused patch-stale patch-conflict",
        "a patch of a card whose pack is not listed; of the pack's own card; of something that cannot be patched; of \
         something that is not as the patch expects; of something that another patch also changes",
    ),
    (
        "zone-supply zone-refill",
        "a supply that is not the game's or that not everybody sees; a zone that cannot be refilled from there",
    ),
    ("zone-otherwise", "`otherwise` is true of two zones, or of one where cards of no player can go"),
    ("action-mixed", "an action of cards and of players at once, or with a key that means nothing to it"),
    (
        "text-malformed verb-form",
        "a text into which something is filled has a brace that is not closed, braces without a name, or a name twice; what \
         an action says is no verb in the third person",
    ),
    (
        "blank-unknown blank-silent",
        "the text of a card names what a card of its kind has not, or what this one prints nothing for; the name of a \
         family names no attribute of the family",
    ),
    (
        "phase-missing zone-pending zone-of-nobody route-missing",
        "a ruleset needs at least one phase, exactly one pending zone, in which cards only wait, an owner where \
         `seen` speaks of one, and a place for every card to go",
    ),
    ("zone-missing", "a card that lasts does not say in which zone it lies then"),
    (
        "place-unknown place-taken",
        "on a table, a card has a place where cards have none, or where there are several of it; two cards have the \
         same",
    ),
    ("card-missing zone-full", "on a table, a card is named that does not lie there; a zone has room for fewer cards"),
];

/// Kinds of problems in boards, as above.
pub const IN_BOARDS: &[(&str, &str)] = &[
    ("board-missing board-twice", "a game that needs a board has none; two packs have one"),
    (
        "side-unknown side-taken",
        "a joint leads to a side that the spaces do not have, or from one at which another joint is",
    ),
    ("joint-loop joint-duplicate", "a joint leads from a space to itself; two spaces are joined twice"),
    ("space-unreachable", "no joint leads to the space"),
];

/// Kinds of problems in looks and pictures, as above.
pub const IN_LOOKS: &[(&str, &str)] = &[
    ("field-unknown", "nothing that is shown there is called like this"),
    ("look-twice", "two files say how the same thing looks"),
    (
        "colour-unknown ink-of-hue contrast-low",
        "a colour is neither a hue nor `#rrggbb`; a hue has an ink of its own; text cannot be read on its ground",
    ),
    ("icon-unknown icon-malformed", "there is no such icon; its path is not the data of an SVG path"),
    (
        "art-missing art-outside art-type art-too-large",
        "a picture is not there, lies outside of the pack, is of another type than its name says or of none that is \
         shown, or is too large",
    ),
    (
        "art-malformed art-active art-costly",
        "an SVG is no XML, holds something that is not on the list of what it may hold, or takes too long to draw",
    ),
];

/// Kinds of warnings: what stops nothing, but has no effect or works otherwise than its author may think, as above.
pub const OF_NO_USE: &[(&str, &str)] = &[
    (
        "attribute-unused value-unused stage-unused layer-unused action-unused gate-unused",
        "a ruleset declares it, but nothing uses it",
    ),
    (
        "file-unportable",
        "no archive can hold the file, because of its name or because another one has the same on some machines: \
         [`pack build`](#passing-a-pack-on) refuses it",
    ),
    ("keyword-unused", "a silence names a keyword that no ability has"),
    ("window-order", "a key of a window that means nothing where all are asked at once or choose in secret"),
    ("window-unused round-unused", "nothing opens the window; nothing is offered in the round"),
    (
        "window-unmasked",
        "a player who is not asked in a window is known to hold nothing for it: `masked` asks everybody",
    ),
    (
        "listener-masked",
        "everybody sees the card wherever it listens, so that [`masked`](#being-asked-betrays-nothing) hides nothing",
    ),
    (
        "signal-unused",
        "nothing listens for a signal that an action sends, and its name resembles one that something listens for",
    ),
    ("ability-idle hook-idle", "abilities of a card that never work; a `resolve` that its actions never call"),
    ("text-twice", "a script begins with the text that is in the card's TOML file: remove it from the script"),
    (
        "clause-unexercised",
        "rulings about a card call its script, but none reaches this part of it; reported by `cardwright check` for \
         packs in a folder, and not where a comment says why ([`unexercised:`](#what-no-ruling-shows))",
    ),
    (
        "text-unshown",
        "a card has a text, but no script, no declaration and no ruling to show for it; reported once all rulings of \
         the game can be read",
    ),
];
