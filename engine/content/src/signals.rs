//! What listeners can listen for, a row for each sort of signal; the guide lists them.

/// A sort of signals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignalRow {
    /// How it is called.
    pub name: &'static str,
    /// When it is sent.
    pub when: &'static str,
    /// Whom `event.player` is.
    pub player: &'static str,
    /// What `event.subject` is.
    pub subject: &'static str,
    /// What `event.amount` is.
    pub amount: &'static str,
}

/// All sorts of signals.
pub const SIGNALS: &[SignalRow] = &[
    SignalRow {
        name: "a cause: `discarded`, `moved`, `played`, `negated`, `fizzled`, `faulted`, …",
        when: "a card has left; with `instead`, is about to leave",
        player: "the zone's player",
        subject: "the card",
        amount: "1",
    },
    SignalRow {
        name: "`enters`, `leaves`",
        when: "a card has come into a zone that counts as in play, or left one",
        player: "its player",
        subject: "the card",
        amount: "1",
    },
    SignalRow {
        name: "`refilled`",
        when: "a pile was refilled",
        player: "whose pile it is, or who draws",
        subject: "nothing",
        amount: "how many",
    },
    SignalRow {
        name: "`drawn`",
        when: "cards were drawn; with `instead`, are about to be drawn",
        player: "the player who draws",
        subject: "nothing",
        amount: "how many",
    },
    SignalRow {
        name: "an action's `signal`",
        when: "a card was announced and paid for",
        player: "the player who uses it",
        subject: "the use",
        amount: "1",
    },
    SignalRow {
        name: "`resolved`, `negated`, `fizzled`, `faulted`",
        when: "a use is done, was negated, had no target left, or its script failed",
        player: "the player who used it",
        subject: "the use",
        amount: "1",
    },
    SignalRow {
        name: "`changed <attribute>`",
        when: "an attribute has changed; with `instead`, is about to change",
        player: "its player",
        subject: "the card",
        amount: "the new value (a flag: 1 or 0)",
    },
    SignalRow {
        name: "`turn begins`, `turn ends`, `phase begins`, `phase ends`",
        when: "a turn or a phase begins or ends",
        player: "the turn's player",
        subject: "nothing",
        amount: "1 for an extra turn",
    },
    SignalRow {
        name: "`extra turn`",
        when: "`instead` only: a turn is about to be inserted",
        player: "the turn's player",
        subject: "nothing",
        amount: "1",
    },
    SignalRow {
        name: "`expired`",
        when: "`instead` only: a standing effect is about to lapse",
        player: "its player",
        subject: "the effect",
        amount: "1",
    },
    SignalRow {
        name: "the ruleset's own",
        when: "a script calls `game().signal(…)`",
        player: "the subject's player",
        subject: "the subject",
        amount: "1",
    },
];
