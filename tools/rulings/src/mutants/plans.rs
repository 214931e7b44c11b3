//! The seeded games in which a survivor is looked for: with every number of players, every option, from every table of the
//! game, longer, and with somebody leaving.

use crate::sim::{self, Plan};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::AttrType;

/// Games that are played alike, each with a seed of its own.
#[derive(Clone, Debug)]
pub struct SeededPlan {
    /// What is special about them, for people: "for 4 players"; empty for the first plan.
    pub says: String,
    /// How they are played.
    pub plan: Plan,
}

/// How the first of the seeded games are played.
pub fn plan(ruleset: &Ruleset) -> Plan {
    Plan {
        games: 1,
        players: ruleset.rules().players.0,
        seed: 1,
        threads: 1,
        decks: sim::Decks::AnyCards,
        contenders: Vec::new(),
        lineup: Vec::new(),
        keeps_seats: false,
        curves: false,
        until: None,
        options: Vec::new(),
        leaving: false,
        answers: sim::Answers::AtOnce,
        checked: false,
        digest: true,
        traces: false,
        profile: false,
        max_turns: 60,
        max_decisions: 1500,
    }
}

/// All ways in which seeded games are played, the usual one first.
pub(super) fn plans(ruleset: &Ruleset) -> Vec<SeededPlan> {
    let (rules, usual) = (ruleset.rules(), plan(ruleset));
    let mut found = vec![SeededPlan { says: String::new(), plan: usual.clone() }];
    let mut add = |says: String, plan: Plan| found.push(SeededPlan { says, plan });
    for players in rules.players.0 + 1..=rules.players.1 {
        add(format!(" for {players} players"), Plan { players, ..usual.clone() });
    }
    for (name, value) in options(ruleset) {
        let says = format!(" with {name} = {value}");
        add(says, Plan { options: vec![(name, value)], ..usual.clone() });
    }
    for (key, table) in &rules.tables {
        let decks = sim::Decks::OnTable(key.to_string());
        add(format!(" on the table {key}"), Plan { players: table.people, decks, ..usual.clone() });
    }
    let long = Plan { max_turns: 400, max_decisions: 6000, ..usual.clone() };
    add(" to its end".to_owned(), Plan { decks: sim::Decks::InTurn, ..long });
    add(" in which somebody may leave".to_owned(), Plan { leaving: true, ..usual });
    found
}

/// Each value of an option that is not its default; of a number the smallest and the largest.
fn options(ruleset: &Ruleset) -> Vec<(String, String)> {
    let rules = ruleset.rules();
    let mut found = Vec::new();
    for (_, name, decl, option) in rules.options() {
        let values = match &decl.type_ {
            AttrType::Flag => vec!["true".to_owned(), "false".to_owned()],
            AttrType::Number => vec![option.from.to_string(), option.to.to_string()],
            AttrType::Choice(words) => words.iter().map(|word| rules.words.text(*word).to_owned()).collect(),
            _ => Vec::new(),
        };
        let default = rules.option_default(decl);
        found.extend(values.into_iter().filter(|value| *value != default).map(|value| (name.to_owned(), value)));
    }
    found
}
