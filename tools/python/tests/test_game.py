"""Games: ids, answers that are said one id after another, copies, saves, undo."""

import random

import pytest
from conftest import PACKS, ROOT, ruleset

import cardwright


def at_random(game, seed, most=400):
    """Plays on at random, and returns what was said."""
    luck, said = random.Random(seed), []
    while not game.is_over and len(said) < most:
        said.append(luck.choice(game.legal()))
        game.apply(said[-1])
    return said


@pytest.mark.parametrize("pack", PACKS)
def test_the_same_ids_give_the_same_game(pack):
    one, other = (cardwright.Game(ruleset(pack), seed=3) for _ in range(2))
    for id in at_random(one, 3):
        other.apply(id)
    assert one.trace() == other.trace() and one.observe() == other.observe()
    assert one.troubles == []


@pytest.mark.parametrize("pack", PACKS)
def test_masks_say_what_is_legal_and_nothing_else_is_taken(pack):
    game = cardwright.Game(ruleset(pack), seed=4)
    luck = random.Random(4)
    for _ in range(30):
        if game.is_over:
            break
        legal, mask = game.legal(), game.mask()
        assert legal == mask.nonzero()[0].tolist() and legal
        before = game.save()
        wrong = luck.choice([id for id in range(len(mask)) if not mask[id]])
        with pytest.raises(cardwright.IllegalId):
            game.apply(wrong)
        assert game.save() == before
        game.apply(luck.choice(legal))


@pytest.mark.parametrize("pack", PACKS)
def test_a_save_a_clone_and_a_fork_go_on_alike(pack):
    game = cardwright.Game(ruleset(pack), seed=5)
    at_random(game, 5, 25)
    others = [cardwright.Game.load(game.ruleset, game.save()), game.clone(), game.fork()]
    if others[0].legal() != game.legal():
        # An answer was half said, and a save does not hold that.
        game.undo([game.current])
        others = [cardwright.Game.load(game.ruleset, game.save()), game.clone(), game.fork()]
    said = at_random(game, 6, 60)
    for other in others:
        for id in said:
            other.apply(id)
        assert other.observe(0)["view"] == game.observe(0)["view"]
    assert others[1].trace() == game.trace()


@pytest.mark.parametrize("pack", PACKS)
def test_what_is_undone_can_be_said_again(pack):
    game = cardwright.Game(ruleset(pack), seed=7)
    at_random(game, 7, 20)
    if game.is_over:
        game = cardwright.Game(ruleset(pack), seed=7)
    before, legal, seat = game.observe()["view"], game.legal(), game.current
    game.apply(legal[0])
    game.undo([seat])
    assert game.observe()["view"] == before and game.current == seat
    assert game.legal() == legal or len(game.legal()) > 0


def test_a_compound_answer_is_said_one_element_at_a_time():
    game = cardwright.Game(ruleset("hearts"), seed=1)
    table = game.ruleset.table
    hand = game.legal()
    assert all(table.name(id).startswith("card:") for id in hand) and len(hand) == 13
    for passed in range(3):
        assert table.id("done") not in game.legal()
        game.apply(hand[passed])
        assert hand[passed] not in game.legal()
    assert game.legal() == [table.id("done")]
    assert game.current == 0
    game.apply(table.id("done"))
    assert game.current == 1


def test_the_table_is_made_of_what_is_declared():
    for pack in PACKS:
        table = ruleset(pack).table
        names = table.names()
        assert len(set(names)) == len(names) == len(table)
        assert table.id(names[-1]) == len(names) - 1
        assert table.version.startswith(f"{cardwright.TABLE_FORMAT}-")
        assert cardwright.load(ROOT, pack).table.version == table.version
    assert len({ruleset(pack).table.version for pack in PACKS}) == len(PACKS)
    with pytest.raises(cardwright.IllegalId):
        table.name(len(table))


def test_what_has_no_room_is_an_error():
    without_places = cardwright.load(ROOT, "rose_window", numbers=(0, 0))
    with pytest.raises(cardwright.Overflow, match="other bounds"):
        at_random(cardwright.Game(without_places, seed=1), 1)
    without_copies = cardwright.load(ROOT, "grand_archive", copies=0)
    with pytest.raises(cardwright.Overflow, match="alike"):
        for seed in range(20):
            at_random(cardwright.Game(without_copies, seed=seed), seed)
    short = cardwright.load(ROOT, "hearts", rows=3)
    with pytest.raises(cardwright.Overflow):
        cardwright.Game(short, seed=1).observation()
    with pytest.raises(cardwright.Overflow):
        cardwright.load(ROOT, "hearts", numbers=(0, 10**9))


def test_a_pack_with_mistakes_is_told():
    with pytest.raises(cardwright.PackError, match="no pack|no_such"):
        cardwright.load(ROOT, "no_such")
    with pytest.raises(cardwright.PackError, match="cards"):
        cardwright.load(ROOT / "nowhere", "hearts")


def test_a_seat_gets_plain_data_without_what_it_does_not_know():
    game = cardwright.Game(ruleset("hearts"), seed=1)
    seen = game.observe(0)
    hands = [zone for zone in seen["view"]["zones"] if zone["zone"] == "hand"]
    assert [zone["unknown"] for zone in hands] == [0, 13, 13, 13]
    assert seen["prompts"][0]["seat"] == "A" and game.observe(1)["prompts"] != seen["prompts"]
    with pytest.raises(cardwright.IllegalId):
        game.observe(4)


def test_results_are_told_by_seat():
    game = cardwright.Game(ruleset("kuhn_poker"), seed=1)
    assert game.returns() == [0, 0]
    at_random(game, 1)
    assert sorted(game.returns()) == [-1, 1] and game.scores() is None
    assert game.legal() == [] and game.current is None
    scored = cardwright.Game(ruleset("apiary"), seed=1)
    assert scored.scores() is None
    at_random(scored, 1, 10_000)
    best, scores = max(scored.scores()), scored.scores()
    assert all(scores[seat] == best for seat, result in enumerate(scored.returns()) if result == 1)
