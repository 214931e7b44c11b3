//! How much heap a match owns: `cargo bench -p suite --bench heap`. Each game of the repository is played for a hundred
//! random decisions; what is told is what its table holds then, with state, log, and everything that is kept, once with
//! trace and journal and once as a light game, which has neither, but without the rules and the scripts, which all matches
//! share.

#![allow(clippy::print_stdout)]

use cardwright_game::{Begin, Random, Ruleset, RulesetInside};
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::table::{Decider, Progress, Table};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::rc::Rc;
use suite::content;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DECISIONS: usize = 100;

fn main() {
    let games = content().games.iter().filter_map(|(name, game)| Some((name, game.as_ref().ok()?)));
    let mut all: Vec<(isize, isize, usize, &String)> = games.map(|(name, game)| sizes(name, game)).collect();
    all.sort();
    for (light, heap, saved, name) in all {
        let [light, heap, saved] = [light as f64, heap as f64, saved as f64].map(|bytes| bytes / 1024.0);
        println!(
            "{name}: {light:.0} KiB of heap after {DECISIONS} decisions as a light game, {heap:.0} KiB with trace and \
             journal, {saved:.0} KiB as a save"
        );
    }
}

fn sizes<'n>(name: &'n String, game: &Ruleset) -> (isize, isize, usize, &'n String) {
    let host = game.host();
    // What the host keeps for all its matches is there after the first.
    drop(played(game, &host, false));
    let (light, _) = owned(|| played(game, &host, true));
    let (heap, table) = owned(|| played(game, &host, false));
    (light, heap, game.save(table.game()).len(), name)
}

/// How much heap something owns that is made.
fn owned<T>(make: impl FnOnce() -> T) -> (isize, T) {
    let region = Region::new(COUNTED);
    let made = make();
    let change = region.change();
    (change.bytes_allocated as isize - change.bytes_deallocated as isize, made)
}

/// A match of the fewest players after so many decisions.
fn played(game: &Ruleset, host: &Rc<dyn Scripts>, light: bool) -> Table {
    let players = game.rules().players.0.max(2);
    let mut begun = game.begin(&Begin::new(players, 1)).expect("the game has decks");
    if light {
        begun.make_light();
    }
    let mut table = game.table_of_people(host, begun);
    let mut random = Random::new(1);
    for _ in 0..DECISIONS {
        if table.advance() == Progress::Over {
            break;
        }
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).expect("it always answers");
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table
}
