"""In what the situation that is written is not the one that the events make."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing


def difference(right: Situation, written: Situation) -> str:
    """The first thing in which a written situation is not the one that the events make; "" if
    nothing is."""
    for one in fields(right):
        if one.name == "rulebook":
            continue
        made, told = getattr(right, one.name), getattr(written, one.name)
        if made == told:
            continue
        if one.name in ("things", "effects"):
            return _of_items({each.id: each for each in made}, {each.id: each for each in told})
        return f"{one.name.replace('_', ' ')} is {_shown(made)}, and not {_shown(told)}"
    return ""


def _of_items(
    made: Mapping[str, Thing | ResolvedEffect], told: Mapping[str, Thing | ResolvedEffect]
) -> str:
    for id, item in made.items():
        if id not in told:
            return f"{id} is missing"
        other = told[id]
        for one in fields(item):
            name = one.name
            now, then = getattr(item, name), getattr(other, name)
            if now != then:
                return f"{name.replace('_', ' ')} of {id} is {_shown(now)}, and not {_shown(then)}"
    extra = [id for id in told if id not in made]
    if extra:
        return f"there is no {extra[0]}"
    return f"the order is {', '.join(made)}, and not {', '.join(told)}"


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return str(sorted(value))
    name = getattr(value, "name", None)
    return str(name) if isinstance(name, str) else repr(value)
