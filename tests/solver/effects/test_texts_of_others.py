"""Objects that have the text, or the full text, of another, or exchange texts."""

from __future__ import annotations

from random import Random

import pytest
from texts import POOL, board

from comparing import assert_same
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import Answer, solve
from layerlaw.solver.certificate import certificate_of


def told(*cards: str) -> Answer:
    """What it comes to; certificate and oracle agree."""
    scenario = board(*cards)
    answer = solve(scenario)
    assert certificate_of(answer).check().ok
    assert_same(scenario)
    return answer


def keywords(answer: Answer, id: str) -> set[str | None]:
    """The keywords that the object has; None stands for an ability without one."""
    return {answer.instances.keyword(number) for number in answer.abilities(id)}


def test_a_text_is_the_abilities_alone() -> None:
    """The Mage has the Wader's keywords in the place of its own line, and stays what it is."""
    answer = told("Wader", "Mage", "Echo")
    assert keywords(answer, "Mag1") == {"Islandwalk", "Flying"}
    assert answer.value("Mag1", "power") == 1
    assert answer.value("Mag1", "subtypes") == ("elf",)


def test_two_exchange_their_texts() -> None:
    """Each has what the other had, whichever is written first."""
    answer = told("Wader", "Mage", "Swap")
    assert keywords(answer, "Mag1") == {"Islandwalk", "Flying"}
    assert keywords(answer, "Wad0") == {None}


def test_what_effects_gave_is_no_text() -> None:
    """612.3: what the Giver gives stays, and is not exchanged."""
    answer = told("Giver", "Wader", "Mage", "Swap")
    assert keywords(answer, "Mag2") == {"Islandwalk", "Flying", None}
    assert len(answer.abilities("Wad1")) == 2


def test_a_full_text_is_all_of_it_and_not_copiable() -> None:
    """612.6: numbers and words too; the Mirror copies a Poser, whose text has brought nothing."""
    answer = told("Poser", "Wader", "Mirror")
    assert answer.value("Pos0", "power") == 2
    assert answer.value("Pos0", "subtypes") == ("goblin",)
    assert keywords(answer, "Pos0") == {"Islandwalk", "Flying"}
    # Two goblins by then: the Mirror's text speaks of one that is not there.
    assert answer.value("Mir2", "power") == 1


def test_of_several_none_is_meant() -> None:
    """As a copy: unless one object is selected nothing is written."""
    assert keywords(told("Wader", "King", "Mage", "Echo"), "Mag2") == {None}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 60, 12))
def test_random_boards(first: int) -> None:
    """Solver, certificate and oracle agree on boards with these cards among others that change."""
    for seed in range(first, first + 12):
        chance = Random(seed)
        cards = [chance.choice(POOL) for _ in range(chance.choice((1, 2, 3)))]
        cards.insert(chance.randrange(len(cards) + 1), chance.choice(("Echo", "Poser", "Swap")))
        cards.insert(chance.randrange(len(cards) + 1), chance.choice(("Wader", "King", "Mage")))
        scenario = board(*cards)
        try:
            answer = solve(scenario)
        except LayerlawError:
            continue  # Two effects of one name in a layer: see docs/limits.md.
        assert_same(scenario)
        assert certificate_of(answer).check().ok, cards
