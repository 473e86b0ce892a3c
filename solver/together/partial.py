"""Evaluation where not everything is known yet: what is certain, and what is still possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ALL, Board, bits
from layerlaw.solver.effects.context import names_zone
from layerlaw.solver.effects.evaluate import player, referring, selecting
from layerlaw.solver.effects.selections import union
from layerlaw.solver.together.places import placed_bounds, unsettled
from layerlaw.solver.together.read_sets import (
    controller_doubts,
    everywhere,
    player_looks,
    selector_looks,
)

if TYPE_CHECKING:
    from layerlaw.solver.effects.context import Context, Reach
    from layerlaw.solver.together.keys import Key, Keys
    from layerlaw.solver.together.read_sets import Looks


@dataclass(slots=True)
class Partial:
    """A board some of whose cells may still change, with the objects of which, by written key.

    number: the least and the greatest that an object's number may come to be, where that is known.
    unsettled: the objects whose regions are not known, once that was asked.
    """

    board: Board
    keys: Keys
    open: Mapping[Key, int]
    number: Callable[[str, int], tuple[int, int] | None] | None = None
    unsettled: int | None = None

    def doubtful(self, key: Key) -> int:
        """The objects on which what is looked at under the key is not known yet."""
        found = 0
        if self.open:
            for one in self.keys.behind(key):
                found |= self.open.get(one, 0)
        return found

    def doubts(self, looks: Looks) -> int:
        """The candidates for which something that is looked at is not known yet."""
        found = 0
        if self.open:
            for look in looks:
                mask = self.doubtful(look.key)
                if look.where is None:
                    found |= mask
                elif mask & look.where:
                    return ALL
        return found


Bounds = Callable[[Partial, int], tuple[int, int]]
"""The objects certainly selected, and those possibly selected; the second argument is `it`."""

Tested = Callable[[Partial, int], "bool | None"]
WhoKnown = Callable[[Partial, int], "frozenset[str] | None"]


def bounds(
    tree: a.Selector, context: Context, reach: Reach = "anywhere", *, works: bool = False
) -> Bounds:
    """As `evaluate.selecting`, where not everything is known."""
    world = context.world
    among = world.reaches[reach]
    match tree:
        case a.Noun(_, meaning):
            return bounds(meaning, context, reach, works=works)
        case a.Not(inner):
            of = bounds(inner, context, reach, works=works)

            def outside(partial: Partial, it: int) -> tuple[int, int]:
                least, most = of(partial, it)
                return among & ~most, among & ~least

            return outside
        case a.Both(parts) | a.Either(parts):
            made = [bounds(part, context, reach, works=works) for part in parts]
            joint = isinstance(tree, a.Both)

            def joined(partial: Partial, it: int) -> tuple[int, int]:
                least, most = made[0](partial, it)
                for one in made[1:]:
                    low, high = one(partial, it)
                    least, most = (
                        (least & low, most & high) if joint else (least | low, most | high)
                    )
                return least, most

            return joined
        case a.Compared(left, comparator, right):
            # Imported here because selectors and values are made of each other.
            from layerlaw.solver.together.ranges import decided, value_range

            compared = selecting(tree, context, reach, works=works)
            asked = selector_looks(tree, context)
            first, second = value_range(left, context), value_range(right, context)

            def comparing(partial: Partial, it: int) -> tuple[int, int]:
                found = compared(partial.board, it)
                doubt = partial.doubts(asked) & among
                for index in bits(doubt):
                    known = decided(first(partial, index), comparator, second(partial, index))
                    if known is not None:
                        doubt &= ~(1 << index)
                        found = found | 1 << index if known else found & ~(1 << index)
                return found & ~doubt, found | doubt

            return comparing
        case a.Controlled(by):
            theirs = players_known(by, context)

            def controlled(partial: Partial, it: int) -> tuple[int, int]:
                who = theirs(partial, it)
                if who is None:
                    return 0, among
                column = partial.board.column("controller")
                found = union(column.get(name, 0) for name in who) & among
                doubt = controller_doubts(partial, world) & among
                return found & ~doubt, found | doubt

            return controlled
        case a.InRegion():
            inside = selecting(tree, context, reach, works=works)

            def in_region(partial: Partial, it: int) -> tuple[int, int]:
                found = inside(partial.board, it)
                doubt = unsettled(partial, world) & among
                return found & ~doubt, found | doubt

            return in_region
        case a.Placed(relation, anchor):
            anchors = reference_bounds(anchor, context)

            def placed(partial: Partial, it: int) -> tuple[int, int]:
                least, most = placed_bounds(relation, anchors(partial, it), partial, world)
                return least & among, most & among

            return placed
        case _:
            select = selecting(tree, context, reach, works=works)
            looks = selector_looks(tree, context)
            # Words for players and for the rules reach beyond what is selected otherwise.
            most = among | world.all_players | world.rules
            if not isinstance(tree, a.Players | a.Target | a.Identified):
                most = among

            def plain(partial: Partial, it: int) -> tuple[int, int]:
                found = select(partial.board, it)
                doubt = partial.doubts(looks) & most
                return found & ~doubt, found | doubt

            return plain


def scope_bounds(tree: a.Selector, context: Context) -> Bounds:
    """As `evaluate.scoped`."""
    reach: Reach = "anywhere" if names_zone(tree) else "in play"
    return bounds(tree, context, reach, works=True)


def reference_bounds(tree: a.Selector, context: Context) -> Bounds:
    """As `evaluate.referring`."""
    while isinstance(tree, a.Noun):
        tree = tree.meaning
    if isinstance(tree, a.Self):
        meant = referring(tree, context)
        return lambda partial, it: (found := meant(partial.board, it), found)
    if isinstance(tree, a.Target | a.It | a.Bearer | a.Identified):
        return bounds(tree, context, "anything")
    return scope_bounds(tree, context)


def players_known(tree: a.Player, context: Context) -> WhoKnown:
    """As `evaluate.player`; None: not known yet."""
    match tree:
        case a.ControllerOf(of) | a.OwnerOf(of):
            world = context.world
            meant = reference_bounds(of, context)
            controlled = isinstance(tree, a.ControllerOf)

            def theirs(partial: Partial, it: int) -> frozenset[str] | None:
                least, most = meant(partial, it)
                if not most or least & (least - 1):
                    return frozenset()  # Nobody, or several already: none of them is meant.
                if least != most or (controlled and controller_doubts(partial, world) & most):
                    return None
                index = least.bit_length() - 1
                owner = world.things[index].owner
                found = partial.board.value("controller", index) if controlled else owner
                return frozenset((str(found),)) if found else frozenset()

            return theirs
        case a.You() | a.Opponent() if context.player is None:
            you = player(tree, context)
            mine = 1 << context.source

            def ours(partial: Partial, it: int) -> frozenset[str] | None:
                if controller_doubts(partial, context.world) & mine:
                    return None
                return you(partial.board, it)

            return ours
        case _:
            looks = everywhere(player_looks(tree, context))
            who = player(tree, context)
            return lambda partial, it: None if partial.doubts(looks) else who(partial.board, it)


def tested(tree: a.Condition, context: Context) -> Tested:
    """As `evaluate.condition`; None: not known yet."""
    match tree:
        case a.Exists(what):
            selected = scope_bounds(what, context)

            def exists(partial: Partial, it: int) -> bool | None:
                least, most = selected(partial, it)
                return True if least else None if most else False

            return exists
        case a.Matches(subject, what):
            subjects = scope_bounds(subject, context)
            wanted = bounds(what, context)

            def matches(partial: Partial, it: int) -> bool | None:
                low, high = subjects(partial, it)
                least, most = wanted(partial, it)
                if not high or low & ~most:
                    return False
                return True if low and not high & ~least else None

            return matches
        case a.Holds(left, comparator, right):
            # Imported here because selectors and values are made of each other.
            from layerlaw.solver.together.ranges import decided, value_range

            first, second = value_range(left, context), value_range(right, context)
            return lambda partial, it: decided(first(partial, it), comparator, second(partial, it))
        case a.TurnOf(whose):
            who = players_known(whose, context)
            active = context.world.situation.active

            def turn(partial: Partial, it: int) -> bool | None:
                found = who(partial, it)
                return None if found is None else active in found

            return turn
        case a.Negation(inner):
            test = tested(inner, context)

            def negated(partial: Partial, it: int) -> bool | None:
                found = test(partial, it)
                return None if found is None else not found

            return negated
        case a.AllOf(parts) | a.AnyOf(parts):
            tests = [tested(part, context) for part in parts]
            settling = isinstance(tree, a.AnyOf)

            def joined(partial: Partial, it: int) -> bool | None:
                found = [test(partial, it) for test in tests]
                if settling in found:
                    return settling
                return None if None in found else not settling

            return joined
