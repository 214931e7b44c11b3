"""Leaks: what a seat gets as numbers does not tell games apart that differ only in what it may not know."""

import numpy as np
import pytest
from conftest import PACKS, ruleset

import cardwright
from cardwright import _cardwright

SEEDS = range(1, 200)


@pytest.mark.parametrize("pack", PACKS)
def test_twins_cannot_be_told_apart(pack):
    least, most = ruleset(pack).people
    people = min(max(least, 3), most)
    positions = known = 0
    found = []
    for seed in SEEDS:
        compared, differ, told = _cardwright._compare_twins(ruleset(pack), people, seed, 400)
        positions, known = positions + compared, known + differ
        found += told
        if positions >= 40 and known:
            break
    assert found == []
    assert positions >= 10, "too few twins to say anything"
    assert known, "whoever knows one of the cards should see a difference"


def test_the_host_sees_more_than_the_seat():
    game = cardwright.Game(ruleset("hearts"), seed=1)
    columns = game.ruleset.layout(4)
    start, count, width = columns.rows
    rows = game.observation(0)[start:].reshape(count, width)
    assert int((rows[:, 0] == 1).sum()) == 13
    assert not np.array_equal(game.observation(0), game.observation(1))
