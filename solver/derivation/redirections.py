"""Where an object really goes that would go to a zone, and which effect sends it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra import Redirect
from layerlaw.solver.board.columns import PERMISSIONS, Redirection
from layerlaw.solver.derivation.permissions import index_of
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.makers import Makers


class Destination(NamedTuple):
    """The zone an object really goes to, and the effect that sends it there (None: none does)."""

    to: str
    effect: str | None


def redirected(answer: Answer, id: str, zone: str, *, by_rules: bool = False) -> Destination:
    """Where an object that would go to the zone really goes, by the final state.

    Of the redirections on it that speak of the zone, or of none, the newest effect's decides; no
    other one is followed after it. by_rules: those that cards make count for nothing. Raises
    `LayerlawError` for an unknown object.
    """
    marks = answer.board.values(PERMISSIONS, index_of(answer.world, id))
    effects = (answer.rest[0] if answer.rest else answer).makers
    redirections = (
        mark
        for mark in marks
        if isinstance(mark, Redirection) and not (by_rules and effects[mark.effect].source != RULES)
    )
    return newest_redirection(redirections, zone, effects)


def newest_redirection(marks: Iterable[Redirection], zone: str, effects: Makers) -> Destination:
    """Where an object with these marks that would go to the zone really goes.

    effects: by what their marks bear.
    """
    speaking = [mark for mark in marks if mark.instead_of in (None, zone)]
    if not speaking:
        return Destination(zone, None)
    newest = max(
        speaking,
        key=lambda mark: (effects[mark.effect].key, mark.effect, _stated(mark, effects)),
    )
    return Destination(newest.to, newest.effect.id)


def _stated(mark: Redirection, effects: Makers) -> int:
    """Where in its ability the redirection stands: of two of one effect the last one decides."""
    operations = (
        operation
        for instruction in effects[mark.effect].ability.instructions
        for operation in instruction.operations
    )
    return max(
        place
        for place, operation in enumerate(operations)
        if isinstance(operation, Redirect)
        and (operation.to, operation.instead_of) == (mark.to, mark.instead_of)
    )
