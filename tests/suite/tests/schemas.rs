//! The schemas that editors are given let every file of the packs through, and no misspelt key.

use cardwright_cli::schema::{name_for, schemas};
use cardwright_content::{Files, PackInfo, games, pack_of, packs};
use cardwright_game::Lens;
use serde_json::Value;
use std::collections::BTreeMap;
use suite::root;

/// The packs of the repository, and with them the packs of each test; which files each time are to be checked.
fn all() -> Vec<(Files, Files)> {
    let own = std::fs::read_dir(root().join("tests/packs")).into_iter().flatten().flatten();
    let shared = Files::read(&root()).0;
    let with_shared = |more: Files| {
        let mut files = shared.clone();
        files.overlay(more.clone());
        (files, more)
    };
    let of_tests = own.map(|entry| with_shared(Files::read(&entry.path()).0));
    [(shared.clone(), shared.clone())].into_iter().chain(of_tests).collect()
}

fn by_name(files: &Files, game: &str) -> BTreeMap<String, Value> {
    schemas(&Lens::new(files, game)).into_iter().collect()
}

fn parsed(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("the file is TOML");
    serde_json::to_value(table).expect("TOML is JSON")
}

/// How many packs of a game bring a board.
fn boards(files: &Files, infos: &[PackInfo], game: &str) -> usize {
    let brings = |info: &&PackInfo| {
        let board = format!("cards/{}/board.toml", info.name);
        info.games.iter().any(|it| it == game) && files.iter().any(|(path, _)| path == board)
    };
    infos.iter().filter(brings).count()
}

#[test]
fn every_file_of_the_packs_passes_its_schema() {
    let mut checked = 0;
    for (files, new) in all() {
        let infos = packs(&files);
        for game in games(&files) {
            let is_new = |info: &&PackInfo| {
                info.games.iter().any(|it| it == game) && new.iter().any(|(path, _)| pack_of(path) == Some(&info.name))
            };
            let packs: Vec<&str> = infos.iter().filter(is_new).map(|info| &*info.name).collect();
            if packs.is_empty() {
                continue;
            }
            let schemas = by_name(&files, game);
            let has_another_board = boards(&files, &infos, game) > 1;
            for (path, text) in new.iter() {
                let pack = pack_of(path).unwrap_or_default();
                // A game's own rulings are about its own board, and may start from tables that are laid there.
                if has_another_board && pack == game && path.starts_with("tests/rulings/") {
                    continue;
                }
                let Some(schema) = name_for(path).filter(|_| packs.contains(&pack)).and_then(|name| schemas.get(&name))
                else {
                    continue;
                };
                let wrong = wrong(schema, schema, &parsed(text), "");
                assert_eq!(wrong, None, "{path}");
                checked += 1;
            }
        }
    }
    assert!(checked > 2500, "{checked} files");
}

#[test]
fn a_misspelt_key_a_wrong_type_and_a_missing_key_do_not_pass() {
    let (files, _) = Files::read(&root());
    let schemas = by_name(&files, "spellfire");
    let found = |name: &str, text: &str| wrong(&schemas[name], &schemas[name], &parsed(text), "").is_some();
    let event = "name = \"x\"\ntext = \"x\"\npolarity = \"helpful\"\n";
    assert!(!found("events.json", event));
    for more in [
        "afects = \"you\"",
        "affects = \"yuo\"",
        "lasts = 3",
        "[answers]\nround = \"stop\"\ntoo = {}",
        "works_in = [\"hnad\"]",
    ] {
        assert!(found("events.json", &format!("{event}{more}\n")), "{more}");
    }
    assert!(found("events.json", "name = \"x\"\ntext = \"x\"\n"), "polarity is missing");
    let family = "name = \"{polarity} x\"\ntext = \"x\"\n[family]\npolarity = [\"helpful\", \"harmful\"]\n";
    assert!(!found("events.json", family), "the family says the polarity");
    assert!(found("ruleset.json", "title = \"x\"\nplayers = { from = 2, to = 99 }\nphases = {}\n"));
    assert!(found("ruling.json", "claim = \"x\"\nphaze = \"pool\"\n[play]\nsteps = \"x\"\n"));
}

/// Where a value does not fit a schema: as much of JSON Schema as these schemas use.
fn wrong(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return wrong(root, &root["definitions"][name], value, at);
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let tried: Vec<String> = ways.iter().map_while(|way| wrong(root, way, value, at)).collect();
        if tried.len() == ways.len() {
            return Some(tried.join(" and "));
        }
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return Some(format!("{at}: {value} is none of the words"));
    }
    let fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        _ => true,
    };
    if !fits {
        return Some(format!("{at}: {value} is no {}", schema["type"]));
    }
    let number = value.as_i64();
    let least = schema["minimum"].as_i64();
    let most = schema["maximum"].as_i64();
    if number.is_some_and(|number| least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most))
    {
        return Some(format!("{at}: {value} is out of range"));
    }
    if let (Some(items), true) = (value.as_array(), schema["items"].is_object()) {
        return items.iter().find_map(|item| wrong(root, &schema["items"], item, at));
    }
    let fields = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(key) = required.into_iter().find(|key| !fields.contains_key(*key)) {
        return Some(format!("{at}: `{key}` is missing"));
    }
    fields.iter().find_map(|(key, value)| field(root, schema, key, value, &format!("{at}.{key}")))
}

fn field(root: &Value, schema: &Value, key: &str, value: &Value, at: &str) -> Option<String> {
    if let Some(known) = schema["properties"].get(key) {
        return wrong(root, known, value, at);
    }
    let seat = key.len() == 1 && key.chars().all(|c| c.is_ascii_uppercase());
    if let (true, Some(sides)) = (seat, schema["patternProperties"].get("^[A-Z]$")) {
        return wrong(root, sides, value, at);
    }
    match &schema["additionalProperties"] {
        Value::Bool(false) => Some(format!("{at} is no key")),
        other @ Value::Object(_) => wrong(root, other, value, at),
        _ => None,
    }
}
