"""Two of one card do the same early; one of them loses the ability, and the other's work stays."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Place, Play
from oracle.build import WHERE, YOU, scenario
from oracle.small_rulebook import small_rulebook
from situations import line

Z, A = a.Identified("Z"), a.Identified("A")


@pytest.mark.parametrize("ends", ["silenced", "disabled"])
@pytest.mark.parametrize(
    ("early", "tapped"),
    [
        (a.CantBeStatus("tapped"), False),
        # What A fixed, C passes by, so that nothing is fixed without A (SORC-NOMOD-1).
        (a.CantBeModified(), True),
        (a.Animate("minion", "types"), True),
    ],
)
def test_what_the_other_did_stays(early: a.Operation, tapped: bool, ends: str) -> None:
    """Z, an artifact, is a minion or can't be tapped by C as well as by A, whose ability ends.

    SORC-OPEN-ANIMATE: only the work of the effect that is over is taken back. A and C are copies of
    one card, so that their abilities are one and the same.
    """
    ability = line(Z, early)
    has = {
        "Z": None,
        "A": ability,
        "C": ability,
        "B": line(A, a.SetStatus(ends)),
        "T": line(Z, a.SetStatus("tapped")),
    }
    plays = []
    for number, (id, one) in enumerate(has.items(), 1):
        types = ("artifact",) if id == "Z" else ("minion",)
        printed = () if one is None else (PrintedAbility("has", one),)
        card = Card(id, {"types": types}, {"power": 1}, printed)
        plays.append(Play(YOU, card, id, Place((number,)), (), None, WHERE))
    found = assert_same(scenario(small_rulebook(), plays))
    assert found is not None
    told = found.value("Z", "types")
    assert isinstance(told, tuple)
    assert ("minion" in told) == isinstance(early, a.Animate)
    assert found.value("Z", "tapped") is tapped
