//! What scripts hold: values of sixteen bytes that are copied freely. Lists, maps and texts that a call makes lie in the
//! call's [`Scratch`](super::scratch::Scratch).

use cardwright_kernel::ids::{EntityId, Handle, PlayerId, ZoneId};

macro_rules! places {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

places! {
    /// A text: the words of the rules come first, then other texts of the packs, then those that a call puts together.
    TextId;
    /// A list: those of the packs, with the highest bit set, are never changed; the others belong to a call.
    ListId;
    /// A map of a call.
    MapId;
    /// A range of numbers of a call.
    RangeId;
}

/// What a list function can call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Routine {
    /// A closure that is called in place: it runs in the frame of its function.
    Inline(u32),
    /// A closure that was kept, with what it captured: its place in the scratch.
    Kept(u32),
    /// A function by its name: its place among the program's names of functions.
    Named(u32),
    /// A closure of the reference evaluator.
    Foreign(u32),
}

/// Declares what values there are: what each holds, and how people call it, with its article.
macro_rules! values {
    ($($(#[$meta:meta])* $name:ident $(($holds:ty))?: $called:literal;)*) => {
        /// A value.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub enum ScriptValue {
            $($(#[$meta])* $name $(($holds))?,)*
        }

        /// What a value is: by this, readers and verbs are found.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        #[repr(u8)]
        pub enum ScriptType {
            $($(#[$meta])* $name,)*
        }

        impl ScriptType {
            /// All kinds.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$name),*];

            /// How many kinds there are.
            pub const COUNT: usize = [$($called),*].len();

            /// How people call it, with its article.
            pub const fn called(self) -> &'static str {
                match self {
                    $(Self::$name => $called,)*
                }
            }

            /// The kind of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().zip([$(stringify!($name)),*]).find(|(_, own)| *own == name).map(|(kind, _)| kind)
            }

            /// The bit of this kind in a set of kinds.
            pub const fn bit(self) -> u32 {
                1 << self as u32
            }
        }

        impl ScriptValue {
            /// What it is.
            pub const fn kind(self) -> ScriptType {
                match self {
                    $(Self::$name { .. } => ScriptType::$name,)*
                }
            }
        }
    };
}

values! {
    /// `()`.
    #[default]
    Nothing: "nothing";
    /// True or false.
    Flag(bool): "true or false";
    /// A whole number.
    Number(i64): "a number";
    /// A text.
    Text(TextId): "a text";
    /// A card.
    Card(Handle): "a card";
    /// An item.
    Item(Handle): "a stack item";
    /// A standing effect.
    Effect(Handle): "a standing effect";
    /// A player.
    Player(PlayerId): "a player";
    /// A zone.
    Zone(ZoneId): "a zone";
    /// A space of the board.
    Space(EntityId): "a Space";
    /// A joint of the board.
    Joint(EntityId): "a Joint";
    /// The game.
    Game: "the game";
    /// The event of a listener.
    Event(u32): "an event";
    /// A list.
    List(ListId): "a list";
    /// A map.
    Map(MapId): "a map";
    /// A range of numbers.
    Span(RangeId): "a range";
    /// A closure.
    Routine(Routine): "a closure";
    /// Something that only the reference evaluator knows.
    Foreign(u32): "something";
}

impl ScriptValue {
    /// The handle of a card, item, effect, space or joint. Parts of the board never become others.
    pub const fn handle(self) -> Option<Handle> {
        match self {
            Self::Card(handle) | Self::Item(handle) | Self::Effect(handle) => Some(handle),
            Self::Space(id) | Self::Joint(id) => Some(Handle { id, incarnation: 0 }),
            _ => None,
        }
    }

    /// Whether it is in a scratch, and can be changed there.
    pub const fn is_owned(self) -> bool {
        matches!(self, Self::List(_) | Self::Map(_))
    }

    /// Whether it has a size that is limited.
    pub const fn has_size(self) -> bool {
        matches!(self, Self::List(_) | Self::Map(_) | Self::Text(_))
    }
}

/// Why an evaluation does not simply give a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The function is left; the context holds its result.
    Return,
    /// The loop is left; the context holds its result.
    Break,
    /// The loop goes on with its next round.
    Continue,
    /// The script ends; the context knows why.
    Stop,
}
