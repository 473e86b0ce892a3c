"""Two answers compared: cells, zones, deaths, verdicts, and the order of effects layer by layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.answer.outcome import ZONE, Outcome, outcome, unasked_of
from layerlaw.solver.derivation.permitted import Unasked, verbs_of_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, FateRecord, Value


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell with its value on both sides; None where a side has no such cell, or no one value.

    open: for each side whether it has several values, in different answers.
    """

    object: str
    characteristic: str
    one: Value
    other: Value
    open: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class ZoneDifference:
    """An object that is in different zones; None where a side has no such object."""

    object: str
    one: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class OrderDifference:
    """The effects applied in a layer, in order, where they or their order differ."""

    layer: str
    one: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different in one answer and another.

    fates: what the checks find on the first side alone, and on the other alone. verdicts: both,
    with the number of answers, where they differ. answers: whether the answers differ as a whole,
    even if all that is certain is the same. orders: no part of the outcome.
    """

    cells: tuple[CellDifference, ...]
    zones: tuple[ZoneDifference, ...]
    fates: tuple[tuple[FateRecord, ...], tuple[FateRecord, ...]]
    verdicts: tuple[tuple[str, int], tuple[str, int]] | None
    answers: bool
    orders: tuple[OrderDifference, ...]

    @property
    def nothing(self) -> bool:
        """Whether the outcomes are the same, in whatever order effects were applied."""
        return not (self.cells or self.zones or any(self.fates) or self.verdicts or self.answers)


def difference(one: Answer, other: Answer) -> Difference:
    """What differs between two answers, also of different rulebooks.

    A cell that a side lacks counts as empty. Fates are compared by object, verdict and zone. Of
    different rulebooks only those permissions that `shared_verbs` names.
    """
    verbs = shared_verbs((one, other))
    unasked = unasked_of(one) | unasked_of(other)
    first, second = outcomes = outcome(one, verbs, unasked), outcome(other, verbs, unasked)
    zones = [{thing.id: thing.zone for thing in d.situation.things} for d in (one, other)]
    apart = tuple(dict.fromkeys((*zones[0], *zones[1])))
    fates = [{(f.object, f.verdict, f.zone): f for f in d.due} for d in (one, other)]
    verdicts = tuple((d.verdict, len(d.states)) for d in (one, other))
    alike = first.without == second.without and len(first.answers) == len(second.answers)
    alike = alike and all(
        _alike(dict(a), dict(b)) for a, b in zip(first.answers, second.answers, strict=True)
    )
    return Difference(
        tuple(
            CellDifference(*cell, values[0], values[1], (_open(first, cell), _open(second, cell)))
            for cell, values in _differing((one, other), outcomes)
        ),
        tuple(
            ZoneDifference(id, zones[0].get(id), zones[1].get(id))
            for id in apart
            if zones[0].get(id) != zones[1].get(id)
        ),
        (
            tuple(fate for key, fate in fates[0].items() if key not in fates[1]),
            tuple(fate for key, fate in fates[1].items() if key not in fates[0]),
        ),
        None if verdicts[0] == verdicts[1] else (verdicts[0], verdicts[1]),
        not alike,
        _orders(one, other),
    )


def differing_cells(
    derivations: Sequence[Answer],
) -> tuple[tuple[Cell, tuple[Value, ...]], ...]:
    """The cells in which the outcomes differ, with each one's value (None where it has none).

    Zones are compared apart; the cells come in the order of the answers' own. A cell that one of
    the rulebooks does not know is compared all the same; of a paradox only what stands is.
    """
    verbs = shared_verbs(derivations)
    unasked = Unasked()
    for one in derivations:
        unasked |= unasked_of(one)
    return _differing(derivations, [outcome(one, verbs, unasked) for one in derivations])


def shared_verbs(derivations: Sequence[Answer]) -> frozenset[str] | None:
    """The verbs by which permissions of different rulebooks are compared; None: all, of one.

    Each rulebook has rules of its own on what may be done, which go for everything of a kind.
    What a card speaks of on some side is compared, as far as all the rulebooks know the verb.
    """
    books = [derivation.rulebook for derivation in derivations]
    if len({book.id for book in books}) < 2:
        return None
    spoken = frozenset().union(*map(verbs_of_cards, derivations))
    return frozenset(
        verb
        for verb in spoken
        if len({book.actions.get(verb) for book in books if book.actions} | {None}) <= 2
        and all(not book.actions or verb in book.actions for book in books)
    )


def _differing(
    derivations: Sequence[Answer], outcomes: Sequence[Outcome]
) -> tuple[tuple[Cell, tuple[Value, ...]], ...]:
    tables = [one.cells for one in outcomes]
    # What no effect changes, a place or a bearer, comes after what the game calls characteristics.
    cells = dict.fromkeys(cell for one in derivations for cell in one.agreed)
    cells.update(dict.fromkeys(cell for one in tables for cell in one))
    found = []
    for cell in cells:
        if cell[1] == ZONE:
            continue
        values = tuple(one.get(cell) for one in tables)
        known = [
            value
            for value, one in zip(values, outcomes, strict=True)
            if one.answers or cell in one.cells
        ]
        if any(not same(value, known[0]) for value in known[1:]):
            found.append((cell, values))
    return tuple(found)


def same(one: Value, other: Value) -> bool:
    """Whether two values say the same; what is not there at all counts as empty."""
    return one == other or (not one and not other and 0 not in (one, other))


def _alike(one: dict[Cell, Value], other: dict[Cell, Value]) -> bool:
    return all(same(one.get(cell), other.get(cell)) for cell in (*one, *other))


def _open(outcome: Outcome, cell: Cell) -> bool:
    return len(outcome.answers) > 1 and cell not in outcome.cells


def _orders(one: Answer, other: Answer) -> tuple[OrderDifference, ...]:
    orders = [
        {
            record.layer: tuple(t.effect for t in record.turns if t.verdict == "applied")
            for record in derivation.layers
        }
        for derivation in (one, other)
    ]
    layers = (layer.id for d in (one, other) for layer in d.rulebook.layers)
    return tuple(
        OrderDifference(layer, orders[0].get(layer, ()), orders[1].get(layer, ()))
        for layer in dict.fromkeys(layers)
        if orders[0].get(layer, ()) != orders[1].get(layer, ())
    )
