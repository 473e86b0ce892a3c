"""Checks that pass by one of all, the newest, and none where several came at one moment."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from lands import FILE

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.model.scenarios.events import Event, Together
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from little_game import BEAR, CREATURE, WHERE, after, play, rulebook, scenario

ALONE = StateCheck(
    "alone", CREATURE, "dies", "graveyard", "LITTLE-1", one_for_each=("game",), ties=True
)
LEGEND = replace(ALONE, one_for_each=("controller",))


def at_once(*ids: str, by: tuple[str, ...] = ()) -> Together:
    """Bears that enter at one moment."""
    players = by or ("you",) * len(ids)
    bears = zip(ids, players, strict=True)
    return Together(tuple(play(BEAR, id, by=player) for id, player in bears), WHERE)


@pytest.mark.parametrize(
    ("check", "events", "dying"),
    [
        (ALONE, [play(BEAR, "A")], set()),
        (ALONE, [play(BEAR, "A"), play(BEAR, "B", by="me")], {"A"}),
        (ALONE, [at_once("A", "B")], {"A", "B"}),
        (ALONE, [play(BEAR, "A"), at_once("B", "C")], {"A", "B", "C"}),
        (LEGEND, [at_once("A", "B", by=("you", "me"))], set()),
        (LEGEND, [at_once("A", "B", "C", by=("you", "me", "me"))], {"B", "C"}),
        (replace(ALONE, ties=False), [at_once("A", "B")], {"A"}),
    ],
)
def test_who_stays(check: StateCheck, events: list[Event], dying: set[str]) -> None:
    """Magic's 704.5k: the newest, and of a tie nobody."""
    book = replace(rulebook(), checks=(check,))
    answer = after(book, *events)
    assert {fate.object for fate in answer.fates} == dying
    assert certificate_of(answer).check().ok
    assert_same(scenario(book, *events))


def test_what_they_have_in_common_is_one_of_five() -> None:
    """The word for who controls is `controller`, whatever the rulebook calls that player."""
    text = FILE.read_text(encoding="utf-8")
    check = """
checks:
  - {id: c, who: objects, verdict: dies, zone: graveyard, one for each: [keeper], clause: L-1}
"""
    with pytest.raises(BadInput, match="unknown thing to have in common 'keeper'"):
        loads_rulebook(text + check)


@pytest.mark.slow
def test_random_arrivals() -> None:
    """Solver, certificate and oracle agree on 60 histories of arrivals alone and together."""
    pick = Random(7)
    for _ in range(60):
        book = replace(rulebook(), checks=(pick.choice((ALONE, LEGEND)),))
        events: list[Event] = []
        for number in range(pick.randint(1, 4)):
            players = [pick.choice(("you", "me")) for _ in range(pick.choice((1, 1, 2, 3)))]
            ids = [f"N{number}{each}" for each in range(len(players))]
            events.append(
                at_once(*ids, by=tuple(players))
                if len(ids) > 1
                else play(BEAR, ids[0], by=players[0])
            )
        assert certificate_of(after(book, *events)).check().ok
        assert_same(scenario(book, *events))


ROLES = """title: Roles
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Role: {is: [enchantment, aura, role], token: true, has: [Enchant creature, 'bearer: power += 1']}
  Theft: {is: [sorcery], resolves: ['target: controller := you until end of turn']}
play:
  - you: Bear as A
  - me: Bear as B
"""


@pytest.mark.parametrize(
    ("play", "dying"),
    [
        ("  - you: Role as R on A\n  - me: Role as S on A\n", set()),
        ("  - you: Role as R on A\n  - you: Role as S on B\n", set()),
        ("  - you: Role as R on A\n  - you: Role as S on A\n", {"R"}),
        # What is attached anew is the newer one.
        ("  - you: Role as R on A\n  - you: Role as S on B\n  - attach: R to B\n", {"S"}),
        # Of the controller as it is now.
        ("  - you: Role as R on A\n  - me: Role as S on A\n  - you: Theft as T on S\n", {"R"}),
    ],
)
def test_one_role_stays_on_each_bearer(play: str, dying: set[str]) -> None:
    """Magic's 704.5y: the newest that a player controls there."""
    board = loads_scenario(ROLES + play)
    answer = solve(board)
    assert {fate.object for fate in answer.fates} == dying
    assert certificate_of(answer).check().ok
    assert_same(board)


@pytest.mark.slow
def test_random_roles() -> None:
    """Solver, certificate and oracle agree on 40 histories of Roles that come, move and change."""
    pick = Random(11)
    for _ in range(40):
        lines, there = [], list[str]()
        for number in range(pick.randint(2, 6)):
            kind, who = pick.random(), pick.choice(("you", "me"))
            if kind < 0.6 or not there:
                lines.append(f"  - {who}: Role as R{number} on {pick.choice('AB')}\n")
                there.append(f"R{number}")
            elif kind < 0.8:
                lines.append(f"  - {who}: Theft as T{number} on {pick.choice(there)}\n")
            else:
                lines.append("  - turn: me\n")
        board = loads_scenario(ROLES + "".join(lines))
        assert certificate_of(solve(board)).check().ok
        assert_same(board)
