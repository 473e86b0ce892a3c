"""How an engine's state is read, so that it can be compared with ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from layerlaw.solver.shell.testing.state import JsonValue, State

Raw = Mapping[str, Mapping[str, JsonValue]]
"""Object -> characteristic -> value in the engine's own words."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """How an engine's JSON state is read as one in our form.

    Everything may be left out; an engine that uses our names needs no adapter at all.

    read: makes object -> characteristic -> value, all in the engine's words, of the engine's whole
    JSON document, for an engine whose JSON has another shape.

        Adapter(read=lambda doc: {card["id"]: card for card in doc["cards"]})

    objects, characteristics: the engine's name -> ours, for those that are called otherwise
    (`{"owner_seat": "controller", "pow": "power"}`).
    players: the engine's player -> ours (`{"P1": "you", "P2": "me"}`); numbers as texts (`"0"`).
    words: the engine's word -> ours, for types, subtypes, keywords, zones and names of cards.
    skip_objects, skip: objects and characteristics (in the engine's words) that the engine has and
    we lack; nothing is compared there.
    value: called as `value(object, characteristic, value)`, the first two in our words and the last
    one as the engine has it; gives the value to compare, for whatever the rest cannot say. It is
    then read as any other.

    Values are read by the kind of our characteristic:

    - a number may be a text (`"4"`); null or an empty text is a missing number;
    - a player is looked up in `players`; null or an empty text is no one;
    - a status may be true, false, 1, 0, or one of these as a text; null is false;
    - a set, the keywords, the permissions and the abilities may be a list in any order, or one text
      with commas; upper and lower case of words do not count; null is the empty set.

    Besides the characteristics of the rulebook an engine may speak of `zone`, `owner`, and of
    `keywords`: those among the abilities that work now, as `F has Airborne` would find them.
    Characteristics that the engine does not speak of are not compared; a failure names them.
    """

    read: Callable[[Any], Raw] | None = None
    objects: Mapping[str, str] = field(default_factory=dict)
    characteristics: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    skip_objects: Collection[str] = ()
    skip: Collection[str] = ()
    value: Callable[[str, str, JsonValue], JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class Adapted:
    """An engine's state in our form, with the engine's own value of every cell."""

    state: State
    raw: Mapping[tuple[str, str], JsonValue]
