"""Dependencies in places between layers, whichever of the two is older, as they are recorded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    AddMembers,
    Exists,
    HasAbility,
    Identified,
    LoseAll,
    Operation,
)
from layerlaw.solver.certificate import certificate_of
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook

BOOK = small_rulebook(
    {
        "ability added or removed": "before the ability's layer",
        "condition on a later layer": "read in its own layer",
    }
)
BEAST = AddMembers("subtypes", ("beast",))
FLIERS = HasAbility("Airborne")


def on(id: str, operation: Operation) -> tuple[Identified, list[Operation]]:
    """What is done to one object."""
    return Identified(id), [operation]


@pytest.mark.parametrize("order", ["EFBLM", "EFBML", "EFMBL", "MLEFB", "BEFML"])
def test_what_ends_a_condition_is_recorded_for_the_newer_one_too(order: str) -> None:
    """L takes all from F as long as something flies, and M takes that from B.

    Both take a text of layer 4, and act before it; their own layer goes by actions.
    """
    cards = {
        "E": text(on("H", BEAST)),
        "F": text(on("H", BEAST)),
        "B": replace(text(), keyword="Airborne"),
        "L": replace(text(on("F", LoseAll())), condition=Exists(FLIERS)),
        "M": text(on("B", LoseAll()), on("E", LoseAll())),
    }
    events = [play(card("Plain"), "H"), *(play(card(id, cards[id]), id) for id in order)]
    alone = scenario(BOOK, events)
    found = assert_same(alone)
    assert found is not None
    [place] = [one for one in found.layers if one.layer == "before 4"]
    assert [(edge.effect, edge.on) for edge in place.graphs[0].found] == [("L.1", "M.1")]
    certificate = certificate_of(found)
    assert certificate.check().ok
    facts = certificate.facts
    without = replace(place, graphs=(replace(place.graphs[0], found=()), *place.graphs[1:]))
    layers = tuple(without if one is place else one for one in facts.layers)
    assert not replace(certificate, facts=replace(facts, layers=layers)).check().ok
