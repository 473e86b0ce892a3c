"""What is read on which board where operations lift: presences on the one, else the other."""

from __future__ import annotations

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstance, ReplayInstances
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.small_rulebook import simultaneous_rulebook

X, Y = a.Identified("X"), a.Identified("Y")
IT = a.It()
MINION, SITE = a.Member("types", "minion"), a.Member("types", "site")
BEAST = a.Member("subtypes", "beast")
YOU = a.NamedPlayer("you")
FLYING = a.HasAbility("Airborne")


LAID: tuple[tuple[str, tuple[str, ...], Place], ...] = (
    ("X", (), Place((7,))),
    ("Y", ("beast",), Place((7,), "deep")),
)


def two_boards() -> View:
    """X on the firm board: a minion of yours, named X, of power 1; Y is a beast beside it.

    On the lifted one X is a site and a beast too, of me, tapped, named Y, of power 5, and flies; Y
    flies there as well, and is disabled.
    """
    things = tuple(
        Thing(
            id,
            Card(id, {"types": ("minion",), "subtypes": words}, {"power": 1}),
            "you",
            "you",
            "realm",
            place,
            None,
            (entered, 0),
            {},
        )
        for entered, (id, words, place) in enumerate(LAID, 1)
    )
    situation = Situation(simultaneous_rulebook(), ("you", "me"), things, (), "me", frozenset())
    table = ReplayTable(situation)
    firm = starting_board(table, ReplayInstances({}))
    lifted = firm.fork()
    lifted.put("X", "types", frozenset({"minion", "site"}))
    lifted.put("X", "subtypes", frozenset({"beast"}))
    lifted.put("X", "controller", "me")
    lifted.put("X", "tapped", True)
    lifted.put("X", "name", "Y")
    lifted.put("X", "power", 5)
    flying = ReplayInstance(a.Ability("Airborne"), 1, 1, None, False)
    lifted.put("X", "abilities", (flying,))
    lifted.put("Y", "abilities", (flying,))
    lifted.put("Y", "disabled", True)
    return View(table, firm, "Y").over(lifted)


@pytest.mark.parametrize(
    ("selector", "who"),
    [
        (SITE, "X"),
        (BEAST, "XY"),
        (a.HasStatus("tapped"), "X"),
        (FLYING, "XY"),  # that Y is disabled is asked as an absence is
        (a.Named("Y"), "XY"),
        (a.Not(BEAST), "X"),
        (a.Not(a.HasStatus("tapped")), "XY"),
        (a.Both((BEAST, a.Not(SITE))), "XY"),
        (a.Not(a.Not(SITE)), ""),
        (a.Controlled(YOU), "XY"),
        (a.Controlled(a.ControllerOf(X)), "XY"),
        (a.Owned(a.ControllerOf(X)), "XY"),
        (a.Compared(a.Read("power", IT), "=", a.Number(1)), "XY"),
        (a.Compared(a.Read("power", IT), "=", a.Read("power", X)), "XY"),
        (a.Compared(a.Number(1), "=", a.Read("power", IT)), "XY"),
        (a.Sharing("types", Y), "XY"),
        (a.Sharing("subtypes", X), "XY"),
        (a.Sharing("subtypes", a.Both((SITE, BEAST))), "XY"),
        (a.Exceeding("types", Y), ""),
        (a.Exceeding("subtypes", X), "Y"),
        (a.InRegion("surface"), "X"),
        # X, which both mean, is no ground on the firm board, and so not below itself.
        (a.Placed("below", X), "Y"),
        (a.Placed("below", SITE), "Y"),
        (a.Placed("occupying", SITE), "XY"),
        (a.Placed("occupying", a.Not(SITE)), "XY"),
        (a.Placed("nearby", a.HasStatus("tapped")), "X"),
        (a.Either((SITE, BEAST)), "XY"),
        (a.Connected(SITE, SITE), "XY"),
        (a.Players(a.ControllerOf(X)), "you"),
    ],
)
def test_presences_are_read_on_the_lifted_board(selector: a.Selector, who: str) -> None:
    """Absences, numbers, players, places and disabling are read on the other."""
    view = two_boards()
    names = view.table.named(view.select(selector))
    assert {*names} == ({who} if len(who) > 2 else {*who})


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (a.Exists(SITE), True),
        (a.Negation(a.Exists(SITE)), True),
        (a.Negation(a.Negation(a.Exists(SITE))), False),
        (a.Matches(X, SITE), True),
        (a.Matches(SITE, MINION), False),  # who is meant is read on the firm board: nobody
        (a.Matches(BEAST, BEAST), True),
        (a.Matches(X, a.Not(SITE)), True),
        (a.Holds(a.Read("power", X), "=", a.Number(1)), True),
        (a.Holds(a.Count(SITE), "=", a.Number(0)), True),
        (a.Holds(a.Count(BEAST), "=", a.Number(1)), True),
        (a.Holds(a.CountWords("types", X), "=", a.Number(1)), True),
        (a.Holds(a.Summary("total", "power", a.Everything()), "=", a.Number(2)), True),
        (a.Holds(a.Summary("total", "power", BEAST), "=", a.Number(1)), True),
        (a.Holds(a.ReadPart("power", "attack", X), "=", a.Number(1)), True),
        (a.Holds(a.KeywordNumber("Airborne", "total", 3, X), "=", a.Number(0)), True),
        (a.Holds(a.Arithmetic(a.Count(SITE), "+", a.Count(BEAST)), "=", a.Number(1)), True),
        (a.TurnOf(a.ControllerOf(X)), False),
        (a.AllOf((a.Exists(SITE), a.Negation(a.Exists(SITE)))), True),
        (a.AnyOf((a.Exists(a.AtSquares((9,))), a.Exists(SITE))), True),
    ],
)
def test_conditions_ask_for_presences_on_the_lifted_board(
    condition: a.Condition, holds: bool
) -> None:
    """And so does what a condition says of its subject; who that is, is no presence."""
    assert two_boards().holds(condition) is holds


def test_players_are_asked_on_both_boards_too() -> None:
    """What asks for players' absences, numbers and controllers is read on the firm board."""
    view = two_boards()
    view.board.put("me", "tapped", True)
    everyone, tapped = a.Players(None), a.HasStatus("tapped")
    assert view.table.named(view.select(a.Both((everyone, tapped)))) == ("me",)
    assert view.table.named(view.select(a.Both((everyone, a.Not(tapped))))) == ("you", "me")
    assert view.holds(a.Matches(a.Players(a.NamedPlayer("me")), tapped))
    assert view.holds(a.Matches(everyone, a.Not(tapped)))
