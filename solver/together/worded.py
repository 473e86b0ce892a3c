"""Selectors and conditions as formulas over what is still open; all that is settled is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.reads import ReadAbility, ReadStatus, ReadWord
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.context import reach_inside, reach_of, speaks_of_it
from layerlaw.solver.facts.arithmetic import COMBINE
from layerlaw.solver.together.bounds import (
    bounds,
    players_known,
    reference_bounds,
    tested,
    value_range,
)
from layerlaw.solver.together.charts import Chart, OutsideError
from layerlaw.solver.together.formulas import Asked, Formula, at_least, every, opposite, some
from layerlaw.solver.together.keys import control_key, key_of
from layerlaw.solver.together.operands import UNKNOWN, numbers_domain

if TYPE_CHECKING:
    from layerlaw.solver.board.kinds import Index
    from layerlaw.solver.effects.context import Context, Reach
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.partial import Interval
    from layerlaw.solver.together.state import State

_TURNED: dict[a.Comparator, a.Comparator] = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "=": "=",
    "!=": "!=",
}

_COMPARE = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "=": int.__eq__,
    "!=": int.__ne__,
}


class Worded:
    """The formulas of one state, whatever is open in it.

    All raise `OutsideError` for words that they do not know while they are open.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._charts: dict[tuple[Key, Index], Chart] = {}
        self._selected: dict[tuple[int, int, int], list[Formula]] = {}
        self._intervals: dict[tuple[int, int, int, Reach, bool], Interval] = {}

    def exists(self, one: Candidate) -> Formula:
        """Whether the effect exists."""
        known = self._state.exists[one]
        return self.is_there(one) if known is None else known

    def is_there(self, one: Candidate) -> Formula:
        """The same, whatever is decided of that."""
        known = one.maybe(self._state.partial)
        if known is not None:
            return known
        effect = one.effect
        holder = effect.holder
        own = ("instance", effect.instance, effect.ability.keyword)
        tree = effect.ability.condition
        holds = True if tree is None else self.holds(tree, one.context)
        return every((self._present(own, holder), *self._enabled(holder), holds))

    def done(self, deed: Deed, it: Index) -> Formula:
        """Whether the effect does this to the object, if it exists."""
        partial = self._state.partial
        least, most = deed.bounds(partial)
        if least >> it & 1 or not most >> it & 1:
            return bool(least >> it & 1)
        if not deed.rests_on_scope(partial, it):
            raise OutsideError
        scope = deed.instruction.scope
        return self.selects(scope, deed.candidate.context, it, reach_of(scope), works=True)

    def operand(self, deed: Deed, it: int, choice: Operand) -> Formula:
        """Whether the operand is this number, or these players."""
        tree, context = operand_of(deed.prepared.operation), deed.candidate.context
        if isinstance(tree, a.Value) and isinstance(choice, int):
            return self._equals(tree, choice, context, it)
        if isinstance(tree, a.Player) and isinstance(choice, frozenset):
            if not choice:
                return opposite(some(formula for _, formula in self._who(tree, context, it)))
            return some(formula for name, formula in self._who(tree, context, it) if name in choice)
        raise OutsideError

    def always_with(self, deed: Deed, it: int, choice: Operand) -> Formula:
        """Whether the operand is this one, where it can't be anything that is not known yet."""
        known = deed.known(self._state.partial, it)
        return self.operand(deed, it, choice) if known is UNKNOWN else known == choice

    def _equals(self, tree: a.Value, number: int, context: Context, it: int) -> Formula:
        """Whether a value is this number."""
        if isinstance(tree, a.Arithmetic):
            ends = value_range(tree, context)(self._state.partial, it)
            if ends is None or ends[0] < ends[1]:
                first = numbers_domain(tree.left, context)
                second = numbers_domain(tree.right, context)
                if first is None or second is None:
                    raise OutsideError
                return some(
                    every(
                        (
                            self._equals(tree.left, one, context, it),
                            self._equals(tree.right, other, context, it),
                        )
                    )
                    for one in first
                    for other in second
                    if COMBINE[tree.sign](one, other) == number
                )
        return self._compared(tree, "=", a.Number(number), context, it)

    def _who(self, tree: a.Player, context: Context, it: int) -> list[tuple[str, Formula]]:
        """For each player whether that is the one who is meant."""
        world = self._state.candidates.world
        players = world.players
        known = players_known(tree, context)(self._state.partial, it)
        if known is not None:
            if len(known) > 1:
                raise OutsideError
            return [(name, name in known) for name in players]
        match tree:
            case a.You() | a.Opponent() if context.player is None and len(players) == 2:
                index = context.source
            case a.ControllerOf(of):
                least, most = reference_bounds(of, context)(self._state.partial, it)
                if least != most:
                    raise OutsideError
                [index] = bits(most)  # Of nobody, and of several, it is known who is meant.
            case _:
                raise OutsideError
        chart = self._chart(control_key(world.rulebook), index)
        if 0 in chart.values:
            raise OutsideError  # Nobody may control it.
        others = isinstance(tree, a.Opponent)
        return [
            (name, _against(chart, "!=" if others else "=", 1 + number))
            for number, name in enumerate(players)
        ]

    def selects(
        self,
        tree: a.Selector,
        context: Context,
        it: Index,
        reach: Reach,
        *,
        works: bool = False,
        about: int = -1,
    ) -> Formula:
        """Whether the object is selected; about: the one that the selector means by `it`."""
        least, most = self._interval(tree, context, reach, works, about)
        if least >> it & 1 or not most >> it & 1:
            return bool(least >> it & 1)
        match tree:
            case a.Noun(_, meaning):
                return self.selects(meaning, context, it, reach, works=works, about=about)
            case a.Not(inner):
                inside = self.selects(inner, context, it, reach, works=works, about=about)
                return opposite(inside)
            case a.Both(parts) | a.Either(parts):
                among = reach_inside(tree, reach)
                made = [
                    self.selects(part, context, it, among, works=works, about=about)
                    for part in parts
                ]
                return every(made) if isinstance(tree, a.Both) else some(made)
            case a.Compared(left, comparator, right):
                return self._compared(left, comparator, right, context, it)
            case a.Controlled(by):
                world = self._state.candidates.world
                chart = self._chart(control_key(world.rulebook), it)
                return some(
                    every((formula, _against(chart, "=", 1 + world.players.index(name))))
                    for name, formula in self._who(by, context, about)
                )
            case a.HasAbility(str()) | a.HasStatus() | a.Member():
                [cell] = tree.reads
                assert isinstance(cell, ReadAbility | ReadStatus | ReadWord)
                there = self._present(key_of(cell), it)
                return (
                    every((there, *self._enabled(it))) if isinstance(tree, a.HasAbility) else there
                )
            case _:
                raise OutsideError

    def _interval(
        self, tree: a.Selector, context: Context, reach: Reach, works: bool, about: int
    ) -> Interval:
        key = (id(tree), id(context), about, reach, works)
        if key not in self._intervals:
            self._intervals[key] = bounds(tree, context, reach, works=works)(
                self._state.partial, about
            )
        return self._intervals[key]

    def holds(self, tree: a.Condition, context: Context) -> Formula:
        """Whether a condition holds."""
        known = tested(tree, context)(self._state.partial, -1)
        if known is not None:
            return known
        match tree:
            case a.Exists(what):
                return some(self._each(what, context, -1))
            case a.Matches(subject, what):
                among = self._scope(subject, context, -1)[1]
                pairs = []
                for it in bits(among):
                    mine = self.selects(subject, context, it, reach_of(subject), works=True)
                    pairs.append((mine, self.selects(what, context, it, "anything")))
                none_else = [some((opposite(mine), fits)) for mine, fits in pairs]
                return every((some(mine for mine, _ in pairs), *none_else))
            case a.Holds(left, comparator, right):
                return self._compared(left, comparator, right, context, -1)
            case a.Negation(inner):
                return opposite(self.holds(inner, context))
            case a.AllOf(parts):
                return every(self.holds(part, context) for part in parts)
            case a.AnyOf(parts):
                return some(self.holds(part, context) for part in parts)
            case _:
                raise OutsideError

    def _scope(self, tree: a.Selector, context: Context, about: int) -> Interval:
        return self._interval(tree, context, reach_of(tree), True, about)

    def _each(self, tree: a.Selector, context: Context, about: int) -> list[Formula]:
        """For each object that may be selected whether it is."""
        key = (id(tree), id(context), about)
        if key not in self._selected:
            most = self._scope(tree, context, about)[1]
            reach = reach_of(tree)
            self._selected[key] = [
                self.selects(tree, context, it, reach, works=True, about=about) for it in bits(most)
            ]
        return self._selected[key]

    def _compared(
        self,
        left: a.Value,
        comparator: a.Comparator,
        right: a.Value,
        context: Context,
        it: int,
    ) -> Formula:
        one, other = self._value(left, context, it), self._value(right, context, it)
        if isinstance(one, int):
            if isinstance(other, int):
                return _COMPARE[comparator](one, other)
            return _against(other, _TURNED[comparator], one)
        if isinstance(other, int):
            return _against(one, comparator, other)
        if isinstance(one, list) or isinstance(other, list):
            raise OutsideError
        # Where the second one is split at each of its values, both pull one way only.
        beyond: a.Comparator = "=" if comparator in ("=", "!=") else _TURNED[comparator]
        if comparator in ("<", ">"):
            beyond = ">=" if comparator == "<" else "<="
        return some(
            every((_against(one, comparator, number), _against(other, beyond, number)))
            for number in sorted(other.values)
        )

    def _value(self, tree: a.Value, context: Context, it: int) -> int | Chart | list[Formula]:
        """A number: known, what an object has, or how many of some formulas hold."""
        ends = value_range(tree, context)(self._state.partial, it)
        if ends is not None and ends[0] == ends[1]:
            return ends[0]
        match tree:
            case a.Count(among):
                return self._each(among, context, it if speaks_of_it(among) else -1)
            case a.Read(characteristic, of):
                least, most = reference_bounds(of, context)(self._state.partial, it)
                if least != most:
                    raise OutsideError
                [index] = bits(most)  # Of nobody, and of several, it is known to be 0.
                return self._chart(("number", characteristic), index)
            case _:
                raise OutsideError

    def _present(self, key: Key, it: Index) -> Formula:
        return (
            Asked(chart, frozenset((1,)))
            if (chart := self._chart(key, it)).bits
            else self._told(chart)
        )

    @staticmethod
    def _told(chart: Chart) -> bool:
        [value] = chart.values
        return value == 1

    def _enabled(self, it: Index) -> list[Formula]:
        """That the object has no status under which no ability works."""
        statuses = self._state.candidates.world.rulebook.disabling
        return [opposite(self._present(("status", status), it)) for status in statuses]

    def _chart(self, key: Key, it: Index) -> Chart:
        if (key, it) not in self._charts:
            self._charts[key, it] = Chart(self._state, key, it)
        return self._charts[key, it]


def _against(one: Chart | list[Formula], comparator: a.Comparator, number: int) -> Formula:
    """How what is not known compares to a number."""
    if isinstance(one, Chart):
        among = frozenset(value for value in one.values if _COMPARE[comparator](value, number))
        return bool(among) if among in (frozenset(), one.values) else Asked(one, among)
    match comparator:
        case ">=":
            return at_least(number, one)
        case ">":
            return at_least(number + 1, one)
        case "<":
            return opposite(at_least(number, one))
        case "<=":
            return opposite(at_least(number + 1, one))
        case "=":
            return every((at_least(number, one), opposite(at_least(number + 1, one))))
        case "!=":
            return some((opposite(at_least(number, one)), at_least(number + 1, one)))
