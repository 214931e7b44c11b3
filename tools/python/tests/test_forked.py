"""Processes that are forked of one that has games: what they use there is theirs, and what the first one has stays its own.

Each test forks in an interpreter of its own, with a limit of time: a thread that is missing is waited for for ever.

Found once: a batch waits for ever in a process that was forked; a game ends the deciding program of the process from
which it was forked.
"""

import subprocess
import sys

import pytest
from conftest import ROOT

TOY = ROOT / "tests/packs/toy"

FORKED = """
import os, sys
import cardwright

rules = cardwright.load(sys.argv[1], "toy")

def in_child(work):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as error:
            print("in the child:", type(error).__name__, error, flush=True)
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1]
"""

BATCH = (
    FORKED
    + """
batch, twin = (cardwright.Batch(rules, 2, games=64, threads=2) for _ in range(2))
batch.step_at_random()
twin.step_at_random()

def steps():
    batch.step_at_random()
    batch.step_at_random()

def drops():
    global twin
    del twin
    cardwright.Batch(rules, 2, games=8, threads=2).step_at_random()

assert in_child(steps) == 0
assert in_child(drops) == 0
# Here nothing has changed: the child has played copies.
batch.step_at_random()
twin.step_at_random()
assert batch.seeds == twin.seeds and (batch.masks == twin.masks).all()
"""
)

POOL = (
    FORKED
    + """
import multiprocessing

batch = cardwright.Batch(rules, 2, games=8, threads=2)

def stepped(times):
    for _ in range(times):
        batch.step_at_random()
    return batch.seeds

with multiprocessing.get_context("fork").Pool(2) as pool:
    assert len(pool.map(stepped, [1, 2, 3])) == 3
"""
)

PROGRAM = (
    FORKED
    + """
text = '''
import json, sys
greeting = json.loads(sys.stdin.readline())
for line in sys.stdin:
    asked = json.loads(line)
    own = next(it for it in asked["observation"]["prompts"] if it["number"] == asked["number"])
    print(json.dumps({"number": asked["number"], "answer": own["default"]}), flush=True)
'''
path = sys.argv[2]
with open(path, "w") as file:
    file.write(text)
game = cardwright.Game(rules, 2, deciders=[f"external:{sys.executable} {path}", None])

def plays():
    for _ in range(6):
        if not game.is_over:
            game.apply(game.legal()[0])

plays()
assert in_child(plays) == 0
plays()
copy = game.clone()

def drops():
    global game, copy
    del game, copy

assert in_child(drops) == 0
plays()
"""
)


def run(program: str, *words: str) -> None:
    subprocess.run([sys.executable, "-c", program, str(TOY), *words], check=True, timeout=120)


@pytest.mark.parametrize("program", [BATCH, POOL], ids=["batch", "pool"])
def test_a_batch_is_stepped_in_a_forked_process(program):
    run(program)


def test_a_program_that_decides_is_started_anew_in_a_forked_process(tmp_path):
    run(PROGRAM, str(tmp_path / "decider.py"))
