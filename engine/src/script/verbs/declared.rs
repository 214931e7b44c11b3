//! Properties that a ruleset declares: attributes, values, and the zones of players.

use super::cards_in;
use crate::model::ids::{AttrId, EntityId, KindId, SiteId, ValueId, ZoneDeclId};
use crate::model::index::Cell;
use crate::model::rules::{AttrType, Printed, Rules, Sort, ZonePer};
use crate::model::state::State;
use crate::model::value::Value;
use crate::play::session::{Fault, Stop, Table};
use crate::script::host::{Shared, dynamic_of, text_of, value_of, with};
use crate::script::sandbox::called;
use crate::script::types::{Card, Effect, Game, Item, Joint, Player, Space};
use rhai::{Array, Dynamic, Engine, EvalAltResult, NativeCallContext};

type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// Something that has attributes.
trait Bearer: Copy + Send + Sync + 'static {
    fn id(self) -> EntityId;
}

impl Bearer for Card {
    fn id(self) -> EntityId {
        self.0.id
    }
}

impl Bearer for Item {
    fn id(self) -> EntityId {
        self.0.id
    }
}

impl Bearer for Effect {
    fn id(self) -> EntityId {
        self.0.id
    }
}

impl Bearer for Player {
    fn id(self) -> EntityId {
        State::player_entity(self.0)
    }
}

impl Bearer for Space {
    fn id(self) -> EntityId {
        self.0
    }
}

impl Bearer for Joint {
    fn id(self) -> EntityId {
        self.0
    }
}

impl Bearer for Game {
    fn id(self) -> EntityId {
        EntityId::GAME
    }
}

/// Registers the properties.
pub fn register(engine: &mut Engine, rules: &Rules) {
    for (at, (name, attribute)) in rules.attributes.iter().enumerate() {
        let attr = AttrId::from(at);
        let value = rules.values.get_index_of(name).map(ValueId::from);
        let on = |kind: KindId| attribute.of.contains(&kind);
        let of = |sort: fn(Sort) -> bool| {
            let declared = attribute.of.iter().filter(|kind| kind.index() >= Rules::OWN_KINDS.len());
            declared.filter_map(|kind| rules.kinds.get_index(kind.index())).any(|(_, kind)| sort(kind.sort))
        };
        if of(|sort| sort == Sort::Space) {
            property::<Space>(engine, name, attr, value, attribute.changes);
        }
        if of(|sort| sort == Sort::Joint) {
            property::<Joint>(engine, name, attr, value, attribute.changes);
        }
        if of(|sort| !sort.is_site()) {
            property::<Card>(engine, name, attr, value, attribute.changes);
            property::<Item>(engine, name, attr, None, attribute.changes);
            property::<Effect>(engine, name, attr, None, attribute.changes);
        }
        if on(Rules::PLAYER) {
            property::<Player>(engine, name, attr, value, attribute.changes);
        }
        if on(Rules::GAME) {
            property::<Game>(engine, name, attr, value, attribute.changes);
        }
        if on(Rules::ITEM) && attribute.changes {
            property::<Item>(engine, name, attr, None, attribute.changes);
        }
        if on(Rules::EFFECT) && attribute.changes {
            property::<Effect>(engine, name, attr, None, attribute.changes);
        }
    }
    for (at, (name, _)) in rules.values.iter().enumerate() {
        if !rules.attributes.contains_key(name) {
            value::<Card>(engine, name, ValueId::from(at));
            value::<Player>(engine, name, ValueId::from(at));
            value::<Game>(engine, name, ValueId::from(at));
            value::<Space>(engine, name, ValueId::from(at));
            value::<Joint>(engine, name, ValueId::from(at));
        }
    }
    for (at, (name, zone)) in rules.zones.iter().enumerate() {
        let decl = ZoneDeclId::from(at);
        match zone.per {
            ZonePer::Player => zone_of_player(engine, name, decl),
            ZonePer::Game => zone_of_game(engine, name, decl),
            ZonePer::Space => zone_on::<Space>(engine, name, decl),
            ZonePer::Joint => zone_on::<Joint>(engine, name, decl),
        }
    }
}

fn property<T: Bearer>(engine: &mut Engine, name: &str, attr: AttrId, value: Option<ValueId>, changes: bool) {
    engine.register_get(name, move |context: NativeCallContext<'_>, bearer: &mut T| -> Outcome<Dynamic> {
        let id = bearer.id();
        with(&context, |table, shared| match value {
            Some(value) => Ok(Dynamic::from(table.value(value, id)?)),
            None => Ok(read(table, shared, id, attr)),
        })
    });
    if !changes {
        return;
    }
    engine.register_set(name, move |context: NativeCallContext<'_>, bearer: &mut T, to: Dynamic| -> Outcome<()> {
        let id = bearer.id();
        with(&context, |table, shared| write(table, shared, id, attr, &to))
    });
}

fn value<T: Bearer>(engine: &mut Engine, name: &str, value: ValueId) {
    engine.register_get(name, move |context: NativeCallContext<'_>, bearer: &mut T| -> Outcome<i64> {
        let id = bearer.id();
        with(&context, |table, _| table.value(value, id))
    });
}

fn zone_of_player(engine: &mut Engine, name: &str, decl: ZoneDeclId) {
    engine.register_get(name, move |context: NativeCallContext<'_>, player: &mut Player| -> Outcome<Array> {
        let seat = player.0;
        with(&context, |table, shared| Ok(cards_in(table, table.state().zone_of(&shared.rules, decl, seat))))
    });
}

fn zone_of_game(engine: &mut Engine, name: &str, decl: ZoneDeclId) {
    engine.register_get(name, move |context: NativeCallContext<'_>, _: &mut Game| -> Outcome<Array> {
        with(&context, |table, shared| {
            let zone = table.state().zone_of(&shared.rules, decl, crate::model::ids::PlayerId(0));
            Ok(cards_in(table, zone))
        })
    });
}

fn zone_on<T: Bearer>(engine: &mut Engine, name: &str, decl: ZoneDeclId) {
    engine.register_get(name, move |context: NativeCallContext<'_>, bearer: &mut T| -> Outcome<Array> {
        let id = bearer.id();
        with(&context, |table, shared| {
            let site = table.state().site_of(&shared.rules, id).unwrap_or(SiteId::NONE);
            Ok(cards_in(table, table.state().zone_at(&shared.rules, decl, site)))
        })
    });
}

fn read(table: &mut Table, shared: &Shared, id: EntityId, attr: AttrId) -> Dynamic {
    table.note_read(Cell::Entity(id));
    if let Some(value) = table.state().changing(&shared.rules, id, attr) {
        if value == Value::Nothing && shared.rules.attributes[attr.index()].type_ == AttrType::Players {
            return Array::new().into();
        }
        return dynamic_of(table, shared, value);
    }
    match shared.rules.printed(table.state().entity(id).def, attr) {
        Printed::Nothing => Dynamic::UNIT,
        Printed::Number(number) => Dynamic::from(*number),
        Printed::Flag(flag) => Dynamic::from(*flag),
        Printed::Word(word) => text_of(shared, *word),
        Printed::Words(words) => words.iter().map(|word| text_of(shared, *word)).collect::<Array>().into(),
        Printed::Text(text) => Dynamic::from(rhai::ImmutableString::from(&**text)),
        Printed::Sides(sides) => {
            (0..32).filter(|side| sides >> side & 1 == 1).map(Dynamic::from::<i64>).collect::<Array>().into()
        }
        space @ Printed::Space(_) => dynamic_of(table, shared, table.state().held(&shared.rules, space)),
    }
}

fn write(table: &mut Table, shared: &Shared, id: EntityId, attr: AttrId, to: &Dynamic) -> Result<(), Stop> {
    let Some(value) = value_of(shared, to) else {
        return Err(Fault::stop(format!("an attribute cannot be {}", called(to.type_name()))));
    };
    let decl = &shared.rules.attributes[attr.index()];
    if !decl.type_.takes(&value) {
        let name = shared.rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name);
        return Err(Fault::stop(format!("`{name}` cannot become {to}: that is not one of its values")));
    }
    // Rhai writes a property back after a method was called on it: what is the same is no change.
    if table.state().changing(&shared.rules, id, attr) == Some(value) {
        return Ok(());
    }
    table.set(id, attr, value)?;
    Ok(())
}
