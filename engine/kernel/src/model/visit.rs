//! Visiting: whatever names something, a card, a player, a word of the packs, is shown to a visitor. So what nobody may name can be
//! looked for in one place, and no field that names something can be forgotten.

use crate::model::ids::{
    ActionId, AttrId, LineId, PhaseId, PlayerId, Players, Seat, Seats, ValueId, WindowId, Word, ZoneId,
};
use crate::model::named::{Named, Thing, Things};
use crate::model::reason::{Against, Reason, Reasons, ScriptLocation};
use crate::model::result::Placing;
use crate::model::value::Value;
use std::ops::ControlFlow;

/// What becomes of a visit: it goes on, or ends with this.
pub type Visited<S> = ControlFlow<S>;

/// A method for each sort of what can be named; it does nothing unless a visitor says more.
macro_rules! sorts {
    ($($sort:ident($type:ty): $what:literal;)*) => {
        /// Is shown what is named.
        pub trait IdVisitor {
            /// With what a visit can end before everything was shown.
            type Stop;

            $(
                #[doc = $what]
                fn $sort(&mut self, _: $type) -> Visited<Self::Stop> {
                    ControlFlow::Continue(())
                }
            )*

            /// A card as it was named.
            fn named(&mut self, _: &Named) -> Visited<Self::Stop> {
                ControlFlow::Continue(())
            }

            /// A zone, or none.
            fn zone_or_none(&mut self, zone: ZoneId) -> Visited<Self::Stop> {
                if zone.is_some() { self.zone(zone) } else { ControlFlow::Continue(()) }
            }

            /// A player, or nobody.
            fn player_or_nobody(&mut self, player: PlayerId) -> Visited<Self::Stop> {
                if player.is_somebody() { self.player(player) } else { ControlFlow::Continue(()) }
            }

            /// Why something did not happen.
            fn reason(&mut self, _: Reason) -> Visited<Self::Stop> {
                ControlFlow::Continue(())
            }

            /// A reason, and where it is written.
            fn against(&mut self, _: Against) -> Visited<Self::Stop> {
                ControlFlow::Continue(())
            }

            /// What is put into the text of an ending, where nobody may stand for a player.
            fn about(&mut self, about: &Things) -> Visited<Self::Stop>
            where
                Self: Sized,
            {
                about.iter().filter(|thing| **thing != Thing::Player(PlayerId::NOBODY)).try_for_each(|thing| thing.visit(self))
            }
        }

        $(
            impl VisitIds for $type {
                fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
                    ids.$sort(*self)
                }
            }
        )*
    };
}

/// Names something, or may.
pub trait VisitIds {
    /// Shows what it names.
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop>;
}

sorts! {
    player(PlayerId): "A player.";
    players(Players): "Players.";
    seat(Seat): "A seat.";
    seats(Seats): "Seats.";
    word(Word): "A word.";
    attribute(AttrId): "An attribute.";
    action(ActionId): "An action.";
    window(WindowId): "A window.";
    phase(PhaseId): "A phase.";
    line(LineId): "A line that the rules declare.";
    value_id(ValueId): "A value that the rules declare.";
    zone(ZoneId): "A zone.";
    value(Value): "What an attribute holds.";
    location(ScriptLocation): "A place in a script.";
}

impl VisitIds for Named {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        ids.named(self)
    }
}

impl VisitIds for Reason {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        ids.reason(*self)
    }
}

impl VisitIds for Against {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        ids.against(*self)
    }
}

impl VisitIds for Reasons {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|against| ids.against(*against))
    }
}

impl VisitIds for Thing {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        match self {
            Self::Card(named) => ids.named(named),
            Self::Player(player) => ids.player(*player),
            Self::Word(word) => ids.word(*word),
            Self::Number(_) => ControlFlow::Continue(()),
            Self::Zone(zone) => ids.zone(*zone),
        }
    }
}

impl VisitIds for Things {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|thing| thing.visit(ids))
    }
}

impl VisitIds for Placing {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        let Self { player, place: _, score: _, ties: _ } = self;
        ids.player(*player)
    }
}

impl<T: VisitIds> VisitIds for Option<T> {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|inner| inner.visit(ids))
    }
}

impl<T: VisitIds + ?Sized> VisitIds for Box<T> {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        (**self).visit(ids)
    }
}

impl<T: VisitIds> VisitIds for [T] {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|inner| inner.visit(ids))
    }
}

impl<T: VisitIds, U: VisitIds> VisitIds for (T, U) {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.0.visit(ids)?;
        self.1.visit(ids)
    }
}

/// What names nothing.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl VisitIds for $type {
            fn visit<V: IdVisitor>(&self, _: &mut V) -> Visited<V::Stop> {
                ControlFlow::Continue(())
            }
        }
    )*};
}

plain! { bool, u8, u32, i64, str }
