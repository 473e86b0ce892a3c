"""Two or more answers compared: cells, zones, checks, verdicts, and the order of effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.difference.cells import Difference, same
from layerlaw.solver.answer.difference.outcome import BEARER, PLACE, ZONE, outcome, unasked_of
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.derivation.permitted import Unasked, verbs_of_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from layerlaw.solver.answer.difference.cells import Gap
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, FateRecord, Value


@dataclass(frozen=True, slots=True)
class OrderDifference:
    """The effects applied in a layer on either side, in order, where they or their order differ."""

    layer: str
    orders: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AnswerDifference:
    """Everything that differs between two answers.

    cells: None stands for the value where a side has no such cell, or no one value. zones: None
    where a side has no such object. fates: what the checks find on the first side alone, and on the
    other alone. verdicts: both, with the number of answers, where they differ. answers: whether the
    answers differ as a whole, even if all that is certain is the same. orders: no part of the
    outcome.
    """

    cells: tuple[Difference[Value], ...]
    zones: tuple[Difference[str | None], ...]
    fates: tuple[tuple[FateRecord, ...], tuple[FateRecord, ...]]
    verdicts: tuple[tuple[str, int], tuple[str, int]] | None
    answers: bool
    orders: tuple[OrderDifference, ...]

    @property
    def nothing(self) -> bool:
        """Whether the outcomes are the same, in whatever order effects were applied."""
        return not (self.cells or self.zones or any(self.fates) or self.verdicts or self.answers)

    def within(self, characteristics: Collection[str]) -> AnswerDifference:
        """The difference with the cells of these characteristics only."""
        return replace(
            self, cells=tuple(cell for cell in self.cells if cell.characteristic in characteristics)
        )


def difference(one: Answer, other: Answer) -> AnswerDifference:
    """Everything that differs between two answers, which may be of different rulebooks.

    A cell that a side lacks counts as empty. Fates are compared by object, verdict and zone. Of
    different rulebooks only those permissions are compared that `shared_verbs` names.
    """
    sides = (one, other)
    outcomes = _outcomes(sides)
    zones = [{thing.id: thing.zone for thing in side.situation.things} for side in sides]
    fates = [{(f.object, f.verdict, f.zone): f for f in side.due} for side in sides]
    verdicts = tuple((side.verdict, len(side.states)) for side in sides)
    return AnswerDifference(
        _differing(sides, outcomes),
        tuple(
            Difference(id, ZONE, (zones[0].get(id), zones[1].get(id)))
            for id in dict.fromkeys((*zones[0], *zones[1]))
            if zones[0].get(id) != zones[1].get(id)
        ),
        (
            tuple(fate for key, fate in fates[0].items() if key not in fates[1]),
            tuple(fate for key, fate in fates[1].items() if key not in fates[0]),
        ),
        None if verdicts[0] == verdicts[1] else (verdicts[0], verdicts[1]),
        not _same_answers(*outcomes),
        _orders(one, other),
    )


def comparable_difference(one: Answer, other: Answer) -> AnswerDifference:
    """What differs between two answers in what both their rulebooks can say.

    Within one rulebook that is everything; otherwise the cells of `comparable`, and what is
    certain, but not which answers there are besides.
    """
    same_book = one.rulebook.id == other.rulebook.id
    found = difference(one, other).within(comparable(one, other))
    return replace(found, answers=found.answers and same_book)


def differing_cells(answers: Sequence[Answer]) -> tuple[Difference[Value], ...]:
    """The cells in which the outcomes of answers differ, in the order of the answers' own.

    Zones are compared apart. A cell that one of the rulebooks does not know is compared all the
    same, with None as its value; of a paradox only what stands is.
    """
    return _differing(answers, _outcomes(answers))


def shared_verbs(answers: Sequence[Answer]) -> frozenset[str] | None:
    """The verbs by which permissions of different rulebooks are compared; None: all, of one.

    Each rulebook has rules of its own on what may be done, which go for everything of a kind.
    What a card speaks of on some side is compared, as far as all the rulebooks know the verb.
    """
    books = [answer.rulebook for answer in answers]
    if len({book.id for book in books}) < 2:
        return None
    spoken = frozenset().union(*map(verbs_of_cards, answers))
    return frozenset(
        verb
        for verb in spoken
        if len({book.actions.get(verb) for book in books if book.actions} | {None}) <= 2
        and all(not book.actions or verb in book.actions for book in books)
    )


def shared_characteristics(one: Answer, other: Answer) -> tuple[str, ...]:
    """The characteristics of which both boards have cells to compare on the way.

    Each of two rulebooks has rules of its own on what may be done: marks are left out then.
    """
    known = set(other.shown.characteristics)
    if one.rulebook.id != other.rulebook.id:
        known.discard(PERMISSIONS)
    return tuple(name for name in one.shown.characteristics if name in known)


def comparable(one: Answer, other: Answer) -> frozenset[str]:
    """The cells in which the outcomes of two answers can be compared.

    Of different games those that both know; of different rulebooks of one game permissions too,
    as far as `shared_verbs` goes.
    """
    names = {*shared_characteristics(one, other), PLACE, BEARER}
    if one.rulebook.game == other.rulebook.game:
        names.add(PERMISSIONS)
    return frozenset(names)


def _outcomes(answers: Sequence[Answer]) -> list[Outcome]:
    """The outcomes, in what all of them are asked."""
    verbs = shared_verbs(answers)
    unasked = Unasked()
    for answer in answers:
        unasked |= unasked_of(answer)
    return [outcome(answer, verbs, unasked) for answer in answers]


def _differing(
    answers: Sequence[Answer], outcomes: Sequence[Outcome]
) -> tuple[Difference[Value], ...]:
    if all(outcome == outcomes[0] for outcome in outcomes[1:]):
        return ()
    tables = [outcome.cells for outcome in outcomes]
    # What no effect changes, a place or a bearer, comes after what the game calls characteristics.
    cells = dict.fromkeys(cell for answer in answers for cell in answer.agreed)
    cells.update(dict.fromkeys(cell for table in tables for cell in table))
    differences: list[Difference[Value]] = []
    for cell in cells:
        if cell[1] == ZONE:
            continue
        values = tuple(table.get(cell) for table in tables)
        known = [
            value
            for value, outcome, table in zip(values, outcomes, tables, strict=True)
            if outcome.answers or cell in table
        ]
        if any(not same(value, known[0]) for value in known[1:]):
            gaps = tuple(map(_gap, outcomes, tables, [cell] * len(tables)))
            differences.append(Difference(*cell, values, gaps))
    return tuple(differences)


def _gap(outcome: Outcome, table: Mapping[Cell, Value], cell: Cell) -> Gap:
    if cell in table:
        return ""
    return "open" if len(outcome.answers) > 1 else "missing"


def _same_answers(one: Outcome, other: Outcome) -> bool:
    if one.without != other.without or len(one.answers) != len(other.answers):
        return False
    if one.answers == other.answers:
        return True
    pairs = ((dict(a), dict(b)) for a, b in zip(one.answers, other.answers, strict=True))
    return all(same(a.get(cell), b.get(cell)) for a, b in pairs for cell in (*a, *b))


def _orders(one: Answer, other: Answer) -> tuple[OrderDifference, ...]:
    orders = [
        {
            record.layer: tuple(t.effect for t in record.turns if t.verdict == "applied")
            for record in answer.layers
        }
        for answer in (one, other)
    ]
    layers = (layer.id for answer in (one, other) for layer in answer.rulebook.layers)
    return tuple(
        OrderDifference(layer, (orders[0].get(layer, ()), orders[1].get(layer, ())))
        for layer in dict.fromkeys(layers)
        if orders[0].get(layer, ()) != orders[1].get(layer, ())
    )
