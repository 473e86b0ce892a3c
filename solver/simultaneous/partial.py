"""Evaluation where not everything is known yet: what is certain, and what is still possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board import ALL, Board, bits
from layerlaw.solver.context import names_zone
from layerlaw.solver.evaluate import condition, referring, selecting, value
from layerlaw.solver.simultaneous.looks import (
    controller_looks,
    everywhere,
    player_looks,
    selector_looks,
)

if TYPE_CHECKING:
    from layerlaw.solver.context import Context
    from layerlaw.solver.simultaneous.keys import Key, Keys
    from layerlaw.solver.simultaneous.looks import Looks


@dataclass(slots=True)
class Partial:
    """A board some of whose cells may still change, with the objects of which, by written key.

    number: the least and the greatest that an object's number may come to be, where that is known.
    """

    board: Board
    keys: Keys
    open: dict[Key, int]
    number: Callable[[str, int], tuple[int, int] | None] | None = None

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


_NO_BOARD = Board({})

Bounds = Callable[[Partial, int], tuple[int, int]]
"""The objects certainly selected, and those possibly selected; the second argument is `it`."""

Sure = Callable[[Partial, int], bool]
Tested = Callable[[Partial, int], "bool | None"]


def bounds(tree: a.Selector, context: Context, reach: int | None = None, works: int = 0) -> Bounds:
    """As `evaluate.selecting`, where not everything is known."""
    world = context.world
    among = world.everyone if reach is None else reach
    match tree:
        case a.Noun(_, meaning):
            return bounds(meaning, context, reach, works)
        case a.Not(inner):
            of = bounds(inner, context, reach, works)

            def outside(partial: Partial, it: int) -> tuple[int, int]:
                least, most = of(partial, it)
                return among & ~most, among & ~least

            return outside
        case a.Both(parts) | a.Either(parts):
            made = [bounds(part, context, reach, works) for part in parts]
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
            from layerlaw.solver.simultaneous.ranges import decided, value_range

            compared, _ = selecting(tree, context, reach, works)
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
        case _:
            select, _ = selecting(tree, context, reach, works)
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
    world = context.world
    reach = world.everyone if names_zone(tree) else world.in_play
    return bounds(tree, context, reach, world.in_play if context.works is None else context.works)


def reference_bounds(tree: a.Selector, context: Context) -> Bounds:
    """As `evaluate.referring`."""
    while isinstance(tree, a.Noun):
        tree = tree.meaning
    if isinstance(tree, a.Self):
        meant, _ = referring(tree, context)
        return lambda partial, it: (found := meant(partial.board, it), found)
    if isinstance(tree, a.Target | a.It | a.Bearer | a.Identified):
        world = context.world
        return bounds(tree, context, world.everyone | world.all_players | world.rules)
    return scope_bounds(tree, context)


def value_sure(tree: a.Value, context: Context) -> Sure:
    """Whether the value is known."""
    match tree:
        case a.Number() | a.ChosenNumber() | a.Recorded():
            return lambda partial, it: True
        case a.Count(among):
            counted = scope_bounds(among, context)

            def settled(partial: Partial, it: int) -> bool:
                least, most = counted(partial, it)
                return least == most

            return settled
        case a.Read(characteristic, among) | a.Summary(_, characteristic, among):
            alone = isinstance(tree, a.Read)
            meant = reference_bounds(among, context) if alone else scope_bounds(among, context)

            def read(partial: Partial, it: int) -> bool:
                least, most = meant(partial, it)
                if alone and least & (least - 1):
                    return True  # Several are meant already, and that reads as 0.
                return least == most and not partial.doubtful(("number", characteristic)) & most

            return read
        case a.Arithmetic(left, _, right):
            first, second = value_sure(left, context), value_sure(right, context)
            return lambda partial, it: first(partial, it) and second(partial, it)


def player_sure(tree: a.Player, context: Context) -> Sure:
    """Whether it is known which players are meant."""
    match tree:
        case a.ControllerOf(of):
            meant = reference_bounds(of, context)
            whose = controller_looks(None, context.world)

            def known(partial: Partial, it: int) -> bool:
                least, most = meant(partial, it)
                return least == most and not partial.doubts(whose) & most

            return known
        case a.OwnerOf(of):
            owned = reference_bounds(of, context)

            def owner(partial: Partial, it: int) -> bool:
                least, most = owned(partial, it)
                return least == most

            return owner
        case _:
            looks = everywhere(player_looks(tree, context))
            return lambda partial, it: not partial.doubts(looks)


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
            from layerlaw.solver.simultaneous.ranges import decided, value_range

            first, second = value_range(left, context), value_range(right, context)
            return lambda partial, it: decided(first(partial, it), comparator, second(partial, it))
        case a.TurnOf(whose):
            sure = player_sure(whose, context)
            turn, _ = condition(tree, context)
            return lambda partial, it: turn(partial.board, it) if sure(partial, it) else None
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


def sure_of(operation: a.Operation, context: Context) -> Sure:
    """Whether the operation's operand is known."""
    match operation:
        case (
            a.SetNumber(_, tree)
            | a.FixNumber(_, tree)
            | a.ChangeNumber(_, _, tree)
            | a.Limit(_, _, tree)
        ):
            return value_sure(tree, context)
        case a.SetPlayer(_, who) | a.CantBeControlledBy(who):
            return player_sure(who, context)
        case a.CopyOf(of):
            copied = reference_bounds(of, context)

            def alike(partial: Partial, it: int) -> bool:
                least, most = copied(partial, it)
                return least == most

            return alike
        case a.AddMembersOf(characteristic, of):
            meant = reference_bounds(of, context)

            def known(partial: Partial, it: int) -> bool:
                least, most = meant(partial, it)
                return least == most and not partial.doubtful(("any word", characteristic)) & most

            return known
        case a.Permission(_, _, to) | a.Ignore(_, to) if to is not None:
            about = scope_bounds(to, context)

            def told(partial: Partial, it: int) -> bool:
                least, most = about(partial, it)
                return least == most

            return told
        case _:
            return lambda partial, it: True


def operand_tree(operation: a.Operation) -> object:
    """What the operand is worked out from, or None."""
    match operation:
        case (
            a.SetNumber(_, tree)
            | a.FixNumber(_, tree)
            | a.ChangeNumber(_, _, tree)
            | a.Limit(_, _, tree)
        ):
            return tree
        case a.SetPlayer(_, who) | a.CantBeControlledBy(who):
            return who
        case a.CopyOf(of) | a.AddMembersOf(_, of):
            return of
        case a.Permission(_, _, to) | a.Ignore(_, to):
            return to
        case _:
            return None


def players_domain(players: tuple[str, ...]) -> list[frozenset[str]]:
    """Every set of players."""
    return [
        frozenset(player for i, player in enumerate(players) if mask >> i & 1)
        for mask in range(1 << len(players))
    ]


def numbers_domain(tree: a.Value, context: Context, most: int = 4096) -> list[int] | None:
    """Every number that a value made of counts can have; None if it reads numbers of objects."""
    match tree:
        case a.Number() | a.ChosenNumber():
            evaluate, _ = value(tree, context)
            return [evaluate(_NO_BOARD, -1)]
        case a.Count():
            return list(range(context.world.everyone.bit_count() + 1))
        case a.Arithmetic(left, sign, right):
            first = numbers_domain(left, context, most)
            second = numbers_domain(right, context, most)
            if first is None or second is None or len(first) * len(second) > most:
                return None
            made = {
                value(a.Arithmetic(a.Number(x), sign, a.Number(y)), context)[0](_NO_BOARD, -1)
                for x in first
                for y in second
            }
            return sorted(made)
        case _:
            return None
