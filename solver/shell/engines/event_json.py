"""Events as JSON with names and ids apart, for engines that do not read the notation."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Place
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.shell.report.json_form import json_of

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.shell.report.json_form import Json

_NEXT_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_TOLD = ("where", "known", "given")
_ONLY_IF_SO = ("that_left",)


def event_json(event: Event, rulebook: Rulebook) -> dict[str, Json]:
    """The event: `text` as the notation has it, `event` what it is, and its parts by name.

    What is not said of it (`targets` where nothing is chosen) is left out.
    """
    return {"text": event_text(event, rulebook), **_parts(event, rulebook)}


def _parts(event: object, rulebook: Rulebook) -> dict[str, Json]:
    assert is_dataclass(event) and not isinstance(event, type)
    kind = _NEXT_WORD.sub(" ", type(event).__name__).lower()
    found: dict[str, Json] = {"event": kind}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _NOT_TOLD or (field.name in _ONLY_IF_SO and not value):
            continue
        if value not in (None, "", ()):
            found[field.name] = _plain(value, rulebook)
    return found


def _plain(value: object, rulebook: Rulebook) -> Json:
    if isinstance(value, Card | PrintedAbility):
        return value.name
    if isinstance(value, Place):
        return {"squares": list(value.squares), "level": value.level}
    if isinstance(value, tuple) and value and hasattr(value[0], "where"):
        return [_parts(each, rulebook) for each in value]
    if hasattr(value, "where"):
        return _parts(value, rulebook)
    return json_of(value)
