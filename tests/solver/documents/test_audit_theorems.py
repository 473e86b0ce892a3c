"""What the audit's proofs rest on holds for every number of effects, and not without its grounds.

Effects are an uninterpreted sort, so nothing is said of how many there are; `chain` is any
transitive relation, which the chains of dependencies are.
"""

from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest
import z3

EFFECT = z3.DeclareSort("Effect")
OLDER = z3.Function("older", EFFECT, EFFECT, z3.BoolSort())
CHAIN = z3.Function("chain", EFFECT, EFFECT, z3.BoolSort())
LAYER = z3.Function("layer", EFFECT, z3.IntSort())
KEYS = {name: z3.Function(name, EFFECT, z3.BoolSort()) for name in ("on", "waits")}
A, B, C, D = z3.Consts("a b c d", EFFECT)

Terms = Callable[..., Any]


def by_age(x: Any, y: Any) -> Any:
    """The older first."""
    return OLDER(x, y)


def by_chains(x: Any, y: Any) -> Any:
    """What a chain leads to first; the members of a loop by age."""
    return z3.And(CHAIN(y, x), z3.Or(z3.Not(CHAIN(x, y)), OLDER(x, y)))


ORDERS = [
    (keys, end)
    for count in range(3)
    for keys in permutations(KEYS, count)
    for end in (by_age, by_chains)
]


def earlier(x: Any, y: Any, keys: tuple[str, ...], end: Terms) -> Any:
    """Whether x is before y by layer, then by the keys, then by the end."""
    formula = end(x, y)
    for key in reversed(keys):
        holds = KEYS[key]
        first = z3.And(z3.Not(holds(x)), holds(y))
        formula = z3.Or(first, z3.And(holds(x) == holds(y), formula))
    return z3.Or(LAYER(x) < LAYER(y), z3.And(LAYER(x) == LAYER(y), formula))


def grounds(without: str = "") -> list[Any]:
    """Age is a strict order, and chains are transitive."""
    x, y, z = z3.Consts("x y z", EFFECT)

    def transitive(relation: Terms) -> Any:
        premise = z3.And(relation(x, y), relation(y, z))
        return z3.ForAll([x, y, z], z3.Implies(premise, relation(x, z)))

    all_grounds = {
        "older, irreflexive": z3.ForAll([x], z3.Not(OLDER(x, x))),
        "older, transitive": transitive(OLDER),
        "chain, transitive": transitive(CHAIN),
    }
    return [ground for name, ground in all_grounds.items() if name != without]


def refuted(claim: Any, without: str = "") -> Any:
    """What Z3 says of the claim's being false on the grounds."""
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(grounds(without))
    solver.add(z3.Not(claim))
    return solver.check()


@pytest.mark.parametrize(("keys", "end"), ORDERS)
def test_every_order_that_proofs_use_is_strict(keys: tuple[str, ...], end: Terms) -> None:
    """Nothing comes before itself, and before is transitive: so it goes round in no ring."""

    def before(x: Any, y: Any) -> Any:
        return earlier(x, y, keys, end)

    assert refuted(z3.Not(before(A, A))) == z3.unsat
    chain = z3.Implies(z3.And(before(A, B), before(B, C)), before(A, C))
    assert refuted(chain) == z3.unsat


GROUNDS = {
    by_age: ("older, irreflexive", "older, transitive"),
    by_chains: ("older, irreflexive", "older, transitive", "chain, transitive"),
}
"""What each end of an order rests on."""


@pytest.mark.parametrize(
    ("keys", "end", "ground"),
    [(keys, end, ground) for keys, end in ORDERS for ground in GROUNDS[end]],
)
def test_no_ground_can_be_dropped(keys: tuple[str, ...], end: Terms, ground: str) -> None:
    """Without any one of the grounds something goes round in a ring, or is not transitive."""

    def before(x: Any, y: Any) -> Any:
        return earlier(x, y, keys, end)

    transitive = z3.Implies(z3.And(before(A, B), before(B, C)), before(A, C))
    assert refuted(z3.And(z3.Not(before(A, A)), transitive), without=ground) == z3.sat


@pytest.mark.parametrize(("keys", "end"), ORDERS)
def test_the_grounds_are_not_vacuous(keys: tuple[str, ...], end: Terms) -> None:
    """There are three effects in a row by the order, with a chain, a loop, and keys that differ."""
    solver = z3.Solver()
    solver.add(grounds())
    solver.add(earlier(A, B, keys, end), earlier(B, C, keys, end))
    solver.add(CHAIN(C, B), CHAIN(B, A), CHAIN(A, B), LAYER(A) == LAYER(B), LAYER(B) == LAYER(C))
    solver.add([z3.And(z3.Not(holds(A)), holds(C)) for holds in KEYS.values()])
    assert solver.check() == z3.sat


def _next(x: Any, pending: Terms, waits: Terms) -> Any:
    """Whether x is next: the oldest that is ready, or the oldest pending if none is ready."""
    y, z, w = z3.Consts("y z w", EFFECT)

    def ready(one: Any) -> Any:
        return z3.And(pending(one), z3.Not(z3.Exists([z], z3.And(waits(one, z), pending(z)))))

    stuck = z3.Not(z3.Exists([w], ready(w)))
    may = z3.If(stuck, pending(x), ready(x))
    rival = z3.If(stuck, pending(y), ready(y))
    return z3.And(may, z3.ForAll([y], z3.Implies(z3.And(rival, y != x), OLDER(x, y))))


PENDING = z3.Function("pending", EFFECT, z3.BoolSort())
WAITS = z3.Function("waits for", EFFECT, EFFECT, z3.BoolSort())


def two_next(without: str = "", *, different: bool = True) -> Any:
    """What Z3 says of two effects' being next at one step."""
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(grounds(without))
    solver.add(_next(A, PENDING, WAITS), _next(B, PENDING, WAITS))
    return solver.check((A != B) if different else (A == B))


def test_step_by_step_there_is_at_most_one_next_whatever_the_graph() -> None:
    """With rings and a graph found anew at each step, what is pending settles who is next.

    Two orders that agree up to a step have the same pending effects and the same graph there, so
    they agree at that step too: this is the repair "timestamps decide step by step".
    """
    assert two_next() == z3.unsat
    assert two_next(different=False) == z3.sat


@pytest.mark.parametrize("ground", ["older, irreflexive", "older, transitive"])
def test_if_age_were_no_strict_order_two_could_be_next(ground: str) -> None:
    """Both grounds on age are needed; that on chains is not used."""
    assert two_next(ground) == z3.sat
    assert two_next("chain, transitive") == z3.unsat


def none_next(*, total: bool = True, pending: bool = True) -> Any:
    """What Z3 says of none of three effects' being next."""
    some = [A, B, C]
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(grounds())
    solver.add(z3.Distinct(some))
    solver.add(z3.ForAll([D], z3.Or([each == D for each in some])))
    if total:
        solver.add([z3.Or(OLDER(x, y), OLDER(y, x)) for x, y in combinations(some, 2)])
    if pending:
        solver.add(z3.Or([PENDING(each) for each in some]))
    solver.add([z3.Not(_next(each, PENDING, WAITS)) for each in some])
    return solver.check()


def test_step_by_step_there_is_a_next_among_three() -> None:
    """While any is pending, where of two one is older; neither hypothesis can be dropped."""
    assert none_next() == z3.unsat
    assert none_next(total=False) == z3.sat
    assert none_next(pending=False) == z3.sat
