"""The native part of the package."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

TABLE_FORMAT: int
"""Raised when an id would mean something else in a table of the same packs than it did before."""

__version__: str

class PackError(ValueError):
    """A pack has mistakes: the message lists them."""

class IllegalId(ValueError):
    """The id is not legal now, or the seat is not asked. Nothing has changed."""

class DeciderError(ValueError):
    """There is no such decider, or one has failed: another program that ended, was silent or wrote no answer."""

class Overflow(OverflowError):
    """The bounds given to `load` have no room for something. Nothing is cut off: load the game with wider bounds."""

def load(
    path: str | PathLike[str],
    pack: str,
    *,
    numbers: tuple[int, int] | None = None,
    copies: int | None = None,
    rows: int | None = None,
) -> Ruleset:
    """Loads and checks the game of a pack in the folder `path`, which has `cards/` and `scripts/`.

    `numbers` are the least and the greatest number that can be answered (-16 to 255), `copies` how many options that are
    otherwise alike can be told apart (128), `rows` how many cards, items and effects an observation has room for
    (reckoned from the decks). What has no room raises `Overflow`.
    """

@final
class Ruleset:
    """A ruleset, loaded and checked. It never changes, and all games share it."""

    @property
    def title(self) -> str: ...
    @property
    def pack(self) -> str: ...
    @property
    def people(self) -> tuple[int, int]:
        """The fewest and the most people who can play it."""
    @property
    def decks(self) -> list[str]:
        """The keys of the decks that players can choose."""
    @property
    def hash(self) -> str:
        """A hash of all files of all packs in play."""
    @property
    def table(self) -> Table: ...
    def info(self) -> dict[str, Any]:
        """What is declared and printed: phases, zones, attributes, decks, the board, every card."""
    def layout(self, people: int) -> Layout: ...

@final
class Table:
    """The ids that answers are spelt with, made at load from what the game declares."""

    @property
    def version(self) -> str:
        """The format, and a hash of the names of all ids: keep it beside what was trained with them."""
    def names(self) -> list[str]: ...
    def name(self, id: int) -> str: ...
    def id(self, name: str) -> int: ...
    def __len__(self) -> int: ...

@final
class Layout:
    """The columns of an observation."""

    @property
    def width(self) -> int: ...
    @property
    def rows(self) -> tuple[int, int, int]:
        """Where rows begin, how many there are, and how many columns each has."""
    def names(self) -> list[str]:
        """The names of the columns before the rows."""
    def row_names(self) -> list[str]: ...

@final
class Game:
    """A game that is being played. Seats are numbers from 0; one that is left out is the seat that is asked first.

    `deciders` names who answers for each seat, for instance `["mcts:200", None]`; where it says `None` or nothing, Python
    answers. Copies have the same deciders, who begin anew.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        people: int | None = None,
        seed: int = 0,
        *,
        decks: Sequence[str] | None = None,
        first: int = 0,
        table: str | None = None,
        options: Mapping[str, str] | None = None,
        deciders: Sequence[str | None] | None = None,
    ) -> None: ...
    @staticmethod
    def load(
        ruleset: Ruleset,
        save: bytes,
        *,
        deciders: Sequence[str | None] | None = None,
        seed: int = 0,
    ) -> Game:
        """Goes on with a game that was saved. An answer that was half said is begun anew; `seed` is that of the deciders."""
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def people(self) -> int: ...
    @property
    def seats(self) -> list[int]:
        """The seats that are asked: several where questions are put to all at once."""
    @property
    def current(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def turn(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def troubles(self) -> list[str]:
        """What scripts that failed have reported. The game has gone on without them."""
    def legal(self, seat: int | None = None) -> list[int]: ...
    def mask(self, seat: int | None = None) -> NDArray[np.int8]: ...
    def apply(self, id: int, seat: int | None = None) -> None:
        """Says an id. The game is played on when that completes an answer."""
    def undo(self, seats: Sequence[int] | None = None) -> None:
        """Takes back what was said of an answer, or the last answer of one of these seats and everything since.

        Without seats, of those for which Python answers.
        """
    def clone(self) -> Game:
        """A copy with all of its past."""
    def fork(self) -> Game:
        """A copy without its past, which is quicker to make and cannot be undone past this moment."""
    def save(self) -> bytes: ...
    def observe(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat gets, as plain data; with no seat all there is, which is the host's."""
    def trace(self, seat: int | None = None) -> list[str]: ...
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat sees and is asked, as numbers: `Ruleset.layout` names the columns."""
    def returns(self) -> list[float]:
        """For each seat 1 for a winner, -1 for everybody else, 0 in a draw or if all rivals win; 0 while the game goes on."""
    def scores(self) -> list[int] | None:
        """The points of each seat at the end, where players are scored."""

@final
class RawBatch:
    """Many games; `cardwright.Batch` holds its arrays."""

    def __init__(
        self,
        ruleset: Ruleset,
        people: int | None,
        games: int,
        seed: int,
        decks: Sequence[str] | None,
        first: int,
        table: str | None,
        options: Mapping[str, str] | None,
        deciders: Sequence[str | None] | None,
        threads: int,
        max_answers: int,
    ) -> None: ...
    def sizes(self) -> tuple[int, int, int]: ...
    def seeds(self) -> list[int]: ...
    def troubles(self) -> list[str]: ...
    def step(
        self,
        ids: NDArray[np.int64] | None,
        random: bool,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        rewards: NDArray[np.float32],
        scores: NDArray[np.float32],
        ends: NDArray[np.int8],
        observations: NDArray[np.float32] | None,
    ) -> None: ...

def play(
    ruleset: Ruleset,
    seeds: Sequence[int],
    people: int | None = None,
    *,
    decks: Sequence[str] | None = None,
    first: int = 0,
    threads: int = 1,
    max_decisions: int = 100_000,
    deciders: Sequence[str] | None = None,
) -> list[tuple[bool, int, int, int, int, list[int] | None, list[int], int]]:
    """Plays a game for each seed, at random or between `deciders`, one for each seat, and tells how it went.

    Whether it ended, its turns, its decisions, how many scripts failed, the winning seats as bits, the points of each seat where
    players are scored, and the share of the game that each seat has: two halves for each rival who is behind, one for each who is
    level; and how many halves somebody has who has left all behind, or won together with all others in a cooperative game. The same
    seed gives the same row on every machine and with any number of threads.
    """
