//! A ruleset: the file that declares what its game consists of.

use super::abilities;
use super::actions;
use super::attributes;
use super::desk::{Desk, Doc};
use super::effects;
use super::hooks::Home;
use super::kinds;
use super::names::{Book, Names};
use super::reader::Reader;
use super::turn;
use super::windows;
use super::zones;
use crate::base::{Problem, Span};
use crate::kernel::ids::KindId;
use crate::kernel::rules::{Attribute, Rules, Table};

/// The attributes of a ruleset, and which of them have a type that is known.
pub(super) fn attributes(doc: &Doc<'_>, names: &Names) -> (Table<Attribute>, Vec<bool>) {
    let mut reader = Reader::new(doc.page, "a ruleset", &(0..0), &doc.fields);
    attributes::attributes(&mut reader, names)
}

/// Everything else that a ruleset declares; its functions are in the script with this path.
pub(super) fn read<'t>(doc: &'t Doc<'t>, book: &'t Book, script: &str, rules: &mut Rules) -> Needs {
    let mut reader = Reader::new(doc.page, "a ruleset", &(0..0), &doc.fields);
    let home = Home::new(doc.page, book, script);

    rules.title = reader.required_text("title").map(|title| title.text.into()).unwrap_or_default();
    rules.players = turn::players(&mut reader);
    rules.sides = turn::sides(&mut reader);
    rules.turns = turn::turns(&mut reader);
    rules.checked_at = turn::checked_at(&mut reader);
    rules.stages = turn::stages(&mut reader);
    reader.field("zones");
    rules.joined = zones::joined(&mut reader, &book.names.zones);
    for key in ["causes", "signals"] {
        for word in reader.words(key).unwrap_or_default() {
            doc.page.word(word.text);
        }
    }
    rules.kinds = kinds::kinds(&mut reader, book);
    reader.field("attributes");
    rules.actions = actions::actions(&mut reader, book, home);
    rules.dice = turn::dice(&mut reader, book);
    rules.windows = windows::windows(&mut reader, book, home);
    rules.phases = turn::phases(&mut reader, book, home);
    rules.values = turn::values(&mut reader, book, home);
    rules.checks = turn::checks(&mut reader, book, home);
    rules.triggers = turn::triggers(&mut reader);
    rules.effects = effects::effects(&mut reader, book, home);
    rules.listeners = abilities::listeners(&mut reader, book, home);
    turn::hooks(&mut reader, home, rules);
    let needs = needs(&mut reader, book);
    reader.finish();
    needs
}

/// What a ruleset asks of the board.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Where it says that there must be one.
    required: Option<(Box<str>, Span)>,
    /// The kinds of which every space can be reached from every other.
    pub connected: Vec<KindId>,
}

fn needs(reader: &mut Reader<'_>, book: &Book) -> Needs {
    let page = reader.page;
    let Some(mut table) = reader.table("board", "what is asked of the board") else {
        return Needs::default();
    };
    let required = table.flag("required").unwrap_or(false);
    let needs = Needs {
        required: required.then(|| (page.path.into(), table.at.clone())),
        connected: book.names.kinds.find_all(page, table.words("connected")),
    };
    table.finish();
    needs
}

impl Needs {
    /// Reports that there is no board where there must be one.
    pub fn report_without_board(&self, desk: &Desk, game: &str) {
        if let Some((path, span)) = &self.required {
            let problem =
                Problem::new("board-missing", path, "this game is played on a board, and there is none").at(span);
            desk.report(problem.help(format!("write `cards/{game}/board.toml`")));
        }
    }
}
