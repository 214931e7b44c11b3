"""Arguments that make no sense, and a game that is asked while it is looked at: an exception, no panic, no waiting for ever."""

import subprocess
import sys

import pytest
from conftest import ROOT, ruleset

import cardwright

TOY = ROOT / "tests/packs/toy"

ODD = [-1, 40, 255, 256, 2**31, 2**32, 2**63, 2**64, 10**40, 1.5, float("nan"), "\0", b"\xff", [], [-1], {}, object()]

CALLS = {
    "people": lambda odd: cardwright.Game(ruleset("hearts"), people=odd),
    "seed": lambda odd: cardwright.Game(ruleset("hearts"), seed=odd),
    "decks": lambda odd: cardwright.Game(ruleset("spellfire"), decks=odd),
    "first": lambda odd: cardwright.Game(ruleset("hearts"), first=odd),
    "table": lambda odd: cardwright.Game(ruleset("hearts"), table=odd),
    "options": lambda odd: cardwright.Game(ruleset("hearts"), options=odd),
    "deciders": lambda odd: cardwright.Game(ruleset("hearts"), deciders=odd),
    "numbers": lambda odd: cardwright.load(TOY, "toy", numbers=(odd, odd)),
    "widely apart": lambda odd: cardwright.load(TOY, "toy", numbers=(-(2**63), odd)),
    "copies": lambda odd: cardwright.load(TOY, "toy", copies=odd),
    "path": lambda odd: cardwright.load(odd, "toy"),
    "pack": lambda odd: cardwright.load(TOY, odd),
    "save": lambda odd: cardwright.Game.load(ruleset("hearts"), odd),
    "layout": lambda odd: ruleset("hearts").layout(odd),
    "name": lambda odd: ruleset("hearts").table.name(odd),
    "apply": lambda odd: cardwright.Game(ruleset("hearts")).apply(odd),
    "apply for": lambda odd: cardwright.Game(ruleset("hearts")).apply(0, odd),
    "legal": lambda odd: cardwright.Game(ruleset("hearts")).legal(odd),
    "mask": lambda odd: cardwright.Game(ruleset("hearts")).mask(odd),
    "undo": lambda odd: cardwright.Game(ruleset("hearts")).undo(odd),
    "undo for": lambda odd: cardwright.Game(ruleset("hearts")).undo([odd]),
    "observe": lambda odd: cardwright.Game(ruleset("hearts")).observe(odd),
    "observation": lambda odd: cardwright.Game(ruleset("hearts")).observation(odd),
    "trace": lambda odd: cardwright.Game(ruleset("hearts")).trace(odd),
    "seeds": lambda odd: cardwright.play(ruleset("kuhn_poker"), odd),
    "a seed": lambda odd: cardwright.play(ruleset("kuhn_poker"), [odd]),
    "decisions": lambda odd: cardwright.play(ruleset("kuhn_poker"), [1], max_decisions=odd),
    "batch": lambda odd: cardwright.Batch(ruleset("kuhn_poker"), odd, 2),
    "answers": lambda odd: cardwright.Batch(ruleset("kuhn_poker"), games=2, max_answers=odd),
}


@pytest.mark.parametrize("call", CALLS)
def test_an_odd_argument_is_taken_or_an_exception(call):
    for odd in ODD:
        try:
            CALLS[call](odd)
        except Exception:
            # A panic is no `Exception`, and fails the test.
            pass


def test_what_would_take_all_memory_is_refused():
    with pytest.raises(cardwright.Overflow, match="rows"):
        cardwright.load(TOY, "toy", rows=2**60)
    for threads in (10**6, 2**63):
        with pytest.raises(ValueError, match="threads"):
            cardwright.play(ruleset("kuhn_poker"), [1], threads=threads)
        with pytest.raises(ValueError, match="threads"):
            cardwright.Batch(ruleset("kuhn_poker"), games=2, threads=threads)


def test_a_seat_that_nobody_has_sees_nothing():
    game = cardwright.Game(ruleset("hearts"))
    for seat in (4, 31, 255):
        with pytest.raises(cardwright.IllegalId, match="nobody has seat"):
            game.observation(seat)


ASKED_MEANWHILE = """
import json, sys
import cardwright

game = cardwright.Game(cardwright.load(sys.argv[1], "toy"), seed=1)
loads, turns = json.loads, []

def asked_meanwhile(text):
    turns.append(game.turn)
    return loads(text)

json.loads = asked_meanwhile
game.observe(0)
assert turns == [1], turns
"""


def test_a_game_can_be_asked_while_python_makes_its_data():
    """In the middle of that another thread may run, and would wait for ever if the game were still locked."""
    subprocess.run([sys.executable, "-c", ASKED_MEANWHILE, str(TOY)], check=True, timeout=120)
