//! Values of Rhai as scripts hold them, and back; what only Rhai knows stays behind a number.

use super::callback::Callback;
use super::fault::called;
use cardwright_kernel::faults::{Fault, Stop};
use cardwright_script::call::context::{CallContext, Outside};
use cardwright_script::call::scratch::NumberRange;
use cardwright_script::call::script_value::{Routine, ScriptValue};
use cardwright_script::types::{
    CardRef, EffectRef, EventRef, GameRef, ItemRef, JointRef, PlayerRef, SpaceRef, ZoneRef,
};
use rhai::{Array, Dynamic, EvalAltResult, FnPtr, ImmutableString, Map, NativeCallContext, OP_EQUALS, Variant};
use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

/// What a call of Rhai brings with it.
pub(super) struct Guest<'c> {
    context: &'c NativeCallContext<'c>,
    /// Values that only Rhai knows.
    foreign: RefCell<Vec<Dynamic>>,
    /// The closure that is being called, so that it need not be looked up again.
    running: Option<(u32, Callback)>,
    /// The error with which a closure ended.
    pub error: Option<Box<EvalAltResult>>,
}

impl<'c> Guest<'c> {
    pub(super) fn new(context: &'c NativeCallContext<'c>) -> Self {
        Self { context, foreign: RefCell::default(), running: None, error: None }
    }

    fn keep(&self, value: &Dynamic) -> u32 {
        let mut foreign = self.foreign.borrow_mut();
        foreign.push(value.clone());
        foreign.len() as u32 - 1
    }

    /// A value of Rhai.
    pub(super) fn hold(&self, ctx: &mut CallContext<'_>, value: &Dynamic) -> ScriptValue {
        if value.is_unit() {
            return ScriptValue::Nothing;
        }
        if let Ok(flag) = value.as_bool() {
            return ScriptValue::Flag(flag);
        }
        if let Ok(number) = value.as_int() {
            return ScriptValue::Number(number);
        }
        if let Ok(text) = value.as_immutable_string_ref() {
            return ScriptValue::Text(ctx.text_of(&text));
        }
        if let Some(list) = value.read_lock::<Array>() {
            let items: Vec<ScriptValue> = list.iter().map(|item| self.hold(ctx, item)).collect();
            return ctx.list(items);
        }
        if let Some(map) = value.read_lock::<Map>() {
            let held = ctx.scratch.new_map();
            for (key, value) in map.iter() {
                let (key, value) = (ctx.text_of(key), self.hold(ctx, value));
                ctx.scratch.set(held, key, value);
            }
            return ScriptValue::Map(held);
        }
        if let Some(range) = value.read_lock::<Range<i64>>() {
            return ScriptValue::Span(ctx.scratch.new_span(NumberRange {
                from: range.start,
                to: range.end,
                closed: false,
            }));
        }
        if let Some(range) = value.read_lock::<RangeInclusive<i64>>() {
            return ScriptValue::Span(ctx.scratch.new_span(NumberRange {
                from: *range.start(),
                to: *range.end(),
                closed: true,
            }));
        }
        if value.is::<FnPtr>() {
            return ScriptValue::Routine(Routine::Foreign(self.keep(value)));
        }
        handle(value).unwrap_or_else(|| ScriptValue::Foreign(self.keep(value)))
    }

    /// A value for Rhai.
    pub(super) fn give(&self, ctx: &CallContext<'_>, held: ScriptValue) -> Dynamic {
        match held {
            ScriptValue::Nothing => Dynamic::UNIT,
            ScriptValue::Flag(flag) => flag.into(),
            ScriptValue::Number(number) => number.into(),
            ScriptValue::Text(text) => ImmutableString::from(ctx.text(text)).into(),
            ScriptValue::Card(handle) => Dynamic::from(CardRef(handle)),
            ScriptValue::Item(handle) => Dynamic::from(ItemRef(handle)),
            ScriptValue::Effect(handle) => Dynamic::from(EffectRef(handle)),
            ScriptValue::Player(seat) => Dynamic::from(PlayerRef(seat)),
            ScriptValue::Zone(zone) => Dynamic::from(ZoneRef(zone)),
            ScriptValue::Space(id) => Dynamic::from(SpaceRef(id)),
            ScriptValue::Joint(id) => Dynamic::from(JointRef(id)),
            ScriptValue::Game => Dynamic::from(GameRef),
            ScriptValue::Event(index) => Dynamic::from(EventRef(index)),
            ScriptValue::List(list) => {
                ctx.items(list).iter().map(|held| self.give(ctx, *held)).collect::<Array>().into()
            }
            ScriptValue::Map(map) => {
                let entries = ctx.scratch.map(map).entries.iter();
                entries.map(|(key, held)| (ctx.text(*key).into(), self.give(ctx, *held))).collect::<Map>().into()
            }
            ScriptValue::Span(span) => match ctx.scratch.span(span) {
                NumberRange { from, to, closed: false } => Dynamic::from(from..to),
                NumberRange { from, to, closed: true } => Dynamic::from(from..=to),
            },
            ScriptValue::Foreign(at) | ScriptValue::Routine(Routine::Foreign(at)) => {
                self.foreign.borrow()[at as usize].clone()
            }
            ScriptValue::Routine(_) => Dynamic::UNIT,
        }
    }
}

impl Outside for Guest<'_> {
    fn call(
        &mut self,
        ctx: &mut CallContext<'_>,
        closure: u32,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, Stop> {
        let arguments: Vec<Dynamic> = arguments.iter().map(|held| self.give(ctx, *held)).collect();
        if self.running.as_ref().is_none_or(|(running, _)| *running != closure) {
            let pointer = self.foreign.borrow()[closure as usize].clone().cast::<FnPtr>();
            self.running = Some((closure, Callback::new(self.context, pointer)));
        }
        let Some((_, callback)) = &mut self.running else { return Err(Stop::Pending) };
        match callback.call(self.context, arguments.into_iter()) {
            Ok(value) => Ok(self.hold(ctx, &value)),
            Err(error) => {
                self.error = Some(error);
                Err(Stop::Pending)
            }
        }
    }

    fn equal(&mut self, one: u32, other: u32) -> Result<bool, Stop> {
        let foreign = self.foreign.borrow();
        let (mut one, mut other) = (foreign[one as usize].clone(), foreign[other as usize].clone());
        if one.type_id() != other.type_id() {
            return Ok(false);
        }
        match self.context.call_native_fn_raw(OP_EQUALS, true, &mut [&mut one, &mut other]) {
            Ok(verdict) => Ok(verdict.as_bool().unwrap_or(false)),
            Err(error) => {
                self.error = Some(error);
                Err(Stop::Pending)
            }
        }
    }

    fn called(&self, foreign: u32) -> String {
        let foreign = self.foreign.borrow()[foreign as usize].clone();
        called(self.context.engine().map_type_name(foreign.type_name()))
    }
}

fn handle(value: &Dynamic) -> Option<ScriptValue> {
    fn held<T: Variant + Copy + Into<ScriptValue>>(value: &Dynamic) -> Option<ScriptValue> {
        value.read_lock::<T>().map(|own| (*own).into())
    }
    let handles = [
        held::<CardRef>,
        held::<PlayerRef>,
        held::<ItemRef>,
        held::<EffectRef>,
        held::<SpaceRef>,
        held::<JointRef>,
        held::<ZoneRef>,
        held::<EventRef>,
        held::<GameRef>,
    ];
    handles.iter().find_map(|held| held(value))
}

/// A fault as an error of Rhai, at the call.
pub(super) fn error_of(context: &NativeCallContext<'_>, fault: Fault) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(fault.message.into(), context.call_position()))
}

/// A stop of a verb that needs no game, as an error of Rhai.
pub(super) fn plain_error(context: &NativeCallContext<'_>, guest: &mut Guest<'_>, stop: Stop) -> Box<EvalAltResult> {
    match (guest.error.take(), stop) {
        (Some(error), _) => error,
        (None, Stop::Fault(fault)) => error_of(context, *fault),
        (None, Stop::Pending | Stop::Illegal(_)) => "only verbs of a game stop a script".into(),
    }
}
