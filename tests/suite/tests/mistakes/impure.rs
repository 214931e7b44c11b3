//! A script that does something else when it is run again. Nothing that scripts can call is impure, so the script
//! host is: at every other call it runs another card's script.

use super::mistake::{GAME, ruleset, with};
use cardwright_game::{Begin, Ruleset, RulesetInside};
use cardwright_kernel::faults::Stop;
use cardwright_kernel::questions::Answer;
use cardwright_kernel::rules::{FunctionId, Hook};
use cardwright_kernel::scripts::{Arg, Scripts, Wanted};
use cardwright_kernel::table::{Progress, Table};
use cardwright_kernel::values::Carried;
use libtest_mimic::Failed;
use std::cell::Cell;
use std::rc::Rc;

/// What is checked here.
pub const CHECKS: &[super::Check] = &[
    ("impure/asks_something_else", asks_something_else),
    ("impure/changes_something_else", changes_something_else),
    ("impure/asks_nothing_any_more", asks_nothing_any_more),
    ("impure/changes_where_it_may_only_look", changes_where_it_may_only_look),
];

/// Runs one function and another by turns, or always the other.
struct Fickle {
    scripts: Rc<dyn Scripts>,
    one: Hook,
    other: Hook,
    always: bool,
    calls: Cell<u32>,
}

impl Scripts for Fickle {
    fn begin(&self) {
        self.scripts.begin();
    }

    fn call(&self, table: &mut Table, function: FunctionId, args: &[Arg<'_>], wanted: Wanted) -> Result<Carried, Stop> {
        if function != self.one.id() {
            return self.scripts.call(table, function, args, wanted);
        }
        let calls = self.calls.replace(self.calls.get() + 1);
        let other = self.always || !calls.is_multiple_of(2);
        self.scripts.call(table, if other { self.other.id() } else { self.one.id() }, args, wanted)
    }
}

/// A game in which the one card does at every other run what the other does.
fn fickle(one: &str, other: &str) -> Result<(Ruleset, Rc<dyn Scripts>), Failed> {
    let mut files = super::mistake::base();
    for (card, deed) in [("windfall", one), ("rain", other)] {
        files =
            with(&files, &format!("scripts/fair/events/{card}.rhai"), &format!("fn resolve(item) {{\n{deed}\n}}\n"));
    }
    files = with(&files, "cards/fair/decks/basket.toml", "zones.hand = { Windfall = 1 }\n\n[cards]\nBakery = 5\n");
    let ruleset = ruleset(&files, GAME)?;
    let hook = |name: &str| ruleset.rules().definitions[name].resolve.clone().expect("events resolve");
    let (one, other) = (hook("Windfall"), hook("Rain"));
    let scripts = ruleset.host();
    let host: Rc<dyn Scripts> = Rc::new(Fickle { scripts, one, other, always: false, calls: Cell::new(0) });
    Ok((ruleset, host))
}

/// Plays the event and answers its question; the answer is given late, so that the script runs twice.
fn played(name: &str, what: &str, one: &str, other: &str) -> Result<(), Failed> {
    let (ruleset, host) = fickle(one, other)?;
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut table = ruleset.table_of_people(&host, game);
    for answer in [1, 0] {
        assert_eq!(table.advance(), Progress::Waiting);
        let number = table.game().prompts()[0].number;
        table.answer(number, Answer::one(answer)).map_err(|refusal| format!("{refusal:?}"))?;
    }
    assert_eq!(table.advance(), Progress::Waiting);
    assert_eq!(table.game().check_invariants(ruleset.rules()), Vec::<String>::new());
    super::told("impure", name, what, &ruleset.trace(table.game(), None));
    Ok(())
}

const ASKS: &str = "    item.player.coins += 1;\n    if item.player.confirm(\"more\") { item.player.coins += 1; }";

fn asks_something_else() -> Result<(), Failed> {
    let other = ASKS.replace("more", "less");
    played("asks_something_else", "Run again, a script asks something else.", ASKS, &other)
}

fn changes_something_else() -> Result<(), Failed> {
    let other = ASKS.replacen("+= 1", "+= 2", 1);
    played("changes_something_else", "Run again, a script changes something else before it asks.", ASKS, &other)
}

fn asks_nothing_any_more() -> Result<(), Failed> {
    played("asks_nothing_any_more", "Run again, a script asks nothing any more.", ASKS, "    item.player.coins += 1;")
}

/// A stall's value for which the host runs a function of the same stall that changes the game: no checker lets such
/// a script through.
fn changes_where_it_may_only_look() -> Result<(), Failed> {
    let stall = "name = \"Mill\"\ntext = \"Prices rise.\"\n\n[on.bell]\n\n\
                 [[modifies]]\nvalue = \"price\"\nstage = \"add\"\namount = \"rise\"\n";
    let script = "fn rise(me, player) {\n    2\n}\n\nfn on_bell(me, event) {\n    me.controller.coins += 9;\n}\n";
    let resolve = "fn resolve(item) {\n    item.player.coins += item.player.price;\n}\n";
    let deck = "zones.hand = { Windfall = 1 }\nzones.pool = { Mill = 1 }\n\n[cards]\nBakery = 5\n";
    let own = [
        ("cards/fair/stalls/mill.toml", stall),
        ("scripts/fair/stalls/mill.rhai", script),
        ("scripts/fair/events/windfall.rhai", resolve),
        ("cards/fair/decks/basket.toml", deck),
    ];
    let files = own.iter().fold(super::mistake::base(), |files, (path, text)| with(&files, path, text));
    let ruleset = ruleset(&files, GAME)?;
    let abilities = &ruleset.rules().definitions["Mill"].abilities;
    let one = abilities.statics[0].script.clone().expect("it has a script");
    let other = abilities.listeners[0].hook.clone();
    let fickle = Fickle { scripts: ruleset.host(), one, other, always: true, calls: Cell::new(0) };
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut table = ruleset.table_of_people(&(Rc::new(fickle) as Rc<dyn Scripts>), game);
    assert_eq!(table.advance(), Progress::Waiting);
    let number = table.game().prompts()[0].number;
    table.answer(number, Answer::one(1)).map_err(|refusal| format!("{refusal:?}"))?;
    table.advance();
    let what = "What may only look changes the game all the same.";
    super::told("impure", "changes_where_it_may_only_look", what, &ruleset.trace(table.game(), None));
    Ok(())
}
