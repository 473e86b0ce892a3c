"""What the rules leave to a player or leave unsaid, and which choice leads where."""

from layerlaw.solver.choices.choice import Admissible, Choice, Pick
from layerlaw.solver.choices.conditions import Active, Before, Condition
from layerlaw.solver.choices.enumeration import admissible, count
from layerlaw.solver.choices.grouping import Difference, Group, Meanwhile, Orders, Role, orders
from layerlaw.solver.choices.histories import choices_of

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
