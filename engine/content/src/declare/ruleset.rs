//! A ruleset: the file that declares what its game consists of.

use crate::bind::hooks::{self, HookBinder};
use crate::bind::names::Declarations;
use crate::declare::abilities;
use crate::declare::actions;
use crate::declare::effects;
use crate::declare::kinds;
use crate::declare::results;
use crate::declare::told;
use crate::declare::turn;
use crate::declare::windows;
use crate::declare::zones;
use crate::patch::patches::HookPatch;
use crate::read::context::{Doc, LoadContext};
use crate::read::places::Purpose;
use crate::read::reader::{self, Reader};
use cardwright_kernel::base::{Problem, Span};
use cardwright_kernel::model::ids::{DefId, KindId};
use cardwright_kernel::model::rules::{Attribute, CardHook, DeclMap, HookValue, Procedure, Rules};

/// Everything else that a ruleset declares; its functions are in the script with this path, or in several
/// beside it, and those that patches have put in the place of others in theirs.
pub(crate) fn read<'t>(
    doc: &'t Doc<'t>,
    declarations: &'t Declarations,
    (script, patched): (&str, &[HookPatch<'_>]),
    rules: &mut Rules,
) -> BoardNeeds {
    let mut reader = doc.reader("a ruleset");
    let binder = HookBinder::new(doc.file, declarations, script, patched).of_ruleset();

    rules.title = reader.required_text("title").map(|title| title.text.into()).unwrap_or_default();
    rules.players = turn::players(&mut reader);
    rules.sides = turn::sides(&mut reader);
    rules.turns = reader.one_of("turns", &turn::TURNS).unwrap_or_default();
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
    for key in ["attributes", "procedures", "options", "tables", "stand_in", "look"] {
        reader.field(key);
    }
    rules.procedures = procedures(declarations);
    rules.lines = lines(&mut reader);
    rules.card_hooks = card_hooks(&mut reader, declarations);
    rules.actions = actions::actions(&mut reader, binder);
    rules.dice = turn::dice(&mut reader, declarations);
    rules.windows = windows::windows(&mut reader, binder);
    rules.phases = turn::phases(&mut reader, binder);
    rules.values = turn::values(&mut reader, binder);
    rules.checks = turn::checks(&mut reader, binder);
    rules.cooperative = results::cooperative(&mut reader);
    rules.result = results::scoring(&mut reader, declarations);
    rules.endings = results::endings(&mut reader, declarations, &rules.values, rules.result.is_some());
    rules.worth = results::worth(&mut reader, declarations);
    rules.turn_limit = results::turn_limit(&mut reader, declarations, rules.result.is_some());
    rules.repetition = results::repetition(&mut reader, declarations, rules.result.is_some());
    rules.loops = results::loops(&mut reader, rules.result.is_some());
    rules.told = told::told(&mut reader, declarations);
    rules.triggers = reader.one_of("triggers", &turn::TRIGGERS).unwrap_or_default();
    rules.left_waiting = reader.one_of("left_waiting", &turn::LEFT_WAITING).unwrap_or_default();
    rules.effects = effects::effects(&mut reader, binder);
    rules.listeners = abilities::listeners(&mut reader, binder);
    rules.setup = binder.key(&mut reader, "setup", "setup", Purpose::Setup);
    rules.left = binder.key(&mut reader, "left", "left", Purpose::Leave);
    let needs = needs(&mut reader, declarations);
    reader.finish();
    needs
}

/// The card that stands for those that do not matter, if the ruleset names one; only a card that does nothing can.
pub(crate) fn stand_in(doc: &Doc<'_>, declarations: &Declarations, rules: &Rules) -> Option<DefId> {
    let mut reader = doc.reader("a ruleset");
    let name = reader.text("stand_in")?;
    let card = DefId::from(declarations.names.card(doc.file, name)?);
    if !rules.can_stand_in(card) {
        let message = format!("`{}` cannot stand for cards that do not matter: it does something", name.text);
        let help = "name a card without script, abilities and gates of its own";
        doc.file.report(doc.file.problem("stand-in-acts", name.span, message).help(help));
        return None;
    }
    Some(card)
}

/// The procedures, with their local values.
fn procedures(declarations: &Declarations) -> DeclMap<Procedure> {
    let names = declarations.names.procedures.iter().enumerate();
    let table = names.map(|(number, name)| {
        let is_local = |attribute: &Attribute| attribute.local_to == Some(number.into());
        let all = declarations.attributes.values().enumerate();
        let locals = all.filter(|(_, attribute)| is_local(attribute)).map(|(at, _)| at.into()).collect();
        (name.into(), Procedure { locals, ..Procedure::default() })
    });
    table.collect()
}

/// The lines that scripts write into the trace.
fn lines(reader: &mut Reader<'_>) -> DeclMap<Box<str>> {
    let file = reader.file;
    let mut lines = DeclMap::new();

    for field in reader.entries("lines") {
        let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
        if said.text.matches("{}").count() > 1 {
            let problem = file.problem("line-twice", said.span, "a line is about one thing: `{}` stands in it once");
            file.report(problem.help("write it once, or leave it out"));
        }
        lines.insert(field.key.as_ref().into(), said.text.into());
    }
    lines
}

/// The functions that cards may have for the ruleset's scripts to call.
fn card_hooks(reader: &mut Reader<'_>, declarations: &Declarations) -> DeclMap<CardHook> {
    const VALUES: [(&str, HookValue); 4] = [
        ("player", HookValue::Player),
        ("card", HookValue::Card),
        ("space", HookValue::Space),
        ("number", HookValue::Number),
    ];
    let file = reader.file;
    reader.declared("hooks", "a hook of cards", |name, table| {
        hooks::check_name(file, name);
        let mut table = table?;
        table.require("of");
        let of = declarations.names.kinds.find_all(file, table.words("of"));
        let takes = table.one_of("takes", &VALUES);
        table.finish();
        Some(CardHook { of, takes })
    })
}

/// What a ruleset asks of the board.
#[derive(Debug, Default)]
pub(crate) struct BoardNeeds {
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
