"""Parts by hand: a layer that is named, and what passes by its source in one instruction alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import Answer
from layerlaw.solver.certificate import certificate_of
from situations import CREATURES, answer, line, plus, rulebook, thing

SELF = a.Self()
OTHERS = a.Both((CREATURES, a.Not(SELF)))


def confirmed(book: Rulebook, *abilities: a.Ability) -> Answer:
    """A, B, C and so on, each with one of these; the certificate confirms what comes of it."""
    things = [
        thing(id, ability, power=1, cost=1) for id, ability in zip("ABCDE", abilities, strict=False)
    ]
    found = answer(book, *things)
    assert certificate_of(found).check().ok
    return found


@pytest.mark.parametrize("layer", ["first", "types", "last"])
def test_what_names_its_layer_is_done_there(layer: str) -> None:
    """A keyword of which the rulebook says in which layer it works."""
    ability = replace(line(CREATURES, plus(1)), keyword="growing", layer=layer)
    found = confirmed(rulebook(), ability)
    assert [one.layer for one in found.layers] == [layer]
    assert found.value("A", "power") == 2


@pytest.mark.parametrize("first", [True, False])
def test_one_instruction_passes_by_its_source_and_another_one_does_not(first: bool) -> None:
    """Of four alike: each strengthens all others by 1, and everyone by 2, itself among them."""
    both = (a.Instruction(OTHERS, (plus(1),)), a.Instruction(CREATURES, (plus(2),)))
    ability = a.Ability(None, both if first else both[::-1])
    found = confirmed(rulebook(), *[ability] * 4)
    assert [found.value(id, "power") for id in "ABCD"] == [1 + 3 + 8] * 4


def test_others_alone_are_passed_by_where_nobody_else_is_left() -> None:
    """One of a kind, and then its only other one."""
    ability = line(OTHERS, plus(1))
    assert confirmed(rulebook(), ability).value("A", "power") == 1
    found = confirmed(rulebook(), ability, ability)
    assert [found.value(id, "power") for id in "AB"] == [2, 2]


# --- words that are gained only with a type --------------------------------------------------

WET = a.WordGroup("wet", "elements", ("water",), ("creature",), needs_type="C1")
Q = a.Identified("Q")


def gaining(q: tuple[str, ...], then: a.Operation, relic: bool) -> Answer:
    """Everything gains the elements of Q, water only with its type; after it B changes these."""
    known = rulebook()
    elements = replace(known.characteristics["elements"], groups=(WET,))
    book = replace(known, characteristics={**known.characteristics, "elements": elements})
    r = thing("R")
    if relic:
        r = replace(r, card=replace(r.card, sets={**r.card.sets, "types": ("relic",)}))
    found = answer(
        book,
        thing("Q", elements=q),
        thing("A", line(a.Not(Q), a.AddMembersOf("elements", Q, (WET,), "types"))),
        thing("B", line(Q, then)),
        r,
    )
    assert certificate_of(found).check().ok
    return found


@pytest.mark.parametrize("relic", [False, True])
@pytest.mark.parametrize("gives", [False, True])
def test_what_is_gained_may_be_one_thing_for_all_and_another_for_each(
    gives: bool, relic: bool
) -> None:
    """What A gives hangs on B; the words are told of each where they are not the same for all."""
    water = ("water",)
    change: a.Operation = (
        a.AddMembers("elements", water, (WET,), "types")
        if gives
        else a.RemoveMembers("elements", water)
    )
    found = gaining(("fire",) if gives else ("fire", "water"), change, relic)
    assert found.value("A", "elements") == (("fire", "water") if gives else ("fire",))
    assert found.value("R", "elements") == (("fire", "water") if gives and not relic else ("fire",))
    [layer] = [one for one in found.layers if one.graphs and one.graphs[0].found]
    [edge] = layer.graphs[0].found
    told = edge.witness.before, edge.witness.after
    every = "A: fire, water, B: fire, water, R: fire" if relic else "fire, water"
    assert (edge.effect, told) == ("A.1", ("fire", every) if gives else (every, "fire"))


# --- who is passed by as one that can't be modified ------------------------------------------


def marking_first() -> Rulebook:
    """The small game, whose first layer is that of what can't be modified."""
    book, word = rulebook(), "can't be modified"
    layers = [
        replace(
            one,
            does=tuple(each for each in one.does if each != word) + (word,) * (one.id == "first"),
        )
        for one in book.layers
    ]
    return replace(book, layers=tuple(layers))


@pytest.mark.parametrize(
    ("scope", "powers"),
    [(CREATURES, [1 + 1, 1 + 3, 1 + 3]), (SELF, [2, 2, 2]), (OTHERS, [1, 1 + 2, 1 + 2])],
)
def test_what_cannot_be_modified_is_by_its_own_effects(
    scope: a.Selector, powers: list[int]
) -> None:
    """A can't, but by itself; B and C have what A has."""
    ability = line(scope, plus(1))
    fixes = line(a.Identified("A"), a.CantBeModified())
    found = confirmed(marking_first(), ability, ability, ability, fixes)
    assert [found.value(id, "power") for id in "ABC"] == powers


# --- what defines ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "word"),
    [
        (a.FixNumber("power", a.Number(3)), "power"),
        (a.SetNumber("power", a.Number(3)), "power"),
        (plus(1), "power"),
        (a.Animate("relic", "types"), "types"),
        (a.AddMembers("types", ("relic",)), "types"),
        (a.SetPlayer("controller", a.NamedPlayer("me")), "controller"),
    ],
)
def test_what_defines_is_done_where_the_document_has_it(operation: a.Operation, word: str) -> None:
    """Whatever else it is called; without the mark it is done in its usual layer."""
    book = rulebook()
    layers = [
        replace(one, does=(*one.does, *((f"define {word}",) * (one.id == "first"))))
        for one in book.layers
    ]
    book = replace(book, layers=tuple(layers))
    ability = line(SELF, operation)
    found = confirmed(book, replace(ability, defines=True))
    assert [one.layer for one in found.layers] == ["first"]
    assert "first" not in [one.layer for one in confirmed(book, ability).layers]
