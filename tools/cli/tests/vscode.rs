//! The extension under `tools/vscode/`: what its files name is there, and it starts the server as the server wants it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vscode")
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All texts that stand in a value.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn every_file_that_is_named_is_there() {
    let mut named = Vec::new();
    texts(&json(&folder().join("package.json")), &mut named);
    let paths: Vec<&str> = named.iter().filter(|text| text.starts_with("./")).map(String::as_str).collect();
    assert!(paths.len() >= 3, "{paths:?}");
    for path in paths {
        let file = folder().join(path);
        assert!(file.is_file(), "{} is not there", file.display());
        if path.ends_with(".json") {
            json(&file);
        }
    }
}

#[test]
fn every_setting_that_is_read_is_declared() {
    let package = json(&folder().join("package.json"));
    let declared = &package["contributes"]["configuration"]["properties"];
    let script = fs::read_to_string(folder().join("extension.js")).expect("it can be read");
    let read: Vec<&str> = script.split("settings.get(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!read.is_empty());
    for setting in read {
        assert!(declared[format!("cardwright.{setting}")]["default"] != Value::Null, "{setting} has no default");
    }
}

#[test]
fn the_version_is_that_of_the_command() {
    assert_eq!(json(&folder().join("package.json"))["version"], env!("CARGO_PKG_VERSION"));
}
