//! What a ruling or a game tells, line by line: the trace, what each seat may read of it, and the table at the end.

use crate::mutants::seeded_plan;
use crate::rulings::{self, RulingFile};
use crate::sim::{self, Plan};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::trace::{Fact, FactKind};
use std::rc::Rc;

/// What a ruling or a game tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Its lines.
    pub lines: Vec<ToldLine>,
    /// How many of them everybody's trace has; the others are what single seats read, and the table at the end.
    pub trace: usize,
}

/// A line, and the card whose doing it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLine {
    /// The line.
    pub text: String,
    /// The card, if it is one's.
    pub cause: Option<String>,
    /// The number of the fact that it tells; of the table at the end, the largest.
    pub fact: usize,
}

impl ToldLine {
    /// A line that tells no fact.
    const fn of_nobody(text: String) -> Self {
        Self { text, cause: None, fact: usize::MAX }
    }
}

impl Told {
    /// The position of the first line that another version does not have there.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let at = self.lines.iter().zip(&other.lines).position(|(one, other)| one.text != other.text);
        at.or_else(|| (self.lines.len() != other.lines.len()).then(|| self.lines.len().min(other.lines.len())))
    }

    /// Whether it is of a ruling that does not hold.
    pub fn fails(&self) -> bool {
        self.lines[..self.trace].iter().any(|line| line.text.starts_with("! the ruling"))
    }

    /// The card whose doing a line is.
    pub fn cause(&self, at: usize) -> Option<String> {
        self.lines.get(at)?.cause.clone()
    }

    /// The same with other names in it.
    #[must_use]
    pub fn renamed(mut self, rename: impl Fn(&str) -> String) -> Self {
        for line in &mut self.lines {
            line.text = rename(&line.text);
            line.cause = line.cause.as_deref().map(&rename);
        }
        self
    }
}

/// What a ruling tells; if it cannot be read or does not hold, that is told.
pub fn of_ruling(file: &RulingFile, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> Told {
    let alone = |text: String| Told { lines: vec![ToldLine::of_nobody(text)], trace: 1 };
    let ruling = match rulings::read(file, ruleset) {
        Ok(ruling) => ruling,
        Err(problems) => {
            let message = problems.iter().next().map(|problem| problem.message.to_string());
            return alone(format!("! the ruling cannot be read: {}", message.unwrap_or_default()));
        }
    };
    let run = rulings::run(&ruling, ruleset, host);
    let failure = run.failures.first().map(|problem| format!("! the ruling fails: {}", problem.message));
    told(ruleset, &run.game, &run.facts, failure)
}

/// What a seeded game tells.
pub fn of_game(ruleset: &Ruleset, host: &Rc<dyn Scripts>, seed: u64) -> Told {
    game(ruleset, host, seed).map_or_else(Told::default, |game| of_played(ruleset, &game))
}

/// What a seeded game that was played tells.
pub fn of_played(ruleset: &Ruleset, game: &Game) -> Told {
    // In a game only the first difference counts, and that shows in what is told on the way.
    told(ruleset, game, game.trace(), None)
}

/// A seeded game, as it was played.
pub fn game(ruleset: &Ruleset, host: &Rc<dyn Scripts>, seed: u64) -> Option<Game> {
    let plan = Plan { traces: true, decks: sim::Decks::InTurn, ..seeded_plan(ruleset) };
    sim::play(ruleset, host, &plan, seed).game
}

fn told(ruleset: &Ruleset, game: &Game, facts: &[Fact], failure: Option<String>) -> Told {
    let everybody = ruleset.reporter(game, None);
    let cause = |fact: &Fact| match (&fact.what, &fact.cause) {
        (FactKind::Uses { card, .. }, _) => Some(everybody.name(card)),
        (_, Some(cause)) => Some(everybody.name(cause)),
        _ => None,
    };
    let name = |fact: &Fact| {
        let def = match (&fact.what, &fact.cause) {
            (FactKind::Uses { card, .. }, _) => card.def,
            (_, Some(cause)) => cause.def,
            _ => return None,
        };
        ruleset.rules().definitions.get_index(def.index()).map(|(name, _)| name.to_string())
    };
    let line = |(fact, text): (usize, String)| {
        let cause = name(&facts[fact]).or_else(|| cause(&facts[fact]));
        ToldLine { text, cause, fact }
    };
    let mut lines: Vec<ToldLine> = everybody.lines(facts).into_iter().map(line).collect();
    lines.extend(failure.map(ToldLine::of_nobody));
    let trace = lines.len();
    for seat in (0..game.state().people() as u8).map(Seat) {
        let own = ruleset.reporter(game, Some(seat)).lines(facts).into_iter();
        lines.extend(own.map(|(at, text)| {
            let ToldLine { text, cause, fact } = line((at, text));
            ToldLine { text: format!("{} reads: {}", seat.letter(), text.trim_start()), cause, fact }
        }));
    }
    lines.extend(at_the_end(ruleset, game));
    Told { lines, trace }
}

/// The table at the end: what lies in each zone, with whoever knows it, sorted, so that the order of declarations does not
/// matter.
fn at_the_end(ruleset: &Ruleset, game: &Game) -> Vec<ToldLine> {
    let (rules, state) = (ruleset.rules(), game.state());
    let reporter = ruleset.reporter(game, None);
    let mut lines: Vec<String> = Vec::new();
    for (id, zone) in state.zones() {
        let cards = zone.cards.iter().map(|card| {
            let entity = state.entity(*card);
            let name = rules.definitions.get_index(entity.def.index()).map_or("?", |(name, _)| name);
            let seats = (0..state.people() as u8).map(Seat).filter(|seat| entity.known.has(*seat));
            let known: String = seats.map(Seat::letter).collect();
            let mut attributes: Vec<String> = rules.kinds[entity.kind.index()]
                .changing
                .iter()
                .filter_map(|attr| {
                    let (name, _) = rules.attributes.get_index(attr.index())?;
                    Some(format!("{name} {}", reporter.value(*attr, state.attribute(rules, *card, *attr))))
                })
                .collect();
            attributes.sort();
            format!("{name} (known to {known}; {})", attributes.join(", "))
        });
        let cards: Vec<String> = cards.collect();
        if !cards.is_empty() {
            lines.push(format!("at the end, {}: {}", reporter.zone(id), cards.join(", ")));
        }
    }
    lines.sort();
    lines.into_iter().map(ToldLine::of_nobody).collect()
}
