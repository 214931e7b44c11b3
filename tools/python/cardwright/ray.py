"""Studies on a Ray cluster: a few shards are a task, played again wherever it is lost, and the results are added up as one
machine would. See `cardwright.study`.

    from cardwright.study import Study, table
    from cardwright.ray import run

    study = Study("/srv/packs", "spellfire", 2, ("ambush", "vanguard"), games=10_000)
    print(table(study, run(study)))          # on the cluster that `ray.init` finds, or a local one

The packs must be at the same path on every machine.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import ray

from .study import Counts, Done, Shard, Study, merged, run_shard

AHEAD = 2
"""How many tasks wait for each processor: enough that none is idle, and few enough that a lost machine loses little."""

TASKS = 16
"""About how many tasks each processor gets in all: each is a round trip."""

LONGEST = 100
"""How many shards are a task at most: what is lost with a machine is played again."""


def run_shards(study: Study, shards: Sequence[Shard]) -> tuple[list[Counts], int]:
    """Plays some shards, and says in which process."""
    return [run_shard(study, shard)[0] for shard in shards], os.getpid()


def tasks(study: Study, processors: int) -> list[list[Shard]]:
    """The shards in their order, some of them together."""
    shards = study.shards
    length = max(1, min(len(shards) // (TASKS * processors), LONGEST))
    return [shards[start : start + length] for start in range(0, len(shards), length)]


def run(study: Study, workers: int | None = None, done: Done | None = None) -> list[Counts]:
    """Plays a study on the cluster that this program is connected to, or on a local one of so many workers.

    A shard whose worker or machine is lost is played again elsewhere. That changes no number: what a shard gives depends on
    nothing but the shard, and each shard counts once.
    """
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    task = ray.remote(max_retries=-1, num_cpus=1)(run_shards)
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call,unused-ignore]
    processors = max(1, int(resources.get("CPU", 1)))
    left = iter(tasks(study, processors))
    results: dict[Shard, Counts] = {}
    running: dict[Any, list[Shard]] = {}
    held = ray.put(study)
    while True:
        while len(running) < AHEAD * processors and (shards := next(left, None)) is not None:
            running[task.remote(held, shards)] = shards
        if not running:
            return merged(study, results)
        finished, _ = ray.wait(list(running), num_returns=1)
        for reference in finished:
            shards = running.pop(reference)
            counts, process = ray.get(reference)
            results.update(zip(shards, counts, strict=True))
            if done:
                for shard in shards:
                    done(shard, process)
