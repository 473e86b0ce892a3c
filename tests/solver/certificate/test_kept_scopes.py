"""What an effect selected when it first applied, and keeps. Policy `set: kept`.

The small rulebook's layers: 0 status (early), 4 type, 7 add power, 9 permission.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.solver import Answer
from layerlaw.solver.certificate import certificate_of
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import MINION, small_rulebook

X, Z = a.Identified("X"), a.Identified("Z")
BEAST = a.Member("subtypes", "beast")
GROWS = a.ChangeNumber("power", "+", a.Number(1))
FIXED = a.CantBeModified()


def board(has: Mapping[str, a.Ability], kept: str) -> Answer:
    """X, a beast, and Z, an artifact, and then others with these texts, all of them minions."""
    events = [
        play(card("X", subtypes=("beast",), power=1), "X"),
        play(card("Z", types=("artifact",), power=1), "Z"),
        *(play(card(id, one, power=1), id) for id, one in has.items()),
    ]
    found = assert_same(scenario(small_rulebook({"set": kept}), events))
    assert found is not None
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


@pytest.mark.parametrize(("kept", "power"), [("kept", 2), ("again", 1)])
def test_what_was_selected_first_is_kept(kept: str, power: int) -> None:
    """A makes beasts undead, and then strengthens what was a beast, or is."""
    undead = a.SetMembers("subtypes", ("undead",))
    found = board({"A": text((BEAST, [undead, GROWS]))}, kept)
    assert found.value("X", "subtypes") == ("undead",)
    assert found.value("X", "power") == power


@pytest.mark.parametrize("kept", ["kept", "again"])
def test_what_was_selected_early_is_not_kept(kept: str) -> None:
    """A keeps minions from being modified, and strengthens minions; T makes Z one in between.

    SORC-OPEN-ANIMATE: what is done early does not make an effect begun.
    """
    minion = a.AddMembers("types", ("minion",))
    found = board({"A": text((MINION, [FIXED, GROWS])), "T": text((Z, [minion]))}, kept)
    assert found.value("Z", "power") == 2
    assert found.value("X", "power") == 2


@pytest.mark.parametrize("kept", ["kept", "again"])
def test_what_cannot_be_modified_is_kept_for_what_does_not_modify(kept: str) -> None:
    """A makes minions undead, and they can't attack; F keeps X, a minion, as it is.

    SORC-NOMOD-1: X is among the minions that A selected first, though A does not change it.
    """
    undead = a.AddMembers("subtypes", ("undead",))
    forbids = a.Permission(False, "attack")
    found = board({"A": text((MINION, [undead, forbids])), "F": text((X, [FIXED]))}, kept)
    assert found.value("X", "subtypes") == ("beast",)
    assert found.value("X", "permissions") == ("can't attack",)
