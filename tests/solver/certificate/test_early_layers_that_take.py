"""Early layers in which abilities are lost: what is taken back then, and who depends on that.

The small rulebook's layers: 1 copy, 0 status (early), 2 silence, 3 control, 4 type, 5 ability. Here
silence works in the early layer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Place, Play
from layerlaw.solver import Answer
from layerlaw.solver.certificate import certificate_of
from oracle.build import WHERE, YOU, scenario
from oracle.small_rulebook import small_rulebook
from situations import line

A, X, Z = (a.Identified(id) for id in "AXZ")
MINIONS = a.Member("types", "minion")
TAPPED, SILENCED = a.HasStatus("tapped"), a.HasStatus("silenced")
THEIRS = a.SetPlayer("controller", a.NamedPlayer("me"))
ANIMATES_AND_TAPS = a.Ability(
    None,
    (
        a.Instruction(Z, (a.Animate("minion", "types"),)),
        a.Instruction(a.Self(), (a.SetStatus("tapped"),)),
    ),
)
SILENCES = line(a.Both((MINIONS, TAPPED)), a.SetStatus("silenced"))
"""A is tapped by itself alone, so that it does not depend on what silences it then."""


def early_silence() -> Rulebook:
    """The small rulebook, where silence and taps work in the early layer."""
    book = small_rulebook()
    moved = ("silenced", "tapped")
    layers = [
        replace(
            one,
            does=tuple(word for word in one.does if word not in moved) + moved * (one.id == "0"),
        )
        for one in book.layers
    ]
    return replace(book, layers=tuple(layers))


def board(has: Mapping[str, a.Ability | None]) -> Answer:
    """What comes one after another: X and Z are artifacts, S a spell; the oracle agrees."""
    plays = []
    for number, (id, one) in enumerate(has.items(), 1):
        types = ("artifact",) if id in "XZ" else ("minion",)
        use: Literal["has", "resolves"] = "resolves" if id == "S" else "has"
        printed = () if one is None else (PrintedAbility(use, one),)
        card = Card(id, {"types": types}, {"power": 1}, printed)
        plays.append(Play(YOU, card, id, Place((number,)), (), None, WHERE))
    found = assert_same(scenario(early_silence(), plays))
    assert found is not None
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


HAS: Mapping[str, a.Ability | None] = {
    "X": None,
    "Z": None,
    "A": ANIMATES_AND_TAPS,
    "B": SILENCES,
}


def test_whatever_acts_next_takes_back_what_was_done_early() -> None:
    """P depends on T, which has nothing to do with it: Z is no minion once anything has acted."""
    found = board({**HAS, "P": line(MINIONS, THEIRS), "T": line(X, THEIRS)})
    [layer] = [one for one in found.layers if one.layer == "3"]
    assert [turn.effect for turn in layer.turns] == ["T.1", "P.1"]
    [edge] = layer.graphs[0].found
    assert (edge.effect, edge.on, edge.witness.left) == ("P.1", "T.1", ("Z",))
    controllers = [found.value(id, "controller") for id in "XZP"]
    assert controllers == [None, None, "me"]


def test_what_has_resolved_is_not_taken_back() -> None:
    """S has made X a minion for good, and A made Z one, until something acts."""
    made = line(X, a.Animate("minion", "types"))
    found = board({"X": None, "S": made, **HAS, "P": line(MINIONS, THEIRS), "T": line(A, THEIRS)})
    [layer] = [one for one in found.layers if one.layer == "3"]
    assert [turn.effect for turn in layer.turns] == ["T.1", "P.1"]
    assert [found.value(id, "controller") for id in "XZP"] == ["me", None, "me"]


def test_in_the_early_layer_itself_nothing_is_taken_back() -> None:
    """Z is a minion when D, once A is silenced, keeps all of them from being modified.

    It is one for good, for nothing acts before the document gives types.
    """
    keeps = line(MINIONS, a.CantBeModified(), condition=a.Matches(A, SILENCED))
    grows = line(Z, a.ChangeNumber("power", "+", a.Number(1)))
    found = board({**HAS, "D": keeps, "G": grows})
    assert found.value("A", "silenced")
    assert found.value("Z", "types") == ("artifact", "minion")
    assert found.value("Z", "power") == 1
