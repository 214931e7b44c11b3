//! JSON Schemas of the TOML files of a game, made from their grammar and from what the game declares.

use crate::keys;
use crate::rulings;
use cardwright_content::{Form, Grammar, GrammarKey, ValueShape, grammar};
use cardwright_deciders::{TABLES, WISHES, known_names};
use cardwright_game::Lens;
use cardwright_kernel::model::rules::{AttrType, Attribute, Category, Rules, ZonePer};
use serde_json::{Map, Value, json};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Tables of which a ruleset may also change an existing one, which then needs no required keys.
const CHANGED: [&str; 1] = ["a zone"];

/// A table that a ruleset declares: besides its keys it has a part for each seat.
const STANDING: &str = "a standing table";

/// The keys of seats.
const SEATS: &str = "^[A-Z]$";

/// The schemas of a game, by the names of their files.
pub fn schemas(lens: &Lens) -> Vec<(String, Value)> {
    let grammar = grammar();
    let maker = Maker { grammar, lens };
    let mut schemas = vec![
        ("pack.json".to_string(), maker.file("a pack", "A pack")),
        ("ruleset.json".to_string(), maker.file("a ruleset", "The rules of a game")),
        ("deck.json".to_string(), maker.file("a deck", "A deck")),
        ("patch.json".to_string(), maker.file("a patch", "A declared change to a card of another pack")),
        ("ruling.json".to_string(), maker.ruling()),
        ("weights.json".to_string(), maker.weights()),
    ];
    if grammar.tables.get("a board").is_some_and(|form| !form.keys.is_empty()) {
        schemas.push(("board.json".to_string(), maker.file("a board", "A board")));
    }
    schemas.push(("look.json".to_string(), maker.file("a look", "A look")));
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
    grammar: &'a Grammar,
    lens: &'a Lens,
}

impl Maker<'_> {
    fn rules(&self) -> &Rules {
        self.lens.rules()
    }

    fn file(&self, table: &str, title: &str) -> Value {
        let none = Form::default();
        let form = self.grammar.tables.get(table).unwrap_or(&none);
        self.whole(title, self.table(table, form, &[]))
    }

    fn card(&self, kind: &str) -> Value {
        let none = Form::default();
        let form = self.grammar.tables.get("a card").unwrap_or(&none);
        let at = self.rules().kinds.get_index_of(kind).unwrap_or(0);
        let has = |attribute: &Attribute| attribute.of.iter().any(|id| id.index() == at);
        let own: Vec<(&str, &Attribute)> =
            self.rules().attributes.iter().filter(|(_, it)| has(it)).map(|(name, it)| (&**name, it)).collect();
        let mut schema = self.table("a card", form, &own);
        if self.rules().kinds.get(kind).is_some_and(|kind| kind.category == Category::Counted) {
            schema["properties"]["plural"] =
                json!({ "type": "string", "description": "How several of it are called." });
        }
        self.whole(&format!("A card of the kind `{kind}`"), schema)
    }

    /// A schema with the tables that it refers to.
    fn whole(&self, title: &str, schema: Value) -> Value {
        let all: Vec<(&str, &Attribute)> = self.rules().attributes.iter().map(|(name, it)| (&**name, it)).collect();
        let inner = self.grammar.tables.iter().map(|(name, form)| (slug(name), self.table(name, form, &all)));
        let inner = inner.chain([("placed".to_string(), self.placed())]);
        let mut whole = json!({ "$schema": DRAFT, "title": title, "definitions": inner.collect::<Map<_, _>>() });
        if let (Value::Object(whole), Value::Object(schema)) = (&mut whole, schema) {
            whole.extend(schema);
        }
        whole
    }

    fn table(&self, name: &str, form: &Form, attributes: &[(&str, &Attribute)]) -> Value {
        let mut properties = Map::new();
        for (key, about) in &form.keys {
            // What a default is depends on the type that stands beside it.
            let is_default = (name, &**key) == ("an attribute", "default");
            let mut schema = if is_default { json!({}) } else { self.key(about) };
            if let (Some(doc), Value::Object(schema)) = (keys::describe(name, key), &mut schema) {
                schema.insert("description".into(), doc.into());
            }
            properties.insert(key.to_string(), schema);
        }
        // A patch holds parts of what it changes, whatever that is.
        let is_patch = name == "a patch";
        let is_card = name == "a card";
        if name == STANDING {
            properties.extend(self.shared_parts());
        }
        let has_attributes = form.open && name != STANDING;
        for (key, attribute) in attributes.iter().filter(|(key, _)| has_attributes && !form.keys.contains_key(*key)) {
            properties.insert(key.to_string(), self.attribute(attribute, !is_card));
        }
        let required = form.keys.iter().filter(|(_, key)| key.required && !CHANGED.contains(&name));
        let required: Vec<&str> = required.map(|(key, _)| &**key).collect();
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
        if name == STANDING {
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

    fn key(&self, key: &GrammarKey) -> Value {
        let mut ways: Vec<Value> = Vec::new();
        for shape in &key.takes {
            ways.push(match shape {
                ValueShape::Text => self.word(key),
                ValueShape::Texts => json!({ "type": "array", "items": self.texts(key) }),
                ValueShape::Number => number(key),
                ValueShape::Flag => json!({ "type": "boolean" }),
                ValueShape::Table => self.inner(key),
                ValueShape::Tables => json!({ "type": "array", "items": self.inner(key) }),
            });
        }
        match ways.len() {
            0 => json!({}),
            1 => ways.remove(0),
            _ => json!({ "anyOf": ways }),
        }
    }

    /// The elements of a list of texts; a list of such lists if pairs are expected.
    fn texts(&self, key: &GrammarKey) -> Value {
        json!({ "anyOf": [self.word(key), { "type": "array", "items": self.word(key) }] })
    }

    fn word(&self, key: &GrammarKey) -> Value {
        if !key.choices.is_empty() {
            // Where something of the game may stand instead, such as an option.
            let named = self.words(&key.names).unwrap_or_default();
            return json!({ "enum": key.choices.iter().map(|choice| &**choice).chain(named).collect::<Vec<_>>() });
        }
        match self.words(&key.names) {
            Some(words) => json!({ "enum": words }),
            None => json!({ "type": "string" }),
        }
    }

    /// The words of some sorts, if the game has declared them all.
    fn words<'k>(&self, sorts: impl IntoIterator<Item = &'k Box<str>>) -> Option<Vec<&str>> {
        let mut words = Vec::new();
        for sort in sorts {
            let declared = self.lens.words(sort);
            if declared.is_empty() {
                return None;
            }
            words.extend(declared);
            // A filter names spaces of the board like cards.
            if &**sort == "card" {
                words.extend(self.lens.words("space"));
            }
        }
        (!words.is_empty()).then_some(words)
    }

    fn inner(&self, key: &GrammarKey) -> Value {
        let mut tables: Vec<Value> =
            key.tables.iter().map(|table| json!({ "$ref": format!("#/definitions/{}", slug(table)) })).collect();
        let inner = match tables.len() {
            0 => json!({}),
            1 => tables.remove(0),
            _ => json!({ "anyOf": tables }),
        };
        if !key.is_named {
            return if key.tables.is_empty() { json!({ "type": "object" }) } else { inner };
        }
        let value = match (key.tables.is_empty(), self.words(&key.names)) {
            (true, Some(words)) if !key.names.is_empty() => json!({ "enum": words }),
            // What stands under a name may be left out with `false`, or be a list of several.
            (true, _) => json!({}),
            (false, _) => json!({ "anyOf": [inner, { "type": "array", "items": inner }, { "type": "boolean" }] }),
        };
        json!({ "type": "object", "additionalProperties": value })
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

fn number(key: &GrammarKey) -> Value {
    let mut schema = json!({ "type": "integer" });
    if let Some((least, most)) = key.bounds {
        if least > i64::MIN {
            schema["minimum"] = least.into();
        }
        if most < i64::MAX {
            schema["maximum"] = most.into();
        }
    }
    schema
}

/// The name of a table in a reference.
fn slug(table: &str) -> String {
    table.replace(' ', "-")
}
