"""The types of the fields of records, as far as their modules name them for type checkers alone."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

from layerlaw.model import algebra
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.facts import records, situation

_NAMES: dict[str, object] = {
    **vars(algebra),
    **vars(records),
    **vars(situation),
    "Ability": algebra.Ability,
    "Card": Card,
    "Mapping": Mapping,
    "Place": Place,
    "PrintedAbility": PrintedAbility,
    "Sequence": Sequence,
}
"""What fields name that their modules import for type checkers alone."""


def hints_of(kind: type) -> dict[str, Any]:
    """The types of the fields of a class."""
    own = vars(sys.modules[kind.__module__])
    return get_type_hints(kind, localns={n: v for n, v in _NAMES.items() if n not in own})
