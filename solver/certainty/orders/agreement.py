"""Three routes to the order of a layer, held against each other: the solver, and two others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certainty.orders.by_constraint import orders_by_constraint
from layerlaw.solver.certainty.orders.by_z3 import orders_by_z3
from layerlaw.solver.certainty.orders.layer_question import Order, order_of, question_of
from layerlaw.solver.certificate.waiting import OrderPolicies
from layerlaw.solver.derivation.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certainty.orders.layer_question import OrderQuestion
    from layerlaw.solver.facts.records import LayerRecord

MOST_EFFECTS = 7
"""Layers with more turns are left out: all orders of eight would be 40,320."""

LIMIT = 720
"""All orders of six. A layer that has more is left out, because Z3 finds them one by one."""


@dataclass(frozen=True, slots=True)
class Routes:
    """What each route found for one layer.

    layer: its id. own: the solver's order, by effect ids; what left by itself took no turn.
    constraint, z3: all orders that python-constraint and Z3 found, sorted. alone: whether the
    solver's order has to be the only one (no two effects have the same age). found: whether it
    has to be among them (the ages say nothing else than its timestamps). left_out: why the routes
    were not taken to their end; "" if they were.
    """

    layer: str
    own: Order
    constraint: tuple[Order, ...] = ()
    z3: tuple[Order, ...] = ()
    alone: bool = True
    found: bool = True
    left_out: str = ""

    @property
    def message(self) -> str:
        """Where the routes disagree, with an order that only one of them has; "" if they agree."""
        if self.left_out:
            return ""
        for one, other, mine, theirs in (
            ("python-constraint", "Z3", self.constraint, self.z3),
            ("Z3", "python-constraint", self.z3, self.constraint),
        ):
            for order in mine:
                if order not in theirs:
                    return f"{one} finds {named(order)}, and {other} does not"
        if self.found and self.own not in self.constraint:
            return f"the solver's order is {named(self.own)}, and the other routes do not find it"
        if self.alone and len(self.constraint) != 1:
            return f"there is to be one order, and there are {len(self.constraint)}"
        return ""

    @property
    def agree(self) -> bool:
        """Whether all routes were taken to their end, and agree."""
        return not self.left_out and not self.message


def named(order: Order) -> str:
    """An order in a sentence."""
    return ", ".join(order) or "nothing"


@checked()
def routes(
    derivation: Answer,
    layer: str,
    *,
    age: Callable[[str], int] | None = None,
    limit: int = LIMIT,
) -> Routes:
    """All orders of one layer that the rules admit, found by two routes besides the solver.

    derivation: the answer whose layer is looked at.
    layer: id or name. age: the age of each effect by its id, least is oldest, and those of the
    same age may go in any order; None: the timestamps. limit: a layer with more orders is left
    out. With timestamps every layer is covered that is small enough: joins, losses and graphs found
    anew are taken as they happened. With `age`, only a layer whose graph was found once, and to
    which nothing joined, because what happens in other orders is not recorded; the orders are
    those over that graph (in some of them something might join that did not join here).
    Raises `LayerlawError`, with a suggestion, for an unknown layer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.certainty.orders import routes
    >>> routes(solve(load_scenario(path)), "control").own
    ('K1.2', 'K2.2')
    """
    record = derivation.layer(layer)
    own = order_of(record)
    if derivation.answers is not None:
        return Routes(record.layer, own, left_out="effects apply at the same time, in no order")
    ranks = {effect.id: effect.key for effect in derivation.facts.effects}
    in_order = sorted(ranks.values())
    stamps = {effect: in_order.index(key) for effect, key in ranks.items()}
    policies = OrderPolicies.of(derivation.rulebook)
    return of_record(record, policies, stamps, age=age, limit=limit)


def of_record(
    record: LayerRecord,
    policies: OrderPolicies,
    stamps: Mapping[str, int],
    *,
    age: Callable[[str], int] | None = None,
    limit: int = LIMIT,
) -> Routes:
    """As `routes`, of a layer's record under these policies; stamps: the rank of each effect's
    timestamp."""
    own = order_of(record)
    effects = list(dict.fromkeys(turn.effect for turn in record.turns))
    ages = {effect: stamps[effect] if age is None else age(effect) for effect in effects}
    if len(record.turns) > MOST_EFFECTS:
        reason = f"it has {len(record.turns)} turns, and the routes go up to {MOST_EFFECTS}"
        return Routes(record.layer, own, left_out=reason)
    question = question_of(record, ages, policies)
    if age is not None and not question.static:
        reason = (
            "what depends on what changed on the way, and may do so differently in other orders"
        )
        return Routes(record.layer, own, left_out=reason)
    alone = len(set(ages.values())) == len(effects)
    found = all(ages[x] <= ages[y] for x in effects for y in effects if stamps[x] < stamps[y])
    return compared(record.layer, own, question, alone=alone, found=found, limit=limit)


def compared(
    layer: str, own: Order, question: OrderQuestion, *, alone: bool, found: bool, limit: int
) -> Routes:
    """Both routes taken for one question."""
    one = orders_by_constraint(question, limit)
    if len(one) > limit:
        reason = f"it has more than {limit} orders, and they were not all compared"
        return Routes(layer, own, left_out=reason)
    other, unknown = orders_by_z3(question, limit)
    if unknown:
        return Routes(layer, own, one, other, left_out=f"Z3 could not tell: {unknown}")
    return Routes(layer, own, one, other, alone, found)


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What the routes found for every layer in which some effect had a part.

    layers: by the timestamps. free: the same layers with all timestamps the same: every order
    that the dependencies found as the layer began allow. interrupted: whether an interrupt ended
    the work, and only the first layers are there.
    """

    layers: tuple[Routes, ...]
    free: tuple[Routes, ...]
    interrupted: bool = False

    @property
    def agree(self) -> bool:
        """Whether no two routes disagree in any layer; layers left out do not count."""
        return not any(one.message for one in (*self.layers, *self.free))


@checked()
def cross_check(
    derivation: Answer,
    *,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> CrossCheck:
    """Take all routes for every layer, by timestamp and with the timestamps left free.

    derivation: whose layers are checked.
    limit: see `routes`. progress: called after each layer with how many are done and how many
    there are. After an interrupt there is what was found until then.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.certainty.orders import cross_check
    >>> cross_check(solve(load_scenario(path))).agree
    True
    """
    ids = [record.layer for record in derivation.layers]
    found: list[tuple[Routes, Routes]] = []
    interrupted = False
    try:
        for id in ids:
            by_timestamp = routes(derivation, id, limit=limit)
            found.append((by_timestamp, routes(derivation, id, age=_same, limit=limit)))
            if progress is not None:
                progress(len(found), len(ids))
    except KeyboardInterrupt:
        interrupted = True
    return CrossCheck(tuple(one for one, _ in found), tuple(free for _, free in found), interrupted)


def _same(effect: str) -> int:
    return 0
