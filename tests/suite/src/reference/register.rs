//! The rows of all verbs, and what the rules declare, as functions of a Rhai engine.

use super::host::{run, run_plain};
use cardwright_kernel::rules::Rules;
use cardwright_script::call::context::CallContext;
use cardwright_script::call::script_value::{ScriptType, ScriptValue};
use cardwright_script::check::{Signature, Type};
use cardwright_script::lower::members::{Getter, Setter};
use cardwright_script::lower::rows::members;
use cardwright_script::types::{
    CardRef, EffectRef, EventRef, GameRef, ItemRef, JointRef, PlayerRef, SpaceRef, ZoneRef,
};
use cardwright_script::verbs::row::{Access, Row};
use cardwright_script::verbs::rows;
use rhai::{
    Array, Dynamic, Engine, FnPtr, FuncRegistration, ImmutableString, Map, Module, NativeCallContext, RhaiFunc, Shared,
};
use std::any::TypeId;

/// Registers what needs no game: operators, iterators, and the verbs of lists, numbers, texts and maps.
pub fn register_plain(engine: &mut Engine) {
    engine.register_global_module(elements().into());
    engine.register_iterator::<std::ops::Range<i64>>();
    engine.register_iterator::<std::ops::RangeInclusive<i64>>();
    engine.register_fn("+", |list: &mut Array, other: Array| -> Array { list.iter().cloned().chain(other).collect() });
    engine.register_fn("==", |context: NativeCallContext<'_>, list: &mut Array, other: Array| {
        same(&context, list, other)
    });
    engine.register_fn("!=", |context: NativeCallContext<'_>, list: &mut Array, other: Array| {
        same(&context, list, other).map(|same| !same)
    });
    register_rows(engine, Row::needs_no_game);
}

/// Going through a list. The elements of a constant cannot change; what a loop names is a copy, which can.
fn elements() -> Module {
    let mut module = Module::new();
    module.set_iter(TypeId::of::<Array>(), |list| {
        let elements = list.try_cast::<Array>().unwrap_or_default().into_iter();
        Box::new(elements.map(|element| Dynamic::clone(&element)))
    });
    module
}

fn same(context: &NativeCallContext<'_>, list: &Array, other: Array) -> Result<bool, Box<rhai::EvalAltResult>> {
    let (mut list, mut other) = (Dynamic::from_array(list.clone()), Dynamic::from_array(other));
    let equal = |ctx: &mut CallContext<'_>, held: &[ScriptValue]| ctx.equal(held[0], held[1]).map(ScriptValue::Flag);
    let (verdict, _) = run_plain(context, &[&mut list, &mut other], equal)?;
    Ok(verdict.as_bool().unwrap_or(false))
}

/// Registers types, the verbs of games, and the properties that the rules declare.
pub fn register(engine: &mut Engine, rules: &Rules) {
    register_types(engine);
    register_rows(engine, |row| !row.needs_no_game());
    register_declared(engine, rules);
}

fn register_types(engine: &mut Engine) {
    engine
        .register_type_with_name::<CardRef>("Card")
        .register_type_with_name::<PlayerRef>("Player")
        .register_type_with_name::<ItemRef>("Item")
        .register_type_with_name::<EffectRef>("Effect")
        .register_type_with_name::<EventRef>("Event")
        .register_type_with_name::<ZoneRef>("Zone")
        .register_type_with_name::<SpaceRef>("Space")
        .register_type_with_name::<JointRef>("Joint")
        .register_type_with_name::<GameRef>("Game");
    compare::<CardRef>(engine);
    compare::<PlayerRef>(engine);
    compare::<ItemRef>(engine);
    compare::<EffectRef>(engine);
    compare::<ZoneRef>(engine);
    compare::<SpaceRef>(engine);
    compare::<JointRef>(engine);
}

fn compare<T: rhai::Variant + Clone + PartialEq>(engine: &mut Engine) {
    engine.register_fn("==", |one: T, other: T| one == other).register_fn("!=", |one: T, other: T| one != other);
}

fn register_rows(engine: &mut Engine, wanted: impl Fn(&Row) -> bool) {
    let mut module = Module::new();
    for row in rows().iter().filter(|row| wanted(row)) {
        for signature in row.signatures() {
            register_row(&mut module, row, &signature);
        }
    }
    engine.register_global_module(module.into());
}

fn register_row(module: &mut Module, row: &'static Row, signature: &Signature) {
    let name = match row.access {
        Access::Sets => format!("set${}", signature.name),
        _ if signature.property => format!("get${}", signature.name),
        _ => signature.name.to_string(),
    };
    let types: Vec<TypeId> = signature.takes.iter().map(type_of).collect();
    let call = move |context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]| {
        let context = context.expect("the function was registered with a context");
        run(&context, row, arguments)
    };
    let func = RhaiFunc::Method {
        func: Shared::new(call),
        has_context: true,
        is_pure: row.access != Access::Local,
        is_volatile: true,
    };
    FuncRegistration::new(name).in_global_namespace().set_into_module_raw(module, types, func);
}

/// The Rust type of a kind of parameter.
fn type_of(kind: &Type) -> TypeId {
    match kind {
        Type::Number => TypeId::of::<i64>(),
        Type::Text | Type::Word(_) => TypeId::of::<ImmutableString>(),
        Type::Flag => TypeId::of::<bool>(),
        Type::Map => TypeId::of::<Map>(),
        Type::List(_) => TypeId::of::<Array>(),
        Type::Closure(_) => TypeId::of::<FnPtr>(),
        Type::Named(name) => ScriptType::named(name).and_then(handle_type).unwrap_or(TypeId::of::<Dynamic>()),
        Type::Event(_) => type_of(&Type::named("Event")),
        Type::Unknown | Type::Never | Type::Nothing | Type::OneOf(_) | Type::Var(_) | Type::Lasting | Type::Single => {
            TypeId::of::<Dynamic>()
        }
    }
}

/// The Rust type of a handle.
fn handle_type(kind: ScriptType) -> Option<TypeId> {
    Some(match kind {
        ScriptType::Card => TypeId::of::<CardRef>(),
        ScriptType::Player => TypeId::of::<PlayerRef>(),
        ScriptType::Item => TypeId::of::<ItemRef>(),
        ScriptType::Effect => TypeId::of::<EffectRef>(),
        ScriptType::Event => TypeId::of::<EventRef>(),
        ScriptType::Zone => TypeId::of::<ZoneRef>(),
        ScriptType::Space => TypeId::of::<SpaceRef>(),
        ScriptType::Joint => TypeId::of::<JointRef>(),
        ScriptType::Game => TypeId::of::<GameRef>(),
        _ => return None,
    })
}

fn register_declared(engine: &mut Engine, rules: &Rules) {
    for property in members(rules).properties() {
        for kind in ScriptType::ALL {
            let Some(type_id) = handle_type(kind) else { continue };
            let (reader, writer) = (property.readers[kind as usize], property.writers[kind as usize]);
            if !matches!(reader, Getter::None | Getter::Row(_)) {
                engine.register_raw_fn(
                    format!("get${}", property.name),
                    [type_id],
                    move |context: NativeCallContext<'_>, arguments: &mut [&mut Dynamic]| {
                        super::host::with_context(&context, |ctx, guest| {
                            let of = guest.hold(ctx, arguments[0]);
                            ctx.read(reader, of).and_then(|held| ctx.checked(held))
                        })
                    },
                );
            }
            if let Setter::Attribute(_) = writer {
                engine.register_raw_fn(
                    format!("set${}", property.name),
                    [type_id, TypeId::of::<Dynamic>()],
                    move |context: NativeCallContext<'_>, arguments: &mut [&mut Dynamic]| {
                        super::host::with_context(&context, |ctx, guest| {
                            let of = guest.hold(ctx, arguments[0]);
                            let to = guest.hold(ctx, arguments[1]);
                            ctx.write(writer, of, to).and_then(|()| ctx.checked(().into()))
                        })
                    },
                );
            }
        }
    }
}
