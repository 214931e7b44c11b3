"""The packs of this repository."""

import functools
import os
from pathlib import Path

import cardwright

ROOT = Path(os.environ.get("CARDWRIGHT_PACKS", Path(__file__).resolve().parents[3]))
PACKS = sorted(folder.parent.name for folder in ROOT.glob("cards/*/ruleset.toml"))


@functools.cache
def ruleset(pack: str) -> cardwright.Ruleset:
    """A pack, loaded once."""
    return cardwright.load(ROOT, pack)
