//! Calamities in whole games: pieces are conserved, majors are called in their order, nobody is chosen against a bar,
//! nobody sees what another's hand holds; and what its rules say about chance and about many victims at once.

use cardwright::base::Colour;
use cardwright::game::{Begin, Random, Ruleset, View};
use cardwright::kernel::ids::{AttrId, DefId, Seat};
use cardwright::kernel::prompt::{Answer, Prompt};
use cardwright::kernel::rules::{Printed, Rules};
use cardwright::kernel::setup::Setup;
use cardwright::kernel::state::State;
use cardwright::kernel::table::{Decider, Game, Nobody, Scripts, Table};
use cardwright::kernel::trace::{Fact, Thing, What};
use cardwright::kernel::value::Value;
use cardwright_cli::rulings::{self, Ruling, RulingFile};
use rulings_content::{Content, root};
use std::collections::BTreeMap;
use std::process::Command;
use std::rc::Rc;

fn ruleset() -> Ruleset {
    match Content::read().games.remove("mega_calamities") {
        Some(Ok(game)) => game,
        Some(Err(problems)) => panic!("{problems}"),
        None => panic!("there is such a game"),
    }
}

fn ruling(game: &Ruleset, text: &str) -> Ruling {
    let file =
        RulingFile { root: root(), path: "tests/rulings/mega_calamities/at/hand.toml".into(), text: text.into() };
    rulings::read(&file, game).unwrap_or_else(|problems| panic!("{}", problems.render(&file.source(), Colour::Plain)))
}

/// A game at a table that is set as a ruling sets it, with another seed.
fn set(game: &Ruleset, ruling: &Ruling, seed: u64) -> Game {
    Game::new(game.rules(), &Setup { seed, ..ruling.setup.clone() })
}

// --- Chance in the selection ---

/// How often each calamity was drawn as the first and as the last, over many seeds.
fn drawn(text: &str, seeds: u64) -> (BTreeMap<String, u32>, BTreeMap<String, u32>) {
    let game = ruleset();
    let host = game.host();
    let ruling = ruling(&game, text);
    let (mut first, mut last) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..seeds {
        let start = set(&game, &ruling, seed * 7919);
        let mut table = game.table(&host, start, Box::new(Random::new(seed)));
        let majors = game.rules().phases.get_index_of("minors").expect("a phase");
        table.advance_until(|state| state.turn().phase.index() == majors);
        let names: Vec<String> =
            table.game().trace().iter().filter_map(|fact| drawn_card(game.rules(), fact)).collect();
        *first.entry(names.first().expect("one too many").clone()).or_default() += 1;
        *last.entry(names.last().expect("one too many").clone()).or_default() += 1;
    }
    (first, last)
}

fn drawn_card(rules: &Rules, fact: &Fact) -> Option<String> {
    let What::Chance(_, _, things, _) = &fact.what else { return None };
    match things.first() {
        Some(Thing::Card(named)) => Some(rules.definitions.get_index(named.def.index())?.0.to_string()),
        _ => None,
    }
}

#[test]
fn of_three_calamities_each_is_as_likely_to_go() {
    let text = "claim = \"x\"\nplayers = 8\nphase = \"trade\"\n\n[D]\nhand = [\"Famine\", \"Treachery\", \"Barbarian Hordes\"]\n\n[play]\nsteps = \"\"\n";
    let (first, _) = drawn(text, 600);
    assert_eq!(first.len(), 3, "{first:?}");
    for (name, count) in first {
        assert!((150..=250).contains(&count), "{name} went {count} times of 600");
    }
}

#[test]
fn after_the_duplicate_any_of_four_goes() {
    let text = "claim = \"x\"\nplayers = 16\nphase = \"trade\"\n\n[J]\nhand = [\"Superstition\", \"Superstition\", \"Tyranny\", \"Squandered Wealth\", \"Coastal Migration\"]\n\n[play]\nsteps = \"\"\n";
    let (first, last) = drawn(text, 800);
    assert_eq!(first.into_iter().collect::<Vec<_>>(), [("Superstition".to_string(), 800)]);
    assert_eq!(last.len(), 4, "{last:?}");
    for (name, count) in last {
        assert!((140..=260).contains(&count), "{name} went {count} times of 800");
    }
}

// --- Whole games ---

/// What holds between any two steps of a game.
struct Watch<'a> {
    rules: &'a Rules,
    facts: usize,
    calls: Vec<String>,
    named: u32,
}

impl<'a> Watch<'a> {
    fn new(rules: &'a Rules) -> Self {
        Self { rules, facts: 0, calls: Vec::new(), named: 0 }
    }

    fn look(&mut self, game: &Game) {
        self.pieces_are_conserved(game.state());
        let facts = &game.trace()[self.facts..];
        for fact in facts {
            assert!(!matches!(fact.what, What::Faulted(..)), "{:?}", fact.what);
            if let What::Sets(_, attr, _, Value::Word(word)) = &fact.what
                && self.attribute(attr.index()) == "called"
            {
                self.calls.push(self.rules.words.text(*word).to_string());
            }
        }
        self.bars_hold(game, facts);
        self.facts = game.trace().len();
    }

    fn attribute(&self, at: usize) -> &str {
        self.rules.attributes.get_index(at).map_or("", |(name, _)| name)
    }

    fn name(&self, def: DefId) -> &str {
        self.rules.definitions.get_index(def.index()).map_or("", |(name, _)| name)
    }

    /// MC-49: stock, board and treasury together.
    fn pieces_are_conserved(&self, state: &State) {
        let mut counts: BTreeMap<(Seat, &str), u32> = BTreeMap::new();
        for (_, zone) in state.zones() {
            for id in &zone.cards {
                let entity = state.entity(*id);
                *counts.entry((entity.owner, self.name(entity.def))).or_default() += entity.count;
            }
        }
        for seat in (0..state.players()).map(|seat| Seat(seat as u8)) {
            for (name, count) in [("Token", 55), ("City", 9), ("Ship", 4)] {
                assert_eq!(counts.get(&(seat, name)), Some(&count), "{name} of {}", seat.letter());
            }
        }
    }

    /// MC-31 to MC-37: who is named as a secondary victim, in the call that has just been resolved.
    fn bars_hold(&mut self, game: &Game, facts: &[Fact]) {
        let state = game.state();
        let called = self.calls.last().cloned().unwrap_or_default();
        let row = self.rules.zones.get_index_of("row").expect("a zone");
        let mut barred: Vec<Seat> = Vec::new();
        for (_, zone) in state.zones().filter(|(_, zone)| zone.decl.index() == row) {
            let holds = zone.cards.iter().any(|card| self.name(state.entity(*card).def) == called);
            barred.extend(zone.owner.filter(|_| holds));
        }
        for fact in facts {
            match &fact.what {
                What::Sets(_, attr, _, Value::Player(heir)) if self.attribute(attr.index()) == "beneficiary" => {
                    barred.push(*heir);
                }
                What::Chooses(victim, question, things)
                    if self.rules.words.text(*question) == "name secondary victims" =>
                {
                    for thing in things {
                        let Thing::Player(named) = thing else { panic!("players are named") };
                        assert!(!barred.contains(named), "{} names {}: barred", victim.letter(), named.letter());
                        assert!(self.reaches(state, &called, *victim, *named), "{called} leaves its half");
                        barred.push(*named);
                        self.named += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn reaches(&self, state: &State, called: &str, victim: Seat, named: Seat) -> bool {
        let fixed = matches!(
            self.printed(called, "weight"),
            Printed::Word(word) if self.rules.words.text(*word) == "fixed"
        );
        let half = self.attr("half");
        let half_of = |seat: Seat| state.changing(self.rules, State::player_entity(seat), half);
        !fixed || half_of(victim) == half_of(named)
    }

    /// MC-20 to MC-22: all sixteen, over and over, in the declared order.
    fn calls_are_in_order(&self) {
        let first = self.calls.iter().take(16).cloned().collect::<Vec<_>>();
        assert_eq!(first.first().map(String::as_str), Some("Volcanic Eruption or Earthquake"));
        let mut names = first.clone();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 16, "every major is called once");
        assert!(self.calls.chunks(16).all(|turn| turn == &first[..turn.len()]), "in the same order in every turn");
        let numbers: Vec<i64> = first.iter().map(|name| self.number(name)).collect();
        assert!(numbers.is_sorted(), "by number: {numbers:?}");
    }

    fn attr(&self, name: &str) -> AttrId {
        AttrId::from(self.rules.attributes.get_index_of(name).expect("an attribute"))
    }

    fn printed(&self, card: &str, attribute: &str) -> &Printed {
        let at = self.rules.definitions.get_index_of(card).expect("a card");
        self.rules.printed(DefId::from(at), self.attr(attribute))
    }

    fn number(&self, name: &str) -> i64 {
        match self.printed(name, "number") {
            Printed::Number(number) => *number,
            _ => 0,
        }
    }
}

fn watched(seats: u8, seeds: std::ops::Range<u64>) -> u32 {
    let game = ruleset();
    let host = game.host();
    let mut named = 0;
    for seed in seeds {
        let begin = game.begin(&Begin::new(seats, seed)).expect("so many can play");
        let mut table = game.table(&host, begin, Box::new(Random::new(seed)));
        let mut watch = Watch::new(game.rules());
        while table.step().is_none() {
            watch.look(table.game());
        }
        assert_eq!(table.state().turn().number, 10, "ten turns");
        watch.calls_are_in_order();
        named += watch.named;
    }
    named
}

#[test]
fn small_games_hold() {
    assert!(watched(3, 1..4) + watched(5, 1..4) > 10, "victims were named");
}

#[test]
fn middle_games_hold() {
    assert!(watched(8, 1..3) + watched(9, 1..3) > 10, "victims were named");
}

#[test]
fn games_of_two_halves_hold() {
    assert!(watched(12, 1..3) + watched(18, 1..2) > 20, "victims were named");
}

/// MC-48: the first cards of a fresh stack, one for each player, are commodities, and the last cannot be traded.
#[test]
fn a_fresh_stack_begins_with_commodities() {
    let game = ruleset();
    let host = game.host();
    for seed in 0..20 {
        let begin = game.begin(&Begin::new(8, seed)).expect("eight can play");
        let mut table = game.table(&host, begin, Box::new(Nobody));
        let draw = game.rules().phases.get_index_of("growth").expect("a phase");
        table.advance_until(|state| state.turn().number == 1 && state.turn().phase.index() == draw);
        for (_, zone) in table.state().zones() {
            let (key, _) = game.rules().zones.get_index(zone.decl.index()).expect("a zone");
            let Some(number) = key.strip_prefix("west_").and_then(|number| number.parse::<i64>().ok()) else {
                continue;
            };
            let kinds: Vec<&str> = zone.cards.iter().map(|card| kind_of(&game, table.state(), *card)).collect();
            assert!(kinds.iter().rev().take(8).all(|kind| *kind == "commodity"), "{key}: {kinds:?}");
            assert_eq!(number > 1, kinds[0] == "calamity", "{key}: {kinds:?}");
        }
    }
}

fn kind_of<'a>(game: &'a Ruleset, state: &State, card: cardwright::kernel::ids::EntityId) -> &'a str {
    let kind = state.entity(card).kind;
    game.rules().kinds.get_index(kind.index()).map_or("", |(key, _)| key)
}

// --- Twins: games that differ only in what a hand holds ---

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
    let view = game.view(table.game(), Some(seat));
    let prompt = view.prompt.as_ref().map(|prompt| format!("{:?} {:?}", prompt.question, options(game, table, prompt)));
    let view = View { prompt: None, ..view };
    format!("{}\n{prompt:?}\n{view:?}", game.trace(table.game(), Some(seat)))
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
        let answer = luck.decide(&prompt, one.game(), &one.rules).expect("luck answers");
        let twin = other.game().prompts()[0].clone();
        // A decision that is legal in only one of them tells them apart.
        if twin.seat != prompt.seat || twin.check(&answer).is_err() || tells(game, one, &prompt, &answer) {
            return decisions;
        }
        let numbers = [prompt.number, twin.number];
        for (twin, number) in twins.iter_mut().zip(numbers) {
            twin.answer(number, answer.clone()).expect("it fits both");
        }
    }
    400
}

/// Whether somebody besides C knows the hidden card, or has heard its name.
fn revealed(game: &Ruleset, table: &Table) -> bool {
    let trace = game.trace(table.game(), Some(Seat(0)));
    let known = ["Spices", "Resin"].iter().any(|name| {
        table.state().entities().any(|(_, entity)| {
            let known_to = entity.known.without(Seat(2));
            game.rules().definitions.get_index(entity.def.index()).is_some_and(|(printed, _)| **printed == **name)
                && !known_to.is_empty()
        })
    });
    known || trace.contains("Spices") || trace.contains("Resin")
}

/// Whether C says the name of the hidden card.
fn tells(game: &Ruleset, table: &Table, prompt: &Prompt, answer: &Answer) -> bool {
    let options = options(game, table, prompt);
    answer.options().iter().any(|at| ["Spices", "Resin"].iter().any(|name| options[usize::from(*at)].contains(name)))
}

#[test]
fn twins_look_alike_to_everybody_else() {
    let game = ruleset();
    let mut counts: Vec<u32> = (1..24).map(|seed| compared(&game, seed)).collect();
    counts.sort_unstable();
    assert!(counts[counts.len() / 2] >= 50, "too few decisions were compared: {counts:?}");
}

// --- Many victims ---

/// A flood on the Nile, where all eighteen have tokens.
fn flood() -> String {
    let mut text = "claim = \"x\"\nplayers = 18\nphase = \"trade\"\n".to_string();
    let mut memphis = Vec::new();
    let mut thebes = Vec::new();
    for letter in 'A'..='R' {
        let hand = if letter == 'A' { "hand = [\"Flood\"]\n" } else { "" };
        text.push_str(&format!("\n[{letter}]\n{hand}stock = [{{ name = \"Token\", count = 40 }}]\n"));
        memphis.push(format!("{{ name = \"Token\", count = 9, of = \"{letter}\" }}"));
        thebes.push(format!("{{ name = \"Token\", count = 9, of = \"{letter}\" }}"));
    }
    text.push_str(&format!("\n[board.\"Memphis\"]\nunits = [{}]\n", memphis.join(", ")));
    text.push_str(&format!("\n[board.\"Thebes\"]\nunits = [{}]\n", thebes.join(", ")));
    text.push_str("\n[play]\nsteps = \"\"\n");
    text
}

/// Answers so many of the open questions, the last first, each seat by luck of its own.
fn answer_some(game: &Ruleset, table: &mut Table, many: usize) {
    for _ in 0..many {
        table.advance();
        let Some(prompt) = table.game().prompts().last().filter(|prompt| prompt.is_sealed()).cloned() else { return };
        let mut luck = Random::new(1 + u64::from(prompt.seat.0));
        let answer = loop {
            match luck.decide(&prompt, table.game(), game.rules()).expect("luck answers") {
                Answer::Wait => {}
                answer => break answer,
            }
        };
        table.answer(prompt.number, answer).expect("it fits");
    }
    table.advance();
}

fn trace_of_the_flood(game: &Ruleset, host: &Rc<dyn Scripts>, start: Game) -> String {
    let mut table = game.table_of_people(host, start);
    answer_some(game, &mut table, 18);
    game.trace(table.game(), None)
}

#[test]
fn eighteen_victims_are_saved_half_answered_and_resumed_in_another_process() {
    let game = ruleset();
    let host = game.host();
    let ruling = ruling(&game, &flood());
    let expected = trace_of_the_flood(&game, &host, set(&game, &ruling, 1));

    let mut table = game.table_of_people(&host, set(&game, &ruling, 1));
    table.advance();
    assert_eq!(table.game().prompts().len(), 18, "all are asked at once");
    answer_some(&game, &mut table, 9);
    assert_eq!(table.game().prompts().len(), 9, "half have answered");
    let folder = std::env::temp_dir().join(format!("cardwright-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the save");
    std::fs::write(folder.join("half.save"), game.save(table.game())).expect("the save is written");

    let other = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "plays_a_save_on", "--ignored"])
        .env("CARDWRIGHT_TEST_SAVE", &folder)
        .output()
        .expect("the other process");
    assert!(other.status.success(), "{}", String::from_utf8_lossy(&other.stdout));
    let found = std::fs::read_to_string(folder.join("trace")).expect("the other process has played on");
    std::fs::remove_dir_all(&folder).expect("it was there");
    assert!(found == expected, "the trace of the other process:\n{found}\nexpected:\n{expected}");
}

/// The other process of the test above.
#[test]
#[ignore = "is run by another test"]
fn plays_a_save_on() {
    let folder = std::env::var("CARDWRIGHT_TEST_SAVE").expect("where the save lies");
    let folder = std::path::Path::new(&folder);
    let game = ruleset();
    let host = game.host();
    let bytes = std::fs::read(folder.join("half.save")).expect("the save");
    let start = game.load(&bytes).expect("it can be loaded");
    std::fs::write(folder.join("trace"), trace_of_the_flood(&game, &host, start)).expect("it can be written");
}
