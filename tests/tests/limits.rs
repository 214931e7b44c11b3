//! What a hostile pack may spend: each attack ends in a fault that names a limit, in a bounded time, and the game can be
//! played on. Those that need few cards are mistakes in `mistakes/play/`; these need many.

use cardwright::base::Colour;
use cardwright::catalog::Files;
use cardwright::game::{Begin, Match, Misfit, Progress, Random, Ruleset, Seat, Viewer, load};
use cardwright::model::ids::{DefId, PlayerId};
use cardwright::model::setup::Lot;
use cardwright::model::spent::{CHANGES, FACTS, Spent};
use cardwright::play::limits::STEP_WORK;
use cardwright::play::session::Decider;
use rulings_content::{content, cores, root};

/// How many questions are answered in each game of this repository.
const QUESTIONS: usize = 250;

/// The toy game with another text for some of its files.
fn toy(changed: &[(&str, &str)]) -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let old = files.iter().map(|(path, text)| (path.to_string(), text.to_string()));
    let new = changed.iter().map(|(path, text)| (path.to_string(), text.to_string()));
    let files = Files::new(old.chain(new));
    let loaded = load(&files, "toy");
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

/// What attacks need beside the set-up: functions that write thousands of lines, or make tens of thousands of changes, and call
/// themselves for ever.
const FUNCTIONS: &str = "
fn burn(player) {
    for n in 0..9000 { game().falls_short(\"hearts\", 2, 1); }
    game().next(\"burn\", player);
}

fn mix(player) {
    for n in 0..40 { player.shuffle(\"draw\"); }
    game().next(\"mix\", player);
}
";

/// A draw pile in which every card has a place, so that a shuffle changes more than it writes.
const PLACES: &str = "\n[zones.draw]\ntitle = \"draw pile\"\nseen = \"nobody\"\nplaces = true\n";

/// The trace of a game whose set-up does this with its first player, after so many cards of a kind lie in the draw pile.
fn set_up(deed: &str, cards: usize) -> String {
    set_up_with("", deed, cards)
}

/// The same with more rules.
fn set_up_with(rules: &str, deed: &str, cards: usize) -> String {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let script = files.get("scripts/toy/ruleset.rhai").expect("the toy game has rules");
    let at = script.find("fn setup(").expect("it was just found");
    let after = at + script[at..].find("{\n").expect("a function has a body") + 2;
    let game = &script[at + "fn setup(".len()..at + script[at..].find(')').expect("it has a parameter")];
    let script = format!(
        "{}    let first = {game}.players[0];\n    {deed}\n{}\n{FUNCTIONS}",
        &script[..after],
        &script[after..]
    );
    let rules = files.get("cards/toy/ruleset.toml").expect("the toy game has rules").to_owned() + rules;
    let ruleset = toy(&[("scripts/toy/ruleset.rhai", &script), ("cards/toy/ruleset.toml", &rules)]);
    let host = ruleset.host();
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut setup = game.setup().expect("it has a beginning").clone();
    let draw = ruleset.rules().zones.get_index_of("draw").expect("there is a draw pile").into();
    let spark = ruleset.rules().definitions.get_index_of("Spark").map(DefId::from).expect("there is a Spark");
    setup.cards.push(Lot::new(PlayerId(0), draw, vec![spark; cards]));
    let mut table = ruleset.table_of_people(&host, cardwright::model::game::Game::new(ruleset.rules(), &setup));
    assert!(table.advance() != Progress::Chance, "chance comes from the generator");
    assert_eq!(table.game().check_invariants(ruleset.rules()), Vec::<String>::new());
    ruleset.trace(table.game(), None)
}

/// Attack 09: positions have 16 bits, and 65,537 cards were shuffled.
#[test]
fn more_cards_than_positions_are_not_shuffled() {
    let trace = set_up("first.shuffle(\"draw\");", 65_537);
    assert!(trace.contains("a question cannot have more than 65535 options"), "{}", &trace[..trace.len().min(2_000)]);
}

/// Attack 09, its class: no game begins with more cards than it can hold.
#[test]
fn decks_that_are_too_large_are_refused() {
    let ruleset = toy(&[]);
    let setup = |cards: usize| {
        let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
        let mut setup = game.setup().expect("it has a beginning").clone();
        setup.cards[0].cards = vec![DefId::from(0); cards];
        setup.check_valid(ruleset.rules())
    };
    assert!(setup(70_000).is_err(), "a save cannot say that a game began with so many");
    let misfit = Misfit::Cards { there: 70_000, most: 60_000 };
    assert!(misfit.to_string().contains("too large"), "{misfit}");
}

/// Attack 07: no step writes too much, but there is no end of steps.
#[test]
fn lines_without_end_end_in_a_fault() {
    let trace = set_up("game().next(\"burn\", first);", 0);
    let fault = "nobody was asked anything while more than 30000 lines were written: `burn` goes round in circles";
    assert!(trace.contains(fault), "{}", &trace[trace.len().saturating_sub(2_000)..]);
    assert!(trace.lines().count() < 50_000, "{} lines", trace.lines().count());
}

/// The faults in a trace.
fn faults(trace: &str) -> Vec<&str> {
    trace.lines().filter(|line| line.trim_start().starts_with("! ")).collect()
}

/// One step writes too much.
#[test]
fn one_step_does_not_write_lines_without_end() {
    let trace = set_up("for n in 0..40000 { game().falls_short(\"hearts\", 2, 1); }", 0);
    assert!(
        faults(&trace).iter().any(|line| line.contains("one step wrote more than 30000 lines")),
        "{:?}",
        faults(&trace)
    );
}

/// One step changes too much, or there is no end of steps that change a little less.
#[test]
fn changes_without_end_end_in_a_fault() {
    for (deed, fault) in [
        ("for n in 0..20000 { first.shuffle(\"draw\"); }", "one step made more than 100000 changes"),
        (
            "game().next(\"mix\", first);",
            "nobody was asked anything while there were more than 100000 changes: `mix` goes round in circles",
        ),
    ] {
        let trace = set_up_with(PLACES, deed, 1_000);
        let found = faults(&trace);
        assert!(found.iter().any(|line| line.contains(fault)), "{found:?}");
    }
}

/// The class of attack 09: a game that begins with nearly as many as it can hold makes only a few more.
#[test]
fn a_game_does_not_grow_without_end() {
    let trace = set_up("for n in 0..500 { first.create(\"Lantern\", \"pool\"); }", 59_800);
    let found = faults(&trace);
    assert!(found.iter().any(|line| line.contains("there are more than 60000 cards, items and effects")), "{found:?}");
}

/// Attack 10: every shuffle writes all cards to the journal and the trace. It would take 30,000 of them if they were charged
/// one by one, for which a script has no time.
#[test]
fn shuffles_without_end_are_charged_by_cards() {
    let trace = set_up("for n in 0..20000 { first.shuffle(\"draw\"); }", 1_000);
    let end = faults(&trace);
    assert!(end.iter().any(|line| line.contains("one step wrote more than 30000 lines")), "{end:?}");
    assert!(trace.len() < 20_000_000, "the trace has {} bytes", trace.len());
}

/// The class of attacks 05 to 10: whatever verb is called without end, a limit is met.
#[test]
fn every_costly_verb_meets_a_limit() {
    let deeds = [
        "for n in 0..100000 { first.create(\"Lantern\", \"pool\"); }",
        "let list = first.cards(\"draw\"); for n in 0..1000000 { list = list.sort_by(|card| card.name); }",
        "let list = first.cards(\"draw\"); let total = 0; for n in 0..1000000 { total += list.without(list).len; }",
        "let list = first.cards(\"draw\"); for n in 0..1000000 { let other = list; other.push(list[0]); }",
        "let list = first.cards(\"draw\"); for n in 0..1000000 { if list == first.cards(\"draw\") { continue; } }",
        "for n in 0..1000000 { first.look_at(first.cards(\"draw\")); }",
        "for n in 0..1000000 { first.pick_at_random(first.cards(\"draw\"), 3); }",
    ];
    for deed in deeds {
        let trace = set_up(deed, 500);
        let met = trace.lines().any(|line| line.trim_start().starts_with("! ") && line.contains("more than"));
        assert!(met, "{deed}\n{}", &trace[..trace.len().min(2_000)]);
    }
}

/// Bots that answer at once play a whole game in one `advance`: each decision begins a new budget, so that no limit is met.
#[test]
fn bots_play_a_whole_game_without_meeting_a_limit() {
    let ruleset = toy(&[]);
    let mut game = Match::begin(&ruleset, &Begin::new(2, 4)).expect("two can play");
    for seat in 0..2 {
        game.seat(Seat(seat), Random::new(u64::from(seat)));
    }
    assert_eq!(game.advance_to_turn(400).map(|progress| progress.unwrap_or(Progress::Over)), Ok(Progress::Over));
    assert!(game.trace(Viewer::Host).len() > 100, "it was a long game");
}

/// No game of this repository comes near a budget between two decisions.
#[test]
fn games_that_people_wrote_are_far_from_the_limits() {
    let games: Vec<(&String, &Ruleset)> =
        content().games.iter().filter_map(|(name, game)| Some((name, game.as_ref().ok()?))).collect();
    let most = cores::each(&games, |(name, game)| (*name, most_spent(game)));
    for (name, most) in most {
        let near = 8 * most.work > STEP_WORK || 8 * most.changes > CHANGES || 8 * most.facts > FACTS;
        assert!(!near, "{name}: {most:?} between two decisions");
    }
}

/// The most that a random game spends between two decisions.
fn most_spent(game: &Ruleset) -> Spent {
    let begin = Begin::new(game.rules().players.1, 3);
    let mut table = game.table_of_people(&game.host(), game.begin(&begin).expect("the game has decks"));
    let mut random = Random::new(3);
    let mut most = Spent::default();
    for _ in 0..QUESTIONS {
        let progress = table.advance();
        let Spent { work, changes, facts } = table.spent();
        most = Spent { work: most.work.max(work), changes: most.changes.max(changes), facts: most.facts.max(facts) };
        let Some(prompt) = table.game().prompts().first().cloned().filter(|_| progress == Progress::Waiting) else {
            break;
        };
        let answer = random.decide(&prompt, table.game(), game.rules()).unwrap_or_else(|| prompt.default.clone());
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    most
}

/// How many verbs that do something each step calls, in a game whose state check does this.
fn operations(check: &str) -> Vec<u32> {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let script = files.get("scripts/toy/ruleset.rhai").expect("the toy game has rules");
    let ruleset =
        toy(&[("scripts/toy/ruleset.rhai", &script.replace("let alive =", &format!("{check}\n    let alive =")))]);
    let host = ruleset.host();
    let mut table = ruleset.table_of_people(&host, ruleset.begin(&Begin::new(2, 1)).expect("two can play"));
    let mut random = Random::new(1);
    let mut found = Vec::new();
    for _ in 0..200 {
        let progress = table.step();
        found.push(table.operations());
        if let (Some(Progress::Waiting), Some(prompt)) = (progress, table.game().prompts().first().cloned()) {
            let answer =
                random.decide(&prompt, table.game(), ruleset.rules()).unwrap_or_else(|| prompt.default.clone());
            table.answer(prompt.number, answer).expect("what is drawn at random fits");
        }
    }
    found
}

/// A state check that has only looked is not run again until something that it read has changed; to name what would become
/// of cards of which there are none is no more than that.
#[test]
fn what_is_done_to_nobody_is_not_done() {
    let plain = operations("");
    assert!(plain.iter().any(|count| *count > 0), "something happens");
    assert_eq!(operations("game.cards(\"draw\").filter(|card| card.here == false).move_to(\"abyss\");"), plain);
    assert_ne!(operations("game.players[0].shuffle(\"hand\");"), plain, "to shuffle is to do something");
}

/// A state check that sets something to what it is already depends on that: it is run again when that has changed. (Where a
/// check is skipped wrongly, an assertion fails.)
#[test]
fn what_is_set_to_what_it_is_already_was_looked_at() {
    let set = operations("game.players[0].hearts = 3;\n    if game.players.len > 1 { return; }");
    assert!(set.iter().sum::<u32>() > operations("").iter().sum(), "the hearts are lost and given back");
}
