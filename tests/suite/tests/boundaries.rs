//! A value of every kind through every boundary, and back: each is carried whole, or refused in a line that says what it
//! is. Two tables, of values and of boundaries; every pair of them is a card, and is played by both evaluators, as it is
//! and with a save and a load at every question.

use cardwright_content::Files;
use cardwright_game::{Loaded, Ruleset, RulesetInside, load};
use cardwright_kernel::ids::{EntityId, PhaseId, PlayerId, ZoneDeclId};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::setup::{Arranged, Generator, Lot, Setup, Start};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Progress;
use cardwright_kernel::values::Value;
use suite::cores;
use suite::reference::Evaluator;
use suite::saves::{HEAD, sealed};

/// A value: its name, how a script makes it, and how another sees that what is `there` is the same.
struct Sent {
    name: &'static str,
    made: &'static str,
    same: &'static str,
}

/// Whatever can be compared is the same if it is equal.
const EQUAL: &str = "there == sent(card)";

const VALUES: &[Sent] = &[
    Sent { name: "nothing", made: "let none = #{ it: () }; none.it", same: EQUAL },
    Sent { name: "yes", made: "true", same: EQUAL },
    Sent { name: "no", made: "false", same: EQUAL },
    Sent { name: "zero", made: "0", same: EQUAL },
    Sent { name: "largest", made: "9223372036854775807", same: EQUAL },
    Sent { name: "smallest", made: "-9223372036854775807 - 1", same: EQUAL },
    Sent { name: "word", made: "\"red\"", same: EQUAL },
    Sent { name: "empty-text", made: "\"\"", same: EQUAL },
    Sent { name: "built-text", made: "`${card.owner.hand.len} \u{2726} \u{e9}`", same: EQUAL },
    Sent { name: "card", made: "card.owner.hand.last", same: EQUAL },
    Sent { name: "player", made: "card.owner.left", same: EQUAL },
    Sent { name: "item", made: "game().items.last", same: "is_a(there, \"item\")" },
    Sent { name: "effect", made: "game().effects.first", same: EQUAL },
    Sent { name: "space", made: "game().spaces.last", same: EQUAL },
    Sent { name: "joint", made: "game().joints.first", same: EQUAL },
    Sent { name: "zone", made: "card.owner.zone(\"hand\")", same: EQUAL },
    Sent { name: "game", made: "game()", same: "there.turn == 1" },
    Sent { name: "range", made: "2..7", same: EQUAL },
    Sent { name: "closed-range", made: "2..=7", same: EQUAL },
    Sent { name: "no-elements", made: "[]", same: EQUAL },
    Sent { name: "cards", made: "card.owner.hand", same: EQUAL },
    Sent { name: "one-card", made: "[card.owner.hand.last]", same: EQUAL },
    Sent { name: "card-twice", made: "[card.owner.hand.last, card.owner.hand.last]", same: EQUAL },
    Sent { name: "players", made: "game().players", same: EQUAL },
    Sent { name: "players-backwards", made: "game().players.reverse()", same: EQUAL },
    Sent { name: "player-twice", made: "[card.owner, card.owner]", same: EQUAL },
    Sent { name: "items", made: "game().items", same: "there.len == 1 && is_a(there[0], \"item\")" },
    Sent { name: "spaces", made: "game().spaces", same: EQUAL },
    Sent { name: "numbers", made: "[3, -1, 0]", same: EQUAL },
    Sent { name: "large-numbers", made: "[9223372036854775807, -9223372036854775807 - 1]", same: EQUAL },
    Sent { name: "many-numbers", made: "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]", same: EQUAL },
    Sent { name: "words", made: "[\"red\", \"green\"]", same: EQUAL },
    Sent { name: "flags", made: "[true, false]", same: EQUAL },
    Sent { name: "nothings", made: "[(), ()]", same: EQUAL },
    Sent { name: "mixed", made: "[card.owner, card.owner.hand.last, 7, \"red\", (), true]", same: EQUAL },
    Sent { name: "nested", made: "[[], [[card.owner.hand.last], [1, [2]]]]", same: EQUAL },
    Sent {
        name: "map",
        made: "#{ two: [card.owner], one: 1 }",
        same: "there.keys() == [\"one\", \"two\"] && [there[\"one\"], there[\"two\"]] == [1, [card.owner]]",
    },
    Sent {
        name: "maps",
        made: "[#{ one: 1 }, #{}]",
        same: "there.len == 2 && there[0].keys().len == 1 && there[1].keys().is_empty",
    },
];

/// A boundary: its name, what a card's script does there beside making the value, and what is known of it.
struct Boundary {
    name: &'static str,
    script: &'static str,
    /// Whether everything passes. Elsewhere something may be refused by name.
    whole: bool,
    /// Values for which what comes back differs, and why that is right.
    but: &'static [(&'static str, &'static str)],
}

const fn whole(name: &'static str, script: &'static str) -> Boundary {
    Boundary { name, script, whole: true, but: &[] }
}

const fn refusing(name: &'static str, script: &'static str) -> Boundary {
    Boundary { name, script, whole: false, but: &[] }
}

/// What an attribute may be is checked when it is set.
macro_rules! attribute {
    ($name:literal) => {
        refusing(
            $name,
            concat!(
                "fn resolve(item) { let player = item.player; player.",
                $name,
                " = boxed(item.card); player.choose(\"wait\", [1, 2]); mark(same(item.card, player.",
                $name,
                ")); }"
            ),
        )
    };
}

const BOUNDARIES: &[Boundary] = &[
    whole(
        "hook-result",
        "fn gives(card, value) { sent(card) }
         fn resolve(item) { mark(same(item.card, item.card.perform(\"gives\", ()))); }",
    ),
    whole(
        "hook-argument",
        "fn takes(card, value) { same(card, value) }
         fn resolve(item) { mark(item.card.perform(\"takes\", boxed(item.card))); }",
    ),
    whole(
        "note",
        "fn announce(item) { item.set(\"kept\", boxed(item.card)); }
         fn resolve(item) { item.player.choose(\"wait\", [1, 2]); mark(same(item.card, item.get(\"kept\"))); }",
    ),
    whole(
        "note-of-an-effect",
        "fn takes(card, value) { same(card, value) }
         fn resolve(item) {
             let effect = item.begin(\"keeps\");
             effect.set(\"kept\", boxed(item.card));
             game().next(\"look\", item.card);
             game().next(\"pause\", ());
         }",
    ),
    whole(
        "next",
        "fn takes(card, value) { same(card, value) }
         fn resolve(item) { game().next(\"arrive\", boxed(item.card)); game().next(\"pause\", ()); }",
    ),
    whole(
        "together",
        "fn resolve(item) {
             let all = game().together(game().players, \"asked\", boxed(item.card));
             let card = item.card;
             mark(all.len == 2 && all.all(|back| same(card, back)));
         }",
    ),
    refusing(
        "choice",
        "fn resolve(item) { mark(same(item.card, item.player.choose(\"which\", [boxed(item.card)]))); }",
    ),
    refusing(
        "target",
        "fn announce(item) { item.aim(\"at\", [boxed(item.card)]); }
         fn resolve(item) { item.player.choose(\"wait\", [1, 2]); mark(same(item.card, item.target)); }",
    ),
    Boundary {
        name: "signal",
        script: "fn takes(card, value) { same(card, value) }
         fn resolve(item) { game().signal(\"sent\", boxed(item.card)); }",
        whole: false,
        but: &[
            ("player", "a listener finds the player of a signal as `event.player`"),
            ("game", "what is about the whole game is about nothing in particular"),
        ],
    },
    attribute!("a_number"),
    attribute!("a_flag"),
    attribute!("a_choice"),
    attribute!("some_choices"),
    attribute!("a_card"),
    attribute!("a_player"),
    Boundary {
        but: &[
            ("nothing", "an attribute of players that was never set holds none"),
            ("players-backwards", "the players of an attribute are a set, which is read in seat order"),
            ("player-twice", "the players of an attribute are a set"),
        ],
        ..attribute!("some_players")
    },
    attribute!("some_numbers"),
    attribute!("a_space"),
];

const RULESET: &str = r#"
title   = "Ferry"
players = { from = 2, to = 2 }
signals = ["sent"]
board   = { required = true, connected = ["shore"] }

[kinds.shore]
space = true

[kinds.bridge]
joint = true

[kinds.parcel]
folder = "parcels"

[kinds.stone]
folder = "stones"

[attributes]
carried      = { type = "flag", of = "game", changes = true }
a_number     = { type = "number", of = "player", changes = true }
a_flag       = { type = "flag", of = "player", changes = true }
a_choice     = { type = "choice", of = "player", changes = true, choices = ["red", "green"] }
some_choices = { type = "choices", of = "player", changes = true, choices = ["red", "green"] }
a_card       = { type = "card", of = "player", changes = true }
a_player     = { type = "player", of = "player", changes = true }
some_players = { type = "players", of = "player", changes = true }
some_numbers = { type = "numbers", of = "player", changes = true }
a_space      = { type = "space", of = "player", changes = true }

[methods.gives]
of = "parcel"

[methods.takes]
of = "parcel"

[effects.keeps]
lasts = "forever"

[on.sent]

[actions.send]
says    = "sends"
of      = "parcel"
from    = "hand"
offered = "turn"

[windows.turn]
asks   = "you"
rounds = "turn"
masked = true

[phases]
main = { windows = ["turn"] }
"#;

const RULESET_SCRIPT: &str = r#"
//! What arrives is looked at by the card that has sent it.

fn note(holds) {
    let game = game();

    if holds { game.carried = true; }
}

fn sender() { game().cards("discard").last }

fn arrive(value) { note(sender().perform("takes", value)); }

fn look(card) { note(card.perform("takes", game().effects.last.get("kept"))); }

fn pause(value) { game().turn_player.choose("wait", [1, 2]); }

fn asked(player, value) {
    player.choose("wait", [1, 2]);
    value
}

fn on_sent(game, event) {
    note(game.items.last.card.perform("takes", event.subject));
}
"#;

const BOARD: &str = r#"
sides = 6
kind  = "shore"
joint = "bridge"

[spaces]
"West" = {}
"East" = {}

[[joints]]
pairs = [["West", 0, "East", 3]]
"#;

/// The file of the card that sends a value through a boundary.
fn id(value: &Sent, boundary: &Boundary) -> String {
    format!("{}-through-{}", value.name, boundary.name.replace('_', "-"))
}

fn script(value: &Sent, boundary: &Boundary) -> String {
    let begins = if value.name == "effect" { "if game().effects.is_empty { item.begin(\"keeps\"); }" } else { "" };
    let body = boundary.script.replacen("(item) {", &format!("(item) {{ {begins} "), 1);
    let helpers = [
        ("boxed(", "/// Nobody knows of what kind it is.\nfn boxed(card) { let all = #{ it: sent(card) }; all.it }"),
        ("mark(", "fn mark(holds) { if holds { let game = game(); game.carried = true; } }"),
    ];
    let helpers = helpers.iter().filter(|(call, _)| body.contains(call)).map(|(_, helper)| *helper);
    let own = [
        format!("fn sent(card) {{ {} }}", value.made),
        format!("fn same(card, back) {{ let all = #{{ it: back }}; let there = all.it; {} }}", value.same),
        body.clone(),
    ];
    let parts: Vec<String> = helpers.map(str::to_owned).chain(own).collect();
    format!("//! It is sent.\n\n{}\n", parts.join("\n\n"))
}

fn game_of(evaluator: Evaluator) -> Ruleset {
    let mut files: Vec<(String, String)> = [
        ("cards/ferry/pack.toml", "name = \"ferry\"\ntitle = \"Ferry\"\nversion = \"0.1.0\"\n"),
        ("cards/ferry/ruleset.toml", RULESET),
        ("cards/ferry/board.toml", BOARD),
        ("cards/ferry/stones/stone.toml", "name = \"Stone\"\n"),
        ("scripts/ferry/ruleset.rhai", RULESET_SCRIPT),
    ]
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .into();
    for (value, boundary) in pairs() {
        let id = id(value, boundary);
        files.push((format!("cards/ferry/parcels/{id}.toml"), format!("name = \"{id}\"\ntext = \"It is sent.\"\n")));
        files.push((format!("scripts/ferry/parcels/{id}.rhai"), script(value, boundary)));
    }
    let files = Files::new(files);
    let Loaded { ruleset, problems, .. } = load(&files, "ferry");
    let ruleset = ruleset.unwrap_or_else(|| panic!("{}", problems.render(&files, Colour::Plain)));
    evaluator.runs(&ruleset)
}

fn pairs() -> impl Iterator<Item = (&'static Sent, &'static Boundary)> {
    VALUES.iter().flat_map(|value| BOUNDARIES.iter().map(move |boundary| (value, boundary)))
}

/// A game in which the card is in the hand of the player who acts, with some stones.
fn begun(ruleset: &Ruleset, card: &str) -> Game {
    let rules = ruleset.rules();
    let def = |name: &str| rules.definitions.get_index_of(name).expect("the card is there").into();
    let hand = rules.zones.get_index_of("hand").map(ZoneDeclId::from).expect("there are hands");
    let lots = [(0, vec![def("Stone"), def(card), def("Stone"), def("Stone")]), (1, vec![def("Stone")])];
    let setup = Setup {
        players: 2,
        seats: rules.seating(2),
        first: PlayerId(0),
        seed: 1.into(),
        cards: lots.map(|(player, cards)| Lot::new(PlayerId(player), hand, cards)).into(),
        pieces: Vec::new(),
        options: Vec::new(),
        start: Start::Middle(Arranged { phase: PhaseId(0), ..Arranged::default() }),
    };
    Game::new(rules, &setup)
}

/// The card is sent once; of all else, the first is chosen, or it is passed.
fn answer(prompt: &Prompt, is_sent: &mut bool) -> Answer {
    let is_act = matches!(prompt.question, Question::Act { .. });
    let used = prompt.options.iter().position(|option| matches!(option, Choice::Use { .. }));
    match used.filter(|_| is_act && !*is_sent) {
        Some(at) => {
            *is_sent = true;
            Answer::one(at)
        }
        None => match is_act {
            true => prompt.pass().unwrap_or_else(|| prompt.default.clone()),
            false => prompt.default.clone(),
        },
    }
}

/// What comes of it: whether the value came back, and the lines of faults.
fn sent(ruleset: &Ruleset, card: &str, saved: bool) -> (bool, Vec<String>) {
    let host = ruleset.host();
    let (mut game, mut is_sent) = (begun(ruleset, card), false);
    for _ in 0..20 {
        let mut table = ruleset.table_of_people(&host, game);
        let progress = table.advance();
        let ends = progress == Progress::Over || table.state().turn().number > 1;
        if let (false, Some(prompt)) = (ends, table.game().prompts().first().cloned()) {
            let answer = answer(&prompt, &mut is_sent);
            table.answer(prompt.number, answer).expect("it is one of the options");
        }
        game = table.into_game();
        if ends {
            break;
        }
        if saved {
            game = ruleset.load(&ruleset.save(&game)).unwrap_or_else(|damage| panic!("{card}: {damage}"));
        }
    }
    let rules = ruleset.rules();
    let attr = rules.attributes.get_index_of("carried").expect("it is declared").into();
    let carried = game.state().changing(rules, EntityId::GAME, attr) == Some(Value::Flag(true));
    let lines = ruleset.reporter(&game, None).lines(game.trace()).into_iter().map(|(_, line)| line.trim().to_owned());
    (carried, lines.filter(|line| line.starts_with('!')).collect())
}

/// Why a pair is not as it should be.
fn wrong(ruleset: &Ruleset, (value, boundary): (&Sent, &Boundary), saved: bool) -> Option<String> {
    let card = id(value, boundary);
    let (carried, faults) = sent(ruleset, &card, saved);
    let refusals =
        ["cannot be", "cannot become", "can be an option", "is in it", "stands in no file", "too long", "too large"];
    let is_named = |line: &String| refusals.iter().any(|refusal| line.contains(refusal));
    let is_known = boundary.but.iter().any(|(name, _)| *name == value.name);
    let right = match (carried, &faults[..]) {
        _ if is_known => !carried,
        (true, []) => true,
        (false, [fault]) => !boundary.whole && is_named(fault),
        _ => false,
    };
    let how = if saved { ", saved and loaded" } else { "" };
    (!right).then(|| format!("{card}{how}: came back: {carried}, {faults:?}"))
}

#[test]
fn every_value_passes_every_boundary_whole_or_is_refused_by_name() {
    let runs = [(Evaluator::Lowered, false), (Evaluator::Lowered, true), (Evaluator::Reference, true)];
    let found = cores::each(&runs, |(evaluator, saved)| {
        let ruleset = game_of(*evaluator);
        pairs().filter_map(|pair| wrong(&ruleset, pair, *saved)).collect::<Vec<_>>()
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), 3 * pairs().count(), found.join("\n"));
}

/// A save at the question at which a note waits to be read.
fn noted(ruleset: &Ruleset, card: &str) -> Vec<u8> {
    let host = ruleset.host();
    let (mut game, mut is_sent) = (begun(ruleset, card), false);
    for _ in 0..5 {
        let mut table = ruleset.table_of_people(&host, game);
        table.advance();
        let prompt = table.game().prompts().first().cloned().expect("somebody is asked");
        if is_sent {
            return ruleset.save(table.game());
        }
        table.answer(prompt.number, answer(&prompt, &mut is_sent)).expect("it is one of the options");
        game = table.into_game();
    }
    panic!("{card} is never sent");
}

/// Whatever stands in a save in place of what is carried, it is refused, or is something that scripts can hold.
#[test]
fn a_forged_save_of_what_is_carried_is_refused_or_can_be_played() {
    let ruleset = game_of(Evaluator::Lowered);
    let host = ruleset.host();
    let mut luck = Generator::new(1);
    for value in ["nested", "map", "maps", "built-text", "closed-range", "mixed", "game"] {
        let save = noted(&ruleset, &format!("{value}-through-note"));
        for _ in 0..150 {
            let mut payload = save[HEAD..].to_vec();
            let at = luck.below(payload.len() as u32) as usize;
            payload[at] = luck.bits() as u8;
            let Ok(game) = ruleset.load(&sealed(&save, &payload)) else { continue };
            let mut table = ruleset.table_of_people(&host, game);
            for _ in 0..3 {
                table.advance();
                let Some(prompt) = table.game().prompts().first().cloned() else { break };
                let _ = table.answer(prompt.number, prompt.default.clone());
            }
        }
    }
}
