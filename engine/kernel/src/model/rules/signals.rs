//! Signals: what listeners can listen for. A row for each sort of them says when it is sent, whether it is told before it
//! happens, and what its events have; the checker, completion and the guide go by the rows.

/// A sort of signals.
#[derive(Clone, Copy, Debug)]
pub struct SignalRow {
    /// Which.
    pub sort: SignalSort,
    /// How such signals are called.
    pub name: &'static str,
    /// When they are sent.
    pub when: &'static str,
    /// Whether what listens `instead` is called before it happens; nothing is asked before otherwise.
    pub ahead: bool,
    /// What their events have, besides `signal` and `cause`, which all have. Whatever else can be asked is never there.
    pub fields: &'static [EventField],
}

impl SignalRow {
    /// What a property of its events is.
    pub fn field(&self, property: &str) -> Option<&'static EventField> {
        self.fields.iter().find(|field| field.property == property)
    }
}

/// What an event has.
#[derive(Clone, Copy, Debug)]
pub struct EventField {
    /// The property.
    pub property: &'static str,
    /// What it is.
    pub is: FieldType,
    /// The same for people.
    pub what: &'static str,
}

/// What a property of an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// A player.
    Player,
    /// A card.
    Card,
    /// A use.
    Item,
    /// A standing effect.
    Effect,
    /// What has the attribute that changes; nothing if it is a player, who is `event.player`.
    Bearer,
    /// Whatever a script says, or nothing.
    Any,
    /// A number.
    Number,
    /// The name of a mark.
    Mark,
    /// The key of a zone.
    Zone,
    /// The key of a zone, only for what listens `instead`.
    ZoneAhead,
}

/// Makes the rows, and the sorts by their names.
macro_rules! signals {
    ($($(#[doc = $doc:literal])* $sort:ident $name:literal, $when:literal, ahead: $ahead:literal { $($property:ident: $is:ident $what:literal),* })+) => {
        /// The sorts of signals.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SignalSort {
            $($(#[doc = $doc])* $sort,)+
        }

        /// All sorts of signals.
        pub const SIGNALS: &[SignalRow] = &[$(SignalRow {
            sort: SignalSort::$sort,
            name: $name,
            when: $when,
            ahead: $ahead,
            fields: &[$(EventField { property: stringify!($property), is: FieldType::$is, what: $what }),*],
        }),+];
    };
}

impl SignalSort {
    /// Its row.
    pub fn row(self) -> Option<&'static SignalRow> {
        SIGNALS.iter().find(|row| row.sort == self)
    }
}

signals! {
    /// A card leaves for a cause.
    Cause "a cause: `discarded`, `moved`, `played`, `negated`, `fizzled`, `faulted`, …",
        "a card has left; with `instead`, is about to leave", ahead: true {
        player: Player "the zone's player", subject: Card "the card", amount: Number "1",
        was: Card "the card as it was", from: Zone "the zone that it leaves", to: ZoneAhead "with `instead`, the zone into which it is about to go"
    }
    /// A card comes into play, or leaves it.
    Play "`enters`, `leaves`", "a card has come into a zone that counts as in play, or left one", ahead: false {
        player: Player "its player", subject: Card "the card", amount: Number "1", from: Zone "the zone from which it comes",
        was: Card "the card as it was"
    }
    /// A card becomes something else.
    Become "`becomes`", "a card in play has turned to a form, has become a copy of another, or is again what it was", ahead: false {
        player: Player "its player", subject: Card "the card, as it is now", amount: Number "1"
    }
    /// A pile is refilled.
    Refill "`refilled`", "a pile was refilled", ahead: false {
        player: Player "whose pile it is, or who draws", amount: Number "how many", from: Zone "from where"
    }
    /// Cards are drawn.
    Draw "`drawn`", "cards were drawn; with `instead`, are about to be drawn", ahead: true {
        player: Player "the player who draws", amount: Number "how many", from: Zone "the pile",
        to: ZoneAhead "with `instead`, the zone into which they are about to go"
    }
    /// A use is announced.
    Use "an action's `signal`", "a card was announced and paid for", ahead: false {
        player: Player "the player who uses it", subject: Item "the use", amount: Number "1",
        from: Zone "the zone from which the card is used"
    }
    /// Something becomes a target.
    Target "`targeted`", "something was chosen as a target of a use that was announced and paid for, or that is aimed anew", ahead: false {
        player: Player "the player who is the target, or whose it is", subject: Any "the target; nothing if it is a player",
        amount: Number "1"
    }
    /// A use is over.
    Done "`resolved`, `negated`, `fizzled`, `faulted`",
        "a use is done, was negated, had no target left, or its script failed", ahead: false {
        player: Player "the player who used it", subject: Item "the use", amount: Number "1",
        from: Zone "the zone from which the card was used"
    }
    /// An attribute changes.
    Change "`changed <attribute>`", "an attribute has changed; with `instead`, is about to change", ahead: true {
        player: Player "the player, or whose card it is", subject: Bearer "the card, the space or the joint; nothing of a player",
        amount: Number "the new value (a flag: 1 or 0)"
    }
    /// A number crosses a mark.
    Cross "`crossed <attribute>`, `crossed back <attribute>`", "a number has reached a mark, or has fallen back below it", ahead: false {
        player: Player "the player, or whose card it is", subject: Bearer "the card, the space or the joint; nothing of a player",
        amount: Number "the number of the mark, from 0", mark: Mark "the name of the mark"
    }
    /// A turn or a phase begins or ends.
    Turn "`turn begins`, `turn ends`, `phase begins`, `phase ends`", "a turn or a phase begins or ends", ahead: false {
        player: Player "the turn's player", amount: Number "1 for an extra turn"
    }
    /// An extra turn is about to be inserted.
    ExtraTurn "`extra turn`", "`instead` only: a turn is about to be inserted", ahead: true {
        player: Player "the turn's player", amount: Number "1"
    }
    /// A standing effect is about to lapse.
    Expire "`expired`", "`instead` only: a standing effect is about to lapse", ahead: true {
        player: Player "its player", subject: Effect "the effect", amount: Number "1"
    }
    /// A script sends it.
    Own "the ruleset's own", "a script calls `game().signal(…)`; with `instead`, `game().propose(…)`", ahead: true {
        player: Player "the subject's player, or the player", subject: Any "the subject; nothing if it is a player",
        amount: Number "1, or what the script says"
    }
}
