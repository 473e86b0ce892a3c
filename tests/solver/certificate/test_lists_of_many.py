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
from tampering import with_lists

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


def with_turn(layer: str, told: Callable[[Changes], Changes], facts: Facts | None = None) -> Facts:
    """The facts with the changes of the only turn of a layer told otherwise."""
    facts = facts or silenced()
    changes = told(turn_of(facts, layer))
    layers = tuple(
        replace(one, turns=(replace(one.turns[0], changes=changes),)) if one.layer == layer else one
        for one in facts.layers
    )
    return replace(facts, layers=layers)


def test_lists_of_many_are_confirmed_by_what_was_taken() -> None:
    """More instances are lost at once than are looked at one by one."""
    facts = silenced()
    changes = turn_of(facts, "states")
    assert MANY > FEW and list(changes.differences) == [("abilities", ("Ward",), ())]
    assert Certificate(facts).check().ok
    assert not changes.read


def test_lists_that_were_changed_may_not_be_left_out() -> None:
    """Where all else that the turn changed is told."""
    wrong = with_turn("states", lambda changes: with_lists(changes, {}, None))
    assert in_rows(turn_of(wrong, "states"))
    assert not Certificate(wrong).check().ok


def test_no_lists_may_be_told_where_none_was_changed() -> None:
    """The turn changes numbers alone."""
    differences: dict[Difference, int] = {("types", (), ("relic",)): 0b11}
    lists = Lists({"types": [("creature", (1 << MANY) - 1)]}, [differences])
    wrong = with_turn("power", lambda changes: with_lists(changes, differences, lists))
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
    found["no turns"] = differences, Lists(lists.start, [])
    elsewhere = {(name, taken, ("Flying",)): 2, (name, taken, added): row ^ 2}
    found["another turn in the lists"] = differences, Lists(lists.start, [elsewhere])
    other_type = [*start, ("Flying", 2), ("Ward", False)]
    found["one more and another type"] = differences, Lists({name: other_type}, lists.turns)
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
    "no turns",
    "another turn in the lists",
    "one more and another type",
)


@pytest.mark.parametrize("how", HOW)
def test_lists_of_many_that_are_told_otherwise_are_refused(how: str) -> None:
    """In what was taken from whom, and in what was there before."""

    def told(changes: Changes) -> Changes:
        assert changes.lists is not None
        others = _others(changes.lists)
        assert tuple(others) == HOW
        return with_lists(changes, *others[how])

    assert not Certificate(with_turn("states", told)).check().ok


def burning() -> Facts:
    """All get fire, and lose it; then X gets water, and then all get fire again."""
    crowd = [thing(f"C{number}", power=1) for number in range(MANY)]
    fire = a.AddMembers("elements", ("fire",))
    turns = (
        line(CREATURES, fire),
        line(CREATURES, a.RemoveMembers("elements", ("fire",))),
        line(a.Identified("X"), a.AddMembers("elements", ("water",))),
        line(CREATURES, fire),
    )
    effects = (thing(f"E{number}", one, power=1) for number, one in enumerate(turns))
    return answer(rulebook(), *crowd[:5], thing("X", power=1), *crowd[5:], *effects).facts


@pytest.mark.parametrize(("turn", "as_if"), [(3, 0), (0, 3)])
def test_a_turn_is_not_one_that_did_the_same_to_other_lists(turn: int, as_if: int) -> None:
    """The last turn did what the first one did; but X had water by then."""
    facts = burning()
    assert facts.final["X", "elements"] == ("fire", "water")
    assert Certificate(facts).check().ok
    facts = burning()
    [at] = [at for at, record in enumerate(facts.layers) if record.layer == "types"]
    turns = [*facts.layers[at].turns]
    changes, other = turns[turn].changes, turns[as_if].changes
    assert isinstance(changes, Changes) and isinstance(other, Changes)
    assert (changes.turn, other.turn) == (turn, as_if)
    assert changes.differences == other.differences
    turns[turn] = replace(
        turns[turn], changes=with_lists(other, other.differences, other.lists, as_if)
    )
    layers = [*facts.layers]
    layers[at] = replace(layers[at], turns=tuple(turns))
    assert not Certificate(replace(facts, layers=tuple(layers))).check().ok


def test_a_word_that_stays_leaves_the_others_to_be_told() -> None:
    """X has fire before, so that it gains water alone, and another one both."""
    both = a.AddMembers("elements", ("fire", "water"))
    facts = answer(
        rulebook(),
        thing("X", elements=("fire",), power=1),
        thing("S", line(CREATURES, both), power=1),
    ).facts
    assert facts.final["X", "elements"] == facts.final["S", "elements"] == ("fire", "water")
    assert Certificate(facts).check().ok


def test_the_first_object_does_not_gain_what_others_lose() -> None:
    """Few instances are lost, by many: all are of one card, but the first object, which flies."""
    one = thing("C", a.Ability("Ward"), power=1)
    crowd = (replace(one, id=f"C{number}") for number in range(MANY))
    silences = line(OTHERS, a.SetStatus("silenced"))
    facts = answer(
        rulebook(),
        thing("A", a.Ability("Flying"), power=1),
        *crowd,
        thing("S", LEADER, silences, power=1),
    ).facts
    changes = turn_of(facts, "states")
    assert changes.lists is not None
    row = ((1 << MANY) - 1) << 1
    lost = ("abilities", ("Ward",), ())
    assert changes.differences == {lost: row, ("abilities", ("Flying",), ()): 1}
    assert Certificate(facts).check().ok
    differences: dict[Difference, int] = {lost: row, ("abilities", ("Flying",), ("Ward",)): 1}
    lists = Lists(changes.lists.start, [differences])
    wrong = with_turn("states", lambda changes: with_lists(changes, differences, lists), facts)
    assert not Certificate(wrong).check().ok
