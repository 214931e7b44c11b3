"""Studies: whole numbers that add up to the same on one process, on two, and on Ray with a worker that is killed."""

import contextlib
import io
import json
import os
import signal

import pytest
from conftest import ROOT, ruleset

from cardwright import study as studies
from cardwright.study import Counts, Shard, Study, interval, merged, run, run_shard, table

SMALL = Study(str(ROOT), "spellfire", 2, tuple(ruleset("spellfire").decks[:2]), games=30, shard=7)


def test_shards_hold_every_game_once():
    seeds = [
        (shard.cell, seed) for shard in SMALL.shards for seed in range(shard.start, shard.stop)
    ]
    assert sorted(seeds) == [(cell, seed) for cell in range(4) for seed in range(30)]
    assert SMALL.cells[1] == SMALL.decks


def test_two_processes_give_what_one_gives():
    one = run(SMALL)
    assert run(SMALL, workers=2) == one
    larger = Study(**{**SMALL.__dict__, "shard": 30})
    assert run(larger) == one
    assert [counts.games for counts in one] == [30] * 4 and one[1] != one[2]
    assert all(counts.faults == 0 for counts in one)


def test_a_shard_that_is_missing_is_told():
    results = {shard: run_shard(SMALL, shard)[0] for shard in SMALL.shards[:3]}
    with pytest.raises(ValueError, match="have not been played"):
        merged(SMALL, results)


def test_intervals_are_those_of_wilson():
    low, high = interval(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert interval(0, 0) == (0.0, 1.0) and interval(0, 5)[0] == 0.0


def test_the_command_prints_a_table():
    printed = io.StringIO()
    said = ["kuhn_poker", "--packs", str(ROOT), "--games", "200", "--workers", "1"]
    with contextlib.redirect_stdout(printed):
        studies.main(said)
    assert printed.getvalue().startswith("kuhn_poker: ") and "200 of 200 games ended" in printed.getvalue()
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        studies.main([*said, "--json"])
    cell = json.loads(told.getvalue())["cells"][0]
    assert sum(cell["wins"]) == 200 and cell["decks"] == []


def test_a_victory_of_all_is_one_for_each_only_where_nobody_can_win_alone():
    cell = run(Study(str(ROOT), "roadstead", 2, (), games=40))[0]
    assert cell.halves == tuple(cell.most // cell.ended * wins for wins in cell.wins)
    rivals = run(Study(str(ROOT), "hearts", 4, (), games=4))[0]
    assert sum(rivals.halves) * 2 == 4 * rivals.most


def test_counts_add_up():
    one = Counts(1, 1, 0, (1, 0), (2, 0), 2, (3, -1), 5, 9, 0)
    assert one + one == Counts(2, 2, 0, (2, 0), (4, 0), 4, (6, -2), 10, 18, 0)
    assert table(Study("", "x", 2, (), 1), [one]).startswith("x: 100.0%")


def test_tasks_hold_every_shard_once():
    cluster = pytest.importorskip("cardwright.ray")
    for games in (1, 30, 5000):
        study = Study("", "x", 2, ("one", "two"), games=games, shard=7)
        for processors in (1, 2, 64):
            tasks = cluster.tasks(study, processors)
            assert [shard for task in tasks for shard in task] == study.shards
            assert len(tasks) <= 2 * cluster.TASKS * processors


def test_ray_gives_the_same_when_a_worker_is_killed():
    ray = pytest.importorskip("ray")
    from cardwright import ray as cluster

    study = Study(str(ROOT), "spellfire", 2, SMALL.decks, games=240, shard=20)
    processes, killed = [], []

    def kill_the_first(_: Shard, process: int) -> None:
        processes.append(process)
        if len(processes) == 3:
            # It has begun with its next task.
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    try:
        told = cluster.run(study, workers=2, done=kill_the_first)
    finally:
        ray.shutdown()
    assert told == run(study)
    assert killed and len(processes) == len(study.shards) and len(set(processes)) >= 3
    assert killed[0] not in processes[-4:]
