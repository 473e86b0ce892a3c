"""What is told of numbers between two ends: as much as all numbers between them have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product

import pytest

from layerlaw.model.algebra import (
    Arithmetic,
    Both,
    Comparator,
    Compared,
    Count,
    Either,
    It,
    Member,
    Named,
    Not,
    Number,
    Read,
    Self,
    Summary,
    Target,
    Value,
)
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.algebra.terms import ArithmeticSign, SummaryKind
from layerlaw.solver import derive
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.context import Context
from layerlaw.solver.facts.arithmetic import COMBINE
from layerlaw.solver.together.bounds import ranges_of_each, scope_bounds, value_range
from layerlaw.solver.together.keys import Key
from layerlaw.solver.together.numbers import decided, hull, met, reckoned
from layerlaw.solver.together.partial import Partial, Range
from together import game, table

RANGES = [(low, high) for low in range(-2, 3) for high in range(low, 3)]
SETTLING = Settling(table({"P": "light 1", "Q": "-1", "R": "light -1"}))
CONTEXT = Context(SETTLING.world, SETTLING.candidates.instances, Index(0), "you", Objects(0b10))
SUMMARIES: Mapping[SummaryKind, Callable[[Iterable[int]], int]] = {
    "total": sum,
    "highest": max,
    "lowest": min,
}
COMPARE = {
    "<": int.__lt__,
    "<=": int.__le__,
    "=": int.__eq__,
    "!=": int.__ne__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def between(ends: Range) -> range:
    """The numbers of a range."""
    return range(ends[0], ends[1] + 1)


def ends(numbers: Iterable[int]) -> Range:
    """The least and the greatest of them."""
    known = sorted(numbers)
    return known[0], known[-1]


@pytest.mark.parametrize("comparator", COMPARE)
def test_a_comparison_is_known_where_all_numbers_compare_alike(comparator: Comparator) -> None:
    """And only there; of what could be anything nothing is known."""
    compare = COMPARE[comparator]
    for left, right in product(RANGES, RANGES):
        told = {compare(x, y) for x, y in product(between(left), between(right))}
        assert decided(left, comparator, right) is (told.pop() if len(told) == 1 else None)
    assert decided(None, comparator, (0, 0)) is decided((0, 0), comparator, None) is None


def test_ranges_meet_in_what_is_in_both_and_their_hull_is_the_least_with_both() -> None:
    """None is any number."""
    for one, other in product(RANGES, RANGES):
        common = set(between(one)) & set(between(other))
        found = met(one, other)
        assert found is not None and set(between(found)) == common
        assert hull(one, other) == ends((*one, *other))
    assert met(None, (1, 2)) == met((1, 2), None) == (1, 2) and met(None, None) is None


def known(powers: Mapping[int, Range | None], light: int = 0) -> Partial:
    """The board where the powers of these objects, and whether some are light, are open."""
    keys = SETTLING.candidates.keys
    mask = Objects(sum(1 << index for index in powers))
    word: Key = ("word", "colours", "light")
    opened: dict[Key, Objects] = {("number", "power"): mask, word: Objects(light)}
    opened["losing", word] = Objects(light)
    return Partial(
        SETTLING.candidates.start,
        keys,
        opened,
        lambda name, objects: [(powers.get(index), 1 << index) for index in bits(objects)],
    )


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "%"])
def test_what_is_reckoned_lies_between_what_the_ends_make(sign: ArithmeticSign) -> None:
    """Of a quotient and a rest something is told only where it is known by what is divided.

    A rest lies between 0 and the divisor, wherever what is divided lies.
    """
    tree = Arithmetic(Read("power", Self()), sign, Read("power", Target()))
    ranged = value_range(tree, CONTEXT)
    for one, other in product(RANGES, RANGES):
        made = ends(COMBINE[sign](x, y) for x, y in product(between(one), between(other)))
        told: Range | None = made
        if sign in "/%" and other[0] < other[1]:
            told = None
        elif sign == "%" and one[0] < one[1]:
            told = ends({0, *range(other[0]), *(-number for number in range(-other[0]))})
            assert told[0] <= made[0] <= made[1] <= told[1]
        assert ranged(known({0: one, 1: other}), -1) == told, (one, other)
    assert (
        ranged(known({0: None, 1: (1, 1)}), -1) is ranged(known({0: (1, 1), 1: None}), -1) is None
    )


def test_what_is_divided_by_what_is_infinite_leaves_all_of_it() -> None:
    """What is infinite too leaves nothing, so 0 is among what may be left."""
    for one, told in (((2, 5), (0, 5)), ((-4, -3), (-4, 0)), ((3, INFINITE), (0, INFINITE))):
        assert reckoned(one, "%", (INFINITE, INFINITE)) == told
    assert reckoned((3, 3), "%", (INFINITE, INFINITE)) == (3, 3)


def test_what_is_summed_up_lies_between_what_the_ends_make() -> None:
    """Total, highest and lowest; how many differ is told where all are known, else at most all."""
    both = Either((Named("P"), Named("Q")))
    for one, other in product(RANGES, RANGES):
        partial = known({0: one, 1: other})
        pairs = list(product(between(one), between(other)))
        for how, make in SUMMARIES.items():
            ranged = value_range(Summary(how, "power", both), CONTEXT)
            assert ranged(partial, -1) == ends(make(pair) for pair in pairs), how
        apart = value_range(Summary("different", "power", both), CONTEXT)(partial, -1)
        assert apart == ((len({*pairs[0]}),) * 2 if len(pairs) == 1 else (1, 2))


def test_what_sums_up_nothing_is_nothing() -> None:
    """And nothing is told where it is open who is meant, or what one of them has."""
    for how in ("total", "highest", "lowest", "different"):
        nobody = value_range(Summary(how, "power", Member("colours", "dark")), CONTEXT)
        assert nobody(known({0: (1, 3)}), -1) == (0, 0)
        light = value_range(Summary(how, "power", Member("colours", "light")), CONTEXT)
        assert light(known({0: None}), -1) is light(known({}, light=0b1), -1) is None


def test_a_number_of_what_may_be_nobody_may_be_none() -> None:
    """Of nobody and of several it is 0, whatever those have that may be meant."""
    light = value_range(Read("power", Member("colours", "light")), CONTEXT)
    for ends_of_r in ((-2, -1), (1, 2), (-1, 1)):
        powers: dict[int, Range | None] = {2: ends_of_r}
        # P is light and R is; where neither may be, one of them or none may be meant.
        assert light(known(powers), -1) == (0, 0)
        low, high = ends_of_r
        assert light(known({0: ends_of_r, **powers}, light=0b101), -1) == (
            min(low, 0),
            max(high, 0),
        )
    alone = value_range(Read("power", Either((Named("Q"),))), CONTEXT)
    assert alone(known({1: (-2, -1)}), -1) == (-2, -1)
    assert alone(known({1: None}), -1) is None


@pytest.mark.parametrize(
    "tree",
    [
        Read("power", It()),
        Read("power", Self()),
        Arithmetic(Read("power", It()), "+", Number(2)),
        Arithmetic(Read("power", It()), "-", Read("power", Self())),
        Count(Both((Member("colours", "light"), Not(It())))),
        Count(Member("colours", "light")),
    ],
)
def test_what_is_told_of_many_at_once_is_what_is_told_of_each(tree: Value) -> None:
    """Each object is told of once, whoever the number speaks of."""
    for powers, light in (({}, 0), ({0: (1, 3), 2: (-2, 5)}, 0b1), ({1: (0, 4)}, 0b101)):
        partial = known(powers, light)
        told = ranges_of_each(tree, CONTEXT)(partial, Objects(0b111))
        assert sum(held for _, held in told) == 0b111
        for ends_told, held in told:
            for it in bits(held):
                assert value_range(tree, CONTEXT)(partial, it) == ends_told


def test_a_number_that_is_missing_reads_as_nothing() -> None:
    """No cost is printed."""
    cost = value_range(Read("cost", Self()), CONTEXT)
    assert cost(known({}), -1) == (0, 0)


def test_the_same_words_of_two_sources_are_told_apart() -> None:
    """What is more than the power of one is not what is more than that of the other."""
    stronger = Compared(Read("power", It()), ">", Read("power", Self()))
    other = replace(CONTEXT, source=Index(1))
    for contexts in ((CONTEXT, other), (other, CONTEXT)):
        together = known({2: (0, 0)})
        for context in contexts:
            alone = scope_bounds(stronger, context)(known({2: (0, 0)}), -1)
            assert scope_bounds(stronger, context)(together, -1) == alone
            assert alone == ((0, 0) if context is CONTEXT else (0b101, 0b101))


def test_a_number_that_is_missing_may_come_to_be_as_little_as_one() -> None:
    """With one light creature the cost of P is 1, less 10, and S is light; with none it is none."""
    cards = {
        "P": "1",
        "Q": "1 | P: cost at least number of light creatures",
        "R": "1 | P: cost -= 10",
        "S": "1 | self: colours += light as long as cost of P = -9",
        "T": "1 | self: colours += light as long as cost of P = -8",
    }
    found = derive(table(cards, rulebook=game({"groundedness": "all fixed points"})))
    assert found.answers is not None
    assert [one.effects for one in found.answers] == [("Q.1", "R.1", "S.1"), ("Q.1", "R.1")]
    assert Certificate(found.facts).check().ok
