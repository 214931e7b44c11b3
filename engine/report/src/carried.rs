//! Values of scripts, whole, for the author who asks for them: as text and as JSON.

use super::Reporter;
use cardwright_kernel::ids::{EntityId, Handle, PlayerId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Entity;
use cardwright_kernel::values::{Carried, CarriedPart, Value};
use serde_json::{Map, Value as Json, json};

/// A list or a map is written on one line up to this many characters.
const WIDTH: usize = 100;

/// A value with all that is in it.
enum Whole {
    One(Value),
    Text(String),
    /// A zone, the game, a range: how it is written, and as JSON.
    Other(String, Json),
    List(Vec<Whole>),
    Map(Vec<(String, Whole)>),
}

impl Reporter<'_> {
    /// A value as a person reads it: cards by their names and where they lie. Long lists and maps have a line for each entry.
    pub fn carried(&self, carried: &Carried) -> String {
        self.whole_text(&self.whole(carried), 0)
    }

    /// The same as JSON. Nothing is `null`; numbers, flags, texts and lists are themselves; all else is an object with one key
    /// that says what it is: `{"card": {"name": "Torch", "zone": "A's hand", "place": 2, "owner": "A", "controller": "A"}}`,
    /// `{"player": "A"}`, `{"item": …}`, `{"effect": …}`, `{"site": …}`, `{"zone": …}`, `{"game": …}`, `{"range": …}`, `{"map": …}`.
    pub fn carried_json(&self, carried: &Carried) -> Json {
        self.whole_json(&self.whole(carried))
    }

    fn whole(&self, carried: &Carried) -> Whole {
        match carried {
            Carried::One(value) => self.whole_value(*value),
            Carried::Many(parts) => self.whole_part(&mut parts.0.iter()),
        }
    }

    fn whole_value(&self, value: Value) -> Whole {
        match value {
            Value::Players(players) => {
                Whole::List(players.iter().map(|player| Whole::One(Value::Player(player))).collect())
            }
            Value::Numbers(numbers) => {
                Whole::List(numbers.iter().map(|number| Whole::One(Value::Number(number))).collect())
            }
            Value::Word(word) => Whole::Text(self.rules.words.text(word).to_string()),
            one => Whole::One(one),
        }
    }

    fn whole_part<'p>(&self, parts: &mut impl Iterator<Item = &'p CarriedPart>) -> Whole {
        match parts.next() {
            None => Whole::One(Value::Nothing),
            Some(CarriedPart::One(value)) => self.whole_value(*value),
            Some(CarriedPart::Text(text)) => Whole::Text(text.to_string()),
            Some(CarriedPart::Zone(zone)) => Whole::Other(self.zone(*zone), json!({ "zone": self.zone(*zone) })),
            Some(CarriedPart::Game) => Whole::Other("the game".into(), json!({ "game": &*self.rules.title })),
            Some(CarriedPart::Range(from, to, closed)) => {
                let written = format!("{from}{}{to}", if *closed { "..=" } else { ".." });
                Whole::Other(written.clone(), json!({ "range": written }))
            }
            Some(CarriedPart::List(len)) => Whole::List((0..*len).map(|_| self.whole_part(parts)).collect()),
            Some(CarriedPart::Map(len)) => Whole::Map((0..*len).map(|_| self.whole_entry(parts)).collect()),
        }
    }

    fn whole_entry<'p>(&self, parts: &mut impl Iterator<Item = &'p CarriedPart>) -> (String, Whole) {
        let key = match self.whole_part(parts) {
            Whole::Text(key) => key,
            Whole::One(_) | Whole::Other(..) | Whole::List(_) | Whole::Map(_) => String::new(),
        };
        (key, self.whole_part(parts))
    }

    fn whole_text(&self, whole: &Whole, depth: usize) -> String {
        match whole {
            Whole::One(value) => self.one_text(*value),
            Whole::Text(text) => quoted(text),
            Whole::Other(text, _) => text.clone(),
            Whole::List(items) => {
                let items = items.iter().map(|item| self.whole_text(item, depth + 1)).collect();
                enclosed("[", items, "]", depth)
            }
            Whole::Map(entries) => {
                let entry =
                    |(key, held): &(String, Whole)| format!("{}: {}", key_text(key), self.whole_text(held, depth + 1));
                enclosed("#{", entries.iter().map(entry).collect(), "}", depth)
            }
        }
    }

    fn one_text(&self, value: Value) -> String {
        match value {
            Value::Nothing => "nothing".into(),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Word(word) => quoted(self.rules.words.text(word)),
            Value::Player(player) => player_text(player),
            Value::Entity(handle) => self.entity_text(handle),
            Value::Players(_) | Value::Numbers(_) | Value::Choices(_) => String::new(),
        }
    }

    fn whole_json(&self, whole: &Whole) -> Json {
        match whole {
            Whole::One(value) => self.one_json(*value),
            Whole::Text(text) => json!(text),
            Whole::Other(_, json) => json.clone(),
            Whole::List(items) => items.iter().map(|item| self.whole_json(item)).collect(),
            Whole::Map(entries) => {
                let entries = entries.iter().map(|(key, held)| (key.clone(), self.whole_json(held)));
                json!({ "map": entries.collect::<Map<String, Json>>() })
            }
        }
    }

    fn one_json(&self, value: Value) -> Json {
        match value {
            Value::Nothing | Value::Players(_) | Value::Numbers(_) | Value::Choices(_) => Json::Null,
            Value::Number(number) => json!(number),
            Value::Flag(flag) => json!(flag),
            Value::Word(word) => json!(self.rules.words.text(word)),
            Value::Player(player) => json!({ "player": player_text(player) }),
            Value::Entity(handle) => self.entity_json(handle),
        }
    }

    fn entity_text(&self, handle: Handle) -> String {
        if handle == Handle::NONE {
            return "nothing".into();
        }
        let entity = self.state.entity(handle.id);
        let name = self.rules.name_of(entity.def);
        if !self.is_present(handle) {
            return format!("{name}, which is no longer what it was");
        }
        match entity.kind {
            Rules::GAME => "the game".into(),
            Rules::PLAYER => player_text(entity.owner),
            Rules::ITEM => format!("{name} on the stack, used by {}", player_text(entity.controller)),
            Rules::EFFECT => format!("the effect of {name}, of {}", player_text(entity.controller)),
            _ if self.rules.category_of(entity.def).is_site() => name.to_string(),
            _ => self.card_text(handle.id, entity),
        }
    }

    fn card_text(&self, id: EntityId, entity: &Entity) -> String {
        let mut text = self.rules.name_of(entity.def).to_string();
        if entity.count != 1 {
            text = format!("{} × {text}", entity.count);
        }
        if !entity.zone.is_some() {
            return format!("{text}, nowhere");
        }
        let alike = self.alike(entity);
        if let (true, Some(at)) = (alike.len() > 1, alike.iter().position(|other| *other == id)) {
            text.push_str(&format!(" #{}", at + 1));
        }
        text.push_str(&format!(" in {}", self.zone(entity.zone)));
        if entity.controller != entity.owner && entity.controller.is_somebody() {
            text.push_str(&format!(", controlled by {}", player_text(entity.controller)));
        }
        if entity.host != EntityId::NONE {
            text.push_str(&format!(", attached to {}", self.rules.name_of(self.state.entity(entity.host).def)));
        }
        text
    }

    /// The cards of the same name in the zone of a card, from the bottom to the top.
    fn alike(&self, entity: &Entity) -> Vec<EntityId> {
        let cards = self.state.zone(entity.zone).cards.iter().copied();
        cards.filter(|other| self.state.entity(*other).def == entity.def).collect()
    }

    fn entity_json(&self, handle: Handle) -> Json {
        if handle == Handle::NONE {
            return Json::Null;
        }
        let entity = self.state.entity(handle.id);
        let name = self.rules.name_of(entity.def);
        if !self.is_present(handle) {
            return json!({ "gone": { "name": name } });
        }
        let of = |sort: &str| json!({ sort: { "name": name, "player": player_text(entity.controller) } });
        match entity.kind {
            Rules::GAME => json!({ "game": &*self.rules.title }),
            Rules::PLAYER => json!({ "player": player_text(entity.owner) }),
            Rules::ITEM => of("item"),
            Rules::EFFECT => of("effect"),
            _ if self.rules.category_of(entity.def).is_site() => json!({ "site": name }),
            _ => self.card_json(handle.id, entity),
        }
    }

    fn card_json(&self, id: EntityId, entity: &Entity) -> Json {
        let zone = entity.zone.is_some().then(|| self.zone(entity.zone));
        let cards = entity.zone.is_some().then(|| &self.state.zone(entity.zone).cards);
        let place = cards.and_then(|cards| cards.iter().position(|other| *other == id)).map(|at| at + 1);
        let player = |player: PlayerId| player.is_somebody().then(|| player_text(player));
        let mut card = Map::new();
        card.insert("name".into(), json!(self.rules.name_of(entity.def)));
        card.insert("zone".into(), json!(zone));
        card.insert("place".into(), json!(place));
        card.insert("owner".into(), json!(player(entity.owner)));
        card.insert("controller".into(), json!(player(entity.controller)));
        if entity.count != 1 {
            card.insert("count".into(), json!(entity.count));
        }
        json!({ "card": card })
    }

    /// Whether a handle holds what it held when a script took it. Parts of the board never become others.
    fn is_present(&self, handle: Handle) -> bool {
        let entity = self.state.entity(handle.id);
        let stays = [Rules::GAME, Rules::PLAYER].contains(&entity.kind) || self.rules.category_of(entity.def).is_site();
        stays || self.state.fresh(handle)
    }
}

fn player_text(player: PlayerId) -> String {
    if player.is_somebody() { player.letter().to_string() } else { "nobody".into() }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A key of a map as scripts write it.
fn key_text(key: &str) -> String {
    let is_name = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
    let is_plain =
        key.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic()) && key.chars().all(is_name);
    if is_plain { key.to_string() } else { quoted(key) }
}

/// Entries between brackets: on one line, or a line for each where that would be long.
fn enclosed(open: &str, entries: Vec<String>, close: &str, depth: usize) -> String {
    let space = if open == "#{" && !entries.is_empty() { " " } else { "" };
    let line = format!("{open}{space}{}{space}{close}", entries.join(", "));
    if line.chars().count() <= WIDTH && !line.contains('\n') {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    let lines: String = entries.iter().map(|entry| format!("{indent}{entry},\n")).collect();
    format!("{open}\n{lines}{}{close}", "  ".repeat(depth))
}
