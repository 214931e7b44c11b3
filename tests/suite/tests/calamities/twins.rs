//! Games that differ only in what a hand holds: nobody else can tell.

use super::{ruleset, ruling, set};
use cardwright_game::{Random, Ruleset, RulesetInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::{Answer, Prompt};
use cardwright_kernel::table::{Decider, Table};
use suite::is_long;

/// A hand of commodities with this one in C's hand, which nobody else can see.
fn hidden(card: &str) -> String {
    let names = ["Ochre", "Hides", "Iron", "Papyrus", "Salt", "Timber"];
    let mut text = "claim = \"x\"\nplayers = 9\nphase = \"draw\"\n".to_string();
    for (at, letter) in "ABCDEFGHI".chars().enumerate() {
        let one = names[at % 6];
        let other = names[(at + 2) % 6];
        let third = if letter == 'C' { card } else { "Grain" };
        text.push_str(&format!(
            "\n[{letter}]\nhand = [\"{one}\", \"{other}\", \"{third}\", \"Oil\", \"Cloth\", \"Wine\"]\n"
        ));
    }
    text.push_str("\n[play]\nsteps = \"\"\n");
    text
}

/// What a seat sees: its view, its question and its trace.
fn sight(game: &Ruleset, table: &Table, seat: Seat) -> String {
    let (view, prompts) = (game.view(table.game(), seat), game.prompts(table.game(), seat));
    format!("{}\n{prompts:?}\n{view:?}", game.trace(table.game(), Some(seat)))
}

fn options(game: &Ruleset, table: &Table, prompt: &Prompt) -> Vec<String> {
    let reporter = game.reporter(table.game(), Some(prompt.seat));
    prompt.options.iter().map(|option| reporter.option(prompt.seat, prompt.question, option)).collect()
}

/// How many decisions were compared before the twins could be told apart.
fn compared(game: &Ruleset, seed: u64) -> u32 {
    let host = game.host();
    let mut twins: Vec<Table> = ["Spices", "Resin"]
        .map(|card| game.table_of_people(&host, set(game, &ruling(game, &hidden(card)), seed)))
        .into();
    let mut luck = Random::new(seed);
    let others: Vec<Seat> = (0..9).map(Seat).filter(|seat| *seat != Seat(2)).collect();
    for decisions in 0..400 {
        for twin in &mut twins {
            twin.advance();
        }
        let (one, other) = (&twins[0], &twins[1]);
        if revealed(game, one) || revealed(game, other) || one.game().prompts().is_empty() {
            return decisions;
        }
        for seat in &others {
            assert!(
                sight(game, one, *seat) == sight(game, other, *seat),
                "seed {seed}, decision {decisions}: {} can tell what C holds",
                seat.letter()
            );
        }
        let prompt = one.game().prompts()[0].clone();
        let answer = luck.decide(&prompt, one.game(), one.rules()).expect("luck answers");
        let twin = other.game().prompts()[0].clone();
        // A decision that is legal in only one of them tells them apart.
        if twin.seat != prompt.seat
            || twin.check(&answer).is_err()
            || tells(game, (one, &prompt), (other, &twin), &answer)
        {
            return decisions;
        }
        let numbers = [prompt.number, twin.number];
        for (twin, number) in twins.iter_mut().zip(numbers) {
            twin.answer(number, answer.clone()).expect("it fits both");
        }
    }
    400
}

/// Whether somebody besides C knows the hidden card.
fn revealed(game: &Ruleset, table: &Table) -> bool {
    ["Spices", "Resin"].iter().any(|name| {
        table.state().entities().any(|(_, entity)| {
            game.rules().definitions.get_index(entity.def.index()).is_some_and(|(printed, _)| **printed == **name)
                && !entity.known.without(Seat(2)).is_empty()
        })
    })
}

/// Whether the answer names the hidden card: it does not mean the same in both games.
fn tells(game: &Ruleset, one: (&Table, &Prompt), other: (&Table, &Prompt), answer: &Answer) -> bool {
    let (one, other) = (options(game, one.0, one.1), options(game, other.0, other.1));
    answer.options().iter().any(|at| one.get(usize::from(*at)) != other.get(usize::from(*at)))
}

#[test]
fn twins_look_alike_to_everybody_else() {
    let game = ruleset();
    let mut counts: Vec<u32> = (1..if is_long() { 24 } else { 7 }).map(|seed| compared(&game, seed)).collect();
    counts.sort_unstable();
    assert!(counts[counts.len() / 2] >= 50, "too few decisions were compared: {counts:?}");
}
