"""What is told of effects, of what they do and with what, while some of it is still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from half_decided import OPERATIONS, HalfDecided, all_open
from literal_states import by_object

from layerlaw.model.algebra import ChangeNumber, Limit, Member, Number, SetNumber
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import derive
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.operations import arithmetic
from layerlaw.solver.together.operands import UNKNOWN
from layerlaw.solver.together.partial import Range
from layerlaw.solver.together.ranges import NumberRanges, number_ranges
from layerlaw.solver.together.state import State
from together import CHARACTERISTICS, OTHER_OPERATIONS, game, table

MORE = (
    *OPERATIONS,
    *OTHER_OPERATIONS,
    *OTHER_OPERATIONS,
    "copy of Q",
    "colours += colours of P",
    "controller := owner of Q",
    "can attack creatures with blocker",
    "power += number of creatures you control",
    "can't be modified",
)


def immune() -> Rulebook:
    """The game where what is light loses no power, and takes no status."""
    light = Member("colours", "light")
    verbs = ("change power", "silenced", "change colours")
    return replace(game(), immune=tuple((light, verb, "C1") for verb in verbs))


def drawn(seed: int) -> HalfDecided:
    """A board with decisions that are open, of one game or another."""
    return HalfDecided(seed, MORE, immune() if seed % 3 == 2 else game())


BLOCKS = [range(start, start + 6) for start in range(0, 60, 6)]


@pytest.mark.parametrize("seeds", BLOCKS)
def test_what_is_told_of_effects_and_deeds_holds_on_every_board(seeds: range) -> None:
    """That an effect exists, to whom it does something, and with what."""
    for seed in seeds:
        board = drawn(seed)
        partial = board.state.partial
        for one in board.state.candidates.all:
            maybe = one.maybe(partial)
            assert maybe is None or {one.exists(now) for _, now in board.made} == {maybe}, seed
        for deed in board.state.plain.deeds:
            why = seed, deed.candidate.effect.id
            least, most = deed.bounds(partial)
            for _, now in board.made:
                scope = deed.scope(now)
                assert not least & ~scope and not scope & ~most, why
            for it in bits(deed.step.allowed):
                known = deed.known(partial, it if deed.each else -1)
                bit = Objects(1 << it)
                for _, now in board.made if known is not UNKNOWN else ():
                    operand = deed.prepared.operand(now, bit)
                    assert by_object(deed, operand, it) == known, why


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_number_lies_in_its_range(seeds: range) -> None:
    """Of all objects, also of numbers that they do not have."""
    for seed in seeds:
        board = drawn(seed)
        state = board.state
        for deed in state.plain.deeds:
            # What is done with something unknown is not among the boards.
            state.spared[deed] |= deed.step.allowed & ~state.ready[deed]
        for name in (one.name for one in CHARACTERISTICS if one.kind == "number"):
            told = number_ranges(state.decided(), name, Objects(0b111))
            assert sum(held for _, held in told) == 0b111, seed
            for ends, held in told:
                for _, now in board.made if ends is not None else ():
                    for index in bits(held):
                        number = now.value(name, index) or 0
                        assert isinstance(number, int)
                        assert ends is not None and ends[0] <= number <= ends[1], seed


CHANGES = (
    ("power += 2",),
    ("power -= 3",),
    ("power *= -2",),
    ("power := 4", "power += 1"),
    ("power at least 3", "power -= 1"),
    ("power at most 1", "power += 1"),
    ("power += 1", "power *= 3"),
    ("cost += 1",),
    ("cost := 2", "cost -= 3"),
    ("cost := -2", "cost += 1"),
    ("cost at least 2",),
    ("cost at least 0", "cost += 1"),
)


def numbers(state: State, name: str, floor: int | None) -> Iterator[int]:
    """Every number that Q may come to have, by the definition: step by step, done or not."""
    begun = state.candidates.start.value(name, Index(1))
    assert begun is None or isinstance(begun, int)
    found: set[int | None] = {begun}
    for deed in state.plain.deeds:
        operation = deed.prepared.operation
        assert isinstance(operation, SetNumber | ChangeNumber | Limit)
        if state.exists[deed.candidate] is False or state.spared[deed] & 0b10:
            continue
        if operation.characteristic != name:
            continue
        ready = state.ready[deed] & 0b10
        ends = state.limits.get(deed, {}).get(-1, (0, 0))
        operands: Iterable[int] = range(ends[0], ends[1] + 1)
        if ready:
            value = state.values[deed][-1]
            assert isinstance(value, int)
            operands = (value,)
        certain = bool(state.exists[deed.candidate] and state.done[deed] & 0b10)
        certain = certain and bool(ready or state.supposed)
        new = {arithmetic(operation)(old, each) for old in found for each in operands}
        if floor is not None:
            new = {None if one is None else max(one, floor) for one in new}
        found = new if certain else found | new
    yield from (0 if one is None else one for one in found)


@pytest.mark.parametrize("lines", CHANGES)
@pytest.mark.parametrize("floor", [None, 0])
def test_the_range_is_that_of_all_that_may_be_done(
    lines: tuple[str, ...], floor: int | None
) -> None:
    """Each change undecided, left undone, done, or done with an operand between two ends."""
    book = game({"floor": "each step"})
    known = {
        name: replace(one, floor=floor if one.kind == "number" else None)
        for name, one in book.characteristics.items()
    }
    cards = {"P": "1 | " + " | ".join(f"Q: {line}" for line in lines), "Q": "1"}
    settling = Settling(table(cards, rulebook=replace(book, characteristics=known)))
    name = lines[0].split()[0]
    ways: tuple[tuple[bool | None, bool | None, Range | None], ...] = (
        (None, False, None),
        (True, True, None),
        (True, False, None),
        (False, False, None),
        (True, True, (-1, 1)),
        (None, False, (2, 3)),
        (True, None, None),
    )
    for chosen in product(ways, repeat=len(lines)):
        for supposed in (False, True):
            root = State(settling.candidates, settling.plain)
            state = root.suppose() if supposed else root
            for deed, (exists, done, ends) in zip(state.plain.deeds, chosen, strict=True):
                state.exists[deed.candidate] = exists
                state.done[deed] = Objects(0b10 if done else 0)
                state.spared[deed] = Objects(0b10 if done is None else 0)
                if ends is not None:
                    state.limits[deed] = {-1: ends}
                else:
                    tree = deed.prepared.operation
                    assert isinstance(tree, SetNumber | ChangeNumber | Limit)
                    assert isinstance(tree.value, Number)
                    state.values[deed] = {-1: tree.value.value}
                    state.ready[deed] = Objects(0b10)
            wanted = list(numbers(state, name, floor))
            told = number_ranges(state.decided(), name, Objects(0b10))
            assert told == [((min(wanted), max(wanted)), 0b10)], (chosen, supposed)


def test_the_range_is_told_of_each_object_by_its_own_operand() -> None:
    """Of one it is known, of one it lies between two ends, and of one nothing is known."""
    cards = {"P": "1", "Q": "2", "R": "3", "M": "relic | creatures: cost := its power"}
    settling = Settling(table(cards))
    [deed] = settling.plain.deeds
    for directed in (True, False):
        state = State(settling.candidates, settling.plain, directed=directed)
        state.exists[deed.candidate] = True
        state.done[deed] = Objects(0b111)
        state._know(deed, 1, 7)
        state.limits[deed] = {2: (4, 5)}
        state = state.suppose()
        ranges = NumberRanges(state.decided())
        assert ranges("cost", Objects(0b010)) == [((7, 7), 0b010)]
        apart: list[tuple[Range | None, int]] = [((7, 7), 0b010), (None, 0b001), ((4, 5), 0b100)]
        if not directed:
            apart = [((7, 7), 0b010), (None, 0b101)]
        assert ranges("cost", Objects(0b111)) == apart
        assert ranges("cost", Objects(0b110))[0] == ((7, 7), 0b010)
        assert ranges("cost", Objects(0b001)) == [(None, 0b001)]
        known = dict(number_ranges(state.decided(), "cost", Objects(0b111)))
        assert known == dict(apart)


@pytest.mark.parametrize(
    ("operation", "adds"),
    [
        ("gain blocker", True),
        ("gain [self: power += 1]", True),
        ("colours += light", True),
        ("colours += colours of P", True),
        ("frozen", True),
        ("stunned", True),
        ("can attack P", True),
        ("can't attack P", True),
        ("silenced", False),
        ("drained", False),
        ("lose blocker", False),
        ("lose all abilities", False),
        ("can't have blocker", False),
        ("can't be silenced", False),
        ("can't be modified", False),
        ("colours -= light", False),
        ("colours := light", False),
        ("light becomes dark", False),
        ("power += 1", False),
        ("power := 3", False),
        ("controller := me", False),
        ("copy of P", False),
        ('name := "P"', False),
    ],
)
def test_what_only_adds_takes_nothing_and_replaces_nothing(operation: str, adds: bool) -> None:
    """A status does if it takes abilities, numbers or names; a number may always be too great."""
    settling = Settling(table({"P": "1", "Q": f"2 | P: {operation}"}))
    deeds = [deed for deed in settling.plain.deeds if deed.candidate.effect.id == "Q.1"]
    assert [deed.lifting for deed in deeds] == [adds]


@pytest.mark.parametrize("done", ["empties", "nameless"])
def test_a_status_that_takes_one_thing_does_not_only_add(done: str) -> None:
    """Numbers alone, or the name alone."""
    book = game()
    drained = book.statuses["drained"]
    only = replace(
        drained,
        empties=drained.empties if done == "empties" else (),
        nameless=done == "nameless",
    )
    book = replace(book, statuses={**book.statuses, "drained": only})
    [deed] = Settling(table({"P": "1 | self: drained"}, rulebook=book)).plain.deeds
    assert not deed.lifting


def test_whether_it_exists_waits_for_what_may_disable_it_or_free_it() -> None:
    """It has the ability in any case; P may be stunned, and be freed of it."""
    state = all_open(
        {"P": "1 | self: power += 1", "Q": "1 | P: stunned", "R": "1 | P: can't be stunned"}
    )
    by_id = {one.effect.id: one for one in state.candidates.all}
    [stuns] = state.candidates.deeds[by_id["Q.1"]]
    [frees] = state.candidates.deeds[by_id["R.1"]]

    def maybe(stunned: bool | None, freed: bool | None) -> bool | None:
        for deed, way in ((stuns, stunned), (frees, freed)):
            state.exists[deed.candidate] = way
            state.done[deed] = Objects(way is True)
        state.rebuild()
        return by_id["P.1"].maybe(state.partial)

    assert maybe(False, None) is maybe(False, False) is True
    assert maybe(True, False) is False
    assert maybe(None, False) is maybe(None, None) is maybe(True, None) is None


def test_what_works_where_it_lies_does_something_to_itself_there() -> None:
    """An ability that works in another zone than that of play means its source there."""
    situation = table({"P": "1", "R": "1 | self: frozen while in the grave"})
    things = (replace(one, zone="grave") if one.id == "R" else one for one in situation.things)
    [board] = Settling(replace(situation, things=tuple(things))).states()
    assert board.value("frozen", Index(1)) is True


def test_words_of_the_first_object_of_all_are_waited_for() -> None:
    """P has the colours of Q, which is light if N is not silenced."""
    cards = {
        "Q": "1",
        "P": "1",
        "M": "relic 1 | N: silenced",
        "N": "relic 1 | M: silenced | Q: colours += light",
        "D": "relic 1 | P: colours += colours of Q",
    }
    found = derive(table(cards))
    told = [one.final["P", "colours"] for one in found.answers or ()]
    assert sorted(told, key=str) == [("light",), ()]
    assert Certificate(found.facts).check().ok
