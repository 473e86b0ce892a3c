"""Cards that say the same, by hand: one speaks only for those of its player, and if it may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.situation import Thing
from mutation.boards import alike_on_the_way
from situations import CREATURES, LAYERS, answer, line, plus, rulebook, thing

GRAPHS = pytest.mark.parametrize("graph", ["once", "each step"])
FIRE, WATER = a.Member("elements", "fire"), a.Member("elements", "water")
STRONG = a.Compared(a.Read("power", a.It()), ">=", a.Number(2))
YOURS = a.Controlled(a.You())
TAKEN = a.SetPlayer("controller", a.You())
GIVEN = a.SetPlayer("controller", a.NamedPlayer("me"))


def tried(
    graph: str, *things: Thing, layers: tuple[Layer, ...] = LAYERS, **policies: str
) -> Answer:
    """What is found, which is what is found pair by pair; the certificate of it holds."""
    named = {name.replace("_", " "): value for name, value in policies.items()}
    book = replace(rulebook({"graph": graph, **named}), layers=layers)
    found = answer(book, *things)
    plain = derive(found.situation, prune=False)
    assert found.facts == plain.facts
    alike_on_the_way(found, plain)
    assert certificate_of(found).check().ok
    return found


def edges(found: Answer, layer: str, graph: int = 0) -> set[tuple[str, str]]:
    """Who depends on whom by a graph of a layer."""
    [record] = [one for one in found.facts.layers if one.layer == layer]
    return {(one.effect, one.on) for one in record.graphs[graph].found}


@GRAPHS
def test_each_hangs_on_who_controls_its_own_source(graph: str) -> None:
    """The second of two that take goblins changes hands, and not the first."""
    takes = line(FIRE, TAKEN)
    found = tried(
        graph,
        thing("A", takes),
        thing("B", takes, elements=("water",)),
        thing("X", elements=("fire",)),
        thing("Y", line(WATER, GIVEN)),
    )
    assert edges(found, "control") == {("B.1", "Y.1")}
    assert found.value("X", "controller") == "me"


@GRAPHS
def test_who_changes_hands_sees_something_else_than_who_does_not(graph: str) -> None:
    """All four depend on Y, by which two of them, and one of what they take, come to me."""
    takes = line(a.Both((FIRE, YOURS)), a.SetPlayer("controller", a.Opponent()))
    found = tried(
        graph,
        *(thing(id, takes) for id in "AC"),
        *(thing(id, takes, elements=("water",)) for id in "BD"),
        thing("W", elements=("fire",)),
        thing("X", elements=("fire", "water")),
        thing("Y", line(WATER, GIVEN)),
    )
    assert edges(found, "control") >= {(f"{id}.1", "Y.1") for id in "ABCD"}


@GRAPHS
@pytest.mark.parametrize("owner", ["you", "me"])
def test_those_of_one_player_do_not_speak_for_those_of_another(graph: str, owner: str) -> None:
    """What is fire is so no longer: who controls that would see it, and nobody else."""
    names = line(a.Both((FIRE, YOURS)), a.AddMembers("elements", ("norm",)))
    found = tried(
        graph,
        *(thing(id, names, owner=of) for id, of in zip("ABCD", ("you", "me") * 2, strict=True)),
        thing("X", elements=("fire",), owner=owner),
        thing("Y", line(a.Identified("X"), a.SetMembers("elements", ("water",)))),
    )
    theirs = "AC" if owner == "you" else "BD"
    assert edges(found, "types") == {(f"{id}.1", "Y.1") for id in theirs}


@pytest.mark.parametrize("scope", [FIRE, a.Both((FIRE, YOURS))])
def test_what_they_do_is_looked_at_again_once_that_has_changed(scope: a.Selector) -> None:
    """G makes X what A and B look for; Y, which looks at what they do, depends on them by then."""
    names = line(scope, a.AddMembers("elements", ("norm",)))
    seen = line(a.Member("elements", "norm"), a.AddMembers("elements", ("water",)))
    found = tried(
        "each step",
        thing("G", line(a.Identified("X"), a.AddMembers("elements", ("fire",)))),
        thing("Y", seen),
        thing("A", names),
        thing("B", names),
        thing("X"),
    )
    assert edges(found, "types") == {("A.1", "G.1"), ("B.1", "G.1")}
    assert edges(found, "types", 1) == {("Y.1", "A.1"), ("Y.1", "B.1")}
    assert found.value("X", "elements") == ("fire", "norm", "water")


def test_who_has_any_ability_is_looked_at_again_once_one_was_given() -> None:
    """What loses all abilities can lose Flying once G has given it that."""
    looks = line(a.HasAbility("Flying"), a.Lose("Ward"))
    found = tried(
        "each step",
        thing("G", line(a.Identified("X"), a.Gain(a.Ability("Flying")))),
        thing("C", looks),
        thing("D", looks),
        thing("A", line(FIRE, a.LoseAll())),
        thing("X", elements=("fire",)),
    )
    assert edges(found, "abilities") == {("C.1", "G.1"), ("D.1", "G.1")}
    assert edges(found, "abilities", 1) == {("C.1", "A.1"), ("D.1", "A.1")}


@GRAPHS
@pytest.mark.parametrize("scope", [FIRE, a.Both((FIRE, YOURS))])
def test_who_began_with_another_scope_speaks_for_nobody(graph: str, scope: a.Selector) -> None:
    """A makes X water before B comes to look for fire; each goes on with what it had (`set`)."""
    quenches = line(scope, a.SetMembers("elements", ("water",)), plus(1))
    grows = line(CREATURES, plus(1))
    found = tried(
        graph,
        thing("Y", line(STRONG, plus(0))),
        thing("A", quenches),
        thing("M", grows),
        thing("B", quenches),
        thing("N", grows),
        thing("X", elements=("fire",), power=1),
        set="kept",
    )
    assert found.value("X", "power") == 4


@GRAPHS
@pytest.mark.parametrize("scope", [CREATURES, a.Both((CREATURES, YOURS))])
def test_of_what_is_marked_each_modifies_its_own_source(graph: str, scope: a.Selector) -> None:
    """Where something can't be modified, nobody speaks for anybody."""
    grows = line(scope, plus(1))
    found = tried(
        graph,
        thing("Z", line(a.Identified("A"), a.CantBeModified())),
        thing("A", grows, power=1),
        thing("B", grows, power=1),
        thing("Y", line(STRONG, plus(5))),
        layers=(LAYERS[-1], *LAYERS[:-1]),
    )
    assert {("Y.1", "A.1"), ("Y.1", "B.1")} == edges(found, "power")
    assert (found.value("A", "power"), found.value("B", "power")) == (2, 8)


@GRAPHS
def test_what_has_begun_is_gone_with_its_ability_where_it_stops(graph: str) -> None:
    """By the policy `ability lost`; it began with a part in an earlier layer."""
    begins = line(FIRE, a.AddMembers("elements", ("norm",)), a.Lose("Ward"))
    found = tried(
        graph,
        thing("A", begins),
        thing("B", begins),
        thing("X", elements=("fire",)),
        thing("Y", line(a.Identified("B"), a.LoseAll())),
        ability_lost="stops",
    )
    assert edges(found, "abilities") == {("B.1", "Y.1")}


@GRAPHS
def test_who_counts_words_looks_at_all_of_them_beside_one(graph: str) -> None:
    """What is fire is told apart from what is not; that W is water counts all the same."""
    words = a.CountWords("elements", CREATURES)
    names = line(
        FIRE,
        a.AddMembers("elements", ("norm",)),
        condition=a.Holds(words, "<=", a.Number(1)),
    )
    found = tried(
        graph,
        thing("A", names),
        thing("B", names),
        thing("X", elements=("fire",)),
        thing("W"),
        thing("Y", line(a.Identified("W"), a.AddMembers("elements", ("water",)))),
    )
    assert {("A.1", "Y.1"), ("B.1", "Y.1")} <= edges(found, "types")


@GRAPHS
def test_who_began_for_another_player_speaks_for_nobody(graph: str) -> None:
    """B began as mine, and is yours by now: what it does is still done to W, and shows that."""
    types, control, *others = (LAYERS[4], LAYERS[2], *LAYERS[:2], LAYERS[3], *LAYERS[5:])
    begins = line(a.Both((FIRE, YOURS)), a.AddMembers("elements", ("norm",)), plus(1))
    grows = line(a.Both((WATER, YOURS)), plus(1))
    found = tried(
        graph,
        thing("Y", line(STRONG, plus(5))),
        thing("A", begins),
        thing("M", grows),
        thing("B", begins, owner="me"),
        thing("N", grows),
        thing("X", elements=("fire",), power=1),
        thing("W", elements=("fire",), owner="me", power=1),
        thing("G", line(a.Identified("B"), TAKEN)),
        layers=(types, control, *others),
        set="kept",
    )
    assert edges(found, "power") == {("Y.1", "A.1"), ("Y.1", "B.1")}
    assert (found.value("X", "power"), found.value("W", "power")) == (7, 7)


def test_what_was_tried_pair_by_pair_is_told_as_it_was_found() -> None:
    """Under the result test it shows where the two orders differ, of those that do the same too."""
    names = line(FIRE, a.SetMembers("elements", ("norm",)))
    wets = line(FIRE, a.SetMembers("elements", ("water",)))
    things = (*(thing(id, names) for id in "AB"), *(thing(id, wets) for id in "CD"))
    found = tried("once", *things, thing("X", elements=("fire",)), test="result")
    assert edges(found, "types") >= {("A.1", "C.1"), ("B.1", "D.1")}
