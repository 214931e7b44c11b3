//! A new card: its file, its script if its kind needs one, and its first ruling.

use super::place::{Draft, file_name, quoted};
use super::ruling;
use crate::out::Out;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::{AttrType, Attribute, Kind, Printed, Rules};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright new card`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The name printed on it
    name: String,
    /// Its kind, as named in the ruleset
    #[arg(long)]
    kind: String,
    /// The pack that it belongs to [default: the only pack in the folder]
    #[arg(long)]
    pack: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: Packs, root: &Path, out: &mut Out) -> Outcome {
    let pack = match &arguments.pack {
        Some(pack) => pack.clone(),
        None => only_pack(root)?,
    };
    let ruleset = packs.ruleset(&pack)?;
    let mut draft = Draft::default();
    add(&mut draft, &packs, &ruleset, &pack, &arguments.name, &arguments.kind)?;
    draft.write(root, &packs, out)?;
    out.line("\nnext: write what it says and does, then run `cardwright check` and `cardwright test`");
    Ok(Verdict::Fine)
}

/// Adds the files of a card; true if its first ruling plays it.
///
/// # Errors
/// If there is no such kind, or the name is taken.
pub fn add(
    draft: &mut Draft,
    packs: &Packs,
    rules: &Ruleset,
    pack: &str,
    name: &str,
    kind: &str,
) -> Result<bool, CommandError> {
    let rules = rules.rules();
    let kinds = || rules.kinds.iter().filter(|(_, decl)| !decl.folder.is_empty());
    let Some((_, decl)) = kinds().find(|(key, _)| &***key == kind) else {
        return Err(CommandError::unknown("kind", kind, kinds().map(|(key, _)| &**key)));
    };
    let file = file_name(name);
    if file.is_empty() {
        return Err(CommandError::usage("a card needs a name"));
    }
    if rules.definitions.contains_key(name) {
        return Err(CommandError::usage(format!("there is already a card `{name}`")));
    }
    let folder = &decl.folder;
    draft.add(format!("cards/{pack}/{folder}/{file}.toml"), printed(rules, decl, name));
    if !decl.required.is_empty() {
        draft.add(format!("scripts/{pack}/{folder}/{file}.rhai"), script(decl));
    }
    let with_card = draft.laid_over(packs);
    Ok(ruling::add(draft, &with_card, pack, name))
}

/// The only pack whose cards lie in a folder of packs.
pub fn only_pack(root: &Path) -> Result<String, CommandError> {
    let (files, _) = cardwright_content::Files::read(root);
    let mut names: Vec<String> = cardwright_content::packs(&files).into_iter().map(|info| info.name).collect();
    match names.len() {
        1 => Ok(names.remove(0)),
        0 => Err(CommandError::usage(format!("`{}` contains no packs yet", root.display()))
            .help("write one with `cardwright new pack NAME`")),
        _ => Err(CommandError::usage("which pack should it belong to?")
            .help(format!("`--pack` is one of {}", cardwright_kernel::text::list(names.iter().map(String::as_str))))),
    }
}

/// The card's file: its name, what its kind requires, its text, and what else may be printed.
fn printed(rules: &Rules, kind: &Kind, name: &str) -> String {
    let mut text = format!("name = {}\n", quoted(name));
    let attributes = kind.attributes.iter().filter_map(|id| rules.attributes.get_index(id.index()));
    let (required, other): (Vec<_>, Vec<_>) =
        attributes.filter(|(_, attribute)| !attribute.changes).partition(|(_, attribute)| attribute.required);
    for (name, attribute) in required {
        text += &format!("{name} = {}{}\n", first_value(rules, attribute), choices(rules, attribute));
    }
    // A card that need not do anything has no text yet: nothing would carry it out.
    let comment = if kind.required.is_empty() { "# " } else { "" };
    text += &format!("{comment}text = \"What it does, in a sentence of your own.\"\n");
    if !other.is_empty() {
        text += "\n# What may be printed besides:\n";
    }
    for (name, attribute) in other {
        text += &format!("# {name} = {}{}\n", default_value(rules, attribute), choices(rules, attribute));
    }
    text
}

/// A value that passes the checker.
fn first_value(rules: &Rules, attribute: &Attribute) -> String {
    let word =
        |words: &[cardwright_kernel::ids::Word]| words.first().map_or("", |word| rules.words.text(*word)).to_string();
    match &attribute.type_ {
        AttrType::Number => "0".to_string(),
        AttrType::Flag => "false".to_string(),
        AttrType::Choice(words) => quoted(&word(words)),
        AttrType::Choices(words) => format!("[{}]", quoted(&word(words))),
        AttrType::Text | AttrType::Card | AttrType::Player | AttrType::Players => "\"\"".to_string(),
        AttrType::Space => quoted(rules.board.spaces.first().map_or("", |space| name_of(rules, space.def))),
        AttrType::Side => "0".to_string(),
        AttrType::Sides | AttrType::Numbers => "[]".to_string(),
    }
}

fn default_value(rules: &Rules, attribute: &Attribute) -> String {
    let word = |word: &cardwright_kernel::ids::Word| quoted(rules.words.text(*word));
    match &attribute.default {
        Printed::Nothing => first_value(rules, attribute),
        Printed::Number(number) => number.to_string(),
        Printed::Flag(flag) => flag.to_string(),
        Printed::Word(one) => word(one),
        Printed::Words(words) => format!("[{}]", words.iter().map(word).collect::<Vec<_>>().join(", ")),
        Printed::Numbers(numbers) => {
            format!("[{}]", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
        }
        Printed::Text(text) => quoted(text),
        Printed::Space(def) => quoted(name_of(rules, *def)),
        Printed::Sides(sides) => {
            let sides = (0..32).filter(|side: &u32| sides >> side & 1 == 1);
            format!("[{}]", sides.map(|side| side.to_string()).collect::<Vec<_>>().join(", "))
        }
    }
}

fn name_of(rules: &Rules, def: cardwright_kernel::ids::DefId) -> &str {
    rules.name_of(def)
}

/// Further possible keys, as a comment.
fn choices(rules: &Rules, attribute: &Attribute) -> String {
    match &attribute.type_ {
        AttrType::Choice(words) | AttrType::Choices(words) => {
            let words: Vec<&str> = words.iter().map(|word| rules.words.text(*word)).collect();
            format!("   # {}", words.join(", "))
        }
        _ => String::new(),
    }
}

/// A script with the functions that every card of the kind must have.
fn script(kind: &Kind) -> String {
    let function = |hook: &str| {
        format!("fn {hook}(item) {{\n    // `cardwright list verbs` shows what can be written here.\n}}\n")
    };
    kind.required.iter().map(|hook| function(hook)).collect::<Vec<_>>().join("\n")
}
