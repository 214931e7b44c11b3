"""Learns Leduc poker by playing against itself, and measures what it has learned against random play.

    python examples/train_poker.py --packs . --games 60000

A table holds, for each observation of a seat and each id, how often it was said and what the game gave in the end. While it
learns, an id is said the more often the better it has done; one table plays both seats, because observations count players
from the viewer. Nothing here knows poker: `--pack kuhn_poker` learns that.
"""

import argparse
from collections import defaultdict

import numpy as np

import cardwright

HEAT = 0.15


class Table:
    """What each id has given, by observation: its sum and how often it was said."""

    def __init__(self) -> None:
        self.known: dict[bytes, dict[int, np.ndarray]] = defaultdict(dict)

    def choose(self, seen: bytes, legal: np.ndarray, luck: np.random.Generator, learning: bool) -> int:
        """An id: mostly a good one while learning, the best one afterwards, any where nothing is known."""
        rows = self.known.get(seen, {})
        worth = np.array([rows[id][0] / rows[id][1] if id in rows else 0.5 for id in legal.tolist()])
        if not learning:
            return int(legal[worth.argmax()]) if rows else int(luck.choice(legal))
        chances = np.exp((worth - worth.max()) / HEAT)
        return int(luck.choice(legal, p=chances / chances.sum()))

    def learn(self, said: list[tuple[bytes, int, int]], rewards: np.ndarray) -> None:
        """Notes what a game has given to those who said these ids."""
        for seen, id, seat in said:
            self.known[seen].setdefault(id, np.zeros(2))
            self.known[seen][id] += (rewards[seat], 1.0)


def train(ruleset: cardwright.Ruleset, games: int, seed: int) -> Table:
    """A table that has learned from so many games against itself."""
    batch = cardwright.Batch(ruleset, people=2, games=128, seed=seed, max_answers=200)
    table, luck = Table(), np.random.default_rng(seed)
    said: list[list[tuple[bytes, int, int]]] = [[] for _ in range(batch.games)]
    ids, ended = np.zeros(batch.games, np.int64), 0
    while ended < games:
        for game in range(batch.games):
            seen, legal = batch.observations[game].tobytes(), batch.masks[game].nonzero()[0]
            ids[game] = table.choose(seen, legal, luck, learning=True)
            said[game].append((seen, int(ids[game]), int(batch.seats[game])))
        batch.step(ids)
        for game in batch.ends.nonzero()[0]:
            # Who wins together has drawn.
            table.learn(said[game], batch.rewards[game] - batch.rewards[game].mean())
            said[game] = []
            ended += 1
    return table


def against_random(ruleset: cardwright.Ruleset, table: Table, games: int, seed: int) -> np.ndarray:
    """What a table gets in each game against random play, half of them in each seat: 1, 0, or a half for a draw."""
    batch = cardwright.Batch(ruleset, people=2, games=100, seed=seed, max_answers=200)
    luck, points = np.random.default_rng(seed), []
    mine = np.arange(batch.games) % 2
    ids, left = np.zeros(batch.games, np.int64), np.full(batch.games, games // batch.games)
    while left.any():
        for game in range(batch.games):
            legal = batch.masks[game].nonzero()[0]
            own = batch.seats[game] == mine[game]
            seen = batch.observations[game].tobytes() if own else b""
            ids[game] = table.choose(seen, legal, luck, learning=False)
        batch.step(ids)
        for game in batch.ends.nonzero()[0]:
            # As many games in each place, or short games would count more often.
            if left[game] > 0:
                own, other = batch.rewards[game, mine[game]], batch.rewards[game, 1 - mine[game]]
                points.append((1 + np.sign(own - other)) / 2)
                left[game] -= 1
    return np.array(points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packs", default=".")
    parser.add_argument("--pack", default="leduc_poker")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--measured", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    ruleset = cardwright.load(said.packs, said.pack)
    for name, games in (("random", 0), ("trained", said.games)):
        table = train(ruleset, games, said.seed) if games else Table()
        points = against_random(ruleset, table, said.measured, said.seed + 10**6)
        mean, spread = points.mean(), 1.96 * points.std() / len(points) ** 0.5
        print(f"{name}: {mean:.1%} ({mean - spread:.1%} to {mean + spread:.1%}) of the points of {len(points)} games")


if __name__ == "__main__":
    main()
