//! Asking: what an expression of the script language is at a moment of a game, for authors, who know all of it.

use super::load::{Ruleset, problem_in};
use cardwright_kernel::ids::{AttrId, DefId, PlayerId, ValueId};
use cardwright_kernel::problems::Problems;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Arg;
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::{Nobody, Table};
use cardwright_kernel::trace::{FactKind, ScriptLocation};
use cardwright_kernel::values::{Carried, Line, Value};
use cardwright_script::asked::{AskedExpression, EXPRESSION, Expression};
use cardwright_script::check::{Type, type_of_carried};
use cardwright_script::library::Library;
use cardwright_script::run::Programmed;
use cardwright_script::syntax::Finding;
use std::rc::Rc;
use std::sync::Arc;

/// Answers questions of authors about games with the same rules.
pub struct Asker {
    ruleset: Ruleset,
    library: Library,
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct AskedFor<'q> {
    /// An expression of the script language. Players are `A`, `B` and so on.
    pub expression: &'q str,
    /// The script whose functions and constants it can name; that of the ruleset where none is given.
    pub within: Option<&'q str>,
    /// Variables that it can name, and what they are.
    pub variables: Vec<(Box<str>, Carried)>,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its value, whole. `None` if a script has failed.
    pub value: Option<Carried>,
    /// What has failed. Where the value could be computed nevertheless, the game goes on without it.
    pub faults: Vec<Failing>,
    /// How its value comes about, if it is one that is made of parts.
    pub parts: Option<ValueParts>,
    /// The rules with the words of the expression, in which the value is to be told.
    pub rules: Arc<Rules>,
}

/// What has failed while an expression was computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    /// What is wrong.
    pub message: String,
    /// The file, the line and the column: of a script, or of the expression.
    pub place: Option<(String, u16, u16)>,
}

/// How a value comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueParts {
    /// It is a value that cards modify: where it starts, then each contribution in the order of its stages; and the least that
    /// it can be.
    Modified {
        /// Which.
        value: ValueId,
        /// The lines.
        lines: Vec<Line>,
        /// The least that it can be, if that is declared.
        at_least: Option<i64>,
    },
    /// It is an attribute that changes: what is printed on the card, or what it begins with.
    Attribute {
        /// Which.
        attribute: AttrId,
        /// What is printed.
        printed: Value,
        /// The file of the card on which it is printed.
        file: Option<String>,
    },
}

impl Asker {
    /// An asker of games with these rules.
    pub fn new(ruleset: &Ruleset) -> Self {
        // What cannot be read was refused when the ruleset was loaded.
        let (library, _) = Library::compile(ruleset.rules());
        Self { ruleset: ruleset.clone(), library }
    }

    /// Computes an expression. Nothing in the game changes.
    ///
    /// # Errors
    /// What is wrong in the expression, with its places in a source of the name [`EXPRESSION`].
    pub fn ask(&mut self, game: &Game, question: &AskedFor<'_>) -> Result<Reply, Problems> {
        let (rules, state) = (self.ruleset.rules(), game.state());
        let given = given(question, state);
        let type_of = |(name, value): &(Box<str>, Carried)| (name.clone(), type_of_carried(rules, state, value));
        let types: Vec<(Box<str>, Type)> = given.iter().map(type_of).collect();
        let expression = Expression { text: question.expression, within: question.within, given: &types };
        let asked = self.library.ask(rules, expression).map_err(|found| told(found, question))?;
        let rules = Arc::clone(&asked.program.rules);
        let (place, function, subject) = (asked.place, asked.function, asked.subject.clone());
        let mut table = table(&rules, asked, game);
        let args: Vec<Arg<'_>> = given.iter().map(|(_, value)| Arg::Carried(value)).collect();
        let look = table.look_now(function, &args);
        let faults = look.faults.iter().filter_map(|fault| failing(fault, &rules, place)).collect();
        let parts = subject.filter(|_| look.given.is_some()).and_then(|(function, property)| {
            let subject = table.look_now(function, &args).given?.one()?;
            parts(&mut table, &rules, subject, &property)
        });
        Ok(Reply { value: look.given, faults, parts, rules })
    }
}

/// What an expression is given: the players by their letters, and its variables, which come before them.
fn given(question: &AskedFor<'_>, state: &State) -> Vec<(Box<str>, Carried)> {
    let mut given = question.variables.clone();
    for player in (0..state.players()).map(|at| PlayerId(at as u8)) {
        let letter: Box<str> = player.letter().to_string().into();
        if !given.iter().any(|(name, _)| *name == letter) {
            given.push((letter, Carried::One(Value::Player(player))));
        }
    }
    given
}

fn told(found: Vec<Finding>, question: &AskedFor<'_>) -> Problems {
    let text_of = |path: &str| if path == EXPRESSION { question.expression } else { "" };
    found.into_iter().map(|found| problem_in(found, text_of)).collect()
}

/// A table with a copy of the state, at which the expression is a function among others.
fn table(rules: &Arc<Rules>, asked: AskedExpression, game: &Game) -> Table {
    let scripts = Rc::new(Programmed::new(Arc::new(asked.program)));
    Table::new(game.state_only(), Arc::clone(rules), scripts, Box::new(Nobody))
}

/// A fault in words, with its place: a line of the expression is told as such.
fn failing(fault: &FactKind, rules: &Rules, (script, first): (u16, u32)) -> Option<Failing> {
    let FactKind::Faulted(_, place, message) = fault else { return None };
    let in_file = |place: &ScriptLocation| match u32::from(place.line) + 1 {
        line if place.script == script && line > first => (EXPRESSION.to_owned(), (line - first) as u16, place.column),
        line if place.script == script && line == first => (EXPRESSION.to_owned(), 1, 1),
        _ => {
            let path = rules.scripts.get_index(usize::from(place.script)).map(|(path, _)| path.to_string());
            (path.unwrap_or_default(), place.line, place.column)
        }
    };
    Some(Failing { message: message.to_string(), place: place.as_ref().map(in_file) })
}

/// The parts of what something has under a name.
fn parts(table: &mut Table, rules: &Rules, subject: Value, property: &str) -> Option<ValueParts> {
    let id = match subject {
        Value::Player(player) => State::player_entity(player),
        Value::Entity(handle) => handle.id,
        _ => return None,
    };
    if let Some((at, _, value)) = rules.values.get_full(property) {
        let (number, at_least) = (ValueId::from(at), value.at_least);
        let (_, lines) = table.explain_now(number, id)?;
        return Some(ValueParts::Modified { value: number, lines, at_least });
    }
    let attribute = AttrId::from(rules.attributes.get_index_of(property)?);
    table.state().slot_of(rules, id, attribute)?;
    let def = table.state().entity(id).def;
    let card = (def != DefId::NONE).then(|| &rules.definitions[def.index()]);
    let file = card.map(|card| format!("cards/{}.toml", card.id.replacen(':', "/", 1)));
    Some(ValueParts::Attribute { attribute, printed: rules.printed_value(def, attribute), file })
}
