"""Turns that change the lists of many: a record in rows that tells more of them, less or other.

What is told of more than `MOST_CHANGES` cells and was read by nobody is compared row by row, and
its lists only by what each turn took and added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.shape import MOST_CHANGES, in_rows
from layerlaw.solver.facts.lists import FEW, Difference, Lists
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.rows import Changes
from situations import CREATURES, answer, line, plus, rulebook, thing

MANY = MOST_CHANGES + 4
OTHERS = a.Both((CREATURES, a.Not(a.HasAbility("Leader"))))
LEADER = a.Ability("Leader")
"""Those who silence, and strengthen, the others are not among these."""


def silenced() -> Facts:
    """Many creatures, each with a keyword of its own card, are silenced, and then grow by one.

    So a turn changes a status and a list of each, and another one a number of each.
    """
    crowd = (thing(f"C{number}", a.Ability("Ward"), power=1) for number in range(MANY))
    return answer(
        rulebook(),
        *crowd,
        thing("S", LEADER, line(OTHERS, a.SetStatus("silenced")), power=1),
        thing("N", LEADER, line(OTHERS, plus(1)), power=1),
    ).facts


def turn_of(facts: Facts, layer: str) -> Changes:
    """What the only turn of a layer changed, which nobody has read."""
    [record] = [one for one in facts.layers if one.layer == layer]
    [turn] = record.turns
    assert isinstance(turn.changes, Changes) and in_rows(turn.changes)
    return turn.changes


def with_turn(layer: str, told: Callable[[Changes], Changes]) -> Facts:
    """The facts with the changes of the only turn of a layer told otherwise."""
    facts = silenced()
    changes = told(turn_of(facts, layer))
    layers = tuple(
        replace(one, turns=(replace(one.turns[0], changes=changes),)) if one.layer == layer else one
        for one in facts.layers
    )
    return replace(facts, layers=layers)


def told_so(
    changes: Changes, differences: Mapping[Difference, int], lists: Lists | None
) -> Changes:
    """The same cells but those of lists, and other lists."""
    return Changes(
        changes.objects, changes.whole, changes.order, differences=differences, lists=lists, turn=0
    )


def test_lists_of_many_are_confirmed_by_what_was_taken() -> None:
    """More instances are lost at once than are looked at one by one."""
    facts = silenced()
    changes = turn_of(facts, "states")
    assert MANY > FEW and list(changes.differences) == [("abilities", ("Ward",), ())]
    assert Certificate(facts).check().ok
    assert not changes.read


def test_lists_that_were_changed_may_not_be_left_out() -> None:
    """Where all else that the turn changed is told."""
    wrong = with_turn("states", lambda changes: told_so(changes, {}, None))
    assert in_rows(turn_of(wrong, "states"))
    assert not Certificate(wrong).check().ok


def test_no_lists_may_be_told_where_none_was_changed() -> None:
    """The turn changes numbers alone."""
    differences: dict[Difference, int] = {("types", (), ("relic",)): 0b11}
    lists = Lists({"types": [("creature", (1 << MANY) - 1)]}, [differences])
    wrong = with_turn("power", lambda changes: told_so(changes, differences, lists))
    assert in_rows(turn_of(wrong, "power"))
    assert not Certificate(wrong).check().ok


def _others(lists: Lists) -> dict[str, tuple[Mapping[Difference, int], Lists]]:
    [differences] = lists.turns
    [((name, taken, added), row)] = differences.items()
    start = lists.start[name]
    other: dict[str, dict[Difference, int]] = {
        "one less": {(name, taken, added): row & row - 1},
        "one more": {(name, taken, added): row | row + 1},
        "two of it": {(name, taken * 2, added): row},
        "also gained": {(name, taken, ("Flying",)): row},
        "gained for lost": {(name, added, taken): row},
        "one otherwise": {(name, taken, added): row ^ 1, (name, taken, ("Flying",)): 1},
        "none": {},
    }
    found: dict[str, tuple[Mapping[Difference, int], Lists]] = {
        how: (one, Lists(lists.start, [one])) for how, one in other.items()
    }
    for how, words in {
        "one with another word": [*((word, had & ~1) for word, had in start), ("Flying", 1)],
        "one with a word more": [*start, ("Flying", 1)],
        "one with it twice": [*start, ("Ward", 1)],
        "one without": [(word, had & ~1) for word, had in start],
        "nobody": [],
    }.items():
        found[how] = differences, Lists({**lists.start, name: words}, lists.turns)
    return found


HOW = (
    "one less",
    "one more",
    "two of it",
    "also gained",
    "gained for lost",
    "one otherwise",
    "none",
    "one with another word",
    "one with a word more",
    "one with it twice",
    "one without",
    "nobody",
)


@pytest.mark.parametrize("how", HOW)
def test_lists_of_many_that_are_told_otherwise_are_refused(how: str) -> None:
    """In what was taken from whom, and in what was there before."""

    def told(changes: Changes) -> Changes:
        assert changes.lists is not None
        others = _others(changes.lists)
        assert tuple(others) == HOW
        return told_so(changes, *others[how])

    assert not Certificate(with_turn("states", told)).check().ok
