"""Checks that leave one for each controller or name, against the oracle and the certificate."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from comparing import assert_same
from layerlaw import certificate_of, solve
from layerlaw.model.algebra import (
    Controlled,
    HasStatus,
    Identified,
    Named,
    Opponent,
    Permission,
    Selector,
    SetPlayer,
    SetStatus,
    You,
)
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.model.scenarios.events import Event, Together, Transform
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, MINION, small_rulebook

GIVE = (SetPlayer("controller", Opponent()),)
TAP = (SetStatus("tapped"),)


@pytest.mark.slow
@pytest.mark.parametrize("each", [("controller",), ("controller", "name"), ("owner",)])
@pytest.mark.parametrize("obeys", ["", "destroyed"])
def test_random_boards_leave_the_same_ones(each: tuple[str, ...], obeys: str) -> None:
    """On boards where control changes, some are tapped, and some can't be destroyed."""
    check = StateCheck(
        "one", MINION, "leaves", "cemetery", CLAUSE, obeys, each, HasStatus("tapped")
    )
    book = replace(small_rulebook(), checks=(check,))
    for seed in range(8):
        random = Random(seed)
        whom: list[Selector] = [Identified("A"), Identified("B"), Controlled(You()), Named("Twin")]
        spared = (Permission(False, "destroyed", passive=True),)
        texts = [text((random.choice(whom), random.choice((GIVE, TAP, spared)))) for _ in range(3)]
        board = [
            Together(
                tuple(
                    play(card(random.choice(("Twin", "Other")), *some, power=1), id, at, who)
                    for at, (id, some, who) in enumerate(
                        [
                            *((id, (), random.choice((YOU, ME))) for id in "ABC"),
                            *((id, (one,), YOU) for id, one in zip("DEF", texts, strict=True)),
                        ],
                        start=1,
                    )
                ),
                WHERE,
            )
        ]
        alone = scenario(book, board, YOU)
        assert_same(alone)
        assert certificate_of(solve(alone)).check().ok


@pytest.mark.parametrize(("stamp", "left"), [("transforming", "A"), ("nothing", "B")])
def test_what_was_transformed_is_the_newest_where_it_has_a_new_timestamp(
    stamp: str, left: str
) -> None:
    """A came first, and turns into what B is."""
    check = StateCheck("one", MINION, "leaves", "cemetery", CLAUSE, "", ("name",), None)
    book = replace(small_rulebook({"new timestamp": stamp}), checks=(check,))
    twin = card("Twin", power=1)
    events: list[Event] = [
        play(card("Other", power=1), "A"),
        play(twin, "B"),
        Transform("A", twin, WHERE),
    ]
    alone = scenario(book, events)
    assert_same(alone)
    assert {"A", "B"} - {fate.object for fate in solve(alone).fates} == {left}
