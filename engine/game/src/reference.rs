//! What an author can write: the verbs of scripts, the functions that the engine calls, and how much there may be of what.

use cardwright_content::Purpose;
use cardwright_kernel::limits::{
    AGENDA, CALL_WORK, CHANGES, CHECKS, ENTITIES, FACTS, HELD, IDLE, LEARNED, LOOK_WORK, NESTING, PARTS, RULED_OUT,
    SET_OFF, STEP_WORK, TRACE, TURNS,
};
use cardwright_kernel::problems::Problems;
use cardwright_kernel::rules::Repetition;
use cardwright_kernel::values::{Carried, NumberList};
use cardwright_script::check::{Entry, Signature, Type, VerbEffect, Vocabulary, reference};
use cardwright_script::compile;
use cardwright_script::sandbox::{CALL_LEVELS, EXPRESSION_DEPTH, FUNCTIONS, LIST_SIZE, MAP_SIZE, TEXT_SIZE, VARIABLES};
use cardwright_script::verbs::row::{Access, Row};
use cardwright_script::verbs::rows;
use serde::Serialize;
use std::collections::BTreeSet;

/// A verb or property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verb {
    /// What it is asked of: `Card`, `[T]`; empty for a function of its own.
    pub of: String,
    /// Its name.
    pub name: String,
    /// How it is written.
    pub usage: String,
    /// What it does.
    pub doc: String,
    /// Whether it changes the game: predicates and conditions may not use it.
    pub changes: bool,
    /// Whether it asks a player, or chance.
    pub asks: bool,
}

/// A function that the engine calls if a file declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HookDoc {
    /// Its head with types: `fn resolve(item: Item)`.
    pub usage: String,
    /// What is to be said about its parameters beyond their types.
    pub takes: Vec<(&'static str, &'static str)>,
    /// What it is for.
    pub doc: &'static str,
    /// Whether it may only look.
    pub pure: bool,
}

/// How much there may be of something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LimitDoc {
    /// The largest number.
    pub most: u64,
    /// Of what.
    pub what: &'static str,
}

/// What scripts and games may spend and hold.
pub fn limits() -> Vec<LimitDoc> {
    let limit = |most: u64, what: &'static str| LimitDoc { most, what };
    vec![
        limit(CALL_WORK, "operations of one call of a script, without the calls inside of it"),
        limit(STEP_WORK, "operations of one step, and of all steps from one decision to the next"),
        limit(LOOK_WORK, "operations to show a viewer the table, and to tell why something is not possible"),
        limit(CHANGES, "changes of one step, and from one decision to the next"),
        limit(FACTS, "lines of the trace of one step, and from one decision to the next"),
        limit(IDLE.into(), "steps from one decision to the next"),
        limit(
            SET_OFF.into(),
            "things set off in a row in a turn while nobody does anything but pass, unless `[loops]` says fewer",
        ),
        limit(
            NESTING.into(),
            "calls of scripts inside each other: cards that set each other off at once, uses, windows, values",
        ),
        limit(CHECKS.into(), "rounds of state checks one after another"),
        limit(AGENDA as u64, "steps that wait on the agenda"),
        limit(TURNS as u64, "extra turns that wait"),
        limit(HELD, "things that items, effects and steps that wait hold together: targets, notes, what is handed on"),
        limit(LEARNED as u64, "things that seats have learned about cards that they do not know"),
        limit(RULED_OUT as u64, "options that are ruled out of questions at a time"),
        limit(PARTS as u64, "parts of a value that are told; the rest is told as one"),
        limit(ENTITIES as u64, "cards, items, effects, players and places of a game at a time"),
        limit(TRACE, "lines of the trace of a game"),
        limit(u16::MAX.into(), "options of a question"),
        limit(Repetition::REMEMBERED as u64, "positions that `[repetition]` remembers"),
        limit(NumberList::MOST as u64, "numbers in an attribute that holds a list of them"),
        limit(LIST_SIZE as u64, "elements of a list in a script, and of lists in it"),
        limit(MAP_SIZE as u64, "entries of a map, and of maps in it"),
        limit(TEXT_SIZE as u64, "bytes of a text, and of all texts in a list or map"),
        limit(
            Carried::MOST as u64,
            "things that are noted or handed on together, all that is in lists and maps counted",
        ),
        limit(Carried::DEEPEST as u64, "lists and maps in each other in what is noted or handed on"),
        limit(CALL_LEVELS as u64, "functions inside each other in one call of a script"),
        limit(VARIABLES as u64, "variables of a function at a time"),
        limit(FUNCTIONS as u64, "functions of a script"),
        limit(EXPRESSION_DEPTH as u64, "levels of blocks, conditions, calls and closures inside each other"),
        limit(compile::MOST_NAMES as u64, "different names in a script"),
        limit(compile::MOST_CASES as u64, "cases of `switch` in a script"),
        limit(compile::MOST_LINES as u64, "lines of a script"),
        limit(compile::LONGEST_LINE as u64, "bytes in a line of a script"),
        limit(cardwright_content::LARGEST_FILE, "bytes of a file"),
        limit(cardwright_content::MOST_NAMES as u64, "names of one sort in the packs of a game"),
        limit(cardwright_content::MOST_OF_A_FAMILY as u64, "cards of a family"),
        limit(cardwright_content::MOST_IN_A_DECK as u64, "cards of a deck in a zone"),
        limit(cardwright_content::MOST_CHOICES as u64, "choices of an attribute"),
        limit(cardwright_content::MOST_SPACES as u64, "spaces of a board"),
        limit(cardwright_content::MOST_JOINTS as u64, "joints of a board"),
        limit(cardwright_content::MOST_SIDES.unsigned_abs(), "sides of a space"),
        limit(Problems::MOST as u64, "problems of a file that are told"),
    ]
}

/// Every verb of the engine, in the order of what it is asked of.
pub fn verbs() -> Vec<Verb> {
    let verb = |entry: Entry| Verb {
        changes: entry.effect == VerbEffect::Changes,
        asks: entry.effect == VerbEffect::Asks,
        of: entry.of,
        name: entry.name,
        usage: entry.usage,
        doc: entry.doc,
    };
    reference().into_iter().map(verb).collect()
}

/// Every function that the engine can be told to call.
pub fn hooks() -> Vec<HookDoc> {
    let hook = |purpose: &Purpose| HookDoc {
        usage: purpose.signature(purpose.usual_name()),
        takes: purpose.notes(),
        doc: purpose.describe(),
        pure: purpose.is_pure(),
    };
    Purpose::ALL.iter().map(hook).collect()
}

/// Everything that scripts can use, as a definition file for editors of Rhai.
pub(crate) fn definitions(vocabulary: &Vocabulary) -> String {
    let written = |row: &'static Row| row.signatures().map(move |signature| (row, signature));
    let all: Vec<(&Row, Signature)> = rows().iter().copied().flat_map(written).collect();
    let mut definitions: BTreeSet<String> = all.iter().map(|(row, signature)| definition(row, signature)).collect();
    for of in ["Card", "Effect", "Event", "Game", "Item", "Joint", "Player", "Space", "Zone"] {
        let is_own = |name: &str| {
            let first = |signature: &Signature| signature.takes.first() == Some(&Type::named(of));
            all.iter().any(|(_, signature)| signature.property && *signature.name == *name && first(signature))
        };
        let declared = vocabulary.declared_of(&Type::named(of)).into_iter().filter(|(name, _)| !is_own(name));
        definitions
            .extend(declared.map(|(name, kind)| format!("fn get {name}({}: {of}) -> {kind};", of.to_lowercase())));
    }
    let definitions: Vec<String> = definitions.into_iter().collect();
    format!("module static;\n\n{}\n", definitions.join("\n\n"))
}

/// A way to call a verb, or to read or set a property.
fn definition(row: &Row, signature: &Signature) -> String {
    let doc: String = row.doc.iter().map(|line| format!("///{line}\n")).collect();
    let effect = match row.effect() {
        VerbEffect::None => "",
        VerbEffect::Local => "/// Changes the list.\n",
        VerbEffect::Asks => "/// Changes state. Asks.\n",
        VerbEffect::Changes => "/// Changes state.\n",
    };
    let kind = match row.access {
        Access::Sets => "set ",
        _ if signature.property => "get ",
        _ => "",
    };
    let takes = row.parameters(signature).join(", ");
    let gives = if signature.gives == Type::Nothing { String::new() } else { format!(" -> {}", signature.gives) };
    format!("{doc}{effect}fn {kind}{}({takes}){gives};", signature.name)
}
