"""Cardwright for Python: play card games that are written as data.

`load` reads a pack; a `Game` is played by saying legal ids, a `Batch` plays many games on all cores, `play` plays whole
games for studies. `cardwright.pettingzoo` has an environment, `cardwright.study` and `cardwright.ray` balance studies.
"""

from ._cardwright import (
    TABLE_FORMAT,
    DeciderError,
    Game,
    IllegalId,
    Layout,
    Overflow,
    PackError,
    Ruleset,
    Table,
    __version__,
    load,
    play,
)
from .batch import Batch

__all__ = [
    "TABLE_FORMAT",
    "Batch",
    "DeciderError",
    "Game",
    "IllegalId",
    "Layout",
    "Overflow",
    "PackError",
    "Ruleset",
    "Table",
    "__version__",
    "load",
    "play",
]
