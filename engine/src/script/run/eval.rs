//! Expressions and statements.

use super::Flow;
use super::desk::{BLOCK, Desk, is_of, kinds};
use super::held::{Held, HeldKind, Routine};
use super::scratch::NumberRange;
use crate::model::trace::Place;
use crate::play::session::{Fault, Stop};
use crate::script::lower::code::{Binary, Choose, Closing, CodeNode, Few, Loop, NodeId, Op, Point};
use crate::script::lower::members::Getter;
use crate::script::sandbox::{Allowance, CALL_LEVELS};
use crate::script::verbs::row::Deed;
use crate::script::verbs::rows;
use smallvec::SmallVec;

pub(in crate::script) type Evaluated<T> = Result<T, Flow>;

/// The arguments of a verb, what it is asked of first.
pub(super) type Arguments = SmallVec<[Held; 5]>;

impl Desk<'_> {
    // Ends.

    /// Ends the script with a fault at this place.
    #[cold]
    pub(super) fn fail(&mut self, message: String, at: Point) -> Flow {
        let place = Some(self.place(at));
        self.stop = Some(Stop::Fault(Box::new(Fault { message, place })));
        Flow::Stop
    }

    /// Ends the script at a limit: such a fault has the place of the last verb.
    #[cold]
    pub(super) fn limit(&mut self, message: String) -> Flow {
        let place = self.last.or(self.hook);
        self.stop = Some(Stop::Fault(Box::new(Fault { message, place })));
        Flow::Stop
    }

    /// Ends the script with the stop of a verb; a fault gets the place of the verb.
    #[cold]
    pub(super) fn halt(&mut self, stop: Stop, place: Place) -> Flow {
        self.stop = Some(match stop {
            Stop::Fault(fault) => Stop::Fault(Box::new(Fault { message: fault.message, place: Some(place) })),
            stop => stop,
        });
        Flow::Stop
    }

    #[cold]
    fn mismatch(&mut self, wanted: HeldKind, found: Held, at: Point) -> Flow {
        let message = format!("here stands {}, where {} is wanted", self.called(found), wanted.called());
        self.fail(message, at)
    }

    // Budget.

    /// Counts work.
    pub(super) fn work(&mut self, amount: i64) -> Evaluated<()> {
        self.left -= amount;
        if self.left < 0 { self.settle() } else { Ok(()) }
    }

    /// Reckons what was spent.
    #[cold]
    pub(super) fn settle(&mut self) -> Evaluated<()> {
        let done = (BLOCK - self.left) as u64;
        self.left = BLOCK;
        self.spent += done;
        let total = self.table.as_deref_mut().map_or(self.spent, |table| {
            table.run.work += done;
            table.run.work
        });
        let allowance = Allowance::default();
        if total > allowance.total {
            let most = allowance.total;
            return Err(self.limit(format!("the scripts of one step took more than {most} operations together")));
        }
        if self.spent > allowance.per_call {
            let most = allowance.per_call;
            return Err(self.limit(format!("this script does not come to an end: it took more than {most} operations")));
        }
        Ok(())
    }

    // Slots.

    pub(super) fn slot(&self, slot: u16) -> Held {
        self.scratch.stack[self.base + usize::from(slot)]
    }

    pub(super) fn put(&mut self, slot: u16, held: Held) {
        self.scratch.stack[self.base + usize::from(slot)] = held;
    }

    fn node(&self, id: NodeId) -> CodeNode {
        *self.program.node(id)
    }

    // Values.

    /// The value of a node, to be kept: lists and maps of variables are shared from then on.
    pub(super) fn value(&mut self, id: NodeId) -> Evaluated<Held> {
        if let Op::Local(slot) = self.program.node(id).op {
            let held = self.slot(slot);
            if held.is_owned() {
                self.scratch.share(held);
            }
            return Ok(held);
        }
        self.glance(id)
    }

    /// The value of a node, only to be looked at.
    pub(super) fn glance(&mut self, id: NodeId) -> Evaluated<Held> {
        let node = self.node(id);
        match node.op {
            Op::Constant(held) => Ok(held),
            Op::Local(slot) => Ok(self.slot(slot)),
            Op::Property(of, property) => self.property(of, property, node.at),
            Op::Method(of, method, arguments) => self.method(of, method, arguments, node.at),
            Op::Call(function, arguments) => self.call_function(function, arguments),
            Op::Binary(by, one, other) => self.binary(by, one, other, node.at),
            Op::Not(_) | Op::All(_) | Op::Any(_) => self.flag(id).map(Held::Flag),
            Op::If(condition, then, otherwise) => {
                let holds = self.flag(condition)?;
                self.value(if holds { then } else { otherwise })
            }
            Op::Block(few) => self.block(few),
            Op::Let(slot, value) => {
                let held = self.value(value)?;
                self.put(slot, held);
                Ok(Held::Nothing)
            }
            Op::Change(slot, by, value) => {
                let held = self.value(value)?;
                let held = self.combine_into(by, self.slot(slot), held, node.at)?;
                self.put(slot, held);
                Ok(Held::Nothing)
            }
            Op::For(at) => self.each(self.program.loops[at as usize], node.at),
            Op::While(condition, body, after) => self.repeat(condition, body, after),
            Op::Return(value) => Err(self.leave(value, Flow::Return)),
            Op::Break(value) => Err(self.leave(value, Flow::Break)),
            Op::Continue => Err(Flow::Continue),
            Op::Index(of, index) => self.index(of, index, node.at),
            Op::List(few) => self.make_list(few),
            Op::Map(keys, few) => self.make_map(keys, few),
            Op::Joined(few) => self.joined(few),
            Op::Mutate(path, method, arguments) => self.mutate(path, method, arguments, node.at),
            Op::Set(path) => self.set(path),
            Op::Switch(at) => self.switch(at),
            Op::Inline(closing) => Ok(Held::Routine(Routine::Inline(closing))),
            Op::Keep(closing, captured) => self.keep(closing, captured),
            Op::Negate(of) => self.negate(of, node.at),
            Op::Coalesce(few) => self.coalesce(few),
            Op::Throw(value) => {
                let held = value.map_or(Ok(Held::Nothing), |value| self.value(value))?;
                let message = self.written(held);
                Err(self.fail(message, node.at))
            }
        }
    }

    /// The value of a node, which must be a flag.
    pub(super) fn flag(&mut self, id: NodeId) -> Evaluated<bool> {
        let node = self.node(id);
        match node.op {
            Op::All(few) => {
                for at in few.start..few.start + few.count {
                    if !self.flag(self.program.children[at as usize])? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Op::Any(few) => {
                for at in few.start..few.start + few.count {
                    if self.flag(self.program.children[at as usize])? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Op::Not(of) => {
                let held = self.glance(of)?;
                let Held::Flag(holds) = held else { return Err(self.no_operator("!", &[held], node.at)) };
                Ok(!holds)
            }
            Op::Binary(by @ (Binary::Equal | Binary::Unequal), one, other) => {
                let one = self.glance(one)?;
                let other = self.glance(other)?;
                let same = self.same(by, one, other, node.at)?;
                Ok(same == (by == Binary::Equal))
            }
            _ => match self.glance(id)? {
                Held::Flag(holds) => Ok(holds),
                other => Err(self.mismatch(HeldKind::Flag, other, node.whole)),
            },
        }
    }

    fn block(&mut self, few: Few) -> Evaluated<Held> {
        let Some(last) = few.count.checked_sub(1) else { return Ok(Held::Nothing) };
        for at in few.start..few.start + last {
            self.glance(self.program.children[at as usize])?;
        }
        self.value(self.program.children[(few.start + last) as usize])
    }

    fn leave(&mut self, value: Option<NodeId>, flow: Flow) -> Flow {
        match value.map_or(Ok(Held::Nothing), |value| self.value(value)) {
            Ok(held) => {
                self.carried = held;
                flow
            }
            Err(flow) => flow,
        }
    }

    fn make_list(&mut self, few: Few) -> Evaluated<Held> {
        let mut items = Arguments::new();
        for at in few.start..few.start + few.count {
            let held = self.value(self.program.children[at as usize])?;
            items.push(held);
        }
        self.work(i64::from(few.count) / 8)?;
        let held = self.list(items);
        if let Held::List(list) = held {
            self.check_size(list).map_err(|stop| self.limited(stop))?;
        }
        Ok(held)
    }

    fn make_map(&mut self, keys: u32, few: Few) -> Evaluated<Held> {
        let map = self.scratch.new_map();
        for (at, key) in (few.start..).zip(self.program.keys[keys as usize].iter()) {
            let held = self.value(self.program.children[at as usize])?;
            self.scratch.set(map, *key, held);
        }
        self.work(i64::from(few.count) / 8)?;
        Ok(Held::Map(map))
    }

    fn joined(&mut self, few: Few) -> Evaluated<Held> {
        let mut text = String::new();
        for at in few.start..few.start + few.count {
            let held = self.glance(self.program.children[at as usize])?;
            text.push_str(&self.written(held));
        }
        self.work(1)?;
        self.sized_text(&text).map(Held::Text).map_err(|stop| self.limited(stop))
    }

    /// A fault of a limit.
    pub(super) fn limited(&mut self, stop: Stop) -> Flow {
        match stop {
            Stop::Fault(fault) => self.limit(fault.message),
            stop => {
                self.stop = Some(stop);
                Flow::Stop
            }
        }
    }

    fn coalesce(&mut self, few: Few) -> Evaluated<Held> {
        let mut held = Held::Nothing;
        for at in few.start..few.start + few.count {
            held = self.value(self.program.children[at as usize])?;
            if held != Held::Nothing {
                break;
            }
        }
        Ok(held)
    }

    fn switch(&mut self, at: u32) -> Evaluated<Held> {
        let program = self.program;
        let Choose { subject, exact, spans, default, cases } = &program.switches[at as usize];
        let subject = self.glance(*subject)?;
        for (_, case) in exact.iter().filter(|(held, _)| *held == subject) {
            let (condition, value) = cases[*case as usize];
            if condition.map_or(Ok(true), |condition| self.flag(condition))? {
                return self.value(value);
            }
        }
        if let Held::Number(number) = subject {
            let within =
                |span: &NumberRange| span.from <= number && (number < span.to || span.closed && number == span.to);
            for (_, case) in spans.iter().filter(|(span, _)| within(span)) {
                let (condition, value) = cases[*case as usize];
                if condition.map_or(Ok(true), |condition| self.flag(condition))? {
                    return self.value(value);
                }
            }
        }
        default.map_or(Ok(Held::Nothing), |case| self.value(cases[case as usize].1))
    }

    // Loops.

    /// Runs the body of a loop; whether the loop is to end, and with what.
    fn round(&mut self, body: NodeId) -> Evaluated<Option<Held>> {
        self.work(1)?;
        match self.glance(body) {
            Ok(_) | Err(Flow::Continue) => Ok(None),
            Err(Flow::Break) => Ok(Some(self.carried)),
            Err(flow) => Err(flow),
        }
    }

    fn repeat(&mut self, condition: Option<NodeId>, body: NodeId, after: bool) -> Evaluated<Held> {
        let mut first = after;
        loop {
            if !std::mem::take(&mut first) && !condition.map_or(Ok(true), |condition| self.flag(condition))? {
                return Ok(Held::Nothing);
            }
            self.work(1)?;
            match self.glance(body) {
                Ok(_) => {}
                // A loop whose condition comes after goes on at its body, as the reference does.
                Err(Flow::Continue) => first = after,
                Err(Flow::Break) => return Ok(self.carried),
                Err(flow) => return Err(flow),
            }
        }
    }

    fn each(&mut self, of: Loop, at: Point) -> Evaluated<Held> {
        // What goes on while the list is gone through changes a copy.
        match self.value(of.list)? {
            Held::List(list) => {
                for (number, index) in (0..self.items(list).len()).enumerate() {
                    let held = self.items(list)[index];
                    self.put(of.variable, held);
                    if let Some(counter) = of.counter {
                        self.put(counter, Held::Number(number as i64));
                    }
                    if let Some(held) = self.round(of.body)? {
                        return Ok(held);
                    }
                }
                Ok(Held::Nothing)
            }
            Held::Span(span) => self.each_number(self.scratch.span(span), of),
            _ => {
                let at = if of.start == Point::default() { at } else { of.start };
                Err(self.fail("For loop expects iterable type".into(), at))
            }
        }
    }

    fn each_number(&mut self, span: NumberRange, of: Loop) -> Evaluated<Held> {
        let (mut number, mut count) = (span.from, 0);
        while number < span.to || span.closed && number == span.to {
            self.put(of.variable, Held::Number(number));
            if let Some(counter) = of.counter {
                self.put(counter, Held::Number(count));
            }
            if let Some(held) = self.round(of.body)? {
                return Ok(held);
            }
            let Some(next) = number.checked_add(1) else { break };
            (number, count) = (next, count + 1);
        }
        Ok(Held::Nothing)
    }

    // Properties, verbs, elements.

    fn property(&mut self, of: NodeId, property: u16, at: Point) -> Evaluated<Held> {
        let of = self.glance(of)?;
        self.property_of(of, property, at)
    }

    pub(super) fn property_of(&mut self, of: Held, property: u16, at: Point) -> Evaluated<Held> {
        let program = self.program;
        let known = program.property(property);
        let reader = known.readers[of.kind() as usize];
        match reader {
            Getter::None => match of {
                Held::Map(map) => self.entry(map, &known.name, at),
                _ => {
                    let message = format!("`{}` of {} cannot be read", known.name, self.called(of));
                    Err(self.fail(message, at))
                }
            },
            Getter::Row(row) if matches!(rows()[usize::from(row)].deed, Deed::Plain) => {
                (rows()[usize::from(row)].run)(self, &[of]).map_err(|stop| {
                    let place = self.place(at);
                    self.halt(stop, place)
                })
            }
            reader => {
                self.work(1)?;
                let place = self.place(at);
                self.at(Some(place));
                let verb = std::mem::replace(&mut self.verb, &known.name);
                let held = self.read(reader, of);
                self.verb = verb;
                let held = held.and_then(|held| match reader {
                    Getter::Row(_) => Ok(held),
                    _ => self.check_batches().map(|()| held),
                });
                held.map_err(|stop| self.halt(stop, place))
            }
        }
    }

    pub(super) fn entry(&mut self, map: super::held::MapId, key: &str, at: Point) -> Evaluated<Held> {
        let text = self.text_of(key);
        let found = self.scratch.map(map).entries.iter().find(|(known, _)| *known == text);
        match found {
            Some((_, held)) => Ok(*held),
            None => Err(self.fail(format!("Property not found: {key}"), at)),
        }
    }

    fn method(&mut self, of: NodeId, method: u16, arguments: Few, at: Point) -> Evaluated<Held> {
        let mut values = Arguments::new();
        values.push(Held::Nothing);
        for at in arguments.start..arguments.start + arguments.count {
            let held = self.value(self.program.children[at as usize])?;
            values.push(held);
        }
        values[0] = self.glance(of)?;
        self.call_method(method, &values, at)
    }

    /// Calls a verb; what it is asked of comes first.
    pub(super) fn call_method(&mut self, method: u16, values: &[Held], at: Point) -> Evaluated<Held> {
        let program = self.program;
        let known = program.method(method);
        let candidates = &known.of[values[0].kind() as usize];
        let fits = |at: &&u8| {
            let takes = &known.candidates[usize::from(**at)].takes;
            values[1..].iter().zip(takes).all(|(held, kinds)| is_of(*held, *kinds))
        };
        let Some(candidate) = candidates.iter().find(fits) else { return Err(self.no_verb(&known.name, values, at)) };
        let row = &rows()[usize::from(known.candidates[usize::from(*candidate)].row)];
        // A verb that takes nothing at all was asked of nothing.
        let values = if row.names.is_empty() { &values[1..] } else { values };
        let place = self.place(at);
        self.work(1)?;
        if !matches!(row.deed, Deed::Plain | Deed::Local) {
            self.at(Some(place));
        }
        let verb = std::mem::replace(&mut self.verb, &known.name);
        let held = self.run_row(row, values);
        self.verb = verb;
        let held = match held {
            Ok(held) => held,
            // A fault of a closure tells its own place.
            Err(Stop::Fault(fault)) if fault.place.is_some() && known.takes_closure => {
                self.stop = Some(Stop::Fault(fault));
                return Err(Flow::Stop);
            }
            Err(stop) => return Err(self.halt(stop, place)),
        };
        if let Held::List(list) = held {
            self.work(self.items(list).len() as i64 / 8)?;
            self.check_size(list).map_err(|stop| self.limited(stop))?;
        }
        Ok(held)
    }

    #[cold]
    fn no_verb(&mut self, name: &str, values: &[Held], at: Point) -> Flow {
        let values = if values[0] == Held::Nothing && values.len() == 1 { &values[1..] } else { values };
        if values.is_empty() {
            return self.fail(format!("there is no `{name}`"), at);
        }
        let message = format!("there is no `{name}` for {}", kinds(self, values));
        self.fail(message, at)
    }

    fn index(&mut self, of: NodeId, index: NodeId, at: Point) -> Evaluated<Held> {
        let index = self.glance(index)?;
        let of = self.glance(of)?;
        self.index_of(of, index, at)
    }

    pub(super) fn index_of(&mut self, of: Held, index: Held, at: Point) -> Evaluated<Held> {
        match of {
            Held::List(list) => {
                let place = self.place_in(self.items(list).len(), index, at)?;
                Ok(self.items(list)[place])
            }
            Held::Map(map) => match index {
                Held::Text(key) => {
                    let key = self.text(key).to_string();
                    self.entry(map, &key, at)
                }
                other => Err(self.mismatch(HeldKind::Text, other, at)),
            },
            Held::Text(text) => {
                let characters: Vec<char> = self.text(text).chars().collect();
                let place = self.place_in(characters.len(), index, at)?;
                Ok(Held::Text(self.text_of(characters[place].to_string().as_str())))
            }
            other => {
                let message = format!("{} has no elements", self.called(other));
                Err(self.fail(message, at))
            }
        }
    }

    /// The place that an index means; a negative one counts from the end.
    pub(super) fn place_in(&mut self, len: usize, index: Held, at: Point) -> Evaluated<usize> {
        let Held::Number(index) = index else { return Err(self.mismatch(HeldKind::Number, index, at)) };
        let place = if index < 0 { len as i64 + index.max(-(1 << 40)) } else { index };
        match usize::try_from(place) {
            Ok(place) if place < len => Ok(place),
            _ => Err(self.fail(format!("the list has {len} elements, and none at {index}"), at)),
        }
    }

    // Functions and closures.

    fn call_function(&mut self, function: u32, arguments: Few) -> Evaluated<Held> {
        self.work(1)?;
        let lowered = self.program.functions[function as usize];
        let top = self.top;
        for at in arguments.start..arguments.start + arguments.count {
            let held = self.value(self.program.children[at as usize])?;
            self.reserve(self.top + 1);
            self.scratch.stack[self.top] = held;
            self.top += 1;
        }
        self.top = top;
        self.enter(top, lowered.frame, lowered.script, lowered.body)
    }

    pub(super) fn reserve(&mut self, to: usize) {
        if self.scratch.stack.len() < to {
            self.scratch.stack.resize(to.max(64) * 2, Held::Nothing);
        }
    }

    /// Runs a body in a frame of its own; its arguments lie there already.
    fn enter(&mut self, base: usize, frame: u16, script: u16, body: NodeId) -> Evaluated<Held> {
        if self.level >= CALL_LEVELS {
            return Err(self.limit("functions call each other too deeply".into()));
        }
        let outer = (self.base, self.top, self.script);
        (self.base, self.top, self.script) = (base, base + usize::from(frame), script);
        self.reserve(self.top);
        self.level += 1;
        let result = match self.value(body) {
            Err(Flow::Return) => Ok(self.carried),
            other => other,
        };
        self.level -= 1;
        (self.base, self.top, self.script) = outer;
        result
    }

    /// Calls a function from outside.
    pub(in crate::script) fn begin(&mut self, function: u32, arguments: &[Held]) -> Evaluated<Held> {
        let lowered = self.program.functions[function as usize];
        self.hook = Some(Place { script: lowered.script, line: lowered.at.line, column: lowered.at.column });
        if self.table.as_deref().is_some_and(|table| table.run.work > Allowance::default().total) {
            self.settle()?;
        }
        self.reserve(arguments.len());
        self.scratch.stack[..arguments.len()].copy_from_slice(arguments);
        self.enter(0, lowered.frame, lowered.script, lowered.body)
    }

    fn keep(&mut self, closing: u32, captured: Few) -> Evaluated<Held> {
        let mut values = SmallVec::new();
        for at in captured.start..captured.start + captured.count {
            values.push(self.value(self.program.children[at as usize])?);
        }
        self.scratch.kept.push((closing, values));
        Ok(Held::Routine(Routine::Kept(self.scratch.kept.len() as u32 - 1)))
    }

    /// Calls a closure.
    pub(super) fn run_routine(&mut self, routine: Routine, arguments: &[Held]) -> Evaluated<Held> {
        self.work(1)?;
        match routine {
            Routine::Inline(closing) => {
                let Closing { first, parameters, body, .. } = self.program.closings[closing as usize];
                for (slot, held) in (first..first + parameters).zip(arguments) {
                    self.put(slot, *held);
                }
                match self.value(body) {
                    Err(Flow::Return) => Ok(self.carried),
                    other => other,
                }
            }
            Routine::Kept(at) => {
                let (closing, captured) = self.scratch.kept[at as usize].clone();
                let Closing { body, frame, script, .. } = self.program.closings[closing as usize];
                let values: Arguments = captured.iter().chain(arguments).copied().collect();
                self.enter_with(&values, frame, script, body)
            }
            Routine::Named(at) => {
                let program = self.program;
                let fits =
                    |function: &&u32| usize::from(program.functions[**function as usize].parameters) == arguments.len();
                match program.named[at as usize].iter().find(fits) {
                    Some(function) => {
                        let lowered = program.functions[*function as usize];
                        self.enter_with(arguments, lowered.frame, lowered.script, lowered.body)
                    }
                    None => Err(self.limit("a function is given more or fewer values than it takes".into())),
                }
            }
            Routine::Foreign(_) => Err(self.limit("a closure of another evaluator cannot be called".into())),
        }
    }

    fn enter_with(&mut self, values: &[Held], frame: u16, script: u16, body: NodeId) -> Evaluated<Held> {
        let base = self.top;
        self.reserve(base + values.len());
        self.scratch.stack[base..base + values.len()].copy_from_slice(values);
        self.enter(base, frame.max(values.len() as u16), script, body)
    }
}
