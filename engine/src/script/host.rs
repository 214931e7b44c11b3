//! The script host: compiled scripts of one game, and the door through which verbs reach the table.
//!
//! While a script runs, the table's contents lie in the host's slot; a verb takes them out for its own time and
//! a guard puts them back, also through a panic.

use super::compile::{Bound, Found};
use super::sandbox::{Ended, Halt, Meter};
use super::types::{Card, Effect, Event, Game, Item, Joint, Player, Space, Zone};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Players, SiteId, WindowId, Word, ZoneDeclId};
use crate::model::index::Cell as Watched;
use crate::model::rules::{Hook, Rules, Sort};
use crate::model::trace::Place;
use crate::model::value::Value;
use crate::play::session::{Arg, Fault, Inner, Scripts, Stop, Table};
use rhai::{Dynamic, Engine, EvalAltResult, ImmutableString, NativeCallContext};
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// What the verbs of one host share.
pub struct Shared {
    slot: Cell<Option<Box<Inner>>>,
    stop: Cell<Option<Stop>>,
    /// Counts what scripts spend.
    pub meter: Rc<Meter>,
    /// The rules, for looking up words.
    pub rules: Arc<Rules>,
    /// The text of every word, as scripts hold texts.
    pub texts: Vec<ImmutableString>,
    /// The printed name of every definition.
    pub names: Vec<ImmutableString>,
    /// The key of every kind.
    pub kinds: Vec<ImmutableString>,
    /// Where the closures of lists find their functions.
    pub found: Found,
    /// The script in which a verb was called last: where its path lies in memory, and its number.
    script: Cell<(usize, Option<u16>)>,
}

/// The tag by which verbs find what they share.
#[derive(Clone)]
pub struct Tag(Rc<Shared>);

impl Tag {
    /// What the closures of lists share; nothing outside of a game.
    pub fn found<R>(tag: Option<&Dynamic>, take: impl FnOnce(&Found) -> R) -> Option<R> {
        Some(take(&tag?.read_lock::<Self>()?.0.found))
    }
}

/// The scripts of one game, compiled; one host for every thread.
pub struct Host {
    engine: Engine,
    scripts: Vec<Option<Bound>>,
    shared: Rc<Shared>,
    tag: Dynamic,
}

type Outcome<T> = Result<T, Box<EvalAltResult>>;

impl Shared {
    /// What the verbs of a host share.
    pub fn new(meter: Rc<Meter>, rules: Arc<Rules>) -> Rc<Self> {
        let texts = rules.words.iter().map(ImmutableString::from).collect();
        let names = rules.definitions.keys().map(|name| ImmutableString::from(&**name)).collect();
        let kinds = rules.kinds.keys().map(|key| ImmutableString::from(&**key)).collect();
        let (slot, stop, script) = (Cell::new(None), Cell::new(None), Cell::new((0, None)));
        Rc::new(Self { slot, stop, meter, rules, texts, names, kinds, found: Found::default(), script })
    }

    /// The name of an entity.
    pub fn name_of(&self, table: &Inner, id: EntityId) -> ImmutableString {
        self.names.get(table.state().entity(id).def.index()).cloned().unwrap_or_default()
    }

    /// The key of an entity's kind.
    pub fn kind_of(&self, table: &Inner, id: EntityId) -> ImmutableString {
        self.kinds.get(table.state().entity(id).kind.index()).cloned().unwrap_or_default()
    }

    /// The number of the script with this path. The path of a compiled script stays where it lies.
    fn script_at(&self, path: &str) -> Option<u16> {
        let at = path.as_ptr() as usize;
        if self.script.get().0 != at {
            self.script.set((at, self.rules.scripts.get_index_of(path).map(|script| script as u16)));
        }
        self.script.get().1
    }
}

impl Host {
    /// A host of compiled scripts, in the order of [`Rules::scripts`].
    pub fn new(engine: Engine, shared: Rc<Shared>, scripts: Vec<Option<Bound>>) -> Self {
        let tag = Dynamic::from(Tag(Rc::clone(&shared)));
        Self { engine, scripts, shared, tag }
    }

    fn finish(&self, ended: Ended) -> Stop {
        if let Some(stop) = self.shared.stop.take() {
            return stop;
        }
        match ended {
            Ended::Stopped => Stop::Pending,
            Ended::Faulted(fault) => {
                let script = self.shared.rules.scripts.get_index_of(&*fault.place.path);
                let place = script.map(|script| Place {
                    script: script as u16,
                    line: fault.place.line as u16,
                    column: fault.place.column as u16,
                });
                Stop::Fault(Box::new(Fault { message: fault.message.into(), place }))
            }
        }
    }
}

impl Scripts for Host {
    fn begin(&self) {
        self.shared.meter.begin();
    }

    fn resume(&self) {
        self.shared.meter.resume();
    }

    fn call(&self, table: &mut Table, hook: &Hook, args: &[Arg]) -> Result<Value, Stop> {
        let bound = self.scripts.get(hook.script.index()).and_then(Option::as_ref);
        let (Some(bound), Some(function)) = (bound, hook.function) else {
            return Err(Fault::stop(format!("there is no function `{}`", hook.name)));
        };
        let mut values: SmallVec<[Dynamic; 3]> =
            args.iter().map(|arg| dynamic_of_arg(table, &self.shared, *arg)).collect();
        self.shared.slot.set(Some(table.take()));
        let result = bound.call(&self.engine, &self.shared.meter, self.tag.clone(), function, &mut values);
        let inner = self.shared.slot.take().expect("every verb gives the table back");
        table.give_back(inner);
        match result {
            Ok(value) => {
                self.shared.stop.set(None);
                Ok(value_of(&self.shared, &value).unwrap_or(Value::Nothing))
            }
            Err(ended) => Err(self.finish(ended)),
        }
    }
}

struct Guard<'a> {
    shared: &'a Shared,
    table: Table,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if self.table.is_here() {
            self.shared.slot.set(Some(self.table.take()));
        }
    }
}

/// Runs a verb: takes the table, notes where it was called, and gives the table back.
pub fn with<R>(
    context: &NativeCallContext<'_>,
    verb: impl FnOnce(&mut Table, &Shared) -> Result<R, Stop>,
) -> Outcome<R> {
    let tag = context.tag().and_then(|tag| tag.read_lock::<Tag>()).ok_or("verbs work only inside of a game")?;
    let shared: &Shared = &tag.0;
    if let Some(halt) = shared.meter.halt() {
        return Err(Meter::termination(halt));
    }
    shared.meter.at_verb(context);
    let inner = shared.slot.take().ok_or("verbs work only inside of a game")?;
    let mut guard = Guard { shared, table: Table::from_inner(inner) };
    let place = place(context, shared);
    guard.table.at(place);
    let result = verb(&mut guard.table, shared).and_then(|value| {
        if shared.rules.checked_at.batches {
            guard.table.check_inside()?;
        }
        Ok(value)
    });
    drop(guard);
    result.map_err(|stop| stopped(context, shared, stop))
}

/// Runs a verb that does something: where scripts may only look, it is refused.
///
/// Every verb whose comment says `Changes state.` goes through here.
pub fn act<R>(
    context: &NativeCallContext<'_>,
    verb: impl FnOnce(&mut Table, &Shared) -> Result<R, Stop>,
) -> Outcome<R> {
    with(context, |table, shared| {
        table.refuse_if_pure(context.fn_name())?;
        verb(table, shared)
    })
}

/// Runs a verb that only looks at an entity: what is being computed has then read it.
pub fn look<R>(
    context: &NativeCallContext<'_>,
    id: EntityId,
    verb: impl FnOnce(&mut Table, &Shared) -> Result<R, Stop>,
) -> Outcome<R> {
    with(context, |table, shared| {
        table.note_read(Watched::Entity(id));
        verb(table, shared)
    })
}

fn stopped(context: &NativeCallContext<'_>, shared: &Shared, stop: Stop) -> Box<EvalAltResult> {
    match stop {
        Stop::Pending => {
            shared.meter.stop();
            Meter::termination(Halt::Stopped)
        }
        Stop::Illegal(reason) => {
            shared.stop.set(Some(Stop::Illegal(reason)));
            Meter::termination(Halt::Stopped)
        }
        Stop::Fault(fault) => Box::new(EvalAltResult::ErrorRuntime(fault.message.into(), context.call_position())),
    }
}

fn place(context: &NativeCallContext<'_>, shared: &Shared) -> Option<Place> {
    let position = context.call_position();
    let path = context.global_runtime_state().source.as_deref()?;
    Some(Place {
        script: shared.script_at(path)?,
        line: position.line()? as u16,
        column: position.position().unwrap_or(1) as u16,
    })
}

fn dynamic_of_arg(table: &Inner, shared: &Shared, arg: Arg) -> Dynamic {
    match arg {
        Arg::Game => Dynamic::from(Game),
        Arg::Player(seat) => Dynamic::from(Player(seat)),
        Arg::Card(handle) => Dynamic::from(Card(handle)),
        Arg::Space(handle) => Dynamic::from(Space(handle.id)),
        Arg::Joint(handle) => Dynamic::from(Joint(handle.id)),
        Arg::Item(handle) => Dynamic::from(Item(handle)),
        Arg::Effect(handle) => Dynamic::from(Effect(handle)),
        Arg::Event(index) => Dynamic::from(Event(index)),
        Arg::Number(number) => Dynamic::from(number),
        Arg::Value(value) => dynamic_of(table, shared, value),
        Arg::Nothing => Dynamic::UNIT,
    }
}

/// What a script holds, as the kernel keeps it; `None` for lists of anything but players, maps and unknown texts.
pub fn value_of(shared: &Shared, value: &Dynamic) -> Option<Value> {
    if value.is_unit() {
        return Some(Value::Nothing);
    }
    if let Ok(flag) = value.as_bool() {
        return Some(Value::Flag(flag));
    }
    if let Ok(number) = value.as_int() {
        return Some(Value::Number(number));
    }
    if let Some(handle) = handle_of(value) {
        return Some(Value::Entity(handle));
    }
    if let Some(Player(seat)) = value.clone().try_cast::<Player>() {
        return Some(Value::Player(seat));
    }
    if let Some(list) = value.read_lock::<rhai::Array>() {
        let seats = list.iter().map(|player| player.read_lock::<Player>().map(|player| player.0));
        let seats = seats.collect::<Option<Vec<PlayerId>>>()?;
        return Some(Value::Players(seats.into_iter().fold(Players::NONE, Players::with)));
    }
    let text = value.as_immutable_string_ref().ok()?;
    shared.rules.words.get(&text).map(Value::Word)
}

/// The handle in a card, item, effect, space or joint.
pub fn handle_of(value: &Dynamic) -> Option<Handle> {
    if let Some(card) = value.read_lock::<Card>() {
        return Some(card.0);
    }
    if let Some(item) = value.read_lock::<Item>() {
        return Some(item.0);
    }
    // Parts of the board never become others.
    let site = value.read_lock::<Space>().map(|space| space.0);
    if let Some(id) = site.or_else(|| value.read_lock::<Joint>().map(|joint| joint.0)) {
        return Some(Handle { id, incarnation: 0 });
    }
    value.read_lock::<Effect>().map(|effect| effect.0)
}

/// A value of the kernel, as scripts hold it.
pub fn dynamic_of(table: &Inner, shared: &Shared, value: Value) -> Dynamic {
    match value {
        Value::Nothing => Dynamic::UNIT,
        Value::Number(number) => Dynamic::from(number),
        Value::Flag(flag) => Dynamic::from(flag),
        Value::Word(word) => text_of(shared, word),
        Value::Entity(handle) => dynamic_of_handle(table, handle),
        Value::Player(seat) => Dynamic::from(Player(seat)),
        Value::Players(seats) => Dynamic::from_array(seats.iter().map(|seat| Dynamic::from(Player(seat))).collect()),
    }
}

/// A handle as a card, item, effect, player, space or joint.
pub fn dynamic_of_handle(table: &Inner, handle: Handle) -> Dynamic {
    if handle == Handle::NONE {
        return Dynamic::UNIT;
    }
    match table.state().entity(handle.id).kind {
        Rules::GAME => Dynamic::from(Game),
        Rules::PLAYER => Dynamic::from(Player(table.state().entity(handle.id).owner)),
        Rules::ITEM => Dynamic::from(Item(handle)),
        Rules::EFFECT => Dynamic::from(Effect(handle)),
        kind => match table.rules.kinds[kind.index()].sort {
            Sort::Card | Sort::Counted => Dynamic::from(Card(handle)),
            Sort::Space => Dynamic::from(Space(handle.id)),
            Sort::Joint => Dynamic::from(Joint(handle.id)),
        },
    }
}

/// A word as a text.
pub fn text_of(shared: &Shared, word: Word) -> Dynamic {
    shared.texts.get(word.index()).map_or(Dynamic::UNIT, |text| Dynamic::from(text.clone()))
}

/// The word of a text.
///
/// # Errors
/// A fault if nothing in the packs has it: such a text was put together while the script ran.
pub fn word_of(shared: &Shared, text: &str) -> Result<Word, Stop> {
    shared.rules.words.get(text).ok_or_else(|| {
        Fault::stop(format!("`{text}` stands in no file of the packs: write such texts out, do not put them together"))
    })
}

/// The declared zone with this key.
///
/// # Errors
/// A fault if no zone has this key.
pub fn zone_decl(shared: &Shared, key: &str) -> Result<ZoneDeclId, Stop> {
    let decl = shared.rules.zones.get_index_of(key).map(ZoneDeclId::from);
    decl.ok_or_else(|| Fault::stop(format!("there is no zone `{key}`")))
}

/// The window with this key.
///
/// # Errors
/// A fault if no window has this key.
pub fn window(shared: &Shared, key: &str) -> Result<WindowId, Stop> {
    let decl = shared.rules.windows.get_index_of(key).map(WindowId::from);
    decl.ok_or_else(|| Fault::stop(format!("there is no window `{key}`")))
}

/// The definition with this printed name.
///
/// # Errors
/// A fault if no card has this name.
pub fn definition(shared: &Shared, name: &str) -> Result<DefId, Stop> {
    let def = shared.rules.definitions.get_index_of(name).map(DefId::from);
    def.ok_or_else(|| Fault::stop(format!("there is no card `{name}`")))
}

/// The zone with this key, of a player or the game's.
///
/// # Errors
/// A fault if no zone has this key.
pub fn zone_of(table: &Inner, shared: &Shared, key: &str, seat: PlayerId) -> Result<Zone, Stop> {
    let zone = table.state().zone_of(&shared.rules, zone_decl(shared, key)?, seat);
    if !zone.is_some() {
        return Err(Fault::stop(format!("the zone `{key}` lies on the board: say on which space or joint")));
    }
    Ok(Zone(zone))
}

/// The zone with this key that lies on a space or joint.
///
/// # Errors
/// A fault if no zone has this key, or it lies elsewhere.
pub fn zone_at(table: &Inner, shared: &Shared, key: &str, site: EntityId) -> Result<Zone, Stop> {
    let decl = zone_decl(shared, key)?;
    let site = table.state().site_of(&shared.rules, site).unwrap_or(SiteId::NONE);
    let zone = table.state().zone_at(&shared.rules, decl, site);
    if !zone.is_some() {
        return Err(Fault::stop(format!("the zone `{key}` does not lie there")));
    }
    Ok(Zone(zone))
}
