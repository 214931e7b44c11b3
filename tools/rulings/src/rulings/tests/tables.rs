//! Tables: what may stand on them, and what is said of what may not.
//!
//! Found once: a plain card of another pack becomes the stand-in.

use super::pack::{More, files, played, played_with, reading, ruleset, ruleset_with};
use cardwright_content::Files;
use cardwright_game::{RulesetInside, load};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::setup::Start;
use cardwright_kernel::state::Game;

fn problems(text: &str) -> String {
    reading(text, &ruleset()).err().unwrap_or_default()
}

fn problem(table: &str) -> String {
    problems(&format!("claim = \"x\"\n{table}\n[play]\nsteps = \"A passes\"\n"))
}

#[test]
fn piles_are_listed_from_the_top() {
    let trace = played(
        "[A]\nhand = [\"Dare\"]\ndraw = [\"Imp\", { dull = 2 }]",
        "A plays Dare\nall pass\nB, take the dare: yes",
    );
    assert!(trace.contains("- A draws Imp\n- A draws Drow, the Elder\n"), "{trace}");
}

#[test]
fn a_card_may_lie_before_another_player_than_its_owner() {
    let ruleset = ruleset();
    let text = "claim = \"x\"\n[B]\nhand = [{ name = \"Imp\", of = \"A\" }]\n[play]\nsteps = \"A passes\"\n";
    let ruling = reading(text, &ruleset).expect("it can be read");
    let game = Game::new(ruleset.rules(), &ruling.setup);
    let imp = game.state().entities().map(|(_, entity)| entity).last().expect("there is a card");

    assert_eq!((imp.owner, imp.controller), (PlayerId(0), PlayerId(1)));
    assert_eq!(game.state().zone(imp.zone).owner, Some(PlayerId(1)));
    assert!(imp.known.has(Seat(1)) && !imp.known.has(Seat(0)));
}

#[test]
fn a_game_that_begins_has_nothing_arranged() {
    let ruleset = ruleset();
    let text = "claim = \"x\"\nbegins = true\n[A]\ndraw = [\"Imp\"]\n[play]\nsteps = \"A passes\"\n";
    let setup = reading(text, &ruleset).expect("it can be read").setup;

    assert_eq!(setup.start, Start::Beginning);
    for arranged in
        ["phase = \"main\"", "[A]\nattributes = { points = 4 }", "[A]\npool = [{ name = \"Fire\", tapped = true }]"]
    {
        let shown = problem(&format!("begins = true\n{arranged}"));
        assert!(shown.contains("begins-arranged") && shown.contains("leave `table`, `phase`, `attributes`"), "{shown}");
    }
    assert!(problem("begins = 3").contains("true or false"));
}

#[test]
fn attributes_and_attachments_are_there_from_the_beginning() {
    let tables = "\
[A]
hand = [\"Smite\"]
attributes = { points = 4, enemy = \"B\" }
[B]
pool = [{ name = \"Fire\", tapped = true, mood = \"angry\", attached = [\"Imp\"] }]
[game]
attributes = { prize = \"Fire\" }";
    let trace = played(tables, "A plays Smite on Fire\nall pass");

    assert!(trace.contains("- Imp is no longer attached") || trace.contains("Imp goes to B's discard pile"), "{trace}");
}

#[test]
fn names_are_suggested() {
    assert!(problem("[A]\nhand = [\"Fire Strom\"]").contains("did you mean `Fire Storm`?"));
    assert!(problem("[A]\nhnad = [\"Fire\"]").contains("did you mean `hand`?"));
    assert!(problem("phase = \"mian\"").contains("did you mean `main`?"));
    assert!(problem("[A]\npool = [{ name = \"Fire\", taped = true }]").contains("did you mean `tapped`?"));
    assert!(problem("clam = \"x\"").contains("did you mean `claim`?"));
}

#[test]
fn problems_have_their_places() {
    let shown = problem("[A]\nhand = [\"Imp\", \"Fire Strom\"]");
    assert!(shown.contains("tests/rulings/demo/x/y.toml:3:16"), "{shown}");
}

#[test]
fn a_wrong_step_has_its_place() {
    let shown = problems("claim = \"x\"\n[play]\nsteps = \"\"\"\nA passes\n  - Fire goes\n\"\"\"\n");
    assert!(shown.contains("y.toml:5:3"), "{shown}");
    assert!(shown.contains("a line marked `-` is no step"), "{shown}");
}

#[test]
fn there_are_as_many_players_as_are_named() {
    let ruleset = ruleset();
    let players = |text: &str| reading(text, &ruleset).map(|ruling| ruling.setup.players);

    assert_eq!(players("claim = \"x\"\n[play]\nsteps = \"A passes\"\n"), Ok(2));
    assert_eq!(players("claim = \"x\"\n[C]\n[play]\nsteps = \"A passes\"\n"), Ok(3));
    assert_eq!(players("claim = \"x\"\n[play]\nsteps = \"D is not asked\"\n"), Ok(4));
    assert!(problem("[F]\nhand = []").contains("at most 4 players"));
}

#[test]
fn a_claim_shows_three_rules_at_most() {
    assert!(problem("rules = [\"1\", \"2\", \"3\", \"4\"]").contains("at most 3 rules"));
}

#[test]
fn a_ruling_needs_a_claim_and_steps() {
    let shown = problems("seed = 1\n");
    assert!(shown.contains("needs a `claim`") && shown.contains("needs `steps`"), "{shown}");
}

/// A table of the game.
const LATE: &str = "[tables.late]\n\
    text  = \"Everybody has an Imp.\"\n\
    players = 3\n\
    phase = \"dusk\"\n\
    turn  = \"B\"\n\
    each  = { pool = [\"Imp\"], attributes = { points = 2 } }\n\
    A     = { hand = [\"Fire\"], attributes = { enemy = \"C\" } }";

fn on_table(table: &str, steps: &str) -> String {
    played_with(More { rules: LATE, ..More::default() }, table, steps)
}

#[test]
fn a_ruling_starts_from_a_table_of_the_game() {
    let steps =
        "it is B's dusk phase\nC's pool holds only: Imp\nA's hand holds only: Fire\nA: points 2\nA: enemy C\nB passes";
    let trace = on_table("table = \"late\"", steps);
    assert!(!trace.contains("claim-"), "{trace}");
}

#[test]
fn what_a_ruling_says_replaces_what_lies_on_its_table() {
    let table = "table = \"late\"\nphase = \"main\"\nturn = \"A\"\n[each]\nattributes = { points = 3 }\n[A]\nhand = [\"Imp\"]\n\
        attributes = { points = 1 }\n[C]\npool = []";
    let steps = "it is A's main phase\nA's hand holds only: Imp\nA: points 1\nA: enemy C\nB: points 3\n\
        C's pool holds no cards\nB's pool holds only: Imp\nA passes";
    let trace = on_table(table, steps);
    assert!(!trace.contains("claim-"), "{trace}");
}

#[test]
fn more_or_fewer_may_sit_at_a_table_than_it_is_for() {
    let more = on_table("table = \"late\"\nplayers = 4", "D's pool holds only: Imp\nD: points 2\nB passes");
    assert!(!more.contains("claim-"), "{more}");
    // The enemy of A is not there any more.
    let fewer = on_table("table = \"late\"\nplayers = 2", "B's pool holds only: Imp\nA: enemy none\nB passes");
    assert!(!fewer.contains("claim-"), "{fewer}");
}

#[test]
fn a_table_that_the_game_does_not_declare_is_suggested() {
    let ruleset = ruleset_with(More { rules: LATE, ..More::default() });
    let shown = |table: &str| {
        let text = format!("claim = \"x\"\n{table}\n[play]\nsteps = \"B passes\"\n");
        reading(&text, &ruleset).err().unwrap_or_default()
    };
    assert_eq!(shown("table = \"late\""), "");
    assert!(shown("table = \"lat\"").contains("did you mean `late`?"), "{}", shown("table = \"lat\""));
    assert!(shown("table = \"late\"\nbegins = true").contains("leave `table`"));
    assert!(shown("table = \"late\"\n[D]\nhand = []").contains("there is no seat `D`: this table has 3 players"));
    assert!(problem("table = \"late\"").contains("this game declares no table `late`"));
}

#[test]
fn what_lies_on_a_table_is_not_what_a_ruling_is_about() {
    let ruleset = ruleset_with(More { rules: LATE, ..More::default() });
    let text = "claim = \"x\"\ntable = \"late\"\n[B]\nhand = [\"Dare\"]\n[play]\nsteps = \"B passes\"\n";
    let ruling = reading(text, &ruleset).expect("it can be read");
    assert_eq!(ruling.cards, ["Dare".into()]);
}

#[test]
fn what_each_player_has_can_be_said_without_a_table() {
    let trace = played(
        "players = 3\n[each]\nhand = [\"Imp\"]\n[B]\nhand = []",
        "A's hand holds only: Imp\nB's hand holds no cards\nC's hand holds only: Imp\nA passes",
    );
    assert!(!trace.contains("claim-"), "{trace}");
}

/// The finding `ga-repro-dull`: it stood in for everybody.
#[test]
fn a_plain_card_of_another_pack_stands_for_nothing() {
    // An extension whose plain card comes first by name would change every `{ dull = 1 }` of the game.
    let more = [
        ("cards/extra/pack.toml", "name = \"extra\"\ntitle = \"Extra\"\nversion = \"1\"\nrequires = [\"demo\"]\n"),
        ("cards/extra/creatures/aardvark.toml", "name = \"Aardvark\"\n"),
    ];
    let own = files(More::default());
    let all = Files::new(own.iter().chain(more));
    let dull = |files: &Files| {
        let ruleset = load(files, "demo").ruleset.expect("the game can be loaded");
        ruleset.rules().placeholder_card().map(|def| ruleset.rules().name_of(def).to_string())
    };
    assert!(load(&all, "demo").ruleset.is_some_and(|it| it.rules().definitions.contains_key("Aardvark")));
    assert_eq!(dull(&all), dull(&own));
}

#[test]
fn a_game_says_which_card_stands_for_those_that_do_not_matter() {
    let with = |key: &str| {
        let text = |path: &str, text: &str| match path {
            "cards/demo/ruleset.toml" => format!("{key}\n{text}"),
            _ => text.to_string(),
        };
        let all = files(More::default());
        Files::new(all.iter().map(|(path, old)| (path.to_string(), text(path, old))).collect::<Vec<_>>())
    };
    let named = with("stand_in = \"Imp\"");
    let rules = load(&named, "demo").ruleset.expect("the game can be loaded");
    assert_eq!(rules.rules().placeholder_card().map(|def| rules.rules().name_of(def)), Some("Imp"));
    let told = |key: &str| {
        let files = with(key);
        load(&files, "demo").problems.render(&files, Colour::Plain)
    };
    assert!(
        told("stand_in = \"Tithe\"").contains("`Tithe` cannot stand for cards that do not matter: it does something")
    );
    assert!(told("stand_in = \"Impp\"").contains("did you mean `Imp`?"));
}

#[test]
fn a_zone_holds_no_more_than_it_has_room_for() {
    let rules = "[zones.shelf]\ntitle = \"shelf\"\nper = \"player\"\nseen = \"everyone\"\ncapacity = 1";
    let ruleset = ruleset_with(More { rules, ..More::default() });
    let shown = |cards: &str| {
        let text = format!("claim = \"x\"\n[A]\nshelf = [{cards}]\n[play]\nsteps = \"A passes\"\n");
        reading(&text, &ruleset).err().unwrap_or_default()
    };
    assert_eq!(shown("\"Imp\""), "");
    assert!(shown("\"Imp\", \"Fire\"").contains("`shelf` has room for 1, not for 2"), "{}", shown("\"Imp\", \"Fire\""));
}
