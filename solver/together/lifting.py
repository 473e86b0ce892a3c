"""Evaluation on two boards: presence on the one that is being built, all else on the state itself.

A lifting operation is observed so when it is asked whether a state lifts itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.effects.context import reach_of
from layerlaw.solver.effects.evaluate import condition, referring, scoped, selecting

if TYPE_CHECKING:
    from layerlaw.solver.effects.context import Context, Reach

Lifted = Callable[[Board, Board, int], int]
"""The objects selected: what is built so far, the state, and `it`."""


def lifted(
    tree: a.Selector, context: Context, reach: Reach = "anywhere", *, works: bool = False
) -> Lifted:
    """As `evaluate.selecting`, on two boards."""
    world = context.world
    among = world.reaches[reach]
    select = selecting(tree, context, reach, works=works)
    match tree:
        case a.Noun(_, meaning):
            return lifted(meaning, context, reach, works=works)
        case a.Both(parts) | a.Either(parts):
            made = [lifted(part, context, reach, works=works) for part in parts]
            joint = isinstance(tree, a.Both)

            def joined(low: Board, held: Board, it: int) -> int:
                found = made[0](low, held, it)
                for one in made[1:]:
                    found = found & one(low, held, it) if joint else found | one(low, held, it)
                return found

            return joined
        case a.Member() | a.Named() | a.ChosenName() | a.HasStatus():
            return lambda low, held, it: select(low, it)
        case a.HasAbility(keyword):
            instances = context.instances
            disabling = world.rulebook.disabling

            def having(low: Board, held: Board, it: int) -> int:
                found = 0
                for instance, holders in low.column("abilities").items():
                    if keyword is None or instances.keyword(instance) == keyword:
                        found |= holders
                for status in disabling:
                    found &= ~held.column(status).get(True, 0)
                return found & among

            return having
        case a.Placed(relation, anchor):
            anchors = lifted_reference(anchor, context)

            def placed(low: Board, held: Board, it: int) -> int:
                found = 0
                for index in bits(anchors(low, held, it)):
                    found |= world.placed(relation, index, held)
                return found & among

            return placed
        case a.Bearing(inner) | a.BorneBy(inner):
            inside = lifted_reference(inner, context)
            below = isinstance(tree, a.Bearing)

            def carrying(low: Board, held: Board, it: int) -> int:
                meant = inside(low, held, it)
                found = 0
                for carried, bearer in world.bearer.items():
                    asked, answer = (carried, bearer) if below else (bearer, carried)
                    if meant >> asked & 1:
                        found |= 1 << answer
                return found & among

            return carrying
        case a.Bearer() if world.rulebook.carried is not None:
            carried = lifted(world.rulebook.carried, context)
            source = context.source

            def bearer(low: Board, held: Board, it: int) -> int:
                index = world.bearer.get(source)
                if index is None or not carried(low, held, it) >> source & 1:
                    return 0
                return 1 << index & among

            return bearer
        case a.Sharing(characteristic, with_):
            meant = lifted_reference(with_, context)

            def sharing(low: Board, held: Board, it: int) -> int:
                others = meant(low, held, it)
                found = 0
                for having_it in low.column(characteristic).values():
                    if having_it & others:
                        found |= having_it
                return found & among

            return sharing
        case _:
            return lambda low, held, it: select(held, it)


def lifted_scope(tree: a.Selector, context: Context) -> Lifted:
    """As `evaluate.scoped`, on two boards."""
    reach = reach_of(tree)
    return lifted(tree, context, reach, works=True)


def lifted_reference(tree: a.Selector, context: Context) -> Lifted:
    """As `evaluate.referring`, on two boards."""
    while isinstance(tree, a.Noun):
        tree = tree.meaning
    if isinstance(tree, a.Self):
        meant = referring(tree, context)
        return lambda low, held, it: meant(held, it)
    if isinstance(tree, a.Target | a.It | a.Bearer | a.Identified):
        return lifted(tree, context, "anything")
    return lifted_scope(tree, context)


def lifted_condition(tree: a.Condition, context: Context) -> Callable[[Board, Board], bool]:
    """As `evaluate.condition`, on two boards."""
    match tree:
        case a.Exists(what):
            selected = lifted_scope(what, context)
            return lambda low, held: selected(low, held, -1) != 0
        case a.Matches(subject, what):
            subjects = scoped(subject, context)
            wanted = lifted(what, context)

            def matches(low: Board, held: Board) -> bool:
                # More subjects make it harder to hold, so who they are is held.
                meant = subjects(held, -1)
                return meant != 0 and not meant & ~wanted(low, held, -1)

            return matches
        case a.AllOf(parts) | a.AnyOf(parts):
            tests = [lifted_condition(part, context) for part in parts]
            every = all if isinstance(tree, a.AllOf) else any
            return lambda low, held: every([test(low, held) for test in tests])
        case _:
            plain = condition(tree, context)
            return lambda low, held: plain(held, -1)
