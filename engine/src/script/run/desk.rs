//! The desk: what a verb has before it. The table, the program, and what the running call has made.

use super::held::{Held, HeldKind, ListId, Routine, TextId};
use super::scratch::{PRINTED, Scratch};
use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Players, SiteId, WindowId, Word, ZoneDeclId, ZoneId};
use crate::model::index::Cell;
use crate::model::rules::{Rules, Sort};
use crate::model::state::State;
use crate::model::trace::Place;
use crate::model::value::Value;
use crate::play::session::{Fault, Stop, Table};
use crate::script::lower::code::Point;
use crate::script::lower::members::{Getter, Setter};
use crate::script::lower::program::Program;
use crate::script::sandbox::{LIST_SIZE, TEXT_SIZE};
use crate::script::verbs::row::{Deed, Row};
use crate::script::verbs::rows;

/// What only the reference evaluator can do: call its closures, compare what only it knows.
pub trait Outside {
    /// Calls a closure.
    ///
    /// # Errors
    /// The stop of the closure.
    fn call(&mut self, desk: &mut Desk<'_>, closure: u32, arguments: &[Held]) -> Result<Held, Stop>;

    /// Whether two foreign values are equal.
    ///
    /// # Errors
    /// A fault if they cannot be compared.
    fn equal(&mut self, one: u32, other: u32) -> Result<bool, Stop>;

    /// How people call the kind of a foreign value.
    fn called(&self, foreign: u32) -> String;
}

/// What a verb has before it.
pub struct Desk<'a> {
    /// The scripts, and what their names mean.
    pub program: &'a Program,
    pub(super) table: Option<&'a mut Table>,
    /// What the call has made.
    pub scratch: Box<Scratch>,
    pub(super) outside: Option<&'a mut dyn Outside>,
    /// Where the slots of the running function begin, and where free ones do.
    pub(super) base: usize,
    pub(super) top: usize,
    /// The script of the running function.
    pub(super) script: u16,
    /// Where the running verb was called, or the last one.
    pub(super) last: Option<Place>,
    /// The location of the function that was called from outside.
    pub(super) hook: Option<Place>,
    /// How many functions are inside of each other.
    pub(super) level: usize,
    /// Work until the next reckoning, and what was spent before.
    pub(super) left: i64,
    pub(super) spent: u64,
    /// The value of a return or break.
    pub(super) carried: Held,
    /// Why the script ends.
    pub(super) stop: Option<Stop>,
    /// The name of the running verb, for its faults.
    pub(super) verb: &'a str,
}

/// Work between two reckonings.
pub(super) const BLOCK: i64 = 256;

impl<'a> Desk<'a> {
    /// A desk; without a table only verbs that need none can be used.
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
            carried: Held::Nothing,
            stop: None,
            verb: "",
        }
    }

    /// A desk for a verb that the reference evaluator calls.
    pub fn outside(mut self, verb: &'a str, outside: &'a mut dyn Outside) -> Self {
        self.verb = verb;
        self.outside = Some(outside);
        self
    }

    /// A desk at which a verb of this name is called.
    pub fn named(mut self, verb: &'a str) -> Self {
        self.verb = verb;
        self
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

    /// The rules.
    pub fn rules(&self) -> &'a Rules {
        &self.program.rules
    }

    /// What is computed just now reads this.
    pub fn note(&self, cell: Cell) {
        self.look().note_read(cell);
    }

    /// The name of the running verb.
    pub fn verb(&self) -> &'a str {
        self.verb
    }

    // Texts.

    /// A text.
    pub fn text(&self, text: TextId) -> &str {
        let known = self.program.text(text);
        known.unwrap_or_else(|| self.scratch.text(text.0 - self.program.text_count()))
    }

    /// The number of a text.
    pub fn text_of(&mut self, text: &str) -> TextId {
        let known = self.program.text_of(text);
        known.unwrap_or_else(|| TextId(self.program.text_count() + self.scratch.text_number(text)))
    }

    /// The text of a word.
    pub const fn word_text(&self, word: Word) -> TextId {
        TextId(word.0)
    }

    /// The word of a text.
    ///
    /// # Errors
    /// A fault if nothing in the packs has it: such a text was put together while the script ran.
    pub fn word(&self, text: TextId) -> Result<Word, Stop> {
        if text.index() < self.rules().words.len() {
            return Ok(Word(text.0));
        }
        let text = self.text(text);
        Err(Fault::stop(format!(
            "`{text}` stands in no file of the packs: write such texts out, do not put them together"
        )))
    }

    /// A text that may not be too long.
    ///
    /// # Errors
    /// A fault of a limit.
    pub(super) fn sized_text(&mut self, text: &str) -> Result<TextId, Stop> {
        if text.len() > TEXT_SIZE {
            return Err(Fault::stop(format!("a text grows too large: it may have {TEXT_SIZE} bytes")));
        }
        Ok(self.text_of(text))
    }

    // Names.

    /// The declared zone with this key.
    ///
    /// # Errors
    /// A fault if no zone has this key.
    pub fn zone_decl(&self, key: TextId) -> Result<ZoneDeclId, Stop> {
        let decl = self.program.meaning(key).zone.map(ZoneDeclId);
        decl.ok_or_else(|| Fault::stop(format!("there is no zone `{}`", self.text(key))))
    }

    /// The zone with this key, of a player or the game's.
    ///
    /// # Errors
    /// A fault if no zone has this key.
    pub fn zone_of(&self, key: TextId, seat: PlayerId) -> Result<ZoneId, Stop> {
        let zone = self.state().zone_of(self.rules(), self.zone_decl(key)?, seat);
        if !zone.is_some() {
            let key = self.text(key);
            return Err(Fault::stop(format!("the zone `{key}` lies on the board: say on which space or joint")));
        }
        Ok(zone)
    }

    /// The zone with this key on a space or joint.
    ///
    /// # Errors
    /// A fault if no zone has this key, or it lies elsewhere.
    pub fn zone_at(&self, key: TextId, site: EntityId) -> Result<ZoneId, Stop> {
        let decl = self.zone_decl(key)?;
        let zone = self.state().zone_at(self.rules(), decl, self.site(site));
        if !zone.is_some() {
            return Err(Fault::stop(format!("the zone `{}` does not lie there", self.text(key))));
        }
        Ok(zone)
    }

    /// The site that an entity is.
    pub fn site(&self, id: EntityId) -> SiteId {
        self.state().site_of(self.rules(), id).unwrap_or(SiteId::NONE)
    }

    /// The window with this key.
    ///
    /// # Errors
    /// A fault if no window has this key.
    pub fn window(&self, key: TextId) -> Result<WindowId, Stop> {
        let key = self.text(key);
        let decl = self.rules().windows.get_index_of(key).map(WindowId::from);
        decl.ok_or_else(|| Fault::stop(format!("there is no window `{key}`")))
    }

    /// The definition with this printed name.
    ///
    /// # Errors
    /// A fault if no card has this name.
    pub fn definition(&self, name: TextId) -> Result<DefId, Stop> {
        let def = self.program.meaning(name).definition.map(DefId);
        def.ok_or_else(|| Fault::stop(format!("there is no card `{}`", self.text(name))))
    }

    /// The printed name of an entity.
    pub fn name_of(&self, id: EntityId) -> TextId {
        let def = self.state().entity(id).def;
        self.program.names.get(def.index()).copied().unwrap_or_else(|| self.empty_text())
    }

    /// The key of an entity's kind.
    pub fn kind_of(&self, id: EntityId) -> TextId {
        let kind = self.state().entity(id).kind;
        self.program.kinds.get(kind.index()).copied().unwrap_or_else(|| self.empty_text())
    }

    /// The key of a zone; empty for none.
    pub fn zone_key(&self, zone: ZoneId) -> TextId {
        if !zone.is_some() {
            return self.empty_text();
        }
        self.program.zones[self.state().zone(zone).decl.index()]
    }

    /// The empty text.
    pub fn empty_text(&self) -> TextId {
        self.program.text_of("").expect("every program has the empty text")
    }

    // Lists.

    /// The elements of a list.
    pub fn items(&self, list: ListId) -> &[Held] {
        match list.0 & PRINTED {
            0 => &self.scratch.list(list).items,
            _ => &self.program.lists[(list.0 & !PRINTED) as usize],
        }
    }

    /// A list of these values.
    pub fn list(&mut self, items: impl IntoIterator<Item = Held>) -> Held {
        let list = self.scratch.new_list();
        for held in items {
            self.scratch.push(list, held);
        }
        Held::List(list)
    }

    /// The list itself if nothing else holds it, otherwise a copy.
    pub(super) fn own(&mut self, list: ListId) -> ListId {
        if list.0 & PRINTED == 0 && !self.scratch.list(list).shared {
            return list;
        }
        let own = self.scratch.new_list();
        for at in 0..self.items(list).len() {
            let held = self.items(list)[at];
            self.scratch.push(own, held);
        }
        own
    }

    /// The cards of a zone, from the bottom to the top.
    pub fn cards_in(&mut self, zone: ZoneId) -> Held {
        let list = self.scratch.new_list();
        self.add_cards(zone, list);
        Held::List(list)
    }

    /// Adds the cards of a zone to a list.
    pub fn add_cards(&mut self, zone: ZoneId, list: ListId) {
        self.note(Cell::Zone(zone));
        let Some(table) = self.table.as_deref() else { return };
        let state = table.state();
        let cards = state.zone(zone).cards.iter().map(|id| Held::Card(state.handle(*id)));
        self.scratch.list_mut(list).items.extend(cards);
    }

    /// The cards of a list.
    ///
    /// # Errors
    /// A fault if something else is in it.
    pub fn handles(&self, list: ListId) -> Result<Vec<Handle>, Stop> {
        let handle =
            |held: &Held| held.handle().ok_or_else(|| Fault::stop(format!("{} is no card", self.called(*held))));
        self.items(list).iter().map(handle).collect()
    }

    /// How large a list is, with what is in it.
    fn size(&self, list: ListId) -> usize {
        let inner = |held: &Held| match held {
            Held::List(list) => self.size(*list),
            _ => 0,
        };
        let items = self.items(list);
        let nested = list.0 & PRINTED == 0 && self.scratch.list(list).nested;
        items.len() + if nested { items.iter().map(inner).sum() } else { 0 }
    }

    /// # Errors
    /// A fault if a list is larger than lists may be.
    pub(super) fn check_size(&self, list: ListId) -> Result<(), Stop> {
        if self.size(list) > LIST_SIZE {
            return Err(Fault::stop(format!(
                "a list grows too large: it may have {LIST_SIZE} elements, those of lists in it counted"
            )));
        }
        Ok(())
    }

    // Values.

    /// What the kernel can keep of a value; `None` for lists of anything but players, maps and texts put together.
    pub fn value_of(&self, held: Held) -> Option<Value> {
        Some(match held {
            Held::Nothing => Value::Nothing,
            Held::Flag(flag) => Value::Flag(flag),
            Held::Number(number) => Value::Number(number),
            Held::Text(text) => Value::Word(Word(Some(text.0).filter(|at| (*at as usize) < self.rules().words.len())?)),
            Held::Player(seat) => Value::Player(seat),
            Held::List(list) => {
                let seat = |held: &Held| if let Held::Player(seat) = held { Some(*seat) } else { None };
                let seats = self.items(list).iter().map(seat).collect::<Option<Vec<PlayerId>>>()?;
                Value::Players(seats.into_iter().fold(Players::NONE, Players::with))
            }
            other => Value::Entity(other.handle()?),
        })
    }

    /// A value of the kernel.
    pub fn held(&mut self, value: Value) -> Held {
        match value {
            Value::Nothing => Held::Nothing,
            Value::Number(number) => Held::Number(number),
            Value::Flag(flag) => Held::Flag(flag),
            Value::Word(word) => Held::Text(TextId(word.0)),
            Value::Entity(handle) => self.held_handle(handle),
            Value::Player(seat) => Held::Player(seat),
            Value::Players(seats) => self.list(seats.iter().map(Held::Player)),
        }
    }

    /// A handle as a card, item, effect, player, space or joint.
    pub fn held_handle(&self, handle: Handle) -> Held {
        if handle == Handle::NONE {
            return Held::Nothing;
        }
        let entity = self.state().entity(handle.id);
        match entity.kind {
            Rules::GAME => Held::Game,
            Rules::PLAYER => Held::Player(entity.owner),
            Rules::ITEM => Held::Item(handle),
            Rules::EFFECT => Held::Effect(handle),
            kind => match self.rules().kinds[kind.index()].sort {
                Sort::Card | Sort::Counted => Held::Card(handle),
                Sort::Space => Held::Space(handle.id),
                Sort::Joint => Held::Joint(handle.id),
            },
        }
    }

    /// A card, by its entity, as it is now.
    pub fn card(&self, id: EntityId) -> Held {
        Held::Card(self.state().handle(id))
    }

    /// How people call the kind of a value, with its article.
    pub fn called(&self, held: Held) -> String {
        match (held, &self.outside) {
            (Held::Foreign(foreign), Some(outside)) => outside.called(foreign),
            _ => held.kind().called().to_string(),
        }
    }

    /// Whether two values are equal; those of different kinds are not.
    ///
    /// # Errors
    /// A fault if they are of a kind that cannot be compared.
    pub fn equal(&mut self, one: Held, other: Held) -> Result<bool, Stop> {
        match (one, other) {
            (Held::List(one), Held::List(other)) => {
                if self.items(one).len() != self.items(other).len() {
                    return Ok(false);
                }
                for at in 0..self.items(one).len() {
                    if !self.equal(self.items(one)[at], self.items(other)[at])? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Held::Span(one), Held::Span(other)) => Ok(self.scratch.span(one) == self.scratch.span(other)),
            (Held::Foreign(one), Held::Foreign(other)) => match self.outside.take() {
                Some(outside) => {
                    let verdict = outside.equal(one, other);
                    self.outside = Some(outside);
                    verdict
                }
                None => Ok(one == other),
            },
            (Held::Map(_), Held::Map(_)) | (Held::Game, Held::Game) | (Held::Event(_), Held::Event(_)) => {
                let kind = one.kind().called();
                Err(Fault::stop(format!("there is no `==` for {kind} and {kind}")))
            }
            _ => Ok(one == other),
        }
    }

    /// The index of a value in a list.
    ///
    /// # Errors
    /// As [`Desk::equal`].
    pub fn position(&mut self, list: ListId, held: Held) -> Result<Option<usize>, Stop> {
        for at in 0..self.items(list).len() {
            if self.equal(self.items(list)[at], held)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    // Closures.

    /// The result of a closure for these arguments.
    ///
    /// # Errors
    /// The stop of the closure.
    pub fn call(&mut self, routine: Routine, arguments: &[Held]) -> Result<Held, Stop> {
        let Routine::Foreign(closure) = routine else {
            return self.run_routine(routine, arguments).map_err(|_| self.stopped());
        };
        let Some(outside) = self.outside.take() else {
            return Err(Fault::stop("a closure of another evaluator cannot be called"));
        };
        let result = outside.call(self, closure, arguments);
        self.outside = Some(outside);
        result
    }

    /// The result of a closure for an element, which must be a flag.
    ///
    /// # Errors
    /// The stop of the closure, or a fault if its result is something else.
    pub fn holds(&mut self, routine: Routine, element: Held) -> Result<bool, Stop> {
        match self.call(routine, &[element])? {
            Held::Flag(holds) => Ok(holds),
            other => Err(self.wanted("true or false", other)),
        }
    }

    /// A fault: the closure must give something else.
    pub fn wanted(&self, what: &str, held: Held) -> Stop {
        let (verb, found) = (self.verb, self.called(held));
        Fault::stop(format!("the closure of `{verb}` must give {what}, not {found}"))
    }

    /// Why the script ends.
    pub(in crate::script) fn stopped(&mut self) -> Stop {
        self.stop.take().unwrap_or(Stop::Pending)
    }

    // Properties.

    /// Reads a property.
    ///
    /// # Errors
    /// A stop.
    pub fn read(&mut self, reader: Getter, of: Held) -> Result<Held, Stop> {
        match reader {
            Getter::None => Err(Fault::stop("nothing reads this")),
            Getter::Row(row) => self.run_row(rows()[usize::from(row)], &[of]),
            Getter::Attribute(attr, players) => Ok(self.attribute(of, attr, players)),
            Getter::Value(value) => {
                let id = bearer(of);
                self.table().value(value, id).map(Held::Number)
            }
            Getter::Zone(decl, _) => {
                let (state, rules) = (self.state(), self.rules());
                let zone = match of {
                    Held::Player(seat) => state.zone_of(rules, decl, seat),
                    Held::Space(id) | Held::Joint(id) => state.zone_at(rules, decl, self.site(id)),
                    _ => state.zone_of(rules, decl, PlayerId(0)),
                };
                Ok(self.cards_in(zone))
            }
        }
    }

    fn attribute(&mut self, of: Held, attr: crate::model::ids::AttrId, players: bool) -> Held {
        let id = bearer(of);
        self.note(Cell::Entity(id));
        let state = self.state();
        if let Some(position) = self.program.slot(state.entity(id).kind, attr.index()) {
            return match state.slot_value(id, position) {
                Value::Nothing if players => self.list([]),
                value => self.held(value),
            };
        }
        let def = state.entity(id).def;
        match self.program.printed(def, attr.index()) {
            // A printed space is an entity of this game.
            Held::Nothing => {
                let rules = self.rules();
                let held = self.state().held(rules, rules.printed(def, attr));
                self.held(held)
            }
            held => held,
        }
    }

    /// Sets a property.
    ///
    /// # Errors
    /// A stop.
    pub fn write(&mut self, writer: Setter, of: Held, to: Held) -> Result<(), Stop> {
        match writer {
            Setter::None => Err(Fault::stop("nothing sets this")),
            Setter::Row(row) => self.run_row(rows()[usize::from(row)], &[of, to]).map(|_| ()),
            Setter::Attribute(attr) => {
                let id = bearer(of);
                let Some(value) = self.value_of(to) else {
                    return Err(Fault::stop(format!("an attribute cannot be {}", self.called(to))));
                };
                let rules = self.rules();
                let (name, decl) = rules.attributes.get_index(attr.index()).expect("attributes are declared");
                if !decl.type_.takes(&value) {
                    let written = self.written(to);
                    return Err(Fault::stop(format!(
                        "`{name}` cannot become {written}: that is not one of its values"
                    )));
                }
                if let Some(procedure) = decl.local_to.filter(|procedure| !self.state().is_running(*procedure)) {
                    let procedure = rules.procedures.get_index(procedure.index()).map_or("?", |(name, _)| name);
                    return Err(Fault::stop(format!(
                        "`{name}` is a local value of `{procedure}`, which does not go on"
                    )));
                }
                // The reference writes a property back after a verb was called on it: what is the same is no change.
                if self.state().changing(rules, id, attr) != Some(value) {
                    self.table().set(id, attr, value)?;
                }
                Ok(())
            }
        }
    }

    /// How a value is written into a text.
    pub fn written(&self, held: Held) -> String {
        match held {
            Held::Nothing => String::new(),
            Held::Flag(flag) => flag.to_string(),
            Held::Number(number) => number.to_string(),
            Held::Text(text) => self.text(text).to_string(),
            Held::List(list) => {
                let elements: Vec<String> = self.items(list).iter().map(|held| self.shown(*held)).collect();
                format!("[{}]", elements.join(", "))
            }
            other => other.kind().called().to_string(),
        }
    }

    /// How a value is written inside of a list.
    fn shown(&self, held: Held) -> String {
        match held {
            Held::Nothing => "()".into(),
            Held::Text(text) => format!("{:?}", self.text(text)),
            other => self.written(other),
        }
    }

    // Verbs.

    /// Runs a verb, with what belongs to every verb of its sort: refusals, noting what is read, checks afterwards.
    ///
    /// # Errors
    /// A stop.
    pub fn run_row(&mut self, row: &Row, arguments: &[Held]) -> Result<Held, Stop> {
        match row.deed {
            Deed::Plain | Deed::Local => return (row.run)(self, arguments),
            Deed::Looks | Deed::Sets => {}
            Deed::Reads => {
                if let Some(handle) = arguments.first().and_then(|held| held.handle()) {
                    self.note(Cell::Entity(handle.id));
                }
            }
            Deed::Changes | Deed::Asks => self.look().refuse_if_pure(self.verb)?,
        }
        let held = (row.run)(self, arguments)?;
        self.check_batches()?;
        Ok(held)
    }

    /// Runs the state checks if they belong after each batch.
    ///
    /// # Errors
    /// A stop from a check.
    pub(super) fn check_batches(&mut self) -> Result<(), Stop> {
        if self.rules().checked_at.batches {
            self.table().check_inside()?;
        }
        Ok(())
    }

    /// What was given, when the checks that belong after it have run.
    ///
    /// # Errors
    /// A stop from a check.
    pub fn checked(&mut self, held: Held) -> Result<Held, Stop> {
        self.check_batches().map(|()| held)
    }

    /// Sets the location from which a verb is called.
    pub fn at(&mut self, place: Option<Place>) {
        self.last = place;
        if let Some(table) = &mut self.table {
            table.at(place);
        }
    }

    /// A place in the running script.
    pub(super) const fn place(&self, at: Point) -> Place {
        Place { script: self.script, line: at.line, column: at.column }
    }
}

/// The entity of something that has attributes.
pub fn bearer(of: Held) -> EntityId {
    match of {
        Held::Player(seat) => State::player_entity(seat),
        Held::Game => EntityId::GAME,
        other => other.handle().map_or(EntityId::NONE, |handle| handle.id),
    }
}

/// The kinds of some values, as a fault tells them: "a number and a text".
pub(super) fn kinds(desk: &Desk<'_>, values: &[Held]) -> String {
    values.iter().map(|held| desk.called(*held)).collect::<Vec<_>>().join(" and ")
}

/// Whether a value is of one of these kinds.
pub(super) fn is_of(held: Held, kinds: u32) -> bool {
    let kind = held.kind();
    kinds & kind.bit() != 0 || kind == HeldKind::Foreign
}
