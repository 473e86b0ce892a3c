"""What a copy reads: the print, or what the copy layer left, worked out by hand from CR 707."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import CopiedAs, Status
from layerlaw.model.scenarios.events import Event, GetsStatus, Leave, Play, TurnBegins
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from oracle.build import ME, WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

LEFT = {"a copy reads": "what the copy layer left"}
PRINTED = {"a copy reads": "printed values"}
PROCEDURES = pytest.mark.parametrize(
    "policies",
    [{}, {"graph": "each step"}, {"test": "result"}, {"test": "none"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)
BEAR = card("Bear", power=2)
DRAGON = card("Dragon", power=5)
CLONE = card("Clone", text((a.Self(), [a.CopyOf(a.Target())])), use="enters", power=0)


def clone(id: str, original: str) -> Play:
    """A minion that enters as a copy."""
    return play(CLONE, id, player=ME, copying=original)


def becoming(name: str, who: str, original: str, until: a.Duration | None = None) -> Card:
    """A spell by which one object becomes a copy of another one."""
    ability = replace(text((a.Identified(who), [a.CopyOf(a.Identified(original))])), until=until)
    return card(name, ability, use="resolves", types=("magic",))


def static(name: str, original: str) -> Card:
    """A minion that is a copy of something as long as it has its ability."""
    return card(name, text((a.Self(), [a.CopyOf(a.Identified(original))])), power=1)


def certified(policies: dict[str, str], *events: Event) -> Answer:
    """The answer, which the oracle shares and the certificate confirms."""
    history = scenario(small_rulebook(policies), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


def powers(found: Answer, *ids: str) -> list[object]:
    """Their powers."""
    return [found.value(id, "power") for id in ids]


@PROCEDURES
def test_what_copies_something_that_has_become_a_copy_has_what_that_became(
    policies: dict[str, str],
) -> None:
    """A Bear becomes a Dragon; a copy of it is a Dragon (707.3), where prints are read a Bear."""
    events = (
        play(BEAR, "B"),
        play(DRAGON, "D"),
        play(becoming("Shapes", "B", "D"), "S"),
        clone("C", "B"),
    )
    assert powers(certified({**policies, **LEFT}, *events), "B", "C") == [5, 5]
    assert powers(certified({**policies, **PRINTED}, *events), "B", "C") == [5, 2]


@PROCEDURES
def test_a_copy_stays_what_it_is_when_the_original_changes_back(policies: dict[str, str]) -> None:
    """The Bear is a Dragon until the turn ends; its copy stays a Dragon (707.2b)."""
    events = (
        play(BEAR, "B"),
        play(DRAGON, "D"),
        play(becoming("Shapes", "B", "D", a.EndOfTurn()), "S"),
        clone("C", "B"),
        TurnBegins("you", WHERE),
    )
    assert powers(certified({**policies, **LEFT}, *events), "B", "C") == [2, 5]


@PROCEDURES
def test_what_else_changed_an_object_is_not_copied(policies: dict[str, str]) -> None:
    """Other effects, counters and statuses are none of the copiable values (707.2)."""
    grown = card(
        "Growth",
        text((a.Identified("B"), [a.ChangeNumber("power", "+", a.Number(3))])),
        types=("aura",),
    )
    typed = card(
        "Coffin", text((a.Identified("B"), [a.AddMembers("types", ("artifact",))])), types=("aura",)
    )
    found = certified(
        {**policies, **LEFT}, play(BEAR, "B"), play(grown, "G"), play(typed, "T"), clone("C", "B")
    )
    assert powers(found, "B", "C") == [5, 2]
    assert found.value("C", "types") == ("minion",)


@pytest.mark.slow
def test_static_copies_of_copies_wait_for_what_they_read() -> None:
    """First copies Second, Second copies Third, Third copies the Dragon: all are Dragons, whatever
    the order in which they came, for each depends on the one whose values it reads."""
    cards = {
        "1": static("First", "2"),
        "2": static("Second", "3"),
        "3": static("Third", "D"),
        "D": DRAGON,
    }
    for test in ("action", "result"):
        policies = {"test": test, "graph": "each step", **LEFT}
        for order in permutations(cards):
            found = certified(policies, *(play(cards[id], id) for id in order))
            assert powers(found, "1", "2", "3") == [5, 5, 5]
            copies = next(layer for layer in found.layers if layer.layer == "1")
            if test == "action":
                edges = {(each.effect, each.on): each.witness for each in copies.graphs[0].found}
                assert {("1.1", "2.1"), ("2.1", "3.1")} <= set(edges)
                assert edges["2.1", "3.1"].before == "Third"
                assert edges["2.1", "3.1"].after == "Dragon"


HIDDEN = Status("tapped", "CR-707.2", copied_as=CopiedAs((("types", ("site",)),), (("power", 1),)))
"""A status under which nothing but this is copiable."""


def hiding(*events: Event) -> Answer:
    """The answer under a rulebook with that status, which the oracle shares and Z3 confirms."""
    known = small_rulebook(LEFT)
    history = scenario(replace(known, statuses={**known.statuses, "tapped": HIDDEN}), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


def test_what_a_status_hides_is_not_copied() -> None:
    """A copy of a hidden Dragon, by entry or static, is what the Dragon is seen as (707.2)."""
    found = hiding(
        play(DRAGON, "D"),
        GetsStatus("D", "tapped", True, WHERE),
        clone("C", "D"),
        play(static("Mirror", "D"), "M"),
    )
    assert powers(found, "D", "C", "M") == [5, 1, 1]
    assert [found.value(id, "types") for id in "DCM"] == [("minion",), ("site",), ("site",)]
    assert [found.value(id, "name") for id in "CM"] == ["", ""]


def test_what_is_hidden_has_become_what_it_is_a_copy_of() -> None:
    """The hidden Bear becomes a Dragon: a copy made then is hidden, one made afterwards is none."""
    found = hiding(
        play(BEAR, "B"),
        play(DRAGON, "D"),
        GetsStatus("B", "tapped", True, WHERE),
        play(becoming("Shapes", "B", "D"), "S"),
        clone("C", "B"),
        GetsStatus("B", "tapped", False, WHERE),
        clone("L", "B"),
    )
    assert powers(found, "B", "C", "L") == [5, 1, 5]


def test_what_a_copy_gains_is_heard_of_by_whoever_asks() -> None:
    """Where it goes instead, and by how many names it is called (707.9a)."""
    home = text((a.Self(), [a.Redirect("hand", "cemetery")]))
    but = (a.Gain(home), a.Rename(("Toy",), besides=True))
    mirror = card("Mirror", text((a.Self(), [a.CopyOf(a.Identified("B"), but)])), power=1)
    named = card("Lord", text((a.Named("Toy"), [a.ChangeNumber("power", "+", a.Number(3))])))
    events = play(BEAR, "B"), play(named, "L"), play(mirror, "M")
    assert powers(certified(LEFT, *events), "B", "M") == [2, 5]
    left = certified(LEFT, *events, Leave("M", "cemetery", WHERE))
    assert next(one.zone for one in left.situation.things if one.id == "M") == "hand"
