//! The context of a call, which verbs work with: the table, the program, and what the running call has made.

use super::scratch::Scratch;
use super::script_value::{Flow, ScriptType, ScriptValue};
use crate::faults;
use crate::lower::code::Point;
use crate::lower::program::Program;
use crate::watch::Watcher;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{EntityId, Handle};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::{Entity, State};
use cardwright_kernel::table::Table;
use cardwright_kernel::trace::ScriptLocation;
use cardwright_kernel::values::Cell;

/// What only the reference evaluator can do: call its closures, compare what only it knows.
pub trait Outside {
    /// Calls a closure: its value, or its stop.
    fn call(&mut self, ctx: &mut CallContext<'_>, closure: u32, arguments: &[ScriptValue])
    -> Result<ScriptValue, Stop>;

    /// Whether two foreign values are equal; a fault if they cannot be compared.
    fn equal(&mut self, one: u32, other: u32) -> Result<bool, Stop>;

    /// How people call the kind of a foreign value.
    fn called(&self, foreign: u32) -> String;
}

/// The context of a call of a script: what its verbs work with.
pub struct CallContext<'a> {
    /// The scripts, and what their names mean.
    pub program: &'a Program,
    pub(crate) table: Option<&'a mut Table>,
    /// What the call has made.
    pub scratch: Box<Scratch>,
    /// What the evaluator can do that runs the call, if it is not the engine's own.
    pub outside: Option<&'a mut dyn Outside>,
    /// Where the slots of the running function begin, and where free ones do.
    pub(crate) base: usize,
    pub(crate) top: usize,
    /// The script of the running function.
    pub(crate) script: u16,
    /// Where the running verb was called, or the last one.
    pub(crate) last: Option<ScriptLocation>,
    /// The location of the function that was called from outside.
    pub(crate) hook: Option<ScriptLocation>,
    /// How many functions are inside of each other.
    pub(crate) level: usize,
    /// Work until the next computing, and what was spent before.
    pub(crate) left: i64,
    pub(crate) spent: u64,
    /// The value of a return or break.
    pub(crate) carried: ScriptValue,
    /// What came where a number was looked for.
    pub(crate) instead: Result<ScriptValue, Flow>,
    /// Why the script ends.
    pub(crate) stop: Option<Stop>,
    /// The name of the running verb, for its faults.
    pub verb: &'a str,
    /// Who watches, if somebody does.
    pub(crate) watcher: Option<&'a Watcher>,
}

/// Work between two reckonings.
pub(crate) const BLOCK: i64 = 256;

/// So many elements of a list are as much work as one operation.
pub(crate) const ELEMENTS: usize = 4;

/// So many bytes of a text are as much work as one element of a list.
pub(crate) const BYTES: usize = 8;

impl<'a> CallContext<'a> {
    /// A context; without a table only verbs that need none can be used.
    pub fn new(program: &'a Program, table: Option<&'a mut Table>, scratch: Box<Scratch>) -> Self {
        Self {
            program,
            table,
            scratch,
            outside: None,
            base: 0,
            top: 0,
            script: 0,
            last: None,
            hook: None,
            level: 0,
            left: BLOCK,
            spent: 0,
            carried: ScriptValue::Nothing,
            instead: Ok(ScriptValue::Nothing),
            stop: None,
            verb: "",
            watcher: None,
        }
    }

    /// The table.
    pub fn table(&mut self) -> &mut Table {
        self.table.as_deref_mut().expect("whatever needs a table runs at one")
    }

    /// The table, to be looked at.
    pub fn look(&self) -> &Table {
        self.table.as_deref().expect("whatever needs a table runs at one")
    }

    /// The state.
    pub fn state(&self) -> &State {
        self.look().state()
    }

    /// A card as it is meant: as it is, or as it was.
    pub fn entity(&self, card: Handle) -> &Entity {
        self.look().past(card).map_or_else(|| self.state().entity(card.id), |memory| &memory.was)
    }

    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        &self.program.rules
    }

    /// What is computed just now reads this.
    pub fn note(&self, cell: Cell) {
        let table = self.look();
        table.note_read(cell);
        if let Cell::Zone(zone) = cell {
            table.look_into(zone);
        }
    }

    /// A fault: the closure must give something else.
    pub fn wanted(&self, what: &str, held: ScriptValue) -> Stop {
        faults::closure_gives(self.verb, what, self.called(held)).into()
    }

    /// Why the script ends.
    pub(crate) fn stopped(&mut self) -> Stop {
        self.stop.take().unwrap_or(Stop::Pending)
    }

    /// Sets the location from which a verb is called.
    pub fn at(&mut self, place: Option<ScriptLocation>) {
        self.last = place;
        if let Some(table) = &mut self.table {
            table.at(place);
        }
    }

    /// A place in the running script.
    pub(crate) const fn place(&self, at: Point) -> ScriptLocation {
        ScriptLocation { script: self.script, line: at.line, column: at.column }
    }
}

/// The entity of something that has attributes.
pub fn bearer(of: ScriptValue) -> EntityId {
    match of {
        ScriptValue::Player(seat) => State::player_entity(seat),
        ScriptValue::Game => EntityId::GAME,
        other => other.handle().map_or(EntityId::NONE, |handle| handle.id),
    }
}

/// The kinds of some values, as a fault tells them: "a number and a text".
pub(crate) fn kinds(ctx: &CallContext<'_>, values: &[ScriptValue]) -> String {
    values.iter().map(|held| ctx.called(*held)).collect::<Vec<_>>().join(" and ")
}

/// Whether a value is of one of these kinds.
pub(crate) fn is_of(held: ScriptValue, kinds: u32) -> bool {
    let kind = held.kind();
    kinds & kind.bit() != 0 || kind == ScriptType::Foreign
}
