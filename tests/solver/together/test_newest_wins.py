"""`newest wins`: of all states that agree with themselves, the one in which the newest stands."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.model import LayerlawError
from layerlaw.solver import Answer, derive
from layerlaw.solver.derivation.simultaneous import Settling
from together import game, random_table, table

NEWEST = game({"process": "newest wins"})


def settled(cards: Mapping[str, str]) -> Answer:
    """The answer for these cards where the newest wins."""
    return derive(table(cards, rulebook=NEWEST))


@pytest.mark.parametrize(("order", "winner"), [("PQ", "Q"), ("QP", "P")])
def test_of_two_that_silence_each_other_the_newer_one_stands(order: str, winner: str) -> None:
    """One answer, and nothing is open."""
    cards = {"P": "1 | Q: silenced", "Q": "1 | P: silenced"}
    found = settled({id: cards[id] for id in order})
    assert found.verdict == "settled" and found.answers is not None
    assert [answer.effects for answer in found.answers] == [(f"{winner}.1",)]
    assert found.states == (found,)
    assert found.agreed == found.final


def test_in_an_even_ring_the_newest_stands_and_every_other_one_with_it() -> None:
    """The newest is looked at first, then the next newest."""
    ring = {f"M{i}": f"1 | M{(i + 1) % 4}: silenced" for i in range(4)}
    found = settled(ring)
    assert found.answers is not None
    assert [answer.effects for answer in found.answers] == [("M1.1", "M3.1")]


def test_what_nothing_contradicts_stands_although_it_is_older() -> None:
    """Being newest matters only where not both can be."""
    found = settled({"P": "1 | creatures: power += 1", "Q": "1 | creatures: gain haste"})
    assert found.value("Q", "power") == 2 and found.value("P", "abilities") != ()


def test_a_paradox_stays_one() -> None:
    """That the newest wins is of no help to an effect that contradicts itself."""
    found = settled({"P": "1 | other creatures: power += 1", "Q": "1 | self: silenced"})
    assert (found.verdict, found.conflict) == ("paradox", ("Q.1",))
    assert found.end is found.start


def test_what_only_lifts_itself_does_not_win_either() -> None:
    """The state is a grounded one, however new the others."""
    found = settled(
        {
            "P": "1 | creatures with blocker: colours += light",
            "Q": "1 | light creatures: gain blocker",
        }
    )
    assert found.verdict == "settled" and found.value("Q", "colours") == ()
    assert len(found.lifted) == 3


@pytest.mark.slow
def test_it_is_always_the_first_of_the_answers() -> None:
    """On random boards: the first in the order defined, and a paradox where there is none."""
    for seed in range(60):
        open_one = random_table(seed)
        policies = {name: each.value for name, each in open_one.rulebook.policies.items()}
        try:
            all_of_them = Settling(open_one, True, None).derivation()
        except LayerlawError:
            continue
        rulebook = game({**policies, "process": "newest wins"})
        one = derive(random_table(seed, rulebook=rulebook))
        assert all_of_them.answers is not None
        assert one.answers == all_of_them.answers[:1], seed
