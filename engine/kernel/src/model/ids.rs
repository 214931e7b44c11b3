//! Identifiers: small, `Copy`, and never shown to anybody.
//!
//! Every identifier is an index into a table of the [`Rules`](crate::model::rules::Rules) (what the packs
//! declare) or of the [`State`](crate::model::state::State) (what exists in one game).

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Default)]
        pub struct $name(pub $int);

        impl $name {
            /// The position in the table that this identifier indexes.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        // Packs may have at most 60,000 names of one sort, so that the last number of an id stays free for `NONE`.
        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(<$int>::try_from(index).expect("tables stay below the range of their ids"))
            }
        }
    )*};
}

id! {
    /// An interned word: the value of a choice attribute, a cause, a signal, a class of offers, a question.
    Word(u32);
    /// A declared kind of entity: the game itself, a player, an item, a standing effect, or a kind of card.
    KindId(u16);
    /// A declared attribute.
    AttrId(u16);
    /// A declared zone, of which a game has one instance or one for every player.
    ZoneDeclId(u16);
    /// An instance of a zone in a game.
    ZoneId(u16);
    /// A declared action: a way of using a card.
    ActionId(u16);
    /// A declared window.
    WindowId(u16);
    /// A declared phase, in the order of a turn.
    PhaseId(u16);
    /// A declared value: a number that cards may modify.
    ValueId(u16);
    /// A declared procedure: its local values live as long as it goes on.
    ProcedureId(u16);
    /// A declared line of the trace.
    LineId(u16);
    /// A definition: what is printed on a card, shared by all its copies.
    DefId(u16);
    /// A script: one file of Rhai, compiled once.
    ScriptId(u16);
    /// A site of the board: a space or a joint. The spaces come first.
    SiteId(u16);
    /// An entity of a game: the game itself, a player, a card, an item, a standing effect.
    EntityId(u32);
}

macro_rules! at_the_table {
    ($($(#[$doc:meta])* $one:ident in $(#[$set_doc:meta])* $set:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Default)]
        pub struct $one(pub u8);

        impl $one {
            /// The position in tables by it.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The letter that stands for it in traces: `A` for the first; a dash for nobody.
            pub const fn letter(self) -> char {
                if self.0 < 32 { (b'A' + self.0) as char } else { '-' }
            }
        }

        $(#[$set_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Default)]
        pub struct $set(pub u32);

        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// The first so many.
            pub const fn first(count: usize) -> Self {
                Self(if count >= 32 { u32::MAX } else { (1 << count) - 1 })
            }

            /// The set of this one.
            pub const fn only(one: $one) -> Self {
                Self::NONE.with(one)
            }

            /// Whether it belongs to the set.
            pub const fn has(self, one: $one) -> bool {
                one.0 < 32 && self.0 & (1 << one.0) != 0
            }

            /// The set with it added.
            #[must_use]
            pub const fn with(self, one: $one) -> Self {
                if one.0 < 32 { Self(self.0 | (1 << one.0)) } else { self }
            }

            /// The set without it.
            #[must_use]
            pub const fn without(self, one: $one) -> Self {
                if one.0 < 32 { Self(self.0 & !(1 << one.0)) } else { self }
            }

            /// What belongs to either set.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What belongs to both sets.
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// What belongs to this set and not to the other.
            #[must_use]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many belong to the set.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// What belongs to the set, `A` first.
            pub fn iter(self) -> impl Iterator<Item = $one> {
                (0..32).map($one).filter(move |one| self.has(*one))
            }
        }
    )*};
}

at_the_table! {
    /// A seat: who is asked and who sees, counted clockwise from 0. It answers for one player; only the state says
    /// for which ([`State::player_of`](crate::model::state::State::player_of)).
    Seat in
    /// A set of seats, at most 32.
    Seats;
    /// A player: who owns, controls and wins; a person, or a side with several seats, of which one speaks for it at
    /// a time ([`State::acting_seat`](crate::model::state::State::acting_seat)).
    PlayerId in
    /// A set of players, at most 32.
    Players;
}

impl PlayerId {
    /// Nobody: the owner of cards that belong to no player. It is in no set of players, and no table has a row for it.
    pub const NOBODY: Self = Self(u8::MAX);

    /// Whether this is a player.
    pub const fn is_somebody(self) -> bool {
        self.0 != u8::MAX
    }
}

impl EntityId {
    /// The game itself, the first entity of every state.
    pub const GAME: Self = Self(0);
}

macro_rules! or_none {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {$(
        impl $name {
            $(#[$doc])*
            pub const NONE: Self = Self(<$int>::MAX);

            /// Whether this names anything at all.
            pub const fn is_some(self) -> bool {
                self.0 != <$int>::MAX
            }
        }
    )*};
}

or_none! {
    /// No entity.
    EntityId(u32);
    /// No site.
    SiteId(u16);
    /// No definition: the game and the players have none.
    DefId(u16);
    /// No zone: players, items and standing effects lie in none.
    ZoneId(u16);
}

/// One incarnation of an entity. A card that changes zone becomes new unless the ruleset joins the two
/// zones; a handle to the earlier incarnation is then *stale*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Handle {
    /// The entity.
    pub id: EntityId,
    /// Which of its incarnations.
    pub incarnation: u32,
}

impl Handle {
    /// No entity.
    pub const NONE: Self = Self { id: EntityId::NONE, incarnation: 0 };

    /// The bit of an incarnation that is meant as it was: no entity ever has so many incarnations.
    const PAST: u32 = 1 << 31;

    /// The incarnation as it was, whatever it is now: it is never fresh.
    #[must_use]
    pub const fn as_it_was(self) -> Self {
        Self { incarnation: self.incarnation | Self::PAST, ..self }
    }

    /// Whether an incarnation is meant as it was.
    pub const fn is_past(self) -> bool {
        self.incarnation & Self::PAST != 0
    }

    /// The incarnation that is meant, as it is or as it was.
    #[must_use]
    pub const fn meant(self) -> Self {
        Self { incarnation: self.incarnation & !Self::PAST, ..self }
    }
}

impl Default for Handle {
    fn default() -> Self {
        Self::NONE
    }
}
