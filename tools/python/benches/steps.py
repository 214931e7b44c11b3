"""What a step costs in a batch, and what of it is the game itself.

    python benches/steps.py [PACK ...]          (CARDWRIGHT_PACKS names the folder of packs, or this repository is taken)

For each game, in microseconds on one thread, the fastest of five runs: a step of `Batch` with masks, and with observations as
well; a decision of the same game played at random by `cardwright.play`, without Python in between; and what a call of
`Batch.step` costs besides its games, for one of 256 games.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import cardwright

RUNS = 5
GAMES = 256
SECONDS = 0.4


def step(ruleset: cardwright.Ruleset, games: int, observe: bool) -> float:
    """Microseconds for a step of all games together."""
    batch = cardwright.Batch(ruleset, games=games, threads=1, observe=observe)
    for _ in range(5):
        batch.step_at_random()
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        batch.step_at_random()
        steps += 1
    return (time.perf_counter() - began) / steps * 1e6


def decision(ruleset: cardwright.Ruleset) -> float:
    """Microseconds for a decision of a game that nobody looks at."""
    decisions, seed, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        decisions += sum(row[2] for row in cardwright.play(ruleset, range(seed, seed + 20)))
        seed += 20
    return (time.perf_counter() - began) / decisions * 1e6


def call(one: float, all: float) -> float:
    """What a call costs besides its games, for one of many games."""
    each = (all - one) / (GAMES - 1)
    return max(0.0, one - each) / GAMES


def main() -> None:
    packs = os.environ.get("CARDWRIGHT_PACKS") or str(Path(__file__).resolve().parents[3])
    print("| µs, one thread | a decision without Python | a step, masks | masks and observations | of it the call |")
    print("|---|---|---|---|---|")
    for pack in sys.argv[1:] or ["kuhn_poker", "crazy_eights", "hearts", "spellfire"]:
        ruleset = cardwright.load(packs, pack)
        plain = min(decision(ruleset) for _ in range(RUNS))
        masks = min(step(ruleset, GAMES, False) for _ in range(RUNS))
        seen = min(step(ruleset, GAMES, True) for _ in range(RUNS)) / GAMES
        one = min(step(ruleset, 1, False) for _ in range(RUNS))
        print(f"| {pack} | {plain:.2f} | {masks / GAMES:.2f} | {seen:.2f} | {call(one, masks):.3f} |", flush=True)


if __name__ == "__main__":
    main()
