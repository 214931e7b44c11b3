//! JSON Schemas of the TOML files of a game, made from the rows of their keys and from what the game declares.

use cardwright_content::{Holds, KeyRow, KeyTable, OpenTo, Presence, ValueShape, tables};
use cardwright_deciders::{TABLES, WISHES, known_names};
use cardwright_game::Lens;
use cardwright_kernel::rules::{AttrType, Attribute, Category, Rules, ZonePer};
use cardwright_rulings::rulings;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The table of a card.
const CARD: &str = "a card";

/// The keys of seats.
const SEATS: &str = "^[A-Z]$";

/// The schemas of a game, by the names of their files.
pub fn schemas(lens: &Lens) -> Vec<(String, Value)> {
    let maker = Maker { tables: tables(), lens };
    let mut schemas = vec![
        ("pack.json".to_string(), maker.file("a pack", "A pack")),
        ("ruleset.json".to_string(), maker.file("a ruleset", "The rules of a game")),
        ("deck.json".to_string(), maker.file("a deck", "A deck")),
        ("patch.json".to_string(), maker.file("a patch", "A declared change to a card of another pack")),
        ("board.json".to_string(), maker.file("a board", "A board")),
        ("look.json".to_string(), maker.file("a look", "A look")),
        ("ruling.json".to_string(), maker.ruling()),
        ("weights.json".to_string(), maker.weights()),
    ];
    for (name, kind) in lens.rules().kinds.iter().filter(|(_, kind)| !kind.folder.is_empty()) {
        schemas.push((format!("{}.json", kind.folder), maker.card(name)));
    }
    schemas
}

/// The name of the schema of a file, by its path inside a folder of packs.
pub fn name_for(path: &str) -> Option<String> {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["cards", _, file] => file.strip_suffix(".toml").map(|stem| format!("{stem}.json")),
        ["cards", _, "decks", _] => Some("deck.json".into()),
        ["cards", _, "patches", _] => Some("patch.json".into()),
        ["cards", _, folder, file] if file.ends_with(".toml") => Some(format!("{folder}.json")),
        ["tests", "rulings", .., file] if file.ends_with(".toml") => Some("ruling.json".into()),
        _ => None,
    }
}

struct Maker<'a> {
    tables: BTreeMap<&'static str, &'static KeyTable>,
    lens: &'a Lens,
}

impl Maker<'_> {
    fn rules(&self) -> &Rules {
        self.lens.rules()
    }

    fn file(&self, table: &str, title: &str) -> Value {
        self.whole(title, self.table(self.tables[table], &[]))
    }

    fn card(&self, kind: &str) -> Value {
        let at = self.rules().kinds.get_index_of(kind).unwrap_or(0);
        let has = |attribute: &Attribute| attribute.of.iter().any(|id| id.index() == at);
        let own: Vec<(&str, &Attribute)> =
            self.rules().attributes.iter().filter(|(_, it)| has(it)).map(|(name, it)| (&**name, it)).collect();
        let mut schema = self.table(self.tables[CARD], &own);
        let is_counted = self.rules().kinds.get(kind).is_some_and(|kind| kind.category == Category::Counted);
        if let (Value::Object(properties), false) = (&mut schema["properties"], is_counted) {
            properties.remove("plural");
        }
        self.whole(&format!("A card of the kind `{kind}`"), schema)
    }

    /// A schema with the tables that it refers to.
    fn whole(&self, title: &str, schema: Value) -> Value {
        let all: Vec<(&str, &Attribute)> = self.rules().attributes.iter().map(|(name, it)| (&**name, it)).collect();
        let inner = self.tables.iter().map(|(name, table)| (slug(name), self.table(table, &all)));
        let inner = inner.chain([("placed".to_string(), self.placed())]);
        let mut whole = json!({ "$schema": DRAFT, "title": title, "definitions": inner.collect::<Map<_, _>>() });
        if let (Value::Object(whole), Value::Object(schema)) = (&mut whole, schema) {
            whole.extend(schema);
        }
        whole
    }

    fn table(&self, table: &KeyTable, attributes: &[(&str, &Attribute)]) -> Value {
        let mut properties = Map::new();
        for row in table.keys() {
            let mut schema = self.key(row);
            schema["description"] = row.describe().into();
            properties.insert(row.name.to_string(), schema);
        }
        // A patch holds parts of what it changes, whatever that is.
        let is_patch = table.name == "a patch";
        let is_card = table.name == CARD;
        let is_open_to = |names| table.open.is_some_and(|open| open.to == names);
        if is_open_to(OpenTo::Seats) {
            properties.extend(self.shared_parts());
        }
        let has_attributes = is_open_to(OpenTo::Attributes);
        for (key, attribute) in attributes.iter().filter(|(key, _)| has_attributes && table.key(key).is_none()) {
            properties.insert(key.to_string(), self.attribute(attribute, !is_card));
        }
        let required = table.keys().filter(|row| row.presence == Presence::Required);
        let required: Vec<&str> = required.map(|row| row.name).collect();
        let printed = attributes.iter().filter(|(_, attribute)| is_card && attribute.required);
        let printed: Vec<&str> = printed.map(|(key, _)| *key).collect();
        let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": is_patch });
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        if !printed.is_empty() {
            // What the cards of a family differ by, the family says.
            schema["anyOf"] = json!([{ "required": printed }, { "required": ["family"] }]);
        }
        if is_open_to(OpenTo::Seats) {
            schema["patternProperties"] = json!({ SEATS: self.side(ZonePer::Player) });
        }
        schema
    }

    /// What may be printed for an attribute, or be sought in a filter.
    fn attribute(&self, attribute: &Attribute, sought: bool) -> Value {
        let one = match &attribute.type_ {
            AttrType::Number => json!({ "type": "integer" }),
            AttrType::Flag => json!({ "type": "boolean" }),
            AttrType::Numbers => json!({ "type": "array", "items": { "type": "integer" } }),
            AttrType::Choice(words) | AttrType::Choices(words) => {
                let words: Vec<&str> = words.iter().map(|word| self.rules().words.text(*word)).collect();
                json!({ "enum": words })
            }
            _ => json!({}),
        };
        match &attribute.type_ {
            AttrType::Choices(_) if !sought => json!({ "anyOf": [one, { "type": "array", "items": one }] }),
            _ if sought => json!({ "anyOf": [one, { "type": "array", "items": one }] }),
            _ => one,
        }
    }

    fn key(&self, row: &KeyRow) -> Value {
        match &row.holds {
            Holds::Number(least, most) => number(*least, *most),
            Holds::Table(table) => reference(table),
            Holds::Tables(table) => one_or_several(reference(table)),
            Holds::OneOfOrTable(_, table) => json!({ "anyOf": [{ "enum": row.holds.choices() }, reference(table)] }),
            Holds::Named(table) => under_names(reference(table)),
            Holds::NamedTables(table) => under_names(one_or_several(reference(table))),
            Holds::NamedOrFalse(table) => under_names(json!({ "anyOf": [reference(table), { "type": "boolean" }] })),
            Holds::NamedOrText(table) => under_names(json!({ "anyOf": [reference(table), { "type": "string" }] })),
            Holds::Entries(shapes) => under_names(self.either(row, shapes)),
            Holds::Text | Holds::Texts | Holds::Flag | Holds::OneOf(_) | Holds::Value(_) => {
                self.either(row, row.holds.shapes())
            }
        }
    }

    /// A value of one of these shapes.
    fn either(&self, row: &KeyRow, shapes: &[ValueShape]) -> Value {
        let mut ways: Vec<Value> = shapes.iter().map(|shape| self.shape(row, *shape)).collect();
        match ways.len() {
            _ if shapes.len() == ValueShape::ALL.len() => json!({}),
            1 => ways.remove(0),
            _ => json!({ "anyOf": ways }),
        }
    }

    fn shape(&self, row: &KeyRow, shape: ValueShape) -> Value {
        match shape {
            ValueShape::Text => self.word(row),
            ValueShape::Texts => json!({ "type": "array", "items": self.word(row) }),
            ValueShape::Number => json!({ "type": "integer" }),
            ValueShape::Numbers => json!({ "type": "array", "items": { "type": "integer" } }),
            ValueShape::Flag => json!({ "type": "boolean" }),
            ValueShape::Table => json!({ "type": "object" }),
            ValueShape::Tables => json!({ "type": "array", "items": { "type": "object" } }),
            ValueShape::Lists => json!({ "type": "array", "items": { "type": "array" } }),
        }
    }

    fn word(&self, row: &KeyRow) -> Value {
        let choices = row.holds.choices();
        if !choices.is_empty() {
            // Where something of the game may stand instead, such as an option.
            let named = self.words(row.names).unwrap_or_default();
            return json!({ "enum": choices.into_iter().chain(named).collect::<Vec<_>>() });
        }
        match self.words(row.names) {
            Some(words) => json!({ "enum": words }),
            None => json!({ "type": "string" }),
        }
    }

    /// The words of some sorts, if the game has declared them all.
    fn words(&self, sorts: &[&str]) -> Option<Vec<&str>> {
        let mut words = Vec::new();
        for sort in sorts {
            let declared = self.lens.words(sort);
            if declared.is_empty() {
                return None;
            }
            words.extend(declared);
            // A filter names spaces of the board like cards.
            if *sort == "card" {
                words.extend(self.lens.words("space"));
            }
            // Scripts read numbers; files also change sets of words.
            if *sort == "value" {
                let sets = self.rules().values.iter().filter(|(_, value)| value.words.is_some());
                words.extend(sets.map(|(name, _)| &**name));
            }
        }
        (!words.is_empty()).then_some(words)
    }

    fn ruling(&self) -> Value {
        let keys = rulings::KEYS.iter().map(|key| (key.to_string(), json!({})));
        let mut properties: Map<String, Value> = keys.collect();
        let phases = self.lens.words("phase");
        properties
            .insert("claim".into(), json!({ "type": "string", "description": "What it proves, in one sentence." }));
        properties.insert("phase".into(), json!({ "enum": phases }));
        let tables: Vec<&str> = self.rules().tables.keys().map(|key| &**key).collect();
        properties.insert("table".into(), json!({ "enum": tables }));
        properties.insert("begins".into(), json!({ "type": "boolean" }));
        properties.insert("players".into(), json!({ "type": "integer" }));
        properties.insert("seed".into(), json!({ "type": ["integer", "string"] }));
        let steps = json!({ "steps": { "type": "string", "description": "What is done, one step a line." } });
        properties.insert("play".into(), json!({ "type": "object", "properties": steps, "required": ["steps"] }));
        properties.extend(self.shared_parts());
        json!({
            "$schema": DRAFT,
            "title": "A ruling",
            "definitions": { "placed": self.placed() },
            "type": "object",
            "properties": properties,
            "patternProperties": { SEATS: self.side(ZonePer::Player) },
            "additionalProperties": false,
            "required": ["claim", "play"],
        })
    }

    /// A table of preferences for the decider `weights:FILE`.
    fn weights(&self) -> Value {
        let weight = json!({ "type": "integer" });
        let mut preferences: Map<String, Value> = Map::new();
        preferences.insert("pass".into(), weight.clone());
        preferences.insert("numbers".into(), json!({ "enum": WISHES }));
        for (table, _) in TABLES {
            let names = known_names(self.rules(), table).into_iter().map(|name| (name.to_owned(), weight.clone()));
            let names: Map<String, Value> = names.collect();
            preferences
                .insert(table.into(), json!({ "type": "object", "properties": names, "additionalProperties": false }));
        }
        let asked = json!({ "type": "object", "properties": preferences, "additionalProperties": false });
        let mut properties = preferences;
        properties.insert(
            "asked".into(),
            json!({ "type": "object", "additionalProperties": { "$ref": "#/definitions/asked" } }),
        );
        json!({
            "$schema": DRAFT,
            "title": "What a decider prefers",
            "definitions": { "asked": asked },
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }

    /// What lies in the middle, and what each player has; how the players have theirs is in the pattern [`SEATS`].
    fn shared_parts(&self) -> [(String, Value); 2] {
        [("each".into(), self.side(ZonePer::Player)), ("game".into(), self.side(ZonePer::Game))]
    }

    /// What lies on one side of the table.
    fn side(&self, per: ZonePer) -> Value {
        let placed = json!({ "$ref": "#/definitions/placed" });
        let cards = json!({ "anyOf": [placed, { "type": "array", "items": placed }] });
        let zones = self.rules().zones.iter().filter(|(_, zone)| zone.per == per);
        let mut properties: Map<String, Value> = zones.map(|(key, _)| (key.to_string(), cards.clone())).collect();
        properties.insert("attributes".into(), json!({ "type": "object" }));
        json!({ "type": "object", "properties": properties })
    }

    /// A card in a zone: its name, or a table.
    fn placed(&self) -> Value {
        let cards = json!({ "enum": self.lens.words("card") });
        json!({ "anyOf": [cards, { "type": "object", "properties": { "name": cards } }] })
    }
}

fn number(least: i64, most: i64) -> Value {
    let mut schema = json!({ "type": "integer" });
    if least > i64::MIN {
        schema["minimum"] = least.into();
    }
    if most < i64::MAX {
        schema["maximum"] = most.into();
    }
    schema
}

fn reference(table: &KeyTable) -> Value {
    json!({ "$ref": format!("#/definitions/{}", slug(table.name)) })
}

fn one_or_several(inner: Value) -> Value {
    json!({ "anyOf": [inner, { "type": "array", "items": inner }] })
}

fn under_names(inner: Value) -> Value {
    json!({ "type": "object", "additionalProperties": inner })
}

/// The name of a table in a reference.
fn slug(table: &str) -> String {
    table.replace(' ', "-")
}
