"""Balance studies: how decks fare against each other, on all cores of one machine or on many machines.

    python -m cardwright.study spellfire --packs . --games 200 --workers 2
    python -m cardwright.study spellfire --packs . --games 200 --ray

Both print the same numbers: a study is cut into shards by deck and seed, each shard gives whole numbers that depend on nothing
but the shard, and these are added up.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import math
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ._cardwright import Ruleset, load, play


class Shard(NamedTuple):
    """Some games of a study: a cell of its matrix, and the seeds from one up to another."""

    cell: int
    start: int
    stop: int


@dataclass(frozen=True)
class Counts:
    """What some games have come to, in whole numbers. Counts of different games can be added in any order."""

    games: int
    ended: int
    draws: int
    wins: tuple[int, ...]
    halves: tuple[int, ...]
    most: int
    scores: tuple[int, ...]
    turns: int
    decisions: int
    faults: int

    def __add__(self, other: Counts) -> Counts:
        """The counts of all games of both."""

        def sums(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(a + b for a, b in zip(one, two, strict=True))

        return Counts(
            self.games + other.games,
            self.ended + other.ended,
            self.draws + other.draws,
            sums(self.wins, other.wins),
            sums(self.halves, other.halves),
            self.most + other.most,
            sums(self.scores, other.scores),
            self.turns + other.turns,
            self.decisions + other.decisions,
            self.faults + other.faults,
        )


@dataclass(frozen=True)
class Study:
    """What is to be played: each combination of decks, so many games of each, with the same seeds for all of them.

    `deciders` has a name for each seat; without them all answers are random.
    """

    packs: str
    pack: str
    people: int
    decks: tuple[str, ...]
    games: int
    seed: int = 0
    shard: int = 100
    max_decisions: int = 100_000
    deciders: tuple[str, ...] = ()

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """The decks of the players in each cell; one cell without decks where none are named."""
        if not self.decks:
            return [()]
        return list(itertools.product(self.decks, repeat=self.people))

    @property
    def shards(self) -> list[Shard]:
        """All shards, in order."""
        end = self.seed + self.games
        starts = range(self.seed, end, self.shard)
        return [
            Shard(cell, start, min(start + self.shard, end))
            for cell in range(len(self.cells))
            for start in starts
        ]


Done = Callable[[Shard, int], None]
"""Is called with each shard that is done, and the process that has played it."""


@functools.lru_cache(maxsize=8)
def _loaded(packs: str, pack: str) -> Ruleset:
    return load(packs, pack)


def run_shard(study: Study, shard: Shard) -> tuple[Counts, int]:
    """Plays a shard: the same counts whenever and wherever, and the number of this process."""
    ruleset = _loaded(study.packs, study.pack)
    decks = list(study.cells[shard.cell]) or None
    told = play(
        ruleset,
        range(shard.start, shard.stop),
        study.people,
        decks=decks,
        max_decisions=study.max_decisions,
        deciders=study.deciders or None,
    )
    seats = range(study.people)
    ended = [game for game in told if game[0]]
    counts = Counts(
        games=len(told),
        ended=len(ended),
        draws=sum(game[4] == 0 for game in ended),
        wins=tuple(sum(game[4] >> seat & 1 for game in ended) for seat in seats),
        halves=tuple(sum(game[6][seat] for game in ended) for seat in seats),
        most=sum(game[7] for game in ended),
        scores=tuple(sum(game[5][seat] for game in ended if game[5]) for seat in seats),
        turns=sum(game[1] for game in ended),
        decisions=sum(game[2] for game in told),
        faults=sum(game[3] for game in told),
    )
    return counts, os.getpid()


def merged(study: Study, results: dict[Shard, Counts]) -> list[Counts]:
    """The counts of each cell. All shards must be there."""
    missing = [shard for shard in study.shards if shard not in results]
    if missing:
        raise ValueError(f"{len(missing)} shards have not been played, the first is {missing[0]}")
    cells: list[Counts | None] = [None] * len(study.cells)
    for shard in study.shards:
        before = cells[shard.cell]
        cells[shard.cell] = results[shard] if before is None else before + results[shard]
    return [counts for counts in cells if counts is not None]


def run(study: Study, workers: int = 1, done: Done | None = None) -> list[Counts]:
    """Plays a study with so many processes of this machine."""
    results: dict[Shard, Counts] = {}

    def note(pairs: Iterable[tuple[Shard, tuple[Counts, int]]]) -> None:
        for shard, (counts, process) in pairs:
            results[shard] = counts
            if done:
                done(shard, process)

    shards = study.shards
    if workers == 1:
        note((shard, run_shard(study, shard)) for shard in shards)
    else:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context) as pool:
            note(zip(shards, pool.map(functools.partial(run_shard, study), shards), strict=True))
    return merged(study, results)


def interval(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Between what the share of so many wins lies with 95 % confidence, after Wilson."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - spread), min(1.0, middle + spread)


def table(study: Study, cells: Sequence[Counts]) -> str:
    """The study as text: in each cell the share of the games that ended which each seat has, as `cardwright sim` has it.

    Of two players, a win is a whole game, a draw half of one; of several it is the share of rivals left behind, and in a
    cooperative game the share of games won.
    """
    lines = []
    for decks, counts in zip(study.cells, cells, strict=True):
        shares = []
        for halves in counts.halves:
            share = halves / counts.most if counts.most else 0.0
            low, high = interval(share * counts.ended, counts.ended)
            shares.append(f"{share:6.1%} ({low:.1%} to {high:.1%})")
        turns = counts.turns / counts.ended if counts.ended else 0.0
        name = " v. ".join(decks) or study.pack
        rest = f"{counts.ended} of {counts.games} games ended, {turns:.1f} turns, {counts.draws} draws"
        lines.append(f"{name}: {' · '.join(shares)}; {rest}")
    return "\n".join(lines)


def as_json(study: Study, cells: Sequence[Counts]) -> dict[str, Any]:
    """The study as plain data, with the hash of the packs that were played."""
    rows = [
        {"decks": list(decks), **asdict(counts)}
        for decks, counts in zip(study.cells, cells, strict=True)
    ]
    return {"study": asdict(study), "hash": _loaded(study.packs, study.pack).hash, "cells": rows}


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays a study and prints its table."""
    parser = argparse.ArgumentParser(prog="cardwright.study", description=main.__doc__)
    parser.add_argument("pack")
    parser.add_argument("--packs", default=".", help="the folder with cards/ and scripts/")
    parser.add_argument("--people", type=int, help="as few as can play it, if not said")
    parser.add_argument("--decks", nargs="*", help="all decks, if not said")
    parser.add_argument("--games", type=int, default=100, help="of each combination of decks")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shard", type=int, default=100, help="games of a shard")
    parser.add_argument("--max-decisions", type=int, default=100_000)
    parser.add_argument("--deciders", nargs="*", default=(), help="for each seat; the last has all that are left")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--ray", action="store_true", help="on the Ray cluster, or a local one")
    parser.add_argument("--json", action="store_true")
    said = parser.parse_args(arguments)
    packs = os.path.abspath(said.packs)
    ruleset = _loaded(packs, said.pack)
    people = said.people or ruleset.people[0]
    decks = ruleset.decks if said.decks is None else said.decks
    deciders = tuple(said.deciders) + tuple(said.deciders[-1:]) * (people - len(said.deciders))
    study = Study(
        packs,
        said.pack,
        people,
        tuple(decks),
        said.games,
        said.seed,
        said.shard,
        said.max_decisions,
        deciders,
    )
    began = time.perf_counter()
    if said.ray:
        from . import ray as cluster

        cells = cluster.run(study, workers=said.workers)
    else:
        cells = run(study, said.workers)
    took = time.perf_counter() - began
    if said.json:
        print(json.dumps(as_json(study, cells), indent=1))
    else:
        print(table(study, cells))
        games = sum(counts.games for counts in cells)
        print(f"{games} games in {took:.1f} s, {games / took:.0f} a second")


if __name__ == "__main__":
    main()
