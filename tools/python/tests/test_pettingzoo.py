"""PettingZoo's own tests, for every pack."""

import numpy as np
import pytest
from conftest import PACKS, ruleset
from pettingzoo.test import api_test, seed_test

from cardwright.pettingzoo import env


@pytest.mark.parametrize("pack", PACKS)
def test_api(pack):
    api_test(env(ruleset(pack), max_answers=300), num_cycles=200)


@pytest.mark.parametrize("pack", PACKS)
def test_seed(pack):
    seed_test(lambda: env(ruleset(pack), max_answers=100), num_cycles=20)


def test_rewards_come_at_the_end():
    game = env(ruleset("apiary"), reward="scores", max_answers=100_000)
    game.reset(seed=4)
    luck = np.random.default_rng(4)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, ended, truncated, _ = game.last()
        totals[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        game.step(None if ended or truncated else int(luck.choice(legal)))
    assert list(totals.values()) == game.game.scores() and any(totals.values())
    with pytest.raises(ValueError, match="reward"):
        env(ruleset("leduc_poker"), reward="luck")


def test_long_games_are_truncated():
    game = env(ruleset("hearts"), max_answers=8)
    game.reset(seed=1)
    while not any(game.truncations.values()):
        game.step(int(game.last()[0]["action_mask"].argmax()))
    assert game.game.answers == 8 and not any(game.terminations.values())
