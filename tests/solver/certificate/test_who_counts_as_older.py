"""Who counts as older than it is: the replay has it as the solver does. Clause: SORC-REST-2."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from layerlaw.solver.certificate.replay.ages import AgeOrder
from layerlaw.solver.effects.ages import counted_ages
from layerlaw.solver.facts.situation import Thing
from situations import thing


def things(*older: str, entered: str = "") -> list[Thing]:
    """A, B, C and so on, that entered in this order; each counts as older than those named."""
    order = entered or "ABCDEFGH"[: len(older)]
    return [
        replace(thing(id), entered=(order.index(id) + 1, 0), older_than=frozenset(named))
        for id, named in zip("ABCDEFGH", older, strict=False)
    ]


def key(table: list[Thing], id: str, granted: int = 0) -> tuple[int, int, int]:
    """What the age of an effect of that one is compared by."""
    [entered] = [one.entered for one in table if one.id == id]
    return AgeOrder(table).key(id, (*entered, granted))


def by_age(table: list[Thing]) -> str:
    """All of them, the oldest first."""
    return "".join(sorted((one.id for one in table), key=lambda id: key(table, id)))


@pytest.mark.parametrize(
    ("older", "order"),
    [
        (("", "", ""), "ABC"),
        (("", "", "A"), "CAB"),
        (("", "", "B"), "ACB"),
        (("", "", "AB"), "CAB"),
        (("B", "", ""), "ABC"),  # it is older anyway
        (("", "A", "B"), "CBA"),  # in a chain
        (("", "A", "A"), "BCA"),  # of several the one that entered first goes
        (("", "AC", "A"), "BCA"),
        (("", "A", "AB"), "CBA"),  # but for one than which another one counts as older
        (("", "A", "B", "A"), "CBDA"),
        (("", "A", "AD", "A"), "BCDA"),
        (("", "AD", "A", "A"), "BCDA"),
        (("", "Z", "A"), "CAB"),  # what is not there has no age
    ],
)
def test_who_counts_as_older_goes_just_before(older: tuple[str, ...], order: str) -> None:
    """Before the oldest of those, and of what these count as older than."""
    assert by_age(things(*older)) == order


def test_what_was_granted_goes_behind_what_is_printed() -> None:
    """Of one object; and all that it has before what comes next."""
    table = things("", "A", "A")
    keys = [key(table, id, granted) for id in "BCA" for granted in (0, 1)]
    assert keys == sorted({*keys})
    assert key(table, "A") == (1, 0, 0)
    # What is older than that stays so.
    assert AgeOrder(table).key("B", (0, 5, 1)) == (0, 5, 1)


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_objects_are_as_old_as_the_solver_has_them(first: int) -> None:
    """Of six, some of which count as older than some that entered before or behind them."""
    for seed in range(first, first + 50):
        random = Random(seed)
        entered = "".join(random.sample("ABCDEF", 6))
        # Nobody counts as older than what counts as older than itself.
        ranks = random.sample("ABCDEF", 6)
        older = [
            "".join(
                other
                for other in "ABCDEF"
                if ranks.index(other) > ranks.index(id) and random.random() < 0.25
            )
            for id in "ABCDEF"
        ]
        table = things(*older, entered=entered)
        known = counted_ages(tuple(table))
        for one in table:
            for granted in (-1, 0, 1):
                own = (*one.entered, granted)
                right = own
                if one.id in known:
                    counted, place = known[one.id]
                    right = min(own, (*counted, granted - 2 * place))
                assert AgeOrder(table).key(one.id, own) == right, (seed, one.id)
