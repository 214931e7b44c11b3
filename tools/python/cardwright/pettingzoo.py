"""Any pack as a PettingZoo environment (AEC), with action masks."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._cardwright import Game, Ruleset

Observation = dict[str, NDArray[Any]]


class CardwrightEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game in which the agents `seat_0`, `seat_1`, … say one id after another.

    An observation has the columns of `Ruleset.layout` and an `action_mask` over the ids of `Ruleset.table`. The rewards
    come at the end: 1 for a winner, -1 for everybody else, 0 in a draw; with `reward="scores"` the points, where players
    are scored. A game that has taken `max_answers` answers is truncated. Where several seats are asked at once, the lowest
    says its ids first.
    """

    metadata = {"name": "cardwright", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        ruleset: Ruleset,
        people: int | None = None,
        *,
        decks: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
        max_answers: int = 2_000,
        reward: str = "returns",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("returns", "scores"):
            raise ValueError(f"reward is `returns` or `scores`, not `{reward}`")
        self.ruleset = ruleset
        self.people = ruleset.people[0] if people is None else people
        self.max_answers = max_answers
        self.reward = reward
        self.render_mode = render_mode
        self._decks, self._options = decks, options
        # So many can play it, or this says why not.
        width, ids = ruleset.layout(self.people).width, len(ruleset.table)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.people)]
        space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (width,), np.float32),
                "action_mask": spaces.Box(0, 1, (ids,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ids) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.game: Game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; one seed gives one series of games."""
        if seed is not None:
            # NumPy takes lists as seeds as well, and goes into one that holds itself for ever.
            self._random = np.random.default_rng(operator.index(seed))
        self.game = Game(
            self.ruleset,
            self.people,
            int(self._random.integers(2**63)),
            decks=self._decks,
            options=self._options,
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to say an id")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(int(action), self._seat(agent))
        if self.game.is_over:
            self._end()
        elif self.game.answers >= self.max_answers:
            self.truncations = dict.fromkeys(self.agents, True)
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return "\n".join(self.game.trace()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _next(self) -> None:
        current = self.game.current
        self.agent_selection = self.agents[0] if current is None else self.possible_agents[current]

    def _end(self) -> None:
        scores = self.game.scores() if self.reward == "scores" else None
        rewards = self.game.returns() if scores is None else scores
        self.rewards = {agent: float(rewards[self._seat(agent)]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)


def env(ruleset: Ruleset, people: int | None = None, **settings: Any) -> CardwrightEnv:
    """The environment of a ruleset."""
    return CardwrightEnv(ruleset, people, **settings)
