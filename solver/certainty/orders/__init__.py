"""Which orders the rules leave open, how many there are, and whether they lead to one answer.

- `orders` plays every admissible history of a scenario: `simultaneous_events` and `ties` say what
  is left to choose, `histories` makes every choice, `grouping` plays them, `conditions` says when
  an outcome comes about.
- `order_matters` (`confluence`) decides for one situation whether the order of its effects
  matters. `schedules` says who may go next, `transition_system` takes that turn, `exploration`
  visits every state of a group of effects, `layer_orders` every group of a layer, `search` every
  layer; `read_write_sets` and `commuting` prove what need not be visited, and `witness` finds two
  orders that differ. `simultaneous_orders` does so where effects apply at the same time.
- `cross_check` (`agreement`) finds the orders of each layer by python-constraint and by Z3 as
  well; the two share nothing with `schedules`, so that they can disagree with it.

Orders are enumerated in `enumeration`, counted in `linear_extensions` and `interleavings`, and
gone through by swaps of neighbours in `swaps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy

if TYPE_CHECKING:
    from layerlaw.solver.certainty.orders.agreement import CrossCheck, Routes, cross_check, routes
    from layerlaw.solver.certainty.orders.choice import Admissible, Choice, Pick
    from layerlaw.solver.certainty.orders.conditions import Active, Before, Condition
    from layerlaw.solver.certainty.orders.confluence import order_matters
    from layerlaw.solver.certainty.orders.enumeration import admissible, count
    from layerlaw.solver.certainty.orders.grouping import (
        HistoryGroup,
        Meanwhile,
        Orders,
        Role,
        orders,
    )
    from layerlaw.solver.certainty.orders.histories import choices_of
    from layerlaw.solver.certainty.orders.verdict import OrderVerdict

__all__ = [
    "Active",
    "Admissible",
    "Before",
    "Choice",
    "Condition",
    "CrossCheck",
    "HistoryGroup",
    "Meanwhile",
    "OrderVerdict",
    "Orders",
    "Pick",
    "Role",
    "Routes",
    "admissible",
    "choices_of",
    "count",
    "cross_check",
    "order_matters",
    "orders",
    "routes",
]

_HOMES = {
    "agreement": ("CrossCheck", "Routes", "cross_check", "routes"),
    "choice": ("Admissible", "Choice", "Pick"),
    "confluence": ("order_matters",),
    "conditions": ("Active", "Before", "Condition"),
    "enumeration": ("admissible", "count"),
    "grouping": ("Difference", "HistoryGroup", "Meanwhile", "Orders", "Role", "orders"),
    "histories": ("choices_of",),
    "verdict": ("OrderVerdict",),
}

__getattr__, __dir__ = lazy(
    __name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}
)
