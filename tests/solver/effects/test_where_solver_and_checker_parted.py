"""Boards by hand on which the solver and the checker of its certificate once parted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra.groups import WordGroup
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Place
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.small_rulebook import simultaneous_rulebook, small_rulebook
from situations import answer, line, plus, rulebook, thing

X, Z = a.Identified("X"), a.Identified("Z")


def confirmed(found: Answer) -> Answer:
    """The answer itself; its certificate has to agree."""
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


def card(name: str, type: str, *has: a.Ability, subtypes: tuple[str, ...] = ()) -> Card:
    """A card with these abilities."""
    printed = tuple(PrintedAbility("has", one) for one in has)
    return Card(name, {"types": (type,), "subtypes": subtypes}, {"power": 1}, printed)


def game(book: Rulebook, *things: Thing) -> Answer:
    """The small game with these objects, which entered one after another."""
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    return confirmed(derive(Situation(book, ("you", "me"), seated, (), None, frozenset())))


def minion(id: str, what: Card, zone: str = "realm", bearer: str | None = None) -> Thing:
    """An object of yours on one square."""
    place = Place((7,)) if zone == "realm" else None
    return Thing(id, what, "you", "you", zone, place, bearer, (0, 0), {})


@pytest.mark.parametrize("floor", ["each step", "none", "at the end"])
def test_what_is_swapped_is_cut_at_the_floor_of_what_it_is_now(floor: str) -> None:
    """Each number that is written is, where floors are kept each step: a cost is no power."""
    swaps = line(X, a.Swap("power", "cost"))
    things = thing("A", swaps, power=1), thing("X", line(X, plus(1)), power=3, cost=-2)
    found = confirmed(answer(rulebook({"floor": floor}), *things))
    assert found.value("X", "cost") in (3, 4)
    grown = found.value("X", "power")
    assert grown == (1 if floor == "each step" else {"none": -1, "at the end": 0}[floor])


KINDS = WordGroup("kind", "subtypes", ("beast", "undead"), ("minion",), loses_text=True)


def test_a_text_that_is_lost_with_its_words_is_not_taken_ahead_of_its_layer() -> None:
    """Only what takes abilities itself is called before the layer that they act in.

    X taps itself in an early layer; A makes it a beast, by which it loses its text, in a later one.
    """
    policy = {"ability added or removed": "before the ability's layer"}
    book = small_rulebook(policy)
    known = replace(book.characteristics["subtypes"], groups=(KINDS,))
    book = replace(book, characteristics={**book.characteristics, "subtypes": known})
    becomes = line(X, a.SetMembers("subtypes", ("beast",), (KINDS,)))
    taps = line(a.Self(), a.SetStatus("tapped"))
    found = game(
        book,
        minion("A", card("A", "minion", becomes)),
        minion("X", card("X", "minion", taps, subtypes=("mortal",))),
    )
    assert found.value("X", "subtypes") == ("beast", "mortal")
    assert found.value("X", "tapped")
    assert found.value("X", "abilities") == ()
    takes = line(X, a.LoseAll())
    ahead = game(
        book, minion("A", card("A", "minion", takes)), minion("X", card("X", "minion", taps))
    )
    assert not ahead.value("X", "tapped")


def copies(other: str, original: str) -> a.Ability:
    """Z and another object are copies of a third one."""
    return line(a.Either((Z, a.Identified(other))), a.CopyOf(a.Identified(original)))


def test_a_copy_writes_no_controller() -> None:
    """A and E take each other's copying; what A makes of Z is carried, and so nobody controls it.

    What E makes of Z is a minion, as it was: E changes no controller, whatever A does. A does.
    """
    things = (
        minion(
            "A",
            card(
                "A", "minion", line(a.Either((Z, a.Identified("E"))), a.CopyOf(a.Identified("P")))
            ),
        ),
        minion(
            "E",
            card(
                "E", "minion", line(a.Either((Z, a.Identified("A"))), a.CopyOf(a.Identified("S")))
            ),
        ),
        minion("P", card("P", "artifact")),
        minion("S", card("S", "minion")),
        minion("Z", card("Z", "minion")),
    )
    found = game(small_rulebook({"test": "result"}), *things)
    [record] = [one for one in found.facts.layers if one.layer == "1"]
    cells = {edge.effect: edge.witness.cells for edge in record.graphs[0].found}
    assert ("Z", "controller") in cells["A.1"]
    assert ("Z", "types") in cells["E.1"]
    assert ("Z", "controller") not in cells["E.1"]


@pytest.mark.parametrize("book", [small_rulebook(), simultaneous_rulebook()])
@pytest.mark.parametrize(("type", "power"), [("artifact", 3), ("minion", 1)])
def test_what_lies_below_an_object_means_it_by_bearer(
    book: Rulebook, type: str, power: int
) -> None:
    """In whatever zone its ability works, while it is something that is carried."""
    lifts = line(a.Bearer(), plus(2), zones=("loaded",))
    found = game(
        book,
        minion("X", card("X", "minion")),
        minion("L", card("L", type, lifts), "loaded", "X"),
    )
    assert found.value("X", "power") == power
