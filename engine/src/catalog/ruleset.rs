//! A ruleset: the file that declares what its game consists of.

use super::abilities;
use super::actions;
use super::attributes;
use super::context::{Doc, LoadContext};
use super::effects;
use super::hooks::HookBinder;
use super::kinds;
use super::names::{Declarations, Names};
use super::reader::Reader;
use super::turn;
use super::windows;
use super::zones;
use crate::base::{Problem, Span};
use crate::model::ids::KindId;
use crate::model::rules::{Attribute, Rules, Table};

/// The attributes of a ruleset, and which of them have a type that is known.
pub(super) fn attributes(doc: &Doc<'_>, names: &Names) -> (Table<Attribute>, Vec<bool>) {
    let mut reader = Reader::new(doc.file, "a ruleset", Span::START, &doc.fields);
    attributes::attributes(&mut reader, names)
}

/// Everything else that a ruleset declares; its functions are in the script with this path.
pub(super) fn read<'t>(
    doc: &'t Doc<'t>,
    declarations: &'t Declarations,
    script: &str,
    rules: &mut Rules,
) -> BoardNeeds {
    let mut reader = Reader::new(doc.file, "a ruleset", Span::START, &doc.fields);
    let binder = HookBinder::new(doc.file, declarations, script);

    rules.title = reader.required_text("title").map(|title| title.text.into()).unwrap_or_default();
    rules.players = turn::players(&mut reader);
    rules.sides = turn::sides(&mut reader);
    rules.turns = turn::turns(&mut reader);
    rules.checked_at = turn::checked_at(&mut reader);
    rules.stages = turn::stages(&mut reader);
    reader.field("zones");
    rules.joined = zones::joined(&mut reader, &declarations.names.zones);
    for key in ["causes", "signals"] {
        for word in reader.words(key).unwrap_or_default() {
            doc.file.word(word.text);
        }
    }
    rules.kinds = kinds::kinds(&mut reader, declarations);
    reader.field("attributes");
    rules.actions = actions::actions(&mut reader, declarations, binder);
    rules.dice = turn::dice(&mut reader, declarations);
    rules.windows = windows::windows(&mut reader, declarations, binder);
    rules.phases = turn::phases(&mut reader, declarations, binder);
    rules.values = turn::values(&mut reader, declarations, binder);
    rules.checks = turn::checks(&mut reader, declarations, binder);
    rules.triggers = turn::triggers(&mut reader);
    rules.effects = effects::effects(&mut reader, declarations, binder);
    rules.listeners = abilities::listeners(&mut reader, declarations, binder);
    turn::hooks(&mut reader, binder, rules);
    let needs = needs(&mut reader, declarations);
    reader.finish();
    needs
}

/// What a ruleset asks of the board.
#[derive(Debug, Default)]
pub(super) struct BoardNeeds {
    /// Where the ruleset says that there must be one.
    required: Option<(Box<str>, Span)>,
    /// The kinds whose spaces must all be reachable from each other.
    pub connected: Vec<KindId>,
}

fn needs(reader: &mut Reader<'_>, declarations: &Declarations) -> BoardNeeds {
    let file = reader.file;
    let Some(mut table) = reader.table("board", "what is asked of the board") else {
        return BoardNeeds::default();
    };
    let required = table.flag("required").unwrap_or(false);
    let needs = BoardNeeds {
        required: required.then(|| (file.path.into(), table.at)),
        connected: declarations.names.kinds.find_all(file, table.words("connected")),
    };
    table.finish();
    needs
}

impl BoardNeeds {
    /// Reports that a required board is missing.
    pub fn report_without_board(&self, context: &LoadContext, game: &str) {
        if let Some((path, span)) = &self.required {
            let problem = Problem::new("board-missing", path, "this game needs a board, but there is none").at(*span);
            context.report(problem.help(format!("write `cards/{game}/board.toml`")));
        }
    }
}
