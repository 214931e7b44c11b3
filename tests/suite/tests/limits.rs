//! What a hostile pack may spend: each attack ends in a fault that names a limit, in a bounded time, and the game can be
//! played on. Those that need few cards are mistakes in `mistakes/play/`; these need many.
//!
//! Found once: scripts that compare, repeat turns, write, multiply or shuffle without end; cards are shuffled.

use cardwright_content::Files;
use cardwright_game::{Begin, BeginError, Match, Progress, Random, Ruleset, RulesetInside, Seat, Viewer, load};
use cardwright_kernel::ids::{DefId, EntityId, PlayerId};
use cardwright_kernel::limits::{CHANGES, FACTS, STEP_WORK};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::questions::{Answer, Choice};
use cardwright_kernel::setup::Lot;
use cardwright_kernel::state::{Game, Spent};
use cardwright_kernel::table::Decider;
use suite::reference::Evaluator;
use suite::{content, cores, root};

/// How many questions are answered in each game of this repository.
const QUESTIONS: usize = 250;

/// The toy game with another text for some of its files.
pub fn toy(changed: &[(&str, &str)]) -> Ruleset {
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
    let path = "cards/toy/ruleset.toml";
    let rules = files.get(path).expect("the toy game has rules").to_owned() + rules;
    set_up_of(&[(path.to_string(), rules)], deed, cards)
}

/// The same with other texts for some files.
fn set_up_of(changed: &[(String, String)], deed: &str, cards: usize) -> String {
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
    let changed = changed.iter().map(|(path, text)| (&**path, &**text));
    let changed: Vec<(&str, &str)> = changed.chain([("scripts/toy/ruleset.rhai", &*script)]).collect();
    let ruleset = toy(&changed);
    let host = ruleset.host();
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut setup = game.setup().expect("it has a beginning").clone();
    let draw = ruleset.rules().zones.get_index_of("draw").expect("there is a draw pile").into();
    let spark = ruleset.rules().definitions.get_index_of("Spark").map(DefId::from).expect("there is a Spark");
    setup.cards.push(Lot::new(PlayerId(0), draw, vec![spark; cards]));
    let mut table = ruleset.table_of_people(&host, cardwright_kernel::state::Game::new(ruleset.rules(), &setup));
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
    let error = BeginError::Cards { there: 70_000, most: 60_000 };
    assert!(error.to_string().contains("too large"), "{error}");
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

/// A game of the test packs, with another text for one of its files, and so many cards of a name in a zone of the first
/// player.
fn begun(pack: &str, (path, old, new): (&str, &str, &str), cards: &[(&str, &str, usize)]) -> (Ruleset, Game) {
    let (files, _) = Files::read(&root().join("tests/packs").join(pack));
    let text = files.get(path).expect("it is there");
    assert!(text.contains(old), "{text}");
    let text = text.replace(old, new);
    let all = files.iter().filter(|(other, _)| *other != path).map(|(path, text)| (path.to_string(), text.to_string()));
    let files = Files::new(all.chain([(path.to_string(), text)]));
    let loaded = load(&files, pack);
    let ruleset = loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)));
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut setup = game.setup().expect("it has a beginning").clone();
    for (name, zone, count) in cards {
        let zone = ruleset.rules().zones.get_index_of(*zone).expect("there is such a zone").into();
        let card = ruleset.rules().definitions.get_index_of(*name).map(DefId::from).expect("there is such a card");
        setup.cards.push(Lot::new(PlayerId(0), zone, vec![card; *count]));
    }
    let game = Game::new(ruleset.rules(), &setup);
    (ruleset, game)
}

/// Plays on for so many questions: what can be used first is used so many times, and then everybody passes.
fn use_then_pass(ruleset: &Ruleset, game: Game, uses: usize, questions: usize) -> Game {
    let mut table = ruleset.table_of_people(&ruleset.host(), game);
    let mut used = 0;
    for _ in 0..questions {
        let progress = table.advance();
        let Some(prompt) = table.game().prompts().first().cloned().filter(|_| progress == Progress::Waiting) else {
            break;
        };
        let first = prompt.options.iter().position(|option| matches!(option, Choice::Use { .. }));
        let answer = match first {
            Some(at) if used < uses => {
                used += 1;
                Answer::Options([at as u16].into_iter().collect())
            }
            _ => prompt.default.clone(),
        };
        table.answer(prompt.number, answer).expect("it is one of the options");
    }
    assert_eq!(table.game().check_invariants(ruleset.rules()), Vec::<String>::new());
    table.into_game()
}

const NO_LOOPS: (&str, &str, &str) =
    ("cards/wells/ruleset.toml", "[loops]\ntimes = 5\nwhy   = \"the wells never run dry\"\n", "");

/// A loop that no choice ends, and of which the ruleset does not say what becomes: it is named, and the game goes on without
/// what waits. Each of its 2,000 items takes the place of the one before it.
#[test]
fn a_loop_is_named_and_done_items_do_not_count() {
    let (ruleset, game) = begun("wells", NO_LOOPS, &[("Bread", "hand", 1), ("Well", "field", 1)]);
    let before = game.state().entities().count();
    let game = use_then_pass(&ruleset, game, 1, 4_200);
    let trace = ruleset.trace(&game, None);
    let told = "! Well failed: nobody has done anything but pass while 2000 things were set off in a row: Well sets itself off \
                without end";
    assert_eq!(faults(&trace).len(), 1, "{:?}", faults(&trace));
    assert!(faults(&trace)[0].starts_with(told), "{:?}", faults(&trace));
    let after = game.state().entities().count();
    assert!(after <= before + 2, "{before} entities have become {after}");
    assert!(trace.contains("# Turn 3"), "the game goes on");
}

/// Loops that grow: each trigger sets off three more. What waits is dropped as well.
#[test]
fn a_loop_that_grows_is_dropped_as_a_whole() {
    let (ruleset, game) = begun("wells", NO_LOOPS, &[("Bread", "hand", 1), ("Well", "field", 3)]);
    let game = use_then_pass(&ruleset, game, 1, 4_200);
    let trace = ruleset.trace(&game, None);
    assert_eq!(faults(&trace).len(), 1, "{:?}", faults(&trace));
    assert!(game.state().items().is_empty() && trace.contains("# Turn 3"), "the game goes on");
}

/// A chain in which each card sets off the next at once is the same on a small thread, with either evaluator, and ends by
/// itself up to a bound that is a number of calls.
#[test]
fn chains_are_the_same_on_every_thread() {
    for (most, reached, failing) in
        [(100, 100, 0), (1_000, 1_000, 0), (1_199, 1_199, 0), (1_200, 1_199, 1), (9_000, 1_199, 1)]
    {
        let results = [(Evaluator::Lowered, 400), (Evaluator::Reference, 400), (Evaluator::Lowered, 16_000)].map(
            |(evaluator, kib)| {
                let run = move || wound(most, evaluator);
                std::thread::Builder::new()
                    .stack_size(kib * 1024)
                    .spawn(run)
                    .expect("there is room")
                    .join()
                    .expect("it ends")
            },
        );
        let (tension, trace) = &results[0];
        assert!(results.iter().all(|result| result == &results[0]), "{most}");
        assert_eq!((*tension, faults(trace).len()), (reached, failing), "{most}: {trace}");
        assert!(failing == 0 || trace.contains("with `when = \"after\"`"), "{trace}");
    }
}

/// A script may have 24 functions inside each other, in either evaluator.
#[test]
fn functions_inside_each_other_are_as_many_in_both_evaluators() {
    let head = "fn on_changed_tension(me, event) {";
    for (inside, failing) in [(23, 0), (24, 1)] {
        let function = |at: usize| format!("fn level_{at}(game) {{ level_{}(game); }}\n", at + 1);
        let functions: String = (1..inside).map(function).collect();
        let script =
            format!("{functions}fn level_{inside}(game) {{ game.tension = 7; }}\n\n{head}\n    level_1(game());");
        let deep = ("scripts/dominoes/springs/spring.rhai", head, &*script);
        let traces = [Evaluator::Lowered, Evaluator::Reference].map(|evaluator| {
            let (ruleset, game) = begun("dominoes", deep, &[("Spring", "row", 1)]);
            let ruleset = evaluator.runs(&ruleset);
            ruleset.trace(&use_then_pass(&ruleset, game, 1, 2), None)
        });
        assert_eq!(traces[0], traces[1], "{inside}");
        assert_eq!(faults(&traces[0]).len(), failing, "{inside}: {}", traces[0]);
    }
}

/// The tension of a spring that is wound once, and may have so much, and the trace.
fn wound(most: u32, evaluator: Evaluator) -> (i64, String) {
    let plain = "most    = { type = \"number\", of = \"game\", changes = true, quiet = true }";
    let set = plain.replace(" }", &format!(", default = {most} }}"));
    let (ruleset, game) = begun("dominoes", ("cards/dominoes/ruleset.toml", plain, &set), &[("Spring", "row", 1)]);
    let ruleset = evaluator.runs(&ruleset);
    let game = use_then_pass(&ruleset, game, 1, 2);
    let tension = ruleset.rules().attributes.get_index_of("tension").expect("there is an attribute");
    let tension = game.state().attribute(ruleset.rules(), EntityId::GAME, tension.into());
    (tension.number(), ruleset.trace(&game, None))
}

/// What comes afterwards has no depth.
#[test]
fn a_chain_of_steps_is_longer_than_one_of_calls() {
    let plain = "most    = { type = \"number\", of = \"game\", changes = true, quiet = true }";
    let set = plain.replace(" }", ", default = 1950 }");
    let (ruleset, game) = begun("dominoes", ("cards/dominoes/ruleset.toml", plain, &set), &[("Ratchet", "row", 1)]);
    let game = use_then_pass(&ruleset, game, 1, 2);
    assert_eq!(faults(&ruleset.trace(&game, None)), Vec::<&str>::new());
}

/// A use that makes a card and uses it, in the middle of its script: the one that goes too deep is undone, is told once, and
/// says what to do instead.
#[test]
fn uses_inside_each_other_have_a_limit() {
    let winding = "fn resolve_wind(item) {\n    item.player.perform(\"wind\", item.player.create(\"Ratchet\", \"row\"));\n}\n\n\
                   fn never(item) {";
    let (path, old) = ("scripts/dominoes/ruleset.rhai", "fn resolve_wind(item) {");
    let (ruleset, game) = begun("dominoes", (path, old, winding), &[("Spring", "row", 1)]);
    let game = use_then_pass(&ruleset, game, 1, 2);
    let trace = ruleset.trace(&game, None);
    let said = "uses and windows are more than 1200 deep inside each other: let one of them come afterwards, with \
                `perform(…, \"next\")`";
    assert!(matches!(&faults(&trace)[..], [fault] if fault.ends_with(said)), "{:?}", faults(&trace));
    assert_eq!(trace.matches("A winds Ratchet").count(), 1_199);
}

/// Cards that are attached to each other in a long chain leave with the first of them.
#[test]
fn a_long_chain_of_attachments_leaves_together() {
    let chain = "fn resolve_wind(item) {\n    let last = item.card;\n    for n in 0..1500 {\n        let next = \
                 item.player.create(\"Domino 1\", \"row\");\n        next.host = last;\n        last = next;\n    }\n    \
                 item.card.leave(\"fell\");\n}\n\nfn never(item) {";
    let (path, old) = ("scripts/dominoes/ruleset.rhai", "fn resolve_wind(item) {");
    let (ruleset, game) = begun("dominoes", (path, old, chain), &[("Spring", "row", 1)]);
    let game = use_then_pass(&ruleset, game, 1, 2);
    let trace = ruleset.trace(&game, None);
    assert_eq!(faults(&trace), Vec::<&str>::new());
    assert!(game.state().zones().filter(|(_, zone)| zone.owner.is_some()).all(|(_, zone)| zone.cards.len() < 20));
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
        "let list = first.cards(\"draw\"); for n in 0..1000000 { list = list.sort(|card| card.name); }",
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

/// Effects that modify a value are looked at whenever it is read: each costs an operation, whether the value was kept or not.
#[test]
fn values_cost_what_modifies_them() {
    let begin = "for n in 0..2000 { first.begin(\"sheltered\"); }";
    let end = "the scripts of one step took more than 4000000 operations together";
    for (read, fails) in [
        ("for n in 0..20 { first.hearts += 1; if first.shelter != 2000 { first.hearts += 1; } }", false),
        ("for n in 0..80000 { first.hearts += 1; if first.shelter != 2000 { first.hearts += 1; } }", true),
        ("for n in 0..80000 { if first.shelter != 2000 { first.hearts += 1; } }", true),
    ] {
        let trace = set_up(&format!("{begin} {read}"), 0);
        let found = faults(&trace);
        assert_eq!(found.iter().any(|line| line.contains(end)), fails, "{read}: {found:?}");
    }
}

/// In a game with layers all continuous effects are put into an order whenever one of them may have changed. That is charged
/// to whoever reads a value, also one that none of them modifies.
#[test]
fn values_in_layers_cost_the_order_of_all_effects() {
    let (files, _) = Files::read(&root().join("tests/packs/toy"));
    let stages = [
        ("stages  = { add = \"add\" }", "layers = { change = \"oldest first\" }"),
        ("stage   = \"add\"", "layer = \"change\""),
    ];
    let amounts = [("amount  = 1\nsubject", "add = 1\nsubject"), ("amount  = -1\nsubject", "add = -1\nsubject")];
    let layered =
        |text: &str| stages.iter().chain(&amounts).fold(text.to_string(), |text, (old, new)| text.replace(old, new));
    let toml = files.iter().filter(|(path, _)| path.starts_with("cards/toy/") && path.ends_with(".toml"));
    let changed: Vec<(String, String)> = toml.map(|(path, text)| (path.to_string(), layered(text))).collect();
    let end = "the scripts of one step took more than 4000000 operations together";
    for (effects, fails) in [(20, false), (2000, true)] {
        let deed = format!(
            "for n in 0..{effects} {{ first.begin(\"sheltered\"); }} let spark = first.cards(\"draw\").first;
             for n in 0..20000 {{ first.hearts += 1; if spark.price != 1 {{ first.hearts += 1; }} }}"
        );
        let trace = set_up_of(&changed, &deed, 1);
        let found = faults(&trace);
        assert_eq!(found.iter().any(|line| line.contains(end)), fails, "{effects}: {found:?}");
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
    let begins = "fn check_hearts(game) {";
    assert!(script.contains(begins), "the toy game has a state check");
    let script = script.replace(begins, &format!("{begins}\n    {check}"));
    let ruleset = toy(&[("scripts/toy/ruleset.rhai", &script)]);
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
