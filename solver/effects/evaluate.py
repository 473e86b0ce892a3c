"""Selectors, values and conditions made ready to be evaluated on boards, with what they read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ALL, NAME, Board, bits
from layerlaw.solver.effects.column_selectors import (
    constantly,
    controlled,
    having,
    in_column,
    in_name,
    in_zone,
    sharing,
    union,
)
from layerlaw.solver.effects.context import (
    COMBINE,
    COMPARE,
    Context,
    Evaluate,
    Select,
    Test,
    Who,
    as_read,
    merge,
    names_zone,
    number_of,
    only,
    speaks_of_it,
)

if TYPE_CHECKING:
    from layerlaw.solver.effects.world import Reads


def scoped(selector: a.Selector, context: Context) -> tuple[Select, Reads]:
    """A selector as a scope: in the zone of play, unless it names a zone.

    `self` is the source where its ability works; players are selected by words for players only.
    """
    world = context.world
    reach = world.everyone if names_zone(selector) else world.in_play
    works = world.in_play if context.works is None else context.works
    return selecting(selector, context, reach, works)


def referring(selector: a.Selector, context: Context) -> tuple[Select, Reads]:
    """As `scoped`, but what names one object directly means it in whatever zone it is."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    world = context.world
    if isinstance(selector, a.Self):
        return constantly(1 << context.source & ~world.hidden)
    if isinstance(selector, a.Target | a.It | a.Bearer | a.Identified):
        return selecting(selector, context, world.everyone | world.all_players | world.rules)
    return scoped(selector, context)


def selecting(
    selector: a.Selector, context: Context, reach: int | None = None, works: int = 0
) -> tuple[Select, Reads]:
    """A function that selects on a board, and what it reads.

    reach: the objects that it chooses among (None: in whatever zone). works: where else `self`
    means the source.
    """
    world = context.world
    if reach is None:
        reach = world.everyone
    among = reach

    def inside(inner: a.Selector) -> tuple[Select, Reads]:
        return selecting(inner, context, among, works)

    match selector:
        # The most frequent first.
        case a.Member(characteristic, word):
            return in_column(characteristic, word, among)
        case a.Noun(_, meaning):
            return inside(meaning)
        case a.Self():
            return constantly(0 if context.orphaned else 1 << context.source & (among | works))
        case a.Identified(id):
            # The rules are in no zone that could be named, and nobody means them by chance.
            mask = 1 << world.index[id] if id in world.index else 0
            return constantly(mask & (among | world.rules))
        case a.Both(parts):
            return _both([inside(part) for part in parts])
        case a.Not(inner):
            select, reads = inside(inner)
            return (lambda board, it: among & ~select(board, it)), reads
        case a.Either(parts):
            named = [part.id for part in parts if isinstance(part, a.Identified)]
            if len(named) == len(parts):
                known = world.mask(id for id in named if id in world.index)
                return constantly(known & (among | world.rules))
            made = [inside(part) for part in parts]
            if len(made) == 1:
                return made[0]
            return (lambda board, it: union(select(board, it) for select, _ in made)), merge(
                *(reads for _, reads in made)
            )
        case a.Everything():
            return constantly(among)
        case a.It():
            return (lambda board, it: 1 << it & among if it >= 0 else 0), {}
        case a.Target():
            return constantly(context.targets & (among | world.all_players))
        case a.Bearer():
            return _bearer(context, among)
        case a.Named(name, part):
            return in_name(selector, among) if part else in_column(NAME, name, among)
        case a.ChosenName():
            return (
                constantly(0) if context.choice is None else in_column(NAME, context.choice, among)
            )
        case a.HasStatus(status):
            return in_column(status, True, among)
        case a.InZone(zone):
            return in_zone(zone, context, among)
        case a.EnteredThisTurn():
            return constantly(world.fresh & among)
        case a.AtSquares(squares):
            return constantly(union(world.squares.get(square, 0) for square in squares) & among)
        case a.InRegion(region):
            return (lambda board, it: world.region(region, board) & among), world.region_reads()
        case a.HasAbility(keyword):
            return having(keyword, context, among)
        case a.Players(whom):
            if whom is None:
                return constantly(world.all_players)
            who, reads = player(whom, context)
            bit = world.player_bit
            return (lambda board, it: union(bit.get(p, 0) for p in who(board, it))), reads
        case a.Owned(by):
            who, reads = player(by, context)
            owned = world.owned
            return (lambda board, it: union(owned.get(p, 0) for p in who(board, it)) & among), reads
        case a.Controlled(by):
            who, reads = player(by, context)
            return controlled(who, reads, among)
        case a.Sharing(characteristic, with_):
            meant, reads = referring(with_, context)
            return sharing(characteristic, meant, reads, among)
        case a.Placed(relation, anchor):
            return _placed(relation, anchor, context, among)
        case a.Bearing(borne):
            carried, reads = referring(borne, context)

            def bearing(board: Board, it: int) -> int:
                held = carried(board, it)
                return union(1 << b for i, b in world.bearer.items() if held >> i & 1) & among

            return bearing, reads
        case a.BorneBy(bearer_of):
            carrying, reads = referring(bearer_of, context)

            def borne_by(board: Board, it: int) -> int:
                held = carrying(board, it)
                return union(1 << i for i, b in world.bearer.items() if held >> b & 1) & among

            return borne_by, reads
        case a.Compared(left, comparator, right):
            return _compared(left, comparator, right, context, among)


def _bearer(context: Context, reach: int) -> tuple[Select, Reads]:
    """Who carries the source, while the source is something that is carried.

    Clause: SORC-CARRY-2 (what is also a minion has no bearer).
    """
    index = context.world.bearer.get(context.source)
    bearer = 0 if index is None else 1 << index & reach
    carried = context.world.rulebook.carried
    if carried is None or not bearer:
        return constantly(bearer)
    select, reads = selecting(carried, context)
    source = context.source
    return (lambda board, it: bearer if select(board, it) >> source & 1 else 0), reads


def _both(made: list[tuple[Select, Reads]]) -> tuple[Select, Reads]:
    selects = [select for select, _ in made]

    def select(board: Board, it: int) -> int:
        found = -1
        for one in selects:
            found &= one(board, it)
            if not found:
                return 0
        return found

    return select, merge(*(reads for _, reads in made))


def _placed(
    relation: a.Relation, anchor: a.Selector, context: Context, reach: int
) -> tuple[Select, Reads]:
    world = context.world
    # The source of an effect anchors it wherever it is now: its last place is remembered.
    anchors, reads = referring(anchor, context)
    if relation == "in front of":
        reads = merge(reads, {"controller": ALL})
    if relation != "atop":
        reads = merge(reads, world.region_reads())

    def select(board: Board, it: int) -> int:
        found = 0
        for index in bits(anchors(board, it)):
            found |= world.placed(relation, index, board)
        return found & reach

    return select, reads


def _compared(
    left: a.Value, comparator: a.Comparator, right: a.Value, context: Context, reach: int
) -> tuple[Select, Reads]:
    """Objects for which the comparison holds, `it` being each of them."""
    world = context.world
    compare = COMPARE[comparator]
    if isinstance(left, a.Read) and isinstance(left.of, a.It) and not speaks_of_it(right):
        evaluate, reads = value(right, context)
        characteristic = left.characteristic
        as_it_is = as_read(characteristic, world)

        def by_column(board: Board, it: int) -> int:
            limit = evaluate(board, it)
            found = reach if compare(0, limit) else 0
            for number, held in board.column(characteristic).items():
                assert isinstance(number, int)
                if compare(as_it_is(number), limit):
                    found |= held
                else:
                    found &= ~held
            return found & reach

        return by_column, merge(reads, {characteristic: ALL})
    first, first_reads = value(left, context)
    second, second_reads = value(right, context)

    def one_by_one(board: Board, it: int) -> int:
        found = 0
        for index in bits(reach):
            if compare(first(board, index), second(board, index)):
                found |= 1 << index
        return found

    return one_by_one, merge(first_reads, second_reads)


def value(tree: a.Value, context: Context) -> tuple[Evaluate, Reads]:
    """A function that works a value out on a board, and what it reads."""
    world = context.world
    match tree:
        case a.Number(constant):
            return (lambda board, it: constant), {}
        case a.ChosenNumber():
            chosen = context.number
            return (lambda board, it: chosen), {}
        case a.Recorded(numbers):
            recorded = {world.index[id]: number for id, number in numbers if id in world.index}
            return (lambda board, it: recorded.get(it, 0)), {}
        case a.Read(characteristic, of):
            select, reads = referring(of, context)
            as_it_is = as_read(characteristic, world)

            def read(board: Board, it: int) -> int:
                index = only(select(board, it))
                return 0 if index is None else number_of(board, characteristic, index, as_it_is)

            return read, merge(reads, {characteristic: ALL})
        case a.Count(among):
            select, reads = scoped(among, context)
            return (lambda board, it: select(board, it).bit_count()), reads
        case a.Summary(how, characteristic, among):
            select, reads = scoped(among, context)
            as_it_is = as_read(characteristic, world)

            def summary(board: Board, it: int) -> int:
                numbers = [
                    number_of(board, characteristic, index, as_it_is)
                    for index in bits(select(board, it))
                ]
                if how == "total":
                    return sum(numbers)
                return (max if how == "highest" else min)(numbers, default=0)

            return summary, merge(reads, {characteristic: ALL})
        case a.Arithmetic(left, sign, right):
            first, first_reads = value(left, context)
            second, second_reads = value(right, context)
            combine = COMBINE[sign]
            return (lambda board, it: combine(first(board, it), second(board, it))), merge(
                first_reads, second_reads
            )


def player(tree: a.Player, context: Context) -> tuple[Who, Reads]:
    """A function that tells which players are meant on a board (no one: an empty set)."""
    world = context.world
    nobody: frozenset[str] = frozenset()

    def controller(board: Board, index: int | None) -> frozenset[str]:
        found = None if index is None else board.value("controller", index)
        return nobody if found is None else frozenset((str(found),))

    match tree:
        case a.NamedPlayer(name):
            named = frozenset((name,)) if name else nobody
            return (lambda board, it: named), {}
        case a.You():
            if context.player is not None:
                fixed = frozenset((context.player,))
                return (lambda board, it: fixed), {}
            source = context.source
            return (lambda board, it: controller(board, source)), {"controller": 1 << source}
        case a.Opponent():
            you, reads = player(a.You(), context)
            everybody = frozenset(world.players)

            def opponents(board: Board, it: int) -> frozenset[str]:
                me = you(board, it)
                return everybody - me if me else nobody

            return opponents, reads
        case a.ControllerOf(of):
            select, reads = referring(of, context)
            return (lambda board, it: controller(board, only(select(board, it)))), merge(
                reads, {"controller": ALL}
            )
        case a.OwnerOf(of):
            select, reads = referring(of, context)

            def owner(board: Board, it: int) -> frozenset[str]:
                index = only(select(board, it))
                name = "" if index is None else world.things[index].owner
                return frozenset((name,)) if name else nobody

            return owner, reads


def condition(tree: a.Condition, context: Context) -> tuple[Test, Reads]:
    """A function that tests a condition on a board, and what it reads."""
    match tree:
        case a.TurnOf(whose):
            who, reads = player(whose, context)
            active = context.world.situation.active
            return (lambda board, it: active in who(board, it)), reads
        case a.Exists(what):
            select, reads = scoped(what, context)
            return (lambda board, it: select(board, it) != 0), reads
        case a.Matches(subject, what):
            subjects, subject_reads = scoped(subject, context)
            select, reads = selecting(what, context)

            def matches(board: Board, it: int) -> bool:
                meant = subjects(board, it)
                return meant != 0 and not meant & ~select(board, it)

            return matches, merge(subject_reads, reads)
        case a.Holds(left, comparator, right):
            first, first_reads = value(left, context)
            second, second_reads = value(right, context)
            compare = COMPARE[comparator]
            return (lambda board, it: compare(first(board, it), second(board, it))), merge(
                first_reads, second_reads
            )
        case a.Negation(inner):
            test, reads = condition(inner, context)
            return (lambda board, it: not test(board, it)), reads
        case a.AllOf(parts) | a.AnyOf(parts):
            made = [condition(part, context) for part in parts]
            every = all if isinstance(tree, a.AllOf) else any
            return (partial(_joined, every, tuple(test for test, _ in made))), merge(
                *(reads for _, reads in made)
            )


def _joined(
    every: Callable[[list[bool]], bool], tests: tuple[Test, ...], board: Board, it: int
) -> bool:
    return every([test(board, it) for test in tests])
