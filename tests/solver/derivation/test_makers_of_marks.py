"""A copy has other effects of the ids that its card had: who made a mark is told all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import certificate_of
from layerlaw.solver.board.columns import Maker
from layerlaw.solver.derivation.makers import makers_of
from situations import CREATURES, answer, line, plus, resolved, rulebook, thing

GROWS = line(CREATURES, plus(2))

SENDS = """
title: what makes it a copy sends it elsewhere too
rulebook: grand-archive-2025-09
players: [you, me]
cards:
  Titan: {is: [ally, guardian], power: 3, life: 3, has: ["self: power += 1", Taunt]}
  Amalgam:
    is: [ally]
    power: 1
    life: 1
    has: ["self: copy of T, goes to hand instead of graveyard"]
play:
  - you: Titan as T
  - you: Amalgam as A
  - leave: A to graveyard
"""


@pytest.mark.parametrize(("reading", "zone"), [("continues", "hand"), ("stops", "graveyard")])
def test_what_goes_on_as_a_copy_sends_it_elsewhere(reading: str, zone: str) -> None:
    """The copy has another effect of that id, which sends nothing anywhere."""
    scenario = loads_scenario(SENDS)
    found = assert_same(scenario, {"GA-OPEN-CONTINUES": reading})
    assert found is not None
    assert found.situation.thing("A").zone == zone
    assert certificate_of(found).check().ok


PINS = """
title: what makes it a copy fixes the others
rulebook: {}
players: [you, me]
cards:
  Lord: {{is: [minion], power: 3, has: ["minions: power += 1"]}}
  Image: {{is: [minion], power: 1, has: ["self: copy of L; minions: can't be modified"]}}
  Ox: {{is: [minion], power: 1}}
play:
  - you: Lord as L at 3
  - you: Image as I at 3
  - you: Ox as O at 3
"""


@pytest.mark.parametrize("book", ["sorcery-2026-01", "sorcery-2026-07"])
def test_what_fixes_others_is_not_the_effect_that_the_copy_has(book: str) -> None:
    """The Image goes on to fix what it fixes; as a Lord it has another effect of that id.

    Each Lord raises itself alone: what it is of is all that it can modify then.
    """
    found = assert_same(loads_scenario(PINS.format(book)))
    assert found is not None
    assert certificate_of(found).check().ok
    assert [found.value(id, "power") for id in "LIO"] == [4, 4, 1]


def test_effects_of_one_id_make_other_marks() -> None:
    """An effect is known by its ability's instance and by who has it, or by its id alone."""
    derived = answer(rulebook(), thing("A", line(CREATURES, plus(1))), thing("B", GROWS))
    one, other = (derived.effects[id] for id in ("A.1", "B.1"))
    twin = replace(one, instance=other.instance)
    made = resolved("R", "A", GROWS)
    late = answer(rulebook(), thing("A"), effects=(made,)).effects["R"]
    assert len({one.maker, other.maker, twin.maker, late.maker}) == 4
    assert makers_of([one, twin, one]) == {one.maker: one, twin.maker: twin}
    assert late.maker == Maker("R")
