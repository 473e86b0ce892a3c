"""Plays one board on several sides (readings, rulebooks) and says what each side comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeGuard

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.load_procedure import with_places_between
from layerlaw.model.scenarios.events import Leave, MoveZone
from layerlaw.solver.answer.difference.answers import comparable, shared_verbs
from layerlaw.solver.answer.difference.divergence import first_divergence
from layerlaw.solver.answer.difference.outcome import ZONE, outcome, refusal
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.documents.audit.model_search import name
from layerlaw.solver.documents.boards.realise import boards
from layerlaw.solver.facts.situation import PLAYERS, RULES
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.outcomes import told_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import OpenPoint, Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.divergence import Divergence
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.audit.findings import Finding

MOST_BOARDS = 4
"""So many boards are made of one case, to find one on which the outcome parts."""

LayerOrders = tuple[tuple[str, tuple[str, ...]], ...]
"""For each layer with effects of the board, by its id, those applied in their order."""


@dataclass(frozen=True, slots=True)
class Side:
    """What the board comes to on one side.

    label: the reading or the rulebook. derivation: None where an event cannot happen. says:
    sentences that tell the outcome from the other sides'; none where all are the same.
    """

    label: str
    scenario: Scenario
    derivation: Answer | None
    outcome: Outcome
    orders: LayerOrders
    says: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The effects of all layers in order."""
        return tuple(effect for _, effects in self.orders for effect in effects)


@dataclass(frozen=True, slots=True)
class Played:
    """One board played on several sides.

    divergence: where the first side and the first other one that differs part, with their numbers
    in `sides`; None where nothing on the way differs.
    """

    sides: tuple[Side, ...]
    outcome_parts: bool
    order_parts: bool
    divergence: Divergence | None = None
    parted: tuple[int, int] = (0, 0)


def play_finding(finding: Finding) -> Played | None:
    """The finding's board under the readings that it speaks of; None if it has no board."""
    board = finding.board
    if board is None:
        return None
    if finding.policy:
        return play_sides([(each, _by_answer(board, finding, each)) for each in finding.readings])
    if finding.point and finding.readings:
        return play_sides(
            [(reading, read_as(board, finding, reading)) for reading in finding.readings]
        )
    return play_sides([("", board)])


def _by_answer(board: Scenario, finding: Finding, answer: str) -> Scenario:
    """The board under a rulebook that answers the finding's question of procedure so."""
    book = board.rulebook
    given = replace(book.policies[finding.policy], value=answer)
    policies = MappingProxyType({**book.policies, finding.policy: given})
    layers = book.layers
    if not book.has_places_between:
        layers = with_places_between(layers, policies, {})
    return replace(board, rulebook=replace(book, policies=policies, layers=layers))


def with_board(finding: Finding, rulebook: Rulebook) -> Finding:
    """The finding with a board for its smallest case, and with the open point that decides there.

    A finding that has a board, or for whose case none can be made, stays as it is. The point is
    one that cites clauses of the finding and whose readings part on the board.
    """
    if finding.board is not None or finding.instance is None or finding.severity == "fine":
        return finding
    points = _points(finding, rulebook)
    best: Finding | None = None
    for board in islice(boards(rulebook, finding.instance), MOST_BOARDS):
        shown = replace(finding, board=board)
        if finding.kind == "departure" and not _departs(shown):
            continue
        best = best or shown
        for point in points:
            asked = replace(shown, point=point.id, readings=tuple(r.id for r in point.readings))
            played = play_finding(asked)
            if played is None or not (played.order_parts or played.outcome_parts):
                continue
            if finding.pair is not None and not _both_ways(played, finding.pair):
                continue
            asked = replace(
                asked, readings=_different(played, point), outcome_parts=played.outcome_parts
            )
            if played.outcome_parts:
                return asked
            best = best if best.point else asked
    return finding if best is None else best


def _departs(finding: Finding) -> bool:
    """Whether the effects are applied on the board in the order that the finding tells of."""
    played = play_finding(finding)
    order = [name(effect) for effect in finding.orders[0]] if finding.orders else []
    return played is not None and all(
        not order or _own(side, order) == order for side in played.sides
    )


def _both_ways(played: Played, pair: tuple[int, int]) -> bool:
    """Whether the two effects come in both orders."""
    names = [name(effect) for effect in pair]
    return len({tuple(_own(side, names)) for side in played.sides}) > 1


def _own(side: Side, names: Sequence[str]) -> list[str]:
    """The order of the effects of these cards."""
    sources = (effect.split(".")[0] for effect in side.order)
    return [source for source in sources if source in names]


def _points(finding: Finding, rulebook: Rulebook) -> list[OpenPoint]:
    """The open points that may decide about the finding, the likeliest first.

    That is one whose readings take different clauses of the finding at their word, and then one
    that cites many of its clauses.
    """
    if finding.point:
        return [rulebook.points[finding.point]] if finding.point in rulebook.points else []
    concerned = set(finding.clauses)

    def likely(point: OpenPoint) -> tuple[int, int]:
        followed = {frozenset(concerned.intersection(r.follows)) for r in point.readings}
        return -len(followed - {frozenset()}), -len(concerned & set(point.clauses))

    return sorted(
        (point for point in rulebook.points.values() if concerned & set(point.clauses)), key=likely
    )


def _different(played: Played, point: OpenPoint) -> tuple[str, ...]:
    """The first reading of each answer and order, the default's first."""
    first_labels: dict[tuple[Outcome, LayerOrders], str] = {}
    sides = sorted(played.sides, key=lambda side: side.label != point.default)
    for side in sides:
        first_labels.setdefault((side.outcome, side.orders), side.label)
    return tuple(first_labels.values())


def read_as(board: Scenario, finding: Finding, reading: str) -> Scenario:
    """The board under one reading of the finding's point."""
    return replace(board, readings=MappingProxyType({**board.readings, finding.point: reading}))


def in_own_zones(board: Scenario, other: Rulebook) -> Scenario:
    """The board with the zone that things leave to called as in its own rulebook."""
    book = board.rulebook
    strange = other.zones[1]
    if strange in book.zones:
        return board

    def own(event: Event) -> Event:
        return replace(event, zone=book.zones[1]) if _goes_to(event, strange) else event

    return replace(board, play=tuple(map(own, board.play)))


def _goes_to(event: Event, zone: str) -> TypeGuard[Leave | MoveZone]:
    return isinstance(event, Leave | MoveZone) and event.zone == zone


def play_sides(labelled: Sequence[tuple[str, Scenario]]) -> Played:
    """The scenarios worked out and compared; each history may end in an event that is refused."""
    sides = [_side(label, scenario) for label, scenario in labelled]
    sides = _comparable(sides)
    outcomes = [side.outcome for side in sides]
    outcome_parts = any(one != outcomes[0] for one in outcomes)
    if outcome_parts:
        said = told_apart(outcomes, sides[0].scenario)
        sides = [replace(side, says=says) for side, says in zip(sides, said, strict=True)]
    apart = [n for n, side in enumerate(sides) if side.outcome != outcomes[0]]
    orders = [side.order for side in sides]
    apart += [n for n, order in enumerate(orders) if order != orders[0]]
    divergence = first_divergence(sides[0].scenario, sides[apart[0]].scenario) if apart else None
    return Played(
        tuple(sides),
        outcome_parts,
        any(order != orders[0] for order in orders),
        divergence,
        (0, apart[0]) if apart else (0, 0),
    )


def _side(label: str, scenario: Scenario) -> Side:
    bare = replace(scenario, play=scenario.events, expect=(), variants=())
    try:
        derivation = solve(bare)
    except LayerlawError as error:
        return Side(label, bare, None, refusal(error), ())
    return Side(label, bare, derivation, outcome(derivation), orders_of(derivation))


def orders_of(derivation: Answer) -> LayerOrders:
    """The effects applied in each layer, in order, without those of the rules."""
    if derivation.answers is not None:
        return ()
    orders = []
    for record in derivation.layers:
        turns = tuple(
            turn.effect
            for turn in record.turns
            if derivation.effects[turn.effect].source != RULES and turn.verdict == "applied"
        )
        if turns:
            orders.append((record.layer, turns))
    return tuple(orders)


def _comparable(sides: list[Side]) -> list[Side]:
    """The sides with what both games know, where they are of different rulebooks."""
    derivations = [side.derivation for side in sides if side.derivation is not None]
    if not derivations or len({one.rulebook.id for one in derivations}) < 2:
        return sides
    known = {ZONE, *comparable(derivations[0], derivations[-1])}
    verbs = shared_verbs(derivations)
    if len({one.rulebook.zones for one in derivations}) > 1:
        # Each game has words of its own for where things are.
        known.discard(ZONE)
    apart = {
        RULES,
        *(
            thing.id
            for one in derivations
            for thing in one.situation.things
            if thing.zone in (PLAYERS, RULES)
        ),
    }
    found = [
        side.outcome if side.derivation is None else outcome(side.derivation, verbs)
        for side in sides
    ]
    return [
        replace(side, outcome=_narrowed(one, known, apart))
        for side, one in zip(sides, found, strict=True)
    ]


def _narrowed(whole: Outcome, known: set[str], apart: set[str]) -> Outcome:
    """The outcome in the shared characteristics of objects, without the clauses of fates."""
    return replace(
        whole,
        answers=tuple(
            tuple(
                (cell, value)
                for cell, value in answer
                if cell[1] in known and (cell[0] not in apart or cell[1] == PERMISSIONS)
            )
            for answer in whole.answers
        ),
        fates=tuple(replace(fate, clause="") for fate in whole.fates),
    )
