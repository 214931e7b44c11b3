//! What scripts hold: values of sixteen bytes that are copied freely. Lists, maps and texts that a call makes lie in the
//! call's [`Scratch`](super::scratch::Scratch).

use crate::model::ids::{EntityId, Handle, PlayerId, ZoneId};
use crate::script::types::{CardRef, EffectRef, EventRef, GameRef, ItemRef, JointRef, PlayerRef, SpaceRef, ZoneRef};

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

/// A value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Held {
    /// `()`.
    #[default]
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(TextId),
    /// A card.
    Card(Handle),
    /// An item.
    Item(Handle),
    /// A standing effect.
    Effect(Handle),
    /// A player.
    Player(PlayerId),
    /// A zone.
    Zone(ZoneId),
    /// A space of the board.
    Space(EntityId),
    /// A joint of the board.
    Joint(EntityId),
    /// The game.
    Game,
    /// The event of a listener.
    Event(u32),
    /// A list.
    List(ListId),
    /// A map.
    Map(MapId),
    /// A range of numbers.
    Span(RangeId),
    /// A closure.
    Routine(Routine),
    /// Something that only the reference evaluator knows.
    Foreign(u32),
}

/// What a value is: by this, readers and verbs are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum HeldKind {
    /// `()`.
    Nothing,
    /// True or false.
    Flag,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// A card.
    Card,
    /// An item.
    Item,
    /// A standing effect.
    Effect,
    /// A player.
    Player,
    /// A zone.
    Zone,
    /// A space.
    Space,
    /// A joint.
    Joint,
    /// The game.
    Game,
    /// An event.
    Event,
    /// A list.
    List,
    /// A map.
    Map,
    /// A range.
    Span,
    /// A closure.
    Routine,
    /// Something foreign.
    Foreign,
}

impl HeldKind {
    /// How many kinds there are.
    pub const COUNT: usize = 18;

    /// All kinds.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::Flag,
        Self::Number,
        Self::Text,
        Self::Card,
        Self::Item,
        Self::Effect,
        Self::Player,
        Self::Zone,
        Self::Space,
        Self::Joint,
        Self::Game,
        Self::Event,
        Self::List,
        Self::Map,
        Self::Span,
        Self::Routine,
        Self::Foreign,
    ];

    /// How people call it, with its article.
    pub const fn called(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Flag => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Card => "a card",
            Self::Item => "a stack item",
            Self::Effect => "a standing effect",
            Self::Player => "a player",
            Self::Zone => "a zone",
            Self::Space => "a Space",
            Self::Joint => "a Joint",
            Self::Game => "the game",
            Self::Event => "an event",
            Self::List => "a list",
            Self::Map => "a map",
            Self::Span => "a range",
            Self::Routine => "a closure",
            Self::Foreign => "something",
        }
    }

    /// The bit of this kind in a set of kinds.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl Held {
    /// What it is.
    pub const fn kind(self) -> HeldKind {
        match self {
            Self::Nothing => HeldKind::Nothing,
            Self::Flag(_) => HeldKind::Flag,
            Self::Number(_) => HeldKind::Number,
            Self::Text(_) => HeldKind::Text,
            Self::Card(_) => HeldKind::Card,
            Self::Item(_) => HeldKind::Item,
            Self::Effect(_) => HeldKind::Effect,
            Self::Player(_) => HeldKind::Player,
            Self::Zone(_) => HeldKind::Zone,
            Self::Space(_) => HeldKind::Space,
            Self::Joint(_) => HeldKind::Joint,
            Self::Game => HeldKind::Game,
            Self::Event(_) => HeldKind::Event,
            Self::List(_) => HeldKind::List,
            Self::Map(_) => HeldKind::Map,
            Self::Span(_) => HeldKind::Span,
            Self::Routine(_) => HeldKind::Routine,
            Self::Foreign(_) => HeldKind::Foreign,
        }
    }

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
}

/// A Rust type that a verb takes.
pub trait Take: Sized {
    /// The value as this type; `None` if it is of another kind.
    fn take(held: Held) -> Option<Self>;
}

macro_rules! takes {
    ($($type:ty: $pattern:pat => $value:expr;)*) => {$(
        impl Take for $type {
            fn take(held: Held) -> Option<Self> {
                match held {
                    $pattern => Some($value),
                    _ => None,
                }
            }
        }
    )*};
}

takes! {
    bool: Held::Flag(flag) => flag;
    i64: Held::Number(number) => number;
    TextId: Held::Text(text) => text;
    ListId: Held::List(list) => list;
    MapId: Held::Map(map) => map;
    Routine: Held::Routine(routine) => routine;
    CardRef: Held::Card(handle) => CardRef(handle);
    ItemRef: Held::Item(handle) => ItemRef(handle);
    EffectRef: Held::Effect(handle) => EffectRef(handle);
    PlayerRef: Held::Player(seat) => PlayerRef(seat);
    ZoneRef: Held::Zone(zone) => ZoneRef(zone);
    SpaceRef: Held::Space(id) => SpaceRef(id);
    JointRef: Held::Joint(id) => JointRef(id);
    EventRef: Held::Event(index) => EventRef(index);
    GameRef: Held::Game => GameRef;
}

impl Take for Held {
    fn take(held: Held) -> Option<Self> {
        Some(held)
    }
}

macro_rules! froms {
    ($($type:ty: $pattern:pat => $value:expr;)*) => {$(
        impl From<$type> for Held {
            fn from($pattern: $type) -> Self {
                $value
            }
        }
    )*};
}

froms! {
    (): () => Self::Nothing;
    bool: flag => Self::Flag(flag);
    i64: number => Self::Number(number);
    TextId: text => Self::Text(text);
    ListId: list => Self::List(list);
    MapId: map => Self::Map(map);
    CardRef: CardRef(handle) => Self::Card(handle);
    ItemRef: ItemRef(handle) => Self::Item(handle);
    EffectRef: EffectRef(handle) => Self::Effect(handle);
    PlayerRef: PlayerRef(seat) => Self::Player(seat);
    ZoneRef: ZoneRef(zone) => Self::Zone(zone);
    SpaceRef: SpaceRef(id) => Self::Space(id);
    JointRef: JointRef(id) => Self::Joint(id);
    GameRef: GameRef => Self::Game;
}

impl<T: Into<Held>> From<Option<T>> for Held {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
