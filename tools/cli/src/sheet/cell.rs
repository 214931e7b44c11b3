//! A value in a cell, and back.

use cardwright_content::tree::{self, TomlValue};
use cardwright_kernel::rules::AttrType;

/// The cell of a value; none for what no cell can hold.
pub fn shown(value: &TomlValue<'_>) -> Option<String> {
    match value {
        TomlValue::Text(text) if text.is_empty() || looks_written(text) => Some(tree::quoted(text)),
        TomlValue::Text(text) => Some(text.to_string()),
        TomlValue::Number(number) => Some(number.to_string()),
        TomlValue::Flag(flag) => Some(flag.to_string()),
        TomlValue::List(nodes)
            if nodes.len() > 1 && nodes.iter().all(|node| matches!(node.value, TomlValue::Number(_))) =>
        {
            Some(nodes.iter().map(|node| node.value.to_string()).collect::<Vec<_>>().join("; "))
        }
        TomlValue::List(nodes) => {
            let entries: Option<Vec<&str>> = nodes
                .iter()
                .map(|node| match &node.value {
                    TomlValue::Text(text) => Some(&**text),
                    _ => None,
                })
                .collect();
            let Some(entries) = entries else { return Some(value.to_string()) };
            let plain = |entry: &&str| {
                !entry.is_empty() && !entry.contains(';') && *entry.trim() == **entry && !looks_written(entry)
            };
            match entries.len() > 1 && entries.iter().all(plain) {
                true => Some(entries.join("; ")),
                false => Some(value.to_string()),
            }
        }
        TomlValue::Fields(_) | TomlValue::Other(_) => None,
    }
}

/// Whether a text could be taken for something that is written as TOML writes it.
fn looks_written(text: &str) -> bool {
    text.starts_with(['"', '[']) || text.trim() != text
}

/// What a cell says, as TOML writes it; what it should say where it says nothing that fits. `now` is what the card
/// prints.
pub fn written(cell: &str, type_: &AttrType, now: Option<&TomlValue<'_>>) -> Result<String, &'static str> {
    let cell = if cell.starts_with(['"', '[']) { cell } else { cell.trim() };
    match type_ {
        AttrType::Number | AttrType::Side => {
            cell.parse::<i64>().map(|number| number.to_string()).map_err(|_| "a whole number")
        }
        AttrType::Flag => match cell.to_ascii_lowercase().as_str() {
            // As spreadsheets write them.
            "true" => Ok("true".to_owned()),
            "false" => Ok("false".to_owned()),
            _ => Err("true or false"),
        },
        AttrType::Choices(_) if cell.starts_with('[') => literal(cell).ok_or("a list: `one; another`"),
        AttrType::Choices(_) => {
            let one = matches!(now, Some(TomlValue::Text(_))) && !cell.contains(';');
            let entries: Vec<String> =
                cell.split(';').map(str::trim).filter(|entry| !entry.is_empty()).map(tree::quoted).collect();
            Ok(if one { entries.join("") } else { format!("[{}]", entries.join(", ")) })
        }
        AttrType::Sides | AttrType::Numbers if cell.contains(';') => {
            let numbers: Result<Vec<String>, _> =
                cell.split(';').map(|part| part.trim().parse::<i64>().map(|number| number.to_string())).collect();
            numbers.map(|numbers| format!("[{}]", numbers.join(", "))).map_err(|_| "a list of numbers: `1; 2`")
        }
        AttrType::Sides | AttrType::Numbers => literal(cell).ok_or("a list of numbers: `1; 2`"),
        AttrType::Text
        | AttrType::Choice(_)
        | AttrType::Card
        | AttrType::Player
        | AttrType::Players
        | AttrType::Space => {
            if cell.starts_with('"') {
                return literal(cell).ok_or("a text");
            }
            Ok(tree::quoted(cell))
        }
    }
}

/// What is written as TOML writes it, if it is.
fn literal(cell: &str) -> Option<String> {
    let text = format!("x = {cell}\n");
    let (fields, problems) = tree::parse("", &text);
    let [field] = &fields[..] else { return None };
    (problems.is_empty() && field.key == "x").then(|| field.node.value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Option<String> {
        let text = format!("x = {text}\n");
        shown(&tree::parse("", &text).0[0].node.value)
    }

    #[test]
    fn values_go_out_and_come_in_the_same() {
        for (toml, type_) in [
            ("7", AttrType::Number),
            ("-3", AttrType::Number),
            ("true", AttrType::Flag),
            ("\"a \\\"b\\\", c; d\"", AttrType::Text),
            ("\"\"", AttrType::Text),
            ("\"[x]\"", AttrType::Text),
            ("\" x\"", AttrType::Text),
            ("\"line\\nbreak\"", AttrType::Text),
            ("[\"a\", \"b c\"]", AttrType::Choices(Vec::new())),
            ("[\"a\"]", AttrType::Choices(Vec::new())),
            ("[]", AttrType::Choices(Vec::new())),
            ("[\"a;b\", \"c\"]", AttrType::Choices(Vec::new())),
            ("[1, 3]", AttrType::Sides),
            ("[1]", AttrType::Sides),
            ("1", AttrType::Sides),
            ("[]", AttrType::Sides),
        ] {
            let out = cell(toml).unwrap_or_else(|| panic!("{toml} has a cell"));
            assert_eq!(written(&out, &type_, None).as_deref(), Ok(toml), "{out}");
        }
        assert_eq!(cell("{ a = 1 }"), None);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        assert_eq!(written("many", &AttrType::Number, None), Err("a whole number"));
        assert_eq!(written("TRUE", &AttrType::Flag, None).as_deref(), Ok("true"));
        assert_eq!(written("yes", &AttrType::Flag, None), Err("true or false"));
        assert_eq!(written("1;3", &AttrType::Sides, None).as_deref(), Ok("[1, 3]"));
        assert_eq!(written("1;x", &AttrType::Sides, None), Err("a list of numbers: `1; 2`"));
        assert!(written("[\"a\"", &AttrType::Choices(Vec::new()), None).is_err());
    }
}
