"""What a copy has is called like what it had of its own: a record of the one is none of the other.

Effects of one object are as old as each other, and go by their places on the card. So whoever could
pass off a place on the old card could turn the order round.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Facts, TurnRecord
from situations import CREATURES, answer, line, plus, rulebook, thing

WORDS = tuple(a.Ability(word) for word in ("Airborne", "Ward", "Stealth"))
"""Keywords, which take the first places on a card."""


def power(number: int) -> a.Ability:
    """The text `self: power := number`."""
    return line(a.Self(), a.SetNumber("power", a.Number(number)))


def copies(*besides: a.Operation) -> a.Ability:
    """The text that makes Z a copy of O, and does this besides."""
    return line(a.Identified("Z"), a.CopyOf(a.Identified("O")), *besides)


def ranked(facts: Facts, id: str, rank: int) -> Facts:
    """The facts with the place of this effect on its card recorded as another one."""
    effects = tuple(
        replace(one, key=(*one.key[:4], rank, *one.key[5:])) if one.id == id else one
        for one in facts.effects
    )
    assert effects != facts.effects
    return replace(facts, effects=effects)


def turned_round(facts: Facts, first: int, last: int) -> Facts:
    """The facts with the first two turns of `power`, both of Z, the other way round.

    Power was 1; each of them sets it.
    """

    def setting(turn: TurnRecord, before: int, after: int) -> TurnRecord:
        changes = tuple(replace(one, before=before, after=after) for one in turn.changes)
        return replace(turn, changes=changes)

    layers = [*facts.layers]
    [at] = [at for at, layer in enumerate(layers) if layer.layer == "power"]
    one, other, *rest = layers[at].turns
    turns = (setting(other, 1, first), setting(one, first, last), *rest)
    layers[at] = replace(layers[at], turns=turns)
    final = {
        cell: last if cell[0] == "Z" and "power" in cell[1] else value
        for cell, value in facts.final.items()
    }
    return replace(facts, layers=tuple(layers), final=final)


@pytest.mark.parametrize("keywords", [0, 1])
def test_a_place_on_the_card_that_it_had_is_none(keywords: int) -> None:
    """Z is a copy of O: first its power is 5, and then 3; its own text had its third place.

    With that place the two would have their turns the other way round, and Z had 5 at the end.
    """
    facts = answer(
        rulebook(),
        thing("Z", *WORDS, line(a.Self(), plus(1)), power=1),
        thing("O", *WORDS[:keywords], power(5), power(3), power=1),
        thing("M", copies(), power=1),
    ).facts
    assert facts.final["Z", "power"] == 3
    assert Certificate(facts).check().ok
    wrong = ranked(facts, "Z.1", 3)
    assert not Certificate(wrong).check().ok
    assert not Certificate(turned_round(wrong, 3, 5)).check().ok


def test_what_had_a_turn_last_is_recorded() -> None:
    """Z copies O by its own text, in the third place; as a copy it has one in the first place."""
    facts = answer(
        rulebook(),
        thing("Z", *WORDS, copies(), power=1),
        thing("O", power(5), power=1),
    ).facts
    assert facts.final["Z", "power"] == 5
    assert Certificate(facts).check().ok
    assert not Certificate(ranked(facts, "Z.1", 3)).check().ok


def test_each_layer_has_the_ages_of_those_that_have_turns_there() -> None:
    """Z copies O, and its power is 7, by its own text in the third place.

    As a copy it has a text in the first place that acts last, and one in the second place by which
    its power is 5. So it has 7 at the end, for its own text stands behind that one.
    """
    facts = answer(
        rulebook(),
        thing("Z", *WORDS, copies(a.SetNumber("power", a.Number(7))), power=1),
        thing("O", line(a.Self(), a.CantBeModified()), power(5), power=1),
    ).facts
    assert facts.final["Z", "power"] == 7
    assert not Certificate(turned_round(facts, 7, 5)).check().ok


def test_what_has_left_had_its_turn() -> None:
    """Graphs are looked at again: Z's text as a copy of O is silenced before it can act.

    It is recorded as lost, with its own place on the card.
    """
    silencing = line(a.Identified("Z"), a.LoseAll())
    facts = answer(
        rulebook({"graph": "each step"}),
        thing("M", copies(), power=1),
        thing("S", silencing, power=1),
        thing("Z", *WORDS, line(a.Self(), plus(1)), power=1),
        thing("O", line(a.Self(), a.Gain(a.Ability("Ward"))), power=1),
    ).facts
    [layer] = [record for record in facts.layers if record.layer == "abilities"]
    assert ("Z.1", "lost") in [(turn.effect, turn.verdict) for turn in layer.turns]
    assert Certificate(facts).check().ok
    assert not Certificate(ranked(facts, "Z.1", 3)).check().ok


def weak_ones_burn() -> a.Ability:
    """The text `weak others but Z: power += 5, elements += fire`."""
    others = a.Both((CREATURES, a.Not(a.Self()), a.Not(a.Identified("Z"))))
    weak = a.Compared(a.Read("power", a.It()), "<=", a.Number(1))
    return line(a.Both((others, weak)), plus(5), a.AddMembers("elements", ("fire",)))


def test_what_it_has_again_as_a_copy_is_the_ability_that_it_had() -> None:
    """A becomes a copy of B, of which there is the same card, behind the layer of power: its effect
    has begun, and keeps to B, who is weak no more."""
    kept = rulebook({"set": "kept"})
    layers = sorted(kept.layers, key=lambda one: one.id != "power")
    one, other = (thing(id, weak_ones_burn(), power=1) for id in "AB")
    found = answer(
        replace(kept, layers=tuple(layers)),
        one,
        replace(other, card=replace(other.card, name=one.card.name)),
        thing("Z", line(a.Identified("A"), a.CopyOf(a.Identified("B"))), power=9),
    )
    assert [found.value(id, "power") for id in "AB"] == [1, 6]
    assert [found.value(id, "elements") for id in "AB"] == [("fire",), ("fire",)]
    assert Certificate(found.facts).check().ok
