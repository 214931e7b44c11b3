//! Claims about boards.

use super::{Demo, only};
use cardwright_kernel::ids::SiteId;

const KINDS: &str = "
[kinds.node]
space = true

[kinds.edge]
joint = true

[board]
required  = true
connected = [\"node\"]
";

const ATTRIBUTES: &str = "[attributes]
time    = { type = \"number\", of = \"node\", required = true, unique = true }
pointer = { type = \"side\", of = \"node\" }
beams   = { type = \"sides\", of = \"realm\" }
seat    = { type = \"space\", of = \"realm\" }
turn    = { type = \"number\", of = \"realm\", changes = true }
";

/// Three spaces around a joint each, with four sides.
const BOARD: &str = "sides = 4
kind = \"node\"
joint = \"edge\"
rotation = \"turn\"

[spaces]
\"Old\" = { at = [0, 0], time = 0, pointer = 1 }
\"New\" = { at = [9, 0], time = 1 }
\"End\" = { at = [9, 3], time = 2 }

[[joints]]
pairs = [[\"Old\", 1, \"New\", 3]]

[[joints]]
between = [\"New\", \"End\"]
sides = [2, 0]
";

const PATH: &str = "cards/demo/board.toml";

fn with_board() -> Demo {
    Demo::new().more_rules(KINDS).rules("[attributes]\n", ATTRIBUTES).file(PATH, BOARD)
}

fn board(old: &str, new: &str) -> Demo {
    with_board().replace(PATH, old, new)
}

#[test]
fn spaces_come_before_joints_behind_the_cards() {
    let loaded = with_board().load();
    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    let rules = loaded.rules;
    let names: Vec<&str> = rules.definitions.keys().map(|name| &**name).collect();

    assert_eq!(names, ["Calm", "Keep", "Old", "New", "End", "Old - New", "New - End"]);
    assert_eq!(rules.board.joint_at(SiteId(1), 2), Some(SiteId(4)));
    assert_eq!(rules.board.distances(SiteId(0)), [Some(0), Some(1), Some(2)]);
    assert!(!rules.is_card(rules.board.def(SiteId(0))));
}

#[test]
fn a_board_of_an_extension_is_played_on_instead() {
    let extension = "name = \"more\"\ntitle = \"More\"\nversion = \"1\"\nrequires = [\"demo\"]\n";
    let loaded = with_board()
        .file("cards/more/pack.toml", extension)
        .file("cards/more/board.toml", "kind = \"node\"\n[spaces]\n\"Alone\" = { time = 7 }\n")
        .load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert_eq!(loaded.rules.board.spaces.len(), 1);
}

#[test]
fn cards_print_sides_and_spaces() {
    assert!(with_board().realm("beams = [0, 3]\nseat = \"New\"\n").problems().is_empty());
    let nowhere = with_board().realm("seat = \"Now\"\n");
    assert_eq!(only(&nowhere), "space-unknown: \"Now\": did you mean `New`?");
}

#[test]
fn sides_need_a_number_of_sides() {
    let problems = board("sides = 4\n", "").problems();
    assert!(problems.iter().all(|problem| problem.starts_with("side-unknown")), "{problems:#?}");
}

#[test]
fn a_pair_is_joined_once_unless_the_joint_has_a_name() {
    let again = "\n[[joints]]\nbetween = [\"Old\", \"New\"]\nsides = [2, 0]\n";
    let demo = |more: &str| with_board().file(PATH, &format!("{BOARD}{again}{more}"));

    assert_eq!(only(&demo("")), "joint-duplicate: [\"Old\", \"New\"]: joined again");
    assert!(demo("name = \"the Sound\"\n").problems().is_empty());
}

#[test]
fn a_joint_leads_to_another_space() {
    assert_eq!(
        board("between = [\"New\", \"End\"]", "between = [\"End\", \"End\"]").problems()[0],
        "joint-loop: [\"End\", \"End\"]: both ends are the same"
    );
}

#[test]
fn spaces_and_joints_are_of_their_kinds() {
    let problems = board("kind = \"node\"", "kind = \"edge\"").problems();
    assert_eq!(problems[0], "kind-of-other-sort: \"edge\": declare it in the ruleset with `space = true`");
}

#[test]
fn what_turns_is_a_number_that_changes() {
    assert_eq!(
        only(&board("rotation = \"turn\"", "rotation = \"time\"")),
        "type-wrong: \"time\": declare it with `type = \"number\"` and `changes = true`"
    );
}

#[test]
fn an_unknown_key_of_a_board_is_a_problem() {
    assert_eq!(only(&board("sides = 4\n", "sides = 4\ncolour = 3\n")), "key-unknown: colour: unknown");
    assert_eq!(only(&board("time = 2", "time = 2, tine = 3")), "key-unknown: tine: did you mean `time`?");
}

#[test]
fn cards_lie_on_the_board_only_in_its_zones() {
    let slot =
        "formation = { title = \"formation\", per = \"player\", seen = \"everyone\", capacity = 6, in_play = true }\n";
    let with_slot = |more: &str| {
        with_board().rules(slot, &format!("{slot}slot = {{ per = \"space\", seen = \"everyone\"{more} }}\n"))
    };

    assert!(with_slot("").problems().is_empty());
    let routed = with_slot("").rules("played = \"void\"", "played = \"slot\"");
    assert_eq!(only(&routed), "zone-on-board: \"slot\": on which space?");
    let waiting = with_slot(", pending = true").problems();
    assert!(waiting.iter().any(|problem| problem.starts_with("zone-on-board: slot")), "{waiting:#?}");
}

#[test]
fn only_numbers_that_change_pass_marks() {
    let track = |line: &str| with_board().rules("[attributes]\n", &format!("[attributes]\n{line}\n"));

    assert!(
        track("way = { type = \"number\", of = \"player\", changes = true, marks = { half = 3 } }")
            .problems()
            .is_empty()
    );
    let problems = track("way = { type = \"number\", of = \"realm\", marks = { half = 3 } }").problems();
    assert_eq!(problems[0], "type-wrong: marks: declare it with `type = \"number\"` and `changes = true`");
}
