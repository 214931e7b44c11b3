//! Visiting: whatever names something, a card, a player, a word of the packs, is shown to a visitor. Which ids stand in a
//! type is said once, in its row here; where a row misses a field or a variant, it does not compile.

use crate::model::agenda::{Announcement, Event, OpenWindow, Step, Trigger};
use crate::model::carried::{Carried, CarriedPart, CarriedParts};
use crate::model::effect::{Effect, Expiry};
use crate::model::game::Game;
use crate::model::guise::Guise;
use crate::model::ids::{
    ActionId, AttrId, DefId, EntityId, Handle, KindId, LineId, PhaseId, PlayerId, Players, ProcedureId, Seat, Seats,
    SiteId, ValueId, WindowId, Word, ZoneDeclId, ZoneId,
};
use crate::model::item::Item;
use crate::model::knowledge::Learned;
use crate::model::memory::Memory;
use crate::model::named::{Named, Thing};
use crate::model::packed::{ChoiceSet, NumberList};
use crate::model::reason::{Against, NotNow, Reason, ScriptLocation, WordList, Written};
use crate::model::result::{Outcome, Placing};
use crate::model::rules::{SourceLine, When};
use crate::model::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};
use crate::model::spent::SetOff;
use crate::model::state::{Entity, State, Zone};
use crate::model::tape::{Branch, Input};
use crate::model::trace::{Fact, FactKind, fact_rows};
use crate::model::turn::{OuterValue, RunningProcedure, Turn};
use crate::model::value::Value;
use std::fmt::Arguments;

/// What becomes of a visit: it goes on, or ends with this.
pub type Visited<S> = Result<(), S>;

/// Names something, or may.
pub trait VisitIds {
    /// Shows what it names.
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop>;
}

/// A method for each sort of what can be named, for whatever is shown as a whole after all that is in it, and for ids that
/// mean something only together. None does anything unless a visitor says more.
macro_rules! visitor {
    (
        sorts { $($sort:ident($type:ty): $what:literal;)* }
        as { $($how:ident($of:ty) as $plain:ident: $how_doc:literal;)* }
        whole { $($whole:ident($whole_type:ty): $whole_doc:literal;)* }
        together { $($hook:ident($($part:ty),*): $hook_doc:literal;)* }
    ) => {
        /// Is shown what is named.
        pub trait IdVisitor {
            /// With what a visit can end before everything was shown.
            type Stop;

            /// A visit has ended inside of this part of something: a field, or an element of a list.
            fn within(stop: Self::Stop, _: Arguments<'_>) -> Self::Stop {
                stop
            }

            $(
                #[doc = $what]
                fn $sort(&mut self, _: $type) -> Visited<Self::Stop> {
                    Ok(())
                }
            )*

            $(
                #[doc = $how_doc]
                fn $how(&mut self, named: $of) -> Visited<Self::Stop> {
                    self.$plain(named)
                }
            )*

            $(
                #[doc = $whole_doc]
                fn $whole(&mut self, _: &$whole_type) -> Visited<Self::Stop> {
                    Ok(())
                }
            )*

            $(
                #[doc = $hook_doc]
                fn $hook(&mut self, $(_: $part),*) -> Visited<Self::Stop> {
                    Ok(())
                }
            )*
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

visitor! {
    sorts {
        player(PlayerId): "A player.";
        players(Players): "Players.";
        seat(Seat): "A seat.";
        seats(Seats): "Seats.";
        word(Word): "A word.";
        kind(KindId): "A kind.";
        attribute(AttrId): "An attribute.";
        action(ActionId): "An action.";
        window(WindowId): "A window.";
        phase(PhaseId): "A phase.";
        procedure(ProcedureId): "A procedure.";
        definition(DefId): "A definition.";
        line(LineId): "A line that the rules declare.";
        value_id(ValueId): "A value that the rules declare.";
        zone_decl(ZoneDeclId): "A zone that the rules declare.";
        zone(ZoneId): "A zone.";
        site(SiteId): "A site of the board.";
        entity(EntityId): "Something that exists.";
        handle(Handle): "Something that exists or did.";
        location(ScriptLocation): "A place in a script.";
        source_line(SourceLine): "A line of a file.";
        number_list(NumberList): "A list of numbers.";
    }
    as {
        thing(Handle) as handle: "Anything but the game and the players that exists or did.";
        card(Handle) as thing: "A card that exists or did.";
    }
    whole {
        named(Named): "A card as it was named.";
        carried(Carried): "What a script handed on.";
        trigger(Trigger): "A listener's call on the stack.";
        open_window(OpenWindow): "A window that is open.";
        item(Item): "An item.";
        effect(Effect): "A standing effect.";
        memory(Memory): "What a card was.";
        running(RunningProcedure): "A procedure that goes on.";
    }
    together {
        usage(DefId, u16): "A use of a definition.";
        listener(Handle, u16, Event): "A listener of something by its number, and what it is told.";
        masked(Event, When, Players): "Players who are asked what they have that listens to an event.";
        chosen(Handle, u16): "A use of a card that was chosen in secret.";
        floor(): "The middle of a step.";
    }
}

/// What may name nothing.
trait OrNone: Copy {
    /// What it names, if it names anything.
    fn named(&self) -> Option<Self>;
}

macro_rules! or_none {
    ($($type:ident unless $none:expr;)*) => {$(
        impl OrNone for $type {
            fn named(&self) -> Option<Self> {
                (*self != $none).then_some(*self)
            }
        }
    )*};
}

or_none! {
    PlayerId unless Self::NOBODY;
    ZoneId unless Self::NONE;
    SiteId unless Self::NONE;
    DefId unless Self::NONE;
    EntityId unless Self::NONE;
    Handle unless Self::NONE;
    Thing unless Self::Player(PlayerId::NOBODY);
}

/// Shows a field: as its type is shown, or as its row says.
macro_rules! field {
    ($ids:ident $field:ident) => {
        $field.visit($ids)
    };
    ($ids:ident $field:ident or none) => {
        $field.named().visit($ids)
    };
    ($ids:ident $field:ident each or none) => {
        $field.iter().filter_map(OrNone::named).try_for_each(|it| it.visit($ids))
    };
    ($ids:ident $field:ident as $how:ident) => {
        $ids.$how(*$field)
    };
    ($ids:ident $field:ident as $how:ident or none) => {
        $field.named().map_or(Ok(()), |it| $ids.$how(it))
    };
    ($ids:ident $field:ident skipped) => {{
        let _ = $field;
        Ok(())
    }};
}

macro_rules! fields {
    ($visitor:ident $ids:ident $($field:ident $($how:ident)*),*) => {$(
        field!($ids $field $($how)*).map_err(|stop| $visitor::within(stop, format_args!(".{}", stringify!($field))))?;
    )*};
}

/// A row for each struct: its fields, and as what it is shown as a whole.
macro_rules! structs {
    ($($type:ident $(=> $whole:ident)? { $($field:ident $($how:ident)*),* })*) => {$(
        impl VisitIds for $type {
            fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
                let Self { $($field),* } = self;
                fields!(V ids $($field $($how)*),*);
                $(ids.$whole(self)?;)?
                Ok(())
            }
        }
    )*};
}

/// A row for each enum: its variants with their fields, and which of these mean something only together.
macro_rules! enums {
    ($($type:ident $(=> $whole:ident)? {
        $($variant:ident $(($($field:ident $($how:ident)*),*))? $(=> $hook:ident($($part:ident),*))?),*
    })*) => {$(
        impl VisitIds for $type {
            fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
                match self {$(
                    Self::$variant $(($($field),*))? => {
                        $(fields!(V ids $($field $($how)*),*);)?
                        $(ids.$hook($(*$part),*)?;)?
                    }
                )*}
                $(ids.$whole(self)?;)?
                Ok(())
            }
        }
    )*};
}

/// Facts have their rows elsewhere.
macro_rules! facts {
    ($(
        $(#[$doc:meta])*
        $mark:literal $tag:literal $name:ident
        $(( $($field:ident $($how:ident)*: $type:ty),+ ))?
        $({ $( $(#[$about:meta])* $named:ident $($named_how:ident)*: $of:ty, )+ })?;
    )*) => {
        impl VisitIds for FactKind {
            fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
                match self {$(
                    Self::$name $(( $($field),+ ))? $({ $($named),+ })? => {
                        $(fields!(V ids $($field $($how)*),+);)?
                        $(fields!(V ids $($named $($named_how)*),+);)?
                    }
                )*}
                Ok(())
            }
        }
    };
}

fact_rows!(facts);

enums! {
    Thing { Card(named), Player(player), Word(word), Number(number), Zone(zone) }
    Value {
        Nothing, Number(number), Flag(flag), Word(word), Entity(entity as thing), Player(player), Players(players),
        Choices(choices), Numbers(numbers)
    }
    Carried => carried { One(value), Many(parts) }
    CarriedPart { One(value), Text(text), Zone(zone), Game, Range(from, to, closed), List(len), Map(len) }
    Expiry {
        StartOfTurn(player, turn), EndOfTurn(player, turn), EndOfThisTurn(turn), EndOfPhase, Predicate, Never,
        EndOfThatPhase(phase), EndOfProcedure(procedure, level)
    }
    Step {
        NextTurn, BeginPhase(phase), PhaseWindows(phase, window), EndPhase(phase), Window(open), Resolve(item as thing),
        Finish(item as thing), Announce(player, announcement), Hook(name, value),
        Listener(source as thing, number, event) => listener(source, number, event), Trigger(trigger), Leave(player),
        NextSeat(player), EndProcedure(procedure), Floor => floor(),
        Masked(event, when skipped, asked) => masked(event, when, asked)
    }
    Announcement {
        Copy(def), Instructed(card as card, action),
        Chosen(card as thing, number, subject as thing or none) => chosen(card, number)
    }
    Reason {
        Exempt(player, by), Protected(by), Replaced(by), Gone, Terminal(zone), Full(zone), Room(zone, room),
        Short(asked, there), InPart(word, due, done), Gate(action, gate),
        OwnGate(def, number, gate) => usage(def, number), Forbidden(by), Cost, Unpaid(names), Gives(count, zone),
        Spends(amount, attr), NoTarget(word), NotNow(moment),
        Elsewhere(def, number) => usage(def, number), NotYours(def, number) => usage(def, number),
        Unasked(seat, window), NotAnswered(def, number) => usage(def, number), NotAmong(word), Word(word),
        Out(player), Needed
    }
    NotNow {
        Passed(player), Spent(player), Uninvited(player, window), Asked(seat), RoundOver, RoundToCome,
        OtherWindow(def, number) => usage(def, number), Tried, NothingToAnswer, AnswersNothing, Sealed
    }
    Written { Declared(line), Done(place) }
    Input {
        Answer(question skipped, seat, answer skipped), Chance(question skipped, answer skipped, own),
        Together(question skipped, branches), Leave(player), Withdrawn(answers, proved), LeaveTogether(players)
    }
    Start { Beginning, Middle(arranged) }
    Subject { Game, Player(player), Card(number), Site(site) }
}

// The action of an item is that of its use; a trigger has none.
structs! {
    Named => named {
        def or none, controller or none, ordinal, known, site or none, zone or none, place, card or none
    }
    Against { reason, written }
    Fact { depth, what, cause, place, input }
    Placing { player, place, score, ties }
    Outcome { winners, why, defeat, placings, about each or none }
    Event { signal, player, subject, amount, cause as thing or none, from or none }
    Trigger => trigger { source as thing, def or none, part, number, player, event }
    OpenWindow => open_window { decl, subject as thing or none, actor, round, cursor, passed, used, acted }
    Item => item {
        id, def or none, card as card or none, source as thing or none, trigger, use_index, action skipped,
        from or none, player, answers as thing or none, targets, roles skipped, notes, exempt, exempt_by, status skipped, copy, answerable
    }
    Effect => effect { id, def or none, card as card or none, player, exempt, exempt_by, targets, notes, expiry }
    Learned { card, by, told, attr, value, is }
    Memory => memory { card as card, became, was, slots, values, attached }
    Guise { card, def, until as thing or none }
    OuterValue { of, attr, value }
    RunningProcedure => running { procedure, outer }
    Turn { number, player, phase, extra, rotation, reversed, inserted, skips, before_first }
    Entity {
        kind, def or none, own or none, owner or none, controller or none, holder or none, exists, incarnation, zone or none, slot, known,
        host or none, attachments, part, token, count, place
    }
    Zone { decl, owner, site or none, cards }
    State {
        entities, slots, zones, items, board skipped, supply, effects, guises, learned, agenda, procedures, queue, turn, present,
        players, seats, acting_seats, chance skipped, outcome, positions, since, memories, given, held, index skipped
    }
    Branch { seat, number, sealed, in_view, stage skipped }
    Lot { owner or none, holder or none, zone, site or none, cards }
    Pieces { owner or none, holder or none, zone, site or none, def, count }
    Arranged { phase, sets, attached, places }
    Game {
        state, setup skipped, trace, log, tape_from, prompts skipped, numbers skipped, kept_prompts skipped, leaving,
        barred, stopped_at, unchecked, idle, spent skipped, set_off, handle_key skipped, branch skipped, chance skipped,
        faults, light, steps, changed, journal skipped, journaled, told, earlier skipped, marks skipped, mark skipped,
        logged skipped
    }
    Setup { players, seats, first, seed skipped, cards, pieces, options, start }
}

impl VisitIds for WordList {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|word| ids.word(word))
    }
}

impl VisitIds for CarriedParts {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.0.visit(ids)
    }
}

impl VisitIds for SetOff {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.known().try_for_each(|card| ids.definition(card))
    }
}

impl<T: VisitIds> VisitIds for Option<T> {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        self.iter().try_for_each(|inner| inner.visit(ids))
    }
}

impl<T: VisitIds> VisitIds for [T] {
    fn visit<V: IdVisitor>(&self, ids: &mut V) -> Visited<V::Stop> {
        let mut all = self.iter().enumerate();
        all.try_for_each(|(at, inner)| inner.visit(ids).map_err(|stop| V::within(stop, format_args!("[{at}]"))))
    }
}

macro_rules! tuples {
    ($(($($part:ident)+))*) => {$(
        impl<$($part: VisitIds),+> VisitIds for ($($part,)+) {
            #[allow(non_snake_case, reason = "a part is named like its type")]
            fn visit<Visitor: IdVisitor>(&self, ids: &mut Visitor) -> Visited<Visitor::Stop> {
                let ($($part,)+) = self;
                $($part.visit(ids)?;)+
                Ok(())
            }
        }
    )*};
}

tuples! { (A B) (A B C) }

/// What names nothing.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl VisitIds for $type {
            fn visit<V: IdVisitor>(&self, _: &mut V) -> Visited<V::Stop> {
                Ok(())
            }
        }
    )*};
}

plain! { bool, u8, u16, u32, u64, u128, usize, i64, str, ChoiceSet }
