"""The oracle's outcome: what players see now, every question on what may be done asked in full."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from layerlaw.model.scenarios.scenario import Scenario
from oracle.board import Board
from oracle.cells import MARK
from oracle.derive import Answer, fates
from oracle.permissions import Question, may
from oracle.solve import last_state, plain_object
from oracle.world import RULES
from oracle.zones import destination

Table = frozenset[tuple[Hashable, ...]]
"""Everything that is so in one state."""


def outcome(scenario: Scenario, readings: Mapping[str, str] | None = None) -> Hashable:
    """What the scenario comes to; two are equal when players see the same."""
    return outcome_of(last_state(scenario, readings))


def outcome_of(derivation: Answer) -> Hashable:
    """The same of a derivation: its answers in no order, and what the checks would do."""
    tables = sorted(
        (table(board) for board in derivation.states), key=lambda one: sorted(map(repr, one))
    )
    return tuple(tables), frozenset(fates(derivation).items())


def table(board: Board) -> Table:
    """What is on the table in one state, what may be done included."""
    return frozenset((*seen(board), *allowed(board), *ways(board)))


def seen(board: Board) -> list[tuple[Hashable, ...]]:
    """Zones, places, bearers and characteristics; abilities once, whatever gave them."""
    world = board.world
    found: list[tuple[Hashable, ...]] = []
    for object, thing in world.things.items():
        found.append((object, "bearer", thing.bearer or thing.part_of))
        if thing.part_of is not None:
            continue
        if world.in_play(object):
            place = world.place_of(object)
            found.append((object, "place", place and (place.squares, place.level, place.void)))
        found += [(*cell, value) for cell, value in plain_object(object, board).items()]
        held = [instance.ability for instance in board.abilities[object]]
        keywords = frozenset((each.keyword, each.number) for each in held if each.keyword)
        texts = sorted(repr(each) for each in held if each.keyword is None)
        found.append((object, "has", keywords, tuple(texts)))
        found.append((object, "name", board.names[object]))
        found.append((object, MARK, any(one == object for one, _ in board.unmodifiable)))
    return found


def allowed(board: Board) -> list[tuple[Hashable, ...]]:
    """Every question on what may be done, by whom and to whom, with its answer."""
    world = board.world
    those = [each for each, thing in world.things.items() if each != RULES and not thing.part_of]
    return [
        (question, may(question, board))
        for active, passive in sorted(world.rulebook.actions.items())
        for who in those
        for to in (None, *those)
        for question in (Question(who, active, False, to), Question(who, passive, True, to))
    ]


def ways(board: Board) -> list[tuple[Hashable, ...]]:
    """Where everything would go."""
    zones = board.world.rulebook.zones
    return [
        (object, zone, destination(object, zone, board))
        for object, thing in board.world.things.items()
        if object != RULES and not thing.part_of
        for zone in zones
    ]
