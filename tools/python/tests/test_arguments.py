"""Every parameter of every function and method, given values that no program means to give: an exception or a result. No panic
(`PanicException` is no `Exception`), no end of the interpreter, no memory for what is only announced.

The calls are made from the signatures: a new parameter without an ordinary value here fails the test.

Found once: a list with a great length ends the Python process, or raises what is no `Exception`; one without an end
takes all memory.
"""

import json
import subprocess
import sys

import pytest
from conftest import ROOT

CALLS = """
import inspect, itertools, json, random, resource, sys
import numpy as np
import cardwright
from cardwright import _cardwright, pettingzoo

# Whoever takes memory for a length that lies meets this, and ends with an abort.
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
packs, wanted, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
toy = packs + "/tests/packs/toy"

class Says:
    def __init__(self, length): self.length = length
    def __len__(self): return self.length
    def __getitem__(self, at):
        if at > 3: raise IndexError(at)
        return at

class Endless:
    def __len__(self): return 2
    def __iter__(self): return itertools.count()
    def __getitem__(self, at): return at

class Fails:
    def _fail(self, *_): raise RuntimeError("as a test wants it")
    __len__ = __iter__ = __getitem__ = __index__ = __int__ = __float__ = __str__ = __bool__ = __fspath__ = __array__ = _fail

class Index:
    def __init__(self, value): self.value = value
    def __index__(self): return self.value

within = []
within.append(within)
INTEGERS = [-1, 0, 1, 3, 127, 128, 255, 256, 2**20 + 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**40, -(2**63)]
TEXTS = ["", "x", "\\0", "../../etc", "a" * 100_000, "\\ud800", "\\u202e", "toy", "A", "random", "no:such", "mcts:0", "mcts:-1", "weights:"]
LISTS = [[], [None], [[]], ["x"], [0], [255], [256], [-1], [2**64], within, ["x"] * 1000, (0, 1), (1, 0), (2**62, -(2**62))]
LENGTHS = [range(10**15), range(2**63 - 1), range(2**64), Says(10**15), Says(2**62), Says(-1), Says(2), Endless(), iter([1, 2])]
ARRAYS = [np.zeros(0, np.int64), np.zeros((2, 2)), np.zeros(4, np.int64)[::2], np.array(["x"]), np.broadcast_to(np.int64(0), (10**12,))]
OTHERS = [None, True, 0.5, float("nan"), float("inf"), b"", b"\\xff" * 100, bytearray(3), memoryview(b"abc"), {}, {"x": "y"}, {1: 2},
          set(), object(), Fails(), Index(2**70), Index(-1), Index(1), int, lambda: 1, Ellipsis]
ODD = INTEGERS + TEXTS + LISTS + LENGTHS + ARRAYS + OTHERS

rules = cardwright.load(toy, "toy")
game = lambda: cardwright.Game(rules, 2)
batch = lambda: cardwright.Batch(rules, 2, 2, threads=1)
ORDINARY = {
    "path": toy, "pack": "toy", "ruleset": rules, "people": 2, "seed": 1, "seeds": [1], "games": 2, "threads": 1, "id": 0, "name": "pass",
    "save": game().save(), "ids": np.zeros(2, np.int64), "seat": 0, "action": 0, "agent": "seat_0", "random": False, "max_answers": 100,
}
LEFT_OUT = {"numbers", "copies", "rows", "decks", "first", "table", "options", "deciders", "seats", "max_decisions", "observe", "reward",
            "render_mode"}
MADE = {"Game": game, "Batch": batch, "Ruleset": lambda: rules, "Table": lambda: rules.table, "Layout": lambda: rules.layout(2)}

def environment():
    made = pettingzoo.CardwrightEnv(rules, 2)
    made.reset(seed=1)
    return made

CALLABLES = {"load": cardwright.load, "play": cardwright.play, "Game": cardwright.Game, "Batch": cardwright.Batch,
             "RawBatch": _cardwright.RawBatch, "compare": _cardwright._compare_twins, "CardwrightEnv": pettingzoo.CardwrightEnv}
for owner, make in {**MADE, "CardwrightEnv": environment}.items():
    kind = type(make())
    for name, method in vars(kind).items():
        if not name.startswith("_") and callable(getattr(kind, name)):
            CALLABLES[f"{owner}.{name}"] = (make, name)

def bound(callee):
    return getattr(callee[0](), callee[1]) if isinstance(callee, tuple) else callee

def parameters(name):
    signature = inspect.signature(bound(CALLABLES[name]))
    named = [it for it in signature.parameters.values() if it.kind not in (it.VAR_KEYWORD, it.VAR_POSITIONAL)]
    missing = {it.name for it in named} - set(ORDINARY) - LEFT_OUT
    assert not missing or name in ("RawBatch",), f"{name}: an ordinary value of {missing}"
    return [it.name for it in named if it.name not in missing]

def call(name, odd):
    known = parameters(name)
    arguments = {it: ORDINARY[it] for it in known if it in ORDINARY} | odd
    if name == "RawBatch":
        arguments = {"decks": None, "first": 0, "table": None, "options": None, "deciders": None} | arguments
    try:
        bound(CALLABLES[name])(**arguments)
        return "taken"
    except Exception:
        return "refused"
    except BaseException as error:
        shown = {key: repr(value)[:60] for key, value in odd.items()}
        print(json.dumps(f"{name}({shown}): {type(error).__name__} {error}"))
        return "panic"

if wanted == "names":
    print(json.dumps(sorted(name for name in CALLABLES if parameters(name))))
    sys.exit()
seen, luck = {"taken": 0, "refused": 0, "panic": 0}, random.Random(wanted)
for one in parameters(wanted):
    for odd in ODD:
        # What is done last is known where the interpreter is ended.
        print(json.dumps([wanted, one, repr(type(odd)) if isinstance(odd, Fails) else repr(odd)[:60]]), file=sys.stderr, flush=True)
        seen[call(wanted, {one: odd})] += 1
for _ in range(times):
    several = {one: luck.choice(ODD) for one in parameters(wanted) if luck.random() < 0.5}
    print(json.dumps([wanted, sorted(several)]), file=sys.stderr, flush=True)
    seen[call(wanted, several)] += 1
print(json.dumps(seen))
"""


def made(wanted: str, times: int = 100) -> list:
    """What the calls of one function have printed, line by line."""
    done = subprocess.run(
        [sys.executable, "-c", CALLS, str(ROOT), wanted, str(times)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    last = done.stderr.strip().splitlines()[-3:]
    assert done.returncode == 0, f"ended with {done.returncode} after {last}"
    return [json.loads(line) for line in done.stdout.splitlines()]


NAMES = made("names")[0]


def test_all_that_can_be_called_is_called():
    assert {"load", "play", "Game", "Batch", "RawBatch", "Game.undo", "Game.load", "Batch.step", "Table.name"} <= set(NAMES)
    assert {"Ruleset.layout", "CardwrightEnv", "CardwrightEnv.step", "compare"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_argument_is_taken_or_refused_by_an_exception(name):
    *panics, seen = made(name)
    assert panics == [] and seen["panic"] == 0
    assert seen["refused"] > 0, seen
