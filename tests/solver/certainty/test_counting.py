"""Orders are counted exactly and quickly: held against trying every permutation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations, product
from math import factorial
from random import Random
from time import process_time

import pytest
from scheduled import scheduled

from layerlaw.solver.certainty.orders.interleavings import shuffled
from layerlaw.solver.certainty.orders.linear_extensions import linear_extensions
from layerlaw.solver.layers.graph import Standing, standing
from layerlaw.solver.layers.procedure import Rules

Order = Mapping[str, Iterable[str]]
SIZE = 60

POLICIES = tuple(
    Rules(*values)
    for values in product(
        ("after all", "compete", "at once"),
        ("topological", "timestamps"),
        ("outside its loop", "one-way", "nothing"),
        ("members", "mutual pairs"),
    )
)


def by_permutations(before: Order) -> int:
    """The linear extensions, by trying all permutations."""
    found = 0
    for order in permutations(before):
        place = {name: number for number, name in enumerate(order)}
        found += all(place[other] < place[name] for name in before for other in before[name])
    return found


def by_turns(stand: Standing, rules: Rules, ages: Mapping[str, int] | None) -> int:
    """The orders under the rules, turn by turn, as the definition puts it."""

    def rest(pending: tuple[str, ...]) -> int:
        if not pending:
            return 1
        ready = [x for x in pending if not stand.awaited[x] & set(pending)]
        independent = [x for x in pending if x in stand.independent]
        if rules.freed == "after all":
            going = independent or (ready if rules.dependents == "topological" else list(pending))
        elif rules.freed == "compete":
            going = ready
        else:
            going = [x for x in ready if x not in stand.independent] or independent
        going = going or list(pending)
        if ages is not None:
            oldest = min(ages[x] for x in going)
            going = [x for x in going if ages[x] == oldest]
        return sum(rest(tuple(y for y in pending if y != x)) for x in going)

    return rest(tuple(stand.awaited))


def random_order(random: Random, most: int) -> dict[str, list[str]]:
    """A random order of up to so many."""
    names = [f"e{number}" for number in range(random.randint(0, most))]
    density = random.choice((0.1, 0.3, 0.6))
    return {x: [y for y in names[:i] if random.random() < density] for i, x in enumerate(names)}


@pytest.mark.parametrize("slice", range(4))
def test_linear_extensions_are_those_that_permutations_give(slice: int) -> None:
    """On random orders of up to seven elements."""
    for seed in range(slice, 160, 4):
        before = random_order(Random(seed), 7)
        assert linear_extensions(before) == (by_permutations(before), True)


def random_graph(random: Random) -> tuple[list[str], dict[str, list[str]]]:
    """Up to six effects with random dependencies, loops among them."""
    names = [f"e{number}" for number in range(random.randint(1, 6))]
    density = random.choice((0.1, 0.2, 0.4))
    return names, {x: [y for y in names if y != x and random.random() < density] for x in names}


@pytest.mark.parametrize("rules", POLICIES)
def test_orders_under_every_policy_are_those_taken_turn_by_turn(rules: Rules) -> None:
    """With and without ages, loops and circles of waiting among them."""
    for seed in range(25):
        random = Random(seed)
        names, edges = random_graph(random)
        stand = standing(names, edges, rules)
        assert scheduled(stand, rules) == (by_turns(stand, rules, None), True)
        ages = {name: random.randint(0, 2) for name in names}
        aged = scheduled(stand, rules, {name: (age,) for name, age in ages.items()})
        assert aged == (by_turns(stand, rules, ages), True)


@pytest.mark.parametrize("rules", POLICIES[::5])
def test_a_limit_gives_a_count_that_is_not_too_high(rules: Rules) -> None:
    """After a few sets of effects there are "at least" so many orders."""
    for seed in range(40):
        random = Random(seed)
        names, edges = random_graph(random)
        stand = standing(names, edges, rules)
        ages = {name: (random.randint(0, 1),) for name in names}
        for given in (None, ages):
            count = scheduled(stand, rules, given, limit=2)
            exact = scheduled(stand, rules, given)
            assert 1 <= count.number <= exact.number
            assert count == exact or not count.exact


@pytest.mark.slow
def test_a_limited_count_of_a_wide_order_is_only_a_bound() -> None:
    """A random order of sixty effects of width about thirty ends with "at least"."""
    random = Random(3)
    names = [str(number) for number in range(SIZE)]
    before = {x: [y for y in names[:i] if random.random() < 0.05] for i, x in enumerate(names)}
    count = linear_extensions(before, limit=2_000)
    assert not count.exact
    assert count.number > factorial(20)


def chains(number: int) -> Order:
    """So many chains that share out the sixty effects."""
    return {str(i): [str(i - number)] if i >= number else [] for i in range(SIZE)}


def forest() -> Order:
    """Every effect waits for one at random among those before it."""
    random = Random(1)
    return {str(i): [str(random.randrange(i))] if i % 7 else [] for i in range(SIZE)}


def chained(random: Random, crossings: int) -> Order:
    """Six chains of ten, with that many more pairs in order."""
    before: dict[str, list[str]] = {
        f"{c}.{k}": [f"{c}.{k - 1}"] if k else [] for c in range(6) for k in range(10)
    }
    for _ in range(crossings):
        one, other = random.sample(range(6), 2)
        early = random.randrange(9)
        late = random.randrange(early + 1, 10)
        before[f"{other}.{late}"].append(f"{one}.{early}")
    return before


BUCKETS = {str(i): [str(j) for j in range(30)] if i >= 30 else [] for i in range(SIZE)}
KNOWN: list[tuple[str, Callable[[], Order], int]] = [
    ("independent", lambda: chains(SIZE), factorial(SIZE)),
    ("one chain", lambda: chains(1), 1),
    ("thirty pairs", lambda: chains(30), factorial(SIZE) // 2**30),
    ("six chains", lambda: chains(6), factorial(SIZE) // factorial(10) ** 6),
    ("two buckets", lambda: BUCKETS, factorial(30) ** 2),
]


@pytest.mark.parametrize("name, order, expected", KNOWN, ids=[name for name, _, _ in KNOWN])
def test_sixty_effects_are_counted_in_well_under_a_second(
    name: str, order: Callable[[], Order], expected: int
) -> None:
    """Orders whose number is known by a formula."""
    began = process_time()
    assert linear_extensions(order()) == (expected, True)
    assert process_time() - began < 0.5


def test_a_forest_of_sixty_is_counted_by_the_hook_formula() -> None:
    """n! divided by the sizes of all subtrees."""
    before = forest()
    sizes = dict.fromkeys(before, 1)
    for name in sorted(before, key=int, reverse=True):
        for parent in before[name]:
            sizes[parent] += sizes[name]
    expected = factorial(SIZE)
    for size in sizes.values():
        expected //= size
    assert linear_extensions(before) == (expected, True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_orders_of_sixty_with_width_six_are_counted_exactly(seed: int) -> None:
    """Forward and backward the count is the same."""
    before = chained(Random(seed), 60)
    after: dict[str, list[str]] = {name: [] for name in before}
    for name, others in before.items():
        for other in others:
            after[other].append(name)
    count = linear_extensions(before)
    assert count.exact
    assert count == linear_extensions(after)


def test_a_circle_is_no_order() -> None:
    """Two that must each go before the other are refused."""
    with pytest.raises(ValueError, match="before themselves"):
        linear_extensions({"a": ["b"], "b": ["a"]})


def test_blocks_of_one_rank_are_shuffled_and_ranks_are_not() -> None:
    """Two groups: two first turns each, then one second turn each."""
    group: dict[tuple[tuple[tuple[int, ...], int], ...], int] = {(((0,), 2), ((1,), 1)): 1}
    assert shuffled([group, group]).number == 6 * 2
