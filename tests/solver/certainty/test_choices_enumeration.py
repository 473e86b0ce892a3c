"""Admissible orders, enumerated and counted, against plain permutations that are filtered."""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import islice, permutations
from math import factorial
from pathlib import Path
from random import Random

import pytest

from layerlaw.solver.certainty.orders import admissible, count

Pairs = list[tuple[str, str]]


def keeps(order: tuple[str, ...], before: Pairs) -> bool:
    """Whether the order keeps the pairs; those with anything else than its items say nothing."""
    return all(
        order.index(x) < order.index(y) for x, y in before if x in order and y in order and x != y
    ) and not any(x == y and x in order for x, y in before)


@pytest.mark.parametrize("seed", range(60))
def test_the_orders_are_the_permutations_that_keep_every_constraint(seed: int) -> None:
    """The same ones, in the same order, and as many as are counted, for random constraints."""
    chance = Random(seed)
    items = list("abcdef"[: chance.randint(0, 6)])
    chance.shuffle(items)
    names = "abcdefg"
    before = [(chance.choice(names), chance.choice(names)) for _ in range(chance.randint(0, 5))]
    if seed % 3:
        # Mostly without a circle.
        before = [(min(pair), max(pair)) for pair in before if pair[0] != pair[1]]
    expected = [order for order in permutations(items) if keeps(order, before)]
    assert list(admissible(items, before)) == expected
    assert count(items, before) == len(expected)


@pytest.mark.parametrize("seed", range(20))
def test_predicates_leave_out_just_the_orders_that_they_refuse(seed: int) -> None:
    """Each predicate is asked with a whole order of the items."""
    chance = Random(seed)
    items = tuple("vwxyz")
    refused = set(chance.sample(list(permutations(items)), 40))
    other = chance.choice(items)

    def no_refused(order: tuple[str, ...]) -> bool:
        return order not in refused

    def not_last(order: tuple[str, ...]) -> bool:
        return order[-1] != other

    before = [("v", "z")]
    expected = [
        order
        for order in permutations(items)
        if keeps(order, before) and no_refused(order) and not_last(order)
    ]
    assert list(admissible(items, before, [no_refused, not_last])) == expected


@pytest.mark.slow
def test_all_orders_of_eight_items_are_there_once_each() -> None:
    """40,320 of them, the written one first."""
    found = list(admissible(tuple("abcdefgh")))
    assert found[0] == tuple("abcdefgh")
    assert len(found) == len(set(found)) == factorial(8)


def test_orders_of_many_items_are_given_as_they_are_asked_for() -> None:
    """Of 30 items the first orders come at once; all are only counted."""
    before = [(n + 1, n) for n in range(0, 30, 2)]
    some = list(islice(admissible(range(30), before), 50))
    assert len(set(some)) == 50
    assert all(order.index(1) < order.index(0) for order in some)
    assert count(range(30), before) == factorial(30) // 2**15


def test_a_circle_leaves_no_order_and_is_seen_at_once() -> None:
    """However many other items there are."""
    before = [(0, 1), (1, 2), (2, 0)]
    assert list(admissible(range(40), before)) == []
    assert count(range(40), before) == 0


def test_a_chain_of_forty_leaves_one_order() -> None:
    """Nothing is searched in vain though every item waits for another."""
    before = [(n + 1, n) for n in range(39)]
    assert list(admissible(range(40), before)) == [tuple(reversed(range(40)))]


@pytest.mark.slow
def test_the_constraint_library_is_imported_by_one_module_and_only_when_used() -> None:
    """Solving and loading the package does not import it."""
    source = Path(__file__).parents[3] / "solver"
    importing = [
        file.name
        for file in source.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Import) and any(n.name == "constraint" for n in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "constraint")
    ]
    assert importing == ["enumeration.py"]
    module = "layerlaw.solver.certainty.orders.enumeration"
    code = f"import sys, {module}; sys.exit('constraint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
