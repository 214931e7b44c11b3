//! Tables that a ruleset declares.

use super::{Demo, only};
use cardwright_kernel::rules::{Arrangement, StandingTable, ZoneHolder};

/// The demo with a table of these lines.
fn with(lines: &str) -> Demo {
    Demo::new().more_rules(&format!("\n[tables.late]\ntext = \"Late.\"\n{lines}\n"))
}

fn table(lines: &str) -> StandingTable {
    let loaded = with(lines).load();
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    loaded.rules.tables.get("late").cloned().unwrap_or_default()
}

/// The holders of zones and attributes.
fn holders(arrangement: &Arrangement) -> Vec<ZoneHolder> {
    let zones = arrangement.zones.iter().map(|zone| zone.holder);
    zones.chain(arrangement.attributes.iter().map(|(holder, ..)| *holder)).collect()
}

#[test]
fn a_table_says_who_sits_there_and_what_lies_there() {
    let lines = "players = 3\nturn = \"B\"\neach = { hand = [\"Calm\"], attributes = { gold = 5 } }\nC.formation = [{ name = \"Keep\", razed = true }]";
    let StandingTable { people, turn, arrangement, .. } = table(lines);
    assert_eq!((people, turn.0), (3, 1));
    assert_eq!(arrangement.zones.len(), 2);
    assert_eq!(arrangement.zones[1].cards[0].attributes.len(), 1);
}

#[test]
fn a_table_is_for_as_few_as_the_game_unless_it_says_more() {
    assert_eq!(table("").people, 2);
    assert_eq!(only(&with("players = 5")), "number-out-of-range: late: this table");
}

#[test]
fn what_each_has_is_for_those_who_have_nothing_else() {
    use cardwright_kernel::ids::PlayerId;
    let late = table("players = 3\neach = { hand = [\"Calm\"] }\nB.hand = []");
    let all = late.arrangement.clone().for_players(4);
    let player = |seat: u8| ZoneHolder::Player(PlayerId(seat));
    assert_eq!(holders(&all), [player(0), player(2), player(3), player(1)]);
    assert_eq!(all.cards().count(), 3);
    assert_eq!(late.arrangement.for_players(1).cards().count(), 1);
}

#[test]
fn one_laid_over_another_replaces_zone_by_zone() {
    let low = table("each = { hand = [\"Calm\"], pool = [\"Keep\"] }\nA.hand = [\"Keep\", \"Keep\"]").arrangement;
    let over = table("A = { pool = [] }").arrangement;
    let counts = |arrangement: Arrangement| -> Vec<usize> {
        arrangement.for_players(2).zones.iter().map(|zone| zone.cards.len()).collect()
    };
    // B's hand, B's pool, A's hand, A's pool.
    assert_eq!(counts(low.clone().with(over)), [1, 1, 2, 0]);
    let over = table("each = { hand = [\"Keep\"] }").arrangement;
    assert_eq!(counts(low.with(over)), [1, 1, 1, 1]);
}

#[test]
fn what_is_wrong_in_a_table_has_its_place() {
    assert_eq!(only(&with("A.hnad = []")), "zone-unknown: hnad: did you mean `hand`?");
    assert_eq!(only(&with("A.hand = [\"Clam\"]")), "card-unknown: \"Clam\": did you mean `Calm`?");
    assert_eq!(only(&with("each = { attributes = { glod = 1 } }")), "attribute-unknown: glod: did you mean `gold`?");
    assert_eq!(only(&with("phase = \"mian\"")), "phase-unknown: \"mian\": did you mean `main`?");
    assert_eq!(only(&with("aech = {}")), "key-unknown: aech: did you mean `each`?");
    assert!(only(&with("D.hand = []")).starts_with("seat-unknown: D"));
    assert!(only(&with("turn = \"C\"")).starts_with("seat-unknown: \"C\""));
    assert!(only(&with("board = { Keep = { pool = [] } }")).starts_with("space-unknown: Keep"));
    let nameless = Demo::new().more_rules("\n[tables.late]\nplayers = 2\n");
    assert_eq!(only(&nameless), "key-missing: late: `text` is missing here");
    assert_eq!(only(&Demo::new().more_rules("\n[tables]\nlate = 3\n")), "type-wrong: 3: this is a number");
}
