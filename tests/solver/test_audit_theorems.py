"""What the audit's proofs rest on holds for every number of effects, and not without its grounds.

Effects are an uninterpreted sort, so nothing is said of how many there are; `chain` is any
transitive relation, which the chains of dependencies are.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
import z3

EFFECT = z3.DeclareSort("Effect")
OLDER = z3.Function("older", EFFECT, EFFECT, z3.BoolSort())
CHAIN = z3.Function("chain", EFFECT, EFFECT, z3.BoolSort())
LAYER = z3.Function("layer", EFFECT, z3.IntSort())
KEYS = {name: z3.Function(name, EFFECT, z3.BoolSort()) for name in ("on", "waits")}
A, B, C = z3.Consts("a b c", EFFECT)

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


@pytest.mark.parametrize(
    ("end", "ground"),
    [
        (by_age, "older, irreflexive"),
        (by_age, "older, transitive"),
        (by_chains, "older, irreflexive"),
        (by_chains, "older, transitive"),
        (by_chains, "chain, transitive"),
    ],
)
def test_no_ground_can_be_dropped(end: Terms, ground: str) -> None:
    """Without any one of the grounds something goes round in a ring, or is not transitive."""
    strict = z3.And(z3.Not(end(A, A)), z3.Implies(z3.And(end(A, B), end(B, C)), end(A, C)))
    assert refuted(strict, without=ground) == z3.sat


def _next(x: Any, pending: Terms, waits: Terms) -> Any:
    """Whether x is next: the oldest that is ready, or the oldest pending if none is ready."""
    y, z, w = z3.Consts("y z w", EFFECT)

    def ready(one: Any) -> Any:
        return z3.And(pending(one), z3.Not(z3.Exists([z], z3.And(waits(one, z), pending(z)))))

    stuck = z3.Not(z3.Exists([w], ready(w)))
    may = z3.If(stuck, pending(x), ready(x))
    rival = z3.If(stuck, pending(y), ready(y))
    return z3.And(may, z3.ForAll([y], z3.Implies(z3.And(rival, y != x), OLDER(x, y))))


def test_step_by_step_there_is_one_next_whatever_the_graph() -> None:
    """With rings and a graph found anew at each step, what is pending settles who is next.

    Two orders that agree up to a step have the same pending effects and the same graph there, so
    they agree at that step too: this is the repair "timestamps decide step by step".
    """
    pending = z3.Function("pending", EFFECT, z3.BoolSort())
    waits = z3.Function("waits", EFFECT, EFFECT, z3.BoolSort())
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(grounds())
    solver.add(_next(A, pending, waits), _next(B, pending, waits))
    assert solver.check(A != B) == z3.unsat
    assert solver.check(A == B) == z3.sat
