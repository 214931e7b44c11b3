//! Reading and setting properties, and running verbs, with what belongs to each.

use crate::call::context::{CallContext, ELEMENTS, bearer};
use crate::call::script_value::{ScriptValue, TextId};
use crate::faults;
use crate::lower::members::{Getter, Setter};
use crate::verbs::row::{Access, Row};
use crate::verbs::rows;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{AttrId, DefId, EntityId, PlayerId, Players, ValueId, Word};
use cardwright_kernel::limits::LARGE;
use cardwright_kernel::rules::{AttrType, Exercised, Rules};
use cardwright_kernel::state::Memory;
use cardwright_kernel::values::{Cell, ChoiceSet, NumberList, Value};

/// What a verb that changes something or asks costs beside its changes, in elements of a list.
const OPERATION: usize = 16;

/// Why these numbers cannot be one attribute.
fn too_much(numbers: &[i64]) -> Stop {
    let (len, most) = (numbers.len(), NumberList::MOST);
    if len > most {
        return faults::numbers_too_many(len, most).into();
    }
    faults::number_too_large(len, NumberList::largest(len)).into()
}

impl CallContext<'_> {
    /// Reads a property.
    pub fn read(&mut self, reader: Getter, of: ScriptValue) -> Result<ScriptValue, Stop> {
        match reader {
            Getter::None => Err(faults::nothing_reads().into()),
            Getter::Row(row) => self.run_row(rows()[usize::from(row)], &[of]),
            Getter::Attribute(attr, players) => Ok(self.attribute(of, attr, players)),
            Getter::Value(value) => match self.memory(of).and_then(|memory| memory.number(value)) {
                Some(number) => Ok(ScriptValue::Number(number)),
                None => self.table().value(value, bearer(of)).map(ScriptValue::Number),
            },
            Getter::Words(value, attr) => Ok(self.words(of, value, attr)),
            Getter::Zone(decl, _) => {
                let (state, rules) = (self.state(), self.rules());
                let zone = match of {
                    ScriptValue::Player(seat) => state.zone_of(rules, decl, seat),
                    ScriptValue::Space(id) | ScriptValue::Joint(id) => state.zone_at(rules, decl, self.site(id)),
                    _ => state.zone_of(rules, decl, PlayerId(0)),
                };
                let cards = self.cards_in(zone);
                self.owe_result(cards);
                Ok(cards)
            }
        }
    }

    /// What a card was that is meant as it was; nothing if it is meant as it is.
    fn memory(&self, of: ScriptValue) -> Option<&Memory> {
        let (ScriptValue::Card(card), Some(table)) = (of, self.table.as_deref()) else { return None };
        match table.state().memories.is_empty() || table.state().fresh(card) {
            true => None,
            false => table.past(card),
        }
    }

    /// What an attribute that changes holds.
    fn held_of(&mut self, held: Value, attr: AttrId, players: bool) -> ScriptValue {
        match held {
            Value::Nothing if players => self.list([]),
            Value::Choices(set) => {
                let words = self.program.rules.attributes[attr.index()].type_.words_of(set);
                self.list(words.into_iter().map(|word| ScriptValue::Text(TextId(word.0))))
            }
            value => self.held(value),
        }
    }

    /// A set of words that cards modify; the attribute itself of what has no such value.
    fn words(&mut self, of: ScriptValue, value: ValueId, attr: AttrId) -> ScriptValue {
        let id = bearer(of);
        let (rules, state) = (self.rules(), self.state());
        if !rules.values[value.index()].of.contains(&state.entity(id).kind) {
            return self.attribute(of, attr, false);
        }
        rules.exercise(|| Exercised::Attribute(state.entity(id).def, attr));
        let was = self.memory(of).and_then(|memory| memory.words(value));
        let set = was.unwrap_or_else(|| self.look().reading().words(value, id));
        self.held_of(Value::Choices(set), attr, false)
    }

    pub(super) fn attribute(&mut self, of: ScriptValue, attr: AttrId, players: bool) -> ScriptValue {
        let id = bearer(of);
        self.note(Cell::Body(id));
        if let Some(was) = self.memory(of).and_then(|memory| memory.attribute(self.rules(), attr)) {
            return self.held_of(was, attr, players);
        }
        let state = self.state();
        let entity = state.entity(id);
        self.program.rules.exercise(|| Exercised::Attribute(entity.def, attr));
        if let Some(position) = self.program.slot(entity.kind, attr.index()) {
            self.note(Cell::Slot(entity.slot + u32::from(position)));
            let held = state.slot_value(id, position);
            return self.held_of(held, attr, players);
        }
        let def = self.def_of(of);
        self.printed(def, attr)
    }

    /// What is printed on something; on a card that is meant as it was, what was printed on it then.
    pub fn def_of(&self, of: ScriptValue) -> DefId {
        self.memory(of).map_or_else(|| self.state().entity(bearer(of)).def, |memory| memory.was.def)
    }

    /// What is printed on a definition for an attribute.
    pub fn printed(&mut self, def: DefId, attr: AttrId) -> ScriptValue {
        match self.program.printed(def, attr.index()) {
            // A printed space is an entity of this game.
            ScriptValue::Nothing => {
                let rules = self.rules();
                let held = self.state().held(rules, attr, rules.printed(def, attr));
                self.held(held)
            }
            held => held,
        }
    }

    /// Sets a property.
    pub fn write(&mut self, writer: Setter, of: ScriptValue, to: ScriptValue) -> Result<(), Stop> {
        match writer {
            Setter::None => Err(faults::nothing_sets().into()),
            Setter::Row(row) => self.run_row(rows()[usize::from(row)], &[of, to]).map(|_| ()),
            Setter::Attribute(attr) => {
                let id = bearer(of);
                let rules = self.rules();
                let (name, decl) = rules.attributes.get_index(attr.index()).expect("attributes are declared");
                let value = self.value_for(&decl.type_, to)?;
                let Some(value) = value.filter(|value| decl.type_.takes(value)) else {
                    return Err(faults::attribute_cannot_become(name, self.written(to)).into());
                };
                if let Some(procedure) = decl.local_to.filter(|procedure| !self.state().is_running(*procedure)) {
                    let procedure = rules.procedures.get_index(procedure.index()).map_or("?", |(name, _)| name);
                    return Err(faults::local_not_running(name, procedure).into());
                }
                // The reference writes a property back after a verb was called on it: what is the same is no change. But a
                // state check that leaves everything as it is depends on that.
                self.note(Cell::Body(id));
                if let Some(slot) = self.state().slot_of(rules, id, attr) {
                    self.note(Cell::Slot(slot));
                }
                if self.state().changing(rules, id, attr) != Some(value) {
                    self.table().set(id, attr, value)?;
                }
                Ok(())
            }
        }
    }

    /// The value that an attribute of this type is to have; none if no attribute of the type can be that.
    pub fn value_for(&self, type_: &AttrType, to: ScriptValue) -> Result<Option<Value>, Stop> {
        Ok(match (type_, to) {
            (AttrType::Choices(choices), ScriptValue::List(list)) => {
                let word = |held: &ScriptValue| match self.value_of(*held) {
                    Some(Value::Word(word)) => Some(word),
                    _ => None,
                };
                let words: Option<Vec<Word>> = self.items(list).iter().map(word).collect();
                words.and_then(|words| ChoiceSet::of(choices, words)).map(Value::Choices)
            }
            (AttrType::Numbers, ScriptValue::List(list)) => {
                let number =
                    |held: &ScriptValue| if let ScriptValue::Number(number) = held { Some(*number) } else { None };
                let numbers: Option<Vec<i64>> = self.items(list).iter().map(number).collect();
                let Some(numbers) = numbers else { return Ok(None) };
                let Some(list) = NumberList::of(&numbers) else { return Err(too_much(&numbers)) };
                Some(Value::Numbers(list))
            }
            // A set of players: what order they had in the list does not matter.
            (AttrType::Players, ScriptValue::List(list)) => {
                let players = self.players_of(list)?;
                Some(Value::Players(players.into_iter().fold(Players::NONE, Players::with)))
            }
            _ => match self.value_of(to) {
                None => return Err(faults::attribute_cannot_be(self.called(to)).into()),
                value => value,
            },
        })
    }

    /// A value of an attribute that somebody can learn of a card: one that it can have, or a word of several.
    pub fn learnable(&self, attr: AttrId, value: ScriptValue) -> Result<Value, Stop> {
        let rules = self.rules();
        match value {
            ScriptValue::Text(text) => Ok(Value::Word(self.word(text)?)),
            other => self.value_for(&rules.attributes[attr.index()].type_, other)?.ok_or_else(|| {
                let name = rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name);
                faults::attribute_value_unknown(self.called(other), name).into()
            }),
        }
    }

    /// How a value is written into a text.
    pub fn written(&self, held: ScriptValue) -> String {
        match held {
            ScriptValue::Nothing => String::new(),
            ScriptValue::Flag(flag) => flag.to_string(),
            ScriptValue::Number(number) => number.to_string(),
            ScriptValue::Text(text) => self.text(text).to_string(),
            ScriptValue::List(list) => {
                let elements: Vec<String> = self.items(list).iter().map(|held| self.shown(*held)).collect();
                format!("[{}]", elements.join(", "))
            }
            ScriptValue::Map(map) => {
                let mut entries = self.scratch.map(map).entries.clone();
                entries.sort_by(|one, other| self.text(one.0).cmp(self.text(other.0)));
                let entries = entries.iter().map(|(key, held)| format!("{:?}: {}", self.text(*key), self.shown(*held)));
                format!("#{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            ScriptValue::Span(span) => {
                let span = self.scratch.span(span);
                format!("{}{}{}", span.from, if span.closed { "..=" } else { ".." }, span.to)
            }
            other => other.kind().called().to_string(),
        }
    }

    /// How a value is written inside of a list or a map.
    fn shown(&self, held: ScriptValue) -> String {
        match held {
            ScriptValue::Nothing => "()".into(),
            ScriptValue::Text(text) => format!("{:?}", self.text(text)),
            other => self.written(other),
        }
    }

    /// Runs a verb, with what belongs to every verb of its sort: refusals, noting what is read, checks afterwards.
    pub fn run_row(&mut self, row: &Row, arguments: &[ScriptValue]) -> Result<ScriptValue, Stop> {
        match row.access {
            Access::Plain | Access::Local => {
                let held = (row.run)(self, arguments)?;
                self.owe_result(held);
                return Ok(held);
            }
            Access::Looks => {}
            Access::Calls if !self.look().only_looks() => return self.run_acting_row(row, arguments),
            Access::Reads | Access::Calls => {
                if let Some(handle) = arguments.first().and_then(|held| held.handle()) {
                    self.note(Cell::Body(handle.id));
                    self.owe_finding(handle.id);
                }
            }
            Access::Sets if self.is_so(arguments)? => return Ok(ScriptValue::Nothing),
            Access::Changes | Access::Asks | Access::Sets => return self.run_acting_row(row, arguments),
        }
        let held = (row.run)(self, arguments)?;
        self.owe_result(held);
        self.check_batches()?;
        Ok(held)
    }

    /// Whether the property that is to be set is what it is to become. The reference writes a property back after a verb was
    /// called on it, even where scripts may only look: what is the same is no change. A key says less than what is set: the
    /// zone with this key may be another player's.
    fn is_so(&mut self, arguments: &[ScriptValue]) -> Result<bool, Stop> {
        let &[of, to] = arguments else { return Ok(false) };
        if matches!(to, ScriptValue::Text(_)) {
            return Ok(false);
        }
        let property = self.program.members.named(self.verb);
        let reader = property.map_or(Getter::None, |property| property.readers[of.kind() as usize]);
        match reader {
            Getter::None => Ok(false),
            reader => {
                let is = self.read(reader, of)?;
                self.equal(is, to)
            }
        }
    }

    /// Runs a verb that does something.
    fn run_acting_row(&mut self, row: &Row, arguments: &[ScriptValue]) -> Result<ScriptValue, Stop> {
        let operations = self.look().operations();
        self.look().refuse_if_pure(self.verb)?;
        self.owe(OPERATION);
        self.owe_given(arguments);
        let held = (row.run)(self, arguments)?;
        // What is done to nobody is not done: a state check that finds nothing is kept, although it names what it would do.
        if self.is_nobody(arguments.first()) {
            self.look().take_back_operations(operations);
        }
        self.owe_result(held);
        self.check_batches()?;
        Ok(held)
    }

    /// Counts the work of finding an item on the stack.
    fn owe_finding(&mut self, id: EntityId) {
        let state = self.state();
        if state.entity(id).kind == Rules::ITEM {
            self.owe(state.items().len() / LARGE * ELEMENTS);
        }
    }

    /// Counts the work of going through all that a verb is given.
    fn owe_given(&mut self, arguments: &[ScriptValue]) {
        if let Some(handle) = arguments.first().and_then(|held| held.handle()) {
            self.owe_finding(handle.id);
        }
        for held in arguments {
            if matches!(held, ScriptValue::List(_) | ScriptValue::Map(_)) {
                self.owe_whole(*held);
            }
        }
    }

    /// Whether this is an empty list.
    fn is_nobody(&self, held: Option<&ScriptValue>) -> bool {
        matches!(held, Some(ScriptValue::List(list)) if self.items(*list).is_empty())
    }

    /// Counts the work of making a list.
    fn owe_result(&mut self, held: ScriptValue) {
        if let ScriptValue::List(list) = held {
            self.owe(self.items(list).len());
        }
    }

    /// Runs the state checks if they belong after each batch; a fault if scripts inside of the verb have spent the step's budget.
    pub(super) fn check_batches(&mut self) -> Result<(), Stop> {
        // A script whose nested scripts have spent everything stops, too: otherwise each of its further verbs would
        // start scripts that fail at once, and every one of them would tell it.
        if self.is_exhausted() {
            return Err(self.exhausted().into());
        }
        if self.rules().checked_at.batches && self.look().may_check() {
            self.table().check_inside()?;
        }
        Ok(())
    }

    /// What was given, when the checks that belong after it have run.
    pub fn checked(&mut self, held: ScriptValue) -> Result<ScriptValue, Stop> {
        self.check_batches().map(|()| held)
    }
}
