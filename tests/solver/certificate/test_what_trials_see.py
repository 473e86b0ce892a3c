"""What trials see, on boards worked out by hand: who depends on whom, and by what evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.records import Dependency, Facts, Witness
from layerlaw.solver.facts.situation import Thing
from situations import CREATURES, answer, line, plus, rulebook, thing

X, Y = a.Identified("X"), a.Identified("Y")
WARD, FLYING = a.Ability("Ward"), a.Ability("Flying")


def first_graph(layer: str, *things: Thing, **policies: str) -> set[Dependency]:
    """The dependencies at the beginning of a layer; the certificate confirms them."""
    found = answer(rulebook(policies), *things)
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    facts: Facts = found.facts
    [record] = [one for one in facts.layers if one.layer == layer]
    return set(record.graphs[0].found)


def test_who_has_a_keyword_is_looked_at_though_nobody_has_another_text() -> None:
    """B gives X the keyword for which A gives another one; X has nothing that could be lost."""
    found = first_graph(
        "abilities",
        thing("A", line(a.HasAbility("Flying"), a.Gain(WARD)), power=1),
        thing("B", line(X, a.Gain(FLYING)), power=1),
        thing("X", power=1),
    )
    assert found == {Dependency("A.1", "B.1", Witness("scope", 0, entered=("X",)))}


def test_an_operand_for_each_is_told_of_those_for_whom_it_differs() -> None:
    """A strengthens each creature by its cost, and B makes X cost two more."""
    each = a.ChangeNumber("power", "+", a.Read("cost", a.It()))
    found = first_graph(
        "power",
        thing("A", line(CREATURES, each), power=1, cost=1),
        thing("B", line(X, plus(2, "cost")), power=1, cost=1),
        thing("X", power=1, cost=1),
    )
    assert found == {Dependency("A.1", "B.1", Witness("action", 0, 0, before="X: 1", after="X: 3"))}


@pytest.mark.parametrize("elements", [(), ("fire", "water")])
def test_words_that_are_none_are_nothing(elements: tuple[str, ...]) -> None:
    """A gives X the elements of Y, and B makes these fire and water, or takes them all."""
    became = ", ".join(elements) or "nothing"
    operation = a.SetMembers("elements", elements)
    found = first_graph(
        "types",
        thing("A", line(X, a.AddMembersOf("elements", Y)), power=1),
        thing("B", line(Y, operation), power=1),
        thing("X", power=1),
        thing("Y", elements=("fire",), power=1),
    )
    assert found == {Dependency("A.1", "B.1", Witness("action", 0, 0, before="fire", after=became))}


@pytest.mark.parametrize(("name", "after"), [("Card P", "Card P"), ("Card O", "another Card O")])
def test_another_form_is_told_by_its_name(name: str, after: str) -> None:
    """A makes Z a copy of O, and B makes O a copy of P, which may be called like O was."""
    other = thing("P", power=2)
    found = first_graph(
        "copy",
        thing("A", line(a.Identified("Z"), a.CopyOf(a.Identified("O"))), power=1),
        thing("B", line(a.Identified("O"), a.CopyOf(a.Identified("P"))), power=1),
        thing("O", power=1),
        replace(other, card=replace(other.card, name=name)),
        thing("Z", power=1),
        **{"a copy reads": "what the copy layer left"},
    )
    told = Witness("action", 0, 0, before="Card O", after=after)
    assert found == {Dependency("A.1", "B.1", told)}


@pytest.mark.parametrize("word", ["Dash", None])
def test_activated_abilities_are_told_by_keyword_or_text(word: str | None) -> None:
    """A gives X the activated abilities of Y, and B takes all from Y."""
    used = PrintedAbility("activates", a.Ability(word, line(a.Self(), plus(1)).instructions))
    one = thing("Y", power=1)
    found = first_graph(
        "abilities",
        thing("A", line(X, a.GainActivated(Y)), power=1),
        thing("B", line(Y, a.LoseAll()), power=1),
        thing("X", power=1),
        replace(one, card=replace(one.card, abilities=(used,))),
    )
    [edge] = found
    assert (edge.effect, edge.on, edge.witness.after) == ("A.1", "B.1", "nothing")
    assert edge.witness.before == (word or "self: power += 1")
