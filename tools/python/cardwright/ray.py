"""Studies on a Ray cluster: each shard is a task, played again wherever it is lost, and the results are added up as one
machine would. See `cardwright.study`.

    from cardwright.study import Study, table
    from cardwright.ray import run

    study = Study("/srv/packs", "spellfire", 2, ("ambush", "vanguard"), games=10_000)
    print(table(study, run(study)))          # on the cluster that `ray.init` finds, or a local one

The packs must be at the same path on every machine.
"""

from __future__ import annotations

from typing import Any

import ray

from .study import Counts, Done, Shard, Study, merged, run_shard

AHEAD = 2
"""How many shards wait for each processor: enough that none is idle, and few enough that a lost machine loses little."""


def run(study: Study, workers: int | None = None, done: Done | None = None) -> list[Counts]:
    """Plays a study on the cluster that this program is connected to, or on a local one of so many workers.

    A shard whose worker or machine is lost is played again elsewhere. That changes no number: what a shard gives depends on
    nothing but the shard, and each shard counts once.
    """
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    task = ray.remote(max_retries=-1, num_cpus=1)(run_shard)
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call,unused-ignore]
    most = AHEAD * max(1, int(resources.get("CPU", 1)))
    left = iter(study.shards)
    results: dict[Shard, Counts] = {}
    running: dict[Any, Shard] = {}
    held = ray.put(study)
    while True:
        while len(running) < most and (shard := next(left, None)) is not None:
            running[task.remote(held, shard)] = shard
        if not running:
            return merged(study, results)
        finished, _ = ray.wait(list(running), num_returns=1)
        for reference in finished:
            shard = running.pop(reference)
            results[shard], process = ray.get(reference)
            if done:
                done(shard, process)
