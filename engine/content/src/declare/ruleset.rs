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
use crate::keys::{board_needs, method, ruleset};
use crate::patch::patches::HookPatch;
use crate::read::blanks::text_with_names;
use crate::read::context::{Doc, LoadContext};
use crate::read::places::Purpose;
use crate::read::reader::{self, Reader};
use cardwright_kernel::ids::{DefId, KindId};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{Attribute, DeclMap, Method, Procedure, Rules, Template};

/// Everything else that a ruleset declares; its functions are in the script with this path, or in several
/// beside it, and those that patches have put in the place of others in theirs.
pub(crate) fn read<'t>(
    doc: &'t Doc<'t>,
    declarations: &'t Declarations,
    (script, patched): (&str, &[HookPatch<'_>]),
    rules: &mut Rules,
) -> BoardNeeds {
    let reader = doc.reader(&ruleset::TABLE);
    let binder = HookBinder::new(doc.file, declarations, script, patched).of_ruleset();

    rules.title = reader.text(ruleset::title).map(|title| title.text.into()).unwrap_or_default();
    rules.players = turn::players(&reader);
    rules.sides = turn::sides(&reader);
    rules.turns = reader.first_of(ruleset::turns);
    rules.checked_at = turn::checked_at(&reader);
    rules.stages = turn::stages(&reader);
    rules.layers = turn::layers(&reader);
    rules.joined = zones::joined(&reader, &declarations.names.zones);
    for word in [ruleset::causes, ruleset::signals].into_iter().filter_map(|key| reader.words(key)).flatten() {
        doc.file.word(word.text);
    }
    rules.kinds = kinds::kinds(&reader, declarations);
    rules.procedures = procedures(declarations);
    rules.values = turn::values(&reader, binder);
    declarations.modifying.get_or_init(|| turn::modifying(rules));
    rules.lines = lines(&reader);
    rules.methods = methods(&reader, declarations);
    declarations.gates.get_or_init(|| actions::named_gates(&reader, binder));
    rules.actions = actions::actions(&reader, binder);
    rules.dice = turn::dice(&reader, declarations);
    rules.windows = windows::windows(&reader, binder);
    rules.phases = turn::phases(&reader, binder);
    rules.checks = turn::checks(&reader, binder);
    rules.cooperative = results::cooperative(&reader);
    rules.result = results::scoring(&reader, declarations);
    rules.endings = results::endings(&reader, declarations, &rules.values, rules.result.is_some());
    rules.worth = results::worth(&reader, declarations);
    rules.turn_limit = results::turn_limit(&reader, declarations, rules.result.is_some());
    rules.repetition = results::repetition(&reader, declarations, rules.result.is_some());
    rules.loops = results::loops(&reader, rules.result.is_some());
    rules.told = told::told(&reader, declarations);
    rules.remembers = reader.flag_or(ruleset::remembers);
    rules.triggers = reader.first_of(ruleset::triggers);
    rules.replacements = reader.first_of(ruleset::replacements);
    rules.left_waiting = reader.first_of(ruleset::left_waiting);
    rules.effects = effects::effects(&reader, ruleset::effects, binder);
    rules.listeners = abilities::listeners(&reader, ruleset::on, binder);
    rules.setup = binder.key(&reader, ruleset::setup, "setup", Purpose::Setup);
    rules.left = binder.key(&reader, ruleset::left, "left", Purpose::Leave);
    needs(&reader, declarations)
}

/// The card that stands for those that do not matter, if the ruleset names one; only a card that does nothing can.
pub(crate) fn stand_in(doc: &Doc<'_>, declarations: &Declarations, rules: &Rules) -> Option<DefId> {
    let reader = doc.reader(&ruleset::TABLE);
    let name = reader.text(ruleset::stand_in)?;
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
fn lines(reader: &Reader<'_>) -> DeclMap<Template> {
    let file = reader.file;
    let mut lines = DeclMap::new();

    for field in reader.entries(ruleset::lines) {
        let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
        if let Some(text) = text_with_names(file, said) {
            lines.insert(field.key.as_ref().into(), text);
        }
    }
    lines
}

/// The functions that cards may have for the ruleset's scripts to call.
fn methods(reader: &Reader<'_>, declarations: &Declarations) -> DeclMap<Method> {
    let file = reader.file;
    reader.declared(ruleset::methods, |name, table| {
        hooks::check_name(file, name);
        let table = table?;
        let of = declarations.names.kinds.find_all(file, table.words(method::of));
        let takes = table.one_of(method::takes);
        Some(Method { of, takes })
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

fn needs(reader: &Reader<'_>, declarations: &Declarations) -> BoardNeeds {
    let file = reader.file;
    let Some(table) = reader.table(ruleset::board) else {
        return BoardNeeds::default();
    };
    let required = table.flag_or(board_needs::required);
    BoardNeeds {
        required: required.then(|| (file.path.into(), table.at)),
        connected: declarations.names.kinds.find_all(file, table.words(board_needs::connected)),
    }
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
