//! Whether a game that comes from outside can be played: every number in it names something that is there, and
//! every value is one that its place can hold. Nothing else reads a save before it has been checked here.
//!
//! Fields and variants are listed one by one, so that a new one cannot be forgotten here.

mod facts;
mod inputs;
mod setup;
mod state;
mod steps;

use crate::model::carried::{Carried, CarriedPart};
use crate::model::game::Game;
use crate::model::ids::{
    ActionId, AttrId, DefId, EntityId, Handle, KindId, LineId, PhaseId, PlayerId, Players, ProcedureId, Seat, Seats,
    ValueId, WindowId, Word, ZoneDeclId, ZoneId,
};
use crate::model::rules::Rules;
use crate::model::state::State;
use crate::model::value::Value;

/// What is wrong, as the end of a sentence.
pub type Checked = Result<(), &'static str>;

/// More turns, incarnations or questions than this are in no game: counters have room to go on.
const MOST: u32 = 1 << 30;

/// A game is looked at: what its numbers may name.
#[derive(Clone, Copy)]
struct Valid<'a> {
    rules: &'a Rules,
    state: &'a State,
}

impl Game {
    /// Whether the game can be played with these rules, whoever wrote its bytes.
    ///
    /// # Errors
    /// Says what it holds that no game can hold.
    pub fn check_valid(&self, rules: &Rules) -> Checked {
        let Self {
            state,
            setup,
            trace,
            log,
            tape_from,
            prompts: _,
            numbers,
            kept_prompts: _,
            leaving,
            barred,
            stopped_at: _,
            unchecked: _,
            idle,
            spent: _,
            set_off,
            handle_key: _,
            branch: _,
            chance: _,
            faults: _,
            light: _,
            steps: _,
            changed: _,
            journal: _,
            journaled: _,
            told: _,
            earlier: _,
            marks: _,
            mark: _,
            logged: _,
        } = self;
        let valid = Valid { rules, state };
        valid.state()?;
        setup.iter().try_for_each(|setup| valid.setup(setup))?;
        trace.iter().try_for_each(|fact| valid.fact(fact))?;
        log.iter().try_for_each(|input| valid.input(input))?;
        holds(*tape_from <= log.len(), "its tape begins after its end")?;
        holds(numbers.are_valid(state.people()) && *idle < MOST, "a number in it is too large")?;
        set_off.known().try_for_each(|card| valid.definition(card))?;
        leaving.iter().try_for_each(|player| valid.player(*player))?;
        barred.iter().try_for_each(|(card, _)| valid.used(*card))
    }
}

/// Fails with what is broken unless it holds.
const fn holds(holds: bool, broken: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(broken) }
}

/// Every one of them is valid.
fn each<T>(all: impl IntoIterator<Item = T>, valid: impl FnMut(T) -> Checked) -> Checked {
    all.into_iter().try_for_each(valid)
}

macro_rules! in_tables {
    ($($check:ident($id:ty) in $of:ident.$table:ident: $broken:literal;)*) => {
        impl Valid<'_> {$(
            fn $check(&self, id: $id) -> Checked {
                holds(id.index() < self.$of.$table.len(), $broken)
            }
        )*}
    };
}

in_tables! {
    word(Word) in rules.words: "it names a word that nothing in the packs has";
    kind(KindId) in rules.kinds: "it names a kind that is not declared";
    attribute(AttrId) in rules.attributes: "it names an attribute that is not declared";
    action(ActionId) in rules.actions: "it names an action that is not declared";
    window_id(WindowId) in rules.windows: "it names a window that is not declared";
    phase(PhaseId) in rules.phases: "it names a phase that is not declared";
    procedure(ProcedureId) in rules.procedures: "it names a procedure that is not declared";
    definition(DefId) in rules.definitions: "it names a definition that no pack has";
    line(LineId) in rules.lines: "it names a line that is not declared";
    value_id(ValueId) in rules.values: "it names a value that is not declared";
    zone_decl(ZoneDeclId) in rules.zones: "it names a zone that is not declared";
    zone(ZoneId) in state.zones: "it names a zone that is not there";
    seat(Seat) in state.seats: "it names a seat that is not there";
    entity(EntityId) in state.entities: "it names something that is not there";
}

impl Valid<'_> {
    /// The abilities of a card, or those of a named effect of its definition or of the rules.
    fn part(&self, def: DefId, part: u16) -> Checked {
        if part == 0 {
            return self.definition(def);
        }
        if def != DefId::NONE {
            self.definition(def)?;
        }
        holds(self.rules.named_effect(def, part).is_some(), "it names an effect that is not declared")
    }

    fn player(&self, player: PlayerId) -> Checked {
        holds(player.0 < self.state.players, "it names a player who is not there")
    }

    fn players(&self, players: Players) -> Checked {
        let all = Players::first(usize::from(self.state.players));
        holds(players.minus(all).is_empty(), "it names players who are not there")
    }

    fn seats(&self, seats: Seats) -> Checked {
        let all = Seats::first(self.state.seats.len());
        holds(seats.minus(all).is_empty(), "it names seats that are not there")
    }

    /// An incarnation that is or was.
    fn handle(&self, handle: Handle) -> Checked {
        let was = self.state.entities.get(handle.id.index());
        let was = was.is_some_and(|entity| handle.incarnation <= entity.incarnation);
        holds(was, "it names something that never existed")
    }

    /// A card, an item or an effect that is or was.
    fn thing(&self, handle: Handle) -> Checked {
        self.handle(handle)?;
        let kind = self.state.entity(handle.id).kind;
        holds(kind != Rules::GAME && kind != Rules::PLAYER, "it takes a player for a card")
    }

    fn thing_or_none(&self, handle: Handle) -> Checked {
        if handle == Handle::NONE { Ok(()) } else { self.thing(handle) }
    }

    /// A card that is or was, or none.
    fn card_or_none(&self, handle: Handle) -> Checked {
        if handle == Handle::NONE {
            return Ok(());
        }
        self.handle(handle)?;
        holds(self.is_of_cards(self.state.entity(handle.id).kind), "it takes something else for a card")
    }

    /// What is or was used: a card, a player or the game.
    fn used(&self, handle: Handle) -> Checked {
        self.handle(handle)?;
        let kind = self.state.entity(handle.id).kind;
        holds(
            matches!(kind, Rules::PLAYER | Rules::GAME) || self.is_of_cards(kind),
            "it takes something else for a card",
        )
    }

    /// Whether a kind is one of cards: not the kernel's own, and no part of the board.
    fn is_of_cards(&self, kind: KindId) -> bool {
        let category = self.rules.kinds.get_index(kind.index()).map(|(_, kind)| kind.category);
        kind.index() >= Rules::OWN_KINDS.len() && category.is_some_and(|category| !category.is_site())
    }

    fn value(&self, value: Value) -> Checked {
        match value {
            // Of a set of choices only the attribute knows how many there are.
            Value::Nothing | Value::Number(_) | Value::Flag(_) | Value::Choices(_) => Ok(()),
            Value::Numbers(numbers) => holds(numbers.is_sound(), "it takes something else for a list of numbers"),
            Value::Word(word) => self.word(word),
            Value::Entity(handle) => self.thing(handle),
            Value::Player(player) => self.player(player),
            Value::Players(players) => self.players(players),
        }
    }

    /// What is carried is put together as scripts could have made it: each list and map is followed by what is in it, nothing
    /// else is there, and what a value can be is one.
    fn carried(&self, carried: &Carried) -> Checked {
        let parts = match carried {
            Carried::One(value) => return self.value(*value),
            Carried::Many(parts) => &parts.0,
        };
        const MESSAGE: &str = "it takes something else for a list or a map";
        let alone = matches!(parts.first(), None | Some(CarriedPart::One(_)));
        holds(!alone && Carried::fits(parts), MESSAGE)?;
        // Of what is open, how much is still to come: of a map, key and value alternate.
        let mut open: Vec<(bool, u64)> = vec![(false, 1)];
        for part in parts {
            while open.last().is_some_and(|(_, left)| *left == 0) {
                open.pop();
            }
            let (of_map, left) = open.last_mut().ok_or(MESSAGE)?;
            let is_key = *of_map && *left % 2 == 0;
            *left -= 1;
            let can_be_key = matches!(part, CarriedPart::Text(_) | CarriedPart::One(Value::Word(_)));
            holds(!is_key || can_be_key, MESSAGE)?;
            match part {
                CarriedPart::One(value) => self.value(*value)?,
                CarriedPart::Zone(zone) => self.zone(*zone)?,
                CarriedPart::Text(_) | CarriedPart::Game | CarriedPart::Range(..) => {}
                CarriedPart::List(len) => open.push((false, u64::from(*len))),
                CarriedPart::Map(len) => open.push((true, 2 * u64::from(*len))),
            }
            holds(open.len() <= Carried::DEEPEST + 2, MESSAGE)?;
        }
        holds(open.iter().all(|(_, left)| *left == 0), MESSAGE)
    }
}
