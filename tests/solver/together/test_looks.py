"""What terms look at: which cells of which objects, and what of it is held."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario, vocabulary
from layerlaw.model.notation.parsing import parse_condition, parse_selector, parse_value
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.effects.context import Context
from layerlaw.solver.play.solve import solve
from layerlaw.solver.together.read_sets import bearers, looks

ANSWER = solve(
    loads_scenario(
        """
title: A blade that a soldier carries
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Angel: {is: [minion, mortal], power: 3, has: [Airborne]}
  Blade: {is: [artifact, weapon]}
  Meadow: {is: [site], water: 0}
play:
  - you: Meadow as S at 3
  - you: Angel as A at 3
  - me: Angel as B at 3
  - you: Blade on A as F
  - you: Blade on B as G
"""
    )
)
WORLD = ANSWER.world
WORDS = vocabulary(WORLD.rulebook)


def context(source: str, user: str | None = None) -> Context:
    """The context of an ability of this object, or of a spell of a player; the target is B."""
    target = Objects(1 << WORLD.index["B"])
    return Context(WORLD, ANSWER.instances, WORLD.index[source], user, target)


def where(mask: int | None) -> str:
    """Of whom something is looked at: each candidate, all, or some objects."""
    if mask is None:
        return "each"
    if mask < 0:
        return "all"
    return " ".join(id for id, index in WORLD.index.items() if mask >> index & 1) or "nobody"


CONTROL = "player controller"
CARRIED = ("word types artifact", "word types minion", "word subtypes monument")
SITE = {("word types site", "all", True), ("depth water", "all", True)}


def controlled(whose: str, *above: str) -> set[tuple[str, str, bool]]:
    """What is looked at to tell who controls these: also whether they are carried, and by whom."""
    found = {(CONTROL, whose, True), *((word, whose, True) for word in CARRIED)}
    for one in above:
        found |= {(CONTROL, one, True), *((word, one, True) for word in CARRIED)}
    return found


MINION = ("word types minion", "each", False)
NO_MORTAL = ("word subtypes mortal", "each", True)
AIRBORNE = ("keyword Airborne", "each", False)
DISABLED = ("status disabled", "each", True)


@pytest.mark.parametrize(
    ("text", "source", "user", "wanted"),
    [
        ("minions", "A", None, {MINION}),
        (
            "minions that are not mortals",
            "A",
            None,
            {MINION, NO_MORTAL},
        ),
        ("minions or sites", "A", None, {MINION, ("word types site", "each", False)}),
        (
            "minions with Airborne",
            "A",
            None,
            {MINION, AIRBORNE, DISABLED},
        ),
        (
            "minions with Ranged >= 2",
            "A",
            None,
            {MINION, ("keyword Ranged", "each", True), DISABLED},
        ),
        ("minions with power >= 2", "A", None, {MINION, ("number power", "each", True)}),
        (
            "minions with power >= power of target",
            "A",
            None,
            {MINION, ("number power", "each", True), ("number power", "B", True)},
        ),
        (
            "minions with power >= power of self",
            "A",
            None,
            {MINION, ("number power", "each", True), ("number power", "A", True)},
        ),
        (
            'minions with power >= power of "B"',
            "A",
            None,
            {MINION, ("number power", "each", True), ("number power", "B", True)},
        ),
        (
            'minions with power >= power of "S"',
            "A",
            None,
            {MINION, ("number power", "each", True), ("number power", "S", True)},
        ),
        ("disabled minions", "A", None, {MINION, ("status disabled", "each", False)}),
        ("minions in the void", "A", None, {MINION, *SITE}),
        ("minions adjacent to self", "A", None, {MINION, *SITE}),
        ("minions atop sites", "A", None, {MINION, ("word types site", "all", False)}),
        (
            "minions in front of self",
            "A",
            None,
            {MINION, *SITE, *controlled("all", "A B")},
        ),
        (
            "minions you control",
            "A",
            None,
            {MINION, *controlled("A"), *controlled("each", "A B")},
        ),
        (
            "minions you control",
            "F",
            None,
            {MINION, *controlled("F", "A"), *controlled("each", "A B")},
        ),
        ("minions you control", "F", "you", {MINION, *controlled("each", "A B")}),
    ],
)
def test_what_a_selector_looks_at(
    text: str, source: str, user: str | None, wanted: set[tuple[str, str, bool]]
) -> None:
    """Of each object presence, of those meant a number; within a `not` it is held."""
    found = looks(parse_selector(text, WORDS), context(source, user))
    told = {(" ".join(map(str, one.key)), where(one.where), one.held) for one in found}
    assert told == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("there is a mortal", {("word subtypes mortal", "all", False)}),
        ("there are no mortals", {("word subtypes mortal", "all", True)}),
        ("self is a mortal", {("word subtypes mortal", "F", False)}),
        ("target is a mortal", {("word subtypes mortal", "B", False)}),
        ('"S" is a mortal', {("word subtypes mortal", "S", False)}),
        ("bearer is a mortal", {("word subtypes mortal", "A", False)}),
        ('"Nowhere" is a mortal', {("word subtypes mortal", "nobody", False)}),
        ("power of self >= 3", {("number power", "F", True)}),
        ("number of mortals >= 3", {("word subtypes mortal", "all", True)}),
        ("it is your turn", controlled("F", "A")),
    ],
)
def test_what_a_condition_looks_at(text: str, wanted: set[tuple[str, str, bool]]) -> None:
    """Of whoever is meant, as far as no effect changes who that is; a count is held."""
    found = looks(parse_condition(text, WORDS), context("F"))
    told = {(" ".join(map(str, one.key)), where(one.where), one.held) for one in found}
    assert wanted <= told
    if "bearer" not in text:
        assert told == wanted
    else:
        assert told - wanted == {(word, "F", True) for word in CARRIED}


def test_whoever_carries_what() -> None:
    """And nobody else, also of several at once."""
    index = WORLD.index
    assert where(bearers(1 << index["F"], WORLD)) == "A"
    assert where(bearers(1 << index["G"], WORLD)) == "B"
    assert where(bearers(1 << index["F"] | 1 << index["G"], WORLD)) == "A B"
    assert where(bearers(1 << index["A"] | 1 << index["S"], WORLD)) == "nobody"
    assert where(bearers(-1, WORLD)) == "A B"
    number = looks(parse_value("power of self", WORDS), context("A"))
    assert {where(one.where) for one in number} == {"A"}


def test_who_carry_each_other_do_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blade and a soldier, each on the other one, as some games let them go round."""
    index = WORLD.index
    monkeypatch.setitem(WORLD.bearer, index["A"], index["F"])
    assert where(bearers(1 << index["F"], WORLD)) == "A F"
    assert where(bearers(1 << index["A"], WORLD)) == "A F"
    assert where(bearers(1 << index["G"], WORLD)) == "B"
