"""Many games at once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ._cardwright import RawBatch, Ruleset

ENDED = 1
BROKEN_OFF = 2


class Batch:
    """Plays many games on all cores, without holding the interpreter's lock.

    Each step says one id in each game. A game that has ended, or has taken `max_answers` answers, begins anew with
    another seed; `ends`, `rewards` and `scores` tell of the one before. All arrays are written anew by each step:

    - `seats[game]`: who is asked; -1 where deciders have ended the game before Python was asked, and the next step begins
      another, whatever id it says;
    - `masks[game, id]`: 1 where an id is legal;
    - `observations[game, column]`: what that seat sees and is asked; not there with `observe=False`;
    - `ends[game]`: 1 if a game has just ended, 2 if it was broken off, else 0;
    - `rewards[game, seat]`: 1 for a winner, -1 for everybody else, 0 in a draw, where a game has just ended;
    - `scores[game, seat]`: the points, where players are scored.

    `deciders` names who answers for each seat, for instance `["greedy", None]`; the seats that are left are Python's. The games
    are the same whatever the number of threads. After an error the batch should not be used any more.

    In a process that was forked (as `multiprocessing` does by default on Linux before Python 3.14), a batch goes on with threads
    of its own, from where it stood; a batch that was in the middle of a step when another thread forked cannot be used there.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        people: int | None = None,
        games: int = 256,
        seed: int = 0,
        *,
        decks: Sequence[str] | None = None,
        first: int = 0,
        table: str | None = None,
        options: Mapping[str, str] | None = None,
        threads: int | None = None,
        max_answers: int = 100_000,
        observe: bool = True,
        deciders: Sequence[str | None] | None = None,
    ) -> None:
        threads = threads or os.cpu_count() or 1
        self._raw = RawBatch(
            ruleset, people, games, seed, decks, first, table, options, deciders, threads, max_answers
        )
        ids, width, people = self._raw.sizes()
        self.ruleset = ruleset
        self.games = games
        self.people = people
        self.seats: NDArray[np.int8] = np.zeros(games, np.int8)
        self.masks: NDArray[np.int8] = np.zeros((games, ids), np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((games, people), np.float32)
        self.scores: NDArray[np.float32] = np.zeros((games, people), np.float32)
        self.ends: NDArray[np.int8] = np.zeros(games, np.int8)
        self.observations: NDArray[np.float32] | None = None
        if observe:
            self.observations = np.zeros((games, width), np.float32)
        self._step(None, False)

    def step(self, ids: NDArray[np.int64]) -> None:
        """Says an id in each game."""
        if not isinstance(ids, np.ndarray):
            # What a list says of its length is not believed: NumPy would read one without an end.
            ids = np.fromiter(itertools.islice(ids, self.games + 1), np.int64)
        if len(ids) != self.games:
            raise ValueError(f"{len(ids)} ids do not fit {self.games} games")
        self._step(np.ascontiguousarray(ids, np.int64), False)

    def step_at_random(self) -> None:
        """Says a random legal id in each game."""
        self._step(None, True)

    @property
    def seeds(self) -> list[int]:
        """The seed of the game that is being played in each place."""
        return self._raw.seeds()

    @property
    def troubles(self) -> list[str]:
        """What scripts that failed have reported, in the games that are being played."""
        return self._raw.troubles()

    def _step(self, ids: NDArray[np.int64] | None, random: bool) -> None:
        self._raw.step(
            ids,
            random,
            self.seats,
            self.masks,
            self.rewards,
            self.scores,
            self.ends,
            self.observations,
        )
