"""Copies where all effects apply at the same time: what holds itself up, and what a copy reads."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import Certificate
from together import game, table


def confirmed(cards: Mapping[str, str], **policies: str) -> Answer:
    """What the cards come to, which is confirmed."""
    said = {name.replace("_", " "): value for name, value in policies.items()}
    found = derive(table(cards, rulebook=game(said)))
    verdict = Certificate(found.facts).check()
    assert verdict.ok, (verdict.failures, verdict.unknowns)
    return found


MIRROR = {"Q": "dark 2 | self: copy of Q", "R": "3"}
"""R would be a copy of Q by the ability that it has as that copy."""


def test_what_an_object_has_only_as_the_copy_that_it_makes_of_it_holds_itself_up() -> None:
    """Q is what it is; that R is Q too is a state that rests on nothing."""
    found = confirmed(MIRROR)
    assert found.value("R", "power") == 3
    [lifted] = found.facts.lifted
    assert lifted.effects == ("Q.1", "R.1")
    assert (lifted.final["R", "name"], lifted.final["R", "power"]) == ("Q", 2)


def test_where_all_fixed_points_count_it_is_an_answer() -> None:
    """So that there are two."""
    found = confirmed(MIRROR, groundedness="all fixed points")
    answers = found.facts.answers
    assert answers is not None
    assert {answer.final["R", "name"] for answer in answers} == {"Q", "R"}


def test_it_may_hold_itself_up_by_what_it_gives() -> None:
    """As Q, R gives itself what makes it Q."""
    found = confirmed({"Q": "dark 2 | self: gain [self: copy of Q]", "R": "3"})
    assert {lifted.final["R", "name"] for lifted in found.facts.lifted} == {"Q"}


def test_it_may_take_two() -> None:
    """As copies of Q, each of another player's two makes the other one; alone neither would be."""
    found = confirmed(
        {"Q": "dark 2 | other creatures you control: copy of Q", "R": "me 3", "P": "me 1"}
    )
    assert [found.value(id, "name") for id in "QRP"] == ["Q", "R", "P"]
    assert [one.effects for one in found.facts.lifted] == [("Q.1", "R.1", "P.1")]


CHAIN = {"M": "1 | Q: copy of R | P: copy of Q", "P": "1", "Q": "dark 2", "R": "light 3"}


@pytest.mark.parametrize("reads", ["printed values", "what the copy layer left"])
@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
def test_a_copy_reads_what_is_printed_where_all_is_at_once(process: str, reads: str) -> None:
    """What the copy layer left is asked where effects apply in layers; here P is Q as printed."""
    found = confirmed(CHAIN, a_copy_reads=reads, process=process)
    assert [found.value(id, "name") for id in "PQR"] == ["Q", "R", "R"]
