//! Claims about the state, a question and the trace: each true, false and misspelt.
//!
//! Found once: a claim that is false passes: not asked, at a phase boundary, after forced steps, between simultaneous answers;
//! an option is refused without a reason; numbers cannot be claimed; a die that does not pay.

use super::pack::{More, played, played_with, reading, ruleset};

pub(super) const TABLES: &str = "\
players = 3
[A]
hand = [\"Tithe\", \"Dare\", \"Imp\"]
draw = [\"Fire\", \"Imp\", \"Fire Storm\"]
attributes = { points = 2, enemy = \"B\" }
[B]
hand = [\"Fire\", \"Drow, the Elder\"]
pool = [{ name = \"Imp\", tapped = true, mood = \"angry\", attached = [\"Fire\"] }]
[C]
hand = [\"Stop\"]
pool = [\"Imp\"]";

/// The failures after a first step, one a line; none if the claim is true.
fn claimed(claim: &str) -> String {
    let trace = played(TABLES, &format!("A summons Imp\n{claim}"));
    trace.lines().filter(|line| line.contains("claim-") || line.contains("step-")).collect::<Vec<_>>().join("\n")
}

/// What is wrong with a ruling that claims this, before it is run.
fn misspelt(claim: &str) -> String {
    let text = format!("claim = \"It holds.\"\n{TABLES}\n[play]\nsteps = \"\"\"\n{claim}\n\"\"\"\n");
    match reading(&text, &ruleset()) {
        Ok(_) => "nothing is wrong".to_string(),
        Err(problems) => problems,
    }
}

/// A claim that is true, one that is not with what is true instead, and one that is misspelt with what is meant.
fn form(is: &str, (is_not, instead): (&str, &str), (wrong, meant): (&str, &str)) {
    assert_eq!(claimed(is), "", "{is}");
    assert_eq!(claimed(is_not), format!("claim-untrue: {instead}"), "{is_not}");
    let problems = misspelt(wrong);
    assert!(problems.contains(meant), "{wrong}\n{problems}");
}

#[test]
fn what_lies_in_a_zone_among_other_things() {
    form(
        "A's hand holds: Dare",
        ("A's hand holds: Dare, Imp", "A's hand holds only: Tithe, Dare"),
        ("A's hnad holds: Dare", "did you mean `hand`?"),
    );
    form(
        "B's hand holds: Drow, the Elder, Fire",
        ("B's hand holds: Fire, Fire", "B's hand holds only: Fire, Drow, the Elder"),
        ("B's hand holds: Fire, Drow, the Edler", "did you mean"),
    );
}

#[test]
fn all_that_lies_in_a_zone() {
    form(
        "A's hand holds only: Dare, Tithe",
        ("A's hand holds only: Dare", "A's hand holds only: Tithe, Dare"),
        ("A's hand holds onyl: Dare", "write `holds: …`, `holds only: …`"),
    );
    form(
        "A's draw pile holds only: Fire, Imp, Fire Storm",
        ("A's draw pile holds only: Imp, Fire, Fire Storm", "A's draw pile holds only: Fire, Imp, Fire Storm"),
        ("A's draw holds only: Imp", "did you mean `draw pile`?"),
    );
}

#[test]
fn what_lies_in_a_zone_not() {
    form(
        "A's hand holds no: Imp, Stop",
        ("A's hand holds no: Dare", "A's hand holds only: Tithe, Dare"),
        ("A's hand holds no: Daree", "did you mean `Dare`?"),
    );
}

#[test]
fn how_many_cards_lie_in_a_zone() {
    form(
        "A's hand holds 2 cards",
        ("A's hand holds 3 cards", "A's hand holds 2 cards"),
        (
            "A's hand holds two cards",
            "write `holds: …`, `holds only: …`, `holds no: …`, `holds 3 cards` or `holds nothing`",
        ),
    );
    form(
        "A's discard pile holds no cards",
        ("C's hand holds no cards", "C's hand holds 1 card"),
        ("the tabel holds no cards", "did you mean `table`?"),
    );
}

#[test]
fn a_zone_in_which_nothing_lies() {
    form(
        "A's discard pile holds nothing",
        ("A's hand holds nothing", "A's hand holds only: Tithe, Dare"),
        ("A's hand holds nothign", "`holds 3 cards` or `holds nothing`"),
    );
}

#[test]
fn what_is_on_top_and_at_the_bottom() {
    form(
        "A's draw pile begins with: Fire, Imp",
        ("A's draw pile begins with: Imp", "A's draw pile holds only: Fire, Imp, Fire Storm"),
        ("A's hand begins with: Dare", "the order of this zone means nothing: it has no top"),
    );
    form(
        "A's draw pile ends with: Imp, Fire Storm",
        ("A's draw pile ends with: Fire Storm, Imp", "A's draw pile holds only: Fire, Imp, Fire Storm"),
        ("A's draw pile ends with: Fier Storm", "did you mean `Fire Storm`?"),
    );
}

#[test]
fn attributes_and_values() {
    form("A: points 2", ("A: points 3", "A: points 2"), ("A: pionts 2", "did you mean `points`?"));
    form("A: enemy B", ("A: enemy C", "A: enemy B"), ("A: enemy Bob", "`enemy` is players, by their letters"));
    form("B: enemy none", ("B: enemy A", "B: enemy none"), ("B: enmey none", "did you mean `enemy`?"));
    form(
        "Imp (B): mood angry",
        ("Imp (B): mood calm", "Imp: mood angry"),
        ("Imp (B): mood hungry", "did you mean `angry`?"),
    );
    form(
        "Drow, the Elder: level 3",
        ("Drow, the Elder: level 2", "Drow, the Elder: level 3"),
        ("Drow, the Elder: level high", "`level` is a number, not `high`"),
    );
    form(
        "the game: prize none",
        ("the game: prize Imp", "the game: prize none"),
        ("the gaem: prize none", "card `the gaem`"),
    );
}

#[test]
fn values_are_what_they_are_now() {
    let rules = "[stages]\nadd = \"add\"\n[values.force]\nof = \"creature\"\namount = \"level\"";
    let giant = (
        "creatures",
        "giant",
        "Giant",
        "level = 4\n[[modifies]]\nvalue = \"force\"\nstage = \"add\"\namount = 2\nsubject = { kind = \"creature\" }",
        "",
    );
    let more = More { rules, cards: &[giant], ..More::default() };
    let told = |steps: &str| played_with(more, "[A]\nhand = [\"Imp\"]\npool = [\"Giant\"]", steps);
    assert!(!told("A summons Imp\nImp: force 3").contains("claim-"), "{}", told("A summons Imp\nImp: force 3"));
    let wrong = told("A summons Imp\nImp: force 1");
    assert!(wrong.ends_with("claim-untrue: Imp: force 3 = 1 to begin with, +2 (Giant)\n"), "{wrong}");
}

#[test]
fn flags() {
    form(
        "Imp (B) is tapped",
        ("Imp (C) is tapped", "Imp is not tapped"),
        ("Imp (B) is tappt", "did you mean `tapped`?"),
    );
    form(
        "Imp (C) is not tapped",
        ("Imp (B) is not tapped", "Imp is tapped"),
        ("Imp (C) is not tapd", "did you mean `tapped`?"),
    );
}

#[test]
fn what_is_attached_to_what() {
    form(
        "Fire is attached to Imp",
        ("Fire is attached to nothing", "Fire is attached to Imp"),
        ("Fire is attached to Inp", "did you mean `Imp`?"),
    );
    assert_eq!(claimed("Imp (C) is attached to nothing"), "");
}

#[test]
fn whose_a_card_is() {
    form("B owns Fire", ("A owns Fire", "B owns Fire"), ("B owns Fyre", "did you mean `Fire`?"));
    form("C controls Imp (C)", ("A controls Imp (C)", "C controls Imp"), ("C controls Impp", "did you mean `Imp`?"));
}

#[test]
fn what_a_seat_knows() {
    form(
        "B knows Fire in B's hand",
        ("A knows Fire in B's hand", "A does not know Fire in B's hand"),
        ("B knows Fire in B's pocket", "there is no zone `B's pocket`"),
    );
    form(
        "A does not know Fire in B's hand",
        ("A does not know Imp in B's pool", "A knows Imp in B's pool"),
        ("A does not know Fire", "`A does not know Fire` does not say where the card lies"),
    );
    assert_eq!(claimed("A does not know Stop in B's hand"), "claim-untrue: there is no Stop in B's hand");
}

#[test]
fn effects_that_go_on() {
    let charm = ("charms", "mist", "Mist", "lasts = \"until negated\"", "fn resolve(item) {}");
    let more = More { cards: &[charm], ..More::default() };
    let told = |steps: &str| played_with(more, "[A]\nhand = [\"Mist\"]", steps);
    assert!(!told("A plays Mist\nall pass\nMist is in effect").contains("claim-"));
    assert!(told("A plays Mist\nall pass\nMist is not in effect").ends_with("claim-untrue: Mist is in effect\n"));
    assert!(told("Mist is in effect").ends_with("claim-untrue: Mist is not in effect\n"));
    assert!(misspelt("Imp is in efect").contains("did you mean `in effect`?"));
}

#[test]
fn who_is_asked_what() {
    form(
        "A is asked: your turn",
        ("B is asked: your turn", "A is asked: your turn"),
        ("A is askd: your turn", "did you mean"),
    );
    let told = |claims: &str| {
        played(
            TABLES,
            &format!("A plays Tithe\nall pass\n{claims}\nB, give up which: Fire\nC, give up which: Stop\nA passes"),
        )
    };
    assert!(!told("B is asked: give up which").contains("claim-"), "{}", told("B is asked: give up which"));
    assert!(told("B is asked: give up what").contains("claim-untrue: B is asked: give up which"));
}

#[test]
fn who_has_answered() {
    let told = |claim: &str| played(TABLES, &format!("A plays Dare\nC answers Dare with Stop\n{claim}\nall pass"));
    for is in ["B has answered", "C has answered", "A has not answered"] {
        assert!(!told(is).contains("claim-"), "{is}\n{}", told(is));
    }
    assert!(told("B has not answered").contains("claim-untrue: B has answered"), "{}", told("B has not answered"));
    assert!(told("A has answered").contains("claim-untrue: A has not answered"), "{}", told("A has answered"));
    assert!(misspelt("E has answered").contains("seat-unknown"), "{}", misspelt("E has answered"));
    // A question that is open has no answer yet, also where the ruling ends at it.
    let at_the_end = |claim: &str| played(TABLES, &format!("A is asked: your turn\n{claim}"));
    assert!(!at_the_end("A has not answered").contains("claim-"), "{}", at_the_end("A has not answered"));
    assert!(
        at_the_end("A has answered").contains("claim-untrue: A has not answered"),
        "{}",
        at_the_end("A has answered")
    );
}

#[test]
fn what_the_trace_says_and_how_often() {
    form(
        "the trace says: Imp goes to A's pool",
        ("the trace says: Imp goes to B's pool", "the trace never says it"),
        ("the trace says thrice: Imp", "write `the trace says: …`"),
    );
    form(
        "the trace says twice: Imp",
        ("the trace says once: Imp", "the trace says it twice"),
        ("the trace says: Inp goes to A's pool", "no name of this game has the word `Inp`"),
    );
    form(
        "the trace never says: Fire",
        ("the trace never says: Imp goes", "the trace says it once"),
        ("the trace never says: Fyre", "no name of this game has the word `Fyre`"),
    );
    assert_eq!(claimed("the trace says 0 times: Dare"), "");
}

#[test]
fn whose_turn_it_is() {
    form(
        "it is A's main phase",
        ("it is A's dusk phase", "it is A's main phase"),
        ("it is A's mian phase", "did you mean `main`?"),
    );
    form("it is A's turn", ("it is B's turn", "it is A's main phase"), ("it is the turn", "write `it is B's turn`"));
}

#[test]
fn a_name_of_several_must_say_which() {
    assert_eq!(claimed("Imp is tapped"), "claim-untrue: this can mean: Imp (A) | Imp (B) | Imp (C)");
    let told =
        |claim: &str| played("[A]\nhand = [\"Dare\"]\npool = [\"Imp\", { name = \"Imp\", tapped = true }]", claim);
    // As in the trace, the first of several in one zone needs no number.
    assert!(told("Imp is tapped").ends_with("claim-untrue: Imp is not tapped\n"), "{}", told("Imp is tapped"));
    assert_eq!(told("Imp #2 is tapped\nImp #1 is not tapped\nImp is not tapped"), "");
    assert!(told("Imp #3 is tapped").ends_with("claim-untrue: there are only 2 of Imp\n"));
}

#[test]
fn a_card_in_play_comes_before_others_of_its_name() {
    let table = "[A]\nhand = [\"Fire\"]\n[B]\npool = [{ name = \"Fire\", tapped = true }]";
    assert_eq!(played(table, "Fire is tapped"), "");
}

#[test]
fn claims_change_nothing_and_leave_no_line() {
    let plain = played(TABLES, "A summons Imp\nA plays Dare\nC answers Dare with Stop\nall pass");
    let with = played(
        TABLES,
        "A: points 2\nA summons Imp\nA's pool holds: Imp\nA plays Dare\nDare is attached to nothing\n\
         C answers Dare with Stop\nB has answered\nA's discard pile holds no: Dare\nall pass\nA's hand holds 1 card",
    );
    assert_eq!(plain, with);
}

#[test]
fn claims_at_the_end_see_what_the_last_pass_has_brought_about() {
    let told = |claim: &str| played(TABLES, &format!("A plays Dare\nC answers Dare with Stop\nall pass\n{claim}"));
    assert!(!told("A's discard pile holds: Dare").contains("claim-"), "{}", told("A's discard pile holds: Dare"));
    assert!(told("A's hand holds: Dare").contains("claim-untrue"));
}

/// The findings `a-claim-that-is-false-and-passes`, `not-asked-before-waits` and `not-asked-after-waits`: a false `is not asked` passed.
#[test]
fn who_is_not_asked_is_not_until_the_next_step_that_acts() {
    let wrong = played(TABLES, "A is not asked\nA is offered: Tithe, Dare, Imp, pass\nA summons Imp");
    assert!(wrong.contains("claim-untrue: A may act: your turn"), "{wrong}");
    let right = played(
        TABLES,
        "A plays Dare\nA is not asked\nB is offered: pass\nA's hand holds 2 cards\nall pass\nB, take the dare: no",
    );
    assert!(!right.contains("claim-"), "{right}");
}

/// Two who are asked at once what to give up.
const TITHE: &str =
    "players = 3\n[A]\nhand = [\"Tithe\"]\n[B]\nhand = [\"Imp\", \"Fire\"]\n[C]\nhand = [\"Imp\", \"Fire\"]";

fn at_once(steps: &str) -> String {
    let fair = (
        "charms",
        "fair",
        "Fair",
        "affects = \"others\"",
        "fn resolve(item) { game().together(item.affected, \"offer\", item); }",
    );
    let script = "fn offer(player, item) { player.choose(\"give up which\", player.hand).discard(); }";
    let tables = TITHE.replace("Tithe", "Fair");
    played_with(
        More { script, cards: &[fair], ..More::default() },
        &tables,
        &format!("A plays Fair\nall pass\n{steps}"),
    )
}

/// The findings `not-asked-in-the-middle` and `offered-after-waits`: no claim could stand there.
#[test]
fn claims_between_the_answers_of_a_simultaneous_question() {
    let right = at_once(
        "C, give up which: Imp\nA is not asked\nB's hand holds 2 cards\nB, give up which: Fire\nB's hand holds only: Imp\nC's hand holds only: Fire",
    );
    assert!(!right.contains("claim-") && !right.contains("step-") && right.contains("Fire goes to B's"), "{right}");
    let wrong = at_once("C, give up which: Imp\nB is not asked\nB, give up which: Fire");
    assert!(wrong.contains("claim-untrue: B, give up which"), "{wrong}");
}

#[test]
fn a_simultaneous_question_is_left_open_by_claims_about_all_who_are_asked() {
    let all = at_once("B is asked: give up which\nC is asked: give up which");
    assert!(all.ends_with("- Fair resolves\n"), "{all}");
    let one = at_once("B is asked: give up which");
    assert!(one.contains("question-open: the steps are over, and C is still asked: C, give up which"), "{one}");
}

/// The finding `a-number-is-offered-as-none`: what may be answered with a number could not be claimed.
#[test]
fn bounds_of_what_is_offered() {
    let told = |cards: &str, steps: &str| {
        played(
            &format!("players = 3\n[A]\nhand = [{cards}]\npool = [\"Imp\", \"Fire\"]\n[B]\nhand = [\"Imp\", \"Fire\"]"),
            steps,
        )
    };
    let bid =
        |claim: &str| told("\"Bid\"", &format!("A plays Bid\nall pass\n{claim}\nA, bid: 1\nB, bid: 2\nC, bid: 3"));
    assert!(!bid("A is offered: 0 to 9").contains("claim-"), "{}", bid("A is offered: 0 to 9"));
    assert!(bid("A is offered: 0 to 8").contains("claim-untrue: A is offered: 0 to 9"));
    assert!(!bid("A is not offered: 10").contains("claim-"));
    assert!(bid("A is not offered: 10, 9").contains("claim-untrue: A is offered 9"));
    let cull = |claim: &str| told("\"Cull\"", &format!("A plays Cull\nall pass\n{claim}\nB, discard up to two: none"));
    assert!(
        !cull("B is offered 0 to 2 of: Fire, Imp").contains("claim-"),
        "{}",
        cull("B is offered 0 to 2 of: Fire, Imp")
    );
    assert!(cull("B is offered 1 of: Fire, Imp").contains("claim-untrue: B is offered 0 to 2 of: Imp, Fire"));
    let rank = |claim: &str| told("\"Rank\"", &format!("A plays Rank\nall pass\n{claim}\nA, rank them: Fire, Imp"));
    assert!(!rank("A is offered in order: Fire, Imp").contains("claim-"));
    assert!(rank("A is offered in order: Imp").contains("claim-untrue: A is offered in order: "));
    let split = |claim: &str| told("\"Split\"", &format!("A plays Split\nall pass\n{claim}\nA, divide: B 2, C 1"));
    assert!(!split("A is offered 3 over: B 2, C 2").contains("claim-"), "{}", split("A is offered 3 over: B 2, C 2"));
    assert!(split("A is offered 2 over: B 2, C 2").contains("claim-untrue: A is offered 3 over: B 2, C 2"));
}

#[test]
fn a_script_that_fails_fails_the_ruling_unless_it_expects_that() {
    let steps = "A plays Flawed\nall pass\nB, give up which: Imp\nA passes";
    let tables = "[A]\nhand = [\"Flawed\"]\n[B]\nhand = [\"Imp\", \"Fire\"]";
    let wrong = played(tables, steps);
    assert!(wrong.contains("script-failed: Flawed failed at scripts/demo/charms/flawed.rhai:2:"), "{wrong}");
    assert!(!played(&format!("expects = \"fault\"\n{tables}"), steps).contains("script-failed"));
    let missing = played("expects = \"fault\"\n[A]\nhand = [\"Imp\"]", "A summons Imp");
    assert!(missing.contains("fault-missing: no script fails here"), "{missing}");
    let text = "claim = \"It holds.\"\nexpects = \"falt\"\n[play]\nsteps = \"\"";
    assert!(reading(text, &ruleset()).is_err_and(|problems| problems.contains("did you mean `fault`?")));
}

#[test]
fn what_is_refused_is_refused_where_the_next_question_is_put() {
    let tables = "[A]\nhand = [\"Imp\"]\n[B]\nhand = [\"Imp\"]";
    let trace = played(tables, "A passes\nA cannot summon Imp\nA passes");
    let dusk = trace.find("## dusk").unwrap_or(usize::MAX);
    assert!(trace.find("x A cannot summon Imp").is_some_and(|at| at > dusk), "{trace}");
}

#[test]
fn a_ruleset_that_fails_ends_the_ruling_at_once() {
    let rules = "[[checks]]\nname = \"flaw\"\nattributes = [\"points\"]";
    let script = "fn check_flaw(game) { let zero = 0; game.players.first.points = 1 / zero; }";
    let trace = played_with(
        More { rules, script, ..More::default() },
        "[A]\nhand = [\"Bid\"]",
        "A plays Bid\nall pass\nA, bid: 1\nB, bid: 2\ngo on until B's turn\ngo on until A's turn\ngo on until B's turn\nA passes",
    );
    assert_eq!(trace.lines().filter(|line| line.trim_start().starts_with("! ")).count(), 1, "{trace}");
    assert!(trace.contains("script-failed: ") && !trace.contains("# Turn 2"), "{trace}");
}

/// The finding `the-fellowship-phase-is-over-before-it-begins`: the claim was made in the next phase.
#[test]
fn what_is_claimed_of_a_phase_in_which_nobody_is_asked_is_judged_there() {
    // Dawn asks nobody: the claim holds there, not in the next phase that asks somebody.
    let trace = played("phase = \"dawn\"\n[A]\nhand = [\"Imp\"]", "A cannot summon Imp\nA summons Imp");
    assert!(trace.starts_with("## dawn\nx A cannot summon Imp"), "{trace}");
    assert!(trace.find("x A cannot summon Imp") < trace.find("## main"), "{trace}");
    assert!(!trace.contains("step-") && !trace.contains("claim-"), "{trace}");
}

/// The finding `claim-before-the-gap`: it passed.
#[test]
fn a_false_claim_at_the_end_of_a_phase_fails_in_the_phase_that_has_come() {
    // After the last pass of A's turn it is B's: there B may act, and a claim that B may not is false.
    let trace =
        played("players = 3\n[B]\nhand = [\"Imp\"]", "go on until B's main phase\nB cannot summon Imp\nB passes");
    assert!(trace.contains("claim-untrue: it is allowed: B can summon Imp"), "{trace}");
}

/// The finding `a-claim-after-forced-steps`: the step after such a claim was not found any more, though it was found where
/// nothing was forced (`a-claim-without-forced-steps`).
#[test]
fn lines_that_nobody_was_asked_for_may_stand_before_a_claim() {
    // The only creature is aimed at without a question; pasted with what was announced, the claim behind it still holds.
    let tables = "players = 3\n[A]\nhand = [\"Smite\"]\n[B]\npool = [\"Fire\"]\nhand = [\"Stop\"]";
    for line in ["A plays Smite", "A plays Smite on Fire (B)", "> A plays Smite on Fire"] {
        let trace = played(tables, &format!("{line}\nA is not asked\nB is offered: Stop, pass\nall pass\nA passes"));
        assert!(!trace.contains("claim-") && !trace.contains("step-"), "{line}\n{trace}");
    }
}

/// The finding `the-place-of-an-untrue-claim`: the step before it was shown.
#[test]
fn an_untrue_claim_about_the_second_of_two_who_are_asked_is_shown_itself() {
    let wrong = at_once("C is offered: Dare\nC, give up which: Imp\nB, give up which: Fire");
    assert!(wrong.contains("claim-untrue: C is offered: Imp, Fire"), "{wrong}");
    let alone = at_once("C is offered: Dare");
    assert!(alone.contains("claim-untrue: C is offered: Imp, Fire"), "{alone}");
    let open = at_once("C is offered: Imp, Fire");
    assert!(open.contains("question-open: the steps are over, and B is still asked"), "{open}");
}

/// The finding `claim-about-a-failing-value`: it was read as a number, and the claim held.
#[test]
fn a_claim_about_a_value_that_fails_names_the_fault() {
    let more = More {
        rules: "[values.might]\nof = \"creature\"\namount = \"might_of\"",
        script: "fn might_of(card) { let none = card.level - card.level; 6 / none }",
        ..More::default()
    };
    for might in ["0", "6"] {
        let trace = played_with(more, "players = 3\n[A]\npool = [\"Imp\"]", &format!("Imp: might {might}"));
        assert!(trace.contains("claim-untrue: the ruleset failed at scripts/demo/ruleset.rhai:"), "{trace}");
    }
}
