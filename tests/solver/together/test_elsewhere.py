"""Numbers that feed on each other are told in every place where they stay as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.effects.writing import GREATEST
from layerlaw.solver.together import elsewhere
from layerlaw.solver.together.elsewhere import FARTHEST, _parts
from layerlaw.solver.together.partial import Range
from together import game, table

MOST = "1000000000 * 1000000000"
FREE = game({"groundedness": "all fixed points"})


def powers(cards: Mapping[str, str]) -> list[tuple[object, ...]]:
    """The powers of all cards in each answer, wherever they stay; the answers are confirmed."""
    found = derive(table(cards, rulebook=FREE))
    assert Certificate(found.facts).check().ok
    return [tuple(one.final[id, "power"] for id in cards) for one in found.answers or ()]


def test_a_number_that_stays_far_off_and_elsewhere_becomes_none_is_told() -> None:
    """Only 20 is once itself; whatever else it begins as, it becomes 0."""
    line = "self: power := power of self * number of creatures with power = 20"
    assert powers({"P": f"1 | {line}"}) == [(0,), (20,)]
    found = derive(table({"P": f"1 | {line}"}))
    assert [one.final["P", "power"] for one in found.answers or ()] == [0]
    assert [one.final["P", "power"] for one in found.lifted] == [20]


def test_what_is_overlooked_in_too_few_looks_is_refused_by_the_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stays at 20, too: for 20 is 20 and nothing, and -20 is not 20 and -20.

    With one look nothing but the end is known, with 150 that there is another place, and not
    whether that is all.
    """
    one, other = (f"power of self * number of creatures with power = {many}" for many in (20, -20))
    situation = table({"P": f"1 | self: power := {one} + {other}"}, rulebook=FREE)

    def told(looks: int) -> tuple[Sequence[object], bool]:
        monkeypatch.setattr(elsewhere, "LOOKS", looks)
        found = derive(replace(situation))
        powers = [one.final["P", "power"] for one in found.answers or ()]
        return powers, Certificate(found.facts).check().ok

    assert told(1) == ([0], False)
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1 feed on each other"):
        told(150)
    assert told(1000) == ([0, 20], True)


def test_a_number_may_stay_on_either_side_of_nothing_and_as_far_off_as_may_be() -> None:
    """And so may what is counted on from it."""
    line = "1 | self: power := power of self * number of creatures with power = "
    assert powers({"P": f"{line}-20"}) == [(-20,), (0,)]
    most = "self: cost := 1000000000 * 1000000000"
    assert powers({"P": f"{line}cost of self | {most}"}) == [(0,), (GREATEST,)]
    more = "relic 1 | self: power := power of P + 1"
    less = f"{most} - 1"
    wanted = [(0, 1), (GREATEST - 1, GREATEST)]
    assert powers({"P": f"{line}cost of self | {less}", "Q": more}) == wanted


def test_where_something_else_would_be_beyond_every_number_there_is_no_telling() -> None:
    """P may be as strong as can be, and then Q would cost one more than can be."""
    line = "self: power := power of self * number of creatures with power = cost of self"
    cards = {
        "P": f"1 | {line} | self: cost := 1000000000 * 1000000000",
        "Q": "relic 1 | self: cost := power of P | self: cost += 1",
    }
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1 feed on each other"):
        powers(cards)


def test_where_one_of_them_would_itself_be_beyond_every_number_there_is_no_telling() -> None:
    """P may be as strong as can be if Q is stronger by one, which no number says."""
    count = "number of creatures with power = cost of self"
    cards = {
        "P": f"1 | self: power := (power of Q - 1) * {count} | self: cost := {MOST}",
        "Q": "relic 1 | self: power := power of P + 1",
    }
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1, Q\.1 feed on each other"):
        powers(cards)
    least = cards["P"].replace(MOST, f"0 - {MOST}").replace("- 1)", "+ 1)")
    less = {"P": least, "Q": "relic 1 | self: power := power of P - 1"}
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1, Q\.1 feed on each other"):
        powers(less)


def test_a_limit_among_them_may_be_beyond_every_number() -> None:
    """If P is as strong as can be, Q may have at most twice as much, which leaves it as it is."""
    count = "number of creatures with power = cost of self"
    cards = {
        "P": f"1 | self: power := power of P * {count} * power of Q | self: cost := {MOST}",
        "Q": "relic 1 | self: power at most power of P * 2",
    }
    assert powers(cards) == [(0, 0), (GREATEST, 1)]


@pytest.mark.parametrize(
    ("between", "parts"),
    [
        ((-3, 4), [(-3, 0), (1, 4)]),
        ((7, 8), [(7, 7), (8, 8)]),
        ((5, 5), [(5, 5)]),
        ((-GREATEST, GREATEST), [(-GREATEST, 0), (1, GREATEST)]),
        (
            (6, INFINITE),
            [
                (INFINITE, INFINITE),
                (GREATEST + 1, FARTHEST),
                (6, (GREATEST + 6) // 2),
                (GREATEST // 2 + 4, GREATEST),
            ],
        ),
        (
            (-INFINITE, -GREATEST),
            [(-INFINITE, -INFINITE), (-FARTHEST, -GREATEST - 1), (-GREATEST, -GREATEST)],
        ),
        (
            (GREATEST + 1, GREATEST + 2),
            [(GREATEST + 1, GREATEST + 1), (GREATEST + 2, GREATEST + 2)],
        ),
        ((GREATEST, GREATEST + 3), [(GREATEST + 1, GREATEST + 3), (GREATEST, GREATEST)]),
        ((-GREATEST - 3, -GREATEST), [(-GREATEST - 3, -GREATEST - 1), (-GREATEST, -GREATEST)]),
        ((-GREATEST - 2, -GREATEST - 1), [(-GREATEST - 2,) * 2, (-GREATEST - 1,) * 2]),
        ((FARTHEST + 1, INFINITE), [(INFINITE, INFINITE)]),
        ((-INFINITE, -FARTHEST - 1), [(-INFINITE, -INFINITE)]),
    ],
)
def test_numbers_between_two_ends_are_parted_in_halves(between: Range, parts: list[Range]) -> None:
    """What is infinite, or beyond the greatest number, is a part of its own."""
    assert list(_parts(between)) == parts


def test_two_numbers_that_stay_far_off_together_are_told() -> None:
    """One of them is 30: P, so that Q is 10, or Q, so that P is 90. Else P is 0, and so is Q."""
    cards = {
        "P": "1 | self: power := power of Q * 3 * number of creatures with power = 30",
        "Q": "1 | self: power := power of P / 3",
    }
    assert powers(cards) == [(0, 0), (30, 10), (90, 30)]


def test_numbers_that_any_number_would_do_for_beside_one_far_off_are_refused() -> None:
    """If P is 20 and nobody else is, the power of Q may be any other number."""
    cards = {
        "P": "1 | creatures: power := its power * number of creatures with power = 20",
        "Q": "2",
    }
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1 feed on each other"):
        derive(table(cards))


def test_numbers_that_are_halved_again_and_again_end_where_they_stay() -> None:
    """However great P begins, it comes to half of what R has."""
    cards = {"P": "1 | self: power := highest power of creatures / 2", "R": "7"}
    assert powers(cards) == [(3, 7)]


def test_a_conflict_is_as_small_as_can_be_told_where_a_rest_of_it_has_numbers_that_end() -> None:
    """P is halved until it is 3 with R alone, and R alone is a paradox."""
    cards = {
        "P": "1 | self: power := highest power of creatures / 2",
        "Q": "7",
        "R": "2 | self: frozen as long as power of P = 3 and self is not frozen",
    }
    found = derive(table(cards))
    assert found.verdict == "paradox" and found.conflict == ("P.1", "R.1")
    assert Certificate(found.facts).check().ok
