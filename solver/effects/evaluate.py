"""Trees of the algebra evaluated on boards for one effect: their programs, with a context."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import Board
from layerlaw.solver.effects import reads
from layerlaw.solver.effects.compiling import (
    condition_program,
    player_program,
    reference_program,
    scope_program,
    selector_program,
    value_program,
)

if TYPE_CHECKING:
    from layerlaw.model import algebra as a
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Reach, SelectProgram
    from layerlaw.solver.effects.reads import Reads, ReadSet

Select = Callable[[Board, int], "Objects"]
"""The objects selected on a board; the second argument is `it`, the index of the candidate, or -1.
"""

Evaluate = Callable[[Board, int], int]
Test = Callable[[Board, int], bool]
Who = Callable[[Board, int], frozenset[str]]


def scoped(selector: a.Selector, context: Context) -> Select:
    """A selector as a scope: in the zone of play, unless it names a zone.

    `self` is the source where its ability works; players are selected by words for players only.
    """
    program = context.world.rulebook.kept(scope_program, selector)
    return partial(program.select, context)


def scope_reads(selector: a.Selector, context: Context) -> Reads:
    """What a selector as a scope looks at."""
    return context.world.rulebook.kept(reads.scope_reads, selector).on(context)


def referring(selector: a.Selector, context: Context) -> Select:
    """As `scoped`, but what names one object directly means it in whatever zone it is."""
    program = context.world.rulebook.kept(reference_program, selector)
    return partial(program.select, context)


def selecting(
    selector: a.Selector, context: Context, reach: Reach = "anywhere", *, works: bool = False
) -> Select:
    """A selector that chooses among what is within reach.

    works: whether `self` means the source where its ability works, too.
    """
    program = context.world.rulebook.kept(_SELECTORS[reach, works], selector)
    return partial(program.select, context)


def selector_reads(selector: a.Selector, context: Context, reach: Reach = "anywhere") -> Reads:
    """What such a selector looks at."""
    return context.world.rulebook.kept(_READS[reach], selector).on(context)


_REACHES: tuple[Reach, ...] = ("in play", "anywhere", "players", "anything")

_SELECTORS: dict[tuple[Reach, bool], Callable[[Rulebook, a.Selector], SelectProgram]] = {
    (reach, works): partial(selector_program, reach=reach, works=works)
    for reach in _REACHES
    for works in (False, True)
}
_READS: dict[Reach, Callable[[Rulebook, a.Selector], ReadSet]] = {
    reach: partial(reads.term_reads, among=reach) for reach in _REACHES
}


def value(tree: a.Value, context: Context) -> Evaluate:
    """Works a value out on a board."""
    program = context.world.rulebook.kept(value_program, tree)
    return partial(program.number, context)


def player(tree: a.Player, context: Context) -> Who:
    """Tells which players are meant on a board (no one: an empty set)."""
    program = context.world.rulebook.kept(player_program, tree)
    return partial(program.who, context)


def condition(tree: a.Condition, context: Context) -> Test:
    """Tests a condition on a board."""
    program = context.world.rulebook.kept(condition_program, tree)
    return partial(program.holds, context)
