"""What the rules leave to a player or leave unsaid, and which choice leads where."""

from layerlaw.solver.certainty.choices.choice import Admissible, Choice, Pick
from layerlaw.solver.certainty.choices.conditions import Active, Before, Condition
from layerlaw.solver.certainty.choices.enumeration import admissible, count
from layerlaw.solver.certainty.choices.grouping import (
    Difference,
    Group,
    Meanwhile,
    Orders,
    Role,
    orders,
)
from layerlaw.solver.certainty.choices.histories import choices_of

__all__ = [
    "Active",
    "Admissible",
    "Before",
    "Choice",
    "Condition",
    "Difference",
    "Group",
    "Meanwhile",
    "Orders",
    "Pick",
    "Role",
    "admissible",
    "choices_of",
    "count",
    "orders",
]
