"""What is taken back of work done early, and what is not. Clause: SORC-OPEN-ANIMATE.

The small rulebook's layers: 1 copy, 0 status (early), 2 silence, 4 type, 5 ability, 7 add power.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.model.scenarios.events import Place, Play
from layerlaw.solver import Answer
from layerlaw.solver.certificate import certificate_of
from oracle.build import WHERE, YOU, scenario
from oracle.small_rulebook import small_rulebook
from situations import LAYERS, answer, line, rulebook, thing

A, X, Y, Z = (a.Identified(id) for id in "AXYZ")
ANIMATES = a.Animate("minion", "types")
NO_TAPPING = a.CantBeStatus("tapped")
TAPS = line(Z, a.SetStatus("tapped"))
FIXED = a.CantBeModified()
GROWS = line(Z, a.ChangeNumber("power", "+", a.Number(1)))
SILENCES = line(A, a.SetStatus("silenced"))


def several(*instructions: a.Instruction) -> a.Ability:
    """A text of several instructions."""
    return a.Ability(None, instructions)


def with_word(word: str, layer: str) -> Rulebook:
    """The small rulebook, where this word is worked out in that layer."""
    book = small_rulebook()
    layers = [
        replace(
            one,
            does=tuple(each for each in one.does if each != word) + (word,) * (one.id == layer),
        )
        for one in book.layers
    ]
    return replace(book, layers=tuple(layers))


def board(
    has: Mapping[str, a.Ability | None], minions: str = "", book: Rulebook | None = None
) -> Answer:
    """Objects that come one after another, each with its text; X, Y and Z are artifacts, S a spell.

    minions: those of X, Y and Z that are minions. The oracle has the same answer, and the
    certificate confirms it.
    """
    plays = []
    for number, (id, one) in enumerate(has.items(), 1):
        types = ("artifact",) if id in "XYZ" and id not in minions else ("minion",)
        use: Literal["has", "resolves"] = "resolves" if id == "S" else "has"
        printed = () if one is None else (PrintedAbility(use, one),)
        card = Card(id, {"types": types}, {"power": 1}, printed)
        plays.append(Play(YOU, card, id, Place((number,)), (), None, WHERE))
    found = assert_same(scenario(book or small_rulebook(), plays))
    assert found is not None
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


def types(found: Answer, id: str) -> set[str]:
    """The types that it has at the end."""
    told = found.value(id, "types")
    assert isinstance(told, tuple)
    return {*told}


def test_a_type_that_it_had_before_was_not_given_early() -> None:
    """A makes Y an aura, and then C makes A, X and Z minions, which they are; C is silenced.

    What another effect gave of another type leaves it at that.
    """
    given = several(*(a.Instruction(one, (ANIMATES,)) for one in (A, X, Z)))
    found = board(
        {
            "X": None,
            "Z": None,
            "Y": None,
            "A": line(Y, a.Animate("aura", "types")),
            "C": given,
            "B": line(a.Identified("C"), a.SetStatus("silenced")),
        },
        minions="XZ",
    )
    assert types(found, "A") == types(found, "X") == types(found, "Z") == {"minion"}
    assert types(found, "Y") == {"artifact", "aura"}


@pytest.mark.parametrize(("layer", "stays"), [("3", False), ("4", True), ("5", True)])
def test_types_stay_once_the_document_has_given_types(layer: str, stays: bool) -> None:
    """A makes Z a minion early; its text is lost before the layer of types, in it or behind it.

    That Z can't be modified ends with it in any case: power is layer 7.
    """
    doing = line(Z, ANIMATES, FIXED)
    has = {"A": doing, "B": line(A, a.LoseAll()), "T": GROWS, "Z": None}
    found = board(has, book=with_word("change abilities", layer))
    assert types(found, "Z") == ({"artifact", "minion"} if stays else {"artifact"})
    assert found.value("Z", "power") == 2


@pytest.mark.parametrize("begun", [False, True])
def test_what_has_begun_is_not_taken_back(begun: bool) -> None:
    """A keeps Z from being modified; its text is lost in layer 5.

    If it has also tapped X by then, in layer 2, what it did early stays.
    """
    also = a.Instruction(X, (a.SetStatus("tapped") if begun else ANIMATES,))
    doing = several(a.Instruction(Z, (FIXED,)), also)
    found = board({"X": None, "Z": None, "A": doing, "B": line(A, a.LoseAll()), "T": GROWS})
    assert found.value("X", "tapped") is begun
    assert found.value("Z", "power") == (1 if begun else 2)


def test_what_has_resolved_is_not_taken_back() -> None:
    """It has no ability to lose; A is silenced before Z would be tapped."""
    found = board({"Z": None, "A": None, "S": line(Z, NO_TAPPING), "B": SILENCES, "T": TAPS})
    assert found.value("Z", "tapped") is False


@pytest.mark.parametrize("ends", [False, True])
def test_permissions_given_early_go_with_the_ability(ends: bool) -> None:
    """A and C, each by a text of the early layer, forbid Z to attack; A is silenced.

    What C says stays, and so does what A says where nobody silences it.
    """
    early, other = (line(who, a.Permission(False, "attack")) for who in (Z, X))
    has = {"X": None, "A": early, "C": other, "B": SILENCES if ends else TAPS, "Z": None}
    found = board(has, book=with_word("permissions", "0"))
    assert found.value("X", "permissions") == ("can't attack",)
    assert found.value("Z", "permissions") == (() if ends else ("can't attack",))


def test_two_of_one_card_see_other_things_where_one_of_them_is_fixed() -> None:
    """A and C, copies of one card, strengthen what is above W; A can't be modified, but by itself.

    Nobody is above W until Y weakens it. So both depend on Y, and only A reaches itself then.
    """
    above = a.Compared(a.Read("power", a.It()), ">", a.Read("power", a.Identified("W")))
    ability = line(above, a.ChangeNumber("power", "+", a.Number(1)))
    weakens = line(a.Identified("W"), a.ChangeNumber("power", "-", a.Number(1)))
    found = board({"F": line(A, FIXED), "W": None, "A": ability, "C": ability, "Y": weakens})
    [layer] = [record for record in found.layers if record.layer == "7"]
    entered = {edge.effect: edge.witness.entered for edge in layer.graphs[0].found}
    assert {*entered["A.1"]} - {*entered["C.1"]} == {"A"}
    assert (found.value("A", "power"), found.value("C", "power")) == (2, 3)


def test_a_permission_that_nobody_has_any_more_is_taken_from_the_first_object() -> None:
    """Where permissions are given early: Z, the first of all, may attack once A is silenced."""
    early = Layer("early", "early", "C1", ("permissions",), early=True)
    others = [
        replace(one, does=tuple(word for word in one.does if word != "permissions"))
        for one in LAYERS
    ]
    found = answer(
        replace(rulebook(), layers=(early, *others)),
        thing("Z", power=1),
        thing("A", line(Z, a.Permission(False, "attack")), power=1),
        thing("B", SILENCES, power=1),
    )
    [states] = [record for record in found.layers if record.layer == "states"]
    [turn] = states.turns
    assert ("Z", "permissions", ("can't attack",), ()) in [
        (one.object, one.characteristic, one.before, one.after) for one in turn.changes
    ]
    assert certificate_of(found).check().ok
