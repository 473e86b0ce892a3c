"""Evaluation where not everything is known yet: what is certain, and what is still possible.

Bounds are not run from the programs that select on a board. Only `not`, `and`, `or`, nouns and
anchors are the same for both, some 60 lines; every other word has bounds of its own here, or is
read off the program and what that looks at. To share these lines each program would have to ask
what kind of answer it combines: one call more a node, which alone takes 0.4 to 1.5 % of the time of
boards of two to ten effects.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import reduce
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import ReadAbility, ReadStatus, ReadWord
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.context import reach_inside, reach_of, speaks_of_it
from layerlaw.solver.effects.evaluate import player, referring, selecting, value
from layerlaw.solver.effects.selections import union
from layerlaw.solver.facts.arithmetic import COMBINE
from layerlaw.solver.together.keys import key_of
from layerlaw.solver.together.numbers import cell_ranges, decided, hull, reckoned
from layerlaw.solver.together.partial import (
    Grouped,
    Interval,
    Partial,
    Range,
    controller_doubts,
    placed_bounds,
    unsettled,
)
from layerlaw.solver.together.read_sets import (
    everywhere,
    impersonal,
    looks,
)

if TYPE_CHECKING:
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Reach
    from layerlaw.solver.together.keys import Key


Bounds = Callable[[Partial, int], Interval]
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

            def outside(partial: Partial, it: int) -> Interval:
                least, most = of(partial, it)
                return among & ~most, among & ~least

            return outside
        case a.Both(parts) | a.Either(parts):
            among_these = reach_inside(tree, reach)
            made = [bounds(part, context, among_these, works=works) for part in parts]
            joint = isinstance(tree, a.Both)

            def joined(partial: Partial, it: int) -> Interval:
                least, most = made[0](partial, it)
                for one in made[1:]:
                    low, high = one(partial, it)
                    least, most = (
                        (least & low, most & high) if joint else (least | low, most | high)
                    )
                return least, most

            return joined
        case a.Compared(left, comparator, right):
            compared = selecting(tree, context, reach, works=works)
            asked = looks(tree, context)
            first, second = ranges_of_each(left, context), ranges_of_each(right, context)
            # What is the same whoever asks is told once for all of them.
            token: Hashable = (tree, reach, works) if impersonal(tree) else object()

            def comparing(partial: Partial, it: int) -> Interval:
                told = partial.told.get(token)
                if told is not None:
                    return told
                now = compared(partial.board, it)
                doubt = partial.doubts(asked) & among
                for one, these in first(partial, doubt) if doubt else ():
                    for other, both in second(partial, these):
                        known = decided(one, comparator, other)
                        if known is not None:
                            doubt &= ~both
                            now = now | both if known else now & ~both
                told = now & ~doubt, now | doubt
                partial.told[token] = told
                return told

            return comparing
        case a.Controlled(by):
            theirs = players_known(by, context)
            among &= ~world.all_players

            def controlled(partial: Partial, it: int) -> Interval:
                who = theirs(partial, it)
                if who is None:
                    return NO_OBJECTS, among
                column = partial.board.column(world.rulebook.control)
                theirs_now = union(column.get(name, 0) for name in who) & among
                doubt = controller_doubts(partial, world) & among
                return theirs_now & ~doubt, theirs_now | doubt

            return controlled
        case a.InRegion():
            inside = selecting(tree, context, reach, works=works)

            def in_region(partial: Partial, it: int) -> Interval:
                now = inside(partial.board, it)
                doubt = unsettled(partial, world) & among
                return now & ~doubt, now | doubt

            return in_region
        case a.Placed(relation, anchor):
            anchors = reference_bounds(anchor, context)

            def placed(partial: Partial, it: int) -> Interval:
                least, most = placed_bounds(relation, anchors(partial, it), partial, world)
                return least & among, most & among

            return placed
        case a.HasStatus() | a.HasAbility(str()) | a.Member():
            present = selecting(tree, context, reach, works=works)
            [cell] = tree.reads
            assert isinstance(cell, ReadAbility | ReadStatus | ReadWord)
            key = key_of(cell)
            statuses = world.rulebook.disabling if isinstance(tree, a.HasAbility) else ()
            disabling: list[Key] = [("status", status) for status in statuses]

            def having(partial: Partial, it: int) -> Interval:
                now = present(partial.board, it)
                less, more = partial.losing(key), partial.gaining(key)
                for status in disabling:
                    less |= partial.gaining(status)
                    more |= partial.losing(status)
                return now & ~less, now | more & among

            return having
        case _:
            select = selecting(tree, context, reach, works=works)
            asked = looks(tree, context)
            # Words for players and for the rules reach beyond what is selected otherwise.
            most = among | world.all_players | world.rules
            if not isinstance(tree, a.Players | a.Target | a.Identified):
                most = among

            def plain(partial: Partial, it: int) -> Interval:
                now = select(partial.board, it)
                doubt = partial.doubts(asked) & most
                return now & ~doubt, now | doubt

            return plain


def scope_bounds(tree: a.Selector, context: Context) -> Bounds:
    """As `evaluate.scoped`."""
    reach = reach_of(tree)
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
                name = partial.board.value(world.rulebook.control, index) if controlled else owner
                return frozenset((str(name),)) if name else frozenset()

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
            asked = everywhere(looks(tree, context))
            who = player(tree, context)
            return lambda partial, it: None if partial.doubts(asked) else who(partial.board, it)


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
            wanted = bounds(what, context, "anything")

            def matches(partial: Partial, it: int) -> bool | None:
                low, high = subjects(partial, it)
                least, most = wanted(partial, it)
                if not high or low & ~most:
                    return False
                return True if low and not high & ~least else None

            return matches
        case a.Holds(left, comparator, right):
            first, second = value_range(left, context), value_range(right, context)
            return lambda partial, it: decided(first(partial, it), comparator, second(partial, it))
        case a.TurnOf(whose):
            who = players_known(whose, context)
            active = context.world.situation.active

            def turn(partial: Partial, it: int) -> bool | None:
                players = who(partial, it)
                return None if players is None else active in players

            return turn
        case a.Negation(inner):
            test = tested(inner, context)

            def negated(partial: Partial, it: int) -> bool | None:
                holds = test(partial, it)
                return None if holds is None else not holds

            return negated
        case a.AllOf(parts) | a.AnyOf(parts):
            tests = [tested(part, context) for part in parts]
            settling = isinstance(tree, a.AnyOf)

            def joined(partial: Partial, it: int) -> bool | None:
                answers = [test(partial, it) for test in tests]
                if settling in answers:
                    return settling
                return None if None in answers else not settling

            return joined


# --- values --------------------------------------------------------------------------------------

Ranging = Callable[[Partial, int], "Range | None"]
"""The range of a value on a partial board, for an `it`; None: it could be any number."""


def value_range(tree: a.Value, context: Context) -> Ranging:
    """The range of a value."""
    match tree:
        case a.Number() | a.ChosenNumber() | a.Recorded():
            evaluate = value(tree, context)

            def known(partial: Partial, it: int) -> Range | None:
                number = evaluate(partial.board, it)
                return number, number

            return known
        case a.Count(among):
            counted = scope_bounds(among, context)

            def count(partial: Partial, it: int) -> Range | None:
                least, most = counted(partial, it)
                return least.bit_count(), most.bit_count()

            return count
        case a.KeywordNumber():
            of_keyword, looked_at = value(tree, context), everywhere(looks(tree, context))

            def numbered(partial: Partial, it: int) -> Range | None:
                if partial.doubts(looked_at):
                    return None
                number = of_keyword(partial.board, it)
                return number, number

            return numbered
        case a.CountWords():
            words, sets = value(tree, context), everywhere(looks(tree, context))

            def counted_words(partial: Partial, it: int) -> Range | None:
                if partial.doubts(sets):
                    return None
                number = words(partial.board, it)
                return number, number

            return counted_words
        case a.Times():
            often, asked = value(tree, context), everywhere(looks(tree, context))

            def times(partial: Partial, it: int) -> Range | None:
                if partial.doubts(asked):
                    return 0, len(context.world.situation.deeds)
                number = often(partial.board, it)
                return number, number

            return times
        # Where effects apply at the same time no number is split.
        case a.Read(characteristic, of) | a.ReadPart(characteristic, _, of):
            meant = reference_bounds(of, context)

            def read(partial: Partial, it: int) -> Range | None:
                least, most = meant(partial, it)
                if least & (least - 1) or not most:
                    return 0, 0
                # It may also be that nothing is meant, or several things are.
                ends: Range | None = (0, 0) if least != most else None
                for one, _ in cell_ranges(partial, characteristic, most, context.world):
                    if one is None:
                        return None
                    ends = one if ends is None else hull(ends, one)
                return ends

            return read
        case a.Summary(how, characteristic, among):
            summed = scope_bounds(among, context)

            def summary(partial: Partial, it: int) -> Range | None:
                least, most = summed(partial, it)
                if least != most:
                    return None
                known: list[Range] = []
                for one, these in cell_ranges(partial, characteristic, most, context.world):
                    if one is None:
                        return None
                    known += [one] * these.bit_count()
                if how == "total":
                    plus = COMBINE["+"]
                    lows, highs = (low for low, _ in known), (high for _, high in known)
                    return reduce(plus, lows, 0), reduce(plus, highs, 0)
                if how == "different":
                    if all(low == high for low, high in known):
                        return (len({*known}),) * 2
                    return min(len(known), 1), len(known)
                pick = max if how == "highest" else min
                return (
                    pick((low for low, _ in known), default=0),
                    pick((high for _, high in known), default=0),
                )

            return summary
        case a.Arithmetic(left, sign, right):
            first, second = value_range(left, context), value_range(right, context)

            def combined(partial: Partial, it: int) -> Range | None:
                one, other = first(partial, it), second(partial, it)
                if one is None or other is None:
                    return None
                return reckoned(one, sign, other)

            return combined


RangesOfEach = Callable[[Partial, "Objects"], Grouped]
"""The ranges of a value on a partial board, for each of some objects as its `it`."""


def ranges_of_each(tree: a.Value, context: Context) -> RangesOfEach:
    """The ranges of a value for many objects at once."""
    world = context.world
    match tree:
        case a.Read(characteristic, a.It()):
            return lambda partial, objects: cell_ranges(partial, characteristic, objects, world)
        case _ if not speaks_of_it(tree):
            ranging = value_range(tree, context)
            return lambda partial, objects: [(ranging(partial, -1), objects)]
        case _:
            each = value_range(tree, context)
            return lambda partial, objects: [(each(partial, it), 1 << it) for it in bits(objects)]
