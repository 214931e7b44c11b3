"""Deciders: named for a seat in games, batches, whole games and studies, and what becomes of those that fail."""

import sys

import numpy as np
import pytest
from conftest import ROOT, ruleset

import cardwright
from cardwright.study import Study, run

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "number" in asked:
        %s
"""


def program(folder, answers):
    """Another program that answers every question with this line of Python."""
    file = folder / "bot.py"
    file.write_text(PROGRAM % answers)
    return f"external:{sys.executable} {file}"


def wins(rows, seat):
    """How many games this seat has won."""
    return sum(row[4] == 1 << seat for row in rows)


def test_a_decider_answers_for_its_seat_and_only_for_it():
    game = cardwright.Game(ruleset("crazy_eights"), seed=5, deciders=["greedy", None])
    asked = set()
    while not game.is_over and game.answers < 40:
        asked.update(game.seats)
        with pytest.raises(cardwright.IllegalId):
            game.apply(game.legal(1)[0], 0)
        game.apply(game.legal()[0])
    assert asked == {1}
    whole = cardwright.Game(ruleset("kuhn_poker"), seed=5, deciders=["greedy", "mcts:5"])
    assert whole.is_over and whole.answers == 0


def test_the_same_seed_gives_the_same_game_and_copies_have_the_same_deciders():
    leduc = ruleset("leduc_poker")

    def begin():
        return cardwright.Game(leduc, seed=3, deciders=["mcts:20"])

    def play(game):
        while not game.is_over:
            assert game.seats == [1]
            game.apply(game.legal()[0])
        return game.trace()

    assert play(begin()) == play(begin())
    assert play(begin().clone()) and play(begin().fork())
    assert play(cardwright.Game.load(leduc, begin().save(), deciders=["mcts:20"]))


def test_undo_takes_back_what_python_has_said():
    game = cardwright.Game(ruleset("crazy_eights"), seed=2, deciders=[None, "random"])
    first = game.legal()
    game.apply(first[-1])
    game.undo()
    assert game.seats == [0] and game.legal() == first and game.answers == 0


def test_whole_games_between_deciders_are_the_same_with_any_number_of_threads():
    seeds, leduc = range(60), ruleset("leduc_poker")
    one = cardwright.play(leduc, seeds, deciders=["greedy", "random"])
    assert one == cardwright.play(leduc, seeds, deciders=["greedy", "random"], threads=2)
    other = cardwright.play(leduc, seeds, deciders=["random", "greedy"])
    assert wins(one, 0) + wins(other, 1) > wins(one, 1) + wins(other, 0)


def test_a_batch_trains_against_a_decider():
    def rewards(threads):
        batch = cardwright.Batch(ruleset("kuhn_poker"), games=6, seed=1, threads=threads, deciders=["greedy"])
        told = []
        for _ in range(40):
            assert set(batch.seats.tolist()) <= {1, -1}
            assert (batch.masks.any(axis=1) == (batch.seats >= 0)).all()
            batch.step_at_random()
            told.append(batch.rewards.copy())
            assert not batch.rewards[batch.ends == 0].any()
        return np.array(told)

    one = rewards(1)
    assert np.array_equal(one, rewards(2)) and np.abs(one).sum() > 40
    with pytest.raises(cardwright.DeciderError, match="leave one open"):
        cardwright.Batch(ruleset("kuhn_poker"), games=1, deciders=["random", "random"])


def test_weights_are_checked_and_played_with(tmp_path):
    file = tmp_path / "idle.toml"
    file.write_text("[values]\nhight = 1\n")
    with pytest.raises(cardwright.DeciderError, match="height"):
        cardwright.Game(ruleset("kuhn_poker"), deciders=[f"weights:{file}"])
    file.write_text("pass = 1\n")
    assert cardwright.play(ruleset("kuhn_poker"), range(5), deciders=[f"weights:{file}", "random"])


def test_a_name_that_there_is_not_is_told():
    with pytest.raises(cardwright.DeciderError, match="did you mean `greedy`"):
        cardwright.Game(ruleset("kuhn_poker"), deciders=["gredy"])
    with pytest.raises(cardwright.DeciderError, match="3 deciders for 2 seats"):
        cardwright.Game(ruleset("kuhn_poker"), deciders=[None, None, "random"])
    with pytest.raises(cardwright.DeciderError, match="each of the 2 seats"):
        cardwright.play(ruleset("kuhn_poker"), [1], deciders=["random"])


def test_another_program_plays(tmp_path):
    answers = "print(json.dumps({'number': asked['number'], 'answer': {'options': [0]}}), flush=True)"
    bot = program(tmp_path, answers)
    rows = cardwright.play(ruleset("kuhn_poker"), range(4), deciders=[bot, "random"])
    assert all(row[0] for row in rows)
    assert cardwright.Game(ruleset("kuhn_poker"), seed=1, deciders=[bot]).seats == [1]


@pytest.mark.parametrize("answers", ["sys.exit(3)", "print('rubbish', flush=True)"])
def test_a_program_that_fails_is_told_with_its_seat(tmp_path, answers):
    bot = program(tmp_path, answers)
    with pytest.raises(cardwright.DeciderError, match="seat 0"):
        cardwright.Game(ruleset("kuhn_poker"), seed=1, deciders=[bot])
    with pytest.raises(cardwright.DeciderError, match="seat 0"):
        cardwright.play(ruleset("kuhn_poker"), [1], deciders=[bot, "random"])


def test_a_study_between_deciders_adds_up_to_the_same_on_two_processes():
    study = Study(str(ROOT), "leduc_poker", 2, (), games=40, shard=9, deciders=("greedy", "random"))
    cells = run(study)
    assert cells == run(study, workers=2)
    assert cells[0].wins[0] > cells[0].wins[1]
