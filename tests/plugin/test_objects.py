"""An engine's state may be objects of Python: which attributes are read, and what does not fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.testing import Adapter, assert_same_state

KINGS = """\
title: Two Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
"""


class Kind(Enum):
    """A kind of unit, as engines have them."""

    MORTAL = auto()
    BEAST = auto()


class Seat:
    """A player, known by being that very object."""


@dataclass(frozen=True)
class Printed:
    """What is printed on a card."""

    title: str


@dataclass
class Unit:
    """A unit with attributes, a method, and things that are no business of the rules."""

    uid: int
    card: Printed
    seat: Seat
    strength: int
    subtypes: frozenset[Kind] = frozenset({Kind.MORTAL})
    sprite: object = field(default_factory=object)

    def power(self) -> int:
        """The strength, under the name that we have for it."""
        return self.strength


NORTH, SOUTH = Seat(), Seat()
NAMES = {0: "F", 1: "K1", 2: "K2"}


@pytest.fixture(scope="module")
def kings() -> Answer:
    """Two Kings and a soldier."""
    return solve(loads_scenario(KINGS))


def board(strength: int = 4, seat: Seat = NORTH) -> list[Unit]:
    """The units as an engine has them; the strength and the player of the second King."""
    king = Printed("King of the Realm")
    return [
        Unit(0, Printed("Foot Soldier"), NORTH, 3),
        Unit(1, king, NORTH, 4),
        Unit(2, king, seat, strength),
    ]


OURS = Adapter(
    key="uid",
    objects=NAMES,
    characteristics={"seat": "controller", "card.title": "name"},
    players={NORTH: "you", SOUTH: "me"},
)


def refused(ours: Answer, theirs: object, adapter: Adapter) -> str:
    """What is said of what cannot be compared."""
    with pytest.raises(LayerlawError) as caught:
        assert_same_state(ours, theirs, adapter=adapter)
    return str(caught.value)


def test_attributes_methods_and_members_of_enums_are_read(kings: Answer) -> None:
    """Renamed attributes, dotted ones, those with our names, a method, and a set of members."""
    # Of each of three: the controller, the name, the subtypes and the power.
    assert assert_same_state(kings, board(), adapter=OURS).cells == 12
    with pytest.raises(AssertionError, match=r"K2 +power +4 +5\n") as caught:
        assert_same_state(kings, board(strength=5, seat=SOUTH), adapter=OURS)
    assert "2 of 12 values differ" in str(caught.value)


def test_a_mapping_may_hold_objects_and_functions_compute(kings: Answer) -> None:
    """Objects by their ids, and a characteristic that no attribute holds."""
    units = {NAMES[unit.uid]: unit for unit in board()}
    adapter = Adapter(computed={"controller": lambda unit: "you" if unit.seat is NORTH else "me"})
    assert assert_same_state(kings, units, adapter=adapter).cells == 9
    with pytest.raises(AssertionError, match=r"K2 +controller +you +me\n"):
        assert_same_state(kings, {"K2": board(seat=SOUTH)[2]}, adapter=adapter)


def test_a_whole_game_is_read(kings: Answer) -> None:
    """`read` gives the units of a game, here from a generator."""

    class Game:
        units = board()

    adapter = Adapter(
        read=lambda game: (unit for unit in game.units if unit.uid != 1),
        key=lambda unit: NAMES[unit.uid],
        characteristics={"strength": "power"},
    )
    assert assert_same_state(kings, Game(), adapter=adapter).cells == 4


@pytest.mark.parametrize(
    ("theirs", "adapter", "message"),
    [
        (object(), Adapter(), "the engine's state is an object of the class object, not object ->"),
        (board(), Adapter(), "is a list, not object -> characteristic -> value"),
        (board(), Adapter(), "Adapter(key=...) says which key or attribute of a unit is its id"),
        ({"F": Unit}, Adapter(characteristics={"x": "power"}), "no unit of the engine (type)"),
        ({"F": [3]}, Adapter(), "'F' in the engine's state is a list"),
        (board(), Adapter(key="id"), "is an object of the class Unit without 'id'"),
        (board(), Adapter(key="card"), "the id of a unit is an object of the class Printed"),
        (board(), Adapter(key="strength", objects={3: "F", 4: "K1"}), "two units of the engine"),
        (3, Adapter(key="uid"), "is a number, not a collection of units"),
        (
            {"F": board()[0]},
            Adapter(characteristics={"strenght": "power"}),
            "no unit of the engine (Unit) has 'strenght': did you mean 'strength'?",
        ),
        (
            {"F": board()[0]},
            Adapter(characteristics={"sprite": "power"}),
            "power of F is an object of the class object in the engine's state, which is no value",
        ),
    ],
)
def test_what_does_not_fit_is_told(
    kings: Answer, theirs: Any, adapter: Adapter, message: str
) -> None:
    """What it is, what was wanted, and which part of the adapter says otherwise."""
    assert message in refused(kings, theirs, adapter)
