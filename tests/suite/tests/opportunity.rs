//! Opportunity in traces: what the rules of Grand Archive say about passing, holding and resolving holds in every game of
//! random play, with players who leave in the middle. The checks are real: a ruleset with one rule changed fails them.

use cardwright_content::Files;
use cardwright_game::{Begin, Random, Ruleset, RulesetInside, load};
use cardwright_kernel::ids::{DefId, PlayerId, Players, Seat};
use cardwright_kernel::rules::{Rules, Then};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress};
use cardwright_kernel::trace::{Fact, FactKind};
use suite::root;

const RULESET: &str = "cards/grand_archive/ruleset.toml";

/// How many games are played with each number of players.
const GAMES: u64 = 10;

/// The largest number of questions in a game.
const MOST: usize = 500;

/// The game with lines of its ruleset changed.
fn with(changes: &[(&str, &str)]) -> Ruleset {
    let (files, _) = Files::read(&root());
    let mut ruleset = files.get(RULESET).expect("the ruleset is there").to_string();
    for (from, to) in changes {
        assert!(ruleset.contains(from), "the ruleset says no longer `{from}`");
        ruleset = ruleset.replacen(from, to, 1);
    }
    let files = Files::new(files.iter().chain([(RULESET, &*ruleset)]));
    load(&files, "grand_archive").ruleset.expect("the changed game can be loaded")
}

/// Plays at random; some time one of the players leaves.
fn play(game: &Ruleset, players: u8, seed: u64) -> Game {
    let begin = Begin::new(players, seed);
    let mut table = game.table_of_people(&game.host(), game.begin(&begin).expect("the game has decks"));
    let mut random = Random::new(seed);
    let leaves_at = 40 + 37 * (seed as usize % 7);
    for question in 0..MOST {
        if table.advance() == Progress::Over {
            break;
        }
        if question == leaves_at && players > 2 {
            table.leave(PlayerId((seed % u64::from(players)) as u8));
            continue;
        }
        let prompt = table.game().prompts()[0].clone();
        let answer = random.decide(&prompt, table.game(), table.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table.advance();
    table.game().clone()
}

/// The player of a seat: here everybody plays alone.
fn alone(seat: Seat) -> PlayerId {
    PlayerId(seat.0)
}

/// What is known of the effects stack and of who has Opportunity, after so much of a trace.
struct Watch<'r> {
    rules: &'r Rules,
    present: Players,
    turn: PlayerId,
    /// Who has passed since the stack changed.
    passed: Players,
    /// What waits, the top last.
    stack: Vec<DefId>,
    /// Who must have Opportunity next, and by which rule.
    next: Option<(PlayerId, &'static str)>,
    resolved: usize,
    /// Whether something was chosen since anybody had Opportunity: what is used then, an instruction uses.
    chosen: bool,
}

impl Watch<'_> {
    /// What is wrong with a fact, if anything is.
    fn see(&mut self, fact: &Fact) -> Result<(), String> {
        match &fact.what {
            FactKind::Turn(_, seat, _) => {
                self.turn = *seat;
                self.next = None;
            }
            FactKind::Phase(_) => self.next = None,
            FactKind::Leaves(seat) | FactKind::Drops(seat) => {
                self.present = self.present.without(*seat);
                self.next = None;
            }
            FactKind::LeaveTogether(players) => {
                self.present = self.present.minus(*players);
                self.next = None;
            }
            FactKind::Passes(seat, window, _) if self.rules.windows[window.index()].then == Then::ResolveTop => {
                let player = alone(*seat);
                self.is_next(player)?;
                self.chosen = false;
                self.passed = self.passed.with(player);
            }
            FactKind::Chooses(..) => self.chosen = true,
            FactKind::Uses { seat, action, card, .. } => {
                let action = &self.rules.actions[action.index()];
                self.passed = Players::NONE;
                if std::mem::take(&mut self.chosen) {
                    // An instruction of what resolves: it asks nobody, and the turn player is first afterwards.
                    self.stack.push(card.def);
                    return Ok(());
                }
                let player = alone(*seat);
                self.is_next(player)?;
                match action.waits {
                    // A declaration does not wait, and combat begins with the turn player.
                    Some(false) => self.next = None,
                    Some(true) | None => {
                        self.stack.push(card.def);
                        self.next = Some((player, "GA-19: who acts has Opportunity again"));
                    }
                }
            }
            FactKind::Triggers(card) => {
                self.passed = Players::NONE;
                self.stack.push(card.def);
                // Who has just acted keeps Opportunity, whatever triggers for it.
                self.next = self.next.or(Some((self.turn, "GA-21: a trigger gives its controller nothing")));
            }
            FactKind::Copied(_, card) => {
                self.passed = Players::NONE;
                self.stack.push(card.def);
                self.next = None;
            }
            FactKind::Resolves(card) | FactKind::TriggerResolves(card) | FactKind::Fizzles(card) => {
                let waiting = self.present.minus(self.passed);
                if !waiting.is_empty() {
                    return Err(format!("GA-14: {waiting:?} of {:?} have not passed", self.present));
                }
                // What was negated or cleared away is no longer there: the top is the last of what may be.
                let top = self.stack.iter().rposition(|def| *def == card.def);
                let top = top.ok_or("GA-15: what resolves was never put on the stack")?;
                self.stack.truncate(top);
                self.passed = Players::NONE;
                self.chosen = false;
                self.resolved += 1;
                self.next = Some((self.turn, "GA-18: the turn player is asked first after something has resolved"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether it is this player who must have Opportunity now.
    fn is_next(&mut self, seat: PlayerId) -> Result<(), String> {
        match self.next.take() {
            Some((next, rule)) if next != seat && self.present.has(next) => {
                Err(format!("{rule}: {} acts, and it is {}", seat.letter(), next.letter()))
            }
            _ => Ok(()),
        }
    }
}

/// How many items of a trace have resolved, or the first rule that it breaks.
fn watched(rules: &Rules, players: usize, trace: &[Fact]) -> Result<usize, String> {
    let mut watch = Watch {
        rules,
        present: Players::first(players),
        turn: PlayerId(0),
        passed: Players::NONE,
        stack: Vec::new(),
        next: None,
        resolved: 0,
        chosen: false,
    };
    for (at, fact) in trace.iter().enumerate() {
        watch.see(fact).map_err(|error| format!("fact {at}: {error}"))?;
    }
    Ok(watch.resolved)
}

/// The first rule that is broken in any of the games.
fn broken(game: &Ruleset) -> Option<String> {
    let plays = (2..=4).flat_map(|players| (1..=GAMES).map(move |seed| (players, seed)));
    let mut resolved = 0;
    for (players, seed) in plays {
        let played = play(game, players, seed);
        match watched(game.rules(), usize::from(players), played.trace()) {
            Ok(count) => resolved += count,
            Err(error) => return Some(format!("{players} players, seed {seed}, {error}")),
        }
    }
    assert!(resolved > 300, "only {resolved} items have resolved");
    None
}

#[test]
fn what_waits_resolves_from_the_top_after_a_full_round_of_passes() {
    assert_eq!(broken(&with(&[])), None);
}

#[test]
fn a_pass_that_is_final_breaks_the_round_of_passes() {
    let found = broken(&with(&[("pass.holds   = \"until the stack changes\"", "pass.holds   = \"final\"")]));
    assert!(found.as_deref().is_some_and(|error| error.contains("GA-14")), "{found:?}");
}

#[test]
fn opportunity_for_the_next_after_acting_is_noticed() {
    let found = broken(&with(&[("after_acting = \"you\"                 # GA-19\n", "after_acting = \"next\"\n")]));
    assert!(found.as_deref().is_some_and(|error| error.contains("GA-19")), "{found:?}");
}

#[test]
fn opportunity_that_begins_with_another_is_noticed() {
    let found = broken(&with(&[("from         = \"turn player\"         # GA-18", "from         = \"next\"")]));
    assert!(found.as_deref().is_some_and(|error| error.contains("GA-18") || error.contains("GA-21")), "{found:?}");
}

/// The newer reading of GA-19 is one word of the ruleset, which an option chooses: after an ability the turn player is asked
/// first.
#[test]
fn after_an_ability_the_turn_player_may_be_first() {
    let older = "after_acting = \"after_ability\"       # GA-19";
    let game = with(&[(older, "after_acting = \"turn player\"")]);
    let found = broken(&game).expect("somebody else uses an ability in another's turn");
    assert!(found.contains("GA-19: who acts has Opportunity again"), "{found}");
}
