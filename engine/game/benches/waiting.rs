//! What a game with a stack on which things wait costs: passes, continuous effects, triggers.

use super::{Timing, ruleset};
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PlayerId, ZoneDeclId};
use cardwright_kernel::questions::{Answer, Choice, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{Arranged, Lot, Setup, Start};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress};
use cardwright_kernel::trace::{Fact, FactKind};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(super) const RULESET: &str = r#"
title    = "Waiting"
players  = { from = 2, to = 2 }
triggers = "turn player first"
stages   = { add = "add" }

[kinds.act]
folder   = "acts"
goes     = { otherwise = "discard" }

[kinds.thing]
folder   = "things"
works_in = ["pool"]

[attributes]
might = { type = "number", of = "thing", changes = true }

[actions.play]
says    = "plays"
of      = "act"
from    = "hand"
offered = ["act"]

[windows.priority]
asks         = "everyone"
from         = "turn player"
after_acting = "you"
rounds       = ["act"]
pass.holds   = "until the stack changes"
then         = "resolve top"
for_waiting  = true
masked       = true

[phases]
main = { windows = ["priority"] }

[values]
strength = { of = "thing", amount = "might" }
"#;

pub(super) const PACK: &str = "name = \"waiting\"\ntitle = \"Measured\"\nversion = \"0.1.0\"\n";

/// Cards that do nothing, cards that change one thing, things that lend strength, a thing that cares.
fn pack() -> Ruleset {
    let files = Files::new([
        ("cards/waiting/pack.toml", PACK),
        ("cards/waiting/ruleset.toml", RULESET),
        ("cards/waiting/acts/nod.toml", "name = \"Nod\"\ntext = \"Nothing.\"\n"),
        ("cards/waiting/acts/push.toml", "name = \"Push\"\ntext = \"One thing is mightier.\"\n"),
        (
            "scripts/waiting/acts/push.rhai",
            "//! One thing is mightier.\n\nfn resolve(item) {\n    let first = item.player.cards(\"draw\").first;\n\n    first.might += 1;\n    if first.strength < 0 { first.might = 0; }\n}\n",
        ),
        ("cards/waiting/things/stone.toml", "name = \"Stone\"\ntext = \"Nothing.\"\n"),
        (
            "cards/waiting/things/flag.toml",
            "name = \"Flag\"\ntext = \"Your things are stronger.\"\n[[modifies]]\nvalue = \"strength\"\nstage = \"add\"\namount = 1\nsubject = { of = \"you\" }\n",
        ),
        (
            "cards/waiting/things/watch.toml",
            "name = \"Watch\"\ntext = \"Minds what is mightier.\"\n[on.\"changed might\"]\nwhen = \"stacked\"\n",
        ),
        ("scripts/waiting/things/watch.rhai", "//! Minds what is mightier.\n\nfn on_changed_might(item, event) {\n}\n"),
    ]);
    ruleset(&files, "waiting")
}

/// A table in A's turn: cards of A by zone.
fn dealt(ruleset: &Ruleset, cards: &[(&str, &str, usize)]) -> Game {
    let rules = ruleset.rules();
    let zone = |key: &str| ZoneDeclId::from(rules.zones.get_index_of(key).expect("a standard zone"));
    let card = |name: &str| DefId::from(rules.definitions.get_index_of(name).expect("a card of the pack"));
    let lots = cards.iter().map(|(key, name, count)| Lot::new(PlayerId(0), zone(key), vec![card(name); *count]));
    let start = Start::Middle(Arranged::default());
    let setup = Setup {
        players: 2,
        seats: Vec::new(),
        first: PlayerId(0),
        seed: 1.into(),
        cards: lots.collect(),
        pieces: Vec::new(),
        options: Vec::new(),
        start,
    };
    Game::new(rules, &setup)
}

/// Acts so many times while it may, then passes; when nothing is left to play it stops.
#[derive(Clone)]
struct Actor {
    acts: Rc<Cell<u32>>,
    passes: Rc<Cell<u32>>,
}

impl Decider for Actor {
    fn decide(&mut self, asked: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        let usable = asked.options.iter().position(|option| matches!(option, Choice::Use { .. }));
        if let (Some(option), true) = (usable, self.acts.get() > 0) {
            self.acts.set(self.acts.get() - 1);
            return Some(Answer::one(option));
        }
        self.passes.set(self.passes.get().checked_sub(1)?);
        Some(asked.default.clone())
    }
}

/// How long a table plays until so many passes are used up, after a first card that is not measured.
pub(super) fn plays(
    ruleset: &Ruleset,
    host: &Rc<dyn Scripts>,
    cards: &[(&str, &str, usize)],
    acts: u32,
    passes: u32,
) -> Duration {
    let game = dealt(ruleset, cards);
    let actor = Actor { acts: Rc::new(Cell::new(1)), passes: Rc::new(Cell::new(2)) };
    let (left, still) = (Rc::clone(&actor.acts), Rc::clone(&actor.passes));
    let mut table = ruleset.table(host, game, Box::new(actor.clone()));
    table.advance();
    left.set(acts);
    still.set(passes);
    let game = ruleset.load(&ruleset.save(table.game())).expect("a save can be loaded");
    let mut table = ruleset.table(host, game, Box::new(actor.clone()));
    let start = Instant::now();
    let progress = table.advance();
    let time = start.elapsed();
    assert!(progress == Progress::Waiting && left.get() == 0, "everything is played");
    let failed = |fact: &Fact| matches!(fact.what, FactKind::Faulted(..));
    assert!(!table.game().trace().iter().any(failed), "no script fails");
    time
}

pub fn cases(cases: &mut Vec<Timing>) {
    passes(cases);
    effects(cases);
    triggers(cases);
}

/// Ten things wait, and two seats pass until nothing does: twenty passes.
fn passes(cases: &mut Vec<Timing>) {
    let ruleset = pack();
    let host = ruleset.host();
    cases.push(Timing::new("stack, ten deep, a pass", "4 µs", move || {
        let times = (0..50).map(|_| plays(&ruleset, &host, &[("hand", "Nod", 11)], 10, 20));
        (times.sum(), 50 * 20)
    }));
}

/// One thing is changed, and its strength read, to which fifty others contribute.
fn effects(cases: &mut Vec<Timing>) {
    for permanents in [200, 2_000] {
        let ruleset = pack();
        let host = ruleset.host();
        cases.push(Timing::new(format!("effects, 50 on one of {permanents}, changed and read"), "", move || {
            let cards =
                [("draw", "Stone", 1), ("pool", "Stone", permanents - 50), ("pool", "Flag", 50), ("hand", "Push", 21)];
            let times = (0..10).map(|_| plays(&ruleset, &host, &cards, 20, 40));
            (times.sum(), 10 * 20)
        }));
    }
}

/// A change for which one of so many things cares: its trigger waits and resolves.
fn triggers(cases: &mut Vec<Timing>) {
    for permanents in [1, 100] {
        let ruleset = pack();
        let host = ruleset.host();
        cases.push(Timing::new(format!("trigger, one of {permanents} cares"), "", move || {
            let cards =
                [("draw", "Stone", 1), ("pool", "Stone", permanents - 1), ("pool", "Watch", 1), ("hand", "Push", 11)];
            let cards: Vec<_> = cards.into_iter().filter(|(_, _, count)| *count > 0).collect();
            let times = (0..20).map(|_| plays(&ruleset, &host, &cards, 10, 40));
            (times.sum(), 20 * 10)
        }));
    }
}
