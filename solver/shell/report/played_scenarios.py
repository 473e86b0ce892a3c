"""Turns a board played on several sides into scenarios that expect each side's answer."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import new_ids
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    ExpectAnswers,
    Expected,
    ExpectFate,
    ExpectMembers,
    ExpectNumber,
    ExpectOrder,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)
from layerlaw.model.scenarios.scenario import Variant
from layerlaw.solver.answer.difference.cells import differences_of
from layerlaw.solver.answer.difference.outcome import ZONE
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.expectations import Expectation
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.audit.findings import Finding
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.played_boards import Played, Side

MOST = 12
"""So many expectations of one side are written; more would not be read."""

_NOWHERE = Where("", 0, 0)


def finding_scenario(finding: Finding, played: Played) -> Scenario:
    """The finding's board with what comes out under each reading.

    The default reading's answer (the first one's, if that does not part) is expected, those of
    the others as variants. Raises `LayerlawError` if no side has an answer that can be expected.
    """
    book = played.sides[0].scenario.rulebook
    sides = [side for side in played.sides if side.derivation is not None]
    if not sides:
        raise LayerlawError(f"'{finding.title}': no event of its board can happen")
    default = book.points[finding.point].default if finding.point else ""
    first = next((side for side in sides if side.label == default), sides[0])
    # Another answer to a question of procedure is another rulebook.
    others = [] if finding.policy else [side for side in sides if side is not first]
    because = _because(finding, book)
    variants = tuple(
        Variant(
            title=f"read as {side.label}",
            order=(),
            readings=MappingProxyType({finding.point: side.label}),
            because=(),
            expect=expected_of(played, side),
            where=_NOWHERE,
        )
        for side in others
    )
    return replace(
        first.scenario,
        title=finding.title,
        because=because,
        expect=expected_of(played, first),
        variants=variants,
    )


def side_scenario(title: str, played: Played, side: Side) -> Scenario:
    """The board of one side alone, with what comes out there."""
    return replace(side.scenario, title=title, expect=expected_of(played, side), because=())


def expected_of(played: Played, side: Side) -> tuple[Expected, ...]:
    """What holds on this side: first what does not hold on all others, or else the order.

    Whatever is written was held against the side's own answer.
    """
    derivation = side.derivation
    if derivation is None:
        return ()
    every = [Expected(what.written(), what, _NOWHERE) for what in _all(played, side)]
    held = [each for each in dict.fromkeys(every) if judge(derivation, each).fulfilled]
    others = [o.derivation for o in played.sides if o is not side and o.derivation is not None]
    telling = [each for each in held if any(not judge(other, each).fulfilled for other in others)]
    return tuple(telling[:MOST] or held[:MOST])


def _because(finding: Finding, book: Rulebook) -> tuple[str, ...]:
    ids = [*finding.clauses, *([finding.point] if finding.point else [])]
    return tuple(id for id in dict.fromkeys(ids) if id in book.clauses or id in book.points)


def _all(played: Played, side: Side) -> Iterator[Expectation]:
    """Everything that may tell this side from the others; the order where there is one."""
    book = side.scenario.rulebook
    number = played.sides.index(side)
    derivation = side.derivation
    if derivation is None:
        return
    if derivation.answers is not None:
        yield ExpectAnswers(len(derivation.answers))
    fates = {fate.object: fate.verdict for one in played.sides for fate in one.outcome.fates}
    mine = {fate.object: fate.verdict for fate in side.outcome.fates}
    for object in sorted(fates):
        yield ExpectFate(object, mine.get(object, "survives"))
    for cell in differences_of([one.outcome for one in played.sides]):
        if len(cell.values[number]) == 1:
            value = cell.values[number][0]
            yield from cell_expectations(cell.object, cell.characteristic, value, book)
    ids = {id for event in side.scenario.play for id in new_ids(event)}
    for layer, effects in side.orders:
        # An effect that another one gave may have a name that nothing can be expected of.
        named = tuple(each for each in effects if each in ids or each.rpartition(".")[0] in ids)
        if len(named) > 1:
            yield ExpectOrder(layer, named)
    for _, effects in side.orders:
        for effect in effects:
            # Whatever happens, something has to be expected.
            yield from _source(derivation.effects[effect].source, side)


def _source(object: str, side: Side) -> Iterator[Expectation]:
    for cell, value in side.outcome.cells.items():
        if cell[0] == object:
            yield from cell_expectations(*cell, value, side.scenario.rulebook)


def cell_expectations(
    object: str, name: str, value: Value, book: Rulebook
) -> Iterator[Expectation]:
    """A cell of an outcome as what can be expected of it; permissions have no notation here."""
    if name == ZONE:
        yield ExpectZone(object, str(value), True)
    elif name == ABILITIES and isinstance(value, tuple):
        if not value:
            yield ExpectAbility(object, None, False)
        words = vocabulary(book)
        held = [words.with_number(str(label)) for label in value]
        for keyword in book.keywords:
            numbers = [known[1] for known in held if known is not None and known[0] == keyword]
            if not numbers:
                yield ExpectAbility(object, keyword, False)
            for number in numbers:
                yield ExpectAbility(object, keyword, True, number)
    elif name == PERMISSIONS:
        return
    elif name in book.statuses:
        yield ExpectStatus(object, name, value is True)
    elif isinstance(value, tuple):
        yield ExpectMembers(object, name, tuple(str(word) for word in value), "exactly")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield ExpectNumber(object, name, "=", value)
    elif name in book.characteristics and book.characteristics[name].kind == "number":
        yield ExpectNumber(object, name, "=", None)
    elif name in book.characteristics and book.characteristics[name].kind == "player":
        yield ExpectPlayer(object, name, None if value is None else str(value))
