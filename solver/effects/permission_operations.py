"""Operations that mark objects: what they can do and can't, what they ignore, where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import PERMISSIONS, Board, Ignoring, Permit, Redirection
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.effects.prepared import Prepared, constant, for_each, groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.writing import Operand


def prepare_mark(
    operation: a.Permission | a.Ignore | a.Redirect, context: Context, effect: str
) -> Prepared:
    """The operation, prepared; every mark bears the id of the effect that made it."""
    match operation:
        case a.Redirect(to, instead_of):
            mark = Redirection(to, instead_of, effect)
            return constant(
                operation, lambda board, scope, _: board.add(PERMISSIONS, mark, scope), PERMISSIONS
            )
        case a.Permission(allowed, action, whom, passive):
            return _about(
                operation,
                whom,
                context,
                lambda meant: Permit(allowed, action, passive, meant, effect),
            )
        case a.Ignore(action, source, passive):
            return _about(
                operation,
                source,
                context,
                lambda meant: Ignoring(action, passive, meant, effect),
            )


def _about(
    operation: a.Operation,
    whom: a.Selector | None,
    context: Context,
    mark: Callable[[int | None], Permit | Ignoring],
) -> Prepared:
    """A mark that is about the objects selected when it is made, or about none in particular."""
    if whom is None:
        plain = mark(None)
        return constant(
            operation, lambda board, scope, _: board.add(PERMISSIONS, plain, scope), PERMISSIONS
        )
    select, reads = scoped(whom, context)

    def write(board: Board, scope: int, found: Operand) -> None:
        for group, meant in groups(found, scope):
            assert isinstance(meant, int)
            board.add(PERMISSIONS, mark(meant), group)

    return Prepared(operation, for_each(select, whom), write, reads, frozenset((PERMISSIONS,)))
