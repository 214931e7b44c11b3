//! Tables: what may stand on them, and what is said of what may not.

use super::pack::{played, reading, ruleset};
use cardwright::model::game::Game;
use cardwright::model::ids::{PlayerId, Seat};
use cardwright::model::setup::Start;

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
        assert!(shown.contains("begins-arranged") && shown.contains("leave `phase`, `attributes`"), "{shown}");
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
