"""A value of every kind into Python and back: what a seat sees, what it can choose, and how it answers.

Each is carried whole or refused in a line that says what it is. The same is tried inside of the engine by
`tests/suite/tests/boundaries.rs`.
"""

import pytest

import cardwright

RULESET = """
title   = "Ferry"
players = { from = 2, to = 2 }
setup   = true
board   = { required = true, connected = ["shore"] }

[kinds.shore]
space = true

[kinds.bridge]
joint = true

[kinds.stone]
folder = "stones"

[attributes]
carried      = { type = "flag", of = "game", changes = true }
a_number     = { type = "number", of = "player", changes = true }
a_flag       = { type = "flag", of = "player", changes = true }
a_choice     = { type = "choice", of = "player", changes = true, choices = ["red", "green"] }
some_choices = { type = "choices", of = "player", changes = true, choices = ["red", "green", "blue"] }
a_card       = { type = "card", of = "player", changes = true }
a_player     = { type = "player", of = "player", changes = true }
some_players = { type = "players", of = "player", changes = true }
some_numbers = { type = "numbers", of = "player", changes = true }
a_space      = { type = "space", of = "player", changes = true }

[effects.keeps]
lasts = "forever"

[phases]
main = { begin = true }
"""

BOARD = """
sides = 6
kind  = "shore"
joint = "bridge"

[spaces]
"West" = {}
"East" = {}

[[joints]]
pairs = [["West", 0, "East", 3]]
"""

SCRIPT = """
//! What is sent to a player, and whether it has come back.

fn setup(game) { for player in game.players { player.draw(3); } }

fn begin_main(player) {
    let game = game();

    HAPPENS
    player.choose("wait", ["red", "green"]);
}
"""

STONES = ["Agate", "Basalt", "Chert"]


@pytest.fixture
def begun(tmp_path):
    """Begins a game in which this happens to the first player."""

    def begin(happens, helpers="", **bounds):
        files = {
            "cards/ferry/pack.toml": 'name = "ferry"\ntitle = "Ferry"\nversion = "0.1.0"\n',
            "cards/ferry/ruleset.toml": RULESET,
            "cards/ferry/board.toml": BOARD,
            "cards/ferry/decks/stones.toml": 'title = "Stones"\n[cards]\n' + "".join(f"{it} = 1\n" for it in STONES),
            "scripts/ferry/ruleset.rhai": SCRIPT.replace("HAPPENS", happens) + helpers,
        }
        files |= {f"cards/ferry/stones/{it.lower()}.toml": f'name = "{it}"\n' for it in STONES}
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        return cardwright.Game(cardwright.load(tmp_path, "ferry", **bounds), seed=1)

    return begin


def prompt(game):
    return game.observe(0)["prompts"][0]


def came_back(game):
    return game.observe(0)["view"]["game"]["attributes"]["carried"]


def hand(game):
    zones = game.observe(0)["view"]["zones"]
    return next(zone for zone in zones if zone["zone"] == "hand" and zone["owner"] == "A")["cards"]


def attributes(game, seat=0):
    return game.observe(seat)["view"]["players"][0]["attributes"]


def say(game, *names):
    """Says ids by their names."""
    table = game.ruleset.table
    for name in names:
        game.apply(table.id(name))


# --- What can be chosen --------------------------------------------------------------------------------------------

# How a script makes two options, what Python is shown of the second, and how it is said.
OPTIONS = {
    "number": ("3", "7", {"kind": "number", "number": 7}, ["number:7"]),
    "number below 0": ("3", "-5", {"kind": "number", "number": -5}, ["number:-5"]),
    "word": ('"red"', '"green"', {"kind": "word", "word": "green"}, ["word:green"]),
    "word with odd letters": ('"red"', '"✦ é \\" \\\\"', {"kind": "word", "word": '✦ é " \\'}, ['word:✦ é " \\']),
    "player": ("player", "player.left", {"kind": "player", "player": "B"}, ["player+1"]),
    "space": ("game.spaces[0]", "game.spaces[1]", {"kind": "thing", "thing": {"site": "East"}}, ["site:East"]),
    "joint": ("game.spaces[0]", "game.joints[0]", None, None),
    "zone": (
        'player.zone("hand")',
        'player.zone("discard")',
        {"kind": "zone", "zone": "discard", "owner": "A", "site": None},
        ["zone:discard+0"],
    ),
    "card": ("player.hand[0]", "player.hand[1]", None, None),
    "effect": ("player.hand[0]", "game.effects[0]", None, None),
    "cards": ("[player.hand[0]]", "[player.hand[1], player.hand[2]]", None, None),
}


def named_by_the_game(game, kind, options):
    """What Python is shown of the second option, and how it is said, where that has a handle or a name of the board."""
    cards = hand(game)[1:]
    shown = [{"handle": card["handle"]} for card in cards]
    if kind == "card":
        return {"kind": "thing", "thing": shown[0]}, [f"card:{cards[0]['name']}"]
    if kind == "cards":
        # The cards of a group are named in the order of their ids; the first tells it from the other.
        return {"kind": "group", "cards": shown}, [min((f"card:{card['name']}" for card in cards), key=game.ruleset.table.id)]
    if kind == "effect":
        return {"kind": "thing", "thing": {"handle": game.observe(0)["view"]["effects"][0]["handle"]}}, ["unknown"]
    joint = next(it for it in options if it["thing"]["site"] not in ("West", "East"))
    return joint, [f"site:{joint['thing']['site']}"]


@pytest.mark.parametrize("kind", OPTIONS)
def test_an_option_of_every_kind_arrives_whole_and_can_be_chosen(begun, kind):
    first, second, shown, said = OPTIONS[kind]
    game = begun(f"""
    if game.effects.is_empty {{ player.begin("keeps"); }}
    let back = player.choose("which", [boxed({first}), boxed({second})]);
    let sent = boxed({second});
    game.carried = back == sent;""", BOXED)
    options = [option["choice"] for option in prompt(game)["options"]]
    assert len(options) == 2 and not game.troubles
    if shown is None:
        shown, said = named_by_the_game(game, kind, options)
    assert shown in options
    # Whatever is said instead is the other option.
    other = game.clone()
    say(game, *said)
    assert came_back(game) is True and not game.troubles
    rest = [id for id in other.legal() if other.ruleset.table.name(id) not in said]
    other.apply(rest[0])
    assert came_back(other) is False and not other.troubles


BOXED = """
/// Nobody knows of what kind it is.
fn boxed(value) {
    let all = #{ it: value };

    all.it
}
"""

REFUSED = {
    "nothing": "let none = #{ it: () }; none.it",
    "flag": "true",
    "map": "#{ one: 1 }",
    "range": "2..7",
    "game": "game()",
    "numbers": "[1, 2]",
    "words": '["red", "green"]',
    "no cards": "[]",
    "lists": "[[]]",
    "built text": "`${game().turn} ✦`",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_chosen_is_refused_by_name(begun, kind):
    game = begun(
        'game.carried = player.choose("which", [boxed(sent()), boxed(sent())]) == boxed(sent());',
        f"{BOXED}\nfn sent() {{ {REFUSED[kind]} }}\n",
    )
    assert len(game.troubles) == 1
    refusals = ["cannot be chosen", "can be an option", "cannot be an option", "stands in no file"]
    assert any(refusal in game.troubles[0] for refusal in refusals), game.troubles
    assert came_back(game) is False


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 256, -17])
def test_a_number_without_an_id_is_refused(begun, number):
    made = f"{number}" if number > -(2**63) else f"{number + 1} - 1"
    with pytest.raises(cardwright.Overflow, match=str(number)):
        begun(f'game.carried = player.choose("which", [boxed(1), boxed({made})]) == 1;', BOXED)


# --- How an answer is given ----------------------------------------------------------------------------------------

COLOURS = '["red", "green", "blue"]'

ANSWERS = {
    "one": (f'player.choose("q", {COLOURS}) == "green"', ["word:green"]),
    "none": (f'player.may_choose("q", {COLOURS}) == ()', ["done"]),
    "yes": ('player.confirm("q")', ["word:yes"]),
    "no": ('!player.confirm("q")', ["word:no"]),
    "least number": ('player.choose("q", -2, 5) == -2', ["number:-2"]),
    "greatest number": ('player.choose("q", -2, 5) == 5', ["number:5"]),
    "some": (
        f'player.choose("q", {COLOURS}, 0, 2) == ["blue", "red"]',
        ["word:blue", "word:red", "done"],
    ),
    "none of some": (f'player.choose("q", {COLOURS}, 0, 2).is_empty', ["done"]),
    "order": (
        f'player.order("q", {COLOURS}) == ["blue", "red", "green"]',
        ["word:blue", "word:red", "word:green", "done"],
    ),
    "shares": (
        f'player.share("q", {COLOURS}, 3, [2, 2, 2]) == [1, 0, 2]',
        ["word:blue", "word:red", "word:blue", "done"],
    ),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_of_every_shape_comes_back_whole(begun, answer):
    asked, said = ANSWERS[answer]
    game = begun(f"game.carried = {asked};")
    assert prompt(game)["question"] == {"kind": "choose", "question": "q"}
    say(game, *said)
    assert prompt(game)["question"]["question"] == "wait"
    assert came_back(game) is True and not game.troubles


# --- What is seen --------------------------------------------------------------------------------------------------

SEEN = {
    "a_number": [("7", 7), ("0", 0), ("-3", -3)],
    "a_flag": [("true", True), ("false", False)],
    "a_choice": [('"green"', "green")],
    "some_choices": [('["blue", "red"]', ["red", "blue"]), ("[]", [])],
    "a_player": [("player.left", {"player": "B"})],
    "some_players": [("game.players", {"players": ["A", "B"]}), ("[]", {"players": []})],
    "some_numbers": [("[3, -1, 0]", [3, -1, 0]), ("[]", [])],
    "a_space": [("game.spaces[1]", {"site": "East"})],
}


@pytest.mark.parametrize("attribute", SEEN)
def test_an_attribute_of_every_kind_is_seen_whole(begun, attribute):
    for made, seen in SEEN[attribute]:
        game = begun(f"player.{attribute} = {made};")
        for seat in (0, 1, None):
            found = attributes(game, seat)[attribute]
            assert found == seen and type(found) is type(seen), made
        assert not game.troubles


def test_a_card_is_seen_by_its_handle_and_by_nobody_who_does_not_know_it(begun):
    game = begun("player.a_card = player.hand[1];")
    assert attributes(game)["a_card"] == {"handle": hand(game)[1]["handle"]}
    assert attributes(game, 1)["a_card"] == {"handle": None}


def test_what_was_never_set_is_none(begun):
    seen = attributes(begun("game.carried = true;"))
    assert [seen[name] for name in ("a_card", "a_player", "a_space")] == [None] * 3
