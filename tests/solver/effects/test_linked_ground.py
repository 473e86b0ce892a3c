"""Ground that is linked away is no ground: solver and oracle agree on what lies there then."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Link
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from oracle.build import WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

SITE = Card("Site", {"types": ("site",)}, {"water": 1})
WETTER = text((a.Member("types", "site"), [a.Limit("water", "at least", a.Number(3))]))


@pytest.mark.parametrize("other", ["T", "M"])
def test_what_stood_on_linked_ground_stands_on_ground_without_name(other: str) -> None:
    """And where what stood there is linked itself, the ground is as it was."""
    history = scenario(
        small_rulebook(),
        [
            play(SITE, "S", 3),
            play(SITE, "T", 8),
            play(card("Minion", power=1), "M", 8),
            play(card("Rain", WETTER), "R", 3),
            Link("S", other, WHERE),
        ],
    )
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    unnamed = {thing.id for thing in found.situation.things} & {"site@3", "site@8"}
    assert unnamed == ({"site@8"} if other == "T" else set())
    assert found.value("site@8" if other == "T" else "T", "water") == 3
