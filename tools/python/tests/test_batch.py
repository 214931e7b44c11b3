"""Batches: the same games as one by one, whatever the number of threads."""

import numpy as np
import pytest
from conftest import PACKS, ruleset

import cardwright


@pytest.mark.parametrize("pack", PACKS)
def test_the_number_of_threads_changes_nothing(pack):
    one, two = (cardwright.Batch(ruleset(pack), games=6, seed=2, threads=threads) for threads in (1, 2))
    for _ in range(60):
        one.step_at_random()
        two.step_at_random()
        for name in ("seats", "masks", "observations", "ends", "rewards", "scores"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert one.seeds == two.seeds and one.troubles == []


@pytest.mark.parametrize("pack", PACKS)
def test_a_batch_plays_the_games_that_a_game_plays(pack):
    batch = cardwright.Batch(ruleset(pack), games=3, seed=8, max_answers=10**9)
    games = [cardwright.Game(ruleset(pack), seed=seed) for seed in batch.seeds]
    ended = set()
    for _ in range(80):
        ids = np.zeros(3, np.int64)
        for at, game in enumerate(games):
            legal = batch.masks[at].nonzero()[0]
            ids[at] = legal[-1 if at else 0]
            if at not in ended:
                assert batch.seats[at] == game.current
                assert np.array_equal(batch.masks[at], game.mask())
                assert np.array_equal(batch.observations[at], game.observation())
                game.apply(int(ids[at]))
        batch.step(ids)
        for at in set(range(3)) - ended:
            assert bool(batch.ends[at]) == games[at].is_over
            if games[at].is_over:
                assert batch.rewards[at].tolist() == games[at].returns()
                ended.add(at)


def test_games_follow_each_other_and_can_be_broken_off():
    batch = cardwright.Batch(ruleset("kuhn_poker"), games=4, seed=0, observe=False)
    ends = 0
    for _ in range(100):
        batch.step_at_random()
        ends += int((batch.ends == 1).sum())
        over = batch.ends == 1
        assert (np.abs(batch.rewards[over]) == 1).all() and not batch.rewards[~over].any()
    assert ends > 80 and batch.observations is None
    short = cardwright.Batch(ruleset("hearts"), games=2, seed=0, max_answers=5)
    broken = 0
    for _ in range(40):
        short.step_at_random()
        broken += int((short.ends == 2).sum())
    assert broken >= 2


def test_an_id_that_is_not_legal_is_told_with_its_game():
    batch = cardwright.Batch(ruleset("hearts"), games=3, seed=0)
    ids = batch.masks.argmax(axis=1)
    ids[1] = 0
    with pytest.raises(cardwright.IllegalId, match="game 1"):
        batch.step(ids)
    with pytest.raises(ValueError, match="3 games"):
        batch.step(ids[:2])


@pytest.mark.parametrize("pack", PACKS)
def test_whole_games_are_the_same_with_any_number_of_threads(pack):
    seeds = list(range(6))
    one = cardwright.play(ruleset(pack), seeds, threads=1, max_decisions=500)
    assert one == cardwright.play(ruleset(pack), seeds, threads=2, max_decisions=500)
    assert one[3:] == cardwright.play(ruleset(pack), seeds[3:], max_decisions=500)
    assert not one[0][0] or len(set(map(str, one))) > 1
